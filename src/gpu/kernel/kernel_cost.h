/*
 * What a launch has to move: the floor that its time is measured against.
 *
 * Streamed bytes lie side by side and are read or written once. Gathered ones are read or written
 * where the data says; each access counts with the bytes that it asks for, though memory moves 32
 * at least, and though it may find them in a cache. Tables that are always in a cache don't count,
 * nor does what one item reads twice.
 *
 * What only the device's data tells is left out and the cost is `at_least` that, unless the
 * launch's caller adds it (queue_add_bytes()); where that is nearly all, nothing is known.
 */
#ifndef GPU_KERNEL_KERNEL_COST_H
#define GPU_KERNEL_KERNEL_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/kernel/kernel_ids.h"

struct kernel_cost {
	int64_t items;
	int64_t streamed, gathered; /* bytes */
	bool unknown;               /* neither is known, */
	bool at_least;              /* or they can be more */
};

/* Operations besides the kernels: primitives and copies; they have costs too. */
enum cost_id {
	COST_SCAN = N_KERNELS,
	COST_SUM,
	COST_MAX,
	COST_SELECT,
	COST_HISTOGRAM,
	COST_SORT,
	COST_ROWS,
	COST_COPY,
	COST_FILL,
	COST_UPLOAD,
	COST_DOWNLOAD,
	N_COSTS
};

/* "forest_sweep", "sort" */
const char *cost_name(int cost_id);

/* Of a launch of n items, or for a sweep levels, of the build for fs_bits. */
struct kernel_cost kernel_cost(enum kernel_id kernel, int fs_bits, const void *args, int64_t n);

#endif
