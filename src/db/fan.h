/*
 * The fan-in and fan-out of pins in a netlist: what get_fanin and get_fanout of OpenSTA give. From a
 * driver to the loads of its net, from a pin of an instance along its timing arcs; clock pins of
 * registers end it, as data is launched again there. Checks aren't followed.
 */
#ifndef DB_FAN_H
#define DB_FAN_H

#include "db/constraints.h"
#include "db/query.h"

struct fan_query {
	bool forward;       /* what the pins lead to; else what leads to them */
	bool all_arcs;      /* also those that set_disable_timing or constants turn off */
	bool ends_only;     /* only where that ends: startpoints, or endpoints */
	int32_t levels;     /* the most cells, 0 = any number */
	int32_t pin_levels; /* the most pins after the first, 0 = any number */
};

/*
 * Add to a list of pins (OBJECT_PIN; ports are pins too) what their fan reaches; they are part of it
 * themselves. Time and memory in proportion to what is reached, and to the netlist where constraints
 * (NULL = none) have constants. STATUS_CANCELLED, STATUS_NO_MEMORY.
 */
enum status fan_find(const struct netlist *netlist, const struct constraints *constraints,
		     const struct fan_query *query, struct task *task, struct object_list *pins);

#endif
