#include "gpu/timing/timing_restate.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/delay/timing_aocv.h"
#include "db/constraints_change.h"
#include "db/derates.h"
#include "db/fan_out.h"

/* ---- the timing graph ---- */

/* Slews at ports, as when it was built; states add those of ideal clocks. */
static enum status begin_slews(struct timing_graph *graph)
{
	graph->slew = NULL;
	graph->n_slews = 0;
	graph->slew_capacity = 0;
	return timing_graph_add_port_slews(graph);
}

static bool same_slews(const struct timing_graph *graph, const struct given_slew *old,
		       int32_t n_old)
{
	bool same = graph->n_slews == n_old;

	for (int32_t i = 0; i < n_old && same; i++)
		same = graph->slew[i].vertex == old[i].vertex &&
		       memcmp(graph->slew[i].slew, old[i].slew, sizeof old[i].slew) == 0;
	return same;
}

/* What screens and states had of it stays as it was. */
static enum status without_ends(struct timing_graph *timing)
{
	struct graph *graph;

	if (!timing->graph->n_sources && !timing->graph->n_sinks)
		return STATUS_OK;
	TRY(graph_share_arcs(timing->graph, &graph));
	graph_unref(timing->graph);
	timing->graph = graph;
	return STATUS_OK;
}

static void take_constraints(struct timing_graph *graph, struct constraints *now)
{
	constraints_ref(now);
	constraints_unref(graph->constraints);
	graph->constraints = now;
}

/* How new states come about; they use the memory of those that there were, which are owned. */
struct restating {
	struct timing_image *image;
	int options;
	struct task *task;
	struct state_graph *left;
};

/* As in a new timing: states, and how deep the graph is with them if that is asked. The order stays for the next edit. */
static enum status make_states(struct restating *r, struct state_graph **states)
{
	struct state_graph *left = r->left;
	enum status status;

	r->left = NULL;
	status = state_graph_new(r->image->graph, &r->image->spreader.spreader, r->options, r->task,
				 left, states);
	if (status == STATUS_OK && (*states)->is_timing_graph)
		status = timing_image_need_depths(r->image->queue, r->image->graph);
	if (status != STATUS_OK) {
		state_graph_free(*states);
		*states = NULL;
	}
	return status;
}

/* ---- all of it ---- */

static bool keeps_delays(const struct timing *timing, const struct constraints *now)
{
	const struct timing_graph *graph = timing->image->graph;

	return now && graph->constraints && !timing->aocv && !timing->d_arc_increment &&
	       !timing->single && !timing->underated &&
	       constraints_keep_delays(graph->constraints, now, graph->graph->n_broken > 0);
}

static enum status restate_image(struct timing *timing, struct state_graph *states, bool same_slews)
{
	const struct timing_graph *graph = timing->image->graph;

	TRY(timing_image_restate(timing->image, states, same_slews));
	if (states->is_timing_graph || !same_slews || graph->n_latch_arcs ||
	    derates_tell_domains(graph->constraints))
		timing_outdate(timing, TIMING_DELAYS);
	return STATUS_OK;
}

static enum status restate(struct timing *timing, struct restating *r)
{
	struct timing_graph *graph = timing->image->graph;
	struct state_graph *states = NULL;
	struct given_slew *old = graph->slew;
	int32_t n_old = graph->n_slews;
	enum status status = begin_slews(graph);

	if (status == STATUS_OK)
		status = without_ends(graph);
	if (status == STATUS_OK)
		status = timing_graph_need_order(graph);
	if (status == STATUS_OK)
		status = make_states(r, &states);
	if (status == STATUS_OK)
		status = restate_image(timing, states, same_slews(graph, old, n_old));
	free(old);
	return status;
}

enum status timing_restate(struct timing *timing, struct constraints *now, int options,
			   struct task *task, bool *done)
{
	struct timing_graph *graph = timing->image->graph;
	struct restating r = {.image = timing->image,
			      .options = options,
			      .task = task,
			      .left = timing->image->states};
	enum status status;

	*done = keeps_delays(timing, now);
	if (!*done)
		return STATUS_OK;
	timing_outdate(timing, TIMING_ARRIVALS);
	timing_forget_states(timing);
	timing->image->states = NULL;
	timing_image_forget_states(timing->image);
	take_constraints(graph, now);
	status = restate(timing, &r);
	state_graph_free(r.left);
	return queue_settle(timing->queue, status);
}

/* ---- another timing graph ---- */

bool timing_keeps_wires(const struct timing *timing, const struct constraints *now)
{
	const struct constraints *before = timing->image->graph->constraints;

	return before && now && !timing->d_arc_increment && constraints_keep_wires(before, now);
}

void timing_strip(struct timing *timing)
{
	timing_outdate(timing, TIMING_DELAYS);
	timing_forget_states(timing);
	aocv_image_free(timing->queue, timing->aocv);
	timing->aocv = NULL;
	free(timing->check_value);
	timing->check_value = NULL;
	timing_image_forget_states(timing->image);
	timing_image_forget_graph(timing->image);
}

enum status timing_fill(struct timing *timing, struct timing_graph *graph,
			struct state_graph *states)
{
	enum status status = timing_image_rebuild(timing->image, graph, states);

	return queue_settle(timing->queue, status);
}
