#include "algo/timing_read.h"

#include <stdlib.h>

#include "base/grow.h"

static const char memory_name[] = "reading";

/* ---- the summary ---- */

static enum status read_slacks(struct timing *timing, struct queue *queue, int64_t *slack)
{
	struct endpoint_slacks_args args = {.timing = timing->image->device,
					    .endpoint = timing->image->d_endpoint};
	int64_t n = timing->image->device.n_sinks;
	enum status status;

	TRY(DEVICE_ALLOC(queue, memory_name, &args.slack, n));
	LAUNCH(queue, endpoint_slacks, 32, &args, n);
	queue_download(queue, slack, args.slack, n * (int64_t)sizeof *slack);
	status = queue_sync(queue);
	device_free(queue, args.slack);
	return status;
}

static int32_t count_free_outputs(const struct timing_graph *graph)
{
	const struct netlist *netlist = graph->netlist;
	int32_t n = 0;

	for (int32_t p = 0; p < netlist->n_ports && graph->constraints; p++)
		n += netlist->port_direction[p] == LIB_OUTPUT &&
		     !graph->constraints->port[p].has_required;
	return n;
}

enum status timing_summarize(struct timing *timing, struct queue *queue,
			     struct snap_summary *summary)
{
	const struct timing_graph *graph = timing->image->graph;
	int64_t *slack;
	enum status status;

	TRY(ALLOC(&slack, graph->graph->n_sinks));
	status = read_slacks(timing, queue, slack);
	if (status == STATUS_OK) {
		summary_add_count(summary, "unconstrained",
				  summary_fill_groups(summary, graph, slack) +
					  count_free_outputs(graph));
		summary_add_count(summary, "broken loops", graph->graph->n_broken);
		summary_add_count(summary, "latch arcs out", graph->n_latch_arcs);
		summary_add_count(summary, "reset arcs out", graph->n_set_reset_arcs);
	}
	free(slack);
	return status;
}

/* ---- paths ---- */

/* The points at n states of a split; host arrays. */
static enum status read_points(struct timing *timing, struct queue *queue, enum split split,
			       const int32_t *state, int64_t n, struct timing_point *point)
{
	struct gather_points_args args = {.timing = timing->image->device, .split = split};
	int32_t *d_state = NULL;
	enum status status = DEVICE_ALLOC(queue, memory_name, &d_state, n);

	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, memory_name, &args.point, n);
	if (status == STATUS_OK) {
		queue_upload(queue, d_state, state, n * (int64_t)sizeof *state);
		args.state = d_state;
		LAUNCH(queue, gather_points, 32, &args, n);
		queue_download(queue, point, args.point, n * (int64_t)sizeof *point);
		status = queue_sync(queue);
	}
	device_free(queue, d_state);
	device_free(queue, args.point);
	return status;
}

static enum status fill_points(struct timing *timing, struct queue *queue, enum split split,
			       struct snap_path *path, int32_t *state, struct timing_point *point)
{
	for (int64_t i = 0; i < path->n_points; i++)
		state[i] = timing->image->vertex_state[path->point[i].vertex];
	TRY(read_points(timing, queue, split, state, path->n_points, point));
	for (int64_t i = 0; i < path->n_points; i++) {
		path->point[i].slew = point[i].slew;
		path->point[i].load = point[i].load;
	}
	if (path->endpoint.clock < 0)
		return STATUS_OK;
	/* The capturing edge is taken the other way: early for a late path. */
	state[0] = timing->image->vertex_state[path->endpoint.clock];
	TRY(read_points(timing, queue, split == LATE ? EARLY : LATE, state, 1, point));
	path->clock_arrival = point[0].arrival;
	return STATUS_OK;
}

enum status timing_fill_path(struct timing *timing, struct queue *queue, enum split split,
			     struct snap_path *path)
{
	struct timing_point *point = NULL;
	int32_t *state;
	enum status status;

	TRY(ALLOC(&state, path->n_points));
	path->split = split;
	path->endpoint = timing->image->graph->endpoint[path->row.sink];
	status = ALLOC(&point, path->n_points);
	if (status == STATUS_OK)
		status = fill_points(timing, queue, split, path, state, point);
	path->timed = status == STATUS_OK;
	free(state);
	free(point);
	return status;
}
