/*
 * Text files whose lines are taken apart from left to right, word by word; blanks are spaces and tabs. Errors have the place that
 * the walk is at.
 */
#ifndef BASE_LINE_H
#define BASE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/input.h"

struct line {
	struct input in;
	const char *begin, *at, *end;
};

/* Go to the begin of the next line; *more is false after the last. */
enum status line_next(struct line *line, bool *more);

/* STATUS_BAD_INPUT at the walk's place. */
enum status line_error(const struct line *line, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* The same: something is expected, and what is found is a word or the line's end. */
enum status line_expected(const struct line *line, const char *what) __attribute__((cold));

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline void line_skip_blanks(struct line *line)
{
	while (line->at < line->end && is_blank(*line->at))
		line->at++;
}

/* Bytes of the word that begins here, as far as a blank. */
int64_t line_word(const struct line *line);
/* Are the n bytes from here on this word? */
bool line_is(const struct line *line, int64_t n, const char *word);
/* Only blanks may follow. */
enum status line_end(struct line *line);

#endif
