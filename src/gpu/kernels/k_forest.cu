/*
 * The suffix forest ([CPG-J], IV-B; [CPG], III-B) by a levelised sweep: one visit of each state
 * instead of the papers' relaxation until nothing changes (that one is in k_paper.cu).
 */
#include "gpu/kernels/kernel.h"
#include "gpu/kernels/touched_bits.h"

/* The least slack of a suffix that begins with arc e, FS_NONE when there is none or e isn't before
 * the end. */
DEVICE_INLINE fs_t FS_NAME(sum_at)(const int32_t *to, const fs_t *weight, const fs_t *dist,
				   int32_t e, int32_t end)
{
	fs_t d, w;

	if (e >= end)
		return FS_NONE;
	d = dist[to[e]];
	w = weight[e];
	return d == FS_NONE || w == FS_NONE ? FS_NONE : d + w;
}

/* What a state takes over from the next one on its suffix, read at once. */
struct FS_NAME(next) {
	fs_t ahead;
	int32_t after, n_deviations, hops, end;
};

DEVICE_INLINE struct FS_NAME(next) FS_NAME(read_next)(const struct device_forest *f, int32_t next)
{
	struct FS_NAME(next) read;

	read.ahead = ((const fs_t *)f->ahead)[next];
	read.after = f->after[next];
	read.n_deviations = f->n_deviations[next];
	read.hops = f->hops[next];
	read.end = f->end ? f->end[next] : -1;
	return read;
}

/* What a state becomes. */
struct FS_NAME(suffix) {
	fs_t dist, ahead;
	int32_t arc, hops, n_deviations, after, end;
};

/* Is it another than what is there? */
DEVICE_INLINE bool FS_NAME(differs)(const struct device_forest *f, int64_t v,
				    const struct FS_NAME(suffix) *s)
{
	return ((const fs_t *)f->dist)[v] != s->dist || ((const fs_t *)f->ahead)[v] != s->ahead ||
	       f->forest[v] != s->arc || f->hops[v] != s->hops ||
	       f->n_deviations[v] != s->n_deviations || f->after[v] != s->after ||
	       (f->end && f->end[v] != s->end);
}

/* The costs of a state's arcs, which are written, and what it becomes, which isn't: in each lane. dist, after, … may be
 * written by the same launch, so no __restrict__. */
DEVICE_INLINE void FS_NAME(find_suffix)(const struct device_graph *graph,
					const struct device_forest *f, int64_t level, int64_t v,
					struct team t, struct FS_NAME(suffix) *out)
{
	const int32_t *__restrict__ row = graph->row;
	const int32_t *__restrict__ to = graph->to;
	const fs_t *__restrict__ weight = (const fs_t *)graph->weight;
	fs_t *__restrict__ delta = (fs_t *)f->delta;
	const fs_t *dist = (const fs_t *)f->dist;
	int32_t begin = row[v] + t.lane, end = row[v + 1];
	int32_t stride = t.width * ARCS_AT_ONCE;
	fs_t best = level == 0 && v >= graph->first_sink ? 0 : FS_NONE;
	fs_t own, least = FS_NONE;
	int32_t arc = INT32_MAX, next = -1, after = -1, n_deviations = 0;
	struct FS_NAME(next) read = {0};

	for (int32_t e = begin; e < end; e += stride) {
		fs_t sum[ARCS_AT_ONCE];

		for (int32_t j = 0; j < ARCS_AT_ONCE; j++)
			sum[j] = FS_NAME(sum_at)(to, weight, dist, e + j * t.width, end);
		for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
			arc = sum[j] < best ? e + j * t.width : arc;
			best = sum[j] < best ? sum[j] : best;
		}
	}
	own = best;
	best = team_min_fs(t, own);
	arc = team_min_32(t, own == best ? arc : INT32_MAX);
	for (int32_t e = begin; e < end; e += t.width) {
		fs_t cost = FS_NAME(sum_at)(to, weight, dist, e, end);

		if (e == arc || cost == FS_NONE) {
			delta[e] = FS_NONE;
			continue;
		}
		cost -= best;
		least = cost < least ? cost : least;
		n_deviations++;
		delta[e] = cost;
	}
	least = team_min_fs(t, least);
	n_deviations = team_sum(t, n_deviations);
	if (arc == INT32_MAX) {
		arc = -1;
	} else {
		next = to[arc];
		read = FS_NAME(read_next)(f, next);
		/* Does the next state have deviations of its own? Then those from it on are more
		 * than those from the state after it on. */
		after = read.after;
		if (read.n_deviations > (after < 0 ? 0 : f->n_deviations[after]))
			after = next;
		n_deviations += read.n_deviations;
		least = read.ahead < least ? read.ahead : least;
	}
	out->dist = best;
	out->ahead = least;
	out->arc = arc;
	out->hops = next < 0 ? 0 : read.hops + 1;
	out->n_deviations = n_deviations;
	out->after = after;
	out->end = best == FS_NONE ? -1 : next < 0 ? (int32_t)v - graph->first_sink : read.end;
}

DEVICE_INLINE void FS_NAME(put_suffix)(const struct device_forest *f, int64_t v,
				       const struct FS_NAME(suffix) *s)
{
	((fs_t *)f->dist)[v] = s->dist;
	f->forest[v] = s->arc;
	f->hops[v] = s->hops;
	f->n_deviations[v] = s->n_deviations;
	f->after[v] = s->after;
	((fs_t *)f->ahead)[v] = s->ahead;
	if (f->end)
		f->end[v] = s->end;
}

/*
 * Item: state, after all its heads. Chooses the arc of least suffix slack, the first of equal
 * ones, then the cost of deviating by each of the others, and the links that let a walk along the
 * forest pass over states without deviations and stop where nothing cheap enough lies ahead.
 *
 * Writes the entries of its own state and of its own arcs; reads those of its heads, which are of
 * lower levels and complete. dist, after, … are read and written in one launch, so no __restrict__.
 *
 * Floor for n states and m arcs of 32-bit times: 28 n + 12 m bytes streamed (row, six outputs; to,
 * weight, delta) and m gathers of dist, one of four arrays per state: on an H200, for 8.6M states
 * and 11.2M arcs, 0.09 ms + 0.3 ms, and a grid barrier of 1 µs a level. Ends, when wanted, are
 * 4 n bytes and a gather more. Measured there: 1.1–1.3 ms for 180 levels, twice that.
 */
TEAM_SWEEP_KERNEL(forest_sweep, k, level, v, t)
{
	const int32_t *__restrict__ row = k->graph.row;
	struct FS_NAME(suffix) suffix;

	if (ASK_AHEAD && v + ASK_AHEAD < k->graph.n_states && row[v] + ASK_AHEAD < k->graph.n_arcs) {
		ask_for(row + v + ASK_AHEAD);
		ask_for(k->graph.to + row[v] + ASK_AHEAD);
		ask_for((const fs_t *)k->graph.weight + row[v] + ASK_AHEAD);
	}
	FS_NAME(find_suffix)(&k->graph, &k->forest, level, v, t, &suffix);
	if (t.lane == 0)
		FS_NAME(put_suffix)(&k->forest, v, &suffix);
}

/*
 * Item: word of states, after their heads: of those whose arcs weigh something else since the forest was made, or
 * whose heads became something else. Floor: 8 bytes a word, and for a state that is touched that of forest_sweep.
 */
TEAM_SWEEP_KERNEL(forest_touched, k, level, i, t)
{
	struct touched_item item = touched_behind(k->touched, &k->words, level, i);

	for (; item.bits; item.bits &= item.bits - 1) {
		int64_t v = item.first + first_bit_64(item.bits);
		struct FS_NAME(suffix) suffix;

		FS_NAME(find_suffix)(&k->graph, &k->forest, level, v, t, &suffix);
		if (t.lane || !FS_NAME(differs)(&k->forest, v, &suffix))
			continue;
		FS_NAME(put_suffix)(&k->forest, v, &suffix);
		for (int32_t j = k->in_row[v]; j < k->in_row[v + 1]; j++)
			touch(k->touched, k->in_from[j]);
	}
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/kernels/k_forest.cu"
#endif
