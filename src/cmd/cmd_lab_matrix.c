/* Matrices for the lab, made by the numbers of their rows. */
#include <stdlib.h>

#include "base/memory.h"
#include "gen/matrices.h"
#include "report/lab.h"

#define MATRIX_OPTIONS(X)                                                                                                 \
	X(MATRIX_COLUMNS, "-columns", OPTION_COUNT, "N", "columns (as many as rows)")                                     \
	X(MATRIX_LENGTHS, "-lengths", OPTION_CHOICE, ROW_LENGTHS,                                                         \
	  "of rows: all as long (default); up to twice the mean; two in a thousand 50 times as long; or one in n rows n " \
	  "times as long, up to 1000")                                                                                    \
	X(MATRIX_NEAR, "-near", OPTION_WORD, "SHARE",                                                                     \
	  "share of columns near the row's own place (0.9); the others are anywhere")                                     \
	X(MATRIX_WINDOW, "-window", OPTION_WORD, "SHARE",                                                                 \
	  "how near, as a share of the width (0.01)")                                                                     \
	X(MATRIX_SYMMETRIC, "-symmetric", OPTION_FLAG, NULL,                                                              \
	  "positive definite, for lab_cg; lengths of rows then vary")                                                     \
	X(MATRIX_SEED, "-seed", OPTION_COUNT, "N", "another matrix (1)")                                                  \
	X(MATRIX_LARGE, "-allow_large", OPTION_FLAG, NULL,                                                                \
	  "also what needs more than half of the memory")

OPTION_TABLE(matrix_options, MATRIX_OPTIONS);

static enum status take_share(const struct call *call, int option, double *out)
{
	if (!call->option[option].given)
		return STATUS_OK;
	TRY(call_real(call, call->option[option].word, out));
	return *out >= 0 && *out <= 1 ? STATUS_OK
				      : call_fail(call, STATUS_USAGE, "%s must be from 0 to 1",
						  matrix_options[option].name);
}

static enum status take_count(const char *word, const char *what, int64_t least, int64_t *out)
{
	char *end;

	*out = strtoll(word, &end, 10);
	return *word && !*end && *out >= least && *out <= SPARSE_MOST
		       ? STATUS_OK
		       : status_fail(STATUS_USAGE, "lab_matrix: \"%.100s\" isn't a number of %s",
				     word, what);
}

static enum status take_law(const struct call *call, struct matrix_law *law)
{
	const struct option_value *option = call->option;
	int64_t rows, n, columns;

	TRY(take_count(call->argument[0], "rows", 1, &rows));
	TRY(take_count(call->argument[1], "nonzeros", 0, &n));
	columns = option[MATRIX_COLUMNS].given ? option[MATRIX_COLUMNS].number : rows;
	if (columns < 1 || columns > SPARSE_MOST)
		return call_fail(call, STATUS_USAGE, "-columns must be from 1 to 2147483646");
	*law = (struct matrix_law){
		.n_rows = (int32_t)rows,
		.n_columns = (int32_t)columns,
		.n = n,
		.lengths = (enum row_lengths)option[MATRIX_LENGTHS].number,
		.near = 0.9,
		.window = 0.01,
		.symmetric = option[MATRIX_SYMMETRIC].given,
		.seed = option[MATRIX_SEED].given ? (uint64_t)option[MATRIX_SEED].number : 1};
	TRY(take_share(call, MATRIX_NEAR, &law->near));
	TRY(take_share(call, MATRIX_WINDOW, &law->window));
	if (law->symmetric && columns != rows)
		return call_fail(call, STATUS_USAGE,
				 "a symmetric matrix has as many columns as rows");
	if (law->symmetric && n < rows)
		return call_fail(call, STATUS_USAGE,
				 "a symmetric matrix has a nonzero in each row at least");
	if ((double)n > (double)rows * (double)columns)
		return call_fail(call, STATUS_USAGE,
				 "there are no more places than rows x columns");
	return STATUS_OK;
}

static enum status make(struct call *call)
{
	struct session *session = call->session;
	struct matrix_law law;
	struct sparse *matrix;
	struct lab *lab;

	TRY(take_law(call, &law));
	TRY(memory_allows("lab_matrix: this matrix",
			  4.0 * law.n_rows + 4.0 * law.n_columns + 8.0 * (double)law.n,
			  &session->task));
	DOING(&session->task, "making a matrix", 0);
	TRY(matrix_of_law(&law, &session->task, &matrix));
	TRY(lab_set_matrix(session, matrix, &lab));
	lab_write_matrix(lab, call->out);
	return STATUS_OK;
}

const struct command lab_matrix_commands[] = {
	{"lab_matrix", make, IN_SESSION, "ROWS NONZEROS", 2, 2, matrix_options,
	 "Make a random matrix, which the lab's commands then call \"made\""},
	{0},
};
