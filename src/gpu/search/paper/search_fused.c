/*
 * The papers' pipeline after the optimisations of [CPG-J], section VI: two kernels, which sort
 * within blocks, and a tree of merges replace four kernels and a sort. The kernels, and their
 * differences from the paper, are in gpu/search/paper/k_fused.cu; those that allocate and launch
 * themselves, as in the listings, in k_dynamic.cu. The forest is made by search_paper.c.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/bits.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_impl.h"

static struct fused_parents fused_parents(const struct search *search, int64_t first, int64_t n)
{
	return (struct fused_parents){.graph = search->image->device,
				      .dist = search->forest.dist,
				      .forest = search->forest.forest,
				      .record = columns_records(&search->pool),
				      .first = (int32_t)first,
				      .level = search->level,
				      .n = n};
}

static struct device_sorted device_sorted(const struct columns *c)
{
	return (struct device_sorted){c->d[0], c->d[1], c->d[2]};
}

static int64_t blocks_of(int64_t n_parents)
{
	return (n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS;
}

/* Queue where the blocks of n parents have their children, and how many parents' fit. */
static void queue_places(struct search *search, int64_t n)
{
	struct place_blocks_args place = {.offset = search->parents.d[PARENT_OFFSET],
					  .n_child = search->fused.blocks.d[BLOCK_CHILDREN],
					  .n_parents = n,
					  .n_before = search->n_child,
					  .room = search_batch_room(search),
					  .begin = search->fused.blocks.d[BLOCK_BEGIN],
					  .summary = &search->shared->batch};

	LAUNCH(search->queue, place_blocks, 32, &place, 1);
}

static enum status fused_scan(struct search *search, int64_t first, int64_t n)
{
	struct fused_tables *fused = &search->fused;
	struct allocate_and_scan_args scan = {.parents = fused_parents(search, first, n),
					      .scan = search->options.scan,
					      .offset = search->parents.d[PARENT_OFFSET]};

	fused->n_blocks = blocks_of(n);
	TRY(columns_reserve(search->queue, &fused->blocks, fused->n_blocks + 2, 0));
	scan.n_child = fused->blocks.d[BLOCK_CHILDREN];
	LAUNCH(search->queue, allocate_and_scan, search->image->fs_bits, &scan, fused->n_blocks);
	queue_places(search, n);
	return STATUS_OK;
}

/* Room for the sorted children of n parents, which are to be `n_child` with those that are there. */
static enum status reserve_sorted(struct search *search, int64_t first, int64_t n, int64_t n_child,
				  struct expand_and_merge_args *args)
{
	struct fused_tables *fused = &search->fused;

	*args = (struct expand_and_merge_args){.parents = fused_parents(search, first, n),
					       .offset = search->parents.d[PARENT_OFFSET],
					       .begin = fused->blocks.d[BLOCK_BEGIN],
					       .n_blocks = blocks_of(n),
					       .n_child = n_child,
					       .child = columns_records(&search->child)};
	fused->n_runs = n_child / FUSED_TILE + args->n_blocks + 1;
	TRY(columns_reserve(search->queue, &fused->runs, fused->n_runs + 1, 0));
	TRY(columns_reserve(search->queue, &fused->sorted, n_child, 0));
	args->run = fused->runs.d[0];
	args->sorted = device_sorted(&fused->sorted);
	return STATUS_OK;
}

static enum status fused_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	int64_t n_child = at + search->readback.batch.n_batch_children;
	struct expand_and_merge_args args;

	TRY(reserve_sorted(search, first, n, n_child, &args));
	LAUNCH(search->queue, expand_and_merge, search->image->fs_bits, &args, args.n_blocks + 1);
	return STATUS_OK;
}

/* Listing 3 of the paper, the loop on the host. */
static enum status fused_merge(struct search *search)
{
	struct fused_tables *fused = &search->fused;
	int64_t n_child = search->n_child;
	struct merge_blocks_args args = {.run = fused->runs.d[0], .n_runs = fused->n_runs};

	TRY(columns_reserve(search->queue, &fused->spare, n_child, 0));
	fused->n_rounds = 0;
	for (args.stride = 1; args.stride < args.n_runs; args.stride *= 2) {
		struct columns merged = fused->spare;

		args.in = device_sorted(&fused->sorted);
		args.out = device_sorted(&merged);
		args.n_pairs = (args.n_runs + 2 * args.stride - 1) / (2 * args.stride);
		LAUNCH(search->queue, merge_blocks, search->image->fs_bits, &args,
		       n_child / FUSED_TILE + args.n_pairs);
		fused->spare = fused->sorted;
		fused->sorted = merged;
		fused->n_rounds++;
	}
	return STATUS_OK;
}

static void fused_describe(const struct search *search, char *out, size_t size)
{
	snprintf(out, size, "%lld children in up to %lld sorted runs, merged by twos in %d rounds",
		 (long long)search->n_child, (long long)search->fused.n_runs,
		 search->fused.n_rounds);
}

static enum status fused_sort(struct search *search, const struct device_records *to, int64_t n)
{
	struct reorder_children_args args = {.sorted = device_sorted(&search->fused.sorted),
					     .begin = search->fused.blocks.d[BLOCK_BEGIN],
					     .child = columns_records(&search->child),
					     .to = *to};

	LAUNCH(search->queue, reorder_children, search->image->fs_bits, &args, n);
	return STATUS_OK;
}

static const char *const labels[] = {
	[PHASE_COUNT] = NULL,
	[PHASE_SCAN] = "allocate and scan",
	[PHASE_EXPAND] = "expand and merge",
	[PHASE_MERGE] = "merge blocks",
	[PHASE_COMPRESS] = "reorder and compress",
};

const struct method_ops fused_method = {
	.name = "paper-fused",
	.label = labels,
	.forest = search_paper_forest,
	.scan = fused_scan,
	.expand = fused_expand,
	.merge = fused_merge,
	.describe_merge = fused_describe,
	.sort = fused_sort,
	.bounded = false,
};

/* ---- by kernels that allocate and launch ---- */

/* The heap that kernels allocate children from: an eighth of the memory that may be taken, up to this. */
static const int64_t largest_heap = (int64_t)2 << 30;

/* Free what kernels have allocated, if it is still there; the kernel may be left out when the search is cancelled. */
void search_drop_blocks(struct search *search)
{
	struct drop_blocks_args args = {.memory = search->fused.memory.d[0]};

	if (search->fused.n_allocated > 0)
		LAUNCH(search->queue, drop_blocks, 32, &args, search->fused.n_allocated);
}

/* Wait for the kernels, and hear how many allocations or launches of theirs have failed. */
static enum status read_failures(struct search *search, int32_t *n_failed)
{
	TRY(queue_sync(search->queue));
	*n_failed = search->shared->n_failed;
	return STATUS_OK;
}

static enum status dynamic_scan(struct search *search, int64_t first, int64_t n)
{
	struct fused_tables *fused = &search->fused;
	struct allocate_and_expand_args args = {.parents = fused_parents(search, first, n),
						.scan = search->options.scan,
						.offset = search->parents.d[PARENT_OFFSET],
						.n_failed = &search->shared->n_failed};
	int64_t heap = device_kernel_heap(search->queue, largest_heap);
	int32_t n_failed;

	search_drop_blocks(search);
	TRY(queue_sync(search->queue));
	fused->n_allocated = 0;
	search->shared->n_failed = 0;
	fused->n_blocks = blocks_of(n);
	TRY(columns_reserve(search->queue, &fused->blocks, fused->n_blocks + 2, 0));
	TRY(columns_reserve(search->queue, &fused->memory, fused->n_blocks, 0));
	args.n_child = fused->blocks.d[BLOCK_CHILDREN];
	args.memory = fused->memory.d[0];
	queue_fill(search->queue, args.memory, 0, fused->n_blocks * (int64_t)sizeof(void *));
	TRY(queue_sync(search->queue)); /* else what is dropped may be no memory */
	fused->n_allocated = fused->n_blocks;
	LAUNCH(search->queue, allocate_and_expand, search->image->fs_bits, &args, fused->n_blocks);
	queue_places(search, n);
	TRY(read_failures(search, &n_failed));
	if (n_failed > 0)
		return status_fail(STATUS_DEVICE_MEMORY,
				   "the children of %" PRId32 " of %" PRId64
				   " blocks don't fit into the heap of kernels (%" PRId64
				   " MiB): -method paper-fused needs none",
				   n_failed, fused->n_blocks, heap >> 20);
	return STATUS_OK;
}

static enum status dynamic_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct fused_tables *fused = &search->fused;
	int64_t n_child = at + search->readback.batch.n_batch_children;
	struct take_blocks_args args = {.memory = fused->memory.d[0]};

	TRY(reserve_sorted(search, first, n, n_child, &args.merge));
	LAUNCH(search->queue, take_blocks, search->image->fs_bits, &args, fused->n_allocated + 1);
	return STATUS_OK;
}

/* Listings 2 and 3. */
static enum status dynamic_merge(struct search *search)
{
	struct fused_tables *fused = &search->fused;
	struct merge_tree_args args = {.run = fused->runs.d[0],
				       .n_runs = fused->n_runs,
				       .n_failed = &search->shared->n_failed};
	int32_t n_failed;

	TRY(columns_reserve(search->queue, &fused->spare, search->n_child, 0));
	search_drop_blocks(search);
	args.sorted[0] = device_sorted(&fused->sorted);
	args.sorted[1] = device_sorted(&fused->spare);
	fused->n_rounds = fused->n_runs > 1 ? bits_for(fused->n_runs) : 0;
	LAUNCH(search->queue, merge_tree, search->image->fs_bits, &args, fused->n_rounds);
	TRY(read_failures(search, &n_failed));
	fused->n_allocated = 0;
	if (fused->n_rounds & 1) {
		struct columns merged = fused->spare;

		fused->spare = fused->sorted;
		fused->sorted = merged;
	}
	if (n_failed > 0)
		return status_fail(STATUS_DEVICE,
				   "%" PRId32 " kernels could not be launched by a kernel",
				   n_failed);
	return STATUS_OK;
}

static const char *const dynamic_labels[] = {
	[PHASE_COUNT] = NULL,
	[PHASE_SCAN] = "allocate and expand",
	[PHASE_EXPAND] = "take and merge",
	[PHASE_MERGE] = "merge tree",
	[PHASE_COMPRESS] = "reorder and compress",
};

const struct method_ops dynamic_method = {
	.name = "paper-dynamic",
	.label = dynamic_labels,
	.forest = search_paper_forest,
	.scan = dynamic_scan,
	.expand = dynamic_expand,
	.merge = dynamic_merge,
	.describe_merge = fused_describe,
	.sort = fused_sort,
	.bounded = false,
};
