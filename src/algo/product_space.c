/* What is kept of a graph for queries of it: the turned image, places, sets of numbers. */
#include <stdlib.h>

#include "algo/product.h"
#include "base/grow.h"
#include "gpu/image/timing_image.h"

static const char memory_name[] = "path queries";

enum { FEW_ENDS = 64 };

/* ---- the turned graph ---- */

static void negate(int64_t *out, const int64_t *times, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		out[i] = -times[i];
}

static void copy_ids(int32_t *out, const int32_t *ids, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		out[i] = ids[i];
}

/* Each arc the other way, sinks for sources: so each path has its slack. */
static enum status turn_graph(const struct graph *base, struct graph **out)
{
	struct graph *graph;

	TRY(graph_new(base->name, out));
	graph = *out;
	TRY(graph_reserve(graph, base->n_vertices, base->n_arcs, base->n_sinks, base->n_sources,
			  base->arc_type));
	copy_ids(graph->arc_from, base->arc_to, base->n_arcs);
	copy_ids(graph->arc_to, base->arc_from, base->n_arcs);
	for (int32_t a = 0; a < base->n_arcs && base->arc_delay; a++)
		graph->arc_delay[a] = base->arc_delay[a];
	if (base->arc_type)
		copy_ids(graph->arc_type, base->arc_type, base->n_arcs);
	copy_ids(graph->source_vertex, base->sink_vertex, base->n_sinks);
	negate(graph->source_arrival, base->sink_required, base->n_sinks);
	copy_ids(graph->sink_vertex, base->source_vertex, base->n_sources);
	negate(graph->sink_required, base->source_arrival, base->n_sources);
	graph_close_within(graph, base);
	return STATUS_OK;
}

static enum status read_arcs(struct queue *queue, const struct image *image, int32_t **out)
{
	int64_t n = image->device.n_arcs;

	TRY(ALLOC(out, n));
	queue_download(queue, *out, image->d_arc, n * (int64_t)sizeof **out);
	return queue_sync(queue);
}

/* Which place of the base each arc of the turned image has, or ~source. */
static enum status list_places(const struct image *base, const struct image *turned,
			       int32_t *arc_from, int32_t *source_from, const int32_t *base_arc)
{
	int32_t n = base->graph->n_arcs, *place;

	TRY(ALLOC(&place, base->device.n_arcs));
	for (int32_t e = 0; e < base->device.n_arcs; e++)
		place[base_arc[e]] = e;
	for (int32_t e = 0; e < turned->device.n_arcs; e++)
		arc_from[e] = arc_from[e] < n ? place[arc_from[e]] : ~(arc_from[e] - n);
	for (int32_t s = 0; s < base->graph->n_sinks; s++)
		source_from[s] = place[n + s];
	free(place);
	return STATUS_OK;
}

static enum status upload_places(struct product_space *space, const struct image *base)
{
	int32_t *base_arc = NULL, *arc_from = NULL, *source_from = NULL;
	int32_t n_sources = base->graph->n_sinks;
	enum status status = read_arcs(space->queue, base, &base_arc);

	if (status == STATUS_OK)
		status = read_arcs(space->queue, space->image, &arc_from);
	if (status == STATUS_OK)
		status = ALLOC(&source_from, n_sources);
	if (status == STATUS_OK)
		status = list_places(base, space->image, arc_from, source_from, base_arc);
	if (status == STATUS_OK)
		status = UPLOAD(space->queue, arc_from, space->image->device.n_arcs,
				&space->d_arc_from);
	if (status == STATUS_OK)
		status = UPLOAD(space->queue, source_from, n_sources, &space->d_source_from);
	status = queue_settle(space->queue, status);
	free(base_arc);
	free(arc_from);
	free(source_from);
	return status;
}

/* Only the image is read from then on, and what arcs are, not where they lead. */
static void drop_ends_of_arcs(struct graph *graph)
{
	free(graph->arc_from);
	free(graph->arc_to);
	graph->arc_from = graph->arc_to = NULL;
}

static enum status turn(struct product_space *space, const struct image *base)
{
	struct graph *graph = NULL;
	enum status status = turn_graph(base->graph, &graph);

	space->image = NULL;
	if (status == STATUS_OK)
		status = image_build(space->queue, graph, &space->image);
	if (status == STATUS_OK)
		drop_ends_of_arcs(graph);
	graph_unref(graph);
	TRY(status);
	return upload_places(space, base);
}

/* ---- all of it ---- */

static enum status upload_arc_ok(struct product_space *space, const uint8_t *arc_ok)
{
	int32_t n = space->image->device.n_arcs, n_arcs = space->image->graph->n_arcs;
	int32_t *arc = NULL;
	uint8_t *by_place = NULL;
	enum status status = read_arcs(space->queue, space->image, &arc);

	if (status == STATUS_OK)
		status = ALLOC(&by_place, n);
	for (int32_t e = 0; e < n && status == STATUS_OK; e++)
		by_place[e] = arc[e] >= n_arcs || arc_ok[arc[e]];
	if (status == STATUS_OK)
		status = UPLOAD(space->queue, by_place, n, &space->d_arc_ok);
	status = queue_settle(space->queue, status);
	free(arc);
	free(by_place);
	return status;
}

static enum status alloc_sets(struct product_space *space)
{
	const struct device_graph *g = &space->image->device;
	int64_t n = g->n_states;

	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_groups, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_begin, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_excluded, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_entering, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_leaving, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_n_state, n));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_first, n + 1));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_source_set, g->n_sources));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_source_kept, g->n_sources));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_source_state, g->n_sources));
	return DEVICE_ALLOC(space->queue, memory_name, &space->d_sink_set, g->n_sinks);
}

static enum status fill_space(struct product_space *space, struct image *base,
			      const uint8_t *arc_ok)
{
	struct image *image;

	if (space->transposed)
		TRY(turn(space, base));
	image = space->image;
	TRY(image_need_fan_in(image));
	TRY(ALLOC(&space->place, image->graph->n_vertices));
	for (int32_t s = 0; s < image->device.n_states; s++) {
		if (image->state_vertex[s] < image->graph->n_vertices)
			space->place[image->state_vertex[s]] = s;
	}
	TRY(timing_image_upload_rows(space->queue, image->level_row, image->n_levels, 1, NULL,
				     &space->d_mirror));
	TRY(alloc_sets(space));
	return arc_ok ? upload_arc_ok(space, arc_ok) : STATUS_OK;
}

enum status product_space_new(struct image *image, const uint8_t *arc_ok, bool transposed,
			      struct product_space **out)
{
	struct product_space *space;
	enum status status;

	TRY(ALLOC(&space, 1));
	space->image = image;
	space->queue = image->queue;
	space->transposed = transposed;
	space->is_dirty = true;
	space->few = FEW_ENDS;
	status = fill_space(space, image, arc_ok);
	if (status != STATUS_OK) {
		product_space_free(space);
		return status;
	}
	*out = space;
	return STATUS_OK;
}

void product_space_free(struct product_space *space)
{
	if (!space)
		return;
	device_free(space->queue, space->d_arc_from);
	device_free(space->queue, space->d_source_from);
	device_free(space->queue, space->d_mirror);
	device_free(space->queue, space->d_arc_ok);
	device_free(space->queue, space->d_groups);
	device_free(space->queue, space->d_begin);
	device_free(space->queue, space->d_excluded);
	device_free(space->queue, space->d_entering);
	device_free(space->queue, space->d_leaving);
	device_free(space->queue, space->d_n_state);
	device_free(space->queue, space->d_first);
	device_free(space->queue, space->d_source_set);
	device_free(space->queue, space->d_source_kept);
	device_free(space->queue, space->d_source_state);
	device_free(space->queue, space->d_sink_set);
	device_free(space->queue, space->d_reaches);
	device_free(space->queue, space->d_reached);
	free(space->place);
	if (space->transposed)
		image_free(space->image);
	free(space);
}
