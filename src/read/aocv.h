/*
 * AOCVM files, as PrimeTime's read_aocvm reads them: derates by depth and distance (db/aocv.h). A field is a line,
 * "NAME: VALUES" (the colon may be missing); one that ends with a backslash goes on in the next, and so do numbers.
 * What follows "//" is a comment, and a line that begins with '#'.
 *
 *	version: 4.0		1.0 to 4.0; ocvm_type: aocvm may follow
 *	group_name: fast	of the tables up to the next version or group_name; such tables count where
 *				set_aocvm_table_group says so
 *	object_type: lib_cell	design, lib_cell or cell; a table begins here
 *	object_spec: lib/INV*	names of these, patterns of '*' and '?'; of the design it may be missing. A block is
 *				all cells within it
 *	rf_type: rise fall	edges at the end of arcs (both)
 *	delay_type: cell	cell, net (both; of a lib_cell cell alone); nets go by the cell that drives them
 *	derate_type: late	early, late
 *	path_type: clock data	in clock networks, outside them (both)
 *	depth: 1 2 4 8		ascending; may be missing
 *	distance: 100 200	in the unit that the reader is given, ascending; may be missing
 *	table: 1.10 1.08 …	a row for each distance, a column for each depth
 */
#ifndef READ_AOCV_H
#define READ_AOCV_H

#include "base/task.h"
#include "db/aocv.h"

/*
 * Read a file, plain or gzip; `scale`: µm that a distance of 1 is. STATUS_IO, STATUS_BAD_INPUT (with line and column),
 * STATUS_CANCELLED.
 */
enum status aocv_read(const char *path, double scale, struct task *task, struct aocv **out);

#endif
