/*
 * Verilog's gates as cells without any delay: "$and2" is "and" of two inputs, "$buf1" is "buf" of one
 * output. Pins are called Y (of several outputs Y1, Y2, …) and A (of several inputs A1, A2, …), in
 * Verilog's order.
 */
#ifndef DB_LINK_GATES_H
#define DB_LINK_GATES_H

#include "base/text.h"
#include "db/library.h"
#include "db/link/modules.h"
#include "db/netlist.h"

enum { MOST_GATE_PINS = 33 };

/* A library of the gates that modules have instances of; *out is NULL when there are none. Warns that they
 * have no delay. */
enum status gates_library(const struct modules *modules, struct text *warnings,
			  struct library **out);

/* How many instances of a netlist are such gates: their paths are too short for setup. */
int64_t gates_count(const struct netlist *netlist);

#endif
