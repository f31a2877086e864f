/* The path graph of an image that was made on the device, on the host. */
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/image/path_image.h"

static const char memory_name[] = "path queries";

struct reading {
	struct path_image *p;
	struct path_graph *paths; /* owned until it is done */
	int32_t *state_vertex;    /* owned until it is done */
	int32_t n_states, n_sinks;
};

/* Vertices are the states after the sinks, which are the first: nothing else is left of level 0. */
static enum status read_states(struct reading *r)
{
	const struct image *base = r->p->base;
	struct path_graph *paths = r->paths;
	int32_t n = r->n_states, n_sinks = r->n_sinks;
	uint8_t *passed = NULL;
	int32_t *of_base;
	enum status status;

	TRY(ALLOC(&r->state_vertex, n));
	TRY(ALLOC(&of_base, n));
	status = ALLOC(&passed, n);
	if (status == STATUS_OK) {
		queue_download(r->p->queue, of_base, r->p->d_base, n * (int64_t)sizeof *of_base);
		queue_download(r->p->queue, passed, r->p->d_passed, n);
		status = queue_sync(r->p->queue);
	}
	for (int32_t i = 0; i < n && status == STATUS_OK; i++) {
		int32_t vertex = base->state_vertex[of_base[i]];

		r->state_vertex[i] = i < n_sinks ? n - n_sinks + i : i - n_sinks;
		if (i < n_sinks) {
			paths->sink[i] = vertex - base->graph->n_vertices;
		} else {
			paths->vertex[i - n_sinks] = vertex;
			paths->passed[i - n_sinks] = passed[i];
		}
	}
	free(of_base);
	free(passed);
	return status;
}

/* The graph's arc of each, on the host. */
static enum status read_arc_numbers(struct path_image *p, int32_t *arc)
{
	struct gather_arcs_args args = {.order = p->d_place, .from = p->base->d_arc};
	int64_t n = p->image->device.n_arcs;
	int32_t *d_arc;
	enum status status;

	TRY(DEVICE_ALLOC(p->queue, memory_name, &d_arc, n));
	args.from_out = d_arc;
	LAUNCH(p->queue, gather_arcs, 32, &args, n);
	queue_download(p->queue, arc, d_arc, n * (int64_t)sizeof *arc);
	status = queue_sync(p->queue);
	device_free(p->queue, d_arc);
	return status;
}

/* All but those to sinks; by them sinks get their vertices. */
static void fill_arcs(const struct reading *r, const int32_t *row, const int32_t *to,
		      const int32_t *arc)
{
	struct path_graph *paths = r->paths;
	struct graph *graph = paths->graph;
	const struct graph *base = r->p->base->graph;
	int32_t n = 0;

	for (int32_t i = r->n_sinks; i < r->n_states; i++) {
		for (int32_t e = row[i]; e < row[i + 1]; e++) {
			if (to[e] < r->n_sinks) {
				graph->sink_vertex[to[e]] = i - r->n_sinks;
				graph->sink_required[to[e]] =
					base->sink_required[paths->sink[to[e]]];
				continue;
			}
			graph->arc_from[n] = i - r->n_sinks;
			graph->arc_to[n] = to[e] - r->n_sinks;
			if (graph->arc_type)
				graph->arc_type[n] = base->arc_type[arc[e]];
			else
				graph->arc_delay[n] = base->arc_delay[arc[e]];
			paths->arc[n++] = arc[e];
		}
	}
}

static enum status read_arcs(struct reading *r)
{
	const struct device_graph *g = &r->p->image->device;
	int32_t *row = NULL, *to = NULL, *arc = NULL;
	enum status status = ALLOC(&row, (int64_t)r->n_states + 1);

	if (status == STATUS_OK)
		status = ALLOC(&to, g->n_arcs);
	if (status == STATUS_OK)
		status = ALLOC(&arc, g->n_arcs);
	if (status == STATUS_OK) {
		queue_download(r->p->queue, row, g->row,
			       ((int64_t)r->n_states + 1) * (int64_t)sizeof *row);
		queue_download(r->p->queue, to, g->to, g->n_arcs * (int64_t)sizeof *to);
		status = queue_sync(r->p->queue);
	}
	if (status == STATUS_OK)
		status = read_arc_numbers(r->p, arc);
	if (status == STATUS_OK)
		fill_arcs(r, row, to, arc);
	free(row);
	free(to);
	free(arc);
	return status;
}

static enum status read_sources(struct reading *r)
{
	const struct device_graph *g = &r->p->image->device;
	const struct graph *base = r->p->base->graph;
	struct graph *graph = r->paths->graph;
	int64_t bytes = g->n_sources * (int64_t)sizeof(int32_t);

	queue_download(r->p->queue, r->paths->source, r->p->d_source, bytes);
	queue_download(r->p->queue, graph->source_vertex, g->source_state, bytes);
	TRY(queue_sync(r->p->queue));
	for (int32_t s = 0; s < g->n_sources; s++) {
		graph->source_vertex[s] -= r->n_sinks;
		graph->source_arrival[s] = base->source_arrival[r->paths->source[s]];
	}
	return STATUS_OK;
}

static enum status read_paths(struct reading *r)
{
	const struct device_graph *g = &r->p->image->device;
	const struct graph *base = r->p->base->graph;
	struct path_graph *paths;

	TRY(ALLOC(&r->paths, 1));
	paths = r->paths;
	paths->transposed = r->p->transposed;
	TRY(graph_new(base->name, &paths->graph));
	TRY(graph_reserve(paths->graph, r->n_states - r->n_sinks, g->n_arcs - r->n_sinks,
			  g->n_sources, r->n_sinks, base->arc_type));
	TRY(ALLOC(&paths->vertex, r->n_states - r->n_sinks));
	TRY(ALLOC(&paths->passed, r->n_states - r->n_sinks));
	TRY(ALLOC(&paths->arc, g->n_arcs - r->n_sinks));
	TRY(ALLOC(&paths->source, g->n_sources));
	TRY(ALLOC(&paths->sink, r->n_sinks));
	TRY(read_sources(r));
	TRY(read_states(r));
	TRY(read_arcs(r));
	graph_close_within(paths->graph, base);
	return r->p->dress ? r->p->dress(r->p->dress_of, paths) : STATUS_OK;
}

enum status path_image_need_paths(struct path_image *p)
{
	struct reading r = {
		.p = p, .n_states = p->image->device.n_states, .n_sinks = p->image->device.n_sinks};
	enum status status;

	if (p->paths)
		return STATUS_OK;
	status = queue_settle(p->queue, read_paths(&r));
	if (status != STATUS_OK) {
		path_graph_free(r.paths);
		free(r.state_vertex);
		return status;
	}
	p->paths = r.paths;
	p->image->state_vertex = r.state_vertex;
	p->image->graph = graph_ref(r.paths->graph);
	return STATUS_OK;
}
