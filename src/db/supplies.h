/*
 * What supplies of instances are connected to (pg_pins of Liberty, which are no pins of masters): notes of
 * the netlist that say "NAME NET NAME NET …", in the library's order. NET is the net's number, or
 * SUPPLY_ZERO or SUPPLY_ONE, a literal constant.
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

/* Append one. A name with a blank, which no netlist can connect, is left out. */
void supplies_add(struct text *note, const char *name, int64_t length, int32_t net);
/* The next one; false at the end of the note, or where it is no note. */
bool supplies_next(const char **at, struct supply *supply);

#endif
