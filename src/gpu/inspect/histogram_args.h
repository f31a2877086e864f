/* Arguments of k_histogram.cu: values in bins. */
#ifndef GPU_INSPECT_HISTOGRAM_ARGS_H
#define GPU_INSPECT_HISTOGRAM_ARGS_H

#include <stdint.h>

enum { VALUE_PICKS = 8 };

struct value_picks {
	int64_t n, n_negative; /* values, and those below 0 */
	int64_t value[VALUE_PICKS];
};

struct pick_values_args {
	const uint64_t *key; /* [n] ascending */
	int64_t n;
	int32_t permille[VALUE_PICKS]; /* of the values, from the least on: 0 is the least itself */
	struct value_picks *picks;     /* out */
};

struct value_bins_args {
	const uint64_t *key;   /* [items] */
	const int32_t *group;  /* [items], -1 = no value */
	const int32_t *series; /* [groups] */
	int64_t low, width;
	int32_t n_bins, n_series;
	/* out [items]: series · n_bins + bin; n_series · n_bins for those below all bins, one more
	 * for those above; -1 = no value */
	int32_t *bin;
};

#endif
