#include "session/design.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/timing/timing_annotations.h"
#include "gpu/delay/timing_aocv.h"
#include "gpu/timing/timing_edit.h"
#include "gpu/timing/timing_restate.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/print.h"
#include "gpu/image/tag_spreader.h"

void design_drop_ssta(struct design *design)
{
	if (design->n_open)
		timing_set_increments(design->timing, NULL, NULL);
	design->timing_edition += design->n_open > 0;
	design->n_open = 0;
	ssta_free(design->ssta);
	design->ssta = NULL;
}

static void drop_kept(struct design *design)
{
	state_graph_free(design->kept_states);
	timing_graph_free(design->kept_graph);
	design->kept_states = NULL;
	design->kept_graph = NULL;
}

static void drop_stale(struct design *design)
{
	timing_free(design->stale);
	design->stale = NULL;
}

/* What design->other has of a design. */
static void copy_timing(const struct design *from, struct design *to)
{
	to->timing = from->timing;
	to->stale = from->stale;
	to->kept_graph = from->kept_graph;
	to->kept_states = from->kept_states;
	memcpy(to->known, from->known, sizeof to->known);
	to->build_ms = from->build_ms;
	to->update_ms = from->update_ms;
}

static void turn(struct design *design)
{
	struct design now = *design;

	copy_timing(design->other, design);
	copy_timing(&now, design->other);
	design->unconstrained = !design->unconstrained;
}

static void drop_other(struct design *design)
{
	if (!design->other)
		return;
	timing_free(design->other->timing);
	free(design->other);
	design->other = NULL;
}

enum status design_turn_unconstrained(struct design *design)
{
	if (design->n_open)
		return status_fail(STATUS_FAILED, "paths without constraints aren't known of a "
						  "single die; close_sample closes it");
	if (design->other_edition != design->timing_edition)
		drop_other(design);
	if (!design->other)
		TRY(ALLOC(&design->other, 1));
	design->other_edition = design->timing_edition;
	turn(design);
	return STATUS_OK;
}

void design_turn_back(struct design *design)
{
	if (design->unconstrained)
		turn(design);
}

enum status design_values_status(const struct design *design)
{
	const struct timing *other = design->other ? design->other->timing : NULL;

	if (design->timing)
		TRY(timing_values_status(design->timing));
	return other ? timing_values_status(other) : STATUS_OK;
}

void design_outdate(struct design *design)
{
	design_drop_ssta(design);
	drop_other(design);
	drop_kept(design);
	drop_stale(design);
	timing_free(design->timing);
	design->timing = NULL;
	design->timing_edition++;
}

/* The one that there is, up to date or not; NULL = none. */
static struct timing *any_timing(const struct design *design)
{
	return design->timing ? design->timing : design->stale;
}

void design_outdate_states(struct design *design)
{
	design_drop_ssta(design);
	drop_other(design);
	drop_kept(design);
	design->stale = any_timing(design);
	design->timing = NULL;
	if (design->stale)
		timing_outdate(design->stale, TIMING_ARRIVALS);
	design->timing_edition++;
}

/* The timing gets it when it is needed. */
static void outdate_given(struct design *design, enum design_given given)
{
	static const enum timing_product first[N_GIVEN] = {[GIVEN_WIRES] = TIMING_WIRES,
							   [GIVEN_LOADS] = TIMING_WIRES,
							   [GIVEN_ANNOTATIONS] = TIMING_CHECKS,
							   [GIVEN_AOCV] = TIMING_DELAYS};

	design_drop_ssta(design);
	design->given[given] = ++design->timing_edition;
	if (any_timing(design))
		timing_outdate(any_timing(design), first[given]);
}

static bool waits(const struct design *design, enum design_given given)
{
	return design->known[given] < design->given[given];
}

void design_release(struct design *design)
{
	design_outdate(design);
	variation_release(&design->variation);
	net_wires_free(design->wires);
	annotations_free(design->annotations);
	aocv_free(design->aocv);
	placement_unref(design->placement);
	technology_unref(design->technology);
	constraints_unref(design->constraints);
	netlist_unref(design->netlist);
	modules_release(&design->modules);
	for (int split = 0; split < N_SPLITS; split++) {
		design_drop_libraries(design, (enum split)split);
		free(design->library[split]);
	}
	*design = (struct design){0};
}

void design_clear(struct design *design, bool keeps_libraries)
{
	struct design kept = {.settings = design->settings,
			      .leaves_unclocked = design->leaves_unclocked};

	if (keeps_libraries) {
		kept.units = design->units;
		kept.technology = design->technology;
		design->technology = NULL;
		for (int split = 0; split < N_SPLITS; split++) {
			kept.library[split] = design->library[split];
			kept.n_libraries[split] = design->n_libraries[split];
			kept.library_capacity[split] = design->library_capacity[split];
			design->library[split] = NULL;
			design->n_libraries[split] = 0;
		}
	}
	design_release(design);
	*design = kept;
}

enum status design_add_library(struct design *design, enum split split, struct library *library)
{
	int32_t n = design->n_libraries[split];
	enum status status = GROW(&design->library[split], &design->library_capacity[split], n + 1);

	if (status != STATUS_OK) {
		library_unref(library);
		return status;
	}
	design->library[split][n] = library;
	design->n_libraries[split]++;
	return STATUS_OK;
}

void design_drop_libraries(struct design *design, enum split split)
{
	for (int32_t i = 0; i < design->n_libraries[split]; i++)
		library_unref(design->library[split][i]);
	design->n_libraries[split] = 0;
}

void design_set_netlist(struct design *design, struct netlist *netlist)
{
	design_outdate(design);
	design_set_wires(design, NULL);
	design_set_placement(design, NULL);
	design_set_constraints(design, NULL);
	annotations_free(design->annotations);
	design->annotations = NULL;
	aocv_free(design->aocv);
	design->aocv = NULL;
	variation_release(&design->variation);
	netlist_unref(design->netlist);
	design->netlist = netlist;
	if (netlist)
		netlist->units = design->units;
}

void design_replace_netlist(struct design *design, struct netlist *netlist)
{
	design_outdate(design);
	netlist_unref(design->netlist);
	design->netlist = netlist;
}

void design_set_units(struct design *design, struct units units)
{
	if (units.time > 0)
		design->units.time = units.time;
	if (units.capacitance > 0)
		design->units.capacitance = units.capacitance;
	if (units.resistance > 0)
		design->units.resistance = units.resistance;
	if (design->netlist)
		design->netlist->units = design->units;
}

void design_tell_dropped(const struct design *design)
{
	if (design->wires || design->constraints || design->variation.n_rules)
		print_error(
			"warning: parasitics and constraints went with the netlist that they were read for\n");
	if (design->annotations)
		print_error("warning: so did annotated delays, checks and slews\n");
	if (design->aocv)
		print_error("warning: AOCV tables went with the netlist that they were read for\n");
}

/* By other constraints, if all that there is can stay. */
static enum status edit_timing(struct design *design, struct constraints *constraints,
			       enum timing_edited *edited)
{
	bool wires;

	*edited = EDIT_REFUSED;
	if (!design->timing)
		return STATUS_OK;
	design_drop_ssta(design);
	TRY(timing_edit(design->timing, constraints, &wires, edited));
	if (*edited == EDIT_DONE && wires)
		outdate_given(design, GIVEN_LOADS);
	return STATUS_OK;
}

void design_set_constraints(struct design *design, struct constraints *constraints)
{
	enum timing_edited edited;

	if (edit_timing(design, constraints, &edited) != STATUS_OK)
		edited = EDIT_BROKEN;
	if (edited == EDIT_DONE)
		design->timing_edition++;
	else if (edited == EDIT_REFUSED)
		design_outdate_states(design);
	else
		design_outdate(design);
	constraints_unref(design->constraints);
	design->constraints = constraints;
}

void design_set_wires(struct design *design, struct net_wires *wires)
{
	outdate_given(design, GIVEN_WIRES);
	net_wires_free(design->wires);
	design->wires = wires;
}

enum status design_change_wires(struct design *design, struct net_wires **out)
{
	if (!design->wires)
		TRY(net_wires_new(&design->wires));
	outdate_given(design, GIVEN_WIRES);
	*out = design->wires;
	return STATUS_OK;
}

enum status design_set_parasitics(struct design *design, struct parasitics *parasitics)
{
	struct net_wires *wires = NULL;
	enum status status = net_wires_new(&wires);

	if (status != STATUS_OK) {
		parasitics_unref(parasitics);
		return status;
	}
	status = net_wires_add(wires, parasitics, BOTH_SPLITS, false, design->netlist);
	if (status == STATUS_OK)
		design_set_wires(design, wires);
	else
		net_wires_free(wires);
	return status;
}

struct parasitics *design_parasitics(const struct design *design, enum split split)
{
	return design->wires ? design->wires->parasitics[split] : NULL;
}

void design_set_annotations(struct design *design, struct annotations *annotations)
{
	annotations_free(design->annotations);
	design->annotations = annotations;
	outdate_given(design, GIVEN_ANNOTATIONS);
}

enum status design_annotate(struct design *design, const struct annotations *more)
{
	struct timing *timing = any_timing(design);
	enum status status;
	bool done = false;

	if (!more->keys.n)
		return STATUS_OK;
	if (!design->annotations)
		TRY(annotations_new(&design->annotations));
	if (!annotations_fit(design->annotations, more))
		return STATUS_BAD_INPUT;
	status = annotations_merge(design->annotations, more);
	if (status == STATUS_OK && timing && !waits(design, GIVEN_ANNOTATIONS))
		status = timing_change_annotations(timing, design->annotations, more, &done);
	if (status != STATUS_OK || !done)
		outdate_given(design, GIVEN_ANNOTATIONS);
	design_drop_ssta(design);
	design->timing_edition++;
	return status;
}

void design_set_aocv(struct design *design, struct aocv *aocv)
{
	aocv_free(design->aocv);
	design->aocv = aocv;
	outdate_given(design, GIVEN_AOCV);
}

void design_set_technology(struct design *design, struct technology *technology)
{
	technology_unref(design->technology);
	design->technology = technology;
}

void design_set_placement(struct design *design, struct placement *placement)
{
	placement_unref(design->placement);
	design->placement = placement;
	if (design->aocv) /* derates may depend on distance */
		outdate_given(design, GIVEN_AOCV);
}

void design_set(struct design *design, const struct timing_settings *settings)
{
	design_drop_ssta(design);
	design->settings = *settings;
	design->timing_edition++;
	if (design->timing)
		timing_set(design->timing, settings);
}

void design_forgive(struct design *design, bool forgives)
{
	struct timing_settings settings = design->settings;

	settings.forgives = forgives;
	if (design->timing && design->timing->image->latches.n_latches)
		design_set(design, &settings);
	else
		design->settings = settings;
}

void design_keep_timing(struct design *design, struct timing_graph *graph,
			struct state_graph *states)
{
	drop_kept(design);
	design->kept_graph = graph;
	design->kept_states = states;
}

void design_leave_unclocked(struct design *design, bool leaves)
{
	if (design->leaves_unclocked == leaves)
		return;
	design_outdate_states(design);
	design->leaves_unclocked = leaves;
}

enum status design_need_netlist(const struct design *design)
{
	if (design->netlist)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "no netlist is open; read_liberty, read_verilog and "
					  "link_design open one");
}

enum status design_need_placement(const struct design *design)
{
	if (design->placement)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "no placement is open; read_def, read_bookshelf or "
					  "place_design open one");
}

enum status design_need_libraries(const struct design *design, struct netlist **out)
{
	enum status status;

	if (design->netlist) {
		*out = netlist_ref(design->netlist);
		return STATUS_OK;
	}
	if (!design->n_libraries[LATE] && !design->n_libraries[EARLY])
		return status_fail(STATUS_FAILED, "neither a netlist nor a library is open; "
						  "read_liberty reads libraries");
	TRY(netlist_new("", out));
	(*out)->units = design->units;
	status = STATUS_OK;
	for (int split = N_SPLITS - 1; split >= 0; split--) {
		for (int32_t i = 0; i < design->n_libraries[split] && status == STATUS_OK; i++)
			status = netlist_add_library(*out, design->library[split][i]);
	}
	if (status == STATUS_OK)
		status = netlist_close(*out);
	if (status != STATUS_OK) {
		netlist_unref(*out);
		*out = NULL;
	}
	return status;
}

/* Without warnings of the wires again when only the loads at them have changed. */
static enum status put_wires(struct design *design, struct text *warnings, struct task *task)
{
	struct text said = TEXT_INIT;
	struct rc_forest *rc;
	enum status status;

	design->n_lumped = design->n_untimed = 0;
	status = design_make_wires(design, NULL, waits(design, GIVEN_WIRES) ? warnings : &said,
				   task, &design->guesses_wires, &rc);
	text_release(&said);
	if (status == STATUS_OK && rc) {
		design->n_lumped = rc->n_lumped;
		design->n_untimed = rc->n_untimed;
	}
	if (status == STATUS_OK)
		status = timing_set_wires(design->timing, rc);
	rc_forest_free(rc);
	memory_trim();
	return status;
}

/* What it doesn't have yet. */
static enum status put_given(struct design *design, struct text *warnings, struct task *task)
{
	struct timing *timing = design->timing;

	if (waits(design, GIVEN_WIRES) || waits(design, GIVEN_LOADS))
		TRY(put_wires(design, warnings, task));
	design->known[GIVEN_WIRES] = design->given[GIVEN_WIRES];
	design->known[GIVEN_LOADS] = design->given[GIVEN_LOADS];
	if (waits(design, GIVEN_ANNOTATIONS))
		TRY(timing_set_annotations(timing, design->annotations));
	design->known[GIVEN_ANNOTATIONS] = design->given[GIVEN_ANNOTATIONS];
	if (waits(design, GIVEN_AOCV))
		TRY(timing_set_aocv(timing, design->aocv, design->placement));
	design->known[GIVEN_AOCV] = design->given[GIVEN_AOCV];
	return STATUS_OK;
}

/* Generated clocks whose latency is unknown, or whose edges aren't where they are declared, so that slack may be too
 * good. */
static void warn_of_generated(const struct design *design, const struct state_graph *states,
			      struct text *warnings)
{
	for (int32_t i = 0; i < states->n_lost; i++) {
		const struct clock *clock = &design->constraints->clock[states->lost[i]];

		text_printf(warnings,
			    "warning: no path leads from clock %s to generated clock %s at ",
			    design->constraints->clock[clock->master].name, clock->name);
		netlist_write_pin(design->netlist, clock->source[0], '/', warnings);
		text_add(warnings, "; its source latency is 0\n");
	}
	for (int32_t i = 0; i < states->n_opposite_edges; i++) {
		int32_t edge = states->opposite_edge[i] % N_EDGES;
		const struct clock *clock =
			&design->constraints->clock[states->opposite_edge[i] / N_EDGES];

		text_printf(
			warnings,
			"warning: the %s edge of generated clock %s comes from the %s edge of clock %s, not "
			"from the one that its definition names: its waveform is wrong\n",
			edge == RISE ? "rising" : "falling", clock->name,
			clock->master_edge[edge] == RISE ? "falling" : "rising",
			design->constraints->clock[clock->master].name);
	}
}

int design_states_options(const struct design *design)
{
	return (design->unconstrained ? STATES_UNCONSTRAINED : 0) |
	       (design->leaves_unclocked ? STATES_LEAVE_UNCLOCKED : 0);
}

static enum status make_graphs(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings, struct timing_graph **graph,
			       struct state_graph **states)
{
	enum status status;

	if (design->kept_graph) {
		*graph = design->kept_graph;
		*states = design->kept_states;
		design->kept_graph = NULL;
		design->kept_states = NULL;
		return STATUS_OK;
	}
	netlist_drop_tables(design->netlist); /* both graphs come next, which look for no names */
	TRY(timing_graph_new(design->netlist, design->constraints, warnings, task, graph));
	status = tag_spreader_states(queue, *graph, design_states_options(design), task, states);
	if (status == STATUS_OK && (status = timing_image_need_depths(queue, *graph)) != STATUS_OK)
		state_graph_free(*states);
	if (status != STATUS_OK)
		timing_graph_free(*graph);
	else
		warn_of_generated(design, *states, warnings);
	if (status == STATUS_OK)
		timing_graph_forget_order(*graph);
	memory_trim();
	return status;
}

/* From the timing that there was, if only its states are others. */
static enum status restate(struct design *design, struct task *task, struct text *warnings,
			   struct timing **out)
{
	struct timing *timing = design->stale;
	enum status status;
	bool done = false;

	*out = NULL;
	if (!timing)
		return STATUS_OK;
	status = timing_restate(timing, design->constraints, design_states_options(design), task,
				&done);
	if (status == STATUS_OK && !done)
		return STATUS_OK;
	design->stale = NULL;
	if (status == STATUS_OK) {
		warn_of_generated(design, timing->image->states, warnings);
		timing_set(timing, &design->settings);
		if (!waits(design, GIVEN_ANNOTATIONS))
			status = timing_renew_annotations(timing, design->annotations);
	}
	memory_trim();
	if (status == STATUS_OK) {
		*out = timing;
		return STATUS_OK;
	}
	timing_free(timing);
	/* all that is built again needs less at once */
	return status == STATUS_DEVICE_MEMORY ? STATUS_OK : status;
}

/* From the wires and loads of the timing that there was, or from nothing. */
static enum status fill_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings, struct timing **out)
{
	struct timing_graph *graph;
	struct state_graph *states;
	bool keeps = design->stale && timing_keeps_wires(design->stale, design->constraints);

	if (keeps)
		timing_strip(design->stale);
	else
		drop_stale(design);
	for (int given = keeps ? GIVEN_ANNOTATIONS : 0; given < N_GIVEN; given++)
		design->known[given] = -1;
	TRY(make_graphs(design, queue, task, warnings, &graph, &states));
	if (!keeps)
		TRY(timing_new(queue, graph, states, out));
	if (keeps)
		*out = design->stale;
	design->stale = NULL;
	timing_set(*out, &design->settings);
	return keeps ? timing_fill(*out, graph, states) : STATUS_OK;
}

static enum status make_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings)
{
	enum status status = restate(design, task, warnings, &design->timing);

	if (status == STATUS_OK && !design->timing)
		status = fill_timing(design, queue, task, warnings, &design->timing);
	if (status == STATUS_OK)
		status = put_given(design, warnings, task);
	if (status == STATUS_OK)
		return STATUS_OK;
	drop_stale(design); /* it may be without graphs */
	timing_free(design->timing);
	design->timing = NULL;
	return status;
}

enum status design_need_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings)
{
	double begin = clock_ms();

	TRY(design_need_netlist(design));
	if (!design->timing) {
		TRY(make_timing(design, queue, task, warnings));
		design->build_ms = clock_ms() - begin;
	}
	TRY(put_given(design, warnings, task));
	if (timing_has(design->timing, TIMING_CHECKS))
		return STATUS_OK;
	begin = clock_ms();
	TRY(timing_update(design->timing));
	design->update_ms = clock_ms() - begin;
	return STATUS_OK;
}
