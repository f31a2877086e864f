/* Arguments of k_arrivals.cu. */
#ifndef GPU_TIMING_ARRIVAL_ARGS_H
#define GPU_TIMING_ARRIVAL_ARGS_H

#include <stdint.h>

struct frontier_keys_args {
	const int32_t *frontier; /* [items] states */
	const int32_t
		*vertex; /* [n_states]: the vertex of a state; of a sink, n_vertices or more */
	uint32_t *key;   /* out [items] */
};

struct level_facts_args {
	const uint32_t *key;   /* [n] ascending */
	const int32_t *state;  /* [n]: the states that have these keys */
	int32_t n, n_vertices; /* keys from n_vertices on are sinks */
	int32_t number;        /* of the level */
	const int32_t *in_row; /* [n_states + 1] */
	int32_t *level;        /* in and out [n_states] */
	int32_t *fan_in;       /* out [n]; 0 for sinks */
	int32_t *n_level;      /* out: states that are no sinks; zeroed before */
};

struct arcs_left_args {
	const int32_t *in_row, *in_from;
	const int32_t *level; /* [n_states] */
	int32_t counted;      /* levels that have been counted down */
	int32_t *remaining;   /* out [n_states]: fan-in arcs from states of other levels */
};

struct level_arrivals_args {
	const int32_t *state; /* [items] */
	const int32_t *in_row, *in_from;
	const void *in_weight; /* [n_arcs] fs, in the order of the fan-in */
	int64_t *prefix;       /* in and out [n_states] fs */
	int32_t *came;         /* in and out [n_states]: the place of the deciding arc, -1 = none */
};

enum { RANGE_TILE = 1024 }; /* states of one item of level_range */

struct level_range {
	int64_t least, largest; /* in and out, fs: of prefixes; INT64_MAX and INT64_MIN before */
	int64_t n;              /* in and out: states that have one, zeroed before */
};

struct level_range_args {
	const int32_t *state; /* [n] */
	int64_t n;
	const int64_t *prefix; /* [n_states] fs */
	struct level_range *range;
};

/* Inputs of readings. */
struct device_arrivals {
	const int32_t *in_row, *in_from;
	const void *in_weight; /* fs, in the order of the fan-in */
	const int32_t *level, *came;
	const int64_t *prefix;
	int32_t counted; /* levels that have been counted down */
};

struct arrival_state {
	int64_t prefix, weight; /* fs, arrival and weight of the deciding arc; FS_NONE_64 = none */
	int32_t state, from;    /* the state; tail of the deciding arc, -1 = no arc decides */
	int32_t fan_in, left;   /* fan-in arcs; those not counted down yet */
};

struct arrival_states_args {
	struct device_arrivals arrivals;
	const int32_t *state;      /* [items] */
	struct arrival_state *row; /* out [items] */
};

struct arrival_fan_in {
	int64_t prefix, weight; /* fs, FS_NONE_64 = none */
	int32_t state, level;   /* of the tail */
};

struct arrival_fan_ins_args {
	struct device_arrivals arrivals;
	int32_t begin;              /* place of item 0 */
	struct arrival_fan_in *row; /* out [items] */
};

struct prefix_seeds_args {
	const int32_t *source_state;
	const void *source_weight; /* fs */
	int64_t *prefix;           /* in and out [n_states] fs */
};

struct prefix_sweep_args {
	int32_t n_states;
	const int32_t *in_row, *in_from, *in_arc;
	const void *weight; /* fs */
	int64_t *prefix;    /* in and out [n_states] fs */
};

struct suffix_sweep_args {
	const int32_t *row, *to;
	int32_t first_sink, n_sinks;
	const void *weight; /* fs */
	int64_t *suffix;    /* out [n_states] fs */
};

#endif
