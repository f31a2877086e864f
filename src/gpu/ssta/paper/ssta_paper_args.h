/*
 * Arguments of [SSTA]'s own way to compute dies: k_ssta_paper.cu.
 *
 * A wave is TWISTER_LANES dies, a slot has the arrivals of a state in all of them, laid out as ssta_args.h says. A
 * gate has four inputs; states with more arcs are several gates one after the other, of which the later ones take
 * what was found so far as their first input. Number 4·g + j of a lane is that of input j of gate g.
 */
#ifndef GPU_SSTA_PAPER_SSTA_PAPER_ARGS_H
#define GPU_SSTA_PAPER_SSTA_PAPER_ARGS_H

#include <stdint.h>

#include "gpu/ssta/paper/ssta_twister.h"

enum { PAPER_INPUTS = 4, PAPER_ABSENT = -3 /* of paper_gate.source: there is no such input */ };

struct paper_gate {
	int32_t source[PAPER_INPUTS]; /* slots, SSTA_CONSTANT or PAPER_ABSENT */
	int32_t slot;                 /* of the output */
	int32_t early; /* arrivals are negated, so that the earliest is the largest; never padded */
};

/* Sigma of an input, 2^-6 fs: where z ≥ 0, and where z < 0. */
struct paper_sigma {
	int32_t up, down;
};

/* The paper's threadData: what a thread needs of its gate and its die. */
struct paper_data_32 {
	int32_t offset; /* of the gate in the tables of means and sigmas */
	int32_t flags;  /* enum paper_flags */
	int32_t at[PAPER_INPUTS];
};

struct paper_data_64 {
	int32_t offset, flags;
	int64_t at[PAPER_INPUTS];
};

/* And bit j: input j is there. */
enum paper_flags { PAPER_EARLY = 1 << PAPER_INPUTS };

/* Item: a lane. Its state before the first number of a wave. */
struct paper_seeds_args {
	struct ssta_seed seed;
	uint32_t wave;   /* the first die / TWISTER_LANES */
	uint32_t *state; /* out [TWISTER_WORDS × TWISTER_LANES] */
};

/* Item: a lane, on the CPU PAPER_CPU_LANES of them, and their next n_words numbers. */
enum { PAPER_CPU_LANES = 64 };

struct paper_twister_args {
	const uint32_t *parameter; /* [TWISTER_PARAMETERS] */
	uint32_t *state;
	int32_t at, n_words; /* word of the state that comes next */
	uint32_t *number;    /* out [n_words × TWISTER_LANES] */
};

/* Item: two numbers of a lane, one after the other; they become normal ones, 2^-26. */
struct paper_box_muller_args {
	uint32_t *number; /* [numbers of a lane × TWISTER_LANES] */
};

/* Item: an input and four dies. The same numbers as ssta_level draws. */
struct paper_philox_args {
	struct ssta_seed seed;
	const struct normal_piece *table;
	const uint32_t *key; /* [2 inputs], of the first one */
	int64_t first;       /* die of the wave */
	uint32_t *number;    /* out [inputs × TWISTER_LANES] 2^-26 */
};

/* Item: gate and die. */
struct paper_gather_args {
	const struct paper_gate *gate; /* of the first one */
	int32_t first_gate;
	int32_t pads_zero; /* an input that isn't there arrives at 0, else never */
	const void *slot;  /* fs */
	void *data;        /* out [gates × TWISTER_LANES] struct paper_data */
};

/* Item: gate and die. Algorithm 1, and with numbers Algorithm 2. */
struct paper_sta_args {
	const struct paper_gate *gate; /* of the first one */
	int32_t first_gate;
	const void *data;          /* [gates × TWISTER_LANES] struct paper_data */
	const int64_t *mean;       /* [4 gates] fs, of the whole design */
	int64_t first, begin, end; /* the wave's first die, and those that count */
	int64_t *n_raised;         /* arrivals that an input that isn't there made later */
	void *slot;                /* fs, out */
};

struct paper_ssta_args {
	struct paper_sta_args sta;
	const struct paper_sigma *sigma; /* [4 gates], of the whole design */
	const uint32_t *number; /* [4 gates × TWISTER_LANES] 2^-26, of the first gate on */
};

#endif
