#include "read/aocv.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/line.h"
#include "base/units.h"

enum field {
	FIELD_VERSION,
	FIELD_OCVM_TYPE,
	FIELD_GROUP,
	FIELD_OBJECT_TYPE,
	FIELD_OBJECT_SPEC,
	FIELD_EDGES,
	FIELD_DELAY_TYPE,
	FIELD_DERATE_TYPE,
	FIELD_PATH_TYPE,
	FIELD_DEPTH,
	FIELD_DISTANCE,
	FIELD_TABLE,
	N_FIELDS
};

static const char *const field_name[N_FIELDS] = {
	"version",    "ocvm_type",   "group_name", "object_type", "object_spec", "rf_type",
	"delay_type", "derate_type", "path_type",  "depth",       "distance",    "table"};

/* Words of a field, and what each sets. */
struct words {
	const char *word[3];
	int32_t bit[3];
};

static const struct words edge_words = {{"rise", "fall"}, {1 << RISE, 1 << FALL}};
static const struct words delay_words = {{"cell", "net"}, {DERATE_CELL, DERATE_NET}};
static const struct words path_words = {{"clock", "data"}, {DERATE_CLOCK, DERATE_DATA}};
static const struct words split_words = {{"early", "late"}, {1 << EARLY, 1 << LATE}};
static const struct words object_words = {{"design", "lib_cell", "cell"},
					  {1 << AOCV_DESIGN, 1 << AOCV_LIB_CELL, 1 << AOCV_CELL}};

struct reader {
	struct line l;
	double scale;
	struct aocv *aocv; /* owned */
	enum field field;  /* whose values are read; N_FIELDS = none */
	/* the table that is read */
	struct aocv_table table; /* its words are not owned */
	bool open;
	uint32_t given; /* fields of it: 1 << enum field */
	int64_t object_line;
	struct text spec, group; /* owned */
	int64_t n[3];            /* numbers of depth, distance and table */
	double *number[3];       /* owned */
	int64_t capacity[3];
};

static int shown(int64_t n)
{
	return n > 100 ? 100 : (int)n;
}

/* ---- the table ---- */

enum { OF_DEPTH, OF_DISTANCE, OF_TABLE };

static int64_t n_values(const struct reader *r)
{
	return max_i64(r->n[OF_DEPTH], 1) * max_i64(r->n[OF_DISTANCE], 1);
}

/* What a table can't do without, when its values begin. */
static enum status check_fields(struct reader *r)
{
	if (!(r->given & 1u << FIELD_DERATE_TYPE))
		return line_error(&r->l, "a table without derate_type");
	if (r->table.object != AOCV_DESIGN && !r->spec.length)
		return line_error(&r->l, "a table of a %s without object_spec",
				  aocv_object_name[r->table.object]);
	if (r->table.object == AOCV_LIB_CELL && !(r->table.what & DERATE_CELL))
		return line_error(&r->l, "a table of a lib_cell for nets alone");
	return STATUS_OK;
}

/* All its values are there. */
static enum status end_table(struct reader *r)
{
	FREED double *number = NULL;
	int64_t n = 0;

	r->table.n_depths = (int32_t)r->n[OF_DEPTH];
	r->table.n_distances = (int32_t)r->n[OF_DISTANCE];
	r->table.spec = (char *)text_string(&r->spec);
	r->table.group = (char *)text_string(&r->group);
	TRY(ALLOC(&number, aocv_n_numbers(&r->table)));
	for (int i = 0; i < 3; i++) {
		COPY(number + n, r->number[i], r->n[i]);
		n += r->n[i];
	}
	TRY(aocv_add(r->aocv, &r->table, number));
	r->open = false;
	r->field = N_FIELDS;
	return STATUS_OK;
}

/* Before another table begins, or the file ends. */
static enum status check_closed(struct reader *r)
{
	if (!r->open)
		return STATUS_OK;
	if (!(r->given & 1u << FIELD_TABLE))
		return line_error(&r->l, "the table of line %lld has no values",
				  (long long)r->object_line);
	return line_error(&r->l,
			  "the table of line %lld has %lld values, not %lld (%lld depths, %lld "
			  "distances)",
			  (long long)r->object_line, (long long)r->n[OF_TABLE],
			  (long long)n_values(r), (long long)r->n[OF_DEPTH],
			  (long long)r->n[OF_DISTANCE]);
}

static void begin_table(struct reader *r)
{
	r->table =
		(struct aocv_table){.edges = 1 << RISE | 1 << FALL,
				    .what = DERATE_CELL | DERATE_NET | DERATE_CLOCK | DERATE_DATA};
	r->open = true;
	r->given = 0;
	r->object_line = r->l.in.line;
	text_clear(&r->spec);
	for (int i = 0; i < 3; i++)
		r->n[i] = 0;
}

/* ---- values ---- */

/* Words of a field, all of them; *mask: their bits. */
static enum status take_words(struct reader *r, const struct words *words, int32_t *mask)
{
	*mask = 0;
	for (line_skip_blanks(&r->l); r->l.at < r->l.end; line_skip_blanks(&r->l)) {
		int64_t n = line_word(&r->l);
		int i = 0;

		while (i < 3 && words->word[i] && !line_is(&r->l, n, words->word[i]))
			i++;
		if (i == 3 || !words->word[i])
			return line_error(&r->l, "%s: expected %s, %s%s%s, found \"%.*s\"",
					  field_name[r->field], words->word[0], words->word[1],
					  words->word[2] ? " or " : "",
					  words->word[2] ? words->word[2] : "", shown(n), r->l.at);
		*mask |= words->bit[i];
		r->l.at += n;
	}
	if (!*mask)
		return line_error(&r->l, "%s: expected a word, the line ends",
				  field_name[r->field]);
	return STATUS_OK;
}

/* The rest of the line, without the quotes and braces around lists. */
static enum status take_text(struct reader *r, struct text *out)
{
	if (out->length)
		text_add(out, " ");
	for (line_skip_blanks(&r->l); r->l.at < r->l.end; r->l.at++) {
		char c = *r->l.at == '"' || *r->l.at == '{' || *r->l.at == '}' ? ' ' : *r->l.at;

		if ((unsigned char)c < ' ' && c != '\t')
			return line_error(&r->l, "a control character");
		if (out->length || !is_blank(c))
			text_append(out, &c, 1);
	}
	while (out->length && is_blank(out->data[out->length - 1]))
		out->data[--out->length] = '\0';
	return text_status(out);
}

/* A number at the reader's place, which may end with a comma. */
static enum status take_number(struct reader *r, double *value)
{
	char copy[64];
	const char *p = copy;
	int64_t n = line_word(&r->l);
	enum decimal result;

	if (n > 1 && r->l.at[n - 1] == ',')
		n--;
	if (n >= (int64_t)sizeof copy)
		return line_error(&r->l, "expected a number, found \"%.*s\"", shown(n), r->l.at);
	memcpy(copy, r->l.at, (size_t)n);
	copy[n] = '\0';
	result = parse_real(&p, copy + n, value);
	if (result != DECIMAL_OK || p < copy + n)
		return line_error(&r->l, "expected a number, found \"%s\"", copy);
	return STATUS_OK;
}

static enum status check_number(struct reader *r, int of, double value)
{
	double most = of == OF_DEPTH ? AOCV_MOST_DEPTH : AOCV_MOST_DISTANCE;

	if (of == OF_TABLE) {
		if (r->n[of] == n_values(r))
			return line_error(&r->l,
					  "more than %lld values (%lld depths, %lld distances)",
					  (long long)n_values(r), (long long)r->n[OF_DEPTH],
					  (long long)r->n[OF_DISTANCE]);
		if (!(value >= AOCV_LEAST_FACTOR && value <= AOCV_MOST_FACTOR))
			return line_error(&r->l, "a derate of %g: it must be from %g to %g", value,
					  AOCV_LEAST_FACTOR, AOCV_MOST_FACTOR);
		return STATUS_OK;
	}
	if (r->n[of] == AOCV_MOST_POINTS)
		return line_error(&r->l, "more than %d points", AOCV_MOST_POINTS);
	if (!(value >= 0 && value <= most))
		return line_error(&r->l, "a %s of %g: it must be from 0 to %g",
				  field_name[r->field], value, most);
	if (r->n[of] && value <= r->number[of][r->n[of] - 1])
		return line_error(&r->l, "%s doesn't ascend", field_name[r->field]);
	return STATUS_OK;
}

static enum status take_numbers(struct reader *r)
{
	int of = r->field - FIELD_DEPTH;

	for (line_skip_blanks(&r->l); r->l.at < r->l.end; line_skip_blanks(&r->l)) {
		double value;

		TRY(take_number(r, &value));
		value *= of == OF_DISTANCE ? r->scale : 1;
		TRY(check_number(r, of, value));
		TRY(APPEND(r->number[of], r->n[of], &r->capacity[of], value));
		r->l.at += line_word(&r->l);
	}
	return of == OF_TABLE && r->n[of] == n_values(r) ? end_table(r) : STATUS_OK;
}

static enum status take_version(struct reader *r)
{
	static const char *const known[] = {"1", "1.0", "2", "2.0", "3", "3.0", "4", "4.0"};
	int64_t n;
	size_t i = 0;

	line_skip_blanks(&r->l);
	n = line_word(&r->l);
	while (i < sizeof known / sizeof *known && !line_is(&r->l, n, known[i]))
		i++;
	if (i == sizeof known / sizeof *known)
		return line_error(&r->l, "version: expected 1.0 to 4.0, found \"%.*s\"", shown(n),
				  r->l.at);
	r->l.at += n;
	text_clear(&r->group);
	line_skip_blanks(&r->l);
	return r->l.at == r->l.end ? STATUS_OK : line_error(&r->l, "expected the end of the line");
}

static enum status take_kind(struct reader *r)
{
	int64_t n;

	line_skip_blanks(&r->l);
	n = line_word(&r->l);
	if (!line_is(&r->l, n, "aocvm"))
		return line_error(
			&r->l, "ocvm_type: expected aocvm, found \"%.*s\"%s", shown(n), r->l.at,
			line_is(&r->l, n, "pocvm") ? "; set_variation has statistical variation"
						   : "");
	return STATUS_OK;
}

static enum status take_object_type(struct reader *r)
{
	int32_t mask;

	begin_table(r);
	TRY(take_words(r, &object_words, &mask));
	if (mask & (mask - 1))
		return input_error(&r->l.in, 0, "object_type: one of design, lib_cell, cell");
	while (!(mask & 1 << r->table.object))
		r->table.object++;
	return STATUS_OK;
}

/* Bits of a mask that a field replaces. */
static enum status take_bits(struct reader *r, const struct words *words, int32_t *bits,
			     int32_t all)
{
	int32_t mask;

	TRY(take_words(r, words, &mask));
	*bits = (*bits & ~all) | mask;
	return STATUS_OK;
}

/* The values after a field's name. */
static enum status take_values(struct reader *r)
{
	struct aocv_table *t = &r->table;

	switch (r->field) {
	case FIELD_VERSION:
		return take_version(r);
	case FIELD_OCVM_TYPE:
		return take_kind(r);
	case FIELD_GROUP:
		text_clear(&r->group);
		return take_text(r, &r->group);
	case FIELD_OBJECT_TYPE:
		return take_object_type(r);
	case FIELD_OBJECT_SPEC:
		return take_text(r, &r->spec);
	case FIELD_EDGES:
		return take_bits(r, &edge_words, &t->edges, ~0);
	case FIELD_DELAY_TYPE:
		return take_bits(r, &delay_words, &t->what, DERATE_CELL | DERATE_NET);
	case FIELD_DERATE_TYPE:
		return take_bits(r, &split_words, &t->splits, ~0);
	case FIELD_PATH_TYPE:
		return take_bits(r, &path_words, &t->what, DERATE_CLOCK | DERATE_DATA);
	case FIELD_TABLE:
		line_skip_blanks(&r->l);
		TRY(check_fields(r));
		return take_numbers(r);
	case FIELD_DEPTH:
	case FIELD_DISTANCE:
		return take_numbers(r);
	case N_FIELDS:
		break;
	}
	return STATUS_OK;
}

/* ---- lines ---- */

static enum field find_field(const struct reader *r, int64_t n)
{
	int f = 0;

	while (f < N_FIELDS && !line_is(&r->l, n, field_name[f]))
		f++;
	return (enum field)f;
}

/* May the field be where it is? */
static enum status check_place(struct reader *r, enum field field)
{
	bool of_table = field > FIELD_OBJECT_TYPE;

	if (of_table && !r->open)
		return line_error(&r->l, "%s before object_type, which begins a table",
				  field_name[field]);
	if (field <= FIELD_OBJECT_TYPE)
		return check_closed(r);
	if (of_table && r->given & 1u << field)
		return line_error(&r->l, "%s is given twice", field_name[field]);
	if (of_table && r->given & 1u << FIELD_TABLE)
		return check_closed(r);
	return STATUS_OK;
}

/* "name:" or "name". */
static enum status take_field(struct reader *r)
{
	const char *colon = memchr(r->l.at, ':', (size_t)line_word(&r->l));
	int64_t n = colon ? colon - r->l.at : line_word(&r->l);
	enum field field = find_field(r, n);

	if (field == N_FIELDS)
		return line_error(&r->l, "unknown field \"%.*s\"", shown(n), r->l.at);
	TRY(check_place(r, field));
	r->l.at += n;
	line_skip_blanks(&r->l);
	if (r->l.at < r->l.end && *r->l.at == ':')
		r->l.at++;
	r->field = field;
	r->given |= field > FIELD_OBJECT_TYPE ? 1u << field : 0;
	return take_values(r);
}

/* Where the line ends but for comments and the sign that it goes on. */
static void cut_line(struct reader *r, bool *goes_on)
{
	for (const char *p = r->l.begin; p < r->l.end; p++) {
		bool first = p == r->l.begin || is_blank(p[-1]);

		if (first && p + 1 < r->l.end && p[0] == '/' && p[1] == '/')
			r->l.end = p;
	}
	while (r->l.end > r->l.begin && is_blank(r->l.end[-1]))
		r->l.end--;
	*goes_on = r->l.end > r->l.begin && r->l.end[-1] == '\\';
	r->l.end -= *goes_on;
}

/* Numbers go on without a sign. */
static bool goes_on_by_itself(const struct reader *r)
{
	char c = *r->l.at;

	return r->field >= FIELD_DEPTH && r->field <= FIELD_TABLE &&
	       (c == '.' || c == '-' || c == '+' || (c >= '0' && c <= '9'));
}

static enum status read_lines(struct reader *r)
{
	bool more, went_on = false, goes_on;

	r->field = N_FIELDS;
	while (true) {
		TRY(line_next(&r->l, &more));
		if (!more)
			break;
		cut_line(r, &goes_on);
		line_skip_blanks(&r->l);
		if (r->l.at == r->l.end || (*r->l.at == '#' && !went_on)) {
			went_on = goes_on;
			continue;
		}
		if (r->field != N_FIELDS && (went_on || goes_on_by_itself(r)))
			TRY(take_values(r));
		else
			TRY(take_field(r));
		went_on = goes_on;
	}
	r->l.end = r->l.at = r->l.begin;
	return check_closed(r);
}

static void release(struct reader *r)
{
	input_close(&r->l.in);
	aocv_free(r->aocv);
	text_release(&r->spec);
	text_release(&r->group);
	for (int i = 0; i < 3; i++)
		free(r->number[i]);
}

enum status aocv_read(const char *path, double scale, struct task *task, struct aocv **out)
{
	RELEASED_BY(release) struct reader r = {.scale = scale};

	*out = NULL;
	TRY(input_open(&r.l.in, path, task));
	TRY(aocv_new(&r.aocv));
	TRY(read_lines(&r));
	if (!r.aocv->n_tables)
		return status_fail(STATUS_BAD_INPUT, "%s: error: there is no table", path);
	HAND_OVER(out, r.aocv);
	return STATUS_OK;
}
