/*
 * The worst slack of each pin with what paths get back of common path pessimism (CPPR): the least over all paths
 * through it; of pins of the clock network over the paths launched downstream of them. Computed only on demand.
 */
#ifndef GPU_CREDIT_TIMING_PIN_SLACKS_H
#define GPU_CREDIT_TIMING_PIN_SLACKS_H

#include "gpu/credit/timing_slacks.h"

/*
 * Bring timing->pin_slacks up to date in a split for a mode of credit, which isn't CREDIT_NONE. Where the lists of
 * launches and captures are too short to be certain it is a bound that no path's slack is below; pin_slacks.n_bounds
 * counts these. Not in the midst of another command. Fails as timing_update() and the device do.
 */
enum status timing_need_pin_slacks(struct timing *timing, enum credit_mode mode, enum split split);
bool timing_has_pin_slacks(const struct timing *timing, enum credit_mode mode, enum split split);

/* Copy them to the host, by place in the image of states: [n_states] fs, FS_NONE_64 = none. */
enum status timing_read_pin_slacks(struct timing *timing, struct queue *queue, enum split split,
				   int64_t *slack);

#endif
