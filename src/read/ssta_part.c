#include "read/ssta_part.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/line.h"

enum { SAMPLING_STRATIFIED = 2 }; /* of SSTA_SAMPLINGS; then the quads of a replicate follow */

struct reader {
	struct line l;
	struct ssta_part *part;
};

static enum status next_line(struct reader *r)
{
	bool more;

	TRY(line_next(&r->l, &more));
	return more ? STATUS_OK : input_error(&r->l.in, 0, "the part of a run ends early");
}

static void skip_blanks(struct reader *r)
{
	while (r->l.at < r->l.end && *r->l.at == ' ')
		r->l.at++;
}

/* The word after blanks, as far as it fits, without taking it. Returns its length. */
static size_t peek_word(struct reader *r, char *word, size_t size)
{
	size_t n = 0;

	skip_blanks(r);
	while (r->l.at + n < r->l.end && r->l.at[n] != ' ' && n + 1 < size)
		n++;
	memcpy(word, r->l.at, n);
	word[n] = 0;
	return n;
}

/* A whole number; digits of a base, with a sign where it may have one. */
static enum status take_number(struct reader *r, int base, bool is_signed, int64_t *out)
{
	char word[24], *stop;
	size_t n = peek_word(r, word, sizeof word);

	errno = 0;
	*out = is_signed ? strtoll(word, &stop, base) : (int64_t)strtoull(word, &stop, base);
	if (n == 0 || *stop || errno || word[0] == '+' || (word[0] == '-' && !is_signed))
		return line_error(&r->l, "expected a whole number");
	r->l.at += n;
	return STATUS_OK;
}

/* A number from low to high. */
static enum status take_within(struct reader *r, int64_t low, int64_t high, int64_t *out)
{
	TRY(take_number(r, 10, true, out));
	return *out >= low && *out <= high ? STATUS_OK
					   : line_error(&r->l, "the number is out of range");
}

static enum status take_int(struct reader *r, int32_t low, int32_t high, int32_t *out)
{
	int64_t number;

	TRY(take_within(r, low, high, &number));
	*out = (int32_t)number;
	return STATUS_OK;
}

/* A number that isn't negative. */
static enum status take_share(struct reader *r, double *out)
{
	char word[40], *stop;
	size_t n = peek_word(r, word, sizeof word);

	*out = strtod(word, &stop);
	if (n == 0 || *stop || !(*out >= 0 && *out < 1e12))
		return line_error(&r->l, "expected a number from 0 on");
	r->l.at += n;
	return STATUS_OK;
}

static enum status take_end(struct reader *r)
{
	skip_blanks(r);
	return r->l.at == r->l.end ? STATUS_OK : line_error(&r->l, "expected the end of the line");
}

/* "name", at the beginning of the next line. */
static enum status take_name(struct reader *r, const char *name)
{
	size_t n = strlen(name);

	TRY(next_line(r));
	if ((size_t)(r->l.end - r->l.at) < n || memcmp(r->l.at, name, n) != 0)
		return line_error(&r->l, "expected \"%s\"", name);
	r->l.at += n;
	return STATUS_OK;
}

/* The end of a line, and the name at the beginning of the next. */
static enum status take_next(struct reader *r, const char *name)
{
	TRY(take_end(r));
	return take_name(r, name);
}

static enum status read_series(struct reader *r)
{
	struct ssta_part *p = r->part;
	int32_t last = -1;

	if (p->n_series == 0)
		return STATUS_OK;
	TRY(take_name(r, "kept"));
	TRY(ALLOC(&p->series, p->n_series));
	for (int32_t i = 0; i < p->n_series; i++) {
		TRY(take_int(r, last + 1, p->n_ends - 1, &last));
		p->series[i] = last;
	}
	return take_end(r);
}

static enum status read_head(struct reader *r)
{
	struct ssta_part *p = r->part;
	int64_t number;

	TRY(take_name(r, "warpscope-ssta 2"));
	TRY(take_next(r, "split "));
	TRY(take_within(r, 0, 1, &number));
	p->split = (enum split)number;
	TRY(take_next(r, "seed "));
	TRY(take_number(r, 10, false, (int64_t *)&p->seed));
	TRY(take_next(r, "sampling "));
	TRY(take_int(r, 0, 3, &p->sampling));
	if (p->sampling == SAMPLING_STRATIFIED) {
		TRY(take_within(r, 1, 1 << 28, &number));
		p->strata = 4 * (int32_t)number;
	}
	TRY(take_next(r, "method "));
	TRY(take_int(r, 0, 4, &p->method));
	TRY(take_int(r, 0, 1, &p->generator));
	TRY(take_within(r, 0, 1, &number));
	p->single = number != 0;
	TRY(take_within(r, 0, INT64_MAX, &p->n_raised));
	TRY(take_next(r, "digest "));
	TRY(take_number(r, 16, false, (int64_t *)&p->digest));
	TRY(take_next(r, "samples "));
	TRY(take_within(r, 0, (1 << 30) - 1, &p->begin));
	TRY(take_within(r, p->begin + 1, 1 << 30, &p->end));
	TRY(take_next(r, "columns "));
	TRY(take_int(r, 0, SSTA_PART_COLUMNS, &p->n_groups));
	TRY(take_int(r, 0, SSTA_PART_COLUMNS, &p->n_series));
	TRY(take_next(r, "endpoints "));
	TRY(take_int(r, 1, 1 << 24, &p->n_ends));
	TRY(take_next(r, "shares"));
	for (int i = 0; i < 4; i++)
		TRY(take_share(r, &p->share[i]));
	skip_blanks(r);
	if (r->l.at < r->l.end) {
		TRY(take_within(r, 1, 1, &number));
		p->by_distance = true;
	}
	TRY(take_end(r));
	return read_series(r);
}

static enum status read_sums(struct reader *r)
{
	struct ssta_part *p = r->part;

	for (int64_t i = 0; i < p->n_ends; i++) {
		TRY(GROW(&p->sum, &p->sum_capacity, (i + 1) * SSTA_PART_SUMS));
		TRY(next_line(r));
		for (int64_t j = 0; j < SSTA_PART_SUMS; j++)
			TRY(take_number(r, 10, j % 2 || j >= SSTA_PART_SUMS - 2,
					&p->sum[i * SSTA_PART_SUMS + j]));
		TRY(take_end(r));
	}
	return STATUS_OK;
}

/* An endpoint's number, in the lower bits of the first columns, is checked where it is used. */
static enum status read_rows(struct reader *r)
{
	struct ssta_part *p = r->part;
	int64_t n = p->end - p->begin, columns = ssta_part_columns(p);

	for (int64_t i = 0; i < n; i++) {
		TRY(GROW(&p->row, &p->row_capacity, (i + 1) * columns));
		TRY(next_line(r));
		for (int64_t j = 0; j < columns; j++)
			TRY(take_number(r, 10, true, &p->row[i * columns + j]));
		TRY(take_end(r));
	}
	TRY(take_name(r, "end"));
	return take_end(r);
}

enum status ssta_part_read(const char *path, struct task *task, struct ssta_part *out)
{
	struct reader r = {.part = out};
	enum status status;

	*out = (struct ssta_part){0};
	TRY(input_open(&r.l.in, path, task));
	status = read_head(&r) ?: read_sums(&r) ?: read_rows(&r);
	input_close(&r.l.in);
	if (status != STATUS_OK)
		ssta_part_release(out);
	return status;
}
