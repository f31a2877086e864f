/* Replacing the cells of instances in a linked netlist, for command replace_cell. */
#ifndef DB_REPLACE_CELL_H
#define DB_REPLACE_CELL_H

#include "db/netlist.h"

/* One cell for early and late; both with the same pins. */
struct early_late_cell {
	struct library *library[N_SPLITS]; /* borrowed */
	int32_t cell[N_SPLITS];
};

struct cell_replacement {
	int32_t instance;
	struct early_late_cell cell;
};

/* The cell of an instance. */
struct early_late_cell netlist_cell_of(const struct netlist *netlist, int32_t instance);

/*
 * A copy of a netlist with other cells for some instances. Pins, nets and instances keep their
 * numbers, so constraints and wires are valid for both netlists. STATUS_FAILED if the pins of old
 * and new cell differ in name, order or direction.
 */
enum status netlist_replace_cells(const struct netlist *netlist,
				  const struct cell_replacement *replacement, int32_t n,
				  struct task *task, struct netlist **out);

#endif
