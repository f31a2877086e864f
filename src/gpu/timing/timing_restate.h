/*
 * Replacing the state graph of a timing: changes of constraints that affect only states need no new
 * timing graph, wires or loads, and mostly no new delays. Or replacing the timing graph, too, but
 * keeping wires and loads. All reports are those of a timing that is built again.
 */
#ifndef GPU_TIMING_TIMING_RESTATE_H
#define GPU_TIMING_TIMING_RESTATE_H

#include "gpu/timing/timing.h"

/*
 * Replace the constraints (takes a reference); options: STATES_… . Afterwards annotations must be
 * set again by timing_renew_annotations(). *done = false: delays or the timing graph would change,
 * and nothing was done. After a failure (also STATUS_CANCELLED) the timing can only be freed.
 */
enum status timing_restate(struct timing *timing, struct constraints *now, int options,
			   struct task *task, bool *done);

/* Would wires and loads stay the same by these constraints (NULL = none)? */
bool timing_keeps_wires(const struct timing *timing, const struct constraints *now);
/* If so: free all else, to make room for new graphs. */
void timing_strip(struct timing *timing);
/* Fill a stripped timing with graphs of the same netlist, which are taken over, also on failure;
 * then the timing can only be freed. Annotations and AOCV tables must be set again. */
enum status timing_fill(struct timing *timing, struct timing_graph *graph,
			struct state_graph *states);

#endif
