/* Arguments of k_wires.cu, k_field.cu and k_place.cu: global placement. */
#ifndef GPU_PLACE_PLACE_ARGS_H
#define GPU_PLACE_PLACE_ARGS_H

#include "gpu/density/device_density.h"
#include "gpu/place/device_place.h"

/* ---- k_wires.cu ---- */

struct net_pulls_args {
	const int32_t *net_row;        /* [nets + 1]: pins of a net */
	const int32_t *pin_cell;       /* -1 = fixed */
	const struct place_xy *pin_at; /* from the cell's centre, or where it is fixed */
	const struct place_xy *at;     /* [cells]: centres */
	const float *weight;           /* [nets] */
	float per_gamma;
	int32_t first;         /* net of item 0 */
	struct place_xy *pull; /* out [pins]: how the net's length grows when the pin moves */
	float *length;         /* out [nets]: half perimeters, without weights */
};

#define wide_net_pulls_args net_pulls_args

/* ---- k_field.cu ---- */

/* Along one axis of 2^log bins. */
struct field_axis {
	int32_t log;
	const int32_t *reversed;       /* [2^log]: an index with its bits in reverse */
	const struct place_wave *wave; /* [2^(log + 1)]: of pi j / 2^(log + 1) */
};

struct field_rows_args {
	struct field_axis x, y;
	const int64_t *charge
		[3]; /* [rows][columns] each: of cells, fillers, and what is blocked; NULL = none */
	double factor;    /* of charges, so that a full bin has 1 */
	double *spectrum; /* out [columns][rows]: cosine transforms of the rows */
};

struct field_columns_args {
	struct field_axis x, y;
	double step_x,
		step_y;   /* frequencies are multiples of these, radians by the width of a bin */
	double *spectrum; /* in, out: transforms along both axes by squares of frequencies */
	double *along_x, *along_y; /* out [rows][columns]: of both fields, transforms of rows */
};

struct field_back_args {
	struct field_axis x, y;
	const double *along_x, *along_y;
	double factor;              /* to whole numbers */
	double most;                /* of these */
	int64_t *field_x, *field_y; /* out [rows][columns] */
};

struct field_means_args {
	const int64_t *field[2]; /* [rows][columns] each */
	int32_t columns, rows;   /* bins */
	int32_t across, up;      /* parts */
	double *mean;            /* out [2][up][across] */
};

/* ---- k_place.cu ---- */

struct place_boxes_args {
	const struct place_xy *at;
	const int32_t *size; /* [2 items]: widths and heights, as charge counts them */
	int32_t left, bottom;
	double scale;               /* lengths of a unit */
	struct density_box_32 *box; /* out */
};

/* Cells come before fillers, which have no pins. */
struct place_forces_args {
	const int64_t *row, *pin; /* [cells + 1], pins of cells */
	const struct place_xy *pin_pull;
	const int64_t *weight;            /* [items]: of charge */
	const int64_t *under_x, *under_y; /* [items]: sums of the fields under the boxes */
	double factor;                    /* of weight x sum */
	int64_t n_cells;
	struct place_xy *pull, *push; /* out [items] */
};

/* What a step and its length go by, of all items. */
struct place_forces {
	const struct place_xy *at, *pull, *push;
};

struct place_weights {
	const float *degree; /* weights of a cell's nets; 0 of a filler */
	const float *charge; /* in bins */
	double lambda;
};

struct place_step_args {
	struct place_forces from;
	struct place_weights weights;
	const struct place_xy *main;          /* u */
	const struct place_xy *half;          /* half sizes: centres keep so far from the borders */
	float width, height;                  /* of the core */
	float length, momentum;               /* alpha, (a - 1) / a' */
	struct place_xy *next_main, *next_at; /* out: u', v' */
};

struct place_norms_args {
	struct place_forces from, to;
	struct place_weights weights;
	int64_t n;
	double *part; /* out [N_PLACE_SUMS][PLACE_LANES], of which the first four are written */
};

struct place_lengths_args {
	const float *length; /* [nets] */
	int64_t n;
	double *part;
};

struct place_overflow_args {
	const int64_t *charge, *blocked; /* [bins] */
	int64_t full;                    /* charge of a bin at the target density */
	int64_t n;
	double *part;
};

struct place_totals_args {
	const double *part;
	double *total; /* out [N_PLACE_SUMS][PLACE_PARTS] */
};

#endif
