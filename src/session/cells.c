#include "session/cells.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "db/cells_alike.h"
#include "db/layout/placement.h"
#include "session/parts.h"

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
	struct placement *placement;

	*out = NULL;
	if (!design->placement)
		return STATUS_OK;
	TRY(placement_copy(design->placement, netlist, true, &placement));
	for (int32_t i = 0; i < n; i++) {
		int32_t instance = replacement[i].instance;
		const char *name = netlist->master[netlist->instance_master[instance]].name;
		int32_t macro = technology_find_macro(placement->technology, name);

		if (macro < 0) {
			placement_unref(placement);
			return status_fail(STATUS_FAILED,
					   "replace_cell: LEF has no macro \"%.100s\"", name);
		}
		placement->component[instance].macro = macro;
	}
	*out = placement;
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
	enum status status;

	TRY(netlist_replace_cells(session->design.netlist, replacement, n, &session->task,
				  &out->netlist));
	status = place(&session->design, out->netlist, replacement, n, &out->placement);
	if (status != STATUS_OK)
		netlist_unref(out->netlist);
	return status;
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
	struct replaced_cells *cells = replaced_cells_ref(session->edits.cells);
	struct other_cells other;
	enum status status = STATUS_OK;

	for (int32_t i = 0; i < n && status == STATUS_OK; i++)
		status = add_replaced(session->design.netlist, &replacement[i], &cells);
	if (status == STATUS_OK)
		status = make(session, replacement, n, &other);
	if (status != STATUS_OK) {
		replaced_cells_unref(cells);
		return status;
	}
	session_outdate(session);
	/* what can't come back whole isn't undone */
	session->edits.lasts |= install(session, replacement, n, &other);
	replaced_cells_unref(session->edits.cells);
	session->edits.cells = cells;
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
	struct replaced_cells *now = session->edits.cells;
	struct cell_replacement *replacement;
	struct other_cells other;
	enum status status = STATUS_OK;
	int32_t n;

	if (now == cells)
		return STATUS_OK;
	TRY(ALLOC(&replacement, (now ? now->n : 0) + (cells ? cells->n : 0)));
	n = find_differences(now, cells, replacement);
	if (n)
		status = make(session, replacement, n, &other);
	if (n && status == STATUS_OK) {
		session_drop_results(session);
		install(session, replacement, n, &other);
	}
	free(replacement);
	if (status == STATUS_OK) {
		session->edits.cells = replaced_cells_ref(cells);
		replaced_cells_unref(now);
	}
	return status;
}

/* ---- sizes ---- */

/* The design with another cell: what of it is its own. */
struct resized {
	struct design design;
	struct netlist *netlist;         /* owned reference */
	struct annotations *annotations; /* owned, NULL = none */
};

/* by NULL: as it is. */
static enum status resize(struct session *session, const struct cell_replacement *by,
			  struct resized *out)
{
	const struct design *design = &session->design;
	enum status status;

	*out = (struct resized){0};
	if (!by) {
		design_copy(design, &out->design);
		return STATUS_OK;
	}
	TRY(netlist_replace_cells(design->netlist, by, 1, &session->task, &out->netlist));
	if (design->annotations) {
		status = annotations_copy(design->annotations, &out->annotations);
		if (status != STATUS_OK)
			return status;
		annotations_drop_cell(out->annotations, design->netlist, by->instance);
	}
	design_copy(design, &out->design);
	out->design.netlist = out->netlist;
	out->design.annotations = out->annotations;
	return STATUS_OK;
}

static void resized_release(struct resized *r)
{
	design_end_copy(&r->design);
	annotations_free(r->annotations);
	netlist_unref(r->netlist);
}

/* Before CPPR, the worst of the cell's outputs. */
static int64_t slack_here(const struct timing *timing, int32_t instance, enum split split)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	int64_t worst = FS_NONE_64;

	for (int32_t p = netlist->instance_pin[instance]; p < netlist->instance_pin[instance + 1];
	     p++) {
		for (int edge = 0; edge < N_EDGES && netlist_drives(netlist, p); edge++) {
			int64_t slack = timing_vertex_slack(timing, p * N_EDGES + edge, split);

			if (slack != FS_NONE_64)
				worst = worst == FS_NONE_64 ? slack : min_i64(worst, slack);
		}
	}
	return worst;
}

/* With another cell, or (by NULL) as it is. */
static enum status measure(struct session *session, const struct cell_replacement *by,
			   struct cell_sizes *sizes)
{
	struct cell_size *out = &sizes->size[sizes->n];
	struct resized r;
	enum status status;

	task_begin(&session->task, "timing with other cells", 0);
	status = task_progress(&session->task, sizes->n);
	if (status == STATUS_OK)
		status = resize(session, by, &r);
	else
		r = (struct resized){0};
	if (status == STATUS_OK)
		status = session_time_copy(session, &r.design, session->cppr, out->of);
	if (status == STATUS_OK)
		status = timing_need_required(r.design.timing);
	if (status == STATUS_OK)
		status = timing_read_values(r.design.timing);
	for (int split = 0; split < N_SPLITS && status == STATUS_OK; split++)
		out->here[split] = slack_here(r.design.timing, sizes->instance, (enum split)split);
	resized_release(&r);
	task_end(&session->task);
	return status;
}

static void name_size(struct cell_sizes *sizes, const struct early_late_cell *cell)
{
	const struct library *library = cell->library[LATE];
	struct cell_size *size = &sizes->size[sizes->n];

	snprintf(size->cell, sizeof size->cell, "%s",
		 names_get(&library->cell_name, cell->cell[LATE]));
	size->area = library->cell[cell->cell[LATE]].area;
}

/* By name, as replace_cell finds cells. */
static bool is_known(const struct cell_sizes *sizes, const char *name)
{
	bool is = false;

	for (int i = 0; i < sizes->n && !is; i++)
		is = strcmp(sizes->size[i].cell, name) == 0;
	return is;
}

/* A cell that can't replace this one, as the early libraries lack it, is no choice. */
static enum status add_size(struct session *session, struct cell_sizes *sizes, const char *name)
{
	struct cell_replacement by = {.instance = sizes->instance};
	enum status status = STATUS_FAILED;

	if (strlen(name) < sizeof sizes->size->cell && sizes->n < MOST_SIZES &&
	    design_find_cell(&session->design, name, &by.cell) == STATUS_OK) {
		name_size(sizes, &by.cell);
		status = measure(session, &by, sizes);
	}
	sizes->n += status == STATUS_OK;
	sizes->n_left_out += status == STATUS_FAILED;
	return status == STATUS_FAILED ? STATUS_OK : status;
}

static enum status find_sizes(struct session *session, struct cell_sizes *sizes)
{
	const struct design *design = &session->design;
	struct early_late_cell now = netlist_cell_of(design->netlist, sizes->instance);
	enum status status;

	name_size(sizes, &now);
	status = measure(session, NULL, sizes);
	sizes->n = 1;
	for (int32_t i = design->n_libraries[LATE] - 1; i >= 0; i--) {
		const struct library *library = design->library[LATE][i];

		for (int32_t c = 0; c < library->n_cells && status == STATUS_OK; c++) {
			const char *name = names_get(&library->cell_name, c);

			if (!library->cell[c].dont_use && !is_known(sizes, name) &&
			    lib_cells_alike(now.library[LATE], now.cell[LATE], library, c))
				status = add_size(session, sizes, name);
		}
	}
	return status;
}

/* What sizes are of beside the constraints: libraries, too. */
static int64_t given(const struct design *design)
{
	return design_given_edition(design) * 1000 + design->n_libraries[EARLY] +
	       design->n_libraries[LATE];
}

enum status session_need_sizes(struct session *session, int32_t instance)
{
	const struct design *design = &session->design;
	struct cell_sizes *sizes;
	struct early_late_cell now;
	enum status status;

	if (session->sizes.n && session->sizes.instance == instance &&
	    session->sizes.given == given(design))
		return STATUS_OK;
	now = netlist_cell_of(design->netlist, instance);
	if (now.cell[LATE] < 0 ||
	    !lib_cells_alike(now.library[LATE], now.cell[LATE], now.library[LATE], now.cell[LATE]))
		return status_fail(STATUS_FAILED,
				   "the cell of \"%.200s\" has no functions to find others by",
				   names_get(&design->netlist->instance_name, instance));
	if (design->lenses || design->n_open)
		return status_fail(STATUS_FAILED, "sizes are compared in the design's own timing; "
						  "set_lens none, close_sample");
	TRY(ALLOC(&sizes, 1));
	sizes->instance = instance;
	sizes->given = given(design);
	status = find_sizes(session, sizes);
	if (status == STATUS_OK)
		session->sizes = *sizes;
	free(sizes);
	return status;
}

void session_read_sizes(const struct session *session, struct cell_sizes *out)
{
	*out = session->sizes;
	if (out->given != given(&session->design))
		out->n = 0;
}

static void forget(struct session *session)
{
	session->sizes.n = 0;
}

const struct session_part cells_part = {.drop = forget, .drops_at = LOSS_PATHS};
