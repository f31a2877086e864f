/* The number of all paths of a graph by slack. */
#ifndef SNAP_PATH_COUNTS_H
#define SNAP_PATH_COUNTS_H

#include "snap/histogram.h"

struct path_counts_query {
	int32_t max_bins; /* shown bins, as in struct histogram_query, like width */
	int64_t width;
	int32_t max_fine; /* narrower bins for counting: at most this many, if that suffices */
	/* bins are shown for low ≤ slack < high, fs; INT64_MIN, INT64_MAX = for all slacks */
	int64_t low, high;
};

struct path_counts {
	double n;                   /* paths */
	int64_t least, most;        /* the slacks of the worst and the best path, exact */
	struct histogram_axis axis; /* shown bins */
	/* Counting bins: their width divides the axis's; from the worst slack to one shown bin
	 * beyond the axis. */
	int64_t low, width;
	int32_t n_bins;
	double *count;  /* owned [n_bins] */
	double n_above; /* paths beyond the last bin */
	/* Slacks of the paths in a bin may be this far below it, or above it, fs. */
	int64_t below, above;
	double rounding;                      /* largest relative error of counts; 0 = exact */
	int64_t bytes_of_bins, bytes_at_once; /* of all states' bins; most of them kept at a time */
	int64_t bytes;                        /* of device memory, with bytes_at_once */
	int64_t bytes_moved;                  /* of bins read and written */
};

/* Paths in a bin of the axis; bin axis.n_bins is the one beyond it. */
double path_counts_in(const struct path_counts *counts, int32_t bin);
/* Paths before the axis's first bin. */
double path_counts_before(const struct path_counts *counts);

/* Bounds of the number of paths with a slack below a given one. */
struct path_bounds {
	double least, most;
	bool open; /* `most` includes the paths beyond the bins, of any slack */
};
struct path_bounds path_counts_below(const struct path_counts *counts, int64_t slack);

void path_counts_release(struct path_counts *counts);

#endif
