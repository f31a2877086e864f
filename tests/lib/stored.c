#include "stored.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/delay/timing_aocv.h"
#include "gpu/timing/timing_edit.h"
#include "gpu/timing/timing_restate.h"
#include "db/fan_out.h"
#include "db/hierarchy.h"
#include "random_edits.h"

enum { EDITS = 4 };

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* Names lead back to what they are of, or to the first of several that have one. */
static void use_names(const struct names *names)
{
	for (int32_t id = 0; id < names->n; id++) {
		int32_t found = names_find(names, names_get(names, id), names_length(names, id));

		must(found >= 0 && found <= id);
	}
}

static void use_netlist(const struct netlist *netlist)
{
	struct text text = TEXT_INIT;

	use_names(&netlist->instance_name);
	use_names(&netlist->net_name);
	use_names(&netlist->alias_name);
	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		netlist_write_pin(netlist, pin, '/', &text);
		for (int split = 0; split < N_SPLITS; split++)
			netlist_lib_pin(netlist, pin, (enum split)split);
	}
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++)
			must(netlist->pin_net[netlist->net_pin[i]] == net);
	}
	for (int32_t b = 0; b < netlist_n_block_pins(netlist); b++) {
		int32_t at = 0;

		hierarchy_write_pin(netlist->hierarchy, b, &text);
		while (hierarchy_next_load(netlist, b, &at) >= 0)
			continue;
	}
	text_release(&text);
}

static void use_placement(const struct placement *placement)
{
	int32_t x, y;

	for (int32_t i = 0; i < placement->n_components; i++) {
		placement_component_box(placement, i);
		must(placement_component_name(placement, i) &&
		     placement_component_macro(placement, i));
	}
	for (int32_t i = 0; i < placement->n_rows; i++)
		placement_row_box(placement, &placement->row[i]);
	for (int32_t pin = 0; pin < placement->netlist->n_pins; pin++)
		placement_pin(placement, pin, &x, &y);
}

/* The forest of a graph's paths is all that searches of it need. */
static bool use_graph(struct queue *queue, struct graph *graph)
{
	struct image *image;
	enum status status = image_build(queue, graph, &image);

	must(!status_is_trouble(status));
	if (status == STATUS_OK)
		image_free(image);
	return status == STATUS_OK;
}

static enum status time_design(struct queue *queue, struct task *task, struct stored_design *design,
			       struct timing **out)
{
	struct timing_graph *graph = design->timing;
	struct state_graph *states = design->states;
	struct text warnings = TEXT_INIT;
	const struct net_wires *wires = design->wires;
	const struct rc_source source = {.parasitics = {wires ? wires->parasitics[EARLY] : NULL,
							wires ? wires->parasitics[LATE] : NULL},
					 .models = wires ? &wires->models : NULL,
					 .constraints = design->constraints,
					 .netlist = design->netlist};
	struct rc_forest *rc;
	struct image *image;
	enum status status;

	TRY(timing_graph_need_fan_out(graph));
	design->timing = NULL;
	design->states = NULL;
	TRY(timing_new(queue, graph, states, out));
	if (design->wires || (design->constraints && design->constraints->net_load)) {
		TRY(rc_forest_new(&source, &warnings, task, &rc));
		status = timing_set_wires(*out, rc);
		rc_forest_free(rc);
		text_release(&warnings);
		TRY(status);
	}
	if (design->aocv)
		TRY(timing_set_aocv(*out, design->aocv, design->placement));
	TRY(timing_read(*out));
	for (int split = 0; split < N_SPLITS; split++)
		TRY(timing_search_image(*out, (enum split)split, &image));
	return STATUS_OK;
}

/* A design whose constraints are edited. */
struct edited {
	struct timing *timing;
	struct constraints *now; /* owned reference: those it has */
	const struct netlist *netlist;
	bool there; /* else it would be made again */
};

/* As a session does: in place, or with other states. */
static enum status take_constraints(struct edited *e, struct task *task)
{
	enum timing_edited edited;
	bool wires;

	TRY(timing_edit(e->timing, e->now, &wires, &edited));
	e->there = edited == EDIT_DONE;
	if (edited != EDIT_REFUSED)
		return STATUS_OK;
	return timing_restate(e->timing, e->now, 0, task, &e->there);
}

static enum status edit(struct edited *e, bool begun, struct task *task)
{
	struct constraints *next;

	must(constraints_copy(e->now, &next) == STATUS_OK);
	constraints_unref(e->now);
	e->now = next;
	if (begun)
		random_begun(e->now, e->netlist);
	else
		random_false(e->now, e->netlist);
	TRY(take_constraints(e, task));
	return e->there ? timing_read(e->timing) : STATUS_OK;
}

static enum status use_edits(struct timing *timing, struct task *task,
			     const struct stored_design *design)
{
	struct edited e = {.timing = timing,
			   .now = constraints_ref(design->constraints),
			   .netlist = design->netlist,
			   .there = true};
	enum status status = STATUS_OK;

	for (int i = 0; i < EDITS && e.there && status == STATUS_OK; i++)
		status = edit(&e, i % 2, task);
	constraints_unref(e.now);
	return status;
}

bool stored_use(struct queue *queue, struct task *task, struct stored_design *design)
{
	struct timing *timing = NULL;
	enum status status;

	if (design->netlist)
		use_netlist(design->netlist);
	if (design->placement)
		use_placement(design->placement);
	if (design->graph)
		return use_graph(queue, design->graph);
	if (!design->timing)
		return true;
	status = time_design(queue, task, design, &timing);
	must(!status_is_trouble(status));
	if (status == STATUS_OK && design->constraints)
		must(!status_is_trouble(use_edits(timing, task, design)));
	timing_free(timing);
	return status == STATUS_OK;
}

void stored_again(struct task *task, const struct random_design *design,
		  struct timing_graph **graph, struct state_graph **states,
		  struct stored_design *opened)
{
	char path[] = "/tmp/stored_again.XXXXXX";
	const struct load_options options = {.n_threads = 2};
	const struct stored_design saved = {.netlist = design->netlist,
					    .constraints = design->constraints,
					    .timing = *graph,
					    .states = *states};
	int fd;

	if ((*states)->references.n_cones) /* data checks: a file doesn't have these */
		return;
	fd = mkstemp(path);
	must(fd >= 0 && close(fd) == 0);
	must(design_save(path, &saved, 2, task) == STATUS_OK);
	state_graph_free(*states);
	timing_graph_free(*graph);
	must(design_load(path, &options, task, opened) == STATUS_OK);
	unlink(path);
	*graph = opened->timing;
	*states = opened->states;
	opened->timing = NULL;
	opened->states = NULL;
}
