#include "gpu/ssta/ssta_cone.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "gpu/ssta/ssta_program_impl.h"

enum { FREE = -1, ANY_TAIL = -1 };

/* An op and the node that it comes from, -1 = it is given. */
struct coned_op {
	struct ssta_op op;
	int64_t before; /* fs: the offset of the value that it comes from */
	int64_t tail;
};

/* A node of the part that is being made, in topological order. */
struct coned {
	int64_t node;
	struct value value;
	int64_t before;   /* of one that only adds to another: the node before it, -1 = none */
	int32_t first, n; /* its ops, where it has some */
	int64_t least, largest;
	int32_t number; /* among those that count, -1 = it doesn't */
};

struct ssta_coner {
	const struct ssta *ssta;
	struct timing *timing;
	int64_t *seed;  /* owned [2 n_states] */
	int32_t *place; /* owned [2 n_states]: in `of`, FREE; between two parts all are FREE */
	int64_t *only;  /* owned [2 n_states]: the one tail that counts, ANY_TAIL */
	int32_t *state; /* owned [n_states]: of the state graph, by place */
	struct coned *of;
	struct coned_op *op;
	struct ssta_sink *sink; /* sources are places in `of` */
	int32_t *sink_end;
	int64_t *sink_node;
	int32_t n, n_ops, n_sinks;
	int64_t capacity, op_capacity, sink_capacity;
};

void ssta_cone_free(struct ssta_cone *cone)
{
	if (!cone)
		return;
	FREE_ALL(cone->node_row, cone->node_vertex, cone->node_split, cone->op, cone->op_before,
		 cone->sink, cone->sink_end, cone->hop_row, cone->hop_vertex, cone->node_nominal,
		 cone);
}

void ssta_coner_free(struct ssta_coner *c)
{
	if (!c)
		return;
	FREE_ALL(c->seed, c->place, c->only, c->state, c->of, c->op, c->sink, c->sink_end,
		 c->sink_node, c);
}

static enum status fill_coner(struct ssta_coner *c)
{
	int64_t n = c->timing->image->device_states.n_states;

	TRY(timing_read(c->timing));
	TRY(timing_read_fan_in(c->timing));
	TRY(ssta_read_seeds(c->timing, &c->seed));
	TRY(ALLOC_ALL(N_SPLITS * n, &c->place, &c->only));
	TRY(ALLOC(&c->state, n));
	for (int64_t i = 0; i < N_SPLITS * n; i++) {
		c->place[i] = FREE;
		c->only[i] = ANY_TAIL;
	}
	for (int32_t s = 0; s < c->timing->image->states->graph->n_vertices; s++)
		c->state[c->timing->image->state_place[s]] = s;
	return STATUS_OK;
}

enum status ssta_coner_new(const struct ssta *ssta, struct ssta_coner **out)
{
	RELEASED_BY(ssta_coner_drop) struct ssta_coner *c = NULL;

	TRY(ALLOC(&c, 1));
	c->ssta = ssta;
	c->timing = ssta->timing;
	TRY(fill_coner(c));
	HAND_OVER(out, c);
	return STATUS_OK;
}

/* ---- which nodes ---- */

static enum status add_node(struct ssta_coner *c, int64_t node)
{
	if (c->place[node] != FREE)
		return STATUS_OK;
	TRY(GROW(&c->of, &c->capacity, c->n + 1));
	c->of[c->n] = (struct coned){.node = node, .before = -1, .number = -1};
	c->place[node] = c->n++;
	return STATUS_OK;
}

/* `data` until values are known; the node counts. */
static enum status append_sink(struct ssta_coner *c, int32_t data, int32_t endpoint, int64_t node)
{
	TRY(GROW_ALL(&c->sink_capacity, c->n_sinks + 1, &c->sink, &c->sink_end, &c->sink_node));
	c->sink[c->n_sinks].data = data;
	c->sink_end[c->n_sinks] = endpoint;
	c->sink_node[c->n_sinks++] = node;
	return add_node(c, node);
}

static enum status add_sink(struct ssta_coner *c, int32_t s, int32_t endpoint)
{
	const struct state_graph *states = c->timing->image->states;
	enum split split = states->endpoint[s].split;

	TRY(append_sink(c, s, endpoint,
			ssta_node_of(c->timing, states->graph->sink_vertex[s], split)));
	if (states->endpoint[s].clock >= 0)
		TRY(add_node(c, ssta_node_of(c->timing, states->endpoint[s].clock, 1 - split)));
	return STATUS_OK;
}

COMPARER(compare_nodes, struct coned, ORDER(y->node, x->node))

/* All that leads to the nodes so far, and the order. */
static enum status add_fan_in(struct ssta_coner *c)
{
	const struct timing *t = c->timing;

	for (int32_t i = 0; i < c->n; i++) {
		int64_t node = c->of[i].node;

		for (int32_t j = t->in_row[node / 2]; j < t->in_row[node / 2 + 1]; j++) {
			int64_t tail = N_SPLITS * (int64_t)t->in_from[j] + node % 2;

			if (c->only[node] == ANY_TAIL || c->only[node] == tail)
				TRY(add_node(c, tail));
		}
	}
	SORT(c->of, c->n, compare_nodes);
	for (int32_t i = 0; i < c->n; i++)
		c->place[c->of[i].node] = i;
	return STATUS_OK;
}

/* ---- their delays ---- */

static enum status add_op(struct ssta_coner *c, const struct value *tail, int64_t from,
			  int64_t delay, const struct ssta_variable *variable, bool early)
{
	if (c->n_ops == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs in dies", INT32_MAX);
	TRY(GROW(&c->op, &c->op_capacity, c->n_ops + 1));
	ssta_op_make(&c->op[c->n_ops].op, tail, delay, variable, early);
	c->op[c->n_ops].before = tail->offset;
	c->op[c->n_ops++].tail = from;
	return STATUS_OK;
}

static void bound(const struct ssta_coner *c, const struct ssta_op *op, int64_t *least,
		  int64_t *largest)
{
	ssta_op_bounds(op, c->ssta->program.bound, least, largest);
	if (op->source >= 0) {
		*least += c->of[op->source].least;
		*largest += c->of[op->source].largest;
	}
}

/* Without those that are in no die above another. */
static void prune(struct ssta_coner *c, int32_t first)
{
	int64_t floor = INT64_MIN, least, largest;
	int32_t best = first, kept = first;

	for (int32_t o = first; o < c->n_ops; o++) {
		bound(c, &c->op[o].op, &least, &largest);
		if (least > floor) {
			floor = least;
			best = o;
		}
	}
	for (int32_t o = first; o < c->n_ops; o++) {
		bound(c, &c->op[o].op, &least, &largest);
		if (o == best || largest > floor)
			c->op[kept++] = c->op[o];
	}
	c->n_ops = kept;
}

static enum status finish_node(struct ssta_coner *c, int32_t i, int32_t first)
{
	struct coned *to = &c->of[i];
	const struct ssta_op *op;

	prune(c, first);
	op = &c->op[first].op;
	if (c->n_ops - first == 1 && !op_varies(op)) {
		to->value =
			(struct value){op->source >= 0 ? op->source : SSTA_A_NUMBER, op->nominal};
		to->before = c->op[first].tail;
		c->n_ops = first;
		return STATUS_OK;
	}
	to->first = first;
	to->n = c->n_ops - first;
	to->value = (struct value){i, 0};
	for (int32_t o = first; o < c->n_ops; o++) {
		int64_t least, largest;

		bound(c, &c->op[o].op, &least, &largest);
		to->least = o == first ? least : max_i64(to->least, least);
		to->largest = o == first ? largest : max_i64(to->largest, largest);
	}
	return STATUS_OK;
}

static enum status make_node(struct ssta_coner *c, int32_t i)
{
	const struct timing *t = c->timing;
	int64_t node = c->of[i].node, v = node / N_SPLITS, from = -1;
	int split = (int)(node % N_SPLITS);
	int64_t sign = split == EARLY ? -1 : 1;
	struct value best = {SSTA_NOTHING, 0};
	int32_t first = c->n_ops;

	if (c->seed[node] != FS_NONE_64 && c->only[node] == ANY_TAIL)
		best = (struct value){SSTA_A_NUMBER, sign * c->seed[node]};
	for (int32_t j = t->in_row[v]; j < t->in_row[v + 1]; j++) {
		int64_t tail = N_SPLITS * (int64_t)t->in_from[j] + split, delay;
		const struct ssta_variable *variable;
		const struct value *value;

		if (c->only[node] != ANY_TAIL && c->only[node] != tail)
			continue;
		value = &c->of[c->place[tail]].value;
		if (value->base == SSTA_NOTHING ||
		    !ssta_delay_of(t, &c->ssta->arcs, t->in_arc[j], split, &delay, &variable))
			continue;
		delay *= sign;
		if (value->base >= 0 || (variable && (variable->sigma[0] || variable->sigma[1]))) {
			TRY(add_op(c, value, tail, delay, variable, split == EARLY));
		} else if (best.base == SSTA_NOTHING || value->offset + delay > best.offset) {
			best = (struct value){SSTA_A_NUMBER, value->offset + delay};
			from = tail;
		}
	}
	if (c->n_ops == first) {
		c->of[i].value = best;
		c->of[i].before = from;
		return STATUS_OK;
	}
	if (best.base != SSTA_NOTHING)
		TRY(add_op(c, &best, from, 0, NULL, split == EARLY));
	return finish_node(c, i, first);
}

enum { OF_PIN = -1 }; /* no sink's number: a pin's state as one at which 0 is required */
#define NEVER (INT64_C(1) << 59)

static void make_sink(struct ssta_coner *c, int32_t i)
{
	const struct timing *t = c->timing;
	int32_t s = c->sink[i].data;
	const struct value *data = &c->of[c->place[c->sink_node[i]]].value, *clock = NULL;
	const struct endpoint *e;

	if (s == OF_PIN) {
		c->sink[i] = (struct ssta_sink){
			.data = data->base >= 0 ? data->base : SSTA_CONSTANT,
			.clock = SSTA_CONSTANT,
			.constant = data->base == SSTA_NOTHING ? NEVER : -data->offset};
		return;
	}
	e = &t->image->states->endpoint[s];
	if (e->clock >= 0)
		clock = &c->of[c->place[ssta_node_of(t, e->clock, 1 - e->split)]].value;
	ssta_sink_make(t, &c->ssta->arcs, s, data, clock, &c->sink[i]);
}

/* ---- the part that is kept ---- */

/* Those that end at a sink get numbers. */
static int32_t number_nodes(struct ssta_coner *c, int32_t *n_ops)
{
	int32_t n = 0;

	for (int32_t s = 0; s < c->n_sinks; s++) {
		if (c->sink[s].data >= 0)
			c->of[c->sink[s].data].number = 0;
		if (c->sink[s].clock >= 0)
			c->of[c->sink[s].clock].number = 0;
	}
	for (int32_t i = c->n - 1; i >= 0; i--) {
		for (int32_t o = c->of[i].first; c->of[i].number == 0; o++) {
			if (o == c->of[i].first + c->of[i].n)
				break;
			if (c->op[o].op.source >= 0)
				c->of[c->op[o].op.source].number = 0;
		}
	}
	*n_ops = 0;
	for (int32_t i = 0; i < c->n; i++) {
		if (c->of[i].number < 0)
			continue;
		c->of[i].number = n++;
		*n_ops += c->of[i].n;
	}
	return n;
}

struct hops {
	int32_t *vertex;
	int64_t n, capacity;
};

static enum status add_hop(const struct ssta_coner *c, struct hops *hops, int64_t node)
{
	const struct state_graph *states = c->timing->image->states;

	return APPEND(hops->vertex, hops->n, &hops->capacity,
		      state_vertex(states, c->state[node / N_SPLITS]));
}

/* The nodes back from one up to that which has ops, which isn't among them. */
static enum status add_hops(const struct ssta_coner *c, struct hops *hops, int64_t node)
{
	while (node >= 0 && c->of[c->place[node]].n == 0) {
		TRY(add_hop(c, hops, node));
		node = c->of[c->place[node]].before;
	}
	return STATUS_OK;
}

static int32_t number_of(const struct ssta_coner *c, int32_t source)
{
	return source >= 0 ? c->of[source].number : source;
}

static enum status keep_node(const struct ssta_coner *c, const struct coned *from,
			     struct ssta_cone *to, struct hops *hops)
{
	const struct state_graph *states = c->timing->image->states;
	int32_t x = to->n_nodes++;

	to->node_vertex[x] = state_vertex(states, c->state[from->node / N_SPLITS]);
	to->node_split[x] = (uint8_t)(from->node % N_SPLITS);
	for (int32_t o = from->first; o < from->first + from->n; o++) {
		struct ssta_op *op = &to->op[to->n_ops];
		int64_t nominal;

		*op = c->op[o].op;
		to->op_before[to->n_ops] = c->op[o].before;
		op->source = number_of(c, op->source);
		op->ends = o + 1 == from->first + from->n;
		nominal = op->nominal + (op->source >= 0 ? to->node_nominal[op->source] : 0);
		if (o == from->first || nominal > to->node_nominal[x])
			to->node_nominal[x] = nominal;
		TRY(add_hop(c, hops, from->node));
		TRY(add_hops(c, hops, c->op[o].tail));
		to->hop_row[++to->n_ops] = (int32_t)hops->n;
	}
	to->node_row[x + 1] = to->n_ops;
	return STATUS_OK;
}

static enum status keep_sink(const struct ssta_coner *c, int32_t i, struct ssta_cone *to,
			     struct hops *hops)
{
	struct ssta_sink *sink = &to->sink[to->n_sinks];
	int64_t slack;

	*sink = c->sink[i];
	sink->data = number_of(c, sink->data);
	sink->clock = number_of(c, sink->clock);
	slack = sink->constant;
	if (sink->data >= 0)
		slack -= to->node_nominal[sink->data];
	if (sink->clock >= 0)
		slack -= to->node_nominal[sink->clock];
	to->nominal = to->n_sinks == 0 ? slack : min_i64(to->nominal, slack);
	to->sink_end[to->n_sinks++] = c->sink_end[i];
	TRY(add_hops(c, hops, c->sink_node[i]));
	to->hop_row[to->n_ops + to->n_sinks] = (int32_t)hops->n;
	return STATUS_OK;
}

static enum status keep(struct ssta_coner *c, struct ssta_cone *to)
{
	struct hops hops = {0};
	int32_t n_ops, n = number_nodes(c, &n_ops);
	enum status status = STATUS_OK;

	TRY(ALLOC(&to->node_row, n + 1));
	TRY(ALLOC_ALL(n, &to->node_vertex, &to->node_split, &to->node_nominal));
	TRY(ALLOC_ALL(n_ops, &to->op, &to->op_before));
	TRY(ALLOC_ALL(c->n_sinks, &to->sink, &to->sink_end));
	TRY(ALLOC(&to->hop_row, (int64_t)n_ops + c->n_sinks + 1));
	for (int32_t i = 0; i < c->n && status == STATUS_OK; i++) {
		if (c->of[i].number >= 0)
			status = keep_node(c, &c->of[i], to, &hops);
	}
	for (int32_t i = 0; i < c->n_sinks && status == STATUS_OK; i++)
		status = keep_sink(c, i, to, &hops);
	to->hop_vertex = hops.vertex;
	return status;
}

/* Of the nodes and sinks that were added. */
static enum status make(struct ssta_coner *c, struct ssta_cone *to)
{
	TRY(add_fan_in(c));
	for (int32_t i = 0; i < c->n; i++)
		TRY(make_node(c, i));
	for (int32_t i = 0; i < c->n_sinks; i++)
		make_sink(c, i);
	return keep(c, to);
}

static void clear(struct ssta_coner *c)
{
	for (int32_t i = 0; i < c->n; i++) {
		c->place[c->of[i].node] = FREE;
		c->only[c->of[i].node] = ANY_TAIL;
	}
	c->n = c->n_ops = c->n_sinks = 0;
}

static enum status finish(struct ssta_coner *c, enum status status, struct ssta_cone **out)
{
	RELEASED_BY(ssta_cone_drop) struct ssta_cone *cone = NULL;

	if (status == STATUS_OK)
		status = ALLOC(&cone, 1);
	if (status == STATUS_OK)
		status = make(c, cone);
	clear(c);
	if (status == STATUS_OK)
		HAND_OVER(out, cone);
	return status;
}

/* The sinks of a pin in a group; sinks of a pin follow each other. */
static enum status add_sinks(struct ssta_coner *c, int32_t endpoint)
{
	const struct ssta_program *p = &c->ssta->program;
	const struct state_graph *states = c->timing->image->states;
	enum split split = c->ssta->options.split;

	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		if (state_pin(states, states->graph->sink_vertex[s]) == p->end_pin[endpoint] &&
		    ssta_sink_counts(c->timing, split, s) &&
		    ssta_sink_group(c->timing, s) == p->end_group[endpoint])
			TRY(add_sink(c, s, endpoint));
	}
	return STATUS_OK;
}

/* Each sink's endpoint, by pin and group. */
static enum status add_all_sinks(struct ssta_coner *c)
{
	const struct ssta_program *p = &c->ssta->program;
	const struct state_graph *states = c->timing->image->states;
	enum split split = c->ssta->options.split;
	FREED int32_t *first = NULL;

	TRY(ALLOC(&first, c->timing->image->graph->netlist->n_pins));
	for (int32_t e = p->n_ends - 1; e >= 0; e--)
		first[p->end_pin[e]] = e;
	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		int32_t e;

		if (!ssta_sink_counts(c->timing, split, s))
			continue;
		e = first[state_pin(states, states->graph->sink_vertex[s])];
		/* the endpoints of a pin follow each other */
		while (p->end_group[e] != ssta_sink_group(c->timing, s))
			e++;
		TRY(add_sink(c, s, e));
	}
	return STATUS_OK;
}

enum status ssta_cone_of_endpoint(struct ssta_coner *c, int32_t endpoint, struct ssta_cone **out)
{
	return finish(c, endpoint < 0 ? add_all_sinks(c) : add_sinks(c, endpoint), out);
}

static enum status add_pin(struct ssta_coner *c, int32_t pin)
{
	const struct state_graph *states = c->timing->image->states;

	for (int32_t s = 0; s < states->graph->n_vertices; s++) {
		if (state_pin(states, s) == pin && !state_is_without_latency(states, s))
			TRY(append_sink(c, OF_PIN, -1,
					ssta_node_of(c->timing, s, c->ssta->options.split)));
	}
	return STATUS_OK;
}

enum status ssta_cone_of_pin(struct ssta_coner *c, int32_t pin, struct ssta_cone **out)
{
	TRY(finish(c, add_pin(c, pin), out));
	if ((*out)->n_sinks && (*out)->nominal < NEVER / 2)
		return STATUS_OK;
	ssta_cone_free(*out);
	return status_fail(STATUS_FAILED, "nothing arrives at the pin");
}

static enum status add_path(struct ssta_coner *c, const int32_t *state, int64_t n, int32_t sink)
{
	enum split split = c->ssta->options.split;

	for (int64_t i = 0; i < n; i++) {
		int64_t node = ssta_node_of(c->timing, state[i], split);

		TRY(add_node(c, node));
		if (i > 0)
			c->only[node] = ssta_node_of(c->timing, state[i - 1], split);
	}
	return add_sink(c, sink, -1);
}

enum status ssta_cone_of_path(struct ssta_coner *c, const int32_t *state, int64_t n, int32_t sink,
			      struct ssta_cone **out)
{
	if (!ssta_sink_counts(c->timing, c->ssta->options.split, sink))
		return status_fail(STATUS_FAILED, "the paths are not of the split of the dies");
	return finish(c, add_path(c, state, n, sink), out);
}
