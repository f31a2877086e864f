/*
 * Words, numbers and statements of LEF and DEF: words between blanks, statements that a ';' ends,
 * '#' begins a comment, '"' a text that may hold any of these. The code that every word passes is inline.
 */
#ifndef READ_LAYOUT_LEXER_H
#define READ_LAYOUT_LEXER_H

#include "base/walk.h"
#include "db/library.h"

enum {
	LEX_MOST_SHOWN = 100, /* bytes of a word in a message */
};

/* Write text for a message, at most `most` bytes of it; `to` has 4 more. Returns `to`. */
const char *layout_shown(const char *begin, int64_t length, int64_t most, char *to);

/* STATUS_BAD_INPUT: what was expected, and the word that is here. */
enum status lex_expected(const struct walk *lex, const struct word *word, const char *what)
	__attribute__((cold));
/* A word as it can be shown; lives until the call after the next one. */
const char *lex_shown(const struct word *word);

/* The slow ways of lex_next(): a text in quotes. */
enum status lex_quoted(struct walk *lex, struct word *word);
/* Past the next ';'. */
enum status lex_skip_statement(struct walk *lex);
/* Past the next END and the word `name` after it. */
enum status lex_skip_to_end(struct walk *lex, const struct word *name);
/* Past the next word that is `last`. */
enum status lex_skip_past(struct walk *lex, const char *last);

/* A number at a word: exact decimal digits, at most `limit` either way after times `unit`, rounded
 * halves away from zero. */
enum status lex_scaled(const struct walk *lex, const struct word *word, int64_t unit,
		       int64_t divisor, int64_t limit, int64_t *out);
enum status lex_real(const struct walk *lex, const struct word *word, double *out);

/* Where a ';' ends a word that began at `begin`. */
static inline const char *lex_word_end(const struct walk *lex, const char *begin)
{
	const char *p = begin;

	if (lex->semicolons) {
		if (*p == ';')
			return p + 1;
		while (!walk_blank(*p) && *p != ';')
			p++;
		return p;
	}
	while (!walk_blank(*p))
		p++;
	while (p > begin + 1 && p[-1] == ';' && p[-2] != '\\')
		p--;
	return p;
}

/* The next word; empty at the end of the file. */
static inline enum status lex_next(struct walk *lex, struct word *word)
{
	const char *p = lex->at;

	for (;;) {
		while (walk_blank(*p) && p < lex->end)
			p++;
		lex->at = p;
		if (p >= lex->look)
			TRY(walk_look_up(lex, p));
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
static inline enum status lex_peek(struct walk *lex, struct word *word)
{
	TRY(lex_next(lex, word));
	lex->at = word->begin;
	return STATUS_OK;
}

/* The next word; the end of the file, a ';' or a text in quotes, which no name is, is an error. */
static inline enum status lex_take(struct walk *lex, const char *what, struct word *word)
{
	TRY(lex_next(lex, word));
	if (word->length == 0 || word_is(word, ";") || *word->begin == '"')
		return lex_expected(lex, word, what);
	return STATUS_OK;
}

/* A direction of LEF and DEF (keywords of LEF are in any case). */
enum status lex_direction(struct walk *lex, bool any_case, enum lib_direction *direction);
/* The next word, which has to be this name again. */
enum status lex_need_name(struct walk *lex, const struct word *name, const char *what);
/* The next word, which has to be this one. */
static inline enum status lex_need(struct walk *lex, const char *what)
{
	struct word word;

	TRY(lex_next(lex, &word));
	return word_is(&word, what) ? STATUS_OK : lex_expected(lex, &word, what);
}

#endif
