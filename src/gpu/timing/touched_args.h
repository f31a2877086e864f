/* Arguments of k_touched.cu, the updates of what edits have touched (timing_touched.h). */
#ifndef GPU_TIMING_TOUCHED_ARGS_H
#define GPU_TIMING_TOUCHED_ARGS_H

#include <stdint.h>

#include "gpu/delay/delay_args.h"
#include "gpu/timing/timing_args.h"

struct touch_states_args {
	const int32_t *state;        /* [items] */
	struct touched_states own;   /* in and out: bits that these states get; NULL = none */
	struct touched_states heads; /* in and out: bits that their heads get; NULL = none */
	const int32_t *row, *to;
	int32_t first_sink, n_sinks; /* of the same graph: sinks have no bits */
};

struct put_arcs_args {
	const int32_t *place, *value; /* [items] */
	int32_t *arc;                 /* in and out: by place */
};

struct put_ends_args {
	const int64_t *constant;          /* [items] */
	const double *derate;             /* [items]; NULL = the endpoints keep theirs */
	const int32_t *group;             /* the same */
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
