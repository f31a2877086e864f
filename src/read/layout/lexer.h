/*
 * Words, numbers and statements of LEF and DEF: words between blanks, statements that a ';' ends,
 * '#' begins a comment, '"' a text that may hold any of these. The code that every word passes is inline.
 */
#ifndef READ_LAYOUT_LEXER_H
#define READ_LAYOUT_LEXER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/input.h"
#include "base/status.h"
#include "base/text.h"
#include "db/library.h"

enum {
	LEX_MOST_KINDS = 16,
	LEX_MOST_WARNINGS = 5, /* lines of a kind */
	LEX_MOST_SHOWN = 100,  /* bytes of a word in a message */
};

struct word {
	const char *begin;
	int64_t length; /* 0 = the file ends */
};

struct lexer {
	struct input *in;      /* borrowed */
	struct text *warnings; /* borrowed */
	const char *at, *end;
	const char *look; /* where to see next whether to stop */
	bool semicolons;  /* a ';' is a word everywhere, not only before a blank */
	int64_t n_warnings[LEX_MOST_KINDS];
	const char *line_place; /* lex_line() was asked for this place last … */
	int64_t line;           /* … and this is its line */
};

/* Read the whole file and begin at its start; the caller closes the input. */
enum status lex_begin(struct lexer *lex, struct input *in, struct text *warnings);
/* Tell how far the walk is. */
enum status lex_look_up(struct lexer *lex);

/* Write text for a message, at most `most` bytes of it; `to` has 4 more. Returns `to`. */
const char *layout_shown(const char *begin, int64_t length, int64_t most, char *to);

/* STATUS_BAD_INPUT: what was expected, and the word that is here. */
enum status lex_expected(const struct lexer *lex, const struct word *word, const char *what)
	__attribute__((cold));
/* A word as it can be shown; lives until the call after the next one. */
const char *lex_shown(const struct word *word);
/* A line "warning: …" about a place (NULL = none), unless there were many of this kind. */
void lex_warn(struct lexer *lex, int kind, const char *place, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The line of a place; counts on from the place before. */
int64_t lex_line(struct lexer *lex, const char *place);
/* At the end: how many more of each kind there were; what[kind] is NULL for none. */
void layout_warn_of_the_rest(struct text *warnings, const char *path, const int64_t *n_warnings,
			     const char *const *what, int n_kinds);

/* The slow ways of lex_next(): a text in quotes. */
enum status lex_quoted(struct lexer *lex, struct word *word);
/* Past the next ';'. */
enum status lex_skip_statement(struct lexer *lex);
/* Past the next END and the word `name` after it. */
enum status lex_skip_to_end(struct lexer *lex, const struct word *name);
/* Past the next word that is `last`. */
enum status lex_skip_past(struct lexer *lex, const char *last);

/* A number at a word: exact decimal digits, at most `limit` either way after times `unit`, rounded
 * halves away from zero. */
enum status lex_scaled(const struct lexer *lex, const struct word *word, int64_t unit,
		       int64_t divisor, int64_t limit, int64_t *out);
enum status lex_real(const struct lexer *lex, const struct word *word, double *out);

static inline bool lex_blank(char c)
{
	return (unsigned char)c <= ' ';
}

static inline bool word_is(const struct word *word, const char *what)
{
	return (size_t)word->length == strlen(what) &&
	       memcmp(word->begin, what, (size_t)word->length) == 0;
}

/* The same in any case, as keywords of LEF may be. */
static inline bool word_says(const struct word *word, const char *what)
{
	return (size_t)word->length == strlen(what) &&
	       strncasecmp(word->begin, what, (size_t)word->length) == 0;
}

static inline bool word_equals(const struct word *a, const struct word *b)
{
	return a->length == b->length && memcmp(a->begin, b->begin, (size_t)a->length) == 0;
}

/* Where a ';' ends a word that began at `begin`. */
static inline const char *lex_word_end(const struct lexer *lex, const char *begin)
{
	const char *p = begin;

	if (lex->semicolons) {
		if (*p == ';')
			return p + 1;
		while (!lex_blank(*p) && *p != ';')
			p++;
		return p;
	}
	while (!lex_blank(*p))
		p++;
	while (p > begin + 1 && p[-1] == ';' && p[-2] != '\\')
		p--;
	return p;
}

/* The next word; empty at the end of the file. */
static inline enum status lex_next(struct lexer *lex, struct word *word)
{
	const char *p = lex->at;

	for (;;) {
		while (lex_blank(*p) && p < lex->end)
			p++;
		lex->at = p;
		if (p >= lex->look)
			TRY(lex_look_up(lex));
		if (*p != '#')
			break;
		p = memchr(p, '\n', (size_t)(lex->end - p));
		if (!p)
			p = lex->end;
	}
	word->begin = p;
	if (*p == '"')
		return lex_quoted(lex, word);
	lex->at = p < lex->end ? lex_word_end(lex, p) : p;
	word->length = lex->at - p;
	return STATUS_OK;
}

/* The next word, given back. */
static inline enum status lex_peek(struct lexer *lex, struct word *word)
{
	TRY(lex_next(lex, word));
	lex->at = word->begin;
	return STATUS_OK;
}

/* The next word; the end of the file, a ';' or a text in quotes, which no name is, is an error. */
static inline enum status lex_take(struct lexer *lex, const char *what, struct word *word)
{
	TRY(lex_next(lex, word));
	if (word->length == 0 || word_is(word, ";") || *word->begin == '"')
		return lex_expected(lex, word, what);
	return STATUS_OK;
}

/* A direction of LEF and DEF (keywords of LEF are in any case). */
enum status lex_direction(struct lexer *lex, bool any_case, enum lib_direction *direction);
/* The next word, which has to be this name again. */
enum status lex_need_name(struct lexer *lex, const struct word *name, const char *what);
/* The next word, which has to be this one. */
static inline enum status lex_need(struct lexer *lex, const char *what)
{
	struct word word;

	TRY(lex_next(lex, &word));
	return word_is(&word, what) ? STATUS_OK : lex_expected(lex, &word, what);
}

#endif
