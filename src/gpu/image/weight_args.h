/* Arguments of k_weights.cu: what the arcs of a path graph weigh, from delays and required times. */
#ifndef GPU_IMAGE_WEIGHT_ARGS_H
#define GPU_IMAGE_WEIGHT_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

struct wire_arcs_args {
	const int32_t *arc;  /* the host's arc of each arc */
	const int32_t *type; /* as of gather_types */
	int32_t n_typed;
	uint8_t *is_wire; /* out [items] */
};

struct gather_types_args {
	const int32_t *in_arc; /* [items] */
	const int32_t *arc;    /* the host's arc of each arc */
	const int32_t *type;   /* of the host's arcs; those after n_typed are of sinks */
	int32_t n_typed;
	int32_t *in_type; /* out [items] */
};

struct path_sums_args {
	struct device_states states;
	int64_t *sum; /* scratch [n_states] fs */
	const int64_t
		*window; /* [n_sinks] fs: what latches' data may borrow; with states.borrowed */
};

enum { BOUND_CHUNK = 1024 }; /* of one item of path_bounds */

struct path_bounds_args {
	struct device_states states;
	const int64_t *window;    /* as of path_sums */
	const int32_t *level_row; /* [n_levels + 1]: states */
	int32_t n_levels, n_sources;
	const int32_t *source_state; /* [n_sources] */
	int64_t *largest; /* in and out [n_levels + 2] fs, by level; arrivals, required times */
};

struct arc_weights_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t split;
	void *weight; /* out [items] fs */
};

struct touched_weights_args {
	struct arc_weights_args weights; /* out: of touched states alone */
	const uint64_t *touched;         /* [items] words of states */
	struct touched_states changed;   /* in and out: those whose arcs weigh something else */
};

struct source_weights_args {
	const int64_t *arrival;      /* [2 n_states] fs */
	const int32_t *source_state; /* [items] */
	int32_t split;
	void *weight; /* out [items] fs */
};

struct path_weights_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int32_t *source_state; /* of the state graph */
	const int32_t *from;         /* [items]: an arc of it, or ~ a source */
	int32_t split;
	int32_t unconstrained; /* only endpoints count of which nothing is demanded */
	void *weight;          /* out [items] fs */
};

#endif
