/* Characters of UTF-8, one by one. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

/* The character at *text, which isn't at the end; moves behind it. A byte that isn't part of a
 * character, and control characters other than a tab, count as '?'. */
uint32_t utf8_take(const char **text);

/* The bytes of a character, 1 … 4; returns how many. */
int utf8_put(uint32_t character, char out[4]);

#endif
