/*
 * One deviation level, phase by phase: count, scan, expand, compress ([CPG-J], IV-C to IV-E).
 *
 * Children can be many more than the k paths asked for, so the bounded method makes them in batches
 * of parents that fit a buffer; after each batch the bound is that much lower for the next. The
 * order is the same as in one batch: parents come in their order, and a later child that equals the
 * bound comes after the k that set it.
 */
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gpu/device/profile.h"
#include "gpu/search/search_args.h"
#include "gpu/search/search_impl.h"

/* Children that a batch has at least, if there are as many: fewer don't fill a GPU, and more
 * batches are more waits; more are sorted for nothing. Otherwise twice the k asked for. */
enum { SMALLEST_BATCH = 640 << 10 };

/* Records that the pool has room for from the beginning, if that many may be asked for: growing copies it. */
enum { MOST_AT_ONCE = 2 << 20 };

/* ---- from phase to phase ---- */

static void next_phase(struct search *search)
{
	do
		search->phase++;
	while (!search->method->label[search->phase]);
}

static enum search_phase first_phase(const struct search *search)
{
	return search->method->label[PHASE_COUNT] ? PHASE_COUNT : PHASE_SCAN;
}

/* Nothing is left to be found: there are the paths to be re-timed, or all is done. */
static void end_levels(struct search *search, enum search_state state)
{
	bool retimes = search->own.wanted && !search->own.there;

	search->phase = retimes ? PHASE_RETIME : PHASE_DONE;
	search->state = retimes ? SEARCH_RUNNING : state;
}

/* ---- forest ---- */

static enum status begin_level(struct search *search, int32_t level, int64_t first, int64_t n);

static enum status phase_forest(struct search *search)
{
	TRY(search_log_step(search));
	TRY(search_begin_buckets(search));
	TRY(search->method->forest(search));
	TRY(queue_sync(search->queue));
	image_forest_is_new(search->image, &search->left);
	search->forest_done = true;
	search_describe_step(search, 0, "suffix forest of %" PRId32 " states",
			     search->image->device.n_states);
	return begin_level(search, 0, 0, search->image->device.n_sources);
}

/* ---- count ---- */

int64_t search_parents_left(const struct search *search)
{
	return search->n_parents - search->next_parent;
}

/* Make ready for the parents that are left, and queue their counts if the method counts first. */
static enum status begin_batch(struct search *search)
{
	int64_t n = search_parents_left(search);

	if (search->batch == 0)
		search_restore_buckets(search);
	TRY(columns_reserve(search->queue, &search->parents, n + 1, 0));
	if (search->method->bounded)
		TRY(columns_reserve(search->queue, &search->tiles, n / COUNT_PARENTS + 1, 0));
	if (search->miscounted)
		queue_fill(search->queue, search->d_found, 0, sizeof *search->d_found);
	search->miscounted = false;
	if (search->method->count)
		search->method->count(search, search->parents_first + search->next_parent, n);
	return STATUS_OK;
}

/* Queue their places. */
static enum status queue_scan(struct search *search)
{
	return search->method->scan(search, search->parents_first + search->next_parent,
				    search_parents_left(search));
}

/* Has the device summed the candidates up already? */
static bool has_candidates(const struct search *search)
{
	return search->method->bounded && search->level > 0;
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
	if (search->lowers) {
		search->n_within = search->readback.batch.n_within;
		search->bound = search->first_bound = search->readback.batch.bound;
	} else if (search->batch == 0 && search->first_bound == search->level_bound) {
		search->n_within = search->readback.batch.n_children;
	}
	search->lowers = false;
	return STATUS_OK;
}

/* How many children there are, before they have places. */
static enum status count_children(struct search *search)
{
	if (has_candidates(search))
		queue_download(search->queue, &search->shared->batch.n_candidates,
			       &search->d_found->n_candidates, sizeof(int64_t));
	else
		queue_sum(search, PARENT_CANDIDATES, &search->shared->batch.n_candidates);
	queue_sum(search, PARENT_CHILDREN, &search->shared->batch.n_children);
	return read_batch(search);
}

/* A level begins with its first phase: until then the search may have been idle. */
static void begin_clock(struct search *search)
{
	if (search->batch == 0)
		search->level_begin_ms = clock_ms();
}

static enum status phase_count(struct search *search, enum grain grain)
{
	begin_clock(search);
	TRY(search_log_step(search));
	TRY(begin_batch(search));
	next_phase(search);
	if (grain == GRAIN_COARSE)
		return STATUS_OK; /* the wait of the scan serves both */
	TRY(count_children(search));
	search_log_count(search, 0);
	return STATUS_OK;
}

/* ---- scan ---- */

static enum status finish_level(struct search *search);

int64_t search_batch_room(const struct search *search)
{
	int64_t room = max_i64(2 * search->options.k, SMALLEST_BATCH);

	if (search->options.batch)
		room = search->options.batch;
	else if (!search->method->bounded)
		room = INT32_MAX;
	room = max_i64(room, 2 * search->n_child);
	return min_i64(room, INT32_MAX - 1) - search->n_child;
}

/* Publish how many candidates all levels had, this one included. */
static void tell_candidates(const struct search *search)
{
	int64_t n = search->n_candidates;

	for (int64_t l = 0; l < search->n_levels; l++)
		n += search->levels[l].info.n_candidates;
	if (search->options.task)
		atomic_store_explicit(&search->options.task->done, n, memory_order_relaxed);
}

enum status search_scan(struct search *search, int64_t first, int64_t n)
{
	struct cut_batch_args cut = {.offset = search->parents.d[PARENT_OFFSET],
				     .n_parents = n,
				     .room = search_batch_room(search),
				     .summary = &search->shared->batch};

	(void)first;
	prim_scan(search->queue, search->parents.d[PARENT_CHILDREN],
		  search->parents.d[PARENT_OFFSET], n);
	LAUNCH(search->queue, cut_batch, 32, &cut, 1);
	queue_sum(search, PARENT_CANDIDATES, &search->shared->batch.n_candidates);
	return STATUS_OK;
}

/* Queue the writing of the children before waiting for their number: mostly they fit the buffer,
 * and are written during the wait. Not while profiling, which needs the number first. */
static enum status expand_ahead(struct search *search)
{
	if (!search->method->bounded || search->level == 0 || search->batch > 0 ||
	    search->bound == search->none || search->credit_or_caps ||
	    search->child.capacity == 0 || queue_profiled(search->queue))
		return STATUS_OK;
	search->room_ahead = search->child.capacity;
	return search->method->expand(search, search->parents_first, search->n_parents, 0);
}

static enum status phase_scan(struct search *search, enum grain grain)
{
	if (!search->method->count)
		begin_clock(search);
	TRY(search_log_step(search));
	if (!search->method->count)
		TRY(begin_batch(search));
	TRY(queue_scan(search));
	if (grain == GRAIN_COARSE)
		TRY(expand_ahead(search));
	TRY(read_batch(search));
	search_log_scan(search);
	if (search->batch == 0)
		search->n_candidates = search->readback.batch.n_candidates;
	tell_candidates(search);
	if (search->readback.batch.n_children == 0)
		return finish_level(search);
	next_phase(search);
	return STATUS_OK;
}

/* ---- expand ---- */

static enum status phase_expand(struct search *search, enum grain grain)
{
	const struct batch_summary *batch = &search->readback.batch;
	int64_t n_child = search->n_child + batch->n_batch_children;

	TRY(search_log_step(search));
	if (!search->room_ahead || batch->n_batch_children > search->room_ahead) {
		search->room_ahead = 0;
		if (!search->method->own_records)
			TRY(columns_reserve(search->queue, &search->child, n_child,
					    search->n_child));
		TRY(search->method->expand(search, search->parents_first + search->next_parent,
					   batch->n_batch_parents, search->n_child));
	}
	search->room_ahead = 0;
	if (grain == GRAIN_FINE)
		TRY(queue_sync(search->queue));
	search_describe_step(search, 0, "%" PRId64 " records written%s", batch->n_batch_children,
			     search->method->count ? "" : ", and sorted block by block");
	search->n_child = n_child;
	search->next_parent += batch->n_batch_parents;
	next_phase(search);
	return STATUS_OK;
}

/* ---- merge ---- */

static enum status phase_merge(struct search *search, enum grain grain)
{
	struct snap_step *step;

	TRY(search_log_step(search));
	step = &search->steps[search->n_steps - 1];
	TRY(search->method->merge(search));
	if (grain == GRAIN_FINE)
		TRY(queue_sync(search->queue));
	search->method->describe_merge(search, step->text, sizeof step->text);
	next_phase(search);
	return STATUS_OK;
}

/* ---- compress ---- */

static void swap_columns(struct columns *a, struct columns *b)
{
	struct columns c = *a;

	*a = *b;
	*b = c;
}

/* Are all children of the level in the buffer, and those that stay the first ones? Then they are
 * sorted to where they stay, after the records of the pool. */
static bool sorts_into_pool(const struct search *search)
{
	return search->next_parent == search->n_parents && !search->credit_or_caps;
}

/* Where sorted children are. */
static struct device_records sorted_children(const struct search *search)
{
	return sorts_into_pool(search)
		       ? search_records_from(search, &search->pool, search->n_records)
		       : columns_records(&search->sorted);
}

/* By keys, which are as short as the bound allows. */
enum status search_sort(struct search *search, const struct device_records *to, int64_t n)
{
	struct queue *queue = search->queue;
	int fs_bits = search->image->fs_bits;
	int64_t n_child = search->n_child;
	/* No slack is above the bound if there is one: what earlier batches left may equal it. */
	bool limited = search->level > 0 && search->bound != search->none;
	int64_t base = search->least_slack;
	int n_bits = limited ? bits_for(search->bound - base + 1) : fs_bits;
	struct slack_keys_args keys = {.base = base};
	struct gather_records_args gather = {.from = columns_records(&search->child), .to = *to};
	void **d = search->ranker.keys.d;

	TRY(columns_reserve(queue, &search->ranker.keys, n_child, 0));
	keys.slack = columns_records(&search->child).slack;
	keys.key = d[KEY_IN];
	keys.index = d[KEY_INDEX];
	LAUNCH(queue, slack_keys, fs_bits, &keys, n_child);
	prim_sort(queue, fs_bits, n_bits, d[KEY_IN], d[KEY_SORTED], d[KEY_INDEX], d[KEY_ORDER],
		  n_child);
	gather.order = d[KEY_ORDER];
	LAUNCH(queue, gather_records, fs_bits, &gather, n);
	return STATUS_OK;
}

/* Sort the child buffer by slack, stably. Without a bound no more than k can count. */
static enum status sort_children(struct search *search)
{
	int64_t n = search->n_child;
	struct device_records to;

	if (!search->method->bounded)
		n = min_i64(n, search->options.k);
	if (sorts_into_pool(search))
		TRY(columns_reserve(search->queue, &search->pool,
				    max_i64(search->n_records + n,
					    min_i64(2 * search->options.k, MOST_AT_ONCE)),
				    search->n_records));
	else
		TRY(columns_reserve(search->queue, &search->sorted, n, 0));
	to = sorted_children(search);
	TRY(search->method->sort(search, &to, n));
	search->n_child = n;
	return STATUS_OK;
}

/* Queue what the ranking will be with n sorted children, or fewer. */
static void queue_partition(struct search *search, int64_t n, const int64_t *d_n_level)
{
	struct partition_ranking_args partition = {
		.top = columns_ranking(&search->top).slack,
		.n_top = search->n_top,
		.level = sorted_children(search).slack,
		.n_level = n,
		.level_limit = d_n_level,
		.k = search->options.k,
		.slack_min = search->options.slack_min,
		.summary = &search->shared->partition,
		.n_merged = &search->d_found->n_merged,
	};

	LAUNCH(search->queue, partition_ranking, search->image->fs_bits, &partition, 1);
}

/* Queue the ranking itself, from children that are in the pool. */
static enum status queue_merge(struct search *search, int64_t n, const int64_t *d_n_level)
{
	struct merge_limits limits = {d_n_level, &search->d_found->n_merged};
	int64_t n_most = search->n_top + n;

	if (search->options.slack_min == INT64_MIN)
		n_most = min_i64(n_most, search->options.k);
	TRY(columns_reserve(search->queue, &search->spare, n_most, 0));
	search_merge(search,
		     &(struct rank_job){.queue = search->queue,
					.top = &search->top,
					.n_top = search->n_top,
					.first = search->n_records,
					.n = n,
					.out = &search->spare,
					.n_out = n_most},
		     &limits);
	return STATUS_OK;
}

/* What came out: the first of the children stay. */
static void take_partition(struct search *search)
{
	struct partition_summary *summary = &search->readback.partition;

	*summary = search->shared->partition;
	if (search->method->bounded) {
		search->n_child = summary->n_taken;
		search->bound = min_i64(search->bound, summary->kth_slack);
	}
}

static enum status rank_children(struct search *search)
{
	queue_partition(search, search->n_child, NULL);
	search->in_pool = sorts_into_pool(search);
	if (search->in_pool)
		TRY(queue_merge(search, search->n_child, NULL));
	TRY(queue_sync(search->queue));
	take_partition(search);
	if (!search->in_pool)
		swap_columns(&search->sorted, &search->child);
	return STATUS_OK;
}

static enum status phase_compress(struct search *search)
{
	int64_t n_all = search->n_child;

	TRY(search_log_step(search));
	TRY(sort_children(search));
	TRY(search->credit_or_caps ? search_rank_credit_caps(search) : rank_children(search));
	search_describe_step(search, 0, "%" PRId64 " sorted, %" PRId64 " kept", n_all,
			     search->n_child);
	if (search->next_parent == search->n_parents)
		return finish_level(search);
	search->batch++;
	search->phase = first_phase(search);
	return STATUS_OK;
}

/* ---- the end of a level ---- */

/* The level's records to the end of the pool, and the ranking with them, unless that was done at
 * once. */
static enum status store_level(struct search *search)
{
	int64_t n = search->n_child, at = search->n_records;
	int64_t n_merged = search->readback.partition.n_merged;

	if (search->in_pool)
		return STATUS_OK;
	TRY(columns_reserve(search->queue, &search->pool, at + n, at));
	columns_copy(search->queue, &search->child, n, &search->pool, at);
	if (!search->credit_or_caps) {
		TRY(columns_reserve(search->queue, &search->spare, n_merged, 0));
		search_merge(search,
			     &(struct rank_job){.queue = search->queue,
						.top = &search->top,
						.n_top = search->n_top,
						.first = at,
						.n = n,
						.out = &search->spare,
						.n_out = n_merged},
			     NULL);
	}
	/* readers on the other queue find it finished from now on */
	return queue_sync(search->queue);
}

static void take_ranking(struct search *search)
{
	const struct partition_summary *partition = &search->readback.partition;
	void *bound = search->buckets.bound;

	swap_columns(&search->top, &search->spare);
	search->buckets.bound = search->buckets.level_bound;
	search->buckets.level_bound = bound;
	search->least_slack =
		search->credit_or_caps ? partition->least_slack : partition->first_slack;
	search->n_top = partition->n_merged;
	search->n_below = partition->n_below;
	search->full = partition->kth_slack != search->none;
	search->kth_slack = partition->kth_slack;
	search->worst_slack = partition->first_slack;
}

/* Is there anything in the level that the cap forbids? */
static enum status check_cap(struct search *search)
{
	TRY(begin_batch(search));
	TRY(queue_scan(search));
	TRY(read_batch(search));
	end_levels(search, search->readback.batch.n_children ? SEARCH_CAPPED : SEARCH_EXACT);
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
	search->level_bound = search->first_bound = search->bound;
	search->phase = first_phase(search);
	if (n == 0) {
		end_levels(search, SEARCH_EXACT);
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
		search_drop_steps(search); /* there was no such level */
		return begin_level(search, search->level, first, 0);
	}

	TRY(GROW(&search->levels, &search->levels_capacity, search->n_levels + 1));
	if (n > 0) {
		TRY(store_level(search));
		take_ranking(search);
		search->n_records += n;
	}
	search->n_within_before = search->n_within;
	level = &search->levels[search->n_levels++];
	*level = (struct search_level){
		.first = first,
		.n = n,
		.n_ranking = search->n_top,
		.n_below = search->n_below,
		.first_bound = search->first_bound,
		.info = {.n_parents = search->n_parents,
			 .n_candidates = search->n_candidates,
			 .n_kept = n,
			 .n_new = n > 0 ? search->readback.partition.n_taken : 0,
			 .n_ranked = search_n_counting(search, search->n_top, search->n_below),
			 .full = search->full,
			 .bound = search->full ? search->kth_slack : 0,
			 .ms = clock_ms() - search->level_begin_ms},
	};
	search->steps[search->n_steps - 1].ends_level = true;
	return begin_level(search, search->level + 1, first, n);
}

/* ---- a small level at once ---- */

/*
 * Levels become smaller and smaller towards the end, and then launching and waiting takes longer
 * than the work. One kernel does all of such a level.
 */
static bool may_be_small(const struct search *search)
{
	if (search->options.small == SMALL_NEVER || search->level == 0 || search->batch > 0 ||
	    search->credit_or_caps || !search->method->bounded || search->n_parents > SMALL_PARENTS)
		return false;
	return search->options.small == SMALL_ALWAYS ||
	       (device_kind(queue_device(search->queue)) == DEVICE_CUDA &&
		search->n_parents < search->levels[search->n_levels - 1].info.n_parents);
}

static enum status queue_small_level(struct search *search)
{
	int64_t at = search->n_records;
	struct small_level_args args = {.graph = search->image->device,
					.forest = search->forest,
					.record = columns_records(&search->pool),
					.bound = search->bound,
					.first = (int32_t)search->parents_first,
					.from_sources = search->level == 1,
					.n_parents = (int32_t)search->n_parents,
					.summary = &search->shared->batch,
					.n_children = &search->d_found->n_level};

	TRY(columns_reserve(search->queue, &search->pool, at + SMALL_CHILDREN, at));
	args.record = columns_records(&search->pool);
	args.child = search_records_from(search, &search->pool, at);
	LAUNCH(search->queue, small_level, search->image->fs_bits, &args, 1);
	search->next_parent = search->n_parents;
	queue_partition(search, SMALL_CHILDREN, args.n_children);
	TRY(queue_merge(search, SMALL_CHILDREN, args.n_children));
	return queue_sync(search->queue);
}

/* The whole level, unless its children turn out to be too many. */
static enum status try_small_level(struct search *search, bool *done)
{
	struct batch_summary *batch = &search->readback.batch;

	search->level_begin_ms = clock_ms();
	TRY(queue_small_level(search));
	*batch = search->shared->batch;
	batch->n_batch_parents = search->n_parents;
	batch->n_batch_children = batch->n_children;
	*done = batch->n_children <= SMALL_CHILDREN;
	if (!*done) {
		search->next_parent = 0;
		return STATUS_OK;
	}
	search->n_candidates = batch->n_candidates;
	search->n_within = batch->n_children;
	tell_candidates(search);
	search->in_pool = batch->n_children > 0;
	if (search->in_pool)
		take_partition(search);
	TRY(search_log_small_level(search));
	return finish_level(search);
}

/* ---- the machine ---- */

enum status search_phase_step(struct search *search, enum grain grain)
{
	bool done = false;

	switch (search->phase) {
	case PHASE_THRESHOLD:
		return search_find_threshold(search);
	case PHASE_FOREST:
		return phase_forest(search);
	case PHASE_COUNT:
		if (grain == GRAIN_COARSE && may_be_small(search))
			TRY(try_small_level(search, &done));
		return done ? STATUS_OK : phase_count(search, grain);
	case PHASE_SCAN:
		return phase_scan(search, grain);
	case PHASE_EXPAND:
		return phase_expand(search, grain);
	case PHASE_MERGE:
		return phase_merge(search, grain);
	case PHASE_COMPRESS:
		return phase_compress(search);
	case PHASE_CAP:
		return check_cap(search);
	case PHASE_RETIME:
		return search_rank_path_based(search);
	case PHASE_DONE:
		break;
	}
	return STATUS_OK;
}

void search_level_reset(struct search *search)
{
	search_drop_steps(search);
	search->miscounted = true;
	if (search->phase <= PHASE_FOREST || search->phase == PHASE_RETIME)
		return;
	search->next_parent = 0;
	search->batch = 0;
	search->n_child = 0;
	search->in_pool = false;
	search->bound = search->first_bound = search->level_bound;
	search->lowers = false;
	search->room_ahead = 0;
	if (search->phase != PHASE_CAP)
		search->phase = first_phase(search);
}
