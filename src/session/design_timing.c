/* Making and updating the timing of a design: wires, graphs, and the inputs of enum
 * design_input. */
#include <inttypes.h>

#include "base/clock.h"
#include "base/grow.h"
#include "db/wire_load.h"
#include "gpu/delay/timing_aocv.h"
#include "gpu/image/tag_spreader.h"
#include "gpu/timing/timing_annotations.h"
#include "gpu/timing/timing_restate.h"
#include "session/design.h"

static struct netlist *timed_netlist(const struct design *design)
{
	return design->fast ? design->fast : design->netlist;
}

enum status design_make_wires(const struct design *design, const struct rc_nets *only,
			      struct text *warnings, struct task *task, bool *guesses,
			      struct rc_forest **out)
{
	struct rc_source source = {
		.parasitics = {design_parasitics(design, EARLY), design_parasitics(design, LATE)},
		.models = design->wires ? &design->wires->models : NULL,
		.constraints = design->constraints,
		.netlist = timed_netlist(design),
		.only = only};
	struct parasitics *guessed[N_SPLITS] = {NULL};
	enum status status = STATUS_OK;

	*out = NULL;
	*guesses = false;
	if (design->lenses & LENS_BIT(LENS_WIRES))
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS && status == STATUS_OK; split++)
		status = wire_load_parasitics(timed_netlist(design), design->wires,
					      design->constraints, (enum split)split, task,
					      &guessed[split]);
	*guesses = guessed[LATE] != NULL && guessed[LATE]->n_nets > 0;
	source.guessed[EARLY] = guessed[EARLY];
	source.guessed[LATE] = guessed[LATE];
	if (status == STATUS_OK && (guessed[EARLY] || guessed[LATE] || design->wires ||
				    (design->constraints && design->constraints->net_load)))
		status = rc_forest_new(&source, warnings, task, out);
	parasitics_unref(guessed[EARLY]);
	parasitics_unref(guessed[LATE]);
	return status;
}

enum status design_need_timed_netlist(struct design *design, struct task *task,
				      const struct netlist **out)
{
	if (design->lenses & LENS_BIT(LENS_CELLS) && !design->fast)
		TRY(design_make_fast(design, task, &design->fast));
	*out = timed_netlist(design);
	return STATUS_OK;
}

/* What timing goes by, where it isn't there: for lack of memory, or as cells or lenses have changed. */
static enum status need_timed(struct design *design, struct task *task)
{
	const struct netlist *unused;

	TRY(design_need_timed_netlist(design, task, &unused));
	return design->timed ? STATUS_OK
			     : lenses_constrain(design->lenses, design->netlist,
						design->constraints, &design->timed);
}

/* Without warnings of the wires again when only the loads at them have changed. */
static enum status put_wires(struct design *design, struct text *warnings, struct task *task)
{
	RELEASED_BY(text_release) struct text said = TEXT_INIT;
	struct rc_forest *rc;
	enum status status;

	design->n_lumped = design->n_untimed = 0;
	status = design_make_wires(design, NULL,
				   design_input_is_stale(design, INPUT_WIRES) ? warnings : &said,
				   task, &design->guesses_wires, &rc);
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

typedef enum status put_annotations_fn(struct timing *timing,
				       const struct annotations *annotations);

/* Without those of what lenses take away: of wires, of cells. */
static enum status put_annotations(const struct design *design, struct timing *timing,
				   put_annotations_fn *put)
{
	RELEASED_BY(annotations_end) struct annotations *copy = NULL;

	if (!design->annotations || !(design->lenses & LENSES_UNANNOTATE))
		return put(timing, design->annotations);
	TRY(annotations_copy(design->annotations, &copy));
	if (design->lenses & LENS_BIT(LENS_WIRES))
		annotations_drop(copy, ANNOTATED_WIRE);
	for (int what = ANNOTATED_ARC; what < N_ANNOTATED && design->fast; what++) {
		if (what != ANNOTATED_SLEW)
			annotations_drop(copy, (enum annotated)what);
	}
	return put(timing, copy);
}

/* What it doesn't have yet. */
static enum status put_given(struct design *design, struct text *warnings, struct task *task)
{
	struct timing *timing = design->timing;

	if (design_input_is_stale(design, INPUT_WIRES) ||
	    design_input_is_stale(design, INPUT_LOADS))
		TRY(put_wires(design, warnings, task));
	design->known[INPUT_WIRES] = design->given[INPUT_WIRES];
	design->known[INPUT_LOADS] = design->given[INPUT_LOADS];
	if (design_input_is_stale(design, INPUT_ANNOTATIONS))
		TRY(put_annotations(design, timing, timing_set_annotations));
	design->known[INPUT_ANNOTATIONS] = design->given[INPUT_ANNOTATIONS];
	if (design_input_is_stale(design, INPUT_AOCV))
		TRY(timing_set_aocv(timing,
				    design->lenses & LENS_BIT(LENS_MARGINS) ? NULL : design->aocv,
				    design->placement));
	design->known[INPUT_AOCV] = design->given[INPUT_AOCV];
	return STATUS_OK;
}

/* Generated clocks whose latency is unknown, or whose edges aren't where they are declared, so that slack may be too
 * good. */
static void warn_of_generated(const struct design *design, const struct state_graph *states,
			      struct text *warnings)
{
	for (int32_t i = 0; i < states->warned.n_lost; i++) {
		const struct clock *clock = &design->constraints->clock[states->warned.lost[i]];

		text_printf(warnings,
			    "warning: no path leads from clock %s to generated clock %s at ",
			    design->constraints->clock[clock->master].name, clock->name);
		netlist_write_pin(design->netlist, clock->source[0], '/', warnings);
		text_add(warnings, "; its source latency is 0\n");
	}
	for (int32_t i = 0; i < states->warned.n_opposite; i++) {
		int32_t edge = states->warned.opposite[i] % N_EDGES;
		const struct clock *clock =
			&design->constraints->clock[states->warned.opposite[i] / N_EDGES];

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
	netlist_drop_tables(
		timed_netlist(design)); /* both graphs come next, which look for no names */
	TRY(timing_graph_new(timed_netlist(design), design->timed, warnings, task, graph));
	status = tag_spreader_states(queue, *graph, design_states_options(design), task, states);
	if (status == STATUS_OK && (status = timing_image_need_depths(queue, *graph)) != STATUS_OK)
		state_graph_free(*states);
	if (status != STATUS_OK)
		timing_graph_free(*graph);
	else
		warn_of_generated(design, *states, warnings);
	if (status == STATUS_OK)
		timing_graph_forget_places(*graph);
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
	status = timing_restate(timing, design->timed, design_states_options(design), task, &done);
	if (status == STATUS_OK && !done)
		return STATUS_OK;
	design->stale = NULL;
	if (status == STATUS_OK) {
		warn_of_generated(design, timing->image->states, warnings);
		timing_set(timing, &design->settings);
		if (!design_input_is_stale(design, INPUT_ANNOTATIONS))
			status = put_annotations(design, timing, timing_renew_annotations);
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
	bool keeps = design->stale && timing_keeps_wires(design->stale, design->timed);

	if (keeps)
		timing_strip(design->stale);
	else
		design_drop_stale(design);
	for (int given = keeps ? INPUT_ANNOTATIONS : 0; given < N_DESIGN_INPUTS; given++)
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
	design_drop_stale(design); /* it may be without graphs */
	timing_free(design->timing);
	design->timing = NULL;
	return status;
}

enum status design_need_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings)
{
	double begin = clock_ms();

	TRY(design_need_netlist(design));
	TRY(need_timed(design, task));
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
