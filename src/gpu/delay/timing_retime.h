/*
 * Path-based analysis of a netlist's timing: what paths are re-timed with (gpu/delay/k_retime.cu), and weights that
 * bound what comes of it.
 *
 * Graph-based analysis has one slew at each pin, the worst of all that come together there; a path has the slews that
 * come along itself, so its delays, and the check at its end, are others: mostly better ones. Not always, as real
 * tables aren't monotone in slew, so that the graph's slack of a path bounds its own in neither direction. What is a
 * bound is the slack by the worst that each delay can be for any slew that any path brings to its tail.
 *
 * Clock networks aren't re-timed: a path begins with the graph's arrival and slew at its startpoint, and is checked
 * against the graph's arrival and slew of the capturing clock, so credit is that of the graph. The same is true of
 * latches: paths that data begins at the input of an open latch leave with the graph's arrival and slew, and those that
 * end at one may borrow what the setup time for their own slew leaves.
 */
#ifndef GPU_DELAY_TIMING_RETIME_H
#define GPU_DELAY_TIMING_RETIME_H

#include "gpu/delay/device_retiming.h"
#include "gpu/timing/timing_paths.h"

/* Made when first asked for; device memory, owned. */
struct retime_image {
	struct retime_arc *d_arc; /* [arcs of the state graph's image] */
	int32_t *d_source_slew;   /* [sources] */
	/* Bounds: TIMING_RETIMING */
	int64_t largest; /* no path's sum passes it, fs */
	struct slew_range *d_range;
	int32_t *d_delay;
	int64_t *d_required;
	int32_t *
		d_sink_latch; /* [sinks] as in struct device_retiming; NULL = there are no latches */
	int64_t *d_window;    /* [sinks]: what late data of latches may borrow, at least */
};

void retime_image_free(struct queue *queue, struct retime_image *image); /* NULL is fine */

/*
 * What paths of a split are re-timed with, until something is computed again; device memory of the timing's.
 * STATUS_FAILED for what isn't done: dies.
 */
enum status timing_retiming(struct timing *timing, enum split split, enum credit_mode mode,
			    struct device_retiming *out);

/*
 * Weigh a path graph so that no path's slack is above its re-timed one, and mostly not far below it. Else as
 * timing_weigh_paths(), which takes that back.
 */
enum status timing_weigh_bounds(struct timing *timing, struct path_image *paths, enum split split,
				bool unconstrained);

/* The credit of such a search (timing_credit()): late data of latches gets what any slew lets it borrow. */
enum status timing_bound_credit(struct timing *timing, enum split split, enum credit_mode mode,
				struct path_image *paths, struct device_credit *out);

#endif
