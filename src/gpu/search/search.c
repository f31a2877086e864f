/*
 * A search as a whole: its memory, its steps, its snapshots. A level's phases are in
 * search_level.c, the methods in search_bounded.c, search_paper.c, search_fused.c and search_host.c,
 * reading in search_read.c.
 */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

/* Room for records is made at once, as more later takes a copy and a wait: for each path that is wanted as many as levels
 * mostly have together, up to the most; where memory is short, one for each up to the least. */
enum { RECORDS_A_PATH = 8, MOST_FIRST_RECORDS = 8 << 20, LEAST_FIRST_RECORDS = 1 << 19 };

/* The same of a level's children. */
enum { CHILDREN_A_PATH = 16, MOST_CHILDREN = 2 << 20 };

/* ---- tables ---- */

static void define_tables(struct search *search)
{
	int64_t fs = search_fs_size(search), id = sizeof(int32_t);
	struct columns records = {.n = search->credit_or_caps ? 4 : 3,
				  .item_size = {fs, id, id, id}};
	struct columns ranking = {.n = 2, .item_size = {fs, id}};

	search->pool = search->child = search->sorted = records;
	search->pool.name = "paths";
	search->child.name = search->sorted.name = "children";
	search->top = search->spare = search->view = search->view_spare = ranking;
	search->top.name = search->spare.name = "ranking";
	search->view.name = search->view_spare.name = "reading";
	search->parents =
		(struct columns){.name = "parents", .n = 3, .item_size = {id, id, sizeof(int64_t)}};
	search->tiles = (struct columns){.name = "parents", .n = 1, .item_size = {sizeof(int64_t)}};
	search->fused.blocks = (struct columns){
		.name = "blocks", .n = 2, .item_size = {sizeof(int64_t), sizeof(int64_t)}};
	search->fused.runs =
		(struct columns){.name = "blocks", .n = 1, .item_size = {sizeof(int64_t)}};
	search->fused.sorted = search->fused.spare =
		(struct columns){.name = "sorted blocks", .n = 3, .item_size = {fs, id, id}};
	search->fused.memory =
		(struct columns){.name = "blocks", .n = 1, .item_size = {sizeof(void *)}};
	search_define_edges(search);
}

void search_merge(struct search *search, const struct rank_job *job,
		  const struct merge_limits *limits)
{
	char *slack = columns_records(&search->pool).slack;
	struct merge_ranking_args args = {
		.top = columns_ranking(job->top),
		.n_top = job->n_top,
		.level = slack + job->first * search_fs_size(search),
		.n_level = job->n,
		.first_record = (int32_t)job->first,
		.out = columns_ranking(job->out),
		.n_out = job->n_out,
		.level_limit = limits ? limits->d_n_level : NULL,
		.out_limit = limits ? limits->d_n_out : NULL,
	};

	LAUNCH(job->queue, merge_ranking, search->image->fs_bits, &args,
	       (job->n_out + MERGE_TILE - 1) / MERGE_TILE);
}

/* ---- beginning and end ---- */

static const struct method_ops *const methods[] = {
	[METHOD_BOUNDED] = &bounded_method,   [METHOD_PAPER] = &paper_method,
	[METHOD_PAPER_FUSED] = &fused_method, [METHOD_PAPER_DYNAMIC] = &dynamic_method,
	[METHOD_PAPER_HOST] = &host_method,
};

const char *search_method_name(enum search_method method)
{
	return methods[method]->name;
}

static enum status copy_items(void **out, const void *items, int64_t n, size_t size)
{
	TRY(alloc_items(out, n, size));
	if (n > 0)
		memcpy(*out, items, (size_t)n * size);
	return STATUS_OK;
}

/* The last search may have left one. */
static bool take_forest(struct search *search)
{
	struct image_forest taken;

	if (!search->method->bounded ||
	    !image_take_forest(search->image, CREDIT_COUNTS(&search->credit), &taken))
		return false;
	search->forest = taken.device;
	search->left = taken;
	search->forest_taken = true;
	return true;
}

/* Leave it to the next one; else it is the search's to free. */
static void leave_forest(struct search *search)
{
	struct image_forest forest = search->left;

	if (!search->forest_done || !search->method->bounded || !search->image->keeps_forest)
		return;
	forest.device = search->forest;
	search->forest = (struct device_forest){0};
	image_leave_forest(search->image, &forest);
}

static enum status alloc_forest(struct search *search)
{
	struct queue *queue = search->queue;
	struct device_forest *f = &search->forest;
	int64_t n = search->image->device.n_states, m = search->image->device.n_arcs;
	int64_t size = search_fs_size(search);

	if (take_forest(search))
		return STATUS_OK;
	TRY(device_alloc(queue, "suffix forest", n * size, &f->dist));
	TRY(DEVICE_ALLOC_ALL(queue, "suffix forest", n, &f->forest, &f->hops));
	if (!search->method->bounded)
		return STATUS_OK;
	TRY(DEVICE_ALLOC_ALL(queue, "suffix forest", n, &f->n_deviations, &f->first));
	if (CREDIT_COUNTS(&search->credit))
		TRY(DEVICE_ALLOC(queue, "suffix forest", &f->end, n));
	return device_alloc(queue, "deviation costs", forest_slots_bytes(m, size), &f->slot);
}

static enum status reserve_records(struct search *search)
{
	int64_t k = min_i64(search->options.k, MOST_FIRST_RECORDS);
	enum status status = columns_reserve(search->queue, &search->pool,
					     min_i64(RECORDS_A_PATH * k, MOST_FIRST_RECORDS), 0);

	if (status == STATUS_DEVICE_MEMORY)
		status = columns_reserve(search->queue, &search->pool,
					 min_i64(k, LEAST_FIRST_RECORDS), 0);
	return status;
}

/* And for what levels need, as far as there is memory: children are written ahead only into room that is there. */
static enum status reserve_levels(struct search *search)
{
	int64_t k = search->options.k, n_sources = search->image->device.n_sources;
	int64_t n_ranked = min_i64(k, MOST_CHILDREN);
	int64_t n_fit = min_i64(search_batch_room(search), CHILDREN_A_PATH * n_ranked);
	int64_t n_child = max_i64(n_sources, min_i64(n_fit, MOST_CHILDREN));
	int64_t n_parents = max_i64(n_sources, n_ranked) + 1;
	struct {
		struct columns *columns;
		int64_t n;
	} tables[] = {
		{&search->child, n_child},     {&search->ranker.keys, n_child},
		{&search->parents, n_parents}, {&search->tiles, n_parents / COUNT_PARENTS + 1},
		{&search->top, n_ranked},      {&search->spare, n_ranked}};
	enum status status = STATUS_OK;

	for (size_t i = 0; i < sizeof tables / sizeof *tables && status == STATUS_OK; i++)
		status = columns_reserve(search->queue, tables[i].columns, tables[i].n, 0);
	return status == STATUS_DEVICE_MEMORY ? STATUS_OK : status;
}

static enum status alloc_buckets(struct search *search, const struct search_caps *caps)
{
	struct search_buckets *b = &search->buckets;
	int64_t n_sources = search->image->device.n_sources, size = search_fs_size(search);

	if (!caps)
		return STATUS_OK;
	assert(caps->per_bucket >= 1);
	b->per_bucket = caps->per_bucket;
	b->n = caps->n_buckets;
	TRY(copy_items((void **)&b->host, caps->bucket, n_sources, sizeof *b->host));
	TRY(DEVICE_ALLOC(search->queue, "buckets", &b->bucket, n_sources));
	TRY(device_alloc(search->queue, "buckets", b->n * size, &b->bound));
	return device_alloc(search->queue, "buckets", b->n * size, &b->level_bound);
}

static void search_end(struct stepper *stepper)
{
	struct search *search = (struct search *)stepper;
	struct queue *queue = search->queue;
	struct device_forest *f = &search->forest;
	struct search_buckets *b = &search->buckets;

	search_drop_blocks(search);
	leave_forest(search);
	struct columns *tables[] = {
		&search->pool,          &search->child,        &search->sorted,
		&search->top,           &search->spare,        &search->parents,
		&search->tiles,         &search->fused.blocks, &search->fused.runs,
		&search->fused.sorted,  &search->fused.spare,  &search->fused.memory,
		&search->printed.level, &search->printed.next};

	DEVICE_FREE_ALL(queue, &f->dist, &f->forest, &f->hops, &f->n_deviations, &f->first,
			&f->slot, &f->end, &search->d_partition, &search->d_found,
			&search->walks.d_total, &b->bucket, &b->bound, &b->level_bound);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		columns_release(queue, tables[i]);
	ranker_release(queue, &search->ranker);
	DEVICE_FREE(search->view_queue, search->d_sink_group);
	columns_release(search->view_queue, &search->view);
	columns_release(search->view_queue, &search->view_spare);
	ranker_release(search->view_queue, &search->view_ranker);
	search_list_free(search);
	search_end_path_based(search);
	FREE_ALL(b->host, search->levels, search->steps, search);
}

/* ---- steps ---- */

static bool search_finished(const struct stepper *stepper)
{
	return ((const struct search *)stepper)->phase == PHASE_DONE;
}

static enum status search_step(struct stepper *stepper, enum grain grain)
{
	struct search *search = (struct search *)stepper;
	int64_t n_before = search->n_steps;
	enum status status = STATUS_OK;

	search->cancelled = false;
	while (search->phase != PHASE_DONE && status == STATUS_OK) {
		status = search_phase_step(search, grain);
		/* a level that there wasn't leaves no step */
		if (search->n_steps > n_before &&
		    (grain == GRAIN_FINE || search->steps[search->n_steps - 1].ends_level))
			break;
	}
	if (status != STATUS_OK) {
		search->cancelled = status == STATUS_CANCELLED;
		search_level_reset(search);
	}
	return status;
}

static enum status search_timeline(struct stepper *stepper, struct snap_timeline **out)
{
	const struct search *search = (const struct search *)stepper;

	TRY(snap_timeline_new(STEPPER_SEARCH, search->serial, search->steps, search->n_steps, out));
	(*out)->finished = search->state != SEARCH_RUNNING;
	return STATUS_OK;
}

static enum status fill_slack_pairs(const struct search_path_based *own, struct snap_search *snap)
{
	snap->n_pairs = own->there ? min_i64(own->n, MOST_SLACK_PAIRS) : 0;
	TRY(ALLOC(&snap->pair, snap->n_pairs));
	for (int64_t i = 0; i < snap->n_pairs; i++) {
		int64_t rank = i * (own->n - 1) / max_i64(snap->n_pairs - 1, 1);

		snap->pair[i] = (struct snap_slack_pair){rank, own->path[rank].slack,
							 own->path[rank].graph_slack};
	}
	return STATUS_OK;
}

static enum status fill_snapshot(struct search *search, struct snap_search *snap)
{
	snap->k = search->own.wanted ? search->own.k : search->options.k;
	snap->retimes = search->own.wanted;
	snap->known = search->own.known;
	snap->max_level = search->options.max_level;
	snap->method = search->method->name;
	snap->state = search->state;
	snap->cancelled = search->cancelled;
	snap->n_ranked = search_n_counting(search, search->n_top, search->n_below);
	snap->n_below = search->n_below;
	snap->has_paths = search->n_top > 0;
	snap->worst_slack = search->worst_slack;
	TRY(ALLOC(&snap->level, search->n_levels));
	for (int64_t l = 0; l < search->n_levels; l++)
		snap->level[l] = search->levels[l].info;
	snap->n_levels = (int32_t)search->n_levels;
	TRY(fill_slack_pairs(&search->own, snap));
	return search_timeline(&search->stepper, &snap->timeline);
}

static enum status search_snapshot(struct stepper *stepper, struct snap **out)
{
	struct search *search = (struct search *)stepper;
	SNAP_HELD struct snap_search *snap = NULL;

	TRY(snap_search_new(search->image->graph, search->serial, &snap));
	TRY(fill_snapshot(search, snap));
	*out = &snap->snap;
	snap = NULL;
	return STATUS_OK;
}

static const struct stepper_ops search_ops = {
	.step = search_step,
	.finished = search_finished,
	.timeline = search_timeline,
	.snapshot = search_snapshot,
	.end = search_end,
};

struct stepper *search_stepper(struct search *search)
{
	return &search->stepper;
}

enum status search_run(struct search *search)
{
	while (!search_finished(&search->stepper))
		TRY(search_step(&search->stepper, GRAIN_COARSE));
	return STATUS_OK;
}

void search_free(struct search *search)
{
	if (search)
		search_end(&search->stepper);
}

int64_t search_count(const struct search *search)
{
	return search_n_counting(search, search->n_top, search->n_below);
}

bool search_is_exact(const struct search *search)
{
	return search->state == SEARCH_EXACT;
}

bool search_worst_slack(const struct search *search, int64_t *slack)
{
	*slack = search->worst_slack;
	return search->n_top > 0;
}

enum status search_begin(struct image *image, struct queue *queue, struct queue *view_queue,
			 const struct search_options *options, int64_t serial, struct search **out)
{
	RELEASED_BY(search_drop) struct search *search = NULL;

	assert(options->k >= 1);
	assert(options->method == METHOD_BOUNDED ||
	       (options->slack_min == INT64_MIN && options->slack_max == INT64_MAX &&
		!options->caps && !options->credit && !options->retiming));
	assert(!options->retiming || (!options->caps && options->max_level < 0));
	TRY(ALLOC(&search, 1));
	search->stepper.ops = &search_ops;
	search->image = image;
	search->queue = queue;
	search->view_queue = view_queue;
	_Static_assert(sizeof *search->shared <= QUEUE_SHARED, "what is read back fits");
	search->shared = queue_shared(queue);
	search->options = *options;
	search->options.caps = NULL; /* the caller's */
	search->options.credit = NULL;
	if (options->credit)
		search->credit = *options->credit;
	search->credit_or_caps = options->caps || CREDIT_COUNTS(&search->credit);
	search->method = methods[options->method];
	search->phase = PHASE_FOREST;
	search_begin_path_based(search, options);
	search->serial = serial;
	search->none = image_fs_none(image);
	search->end = search->none;
	/* Slacks stay far within ± none / 2: limits beyond are as good as these. */
	if (options->slack_max < search->none / 2)
		search->end = max_i64(options->slack_max, -search->none / 2) + 1;
	search->bound = search->end;
	search->least_slack = -search->none - 1;
	search->view_level = -1;
	search->miscounted = true;
	define_tables(search);
	TRY(ranker_begin(queue, &search->ranker, "sort keys", search_fs_size(search)));
	TRY(ranker_begin(view_queue, &search->view_ranker, "reading", search_fs_size(search)));
	TRY(alloc_forest(search));
	TRY(alloc_buckets(search, options->caps));
	TRY(DEVICE_ALLOC_ALL(queue, "search", 1, &search->d_partition, &search->d_found));
	TRY(reserve_records(search));
	if (search->method->bounded)
		TRY(reserve_levels(search));
	HAND_OVER(out, search);
	return STATUS_OK;
}
