/* Histograms as a snapshot: slacks of endpoints, or slacks, points and deviations of paths. */
#ifndef SNAP_HISTOGRAM_H
#define SNAP_HISTOGRAM_H

#include "db/timing.h"
#include "snap/snap.h"

enum histogram_quantity {
	HISTOGRAM_ENDPOINTS,  /* slacks of endpoint pins of a split, fs */
	HISTOGRAM_PATHS,      /* slacks of paths (or costs), fs */
	HISTOGRAM_DEPTH,      /* points of paths */
	HISTOGRAM_DEVIATIONS, /* of paths */
	HISTOGRAM_ALL,        /* slacks of all paths, counted without listing them, fs */
	HISTOGRAM_CHANGES,    /* current minus saved slacks of endpoints, fs */
	N_HISTOGRAM_QUANTITIES
};

enum { HISTOGRAM_SERIES = 8, HISTOGRAM_BINS = 10000 };

/* Quantiles: least value, 1 %, 10 %, …, largest value. */
enum histogram_pick { PICK_LEAST, PICK_1, PICK_10, PICK_50, PICK_90, PICK_99, PICK_MOST, N_PICKS };

/* Bin b holds values v with low + b·width ≤ v < low + (b + 1)·width. */
struct histogram_axis {
	int64_t low, width; /* low is a multiple of width: zero is between two bins */
	int32_t n_bins;
};

/* The values to count, and the bins. */
struct histogram_query {
	enum histogram_quantity quantity;
	enum split split;      /* of endpoints */
	bool before;           /* of endpoints: before credit (CPPR) */
	int32_t max_bins;      /* at most, of a round width (1, 2, 5) */
	int64_t width;         /* of bins; 0 = chosen by max_bins */
	int64_t low, high;     /* only values low ≤ v < high; low ≥ high = all values */
	const uint8_t *chosen; /* borrowed [groups]: 1 = counts, NULL = all do */
};

struct histogram_series {
	char *name;     /* owned: of a path group, "others", or "paths" without groups */
	int64_t n;      /* number of values, also outside of the bins */
	int32_t *count; /* borrowed [axis.n_bins], within snap_histogram.count */
};

REQUEST_BEGIN
struct histogram_request {
	int64_t serial; /* of the answer: the search's, or for endpoints the edition */
	int64_t low, high;
	enum histogram_quantity quantity; /* this and the rest as in struct histogram_query */
	enum split split;
	int32_t max_bins;
	int32_t level;
	int32_t before;
	/* For endpoints: 1 + path group, whose worst slack counts; 0 = all. For HISTOGRAM_ALL: the
	 * serial of the search whose paths are shown beside. */
	int32_t group;
};
REQUEST_END

struct path_counts;

struct snap_histogram {
	struct snap snap;
	struct histogram_query query; /* chosen = NULL */
	int32_t level;                /* of paths: the ranking right after this level */
	int32_t group;                /* as in the request */
	struct histogram_axis axis;
	int32_t n_series; /* in the order of groups */
	struct histogram_series series[HISTOGRAM_SERIES];
	int32_t *count; /* owned */
	int64_t n, n_negative;
	int64_t n_below, n_above; /* outside the bins */
	/* For HISTOGRAM_ALL: owned; else NULL. Then the series are shown beside it, with has_found
	 * the last one for paths found by the search; pick has only the least and the largest
	 * slack, and as PICK_99 the largest of the paths found; n is 0 if there are no paths. */
	struct path_counts *all;
	bool has_found;
	int64_t pick[N_PICKS]; /* exact quantiles, by rank */
};

/* The rank of each quantile, in thousandths. */
extern const int32_t histogram_permille[N_PICKS];

enum status snap_histogram_new(struct graph *graph, int64_t serial, struct snap_histogram **out);

/* Bins of a round width for values from least to most, at most max_bins (≥ 2). */
struct histogram_axis histogram_choose_axis(int64_t least, int64_t most, int32_t max_bins);

/* Bins of this width for values from least to most. STATUS_USAGE if more than HISTOGRAM_BINS. */
enum status histogram_axis_of_width(int64_t least, int64_t most, int64_t width,
				    struct histogram_axis *axis);

/* Values in a bin, of all series. */
int64_t histogram_sum(const struct snap_histogram *histogram, int32_t bin);

#endif
