/* Arguments of k_states.cu, k_latches.cu and k_die.cu: arrivals, required times, checks. */
#ifndef GPU_TIMING_TIMING_ARGS_H
#define GPU_TIMING_TIMING_ARGS_H

#include <stdint.h>

#include "gpu/image/device_timing.h"

/* ---- k_states.cu ---- */

struct resolve_constants_args {
	const struct device_constant *given;
	const int64_t *extra;
	int64_t *constant; /* out [2 items] fs */
};

struct clear_arrivals_args {
	struct device_states states;
};

struct set_seeds_args {
	const struct device_seed *seed;
	const int64_t *extra;
	int64_t *arrival;
};

struct place_flags_args {
	const int32_t *number;  /* of the item at each place: states of an image, or arcs */
	const uint8_t *of_item; /* [n] */
	int32_t n;              /* those from here on have none: 0 */
	uint8_t *flags;         /* out, by place */
};

/* Which arcs data takes: none of clocks' ways, and all to sinks. */
struct data_arcs_args {
	const int32_t *to;    /* [n_arcs] */
	const int32_t *arc;   /* [n_arcs]: as in struct device_states */
	const uint8_t *flags; /* [n_states] */
	int32_t first_sink, n_sinks;
	uint8_t *is_data; /* out [n_arcs] */
};

/* Arcs of a state graph have their delays from arcs of the timing graph. */
struct place_delays_args {
	const int32_t *
		number; /* of each arc of the image, in the state graph; those from n on lead to sinks */
	int32_t n;
	const uint8_t *
		passes; /* [n]: those where something passes are the timing graph's of that number; NULL = … */
	const int32_t *from; /* … [n]: arcs of it, ~constants or ARC_NOWHERE */
	const int32_t *
		place; /* of each arc of the timing graph in its image; NULL = the images are one */
	int32_t n_timing;    /* arcs of the timing graph; those after it, through latches, … */
	int32_t first_latch; /* … have delays from this place on */
	int32_t *arc;        /* out: places of delays, ~constants or ARC_NOWHERE */
};

struct arrival_sweep_args {
	struct device_states states;
};

struct reference_arrivals_args {
	struct device_states states;
	struct device_references references;
};

struct check_endpoints_args {
	struct device_states states;
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct device_endpoint *endpoint;
	int32_t is_single; /* checks aren't derated */
};

struct required_sweep_args {
	struct device_states states;
};

/* ---- k_latches.cu ---- */

struct latch_windows_args {
	struct device_states states;
	struct device_tables tables;
	const double *slew; /* of the timing graph */
	const struct device_endpoint *endpoint;
	struct device_latches latches;
	int32_t is_single;
};

struct latch_departures_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_latches latches;
	int32_t with_credit; /* late data may be forgiven what its clocks share */
	int32_t ends;        /* what still changes is taken to borrow all it may */
};

struct set_departures_args {
	struct device_latches latches;
	int64_t *arrival;
};

struct latch_required_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	struct device_latches latches;
};

/* ---- k_die.cu ---- */

/* Of a single die: early ones become the late ones. */
struct single_delays_args {
	int32_t *delay; /* [2 arcs] fs */
};

struct single_slews_args {
	double *slew; /* [2 states] ps */
};

struct single_extras_args {
	int64_t *extra; /* [2 drivers] fs */
};

/* A die of gpu/ssta/ssta.h that is open: what its delays and checks differ by from the nominal ones. */
struct open_die_args {
	const int32_t *increment; /* [arcs] fs */
	int32_t *delay;           /* [2 arcs] fs */
	struct timing_summary *summary;
};

struct open_checks_args {
	struct device_states states;
	const struct device_endpoint *endpoint;
	const int32_t *increment; /* [sinks] fs */
};

#endif
