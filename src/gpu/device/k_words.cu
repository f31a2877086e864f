/* Words and times in arrays: numbered, filled, copied, counted. */
#include "gpu/device/word_args.h"
#include "gpu/kernel/kernel.h"

KERNEL(fill_times, k, i)
{
	((fs_t *)k->out)[i] = (fs_t)k->value;
}

#if FS_BITS == 32

KERNEL(iota, k, i)
{
	k->out[i] = (int32_t)i;
}

/*
 * Item: row, and one more after the last. Finds the first of the sorted keys that isn't below it: a million rows without
 * any key are as fast as others. Floor: 4 bytes written a row; neighbours read the same keys, and those of the first
 * steps are the same for all.
 */
KERNEL(row_bounds, k, r)
{
	const int32_t *__restrict__ key = k->key;
	int32_t low = 0, high = k->n_keys;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (key[middle] < r)
			low = middle + 1;
		else
			high = middle;
	}
	k->row[r] = low;
}

/* Item: 8 bytes. Measures the bandwidth of memory. Floor: 16 bytes. */
KERNEL(copy_words, k, i)
{
	k->to[i] = k->from[i];
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/device/k_words.cu"
#endif
