/*
 * Density accumulation ([Density]): how much of each bin of a grid is covered by weighted
 * rectangles, and sums the weights of a grid under each rectangle. The kernels, and what is
 * exact about them, are in gpu/density/k_density.cu.
 *
 * Forward, it is a stepper: rectangles in batches, then sums along rows, then along columns. Every
 * stage is a map that can be read.
 */
#ifndef GPU_DENSITY_DENSITY_H
#define GPU_DENSITY_DENSITY_H

#include "db/layout/rect.h"
#include "gpu/density/device_density.h"
#include "gpu/device/device.h"
#include "snap/stepper.h"

enum density_method {
	DENSITY_PREFIX,  /* "ours": 16 updates a box, then prefix sums */
	DENSITY_NAIVE,   /* a thread a box */
	DENSITY_THREADS, /* four threads a box: MTPerInst of the paper's reference [8] */
	DENSITY_WARP,    /* a warp a box */
	DENSITY_COPIES, /* a map for each thread; on the CPU alone, and only forward: Gessler, [14] */
	DENSITY_PRINTED, /* "ours" as printed: algorithms 1 to 6 */
	N_DENSITY_METHODS
};

extern const char *const density_method_name[N_DENSITY_METHODS];

enum {
	DENSITY_MOST_BINS = 8192,    /* along an axis */
	DENSITY_THRESHOLD = -1,      /* what is best on the device */
	DENSITY_BATCH = 1 << 20,     /* boxes of a fine step; whole runs have one launch */
	DENSITY_WEIGHT_UNITS = 1000, /* of a component's weight 1 */
};

struct density_grid {
	struct density_bins bins;
	struct rect die;
};

/* Bins on a die, and how finely they are divided: 2^8 to 2^12 units a bin, 2^21 along the longer
 * axis where that allows it. STATUS_USAGE for a number of bins outside of 1 … DENSITY_MOST_BINS,
 * STATUS_FAILED for a die without area. */
enum status density_grid_of(const struct rect *die, int32_t columns, int32_t rows,
			    struct density_grid *out);
static inline int64_t density_grid_bins(const struct density_grid *grid)
{
	return (int64_t)grid->bins.columns * grid->bins.rows;
}
/* What the whole of a bin is in exact sums: 4^shift; 1 in double precision. */
double density_full(const struct density_grid *grid, int precision);

/* Rectangles in lengths (db/layout/rect.h) on the device, borrowed. */
struct density_boxes {
	int64_t n;
	const struct density_box_32 *d_box; /* x2 < x1 = none */
	const void *d_weight; /* [n] int64_t, in double precision double; NULL = 1 each */
	enum density_fit fit;
};

struct density_options {
	enum density_method method;
	int precision;     /* DENSITY_EXACT or DENSITY_DOUBLE; in the latter the last digits differ
			    * from run to run and from method to method */
	int32_t threshold; /* of DENSITY_PREFIX: boxes on at most this many bins go straight to them;
			    * 0 = none do; of DENSITY_PRINTED boxes of less area, in bins;
			    * DENSITY_THRESHOLD */
	int64_t batch;
	/* borrowed [components]: what each weighs in a map of components, in DENSITY_WEIGHT_UNITS;
	 * NULL = 1 each */
	const int64_t *weight;
};

#define DENSITY_OPTIONS_INIT                                                                       \
	{                                                                                          \
		DENSITY_PREFIX, DENSITY_EXACT, DENSITY_THRESHOLD, DENSITY_BATCH, NULL              \
	}

/* ---- forward ---- */

enum density_stage {
	DENSITY_BOXES,   /* being added, batch by batch */
	DENSITY_ROWS,    /* all are; with DENSITY_COPIES the next step joins the copies */
	DENSITY_COLUMNS, /* differences are summed along rows */
	DENSITY_DONE,    /* the map is complete */
};

/* The maps there are. */
enum density_map {
	DENSITY_RESULT,      /* until the end what went there directly */
	DENSITY_DIFFERENCES, /* of DENSITY_PREFIX: second differences, at DENSITY_COLUMNS their sums
			      * along rows, then gone; of DENSITY_PRINTED matrix D */
};

struct density;

/* Nothing is added yet. A result must be below 2^63 for the sum of |weight| over a bin's area in
 * units; what comes before it may wrap. STATUS_FAILED for DENSITY_COPIES on a GPU. */
enum status density_new(struct queue *queue, const struct density_grid *grid,
			const struct density_boxes *boxes, const struct density_options *options,
			struct density **out);
void density_free(struct density *density); /* NULL is fine */
RELEASER(density_drop, struct density, density_free)

/* Coarse steps are stages, fine ones batches and kernels. What fails or is cancelled starts again.
 * Its snapshots are those of snap/density.h, of the map as it is. */
struct stepper *density_stepper(struct density *density);
enum status density_run(struct density *density); /* to the end */
/* The same without waiting for it: the next queue_sync() tells whether it failed, then density_restart() is due. */
void density_queue(struct density *density);
void density_restart(struct density *density); /* no box is added, as at first */

enum density_stage density_stage(const struct density *density);
/* How many boxes have been added. */
int64_t density_n_added(const struct density *density);

/* The result on the device; a map on the host: [bins] int64_t or double. */
void *density_device_map(struct density *density);
enum status density_read(struct density *density, enum density_map map, void *values);

/* What stepper snapshots say of it: the name of the map (a string constant), its unit, and what
 * values are multiplied by. */
void density_name(struct density *density, const char *name, const char *unit, double factor);
double density_factor(const struct density *density);

/* Boxes in units or bins, d_scaled: [n] density_box_32, in double precision density_box_64. */
void density_scale(struct queue *queue, const struct density_grid *grid,
		   const struct density_boxes *boxes, int precision, void *d_scaled);
/* The same on the host. */
enum status density_scale_to_host(struct queue *queue, const struct density_grid *grid,
				  const struct density_boxes *boxes, int precision, void *scaled);

/* ---- backward ---- */

/*
 * For each box the sum over bins of weight × area in common, in units (in double precision: bins), and
 * twice how much it grows when the box moves by a unit to the right and up: the mean of a step there and
 * one back. They differ where a side is a border of bins; outside of the die nothing weighs anything. The
 * boxes are scaled here, unless they have been. Queued: the next queue_sync() tells whether it failed.
 *
 *	d_weight: [bins] int64_t or double; left as it is
 *	under: out; right and up both NULL or neither
 *
 * Sums must fit: Σ |weight| × 4^shift over what a box covers below 2^62. DENSITY_COPIES is STATUS_USAGE:
 * nothing is shared that copies would help with.
 */
enum status density_under(struct queue *queue, const struct density_grid *grid,
			  const struct density_boxes *boxes, const struct density_options *options,
			  const void *d_weight, const struct density_under *under);

#endif
