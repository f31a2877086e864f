/*
 * The pipeline of [CPG-J], section VI, with what the listings add to k_fused.cu: a thread of each block
 * allocates the memory of its block's children (listing 1), so that one kernel counts, scans and
 * expands; and a kernel launches the kernels that merge (listings 2 and 3).
 *
 * What differs from the print:
 * - A thread of a kernel allocates by malloc() from the device's heap, which has a size of its own (8 MB unless
 *   it is raised) and which the host can't copy from: take_blocks brings the children to where
 *   the host has their places, and drop_blocks frees the memory. Blocks whose allocation fails are counted.
 * - Today's CUDA has no synchronisation of a kernel with the kernels that it launched. As printed, all grids of
 *   listing 3 go into the stream of one block, where they run one after another. Here the one
 *   kernel that the host launches queues a kernel for each round as a tail launch, which begins when the
 *   round before is through, and a thread of that for each pair launches the pair's grid, side by
 *   side with the others.
 * - A thread launches one grid, so that a round of more than NESTED_GRIDS pairs has several such kernels. More
 *   launches at once would need a longer queue than the 2048 that the device has ready.
 *
 * Nothing here races: as in k_fused.cu, and a grid reads what the round before has written.
 */
#include "gpu/search/paper/fused.h"
#include "gpu/search/paper/paper_args.h"

/* ---- allocate and expand ---- */

/* The children of a block in its memory. */
DEVICE_INLINE struct device_records FS_NAME(records_in)(void *memory, int64_t n)
{
	struct device_records records;

	records.slack = memory;
	records.parent = (int32_t *)((fs_t *)memory + n);
	records.arc = records.parent + n;
	records.source = NULL;
	return records;
}

struct FS_NAME(allocate_and_expand_shared) {
	struct FS_NAME(count_shared) count;
	void *memory;
};

/*
 * Item: a block of FUSED_PARENTS parents. Counts the children of each, scans the counts, allocates memory
 * for all of them and writes them there.
 * Floor: of a parent 8 bytes read and 8 written, of a child 12 written, and what the walks read, twice.
 */
BLOCK_KERNEL(allocate_and_expand, k, block, b, shared)
{
	int64_t first = block * FUSED_PARENTS, *sum = shared->count.sum, n;
	struct device_records child;

	FS_NAME(count_and_scan)(&k->parents, k->scan, k->offset, block, b, &shared->count);
	n = sum[FUSED_PARENTS - 1];
	if (b.thread == 0) {
		shared->memory = n > 0 ? heap_alloc(n * (int64_t)(sizeof(fs_t) + 8)) : NULL;
		k->n_child[block] = n;
		k->memory[block] = shared->memory;
		if (n > 0 && !shared->memory)
			atomic_add_i32(k->n_failed, 1);
	}
	block_barrier(b);
	if (!shared->memory)
		return;
	child = FS_NAME(records_in)(shared->memory, n);
	for (int32_t p = b.thread; p < FUSED_PARENTS; p += b.width) {
		if (first + p < k->parents.n)
			FS_NAME(expand_parent)
		(&k->parents, first + p, &child, p > 0 ? sum[p - 1] : 0);
	}
}

struct FS_NAME(take_blocks_shared) {
	struct FS_NAME(expand_and_merge_shared) tile;
};

/*
 * Item: block 0, which are the children that earlier batches left, or a block of parents. Takes those of its
 * children that fit to their places, and sorts them (sort_block()).
 * Floor: 12 bytes read and 12 written a child; of sorting them 4 read and 12 written.
 */
BLOCK_KERNEL(take_blocks, k, block, b, shared)
{
	const struct expand_and_merge_args *merge = &k->merge;
	void *memory = block > 0 ? k->memory[block - 1] : NULL;

	if (memory) {
		int64_t begin = merge->begin[block], end = merge->begin[block + 1];
		struct device_records from = FS_NAME(records_in)(memory, end - begin);

		for (int64_t i = b.thread; begin + i < end && begin + i < merge->n_child;
		     i += b.width) {
			((fs_t *)merge->child.slack)[begin + i] = ((const fs_t *)from.slack)[i];
			merge->child.parent[begin + i] = from.parent[i];
			merge->child.arc[begin + i] = from.arc[i];
		}
	}
	block_barrier(b);
	if (block <= merge->n_blocks)
		FS_NAME(sort_block)(merge, block, b, &shared->tile);
}

#if FS_BITS == 32

/* Item: a block of parents. Frees the memory of its children, if that is still there. Floor: 8 bytes. */
KERNEL(drop_blocks, k, i)
{
	if (k->memory[i])
		heap_free(k->memory[i]);
	k->memory[i] = NULL;
}

#endif

/* ---- the merge tree ---- */

DEVICE_INLINE int64_t FS_NAME(merge_tree_grids)(const struct merge_tree_args *k, int64_t round)
{
	int64_t runs = (int64_t)2 << round; /* of a pair */

	return (k->n_runs + runs - 1) / runs;
}

DEVICE_INLINE int64_t FS_NAME(merge_tree_items)(const struct merge_tree_args *k, int64_t round,
						int64_t grid)
{
	struct run_pair pair = pair_of_runs(k->run, k->n_runs, (int64_t)1 << round, grid);

	return (pair.end - pair.begin + FUSED_TILE - 1) / FUSED_TILE;
}

struct FS_NAME(merge_tree_shared) {
	struct FS_NAME(merge_tile_shared) tile;
};

/*
 * Rounds of merging neighbouring runs by twos, from one buffer into the other; a grid merges a pair. Item: a tile of
 * what the pair is merged into (merge_tile()).
 * Floor: 12 bytes read and 12 written a child and round, and 8 a run.
 */
NESTED_KERNEL(merge_tree, k, round, grid, i, b, shared)
{
	struct run_pair pair = pair_of_runs(k->run, k->n_runs, (int64_t)1 << round, grid);

	FS_NAME(merge_tile)
	(&k->sorted[round & 1], &k->sorted[!(round & 1)], pair, i, b, &shared->tile);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/paper/k_dynamic.cu"
#endif
