#include "gpu/image/path_image.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/graph_args.h"

static const char memory_name[] = "path queries";

void path_image_free(struct path_image *p)
{
	if (!p)
		return;
	device_free(p->queue, p->d_arc_from);
	device_free(p->queue, p->d_source_from);
	device_free(p->queue, p->d_source_node);
	device_free(p->queue, p->d_sink_node);
	device_free(p->queue, p->d_end_sink);
	device_free(p->queue, p->d_base);
	device_free(p->queue, p->d_passed);
	device_free(p->queue, p->d_place);
	device_free(p->queue, p->d_source);
	image_free(p->image);
	path_graph_free(p->paths);
	FREE_ALL(p->source, p->sink);
	free(p);
}

/* ---- its ends, on the host ---- */

/* Items of an array of the base, by the places that d_order has of them, to the host. */
static enum status read_gathered(struct path_image *p, const int32_t *d_order,
				 const int32_t *d_from, int64_t n, int32_t *out)
{
	struct gather_arcs_args args = {.order = d_order, .from = d_from};
	enum status status;

	TRY(DEVICE_ALLOC(p->queue, memory_name, &args.from_out, n));
	LAUNCH(p->queue, gather_arcs, 32, &args, n);
	status = queue_read(p->queue, out, args.from_out, n * (int64_t)sizeof *out);
	device_free(p->queue, args.from_out);
	return status;
}

static enum status read_ends(struct path_image *p)
{
	const struct device_graph *g = &p->image->device;

	TRY(ALLOC_UNSET(&p->source, g->n_sources));
	TRY(ALLOC_UNSET(&p->sink, g->n_sinks));
	queue_download(p->queue, p->source, p->d_source, g->n_sources * (int64_t)sizeof *p->source);
	TRY(read_gathered(p, p->d_base, p->base->d_vertex, g->n_sinks, p->sink));
	OVER_ITEMS(s, g->n_sinks)
	p->sink[s] -= p->base->graph->n_vertices;
	return STATUS_OK;
}

enum status path_image_need_ends(struct path_image *p)
{
	enum status status;

	if (p->sink)
		return STATUS_OK;
	status = queue_settle(p->queue, read_ends(p));
	if (status != STATUS_OK) {
		FREE_ALL(p->source, p->sink);
		p->source = p->sink = NULL;
	}
	return status;
}

/* The base's vertices of states, in their place. */
static enum status find_vertices(struct path_image *p, int32_t *state, int64_t n)
{
	struct gather_arcs_args args = {.from = p->d_base};
	int32_t *d_state;
	enum status status;

	TRY(DEVICE_ALLOC(p->queue, memory_name, &d_state, 2 * n));
	queue_upload(p->queue, d_state, state, n * (int64_t)sizeof *state);
	args.order = d_state;
	args.from_out = d_state + n;
	LAUNCH(p->queue, gather_arcs, 32, &args, n);
	status = queue_settle(p->queue,
			      read_gathered(p, args.from_out, p->base->d_vertex, n, state));
	device_free(p->queue, d_state);
	return status;
}

enum status path_image_base_vertices(struct path_image *p, int32_t *vertex, int64_t n)
{
	int32_t n_vertices = path_image_vertices(p), n_base = p->base->graph->n_vertices;

	if (!p->paths)
		return find_vertices(p, vertex, n);
	for (int64_t i = 0; i < n; i++)
		vertex[i] = vertex[i] < n_vertices ? p->paths->vertex[vertex[i]]
						   : n_base + p->sink[vertex[i] - n_vertices];
	return STATUS_OK;
}

/* ---- its path graph, on the host ---- */

struct reading {
	struct path_image *p;
	struct path_graph *paths; /* owned until it is done */
	int32_t *state_vertex;    /* owned until it is done */
	int32_t n_states, n_sinks;
};

/* Vertices are the states after the sinks, which are the first: nothing else is left of level 0. */
static enum status read_states(struct reading *r)
{
	struct path_image *p = r->p;
	struct path_graph *paths = r->paths;
	int32_t n_sinks = r->n_sinks, n = r->n_states - n_sinks;

	TRY(ALLOC_UNSET(&r->state_vertex, r->n_states));
	queue_download(p->queue, paths->passed, p->d_passed + n_sinks, n);
	TRY(read_gathered(p, p->d_base + n_sinks, p->base->d_vertex, n, paths->vertex));
	OVER_ITEMS(s, n_sinks)
	{
		paths->sink[s] = p->sink[s];
		r->state_vertex[s] = n + (int32_t)s;
	}
	OVER_ITEMS(v, n)
	r->state_vertex[n_sinks + v] = (int32_t)v;
	return STATUS_OK;
}

/* As the image has them. */
struct image_arcs {
	int32_t *row, *to,
		*arc; /* owned: by state; by place the state that it leads to and the base's arc */
};

/* All but those to sinks, of the states of a part. */
static int64_t count_arcs(const struct reading *r, const struct image_arcs *arcs, int64_t begin,
			  int64_t end)
{
	int64_t n = 0;

	for (int32_t e = arcs->row[begin]; e < arcs->row[end]; e++)
		n += arcs->to[e] >= r->n_sinks;
	return n;
}

/* By the only arc to a sink it gets its vertex. */
static void fill_sink(const struct reading *r, int32_t sink, int32_t vertex)
{
	struct path_graph *paths = r->paths;

	paths->graph->sink_vertex[sink] = vertex;
	paths->graph->sink_required[sink] = r->p->base->graph->sink_required[paths->sink[sink]];
}

/* Those of a state, from the n-th on; returns where the next state's begin. */
static int64_t fill_arcs(const struct reading *r, const struct image_arcs *arcs, int32_t state,
			 int64_t n)
{
	struct path_graph *paths = r->paths;
	struct graph *graph = paths->graph;
	const struct graph *base = r->p->base->graph;
	int32_t vertex = state - r->n_sinks;

	for (int32_t e = arcs->row[state]; e < arcs->row[state + 1]; e++) {
		if (arcs->to[e] < r->n_sinks) {
			fill_sink(r, arcs->to[e], vertex);
			continue;
		}
		graph->arc_from[n] = vertex;
		graph->arc_to[n] = arcs->to[e] - r->n_sinks;
		if (graph->arc_type)
			graph->arc_type[n] = arcs->arc[e];
		else
			graph->arc_delay[n] = base->arc_delay[arcs->arc[e]];
		paths->arc[n++] = arcs->arc[e];
	}
	return n;
}

static enum status share_arcs(const struct reading *r, const struct image_arcs *arcs)
{
	int64_t n_vertices = r->n_states - r->n_sinks, *first;
	int parts = parts_of(n_vertices);

	TRY(ALLOC(&first, parts));
	OVER_PARTS(p, parts)
	first[p] = count_arcs(r, arcs, r->n_sinks + part_begin(n_vertices, parts, p),
			      r->n_sinks + part_begin(n_vertices, parts, p + 1));
	parts_place(first, parts, 0);
	OVER_PARTS(p, parts)
	{
		int64_t at = first[p];

		OVER_PART(v, n_vertices, parts, p)
		at = fill_arcs(r, arcs, r->n_sinks + (int32_t)v, at);
	}
	free(first);
	return STATUS_OK;
}

static enum status read_arcs(struct reading *r)
{
	const struct device_graph *g = &r->p->image->device;
	int64_t n_rows = (int64_t)r->n_states + 1;
	struct image_arcs arcs = {0};
	enum status status = ALLOC_UNSET(&arcs.row, n_rows);

	if (status == STATUS_OK)
		status = ALLOC_UNSET(&arcs.to, g->n_arcs);
	if (status == STATUS_OK)
		status = ALLOC_UNSET(&arcs.arc, g->n_arcs);
	if (status == STATUS_OK) {
		queue_download(r->p->queue, arcs.row, g->row, n_rows * (int64_t)sizeof *arcs.row);
		queue_download(r->p->queue, arcs.to, g->to, g->n_arcs * (int64_t)sizeof *arcs.to);
		status = queue_sync(r->p->queue);
	}
	if (status == STATUS_OK)
		status = read_gathered(r->p, r->p->d_place, r->p->base->d_arc, g->n_arcs, arcs.arc);
	if (status == STATUS_OK)
		status = share_arcs(r, &arcs);
	free(arcs.row);
	free(arcs.to);
	free(arcs.arc);
	return status;
}

static enum status read_sources(struct reading *r)
{
	const struct device_graph *g = &r->p->image->device;
	const struct graph *base = r->p->base->graph;
	struct graph *graph = r->paths->graph;
	int64_t bytes = g->n_sources * (int64_t)sizeof(int32_t);

	queue_download(r->p->queue, graph->source_vertex, g->source_state, bytes);
	TRY(queue_sync(r->p->queue));
	OVER_ITEMS(s, g->n_sources)
	{
		r->paths->source[s] = r->p->source[s];
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
	TRY(ALLOC_UNSET(&paths->vertex, r->n_states - r->n_sinks));
	TRY(ALLOC_UNSET(&paths->passed, r->n_states - r->n_sinks));
	TRY(ALLOC_UNSET(&paths->arc, g->n_arcs - r->n_sinks));
	TRY(ALLOC_UNSET(&paths->source, g->n_sources));
	TRY(ALLOC_UNSET(&paths->sink, r->n_sinks));
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
	TRY(path_image_need_ends(p));
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
