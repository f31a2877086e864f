/* Where the states of a program are kept: a chain's states in registers, its last state in a slot,
 * which another state gets once nothing reads it any more. */
#include "gpu/ssta/ssta_program_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- chains ---- */

static void use(struct making *m, int32_t node, int32_t n)
{
	if (node >= 0)
		__atomic_fetch_add(&m->state[node].n_uses, n, __ATOMIC_RELAXED);
}

/* Backward: a sink reads slots, so what it reads isn't in the midst of a chain. */
static void count_uses(struct making *m)
{
	OVER_NODES(m, i, 0, m->out->n_sinks)
	{
		use(m, m->out->sink[i].data, 2);
		use(m, m->out->sink[i].clock, 2);
	}
	for (int32_t l = 0; l < m->n_levels; l++) {
		OVER_NODES(m, i, m->level_row[l], m->level_row[l + 1])
		{
			const struct varied *state = &m->state[i];

			for (int32_t j = 0; state->n_uses && j < state->n; j++)
				use(m, m->op[m->op_row[i] + j].source, 1);
		}
	}
}

/* Which of its sources a state goes on from, and its depth along it. */
static void chain_state(struct making *m, int32_t i)
{
	struct varied *state = &m->state[i];
	struct ssta_op *op = &m->op[m->op_row[i]];
	int32_t chained = -1;

	for (int32_t j = 0; j < state->n; j++) {
		int32_t source = op[j].source;

		if (source >= 0 && m->state[source].n_uses == 1 && !m->is_plain &&
		    (chained < 0 || m->state[source].level > m->state[op[chained].source].level))
			chained = j;
	}
	for (int32_t j = 0; j < state->n; j++) {
		int32_t source = op[j].source;
		int32_t level = source < 0 ? 0 : m->state[source].level + (j != chained);

		state->level = level > state->level ? level : state->level;
	}
	if (chained >= 0) {
		state->before = op[chained].source;
		m->state[state->before].goes_on = true;
	}
}

static bool ends_chain(const struct making *m, int32_t i)
{
	return m->state[i].n_uses && !m->state[i].goes_on;
}

/* Chains by level, and by node within one: counted by runs of nodes, a run a thread, and then placed. */
static void number_chains(struct making *m, int32_t *count, int n_runs)
{
	struct ssta_program *out = m->out;
	int32_t n_levels = out->n_levels, n = 0;

#pragma omp parallel for num_threads(n_runs)
	for (int r = 0; r < n_runs; r++)
		for (int64_t i = (int64_t)m->n_nodes * r / n_runs;
		     i < (int64_t)m->n_nodes * (r + 1) / n_runs; i++)
			if (ends_chain(m, (int32_t)i))
				count[(int64_t)r * n_levels + m->state[i].level]++;
	for (int32_t l = 0; l < n_levels; l++) {
		out->level_row[l] = n;
		for (int r = 0; r < n_runs; r++) {
			int32_t here = count[(int64_t)r * n_levels + l];

			count[(int64_t)r * n_levels + l] = n;
			n += here;
		}
	}
	out->level_row[n_levels] = n;
#pragma omp parallel for num_threads(n_runs)
	for (int r = 0; r < n_runs; r++)
		for (int64_t i = (int64_t)m->n_nodes * r / n_runs;
		     i < (int64_t)m->n_nodes * (r + 1) / n_runs; i++)
			if (ends_chain(m, (int32_t)i))
				m->state[i].chain =
					count[(int64_t)r * n_levels + m->state[i].level]++;
	out->n_chains = n;
}

/* The level of a chain is that of its last state; a source in its midst isn't read by others. */
static enum status make_chains(struct making *m)
{
	struct ssta_program *out = m->out;
	int64_t n_states = 0;
	int32_t deepest = 0, *count;

	for (int32_t l = m->n_levels - 1; l >= 0; l--)
		OVER_NODES(m, i, m->level_row[l], m->level_row[l + 1])
	if (m->state[i].n_uses)
		chain_state(m, i);
#pragma omp parallel for num_threads(m->n_threads) reduction(+ : n_states) reduction(max : deepest)
	for (int32_t i = 0; i < m->n_nodes; i++) {
		n_states += m->state[i].n_uses > 0;
		if (m->state[i].n_uses && m->state[i].level > deepest)
			deepest = m->state[i].level;
	}
	out->n_states = n_states;
	out->n_levels = deepest + 1;
	TRY(ALLOC(&out->level_row, out->n_levels + 2));
	TRY(ALLOC(&count, (int64_t)out->n_levels * m->n_threads));
	number_chains(m, count, m->n_threads);
	free(count);
	out->n_stored = out->n_chains;
	return STATUS_OK;
}

/* How many ops the chain has that ends with a state. */
static int32_t chain_ops(const struct making *m, int32_t i)
{
	int32_t n = 0;

	for (; i >= 0; i = m->state[i].before)
		n += m->state[i].n;
	return n;
}

/* The op from the state before comes first, so that no other register is needed than the state's. */
static void chain_op(struct ssta_op *op, const struct varied *state)
{
	for (int32_t j = 0; state->before >= 0 && j < state->n; j++) {
		struct ssta_op chained = op[j];

		if (chained.source != state->before)
			continue;
		chained.source = SSTA_CHAINED;
		chained.may_skip = 0;
		op[j] = op[0];
		op[0] = chained;
		return;
	}
}

/* The ops of the chain that ends with a state, from its last one backward; how many vary. */
static int32_t write_chain(const struct making *m, int32_t i, struct ssta_op *end)
{
	int32_t n_draws = 0;

	for (; i >= 0; i = m->state[i].before) {
		const struct varied *state = &m->state[i];

		end -= state->n;
		COPY(end, &m->op[m->op_row[i]], state->n);
		chain_op(end, state);
		for (int32_t j = 0; j < state->n; j++)
			n_draws += op_varies(&end[j]);
	}
	return n_draws;
}

/* The ops in the order of chains; sources stay nodes. */
static enum status order_ops(struct making *m)
{
	struct ssta_program *out = m->out;
	int64_t n_draws = 0;

	TRY(ALLOC(&out->chain_row, out->n_chains + 1));
	OVER_NODES(m, i, 0, m->n_nodes)
	if (ends_chain(m, i))
		out->chain_row[m->state[i].chain + 1] = chain_ops(m, i);
	for (int32_t c = 0; c < out->n_chains; c++)
		out->chain_row[c + 1] += out->chain_row[c];
	out->n_ops = out->chain_row[out->n_chains];
	TRY(ALLOC(&out->op, out->n_ops));
#pragma omp parallel for schedule(dynamic, NODES_AT_ONCE) num_threads(m->n_threads)                \
	reduction(+ : n_draws)
	for (int32_t i = 0; i < m->n_nodes; i++)
		if (ends_chain(m, i))
			n_draws +=
				write_chain(m, i, &out->op[out->chain_row[m->state[i].chain + 1]]);
	out->n_draws = n_draws;
	return STATUS_OK;
}

/* ---- slots ---- */

/* A level reads the result of the chain that ends with a node: `last` is the last level that does. */
static void read_at(const struct making *m, int32_t *last, int32_t node, int32_t level)
{
	int32_t *at = node < 0 ? NULL : &last[m->state[node].chain], seen;

	if (!at)
		return;
	seen = __atomic_load_n(at, __ATOMIC_RELAXED);
	while (seen < level && !__atomic_compare_exchange_n(at, &seen, level, true,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

static int32_t end_level(const struct making *m, const struct ssta_end *e)
{
	int32_t level = 0;

	for (int32_t i = e->first; i < e->first + e->n; i++) {
		int32_t source[2] = {m->out->sink[i].data, m->out->sink[i].clock};

		for (int j = 0; j < 2; j++) {
			if (source[j] >= 0 && m->state[source[j]].level > level)
				level = m->state[source[j]].level;
		}
	}
	return level;
}

/* After which level each level's ends are done: when enough are waiting, or the last. */
static void gather_levels(const struct making *m, const int32_t *n_ends, int32_t *after_level)
{
	int32_t n_levels = m->out->n_levels, first = 0, waiting = 0;

	for (int32_t l = 0; l < n_levels; l++) {
		waiting += n_ends[l];
		if (waiting < m->ends_together && l + 1 < n_levels)
			continue;
		for (; first <= l; first++)
			after_level[first] = l;
		waiting = 0;
	}
}

/* Until when slots are needed, by the levels after which ends are done. */
static void hold_slots(const struct making *m, const int32_t *level, int32_t *last)
{
	const struct ssta_program *out = m->out;

	for (int32_t e = 0; e < out->n_ends; e++) {
		for (int32_t i = out->end[e].first; i < out->end[e].first + out->end[e].n; i++) {
			read_at(m, last, out->sink[i].data, level[e]);
			read_at(m, last, out->sink[i].clock, level[e]);
		}
	}
}

/* The ends by the level after which they are done. */
static enum status sort_ends(struct making *m, int32_t *last, int32_t *level, int32_t *n_ends,
			     int32_t *after_level)
{
	struct ssta_program *out = m->out;
	int32_t *row = out->end_row;
	struct ssta_end *sorted;

	for (int32_t e = 0; e < out->n_ends; e++) {
		level[e] = end_level(m, &out->end[e]);
		n_ends[level[e]]++;
	}
	gather_levels(m, n_ends, after_level);
	for (int32_t e = 0; e < out->n_ends; e++) {
		level[e] = after_level[level[e]];
		row[level[e] + 2]++;
	}
	hold_slots(m, level, last);
	for (int32_t l = 0; l < out->n_levels; l++)
		row[l + 2] += row[l + 1];
	TRY(ALLOC(&sorted, out->n_ends));
	for (int32_t e = 0; e < out->n_ends; e++)
		sorted[row[level[e] + 1]++] = out->end[e];
	free(out->end);
	out->end = sorted;
	return STATUS_OK;
}

static enum status order_ends(struct making *m, int32_t *last)
{
	struct ssta_program *out = m->out;
	FREED int32_t *memory = NULL;

	TRY(ALLOC(&out->end_row, out->n_levels + 2));
	TRY(ALLOC(&memory, (int64_t)out->n_ends + 2 * (int64_t)out->n_levels));
	return sort_ends(m, last, memory, memory + out->n_ends,
			 memory + out->n_ends + out->n_levels);
}

/* A slot is free again in the level after the last that reads it. */
static void give_slots(struct ssta_program *out, const int32_t *last, int32_t *freed, int32_t *next,
		       int32_t *head)
{
	int32_t *slot = out->chain_slot, n_free = 0;

	for (int32_t l = 0; l < out->n_levels; l++)
		head[l] = -1;
	for (int32_t l = 0; l < out->n_levels; l++) {
		if (l > 0)
			for (int32_t c = head[l - 1]; c >= 0; c = next[c])
				freed[n_free++] = slot[c];
		for (int32_t c = out->level_row[l]; c < out->level_row[l + 1]; c++) {
			slot[c] = n_free ? freed[--n_free] : out->n_slots++;
			next[c] = head[last[c]];
			head[last[c]] = c;
		}
	}
}

static void find_slot(const struct making *m, int32_t *source)
{
	if (*source >= 0)
		*source = m->out->chain_slot[m->state[*source].chain];
}

/* Until when slots are read, then their numbers, in place of nodes. */
static enum status place_chains(struct making *m, int32_t *last)
{
	struct ssta_program *out = m->out;
	FREED int32_t *memory = NULL;

	TRY(order_ends(m, last));
	OVER_NODES(m, i, 0, m->n_nodes)
	{
		const struct varied *state = &m->state[i];
		int32_t chain = ends_chain(m, i) ? state->chain : -1;

		for (int32_t j = chain < 0 ? 0 : out->chain_row[chain];
		     chain >= 0 && j < out->chain_row[chain + 1]; j++)
			read_at(m, last, out->op[j].source, state->level);
	}
	TRY(ALLOC(&out->chain_slot, out->n_chains));
	TRY(ALLOC(&memory, 2 * (int64_t)out->n_chains + out->n_levels));
	give_slots(out, last, memory, memory + out->n_chains, memory + 2 * (int64_t)out->n_chains);
	OVER_NODES(m, j, 0, out->n_ops)
	find_slot(m, &out->op[j].source);
	OVER_NODES(m, i, 0, out->n_sinks)
	{
		find_slot(m, &out->sink[i].data);
		find_slot(m, &out->sink[i].clock);
	}
	return STATUS_OK;
}

enum status ssta_place(struct making *m)
{
	FREED int32_t *last = NULL;

	count_uses(m);
	TRY(make_chains(m));
	TRY(order_ops(m));
	TRY(ALLOC(&last, m->out->n_chains));
	return place_chains(m, last);
}
