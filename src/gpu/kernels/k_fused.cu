/*
 * The pipeline of [CPG-J], section VI ("fine-grained optimizations"), as printed: a block of
 * threads counts and scans at once, then expands its parents' children and merge-sorts them at
 * once; sorted blocks are merged by twos as a tree. What is sorted is a structure of arrays of
 * slack, place within the block and block; the records themselves move once, at the end.
 *
 * What differs from the print:
 * - Both scans that the paper names are here; each thread has FUSED_PARENTS / width parents, evenly spaced
 *   ("thread coarsening").
 * - No cudaMalloc by a thread of the block. Blocks' children follow one another in one array,
 *   for which a scan of the blocks' totals (place_blocks) looks ahead. So both fused kernels remain
 *   two, as the host must hear of the total between them, and offsets go from one to the other by
 *   global memory.
 * - A block's children may be any number, but shared memory holds a tile of them. A block with more
 *   leaves a sorted run for each tile, and the tree merges runs, of a block or of different ones.
 * - No kernel launches kernels: the host queues a launch for each round of the tree, without
 *   waiting in between. Each does all its pairs of runs, as many items as the lengths of both need:
 *   these are the grids that listing 3 launches for one pair each, put together. The lengths of
 *   runs are known from the places of blocks, so none are updated.
 * - Merges take the left run first among equals, so that the order of emission stays.
 *
 * Nothing here races: blocks write places of their own, and within one, barriers part what threads
 * write from what others read.
 */
#include "gpu/kernels/kernel.h"
#include "gpu/kernels/merge_path.h"
#include "gpu/kernels/path_walk.h"

#if FS_BITS == 32

/*
 * Inclusive sums of FUSED_PARENTS numbers in shared memory, in place, by Brent and Kung's scan:
 * sums of 2, 4, 8, … go up a tree, then down to what is in between. It fits two numbers a thread,
 * adds 2 n times where Kogge and Stone's adds n log n times, and no number is read and written in
 * the same round, so that it needs no second buffer and is right for a block of any width.
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
 * The same by Kogge and Stone's scan, the other one that the paper names: each number takes the one 1, 2, 4, …
 * before it, so in log n rounds of n additions. All are read in a round in which all are written, hence the
 * second buffer; every thread has work in each round, where Brent and Kung's leave ever more idle.
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

/* ---- allocate and scan ---- */

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

struct FS_NAME(allocate_and_scan_shared) {
	int64_t sum[FUSED_PARENTS], spare[FUSED_PARENTS];
};

/*
 * Item: a block of FUSED_PARENTS parents. Counts the children of each and scans the counts in
 * shared memory; writes where each parent's begin within the block, and how many the block has. A
 * thread's parents are evenly spaced, so that a warp's lie side by side.
 * Floor: 4 bytes read and 8 written a parent, and what the walks read: 8 bytes a state, 4 an arc
 * and, of its head and of itself, 8 more, scattered.
 */
BLOCK_KERNEL(allocate_and_scan, k, block, b, shared)
{
	int64_t first = block * FUSED_PARENTS, *sum = shared->sum;

	for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width)
		sum[p] = first + p < k->parents.n ? FS_NAME(count_parent)(&k->parents, first + p)
						  : 0;
	if (k->scan == SCAN_KOGGE_STONE)
		block_scan_steps(b, sum, shared->spare);
	else
		block_scan(b, sum);
	for (int32_t p = b.thread; p < FUSED_PARENTS && first + p < k->parents.n; p += b.width)
		k->offset[first + p] = p > 0 ? sum[p - 1] : 0;
	if (b.thread == 0)
		k->n_child[block] = sum[FUSED_PARENTS - 1];
}

#if FS_BITS == 32

/* Where the children of parent p begin, or those of all before it end. */
DEVICE_INLINE int64_t parent_begin(const struct place_blocks_args *k, int64_t p)
{
	if (p == k->n_parents)
		return k->begin[1 + (p + FUSED_PARENTS - 1) / FUSED_PARENTS];
	return k->begin[1 + p / FUSED_PARENTS] + k->offset[p];
}

struct FS_NAME(place_blocks_shared) {
	int64_t sum[FUSED_PARENTS];
};

/*
 * Item: the one item, instead of an allocation in each block. Scans the numbers of their children,
 * one piece of blocks after another, to their places after the children that are there; then
 * how many parents, in order, have children that fit into the room; mostly all.
 * Floor: 16 bytes a block of parents.
 */
BLOCK_KERNEL(place_blocks, k, i, b, shared)
{
	int64_t n_blocks = (k->n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS, base = k->n_before;
	int64_t *sum = shared->sum;
	struct team team = block_team(b);
	struct FS_NAME(range) cut;

	for (int64_t first = 0; first < n_blocks; first += FUSED_PARENTS) {
		for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width)
			sum[p] = first + p < n_blocks ? k->n_child[first + p] : 0;
		block_scan(b, sum);
		for (int32_t p = b.thread; p < FUSED_PARENTS && first + p < n_blocks; p += b.width)
			k->begin[first + p + 2] = base + sum[p];
		base += sum[FUSED_PARENTS - 1];
		block_barrier(b);
	}
	if (b.thread == 0) {
		k->begin[0] = 0;
		k->begin[1] = k->n_before;
	}
	block_barrier(b);
	cut.high = k->n_parents;
	cut.low = base - k->n_before <= k->room ? cut.high : cut.high > 0;
	while (cut.low < cut.high)
		cut = FS_NAME(narrow)(team, cut,
				      parent_begin(k, FS_NAME(probe)(team, cut) + 1) <=
					      k->n_before + k->room);
	if (b.thread > 0)
		return;
	k->summary[i].n_candidates = k->summary[i].n_children = base - k->n_before;
	k->summary[i].n_batch_parents = cut.low;
	k->summary[i].n_batch_children = parent_begin(k, cut.low) - k->n_before;
}

#endif

/* ---- expand and merge ---- */

DEVICE_INLINE void FS_NAME(expand_parent)(const struct fused_parents *parents, int64_t i,
					  const struct device_records *child, int64_t at)
{
	const fs_t *__restrict__ dist = (const fs_t *)parents->dist;
	int64_t record = parents->first + i;
	fs_t slack;

	if (parents->level > 0) {
		FS_NAME(expand_walk)(&parents->graph, dist, parents->forest, &parents->record,
				     record, parents->level == 1, child, at);
		return;
	}
	slack = FS_NAME(source_slack)(&parents->graph, dist, record);
	if (slack == FS_NONE)
		return;
	((fs_t *)child->slack)[at] = slack;
	child->parent[at] = -1;
	child->arc[at] = (int32_t)record;
}

/* A tile in shared memory: what it is sorted from and to. */
struct FS_NAME(expand_and_merge_shared) {
	fs_t slack[2][FUSED_TILE];
	int32_t place[2][FUSED_TILE]; /* in the tile as it was */
};

/*
 * Merge the sorted runs of `run` slacks each in buffer `from` by twos into the other buffer. Each
 * thread writes an equal part of that, wherever it lies, and finds where to begin in both runs of a
 * pair by the rank that it begins with (the co-rank of Kirk and Hwu).
 */
DEVICE_INLINE void FS_NAME(merge_runs)(struct block b,
				       struct FS_NAME(expand_and_merge_shared) *tile, int from,
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
		int32_t i = (int32_t)FS_NAME(merge_partition)(team_of_one(), a, n_a, c, n_c, o - begin);
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
				      struct FS_NAME(expand_and_merge_shared) *tile)
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
 * Item: block 0, which are the children that earlier batches left, or a block of parents. Writes
 * their children, sorts them tile by tile, and says where each run begins: a block beginning at
 * place x has runs x / FUSED_TILE + block … of them, the last ones empty, so that no thread counts
 * others' runs. The last block also says where all end.
 * Floor: 12 bytes written a child; of sorting them 4 read and 12 written; and the walks once more.
 */
BLOCK_KERNEL(expand_and_merge, k, block, b, shared)
{
	int64_t first = (block - 1) * FUSED_PARENTS, begin = k->begin[block];
	int64_t end = k->begin[block + 1] < k->n_child ? k->begin[block + 1] : k->n_child;
	int64_t run = begin / FUSED_TILE + block, next = end / FUSED_TILE + block + 1;

	for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width) {
		if (block > 0 && first + p < k->parents.n)
			FS_NAME(expand_parent)(&k->parents, first + p, &k->child,
					       begin + k->offset[first + p]);
	}
	block_barrier(b);
	for (int64_t at = begin; at < end; at += FUSED_TILE) {
		int32_t n = end - at < FUSED_TILE ? (int32_t)(end - at) : FUSED_TILE;

		FS_NAME(sort_tile)(k, block, begin, at, n, b, shared);
	}
	for (int64_t r = run + b.thread; r < next; r += b.width) {
		int64_t at = begin + (r - run) * FUSED_TILE;

		k->run[r] = at < end ? at : end;
	}
	if (b.thread == 0 && block == k->n_blocks)
		k->run[next] = end;
}

/* ---- merge blocks ---- */

#if FS_BITS == 32

/* Where the runs end that a round merges into pairs before this one. */
DEVICE_INLINE int64_t pair_begin(const struct merge_blocks_args *k, int64_t pair)
{
	int64_t run = 2 * k->stride * pair;

	return k->run[run < k->n_runs ? run : k->n_runs];
}

/* The pair that an item merges a tile of: pair p has the items from pair_begin(p) / FUSED_TILE + p
 * on. */
DEVICE_INLINE int64_t pair_of_item(const struct merge_blocks_args *k, struct team t, int64_t item)
{
	struct FS_NAME(range) r = {0, k->n_pairs - 1};

	while (r.low < r.high) {
		int64_t pair = FS_NAME(probe)(t, r) + 1;

		r = FS_NAME(narrow)(t, r, pair_begin(k, pair) / FUSED_TILE + pair <= item);
	}
	return r.low;
}

#endif

struct FS_NAME(merge_blocks_shared) {
	fs_t slack[FUSED_TILE]; /* the tile's part of the left run, then that of the right one */
};

/*
 * Item: a tile of what a pair of neighbouring runs is merged into, or nothing, where the pair is
 * shorter. Its parts of both runs are found by two searches of each warp, loaded side by side, and
 * merged by each thread for its share.
 * Floor: 12 bytes read and 12 written a child and round, and 8 a run.
 */
BLOCK_KERNEL(merge_blocks, k, item, b, shared)
{
	struct team team = block_team(b);
	int64_t pair = pair_of_item(k, team, item), first = pair_begin(k, pair);
	int64_t middle_run = k->stride * (2 * pair + 1);
	int64_t middle = k->run[middle_run < k->n_runs ? middle_run : k->n_runs];
	int64_t n_a = middle - first, n_c = pair_begin(k, pair + 1) - middle;
	int64_t begin = (item - pair - first / FUSED_TILE) * FUSED_TILE;
	int64_t end = n_a + n_c - begin < FUSED_TILE ? n_a + n_c : begin + FUSED_TILE;
	const fs_t *a = (const fs_t *)k->in.slack + first, *c = a + n_a;
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
		int64_t from = from_left ? first + a_begin + i : middle + c_begin + j;
		int64_t to = first + begin + o;

		((fs_t *)k->out.slack)[to] = shared->slack[from_left ? i : n_left + j];
		k->out.place[to] = k->in.place[from];
		k->out.block[to] = k->in.block[from];
		i += from_left;
		j += !from_left;
	}
}

/* Item: rank. Takes the child of that rank to its place, where its block has it. Floor: 20 bytes
 * read, 8 of them scattered, and 12 written a child. */
KERNEL(reorder_children, k, i)
{
	int64_t from = k->begin[k->sorted.block[i]] + k->sorted.place[i];

	((fs_t *)k->to.slack)[i] = ((const fs_t *)k->sorted.slack)[i];
	k->to.parent[i] = k->child.parent[from];
	k->to.arc[i] = k->child.arc[from];
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/kernels/k_fused.cu"
#endif
