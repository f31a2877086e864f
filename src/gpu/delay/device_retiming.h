/* Re-timing of paths in device memory: its inputs, and re-timed paths. */
#ifndef GPU_DELAY_DEVICE_RETIMING_H
#define GPU_DELAY_DEVICE_RETIMING_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

/* An arc of the state graph for re-timing: 16 bytes, one access. */
struct retime_arc {
	int32_t type;   /* as device_timing.in_type */
	int32_t place;  /* of its delay, -1 = no data passes */
	int32_t head;   /* state of the timing graph */
	int32_t vertex; /* of `head`; ~vertex = its slew is given */
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

/* Distance of a path with an unplaced cell: beyond all points of all tables. */
#define AOCV_ANY_DISTANCE 1e300
/* Distance if no table depends on it. */
#define AOCV_NO_DISTANCE -1.0

struct device_aocv {
	const struct device_aocv_table *table; /* NULL = there are none */
	const double *number;
	/* [4 classes]: tables of each class of derates: cells early, cells late, nets early, nets
	 * late; -1 = by its factor */
	const int32_t *table_of;
	/* [n_all_pins]; NULL = no table depends on distance, or nothing is placed */
	const struct aocv_pin *pin;
	const uint8_t *drives; /* [n_all_pins]: 1 = the pin drives its net */
	double unit;           /* of the placement, µm */
	int32_t by_distance;   /* some table depends on distance */
};

/* Inputs of re-timing. Arcs and sources are those of the state graph's image. */
struct device_retiming {
	struct device_timing timing;
	struct device_states states;
	const struct device_endpoint *endpoint;
	const struct retime_arc *arc; /* [arcs] */
	const int32_t *source_state;  /* [sources]: where paths begin */
	const int32_t *source_slew;   /* [sources]: state of the timing graph with the first slew */
	struct device_credit credit;  /* by sources and sinks of the state graph */
	struct device_aocv aocv;
	const struct device_latch *latch;
	const int32_t *sink_latch; /* [sinks]: latch of late data, -1 = none; NULL = no latches */
	int32_t split;
};

/* A re-timed path; times in fs. */
struct retimed_path {
	int64_t slack;       /* with credit; FS_NONE_64 = a delay isn't a number */
	int64_t graph_slack; /* by the delays of graph-based analysis, with credit */
	int64_t credit;
	int64_t borrowed;     /* by a latch's data, without credit */
	int32_t source, sink; /* of the state graph's image */
	int32_t record;       /* in its search */
	int32_t n_points;     /* states from the startpoint to the endpoint */
	/* AOCV depths and distance (µm, AOCV_ANY_DISTANCE or AOCV_NO_DISTANCE); without AOCV 0 */
	int32_t n_cells, n_nets;
	double distance;
};

/* A point of a path; times in fs. */
struct retimed_point {
	int64_t arrival; /* at the sink the required time without credit */
	int64_t graph;   /* arrival or required time by graph-based analysis */
	double slew;     /* ps, of the path */
	int32_t state;   /* of the state graph's image */
};

/*
 * The range of the slew at a state over all paths to it.
 */
struct slew_range {
	double low, high; /* ps */
};

#endif
