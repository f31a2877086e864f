/* What paths with delays of their own need in device memory. */
#ifndef GPU_DELAY_DEVICE_RETIMING_H
#define GPU_DELAY_DEVICE_RETIMING_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

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

/*
 * Between which values the slew at a state can be, over all paths there; and the worst delay that an arc has with
 * any of them.
 */
struct slew_range {
	double low, high; /* ps */
};

#endif
