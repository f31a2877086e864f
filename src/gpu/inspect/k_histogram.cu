/* How values are spread: some of them by rank, and the bins of all. */
#include "gpu/inspect/histogram_args.h"
#include "gpu/kernel/kernel.h"
#include "gpu/search/sorted_keys.h"

/* Item: pick. The value at a share of all: the least that a number of thousandths of
 * them do not pass; 0 when there are none. The first item writes how many there are. */
KERNEL(pick_values, k, i)
{
	int64_t n = keys_below(k->key, k->n, (uint64_t)FS_NONE_64 ^ VALUE_SIGN);
	int64_t rank = (n * k->permille[i] + 999) / 1000 - 1;

	k->picks->value[i] = n ? (int64_t)(k->key[rank < 0 ? 0 : rank] ^ VALUE_SIGN) : 0;
	if (i == 0) {
		k->picks->n = n;
		k->picks->n_negative = keys_below(k->key, k->n, VALUE_SIGN);
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
