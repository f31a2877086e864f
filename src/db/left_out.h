/* What readers of libraries left out of the cells that a netlist uses, though it could make slack worse. */
#ifndef DB_LEFT_OUT_H
#define DB_LEFT_OUT_H

#include "base/text.h"
#include "db/netlist.h"

/* How many cells that have instances lack something; of the first, its name, how many instances it has and what it lacks
 * are appended. netlist NULL: none. */
int32_t netlist_left_out(const struct netlist *netlist, struct text *first);

#endif
