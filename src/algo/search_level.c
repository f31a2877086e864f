/*
 * One deviation level, phase by phase: count, scan, expand, compress (seed 000, IV-C to IV-E).
 *
 * Children can be many more than the k paths asked for, so the bounded method makes them in batches
 * of parents that fit a buffer; after each batch the bound is that much lower for the next. The
 * order is the same as in one batch: parents come in their order, and a later child that equals the
 * bound comes behind the k that set it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algo/search_impl.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/units.h"

/* Children that a batch has at least, if there are as many: fewer don't fill a GPU, and more batches are
 * more waits; more are sorted in vain. Otherwise twice the k asked for. */
enum { SMALLEST_BATCH = 640 << 10 };

/* ---- the log ---- */

static enum status log_step(struct search *search, const char *label)
{
	TRY(GROW(&search->steps, &search->steps_capacity, search->n_steps + 1));
	search->steps[search->n_steps++] = (struct snap_step){
		.level = search->phase == PHASE_FOREST ? -1 : search->level, .label = label};
	return STATUS_OK;
}

/* Say what the step `back` before the newest did. */
static void describe_step(struct search *search, int64_t back, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void describe_step(struct search *search, int64_t back, const char *format, ...)
{
	struct snap_step *step = &search->steps[search->n_steps - 1 - back];
	va_list args;

	va_start(args, format);
	vsnprintf(step->text, sizeof step->text, format, args);
	va_end(args);
}

/* ---- forest ---- */

static enum status begin_level(struct search *search, int32_t level, int64_t first, int64_t n);

static enum status phase_forest(struct search *search)
{
	TRY(log_step(search, "forest"));
	TRY(search_begin_buckets(search));
	TRY(search->method->forest(search));
	TRY(queue_sync(search->queue));
	describe_step(search, 0, "suffix forest of %" PRId32 " states",
		      search->image->device.n_states);
	return begin_level(search, 0, 0, search->image->device.n_sources);
}

/* ---- count ---- */

static void describe_count(struct search *search, int64_t back)
{
	const struct batch_summary *batch = &search->readback.batch;
	int64_t n = search->n_parents - search->next_parent;

	if (search->level == 0)
		describe_step(search, back,
			      "%" PRId64 " sources, %" PRId64 " with a path below the bound", n,
			      batch->n_children);
	else
		describe_step(search, back,
			      "%" PRId64 " parents with %" PRId64 " deviations, %" PRId64
			      " below the bound",
			      n, batch->n_candidates, batch->n_children);
}

/* Queue the counts of the parents that are left. */
static enum status queue_count(struct search *search)
{
	int64_t n = search->n_parents - search->next_parent;

	if (search->batch == 0)
		search_restore_buckets(search);
	TRY(columns_reserve(search->queue, &search->parents, n + 1, 0));
	search->method->count(search, search->parents_first + search->next_parent, n);
	return STATUS_OK;
}

/* Queue the sum of a column of those counts; of level 0 candidates are the children. */
static void queue_sum(struct search *search, int column, int64_t *sum)
{
	if (search->level == 0)
		column = PARENT_CHILDREN;
	prim_sum(search->queue, search->parents.d[column], sum,
		 search->n_parents - search->next_parent);
}

/* Wait for what was queued, and read the summary of the batch. */
static enum status read_batch(struct search *search)
{
	search_ask_walks(search);
	TRY(queue_sync(search->queue));
	search_take_walks(search);
	search->readback.batch = search->shared->batch;
	return STATUS_OK;
}

/* How many children there are, when that is wanted before they have places. */
static enum status count_children(struct search *search)
{
	queue_sum(search, PARENT_CANDIDATES, &search->shared->batch.n_candidates);
	queue_sum(search, PARENT_CHILDREN, &search->shared->batch.n_children);
	return read_batch(search);
}

static enum status phase_count(struct search *search, enum grain grain)
{
	if (search->batch == 0)
		search->level_begin_ms = clock_ms();
	TRY(log_step(search, "count"));
	TRY(queue_count(search));
	search->phase = PHASE_SCAN;
	if (grain == GRAIN_COARSE)
		return STATUS_OK; /* the wait of the scan serves both */
	TRY(count_children(search));
	describe_count(search, 0);
	return STATUS_OK;
}

/* ---- scan ---- */

static enum status finish_level(struct search *search);

/* Room for children in this batch's buffer. */
static int64_t batch_room(const struct search *search)
{
	int64_t room = max_i64(2 * search->options.k, SMALLEST_BATCH);

	if (search->options.batch)
		room = search->options.batch;
	room = max_i64(room, 2 * search->n_child);
	if (!search->method->bounded)
		room = INT32_MAX;
	return min_i64(room, INT32_MAX - 1) - search->n_child;
}

static enum status phase_scan(struct search *search)
{
	const struct batch_summary *batch = &search->readback.batch;
	int64_t n = search->n_parents - search->next_parent;
	struct cut_batch_args cut = {.offset = search->parents.d[PARENT_OFFSET],
				     .n_parents = n,
				     .room = batch_room(search),
				     .summary = &search->shared->batch};

	TRY(log_step(search, "scan"));
	prim_scan(search->queue, search->parents.d[PARENT_CHILDREN],
		  search->parents.d[PARENT_OFFSET], n);
	LAUNCH(search->queue, cut_batch, 32, &cut, 1);
	queue_sum(search, PARENT_CANDIDATES, &search->shared->batch.n_candidates);
	TRY(read_batch(search));
	describe_count(search, 1);
	if (search->batch == 0)
		search->n_candidates = batch->n_candidates;
	if (batch->n_children == 0) {
		describe_step(search, 0, "no places needed");
		return finish_level(search);
	}
	describe_step(search, 0, "places for %" PRId64 " children of %" PRId64 " parents",
		      batch->n_batch_children, batch->n_batch_parents);
	search->phase = PHASE_EXPAND;
	return STATUS_OK;
}

/* ---- expand ---- */

static enum status phase_expand(struct search *search, enum grain grain)
{
	const struct batch_summary *batch = &search->readback.batch;
	int64_t n_child = search->n_child + batch->n_batch_children;

	TRY(log_step(search, "expand"));
	TRY(columns_reserve(search->queue, &search->child, n_child, search->n_child));
	search->method->expand(search, search->parents_first + search->next_parent,
			       batch->n_batch_parents, search->n_child);
	if (grain == GRAIN_FINE)
		TRY(queue_sync(search->queue));
	describe_step(search, 0, "%" PRId64 " records written", batch->n_batch_children);
	search->n_child = n_child;
	search->next_parent += batch->n_batch_parents;
	search->phase = PHASE_COMPRESS;
	return STATUS_OK;
}

/* ---- compress ---- */

static void swap_columns(struct columns *a, struct columns *b)
{
	struct columns c = *a;

	*a = *b;
	*b = c;
}

/* Are all children of the level in the buffer, and those that stay the first ones? Then they are sorted to
 * where they stay, behind the records of the pool. */
static bool sorts_into_pool(const struct search *search)
{
	return search->next_parent == search->n_parents && !search->chooses;
}

/* Where sorted children are. */
static struct device_records sorted_children(const struct search *search)
{
	return sorts_into_pool(search)
		       ? search_records_from(search, &search->pool, search->n_records)
		       : columns_records(&search->sorted);
}

/* Sort the child buffer by slack, stably. */
static enum status sort_children(struct search *search)
{
	struct queue *queue = search->queue;
	int fs_bits = search->image->fs_bits;
	int64_t n = search->n_child;
	/* No slack is above the bound if there is one: what earlier batches left may equal it. */
	bool limited = search->level > 0 && search->bound != search->none;
	int64_t base = search->least_slack;
	int n_bits = limited ? bits_for(search->bound - base + 1) : fs_bits;
	struct slack_keys_args keys = {.base = base};
	struct gather_records_args gather;
	void **d = search->ranker.keys.d;

	TRY(columns_reserve(queue, &search->ranker.keys, n, 0));
	if (sorts_into_pool(search))
		TRY(columns_reserve(queue, &search->pool, search->n_records + n, search->n_records));
	else
		TRY(columns_reserve(queue, &search->sorted, n, 0));
	keys.slack = columns_records(&search->child).slack;
	keys.key = d[KEY_IN];
	keys.index = d[KEY_INDEX];
	LAUNCH(queue, slack_keys, fs_bits, &keys, n);
	prim_sort(queue, fs_bits, n_bits, d[KEY_IN], d[KEY_SORTED], d[KEY_INDEX], d[KEY_ORDER], n);
	gather.from = columns_records(&search->child);
	gather.order = d[KEY_ORDER];
	gather.to = sorted_children(search);
	LAUNCH(queue, gather_records, fs_bits, &gather, n);
	return STATUS_OK;
}

/* What the ranking will be with the sorted children, of which the first stay. */
static enum status split_ranking(struct search *search)
{
	struct split_summary *summary = &search->readback.split;
	struct split_ranking_args split = {
		.top = columns_ranking(&search->top).slack,
		.n_top = search->n_top,
		.level = sorted_children(search).slack,
		.n_level = search->n_child,
		.k = search->options.k,
		.slack_min = search->options.slack_min,
		.summary = &search->shared->split,
	};

	LAUNCH(search->queue, split_ranking, search->image->fs_bits, &split, 1);
	TRY(queue_sync(search->queue));
	*summary = search->shared->split;
	search->n_child = search->method->bounded
				  ? summary->n_taken
				  : min_i64(search->n_child, search->options.k);
	if (search->method->bounded)
		search->bound = min_i64(search->bound, summary->kth_slack);
	search->in_pool = sorts_into_pool(search);
	if (!search->in_pool)
		swap_columns(&search->sorted, &search->child);
	return STATUS_OK;
}

static enum status phase_compress(struct search *search)
{
	int64_t n_all = search->n_child;

	TRY(log_step(search, "compress"));
	TRY(sort_children(search));
	TRY(search->chooses ? search_choose(search) : split_ranking(search));
	describe_step(search, 0, "%" PRId64 " sorted, %" PRId64 " kept", n_all, search->n_child);
	if (search->next_parent == search->n_parents)
		return finish_level(search);
	search->batch++;
	search->phase = PHASE_COUNT;
	return STATUS_OK;
}

/* ---- the end of a level ---- */

/* The level's records to the end of the pool, unless they are there, and the ranking with them. */
static enum status store_level(struct search *search)
{
	int64_t n = search->n_child, at = search->n_records;
	int64_t n_merged = search->readback.split.n_merged;

	if (!search->in_pool) {
		TRY(columns_reserve(search->queue, &search->pool, at + n, at));
		columns_copy(search->queue, &search->child, n, &search->pool, at);
	}
	if (!search->chooses) {
		TRY(columns_reserve(search->queue, &search->spare, n_merged, 0));
		search_merge(search, search->queue, &search->top, search->n_top, at, n,
			     &search->spare, n_merged);
	}
	/* whoever reads on the other queue from now on finds it done */
	return queue_sync(search->queue);
}

static void take_ranking(struct search *search)
{
	const struct split_summary *split = &search->readback.split;
	void *bound = search->buckets.bound;

	swap_columns(&search->top, &search->spare);
	search->buckets.bound = search->buckets.level_bound;
	search->buckets.level_bound = bound;
	search->least_slack = search->chooses ? split->least_slack : split->first_slack;
	search->n_top = split->n_merged;
	search->n_below = split->n_below;
	search->full = split->kth_slack != search->none;
	search->kth_slack = split->kth_slack;
	search->worst_slack = split->first_slack;
}

/* Is there anything in the level that the cap forbids? */
static enum status check_cap(struct search *search)
{
	TRY(queue_count(search));
	TRY(count_children(search));
	search->state = search->readback.batch.n_children ? SEARCH_CAPPED : SEARCH_EXACT;
	search->phase = PHASE_DONE;
	return STATUS_OK;
}

static enum status begin_level(struct search *search, int32_t level, int64_t first, int64_t n)
{
	search->level = level;
	search->parents_first = first;
	search->n_parents = n;
	search->next_parent = 0;
	search->batch = 0;
	search->n_child = 0;
	search->in_pool = false;
	search->level_bound = search->bound;
	search->phase = PHASE_COUNT;
	if (n == 0) {
		search->state = SEARCH_EXACT;
		search->phase = PHASE_DONE;
	} else if (search->options.max_level >= 0 && level > search->options.max_level) {
		search->phase = PHASE_CAP;
		return check_cap(search);
	}
	return STATUS_OK;
}

static enum status finish_level(struct search *search)
{
	int64_t n = search->n_child, first = search->n_records;
	struct search_level *level;

	if (search->level > 0 && search->n_candidates == 0) {
		search->n_steps -= 2; /* its count and scan: there was no such level */
		return begin_level(search, search->level, first, 0);
	}

	TRY(GROW(&search->levels, &search->levels_capacity, search->n_levels + 1));
	if (n > 0) {
		TRY(store_level(search));
		take_ranking(search);
		search->n_records += n;
	}
	level = &search->levels[search->n_levels++];
	*level = (struct search_level){
		.first = first,
		.n = n,
		.n_ranking = search->n_top,
		.n_below = search->n_below,
		.info = {.n_parents = search->n_parents,
			 .n_candidates = search->n_candidates,
			 .n_kept = n,
			 .n_new = n > 0 ? search->readback.split.n_taken : 0,
			 .n_ranked = search_n_counting(search, search->n_top, search->n_below),
			 .full = search->full,
			 .bound = search->full ? search->kth_slack : 0,
			 .ms = clock_ms() - search->level_begin_ms},
	};
	search->steps[search->n_steps - 1].ends_level = true;
	return begin_level(search, search->level + 1, first, n);
}

/* ---- the machine ---- */

enum status search_phase_step(struct search *search, enum grain grain)
{
	switch (search->phase) {
	case PHASE_FOREST:
		return phase_forest(search);
	case PHASE_COUNT:
		return phase_count(search, grain);
	case PHASE_SCAN:
		return phase_scan(search);
	case PHASE_EXPAND:
		return phase_expand(search, grain);
	case PHASE_COMPRESS:
		return phase_compress(search);
	case PHASE_CAP:
		return check_cap(search);
	case PHASE_DONE:
		break;
	}
	return STATUS_OK;
}

void search_level_reset(struct search *search)
{
	bool forest_done = search->phase != PHASE_FOREST;

	/* Steps of levels that are complete stay, and the forest's. */
	while (search->n_steps > forest_done && !search->steps[search->n_steps - 1].ends_level)
		search->n_steps--;
	if (!forest_done)
		return;
	search->next_parent = 0;
	search->batch = 0;
	search->n_child = 0;
	search->in_pool = false;
	search->bound = search->level_bound;
	if (search->phase != PHASE_CAP)
		search->phase = PHASE_COUNT;
}
