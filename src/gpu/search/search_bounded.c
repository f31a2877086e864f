/* The default method: a levelised sweep for the forest, and no children at or above the bound. */
#include "base/bits.h"
#include "gpu/device/profile.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

/* From the states on whose arcs weigh something else than when it was made. */
static void renew_forest(struct search *search)
{
	const struct image *image = search->image;
	struct forest_touched_args args = {
		.graph = image->device,
		.forest = search->forest,
		.sweep = image->changed,
		.in_row = image->d_in_row,
		.in_from = image->d_in_from,
	};

	SWEEP(search->queue, forest_touched, image->fs_bits, &args, image->d_part_row,
	      image->n_levels);
}

static enum status bounded_forest(struct search *search)
{
	struct forest_sweep_args args = {search->image->device, search->forest};

	if (!search->forest_taken)
		SWEEP(search->queue, forest_sweep, search->image->fs_bits, &args,
		      search->image->d_part_row, search->image->n_levels);
	else if (image_forest_is_old(search->image, &search->left))
		renew_forest(search);
	return STATUS_OK;
}

/* Level 0: the best path of each source. Also that of paper, which has no bound. */
void search_count_sources(struct search *search, int64_t first, int64_t n)
{
	struct count_sources_args args = {.graph = search->image->device,
					  .dist = search->forest.dist,
					  .bound = search->bound,
					  .first = (int32_t)first,
					  .n_child = search->parents.d[PARENT_CHILDREN],
					  .caps = search_caps(search)};

	LAUNCH(search->queue, count_sources, search->image->fs_bits, &args, n);
}

void search_expand_sources(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct expand_sources_args args = {.graph = search->image->device,
					   .dist = search->forest.dist,
					   .bound = search->bound,
					   .first = (int32_t)first,
					   .offset = search->parents.d[PARENT_OFFSET],
					   .child = columns_records(&search->child),
					   .child_first = at,
					   .caps = search_caps(search)};

	LAUNCH(search->queue, expand_sources, search->image->fs_bits, &args, n);
}

/* Is there no credit, or a largest one that fits 32-bit times? Not with latches (credit has no
 * maximum) or caps (which keep others than the k best). */
static bool knows_most_credit(const struct search *search)
{
	const struct device_credit *credit = &search->credit;

	if (search->buckets.bucket)
		return false;
	return !CREDIT_COUNTS(credit) ||
	       (credit->most > 0 && credit->most < LARGEST_SUM_32 && !credit->window);
}

/* Should lower_bound run before children are counted? It doesn't pay if few children are below the
 * bound, to judge by the level before. Levels that small_level may make never have it, so that both
 * ways give the same records. */
static bool lowers_bound(const struct search *search)
{
	bool pays = search->n_parents > SMALL_PARENTS &&
		    (search->level == 1 || 2 * search->n_within_before > 3 * search->options.k);

	return search->batch == 0 && search->phase != PHASE_CAP && search->bound != search->none &&
	       knows_most_credit(search) && (pays || search->options.batch);
}

static void queue_lower_bound(struct search *search)
{
	struct search_found *found = search->d_found;
	struct lower_bound_args args = {
		.graph = search->image->device,
		.forest = search->forest,
		.record = columns_records(&search->pool),
		.bound = search->bound,
		.most_credit = CREDIT_COUNTS(&search->credit) ? search->credit.most : 0,
		.first = (int32_t)search->parents_first,
		.from_sources = search->level == 1,
		.n_parents = search->n_parents,
		.top = columns_ranking(&search->top).slack,
		.n_top = search->n_top,
		.k = search->options.k,
		.slack_min = search->options.slack_min,
		.base = search->least_slack,
		.shift = bits_for(max_i64(search->bound - search->least_slack, LOWER_BINS)) -
			 bits_for(LOWER_BINS),
		.n_steps = LOWER_STEPS,
		.bin = found->bin,
		.lowered = &found->bound,
		.summary = &search->shared->batch,
	};
	int64_t n_items = (args.n_parents + LOWER_PARENTS - 1) / LOWER_PARENTS +
			  (args.n_top + LOWER_PATHS - 1) / LOWER_PATHS;

	LAUNCH(search->queue, lower_bound, search->image->fs_bits, &args, n_items);
}

static struct count_children_args count_args(const struct search *search, int64_t first)
{
	return (struct count_children_args){.graph = search->image->device,
					    .forest = search->forest,
					    .record = columns_records(&search->pool),
					    .bound = search->bound,
					    .lowered =
						    search->lowers ? &search->d_found->bound : NULL,
					    .first = (int32_t)first,
					    .from_sources = search->level == 1,
					    .n_child = search->parents.d[PARENT_CHILDREN],
					    .offset = search->parents.d[PARENT_OFFSET],
					    .tile = search->tiles.d[0],
					    .caps = search_caps(search),
					    .n_candidates = &search->d_found->n_candidates};
}

static void bounded_count(struct search *search, int64_t first, int64_t n)
{
	struct count_children_args args;

	if (search->level == 0) {
		search_count_sources(search, first, n);
		return;
	}
	search->lowers = lowers_bound(search);
	if (search->lowers)
		queue_lower_bound(search);
	args = count_args(search, first);
	args.n_parents = n;
	LAUNCH(search->queue, count_children, search->image->fs_bits, &args,
	       (n + COUNT_PARENTS - 1) / COUNT_PARENTS);
	search_note_walk(search, KERNEL_ID_count_children, &args, n);
}

static enum status bounded_scan(struct search *search, int64_t first, int64_t n)
{
	struct place_children_args place = {.tile = search->tiles.d[0],
					    .offset = search->parents.d[PARENT_OFFSET],
					    .n_parents = n,
					    .room = search_batch_room(search),
					    .n_candidates = &search->d_found->n_candidates,
					    .summary = &search->shared->batch};

	if (search->level == 0)
		return search_scan(search, first, n);
	LAUNCH(search->queue, place_children, 32, &place, 1);
	return STATUS_OK;
}

static void expand_children(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct count_children_args count = count_args(search, first);
	struct expand_children_args args = {.graph = count.graph,
					    .forest = count.forest,
					    .record = count.record,
					    .bound = count.bound,
					    .lowered = count.lowered,
					    .first = count.first,
					    .from_sources = count.from_sources,
					    .tile = count.tile,
					    .offset = count.offset,
					    .n_child = count.n_child,
					    .room = search->room_ahead ? search->room_ahead
								       : INT64_MAX,
					    .child = columns_records(&search->child),
					    .child_first = at,
					    .caps = count.caps};
	int64_t n_children = search->readback.batch.n_batch_children;

	LAUNCH(search->queue, expand_children, search->image->fs_bits, &args, n);
	search_note_walk(search, KERNEL_ID_expand_children, &count, n);
	if (queue_profiled(search->queue))
		queue_add_bytes(search->queue, KERNEL_ID_expand_children,
				(search_fs_size(search) + 8) * n_children, 0);
}

static enum status bounded_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct inherit_sources_args inherit = {
		.child = search_records_from(search, &search->child, at),
		.source = columns_records(&search->pool).source};

	if (search->level == 0)
		search_expand_sources(search, first, n, at);
	else
		expand_children(search, first, n, at);
	if (search->credit_or_caps)
		LAUNCH(search->queue, inherit_sources, 32, &inherit,
		       search->readback.batch.n_batch_children);
	return STATUS_OK;
}

const struct method_ops bounded_method = {
	.name = "bounded",
	.label = search_labels,
	.forest = bounded_forest,
	.count = bounded_count,
	.scan = bounded_scan,
	.expand = bounded_expand,
	.sort = search_sort,
	.bounded = true,
};
