/* All paths of a graph by their slack. */
#ifndef SNAP_PATH_COUNTS_H
#define SNAP_PATH_COUNTS_H

#include "snap/histogram.h"

struct path_counts_query {
	int32_t max_bins; /* bins that are shown: as in struct histogram_query, the same of width */
	int64_t width;
	int32_t max_fine; /* they are counted in narrower ones, at most this many where that is enough */
	int64_t low,
		high; /* bins are shown for slacks from low up to, but without, high, fs; INT64_MIN, INT64_MAX = for all */
};

struct path_counts {
	double n;                   /* paths */
	int64_t least, most;        /* the slacks of the worst and the best path, exact */
	struct histogram_axis axis; /* to be shown */
	/* Counted: bins of a width that divides the axis's, from the worst slack on to one of the axis's bins beyond it. */
	int64_t low, width;
	int32_t n_bins;
	double *count;  /* owned [n_bins] */
	double n_above; /* paths beyond the last bin */
	/* A path in a bin has a slack that is at most this far below the bin, or above it, fs. */
	int64_t below, above;
	double rounding; /* the largest relative error of counts; 0 = they are exact */
	int64_t bytes_of_bins,
		bytes_at_once; /* of all states' bins, and most that were kept at a time */
	int64_t bytes;         /* of device memory in all, with those at once */
	int64_t bytes_moved;   /* of bins, read and written */
};

/* Paths in a bin of the axis; axis.n_bins = in the one beyond it. */
double path_counts_in(const struct path_counts *counts, int32_t bin);
/* Before its first bin. */
double path_counts_before(const struct path_counts *counts);

/* How many have a slack below one: not fewer than, nor more than, which may be all as paths beyond the bins aren't told apart. */
struct path_bounds {
	double least, most;
	bool open; /* they are among the most */
};
struct path_bounds path_counts_below(const struct path_counts *counts, int64_t slack);

void path_counts_release(struct path_counts *counts);

#endif
