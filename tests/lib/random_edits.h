/* Random edits of constraints, one after another. */
#ifndef TESTS_LIB_RANDOM_EDITS_H
#define TESTS_LIB_RANDOM_EDITS_H

#include "db/constraints.h"

/* Change something, or nothing if there is nothing of the kind that was drawn. What it was. */
const char *random_edit(struct constraints *constraints, const struct netlist *netlist, bool odd);
/* A false path by where paths begin or what they pass is added, some exception removed, or the time of a clock or input
 * changed meanwhile. */
const char *random_false(struct constraints *constraints, const struct netlist *netlist);
/* An exception from registers, ports or pins that paths pass is added, or some exception removed or changed. */
const char *random_begun(struct constraints *constraints, const struct netlist *netlist);
/* One clock, nothing at pins, and no exception: mostly a state a vertex. */
void random_plain(struct constraints *constraints);

#endif
