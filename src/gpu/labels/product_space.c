/* Data of a graph kept between queries: the transposed image, places, sets of counts. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/graph_args.h"
#include "gpu/image/timing_image.h"
#include "gpu/labels/product.h"
#include "gpu/labels/product_args.h"

static const char memory_name[] = "path queries";

enum { FEW_ENDS = 64 };

/* ---- the turned graph ---- */

/* Where paths begin or end, with the opposite of the times there. */
static enum status turn_ends(const int32_t *vertex, const int64_t *time, int32_t n,
			     int32_t **vertex_out, int64_t **time_out)
{
	TRY(ALLOC_ALL(n, vertex_out, time_out));
	OVER_ITEMS(i, n)
	{
		(*vertex_out)[i] = vertex[i];
		(*time_out)[i] = -time[i];
	}
	return STATUS_OK;
}

/* Each arc the other way, sinks for sources: so each path has its slack. What arcs have is the base's. */
static enum status turn_graph(struct graph *base, struct graph **out)
{
	struct graph *graph;

	TRY(graph_new(base->name, out));
	graph = *out;
	graph->arcs_of = graph_ref(base);
	graph->n_vertices = base->n_vertices;
	graph->n_arcs = base->n_arcs;
	graph->arc_from = base->arc_to;
	graph->arc_to = base->arc_from;
	graph->arc_delay = base->arc_delay;
	graph->arc_type = base->arc_type;
	graph->n_sources = base->n_sinks;
	graph->n_sinks = base->n_sources;
	graph_close_within(graph, base);
	TRY(turn_ends(base->sink_vertex, base->sink_required, base->n_sinks, &graph->source_vertex,
		      &graph->source_arrival));
	return turn_ends(base->source_vertex, base->source_arrival, base->n_sources,
			 &graph->sink_vertex, &graph->sink_required);
}

/* ~source: what arcs to the sinks of the turned graph weigh. */
static void make_sources(const void *context, int64_t begin, int64_t end, void *out)
{
	(void)context;
	for (int64_t s = begin; s < end; s++)
		((int32_t *)out)[s - begin] = ~(int32_t)s;
}

/* Which place of the base each arc of the turned image has, or ~source; by a table of all arcs' places, which sinks'
 * come after. */
static enum status place_arcs(struct product_space *space, const struct image *base,
			      int32_t *d_place)
{
	const struct image *turned = space->image;
	int32_t n = base->graph->n_arcs, n_sinks = base->graph->n_sinks;
	struct invert_order_args invert = {.order = base->d_arc, .place = d_place};
	struct gather_arcs_args gather = {.order = turned->d_arc, .from = d_place};

	LAUNCH(space->queue, invert_order, 32, &invert, base->device.n_arcs);
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_source_from, n_sinks));
	queue_copy(space->queue, space->d_source_from, d_place + n,
		   n_sinks * (int64_t)sizeof *d_place);
	queue_make(space->queue, d_place + n, base->graph->n_sources, sizeof *d_place, make_sources,
		   NULL);
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_arc_from, turned->device.n_arcs));
	gather.from_out = space->d_arc_from;
	LAUNCH(space->queue, gather_arcs, 32, &gather, turned->device.n_arcs);
	return STATUS_OK;
}

static enum status make_places(struct product_space *space, const struct image *base)
{
	const struct graph *graph = base->graph;
	int64_t n = (int64_t)graph->n_arcs + max_i64(graph->n_sinks, graph->n_sources);
	int32_t *d_place = NULL;
	DEVICE_HELD held = {space->queue, {&d_place}};

	TRY(DEVICE_ALLOC(space->queue, memory_name, &d_place, n));
	return queue_settle(space->queue, place_arcs(space, base, d_place));
}

static enum status turn(struct product_space *space, struct image *base)
{
	RELEASED_BY(graph_drop) struct graph *graph = NULL;

	space->image = NULL;
	TRY(turn_graph(base->graph, &graph));
	TRY(image_build_from(
		space->queue,
		&(struct image_source){.graph = graph, .turned = base, .leaves_numbers = true},
		&space->image));
	/* only the image is read from now on, and what arcs are */
	graph->arc_from = graph->arc_to = NULL;
	return make_places(space, base);
}

/* ---- all of it ---- */

/* By place of the turned image. */
static enum status turn_arc_ok(struct product_space *space, const uint8_t *d_arc_ok)
{
	struct product_limit_args args = {.ok = d_arc_ok, .order = space->d_arc_from, .yes = 1};

	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_turned_ok,
			 space->image->device.n_arcs));
	space->d_arc_ok = args.out = space->d_turned_ok;
	LAUNCH(space->queue, product_limit, 32, &args, space->image->device.n_arcs);
	return STATUS_OK;
}

static enum status alloc_sets(struct product_space *space)
{
	const struct device_graph *g = &space->image->device;
	int64_t n = g->n_states;

	TRY(DEVICE_ALLOC_ALL(space->queue, memory_name, n, &space->d_groups, &space->d_begin,
			     &space->d_mark, &space->d_entering, &space->d_leaving,
			     &space->d_n_state));
	TRY(DEVICE_ALLOC(space->queue, memory_name, &space->d_first, n + 1));
	TRY(DEVICE_ALLOC_ALL(space->queue, memory_name, g->n_sources, &space->d_source_set,
			     &space->d_source_kept, &space->d_source_state));
	return DEVICE_ALLOC(space->queue, memory_name, &space->d_sink_set, g->n_sinks);
}

static enum status fill_space(struct product_space *space, struct image *base,
			      const uint8_t *d_arc_ok)
{
	struct image *image;

	space->d_arc_ok = d_arc_ok;
	if (space->transposed)
		TRY(turn(space, base));
	if (space->transposed && d_arc_ok)
		TRY(turn_arc_ok(space, d_arc_ok));
	image = space->image;
	TRY(image_need_fan_in(image));
	TRY(timing_image_upload_rows(space->queue, image->level_row, image->n_levels, 1, NULL,
				     &space->d_mirror));
	return alloc_sets(space);
}

enum status product_space_new(struct image *image, const uint8_t *d_arc_ok, bool transposed,
			      struct product_space **out)
{
	RELEASED_BY(product_space_drop) struct product_space *space = NULL;

	TRY(ALLOC(&space, 1));
	space->image = image;
	space->queue = image->queue;
	space->transposed = transposed;
	space->is_dirty = true;
	space->few = FEW_ENDS;
	TRY(queue_settle(space->queue, fill_space(space, image, d_arc_ok)));
	HAND_OVER(out, space);
	return STATUS_OK;
}

void product_space_free(struct product_space *space)
{
	if (!space)
		return;
	DEVICE_FREE_ALL(space->queue, &space->d_arc_from, &space->d_source_from, &space->d_mirror,
			&space->d_turned_ok, &space->d_groups, &space->d_begin, &space->d_mark,
			&space->d_entering, &space->d_leaving, &space->d_n_state, &space->d_first,
			&space->d_source_set, &space->d_source_kept, &space->d_source_state,
			&space->d_sink_set, &space->d_reaches, &space->d_reached);
	if (space->transposed)
		image_free(space->image);
	free(space);
}
