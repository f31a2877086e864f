/* Sizes of a cell: the slacks of the design with each cell that can take its place. */
#include "session/sizes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/cells_alike.h"
#include "gpu/timing/cell_trial.h"
#include "session/cells.h"
#include "session/lens.h"
#include "session/parts.h"

struct sizing {
	struct session *session;
	struct cell_sizes *sizes;
	struct cell_trial *trial; /* in the design's timing; NULL = can't be tried there */
};

/* ---- timed from nothing ---- */

/* The design with another cell: what of it is its own. */
struct resized {
	struct design design;
	struct netlist *netlist;         /* owned reference */
	struct annotations *annotations; /* owned, NULL = none */
};

static enum status resize(struct session *session, const struct cell_replacement *by,
			  struct resized *out)
{
	const struct design *design = &session->design;

	TRY(netlist_replace_cells(design->netlist, by, 1, &session->task, &out->netlist));
	if (design->annotations) {
		TRY(annotations_copy(design->annotations, &out->annotations));
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

static enum status measure(const struct sizing *s, struct timing *timing)
{
	struct cell_size *out = &s->sizes->size[s->sizes->n];

	TRY(session_total_slacks(s->session, timing, s->session->cppr, out->of));
	TRY(timing_need_required(timing));
	TRY(timing_read_values(timing));
	for (int split = 0; split < N_SPLITS; split++)
		out->here[split] = slack_here(timing, s->sizes->instance, (enum split)split);
	return STATUS_OK;
}

static enum status measure_copy(const struct sizing *s, const struct cell_replacement *by)
{
	struct session *session = s->session;
	/* the design's own timing has told them */
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	RELEASED_BY(resized_release) struct resized r = {0};

	TRY(resize(session, by, &r));
	TRY(design_need_timing(&r.design, session->queue, &session->task, &warnings));
	return measure(s, r.design.timing);
}

/* ---- tried in the design's timing ---- */

/* The wires of the nets at the cell; NULL = there are none at all. */
static enum status make_wires(struct session *session, int32_t instance, struct rc_forest **out)
{
	const struct netlist *netlist = session->design.netlist;
	int32_t begin = netlist->instance_pin[instance];
	int32_t end = netlist->instance_pin[instance + 1];
	FREED int32_t *net = NULL;
	struct rc_nets nets = {0};
	RELEASED_BY(text_release) struct text said = TEXT_INIT;
	bool guesses;

	TRY(ALLOC(&net, end - begin));
	for (int32_t p = begin; p < end; p++) {
		bool is_new = netlist->pin_net[p] >= 0;

		for (int32_t i = 0; i < nets.n && is_new; i++)
			is_new = net[i] != netlist->pin_net[p];
		if (is_new)
			net[nets.n++] = netlist->pin_net[p];
	}
	nets.net = net;
	return design_make_wires(&session->design, &nets, &said, &session->task, &guesses, out);
}

/* With another cell; *fits as cell_trial_put(). */
static enum status try(const struct sizing *s, const struct cell_replacement *by, bool *fits)
{
	TRY(cell_trial_put(s->trial, &by->cell, fits));
	if (!*fits)
		return STATUS_OK;
	TRY(timing_update(s->session->design.timing));
	return measure(s, s->session->design.timing);
}

static enum status measure_with(const struct sizing *s, const struct cell_replacement *by)
{
	struct task *task = &s->session->task;
	bool fits = false;
	DOING(task, "timing with other cells", 0);

	TRY(task_progress(task, s->sizes->n));
	if (s->trial)
		TRY(try(s, by, &fits));
	return fits ? STATUS_OK : measure_copy(s, by);
}

/* ---- all of them ---- */

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
static enum status add_size(const struct sizing *s, const char *name)
{
	struct cell_sizes *sizes = s->sizes;
	struct cell_replacement by = {.instance = sizes->instance};
	enum status status = STATUS_FAILED;

	if (strlen(name) < sizeof sizes->size->cell && sizes->n < MOST_SIZES &&
	    design_find_cell(&s->session->design, name, &by.cell) == STATUS_OK) {
		name_size(sizes, &by.cell);
		status = measure_with(s, &by);
	}
	sizes->n += status == STATUS_OK;
	sizes->n_left_out += status == STATUS_FAILED;
	return status == STATUS_FAILED ? STATUS_OK : status;
}

static enum status find_sizes(const struct sizing *s)
{
	const struct design *design = &s->session->design;
	struct cell_sizes *sizes = s->sizes;
	struct early_late_cell now = netlist_cell_of(design->netlist, sizes->instance);
	enum status status;

	name_size(sizes, &now);
	status = measure(s, design->timing);
	sizes->n = 1;
	for (int32_t i = design->n_libraries[LATE] - 1; i >= 0; i--) {
		const struct library *library = design->library[LATE][i];

		for (int32_t c = 0; c < library->n_cells && status == STATUS_OK; c++) {
			const char *name = names_get(&library->cell_name, c);

			if (!library->cell[c].dont_use && !is_known(sizes, name) &&
			    lib_cells_alike(now.library[LATE], now.cell[LATE], library, c))
				status = add_size(s, name);
		}
	}
	return status;
}

/* Also when it is cancelled the design's timing is to be as it was. */
static enum status end_trial(struct session *session, struct cell_trial *trial)
{
	bool cancelled = atomic_exchange(&session->task.cancel, false);
	enum status status = cell_trial_end(trial);

	if (cancelled)
		atomic_store(&session->task.cancel, true);
	return status;
}

/* Where another cell is tried in the design's timing nothing that the screen asks for is answered by that. */
static enum status try_in_place(struct sizing *s, const struct rc_forest *wires)
{
	struct session *session = s->session;
	enum status status, ended;

	TRY(cell_trial_begin(session->design.timing, s->sizes->instance, wires, &s->trial));
	session->serving = true;
	status = find_sizes(s);
	ended = end_trial(session, s->trial);
	session->serving = false;
	if (ended == STATUS_OK)
		return status;
	session_drop_results(session);
	design_drop_timing(&session->design);
	return status == STATUS_OK ? ended : status;
}

static enum status try_sizes(struct session *session, struct cell_sizes *sizes)
{
	struct sizing s = {session, sizes, NULL};
	RELEASED_BY(rc_forest_drop) struct rc_forest *wires = NULL;

	if (session->design.annotations) /* those of the cell would go with it */
		return find_sizes(&s);
	TRY(make_wires(session, sizes->instance, &wires));
	return try_in_place(&s, wires);
}

PART_DATA(struct cell_sizes, sizes_of, sizes_part)

/* What sizes are of beside the constraints: libraries, too. */
static int64_t given(const struct design *design)
{
	return design_input_edition(design) * 1000 + design->n_libraries[EARLY] +
	       design->n_libraries[LATE];
}

enum status session_need_sizes(struct session *session, int32_t instance,
			       const struct cell_sizes **out)
{
	struct cell_sizes *known = sizes_of(session);
	const struct design *design = &session->design;
	FREED struct cell_sizes *sizes = NULL;
	struct early_late_cell now;

	*out = known;
	if (known->n && known->instance == instance && known->given == given(design))
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
	TRY(session_need_timing(session));
	TRY(ALLOC(&sizes, 1));
	sizes->instance = instance;
	sizes->given = given(design);
	TRY(try_sizes(session, sizes));
	*known = *sizes;
	return STATUS_OK;
}

void session_read_sizes(const struct session *session, struct cell_sizes *out)
{
	*out = *sizes_of(session);
	if (out->given != given(&session->design))
		out->n = 0;
}

static void forget(struct session *session)
{
	sizes_of(session)->n = 0;
}

const struct session_part sizes_part = {
	.size = sizeof(struct cell_sizes), .drop = forget, .drops_at = LOSS_PATHS};
