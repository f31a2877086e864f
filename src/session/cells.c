#include "session/cells.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/print.h"
#include "db/layout/placement.h"
#include "session/edits.h"

/* ---- which cells are replaced ---- */

struct replaced_cells *replaced_cells_ref(struct replaced_cells *cells)
{
	if (cells)
		cells->refs++;
	return cells;
}

void replaced_cells_unref(struct replaced_cells *cells)
{
	if (cells && --cells->refs == 0)
		free(cells);
}

static bool same_cell(const struct early_late_cell *a, const struct early_late_cell *b)
{
	return a->library[EARLY] == b->library[EARLY] && a->library[LATE] == b->library[LATE] &&
	       a->cell[EARLY] == b->cell[EARLY] && a->cell[LATE] == b->cell[LATE];
}

static int find_replaced(const struct replaced_cells *cells, int32_t instance)
{
	for (int i = 0; cells && i < cells->n; i++) {
		if (cells->cell[i].instance == instance)
			return i;
	}
	return -1;
}

/* Those that there were, and one more replacement or another of the same instance. */
static enum status add_replaced(const struct netlist *before, const struct cell_replacement *by,
				struct replaced_cells **cells)
{
	int n = *cells ? (*cells)->n : 0, i = find_replaced(*cells, by->instance);
	struct replaced_cells *now = malloc(sizeof *now + ((size_t)n + 1) * sizeof *now->cell);

	if (!now)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	now->refs = 1;
	now->n = n;
	if (n)
		memcpy(now->cell, (*cells)->cell, (size_t)n * sizeof *now->cell);
	if (i < 0) {
		i = now->n++;
		now->cell[i] = (struct replaced_cell){.instance = by->instance,
						      .was = netlist_cell_of(before, by->instance)};
	}
	now->cell[i].is = by->cell;
	replaced_cells_unref(*cells);
	*cells = now;
	return STATUS_OK;
}

/* ---- replacing ---- */

enum status design_find_cell(const struct design *design, const char *name,
			     struct early_late_cell *out)
{
	const char *slash = strchr(name, '/'), *cell = slash ? slash + 1 : name;

	for (int split = 0; split < N_SPLITS; split++) {
		out->cell[split] = -1;
		for (int32_t i = design->n_libraries[split] - 1; i >= 0 && out->cell[split] < 0;
		     i--) {
			struct library *library = design->library[split][i];

			/* early and late libraries may differ in their names */
			if (slash && split == LATE &&
			    (strlen(library->name) != (size_t)(slash - name) ||
			     strncmp(library->name, name, (size_t)(slash - name)) != 0))
				continue;
			out->library[split] = library;
			out->cell[split] = library_find_cell(library, cell);
		}
		if (out->cell[split] < 0)
			return status_fail(STATUS_FAILED,
					   "replace_cell: no %s library has a cell \"%.100s\"",
					   split == LATE ? "late" : "early", name);
	}
	return STATUS_OK;
}

/* Delays and checks that were another cell's; how many. */
static int64_t drop_annotations(const struct design *design, int32_t instance)
{
	int64_t n = 0;

	if (design->annotations)
		n = annotations_drop_cell(design->annotations, design->netlist, instance);
	if (n)
		print_error("warning: replace_cell: %" PRId64 " annotated value%s of the cell of "
			    "\"%.100s\" dropped\n",
			    n, n == 1 ? "" : "s",
			    names_get(&design->netlist->instance_name, instance));
	return n;
}

/* NULL when nothing is placed. */
static enum status place(const struct design *design, struct netlist *netlist,
			 const struct cell_replacement *replacement, int32_t n,
			 struct placement **out)
{
	RELEASED_BY(placement_drop) struct placement *placement = NULL;

	*out = NULL;
	if (!design->placement)
		return STATUS_OK;
	TRY(placement_copy(design->placement, netlist, true, &placement));
	for (int32_t i = 0; i < n; i++) {
		int32_t instance = replacement[i].instance;
		const char *name = netlist->master[netlist->instance_master[instance]].name;
		int32_t macro = technology_find_macro(placement->technology, name);

		if (macro < 0)
			return status_fail(STATUS_FAILED,
					   "replace_cell: LEF has no macro \"%.100s\"", name);
		placement->component[instance].macro = macro;
	}
	HAND_OVER(out, placement);
	return STATUS_OK;
}

/* What takes the place of the netlist and its placement. */
struct other_cells {
	struct netlist *netlist;     /* owned reference */
	struct placement *placement; /* the same, NULL = nothing is placed */
};

static enum status make(struct session *session, const struct cell_replacement *replacement,
			int32_t n, struct other_cells *out)
{
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	TRY(netlist_replace_cells(session->design.netlist, replacement, n, &session->task,
				  &netlist));
	TRY(place(&session->design, netlist, replacement, n, &out->placement));
	HAND_OVER(&out->netlist, netlist);
	return STATUS_OK;
}

/* Takes the references over. Did annotated values go with the cells? */
static bool install(struct session *session, const struct cell_replacement *replacement, int32_t n,
		    const struct other_cells *other)
{
	bool dropped = false;

	for (int32_t i = 0; i < n; i++)
		dropped |= drop_annotations(&session->design, replacement[i].instance) > 0;
	design_replace_netlist(&session->design, other->netlist);
	if (other->placement)
		session_set_placement(session, other->placement);
	return dropped;
}

enum status session_replace_cells(struct session *session,
				  const struct cell_replacement *replacement, int32_t n)
{
	RELEASED_BY(replaced_cells_drop)
	struct replaced_cells *cells = replaced_cells_ref(session_edits(session)->cells);
	struct other_cells other;

	for (int32_t i = 0; i < n; i++)
		TRY(add_replaced(session->design.netlist, &replacement[i], &cells));
	TRY(make(session, replacement, n, &other));
	session_drop_for_edit(session);
	/* what can't come back whole isn't undone */
	session_edits(session)->lasts |= install(session, replacement, n, &other);
	replaced_cells_unref(session_edits(session)->cells);
	HAND_OVER(&session_edits(session)->cells, cells);
	return STATUS_OK;
}

/* What leads from the cells that are replaced now to others. */
static int32_t find_differences(const struct replaced_cells *now, const struct replaced_cells *to,
				struct cell_replacement *out)
{
	int32_t n = 0;

	for (int i = 0; now && i < now->n; i++) {
		const struct replaced_cell *c = &now->cell[i];
		int at = find_replaced(to, c->instance);
		const struct early_late_cell *cell = at < 0 ? &c->was : &to->cell[at].is;

		if (!same_cell(cell, &c->is))
			out[n++] = (struct cell_replacement){c->instance, *cell};
	}
	for (int i = 0; to && i < to->n; i++) {
		if (find_replaced(now, to->cell[i].instance) < 0)
			out[n++] = (struct cell_replacement){to->cell[i].instance, to->cell[i].is};
	}
	return n;
}

enum status session_restore_cells(struct session *session, struct replaced_cells *cells)
{
	struct replaced_cells *now = session_edits(session)->cells;
	FREED struct cell_replacement *replacement = NULL;
	struct other_cells other;
	int32_t n;

	if (now == cells)
		return STATUS_OK;
	TRY(ALLOC(&replacement, (now ? now->n : 0) + (cells ? cells->n : 0)));
	n = find_differences(now, cells, replacement);
	if (n) {
		TRY(make(session, replacement, n, &other));
		session_drop_results(session);
		install(session, replacement, n, &other);
	}
	session_edits(session)->cells = replaced_cells_ref(cells);
	replaced_cells_unref(now);
	return STATUS_OK;
}
