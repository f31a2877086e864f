/*
 * From the state graph to what kernels run. Only what ends at an endpoint of the split is computed: its
 * data in that split, its clock in the other. Early arrivals are negated, so that all are the largest
 * of sums.
 *
 * A state whose value doesn't vary is a number; one that only adds a number to another (wires, and
 * whatever has one arc that doesn't vary) is that other one with an offset. What remains are the states
 * that have arcs that vary, or several. Since |z| is bounded each has a least and a largest value over
 * all dies, and an arc whose largest isn't above the least of another needs no draw: it is exact to
 * leave it out. A state that a single arc leads out of is kept in registers: it and the states before it
 * are a chain.
 */
#include <inttypes.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/ssta_program_impl.h"

/* ---- what is needed ---- */

/* By several threads at once, all of which write the same. */
static void need(uint8_t *needed, int64_t node)
{
	__atomic_store_n(&needed[node], 1, __ATOMIC_RELAXED);
}

static void need_sink(const struct making *m, int32_t s, uint8_t *needed)
{
	const struct state_graph *states = m->timing->image->states;
	int32_t clock = states->endpoint[s].clock;

	if (!ssta_sink_counts(m->timing, m->split, s))
		return;
	need(needed, ssta_node_of(m->timing, states->graph->sink_vertex[s], m->split));
	if (clock >= 0)
		need(needed, ssta_node_of(m->timing, clock, 1 - m->split));
}

static void need_tails(const struct making *m, int32_t v, uint8_t *needed)
{
	const struct timing *t = m->timing;

	for (int split = 0; split < N_SPLITS; split++) {
		if (!needed[N_SPLITS * (int64_t)v + split])
			continue;
		for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++)
			need(needed, N_SPLITS * (int64_t)t->in_from[j] + split);
	}
}

/* Backward: heads have lower levels. */
static void mark_needed(const struct making *m, uint8_t *needed)
{
	const struct image *image = m->timing->image->image;

	OVER_NODES(m, s, 0, m->timing->image->states->graph->n_sinks)
	need_sink(m, s, needed);
	for (int32_t l = 0; l < image->n_levels; l++)
		OVER_NODES(m, v, image->level_row[l], image->level_row[l + 1])
	need_tails(m, v, needed);
}

/* Sinks are no states; what is needed of them is where they end. */
static bool is_sink(const struct making *m, int32_t v)
{
	const struct device_states *d = &m->timing->image->device_states;

	return v >= d->first_sink && v < d->first_sink + d->n_sinks;
}

static void count_level(const struct making *m, int32_t level, const uint8_t *needed,
			int64_t *n_ops)
{
	const struct timing *t = m->timing;
	const int32_t *row = t->image->image->level_row;
	int32_t n = 0;

	*n_ops = 0;
	for (int32_t v = row[level]; v < row[level + 1]; v++) {
		for (int split = 0; split < N_SPLITS; split++) {
			if (!needed[N_SPLITS * (int64_t)v + split] || is_sink(m, v))
				continue;
			n++;
			*n_ops += t->in_row[v + 1] - t->in_row[v] + 1;
		}
	}
	m->level_row[level + 1] = n;
}

/* An op for each arc, and one for what is given. */
static void number_level(struct making *m, int32_t level, const uint8_t *needed, int64_t op)
{
	const struct timing *t = m->timing;
	const int32_t *row = t->image->image->level_row;
	int32_t n = m->level_row[level];

	for (int32_t v = row[level]; v < row[level + 1]; v++) {
		for (int split = 0; split < N_SPLITS; split++) {
			int64_t node = N_SPLITS * (int64_t)v + split;

			m->number[node] = -1;
			if (!needed[node] || is_sink(m, v))
				continue;
			m->number[node] = n;
			m->op_row[n++] = (int32_t)op;
			op += t->in_row[v + 1] - t->in_row[v] + 1;
		}
	}
}

static enum status number_levels(struct making *m, const uint8_t *needed, int64_t *level_op)
{
	int64_t n_nodes = 0;

#pragma omp parallel for schedule(dynamic, 1) num_threads(m->n_threads)
	for (int32_t l = 0; l < m->n_levels; l++)
		count_level(m, l, needed, &level_op[l + 1]);
	for (int32_t l = 0; l < m->n_levels; l++) {
		n_nodes += m->level_row[l + 1];
		level_op[l + 1] += level_op[l];
		if (n_nodes >= INT32_MAX || level_op[l + 1] >= INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d arcs in dies",
					   INT32_MAX);
		m->level_row[l + 1] = (int32_t)n_nodes;
	}
	m->n_nodes = (int32_t)n_nodes;
	TRY(ALLOC(&m->op_row, n_nodes + 1));
	m->op_row[n_nodes] = (int32_t)level_op[m->n_levels];
#pragma omp parallel for schedule(dynamic, 1) num_threads(m->n_threads)
	for (int32_t l = 0; l < m->n_levels; l++)
		number_level(m, l, needed, level_op[l]);
	return STATUS_OK;
}

static enum status number_nodes(struct making *m)
{
	int64_t n = N_SPLITS * (int64_t)m->timing->image->device_states.n_states;
	FREED int64_t *level_op = NULL;
	FREED uint8_t *needed = NULL;

	m->n_levels = m->timing->image->image->n_levels;
	TRY(ALLOC(&m->number, n));
	TRY(ALLOC(&m->level_row, m->n_levels + 1));
	TRY(ALLOC(&needed, n));
	TRY(ALLOC(&level_op, m->n_levels + 1));
	mark_needed(m, needed);
	return number_levels(m, needed, level_op);
}

static void give_seed(void *context, int64_t node, int64_t arrival)
{
	struct making *m = context;
	int64_t sign = node % N_SPLITS == EARLY ? -1 : 1;

	if (m->number[node] >= 0 && arrival != FS_NONE_64)
		m->value[m->number[node]] = (struct value){SSTA_A_NUMBER, sign * arrival};
}

/* ---- states ---- */

/* The least and the largest that an op makes of its source. */
static void bound_op(const struct making *m, const struct ssta_op *op, int64_t *least,
		     int64_t *largest)
{
	ssta_op_bounds(op, m->out->bound, least, largest);
	if (op->source >= 0) {
		*least += m->state[op->source].least;
		*largest += m->state[op->source].largest;
	}
}

static int64_t nominal_of(const struct making *m, const struct ssta_op *op)
{
	return op->nominal + (op->source >= 0 ? m->state[op->source].nominal : 0);
}

/* The largest of least values, of equals the first. */
static int32_t find_best(const struct making *m, const struct ssta_op *op, int32_t n)
{
	int64_t best = INT64_MIN, least, largest;
	int32_t found = 0;

	for (int32_t i = 0; i < n; i++) {
		bound_op(m, &op[i], &least, &largest);
		if (least > best) {
			best = least;
			found = i;
		}
	}
	return found;
}

/* The one that is nominally the largest comes first; those that stay smaller even with their largest deviation
 * it can be left out in most samples. */
static void mark_skips(const struct making *m, struct ssta_op *op, const struct varied *state)
{
	for (int32_t i = 0; i < state->n; i++) {
		struct ssta_op first = op[0];

		if (nominal_of(m, &op[i]) != state->nominal)
			continue;
		op[0] = op[i];
		op[i] = first;
		break;
	}
	for (int32_t i = 1; i < state->n; i++) {
		int64_t least, largest;

		ssta_op_bounds(&op[i], m->out->bound, &least, &largest);
		op[i].may_skip = nominal_of(m, &op[i]) + largest - op[i].nominal <= state->nominal;
	}
}

/* n ops are those of a state; those that are never above another go. How many of them vary. */
static int32_t make_varied(struct making *m, int32_t node, int32_t n)
{
	struct ssta_op *op = &m->op[m->op_row[node]];
	int32_t best = n > 1 ? find_best(m, op, n) : 0, n_pruned = 0;
	struct varied state = {
		.before = -1, .chain = -1, .largest = INT64_MIN, .nominal = INT64_MIN};

	bound_op(m, &op[best], &state.least, &state.largest);
	for (int32_t i = 0; i < n; i++) {
		int64_t least, largest;

		bound_op(m, &op[i], &least, &largest);
		if (i != best && largest <= state.least && !m->is_plain) {
			n_pruned += op_varies(&op[i]);
			continue;
		}
		state.largest = max_i64(state.largest, largest);
		state.nominal = max_i64(state.nominal, nominal_of(m, &op[i]));
		op[state.n++] = op[i];
	}
	m->value[node] = (struct value){node, 0};
	if (state.n == 1 && !op_varies(op))
		m->value[node] =
			(struct value){op->source >= 0 ? op->source : SSTA_A_NUMBER, op->nominal};
	else
		m->state[node] = state;
	if (state.n > 1)
		mark_skips(m, op, &state);
	return n_pruned;
}

/* How many arcs that vary went. */
static int32_t make_node(struct making *m, int32_t v, int split)
{
	const struct timing *t = m->timing;
	int32_t node = m->number[N_SPLITS * (int64_t)v + split], n = 0;
	struct ssta_op *op = &m->op[m->op_row[node]];
	struct value best = m->value[node];
	int64_t sign = split == EARLY ? -1 : 1;

	for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++) {
		int32_t from = m->number[N_SPLITS * (int64_t)t->in_from[j] + split];
		const struct value *tail = &m->value[from];
		const struct ssta_variable *variable;
		int64_t delay;

		if (tail->base == SSTA_NOTHING ||
		    !ssta_delay_of(t, m->arcs, t->in_arc[j], split, &delay, &variable))
			continue;
		delay *= sign;
		if (tail->base >= 0 || (variable && (variable->sigma[0] || variable->sigma[1])))
			ssta_op_make(&op[n++], tail, delay, variable, split == EARLY);
		else if (best.base == SSTA_NOTHING || tail->offset + delay > best.offset)
			best = (struct value){SSTA_A_NUMBER, tail->offset + delay};
	}
	if (n == 0) {
		m->value[node] = best;
		return 0;
	}
	if (best.base != SSTA_NOTHING)
		ssta_op_make(&op[n++], &best, 0, NULL, split == EARLY);
	return make_varied(m, node, n);
}

/* Forward, from the last level. */
static void make_nodes(struct making *m)
{
	const int32_t *row = m->timing->image->image->level_row;
	int64_t n_pruned = 0, largest = 0;

	for (int32_t l = m->n_levels - 1; l >= 0; l--) {
#pragma omp parallel for schedule(dynamic, NODES_AT_ONCE) num_threads(m->n_threads)                \
	if (row[l + 1] - row[l] > WORTH_THREADS) reduction(+ : n_pruned)
		for (int32_t v = row[l]; v < row[l + 1]; v++)
			for (int split = 0; split < N_SPLITS; split++)
				if (m->number[N_SPLITS * (int64_t)v + split] >= 0)
					n_pruned += make_node(m, v, split);
	}
#pragma omp parallel for num_threads(m->n_threads) reduction(max : largest)
	for (int32_t i = 0; i < m->n_nodes; i++)
		if (m->state[i].n)
			largest =
				max_i64(largest, max_i64(-m->state[i].least, m->state[i].largest));
	m->out->n_pruned = n_pruned;
	m->out->largest = largest;
}

/* ---- all of it ---- */

static enum status make(struct making *m)
{
	TRY(timing_read(m->timing));
	TRY(timing_read_fan_in(m->timing));
	TRY(number_nodes(m));
	TRY(ALLOC_ALL(m->n_nodes, &m->value, &m->state));
	TRY(ALLOC(&m->op, m->op_row[m->n_nodes]));
#pragma omp parallel for num_threads(m->n_threads)
	for (int32_t i = 0; i < m->n_nodes; i++)
		m->value[i].base = SSTA_NOTHING;
	TRY(ssta_each_seed(m->timing, give_seed, m));
	make_nodes(m);
	TRY(ssta_make_ends(m));
	return ssta_place(m);
}

static FREES(making_release, struct making, x->level_row, x->number, x->value, x->state, x->op_row,
	     x->op);

enum status ssta_program_make(struct timing *timing, const struct ssta_arcs *arcs,
			      const struct ssta_shape *shape, struct ssta_program *out)
{
	RELEASED_BY(making_release)
	struct making m = {.timing = timing,
			   .arcs = arcs,
			   .split = shape->split,
			   .ends_together = shape->ends_together,
			   .is_plain = shape->is_plain,
			   .n_threads = device_host_threads(queue_device(timing->queue)),
			   .out = out};

	*out = (struct ssta_program){.bound = shape->bound};
	return make(&m);
}

FREES(ssta_program_release, struct ssta_program, x->level_row, x->end_row, x->chain_row,
      x->chain_slot, x->op, x->sink, x->end, x->end_pin, x->nominal, x->end_group);
