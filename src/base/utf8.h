/* Characters of UTF-8, one by one, and which of them steer a terminal. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The character at `at`, before `end`: how many bytes it has, 0 = none begins here, -1 = `end` cuts
 * it. Overlong forms, surrogates and what lies beyond U+10FFFF are no characters.
 */
int utf8_decode(const char *at, const char *end, uint32_t *character);

/*
 * Does it do anything but show: C0 (newline and tab too), DEL and C1; line and paragraph
 * separators; what changes the direction of text (bidirectional marks, embeddings, overrides and
 * isolates); annotations between lines; tags, which are invisible?
 */
bool utf8_steers(uint32_t character);

/* The character at *text, which isn't at the end; moves after it. A byte that isn't part of a
 * character, and what steers a terminal, other than a tab, count as '?'. */
uint32_t utf8_take(const char **text);

/* The bytes of a character, 1 … 4; returns how many. */
int utf8_put(uint32_t character, char out[4]);

#endif
