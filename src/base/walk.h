/*
 * A walk by pointer over a text that was read whole (input_all()), as readers of languages made of words do it: where it is, what
 * was expected there, and warnings, of which a few lines of each kind are written and the rest is counted. The code that every
 * word passes is inline.
 */
#ifndef BASE_WALK_H
#define BASE_WALK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/input.h"
#include "base/text.h"

/* Warnings of several kinds. */
enum { TALLY_KINDS = 16, TALLY_LINES = 5 };
struct tally {
	struct text *text; /* borrowed */
	int64_t most;      /* lines of a kind */
	int64_t n[TALLY_KINDS];
};

/* One more of a kind: is its line to be written? */
static inline bool tally_says(struct tally *tally, int kind)
{
	return tally->n[kind]++ < tally->most;
}
/* At the end: how many more of each kind there were, "path: warning: AND N more WHAT"; what[kind] is NULL for none. */
void tally_rest(const struct tally *tally, const char *path, const char *and,
		const char *const *what, int n_kinds);

struct word {
	const char *begin;
	int64_t length; /* 0 = the text ends */
};

struct walk {
	struct input *in; /* borrowed */
	struct tally warnings;
	const char *at, *end;
	const char *look; /* where to see next whether to stop */
	bool semicolons;  /* a ';' is a word everywhere, not only before a blank */
	bool is_part; /* one of several walks over a text: it tells no progress and writes no warnings */
	const char *line_place; /* walk_line() was asked for this place last … */
	int64_t line;           /* … and this is its line */
};

/* Read the whole file and begin at its start; the caller closes the input. */
enum status walk_begin(struct walk *walk, struct input *in, struct text *warnings);
/* Tell how far it is; STATUS_CANCELLED. */
enum status walk_look_up(struct walk *walk, const char *at);
/* The line of a place; counts on from the place before. */
int64_t walk_line(struct walk *walk, const char *place);

/* STATUS_BAD_INPUT: what was expected, and the word that is there. */
enum status walk_expected(const struct walk *walk, const struct word *word, const char *what)
	__attribute__((cold));
/* A line "warning: …" about a place (NULL = none), unless there were many of this kind. */
void walk_warn(struct walk *walk, int kind, const char *place, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static inline bool walk_blank(char c)
{
	return (unsigned char)c <= ' ';
}

/* Go to the next character that is neither blank nor in a comment of C or C++, or to the end. */
static inline enum status walk_skip_blanks(struct walk *walk)
{
	for (;;) {
		const char *p = walk->at;

		while (walk_blank(*p) && p < walk->end)
			p++;
		walk->at = p;
		if (p >= walk->look)
			TRY(walk_look_up(walk, p));
		if (*p != '/' || (p[1] != '/' && p[1] != '*'))
			return STATUS_OK;
		TRY(input_skip_comment(walk->in, &walk->at));
	}
}

static inline bool word_is(const struct word *word, const char *what)
{
	return (size_t)word->length == strlen(what) &&
	       memcmp(word->begin, what, (size_t)word->length) == 0;
}

/* The same in any case. */
static inline bool word_says(const struct word *word, const char *what)
{
	return (size_t)word->length == strlen(what) &&
	       strncasecmp(word->begin, what, (size_t)word->length) == 0;
}

static inline bool word_equals(const struct word *a, const struct word *b)
{
	return a->length == b->length && memcmp(a->begin, b->begin, (size_t)a->length) == 0;
}

/* A word as arguments of "%.*s", not too much of it. */
#define WORD_SHOWN(word) ((word).length > 200 ? 200 : (int)(word).length), (word).begin

#endif
