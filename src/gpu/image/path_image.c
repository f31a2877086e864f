#include "gpu/image/path_image.h"

#include <stdlib.h>

#include "base/grow.h"

static const char name[] = "path graph";

/* The place in the base's image of each of its arcs; those to sinks are numbered after them. */
static enum status list_base_places(struct queue *queue, const struct image *base, int32_t **out)
{
	int32_t *arc, n = base->device.n_arcs;
	enum status status;

	TRY(ALLOC(&arc, n));
	queue_download(queue, arc, base->d_arc, (int64_t)n * sizeof *arc);
	status = queue_sync(queue);
	if (status == STATUS_OK)
		status = ALLOC(out, n);
	for (int32_t e = 0; e < n && status == STATUS_OK; e++)
		(*out)[arc[e]] = e;
	free(arc);
	return status;
}

/* What an end of a path weighs in the base: its sink's arc, or its source. */
static int32_t from_sink(const struct image *base, const int32_t *place, int32_t sink)
{
	return place[base->graph->n_arcs + sink];
}

static enum status list_arcs(const struct path_image *p, const struct image *base,
			     const int32_t *place, int32_t *from)
{
	const struct path_graph *paths = p->paths;
	int32_t n = paths->graph->n_arcs, n_all = p->image->device.n_arcs;

	queue_download(p->queue, from, p->image->d_arc, (int64_t)n_all * sizeof *from);
	TRY(queue_sync(p->queue));
	for (int32_t e = 0; e < n_all; e++) {
		int32_t arc = from[e];

		if (arc < n)
			from[e] = place[paths->arc[arc]];
		else if (paths->transposed)
			from[e] = ~paths->sink[arc - n];
		else
			from[e] = from_sink(base, place, paths->sink[arc - n]);
	}
	return STATUS_OK;
}

static void list_sources(const struct path_image *p, const struct image *base, const int32_t *place,
			 int32_t *from)
{
	const struct path_graph *paths = p->paths;

	for (int32_t s = 0; s < paths->graph->n_sources; s++)
		from[s] = paths->transposed ? from_sink(base, place, paths->source[s])
					    : ~paths->source[s];
}

static enum status upload_list(struct path_image *p, const int32_t *list, int32_t n, int32_t **out)
{
	TRY(DEVICE_ALLOC(p->queue, name, out, n));
	queue_upload(p->queue, *out, list, (int64_t)n * sizeof *list);
	return queue_sync(p->queue);
}

static enum status upload_lists(struct path_image *p, const struct image *base)
{
	int32_t n_arcs = p->image->device.n_arcs, n_sources = p->image->device.n_sources;
	int32_t *place = NULL, *from = NULL;
	enum status status = list_base_places(p->queue, base, &place);

	if (status == STATUS_OK)
		status = ALLOC(&from, (int64_t)n_arcs + n_sources);
	if (status == STATUS_OK)
		status = list_arcs(p, base, place, from);
	if (status == STATUS_OK) {
		list_sources(p, base, place, from + n_arcs);
		status = upload_list(p, from, n_arcs, &p->d_arc_from);
	}
	if (status == STATUS_OK)
		status = upload_list(p, from + n_arcs, n_sources, &p->d_source_from);
	free(place);
	free(from);
	return status;
}

enum status path_image_new(struct queue *queue, const struct image *base, struct path_graph *paths,
			   struct path_image **out)
{
	struct path_image *p = NULL;
	enum status status = ALLOC(&p, 1);

	if (status != STATUS_OK) {
		path_graph_free(paths);
		return status;
	}
	p->queue = queue;
	p->paths = paths;
	p->transposed = paths->transposed;
	status = image_build(queue, paths->graph, &p->image);
	if (status == STATUS_OK)
		status = upload_lists(p, base);
	if (status != STATUS_OK) {
		path_image_free(p);
		return status;
	}
	*out = p;
	return STATUS_OK;
}

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
	free(p);
}
