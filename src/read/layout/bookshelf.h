/*
 * Bookshelf, as the placement contests of ISPD 2005 and 2006 write it: .aux names .nodes, .nets,
 * .wts, .pl and .scl beside it, each plain or with .gz at its end.
 *
 * A netlist of black boxes is made, and its placement:
 *
 *  - Nodes are instances; those of the same size and pins (directions and offsets) have one master
 * and macro. Terminals are fixed. Nodes higher than the highest row are blocks, other terminals
 * pads, and terminal_NI, which others may lie upon, are covers.
 *  - Nets without a name are called net0, net1, …; what follows a pin's offset is skipped.
 *  - A unit of length is 1 µm, or 0.1, 0.01, … µm where coordinates wouldn't fit 26 mm otherwise.
 *  - Rows are those of .scl, one for each subrow; the die is what they and the fixed nodes cover
 * (without rows: all nodes).
 *  - A node that .pl leaves out is not placed. Counts that don't agree with what follows, and
 * weights, which nothing here uses, are warned of.
 */
#ifndef READ_LAYOUT_BOOKSHELF_H
#define READ_LAYOUT_BOOKSHELF_H

#include "base/task.h"
#include "base/text.h"
#include "db/layout/placement.h"

/* The files of a design; NULL = none. Nodes there must be. */
struct bookshelf_files {
	const char *nodes, *nets, *wts, *pl, *scl;
};

/*
 * Read what an .aux file names; `pl` (NULL = its own) is another .pl file. Warnings, one line each
 * and a few of each kind with the number of the others, are appended. STATUS_IO, STATUS_BAD_INPUT
 * (with file, line and column), STATUS_CANCELLED.
 */
enum status bookshelf_read(const char *aux, const char *pl, struct text *warnings,
			   struct task *task, struct placement **out);
/* The files themselves, for a design of this name. */
enum status bookshelf_read_files(const struct bookshelf_files *files, const char *name,
				 struct text *warnings, struct task *task, struct placement **out);

#endif
