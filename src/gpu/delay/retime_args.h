/* Argument structs of k_retime.cu, by which paths get delays of their own; included by kernels.h. */
#ifndef GPU_DELAY_RETIME_ARGS_H
#define GPU_DELAY_RETIME_ARGS_H

/* What re-timing reads of an arc of the state graph: 16 bytes, one access. */
struct retime_arc {
	int32_t type;   /* as device_timing.in_type */
	int32_t place;  /* of its delay, -1 = no data passes */
	int32_t head;   /* state of the timing graph */
	int32_t vertex; /* of that state; ~vertex = its slew is given */
};

/* AOCV: derates by a path's depth and distance; see gpu/delay/aocv.h. */
struct device_aocv_table {
	int64_t first; /* in number: depths, distances (µm), values, the depth running fastest */
	int32_t n_depths, n_distances;
};

enum { AOCV_PIN_PLACED = 1 };

struct aocv_pin {
	int32_t x, y; /* of its cell's middle, in the placement's unit */
	int32_t flags;
};

/* Of a path that isn't placed: beyond all points of all tables. */
#define AOCV_ANY_DISTANCE 1e300
/* No table depends on it. */
#define AOCV_NO_DISTANCE -1.0

struct device_aocv {
	const struct device_aocv_table *table; /* NULL = there are none */
	const double *number;
	/* [4 classes]: of each class of derates the table of cells early and late, of nets; -1 = its factor counts */
	const int32_t *table_of;
	const struct aocv_pin
		*pin; /* [n_all_pins]; NULL = no table depends on distance, or nothing is placed */
	const uint8_t *drives; /* [n_all_pins]: it drives its net */
	double unit;           /* µm */
	int32_t by_distance;   /* some table depends on it */
};

/* A timing whose paths are re-timed. The arrays of arcs and sources are those of the state graph's image. */
struct device_retiming {
	struct device_timing timing;
	struct device_states states;
	const struct device_endpoint *endpoint;
	const struct retime_arc *arc; /* [arcs] */
	const int32_t *source_state;  /* [sources]: where paths begin */
	const int32_t *source_slew;   /* [sources]: the same in the timing graph */
	struct device_credit credit;  /* between sources and sinks of the state graph */
	struct device_aocv aocv;
	const struct device_latch *latch;
	const int32_t
		*sink_latch; /* [sinks]: the latch of late data, -1 = none; NULL = there are none */
	int32_t split;
};

/* A path re-timed; times in fs. */
struct retimed_path {
	int64_t slack;       /* with credit; FS_NONE_64 = a delay is no number */
	int64_t graph_slack; /* by the delays of graph-based analysis, with credit */
	int64_t credit;
	int64_t borrowed;     /* what a latch's data gets beside its credit */
	int32_t source, sink; /* of the state graph's image */
	int32_t record;       /* in its search */
	int32_t n_points;     /* states from the startpoint to the endpoint */
	/* With AOCV: what its derates are by; else 0. µm, AOCV_ANY_DISTANCE = a cell of it isn't placed, or
	 * AOCV_NO_DISTANCE. */
	int32_t n_cells, n_nets;
	double distance;
};

/* A point of a path; times in fs. */
struct retimed_point {
	int64_t arrival; /* at the sink the required time without credit */
	int64_t graph;   /* the same by graph-based analysis */
	double slew;     /* ps, of the path */
	int32_t state;   /* of the state graph's image */
};

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

/*
 * Between which values the slew at a state can be, over all paths there; and the worst delay that an arc has with
 * any of them.
 */
struct slew_range {
	double low, high; /* ps */
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
