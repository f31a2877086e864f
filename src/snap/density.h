/*
 * A map of a quantity over the die as a snapshot, and what reports say of it.
 */
#ifndef SNAP_DENSITY_H
#define SNAP_DENSITY_H

#include "db/layout/rect.h"
#include "snap/timeline.h"

enum { SNAP_DENSITY_STEPS = 32 };

enum density_quantity {
	/* The share of each bin that components cover; fillers and covers aside. */
	DENSITY_CELLS,
	DENSITY_MOVABLE,
	DENSITY_FIXED_CELLS,
	DENSITY_MACROS,
	DENSITY_PINS, /* how many connected pins of cells and ports each bin has */
	/* µm of wire for each µm²: each net's half perimeter, evenly over its bounding box
	 * ([Density]'s reference [12]). A box without width or height counts as a sub-bin unit wide or
	 * high. */
	DENSITY_RUDY,
	DENSITY_PIN_RUDY, /* for each pin in the bin, that of its net */
	DENSITY_NETS,     /* how many nets' boxes cover each bin */
	DENSITY_SLACK,    /* the worst slack of any pin of the cells that touch it, ps */
	DENSITY_CHANGE, /* the worst change of an endpoint's slack since save_slacks, of any such pin, ps */
	DENSITY_CRITICAL, /* in which share of the dies the worst path passes a cell that touches it, % */
	N_DENSITY_QUANTITIES
};

extern const char *const density_quantity_name[N_DENSITY_QUANTITIES];
/* Their names, as a choice of options, in the order of enum density_quantity. */
#define DENSITY_QUANTITIES                                                                         \
	"cells|movable|fixed|macros|pins|rudy|pin_rudy|nets|slack|change|critical"

enum { DENSITY_NOTE = 48 };

struct snap_density {
	struct snap snap;
	const char *name, *unit, *method, *precision; /* string constants */
	char note
		[DENSITY_NOTE]; /* of slacks "before CPPR" or "after CPPR", of cells what they lack; "" = nothing */
	struct rect die;
	int32_t columns, rows;
	double *value; /* owned [rows][columns], bottom row first; NAN = there is nothing */
	bool complete; /* else as far as it got, or its differences */
	int64_t n_boxes, n_added;
	int32_t n_steps; /* the newest ones */
	struct snap_step step[SNAP_DENSITY_STEPS];
};

enum status snap_density_new(int32_t columns, int32_t rows, const struct rect *die,
			     struct snap_density **out);

/* The bin's place on the die, borders rounded down to lengths. */
struct rect snap_density_bin(const struct snap_density *map, int32_t column, int32_t row);

/* a − b, bin by bin; NAN where either is. STATUS_FAILED when they aren't of the same grid and unit.
 */
enum status snap_density_subtract(const struct snap_density *a, const struct snap_density *b,
				  struct snap_density **out);

struct density_summary {
	int64_t n_values;      /* bins with one */
	int64_t n_empty;       /* of them, those that are 0 */
	double min, max, mean; /* 0 when there are none */
	int32_t least, most;   /* the first bins of these values */
	double sum;            /* of value × bin area in µm² */
};

struct density_summary snap_density_summarize(const struct snap_density *map);

/* The values below which shares p[0 … n − 1] of the bins lie (0.5 = the median), by rank without
 * interpolation. */
enum status snap_density_quantiles(const struct snap_density *map, const double *p, int n,
				   double *out);

/* What is above a target: in how many bins, the sum of (value − target) × bin area, and that as a
 * share of the sum of all values above 0. */
struct density_overflow {
	int64_t n_bins;
	double sum, share;
};

struct density_overflow snap_density_overflow(const struct snap_density *map, double target);

/* The n bins with the largest values (`least`: the smallest), ties by number; returns how many
 * there are. bin = row × columns + column. */
int32_t snap_density_top(const struct snap_density *map, bool least, int32_t *bin, int32_t n);

/*
 * The map as rows × columns cells of a picture, top row first: each the value that stands out most
 * among its bins (the largest; `least`: the smallest), the one bin that contains it where bins are
 * larger. NAN = nothing.
 */
void snap_density_picture(const struct snap_density *map, bool least, int32_t columns, int32_t rows,
			  double *out);
/* What stands out among values: the largest, the smallest, the one farthest from 0. */
enum density_outlier { OUTLIER_MOST, OUTLIER_LEAST, OUTLIER_FARTHEST };

/* The same of a part of it: bins x1 … x2 − 1 of rows y1 … y2 − 1. */
void snap_density_window(const struct snap_density *map, enum density_outlier outlier,
			 const struct rect *bins, int32_t columns, int32_t rows, double *out);

#endif
