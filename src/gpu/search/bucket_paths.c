#include "gpu/search/bucket_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

enum {
	MORE = 4,                 /* times as many paths of a bucket in the next round */
	POINTS_AT_ONCE = 1 << 12, /* paths whose points are read together */
};

/* What is under way. */
struct finder {
	const struct bucket_paths_query *query;
	struct bucket_paths *out;
	struct device_retiming retiming;
	struct device_credit credit; /* of the paths that are searched */
	int32_t *source_bucket; /* owned [sources of the paths]: those of open buckets, else -1 */
	uint8_t *open;          /* owned [buckets] */
	/* owned [buckets]: no path that wasn't found has less slack; the last one of the bucket that counts has,
	 * INT64_MAX = fewer count than may */
	int64_t *frontier, *last;
	int64_t *count;     /* owned [buckets]: paths found in the last round */
	int64_t threshold;  /* slack of the k-th path of all, INT64_MAX = there are fewer */
	int64_t most;       /* paths of a bucket that count */
	int64_t per_bucket; /* that this round looks for */
	bool from_min;      /* it leaves out paths whose bounds are below slack_min */
	struct search *search;
	struct retimed_paths found;
};

FREES(bucket_paths_release, struct bucket_paths, x->path, x->point);

static void release(struct finder *f)
{
	search_free(f->search);
	retimed_paths_release(&f->found);
	FREE_ALL(f->source_bucket, f->open, f->frontier, f->last, f->count);
}

static enum status begin(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;

	TRY(timing_retiming(q->timing, q->split, q->mode, &f->retiming));
	TRY(timing_weigh_bounds(q->timing, q->paths, q->split, q->unconstrained));
	if (timing_counts_credit(q->timing, q->mode) && !q->unconstrained)
		TRY(timing_bound_credit(q->timing, q->split, q->mode, q->paths, &f->credit));
	else
		f->retiming.credit.mode = CREDIT_NONE;
	TRY(ALLOC(&f->source_bucket, q->paths->image->device.n_sources));
	TRY(ALLOC_ALL(q->n_buckets, &f->open, &f->frontier, &f->last, &f->count));
	if (q->n_buckets)
		memset(f->open, 1, (size_t)q->n_buckets);
	f->threshold = q->slack_max;
	f->most = q->slack_min == INT64_MIN ? min_i64(q->per_bucket, q->k) : q->per_bucket;
	f->per_bucket = f->most;
	/* where none is crowded out by those below, they aren't needed for a first threshold */
	f->from_min = q->slack_min != INT64_MIN && f->most == INT64_MAX;
	return STATUS_OK;
}

/* ---- a round ---- */

static int32_t bucket_of(const struct bucket_paths_query *q, int32_t sink)
{
	return q->bucket ? q->bucket[sink] : 0;
}

static enum status run_search(struct finder *f, int64_t k)
{
	const struct bucket_paths_query *q = f->query;
	const struct path_image *paths = q->paths;
	struct search_caps caps = {f->source_bucket, q->n_buckets, f->per_bucket};
	struct search_options options = SEARCH_OPTIONS_INIT;

	for (int32_t s = 0; s < paths->image->device.n_sources; s++) {
		int32_t bucket = bucket_of(q, paths->source[s]);

		f->source_bucket[s] = bucket >= 0 && f->open[bucket] ? bucket : -1;
	}
	options.k = k;
	options.early = q->split == EARLY;
	options.caps = q->bucket ? &caps : NULL;
	options.slack_max = f->threshold;
	options.slack_min = f->from_min ? q->slack_min : INT64_MIN;
	options.credit = CREDIT_COUNTS(&f->credit) ? &f->credit : NULL;
	TRY(search_begin(q->paths->image, q->queue, q->view_queue, &options, 0, &f->search));
	return search_run(f->search);
}

/* From where on nothing is known of each open bucket. */
static void find_frontiers(struct finder *f, int64_t k)
{
	const struct bucket_paths_query *q = f->query;
	const struct retimed_paths *found = &f->found;
	bool cut = found->n >= k;
	int64_t end = f->threshold == INT64_MAX ? INT64_MAX : f->threshold + 1;

	if (cut)
		end = found->bound[found->n - 1];
	if (f->from_min)
		end = INT64_MIN;
	for (int32_t b = 0; b < q->n_buckets; b++) {
		f->count[b] = 0;
		if (f->open[b])
			f->frontier[b] = end;
	}
	for (int64_t i = 0; i < found->n; i++) {
		int32_t b = bucket_of(q, found->path[i].sink);

		if (++f->count[b] == f->per_bucket)
			f->frontier[b] = min_i64(f->frontier[b], found->bound[i]);
	}
}

static enum status add_found(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;
	struct bucket_paths *out = f->out;

	TRY(GROW(&out->path, &out->capacity, out->n + f->found.n));
	for (int64_t i = 0; i < f->found.n; i++)
		out->path[out->n++] = (struct bucket_path){
			.path = f->found.path[i],
			.first = -1,
			.bucket = bucket_of(q, f->found.path[i].sink),
			.rank = i,
		};
	out->n_retimed += f->found.n;
	out->n_rounds++;
	return STATUS_OK;
}

/* ---- order ---- */

/* Of equal paths to one end the order of the search decides; that doesn't depend on how many it was for. */
COMPARER(compare_paths, struct bucket_path,
	 retimed_path_order(&x->path, &y->path) ?: ORDER(x->rank, y->rank))

/* Leave out what is too much for its bucket, above the threshold, or what `drop` says. */
static void keep_worst(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;
	struct bucket_paths *out = f->out;
	int64_t n = 0;

	SORT(out->path, out->n, compare_paths);
	for (int32_t b = 0; b < q->n_buckets; b++) {
		f->count[b] = 0;
		f->last[b] = INT64_MAX;
	}
	for (int64_t i = 0; i < out->n; i++) {
		const struct bucket_path *path = &out->path[i];

		if (path->path.slack > f->threshold || f->count[path->bucket] == f->most)
			continue;
		if (++f->count[path->bucket] == f->most)
			f->last[path->bucket] = path->path.slack;
		out->path[n++] = *path;
	}
	out->n = n;
}

/* The slack of the k-th of those that count. */
static void lower_threshold(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;
	struct bucket_paths *out = f->out;
	int64_t n = 0;

	for (int64_t i = 0; i < out->n && n < q->k; i++) {
		if (out->path[i].path.slack >= q->slack_min && ++n == q->k)
			f->threshold = out->path[i].path.slack;
	}
	while (out->n && out->path[out->n - 1].path.slack > f->threshold)
		out->n--;
}

/* Which buckets may have more that counts; how many. */
static int64_t find_open(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;
	int64_t n = 0;

	for (int32_t b = 0; b < q->n_buckets; b++) {
		f->open[b] = f->frontier[b] <= min_i64(f->threshold, f->last[b]) &&
			     f->frontier[b] != INT64_MAX;
		n += f->open[b];
	}
	return n;
}

/* ---- points ---- */

static enum status add_points(struct finder *f, struct bucket_path *const *wanted, int64_t n)
{
	const struct retime_query query = {&f->retiming, f->query->paths};
	struct bucket_paths *out = f->out;
	RELEASED_BY(retimed_paths_release) struct retimed_paths read = {0};
	FREED int32_t *record = NULL;

	TRY(ALLOC(&record, n));
	for (int64_t i = 0; i < n; i++)
		record[i] = wanted[i]->path.record;
	TRY(search_retime_records(f->search, &query, record, n, &read));
	TRY(GROW(&out->point, &out->point_capacity, out->n_points + read.offset[n]));
	COPY(out->point + out->n_points, read.point, read.offset[n]);
	for (int64_t i = 0; i < n; i++) {
		wanted[i]->first = out->n_points + read.offset[i];
		wanted[i]->settled = true;
	}
	out->n_points += read.offset[n];
	return STATUS_OK;
}

/* Of the paths of this round whose buckets are through: those of the others are found again. */
static enum status settle(struct finder *f, bool all)
{
	struct bucket_paths *out = f->out;
	FREED struct bucket_path **wanted = NULL;
	int64_t n_wanted = 0;

	KEEP(out->path, out->n, all || out->path[i].settled || !f->open[out->path[i].bucket]);
	TRY(ALLOC(&wanted, min_i64(out->n, POINTS_AT_ONCE)));
	for (int64_t i = 0; i < out->n; i++) {
		if (f->query->points && !out->path[i].settled)
			wanted[n_wanted++] = &out->path[i];
		else
			out->path[i].settled = true;
		if (n_wanted == POINTS_AT_ONCE || (i + 1 == out->n && n_wanted)) {
			TRY(add_points(f, wanted, n_wanted));
			n_wanted = 0;
		}
	}
	return STATUS_OK;
}

/* ---- all ---- */

/* Search, re-time, choose; *more: a bucket may have more that counts, and there may be more. */
static enum status run_round(struct finder *f, bool *more)
{
	const struct bucket_paths_query *q = f->query;
	const struct retime_query query = {&f->retiming, q->paths};
	int64_t most = max_i64(q->limit, q->k), k = f->out->n_rounds ? most : q->k;

	if (q->n_buckets == 1)
		f->per_bucket = INT64_MAX;
	TRY(run_search(f, k));
	TRY(search_retime(f->search, &query, search_count(f->search), &f->found));
	find_frontiers(f, k);
	TRY(add_found(f));
	keep_worst(f);
	lower_threshold(f);
	*more = find_open(f) > 0 && f->found.n < most;
	TRY(settle(f, !*more));
	search_free(f->search);
	f->search = NULL;
	retimed_paths_release(&f->found);
	f->from_min = false;
	f->per_bucket = f->per_bucket > INT64_MAX / MORE ? INT64_MAX : f->per_bucket * MORE;
	return STATUS_OK;
}

/* What isn't to be listed, and what is known of the rest. */
static void finish(struct finder *f)
{
	const struct bucket_paths_query *q = f->query;
	struct bucket_paths *out = f->out;
	int64_t n = 0;

	out->exact = find_open(f) == 0;
	out->known = INT64_MAX;
	for (int32_t b = 0; b < q->n_buckets; b++) {
		if (f->open[b])
			out->known = min_i64(out->known, f->frontier[b]);
	}
	for (int64_t i = 0; i < out->n && n < q->k; i++) {
		if (out->path[i].path.slack >= q->slack_min)
			out->path[n++] = out->path[i];
	}
	out->n = n;
}

enum status bucket_paths_find(const struct bucket_paths_query *query, struct bucket_paths *out)
{
	RELEASED_BY(release) struct finder f = {.query = query, .out = out};
	bool more = query->n_buckets > 0;

	*out = (struct bucket_paths){.exact = true};
	TRY(begin(&f));
	while (more)
		TRY(run_round(&f, &more));
	finish(&f);
	return STATUS_OK;
}
