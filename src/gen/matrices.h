/*
 * Matrices in place of those that [SpMV] names (tables 1, 2, 5, 7 and 9), none of which is at hand. Two are exact by their
 * definition: ecology1 is the five-point grid of 1000 × 1000, Lin the seven-point one of 80 × 80 × 40. All others are stand-ins: they
 * have the rows, columns and nonzeros of the tables to the last one, and lengths of rows, blocks and locality of their kind.
 */
#ifndef GEN_MATRICES_H
#define GEN_MATRICES_H

#include "base/task.h"
#include "base/text.h"
#include "db/sparse.h"

/* Which table of [SpMV] names it. */
struct made_matrix {
	const char *name;
	int table;
	int32_t n_rows, n_columns;
	int64_t n;     /* nonzeros */
	bool is_exact; /* what the name means, not a stand-in */
};

/* Entry i of the list; NULL after the last. */
const struct made_matrix *made_matrix_at(int i);
/* NULL = there is none of this name. */
const struct made_matrix *made_matrix_find(const char *name);
/* The name most like it. */
const char *made_matrix_nearest(const char *name);
/* STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status made_matrix_make(const struct made_matrix *what, struct task *task,
			     struct sparse **out);

/* How long rows are. */
enum row_lengths {
	LENGTHS_EVEN,
	LENGTHS_RANDOM, /* up to twice the mean */
	LENGTHS_SKEWED, /* two in a thousand are 50 times as long */
	LENGTHS_POWER,  /* one in n rows is n times as long, up to 1000 */
};
#define ROW_LENGTHS "even|random|skewed|power"

struct matrix_law {
	int32_t n_rows, n_columns;
	int64_t n; /* entries; fewer come out where rows would have more than there are columns */
	enum row_lengths lengths;
	double near,
		window; /* share of the columns that are near the row's own place, and how near, as a share of the width */
	bool symmetric; /* positive definite: as many columns as rows, `n` at least that; rows are as long as it comes */
	uint64_t seed;
};

/* The same for the same law. STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status matrix_of_law(const struct matrix_law *law, struct task *task, struct sparse **out);

#endif
