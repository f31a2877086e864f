/*
 * The pipeline of [CPG-J], section VI ("fine-grained optimizations"), as printed: a block of
 * threads counts and scans at once, then expands its parents' children and merge-sorts them at
 * once; sorted blocks are merged by twos as a tree. What is sorted is a structure of arrays of
 * slack, place within the block and block; the records themselves move once, at the end.
 *
 * What differs from the print (k_dynamic.cu allocates and launches as printed):
 * - Both scans that the paper names are here; each thread has FUSED_PARENTS / width parents, evenly spaced
 *   ("thread coarsening").
 * - No cudaMalloc by a thread of the block. The children of all blocks follow one another in one
 *   array, in places found by a scan of the blocks' totals (place_blocks). So both fused kernels
 *   remain two, since the host has to read the total between them, and offsets go from one to the
 *   other in global memory.
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
#include "gpu/search/paper/fused.h"
#include "gpu/search/paper/paper_args.h"

/* ---- allocate and scan ---- */

struct FS_NAME(allocate_and_scan_shared) {
	struct FS_NAME(count_shared) count;
};

/*
 * Item: a block of FUSED_PARENTS parents. Counts the children of each and scans the counts
 * (count_and_scan()), and writes how many the block has.
 * Floor: 4 bytes read and 8 written a parent, and what the walks read: 8 bytes a state, 4 an arc
 * and, of its head and of itself, 8 more, scattered.
 */
BLOCK_KERNEL(allocate_and_scan, k, block, b, shared)
{
	FS_NAME(count_and_scan)(&k->parents, k->scan, k->offset, block, b, &shared->count);
	if (b.thread == 0)
		k->n_child[block] = shared->count.sum[FUSED_PARENTS - 1];
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

/*
 * Item: block 0, which are the children that earlier batches left, or a block of parents. Writes
 * their children and sorts them (sort_block()).
 * Floor: 12 bytes written a child; of sorting them 4 read and 12 written; and the walks once more.
 */
BLOCK_KERNEL(expand_and_merge, k, block, b, shared)
{
	int64_t first = (block - 1) * FUSED_PARENTS;

	for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width) {
		if (block > 0 && first + p < k->parents.n)
			FS_NAME(expand_parent)
			(&k->parents, first + p, &k->child, k->begin[block] + k->offset[first + p]);
	}
	block_barrier(b);
	FS_NAME(sort_block)(k, block, b, shared);
}

/* ---- merge blocks ---- */

#if FS_BITS == 32

/* The pair that an item merges a tile of: the pair that begins at place x has the items from x / FUSED_TILE +
 * its number on. */
DEVICE_INLINE int64_t pair_of_item(const struct merge_blocks_args *k, struct team t, int64_t item)
{
	struct FS_NAME(range) r = {0, k->n_pairs - 1};

	while (r.low < r.high) {
		int64_t pair = FS_NAME(probe)(t, r) + 1;
		int64_t begin = pair_of_runs(k->run, k->n_runs, k->stride, pair).begin;

		r = FS_NAME(narrow)(t, r, begin / FUSED_TILE + pair <= item);
	}
	return r.low;
}

#endif

struct FS_NAME(merge_blocks_shared) {
	struct FS_NAME(merge_tile_shared) tile;
};

/*
 * Item: a tile of what a pair of neighbouring runs is merged into, or nothing, where the pair is
 * shorter (merge_tile()).
 * Floor: 12 bytes read and 12 written a child and round, and 8 a run.
 */
BLOCK_KERNEL(merge_blocks, k, item, b, shared)
{
	int64_t pair = pair_of_item(k, block_team(b), item);
	struct run_pair runs = pair_of_runs(k->run, k->n_runs, k->stride, pair);

	FS_NAME(merge_tile)
	(&k->in, &k->out, runs, item - pair - runs.begin / FUSED_TILE, b, &shared->tile);
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
#include "gpu/search/paper/k_fused.cu"
#endif
