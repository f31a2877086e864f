/*
 * Each state keeps the worst arrivals of a few launching clock nodes (k_launches.cu). Endpoints
 * whose list might lack the path with the least slack are computed again with longer lists, which
 * only states in their fan-in cones have, and finally by searches for their worst paths.
 */
#include "gpu/credit/timing_slacks.h"

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/credit/credit_args.h"
#include "gpu/credit/timing_slacks_impl.h"
#include "gpu/timing/result_args.h"
#include "gpu/search/search.h"
#include "gpu/timing/timing_paths.h"

static const char memory_name[] = "endpoint slacks";

const int32_t launching_lengths[SLACK_ROUNDS] = {4, 16, 64};

/* GPUs, whose rounds take about as long for few states as for all, begin with longer lists, where these have
 * room. */
enum { LENGTH_OF_GPU = 12 };

/* ---- lists of launches ---- */

void launching_release(struct launching *l)
{
	struct queue *queue = l->timing->queue;

	DEVICE_FREE_ALL(queue, &l->branch, &l->not_monotone, &l->source, &l->mark, &l->slot,
			&l->row, &l->open, &l->d_n_open, &l->largest, &l->lists.n, &l->lists.list);
}

enum status launching_prepare(struct launching *l)
{
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int64_t n_states = t->device_states.n_states;
	int32_t n_nodes = l->timing->network.n;
	struct launch_branches_args branches = {.credit = l->credit};
	struct launch_sources_args sources = {.source_state = t->image->device.source_state};

	TRY(DEVICE_ALLOC(queue, memory_name, &l->branch, n_nodes));
	TRY(DEVICE_ALLOC_ALL(queue, memory_name, 1, &l->not_monotone, &l->largest));
	TRY(DEVICE_ALLOC(queue, memory_name, &l->source, n_states));
	TRY(DEVICE_ALLOC(queue, memory_name, &l->d_n_open, 1));
	TRY(timing_image_upload_rows(queue, t->image->level_row, t->image->n_levels, 1, NULL,
				     &l->row));
	queue_fill(queue, l->not_monotone, 0, sizeof *l->not_monotone);
	queue_fill(queue, l->largest, 0, sizeof *l->largest);
	queue_fill(queue, l->source, 0xff, n_states * (int64_t)sizeof *l->source);
	l->lists.branch = l->branch;
	l->lists.not_monotone = l->not_monotone;
	branches.branch = l->branch;
	branches.not_monotone = l->not_monotone;
	branches.largest = l->largest;
	LAUNCH(queue, launch_branches, 32, &branches, n_nodes);
	sources.source = l->source;
	LAUNCH(queue, launch_sources, 32, &sources, t->image->device.n_sources);
	return STATUS_OK;
}

/* Those of the split. */
static enum status open_sinks(struct launching *l)
{
	struct timing_image *t = l->timing->image;
	int64_t n = t->device_states.n_sinks;
	struct open_endpoints_args open = {.endpoint = t->d_endpoint, .split = l->split};

	TRY(DEVICE_ALLOC(l->timing->queue, memory_name, &l->open, n));
	open.open = l->open;
	LAUNCH(l->timing->queue, open_endpoints, 32, &open, n);
	return STATUS_OK;
}

bool launching_fits(int64_t n_slots, int32_t most, int fs_bits)
{
	return n_slots <= MOST_LIST_BYTES / (LAUNCH_ENTRY_BYTES(fs_bits) * most);
}

enum status launching_alloc(struct queue *queue, int64_t n_slots, int fs_bits,
			    struct device_launches *lists)
{
	int64_t bytes = n_slots * LAUNCH_ENTRY_BYTES(fs_bits) * lists->most;

	DEVICE_FREE(queue, lists->n);
	DEVICE_FREE(queue, lists->list);
	TRY(DEVICE_ALLOC(queue, memory_name, &lists->n, n_slots));
	TRY(device_alloc(queue, memory_name, bytes, &lists->list));
	lists->n_slots = n_slots;
	return STATUS_OK;
}

/* Slots for what leads to open endpoints; how many there are. */
static enum status choose_slots(struct launching *l, int64_t *n_slots)
{
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int64_t n_states = t->device_states.n_states;
	struct launch_marks_args marks = {.endpoint = t->d_endpoint, .open = l->open};
	struct launch_cone_args cone = {.states = t->device_states};

	if (!l->mark)
		TRY(DEVICE_ALLOC(queue, memory_name, &l->mark, n_states));
	if (!l->slot)
		TRY(DEVICE_ALLOC(queue, memory_name, &l->slot, n_states + 1));
	queue_fill(queue, l->mark, 0, n_states * (int64_t)sizeof *l->mark);
	marks.mark = cone.mark = l->mark;
	LAUNCH(queue, launch_marks, 32, &marks, t->device_states.n_sinks);
	SWEEP(queue, launch_cone, 32, &cone, t->image->d_level_row, t->image->n_levels);
	prim_scan(queue, l->mark, l->slot, n_states);
	queue_download(queue, n_slots, l->slot + n_states, sizeof *n_slots);
	l->lists.slot = l->slot;
	return queue_sync(queue);
}

static int32_t choose_length(const struct launching *l, int round, int64_t n_slots)
{
	const struct timing *timing = l->timing;
	int fs_bits = timing_fs_bits(timing);

	if (timing->slacks.length[round])
		return timing->slacks.length[round];
	if (round == 0 && launching_fits(n_slots, LENGTH_OF_GPU, fs_bits) &&
	    device_kind(queue_device(timing->queue)) != DEVICE_CPU)
		return LENGTH_OF_GPU;
	return launching_lengths[round];
}

/* Lists for what is open still, and the slacks that are certain by them. */
static enum status run_round(struct launching *l, int round, int64_t *n_open)
{
	struct timing_image *t = l->timing->image;
	struct queue *queue = l->timing->queue;
	int64_t n_slots = t->device_states.n_states, n_sinks = t->device_states.n_sinks;
	struct launch_sweep_args sweep = {.states = t->device_states,
					  .credit = l->credit,
					  .source = l->source,
					  .largest = l->largest,
					  .split = l->split};
	int fs_bits = timing_fs_bits(l->timing);
	struct credit_slacks_args slacks = {.states = t->device_states,
					    .endpoint = t->d_endpoint,
					    .credit = l->credit,
					    .split = l->split,
					    .open = l->open,
					    .slack = l->timing->slacks.d_slack,
					    .n_open = l->d_n_open};

	if (l->timing->slacks.length[round] < 0)
		return STATUS_OK;
	if (round > 0)
		TRY(choose_slots(l, &n_slots));
	l->lists.most = choose_length(l, round, n_slots);
	if (!launching_fits(n_slots, l->lists.most, fs_bits))
		return STATUS_OK;
	TRY(launching_alloc(queue, n_slots, fs_bits, &l->lists));
	sweep.launches = slacks.launches = l->lists;
	SWEEP(queue, launch_sweep, fs_bits, &sweep, l->row, t->image->n_levels);
	queue_fill(queue, l->d_n_open, 0, sizeof *l->d_n_open);
	LAUNCH(queue, credit_slacks, fs_bits, &slacks, n_sinks);
	return queue_read(queue, n_open, l->d_n_open, sizeof *n_open);
}

/* ---- what is left: a search of each worst path ---- */

/* A bucket for each open sink among the sources of the graph that runs backward. */
static int32_t list_buckets(const struct path_image *paths, const uint8_t *open, int32_t *bucket)
{
	int32_t n = 0;

	for (int32_t s = 0; s < paths->image->device.n_sources; s++)
		bucket[s] = open[paths->source[s]] ? n++ : -1;
	return n;
}

static enum status take_rows(struct search *search, const struct path_image *paths, int64_t *slack)
{
	enum { ROWS_AT_ONCE = 10000 };
	int64_t n = search_count(search);

	for (int64_t i = 0; i < n; i += ROWS_AT_ONCE) {
		struct snap_rows *rows;

		TRY(search_rows(search, LEVEL_NEWEST, i, min_i64(n - i, ROWS_AT_ONCE), &rows));
		for (int64_t r = 0; r < rows->n; r++)
			slack[paths->source[rows->row[r].source]] = rows->row[r].slack;
		snap_unref(&rows->snap);
	}
	return STATUS_OK;
}

static enum status run_search(struct launching *l, struct path_image *image,
			      const struct search_options *options, int64_t *slack)
{
	struct timing *timing = l->timing;
	RELEASED_BY(search_drop) struct search *search = NULL;

	TRY(search_begin(image->image, timing->queue, timing->queue, options, 0, &search));
	TRY(search_run(search));
	return take_rows(search, image, slack);
}

/* Slacks of the open sinks, by host arrays [n_sinks]. */
static enum status search_sinks(struct launching *l, const uint8_t *open, int64_t *slack)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search_caps caps = {.per_bucket = 1};
	struct device_credit credit;
	struct path_image *image;
	FREED int32_t *bucket = NULL;

	TRY(timing_path_image(l->timing,
			      &(struct timing_query){.split = l->split, .backward = true}, NULL,
			      l->task, &image));
	TRY(path_image_need_ends(image));
	TRY(timing_credit(l->timing, l->split, l->mode, image, &credit));
	TRY(ALLOC(&bucket, image->image->device.n_sources));
	caps.bucket = bucket;
	caps.n_buckets = list_buckets(image, open, bucket);
	options.k = caps.n_buckets;
	options.early = l->split == EARLY;
	options.caps = &caps;
	options.credit = &credit;
	return caps.n_buckets ? run_search(l, image, &options, slack) : STATUS_OK;
}

static enum status search_rest(struct launching *l)
{
	struct timing *timing = l->timing;
	int64_t n = timing->image->device_states.n_sinks;
	FREED uint8_t *open = NULL;
	FREED int64_t *slack = NULL;

	TRY(ALLOC_ALL(n, &open, &slack));
	queue_download(timing->queue, open, l->open, n);
	queue_download(timing->queue, slack, timing->slacks.d_slack, n * (int64_t)sizeof *slack);
	TRY(queue_sync(timing->queue));
	for (int64_t s = 0; s < n; s++)
		slack[s] = open[s] ? FS_NONE_64 : slack[s];
	TRY(search_sinks(l, open, slack));
	queue_upload(timing->queue, timing->slacks.d_slack, slack, n * (int64_t)sizeof *slack);
	return queue_sync(timing->queue);
}

/* ---- all of it ---- */

static enum status find_split(struct timing *timing, enum split split, enum credit_mode mode,
			      struct task *task)
{
	RELEASED_BY(launching_release)
	struct launching l = {.timing = timing, .task = task, .split = split, .mode = mode};
	int64_t n_open = timing->image->device_states.n_sinks;

	TRY(timing_bound_paths(timing));
	TRY(timing_credit(timing, split, mode, NULL, &l.credit));
	TRY(launching_prepare(&l));
	TRY(open_sinks(&l));
	for (int round = 0; round < SLACK_ROUNDS && n_open > 0; round++) {
		TRY(run_round(&l, round, &n_open));
		timing->slacks.n_open[split][round] = n_open;
	}
	return n_open > 0 ? search_rest(&l) : STATUS_OK;
}

static void find_without(struct timing *timing, struct queue *queue, int64_t *d_slack)
{
	struct endpoint_slacks_args args = {.states = timing->image->device_states,
					    .endpoint = timing->image->d_endpoint,
					    .slack = d_slack};

	LAUNCH(queue, endpoint_slacks, 32, &args, timing->image->device_states.n_sinks);
}

/* May paths get credit at all? If not, slacks with credit are those without. Makes the
 * clock network. */
static enum status timing_has_credit(struct timing *timing, bool *has)
{
	struct device_credit credit;

	TRY(timing_credit(timing, LATE, CREDIT_OPENSTA, NULL, &credit));
	*has = timing->network.launches && timing->network.captures;
	return STATUS_OK;
}

enum status timing_need_slacks(struct timing *timing, enum credit_mode mode, enum slacks_of of,
			       struct task *task)
{
	struct credited_slacks *slacks = &timing->slacks;
	bool has = false;

	TRY(timing_update(timing));
	for (int split = 0; split < N_SPLITS && slacks->mode != mode; split++)
		timing_outdate(timing, TIMING_SLACKS + split);
	slacks->mode = mode;
	if ((timing_has(timing, TIMING_SLACKS + EARLY) || !(of & SLACKS_OF_EARLY)) &&
	    (timing_has(timing, TIMING_SLACKS + LATE) || !(of & SLACKS_OF_LATE)))
		return STATUS_OK;
	if (!slacks->d_slack)
		TRY(DEVICE_ALLOC(timing->queue, memory_name, &slacks->d_slack,
				 timing->image->device_states.n_sinks));
	if (mode != CREDIT_NONE)
		TRY(timing_has_credit(timing, &has));
	if (!has) {
		find_without(timing, timing->queue, slacks->d_slack);
		TRY(queue_sync(timing->queue));
		timing_made(timing, TIMING_SLACKS + EARLY);
		timing_made(timing, TIMING_SLACKS + LATE);
	}
	for (int split = 0; split < N_SPLITS; split++) {
		if (timing_has(timing, TIMING_SLACKS + split) || !(of & 1 << split))
			continue;
		TRY(queue_settle(timing->queue, find_split(timing, (enum split)split, mode, task)));
		timing_made(timing, TIMING_SLACKS + split);
	}
	return STATUS_OK;
}

bool timing_has_slacks(const struct timing *timing, enum credit_mode mode)
{
	return timing_has(timing, TIMING_SLACKS + EARLY) &&
	       timing_has(timing, TIMING_SLACKS + LATE) && timing->slacks.mode == mode;
}

enum status timing_read_slacks(struct timing *timing, struct queue *queue, int64_t *with,
			       int64_t *without)
{
	int64_t n = timing->image->device_states.n_sinks, *d_without = NULL;
	DEVICE_HELD held = {queue, {&d_without}};

	if (without) {
		TRY(DEVICE_ALLOC(queue, "reading", &d_without, n));
		find_without(timing, queue, d_without);
		queue_download(queue, without, d_without, n * (int64_t)sizeof *without);
	}
	if (with)
		queue_download(queue, with, timing->slacks.d_slack, n * (int64_t)sizeof *with);
	return queue_sync(queue);
}

enum status timing_slack_totals(const struct timing *timing, struct queue *queue, enum split split,
				bool before, struct slack_totals *out)
{
	enum { SHARES = 1 << 14 };
	const struct timing_image *t = timing->image;
	struct slack_totals_args args = {.states = t->device_states,
					 .endpoint = t->d_endpoint,
					 .slack = before ? NULL : timing->slacks.d_slack,
					 .split = split,
					 .n_items = SHARES};
	DEVICE_HELD held = {queue, {&args.totals}};

	*out = (struct slack_totals){.wns = FS_NONE_64};
	TRY(DEVICE_PUT(queue, "reading", &args.totals, out, 1));
	LAUNCH(queue, slack_totals, 32, &args, min_i64(SHARES, t->device_states.n_sinks));
	return queue_read(queue, out, args.totals, sizeof *out);
}
