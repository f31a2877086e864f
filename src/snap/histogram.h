/* How values are spread, as a snapshot: slacks of endpoints, or slacks, points and deviations of
 * paths. */
#ifndef SNAP_HISTOGRAM_H
#define SNAP_HISTOGRAM_H

#include "db/timing.h"
#include "snap/snap.h"

enum histogram_quantity {
	HISTOGRAM_ENDPOINTS,  /* slacks of endpoint pins of a split, fs */
	HISTOGRAM_PATHS,      /* slacks of paths (or costs), fs */
	HISTOGRAM_DEPTH,      /* points of paths */
	HISTOGRAM_DEVIATIONS, /* of paths */
	HISTOGRAM_ALL,        /* slacks of all paths, counted and not listed, fs */
	HISTOGRAM_CHANGES,    /* slacks of endpoints now less those that were saved, fs */
	N_HISTOGRAM_QUANTITIES
};

enum { HISTOGRAM_SERIES = 8, HISTOGRAM_BINS = 10000 };

/* Values that are picked by rank. */
enum histogram_pick { PICK_LEAST, PICK_1, PICK_10, PICK_50, PICK_90, PICK_99, PICK_MOST, N_PICKS };

/* Bin b holds values from low + b·width up to, but without, low + (b + 1)·width. */
struct histogram_axis {
	int64_t low, width; /* low is a multiple of width: zero is between two bins */
	int32_t n_bins;
};

/* What is counted, and how finely. */
struct histogram_query {
	enum histogram_quantity quantity;
	enum split split;  /* of endpoints */
	bool before;       /* … before credit (CPPR), although there is some */
	int32_t max_bins;  /* as many of a round width (1, 2, 5) as are needed, at most these … */
	int64_t width;     /* … unless this isn't 0 */
	int64_t low, high; /* where to look closer, up to but without high; low ≥ high = at all */
	const uint8_t *chosen; /* borrowed [groups]: those that count, NULL = all */
};

struct histogram_series {
	char *name;     /* owned: of a path group, "others", or "paths" where there are no groups */
	int64_t n;      /* of its values, outside the bins too */
	int32_t *count; /* in the counts of all: [axis.n_bins] */
};

REQUEST_BEGIN
struct histogram_request {
	int64_t serial; /* the answer's: of the search, or the edition for endpoints */
	int64_t low, high;
	enum histogram_quantity quantity; /* this and the rest as in struct histogram_query */
	enum split split;
	int32_t max_bins;
	int32_t level;
	int32_t before;
	/* Of endpoints: those with a slack in this path group, by the worst there, plus 1; 0 = all. Of all paths: the serial of the
	 * search whose paths are beside them. */
	int32_t group;
};
REQUEST_END

struct path_counts;

struct snap_histogram {
	struct snap snap;
	struct histogram_query query; /* without what was chosen */
	int32_t level;                /* of paths: the ranking right after this level */
	int32_t group;                /* as it was asked for */
	struct histogram_axis axis;
	int32_t n_series; /* in the order of groups */
	struct histogram_series series[HISTOGRAM_SERIES];
	int32_t *count; /* owned */
	int64_t n, n_negative;
	int64_t n_below, n_above; /* outside the bins */
	/* Of all paths, owned: these; else NULL. Series are what is beside them, with has_found the last of the paths found; picks are
	 * the least slack and the most, and of the paths found the most (PICK_99); n says whether there are any. */
	struct path_counts *all;
	bool has_found;
	int64_t pick[N_PICKS]; /* exact: the value that 0, 1, 10, 50, 90, 99, 100 % don't pass */
};

/* Of each pick, in thousandths of the values. */
extern const int32_t histogram_permille[N_PICKS];

enum status snap_histogram_new(struct graph *graph, int64_t serial, struct snap_histogram **out);

/* Bins of a round width for values from least to most: at most max_bins, ≥ 2. */
struct histogram_axis histogram_choose_axis(int64_t least, int64_t most, int32_t max_bins);

/* Bins of this width for them. STATUS_USAGE when they are more than HISTOGRAM_BINS. */
enum status histogram_axis_of_width(int64_t least, int64_t most, int64_t width,
				    struct histogram_axis *axis);

/* Values in a bin, of all series. */
int64_t histogram_sum(const struct snap_histogram *histogram, int32_t bin);

#endif
