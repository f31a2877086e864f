/* The schema of constraints: a row for each field (db/fields.h). A new field needs only its row. */
#ifndef DB_CONSTRAINTS_FIELDS_H
#define DB_CONSTRAINTS_FIELDS_H

#include "db/fields.h"

/* What is affected by a difference in a field. */
enum {
	CHANGES_STRUCTURE = 1 << 0, /* states, arcs or ends */
	CHANGES_CLOCKS = 1 << 1,    /* sources of clocks and their networks */
	CHANGES_EDGES = 1 << 2,     /* times of their edges */
	CHANGES_CLOCK_SLEWS = 1 << 3,
	CHANGES_ENDS = 1 << 4,   /* required times of all ends */
	CHANGES_DELAYS = 1 << 6, /* of inputs and outputs */
	CHANGES_PORT_SLEWS = 1 << 7,
	CHANGES_LOADS = 1 << 8,
	CHANGES_NET_LOADS = 1 << 9,
	CHANGES_DRIVERS = 1 << 10,
	CHANGES_REQUIRED = 1 << 11,
	CHANGES_CONDITIONS = 1 << 12,
	CHANGES_CONSTANTS = 1 << 13, /* of case analysis */
	CHANGES_DISABLED = 1 << 14,
	CHANGES_DERATES = 1 << 15,
	CHANGES_RULES = 1 << 16, /* values of local rules */
	/* of exceptions: the paths they distinguish, the checks they apply to, their effect */
	CHANGES_PATHS = 1 << 17,
	CHANGES_CHECKS = 1 << 18,
	CHANGES_EXCEPTIONS = 1 << 19,
};

extern const struct schema clock_schema, clock_pin_schema, clock_group_schema, local_rule_schema,
	driving_arc_schema, port_constraint_schema;
extern const struct schema point_list_schema, path_filter_schema, exception_schema;
/* Of struct constraints: its arrays, and the design's settings. Ports and loads of nets are
 * separate, since most of them have default values. */
extern const struct schema constraints_arrays, constraints_settings;

#endif
