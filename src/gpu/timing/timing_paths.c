#include "gpu/timing/timing_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gpu/image/weight_args.h"
#include "gpu/labels/product.h"
#include "gpu/labels/labels.h"
#include "gpu/timing/timing_args.h"

/* ---- the graph of paths ---- */

/* Arcs that data runs along: not those of clock networks. */
static enum status list_data_arcs(struct state_graph *states, uint8_t **out)
{
	TRY(state_graph_need_arcs(states));
	TRY(ALLOC(out, states->graph->n_arcs));
	OVER_ITEMS(a, states->graph->n_arcs)
	(*out)[a] = state_delay(states, (int32_t)a) >= 0 &&
		    states->flags[states->graph->arc_to[a]] & STATE_DATA;
	return STATUS_OK;
}

/* What a filter asks: the clock edges of sources and sinks. */
static enum status list_edges(const struct state_graph *states, int32_t **source, int32_t **sink)
{
	TRY(ALLOC(source, states->graph->n_sources));
	TRY(ALLOC(sink, states->graph->n_sinks));
	OVER_ITEMS(s, states->graph->n_sources)
	(*source)[s] = state_tag(states, states->graph->source_vertex[s])->clock_edge;
	OVER_ITEMS(s, states->graph->n_sinks)
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

static struct filter_context context_of(const struct state_graph *states)
{
	return (struct filter_context){
		.graph = states->graph,
		.netlist = states->timing->netlist,
		.first = states->first,
		.next = states->next,
		.tag_of = states->tag_of,
		.state_flags = states->flags,
	};
}

static enum status need_index(struct timing *timing)
{
	struct state_graph *states = timing->image->states;
	struct filter_context context = context_of(states);
	int32_t *source = NULL, *sink = NULL;
	enum status status = STATUS_OK;

	if (timing->filters)
		return STATUS_OK;
	TRY(state_graph_need_arcs(states));
	status = list_edges(states, &source, &sink);
	context.source_clock_edge = source;
	context.sink_clock_edge = sink;
	if (status == STATUS_OK)
		status = filter_index_new(&context, &timing->filters);
	free(source);
	free(sink);
	return status;
}

/* Does it let every path through? Whatever its rule. */
static bool names_nothing(const struct path_filter *filter)
{
	return !filter->from.given && !filter->n_throughs && !filter->to.given &&
	       !filter->exclude.given && filter->to_edges == EDGES_BOTH;
}

/* warnings: NULL = unasked for. */
static enum status find_lists(struct timing *timing, const struct path_filter *filter,
			      struct text *warnings, struct filter_lists *lists)
{
	const struct netlist *netlist = timing->image->graph->netlist;

	*lists = (struct filter_lists){0};
	if (!filter || names_nothing(filter))
		return STATUS_OK;
	TRY(need_index(timing));
	TRY(filter_find(timing->filters, filter, lists));
	if (!warnings)
		return STATUS_OK;
	warn_of(netlist, lists->not_from, lists->n_not_from, "a startpoint", warnings);
	warn_of(netlist, lists->not_to, lists->n_not_to, "an endpoint", warnings);
	return STATUS_OK;
}

enum status timing_filter_query(struct timing *timing, const struct path_filter *filter,
				struct text *warnings, struct filter_query *query,
				uint8_t **data_arc)
{
	struct state_graph *states = timing->image->states;
	struct filter_lists lists;
	enum status status = find_lists(timing, filter, warnings, &lists);

	*query = (struct filter_query){0};
	if (status == STATUS_OK)
		status = list_data_arcs(states, data_arc);
	if (status == STATUS_OK)
		status = filter_spread(&lists, states->graph, query);
	filter_lists_release(&lists);
	return status;
}

/* The same for the image's arcs, on the device. */
static enum status need_data_arcs(struct timing *timing)
{
	const struct device_states *d = &timing->image->device_states;
	struct data_arcs_args args = {.to = d->to,
				      .arc = d->arc,
				      .flags = d->flags,
				      .first_sink = d->first_sink,
				      .n_sinks = d->n_sinks};

	if (timing->d_data_arc)
		return STATUS_OK;
	TRY(DEVICE_ALLOC(timing->queue, "path queries", &timing->d_data_arc, d->n_arcs));
	args.is_data = timing->d_data_arc;
	LAUNCH(timing->queue, data_arcs, 32, &args, d->n_arcs);
	return STATUS_OK;
}

enum status timing_need_labels(struct timing *timing)
{
	struct state_graph *states = timing->image->states;
	FREED int32_t *vertex = NULL;

	if (timing->labels)
		return STATUS_OK;
	TRY(state_graph_need_arcs(states));
	TRY(need_data_arcs(timing));
	if (states->graph->netlist_vertex)
		TRY(graph_list_netlist_vertices(states->graph, &vertex));
	return label_space_new(timing->image->image, vertex, states->timing->netlist->n_all_pins,
			       N_EDGES, timing->d_data_arc, &timing->labels);
}

/* Names and types of the graph's vertices and arcs are those of the state graph. */
static enum status dress_graph(const void *of, struct path_graph *paths)
{
	const struct state_graph *states = of;
	struct graph *graph = paths->graph;

	graph->netlist = netlist_ref(states->timing->netlist);
	TRY(ALLOC_UNSET(&graph->netlist_vertex, graph->n_vertices));
	OVER_ITEMS(v, graph->n_vertices)
	graph->netlist_vertex[v] = state_vertex(states, paths->vertex[v]);
	free(graph->name);
	graph->name = strdup(states->graph->name);
	return graph->name ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

/* Why nothing is left. */
static enum status warn_if_empty(struct state_graph *states, const struct path_filter *filter,
				 struct filter_lists *lists, const struct path_image *made,
				 struct task *task, struct text *warnings)
{
	struct filter_context context = context_of(states);
	struct filter_query query = {0};
	uint8_t *data_arc = NULL;
	enum status status;

	if (!filter || !warnings || path_image_vertices(made))
		return STATUS_OK;
	status = list_data_arcs(states, &data_arc);
	if (status == STATUS_OK)
		status = filter_spread(lists, states->graph, &query);
	query.query.arc_ok = data_arc;
	if (status == STATUS_OK)
		status = filter_warn_empty(filter, &context, &query.query, task, warnings);
	filter_query_release(&query);
	free(data_arc);
	return status;
}

static enum status need_product(struct timing *timing, bool backward)
{
	if (timing->product[backward])
		return STATUS_OK;
	TRY(need_data_arcs(timing));
	return product_space_new(timing->image->image, timing->d_data_arc, backward,
				 &timing->product[backward]);
}

/* What labels leave of it. */
static enum status make_by_labels(struct timing *timing, const struct path_filter *filter,
				  const struct filter_lists *lists, bool backward,
				  struct task *task, struct path_image **out)
{
	struct labels *labels;
	enum status status;

	TRY(timing_need_labels(timing));
	TRY(labels_filter(timing->labels, filter, &lists->lists, &labels));
	status = labels_product(labels, timing->product[backward], task, out);
	labels_free(labels);
	return status;
}

enum status timing_new_paths(struct timing *timing, const struct path_filter *filter, bool backward,
			     struct text *warnings, struct task *task, struct path_image **out)
{
	struct state_graph *states = timing->image->states;
	struct filter_lists lists;
	struct path_image *made = NULL;
	enum status status = find_lists(timing, filter, warnings, &lists);

	if (status == STATUS_OK)
		status = need_product(timing, backward);
	if (status == STATUS_OK && filter && filter->rule != RULE_EXACT)
		status = make_by_labels(timing, filter, &lists, backward, task, &made);
	else if (status == STATUS_OK)
		status = product_new(timing->product[backward], &lists.lists, NULL, task, &made);
	if (status == STATUS_OK)
		status = warn_if_empty(states, filter, &lists, made, task, warnings);
	filter_lists_release(&lists);
	if (status != STATUS_OK) {
		path_image_free(made);
		return status;
	}
	made->dress = dress_graph;
	made->dress_of = states;
	*out = made;
	return STATUS_OK;
}

enum status timing_count_paths(struct timing *timing, enum split split,
			       const struct path_filter *filter, struct product_counts *out)
{
	struct filter_lists lists;
	enum status status;

	TRY(timing_need_labels(timing));
	TRY(need_product(timing, false));
	TRY(timing_need_arrivals(timing, timing->product[false], split));
	status = find_lists(timing, filter, NULL, &lists);
	if (status == STATUS_OK)
		status = product_count(timing->product[false], &lists.lists,
				       timing->arrivals[split], timing->labels, out);
	filter_lists_release(&lists);
	return status;
}

/* ---- weights ---- */

enum status timing_weigh_by(struct timing *timing, struct path_image *paths,
			    const struct path_weighing *weighing)
{
	struct timing_image *t = timing->image;
	struct path_weights_args args = {
		.states = *weighing->states,
		.endpoint = t->d_endpoint,
		.source_state = t->image->device.source_state,
		.split = weighing->split,
		.unconstrained = weighing->unconstrained,
	};
	struct image *image = paths->image;

	paths->weighed = 0;
	TRY(image_renew_weights(image, timing_bits_of(weighing->largest), weighing->split == LATE));
	args.from = path_image_arc_from(paths);
	args.weight = (void *)image->device.weight;
	LAUNCH(timing->queue, path_weights, image->fs_bits, &args, image->device.n_arcs);
	args.from = paths->d_source_from;
	args.weight = (void *)image->device.source_weight;
	LAUNCH(timing->queue, path_weights, image->fs_bits, &args, image->device.n_sources);
	return queue_sync(timing->queue);
}

static bool is_weighed(const struct timing *timing, const struct path_image *paths,
		       enum split split, bool unconstrained)
{
	return timing_has(timing, TIMING_BOUND) &&
	       timing->editions.made[TIMING_BOUND] <= paths->weighed &&
	       timing->editions.made[TIMING_CHECKS] <= paths->weighed &&
	       paths->weighed_split == (int)split && paths->weighed_unconstrained == unconstrained;
}

enum status timing_weigh_paths(struct timing *timing, struct path_image *paths, enum split split,
			       bool unconstrained)
{
	if (is_weighed(timing, paths, split, unconstrained))
		return STATUS_OK;
	TRY(timing_weigh_by(timing, paths,
			    &(struct path_weighing){&timing->image->device_states, timing->largest,
						    split, unconstrained}));
	paths->weighed = timing->editions.last;
	paths->weighed_split = (int)split;
	paths->weighed_unconstrained = unconstrained;
	return STATUS_OK;
}

enum status timing_path_image(struct timing *timing, const struct timing_query *query,
			      struct text *warnings, struct task *task, struct path_image **out)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	const struct path_filter *filter = query->filter ? query->filter : &everything;
	struct timing_paths *kept = &timing->paths[query->backward];

	TRY(timing_bound_paths(timing));
	if (!kept->image || !path_filter_equal(&kept->filter, filter)) {
		path_image_free(kept->image);
		kept->image = NULL;
		path_filter_release(&kept->filter);
		TRY(path_filter_copy(&kept->filter, filter));
		TRY(timing_new_paths(timing, query->filter, query->backward, warnings, task,
				     &kept->image));
		kept->image->image->keeps_forest = true;
	}
	*out = kept->image;
	return timing_weigh_paths(timing, kept->image, query->split, false);
}
