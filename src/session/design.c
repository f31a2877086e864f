#include "session/design.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/timing/timing_annotations.h"
#include "gpu/timing/timing_edit.h"
#include "base/grow.h"
#include "base/print.h"

void design_drop_ssta(struct design *design)
{
	if (design->n_open)
		timing_set_increments(design->timing, NULL, NULL);
	design->timing_edition += design->n_open > 0;
	design->n_open = 0;
	RESET(ssta_free, design->ssta);
}

char *design_title(const struct design *design)
{
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, design->netlist ? design->netlist->name : "");
	if (design->n_open)
		text_printf(&title, ", die %" PRId64, design->n_open - 1);
	if (design->lenses) {
		text_add(&title, ", lens ");
		lenses_write(design->lenses, &title);
	}
	return text_status(&title) == STATUS_OK ? copy_string(text_string(&title)) : NULL;
}

static void drop_kept(struct design *design)
{
	state_graph_free(design->kept_states);
	timing_graph_free(design->kept_graph);
	design->kept_states = NULL;
	design->kept_graph = NULL;
}

void design_drop_stale(struct design *design)
{
	RESET(timing_free, design->stale);
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
	RESET(free, design->other);
}

enum status design_show_unconstrained(struct design *design)
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

void design_hide_unconstrained(struct design *design)
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

void design_drop_timing(struct design *design)
{
	design_drop_ssta(design);
	drop_other(design);
	drop_kept(design);
	design_drop_stale(design);
	RESET(timing_free, design->timing);
	RESET(netlist_unref, design->fast);
	design->timing_edition++;
}

/* The one that there is, up to date or not; NULL = none. */
static struct timing *any_timing(const struct design *design)
{
	return design->timing ? design->timing : design->stale;
}

/* Something that at most its states follow from has changed: the next timing keeps what it can of this one. */
static void design_drop_states(struct design *design)
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
static void outdate_input(struct design *design, enum design_input given)
{
	static const enum timing_product first[N_DESIGN_INPUTS] = {[INPUT_WIRES] = TIMING_WIRES,
								   [INPUT_LOADS] = TIMING_WIRES,
								   [INPUT_ANNOTATIONS] =
									   TIMING_CHECKS,
								   [INPUT_AOCV] = TIMING_DELAYS};

	design_drop_ssta(design);
	design->given[given] = ++design->timing_edition;
	if (any_timing(design))
		timing_outdate(any_timing(design), first[given]);
}

void design_release(struct design *design)
{
	design_drop_timing(design);
	variation_release(&design->variation);
	net_wires_free(design->wires);
	annotations_free(design->annotations);
	aocv_free(design->aocv);
	placement_unref(design->placement);
	technology_unref(design->technology);
	constraints_unref(design->constraints);
	constraints_unref(design->timed);
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
		HAND_OVER(&kept.technology, design->technology);
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
	if (design->fast) /* it may have faster cells */
		design_drop_timing(design);
	return STATUS_OK;
}

void design_drop_libraries(struct design *design, enum split split)
{
	for (int32_t i = 0; i < design->n_libraries[split]; i++)
		library_unref(design->library[split][i]);
	design->n_libraries[split] = 0;
}

static void forget_timed(struct design *design)
{
	RESET(constraints_unref, design->timed);
}

void design_set_netlist(struct design *design, struct netlist *netlist)
{
	design_drop_timing(design);
	design->lenses = 0;
	design_set_wires(design, NULL);
	design_set_placement(design, NULL);
	design_set_constraints(design, NULL);
	RESET(annotations_free, design->annotations);
	RESET(aocv_free, design->aocv);
	variation_release(&design->variation);
	netlist_unref(design->netlist);
	design->netlist = netlist;
	if (netlist)
		netlist->units = design->units;
}

void design_replace_netlist(struct design *design, struct netlist *netlist)
{
	design_drop_timing(design);
	forget_timed(design); /* no_buffers depends on cells */
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

void design_warn_dropped(const struct design *design)
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
		outdate_input(design, INPUT_LOADS);
	return STATUS_OK;
}

/* The timing goes by other constraints: `now` is taken over. */
static void time_by(struct design *design, struct constraints *now)
{
	enum timing_edited edited;

	if (edit_timing(design, now, &edited) != STATUS_OK)
		edited = EDIT_BROKEN;
	if (edited == EDIT_DONE)
		design->timing_edition++;
	else if (edited == EDIT_REFUSED)
		design_drop_states(design);
	else
		design_drop_timing(design);
	constraints_unref(design->timed);
	design->timed = now;
}

void design_set_constraints(struct design *design, struct constraints *constraints)
{
	struct constraints *now;

	if (lenses_constrain(design->lenses, design->netlist, constraints, &now) == STATUS_OK) {
		time_by(design, now);
	} else {
		design_drop_timing(design);
		forget_timed(design);
	}
	constraints_unref(design->constraints);
	design->constraints = constraints;
}

void design_set_lenses(struct design *design, unsigned lenses)
{
	unsigned changed = design->lenses ^ lenses;
	struct constraints *now;

	design->lenses = lenses;
	if (changed & LENS_BIT(LENS_CELLS))
		design_drop_timing(design);
	if (changed & LENS_BIT(LENS_WIRES))
		outdate_input(design, INPUT_WIRES);
	if (changed & LENS_BIT(LENS_WIRES) && design->annotations)
		outdate_input(design, INPUT_ANNOTATIONS);
	if (changed & LENS_BIT(LENS_MARGINS) && design->aocv)
		outdate_input(design, INPUT_AOCV);
	if (!(changed & LENSES_CONSTRAIN))
		return;
	if (lenses_constrain(lenses, design->netlist, design->constraints, &now) == STATUS_OK) {
		time_by(design, now);
	} else {
		design_drop_timing(design);
		forget_timed(design);
	}
}

void design_copy(const struct design *design, struct design *copy)
{
	*copy = *design;
	copy->timing = copy->stale = NULL;
	copy->other = NULL;
	copy->kept_graph = NULL;
	copy->kept_states = NULL;
	copy->ssta = NULL;
	copy->n_open = 0;
	copy->timed = design->timed ? constraints_ref(design->timed) : NULL;
	copy->fast = NULL;
}

void design_end_copy(struct design *copy)
{
	design_drop_timing(copy);
	forget_timed(copy);
}

void design_set_wires(struct design *design, struct net_wires *wires)
{
	outdate_input(design, INPUT_WIRES);
	net_wires_free(design->wires);
	design->wires = wires;
}

enum status design_change_wires(struct design *design, struct net_wires **out)
{
	if (!design->wires)
		TRY(net_wires_new(&design->wires));
	outdate_input(design, INPUT_WIRES);
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
	outdate_input(design, INPUT_ANNOTATIONS);
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
	if (status == STATUS_OK && timing && !design_input_is_stale(design, INPUT_ANNOTATIONS) &&
	    !(design->lenses & LENSES_UNANNOTATE))
		status = timing_change_annotations(timing, design->annotations, more, &done);
	if (status != STATUS_OK || !done)
		outdate_input(design, INPUT_ANNOTATIONS);
	design_drop_ssta(design);
	design->timing_edition++;
	return status;
}

void design_set_aocv(struct design *design, struct aocv *aocv)
{
	aocv_free(design->aocv);
	design->aocv = aocv;
	outdate_input(design, INPUT_AOCV);
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
		outdate_input(design, INPUT_AOCV);
}

void design_set_timing_settings(struct design *design, const struct timing_settings *settings)
{
	design_drop_ssta(design);
	design->settings = *settings;
	design->timing_edition++;
	if (design->timing)
		timing_set(design->timing, settings);
}

void design_set_latch_credit(struct design *design, bool forgives)
{
	struct timing_settings settings = design->settings;

	settings.forgives = forgives;
	if (design->timing && design->timing->image->latches.n_latches)
		design_set_timing_settings(design, &settings);
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
	design_drop_states(design);
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
	RELEASED_BY(netlist_drop) struct netlist *made = NULL;

	if (design->netlist) {
		*out = netlist_ref(design->netlist);
		return STATUS_OK;
	}
	if (!design->n_libraries[LATE] && !design->n_libraries[EARLY])
		return status_fail(STATUS_FAILED, "neither a netlist nor a library is open; "
						  "read_liberty reads libraries");
	TRY(netlist_new("", &made));
	made->units = design->units;
	for (int split = N_SPLITS - 1; split >= 0; split--) {
		for (int32_t i = 0; i < design->n_libraries[split]; i++)
			TRY(netlist_add_library(made, design->library[split][i]));
	}
	TRY(netlist_close(made));
	HAND_OVER(out, made);
	return STATUS_OK;
}
