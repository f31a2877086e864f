/* The lens fastest_cells: the netlist with each cell at its fastest size and threshold. */
#ifndef SESSION_FASTEST_H
#define SESSION_FASTEST_H

#include "session/design.h"

/*
 * A copy of the netlist in which each instance is of the fastest cell that replace_cell can make it one of: functions, pins
 * and state are the same (db/cells_alike.h), and it isn't dont_use. Fastest is the least of the cells' worst delays by their
 * late tables, at the slew and load in the middle of the first delay table of the cell that the instance has; so all
 * instances of one cell become ones of another. Of equal ones it stays what it is. STATUS_NO_MEMORY, STATUS_CANCELLED.
 */
enum status design_make_fast(const struct design *design, struct task *task, struct netlist **out);

#endif
