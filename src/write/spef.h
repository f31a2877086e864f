/* The parasitics of a netlist as SPEF. */
#ifndef WRITE_SPEF_H
#define WRITE_SPEF_H

#include "base/task.h"
#include "db/parasitics.h"

/*
 * In ps, fF and kΩ with as many digits as it takes, so that it is read back bit for bit. A coupling
 * is a capacitance to ground of each of its nets, as in the structure. Of a net that was given
 * twice only what counts is written. Slashes in names are parts of them, as in what verilog_write()
 * writes, or, with `levels`, divide levels, for a netlist that has them.
 */
enum status spef_write(const char *path, const struct parasitics *parasitics,
		       const struct netlist *netlist, bool levels, struct task *task);

#endif
