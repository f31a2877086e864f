/* Argument structs of k_touched.cu: what an edit has touched; included by timing_args.h, after what they hold. */
#ifndef GPU_TIMING_TOUCHED_ARGS_H
#define GPU_TIMING_TOUCHED_ARGS_H

/*
 * A bit for each state whose times may be others now, and one for each level that has such states: set by the edit, then by sweeps
 * that find that they are. A sweep (touched_sweep.h) goes to these levels only.
 */
struct touched_states {
	uint64_t *bits;   /* of states, in words of 64 */
	uint64_t *levels; /* of levels, in the order of the sweep; NULL = no sweep goes by them */
	const int32_t *part_row; /* [2 n_levels + 1]: as of struct image */
	int32_t n_levels;
	int32_t forward; /* the sweep begins at the last level */
};

struct device_touched {
	struct touched_states
		delay; /* of the timing graph: the delays that lead there, and the slew */
	struct touched_states arrival, required;
	uint64_t *ends; /* of sinks */
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

struct forest_touched_args {
	struct device_graph graph;
	struct device_forest forest; /* in and out */
	struct touched_states sweep; /* in and out */
	const int32_t *in_row, *in_from;
};

struct live_levels_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t *level;   /* out [n_states]; -1 = a sink that is gone */
	int32_t *largest; /* in and out */
};

struct touch_states_args {
	const int32_t *state;        /* [items] */
	struct touched_states own;   /* in and out: these states' bits, NULL = not theirs … */
	struct touched_states heads; /* … and those of their heads; NULL = not these */
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
	struct touched_states sweep; /* one of these */
	const int32_t *row, *to;     /* of the timing graph */
	/* The states of each state of the timing graph, -1 = none (more); NULL = both graphs are one. */
	const int32_t *first, *next;
};

struct arrival_touched_args {
	struct device_states states;
	struct device_touched touched;
	struct touched_states sweep;    /* one of these */
	const struct device_seed *seed; /* [n_seeds], by state */
	int32_t n_seeds;
	const int64_t *extra;
	int32_t growth; /* place in touched.growth */
};

struct check_touched_args {
	struct check_endpoints_args check;
	struct device_touched touched;
	int32_t growth;
};

struct required_touched_args {
	struct device_states states;
	struct device_touched touched;
	struct touched_states sweep; /* one of these */
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
