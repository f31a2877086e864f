/*
 * Path search: the k paths of least slack of a graph, exact, level by level of deviations
 * ([CPG-J], section IV). The host launches the kernels and keeps the levels' counts and bounds; all
 * paths stay on the device.
 */
#ifndef GPU_SEARCH_SEARCH_H
#define GPU_SEARCH_SEARCH_H

#include "gpu/delay/device_retiming.h"
#include "gpu/image/image.h"
#include "gpu/search/block_scan.h"
#include "snap/cone.h"
#include "snap/snap.h"
#include "snap/stepper.h"

enum search_method {
	/* Levelised sweep for the forest; only children below the bound are written; ends when
	 * exact. */
	METHOD_BOUNDED,
	/* The pipeline of [CPG-J], section IV, as printed. */
	METHOD_PAPER,
	/* METHOD_PAPER with the fused kernels of [CPG-J], section VI. */
	METHOD_PAPER_FUSED,
	/* METHOD_PAPER_FUSED with kernels that allocate and launch kernels, as in its listings. */
	METHOD_PAPER_DYNAMIC,
	/* The pipeline of [CPG]: the host downloads each level and sorts it. */
	METHOD_PAPER_HOST,
	N_METHODS
};

const char *search_method_name(enum search_method method); /* the value of -method */

/* Whether one kernel makes a level with few parents (not while phases are stepped one by one).
 * AUTO: where it is faster. */
enum search_small { SMALL_AUTO, SMALL_NEVER, SMALL_ALWAYS };

/*
 * A limit on the paths of each bucket of sources. To limit the paths of each endpoint, search the
 * transposed graph, whose sources are the endpoints' checks.
 */
struct search_caps {
	const int32_t *bucket; /* borrowed, host [n_sources]; -1 = no path starts at this source */
	int32_t n_buckets;
	int64_t per_bucket; /* ≥ 1 */
};

/*
 * How a search makes its ranking: it orders all paths by (slack with credit, record), keeps the
 * first per_bucket of each bucket, and of these the first k with slack_min ≤ slack ≤ slack_max.
 * Caps apply before the slack limits: a bucket whose first per_bucket paths are below slack_min has
 * none in the ranking.
 */
struct search_options {
	int64_t k;         /* paths asked for, ≥ 1 */
	int32_t max_level; /* the papers' MDL; -1 = until exact */
	enum search_method method;
	/* Slack limits, fs, inclusive; INT64_MIN and INT64_MAX = none. Only with METHOD_BOUNDED. */
	int64_t slack_min, slack_max;
	bool early; /* hold instead of setup; must agree with the image */
	/* NULL = none; only with METHOD_BOUNDED. Both are copied when the search begins; the
	 * credit's device arrays are borrowed until it ends. */
	const struct search_caps *caps;
	const struct device_credit *credit;
	/* These three affect speed only, not the result. */
	int64_t batch; /* children of a batch at most, always with lowered bounds; 0 = automatic */
	enum search_small small;
	enum block_scan scan; /* of METHOD_PAPER_FUSED and _DYNAMIC */
	/* Path-based analysis: the image's weights give lower bounds of slack
	 * (timing_weigh_bounds()), and the final ranking is by re-timed slacks. NULL = none; only
	 * with METHOD_BOUNDED and without caps and max_level. Copied when the search begins; its
	 * device arrays and `retimed_in`, whose image is searched, are borrowed. */
	const struct device_retiming *retiming;
	const struct path_image *retimed_in;
	int64_t retime_limit; /* paths that are re-timed at most; k if that is more */
	struct task *task;    /* borrowed: its progress is the number of candidates; NULL = none */
};

#define SEARCH_OPTIONS_INIT                                                                        \
	{                                                                                          \
		1, -1, METHOD_BOUNDED, INT64_MIN, INT64_MAX, false, NULL, NULL, 0, SMALL_AUTO,     \
			SCAN_BRENT_KUNG, NULL, NULL, 0, NULL                                       \
	}

enum { RETIME_LIMIT = 1000000 }; /* the default of retime_limit */

struct search;

/*
 * Prepare a search; no work is done yet. `queue` computes, `view_queue` (may be the same) serves
 * the reading functions below while a step is under way. `serial` marks the snapshots.
 */
enum status search_begin(struct image *image, struct queue *queue, struct queue *view_queue,
			 const struct search_options *options, int64_t serial, struct search **out);
struct stepper *search_stepper(struct search *search);
/* All steps of it that are left. */
enum status search_run(struct search *search);
void search_free(struct search *search); /* NULL is fine */
RELEASER(search_drop, struct search, search_free)
/* Paths in the newest ranking, without those below slack_min. */
int64_t search_count(const struct search *search);
/* The worst slack before credit, fs; false if there is no path. */
bool search_worst_slack(const struct search *search, int64_t *slack);

/* `level` of the newest ranking. */
#define LEVEL_NEWEST INT32_MAX

/*
 * Reading functions, for the thread that steps the search: between two steps, or within one from
 * the task's breathe(). `level` selects the ranking right after that level; before level 0 (-1) it
 * is empty. Rank 0 is the first path that isn't below slack_min. A range is cut to the paths there
 * are; a single path that doesn't exist is STATUS_FAILED. Other errors: STATUS_DEVICE_MEMORY,
 * STATUS_DEVICE, STATUS_NO_MEMORY.
 */
enum status search_rows(struct search *search, int32_t level, int64_t first, int64_t n,
			struct snap_rows **out);

/* A window of the paths that a filter lists (NULL = all by slack), in its order. */
struct list_window {
	int64_t first, n;
	/* A record, -1 = none: if its path is listed, the window is placed around it instead of at
	 * `first`, and snap_rows.followed is its place. */
	int32_t follow;
};

enum status search_list_rows(struct search *search, int32_t level, const struct list_filter *filter,
			     const struct list_window *window, struct snap_rows **out);

/* A search in a list for the next path that matches another filter; it wraps around. */
struct path_search {
	const struct list_filter *sought; /* borrowed; its order doesn't matter */
	int64_t from; /* place in the list: the search starts after it (before it, if backward) */
	bool backward;
};

enum status search_match(struct search *search, int32_t level, const struct list_filter *filter,
			 const struct path_search *sought, struct snap_match **out);
/* One path in full, with at most `max_child` of the paths that deviate from it. */
enum status search_path(struct search *search, int32_t level, int64_t rank, int64_t max_child,
			struct snap_path **out);
/* The error of the ranking after each level compared with that of `exact`, a finished search of the
 * same image with the same k; NULL = compared with its own newest ranking. */
enum status search_errors(struct search *search, const struct search *exact,
			  struct snap_errors **out);
bool search_is_exact(const struct search *search);

/* The result of path-based analysis. */
struct search_path_based {
	bool wanted;       /* the search is path-based */
	bool there;        /* its newest ranking is by re-timed slacks */
	int64_t k;         /* paths asked for */
	int64_t n_retimed; /* paths re-timed, also for the threshold */
	/* fs: k paths have this re-timed slack or less; INT64_MAX = there are fewer than k */
	int64_t threshold;
	/* No other path has less re-timed slack than the ranking's last one. If false, the ranking
	 * may lack paths whose slack is at least `known`, fs. */
	bool exact;
	int64_t known;
	int64_t n;
	struct retimed_path *path; /* owned [n], by rank */
};

const struct search_path_based *search_path_based(const struct search *search);
/* Is the ranking after this level by re-timed slacks? */
bool search_is_path_based(const struct search *search, int32_t level);
/* Paths through a vertex, or in a graph of pins through either edge of its pin (`vertex` is the
 * netlist's): by rank, n of them from the first-th on. */
enum status search_through(struct search *search, int32_t level, int32_t vertex, int64_t first,
			   int64_t n, struct snap_through **out);

/*
 * The work of one thread in step `step` (−1 = before the first). In a level it is the thread that
 * makes the path at `rank` or expands it, else the level's first thread; in level 0 and the forest
 * phase that of the path's startpoint.
 */
enum status search_walk(struct search *search, int64_t step, int32_t level, int64_t rank,
			struct snap_walk **out);
/* The same for parent `parent` (from 0) of a level, at the level's start; in level 0 for that
 * source. */
enum status search_walk_parent(struct search *search, int32_t level, int64_t parent,
			       struct snap_walk **out);

/* Records of a level, at most MOST_RECORDS, with the number of children that each has.
 * STATUS_FAILED if the level doesn't exist or is the re-timed ranking, which has no records. */
enum { MOST_RECORDS = 128 };
enum status search_records(struct search *search, const struct records_request *wanted,
			   struct snap_records **out);

/* Full traces of many paths, host memory, for files. */
struct traces {
	int64_t n_paths;
	int64_t *slack;  /* owned [n_paths], fs, with credit */
	int64_t *offset; /* owned [n_paths + 1]: points of path i are offset[i] … */
	/* owned; a path's last point is its sink, as n_vertices + sink. States of the image if that
	 * has no graph on the host (path_image_base_vertices()). */
	int32_t *vertex;
	int64_t *arrival; /* owned, fs; at the sink its required time */
	/* Of re-timed paths, owned, else NULL: arrivals by graph-based analysis, fs, and the path's
	 * slews, ps. */
	int64_t *graph;
	double *slew;
};

/* The paths first … first + n − 1. `out` must be zeroed before its first use; what it holds is
 * released first. */
enum status search_traces(struct search *search, int32_t level, int64_t first, int64_t n,
			  struct traces *out);
void traces_release(struct traces *traces);

#endif
