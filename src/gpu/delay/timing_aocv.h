/*
 * AOCV as part of a design's timing (db/aocv.h).
 *
 * Graph-based analysis has one delay an arc for all paths: it is derated by the worst factor of any
 * path. Outside of clock networks this is the worst factor at depths from the least depth of all
 * paths through the arc's end on, at distances up to the diagonal of the placement (at any distance
 * for unplaced cells); in clock networks, which aren't re-timed, at depth 1. Re-timed paths
 * (timing_retime.h) have the factors of their own depths and distance. So, but for slews, a path's
 * re-timed slack is never below its graph-based one.
 */
#ifndef GPU_DELAY_TIMING_AOCV_H
#define GPU_DELAY_TIMING_AOCV_H

#include "db/aocv.h"
#include "db/layout/placement.h"
#include "gpu/delay/device_retiming.h"
#include "gpu/timing/timing.h"

/* On the device, owned. */
struct aocv_image {
	struct device_aocv device;
};

void aocv_image_free(struct queue *queue, struct aocv_image *image); /* NULL is fine */

/* The least numbers of cell arcs and of nets on a path through each vertex; ≥ 1. */
struct aocv_depths {
	int32_t *cells, *nets; /* owned [vertices of the timing graph] */
};

enum status aocv_depths_find(struct timing_graph *graph, const struct state_graph *states,
			     struct aocv_depths *out);
void aocv_depths_release(struct aocv_depths *depths);

/*
 * Set the AOCV tables (NULL = none) and the placement that gives distances (NULL = unplaced); both
 * are only read, during the call. Puts delays out of date.
 */
enum status timing_set_aocv(struct timing *timing, const struct aocv *aocv,
			    const struct placement *placement);

#endif
