/* Another library cell for an instance of a linked netlist: what replace_cell does. */
#ifndef DB_REPLACE_CELL_H
#define DB_REPLACE_CELL_H

#include "db/netlist.h"

/* One cell for early and late; both with the same pins. */
struct early_late_cell {
	struct library *library[N_SPLITS]; /* borrowed */
	int32_t cell[N_SPLITS];
};

/*
 * A copy of a netlist in which an instance is one of another cell. All numbers of pins, nets and instances stay, so
 * constraints and wires of the one are those of the other. STATUS_FAILED when the pins of both cells differ by name, order or
 * direction.
 */
enum status netlist_replace_cell(const struct netlist *netlist, int32_t instance,
				 const struct early_late_cell *cell, struct task *task,
				 struct netlist **out);

#endif
