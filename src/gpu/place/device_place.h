/* Places of a global placement in device memory. */
#ifndef GPU_PLACE_DEVICE_PLACE_H
#define GPU_PLACE_DEVICE_PLACE_H

#include <stdint.h>

/* A point, or a force; lengths are in widths of a bin. */
struct place_xy {
	float x, y;
} __attribute__((aligned(8)));

/* Of a cosine and a sine. */
struct place_wave {
	double cosine, sine;
} __attribute__((aligned(16)));

enum {
	PLACE_CHARGE_SHIFT =
		16, /* a box of weight 1 weighs 2^16, so that weights below 1 are whole numbers */
	PLACE_FIELD_SHIFT = 16, /* fields are whole multiples of 2^-16 */
	PLACE_SIDE_SHIFT = 11,  /* bins along an axis: 2^11 at most, what fits into shared memory */
	PLACE_LANES = 1 << 14,  /* parts of a sum, each in a fixed order */
	PLACE_PARTS = 1 << 8,   /* of these, which the host adds */
	PLACE_WIDE_NET = 64,    /* a net with more pins has a block */
};

/* What is summed over all cells, nets or bins of an evaluation. */
enum place_sum {
	PLACE_SUM_MOVE,     /* |v' - v|^2 */
	PLACE_SUM_CHANGE,   /* |g(v') - g(v)|^2, of preconditioned gradients */
	PLACE_SUM_PULL,     /* |x| + |y| of the gradients of wires */
	PLACE_SUM_PUSH,     /* of the forces of density */
	PLACE_SUM_LENGTH,   /* half perimeters of nets */
	PLACE_SUM_OVERFLOW, /* charge above the target, in charge */
	N_PLACE_SUMS
};

#endif
