/*
 * The k worst paths by re-timed slack, exactly, with at most per_bucket of each bucket of
 * endpoints. Searches rank by lower bounds of slack (timing_weigh_bounds()): a path not found yet
 * has at least the bound of the last one found. Buckets that this doesn't settle are searched again
 * for more paths.
 */
#ifndef GPU_SEARCH_BUCKET_PATHS_H
#define GPU_SEARCH_BUCKET_PATHS_H

#include "gpu/search/search_retime.h"

struct bucket_paths_query {
	struct timing *timing;
	struct queue *queue, *view_queue;
	struct task *task;
	enum split split;
	enum credit_mode mode;
	struct path_image *paths; /* by timing_path_image(), backward, with its path graph */
	bool unconstrained;
	const int32_t *bucket; /* [sinks of the state graph], -1 = ignored; NULL = one for all */
	int32_t n_buckets;
	int64_t k, per_bucket; /* ≥ 1; INT64_MAX = all paths */
	/* Range of re-timed slack, fs, inclusive. Paths below it count towards per_bucket, not
	 * towards k. */
	int64_t slack_min, slack_max;
	int64_t limit; /* paths that a search finds at most; k if that is more */
	bool points;   /* return the paths' points, too */
};

/* A path of the result. */
struct bucket_path {
	struct retimed_path path;
	int64_t first; /* in bucket_paths.point; -1 = without points */
	/* private: its bucket, and its place in its search */
	int32_t bucket;
	bool settled;
	int64_t rank;
};

struct bucket_paths {
	int64_t n, capacity;
	struct bucket_path *path; /* owned [n], the worst first */
	int64_t n_points, point_capacity;
	struct retimed_point *point; /* owned; of each path as in struct retimed_paths */
	int64_t n_retimed;           /* paths re-timed, one that two searches found twice */
	int32_t n_rounds;            /* searches */
	/* The list is complete: no other path has less slack than the last one listed, nor than one
	 * listed of its own bucket. If false, the list may lack paths whose slack is at least
	 * `known`. */
	bool exact;
	int64_t known; /* fs */
};

/* Weights in query->paths are the bounds' afterwards. Fails as timing_retiming() and
 * search_retime() do (STATUS_FAILED, STATUS_BAD_INPUT). Release the result on failure too. */
enum status bucket_paths_find(const struct bucket_paths_query *query, struct bucket_paths *out);
void bucket_paths_release(struct bucket_paths *paths);

#endif
