/*
 * How many of all paths of a graph have which slack: not the k worst, but all of them, trillions. No path is listed. Each
 * state has a distribution, counts in bins of the sums of all its suffixes, which it gathers from its heads: the
 * distribution of a head, moved by the arc's weight, is what goes on along that arc. It is the counting form of the sweep
 * that makes the suffix forest.
 *
 * Rounding. A weight is no multiple of a bin, and rounding each would give an error that grows with the number of arcs. So
 * bins of a state are relative to a time of its own, `base`, and what is rounded of an arc is only the difference
 *
 *	cost = weight + base[head] - least of these sums of all arcs of the state
 *
 * which is 0 where a state has one arc (those states have no bins of their own, but the head's, `same`), and of the best arc
 * of each other. The shift is the nearest whole number of bins, and the remainder r is at most half a bin. All suffixes that an
 * arc adds are then r + e off their place with |e| <= error[head], and those of the state are in an interval of
 * these; moving `base` to its middle leaves
 *
 *	error[state] <= (largest - least of r +- error[head]) / 2 <= error[head] + width / 4
 *
 * which is computed, exactly, for the weights that there are (`low` and `high`): it is far less than half a bin for each arc.
 * Where all costs are multiples of the width it is 0. A source's bin is not rounded: a path is counted in the bin that has its
 * slack, but for what `beside` says, which is of all paths of the graph. By one bin that is wide enough for everything the same sweep
 * finds the worst and the best slack.
 *
 * Counts exceed 64 bits in real designs, so they are doubles, exact up to 2^53. All are sums of numbers that aren't negative, by
 * one thread in the order of the arcs, so they are the same on all devices, with any number of threads; and no addition is
 * lost to cancellation: the relative error is at most 2^-53 times the number of additions along a path, and that is at most the
 * number of arcs and sources. If the total is below 2^53 all counts are exact.
 *
 * Sums beyond the window of n_bins are dropped; `total` counts suffixes without bins, and the difference is what lies
 * beyond.
 *
 * Memory. Bins of a state are given back after the last level that reads them (`last`); the host places them before
 * (path_counts.c). Near the ends, where states are read longest, suffixes differ little and there are few bins.
 */
#include "gpu/inspect/path_counts_args.h"
#include "gpu/kernel/kernel.h"

/* Is there anything ahead by an arc? */
DEVICE_INLINE bool FS_NAME(path_leads)(const struct path_shifts_args *k, int32_t e)
{
	return ((const fs_t *)k->graph.weight)[e] != FS_NONE && k->state.same[k->graph.to[e]] >= 0;
}

DEVICE_INLINE int64_t FS_NAME(path_base_by)(const struct path_shifts_args *k, int32_t e)
{
	return ((const fs_t *)k->graph.weight)[e] + k->state.base[k->graph.to[e]];
}

/* What is known of a state: the least base by an arc, the range of what suffixes are off, bins, arcs with something ahead, and whose
 * bins there are by one of these. */
struct FS_NAME(path_place) {
	int64_t first, low, high, n_bin;
	int32_t n_arcs, only;
};

/* Its arcs' shifts, and by them the rest of the place. */
DEVICE_INLINE void FS_NAME(path_shift_arcs)(const struct path_shifts_args *k, int64_t level, int64_t v,
					    struct FS_NAME(path_place) * p, struct team t)
{
	int64_t moved = 0;

	for (int32_t e = k->graph.row[v] + t.lane; e < k->graph.row[v + 1]; e += t.width) {
		int32_t to = k->graph.to[e];
		int64_t cost, bins, rest, n;

		k->shift[e] = -1;
		if (!FS_NAME(path_leads)(k, e))
			continue;
		cost = FS_NAME(path_base_by)(k, e) - p->first;
		bins = (cost + k->width / 2) / k->width;
		rest = cost - bins * k->width;
		p->low = rest + k->state.low[to] < p->low ? rest + k->state.low[to] : p->low;
		p->high = rest + k->state.high[to] > p->high ? rest + k->state.high[to] : p->high;
		if (bins >= k->n_bins)
			continue;
		k->shift[e] = (int32_t)bins;
		n = bins + k->state.n_bin[to] < k->n_bins ? bins + k->state.n_bin[to] : k->n_bins;
		p->n_bin = n > p->n_bin ? n : p->n_bin;
		moved += n - bins;
		if (p->n_arcs > 1)
			atomic_max_32(&k->last[k->state.same[to]], (int32_t)level);
	}
	p->low = team_min_64(t, p->low);
	p->high = team_max(t, p->high);
	p->n_bin = team_max(t, p->n_bin);
	moved = (int64_t)team_sum_u64(t, (uint64_t)moved);
	if (t.lane == 0 && p->n_arcs > 1)
		atomic_add_i64(k->moved, moved + p->n_bin);
}

/* Item: state, after its heads. Where its bins are, how many it has, and its arcs' shifts. Floor of a state: 44 bytes; of an
 * arc: 8 and a time, 40 of its head, and 4 written there. */
TEAM_SWEEP_KERNEL(path_shifts, k, level, v, t)
{
	const struct device_graph *g = &k->graph;
	bool ends = v >= g->first_sink && v < g->first_sink + g->n_sinks;
	struct FS_NAME(path_place) p = {FS_NONE_64, FS_NONE_64, -FS_NONE_64, ends, 0, ends ? (int32_t)v : -1};
	double total = ends ? 1 : 0;
	int64_t middle;

	for (int32_t e = g->row[v] + t.lane; e < g->row[v + 1]; e += t.width) {
		if (!FS_NAME(path_leads)(k, e))
			continue;
		middle = FS_NAME(path_base_by)(k, e);
		p.first = middle < p.first ? middle : p.first;
		p.only = k->state.same[g->to[e]];
		p.n_arcs++;
	}
	p.first = team_min_64(t, p.first);
	p.n_arcs = team_sum(t, p.n_arcs);
	p.only = (int32_t)team_max(t, p.only);
	FS_NAME(path_shift_arcs)(k, level, v, &p, t);
	if (t.lane != 0)
		return;
	for (int32_t e = g->row[v]; e < g->row[v + 1]; e++)
		total += FS_NAME(path_leads)(k, e) ? k->state.total[g->to[e]] : 0;
	if (p.n_arcs == 0)
		p.first = p.low = p.high = 0;
	middle = (p.low + p.high) / 2;
	k->state.total[v] = total;
	k->state.base[v] = p.first + middle;
	k->state.low[v] = p.low - middle;
	k->state.high[v] = p.high - middle;
	k->state.same[v] = p.n_arcs > 1 ? (int32_t)v : p.only;
	k->state.n_bin[v] = (int32_t)p.n_bin;
}

/* Item: source. The bin of all paths where its state's begin. Floor: 16 bytes and a time, 40 of its state, 4 written there. */
KERNEL(path_begins, k, s)
{
	int32_t v = k->graph.source_state[s];
	fs_t w = ((const fs_t *)k->graph.source_weight)[s];
	int64_t from, bin, rest;

	k->shift[s] = -1;
	k->begins[s] = 0;
	if (w == FS_NONE || k->state.same[v] < 0)
		return;
	k->begins[s] = k->state.total[v];
	from = w + k->state.base[v] - k->low;
	bin = from < 0 ? 0 : from / k->width;
	rest = from - bin * k->width;
	atomic_min_64(&k->beside[0], rest + k->state.low[v]);
	atomic_min_64(&k->beside[1], k->width - 1 - rest - k->state.high[v]);
	if (bin >= k->n_bins)
		return;
	k->shift[s] = (int32_t)bin;
	atomic_max_32(&k->last[k->state.same[v]], k->n_levels);
}

#if FS_BITS == 32
/* Bins that a lane sums at once. */
#ifdef __CUDACC__
enum { BINS_AT_ONCE = 4 };
#else
enum { BINS_AT_ONCE = 128 };
#endif

/* Add the bins at `in`, of which there are n, from the at-th on. */
DEVICE_INLINE void add_bins(const double *in, int32_t n, int32_t at, int32_t stride, double *sum)
{
#ifdef __CUDACC__
	for (int32_t j = 0; j < BINS_AT_ONCE; j++) {
		int32_t b = at + j * stride;

		if (b >= 0 && b < n)
			sum[j] += in[b];
	}
#else
	int32_t end = n - at < BINS_AT_ONCE ? n - at : BINS_AT_ONCE;

	(void)stride;
	for (int32_t j = at < 0 ? -at : 0; j < end; j++)
		sum[j] += in[at + j];
#endif
}

/* Arcs, or sources: their heads, and how far the bins of these are moved. */
struct bin_arcs {
	const int32_t *to, *shift;
	int64_t begin, end;
};

/* n bins at `out`: of each arc those of its head, moved. */
DEVICE_INLINE void gather_bins(const struct path_bins *p, const struct bin_arcs *arcs, int32_t n, double *out,
			       struct team t)
{
	for (int32_t b = t.lane; b < n; b += BINS_AT_ONCE * t.width) {
		double sum[BINS_AT_ONCE];

		for (int32_t j = 0; j < BINS_AT_ONCE; j++)
			sum[j] = 0;
		for (int64_t e = arcs->begin; e < arcs->end; e++) {
			int32_t s = arcs->shift[e], to = arcs->to[e];

			if (s >= 0)
				add_bins(p->bins + p->place[to], p->n_bin[to], b - s, t.width, sum);
		}
		for (int32_t j = 0; j < BINS_AT_ONCE && b + j * t.width < n; j++)
			out[b + j * t.width] = sum[j];
	}
}

/* Item: state of a level, whose heads have their bins. Floor: 12 bytes, and of states with bins of their own 8 a bin, 8 an
 * arc, 12 of its head and 8 of each bin there. */
TEAM_KERNEL(path_level_bins, k, i, t)
{
	int64_t v = k->first + i;
	struct bin_arcs arcs = {k->graph.to, k->shift, k->graph.row[v], k->graph.row[v + 1]};
	double *out = k->state.bins + k->state.place[v];

	if (k->state.same[v] != v)
		return;
	if (v >= k->graph.first_sink && v < k->graph.first_sink + k->graph.n_sinks) {
		if (t.lane == 0)
			*out = 1;
	} else {
		gather_bins(&k->state, &arcs, k->state.n_bin[v], out, t);
	}
}

/* Item: some sources one after another. Their paths in the bins of all. Floor: 8 bytes a bin; of a source 16, 12 of its state
 * and 8 of each bin there. */
TEAM_KERNEL(path_source_bins, k, i, t)
{
	struct bin_arcs arcs = {k->graph.source_state, k->shift, i * k->each, (i + 1) * k->each};
	double total = 0;

	arcs.end = arcs.end < k->graph.n_sources ? arcs.end : k->graph.n_sources;
	gather_bins(&k->state, &arcs, k->n_bins, k->out + i * k->n_bins, t);
	if (t.lane != 0)
		return;
	for (int64_t s = arcs.begin; s < arcs.end; s++)
		total += k->begins[s];
	k->total[i] = total;
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/inspect/k_path_counts.cu"
#endif
