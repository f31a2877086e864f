/*
 * A map of a quantity over the die as a snapshot, and its statistics for reports.
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
	DENSITY_NETS,     /* number of nets whose bounding box covers the bin */
	DENSITY_SLACK,    /* worst slack of the pins of cells that touch the bin, ps */
	DENSITY_CHANGE,   /* worst change of these pins' endpoint slack since save_slacks, ps */
	DENSITY_CRITICAL, /* % of the dies whose worst path passes a cell that touches the bin */
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
	char note[DENSITY_NOTE]; /* "before CPPR", "after CPPR", missing cells, or "" */
	struct rect die;
	int32_t columns, rows;
	double *value; /* owned [rows][columns], bottom row first; NAN = no value */
	bool complete; /* false = a partial map, or its differences */
	int64_t n_boxes, n_added;
	int32_t n_steps; /* the newest ones */
	struct snap_step step[SNAP_DENSITY_STEPS];
};

enum status snap_density_new(int32_t columns, int32_t rows, const struct rect *die,
			     struct snap_density **out);

/* The bin's rectangle on the die, borders rounded down to lengths. */
struct rect snap_density_bin(const struct snap_density *map, int32_t column, int32_t row);

/* a − b, bin by bin; NAN where either is. STATUS_FAILED if their grids or units differ. */
enum status snap_density_subtract(const struct snap_density *a, const struct snap_density *b,
				  struct snap_density **out);

struct density_summary {
	int64_t n_values;      /* bins with a value */
	int64_t n_empty;       /* bins with value 0 */
	double min, max, mean; /* 0 without values */
	int32_t least, most;   /* the first bins with min and max */
	double sum;            /* of value × bin area in µm² */
};

struct density_summary snap_density_summarize(const struct snap_density *map);

/* The quantiles p[0 … n − 1] of the values (0.5 = the median), by rank without interpolation. */
enum status snap_density_quantiles(const struct snap_density *map, const double *p, int n,
				   double *out);

/* The overflow above a target: number of bins, sum of (value − target) × bin area, and that as a
 * share of the sum of all positive values. */
struct density_overflow {
	int64_t n_bins;
	double sum, share;
};

struct density_overflow snap_density_overflow(const struct snap_density *map, double target);

/* The n bins with the largest values (`least`: the smallest), ties by number; returns the number
 * found. bin = row × columns + column. */
int32_t snap_density_top(const struct snap_density *map, bool least, int32_t *bin, int32_t n);

/*
 * The map as rows × columns cells of a picture, top row first: each cell has the largest (`least`:
 * the smallest) value of its bins, or that of the bin that contains it if bins are larger. NAN = no
 * value.
 */
void snap_density_picture(const struct snap_density *map, bool least, int32_t columns, int32_t rows,
			  double *out);
/* Which value of several bins a cell shows: the largest, the smallest, the one farthest from 0. */
enum density_outlier { OUTLIER_MOST, OUTLIER_LEAST, OUTLIER_FARTHEST };

/* The bins that cell i of n has a share in, first … last; of fewer bins than cells it shows one. */
void snap_density_share(int32_t i, int32_t n, int32_t bins, int32_t *first, int32_t *last);

/* A picture of a part of the map: columns x1 … x2 − 1 of rows y1 … y2 − 1. */
void snap_density_window(const struct snap_density *map, enum density_outlier outlier,
			 const struct rect *bins, int32_t columns, int32_t rows, double *out);

#endif
