/* Library descriptions that readers left out of a netlist's timing, and that could make slack
 * worse. */
#ifndef DB_LEFT_OUT_H
#define DB_LEFT_OUT_H

#include "base/text.h"
#include "db/netlist.h"

/* The number of instantiated cells with such omissions; appends a description of the first one.
 * netlist NULL: none. */
int32_t netlist_left_out(const struct netlist *netlist, struct text *first);

#endif
