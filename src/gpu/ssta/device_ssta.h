/*
 * What Monte-Carlo SSTA keeps in device memory.
 *
 * Samples come in blocks of SSTA_BLOCK, of which a team does one at a time: each lane of a warp has SSTA_QUADS
 * quads (of four samples), the CPU all of them. A slot keeps the arrivals
 * of a state in the samples of a wave: SSTA_BLOCK fs_t a block, sample 4·q + j of a block on a GPU at
 * 4·q + j, on the CPU at SSTA_BLOCK / 4·j + q.
 */
#ifndef GPU_SSTA_DEVICE_SSTA_H
#define GPU_SSTA_DEVICE_SSTA_H

#include <stdint.h>

#include "gpu/ssta/ssta_draw.h"
#include "gpu/ssta/ssta_sampling.h"

enum { SSTA_QUADS = 2, SSTA_BLOCK = 4 * 32 * SSTA_QUADS };

/* Of ssta_op.source, besides slots. */
enum {
	SSTA_CONSTANT = -1, /* nothing arrives there that varies: it is in `nominal` */
	SSTA_CHAINED = -2,  /* the arrival of the state before it in the chain */
};

/*
 * One arc into a state, with all that leads to it from the last state with a slot. Early arrivals are
 * negated, so that each state is the largest of sums.
 */
struct SSTA_ALIGNED(16) ssta_op {
	uint32_t key[2];
	int32_t sigma[2]; /* 2^-6 fs: what |z| is multiplied with where z ≥ 0, and where z < 0 */
	int32_t source;
	uint16_t region; /* of the factors */
	uint8_t ends;    /* of a cone: the last one of its state */
	uint8_t early : 1;
	uint8_t may_skip : 1; /* nominally another of its state exceeds it by more than its largest
			       * deviation, so that mostly it needs no draw */
	int64_t nominal;      /* fs */
};

/* What all kernels know of the samples. */
struct ssta_samples {
	struct ssta_seed seed;
	struct philox_keys keys;          /* of the seed */
	const struct normal_piece *table; /* [NORMAL_PIECES] */
	int64_t first;                    /* of the wave; a multiple of SSTA_BLOCK */
	int32_t n_blocks;                 /* of the wave */
	int32_t is_antithetic; /* odd blocks of four samples are those before them, negated: k_ssta_even.cu */
	struct ssta_strata strata; /* of all words, unless strata.n is 0 */
	const uint32_t *sobol; /* [SOBOL_DIMENSIONS × SOBOL_BITS] of factors; NULL = random ones */
	/* Factors that many arcs share: [rows × n_blocks × SSTA_BLOCK] 2^-26, laid out as slots;
	 * NULL = none. */
	const int32_t *shared;
	uint32_t own;  /* how much of z is the arc's own then, 2^-32 */
	int32_t bound; /* |z| at most, 2^-26; 0 = nothing is skipped */
};

/* A number that many arcs share, and how much of their z it is. Of domain SSTA_ROW it is the sum of row key[0]. */
struct ssta_factor {
	uint32_t key[2], domain;
	int32_t weight;    /* 2^-30 */
	int32_t dimension; /* of Sobol's sequence; the same factor has the same everywhere */
};

/* A check, or a required time. slack = constant − Δ − arrival − clock's arrival, negated where early. */
struct ssta_sink {
	int32_t data, clock; /* slots; SSTA_CONSTANT = it is in `constant` */
	uint32_t key[2];
	int32_t sigma[2];
	int64_t constant; /* fs */
	int32_t region, padding;
};

/* The sinks of a pin in one path group. */
struct ssta_end {
	int32_t first, n; /* sinks */
	int32_t number;   /* by pin and group */
	int32_t group;
	int32_t series; /* where its slacks are kept, -1 = nowhere */
	int32_t padding;
	int64_t nominal; /* slack, fs */
};

/* high · 2^32 + low. Numbers of 63 bits are added to both halves at once, so it is exact in any
 * order; after less than 2^31 of them neither has overflown. */
struct ssta_sum {
	uint64_t low;
	int64_t high;
};

/*
 * Sums over samples of d = slack − nominal, |d| < 2^24 fs, and of d² = h·2^24 + l:
 * Σd² = 2^24·Σh + Σl, Σd³ = 2^24·Σdh + Σdl, Σd⁴ = 2^48·Σh² + 2^25·Σhl + Σl².
 * Each is exact in whatever order.
 */
enum ssta_power {
	SSTA_D,
	SSTA_H,
	SSTA_L,
	SSTA_DH,
	SSTA_DL,
	SSTA_HH,
	SSTA_HL,
	SSTA_LL,
	N_SSTA_POWERS
};

struct ssta_moments {
	struct ssta_sum sum[N_SSTA_POWERS];
	int64_t n_failing; /* samples with a negative slack */
	int64_t n_large;   /* |d| ≥ 2^24 fs: they aren't in the sums */
};

/* A slack and whose it is, so that the least is the same in whatever order: |slack| < 2^39 fs. */
enum { SSTA_END_BITS = 24 };

/* ---- paths in dies ---- */

enum { DIES = 64 }; /* that are done at once; arrays by die are [things][DIES] */

/* What varies: an arc, or a check. */
struct die_column {
	uint32_t key[2];
	int32_t sigma[2]; /* 2^-6 fs: where z ≥ 0, and where z < 0 */
	int32_t region;
	uint32_t domain; /* enum ssta_domain */
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

/* What a path begins or ends with: what its sum differs by there. */
struct die_end {
	int64_t nominal;     /* of the node, fs */
	int32_t node, check; /* −1 = none; column */
	int32_t node_sign, check_sign;
};

/* A path that deviates from its parent. */
struct die_record {
	int32_t parent;     /* −1 = it deviates from none: it begins at head */
	int32_t column;     /* of the arc, or of the source; −1 = it doesn't vary */
	int32_t head, tail; /* states; tail −1 without a parent */
};

#endif
