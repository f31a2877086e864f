/*
 * What the kernels of [CPG-J], section VI, in k_fused.cu and k_dynamic.cu share: scans of a
 * block, counting and expanding parents, the merge sort of a block's children, and merges of sorted
 * runs. No guard: a kernel file includes it once for each width of times.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/merge_path.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/path_walk.h"

#if FS_BITS == 32

/*
 * Inclusive sums of FUSED_PARENTS numbers in shared memory, in place, by Brent and Kung's scan:
 * sums of 2, 4, 8, … go up a tree, then down to what is in between. It fits two numbers a thread,
 * makes 2 n additions where Kogge and Stone's makes n log n, and in a round no number is read by
 * one thread and written by another, so it needs no second buffer and any width of block is
 * correct.
 */
DEVICE_INLINE void block_scan(struct block b, int64_t *sum)
{
	for (int32_t step = 1; step < FUSED_PARENTS; step *= 2) {
		block_barrier(b);
		for (int32_t i = 2 * step * (b.thread + 1) - 1; i < FUSED_PARENTS;
		     i += 2 * step * b.width)
			sum[i] += sum[i - step];
	}
	for (int32_t step = FUSED_PARENTS / 4; step > 0; step /= 2) {
		block_barrier(b);
		for (int32_t i = 2 * step * (b.thread + 1) - 1; i + step < FUSED_PARENTS;
		     i += 2 * step * b.width)
			sum[i + step] += sum[i];
	}
	block_barrier(b);
}

/*
 * The same by Kogge and Stone's scan, the other one that the paper names: in round r each number
 * adds the one 2^r before it, which makes log n rounds of n additions. All numbers are read and
 * written in each round, hence the second buffer; all threads have work in each round, whereas
 * Brent and Kung's scan leaves more and more idle.
 */
DEVICE_INLINE void block_scan_steps(struct block b, int64_t *sum, int64_t *spare)
{
	int64_t *from = sum, *to = spare;

	for (int32_t step = 1; step < FUSED_PARENTS; step *= 2) {
		int64_t *other = from;

		block_barrier(b);
		for (int32_t i = b.thread; i < FUSED_PARENTS; i += b.width)
			to[i] = from[i] + (i >= step ? from[i - step] : 0);
		from = to;
		to = other;
	}
	block_barrier(b);
	for (int32_t i = b.thread; from != sum && i < FUSED_PARENTS; i += b.width)
		sum[i] = from[i];
	block_barrier(b);
}

#endif

/* ---- parents ---- */

DEVICE_INLINE int32_t FS_NAME(count_parent)(const struct fused_parents *parents, int64_t i)
{
	const fs_t *__restrict__ dist = (const fs_t *)parents->dist;
	int64_t record = parents->first + i;
	int32_t v;

	if (parents->level == 0)
		return FS_NAME(source_slack)(&parents->graph, dist, record) != FS_NONE;
	v = FS_NAME(head_state)(&parents->graph, parents->record.arc, record, parents->level == 1);
	return FS_NAME(count_walk)(&parents->graph, dist, parents->forest, v);
}

/* Shared memory for the counts of a block of parents. */
struct FS_NAME(count_shared) {
	int64_t sum[FUSED_PARENTS], spare[FUSED_PARENTS];
};

/*
 * Count the children of each parent of a block and leave the inclusive sums of the counts in
 * shared->sum; write where each parent's children begin within the block. A thread's parents are
 * evenly spaced, so that those of a warp are neighbours.
 */
DEVICE_INLINE void FS_NAME(count_and_scan)(const struct fused_parents *parents, int32_t scan,
					   int64_t *offset, int64_t block, struct block b,
					   struct FS_NAME(count_shared) * shared)
{
	int64_t first = block * FUSED_PARENTS, *sum = shared->sum;

	for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width)
		sum[p] = first + p < parents->n ? FS_NAME(count_parent)(parents, first + p) : 0;
	if (scan == SCAN_KOGGE_STONE)
		block_scan_steps(b, sum, shared->spare);
	else
		block_scan(b, sum);
	for (int32_t p = b.thread; p < FUSED_PARENTS && first + p < parents->n; p += b.width)
		offset[first + p] = p > 0 ? sum[p - 1] : 0;
}

DEVICE_INLINE void FS_NAME(expand_parent)(const struct fused_parents *parents, int64_t i,
					  const struct device_records *child, int64_t at)
{
	const fs_t *__restrict__ dist = (const fs_t *)parents->dist;
	int64_t record = parents->first + i;
	fs_t slack;

	if (parents->level > 0) {
		FS_NAME(expand_walk)
		(&parents->graph, dist, parents->forest, &parents->record, record,
		 parents->level == 1, child, at);
		return;
	}
	slack = FS_NAME(source_slack)(&parents->graph, dist, record);
	if (slack == FS_NONE)
		return;
	((fs_t *)child->slack)[at] = slack;
	child->parent[at] = -1;
	child->arc[at] = (int32_t)record;
}

/* ---- the children of a block, sorted ---- */

/* A tile in shared memory, with two buffers to sort between. */
struct FS_NAME(expand_and_merge_shared) {
	fs_t slack[2][FUSED_TILE];
	int32_t place[2][FUSED_TILE]; /* in the unsorted tile */
};

/*
 * Merge the sorted runs of `run` slacks each in buffer `from` by twos into the other buffer. Each
 * thread writes an equal part of that, wherever it lies, and finds where to begin in both runs of a
 * pair by the rank that it begins with (the co-rank of Kirk and Hwu).
 */
DEVICE_INLINE void FS_NAME(merge_runs)(struct block b,
				       struct FS_NAME(expand_and_merge_shared) * tile, int from,
				       int32_t run, int32_t n)
{
	int32_t share = (n + b.width - 1) / b.width;
	int32_t o = b.thread * share < n ? b.thread * share : n;
	int32_t stop = n - o < share ? n : o + share;

	while (o < stop) {
		int32_t begin = o & -(2 * run), left = n - begin; /* run is a power of 2 */
		int32_t n_a = left < run ? left : run;
		int32_t n_c = left - n_a < run ? left - n_a : run;
		int32_t end = begin + n_a + n_c < stop ? begin + n_a + n_c : stop;
		const fs_t *a = tile->slack[from] + begin, *c = a + n_a;
		int32_t i =
			(int32_t)FS_NAME(merge_partition)(team_of_one(), a, n_a, c, n_c, o - begin);
		int32_t j = o - begin - i;

		for (; o < end; o++) {
			bool first = j >= n_c || (i < n_a && a[i] <= c[j]);
			int32_t at = begin + (first ? i : n_a + j);

			tile->slack[!from][o] = tile->slack[from][at];
			tile->place[!from][o] = tile->place[from][at];
			i += first;
			j += !first;
		}
	}
}

/* Sort n children from place `begin` on, of a block that begins at block_begin. */
DEVICE_INLINE void FS_NAME(sort_tile)(const struct expand_and_merge_args *k, int64_t block,
				      int64_t block_begin, int64_t begin, int32_t n, struct block b,
				      struct FS_NAME(expand_and_merge_shared) * tile)
{
	const fs_t *slack = (const fs_t *)k->child.slack;
	int from = 0;

	for (int32_t t = b.thread; t < n; t += b.width) {
		tile->slack[0][t] = slack[begin + t];
		tile->place[0][t] = t;
	}
	for (int32_t run = 1; run < n; run *= 2, from = !from) {
		block_barrier(b);
		FS_NAME(merge_runs)(b, tile, from, run, n);
	}
	block_barrier(b);
	for (int32_t t = b.thread; t < n; t += b.width) {
		((fs_t *)k->sorted.slack)[begin + t] = tile->slack[from][t];
		k->sorted.place[begin + t] = (int32_t)(begin - block_begin) + tile->place[from][t];
		k->sorted.block[begin + t] = (int32_t)block;
	}
	/* No barrier: for the next tile a thread overwrites just what it has read here. */
}

/*
 * Sort the children of a block tile by tile, and write where each run begins. The runs of a block
 * that begins at place x are numbered from x / FUSED_TILE + block on, the last ones empty, so that
 * no thread counts others' runs. The last block also writes where the last run ends. Block 0 has
 * the children of earlier batches.
 */
DEVICE_INLINE void FS_NAME(sort_block)(const struct expand_and_merge_args *k, int64_t block,
				       struct block b,
				       struct FS_NAME(expand_and_merge_shared) * tile)
{
	int64_t begin = k->begin[block];
	int64_t end = k->begin[block + 1] < k->n_child ? k->begin[block + 1] : k->n_child;
	int64_t run = begin / FUSED_TILE + block, next = end / FUSED_TILE + block + 1;

	for (int64_t at = begin; at < end; at += FUSED_TILE) {
		int32_t n = end - at < FUSED_TILE ? (int32_t)(end - at) : FUSED_TILE;

		FS_NAME(sort_tile)(k, block, begin, at, n, b, tile);
	}
	for (int64_t r = run + b.thread; r < next; r += b.width) {
		int64_t at = begin + (r - run) * FUSED_TILE;

		k->run[r] = at < end ? at : end;
	}
	if (b.thread == 0 && block == k->n_blocks)
		k->run[next] = end;
}

/* ---- pairs of runs, merged ---- */

#if FS_BITS == 32

/* Two neighbouring runs: begin … middle − 1 and middle … end − 1. */
struct run_pair {
	int64_t begin, middle, end;
};

/* Pair number `pair` of a round, in which a run consists of `stride` original ones; runs beyond
 * n_runs are empty. */
DEVICE_INLINE struct run_pair pair_of_runs(const int64_t *run, int64_t n_runs, int64_t stride,
					   int64_t pair)
{
	int64_t first = 2 * stride * pair, middle = first + stride, end = middle + stride;
	struct run_pair p;

	p.begin = run[first < n_runs ? first : n_runs];
	p.middle = run[middle < n_runs ? middle : n_runs];
	p.end = run[end < n_runs ? end : n_runs];
	return p;
}

#endif

struct FS_NAME(merge_tile_shared) {
	fs_t slack[FUSED_TILE]; /* the tile's part of the left run, then that of the right one */
};

/*
 * Write tile `tile` of the merge of a pair, if it is that long. Each warp finds the tile's parts of
 * both runs by two searches; they are loaded side by side, and each thread merges its share. Of
 * equal slacks the left one comes first.
 */
DEVICE_INLINE void FS_NAME(merge_tile)(const struct device_sorted *in,
				       const struct device_sorted *out, struct run_pair pair,
				       int64_t tile, struct block b,
				       struct FS_NAME(merge_tile_shared) * shared)
{
	struct team team = block_team(b);
	int64_t n_a = pair.middle - pair.begin, n_c = pair.end - pair.middle;
	int64_t begin = tile * FUSED_TILE;
	int64_t end = n_a + n_c - begin < FUSED_TILE ? n_a + n_c : begin + FUSED_TILE;
	const fs_t *a = (const fs_t *)in->slack + pair.begin, *c = a + n_a;
	int64_t a_begin, c_begin;
	int32_t n, n_left, share, o, stop, i, j;

	if (begin >= end)
		return;
	a_begin = FS_NAME(merge_partition)(team, a, n_a, c, n_c, begin);
	c_begin = begin - a_begin;
	n = (int32_t)(end - begin);
	n_left = (int32_t)(FS_NAME(merge_partition)(team, a, n_a, c, n_c, end) - a_begin);
	for (int32_t t = b.thread; t < n; t += b.width)
		shared->slack[t] = t < n_left ? a[a_begin + t] : c[c_begin + t - n_left];
	block_barrier(b);
	share = (n + b.width - 1) / b.width;
	o = b.thread * share < n ? b.thread * share : n;
	stop = n - o < share ? n : o + share;
	i = (int32_t)FS_NAME(merge_partition)(team_of_one(), shared->slack, n_left,
					      shared->slack + n_left, n - n_left, o);
	for (j = o - i; o < stop; o++) {
		bool from_left = j >= n - n_left ||
				 (i < n_left && shared->slack[i] <= shared->slack[n_left + j]);
		int64_t from = from_left ? pair.begin + a_begin + i : pair.middle + c_begin + j;
		int64_t to = pair.begin + begin + o;

		((fs_t *)out->slack)[to] = shared->slack[from_left ? i : n_left + j];
		out->place[to] = in->place[from];
		out->block[to] = in->block[from];
		i += from_left;
		j += !from_left;
	}
}
