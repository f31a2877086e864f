/*
 * Other states for a timing: what constraints change there, and only there, needs no other timing graph, wires or
 * loads, and mostly no other delays. Or another timing graph with the wires and loads that there are. All reports are
 * those of a timing that is built again.
 */
#ifndef GPU_TIMING_TIMING_RESTATE_H
#define GPU_TIMING_TIMING_RESTATE_H

#include "gpu/timing/timing.h"

/*
 * From now on by these constraints, to which a reference is taken, instead of those it has; options: STATES_… . What was
 * annotated is to be set again by timing_renew_annotations(). *done = false: delays or the graph would be others (nothing has changed then). After a
 * failure (STATUS_CANCELLED too) it is of no more use but to be freed.
 */
enum status timing_restate(struct timing *timing, struct constraints *now, int options,
			   struct task *task, bool *done);

/* Would its wires and loads be the same by these constraints (NULL = none)? */
bool timing_keeps_wires(const struct timing *timing, const struct constraints *now);
/* Then: all else goes, so that there is room for … */
void timing_strip(struct timing *timing);
/* … graphs of the same netlist, which are taken over, also on failure; after that it is of no more use but to be freed. What
 * was annotated, and AOCV tables, are to be set again. */
enum status timing_fill(struct timing *timing, struct timing_graph *graph,
			struct state_graph *states);

#endif
