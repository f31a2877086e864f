/*
 * Matrices in the Matrix Market exchange format (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, 1996), plain or
 * gzip:
 *
 *	%%MatrixMarket matrix coordinate real|double|integer|pattern general|symmetric|skew-symmetric
 *	% comments
 *	ROWS COLUMNS ENTRIES
 *	ROW COLUMN VALUE
 *
 * Rows and columns count from 1. Of a symmetric matrix the file has one triangle; the other is added. A value is read as a double
 * and rounded to single precision; a pattern's are 1. Duplicates stay apart (db/sparse.h).
 */
#ifndef READ_MATRIX_MARKET_H
#define READ_MATRIX_MARKET_H

#include "base/task.h"
#include "base/text.h"
#include "db/sparse.h"

/*
 * STATUS_BAD_INPUT with file:line:column for what isn't such a file, for dense, complex and Hermitian ones, places outside of the
 * matrix, numbers of entries other than announced, and for more empty rows and columns than its entries explain, unless
 * task->allow_large. What looks odd but has a meaning is in `warnings`, a line each.
 */
enum status matrix_market_read(const char *path, struct text *warnings, struct task *task,
			       struct sparse **out);

/*
 * A dense array, column by column and a value a line, as right-hand sides are: %%MatrixMarket matrix array real|double|integer general,
 * then ROWS COLUMNS. STATUS_BAD_INPUT with file:line:column, also for other rows than n_rows, and for more columns than `most`.
 */
enum status matrix_market_read_array(const char *path, struct task *task, int32_t n_rows,
				     int32_t most, struct dense *out);

#endif
