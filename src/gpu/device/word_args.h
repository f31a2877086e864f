/* Arguments of k_words.cu. */
#ifndef GPU_DEVICE_WORD_ARGS_H
#define GPU_DEVICE_WORD_ARGS_H

#include <stdint.h>

struct fill_times_args {
	void *out; /* fs */
	int64_t value;
};

struct iota_args {
	int32_t *out; /* out[i] = i */
};

struct row_bounds_args {
	const int32_t *key; /* [n_keys], ascending, 0 ≤ key < n_rows */
	int32_t n_keys, n_rows;
	int32_t *row; /* out [n_rows + 1] */
};

struct copy_words_args {
	const int64_t *from;
	int64_t *to;
};

#endif
