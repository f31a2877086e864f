/* Arguments of k_ssta.cu: the dies of Monte-Carlo SSTA. */
#ifndef GPU_SSTA_SSTA_ARGS_H
#define GPU_SSTA_SSTA_ARGS_H

#include <stdint.h>

#include "gpu/ssta/device_ssta.h"

/* Item: row, from `first` on, and block. */
struct ssta_shared_args {
	struct ssta_samples samples;
	const int32_t *row; /* [rows + 1]; regions come first */
	const struct ssta_factor *factor;
	int32_t first, limit; /* |z| at most, 2^-26 */
	int32_t *shared;      /* out: samples.shared; later rows are there */
};

/* Item: a part of the level's (chain, block) pairs, item, item + n_items … */
struct ssta_level_args {
	struct ssta_samples samples;
	const struct ssta_op *op;
	const int32_t *chain_row;  /* of the level's first chain: its ops */
	const int32_t *chain_slot; /* the same: where it goes */
	int32_t n_chains;          /* of the level */
	int64_t n_items;
	void *slot; /* fs */
};

/* Item: end and a chunk of the blocks. */
struct ssta_ends_args {
	struct ssta_samples samples;
	int32_t begin, end;      /* samples that count, of the wave */
	int32_t n_chunks, chunk; /* of how many blocks */
	const struct ssta_sink *sink;
	const struct ssta_end *ends;  /* of the level's first */
	const void *slot;             /* fs */
	struct ssta_moments *moments; /* by number */
	int64_t *group;  /* [groups × samples of the wave]: least (slack << 24 | end) */
	int64_t *series; /* [series × samples of the wave] fs */
};

/* Of the kernels for samples that are spread evenly: k_ssta_even.cu. */
#define ssta_shared_even_args ssta_shared_args
#define ssta_level_even_args  ssta_level_args
#define ssta_ends_even_args   ssta_ends_args

#endif
