/* A graph that was read. What is made when it is closed is made again: the rest can't be trusted without. */
#include <stdlib.h>

#include "base/units.h"
#include "store/store_impl.h"

static bool is_time(int64_t time)
{
	return time < FS_INPUT_LIMIT && time > -FS_INPUT_LIMIT;
}

CHECK_EACH(check_times, int64_t, is_time(*item))

/* Its loops were broken before it was saved. */
static const char *close_graph(void *object, struct late_run *run)
{
	struct graph *graph = object;
	int32_t n_broken = graph->n_broken;
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;

	run->status = graph_close(graph, &warnings, &task);
	if (run->status == STATUS_BAD_INPUT) {
		run->status = STATUS_OK;
		return "the times of a graph";
	}
	return run->status == STATUS_OK && graph->n_broken != n_broken ? "a loop of a graph" : NULL;
}

static void code_ends(struct coder *c, struct graph *graph)
{
	/* Else they follow from the arcs. */
	bool given = c->saving && graph->objective == OBJECTIVE_SLACK;
	int32_t n_sources = given ? graph->n_sources : 0, n_sinks = given ? graph->n_sinks : 0;

	code_int(c, &n_sources, 0, INT32_MAX, "a number of sources");
	code_int(c, &n_sinks, 0, INT32_MAX - 1, "a number of sinks");
	if (!c->saving) {
		graph->n_sources = n_sources;
		graph->n_sinks = n_sinks;
		graph->source_capacity = graph->source_arrival_capacity = n_sources;
		graph->sink_capacity = graph->sink_required_capacity = n_sinks;
	}
	if (!n_sources && !n_sinks)
		return;
	CODE_INDICES(c, &graph->source_vertex, n_sources, 0, graph->n_vertices, "a source");
	CODE_ITEMS(c, &graph->source_arrival, n_sources, check_times, ANY_ITEMS, "an arrival");
	CODE_INDICES(c, &graph->sink_vertex, n_sinks, 0, graph->n_vertices, "a sink");
	CODE_ITEMS(c, &graph->sink_required, n_sinks, check_times, ANY_ITEMS, "a required time");
}

static void code_body(struct coder *c, struct graph *graph)
{
	code_bool(c, &graph->early);
	code_int(c, &graph->n_vertices, 0, INT32_MAX - 1, "a number of vertices");
	code_int(c, &graph->n_tiles, 1, INT32_MAX, "a number of copies");
	code_int(c, &graph->n_arcs, 0, INT32_MAX - 1, "a number of arcs");
	code_int(c, &graph->n_broken, 0, INT32_MAX, "a number of loops");
	if (graph->n_vertices % graph->n_tiles)
		code_wrong(c, "a number of copies");
	code_names(c, &graph->names, graph->n_vertices / graph->n_tiles);
	CODE_INDICES(c, &graph->arc_from, graph->n_arcs, 0, graph->n_vertices,
		     "the tail of an arc");
	CODE_INDICES(c, &graph->arc_to, graph->n_arcs, 0, graph->n_vertices, "the head of an arc");
	CODE_ITEMS(c, &graph->arc_delay, graph->n_arcs, check_times, ANY_ITEMS, "a delay");
	if (!c->saving)
		graph->arc_capacity = graph->arc_to_capacity = graph->arc_delay_capacity =
			graph->n_arcs;
	code_ends(c, graph);
	code_later(c, close_graph, graph, NULL);
}

void code_graph(struct coder *c, struct graph **graph)
{
	char *name = *graph ? (*graph)->name : NULL;

	if (!code_path(c, *graph, &name))
		return;
	CODE_NEW(c, name, graph_new(name, graph));
	if (!coder_failed(c))
		code_body(c, *graph);
}
