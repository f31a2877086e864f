/* A placement and its netlist as DEF. */
#ifndef WRITE_DEF_H
#define WRITE_DEF_H

#include "base/task.h"
#include "db/layout/placement.h"

/*
 * DEF 5.8: die, rows, regions, components, pins with their shapes, blockages, nets without wires,
 * and a group for each region. In the units that the placement was read in, or the least finer ones
 * when something is between them. STATUS_FAILED for a name that DEF can't have: an empty one, or
 * with a blank in it.
 */
enum status def_write(const char *path, const struct placement *placement, struct task *task);

#endif
