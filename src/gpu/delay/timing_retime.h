/*
 * Path-based analysis of a netlist's timing: the inputs of re-timing (gpu/delay/k_retime.cu), and
 * weights that bound re-timed slacks.
 *
 * Graph-based analysis has one slew at each pin, the worst of all that merge there. A re-timed path
 * has its own slews, hence other delays and another check at its end, mostly better ones. Not
 * always, as real tables aren't monotone in slew: the graph-based slack bounds the re-timed one in
 * neither direction. A lower bound is the slack by the worst delay of each arc over all slews that
 * paths can have at its tail.
 *
 * Clock networks aren't re-timed: a path begins with the graph's arrival and slew at its
 * startpoint, and is checked against the graph's arrival and slew of the capturing clock, so credit
 * is the graph's. Likewise for latches: a path from the input of an open latch begins with the
 * graph's arrival and slew, and a path to a latch may borrow up to the setup time for its own slew.
 */
#ifndef GPU_DELAY_TIMING_RETIME_H
#define GPU_DELAY_TIMING_RETIME_H

#include "gpu/delay/device_retiming.h"
#include "gpu/timing/timing_paths.h"

/* Made on first use; device memory, owned. */
struct retime_image {
	struct retime_arc *d_arc; /* [arcs of the state graph's image] */
	int32_t *d_source_slew;   /* [sources] */
	/* Bounds: TIMING_RETIMING */
	int64_t largest; /* fs: upper bound of paths' sums */
	struct slew_range *d_range;
	int32_t *d_delay;
	int64_t *d_required;
	int32_t *d_sink_latch; /* [sinks], as in struct device_retiming; NULL = no latches */
	int64_t *d_window;     /* [sinks] fs: lower bound of latch_window() */
};

void retime_image_free(struct queue *queue, struct retime_image *image); /* NULL is fine */

/*
 * The inputs of re-timing for a split; device memory of the timing's, valid until it is updated.
 * STATUS_FAILED for dies, which aren't supported.
 */
enum status timing_retiming(struct timing *timing, enum split split, enum credit_mode mode,
			    struct device_retiming *out);

/*
 * Set the weights of a path graph so that each path's slack is a lower bound of its re-timed one,
 * mostly a close one. Otherwise as timing_weigh_paths(), which restores the weights.
 */
enum status timing_weigh_bounds(struct timing *timing, struct path_image *paths, enum split split,
				bool unconstrained);

/* The credit for a search by bounds, as timing_credit(), but late data of latches borrows only what
 * it may with any slew. */
enum status timing_bound_credit(struct timing *timing, enum split split, enum credit_mode mode,
				struct path_image *paths, struct device_credit *out);

#endif
