#include "read/matrix_market.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "base/input.h"
#include "base/units.h"

enum {
	MOST_SHOWN = 60,
	MOST_DIGITS = 63,
	/* Rows and columns that are always accepted, and how many more there may be for each entry. */
	ANY_EMPTY = 1 << 22,
	EMPTY_EACH = 64,
};

enum symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC };

struct mtx {
	struct input in;
	const char *begin, *at, *end; /* the line */
	struct text *warnings;        /* borrowed */
	struct task *task;            /* borrowed */
	bool is_array;                /* dense; else by places */
	bool is_pattern;
	enum symmetry symmetry;
	int64_t announced, n; /* entries of the file */
	int64_t zeros;        /* of them with the value 0 */
	struct triplets entries;
};

struct word {
	const char *begin;
	int length; /* 0 = the line ends */
};

/* ---- words ---- */

static struct word next_word(struct mtx *m)
{
	struct word word;

	while (m->at < m->end && isspace((unsigned char)*m->at))
		m->at++;
	word.begin = m->at;
	while (m->at < m->end && !isspace((unsigned char)*m->at) && m->at - word.begin < 4096)
		m->at++;
	word.length = (int)(m->at - word.begin);
	return word;
}

static enum status expected(const struct mtx *m, const struct word *word, const char *what)
{
	char shown[MOST_SHOWN + 1];
	int n = word->length < MOST_SHOWN ? word->length : MOST_SHOWN;

	if (word->length == 0)
		return input_error(&m->in, m->end - m->begin + 1, "expected %s, the line ends",
				   what);
	for (int i = 0; i < n; i++)
		shown[i] = (char)(isprint((unsigned char)word->begin[i]) ? word->begin[i] : '?');
	shown[n] = '\0';
	return input_error(&m->in, word->begin - m->begin + 1, "expected %s, found \"%s\"", what,
			   shown);
}

static bool is_word(const struct word *word, const char *what)
{
	return (size_t)word->length == strlen(what) &&
	       strncasecmp(word->begin, what, strlen(what)) == 0;
}

static enum status take_end(struct mtx *m)
{
	struct word word = next_word(m);

	return word.length ? expected(m, &word, "the end of the line") : STATUS_OK;
}

/* A whole number from `least` to `most`. */
static enum status take_count(struct mtx *m, const char *what, int64_t least, int64_t most,
			      int64_t *out)
{
	struct word word = next_word(m);
	int64_t value = 0;

	if (word.length == 0)
		return expected(m, &word, what);
	for (int i = 0; i < word.length; i++) {
		if (!isdigit((unsigned char)word.begin[i]))
			return expected(m, &word, what);
		value = 10 * value + (word.begin[i] - '0');
		if (value > most)
			break;
	}
	if (value < least || value > most)
		return input_error(&m->in, word.begin - m->begin + 1,
				   "expected %s from %" PRId64 " to %" PRId64, what, least, most);
	*out = value;
	return STATUS_OK;
}

static enum status take_value(struct mtx *m, float *out)
{
	struct word word = next_word(m);
	char digits[MOST_DIGITS + 1];
	const char *at = digits;
	double value;

	if (word.length == 0 || word.length > MOST_DIGITS)
		return expected(m, &word, "a value");
	memcpy(digits, word.begin, (size_t)word.length);
	digits[word.length] = '\0';
	switch (parse_real(&at, digits + word.length, &value)) {
	case DECIMAL_OK:
		break;
	case DECIMAL_OUT_OF_RANGE:
		return input_error(&m->in, word.begin - m->begin + 1, "value out of range");
	case DECIMAL_NOT_A_NUMBER:
		return expected(m, &word, "a value");
	}
	if (*at)
		return expected(m, &word, "a value");
	*out = (float)value;
	if (isinf(*out))
		return input_error(&m->in, word.begin - m->begin + 1,
				   "value out of range of single precision");
	return STATUS_OK;
}

/* ---- the file ---- */

/* The place of the next word in a list that a 0 ends, an error with `what` otherwise; *column is the word's in the line. */
static enum status take_one_of(struct mtx *m, const char *const *list, const char *what, int *place,
			       int64_t *column)
{
	struct word word = next_word(m);

	*column = word.begin - m->begin + 1;
	for (*place = 0; list[*place]; ++*place) {
		if (is_word(&word, list[*place]))
			return STATUS_OK;
	}
	return expected(m, &word, what);
}

static enum status take_banner(struct mtx *m)
{
	static const char *const objects[] = {"matrix", NULL};
	static const char *const formats[] = {"coordinate", "array", NULL};
	static const char *const fields[] = {"real",    "double",  "integer",
					     "pattern", "complex", NULL};
	static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric",
						 "hermitian", NULL};
	struct word word;
	int64_t column;
	int place;

	word = next_word(m);
	if (!is_word(&word, "%%MatrixMarket"))
		return expected(m, &word, "\"%%MatrixMarket\"");
	TRY(take_one_of(m, objects, "\"matrix\"", &place, &column));
	TRY(take_one_of(m, formats, m->is_array ? "\"array\"" : "\"coordinate\"", &place, &column));
	if (place != m->is_array)
		return input_error(&m->in, column,
				   place ? "a dense array; the lab takes \"coordinate\" only"
					 : "a sparse matrix; right-hand sides are an \"array\"");
	TRY(take_one_of(m, fields, "\"real\", \"integer\" or \"pattern\"", &place, &column));
	if (place == 3 && m->is_array)
		return input_error(&m->in, column, "an array has values");
	if (place == 4)
		return input_error(&m->in, column, "complex values; the lab takes real ones only");
	m->is_pattern = place == 3;
	TRY(take_one_of(m, symmetries, "\"general\", \"symmetric\" or \"skew-symmetric\"", &place,
			&column));
	if (place == 3 || (place == SKEW_SYMMETRIC && m->is_pattern))
		return input_error(&m->in, column, "such a symmetry isn't possible without %s",
				   place == 3 ? "complex values" : "values");
	if (m->is_array && place != GENERAL)
		return input_error(&m->in, column, "right-hand sides are \"general\"");
	m->symmetry = (enum symmetry)place;
	return take_end(m);
}

/* The next line that isn't empty, nor a comment; *more is false after the last. */
static enum status next_line(struct mtx *m, bool *more)
{
	for (;;) {
		TRY(input_line(&m->in, &m->begin, &m->end, more));
		if (!*more)
			return STATUS_OK;
		m->at = m->begin;
		while (m->at < m->end && isspace((unsigned char)*m->at))
			m->at++;
		if (m->at < m->end && *m->at != '%')
			return STATUS_OK;
	}
}

static enum status take_sizes(struct mtx *m)
{
	int64_t rows, columns, most = m->symmetry == GENERAL ? SPARSE_MOST : SPARSE_MOST / 2;

	TRY(take_count(m, "a number of rows", 0, SPARSE_MOST, &rows));
	TRY(take_count(m, "a number of columns", 0, SPARSE_MOST, &columns));
	TRY(take_count(m, "a number of entries", 0, most, &m->announced));
	TRY(take_end(m));
	if (m->symmetry != GENERAL && rows != columns)
		return input_error(&m->in, 1,
				   "a symmetric matrix of %" PRId64 " rows and %" PRId64 " columns",
				   rows, columns);
	m->entries.n_rows = (int32_t)rows;
	m->entries.n_columns = (int32_t)columns;
	return STATUS_OK;
}

static enum status take_entry(struct mtx *m)
{
	int64_t row, column;
	float value = 1;

	if (m->n == m->announced)
		return input_error(&m->in, 1,
				   "%" PRId64 " entries are announced, and there are more",
				   m->announced);
	TRY(take_count(m, "a row", 1, m->entries.n_rows, &row));
	TRY(take_count(m, "a column", 1, m->entries.n_columns, &column));
	if (!m->is_pattern)
		TRY(take_value(m, &value));
	TRY(take_end(m));
	if (m->symmetry == SKEW_SYMMETRIC && row == column && value != 0)
		return input_error(&m->in, 1, "a skew-symmetric matrix has no diagonal");
	m->zeros += value == 0;
	m->n++;
	TRY(triplets_add(&m->entries, (int32_t)row - 1, (int32_t)column - 1, value));
	if (m->symmetry == GENERAL || row == column)
		return STATUS_OK;
	return triplets_add(&m->entries, (int32_t)column - 1, (int32_t)row - 1,
			    m->symmetry == SYMMETRIC ? value : -value);
}

/* A few bytes that announce billions of empty rows are an error, not a matrix. */
static enum status check_sizes(const struct mtx *m)
{
	int64_t sides = (int64_t)m->entries.n_rows + m->entries.n_columns;

	if (m->task->allow_large || sides <= ANY_EMPTY + EMPTY_EACH * m->n)
		return STATUS_OK;
	return status_fail(STATUS_BAD_INPUT,
			   "%s: %" PRId32 " rows and %" PRId32 " columns for %" PRId64
			   " entries; with -allow_large it is read all the same",
			   m->in.path, m->entries.n_rows, m->entries.n_columns, m->n);
}

/* Up to the line of the sizes. */
static enum status read_head(struct mtx *m)
{
	bool more;

	TRY(input_line(&m->in, &m->begin, &m->end, &more));
	m->at = m->begin;
	if (!more) {
		m->in.line = 1;
		return input_error(&m->in, 1, "expected \"%%%%MatrixMarket\", the file is empty");
	}
	TRY(take_banner(m));
	TRY(next_line(m, &more));
	return more ? STATUS_OK
		    : input_error(&m->in, 0, "expected a number of rows, the file ends");
}

static enum status read_lines(struct mtx *m)
{
	bool more;

	TRY(read_head(m));
	TRY(take_sizes(m));
	for (;;) {
		TRY(next_line(m, &more));
		if (!more)
			break;
		TRY(take_entry(m));
	}
	if (m->n < m->announced)
		return input_error(&m->in, 0,
				   "%" PRId64 " entries are announced, and there are %" PRId64,
				   m->announced, m->n);
	if (m->zeros)
		text_printf(m->warnings, "%s: warning: %" PRId64 " of the entries are 0\n",
			    m->in.path, m->zeros);
	return check_sizes(m);
}

static void release(struct mtx *m)
{
	input_close(&m->in);
	triplets_release(&m->entries);
}

enum status matrix_market_read(const char *path, struct text *warnings, struct task *task,
			       struct sparse **out)
{
	RELEASED_BY(release) struct mtx m = {.in = INPUT_INIT, .warnings = warnings, .task = task};

	TRY(input_open(&m.in, path, task));
	TRY(read_lines(&m));
	TRY(sparse_of_triplets(path, &m.entries, task, out));
	(*out)->is_pattern = m.is_pattern;
	return STATUS_OK;
}

/* ---- an array ---- */

static enum status read_values(struct mtx *m, struct dense *out, float **value)
{
	int64_t rows, columns, n;
	bool more;

	TRY(read_head(m));
	TRY(take_count(m, "a number of rows", 0, SPARSE_MOST, &rows));
	if (rows != out->n_rows)
		return input_error(&m->in, 1, "%" PRId64 " rows; the matrix has %" PRId32, rows,
				   out->n_rows);
	TRY(take_count(m, "a number of columns", 1, out->n_columns, &columns));
	TRY(take_end(m));
	out->n_columns = (int32_t)columns;
	n = rows * columns;
	TRY(ALLOC(value, n));
	for (int64_t i = 0;; i++) {
		TRY(next_line(m, &more));
		if (!more && i < n)
			return input_error(
				&m->in, 0,
				"%" PRId64 " values are announced, and there are %" PRId64, n, i);
		if (!more)
			return STATUS_OK;
		if (i == n)
			return input_error(&m->in, 1,
					   "%" PRId64 " values are announced, and there are more",
					   n);
		TRY(take_value(m, &(*value)[i % rows * columns + i / rows]));
		TRY(take_end(m));
	}
}

enum status matrix_market_read_array(const char *path, struct task *task, int32_t n_rows,
				     int32_t most, struct dense *out)
{
	RELEASED_BY(release) struct mtx m = {.in = INPUT_INIT, .task = task, .is_array = true};
	FREED float *value = NULL;

	*out = (struct dense){.n_rows = n_rows, .n_columns = most};
	TRY(input_open(&m.in, path, task));
	TRY(read_values(&m, out, &value));
	HAND_OVER(&out->value, value);
	return STATUS_OK;
}
