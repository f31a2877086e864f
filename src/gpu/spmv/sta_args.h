/* Arguments of k_paths.cu: the worst paths as products. */
#ifndef GPU_SPMV_STA_ARGS_H
#define GPU_SPMV_STA_ARGS_H

#include <stdint.h>

/* Rows of ones, by 16 bits an entry: a row is groups, a group a column and distances from it, or running ones: each from the entry
 * before. Running ones reach further, so that a row of far columns is one group too. */
struct delta_rows {
	const int32_t *row;     /* [rows + 1]: groups */
	const int32_t *base;    /* [groups]: the first column */
	const int32_t *begin;   /* [groups + 1]: entries */
	const uint16_t *offset; /* [entries]: columns */
	int32_t is_running;
};

struct delta_sums_args {
	struct delta_rows rows;
	const int32_t *delay; /* [columns] fs */
	int64_t *arrival;     /* out [rows] fs */
};

enum {
	DELTA_ROWS = 2,  /* that a warp takes side by side, where each row is one plain group */
	DELTA_AHEAD = 5, /* entries of each that a lane asks for at once */
};

struct delta_pairs_args {
	struct delta_rows rows; /* group r is row r */
	int32_t n_rows;
	const int32_t *delay; /* [columns] fs */
	int64_t *arrival;     /* out [rows] fs */
};

struct record_slacks_args {
	const int32_t *parent, *arc; /* of the records of a level; arc is the source in level 0 */
	int32_t is_first;            /* level 0 */
	const int32_t *source_state;
	const void *source_weight, *dist; /* fs */
	const void *slot;                 /* of the forest */
	const int64_t *before;            /* of all records of levels before, by number */
	int64_t *slack;                   /* out, of this level's: fs */
};

struct prefix_product_args {
	int32_t n_states;
	const int32_t *in_row, *in_from, *in_arc;
	const void *weight; /* fs */
	int64_t *prefix[2]; /* [n_states] fs */
	int32_t *count;     /* [LAB_PHASES]: not 0 if something has changed */
	int64_t *phase_at;  /* [3], as above */
};

#endif
