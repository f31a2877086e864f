/*
 * Updates of a timing that was up to date but for a few values that edits have touched: what depends on these is
 * computed again, level by level (k_touched.cu), and nothing else.
 */
#ifndef GPU_TIMING_TIMING_TOUCHED_H
#define GPU_TIMING_TIMING_TOUCHED_H

#include "gpu/timing/timing.h"

enum touch {
	TOUCH_DELAYS, /* delays of the arcs into these states of the delay image, and the states' slews */
	TOUCH_BEHIND_SLEW, /* delays of the arcs out of these states, whose slews were set */
	TOUCH_ARRIVALS,    /* arrivals of these states of the image */
	TOUCH_ENDS,        /* required times of these sinks */
};

/*
 * Touch n items (host): places of states, or sinks. Where timing_can_touch() says no, the product that they belong to
 * becomes out of date as a whole. STATUS_DEVICE_MEMORY and others.
 */
enum status timing_touch(struct timing *timing, enum touch touch, const int32_t *item, int32_t n);

/* Compute the loads of n nets (host) again, from the capacitances as they are now. STATUS_DEVICE_MEMORY and others. */
enum status timing_find_loads(struct timing *timing, const int32_t *net, int32_t n);

/* Is timing up to date but for touches, and without what such updates don't compute: latches, data checks, increments
 * of dies? */
bool timing_can_touch(const struct timing *timing);

/* Has it touches that no update has computed yet? */
bool timing_is_touched(const struct timing *timing);
/* Drop them: the products that are out of date are then computed as a whole. */
void timing_forget_touches(struct timing *timing);

/* For timing_update(): compute what depends on the touches, from product `first` on. */
enum status timing_update_touched(struct timing *timing, int first);
/* The image has this split's weights: compute those again that depend on touches since they were made. */
enum status timing_touch_weights(struct timing *timing, enum split split);
/* All weights have been computed, so none depends on touches any more. */
void timing_forget_touched_weights(struct timing *timing);
void touched_items_free(struct queue *queue, struct touched_items *touched); /* NULL is fine */

#endif
