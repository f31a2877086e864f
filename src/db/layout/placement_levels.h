/* A netlist that nothing has placed, drawn by its logic. */
#ifndef DB_LAYOUT_PLACEMENT_LEVELS_H
#define DB_LAYOUT_PLACEMENT_LEVELS_H

#include "db/layout/placement.h"
#include "db/timing_graph.h"

/*
 * A placement that is only for looking at: levels of logic from left to right, all cells points; a register is at the
 * level of its own data, the first cells after registers and inputs are at level 0.
 * STATUS_NO_MEMORY, STATUS_CANCELLED.
 */
enum status placement_by_levels(const struct timing_graph *timing, struct task *task,
				struct placement **out);

#endif
