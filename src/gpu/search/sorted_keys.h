/* Binary search in sorted keys, for kernels with few items. */
#ifndef GPU_SEARCH_SORTED_KEYS_H
#define GPU_SEARCH_SORTED_KEYS_H

#include "gpu/kernel/kernel.h"

/* The number of n ascending keys below `limit`. */
DEVICE_INLINE int64_t keys_below(const uint64_t *key, int64_t n, uint64_t limit)
{
	int64_t low = 0, high = n;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;

		if (key[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
