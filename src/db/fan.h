/*
 * The fan-in and fan-out of pins in a netlist, as of get_fanin and get_fanout in OpenSTA: from a
 * driver to the loads of its net, from a pin of an instance along its timing arcs, up to clock pins
 * of registers. Checks aren't followed.
 */
#ifndef DB_FAN_H
#define DB_FAN_H

#include "db/constraints.h"
#include "db/query.h"

struct fan_query {
	bool forward;       /* fan-out; false = fan-in */
	bool all_arcs;      /* also arcs turned off by set_disable_timing or constants */
	bool ends_only;     /* only startpoints, or endpoints */
	int32_t levels;     /* cells passed at most, 0 = no limit */
	int32_t pin_levels; /* pins after the first at most, 0 = no limit */
};

/*
 * Extend a list of pins (OBJECT_PIN, ports included) by their fan. Time and memory are proportional
 * to the pins reached, and to the netlist if constraints (NULL = none) have constants.
 * STATUS_CANCELLED, STATUS_NO_MEMORY.
 */
enum status fan_find(const struct netlist *netlist, const struct constraints *constraints,
		     const struct fan_query *query, struct task *task, struct object_list *pins);

#endif
