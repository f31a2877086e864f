/* What is left out of a netlist's timing though it could make slack worse: by readers of libraries of the cells that it uses, and
 * what comes in at pins of both directions. */
#ifndef DB_LEFT_OUT_H
#define DB_LEFT_OUT_H

#include "base/text.h"
#include "db/netlist.h"

/* Does a pin of an instance take signals from its net? One of both directions where an arc leads from it. */
bool netlist_takes_signals(const struct netlist *netlist, int32_t pin);

/* How many cells that have instances lack something, and how many pins of both directions take signals that others drive on
 * their net; of the first a description is appended. netlist NULL: none. */
int32_t netlist_left_out(const struct netlist *netlist, struct text *first);

#endif
