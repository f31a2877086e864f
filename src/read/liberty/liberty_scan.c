/*
 * The walk over a Liberty file: statements, strings, comments. Nothing is copied; groups that
 * that aren't used (power: most of a real library) are skipped by a loop that looks at little.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "read/liberty/liberty_impl.h"

enum {
	DEEPEST = 32, /* groups within a group that is skipped */
};

/* What stops the loop that passes over a group, and what ends a name. */
enum {
	STOPS_SKIP = 1,
	ENDS_NAME = 2,
	IS_BLANK = 4,  /* between statements; a backslash joins lines */
	SEPARATES = 8, /* words of a list */
	STOPS_ARGUMENTS = 16,
	STOPS_VALUE = 32,
};

#define BLANK (ENDS_NAME | IS_BLANK | SEPARATES)

static const unsigned char class_of[256] = {
	['\0'] = STOPS_SKIP | ENDS_NAME | STOPS_ARGUMENTS | STOPS_VALUE,
	['{'] = STOPS_SKIP | ENDS_NAME | STOPS_ARGUMENTS | STOPS_VALUE,
	['}'] = STOPS_SKIP | ENDS_NAME | STOPS_ARGUMENTS | STOPS_VALUE,
	['"'] = STOPS_SKIP | ENDS_NAME | STOPS_ARGUMENTS | STOPS_VALUE | SEPARATES,
	['/'] = STOPS_SKIP | ENDS_NAME | STOPS_ARGUMENTS | STOPS_VALUE,
	['('] = ENDS_NAME | STOPS_ARGUMENTS,
	[')'] = ENDS_NAME | STOPS_ARGUMENTS,
	[';'] = ENDS_NAME | IS_BLANK | STOPS_ARGUMENTS | STOPS_VALUE,
	[':'] = ENDS_NAME,
	['='] = ENDS_NAME,
	[','] = ENDS_NAME | SEPARATES,
	[' '] = BLANK,
	['\t'] = BLANK,
	['\r'] = BLANK,
	['\f'] = BLANK,
	['\v'] = BLANK,
	['\n'] = BLANK | STOPS_VALUE,
	['\\'] = BLANK,
};

static inline bool is_in(char c, int classes)
{
	return class_of[(unsigned char)c] & classes;
}

/* ---- errors and warnings ---- */

/* A message is one line, and pieces of a file may be anything. */
static void make_plain(char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = *text == '\n' || *text == '\t' ? ' ' : '?';
	}
}

enum status liberty_error(struct liberty *r, const char *place, const char *format, ...)
{
	char text[512];

	PRINT_ARGS(text, format);
	make_plain(text);
	return input_error_at(r->walk.in, place, "%s", text);
}

void liberty_warn(struct liberty *r, enum liberty_warning kind, const char *place,
		  const char *format, ...)
{
	const char *begin = place;
	char text[512];

	if (!tally_says(&r->walk.warnings, (int)kind))
		return;
	while (begin > r->walk.in->data && begin[-1] != '\n')
		begin--;
	PRINT_ARGS(text, format);
	make_plain(text);
	text_printf(r->walk.warnings.text, "%s:%" PRId64 ":%" PRId64 ": warning: %s\n",
		    r->walk.in->path, input_line_at(r->walk.in, place),
		    (int64_t)(place - begin) + 1, text);
}

enum status liberty_lose(struct liberty *r, enum liberty_warning kind, const char *place,
			 const char *format, ...)
{
	struct lib_cell *cell = &r->library->cell[r->cell];
	RELEASED_BY(text_release) struct text note = TEXT_INIT;
	char text[512];

	PRINT_ARGS(text, format);
	make_plain(text);
	if (kind != LIBERTY_EACH)
		liberty_warn(r, kind, place, "%s", text);
	if (cell->left_out)
		return STATUS_OK;
	text_printf(&note, "%s:%" PRId64 ": %s", r->walk.in->path, input_line_at(r->walk.in, place),
		    text);
	TRY(text_status(&note));
	TRY(names_add(&r->library->string, note.data, note.length, &cell->left_out, NULL));
	cell->left_out++;
	return STATUS_OK;
}

void liberty_warn_rest(struct liberty *r)
{
	static const char *const what[N_LIBERTY_WARNINGS] = {
		[LIBERTY_CELL_TWICE] = "cells described twice",
		[LIBERTY_PIN] = "such warnings about pins",
		[LIBERTY_VALUE] = "values skipped",
		[LIBERTY_FUNCTION] = "functions left out",
		[LIBERTY_RELATED] = "such warnings about related pins",
		[LIBERTY_TABLE] = "tables left out",
		[LIBERTY_LINEAR] = "timing groups of the linear delay model",
		[LIBERTY_OTHER] = "such warnings",
	};

	tally_rest(&r->walk.warnings, r->walk.in->path, "… and ", what, N_LIBERTY_WARNINGS);
}

static enum status report(struct liberty *r, const char *at)
{
	return at < r->walk.look ? STATUS_OK : walk_look_up(&r->walk, at);
}

enum status liberty_spend(struct liberty *r, int64_t n)
{
	r->work_limit -= n;
	if (r->work_limit < 0)
		return liberty_error(r, r->walk.at,
				     "buses and lists of pins multiply to more than a file "
				     "of this size should ask for");
	return STATUS_OK;
}

/* ---- pieces ---- */

/* From the opening quote to after the closing one; a backslash takes the meaning off a quote. */
static enum status pass_string(struct liberty *r, const char **at)
{
	const char *open = *at, *p = open + 1;

	for (;; p++) {
		const char *before;

		p = memchr(p, '"', (size_t)(r->walk.end - p));
		if (!p)
			return liberty_error(r, open, "string without closing quote");
		for (before = p; before[-1] == '\\' && before - 1 > open; before--)
			;
		if ((p - before) % 2 == 0)
			break;
	}
	*at = p + 1;
	return STATUS_OK;
}

static bool begins_comment(const char *p)
{
	return p[0] == '/' && (p[1] == '/' || p[1] == '*');
}

/* At a slash: pass over a comment if it begins one, else over the slash. */
static enum status pass_slash(struct liberty *r, const char **at)
{
	if (begins_comment(*at))
		return input_skip_comment(r->walk.in, at);
	++*at;
	return STATUS_OK;
}

static enum status pass_blanks(struct liberty *r)
{
	for (;;) {
		while (is_in(*r->walk.at, IS_BLANK))
			r->walk.at++;
		if (!begins_comment(r->walk.at))
			return STATUS_OK;
		TRY(pass_slash(r, &r->walk.at));
	}
}

static struct liberty_span trimmed(const char *begin, const char *end)
{
	while (begin < end && is_in(*begin, IS_BLANK))
		begin++;
	while (end > begin && is_in(end[-1], IS_BLANK))
		end--;
	return (struct liberty_span){begin, end};
}

/* Does a backslash take the meaning off each quote? */
static bool has_no_quote(const char *from, const char *end)
{
	const char *begin = from;

	while ((from = memchr(from, '"', (size_t)(end - from)))) {
		const char *before = from;

		while (before > begin && before[-1] == '\\')
			before--;
		if ((from - before) % 2 == 0)
			return false;
		from++;
	}
	return true;
}

/* Without its quotes, if it is one quoted string. */
static struct liberty_span unquoted(struct liberty_span span)
{
	if (span.end - span.begin >= 2 && *span.begin == '"' && span.end[-1] == '"' &&
	    has_no_quote(span.begin + 1, span.end - 1))
		return trimmed(span.begin + 1, span.end - 1);
	return span;
}

void liberty_plain(struct liberty_span span, struct text *out)
{
	for (const char *p = span.begin; p < span.end; p++) {
		p += p[0] == '\\' && p + 1 < span.end && p[1] == '"';
		text_append(out, p, 1);
	}
}

/* ---- statements ---- */

static enum status unexpected(struct liberty *r, const char *what)
{
	if (r->walk.at == r->walk.end)
		return liberty_error(r, r->walk.at, "expected %s, the file ends", what);
	if ((unsigned char)*r->walk.at < ' ' || (unsigned char)*r->walk.at > '~')
		return liberty_error(r, r->walk.at, "expected %s, found byte 0x%02x", what,
				     (unsigned)(unsigned char)*r->walk.at);
	return liberty_error(r, r->walk.at, "expected %s, found '%c'", what, *r->walk.at);
}

static enum status take_name(struct liberty *r, struct liberty_span *name)
{
	const char *begin = r->walk.at;

	if (*begin == '"') {
		TRY(pass_string(r, &r->walk.at));
		*name = trimmed(begin + 1, r->walk.at - 1);
	} else {
		while (!is_in(*r->walk.at, ENDS_NAME))
			r->walk.at++;
		*name = (struct liberty_span){begin, r->walk.at};
	}
	if (name->begin == name->end) {
		r->walk.at = begin;
		return unexpected(r, "an attribute or a group");
	}
	return STATUS_OK;
}

/* name : value — to the semicolon or, as many files have none, to the end of the line. */
static enum status take_value(struct liberty *r, struct liberty_span *value)
{
	const char *begin, *p;

	for (r->walk.at++; is_in(*r->walk.at, IS_BLANK) && *r->walk.at != ';'; r->walk.at++)
		;
	for (p = begin = r->walk.at;;) {
		while (!is_in(*p, STOPS_VALUE))
			p++;
		if (*p == '"') {
			TRY(pass_string(r, &p));
			continue;
		}
		if (*p == '/' && !begins_comment(p)) {
			p++;
			continue;
		}
		if (*p != '\n' || p == begin ||
		    (p[-1] != '\\' && !(p[-1] == '\r' && p[-2] == '\\')))
			break;
		p++;
	}
	r->walk.at = p;
	*value = unquoted(trimmed(begin, p));
	if (*p == '{' || (begin == p && *p != ';'))
		return unexpected(r, "a value");
	r->walk.at += *p == ';';
	return STATUS_OK;
}

/* To the next of some characters that is in no string or comment. */
static inline enum status pass_to(struct liberty *r, int stops, const char **p)
{
	for (;;) {
		while (!is_in(**p, stops))
			++*p;
		if (**p == '"')
			TRY(pass_string(r, p));
		else if (**p == '/')
			TRY(pass_slash(r, p));
		else
			return STATUS_OK;
	}
}

/* name (value) — and whether a group follows. */
static enum status take_arguments(struct liberty *r, struct liberty_statement *statement)
{
	const char *open = r->walk.at, *p = open + 1;

	for (int depth = 1; depth > 0;) {
		TRY(pass_to(r, STOPS_ARGUMENTS, &p));
		if (*p != '(' && *p != ')')
			return liberty_error(r, open, "'(' without ')'");
		depth += *p == '(' ? 1 : -1;
		p++;
	}
	r->walk.at = p;
	statement->value = unquoted(trimmed(open + 1, p - 1));
	while (is_in(*r->walk.at, IS_BLANK) && *r->walk.at != ';')
		r->walk.at++;
	statement->kind = LIBERTY_COMPLEX;
	if (begins_comment(r->walk.at))
		TRY(pass_blanks(r));
	if (*r->walk.at == '{') {
		statement->kind = LIBERTY_GROUP;
		r->walk.at++;
	}
	return STATUS_OK;
}

enum status liberty_next(struct liberty *r, struct liberty_statement *statement)
{
	TRY(pass_blanks(r));
	TRY(report(r, r->walk.at));
	if (*r->walk.at == '}') {
		r->walk.at++;
		statement->kind = LIBERTY_END;
		return STATUS_OK;
	}
	if (r->walk.at == r->walk.end)
		return liberty_error(r, r->walk.at, "the file ends within a group");
	TRY(take_name(r, &statement->name));
	TRY(pass_blanks(r));
	if (*r->walk.at == '(')
		return take_arguments(r, statement);
	if (*r->walk.at != ':' && *r->walk.at != '=')
		return unexpected(r, "':' or '('");
	statement->kind = LIBERTY_SIMPLE;
	return take_value(r, &statement->value);
}

enum status liberty_skip(struct liberty *r, const struct liberty_statement *group)
{
	const char *p = r->walk.at;

	for (int depth = 1; depth > 0;) {
		TRY(pass_to(r, STOPS_SKIP, &p));
		if (*p == '\0')
			return liberty_error(
				r, p, "the file ends within group \"%.*s\" of line %" PRId64,
				SHOWN(group->name), input_line_at(r->walk.in, group->name.begin));
		depth += *p == '{' ? 1 : -1;
		if (depth > DEEPEST)
			return liberty_error(r, p, "groups nested deeper than %d", DEEPEST);
		p++;
		TRY(report(r, p));
	}
	r->walk.at = p;
	return STATUS_OK;
}

enum status liberty_read_group(struct liberty *r, const struct liberty_reader *readers,
			       const struct liberty_statement *group)
{
	for (; readers->name; readers++) {
		if (liberty_is(group->name, readers->name))
			return readers->read(r, group);
	}
	return liberty_skip(r, group);
}

enum status liberty_ignore(struct liberty *r, const struct liberty_statement *statement)
{
	if (statement->kind == LIBERTY_GROUP)
		return liberty_skip(r, statement);
	if (liberty_is(statement->name, "include_file"))
		return liberty_error(r, statement->name.begin,
				     "include_file \"%.*s\" is not supported; "
				     "put the file's text in its place",
				     SHOWN(statement->value));
	return STATUS_OK;
}

enum status liberty_at_end(struct liberty *r, bool *at_end)
{
	TRY(pass_blanks(r));
	*at_end = r->walk.at == r->walk.end;
	return STATUS_OK;
}

/* ---- values ---- */

bool liberty_is(struct liberty_span span, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(span.end - span.begin) == length && memcmp(span.begin, word, length) == 0;
}

enum status liberty_string(struct liberty *r, struct liberty_span text, int32_t *id)
{
	return names_add(&r->library->string, text.begin, text.end - text.begin, id, NULL);
}

int liberty_find_word(const char *const *table, struct liberty_span word)
{
	size_t length = (size_t)(word.end - word.begin);

	for (int i = 0; table[i]; i++) {
		if (table[i][0] == word.begin[0] && strncmp(table[i], word.begin, length) == 0 &&
		    table[i][length] == '\0')
			return i;
	}
	return -1;
}

enum status liberty_next_of(struct liberty *r, const char *const *names,
			    struct liberty_statement *statement, int *which)
{
	TRY(liberty_next(r, statement));
	*which = statement->kind == LIBERTY_SIMPLE ? liberty_find_word(names, statement->name) : -1;
	return STATUS_OK;
}

bool liberty_word(struct liberty_span *list, struct liberty_span *word)
{
	const char *p = list->begin;

	while (p < list->end && is_in(*p, SEPARATES))
		p++;
	word->begin = p;
	while (p < list->end && !is_in(*p, SEPARATES))
		p++;
	word->end = p;
	list->begin = p;
	return word->begin < word->end;
}

bool liberty_true(struct liberty_span value)
{
	return liberty_is(value, "true") || liberty_is(value, "TRUE") || liberty_is(value, "True");
}

enum status liberty_number(struct liberty *r, const struct liberty_statement *statement,
			   double scale, double *number)
{
	struct liberty_span value = statement->value;
	const char *p = value.begin;
	double parsed;
	enum decimal result = parse_real(&p, value.end, &parsed);

	if (result == DECIMAL_OUT_OF_RANGE ||
	    (result == DECIMAL_OK && !is_in_range(parsed * scale)))
		return liberty_error(r, value.begin, "number \"%.*s\" out of range", SHOWN(value));
	if (result == DECIMAL_OK && p == value.end) {
		*number = parsed * scale;
		return STATUS_OK;
	}
	if (!strpbrk(value.begin, "+-*/") || strpbrk(value.begin, "+-*/") >= value.end)
		return liberty_error(r, value.begin, "expected a number, found \"%.*s\"",
				     SHOWN(value));
	liberty_warn(r, LIBERTY_VALUE, value.begin, "\"%.*s : %.*s\" is skipped: an expression",
		     SHOWN(statement->name), SHOWN(value));
	return STATUS_OK;
}

enum status liberty_integer(struct liberty *r, const struct liberty_statement *statement,
			    int32_t *number)
{
	double value = NAN;

	TRY(liberty_number(r, statement, 1, &value));
	if (!(fabs(value) <= INT32_MAX && value == floor(value)))
		return liberty_error(r, statement->value.begin,
				     "expected a whole number, found \"%.*s\"",
				     SHOWN(statement->value));
	*number = (int32_t)value;
	return STATUS_OK;
}
