/*
 * The worst slack of each pin with credit (CPPR): the least over all paths through it; for pins of
 * the clock network, over the paths launched downstream of them. Computed on demand.
 */
#ifndef GPU_CREDIT_TIMING_PIN_SLACKS_H
#define GPU_CREDIT_TIMING_PIN_SLACKS_H

#include "gpu/credit/timing_slacks.h"

/*
 * Bring timing->pin_slacks up to date in a split for a mode of credit other than CREDIT_NONE. For
 * pins whose lists of launches and captures are too short to decide, the value is a lower bound;
 * pin_slacks.n_bounds counts these. Not within another command. Fails as timing_update() and the
 * device do.
 */
enum status timing_need_pin_slacks(struct timing *timing, enum credit_mode mode, enum split split);
bool timing_has_pin_slacks(const struct timing *timing, enum credit_mode mode, enum split split);

/* Copy the slacks to the host, by place in the image of states: [n_states] fs, FS_NONE_64 =
 * none. */
enum status timing_read_pin_slacks(struct timing *timing, struct queue *queue, enum split split,
				   int64_t *slack);

#endif
