/*
 * The connections of instances' supply pins (pg_pin in Liberty; masters don't have them), as notes
 * of the netlist: "NAME NET NAME NET …", in the library's order. NET is the number of a net, or
 * SUPPLY_ZERO or SUPPLY_ONE for a literal constant.
 */
#ifndef DB_SUPPLIES_H
#define DB_SUPPLIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { SUPPLY_ZERO = -2, SUPPLY_ONE = -3 };

struct supply {
	const char *name; /* borrowed, not terminated */
	int length;
	int32_t net;
};

/* Append a connection. A name with a blank, which no netlist can connect, is skipped. */
void supplies_add(struct text *note, const char *name, int64_t length, int32_t net);
/* Read the next connection; false at the end of the note, or if it is malformed. */
bool supplies_next(const char **at, struct supply *supply);

#endif
