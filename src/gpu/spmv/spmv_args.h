/* Arguments of k_spmv.cu: products of a sparse matrix and a vector, and the peaks of a device. */
#ifndef GPU_SPMV_SPMV_ARGS_H
#define GPU_SPMV_SPMV_ARGS_H

#include <stdint.h>

#include "gpu/spmv/device_matrix.h"

struct spmv_rows_args {
	struct lab_csr a;
	const float *x;
	float *y;
};

struct spmv_warps_args {
	struct lab_csr a;
	const float *x;
	float *y;
	int32_t uncached; /* x isn't read through the cache that was for textures once */
};

struct spmv_products_args {
	const int32_t *column;
	const float *value, *x;
	float *product; /* out [n] */
};

struct spmv_expand_args {
	const int32_t *column;
	const float *x;
	float *expanded; /* out [n] */
};

struct spmv_scale_args {
	const float *value, *expanded;
	float *product; /* out [n] */
};

struct spmv_sums_args {
	int32_t n_rows, n;
	const int32_t *row;
	const float *product;
	float *y;
};

struct spmv_warped_sums_args {
	const int32_t *row;
	const float *product;
	float *y;
};

struct spmv_fused_args {
	struct lab_csr a;            /* column NULL = x is expanded */
	const struct lab_tile *tile; /* [n_tiles + 1] */
	int32_t n_tiles;
	int32_t has_alone; /* rows of more than FUSED_ALONE entries */
	const float *x;    /* [columns], or [n] */
	float *y;
};

struct spmv_merge_args {
	struct lab_csr a;
	const int32_t *first; /* [chunks + 1]: rows that end before a chunk */
	const float *x;
	float *y;
	float *carry;       /* out [chunks]: what a chunk has of the row that it ends in */
	int32_t *carry_row; /* out [chunks]: which row that is; n_rows where the matrix ends */
};

struct spmv_carries_args {
	int32_t n_rows;
	const int32_t *row;
	const float *carry;
	const int32_t *carry_row;
	float *y;
};

/* 16 bytes at once. */
struct lab_words {
	uint32_t word[4];
} __attribute__((aligned(16)));

enum { PEAK_ROUNDS = 512, PEAK_CHAINS = 16 };

struct multiply_adds_args {
	float by, add;
	float *sum; /* out: written where a sum is 1e30 alone, so that the arithmetic isn't left out */
};

struct copy_lines_args {
	const struct lab_words *from;
	struct lab_words *to;
};

struct sum_lines_args {
	const struct lab_words *from; /* [4 items] */
	uint32_t *
		sum; /* out: written where a sum is 0x9e3779b9 alone, so that reading isn't left out */
};

#endif
