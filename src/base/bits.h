/* Small helpers on numbers that several rooms need. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/order.h"

/* Bits that tell the numbers 0 … n − 1 apart, at least one. */
static inline int bits_for(int64_t n)
{
	int bits = 1;

	while (bits < 63 && n > INT64_C(1) << bits)
		bits++;
	return bits;
}

/* 64-bit words with a bit for each of n items. */
static inline int64_t bit_words(int64_t n)
{
	return (n + 63) / 64;
}

static inline bool bit_is_set(const uint64_t *bits, int64_t item)
{
	return bits[item / 64] >> item % 64 & 1;
}

/* Set an item's, as other threads may do with others. Was it set? */
static inline bool bit_set(uint64_t *bits, int64_t item)
{
	uint64_t bit = UINT64_C(1) << item % 64;

	return __atomic_load_n(&bits[item / 64], __ATOMIC_RELAXED) & bit ||
	       __atomic_fetch_or(&bits[item / 64], bit, __ATOMIC_RELAXED) & bit;
}

/* Bits that are set. */
static inline int count_bits(uint64_t bits)
{
	return bits & (bits - 1) ? __builtin_popcountll(bits) : bits != 0;
}

/* The order of int32_t, or of items that begin with one, for qsort(). */
static inline int compare_int32(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;

	return ORDER(*x, *y);
}

/* Where a key is among n items of this size, each of which begins with its int32_t key, in ascending order; -1 = nowhere. */
static inline int32_t find_sorted(const void *items, size_t size, int32_t n, int32_t key)
{
	int32_t low = 0, high = n;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;
		int32_t there = *(const int32_t *)((const char *)items + (size_t)middle * size);

		if (there == key)
			return middle;
		if (there < key)
			low = middle + 1;
		else
			high = middle;
	}
	return -1;
}

/* How many of n ascending values are below one. */
static inline int64_t sorted_below(const int64_t *value, int64_t n, int64_t limit)
{
	return FIRST_NOT(i, 0, n, value[i] < limit);
}

/* The last of n rows that begins at or before an item: begins ascend, the first is not after it. A begin is
 * an int32_t, `size` bytes from that of the row before. */
static inline int32_t sorted_row(const int32_t *begin, size_t size, int32_t n, int64_t item)
{
	int32_t low = 0, high = n;

	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		if (*(const int32_t *)((const char *)begin + (size_t)middle * size) <= item)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static inline int64_t min_i64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

#endif
