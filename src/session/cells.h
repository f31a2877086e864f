/* Cells of the design in other sizes: replaced, gone back from, and compared by exact timing. */
#ifndef SESSION_CELLS_H
#define SESSION_CELLS_H

#include "db/replace_cell.h"
#include "snap/summary.h"

struct design;
struct session;

/* What replaced cells are now and were when the netlist was linked, by instance; never changes. */
struct replaced_cells {
	int refs, n;
	struct replaced_cell {
		int32_t instance;
		struct early_late_cell was, is;
	} cell[];
};

struct replaced_cells *replaced_cells_ref(struct replaced_cells *cells); /* NULL is fine */
void replaced_cells_unref(struct replaced_cells *cells);                 /* the same */

/* The library cell "CELL" or "LIBRARY/CELL" in each split: of the last library that has it. STATUS_FAILED, for a command. */
enum status design_find_cell(const struct design *design, const char *name,
			     struct early_late_cell *out);

/* Make instances ones of other cells: constraints, parasitics and places stay, annotated values of these cells go, with a
 * warning. STATUS_FAILED as netlist_replace_cells(), or where LEF lacks a cell. */
enum status session_replace_cells(struct session *session,
				  const struct cell_replacement *replacement, int32_t n);
/* The same, to go back to a set of replaced cells (NULL = none). */
enum status session_restore_cells(struct session *session, struct replaced_cells *cells);

#endif
