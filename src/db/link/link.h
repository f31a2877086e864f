/*
 * From hierarchical modules and libraries to a flat netlist.
 *
 * A master is first looked for among the modules, then in the libraries in their order; what is
 * nowhere is a black box, whose pins are those that its instances connect (by position p0, p1, …; a
 * bus of n bits from [n − 1] down to [0]). Early and late cells belong together by name; a split
 * that lacks a cell, or has no libraries, takes the other's.
 *
 * Nets that an assign joins, or a module that only passes a wire through, are one net, under the
 * name that is nearest to the top; among the names of one module a port's is taken, else the first.
 * The others find it too (netlist_find_net()). A net joined with a constant is tied, constants that
 * are connected themselves are nets called 1'b0 and 1'b1.
 *
 * An expression that is wider or narrower than its port is connected from the least significant bit
 * on, with a warning unless only constants are left over. Connections to ports that aren't there
 * are left out with a warning, those to the supplies of a cell without one.
 */
#ifndef DB_LINK_LINK_H
#define DB_LINK_LINK_H

#include "base/task.h"
#include "base/text.h"
#include "db/library.h"
#include "db/link/modules.h"
#include "db/netlist.h"

/* What a flat netlist will have, at most; may be beyond what fits anywhere. */
struct link_size {
	double instances, pins, nets;
	double hierarchical; /* instances of modules */
	double bytes;        /* of memory */
};

/* What is linked. */
struct link_sources {
	const struct modules *modules; /* borrowed */
	const char *top;               /* borrowed; NULL = the module that no module instantiates */
	/* borrowed: a cell of several is that of the last one; the first n_left_out aren't looked at */
	struct library *const *library[N_SPLITS];
	int32_t n_libraries[N_SPLITS], n_left_out[N_SPLITS];
	const struct names *known; /* borrowed: black boxes without a warning, NULL = none */
};

/*
 * Flatten. Warnings are black boxes, odd connections, nets without or with several drivers, names that are there
 * twice. STATUS_BAD_INPUT: no top module or several, recursion, a port connected twice, more than
 * 2^31 − 1 of something; STATUS_NO_MEMORY also when it would take more memory than there is.
 */
enum status link_netlist(const struct link_sources *sources, struct text *warnings,
			 struct task *task, struct netlist **out);

/* Only how large it would be. */
enum status link_measure(const struct link_sources *sources, struct task *task,
			 struct link_size *size);

#endif
