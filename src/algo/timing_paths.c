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
		(*out)[a] = states->arc[a] >= 0 &&
			    states->flags[states->graph->arc_to[a]] & STATE_DATA;
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

/* ---- the clock network ---- */

static bool is_of_clock(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind != TAG_DATA;
}

/* Nodes of states, in the order of states. */
static enum status number_nodes(const struct timing_image *t, int32_t *node_of, int32_t *n_nodes)
{
	const struct state_graph *states = t->states;

	*n_nodes = 0;
	for (int32_t s = 0; s < states->graph->n_vertices; s++)
		node_of[t->state_place[s]] = is_of_clock(states, s) ? (*n_nodes)++ : -1;
	return STATUS_OK;
}

/* The arrays of nodes on the host, side by side. */
struct node_lists {
	int32_t n;
	int32_t *node_of;		 /* owned [n_states of the image] */
	int32_t *state, *pin, *rank; /* owned [n] */
	uint8_t *edge;			 /* owned [n] */
};

/* ---- ranks ---- */

/* The network's arcs between different pins, by the place of their tails. */
struct network_arcs {
	int32_t *row;	 /* owned [n_states of the image + 1] */
	int32_t *to_pin; /* owned */
};

static bool is_network_arc(const struct state_graph *states, int32_t arc)
{
	int32_t from = states->graph->arc_from[arc], to = states->graph->arc_to[arc];

	return states->arc[arc] != ARC_BLOCKED && is_of_clock(states, from) &&
	       is_of_clock(states, to) &&
	       states->vertex[from] / N_EDGES != states->vertex[to] / N_EDGES;
}

static enum status list_arcs(const struct timing_image *t, struct network_arcs *out)
{
	const struct state_graph *states = t->states;
	int32_t n_states = t->device_states.n_states, *row;

	/* While it is filled, a row begins one place later. */
	TRY(ALLOC(&out->row, (int64_t)n_states + 2));
	row = out->row + 1;
	for (int32_t a = 0; a < states->graph->n_arcs; a++) {
		if (is_network_arc(states, a))
			row[t->state_place[states->graph->arc_from[a]] + 1]++;
	}
	for (int32_t s = 0; s < n_states; s++)
		row[s + 1] += row[s];
	TRY(ALLOC(&out->to_pin, row[n_states]));
	for (int32_t a = 0; a < states->graph->n_arcs; a++) {
		int32_t head = states->vertex[states->graph->arc_to[a]] / N_EDGES;

		if (is_network_arc(states, a))
			out->to_pin[row[t->state_place[states->graph->arc_from[a]]]++] = head;
	}
	return STATUS_OK;
}

/* Passes over the network after which ranks are taken as they are: pins that are behind each other by
 * different edges would raise each other for ever. */
enum { MOST_PASSES = 64 };

/*
 * A pin's rank is higher than those of all pins behind it, along the ways of all clocks: several may
 * leave a pin, and some begin in the midst of others. States go up from their heads, so that a pass
 * or two find it.
 */
static enum status find_ranks(const struct timing_image *t, const struct node_lists *l,
			      int32_t *pin_rank)
{
	struct network_arcs arcs = {0};
	enum status status = list_arcs(t, &arcs);
	bool changed = status == STATUS_OK;

	for (int pass = 0; pass < MOST_PASSES && changed; pass++) {
		changed = false;
		for (int32_t s = 0; s < t->device_states.n_states; s++) {
			for (int32_t j = arcs.row[s]; j < arcs.row[s + 1]; j++) {
				int32_t *rank = &pin_rank[l->pin[l->node_of[s]]];

				if (pin_rank[arcs.to_pin[j]] < *rank)
					continue;
				*rank = pin_rank[arcs.to_pin[j]] + 1;
				changed = true;
			}
		}
	}
	free(arcs.row);
	free(arcs.to_pin);
	return status;
}

/* ---- nodes ---- */

static enum status list_nodes(const struct timing_image *t, struct node_lists *l)
{
	const struct state_graph *states = t->states;
	int32_t n_states = t->device_states.n_states, *pin_rank;
	enum status status;

	TRY(ALLOC(&l->node_of, n_states));
	for (int32_t s = 0; s < n_states; s++)
		l->node_of[s] = -1;
	TRY(number_nodes(t, l->node_of, &l->n));
	TRY(ALLOC(&l->state, l->n));
	TRY(ALLOC(&l->pin, l->n));
	TRY(ALLOC(&l->rank, l->n));
	TRY(ALLOC(&l->edge, l->n));
	for (int32_t s = 0; s < states->graph->n_vertices; s++) {
		int32_t place = t->state_place[s], node = l->node_of[place];
		int32_t pin = states->vertex[s] / N_EDGES;

		if (node < 0)
			continue;
		l->state[node] = place;
		l->pin[node] = pin;
		l->edge[node] = (uint8_t)(states->vertex[s] % N_EDGES);
	}
	TRY(ALLOC(&pin_rank, states->timing->netlist->n_pins));
	status = find_ranks(t, l, pin_rank);
	for (int32_t i = 0; i < l->n; i++)
		l->rank[i] = pin_rank[l->pin[i]];
	free(pin_rank);
	return status;
}

static void release_lists(struct node_lists *l)
{
	free(l->node_of);
	free(l->state);
	free(l->pin);
	free(l->rank);
	free(l->edge);
}

/* Where launches and captures come from, of the state graph's sources and sinks. Ideal clocks differ by
 * what was said of them, not by pessimism. */
static int32_t node_of_end(const struct timing_image *t, const struct node_lists *l, int32_t state)
{
	const struct tag *tag = state < 0 ? NULL : state_tag(t->states, state);

	if (!tag || tag->kind != TAG_CLOCK ||
	    !t->graph->constraints->clock[tag->clock_edge / N_EDGES].propagated)
		return -1;
	return l->node_of[t->state_place[state]];
}

static enum status list_ends(const struct timing_image *t, const struct node_lists *l,
			     struct clock_network *network)
{
	const struct graph *graph = t->states->graph;
	int32_t *clock; /* of each state: itself, or where the clock of an input begins */

	TRY(ALLOC(&network->source_node, graph->n_sources));
	TRY(ALLOC(&network->sink_node, graph->n_sinks));
	TRY(ALLOC(&clock, graph->n_vertices));
	for (int32_t s = 0; s < graph->n_vertices; s++)
		clock[s] = s;
	for (int32_t i = 0; i < t->states->n_inputs; i++)
		clock[t->states->input[i].state] = t->states->input[i].clock;
	for (int32_t s = 0; s < graph->n_sources; s++)
		network->source_node[s] = node_of_end(t, l, clock[graph->source_vertex[s]]);
	free(clock);
	for (int32_t s = 0; s < graph->n_sinks; s++)
		network->sink_node[s] = node_of_end(t, l, t->states->endpoint[s].clock);
	return STATUS_OK;
}

static enum status upload_network(struct timing *timing, const struct node_lists *l,
				  struct clock_network *network)
{
	struct queue *queue = timing->queue;
	struct device_credit *d = &network->device;
	const struct graph *graph = timing->image->states->graph;

	network->n = l->n;
	TRY(UPLOAD(queue, l->node_of, timing->image->device_states.n_states, &network->d_node_of));
	TRY(UPLOAD(queue, l->state, l->n, &network->d_state));
	TRY(UPLOAD(queue, l->pin, l->n, &d->pin));
	TRY(UPLOAD(queue, l->rank, l->n, &d->rank));
	TRY(UPLOAD(queue, l->edge, l->n, &d->edge));
	TRY(UPLOAD(queue, network->source_node, graph->n_sources, &d->source_clock));
	TRY(UPLOAD(queue, network->sink_node, graph->n_sinks, &d->sink_clock));
	TRY(queue_sync(queue));
	TRY(DEVICE_ALLOC(queue, "clock network", (int32_t **)&d->up_late, l->n));
	TRY(DEVICE_ALLOC(queue, "clock network", (int32_t **)&d->up_early, l->n));
	TRY(DEVICE_ALLOC(queue, "clock network", (int64_t **)&d->late, l->n));
	return DEVICE_ALLOC(queue, "clock network", (int64_t **)&d->early, l->n);
}

static enum status build_network(struct timing *timing)
{
	struct clock_network *network = &timing->network;
	struct node_lists lists = {0};
	enum status status = list_nodes(timing->image, &lists);

	if (status == STATUS_OK)
		status = list_ends(timing->image, &lists, network);
	if (status == STATUS_OK)
		status = upload_network(timing, &lists, network);
	if (status != STATUS_OK)
		queue_sync(timing->queue); /* what was queued still reads the lists */
	release_lists(&lists);
	if (status != STATUS_OK)
		timing_free_network(timing);
	network->built = status == STATUS_OK;
	return status;
}

static enum status trace_network(struct timing *timing)
{
	struct clock_network *network = &timing->network;
	struct device_credit *d = &network->device;
	struct clock_nodes_args args = {
		.states = timing->image->device_states,
		.state = network->d_state,
		.node = network->d_node_of,
		.pin = d->pin,
		.up_late = (int32_t *)d->up_late,
		.up_early = (int32_t *)d->up_early,
		.late = (int64_t *)d->late,
		.early = (int64_t *)d->early,
	};

	LAUNCH(timing->queue, clock_nodes, 32, &args, network->n);
	network->traced = true;
	return queue_sync(timing->queue);
}

/* The same by the sources and sinks of a path graph. */
static enum status list_path_nodes(struct timing *timing, struct path_image *paths)
{
	const struct clock_network *network = &timing->network;
	const struct path_graph *p = paths->paths;
	int32_t n_sources = p->graph->n_sources, n_sinks = p->graph->n_sinks;
	const int32_t *of_source = p->transposed ? network->sink_node : network->source_node;
	const int32_t *of_sink = p->transposed ? network->source_node : network->sink_node;
	int32_t *node;
	enum status status;

	if (paths->d_source_node && paths->d_sink_node)
		return STATUS_OK;
	TRY(ALLOC(&node, (int64_t)n_sources + n_sinks));
	for (int32_t s = 0; s < n_sources; s++)
		node[s] = of_source[p->source[s]];
	for (int32_t s = 0; s < n_sinks; s++)
		node[n_sources + s] = of_sink[p->sink[s]];
	status = UPLOAD(timing->queue, node, n_sources, &paths->d_source_node);
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, node + n_sources, n_sinks, &paths->d_sink_node);
	if (status == STATUS_OK)
		status = queue_sync(timing->queue);
	else
		queue_sync(timing->queue); /* what was queued still reads the list */
	free(node);
	return status;
}

enum status timing_credit(struct timing *timing, enum split split, enum credit_mode mode,
			  struct path_image *paths, struct device_credit *out)
{
	TRY(timing_update(timing));
	if (!timing->network.built)
		TRY(build_network(timing));
	if (!timing->network.traced)
		TRY(trace_network(timing));
	*out = timing->network.device;
	out->mode = mode;
	out->early_paths = split == EARLY;
	if (!paths)
		return STATUS_OK;
	TRY(list_path_nodes(timing, paths));
	out->transposed = paths->paths->transposed;
	out->source_clock = out->transposed ? paths->d_sink_node : paths->d_source_node;
	out->sink_clock = out->transposed ? paths->d_source_node : paths->d_sink_node;
	return STATUS_OK;
}

enum status timing_common_pins(struct queue *queue, const struct device_credit *credit,
			       const int32_t *source, const int32_t *sink, int64_t n, int32_t *pin)
{
	struct common_pins_args args = {.credit = *credit};
	int32_t *d_ends = NULL;
	enum status status = DEVICE_ALLOC(queue, "reading", &d_ends, 3 * n);

	if (status != STATUS_OK)
		return status;
	args.source = d_ends;
	args.sink = d_ends + n;
	args.pin = d_ends + 2 * n;
	queue_upload(queue, d_ends, source, n * (int64_t)sizeof *source);
	queue_upload(queue, d_ends + n, sink, n * (int64_t)sizeof *sink);
	LAUNCH(queue, common_pins, 32, &args, n);
	queue_download(queue, pin, args.pin, n * (int64_t)sizeof *pin);
	status = queue_sync(queue);
	device_free(queue, d_ends);
	return status;
}
