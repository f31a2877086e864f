/*
 * Arguments of the lab's kernels: sparse matrix-vector products, searches in graphs, conjugate gradients ([SpMV]). Matrices are
 * in compressed rows as in db/sparse.h, y = A x.
 *
 * A sum in floating point is defined by its tree, which depends on the matrix alone: by the lengths of rows, numbers of items and
 * lanes that are constants, never by a device's width. So results are the same to the last bit on each device.
 */
#ifndef GPU_SPMV_SPMV_ARGS_H
#define GPU_SPMV_SPMV_ARGS_H

#include <stdint.h>

#include "gpu/ssta/ssta_sampling.h"

struct lab_csr {
	int32_t n_rows, n_columns, n; /* entries */
	const int32_t *row;           /* [n_rows + 1] */
	const int32_t *column;        /* [n] */
	const float *value;           /* [n] */
};

enum {
	LAB_LANES =
		32, /* partial sums of a row that a warp has: entry e of the row goes to e % 32 */

	/* Of the paper's summation kernel (figure 5): a block has a row each thread, and the products below in shared memory, "5 or
	 * 6" a thread. */
	SUMS_ROWS = 256,
	SUMS_SHARED = 6 * SUMS_ROWS,
	SUMS_ALIGN = 16, /* products: where a block's memory begins */

	/* Of ours: rows in a row whose entries fit make a tile, a longer row alone. */
	FUSED_PRODUCTS = 2048,
	FUSED_ROWS = 1024, /* at most, of a tile */
	FUSED_TEAMS = 256, /* lanes that share the rows of a tile */

	/* Of merge path: a chunk has MERGE_CHUNK entries and ends of rows together, a piece of it what a thread takes. */
	MERGE_PIECES = 256,
	MERGE_ITEMS = 7, /* odd, so that pieces begin in different banks of shared memory */
	MERGE_CHUNK = MERGE_PIECES * MERGE_ITEMS,
};

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
	struct lab_csr a;     /* column NULL = x is expanded */
	const int32_t *first; /* [tiles + 1]: row */
	const float *x;       /* [columns], or [n] */
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

/* ---- k_bfs.cu ---- */

/* A graph by its arcs, out of vertices and into them. */
struct lab_graph {
	int32_t n, n_arcs;
	const int32_t *out_row, *out_to; /* [n + 1], [arcs] */
	const int32_t *in_row, *in_from; /* [n + 1], [arcs] */
	const float *in_weight;          /* [arcs], 0 or more */
};

/* Counters of phases: of phase p at [p % 3], so that the one before can be read while the next one is cleared. */
enum { LAB_PHASES = 3 };

enum bfs_direction { BFS_TOP_DOWN, BFS_BOTTOM_UP, BFS_SWITCHING };

/* Bottom-up where a frontier has more than one arc in this number: finding what a vertex is reached from costs less then than telling it
 * from all sides. */
enum { BFS_SWITCH = 8 };

struct bfs_begin_args {
	struct lab_graph graph;
	const int32_t *source; /* [items]; NULL = vertices without arcs into them */
	int32_t *dist;         /* out [n]: −1, sources 0, in two launches: first of n, */
	int32_t marks;  /* then with `marks` of the sources, or of n without a list of them */
	int32_t *queue; /* out [arcs]: the heads of the arcs out of them, in any order */
	int32_t *count; /* [LAB_PHASES], zeroed before; [0] counts them */
};

struct lab_frontier {
	struct lab_graph graph;
	int32_t *dist; /* [n]: distance, or level; −1 = not reached yet */
	int32_t *
		remaining; /* [n] of levels: arcs into it from vertices without one; NULL = distances */
	int32_t *
		queue[2]; /* [arcs]: heads of the arcs out of the vertices of phase p, in [p % 2] */
	int32_t *count;   /* [LAB_PHASES]: of such arcs */
};

struct bfs_frontier_args {
	struct lab_frontier frontier;
	int64_t *phase_at; /* [3]: the loop's two, and how many phases there were */
	int32_t direction; /* enum bfs_direction */
};

/* As printed: y = Aᵀx by the product kernels, and then this. */
struct bfs_visited_args {
	const float *y;
	int32_t step;
	int32_t *dist;     /* [n] */
	uint8_t *visited;  /* [n] */
	int32_t *overflow; /* the first step in which a count is infinite; INT32_MAX before */
};

enum { BFS_ALL_ITEMS = 1024 };

struct bfs_all_args {
	const uint8_t *visited;
	int32_t n;
	int32_t *all; /* other than 0 before; 0 where one isn't */
};

/* One launch for all of it: counts of paths by whole numbers that stay at the largest when they pass it. */
struct bfs_product_args {
	struct lab_graph graph;
	uint64_t *x
		[2]; /* [n]: paths with as many arcs as phases that lead here, of phase p in [p % 2] */
	uint64_t *paths; /* [n]: of any length */
	int32_t *dist;   /* [n] */
	int32_t *count;  /* [LAB_PHASES]: vertices with paths of this length; [0] isn't 0 */
	int64_t *phase_at;
};

struct level_frontier_args {
	struct lab_frontier frontier;
	int64_t *phase_at; /* [3], as above */
};

struct level_product_args {
	struct lab_graph graph;
	int32_t *level[2]; /* [n] */
	int32_t *count;    /* [LAB_PHASES]: of vertices whose level has changed */
	int64_t *phase_at;
};

struct shortest_product_args {
	struct lab_graph graph;
	float *length[2]; /* [n], LAB_FAR = not reached */
	int32_t *count;
	int64_t *phase_at;
};

#define LAB_FAR 3.0e38F

/* ---- k_paths.cu ---- */

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

/* ---- k_die_paths.cu: paths in dies ---- */

enum { DIES = 64 }; /* that are done at once; arrays by die are [things][DIES] */

/* What varies: an arc, or a check. */
struct die_column {
	uint32_t key[2];
	int32_t sigma[2]; /* 2^-6 fs: where z ≥ 0, and where z < 0 */
	int32_t region;
	uint32_t domain; /* enum ssta_domain */
};

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

/* A state of a clock network in a split, or another where paths begin or that they are checked against. */
struct die_node {
	int64_t seed;     /* fs; FS_NONE_64 = no arrival is given */
	int32_t first, n; /* arcs into it */
	int32_t is_early; /* the least of sums, not the largest */
	int32_t padding;
};

struct die_node_arc {
	int32_t from;   /* node */
	int32_t column; /* −1 = it doesn't vary */
	int64_t delay;  /* fs */
};

/* Item: node, after those that arcs lead from. */
struct die_nodes_args {
	const struct die_node *node;
	const struct die_node_arc *arc;
	const int32_t *delta;
	int64_t *arrival; /* out [nodes][DIES] fs */
};

/* What a path begins or ends with: what its sum differs by there. */
struct die_end {
	int64_t nominal;     /* of the node, fs */
	int32_t node, check; /* −1 = none; column */
	int32_t node_sign, check_sign;
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

/* A path that deviates from its parent. */
struct die_record {
	int32_t parent;     /* −1 = it deviates from none: it begins at head */
	int32_t column;     /* of the arc, or of the source; −1 = it doesn't vary */
	int32_t head, tail; /* states; tail −1 without a parent */
};

/* Item: record, after its parent. */
struct die_records_args {
	const struct die_record *record; /* of the level's first */
	int32_t first;                   /* its number */
	const int32_t *delta, *suffix;
	int32_t *sum; /* [records][DIES] fs */
};

/* ---- k_cg.cu ---- */

enum {
	CG_SYSTEMS = 2,  /* at most, of one matrix: x and y */
	CG_LANES = 256,  /* partial sums of a chunk, of a tile, of all of them */
	CG_FOUR = 4,     /* entries of a vector that are read at once */
	CG_CHUNK = 1024, /* entries of a vector that a block takes */
	CG_TILE_ENTRIES = 2048,
	CG_TILE_ROWS = 512, /* at most; a tile is rows whose entries fit, or a longer row alone */
};

/* r · r below which |r| is 0, as far as single precision goes. */
#define CG_LEAST 1e-70

enum cg_preconditioner { CG_NONE, CG_JACOBI, CG_POLYNOMIAL, N_CG_PRECONDITIONERS };

/* What isn't positive definite. */
enum cg_broken { CG_NOT_BROKEN, CG_MATRIX_BROKEN, CG_PRECONDITIONER_BROKEN };

/* Where it is; on the device, so that nothing waits for the host. */
struct cg_state {
	double rz[CG_SYSTEMS]; /* r · z, z = M⁻¹ r */
	double alpha[CG_SYSTEMS], beta[CG_SYSTEMS];
	double size[CG_SYSTEMS]; /* b · b */
	double stop[CG_SYSTEMS]; /* r · r at which it is solved */
	double rr[CG_SYSTEMS];   /* r · r */
	int32_t solved[CG_SYSTEMS];
	int32_t broken; /* enum cg_broken: p · A p, or r · z, isn't above 0 */
	int32_t iterations;
	int32_t n_through[2]; /* blocks that have reached the end of a kernel */
	int32_t over;         /* all are solved, or it is broken: what is queued does nothing */
};

struct cg_two {
	float of[2];
} __attribute__((aligned(8)));

struct cg_four {
	float of[CG_FOUR];
} __attribute__((aligned(16)));

/* Where a tile begins. */
struct cg_tile {
	int32_t row, entry;
} __attribute__((aligned(8)));

/* Vectors have the entries of all systems side by side: [rows][systems], and zeros after them up to n_chunks × CG_CHUNK. */
struct cg_args {
	struct lab_csr a; /* without its diagonal */
	int32_t n_systems, n_tiles, n_chunks;
	int32_t preconditioner;     /* enum cg_preconditioner */
	const struct cg_tile *tile; /* [tiles + 1] */
	const float *diagonal;      /* [rows], and ones after it as vectors have zeros */
	float *x, *s, *p, *q, *z; /* s = M⁻¹ r, M the diagonal or 1; z of CG_POLYNOMIAL alone */
	const float *b;
	double *partial; /* [2 systems][the larger number of tiles or chunks] */
	struct cg_state *state;
	double *residual; /* out [most][systems]: r · r after each iteration */
	int32_t most;
	double tolerance; /* of |r| by |b|; 0 = it never ends */
};

/* Which vectors a product is of, and what is summed beside it. */
enum cg_product { CG_PRODUCT_BEGIN, CG_PRODUCT_DIRECTION, CG_PRODUCT_POLYNOMIAL };

struct cg_multiply_args {
	struct cg_args cg;
	int32_t what; /* enum cg_product */
};

#define cg_multiply_pair_args cg_multiply_args

struct cg_update_args {
	struct cg_args cg;
	int32_t begins; /* no step: only sums */
};

struct cg_direct_args {
	struct cg_args cg;
	int32_t begins; /* p = z */
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
