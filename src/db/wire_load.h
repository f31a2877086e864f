/*
 * Wires that a library's wire load model guesses: of each net a length by its fan-out, whose resistance and
 * capacitance its loads share alike, each at the end of a resistor of its own (OpenSTA's balanced tree); what
 * set_port_fanout_number adds at a port has shares that nothing of the design sees. The tree_type of
 * conditions that set_operating_conditions gives may say otherwise: all loads and the capacitance are at the end of the
 * whole resistance (worst_case_tree), or there is none (best_case_tree).
 */
#ifndef DB_WIRE_LOAD_H
#define DB_WIRE_LOAD_H

#include "base/task.h"
#include "db/net_wires.h"
#include "db/netlist.h"

/* The model that counts in a split, and its library: that of set_wire_load_model; NULL = there is none (a library's
 * default_wire_load isn't applied, as in OpenSTA 3). constraints may be NULL. */
const struct lib_wire_load *wire_load_used(const struct netlist *netlist,
					   const struct constraints *constraints, enum split split,
					   const struct library **library);

/*
 * The wires of all nets with drivers and loads that lack parasitics early or late (wires NULL: all), scaled to the
 * conditions of a split; *out is NULL where there is no model.
 */
enum status wire_load_parasitics(const struct netlist *netlist, const struct net_wires *wires,
				 const struct constraints *constraints, enum split split,
				 struct task *task, struct parasitics **out);

#endif
