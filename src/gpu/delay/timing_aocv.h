/*
 * AOCV as part of a design's timing (db/aocv.h).
 *
 * Graph-based analysis has one delay at an arc, whichever path comes along: it is derated by the worst factor that any of
 * its paths has. Outside of clock networks that is the worst at the least depth of all paths through the arc's end or a
 * larger one, up to the diagonal of all that is placed (of what isn't placed, at any distance); in clock networks, which
 * aren't re-timed, at depth 1. Paths that are re-timed (timing_retime.h) have the factors of their own depths and distance.
 * So a path's own slack is never below that by these delays, but for slews.
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

/* The least number of cell arcs and of nets of any path through each vertex, its own arcs included; ≥ 1. */
struct aocv_depths {
	int32_t *cells, *nets; /* owned [vertices of the timing graph] */
};

enum status aocv_depths_find(struct timing_graph *graph, const struct state_graph *states,
			     struct aocv_depths *out);
void aocv_depths_release(struct aocv_depths *depths);

/*
 * From now on delays are derated by these tables (only read; NULL = by none), for cells at the places of a placement (only
 * read; NULL = anywhere). Delays are out of date then.
 */
enum status timing_set_aocv(struct timing *timing, const struct aocv *aocv,
			    const struct placement *placement);

#endif
