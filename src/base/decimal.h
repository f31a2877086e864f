/*
 * Whole numbers as text, without printf(): millions of names end in one.
 */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

/* Characters of a number, with its sign. */
static inline int decimal_length(int32_t number)
{
	int64_t rest = number < 0 ? -(int64_t)number : number;
	int length = number < 0 ? 2 : 1;

	while (rest >= 10) {
		rest /= 10;
		length++;
	}
	return length;
}

/* Write a number of that length, without a NUL. */
static inline void decimal_write(char *to, int length, int32_t number)
{
	uint32_t rest = number < 0 ? 0 - (uint32_t)number : (uint32_t)number;

	for (char *at = to + length; at > to; rest /= 10)
		*--at = (char)('0' + rest % 10);
	if (number < 0)
		*to = '-';
}

#endif
