/*
 * The papers' pipeline after the optimisations of [CPG-J], section VI: what was four kernels and a
 * sort is two kernels, of blocks that end sorted, and a tree of merges. The kernels, and what
 * differs from the print, are in gpu/kernels/k_fused.cu. The forest is that of search_paper.c.
 */
#include <stdio.h>

#include "algo/search_impl.h"
#include "base/bits.h"

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

static enum status fused_scan(struct search *search, int64_t first, int64_t n)
{
	struct fused_tables *fused = &search->fused;
	struct allocate_and_scan_args scan = {.parents = fused_parents(search, first, n),
					      .scan = search->options.scan,
					      .offset = search->parents.d[PARENT_OFFSET]};
	struct place_blocks_args place = {.offset = search->parents.d[PARENT_OFFSET],
					  .n_parents = n,
					  .n_before = search->n_child,
					  .room = search_batch_room(search),
					  .summary = &search->shared->batch};

	fused->n_blocks = blocks_of(n);
	TRY(columns_reserve(search->queue, &fused->blocks, fused->n_blocks + 2, 0));
	scan.n_child = fused->blocks.d[BLOCK_CHILDREN];
	LAUNCH(search->queue, allocate_and_scan, search->image->fs_bits, &scan, fused->n_blocks);
	place.n_child = fused->blocks.d[BLOCK_CHILDREN];
	place.begin = fused->blocks.d[BLOCK_BEGIN];
	LAUNCH(search->queue, place_blocks, 32, &place, 1);
	return STATUS_OK;
}

static enum status fused_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct fused_tables *fused = &search->fused;
	int64_t n_child = at + search->readback.batch.n_batch_children;
	struct expand_and_merge_args args = {.parents = fused_parents(search, first, n),
					     .offset = search->parents.d[PARENT_OFFSET],
					     .begin = fused->blocks.d[BLOCK_BEGIN],
					     .n_blocks = blocks_of(n),
					     .n_child = n_child,
					     .child = columns_records(&search->child)};

	fused->n_runs = n_child / FUSED_TILE + args.n_blocks + 1;
	TRY(columns_reserve(search->queue, &fused->runs, fused->n_runs + 1, 0));
	TRY(columns_reserve(search->queue, &fused->sorted, n_child, 0));
	args.run = fused->runs.d[0];
	args.sorted = device_sorted(&fused->sorted);
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
