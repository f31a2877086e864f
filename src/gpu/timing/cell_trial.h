/*
 * Trying other cells for an instance on an existing timing: only the device's data of the instance
 * are changed, nothing on the host. Slacks are then those of a timing built for the netlist with
 * that cell.
 */
#ifndef GPU_TIMING_CELL_TRIAL_H
#define GPU_TIMING_CELL_TRIAL_H

#include "db/cell_exchange.h"
#include "gpu/timing/timing.h"

struct cell_trial;

/*
 * Begin with the instance's own cell; the timing must be up to date. `wires` has those of the nets
 * at its pins (NULL = the timing has no wires); borrowed until the end. *out NULL: no cell can be
 * tried, since delays depend on more than tables and loads: AOCV tables, an open die, nets with
 * several drivers, bidirectional pins.
 */
enum status cell_trial_begin(struct timing *timing, int32_t instance, const struct rc_forest *wires,
			     struct cell_trial **out);
/* Put a cell in place; *fits as cell_exchange_find(), if false the instance's own cell is. The
 * caller updates the timing. */
enum status cell_trial_put(struct cell_trial *trial, const struct early_late_cell *cell,
			   bool *fits);
/* Restore the instance's own cell and update the timing. NULL is fine. After a failure the timing
 * can only be freed. */
enum status cell_trial_end(struct cell_trial *trial);

#endif
