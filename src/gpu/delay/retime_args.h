/* Arguments of k_retime.cu: re-timing of paths, and bounds of their slacks. */
#ifndef GPU_DELAY_RETIME_ARGS_H
#define GPU_DELAY_RETIME_ARGS_H

#include <stdint.h>

#include "gpu/delay/device_retiming.h"

struct retime_paths_args {
	struct device_retiming retiming;
	/* Paths as written by trace_points: the source, arcs, the arc to the sink; path i is from
	 * offset[i] on. */
	const int64_t *offset; /* [items + 1] */
	const int32_t *arc;
	const int32_t *record; /* [items] */
	/* Of the searched graph's arcs and sources: the state graph's arc, or ~source; NULL = it is the state
	 * graph. Transposed, a path is listed from its endpoint back. */
	const int32_t *arc_from, *source_from;
	int32_t transposed;
	struct retimed_path *path; /* out [items] */
	/* out [offset[items]], from the startpoint on; NULL = not wanted */
	struct retimed_point *point;
};

/* Re-timing with AOCV. */
struct retime_derated_args {
	struct retime_paths_args paths;
};

struct bound_sweep_args {
	struct device_timing timing;
	int64_t n_levels;
	struct slew_range *range; /* out [2 n_states] by split */
	int32_t *delay;       /* out [2 n_arcs] fs: the largest late and the least early delay */
	int32_t with_latches; /* ranges of latches' outputs are set before; all others are NaN */
};

struct bound_latches_args {
	struct device_timing timing;
	const struct latch_output *output;
	const struct latch_input *input;
	struct slew_range *range; /* out: of outputs, by split */
	int32_t *delay;           /* out: of arcs through latches */
};

struct bound_endpoints_args {
	struct device_states states; /* out: required times of sinks */
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct slew_range *range;
	const struct device_endpoint *endpoint;
};

struct bound_windows_args {
	struct device_states
		states; /* in and out: required times, changed if a pulse is too short */
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct slew_range *range;
	const struct device_endpoint *endpoint;
	const struct device_latch *latch;
	int64_t *window; /* out [sinks] fs: see latch_window() */
};

#endif
