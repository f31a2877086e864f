/*
 * The suffix forest ([CPG-J], IV-B; [CPG], III-B) by a levelised sweep: one visit of each state
 * instead of the papers' relaxation until nothing changes (that one is in k_paper.cu).
 */
#include "gpu/kernels/kernel.h"

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

/*
 * Item: state, behind all its heads. Chooses the arc of least suffix slack, the first of equal
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
	const int32_t *__restrict__ to = k->graph.to;
	const fs_t *__restrict__ weight = (const fs_t *)k->graph.weight;
	fs_t *__restrict__ delta = (fs_t *)k->forest.delta;
	const struct device_forest *f = &k->forest;
	fs_t *dist = (fs_t *)f->dist;
	fs_t *ahead = (fs_t *)f->ahead;
	int32_t begin = row[v] + t.lane, end = row[v + 1];
	int32_t stride = t.width * ARCS_AT_ONCE;
	fs_t best = level == 0 && v >= k->graph.first_sink ? 0 : FS_NONE;
	fs_t own, least = FS_NONE;
	int32_t arc = INT32_MAX, next = -1, after = -1, n_deviations = 0;
	struct FS_NAME(next) read = {0};

	if (ASK_AHEAD && v + ASK_AHEAD < k->graph.n_states && row[v] + ASK_AHEAD < k->graph.n_arcs) {
		ask_for(row + v + ASK_AHEAD);
		ask_for(to + row[v] + ASK_AHEAD);
		ask_for(weight + row[v] + ASK_AHEAD);
	}
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
	if (t.lane)
		return;
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
	dist[v] = best;
	f->forest[v] = arc;
	f->hops[v] = next < 0 ? 0 : read.hops + 1;
	f->n_deviations[v] = n_deviations;
	f->after[v] = after;
	ahead[v] = least;
	if (!f->end)
		return;
	f->end[v] = best == FS_NONE ? -1 : next < 0 ? (int32_t)v - k->graph.first_sink : read.end;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/kernels/k_forest.cu"
#endif
