/*
 * Arguments of k_density.cu.
 *
 * These kernels are compiled twice, but not for times: exact (fs_bits 32), where coordinates are
 * int32_t and sums int64_t, and in double precision (64), where both are double, as the paper's numbers are.
 * The comments say "sum". Exact sums wrap: what comes out is right when it fits, whatever came
 * between.
 */
#ifndef GPU_DENSITY_DENSITY_ARGS_H
#define GPU_DENSITY_DENSITY_ARGS_H

#include <stdint.h>

#include "gpu/density/device_density.h"

/* ---- k_boxes.cu ---- */

struct net_boxes_args {
	const int32_t *net_pin_row, *net_pin;
	const int32_t *pin_x, *pin_y; /* DENSITY_NOWHERE = not placed */
	struct density_box_32 *box;   /* out [nets]; x2 < x1 where no pin is placed */
};

struct density_axis {
	int32_t low, high; /* of the die; lengths of db/layout/rect.h */
	uint32_t length;
	int32_t bins, units;
	double per_length; /* units */
};

/* How boxes in lengths become boxes in units or bins (density_scaling.h). */
struct density_scaling {
	struct density_axis x, y;
	int32_t fit; /* enum density_fit */
};

struct scale_boxes_args {
	struct density_scaling scaling;
	const struct density_box_32 *box; /* lengths; x2 < x1 = none */
	void *scaled;                     /* out: density_box_32 in units, density_box_64 in bins */
};

/* What a unit of each net's box weighs so that the box has as much wire as the net. */
struct net_weights_args {
	const struct density_box_32 *box; /* lengths; x2 < x1 = none */
	double micron;                    /* lengths of one */
	double thinnest_x, thinnest_y;    /* µm: boxes count as at least so wide and high */
	double scale;                     /* of fixed point */
	void *weight;                     /* out [nets] sum */
};

/* Each pin its net's weight. */
struct pin_weights_args {
	const int32_t *pin_net; /* -1 = none */
	const void *net_weight; /* sum */
	void *weight;           /* out [pins] sum */
};

/* ---- k_density.cu ---- */

struct density_naive_args {
	struct density_bins bins;
	const void *box;    /* scaled */
	const void *weight; /* sum; NULL = 1 each */
	void *map;          /* in and out [bins] sum */
};

struct density_team_args {
	struct density_bins bins;
	const void *box, *weight;
	void *map;
};

struct density_quads_args {
	struct density_bins bins;
	const void *box, *weight;
	void *map;
};

/* Algorithms 3 and 6 of the paper. */
struct density_printed_args {
	struct density_bins bins;
	const void *box, *weight;
	int32_t threshold; /* boxes of less area, in bins, go straight to the map */
	void *difference;  /* in and out [bins] sum: matrix D */
	void *map;         /* in and out [bins] sum: matrix A */
};

/* Algorithm 1, as it is parallelised in section III-D. */
struct rows_printed_args {
	struct density_bins bins;
	void *map; /* in and out [bins] sum */
};

struct columns_printed_args {
	struct density_bins bins;
	const void *map; /* sums of rows */
	int32_t adds;    /* to what is in out */
	void *out;       /* in and out [bins] sum; may be map */
};

struct density_copies_args {
	struct density_bins bins;
	const void *box, *weight;
	void *copy; /* in and out [threads][bins] sum */
};

struct join_copies_args {
	const void *copy; /* [n_copies][n_bins] sum */
	int64_t n_bins;
	int32_t n_copies;
	void *map; /* in and out [n_bins] sum */
};

struct density_differences_args {
	struct density_bins bins;
	struct density_scaling scaling;
	int64_t n;                        /* boxes */
	const struct density_box_32 *box; /* lengths, unless the fit is DENSITY_SCALED */
	const void *weight;
	int32_t threshold; /* boxes on at most this many bins go straight to them */
	/* Of pairs with differences that are added; of a box that goes straight to bins its lowest row. */
	int32_t first_row, end_row;
	void *difference; /* in and out [bins] pair: of this row, and of the one above it */
	void *direct; /* in and out [bins] pair likewise, on the CPU sum: what goes straight there */
};

struct row_sums_args {
	struct density_bins bins;
	int32_t joins;    /* pairs of differences */
	const void *from; /* [bins] sum, or pair */
	void *map;        /* out [bins] sum; may be from where that has no pairs */
};

struct column_sums_args {
	struct density_bins bins;
	const void *map;    /* sums of rows */
	const void *direct; /* [bins] pair, on the CPU sum, which are added; NULL = none are */
	void *out; /* out [bins] sum, may be map; where none are added [bins] pair: up to the row below,
		    * and up to this one */
};

struct bin_minima_args {
	struct density_bins bins;
	const struct density_box_32 *box; /* scaled */
	const int64_t *value;             /* FS_NONE_64 = none */
	int64_t *map;                     /* in and out [bins] */
};

/* ---- k_density_under.cu ---- */

struct under_naive_args {
	struct density_bins bins;
	const void *box;
	const void *weight; /* [bins] sum */
	struct density_under under;
};

struct under_team_args {
	struct density_bins bins;
	const void *box, *weight;
	struct density_under under;
};

struct under_quads_args {
	struct density_bins bins;
	const void *box, *weight;
	struct density_under under;
};

/* Algorithms 4 and 5. */
struct under_printed_args {
	struct density_bins bins;
	const void *box, *weight;
	const void *prefix; /* [bins] sum: of weight, over what is below and left, inclusive */
	int32_t threshold;  /* boxes of less area, in bins, are summed bin by bin */
	struct density_under under;
};

struct under_prefix_args {
	struct density_bins bins;
	struct density_scaling scaling;
	int64_t n;
	const struct density_box_32 *box; /* as of density_differences */
	const void *weight;
	const void *
		prefix; /* [bins] pair: sums of weight over what is left, inclusive, and below, without this
			     * row and with it */
	int32_t threshold;
	struct density_under under;
};

#endif
