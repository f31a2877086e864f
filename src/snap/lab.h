/*
 * What the lab has measured: ways to do the same job side by side, a row each.
 */
#ifndef SNAP_LAB_H
#define SNAP_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "snap/snap.h"

enum { LAB_ROWS = 24, LAB_NOTE = 96, LAB_TITLE = 200 };

/* One way. */
struct lab_row {
	const char *method; /* a string constant */
	bool is_best;       /* of those that were measured, the fastest with what it has apart */
	bool is_chosen;     /* what the lab would take by the rows' statistics */
	int32_t runs;       /* that the time is the mean of */
	double ms;          /* of one, */
	double apart_ms; /* without what is done once, or reused: expansion of a vector, building; 0 = nothing */
	double work;     /* that it does: operations, vertices, … */
	int64_t bytes;   /* that it has to move; 0 = unknown */
	double idle;     /* share of turns in which lanes wait; below 0 = it means nothing here */
	uint64_t digest; /* of the result, bit by bit */
	double error; /* of the result: the largest difference from double precision, in roundings of the sum; below 0 = it is
			     * exact */
	char note[LAB_NOTE];
};

struct lab_table {
	char title[LAB_TITLE];
	char job[16]; /* "spmv", "bfs", … */
	const char *
		work; /* "GFLOP/s": what a rate of 1e9 of work a second is called; a string constant */
	double copy_rate; /* bytes a ms: read and written by a copy of memory; 0 = not measured */
	double read_rate; /* bytes a ms: read alone */
	double peak_rate; /* operations a ms in single precision, products and sums apart; 0 = work is something else */
	char device[80];
	int32_t n;
	struct lab_row row[LAB_ROWS];
};

/*
 * The roof that a row is below: copies, else reads, which are faster as nothing is written. A row above both moves bytes that caches
 * have, or is too short to be measured: its bytes aren't those of memory, and no roof is known.
 */
enum lab_roof { LAB_NO_ROOF, LAB_COPIES, LAB_READS, LAB_ABOVE };
extern const char *const lab_roof_name[]; /* "", "copies", "reads", "caches" */
/* *share: of that roof, of reads (or copies) where it is above both. LAB_NO_ROOF: nothing was measured. */
enum lab_roof lab_roof_of(const struct lab_table *table, const struct lab_row *row, double *share);

/* ---- what the screen asks for ---- */

enum { LAB_WARP = 32, LAB_ENTRIES = 16, LAB_SMALL_ROWS = 32, LAB_SMALL = 96 };

REQUEST_BEGIN
struct lab_request {
	int64_t edition;       /* the answer's serial */
	int64_t moment;        /* another for another answer */
	int32_t width, height; /* dots of the picture that there is room for */
	int32_t zoom;          /* the window is 2^-zoom of the matrix along each axis, … */
	int32_t row;           /* … around this row, which is looked at closely */
	int32_t wave, padding; /* of a search in a small graph, from 0 */
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
	double mean, idle; /* entries a row; lanes that wait with a thread for each row */
	/* The picture: entries in each dot, top row first. */
	int32_t width, height, first_row, end_row, first_column, end_column;
	uint32_t *count; /* owned [height][width] */
	/* The row looked at, and the rows of its warp when a thread has one each. */
	int32_t row, first_lane, n_lanes, length[LAB_WARP];
	int32_t n_entries; /* of the row, here */
	int32_t column[LAB_ENTRIES];
	float value[LAB_ENTRIES];
	bool has_y; /* the last result has one value a row: that of the row looked at */
	double y;
	/* A matrix of at most LAB_SMALL_ROWS rows and columns and LAB_SMALL entries, else 0: its arrays; and if a search was the
	 * last result its wave: x, y = A'x, and in which wave a vertex is met first, -1 = in none. */
	int32_t n_small, small_row[LAB_SMALL_ROWS + 1], small_column[LAB_SMALL];
	float small_value[LAB_SMALL];
	int32_t wave, n_waves; /* 0 = there is no search */
	double x[LAB_SMALL_ROWS], product[LAB_SMALL_ROWS];
	int32_t met[LAB_SMALL_ROWS];
	int32_t n_points;
	struct lab_point *point; /* owned */
};

/* With room for the picture and the points. STATUS_NO_MEMORY. */
enum status snap_lab_new(int64_t serial, int32_t width, int32_t height, int32_t n_points,
			 struct snap_lab **out);

#endif
