/* Orders for qsort() and bsearch(). */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Below, at or above 0: x before, with or after y. Keys of one order are joined by "?:". */
#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

/* A function for qsort() and bsearch() of items of a type: COMPARER(by_place, struct spot, ORDER(x->row, y->row) ?: ORDER(x->x, y->x)). */
#define COMPARER(name, type, order)                                                                \
	static int name(const void *a, const void *b)                                              \
	{                                                                                          \
		const type *x = a, *y = b;                                                         \
                                                                                                   \
		return (order);                                                                    \
	}

/* qsort() of n items of an array; NULL is fine if there are none. */
#define SORT(array, n, compare)                                                                    \
	((n) > 0 ? qsort((array), (size_t)(n), sizeof *(array), (compare)) : (void)0)

/*
 * The first i of `from` … `to` − 1 of which `ahead`, an expression in i, is false, `to` if there is none: halves the range, so
 * those of which it is true are to be ahead of the others.
 */
#define FIRST_NOT(i, from, to, ahead)                                                              \
	__extension__({                                                                            \
		__typeof__((to) + 0) low_##i = (from), high_##i = (to);                            \
                                                                                                   \
		while (low_##i < high_##i) {                                                       \
			__typeof__(low_##i) i = low_##i + (high_##i - low_##i) / 2;                \
                                                                                                   \
			if (ahead)                                                                 \
				low_##i = i + 1;                                                   \
			else                                                                       \
				high_##i = i;                                                      \
		}                                                                                  \
		low_##i;                                                                           \
	})

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
