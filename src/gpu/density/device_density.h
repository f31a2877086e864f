/* Boxes and bins of density maps in device memory. */
#ifndef GPU_DENSITY_DEVICE_DENSITY_H
#define GPU_DENSITY_DEVICE_DENSITY_H

#include <stdint.h>

enum { DENSITY_EXACT = 32, DENSITY_DOUBLE = 64 };

/* A grid of bins on the die; bin (x, y) is item y × columns + x of a map. A bin is 2^shift sub-bin
 * units wide and high; in double precision the unit is a bin. */
struct density_bins {
	int32_t columns, rows, shift;
};

/* Rectangles side by side so that one access gets one; without area: x1 = x2 or y1 = y2. */
struct density_box_32 {
	int32_t x1, y1, x2, y2;
} __attribute__((aligned(16)));

struct density_box_64 {
	double x1, y1, x2, y2;
} __attribute__((aligned(16)));

/* No place: the coordinate of a pin that isn't placed. */
#define DENSITY_NOWHERE INT32_MIN

enum density_fit {
	DENSITY_AREA, /* rounded to units and clipped; what is thinner than a unit has no area */
	DENSITY_AT_LEAST_A_UNIT, /* the same, but widened to a unit */
	DENSITY_POINT,           /* the unit that its lower left corner is in */
	DENSITY_SCALED, /* they have been scaled: in units, within the grid, and only exact */
};

enum {
	DENSITY_COLUMN_GROUP = 8, /* columns that are summed together */
	DENSITY_BOX_GROUP = 32,   /* boxes of an item of kernels that scale them */
};
#define DENSITY_ITEMS(n) (((n) + DENSITY_BOX_GROUP - 1) / DENSITY_BOX_GROUP)

/* The sum under each box: Σ weight of bin × area in common, and twice how that grows when the box moves
 * by a unit to the right, and up: the mean of a step there and one back, which differ where a side is a border
 * of bins. Outside of the grid bins weigh 0. */
struct density_under {
	void *sum;        /* out [boxes] sum */
	void *right, *up; /* out [boxes] sum; NULL = not wanted */
};

#endif
