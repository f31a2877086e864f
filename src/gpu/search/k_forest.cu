/*
 * The suffix forest ([CPG-J], IV-B; [CPG], III-B) by a levelised sweep: one visit of each state
 * instead of the papers' relaxation until nothing changes (that one is in k_paper.cu).
 */
#include "gpu/search/forest_slots.h"
#include "gpu/search/search_args.h"
#include "gpu/timing/touched_sweep.h"

/* Weight plus distance of the head for arcs e, e + stride, …, FS_NONE from `end` on. In a flow,
 * waits for the heads' distances: all lanes of the warp together, or each lane for its own. */
DEVICE_INLINE void FS_NAME(sums_at)(const struct device_graph *graph, const fs_t *dist, int32_t e,
				    int32_t end, int stride, bool together, fs_t *sum)
{
	const int32_t *__restrict__ to = graph->to;
	const fs_t *__restrict__ weight = (const fs_t *)graph->weight;
	const fs_t *at[ARCS_AT_ONCE];
	fs_t w[ARCS_AT_ONCE];

	for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
		bool is_there = e + j * stride < end;

		at[j] = is_there ? dist + to[e + j * stride] : dist;
		w[j] = is_there ? weight[e + j * stride] : FS_NONE;
	}
	for (int32_t j = 0; j < ARCS_AT_ONCE; j++)
		sum[j] = w[j] == FS_NONE ? FS_NONE : flow_peek(at[j]);
	if (together)
		flow_wait(at, sum, ARCS_AT_ONCE);
	for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
		if (!together)
			sum[j] = flow_wait_alone(at[j], sum[j]);
		sum[j] = sum[j] == FS_NONE ? FS_NONE : sum[j] + w[j];
	}
}

/* A state's values that derive from those of the next state on its suffix. */
struct FS_NAME(next) {
	int32_t first, n_deviations, hops, end;
};

DEVICE_INLINE struct FS_NAME(next) FS_NAME(read_next)(const struct device_forest *f, int32_t next)
{
	struct FS_NAME(next) read;

	read.first = flow_peek_32(f->first + next);
	read.n_deviations = flow_peek_32(f->n_deviations + next);
	read.hops = flow_peek_32(f->hops + next);
	read.end = f->end ? flow_peek_32(f->end + next) : -1;
	read.first = flow_wait_alone_32(f->first + next, read.first);
	read.n_deviations = flow_wait_alone_32(f->n_deviations + next, read.n_deviations);
	read.hops = flow_wait_alone_32(f->hops + next, read.hops);
	if (f->end)
		read.end = flow_wait_alone_32(f->end + next, read.end);
	return read;
}

/* The least cost of a deviation on the suffix of the state with first arc `first`; FS_NONE if that
 * is -1. */
DEVICE_INLINE fs_t FS_NAME(read_ahead)(const struct device_forest *f, int32_t first)
{
	const fs_t *ahead;

	if (first < 0)
		return FS_NONE;
	ahead = &FS_NAME(slot_at)(f->slot, first)->ahead;
	return flow_wait_alone(ahead, flow_peek(ahead));
}

/* The new values of a state. */
struct FS_NAME(suffix) {
	fs_t dist;
	int32_t arc, hops, n_deviations, first, end;
	bool deviates; /* it has deviation arcs: then of its slot */
	fs_t ahead;
	int32_t next;
};

/* Do the new values of a state differ from those stored? A state without deviations has no slot to
 * compare. */
DEVICE_INLINE bool FS_NAME(differs)(const struct device_forest *f, int64_t v,
				    const struct FS_NAME(suffix) * s)
{
	const struct FS_NAME(forest_slot) *slot = FS_NAME(slot_at)(f->slot, s->first);

	if (s->deviates ? slot->ahead != s->ahead || slot->next != s->next : s->first >= 0)
		return true;
	return ((const fs_t *)f->dist)[v] != s->dist || f->forest[v] != s->arc ||
	       f->hops[v] != s->hops || f->n_deviations[v] != s->n_deviations ||
	       f->first[v] != s->first || (f->end && f->end[v] != s->end);
}

/* What those before it on a suffix derive theirs from. */
DEVICE_INLINE void FS_NAME(put_links)(const struct device_forest *f, int64_t v, const struct FS_NAME(suffix) * s)
{
	flow_put_32(f->first + v, s->first);
	flow_put_32(f->n_deviations + v, s->n_deviations);
	flow_put_32(f->hops + v, s->hops);
	if (f->end)
		flow_put_32(f->end + v, s->end);
}

/*
 * Write the deviation costs of a state's arcs, and compute (in each lane) but don't write the
 * state's new values. In a flow all lanes of the warp call this together, also those without a
 * state (−1).
 */
DEVICE_INLINE void FS_NAME(find_suffix)(const struct device_graph *graph,
					const struct device_forest *f, int64_t level, int64_t v,
					struct team t, bool flows, struct FS_NAME(suffix) * out)
{
	const int32_t *__restrict__ row = graph->row;
	const fs_t *dist = (const fs_t *)f->dist;
	int32_t begin = v < 0 ? 0 : row[v] + t.lane, end = v < 0 ? 0 : row[v + 1];
	int32_t stride = t.width * ARCS_AT_ONCE;
	fs_t best = level == 0 && v >= graph->first_sink ? 0 : FS_NONE;
	fs_t own, least = FS_NONE, rest = FS_NONE, sum[ARCS_AT_ONCE];
	int32_t arc = INT32_MAX, n_own = 0, first = v < 0 ? 0 : row[v];
	struct FS_NAME(next) read = {-1, 0, -1, -1};

	FS_NAME(sums_at)(graph, dist, begin, end, t.width, flows, sum);
	for (int32_t e = begin; e < end; e += stride) {
		if (e > begin)
			FS_NAME(sums_at)(graph, dist, e, end, t.width, false, sum);
		for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
			arc = sum[j] < best ? e + j * t.width : arc;
			best = sum[j] < best ? sum[j] : best;
		}
	}
	own = best;
	best = team_min_fs(t, own);
	arc = team_min_32(t, own == best ? arc : INT32_MAX);
	if (flows && v >= 0 && t.lane == 0)
		flow_put((fs_t *)f->dist + v, best); /* early, as all depends on it */
	for (int32_t e = begin; e < end; e += stride) {
		if (begin + stride < end) /* there are more than those that were read last */
			FS_NAME(sums_at)(graph, dist, e, end, t.width, false, sum);
		for (int32_t j = 0; j < ARCS_AT_ONCE && e + j * t.width < end; j++) {
			int32_t at = e + j * t.width;
			fs_t cost = at == arc || sum[j] == FS_NONE ? FS_NONE : sum[j] - best;

			least = cost < least ? cost : least;
			rest = at >= first + 2 && cost < rest ? cost : rest;
			n_own += cost != FS_NONE;
			FS_NAME(put_cost)(f->slot, at, cost, at == end - 1);
		}
	}
	least = team_min_fs(t, least);
	n_own = team_sum(t, n_own);
	if (FS_NAME(rest_has_least)(first, end)) {
		rest = team_min_fs(t, rest);
		if (t.lane == 0)
			FS_NAME(slot_at)(f->slot, first + 2)->ahead = rest;
	}
	if (flows && n_own > 0 && t.lane == 0)
		flow_put_32(f->first + v, first); /* whatever comes next */
	if (arc == INT32_MAX)
		arc = -1;
	else
		read = FS_NAME(read_next)(f, graph->to[arc]);
	out->dist = best;
	out->arc = arc;
	out->hops = read.hops + 1;
	out->n_deviations = read.n_deviations + n_own;
	out->first = n_own > 0 ? first : read.first;
	out->end = best == FS_NONE ? -1 : arc < 0 ? (int32_t)v - graph->first_sink : read.end;
	out->deviates = n_own > 0;
	out->ahead = FS_NONE;
	out->next = -1;
	if (flows && v >= 0 && t.lane == 0)
		FS_NAME(put_links)(f, v, out);
	if (out->deviates) {
		fs_t ahead = FS_NAME(read_ahead)(f, read.first);

		out->next = read.first;
		out->ahead = ahead < least ? ahead : least;
	}
}

/* All but the dist and the links, which a flow has put before. */
DEVICE_INLINE void FS_NAME(put_suffix)(const struct device_forest *f, int64_t v,
				       const struct FS_NAME(suffix) * s)
{
	if (s->deviates) {
		struct FS_NAME(forest_slot) *slot = FS_NAME(slot_at)(f->slot, s->first);

		slot->next = s->next;
		flow_put(&slot->ahead, s->ahead);
	}
	f->forest[v] = s->arc;
}

DEVICE_INLINE void FS_NAME(forest_sweep_unwrite)(const struct forest_sweep_args *k, int64_t v)
{
	((fs_t *)k->forest.dist)[v] = UNWRITTEN;
	if (k->graph.row[v] + 2 <= k->graph.row[v + 1])
		FS_NAME(slot_at)(k->forest.slot, k->graph.row[v])->ahead = UNWRITTEN;
	k->forest.first[v] = UNWRITTEN_32;
	k->forest.n_deviations[v] = UNWRITTEN_32;
	k->forest.hops[v] = UNWRITTEN_32;
	if (k->forest.end)
		k->forest.end[v] = UNWRITTEN_32;
}

/*
 * Item: state, after all its heads. Chooses the arc of least suffix slack, the first of equal
 * ones, then the cost of deviating by each of the others, and the links that let a walk along the
 * forest pass over states without deviations and stop where nothing cheap enough lies ahead.
 *
 * Writes the entries of its own state and of its own arcs; waits for those of its heads, which are of
 * lower levels. dist, first, … are read and written in one launch, so no __restrict__.
 *
 * Floor for n states and m arcs of 32-bit times: 24 n + 12 m bytes streamed (row, five outputs; to,
 * weight, cost), 16 n to mark them before, and m gathers of dist, one of three arrays per state, and a link of 8 bytes,
 * written and gathered, of those with deviations: on an H200, for 7.9M states and 9.5M arcs, 0.12 ms + 0.2 ms, and for
 * each of 180 levels the way of a value through the second cache, estimated as 0.6 µs. Ends, when wanted, are 4 n bytes
 * and a gather more. Measured there: 0.70 ms; with a barrier between levels it was 1.47 ms, of which narrow levels were
 * 1.0.
 */
FLOW_TEAM_SWEEP_KERNEL(forest_sweep, k, level, v, t)
{
	const int32_t *__restrict__ row = k->graph.row;
	struct FS_NAME(suffix) suffix;

	if (ASK_AHEAD && v >= 0 && v + ASK_AHEAD < k->graph.n_states &&
	    row[v] + ASK_AHEAD < k->graph.n_arcs) {
		ask_for(row + v + ASK_AHEAD);
		ask_for(k->graph.to + row[v] + ASK_AHEAD);
		ask_for((const fs_t *)k->graph.weight + row[v] + ASK_AHEAD);
	}
	FS_NAME(find_suffix)(&k->graph, &k->forest, level, v, t, true, &suffix);
	if (v >= 0 && t.lane == 0)
		FS_NAME(put_suffix)(&k->forest, v, &suffix);
}

/*
 * Item: touched state, after its heads: one whose arcs weigh something else since the forest was made, or whose heads
 * became something else. Floor: that of forest_sweep.
 */
TOUCHED_SWEEP_KERNEL(forest_touched, k, level, v, t)
{
	struct FS_NAME(suffix) suffix;

	FS_NAME(find_suffix)(&k->graph, &k->forest, level, v, t, false, &suffix);
	if (t.lane || !FS_NAME(differs)(&k->forest, v, &suffix))
		return;
	((fs_t *)k->forest.dist)[v] = suffix.dist;
	FS_NAME(put_links)(&k->forest, v, &suffix);
	FS_NAME(put_suffix)(&k->forest, v, &suffix);
	for (int32_t j = k->in_row[v]; j < k->in_row[v + 1]; j++)
		touch_state(&k->sweep, k->in_from[j], level + 1);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_forest.cu"
#endif
