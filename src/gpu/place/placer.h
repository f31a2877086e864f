/*
 * Global placement on a device: cells, pushed apart like charges and pulled together by nets, move until they overlap little. The method is
 * ePlace (J. Lu et al., "ePlace: electrostatics-based placement using fast Fourier transform and Nesterov's method", TODAES 2015), equation (1)
 * of [Density] its objective: wirelength + lambda x density. Wirelength is the weighted average (k_wires.cu); density is accumulated by
 * [Density]'s forward kernels, its field by cosine transforms (k_field.cu), its force by the backward kernels; steps are Nesterov's (k_place.cu).
 * All that is summed has a fixed order or is whole numbers: the same places on both devices.
 */
#ifndef GPU_PLACE_PLACER_H
#define GPU_PLACE_PLACER_H

#include "base/task.h"
#include "db/layout/rect.h"
#include "gpu/device/device.h"
#include "snap/placer_force.h"

/* A pin of a net: of a cell, from its centre; or one that stays where it is. In lengths of db/layout/rect.h, as all here. */
struct place_pin {
	int32_t cell; /* -1 = fixed */
	int32_t dx, dy;
};

/* All borrowed, until the placer is open. */
struct placer_problem {
	struct rect core;
	int32_t n_cells, n_nets, n_free;
	const int32_t *width, *height; /* [cells] */
	const double *x, *y;           /* [cells]: centres that all begins with */
	const int32_t *net_row;        /* [nets + 1]: pins of a net, at least one */
	const struct place_pin *pin;
	const struct rect *free; /* [n_free]: where cells may be; they don't overlap */
	/* [n_free]: the part of its area that cells may have, by 2^-PLACE_CHARGE_SHIFT; a negative one is taken from the rectangle around it.
	 * NULL = all of each. */
	const int64_t *share;
	double density; /* the target: share of the free area, above the cells' share and at most 1 */
	uint64_t seed; /* of the fillers' places */
};

/* After an iteration; number 0 is the beginning. */
struct placer_point {
	double length;   /* half perimeters of the nets */
	double overflow; /* area of cells above the target density by all of theirs */
	double lambda;   /* of density, by wires */
};

struct placer;

/* STATUS_FAILED when the cells need more than the target density has room for; STATUS_DEVICE_MEMORY, STATUS_NO_MEMORY. The weights of all nets
 * are 1. */
enum status placer_open(struct queue *queue, const struct placer_problem *problem,
			struct placer **out);
void placer_close(struct placer *placer); /* NULL is fine */
RELEASER(placer_drop, struct placer, placer_close)

/* An iteration, unless it is over. On failure or cancellation all is as it was before. */
enum status placer_step(struct placer *placer);
/* Cells overlap little enough, or nothing improves any more. */
bool placer_over(const struct placer *placer);
/* The iteration that counts: the last one where cells overlap little enough, else that with the least overflow. */
int32_t placer_best(const struct placer *placer);
/* Iterations so far, and a point for each and the beginning: [iterations + 1]. */
int32_t placer_iterations(const struct placer *placer);
const struct placer_point *placer_points(const struct placer *placer);
/* Go to an iteration that was already computed: from the nearest kept one before it, the rest is computed again. */
enum status placer_go(struct placer *placer, int32_t iteration);
/* Centres of the cells, [cells]. */
enum status placer_read(struct placer *placer, double *x, double *y);

/* How hard each net pulls, [nets] (NULL: 1 each), from the next iteration on. Call it at the newest iteration, never after going back. */
enum status placer_set_weights(struct placer *placer, const float *weight);

/* What acts on a cell. */
enum status placer_force_of(struct placer *placer, int32_t cell, struct placer_force *out);

/* The field of density where the forces were taken: means of columns x rows parts of the core, [2][rows][columns], along x and y, widths of a bin. */
enum status placer_field(struct placer *placer, int32_t columns, int32_t rows, double *out);
struct rect placer_core(const struct placer *placer);

#endif
