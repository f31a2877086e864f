/* Label spaces, and converting filters to queries of labels. */

#include "base/grow.h"
#include "db/loops.h"
#include "gpu/labels/labels.h"

static const char memory_name[] = "labels";

/* ---- the space ---- */

static enum status list_places(struct label_space *space, const int32_t *vertex_of)
{
	const struct image *image = space->image;
	int32_t n_arcs = image->device.n_arcs, n_vertices = image->graph->n_vertices;

	TRY(ALLOC(&space->vertex, image->device.n_states));
	TRY(ALLOC(&space->arc, n_arcs));
	for (int32_t s = 0; s < image->device.n_states; s++) {
		int32_t v = image->state_vertex[s];

		space->vertex[s] = v >= n_vertices ? -1 : vertex_of ? vertex_of[v] : v;
	}
	queue_download(space->queue, space->arc, image->d_arc,
		       (int64_t)n_arcs * (int64_t)sizeof *space->arc);
	return queue_sync(space->queue);
}

static enum status upload_space(struct label_space *space)
{
	const struct device_graph *g = &space->image->device;
	struct queue *queue = space->queue;

	TRY(DEVICE_ALLOC(queue, memory_name, &space->d_vertex, g->n_states));
	TRY(DEVICE_ALLOC(queue, memory_name, &space->d_rank, space->n_pins));
	queue_upload(queue, space->d_vertex, space->vertex,
		     (int64_t)g->n_states * (int64_t)sizeof *space->vertex);
	return queue_sync(queue);
}

enum status label_space_new(struct image *image, const int32_t *vertex_of, int32_t n_pins,
			    int32_t n_edges, const uint8_t *d_arc_ok, struct label_space **out)
{
	RELEASED_BY(label_space_drop) struct label_space *space = NULL;

	TRY(image_need_fan_in(image));
	TRY(ALLOC(&space, 1));
	space->image = image;
	space->queue = image->queue;
	space->n_pins = n_pins;
	space->n_edges = n_edges;
	space->d_arc_ok = d_arc_ok;
	TRY(list_places(space, vertex_of));
	TRY(upload_space(space));
	HAND_OVER(out, space);
	return STATUS_OK;
}

void label_space_free(struct label_space *space)
{
	if (!space)
		return;
	DEVICE_FREE_ALL(space->queue, &space->d_vertex, &space->d_rank);
	FREE_ALL(space->vertex, space->arc, space->n_risen, space);
}

/* ---- queries ---- */

static enum status add_pins(const struct point_list *list, const char *option,
			    struct label_query *out)
{
	const struct point *point = list->point;

	if (list->n != 1 || point->kind != POINT_PIN)
		return status_fail(STATUS_USAGE,
				   "labels go by single pins in order, and %s is %s; -filter exact "
				   "takes it",
				   option,
				   list->n != 1 ? list->n ? "a list" : "an empty list" : "a clock");
	if (out->n == PATH_GROUPS_MAX)
		return status_fail(STATUS_USAGE, "more than %d pins to pass", PATH_GROUPS_MAX);
	out->pin[out->n++] = (struct label_pin){point->id, point->edges};
	return STATUS_OK;
}

enum status label_query_of(const struct path_filter *filter, struct label_query *out)
{
	*out = (struct label_query){
		.rule = filter->rule, .from = filter->from.given, .to = filter->to.given};
	if (filter->exclude.given)
		return status_fail(STATUS_USAGE, "labels know no -exclude; -filter exact does");
	if (filter->from.given)
		TRY(add_pins(&filter->from, "-from", out));
	for (int32_t t = 0; t < filter->n_throughs; t++)
		TRY(add_pins(&filter->through[t], "a -through", out));
	if (filter->to.given)
		TRY(add_pins(&filter->to, "-to", out));
	if (!out->n)
		return status_fail(STATUS_USAGE, "labels need a pin: -from, -through or -to");
	return STATUS_OK;
}

/* ---- pins that form a loop ---- */

/* The graph of pins: an arc for each that paths may take. */
static enum status fill_pins(const struct label_space *space, const uint8_t *arc_ok,
			     const int32_t *pin_of, struct graph *pins)
{
	const struct graph *graph = space->image->graph;
	int32_t n = 0;

	for (int32_t e = 0; e < space->image->device.n_arcs; e++) {
		int32_t a = space->arc[e];

		if (a >= graph->n_arcs || (arc_ok && !arc_ok[e]))
			continue;
		pins->arc_from[n] = pin_of[graph->arc_from[a]];
		pins->arc_to[n++] = pin_of[graph->arc_to[a]];
	}
	pins->n_arcs = n;
	if (!graph->netlist)
		return STATUS_OK;
	pins->netlist = netlist_ref(graph->netlist);
	TRY(ALLOC(&pins->netlist_vertex, space->n_pins));
	for (int32_t p = 0; p < space->n_pins; p++)
		pins->netlist_vertex[p] = p * space->n_edges;
	return STATUS_OK;
}

static enum status pins_graph(const struct label_space *space, struct graph *pins)
{
	const struct image *image = space->image;
	FREED uint8_t *arc_ok = NULL;
	FREED int32_t *pin_of = NULL;

	TRY(ALLOC(&pin_of, image->graph->n_vertices));
	for (int32_t s = 0; s < image->device.n_states; s++) {
		if (space->vertex[s] >= 0)
			pin_of[image->state_vertex[s]] = space->vertex[s] / space->n_edges;
	}
	if (space->d_arc_ok)
		TRY(ALLOC(&arc_ok, image->device.n_arcs));
	if (arc_ok) {
		queue_download(space->queue, arc_ok, space->d_arc_ok, image->device.n_arcs);
		TRY(queue_sync(space->queue));
	}
	return fill_pins(space, arc_ok, pin_of, pins);
}

enum status label_space_check_loops(const struct label_space *space)
{
	RELEASED_BY(graph_order_release) struct graph_order order = {0};
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;
	RELEASED_BY(graph_drop) struct graph *pins = NULL;

	TRY(graph_new(space->image->graph->name, &pins));
	TRY(graph_reserve(pins, space->n_pins, space->image->graph->n_arcs, 0, 0, false));
	TRY(pins_graph(space, pins));
	TRY(graph_break_loops(pins, NULL, &warnings, &task, &order));
	if (pins->n_broken)
		TRY(status_fail(STATUS_FAILED,
				"pins have no rank where a loop is broken for one transition "
				"alone: %.300s",
				text_string(&warnings)));
	return STATUS_OK;
}
