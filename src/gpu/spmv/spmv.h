/*
 * Sparse matrix-vector products y = A x on a device by the methods that [SpMV] compares, and by ours. See gpu/k_spmv.cu.
 */
#ifndef GPU_SPMV_SPMV_H
#define GPU_SPMV_SPMV_H

#include "db/sparse.h"
#include "gpu/device/device.h"
#include "gpu/spmv/device_matrix.h"

enum spmv_method {
	SPMV_SERIAL,  /* one thread of the host's (figure 3) */
	SPMV_ROWS,    /* a thread for each row */
	SPMV_WARPS,   /* a warp for each row (Bell & Garland) */
	SPMV_PRODUCT, /* product + summation, gathering x (figures 4 a and 5) */
	SPMV_EXPANDED, /* the same with an expanded vector (figures 4 c and 5); expansion is a separate step */
	SPMV_WARPED,          /* product + warped summation, gathering x */
	SPMV_WARPED_EXPANDED, /* the same with an expanded vector */
	SPMV_MERGE,           /* merge path: as many entries and ends of rows a thread */
	SPMV_FUSED,           /* product and summation in one kernel, tile by tile */
	SPMV_FUSED_EXPANDED,  /* the same with an expanded vector: no columns are read */
	N_SPMV_METHODS,
};

/* "serial", "thread", …: a string constant. */
const char *spmv_method_name(enum spmv_method method);

/* A matrix on a device, and the memory that methods need. */
struct spmv {
	struct queue *queue;     /* borrowed */
	const struct sparse *a;  /* borrowed */
	struct lab_csr d;        /* owned arrays */
	bool has_alone;          /* rows of more than FUSED_ALONE entries */
	int32_t n_tiles;         /* of SPMV_FUSED, */
	struct lab_tile *d_tile; /* owned [n_tiles + 1] */
	float *d_product;        /* owned [n]; NULL = no method has asked */
	float *d_expanded;       /* owned [n]; likewise */
	float *d_carry;          /* owned [chunks]; likewise */
	int32_t *d_carry_row;    /* owned [chunks] */
	bool uncached;           /* SPMV_WARPS reads x past the cache that textures had */
	int32_t *d_chunk;        /* owned [chunks + 1]: of SPMV_MERGE, the first rows of chunks */
};

/* Put a matrix on the device; it is borrowed until spmv_close(). STATUS_DEVICE_MEMORY, STATUS_NO_MEMORY. */
enum status spmv_open(struct queue *queue, const struct sparse *a, struct spmv *out);
void spmv_close(struct spmv *spmv); /* all zero is fine */
/* Does it begin with an expanded vector? Then expanding isn't part of spmv_run(). */
bool spmv_is_expanded(enum spmv_method method);
/* Memory for a method; then the method doesn't fail. Serial has none. STATUS_DEVICE_MEMORY, STATUS_NO_MEMORY. */
enum status spmv_prepare(struct spmv *spmv, enum spmv_method method);
/* Expand x for the methods that need it, after spmv_prepare(): queued. */
void spmv_expand_vector(struct spmv *spmv, const float *d_x);
/* One product, queued; not for SPMV_SERIAL. d_x has n_columns entries, d_y gets n_rows. */
void spmv_run(struct spmv *spmv, enum spmv_method method, const float *d_x, float *d_y);
/* On the host, row by row, each from its first entry to its last. */
void spmv_serial(const struct sparse *a, const float *x, float *y);

/* Tiles with most_entries and most_rows at most, of a matrix with these rows, into tile [n_rows + 1]; returns their number. */
int32_t lab_tiles(const int32_t *row, int32_t n_rows, int32_t most_entries, int32_t most_rows,
		  struct lab_tile *tile);

/* The method that is best for such rows on a GPU, of those that begin with the vector itself. Depends on nothing else, so that results are the same on each device. */
enum spmv_method spmv_choose(const struct sparse_statistics *s);

/* Bytes that a product has to move: all arrays once, x too; the expanded vector is there already. */
int64_t spmv_bytes(const struct sparse *a, enum spmv_method method);
/* The share of turns in which lanes of a warp are idle: their row has no more entries, or the tile no more rows. */
double spmv_idle(const struct sparse *a, enum spmv_method method);

/* The paper's simulator of shared memory: the share of products that the summation kernel finds there with a number of rows a block and
 * many products of memory; 1 without entries. */
double spmv_hit_ratio(const struct sparse *a, int32_t block_rows, int32_t products);

#endif
