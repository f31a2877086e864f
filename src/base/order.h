/* Orders for qsort() and bsearch(). */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stdint.h>
#include <string.h>

/* Below, at or above 0: x before, with or after y. Keys of one order are joined by "?:". */
#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

static inline int compare_int64(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return ORDER(x, y);
}

static inline int compare_uint64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return ORDER(x, y);
}

static inline int compare_strings(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#endif
