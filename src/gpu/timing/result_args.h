/* Arguments of k_results.cu: readings of slacks and of points of paths. */
#ifndef GPU_TIMING_RESULT_ARGS_H
#define GPU_TIMING_RESULT_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"
#include "db/slack_totals.h"

struct endpoint_slacks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int64_t *slack; /* out [n_sinks] fs, FS_NONE_64 = unconstrained */
};

struct endpoint_values_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	int32_t split;
	const int64_t *slack;  /* [n_sinks] fs, with credit; NULL = before it */
	const uint8_t *chosen; /* [groups]: those that count, NULL = all */
	/* [n_sinks] kinds of endpoints, of which this one counts; NULL = all do */
	const uint8_t *kind;
	int32_t of_kind;
	int64_t low, high; /* fs: pins with low ≤ slack < high count; low ≥ high = all */
	uint64_t *key;     /* out [n_sinks]: slack, fs */
	int32_t *group;    /* out [n_sinks]: path group of the slack, -1 = no value */
	int32_t *sink;     /* out [n_sinks]: the sink that has it, -1 = none; NULL = not wanted */
};

struct slack_totals_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int64_t *slack; /* [n_sinks] fs, with credit; NULL = before it */
	int32_t split;
	int64_t n_items;
	struct slack_totals *totals; /* in and out */
};

struct timing_point {
	int64_t arrival; /* fs */
	double slew;     /* ps */
	double load;     /* fF: of the net at the point */
};

struct gather_points_args {
	struct device_timing timing;
	const int64_t *arrival;    /* [2 n_states] fs */
	const int32_t *state;      /* [items]: states of vertices */
	const int32_t *slew_state; /* [items]: likewise in the timing graph */
	int32_t split;
	struct timing_point *point; /* out */
};

#endif
