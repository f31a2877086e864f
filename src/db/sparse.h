/*
 * A sparse matrix in compressed rows (CSR), as the lab's kernels take it: [SpMV], figure 2. Values are of single precision, as
 * there. A row's entries are in ascending columns; several of the same place (duplicates) stay apart, in the order in which they
 * came, and a product adds them.
 */
#ifndef DB_SPARSE_H
#define DB_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/task.h"

/* The largest number of rows, of columns, and of entries. */
#define SPARSE_MOST (INT32_MAX - 1)

struct sparse {
	char *name; /* owned */
	int32_t n_rows, n_columns;
	int32_t *row;    /* owned [n_rows + 1]: where the entries of each begin */
	int32_t *column; /* owned [row[n_rows]] */
	float *value;    /* owned [row[n_rows]] */
	bool is_pattern; /* the file has no values; all are 1 */
};

/* Some columns of numbers. */
struct dense {
	int32_t n_rows, n_columns;
	float *value;  /* owned [n_rows × n_columns], row by row */
	bool is_given; /* by a file */
};

/* Entries in any order. */
struct triplets {
	int32_t n_rows, n_columns;
	int64_t n, capacity;
	int32_t *row, *column; /* owned [n] */
	float *value;          /* owned [n] */
};

void sparse_free(struct sparse *a); /* NULL is fine */
RELEASER(sparse_drop, struct sparse, sparse_free)
static inline int64_t sparse_entries(const struct sparse *a)
{
	return a->row[a->n_rows];
}

/* A matrix of this size whose rows have no entries yet and room for n of them. STATUS_NO_MEMORY. */
enum status sparse_new(const char *name, int32_t n_rows, int32_t n_columns, int64_t n,
		       struct sparse **out);

/* Add an entry; its place has to be within the matrix. STATUS_NO_MEMORY, STATUS_FAILED beyond SPARSE_MOST entries. */
enum status triplets_add(struct triplets *t, int32_t row, int32_t column, float value);
void triplets_release(struct triplets *t);
/* The matrix of them. STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status sparse_of_triplets(const char *name, const struct triplets *t, struct task *task,
			       struct sparse **out);
/* Rows become columns. */
enum status sparse_transpose(const struct sparse *a, struct task *task, struct sparse **out);

/* What the rows are like: what decides which method is best. */
struct sparse_statistics {
	int64_t n;                        /* entries */
	int32_t empty, longest, shortest; /* rows without entries; entries of a row */
	double mean, deviation;           /* entries of a row */
	int32_t half,
		most; /* the entries of the row that half, and 99 %, of the rows don't exceed */
	int64_t duplicates; /* entries whose place another one before has */
	int64_t bandwidth;  /* the largest |row − column|, 0 without entries */
	double near; /* share of the entries after the first of a row that are in the same 32 bytes of x as the one before */
	double idle; /* share of the lanes that wait for the longest of their 32 rows when each thread has a row */
};

/* STATUS_NO_MEMORY */
enum status sparse_statistics_of(const struct sparse *a, struct sparse_statistics *out);

#endif
