#include "algo/timing_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

/* ---- the graph of paths ---- */

/* Arcs that data runs along: not those of clock networks. */
static enum status list_data_arcs(const struct state_graph *states, uint8_t **out)
{
	TRY(ALLOC(out, states->graph->n_arcs));
	for (int32_t a = 0; a < states->graph->n_arcs; a++)
		(*out)[a] =
			states->arc[a] >= 0 && states->flags[states->graph->arc_to[a]] & STATE_DATA;
	return STATUS_OK;
}

/* What a filter asks: the clock edges of sources and sinks. */
static enum status list_edges(const struct state_graph *states, int32_t **source, int32_t **sink)
{
	TRY(ALLOC(source, states->graph->n_sources));
	TRY(ALLOC(sink, states->graph->n_sinks));
	for (int32_t s = 0; s < states->graph->n_sources; s++)
		(*source)[s] = state_tag(states, states->graph->source_vertex[s])->clock_edge;
	for (int32_t s = 0; s < states->graph->n_sinks; s++)
		(*sink)[s] = states->relation[states->endpoint[s].relation].capture_edge;
	return STATUS_OK;
}

static void warn_of(const struct netlist *netlist, const int32_t *pin, int32_t n, const char *what,
		    struct text *warnings)
{
	for (int32_t i = 0; i < n; i++) {
		text_add(warnings, "warning: \"");
		netlist_write_pin(netlist, pin[i], '/', warnings);
		text_printf(warnings, "\" isn't %s\n", what);
	}
}

static enum status make_query(const struct state_graph *states, const struct path_filter *filter,
			      struct text *warnings, struct filter_query *query)
{
	struct filter_context context = {
		.graph = states->graph,
		.netlist = states->timing->netlist,
		.state_vertex = states->vertex,
		.state_flags = states->flags,
	};
	int32_t *source = NULL, *sink = NULL;
	enum status status = list_edges(states, &source, &sink);

	context.source_clock_edge = source;
	context.sink_clock_edge = sink;
	if (status == STATUS_OK)
		status = filter_to_query(filter, &context, query);
	free(source);
	free(sink);
	TRY(status);
	warn_of(context.netlist, query->not_from, query->n_not_from, "a startpoint", warnings);
	warn_of(context.netlist, query->not_to, query->n_not_to, "an endpoint", warnings);
	return STATUS_OK;
}

/* Names and types of the graph's vertices and arcs are those of the state graph. */
static enum status dress_graph(const struct state_graph *states, struct path_graph *paths)
{
	struct graph *graph = paths->graph;

	graph->netlist = netlist_ref(states->timing->netlist);
	TRY(ALLOC(&graph->netlist_vertex, graph->n_vertices));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		graph->netlist_vertex[v] = states->vertex[paths->vertex[v]];
	free(graph->name);
	graph->name = strdup(states->graph->name);
	return graph->name ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

static enum status make_paths(struct timing *timing, const struct path_filter *filter,
			      bool backward, struct text *warnings, struct task *task,
			      struct path_image **out)
{
	const struct state_graph *states = timing->image->states;
	struct filter_query query = {0};
	struct path_graph *paths = NULL;
	uint8_t *data_arc = NULL;
	enum status status = list_data_arcs(states, &data_arc);

	if (status == STATUS_OK && filter)
		status = make_query(states, filter, warnings, &query);
	query.query.arc_ok = data_arc;
	query.query.transposed = backward;
	if (status == STATUS_OK)
		status = path_graph_new(states->graph, &query.query, task, &paths);
	filter_query_release(&query);
	free(data_arc);
	TRY(status);
	status = dress_graph(states, paths);
	if (status != STATUS_OK) {
		path_graph_free(paths);
		return status;
	}
	return path_image_new(timing->queue, timing->image->image, paths, out);
}

/* ---- weights ---- */

enum status timing_weigh_paths(struct timing *timing, struct path_image *paths, enum split split,
			       bool unconstrained)
{
	struct timing_image *t = timing->image;
	struct path_weights_args args = {
		.states = t->device_states,
		.endpoint = t->d_endpoint,
		.source_state = t->image->device.source_state,
		.split = split,
		.unconstrained = unconstrained,
	};
	struct image *image = paths->image;

	TRY(image_renew_weights(image, timing_fs_bits(timing), split == LATE));
	args.from = paths->d_arc_from;
	args.weight = (void *)image->device.weight;
	LAUNCH(timing->queue, path_weights, image->fs_bits, &args, image->device.n_arcs);
	args.from = paths->d_source_from;
	args.weight = (void *)image->device.source_weight;
	LAUNCH(timing->queue, path_weights, image->fs_bits, &args, image->device.n_sources);
	return queue_sync(timing->queue);
}

enum status timing_path_image(struct timing *timing, enum split split,
			      const struct path_filter *filter, bool backward,
			      struct text *warnings, struct task *task, struct path_image **out)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	struct timing_paths *kept = &timing->paths[backward];

	TRY(timing_bound_paths(timing));
	if (!kept->image || !path_filter_equal(&kept->filter, filter ? filter : &everything)) {
		path_image_free(kept->image);
		kept->image = NULL;
		path_filter_release(&kept->filter);
		TRY(path_filter_copy(&kept->filter, filter ? filter : &everything));
		TRY(make_paths(timing, filter, backward, warnings, task, &kept->image));
	}
	*out = kept->image;
	return timing_weigh_paths(timing, kept->image, split, false);
}
