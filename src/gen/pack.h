/*
 * A placement for a made netlist, whose instances form a row: the row is wound over the die
 * along a Hilbert curve, so that what is near in it is near on the die.
 */
#ifndef GEN_PACK_H
#define GEN_PACK_H

#include "base/task.h"
#include "db/layout/placement.h"

/*
 * Legal: on sites, inside rows, no overlaps. Denser and looser regions come from the seed; on
 * average 70 % of the rows are taken. Ports are on the die's edges near what they are connected
 * to. STATUS_FAILED when the technology lacks a cell, or a cell has no site.
 */
enum status pack_row(struct netlist *netlist, struct technology *technology, uint64_t seed,
		     struct task *task, struct placement **out);

#endif
