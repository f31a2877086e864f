/* What is left out of a netlist's timing though it could make slack worse: by readers of libraries of the cells that it uses. */
#ifndef DB_LEFT_OUT_H
#define DB_LEFT_OUT_H

#include "base/text.h"
#include "db/netlist.h"

/* How many cells that have instances lack something; of the first a description is appended. netlist NULL: none. */
int32_t netlist_left_out(const struct netlist *netlist, struct text *first);

#endif
