/* The parts of an update that latches need; for gpu/timing/timing.c alone. */
#ifndef GPU_TIMING_TIMING_LATCHES_H
#define GPU_TIMING_TIMING_LATCHES_H

#include "gpu/timing/timing.h"

/* Queue the sweep of delays once more; and arrivals from their seeds on, with what leaves latches (NULL
 * = nothing). */
typedef void timing_sweep_fn(struct timing *timing, const struct device_timing *device);
struct set_departures_args;
typedef void timing_arrive_fn(struct timing *timing, const struct set_departures_args *departures);

/* Before the first sweep of delays: slews of latches' outputs are found again. */
void timing_begin_slews(struct timing *timing);
/* After it: delays of the arcs through latches, and slews after them. */
enum status timing_latch_delays(struct timing *timing, const struct device_timing *device,
				timing_sweep_fn *sweep);
/* Arrivals, swept until what leaves latches doesn't change; how many departures didn't settle is in
 * timing->n_endless. */
enum status timing_settle_latches(struct timing *timing, timing_arrive_fn *arrive);
/* After check_endpoints: required times of latches' data. */
void timing_latch_required(struct timing *timing);

#endif
