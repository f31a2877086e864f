/* Do constraints hold together: all numbers in their ranges, whatever they were read from? */
#ifndef TESTS_LIB_SANE_H
#define TESTS_LIB_SANE_H

#include "db/constraints.h"

/* What doesn't hold, NULL = everything does. */
const char *constraints_insane(const struct constraints *k, const struct netlist *netlist);

#endif
