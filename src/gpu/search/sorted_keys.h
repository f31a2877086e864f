/* Binary search in sorted keys, for kernels with few items. */
#ifndef GPU_SEARCH_SORTED_KEYS_H
#define GPU_SEARCH_SORTED_KEYS_H

#include "base/order.h"
#include "gpu/kernel/kernel.h"

/* The number of n ascending keys below `limit`. */
DEVICE_INLINE int64_t keys_below(const uint64_t *key, int64_t n, uint64_t limit)
{
	return FIRST_NOT(i, 0, n, key[i] < limit);
}

#endif
