/*
 * What an edit has touched of a timing that was up to date: from there on alone it is computed again, level by level
 * (k_touched.cu).
 */
#ifndef GPU_TIMING_TIMING_TOUCHED_H
#define GPU_TIMING_TIMING_TOUCHED_H

#include "gpu/timing/timing.h"

enum touch {
	TOUCH_DELAYS, /* the delays that lead to these states of the delay image, and their slews */
	TOUCH_BEHIND_SLEW, /* those that lead on from them, as their slews were set again */
	TOUCH_ARRIVALS,    /* the arrivals of these states of the image */
	TOUCH_ENDS,        /* the required times of these sinks */
};

/*
 * n of them, places or numbers of sinks, host. Where the timing isn't up to date but for other edits, or has what isn't
 * computed by touches (latches, data checks, dies), all of what this implies is out of date. STATUS_DEVICE_MEMORY and others.
 */
enum status timing_touch(struct timing *timing, enum touch touch, const int32_t *item, int32_t n);

/* The loads of nets, host, by the capacitances that are there now. STATUS_DEVICE_MEMORY and others. */
enum status timing_find_loads(struct timing *timing, const int32_t *net, int32_t n);

/* Would that be by touches? */
bool timing_can_touch(const struct timing *timing);

/* Is it by touches alone that something is old? */
bool timing_is_touched(const struct timing *timing);
/* Then what is old is made again of all. */
void timing_forget_touches(struct timing *timing);

/* For timing_update(): compute what is touched, from a product on. */
enum status timing_update_touched(struct timing *timing, int first);
/* Change the weights of the image of what was touched since they were made of this split; or forget that. */
enum status timing_touch_weights(struct timing *timing, enum split split);
void timing_forget_touched_weights(struct timing *timing);
void touched_items_free(struct queue *queue, struct touched_items *touched); /* NULL is fine */

#endif
