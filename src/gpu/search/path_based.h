/*
 * The worst paths by their re-timed slacks, exactly: of each bucket of endpoints the worst few, of all these the
 * worst k. Searches go by bounds (timing_weigh_bounds()), so a path that wasn't found yet has no less slack than the
 * last one that was; buckets of which that isn't enough are searched again, for more.
 */
#ifndef GPU_SEARCH_PATH_BASED_H
#define GPU_SEARCH_PATH_BASED_H

#include "gpu/search/search_retime.h"

struct path_based_query {
	struct timing *timing;
	struct queue *queue, *view_queue;
	struct task *task;
	enum split split;
	enum credit_mode mode;
	/* Paths from the endpoints back (timing_path_image(), backward), its path graph there. */
	struct path_image *paths;
	bool unconstrained;
	/* [sinks of the state graph], -1 = they don't count; NULL = all are of one */
	const int32_t *bucket;
	int32_t n_buckets;
	int64_t k, per_bucket; /* ≥ 1; INT64_MAX = as many as there are */
	/* Re-timed slacks that count, fs, both included. Paths below count for their bucket, not for k. */
	int64_t slack_min, slack_max;
	int64_t limit; /* paths that a search finds at most; k if that is more */
	bool points;
};

/* A path of the result. */
struct path_based_path {
	struct retimed_path path;
	int64_t first; /* in path_based.point; -1 = without points */
	/* private: its bucket, and its place in its search */
	int32_t bucket;
	bool settled;
	int64_t rank;
};

struct path_based {
	int64_t n, capacity;
	struct path_based_path *path; /* owned [n], the worst first */
	int64_t n_points, point_capacity;
	struct retimed_point *point; /* owned; of each path as in struct retimed_paths */
	int64_t n_retimed;           /* paths that were, some of them again */
	int32_t n_rounds;            /* searches */
	/* Nothing that isn't listed has less slack than the last path that is, or less than any of its bucket that
	 * is. Else: paths with less than that, but not less than `known`, may be missing. */
	bool exact;
	int64_t known; /* fs */
};

/*
 * Find them. The paths' weights are left as the bounds'. STATUS_FAILED, STATUS_BAD_INPUT: see timing_retiming() and
 * search_retime(). Release the result on failure too.
 */
enum status path_based_find(const struct path_based_query *query, struct path_based *out);
void path_based_release(struct path_based *paths);

#endif
