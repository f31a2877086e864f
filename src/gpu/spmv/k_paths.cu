/*
 * Timing analysis as products ([SpMV], section 4.1), and two ways of ours to the same numbers: the forest that paths deviate from, and
 * products over (min, +) of the whole graph. All of it is whole femtoseconds.
 */
#include "gpu/search/forest_slots.h"
#include "gpu/spmv/device_matrix.h"
#include "gpu/spmv/sta_args.h"

#if FS_BITS == 32

DEVICE_INLINE int64_t lanes_total(struct team t, int64_t sum)
{
	return (int64_t)team_sum_u64(t, (uint64_t)sum);
}

/* Delays of a group whose distances are from its first column. */
DEVICE_INLINE int64_t group_sum(const struct delta_rows *rows, const int32_t *__restrict__ delay,
				int32_t g, struct team t)
{
	const uint16_t *__restrict__ offset = rows->offset;
	const int32_t *__restrict__ at = delay + rows->base[g];
	int32_t end = rows->begin[g + 1];
	int64_t sum = 0;

#ifdef __CUDACC__
#pragma unroll 4
#endif
	for (int32_t e = rows->begin[g] + t.lane; e < end; e += t.width)
		sum += at[offset[e]];
	return sum;
}

/* The same of running ones: lanes add up what the lanes before have come. */
DEVICE_INLINE int64_t running_sum(const struct delta_rows *rows, const int32_t *__restrict__ delay,
				  int32_t g, struct team t)
{
	const uint16_t *__restrict__ offset = rows->offset;
	int32_t at = rows->base[g], end = rows->begin[g + 1];
	int64_t sum = 0;

	for (int32_t first = rows->begin[g]; first < end; first += t.width) {
		int32_t e = first + t.lane, come = e < end ? offset[e] : 0;

#ifdef __CUDACC__
		for (int step = 1; step < CUDA_WARP; step *= 2) {
			int32_t other = __shfl_up_sync(0xffffffffu, come, step);

			come += t.lane >= step ? other : 0;
		}
#endif
		if (e < end)
			sum += delay[at + come];
#ifdef __CUDACC__
		come = __shfl_sync(0xffffffffu, come, CUDA_WARP - 1);
#endif
		at += come;
	}
	return sum;
}

/* Item: row, by a warp. The sum of the delays of its columns. Floor: 2 bytes an entry, 8 a group, 12 a row; 4 gathered an entry, which paths
 * that share pins find near. */
TEAM_KERNEL(delta_sums, k, i, t)
{
	int64_t sum = 0;

	for (int32_t g = k->rows.row[i]; g < k->rows.row[i + 1]; g++)
		sum += k->rows.is_running ? running_sum(&k->rows, k->delay, g, t)
					  : group_sum(&k->rows, k->delay, g, t);
	sum = lanes_total(t, sum);
	if (t.lane == 0)
		k->arrival[i] = sum;
}

#ifdef __CUDACC__

/* DELTA_ROWS rows from `first` on: all waits are for both. */
DEVICE_INLINE void pair_sums(const struct delta_pairs_args *k, int32_t first, struct team t,
			     int64_t *sum)
{
	const uint16_t *__restrict__ offset = k->rows.offset;
	const int32_t *__restrict__ delay = k->delay;
	int32_t base[DELTA_ROWS], e[DELTA_ROWS], n[DELTA_ROWS], most = 0;

	UNROLL(DELTA_ROWS)
	for (int v = 0; v < DELTA_ROWS; v++) {
		bool has = first + v < k->n_rows;

		base[v] = has ? k->rows.base[first + v] : 0;
		e[v] = has ? k->rows.begin[first + v] : 0;
		n[v] = has ? k->rows.begin[first + v + 1] - e[v] : 0;
		most = n[v] > most ? n[v] : most;
	}
	for (int32_t from = t.lane; from - t.lane < most; from += DELTA_AHEAD * t.width) {
		int32_t at[DELTA_ROWS][DELTA_AHEAD];

		UNROLL(DELTA_ROWS)
		for (int v = 0; v < DELTA_ROWS; v++) {
			UNROLL(DELTA_AHEAD)
			for (int u = 0; u < DELTA_AHEAD; u++)
				at[v][u] = from + u * t.width < n[v]
						   ? offset[e[v] + from + u * t.width]
						   : -1;
		}
		UNROLL(DELTA_ROWS)
		for (int v = 0; v < DELTA_ROWS; v++) {
			UNROLL(DELTA_AHEAD)
			for (int u = 0; u < DELTA_AHEAD; u++)
				sum[v] += at[v][u] >= 0 ? delay[base[v] + at[v][u]] : 0;
		}
	}
}

#else

DEVICE_INLINE void pair_sums(const struct delta_pairs_args *k, int32_t first, struct team t,
			     int64_t *sum)
{
	for (int v = 0; v < DELTA_ROWS && first + v < k->n_rows; v++)
		sum[v] = group_sum(&k->rows, k->delay, first + v, t);
}

#endif

/* Item: DELTA_ROWS rows, by a warp, which waits for where they begin, their entries and the delays: half as often a row as delta_sums does, and
 * never for which groups are a row's. Floor: 2 bytes an entry, 16 a row; 4 gathered an entry. */
TEAM_KERNEL(delta_pairs, k, i, t)
{
	int32_t first = DELTA_ROWS * (int32_t)i;
	int64_t sum[DELTA_ROWS] = {0, 0};

	pair_sums(k, first, t, sum);
	UNROLL(DELTA_ROWS)
	for (int v = 0; v < DELTA_ROWS; v++) {
		sum[v] = lanes_total(t, sum[v]);
		if (t.lane == 0 && first + v < k->n_rows)
			k->arrival[first + v] = sum[v];
	}
}

#endif

/* Item: record of a level. A path's slack is that of its parent and what it costs to leave it. Floor: 16 bytes a record, 8 + fs gathered. */
KERNEL(record_slacks, k, i)
{
	int32_t arc = k->arc[i];

	if (k->is_first)
		k->slack[i] = (int64_t)((const fs_t *)k->source_weight)[arc] +
			      ((const fs_t *)k->dist)[k->source_state[arc]];
	else
		k->slack[i] = k->before[k->parent[i]] + FS_NAME(slot_cost)(k->slot, arc);
}

DEVICE_INLINE int64_t FS_NAME(prefix_product_items)(const struct prefix_product_args *k,
						    int64_t phase)
{
	return k->count[phase % LAB_PHASES] ? k->n_states : 0;
}

/* Item: state. The least slack of any path from a source with as many arcs as phases, or fewer. Floor: 20 bytes a state and 8 + fs an arc, 8
 * gathered an arc, each phase. */
LOOP_KERNEL(prefix_product, k, phase, i)
{
	const fs_t *weight = (const fs_t *)k->weight;
	/* by a choice, as an index would have each thread keep a copy of the arguments */
	const int64_t *before = phase % 2 ? k->prefix[1] : k->prefix[0];
	int64_t best = before[i];

	if (i == 0) {
		k->phase_at[2] = phase + 1;
		k->count[(phase + 2) % LAB_PHASES] = 0;
	}
	for (int32_t j = k->in_row[i]; j < k->in_row[i + 1]; j++) {
		int64_t at = before[k->in_from[j]];
		fs_t w = weight[k->in_arc[j]];

		if (at != FS_NONE_64 && w != FS_NONE && at + w < best)
			best = at + w;
	}
	(phase % 2 ? k->prefix[0] : k->prefix[1])[i] = best;
	if (best != before[i])
		k->count[(phase + 1) % LAB_PHASES] = 1;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/spmv/k_paths.cu"
#endif
