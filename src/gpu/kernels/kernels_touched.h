/* Argument structs of k_touched.cu: what an edit has touched; included by kernels_timing.h, after what they hold. */
#ifndef GPU_KERNELS_KERNELS_TOUCHED_H
#define GPU_KERNELS_KERNELS_TOUCHED_H

/*
 * A bit for each state whose times may be others now: set by the edit, then by sweeps that find that they are. A sweep's
 * items are words of 64 bits, level by level, each of a warp; a word with states of two levels is an item of both.
 */
struct device_touched {
	uint64_t *
		delay; /* of states of the timing graph: the delays that lead there, and the slew */
	uint64_t *arrival;  /* of states */
	uint64_t *required; /* of states */
	uint64_t *ends;     /* of sinks */
	uint64_t *
		weights; /* of states whose arcs may weigh something else since weights were made */
	/* 1 = arrivals that required times depend on have changed: all sinks count as touched */
	int32_t *all_ends;
	/* Bits of states that required times depend on: their arrivals, and (of the timing graph) slews. */
	const uint64_t *captures, *slew_captures;
	/*
	 * [levels of the timing graph + 2] fs, zeroed before: by how much the largest delay grew that leads to a level; then
	 * arrivals where paths begin, and required times. No path's sum grows by more than all of it.
	 */
	int64_t *growth;
};

/* Where the words of a sweep are. */
struct touched_words {
	const int32_t *state_row; /* [parts + 1]: the states of each level, or part of a level */
	const int32_t *word_row;  /* [parts + 1], in the order of the sweep: its items */
	int32_t n_levels;
	int32_t first_level; /* nothing of those before it is touched: the sweep begins there */
};

/*
 * The same by one block, level by level, of which it goes only to those where something is touched: where that is little, there is
 * no barrier of the grid, and none for levels without anything.
 */
enum { FEW_MOST_LEVELS = 2048, FEW_A_LEVEL = 1024 };

struct few_levels {
	uint64_t *bits;
	const int32_t *level_row; /* [n_levels + 1]: states */
	int32_t n_levels;         /* FEW_MOST_LEVELS at most */
	int32_t mirrored;         /* from the last level on */
	uint8_t *flag;            /* [n_levels], by level: it has some; touched_levels finds that */
	int32_t most;             /* states that it goes on for, FEW_A_LEVEL in a level */
	int32_t *left;            /* out: 1 = there were more */
};

struct touched_levels_args {
	struct few_levels few;
};

struct forest_touched_args {
	struct device_graph graph;
	struct device_forest forest; /* in and out */
	uint64_t *touched;           /* in and out [words of states] */
	struct touched_words words;  /* by parts, from the first level on */
	const int32_t *in_row, *in_from;
};

struct forest_few_args {
	struct forest_touched_args of; /* without words */
	struct few_levels few;
};

struct live_levels_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t *level;   /* out [n_states]; -1 = a sink that is gone */
	int32_t *largest; /* in and out */
};

struct touch_states_args {
	const int32_t *state; /* [items] */
	uint64_t *own;        /* in and out: these states' bits, NULL = not theirs … */
	uint64_t *heads;      /* … and those of their heads; NULL = not these */
	const int32_t *row, *to;
	int32_t first_sink, n_sinks; /* of the same graph: sinks have no bits */
};

struct put_arcs_args {
	const int32_t *place, *value; /* [items] */
	int32_t *arc;                 /* in and out: by place */
};

struct put_ends_args {
	const int64_t *constant; /* [items], all three; NULL = they stay: */
	const double *derate;
	const int32_t *group;
	struct device_endpoint *endpoint; /* in and out */
};

struct put_listed_args {
	const int32_t *sink;                 /* [items] */
	const struct device_endpoint *value; /* [items] */
	struct device_endpoint *endpoint;    /* in and out */
};

struct capture_bits_args {
	const struct device_endpoint *endpoint;
	uint64_t *captures, *slew_captures; /* in and out */
};

struct delay_touched_args {
	struct device_timing timing;
	struct device_states states;
	struct device_touched touched;
	struct touched_words words;
	const int32_t *row, *to; /* of the timing graph */
	/* The states of each state of the timing graph, -1 = none (more); NULL = both graphs are one. */
	const int32_t *first, *next;
};

struct arrival_touched_args {
	struct device_states states;
	struct device_touched touched;
	struct touched_words words;
	const struct device_seed *seed; /* [n_seeds], by state */
	int32_t n_seeds;
	const int64_t *extra;
	int32_t growth; /* place in touched.growth */
};

struct delay_few_args {
	struct delay_touched_args of; /* without words */
	struct few_levels few;
};

struct arrival_few_args {
	struct arrival_touched_args of; /* without words */
	struct few_levels few;
};

struct check_touched_args {
	struct check_endpoints_args check;
	struct device_touched touched;
	int32_t growth;
};

struct required_touched_args {
	struct device_states states;
	struct device_touched touched;
	struct touched_words words;
};

struct touched_loads_args {
	struct net_loads_args loads;
	const int32_t *net; /* [items] */
};

struct touched_slews_args {
	const int32_t *state; /* [items] */
	double *slew;         /* out: 0 there */
};

#endif
