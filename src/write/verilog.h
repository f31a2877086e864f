/* A flat netlist as one structural Verilog module. */
#ifndef WRITE_VERILOG_H
#define WRITE_VERILOG_H

#include "base/task.h"
#include "db/netlist.h"

struct verilog_options {
	bool aliases;
	bool sorted;   /* instances in the order of their names */
	bool supplies; /* of instances too, as the netlist connects them */
	const uint8_t
		*removed; /* borrowed [n_masters]: their instances are left out; NULL = none are */
};

/*
 * Ports whose bits follow each other are buses; all other names with brackets or slashes are
 * escaped. Pins of cells without a net are left out. Read back it has the same ports, instances,
 * nets and pins, in the same order. With `aliases` other names of nets, that assigns gave them, are
 * wires of their own that are assigned to. STATUS_FAILED when a name can't be written: one with a
 * blank, or a port's that is also that of a net which it isn't on.
 */
enum status verilog_write(const char *path, const struct netlist *netlist,
			  const struct verilog_options *options, struct task *task);

#endif
