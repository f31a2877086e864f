/* What is below layers: states as if there were no exceptions, with a graph of their own. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_layers_impl.h"

enum { ROOM = 1000, ROOM_PART = 16 };

/* Room for a few states and arcs on top. */
static int64_t with_room(int64_t n)
{
	return n + n / ROOM_PART + ROOM;
}

static enum status alloc_graph(const struct graph *from, struct graph *graph)
{
	int64_t n_arcs = with_room(from->n_arcs);

	TRY(ALLOC(&graph->arc_from, n_arcs));
	TRY(ALLOC(&graph->arc_to, n_arcs));
	TRY(ALLOC(&graph->arc_type, n_arcs));
	TRY(ALLOC(&graph->netlist_vertex, with_room(from->n_vertices)));
	graph->arc_capacity = graph->arc_to_capacity = graph->arc_type_capacity = n_arcs;
	graph->n_arcs = from->n_arcs;
	graph->n_vertices = from->n_vertices;
	TRY(GROW(&graph->sink_vertex, &graph->sink_capacity, from->n_sinks));
	TRY(GROW(&graph->sink_required, &graph->sink_required_capacity, from->n_sinks));
	if (from->n_sinks) {
		memcpy(graph->sink_vertex, from->sink_vertex,
		       (size_t)from->n_sinks * sizeof *graph->sink_vertex);
		memcpy(graph->sink_required, from->sink_required,
		       (size_t)from->n_sinks * sizeof *graph->sink_required);
	}
	graph->n_sinks = from->n_sinks;
	TRY(GROW(&graph->source_vertex, &graph->source_capacity, from->n_sources));
	TRY(GROW(&graph->source_arrival, &graph->source_arrival_capacity, from->n_sources));
	if (from->n_sources) {
		memcpy(graph->source_vertex, from->source_vertex,
		       (size_t)from->n_sources * sizeof *graph->source_vertex);
		memcpy(graph->source_arrival, from->source_arrival,
		       (size_t)from->n_sources * sizeof *graph->source_arrival);
	}
	graph->n_sources = from->n_sources;
	graph->n_broken = from->n_broken;
	graph->netlist = netlist_ref(from->netlist);
	graph->objective = OBJECTIVE_SLACK;
	return STATUS_OK;
}

enum status layer_own_graph(struct state_graph *states)
{
	const struct graph *from = states->graph;
	struct graph *graph;
	enum status status;

	TRY(graph_new(from->name, &graph));
	status = alloc_graph(from, graph);
	if (status != STATUS_OK) {
		graph_unref(graph);
		return status;
	}
	OVER_ITEMS(a, from->n_arcs)
	{
		graph->arc_from[a] = from->arc_from[a];
		graph->arc_to[a] = from->arc_to[a];
		graph->arc_type[a] = state_delay(states, (int32_t)a);
	}
	OVER_ITEMS(s, from->n_vertices)
	graph->netlist_vertex[s] = graph_netlist_vertex(from, (int32_t)s);
	graph_unref(states->graph);
	states->graph = graph;
	return STATUS_OK;
}

static enum status link_vertices(struct state_graph *states)
{
	int64_t n = states->graph->n_vertices;

	states->state_capacity = states->flags_capacity =
		n; /* as they are when both graphs are one */
	states->next_capacity = with_room(n);
	TRY(ALLOC(&states->first, n));
	TRY(ALLOC(&states->next, states->next_capacity));
	TRY(GROW(&states->tag_of, &states->state_capacity, with_room(n)));
	TRY(GROW(&states->flags, &states->flags_capacity, with_room(n)));
	OVER_ITEMS(v, n)
	{
		states->first[v] = states->tag_of[v] < 0 ? -1 : (int32_t)v;
		states->next[v] = -1;
	}
	return STATUS_OK;
}

static enum status unflatten(struct state_builder *b)
{
	struct state_graph *states = b->states;

	TRY(layer_own_graph(states));
	b->vertex_capacity = with_room(states->graph->n_vertices);
	free(states->passes);
	free(states->arc);
	states->passes = NULL;
	states->arc = NULL;
	states->is_timing_graph = false;
	b->flat = false;
	return link_vertices(states);
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
		TRY(unflatten(b));
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
	int32_t *link = &states->first[state_vertex(states, state)];

	while (*link >= 0 && *link < state)
		link = &states->next[*link];
	if (*link == state)
		return;
	states->next[state] = *link;
	*link = state;
}

static void unlink_above(struct state_graph *states, int32_t vertex)
{
	int32_t *link = &states->first[vertex];

	while (*link >= 0 && *link < states->layers->n_below)
		link = &states->next[*link];
	*link = -1;
}

void layer_undo(struct state_graph *states)
{
	struct state_layers *layers = states->layers;
	struct graph *graph = states->graph;

	for (int32_t s = layers->n_below; s < graph->n_vertices; s++)
		unlink_above(states, graph->netlist_vertex[s]);
	for (; layers->n_arcs > 0; layers->n_arcs--) {
		const struct cut_arc *a = &layers->arc[layers->n_arcs - 1];

		graph->arc_type[a->arc] = a->delay;
	}
	for (; layers->n_states > 0; layers->n_states--) {
		const struct cut_state *s = &layers->state[layers->n_states - 1];

		states->tag_of[s->vertex] = s->tag;
		states->flags[s->vertex] = s->flags;
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
