/* Arguments of k_path_counts.cu: all paths of a graph by their slack, counted without listing them. */
#ifndef GPU_INSPECT_PATH_COUNTS_ARGS_H
#define GPU_INSPECT_PATH_COUNTS_ARGS_H

#include "gpu/image/device_graph.h"

/* Of each state, device [n_states]. */
struct path_bins {
	/* Whose bins it has: its own, or those of the only state that it leads to; -1 = none */
	int32_t *same;
	int32_t *n_bin;
	int64_t *base;       /* fs: of bin 0 */
	int64_t *low, *high; /* fs: how far suffixes are from the places of their bins */
	double *total;       /* suffixes, in bins or not */
	int64_t *place;      /* of bin 0 in `bins`, device [of all that are kept at once] */
	double *bins;
};

struct path_shifts_args {
	struct device_graph graph;
	struct path_bins state; /* out, but for the last two */
	int64_t width;          /* of a bin, fs */
	int32_t n_bins;         /* that a state has at most */
	int32_t *
		shift; /* out [n_arcs]: bins by which those of the head move; -1 = out of the window */
	int32_t *last;  /* [n_states], 0 before: the last level that reads its bins */
	int64_t *moved; /* [1], 0 before: bins that are read and written */
};

struct path_begins_args {
	struct device_graph graph;
	struct path_bins state;
	int64_t low, width; /* fs: of the bins of all paths */
	int32_t n_bins, n_levels;
	int32_t *shift; /* out [n_sources], as of arcs */
	double *begins; /* out [n_sources]: paths that begin there */
	int32_t *last;  /* of path_shifts: n_levels where a source reads them */
	/* [2] fs, FS_NONE_64 before: the least that a slack is above the begin of its bin, or below the end */
	int64_t *beside;
};

struct path_level_bins_args {
	struct device_graph graph;
	struct path_bins state;
	const int32_t *shift;
	int32_t first; /* the state of item 0 */
};

struct path_source_bins_args {
	struct device_graph graph;
	struct path_bins state;
	const int32_t *shift;
	const double *begins;
	int64_t each; /* sources of an item */
	int32_t n_bins;
	double *out;   /* [items * n_bins] */
	double *total; /* [items] */
};

#endif
