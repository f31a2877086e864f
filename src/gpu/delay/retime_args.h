/* Arguments of k_retime.cu, by which paths get delays of their own. */
#ifndef GPU_DELAY_RETIME_ARGS_H
#define GPU_DELAY_RETIME_ARGS_H

#include <stdint.h>

#include "gpu/delay/device_retiming.h"

struct retime_paths_args {
	struct device_retiming retiming;
	/* Paths as trace_points writes them: the source, arcs, and an arc to the sink; from `offset` on. */
	const int64_t *offset; /* [items + 1] */
	const int32_t *arc;
	const int32_t *record; /* [items] */
	/* Of the searched graph's arcs and sources: the state graph's arc, or ~source; NULL = it is the state
	 * graph. Transposed, a path is listed from its endpoint back. */
	const int32_t *arc_from, *source_from;
	int32_t transposed;
	struct retimed_path *path; /* out [items] */
	struct retimed_point
		*point; /* out [offset[items]], from the startpoint on; NULL = not wanted */
};

/* By AOCV. */
struct retime_derated_args {
	struct retime_paths_args paths;
};

struct bound_sweep_args {
	struct device_timing timing;
	int64_t n_levels;
	struct slew_range *range; /* out [2 n_states] by split */
	int32_t *delay;           /* out [2 n_arcs] fs: late the largest, early the least */
	int32_t with_latches;     /* ranges of their outputs are there, all others are no numbers */
};

struct bound_latches_args {
	struct device_timing timing;
	const struct latch_output *output;
	const struct latch_input *input;
	struct slew_range *range; /* out: of outputs, by split */
	int32_t *delay;           /* out: of arcs through latches */
};

struct bound_endpoints_args {
	struct device_states states; /* whose required times are written, of sinks alone */
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct slew_range *range;
	const struct device_endpoint *endpoint;
};

struct bound_windows_args {
	struct device_states
		states; /* whose required times are changed where a pulse is too short */
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct slew_range *range;
	const struct device_endpoint *endpoint;
	const struct device_latch *latch;
	int64_t *window; /* out, by sinks, fs */
};

#endif
