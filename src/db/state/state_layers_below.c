/* What is below layers: states as if there were no exceptions, with a graph of their own. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/graph_arcs.h"
#include "db/state/state_layers_impl.h"

static void move_ends(struct graph *from, struct graph *to)
{
	to->n_sources = from->n_sources;
	to->source_vertex = from->source_vertex;
	to->source_arrival = from->source_arrival;
	to->source_capacity = from->source_capacity;
	to->source_arrival_capacity = from->source_arrival_capacity;
	to->n_sinks = from->n_sinks;
	to->sink_vertex = from->sink_vertex;
	to->sink_required = from->sink_required;
	to->sink_capacity = from->sink_capacity;
	to->sink_required_capacity = from->sink_required_capacity;
	from->n_sources = from->n_sinks = 0;
	from->source_vertex = from->sink_vertex = NULL;
	from->source_arrival = from->sink_required = NULL;
	from->source_capacity = from->source_arrival_capacity = 0;
	from->sink_capacity = from->sink_required_capacity = 0;
}

/* Those of a graph of states, at time 0 as all of them are. */
static enum status copy_ends(const struct graph *from, struct graph *graph)
{
	graph->sink_required_capacity = graph_with_room(from->n_sinks);
	graph->source_arrival_capacity = graph_with_room(from->n_sources);
	TRY(ALLOC(&graph->sink_required, graph->sink_required_capacity));
	TRY(ALLOC(&graph->source_arrival, graph->source_arrival_capacity));
	TRY(GROW(&graph->sink_vertex, &graph->sink_capacity, from->n_sinks));
	TRY(GROW(&graph->source_vertex, &graph->source_capacity, from->n_sources));
	if (from->n_sinks)
		memcpy(graph->sink_vertex, from->sink_vertex,
		       (size_t)from->n_sinks * sizeof *graph->sink_vertex);
	if (from->n_sources)
		memcpy(graph->source_vertex, from->source_vertex,
		       (size_t)from->n_sources * sizeof *graph->source_vertex);
	graph->n_sinks = from->n_sinks;
	graph->n_sources = from->n_sources;
	return STATUS_OK;
}

/* Are these states the timing graph, and has only the timing references to it? Then its ends may become theirs. */
static bool timing_graph_is_own(const struct state_graph *states)
{
	return states->is_timing_graph && atomic_load(&states->graph->refs) == 2;
}

/* And the delays that arcs have as states, where these aren't known otherwise. */
static enum status copy_states(const struct state_graph *states, struct graph *graph)
{
	struct graph *from = states->graph;
	int32_t first = states->passes || states->arc ? states->layers->n_arcs_below : 0;
	int64_t n_named, capacity = 0;

	graph->n_same = states->layers->is_flat ? states->layers->n_below : from->n_same;
	n_named = (int64_t)from->n_vertices - graph->n_same;
	TRY(GROW(&graph->arc_type, &graph->arc_type_capacity, graph_with_room(from->n_arcs)));
	TRY(GROW(&graph->netlist_vertex, &capacity, graph_with_room(n_named)));
	OVER_ITEMS(a, from->n_arcs - first)
	graph->arc_type[first + a] = state_delay(states, first + (int32_t)a);
	OVER_ITEMS(s, n_named)
	graph->netlist_vertex[s] = graph_netlist_vertex(from, (int32_t)s + graph->n_same);
	states->layers->vertex_capacity = capacity;
	graph->objective = OBJECTIVE_SLACK;
	if (!timing_graph_is_own(states))
		return copy_ends(from, graph);
	move_ends(from, graph);
	return STATUS_OK;
}

void state_graph_fill_delays(struct state_graph *states)
{
	if (!states->upper || (!states->passes && !states->arc))
		return;
	OVER_ITEMS(a, states->upper->n_arcs_below)
	states->graph->arc_type[a] = state_delay(states, (int32_t)a);
	free(states->passes);
	free(states->arc);
	states->passes = NULL;
	states->arc = NULL;
}

enum status layer_own_graph(struct state_graph *states)
{
	struct graph *graph;
	enum status status;

	TRY(graph_extend(states->graph, states->layers->n_arcs_below, &graph));
	graph->n_arcs = states->graph->n_arcs; /* as long as none is added */
	status = copy_states(states, graph);
	if (status != STATUS_OK) {
		graph_unref(graph);
		return status;
	}
	graph_unref(states->graph);
	states->graph = graph;
	return STATUS_OK;
}

/* Room for states on top. */
static enum status begin_upper(struct state_graph *states)
{
	int32_t n = states->layers->n_below;

	TRY(GROW(&states->tag_of, &states->state_capacity, graph_with_room(n)));
	TRY(GROW(&states->flags, &states->flags_capacity, graph_with_room(n)));
	TRY(upper_states_new(n, &states->upper));
	states->upper->n_arcs_below = states->layers->n_arcs_below;
	return STATUS_OK;
}

static enum status unflatten(struct state_builder *b)
{
	struct state_graph *states = b->states;

	TRY(layer_own_graph(states));
	b->vertex_capacity = states->layers->vertex_capacity;
	states->is_timing_graph = false;
	b->flat = false;
	state_cuts_free(states->cuts);
	states->cuts = NULL;
	return begin_upper(states);
}

/* ---- and with that of timing ---- */

/* As when arcs have no types of their own: see state_delay(). */
static enum status take_delays(struct state_graph *states)
{
	struct graph *graph = states->graph;
	bool any_other = false;

	if (states->passes || states->arc)
		return STATUS_OK;
	OVER_ITEMS(a, graph->n_arcs)
	{
		if (graph->arc_type[a] != a && graph->arc_type[a] != ARC_BLOCKED)
			__atomic_store_n(&any_other, true, __ATOMIC_RELAXED);
	}
	if (any_other)
		TRY(ALLOC(&states->arc, graph->n_arcs));
	else
		TRY(ALLOC(&states->passes, graph->n_arcs));
	OVER_ITEMS(a, graph->n_arcs)
	{
		if (any_other)
			states->arc[a] = graph->arc_type[a];
		else
			states->passes[a] = graph->arc_type[a] != ARC_BLOCKED;
	}
	return STATUS_OK;
}

enum status layer_flatten(struct state_builder *b)
{
	struct state_graph *states = b->states;
	struct graph *graph;

	TRY(take_delays(states));
	TRY(graph_share_arcs(b->owner->graph, &graph)); /* others may look at that one */
	move_ends(states->graph, graph);
	graph_unref(states->graph);
	graph_unref(b->owner->graph);
	b->owner->graph = graph;
	states->graph = graph_ref(graph);
	upper_states_free(states->upper);
	states->upper = NULL;
	states->is_timing_graph = b->flat = true;
	return STATUS_OK;
}

static bool has_both(const struct state_graph *states, int32_t vertex)
{
	bool clock = false, data = false;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		bool is_data = state_tag(states, s)->kind == TAG_DATA;

		clock |= !is_data;
		data |= is_data;
	}
	return clock && data;
}

static bool shares(const struct state_graph *states)
{
	bool any = false;

	OVER_ITEMS(v, states->timing->graph->n_vertices)
	{
		if (!__atomic_load_n(&any, __ATOMIC_RELAXED) && has_both(states, (int32_t)v))
			__atomic_store_n(&any, true, __ATOMIC_RELAXED);
	}
	return any;
}

enum status state_begin_layers(struct state_builder *b, bool tried_flat)
{
	struct state_graph *states = b->states;
	struct state_layers *layers;

	TRY(ALLOC(&states->layers, 1));
	layers = states->layers;
	layers->is_flat = states->is_timing_graph;
	layers->tried_flat = tried_flat;
	layers->has_delays = b->exceptions.has_delays;
	layers->shares = !layers->is_flat && shares(states);
	layers->n_below = states->graph->n_vertices;
	layers->n_arcs_below = states->graph->n_arcs;
	layers->n_tags = states->n_tags;
	layers->n_constants = states->n_constants;
	layers->n_progress = states->n_progress;
	layers->n_progress_items = states->n_progress_items;
	layers->n_seeds = states->n_seeds;
	TRY(ALLOC(&layers->seed, states->n_seeds));
	if (states->n_seeds)
		memcpy(layers->seed, states->seed, (size_t)states->n_seeds * sizeof *states->seed);
	if (layers->is_flat)
		return unflatten(b);
	layers->vertex_capacity = b->vertex_capacity ? b->vertex_capacity : layers->n_below;
	return STATUS_OK;
}

/* Nothing is on top now. */
enum status layer_need_rows(const struct state_graph *states)
{
	struct state_layers *layers = states->layers;

	if (layers->is_flat || layers->row)
		return STATUS_OK;
	return graph_fan_out(states->graph, &layers->row, &layers->out_arc);
}

void layer_forget_rows(struct state_layers *layers)
{
	free(layers->row);
	free(layers->out_arc);
	layers->row = layers->out_arc = NULL;
}

/* ---- without what is on top ---- */

/* The states of a vertex are linked in their order. */
static void link_again(struct state_graph *states, int32_t state)
{
	int32_t *link;

	if (states->upper)
		return;
	link = &states->first[state_vertex(states, state)];
	while (*link >= 0 && *link < state)
		link = &states->next[*link];
	if (*link == state)
		return;
	states->next[state] = *link;
	*link = state;
}

static void unlink_above(struct state_graph *states)
{
	if (states->upper)
		upper_states_clear(states->upper);
	for (int32_t s = states->layers->n_below; s < states->graph->n_vertices && states->first;
	     s++) {
		int32_t *link = &states->first[state_vertex(states, s)];

		while (*link >= 0 && *link < states->layers->n_below)
			link = &states->next[*link];
		*link = -1;
	}
}

/* All of them, as a file may have any number of a vertex, and have changed any of these. */
static void link_read(struct state_graph *states)
{
	memset(states->first, -1,
	       (size_t)states->timing->graph->n_vertices * sizeof *states->first);
	for (int32_t s = states->layers->n_below - 1; s >= 0; s--) {
		int32_t *first = &states->first[state_vertex(states, s)];

		states->next[s] = *first;
		*first = s;
	}
}

void layer_undo(struct state_graph *states)
{
	struct state_layers *layers = states->layers;
	struct graph *graph = states->graph;
	bool links_all = states->was_read && states->first;

	if (links_all)
		link_read(states);
	else
		unlink_above(states);
	for (; layers->n_arcs > 0; layers->n_arcs--) {
		const struct cut_arc *a = &layers->arc[layers->n_arcs - 1];

		if (states->passes)
			states->passes[a->arc] = 1;
		else
			*layer_delay(states, a->arc) = a->delay;
	}
	for (; layers->n_states > 0; layers->n_states--) {
		const struct cut_state *s = &layers->state[layers->n_states - 1];

		states->tag_of[s->vertex] = s->tag;
		states->flags[s->vertex] = s->flags;
		if (!links_all)
			link_again(states, s->vertex);
	}
	graph->n_vertices = layers->n_below;
	graph->n_arcs = layers->n_arcs_below;
	states->n_tags = layers->n_tags;
	states->n_constants = layers->n_constants;
	states->n_progress = layers->n_progress;
	states->n_progress_items = layers->n_progress_items;
}

void state_layers_take_seeds(struct state_graph *states)
{
	struct state_layers *layers = states->layers;
	int32_t n_above = layers ? layers->n_seeds : 0;

	for (int32_t i = 0; layers && i < layers->n_seeds && i < states->n_seeds; i++) {
		/* those on top and what is false aren't looked for */
		n_above -= states->seed[i].state == layers->seed[i].state;
		memcpy(layers->seed[i].arrival, states->seed[i].arrival,
		       sizeof states->seed[i].arrival);
	}
	if (!n_above)
		return;
	state_layers_free(layers);
	states->layers = NULL;
}
