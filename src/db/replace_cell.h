/* Other library cells for instances of a linked netlist: what replace_cell does. */
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

/* The cell that an instance is one of. */
struct early_late_cell netlist_cell_of(const struct netlist *netlist, int32_t instance);

/*
 * A copy of a netlist in which instances are ones of other cells. All numbers of pins, nets and instances stay, so
 * constraints and wires of the one are those of the other. STATUS_FAILED when the pins of both cells differ by name, order or
 * direction.
 */
enum status netlist_replace_cells(const struct netlist *netlist,
				  const struct cell_replacement *replacement, int32_t n,
				  struct task *task, struct netlist **out);

#endif
