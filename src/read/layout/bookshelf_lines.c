/* Bookshelf files line by line and word by word. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "read/layout/bookshelf_impl.h"

enum { MOST_SHOWN = 100, MOST_DIGITS = 63 };

/* ---- messages ---- */

/* As it can be shown; `to` has MOST_SHOWN + 4 bytes. */
static const char *shown(const struct word *word, char *to)
{
	return layout_shown(word->begin, word->length, MOST_SHOWN, to);
}

enum status bs_expected(const struct bs_lines *lines, const struct word *word, const char *what)
{
	char text[MOST_SHOWN + 4];

	if (!lines->more)
		return input_error(&lines->in, 0, "expected %s, the file ends", what);
	if (word->length == 0)
		return input_error(&lines->in, lines->end - lines->begin + 1,
				   "expected %s, the line ends", what);
	return input_error(&lines->in, word->begin - lines->begin + 1, "expected %s, found \"%s\"",
			   what, shown(word, text));
}

enum status bs_error(const struct bs_lines *lines, const char *place, const char *message,
		     const struct word *name)
{
	char text[MOST_SHOWN + 4];

	return input_error(&lines->in, place - lines->begin + 1, "%s \"%s\"", message,
			   shown(name, text));
}

void bs_warn(struct bookshelf *bs, enum bs_warning kind, const char *path, const char *format, ...)
{
	struct text *to = bs->warnings.text;

	if (!tally_says(&bs->warnings, kind))
		return;
	text_printf(to, "%s: warning: ", path);
	TEXT_ARGS(to, format);
	text_add(to, "\n");
}

/* ---- words ---- */

/* One that ends a word; within a word it is part of it. */
static bool is_colon(const struct bs_lines *lines, const char *p)
{
	return *p == ':' && (p + 1 == lines->end || walk_blank(p[1]));
}

void bs_take(struct bs_lines *lines, struct word *word)
{
	const char *p = lines->at;

	while (p < lines->end && walk_blank(*p))
		p++;
	word->begin = p;
	if (p < lines->end && *p == '#')
		lines->end = p; /* the rest is a comment */
	else if (p < lines->end && *p == ':')
		p++;
	else
		while (p < lines->end && !walk_blank(*p) && !is_colon(lines, p))
			p++;
	lines->at = p;
	word->length = p - word->begin;
}

enum status bs_take_name(struct bs_lines *lines, const char *what, struct word *word)
{
	bs_take(lines, word);
	return word->length == 0 || word_says(word, ":") ? bs_expected(lines, word, what)
							 : STATUS_OK;
}

bool bs_takes(struct bs_lines *lines, const char *what)
{
	const char *at = lines->at;
	struct word word;

	bs_take(lines, &word);
	if (word.length && word_says(&word, what))
		return true;
	lines->at = at;
	return false;
}

enum status bs_need(struct bs_lines *lines, const char *what)
{
	char quoted[40];
	struct word word;

	if (bs_takes(lines, what))
		return STATUS_OK;
	snprintf(quoted, sizeof quoted, "\"%s\"", what);
	bs_take(lines, &word);
	return bs_expected(lines, &word, quoted);
}

enum status bs_end_line(struct bs_lines *lines)
{
	struct word word;

	bs_take(lines, &word);
	return word.length ? bs_expected(lines, &word, "the end of the line") : STATUS_OK;
}

enum status bs_take_real(struct bs_lines *lines, const char *what, double *out)
{
	char digits[MOST_DIGITS + 1];
	const char *at = digits;
	struct word word;

	bs_take(lines, &word);
	if (word.length == 0 || word.length > MOST_DIGITS)
		return bs_expected(lines, &word, what);
	memcpy(digits, word.begin, (size_t)word.length);
	digits[word.length] = '\0';
	if (parse_real(&at, digits + word.length, out) != DECIMAL_OK ||
	    at != digits + word.length || fabs(*out) > 1e9)
		return bs_expected(lines, &word, what);
	return STATUS_OK;
}

enum status bs_take_count(struct bs_lines *lines, const char *what, int64_t *out)
{
	const char *at = lines->at;
	struct word word;
	double real;

	TRY(bs_take_real(lines, what, &real));
	if (real < 0 || real != floor(real)) {
		lines->at = at;
		bs_take(lines, &word);
		return bs_expected(lines, &word, what);
	}
	*out = (int64_t)real;
	return STATUS_OK;
}

/* ---- lines ---- */

enum status bs_next_line(struct bs_lines *lines)
{
	for (;;) {
		struct word word;

		TRY(input_line(&lines->in, &lines->begin, &lines->end, &lines->more));
		if (!lines->more) {
			lines->begin = lines->at = lines->end = "";
			return STATUS_OK;
		}
		lines->at = lines->begin;
		bs_take(lines, &word);
		lines->at = lines->begin;
		if (word.length)
			return STATUS_OK;
	}
}

enum status bs_open(struct bs_lines *lines, const char *path, const char *kind, struct task *task)
{
	struct word word;

	TRY(input_open(&lines->in, path, task));
	TRY(bs_next_line(lines));
	TRY(bs_need(lines, "UCLA"));
	TRY(bs_need(lines, kind));
	return bs_take_name(lines, "a version", &word);
}
