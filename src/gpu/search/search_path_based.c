/*
 * A path-based search (timing_retime.h): its ranking is by re-timed slacks.
 *
 * The image's weights make each path's slack in the search a lower bound of its re-timed slack. Two
 * phases are added to those of a level. Before the forest, another search finds the k worst paths
 * by bound and re-times them: the largest of these k re-timed slacks is the threshold. A path whose
 * bound is above it can't be among the k worst, so the levels keep all paths below it (retime_limit
 * at most). After the last level all of them are re-timed, and the k worst by re-timed slack are
 * the ranking.
 *
 * Equal slacks are ordered by graph-based slack, then by sink, then by bound.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/order.h"
#include "gpu/search/list_args.h"
#include "gpu/search/search_impl.h"
#include "gpu/search/search_retime.h"

static const char memory_name[] = "re-timed paths";

const struct search_path_based *search_path_based(const struct search *search)
{
	return &search->own;
}

bool search_is_path_based(const struct search *search, int32_t level)
{
	return search->own.there && level >= search->n_levels - 1;
}

void search_begin_path_based(struct search *search, const struct search_options *options)
{
	if (!options->retiming)
		return;
	search->own.wanted = true;
	search->own.k = options->k;
	search->own.threshold = INT64_MAX;
	search->ranked.retiming = *options->retiming;
	search->ranked.paths = options->retimed_in;
	search->ranked.slack_min = options->slack_min;
	/* levels keep all that may be among them, with those that are worse than slack_min allows */
	search->options.k = max_i64(options->k, options->retime_limit);
	search->options.slack_min = INT64_MIN;
	search->options.retiming = NULL; /* the caller's */
	search->phase = PHASE_THRESHOLD;
}

void search_end_path_based(struct search *search)
{
	DEVICE_FREE_ALL(search->queue, &search->ranked.d_path, &search->ranked.d_rank);
	free(search->own.path);
	search->own.path = NULL;
	search->own.n = 0;
}

/* ---- the threshold ---- */

COMPARER(compare_slacks, struct retimed_path, ORDER(x->slack, y->slack))

/* The k worst by bounds; ended by the caller. */
static enum status search_first(struct search *search, struct search **out)
{
	struct search_options options = search->options;

	options.k = search->own.k;
	options.slack_min = search->ranked.slack_min;
	options.credit = CREDIT_COUNTS(&search->credit) ? &search->credit : NULL;
	options.task = NULL;
	TRY(search_begin(search->image, search->queue, search->view_queue, &options, 0, out));
	return search_run(*out);
}

static enum status retime_first(struct search *search, struct search *first)
{
	const struct retime_query query = {&search->ranked.retiming, search->ranked.paths};
	struct search_path_based *own = &search->own;
	RELEASED_BY(retimed_paths_release) struct retimed_paths found = {0};
	enum status status = search_retime(first, &query, own->k, &found);

	own->n_retimed = found.n;
	if (status == STATUS_OK && found.n >= own->k) {
		SORT(found.path, found.n, compare_slacks);
		own->threshold = found.path[own->k - 1].slack;
	}
	return status;
}

enum status search_find_threshold(struct search *search)
{
	struct search_path_based *own = &search->own;
	RELEASED_BY(search_drop) struct search *first = NULL;

	TRY(search_log_step(search));
	TRY(search_first(search, &first));
	TRY(retime_first(search, first));
	if (own->threshold < search->end - 1)
		search->end = max_i64(own->threshold, -search->none / 2) + 1;
	search->bound = search->end;
	if (own->threshold == INT64_MAX)
		search_describe_step(search, 0, "%" PRId64 " paths re-timed: there are no more",
				     own->n_retimed);
	else
		search_describe_step(search, 0,
				     "%" PRId64 " paths re-timed: bounds up to %.3f count",
				     own->n_retimed, (double)own->threshold / 1000);
	search->phase = PHASE_FOREST;
	return STATUS_OK;
}

/* ---- the ranking ---- */

struct ranked_path {
	struct retimed_path path;
	int64_t rank; /* by bounds */
};

COMPARER(compare_ranked, struct ranked_path,
	 retimed_path_order(&x->path, &y->path) ?: ORDER(x->rank, y->rank))

/* The k worst that count, into own->path. */
static enum status choose_worst(struct search *search, const struct retimed_paths *found)
{
	struct search_path_based *own = &search->own;
	int64_t low = search->ranked.slack_min, high = search->options.slack_max, n = 0;
	FREED struct ranked_path *list = NULL;

	TRY(ALLOC(&list, found->n));
	for (int64_t i = 0; i < found->n; i++) {
		if (found->path[i].slack >= low && found->path[i].slack <= high)
			list[n++] = (struct ranked_path){found->path[i], i};
	}
	SORT(list, n, compare_ranked);
	own->n = min_i64(n, own->k);
	free(own->path);
	own->path = NULL;
	TRY(ALLOC(&own->path, own->n));
	for (int64_t i = 0; i < own->n; i++)
		own->path[i] = list[i].path;
	return STATUS_OK;
}

/* Set own->known and own->exact: a path that wasn't found has at least the bound of the last one
 * found. */
static void judge(struct search *search, const struct retimed_paths *found)
{
	struct search_path_based *own = &search->own;
	bool cut = found->n >= search->options.k;

	own->known = cut ? found->bound[found->n - 1] : INT64_MAX;
	own->exact = !cut || (own->n == own->k && own->path[own->n - 1].slack < own->known);
}

/* Slacks and records in the width of the image; owned. */
static enum status make_columns(const struct search *search, void **slack, int32_t **record)
{
	const struct search_path_based *own = &search->own;
	int64_t size = search_fs_size(search);

	*record = NULL;
	TRY(alloc_items(slack, own->n, (size_t)size));
	TRY(ALLOC(record, own->n));
	for (int64_t i = 0; i < own->n; i++) {
		if (size == sizeof(int32_t))
			((int32_t *)*slack)[i] = (int32_t)own->path[i].slack;
		else
			((int64_t *)*slack)[i] = own->path[i].slack;
		(*record)[i] = own->path[i].record;
	}
	return STATUS_OK;
}

static enum status upload_ranking(struct search *search, const void *slack, const int32_t *record)
{
	const struct search_path_based *own = &search->own;
	struct queue *queue = search->queue;
	struct path_based_ranking *r = &search->ranked;
	struct record_ranks_args ranks;

	TRY(columns_reserve(queue, &search->spare, own->n, 0));
	TRY(DEVICE_ALLOC(queue, memory_name, &r->d_path, own->n));
	TRY(DEVICE_ALLOC(queue, memory_name, &r->d_rank, search->n_records));
	queue_upload(queue, search->spare.d[0], slack, own->n * search_fs_size(search));
	queue_upload(queue, search->spare.d[1], record, own->n * (int64_t)sizeof *record);
	queue_upload(queue, r->d_path, own->path, own->n * (int64_t)sizeof *own->path);
	queue_fill(queue, r->d_rank, 0xff, search->n_records * (int64_t)sizeof *r->d_rank);
	ranks = (struct record_ranks_args){columns_ranking(&search->spare).record, r->d_rank};
	LAUNCH(queue, record_ranks, 32, &ranks, own->n);
	return STATUS_OK;
}

static enum status make_ranking(struct search *search)
{
	FREED void *slack = NULL;
	FREED int32_t *record = NULL;

	TRY(make_columns(search, &slack, &record));
	return queue_settle(search->queue, upload_ranking(search, slack, record));
}

static void take(struct search *search, int64_t n_found)
{
	struct search_path_based *own = &search->own;
	struct columns top = search->top;

	search->top = search->spare;
	search->spare = top;
	search->n_top = own->n;
	search->n_below = 0;
	search->full = own->n == own->k;
	search->worst_slack = own->n ? own->path[0].slack : search->worst_slack;
	search->kth_slack = search->full ? own->path[own->n - 1].slack : search->none;
	search->state = own->exact ? SEARCH_EXACT : SEARCH_LIMITED;
	search->levels[search->n_levels++] = (struct search_level){
		.first = search->n_records,
		.n_ranking = own->n,
		.first_bound = search->bound,
		.info = {.n_parents = n_found,
			 .n_candidates = n_found,
			 .n_kept = own->n,
			 .n_new = own->n,
			 .n_ranked = own->n,
			 .full = search->full,
			 .bound = search->full ? search->kth_slack : 0,
			 .ms = clock_ms() - search->level_begin_ms,
			 .retimes = true},
	};
	search->steps[search->n_steps - 1].ends_level = true;
	search->phase = PHASE_DONE;
	own->n_retimed += n_found;
	own->there = true;
}

enum status search_rank_path_based(struct search *search)
{
	const struct retime_query query = {&search->ranked.retiming, search->ranked.paths};
	RELEASED_BY(retimed_paths_release) struct retimed_paths found = {0};
	enum status status;

	TRY(search_log_step(search));
	search->level_begin_ms = clock_ms();
	TRY(GROW(&search->levels, &search->levels_capacity, search->n_levels + 1));
	status = search_retime(search, &query, search->options.k, &found)
			 ?: choose_worst(search, &found);
	if (status == STATUS_OK) {
		judge(search, &found);
		status = make_ranking(search);
	}
	if (status != STATUS_OK) {
		search_end_path_based(search);
		return status;
	}
	take(search, found.n);
	search_describe_step(search, 0,
			     "%" PRId64 " paths re-timed, the %" PRId64
			     " worst by their own slacks kept",
			     found.n, search->own.n);
	return STATUS_OK;
}

/* ---- reading ---- */

enum status search_retime_record(struct search *search, int32_t record, struct retimed_paths *out)
{
	const struct retime_query query = {&search->ranked.retiming, search->ranked.paths};

	return search_retime_records(search, &query, &record, 1, out);
}
