/*
 * Buffers between the driver of a net and its loads: clock trees, and nets with many loads.
 *
 * Loads near to each other are clusters of even size, each driven by a buffer at its centre; buffers
 * are clustered likewise, until one is left, so that all loads have equally many on their way. A level has
 * one kind of buffer.
 */
#ifndef GEN_CLOCK_TREE_H
#define GEN_CLOCK_TREE_H

#include "base/task.h"
#include "db/layout/placement.h"

/* A net to be buffered. Instances are called <prefix>buf_<name>_<level>_<i>, and so is the net that
 * each drives, with "net" for "buf"; level 0 is nearest to the driver. */
struct tree_net {
	int32_t net;
	const char *prefix; /* borrowed: "clk" */
	const char *name;   /* borrowed */
};

struct tree_options {
	const char *const *buffer; /* borrowed: cells to choose of; none = all that are fit */
	int32_t n_buffers;
	int32_t fanout; /* loads of a buffer, at most; 2 or more */
	bool clock; /* without `buffer`: those called CLKBUF…, if there are any; else the others */
	const struct tree_net *net; /* borrowed */
	int32_t n_nets;
};

struct tree_report {
	int32_t n_nets, n_buffers; /* nets that got any */
	int32_t n_levels;          /* of the deepest tree */
};

/*
 * A new netlist, that is the old one with buffers after its instances, and its placement, in which
 * buffers stand legally and other cells moved where they had to; fillers are gone. Ports stay at
 * the driver. Nets without a driver or without loads are left as they are. STATUS_FAILED when a
 * cell that was named is no buffer, none is found, or there is no room.
 */
enum status buffer_nets(const struct placement *placement, const struct tree_options *options,
			struct task *task, struct tree_report *report, struct placement **out);

#endif
