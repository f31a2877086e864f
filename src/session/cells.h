/* Replacing cells of the design, and undoing it. */
#ifndef SESSION_CELLS_H
#define SESSION_CELLS_H

#include "db/replace_cell.h"
#include "snap/summary.h"

struct design;
struct session;

/* The replaced cells of a netlist, by instance; immutable. `was`: when the netlist was linked. */
struct replaced_cells {
	int refs, n;
	struct replaced_cell {
		int32_t instance;
		struct early_late_cell was, is;
	} cell[];
};

struct replaced_cells *replaced_cells_ref(struct replaced_cells *cells); /* NULL is fine */
void replaced_cells_unref(struct replaced_cells *cells);                 /* the same */
RELEASER(replaced_cells_drop, struct replaced_cells, replaced_cells_unref)

/* The library cell "CELL" or "LIBRARY/CELL" for each split, from the last library that has it.
 * STATUS_FAILED: no such cell. */
enum status design_find_cell(const struct design *design, const char *name,
			     struct early_late_cell *out);

/* Replace the cells of instances. Constraints, parasitics and placement stay; values annotated to
 * these cells are removed, with a warning. STATUS_FAILED: see netlist_replace_cells(), or LEF has
 * no such cell. */
enum status session_replace_cells(struct session *session,
				  const struct cell_replacement *replacement, int32_t n);
/* Replace cells so that these are the replaced ones (NULL = none). */
enum status session_restore_cells(struct session *session, struct replaced_cells *cells);

#endif
