/* How values are spread: some of them by rank, and the bins that all lie in. */
#include "gpu/kernel.h"

/* How many keys come before a value's. */
DEVICE_INLINE int64_t keys_below(const uint64_t *key, int64_t n, int64_t value)
{
	uint64_t limit = (uint64_t)value ^ VALUE_SIGN;
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

/* Item: pick. The value at a share of those that there are: the least that so many thousandths of
 * them do not pass; 0 when there are none. The first item writes how many there are. */
KERNEL(pick_values, k, i)
{
	int64_t n = keys_below(k->key, k->n, FS_NONE_64);
	int64_t rank = (n * k->permille[i] + 999) / 1000 - 1;

	k->picks->value[i] = n ? (int64_t)(k->key[rank < 0 ? 0 : rank] ^ VALUE_SIGN) : 0;
	if (i == 0) {
		k->picks->n = n;
		k->picks->n_negative = keys_below(k->key, k->n, 0);
	}
}

/* Item: value. Its bin. Floor: 16 bytes. */
KERNEL(value_bins, k, i)
{
	int32_t group = k->group[i], outside = k->n_series * k->n_bins;
	int64_t value = (int64_t)(k->key[i] ^ VALUE_SIGN), bin;

	if (group < 0) {
		k->bin[i] = -1;
	} else if (value < k->low) {
		k->bin[i] = outside;
	} else {
		bin = (value - k->low) / k->width;
		k->bin[i] = bin < k->n_bins ? k->series[group] * k->n_bins + (int32_t)bin
					    : outside + 1;
	}
}
