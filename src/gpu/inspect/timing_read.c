#include "gpu/inspect/timing_read.h"

#include "base/grow.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/timing/result_args.h"

static const char memory_name[] = "reading";

/* ---- the summary ---- */

/* Output ports that no path ends at. */
static enum status count_free_outputs(const struct state_graph *states, int32_t *out)
{
	const struct timing_graph *graph = states->timing;
	const struct netlist *netlist = graph->netlist;
	FREED uint8_t *constrained = NULL;

	TRY(ALLOC(&constrained, netlist->n_pins));
	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		if (!endpoint_is_false(states, &states->endpoint[s]))
			constrained[state_pin(states, states->graph->sink_vertex[s])] = 1;
	}
	*out = 0;
	for (int32_t p = 0; p < netlist->n_ports && graph->constraints; p++)
		*out += netlist->port_direction[p] == LIB_OUTPUT && !constrained[p];
	return STATUS_OK;
}

/* Returns how many late endpoint pins have no slack. */
static enum status fill_slacks(struct timing *timing, struct queue *queue, enum credit_mode mode,
			       struct snap_summary *summary, int32_t *n_none)
{
	const struct state_graph *states = timing->image->states;
	int64_t n = states->graph->n_sinks;
	FREED int64_t *slack = NULL;
	bool with = mode != CREDIT_NONE && timing_has_slacks(timing, mode);

	TRY(ALLOC(&slack, 2 * n));
	TRY(timing_read_slacks(timing, queue, with ? slack + n : NULL, slack));
	*n_none = summary_fill_slacks(&summary->slacks[SLACKS_BEFORE], states, slack);
	if (with)
		summary_fill_slacks(&summary->slacks[SLACKS_WITH], states, slack + n);
	else if (mode == CREDIT_NONE)
		summary->slacks[SLACKS_WITH] = summary->slacks[SLACKS_BEFORE];
	summary->timed = true;
	return STATUS_OK;
}

enum status timing_summarize(struct timing *timing, struct queue *queue, enum credit_mode mode,
			     struct snap_summary *summary)
{
	const struct timing_graph *graph = timing->image->graph;
	int32_t n_free = 0, n_none;

	TRY(fill_slacks(timing, queue, mode, summary, &n_none));
	TRY(count_free_outputs(timing->image->states, &n_free));
	summary_add_count(summary, "unconstrained", n_none + n_free);
	summary_add_count(summary, "broken loops", graph->graph->n_broken);
	summary_add_bad(summary, "latch loops", timing->n_endless);
	summary_add_count(summary, "clear arcs off", graph->n_set_reset_arcs);
	return STATUS_OK;
}

/* ---- paths ---- */

/* What the reading of a path needs: owned, [n_points]. */
struct point_reading {
	int32_t *state, *slew_state; /* states, and the same in the timing graph */
	struct timing_point *point;
};

/* The points at the first n states, of a split. */
static enum status read_points(struct timing *timing, struct queue *queue, enum split split,
			       const struct point_reading *r, int64_t n)
{
	struct gather_points_args args = {.timing = timing->image->device,
					  .arrival = timing->image->device_states.arrival,
					  .split = split};
	int32_t *d_state = NULL;
	DEVICE_HELD held = {queue, {&d_state, &args.point}};

	TRY(DEVICE_ALLOC(queue, memory_name, &d_state, 2 * n));
	TRY(DEVICE_ALLOC(queue, memory_name, &args.point, n));
	queue_upload(queue, d_state, r->state, n * (int64_t)sizeof *r->state);
	queue_upload(queue, d_state + n, r->slew_state, n * (int64_t)sizeof *r->slew_state);
	args.state = d_state;
	args.slew_state = d_state + n;
	LAUNCH(queue, gather_points, 32, &args, n);
	return queue_read(queue, r->point, args.point, n * (int64_t)sizeof *r->point);
}

static void place_point(const struct timing *timing, struct point_reading *r, int64_t i,
			int32_t state)
{
	r->state[i] = timing->image->state_place[state];
	r->slew_state[i] = timing->image->vertex_state[state_vertex(timing->image->states, state)];
}

static enum status fill_points(struct timing *timing, struct queue *queue, enum split split,
			       const struct path_graph *paths, struct snap_path *path,
			       struct point_reading *r)
{
	TRY(ALLOC_ALL(path->n_points, &r->state, &r->slew_state, &r->point));
	for (int64_t i = 0; i < path->n_points; i++) {
		int32_t vertex = path->point[i].vertex;

		place_point(timing, r, i, paths ? paths->vertex[vertex] : vertex);
	}
	TRY(read_points(timing, queue, split, r, path->n_points));
	for (int64_t i = 0; i < path->n_points; i++) {
		if (!path->retimed)
			path->point[i].slew = r->point[i].slew;
		path->point[i].load = r->point[i].load;
	}
	if (path->endpoint.clock < 0)
		return STATUS_OK;
	/* The capturing edge is taken the other way: early for a late path. */
	place_point(timing, r, 0, path->endpoint.clock);
	TRY(read_points(timing, queue, split == LATE ? EARLY : LATE, r, 1));
	path->clock_arrival = r->point[0].arrival;
	if (path->endpoint.reference < 0)
		return STATUS_OK;
	queue_download(queue, &path->clock_arrival,
		       timing->image->references.arrival +
			       N_SPLITS * (int64_t)path->endpoint.reference + (split == EARLY),
		       sizeof path->clock_arrival);
	return queue_sync(queue);
}

/* From the first period to the edges that are compared. */
static void shift_times(struct snap_path *path)
{
	int64_t shift = path->relation.launch_time;

	if (path->relation.launch_edge >= 0)
		shift -= clock_edge_time(path->constraints, path->relation.launch_edge);
	for (int64_t i = 0; i < path->n_points; i++)
		path->point[i].arrival += shift;
	path->required += shift;
	for (int64_t i = 0; path->retimed && i < path->n_points; i++)
		path->point[i].graph_arrival += shift;
	path->graph_required += path->retimed ? shift : 0;
}

enum status timing_fill_path(struct timing *timing, struct queue *queue, enum split split,
			     const struct path_graph *paths, struct snap_path *path)
{
	const struct state_graph *states = timing->image->states;
	int32_t sink = paths ? paths->sink[path->row.sink] : path->row.sink;
	struct point_reading r = {0};
	enum status status;

	path->split = split;
	path->endpoint = states->endpoint[sink];
	path->at_latch = state_latch_of_sink(states, sink) >= 0;
	path->relation = states->relation[path->endpoint.relation];
	path->clock_vertex =
		path->endpoint.clock < 0 ? -1 : state_vertex(states, path->endpoint.clock);
	status = fill_points(timing, queue, split, paths, path, &r);
	FREE_ALL(r.state, r.slew_state, r.point);
	path->timed = status == STATUS_OK;
	TRY(status);
	if (timing->image->graph->constraints)
		path->constraints = constraints_ref(timing->image->graph->constraints);
	shift_times(path);
	return STATUS_OK;
}
