/*
 * Sparse matrices and graphs of the lab in device memory ([SpMV]). Matrices are in compressed rows as in db/sparse.h,
 * y = A x.
 *
 * A sum in floating point is defined by its tree, which depends on the matrix alone: by the lengths of rows, numbers of items and
 * lanes that are constants, never by a device's width. So results are the same to the last bit on each device.
 */
#ifndef GPU_SPMV_DEVICE_MATRIX_H
#define GPU_SPMV_DEVICE_MATRIX_H

#include <stdint.h>

struct lab_csr {
	int32_t n_rows, n_columns, n; /* entries */
	const int32_t *row;           /* [n_rows + 1] */
	const int32_t *column;        /* [n] */
	const float *value;           /* [n] */
};

enum {
	LAB_LANES =
		32, /* partial sums of a row that a warp has: entry e of the row goes to e % 32 */

	/* Of the paper's summation kernel (figure 5): a block has a row each thread, and the products below in shared memory, "5 or
	 * 6" a thread. */
	SUMS_ROWS = 256,
	SUMS_SHARED = 6 * SUMS_ROWS,
	SUMS_ALIGN = 16, /* products: where a block's memory begins */

	/* Of ours, by tiles of a warp. */
	FUSED_PRODUCTS =
		224,        /* entries of a tile: more need registers that other warps could have */
	FUSED_ROWS = 128,   /* at most, of a tile */
	FUSED_WARPS = 8,    /* tiles of an item */
	FUSED_ALONE = 2048, /* entries of a row that a warp adds up; */
	FUSED_TEAMS = 256,  /* partial sums of a longer one, by all warps of the item */

	/* Of merge path: a chunk has MERGE_CHUNK entries and ends of rows together, a piece of it what a thread takes. */
	MERGE_PIECES = 256,
	MERGE_ITEMS = 7, /* odd, so that pieces begin in different banks of shared memory */
	MERGE_CHUNK = MERGE_PIECES * MERGE_ITEMS,
};

/* Where a tile begins: rows in a row whose entries fit, or a longer row alone. */
struct lab_tile {
	int32_t row, entry;
} __attribute__((aligned(8)));

/* A graph by its arcs, out of vertices and into them. */
struct lab_graph {
	int32_t n, n_arcs;
	const int32_t *out_row, *out_to; /* [n + 1], [arcs] */
	const int32_t *in_row, *in_from; /* [n + 1], [arcs] */
	const float *in_weight;          /* [arcs], 0 or more */
};

/* Counters of phases: of phase p at [p % 3], so that the one before can be read while the next one is cleared. */
enum { LAB_PHASES = 3 };

enum bfs_direction { BFS_TOP_DOWN, BFS_BOTTOM_UP, BFS_SWITCHING };

#define LAB_FAR 3.0e38F

#endif
