/*
 * Measurements of the lab: methods for the same job side by side, a row each.
 */
#ifndef SNAP_LAB_H
#define SNAP_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "snap/snap.h"

enum { LAB_ROWS = 24, LAB_NOTE = 96, LAB_TITLE = 200 };

/* One method. */
struct lab_row {
	const char *method; /* a string constant */
	bool is_best;       /* the fastest one measured, by ms + apart_ms */
	bool is_chosen;     /* the lab's choice by the matrix rows' statistics */
	int32_t runs;       /* number of runs that the times are means of */
	double ms;          /* of a run without apart_ms */
	double apart_ms; /* of work done once or reused, for example building a format; 0 = none */
	double work;     /* of a run: operations, vertices, … */
	int64_t bytes;   /* that a run must move; 0 = unknown */
	double idle;     /* share of lanes' turns spent waiting; below 0 = not applicable */
	uint64_t digest; /* of the result's bits */
	/* largest difference of the result from double precision, in roundings of the sum; below 0
	 * = exact */
	double error;
	char note[LAB_NOTE];
};

struct lab_table {
	char title[LAB_TITLE];
	char job[16];     /* "spmv", "bfs", … */
	const char *work; /* unit of 1e9 work a second, "GFLOP/s"; a string constant */
	double copy_rate; /* bytes a ms, read plus written, of copying memory; 0 = not measured */
	double read_rate; /* bytes a ms of reading memory; 0 = not measured */
	/* single-precision operations a ms, a product and a sum count two; 0 = work isn't
	 * operations */
	double peak_rate;
	char device[80];
	int32_t n;
	struct lab_row row[LAB_ROWS];
};

/*
 * The bandwidth roof of a row: that of copies if the row is below it, else that of reads, which are
 * faster. A row above both has its data in caches, or is too short to be measured: no roof is
 * known.
 */
enum lab_roof { LAB_NO_ROOF, LAB_COPIES, LAB_READS, LAB_ABOVE };
extern const char *const lab_roof_name[]; /* "", "copies", "reads", "caches" */
/* *share: the row's bandwidth over its roof, over that of reads (or copies) if it is above both.
 * LAB_NO_ROOF: nothing was measured. */
enum lab_roof lab_roof_of(const struct lab_table *table, const struct lab_row *row, double *share);

/* ---- readings of the screen ---- */

enum { LAB_WARP = 32, LAB_ENTRIES = 16, LAB_SMALL_ROWS = 32, LAB_SMALL = 96 };

REQUEST_BEGIN
struct lab_request {
	int64_t edition;       /* the answer's serial */
	int64_t moment;        /* a new number requests a new answer */
	int32_t width, height; /* size of the picture in dots, at most */
	int32_t zoom; /* the window is 2^-zoom of the matrix along each axis, around `row` */
	int32_t row;  /* the row shown in detail */
	int32_t wave, padding; /* wave of a BFS in a small graph, from 0 */
};
REQUEST_END

/* After an iteration of a quadratic placement. */
struct lab_point {
	double residual[2], wires; /* of x and y by |b|; half perimeters, um */
};

struct snap_lab {
	struct snap snap; /* its graph is NULL */
	struct lab_table table;
	bool has_matrix;
	char matrix[80]; /* its name */
	int32_t n_rows, n_columns, longest, half, most;
	int64_t n;
	double mean, idle; /* entries a row; share of waiting lanes with a thread a row */
	/* The picture: entries in each dot, top row first. */
	int32_t width, height, first_row, end_row, first_column, end_column;
	uint32_t *count; /* owned [height][width] */
	/* The row shown in detail, and the rows of its warp with a thread a row. */
	int32_t row, first_lane, n_lanes, length[LAB_WARP];
	int32_t n_entries; /* of the row, listed below */
	int32_t column[LAB_ENTRIES];
	float value[LAB_ENTRIES];
	bool has_y; /* the last result has a value a row; y is this row's */
	double y;
	/* The arrays of a matrix of at most LAB_SMALL_ROWS rows and columns and LAB_SMALL entries,
	 * else n_small = 0. If the last result was a BFS: its wave x, product A'x, and met: the
	 * wave that reaches each vertex first, -1 = none. */
	int32_t n_small, small_row[LAB_SMALL_ROWS + 1], small_column[LAB_SMALL];
	float small_value[LAB_SMALL];
	int32_t wave, n_waves; /* n_waves 0 = no BFS */
	double x[LAB_SMALL_ROWS], product[LAB_SMALL_ROWS];
	int32_t met[LAB_SMALL_ROWS];
	int32_t n_points;
	struct lab_point *point; /* owned */
};

/* With room for the picture and the points. STATUS_NO_MEMORY. */
enum status snap_lab_new(int64_t serial, int32_t width, int32_t height, int32_t n_points,
			 struct snap_lab **out);

#endif
