/*
 * Another cell in place of an instance's, tried on a timing that is there: what the kernels look up for it is changed in device
 * memory, and nothing on the host. Slacks are then those of the netlist with that cell, built from nothing.
 */
#ifndef GPU_TIMING_CELL_TRIAL_H
#define GPU_TIMING_CELL_TRIAL_H

#include "db/cell_exchange.h"
#include "gpu/timing/timing.h"

struct cell_trial;

/*
 * Begin with the cell that the instance has, of a timing that is up to date. `wires` are those of the nets at its pins (NULL = no
 * wires are on it); borrowed until the end. *out NULL: nothing can be tried here, as delays depend on more than tables and
 * loads: AOCV tables, an open die, nets with several drivers, pins of both directions.
 */
enum status cell_trial_begin(struct timing *timing, int32_t instance, const struct rc_forest *wires,
			     struct cell_trial **out);
/* Put another one there; *fits as cell_exchange_find(), else the instance's own is there. What follows is to be computed. */
enum status cell_trial_put(struct cell_trial *trial, const struct early_late_cell *cell,
			   bool *fits);
/* As it was, and up to date. NULL is fine. After a failure the timing is of no more use. */
enum status cell_trial_end(struct cell_trial *trial);

#endif
