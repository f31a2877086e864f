/*
 * Path search: the k paths of least slack of a graph, exact, level by level of deviations
 * ([CPG-J], section IV). The host side: it decides what is launched and keeps what the levels gave; all
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
	/* Levelised sweep, children at or above the bound never written; ends when exact. */
	METHOD_BOUNDED,
	/* The papers' pipeline as printed. */
	METHOD_PAPER,
	/* The same as section VI of [CPG-J] fuses it. */
	METHOD_PAPER_FUSED,
	/* That with kernels which allocate and launch kernels, as its listings print it. */
	METHOD_PAPER_DYNAMIC,
	/* As [CPG] prints it: levels go to the host, which sorts them. */
	METHOD_PAPER_HOST,
	N_METHODS
};

const char *search_method_name(enum search_method method); /* as -method has it */

/* Levels with few parents by one kernel, when no phase of theirs is asked for: where that pays. */
enum search_small { SMALL_AUTO, SMALL_NEVER, SMALL_ALWAYS };

/*
 * Buckets of sources, of each of which only the first few paths count. For the paths to each
 * endpoint, search the transposed graph: its sources are the endpoints' checks.
 */
struct search_caps {
	const int32_t *bucket; /* borrowed, host [n_sources]; -1 = no path starts at this source */
	int32_t n_buckets;
	int64_t per_bucket; /* ≥ 1 */
};

/*
 * The ranking of a search is the first k paths within the limits on slack, of all paths in the
 * order of (slack with credit, record), of each bucket the first per_bucket. So a cap counts before
 * the limits: a bucket whose first paths are all below slack_min has none in the ranking. Without
 * credit and caps that is the first k paths within the limits.
 */
struct search_options {
	int64_t k;         /* paths asked for, ≥ 1 */
	int32_t max_level; /* the papers' MDL; -1 = until exact */
	enum search_method method;
	/* Only paths with slack_min ≤ slack ≤ slack_max count, fs; INT64_MIN and INT64_MAX = no
	 * limit. Only with METHOD_BOUNDED. */
	int64_t slack_min, slack_max;
	bool early; /* hold instead of setup; says which image was chosen */
	/* NULL = none; only with METHOD_BOUNDED. Both are copied when the search begins; the
	 * credit's device arrays are borrowed until it ends. */
	const struct search_caps *caps;
	const struct device_credit *credit;
	int64_t batch; /* children that a batch may have, and bounds are lowered always; 0 = as many as pay. The result is the
			* same. */
	enum search_small small; /* likewise */
	enum block_scan scan;    /* of METHOD_PAPER_FUSED and _DYNAMIC: likewise */
	/* Path-based analysis: the image has the weights of bounds (timing_weigh_bounds()), and in the end the
	 * ranking is by the slacks that paths have when they are re-timed. NULL = none; only with METHOD_BOUNDED and
	 * without caps and max_level. Copied when the search begins; its device arrays are borrowed, as is what is
	 * searched. */
	const struct device_retiming *retiming;
	const struct path_image *retimed_in;
	int64_t retime_limit; /* paths that are re-timed at most; k if that is more */
	/* borrowed: gets the number of candidates so far; NULL = not wanted */
	struct task *task;
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
/* Paths in the newest ranking, those below slack_min left out. */
int64_t search_count(const struct search *search);
/* Is there a path, and the slack of the worst before credit, fs. */
bool search_worst_slack(const struct search *search, int64_t *slack);

/* The newest ranking, for the functions below. */
#define LEVEL_NEWEST INT32_MAX

/*
 * Reading, on the thread that steps: between two steps, or in the midst of one from the task's
 * breathe(). `level` picks the ranking as it was right after that level; before level 0 (-1) it is
 * empty. Ranks count from 0 and begin at the first path that is not below slack_min. Asking for
 * more than there is gives what there is; for a path that isn't there it is STATUS_FAILED.
 * Otherwise they fail as the device does (STATUS_DEVICE_MEMORY, STATUS_DEVICE) or by
 * STATUS_NO_MEMORY.
 */
enum status search_rows(struct search *search, int32_t level, int64_t first, int64_t n,
			struct snap_rows **out);

/* A window of the paths that a filter lists (NULL = all by slack), in its order. */
struct list_window {
	int64_t first, n;
	/* The record of a path to be found again, -1 = none: when it is listed, the window lies
	 * around its place in place of `first`, which snap_rows.followed tells. */
	int32_t follow;
};

enum status search_list_rows(struct search *search, int32_t level, const struct list_filter *filter,
			     const struct list_window *window, struct snap_rows **out);

/* The next path of a list that another filter would list too, around its end if need be. */
struct path_search {
	const struct list_filter *sought; /* borrowed; its order doesn't matter */
	int64_t from; /* the place before the first one looked at; backward, the one after it */
	bool backward;
};

enum status search_match(struct search *search, int32_t level, const struct list_filter *filter,
			 const struct path_search *sought, struct snap_match **out);
/* One path in full, with at most `max_child` of the paths that deviate from it. */
enum status search_path(struct search *search, int32_t level, int64_t rank, int64_t max_child,
			struct snap_path **out);
/* How far the ranking after each level is from that of `exact`, a search of the same image and as
 * many paths that is finished; NULL = from its own newest one. */
enum status search_errors(struct search *search, const struct search *exact,
			  struct snap_errors **out);
bool search_is_exact(const struct search *search);

/* The result of path-based analysis. */
struct search_own {
	bool wanted;       /* the search is one */
	bool there;        /* … and its newest ranking is by own slacks */
	int64_t k;         /* paths asked for */
	int64_t n_retimed; /* paths re-timed, those for the threshold included */
	int64_t threshold; /* own slack of the k-th of the first k by bounds, fs; INT64_MAX = there are fewer */
	bool exact; /* Nothing that isn't in the ranking has less slack than its last path, else … */
	int64_t known; /* … paths with less than that, but not less than this, may be missing; fs */
	int64_t n;
	struct retimed_path *path; /* owned [n], by rank */
};

const struct search_own *search_own(const struct search *search);
/* Is the ranking after this level the one by own slacks? */
bool search_is_own(const struct search *search, int32_t level);
/* Those that pass a vertex, of a graph of pins either edge of its pin (named by the netlist's
 * vertex): n of them from the first-th on, by rank. */
enum status search_through(struct search *search, int32_t level, int32_t vertex, int64_t first,
			   int64_t n, struct snap_through **out);

/*
 * What one thread does in the step of this index (−1 = before the first): of a level, the one of
 * the path at this rank or of its parent, if that has part in it, else the first; of level 0 and
 * the forest, the one of its startpoint.
 */
enum status search_walk(struct search *search, int64_t step, int32_t level, int64_t rank,
			struct snap_walk **out);
/* The same of parent `parent` (from 0) of a level, as it was begun; of level 0, of that source. */
enum status search_walk_parent(struct search *search, int32_t level, int64_t parent,
			       struct snap_walk **out);

/* Records of a level, at most MOST_RECORDS, with what the next level is given by each. STATUS_FAILED for a level that isn't
 * there, or the ranking by own slacks, which has none. */
enum { MOST_RECORDS = 128 };
enum status search_records(struct search *search, const struct records_request *wanted,
			   struct snap_records **out);

/* Full traces of many paths, host memory, for files. */
struct traces {
	int64_t n_paths;
	int64_t *slack;  /* owned [n_paths], fs, with credit */
	int64_t *offset; /* owned [n_paths + 1]: points of path i are offset[i] … */
	/* owned; the last point of each path is no vertex: n_vertices + its sink */
	int32_t *vertex;
	int64_t *arrival; /* owned, fs; at the sink its required time */
	/* Of paths re-timed, owned, else NULL: the same by graph-based analysis, fs, and slews of the path, ps. */
	int64_t *graph;
	double *slew;
};

/* The paths first … first + n − 1. `out` must be zeroed before its first use; what it holds is
 * released first. */
enum status search_traces(struct search *search, int32_t level, int64_t first, int64_t n,
			  struct traces *out);
void traces_release(struct traces *traces);

#endif
