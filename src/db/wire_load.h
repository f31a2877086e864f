/*
 * Wires estimated by a library's wire load model: a net's length follows from its fan-out; its
 * resistance and capacitance are divided equally among its loads, each at the end of its own
 * resistor (OpenSTA's balanced tree). Fan-out added by set_port_fanout_number has shares, too,
 * which no load of the design sees. The tree_type of the conditions of set_operating_conditions may
 * change this: all loads and the capacitance at the end of the whole resistance (worst_case_tree),
 * or no resistance (best_case_tree).
 */
#ifndef DB_WIRE_LOAD_H
#define DB_WIRE_LOAD_H

#include "base/task.h"
#include "db/net_wires.h"
#include "db/netlist.h"

/* The model of a split by set_wire_load_model, and its library; NULL = none (a library's
 * default_wire_load isn't applied, as in OpenSTA 3). constraints may be NULL. */
const struct lib_wire_load *wire_load_used(const struct netlist *netlist,
					   const struct constraints *constraints, enum split split,
					   const struct library **library);

/*
 * Estimated wires for all nets with drivers and loads that lack early or late parasitics (wires
 * NULL: for all), scaled to the conditions of a split; *out is NULL without a model.
 */
enum status wire_load_parasitics(const struct netlist *netlist, const struct net_wires *wires,
				 const struct constraints *constraints, enum split split,
				 struct task *task, struct parasitics **out);

#endif
