/* Arguments of k_die_paths.cu: paths in dies. */
#ifndef GPU_SSTA_DIE_PATH_ARGS_H
#define GPU_SSTA_DIE_PATH_ARGS_H

#include <stdint.h>

#include "gpu/ssta/device_ssta.h"

/* Item: column and four dies. */
struct die_draws_args {
	struct ssta_seed seed;
	const struct normal_piece *table; /* [NORMAL_PIECES] */
	const struct die_column *column;
	int64_t first; /* die; a multiple of DIES */
	int32_t is_antithetic;
	struct ssta_strata strata;
	uint32_t own;          /* how much of z is the column's own, 2^-32, where some is shared */
	const int32_t *shared; /* [regions][DIES] 2^-26; NULL = none is */
	int32_t *delta;        /* out [columns][DIES] fs: differences from the nominal value */
};

/* Item: node, after those that arcs lead from. */
struct die_nodes_args {
	const struct die_node *node;
	const struct die_node_arc *arc;
	const int32_t *delta;
	int64_t *arrival; /* out [nodes][DIES] fs */
};

struct die_ends_args {
	const struct die_end *end;
	const int64_t *arrival;
	const int32_t *check; /* the columns' differences */
	int32_t *
		delta; /* out [ends][DIES] fs: those of the ends' columns, which come after the others */
};

/* Item: path. */
struct die_products_args {
	const int32_t *row, *column;
	const int32_t *delta;
	int32_t *sum; /* out [paths][DIES] fs */
};

/* Item: state that a path goes on from along the forest, after the next one. */
struct die_suffixes_args {
	const int32_t *next;   /* −1 = a path ends here */
	const int32_t *column; /* of the arc to it, −1 = it doesn't vary */
	const int32_t *delta;
	int32_t *suffix; /* out [states][DIES] fs */
};

/* Item: record, after its parent. */
struct die_records_args {
	const struct die_record *record; /* of the level's first */
	int32_t first;                   /* its number */
	const int32_t *delta, *suffix;
	int32_t *sum; /* [records][DIES] fs */
};

#endif
