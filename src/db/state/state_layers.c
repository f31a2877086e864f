#include "db/state/state_layers.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_layers_impl.h"

enum {
	ALWAYS = 1000, /* states are never too many for one thread; else … */
	PART = 8,      /* … those that are no more than this part of those below */
};

/* ---- can it be ---- */

static int64_t most_of(int32_t n)
{
	return n / PART + ALWAYS;
}

enum status state_may_layer(const struct state_builder *b, bool *may)
{
	*may = b->constraints && b->exceptions.named && !b->exceptions.n_ignoring && !b->segment &&
	       !b->timing->n_latch_arcs && b->netlist->n_all_pins == b->netlist->n_pins;
	return *may ? layer_cone_is_small(b, most_of(b->timing->graph->n_vertices), may)
		    : STATUS_OK;
}

static void forget_arrays(struct state_layers *layers)
{
	free(layers->fan_in);
	free(layers->row);
	free(layers->out_arc);
	free(layers->place);
	free(layers->vertex_place);
	layers->fan_in = layers->row = layers->out_arc = NULL;
	layers->place = layers->vertex_place = NULL;
}

void state_layers_free(struct state_layers *layers)
{
	if (!layers)
		return;
	forget_arrays(layers);
	free(layers->seed);
	free(layers->state);
	free(layers->arc);
	free(layers->first_check);
	free(layers);
}

/* ---- what is below ---- */

/* Room for a few states and arcs on top. */
static int64_t with_room(int64_t n)
{
	return n + n / 16 + ALWAYS;
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
	graph->n_broken = from->n_broken;
	graph->netlist = netlist_ref(from->netlist);
	graph->objective = OBJECTIVE_SLACK;
	return STATUS_OK;
}

/* A graph of its own, with the delays that arcs have as states. */
static enum status own_graph(struct state_graph *states)
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

	TRY(own_graph(states));
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
static enum status need_arrays(const struct state_graph *states)
{
	struct state_layers *layers = states->layers;
	const struct graph *graph = states->graph;

	if (layers->fan_in)
		return STATUS_OK;
	if (!layers->is_flat)
		TRY(graph_fan_out(graph, &layers->row, &layers->out_arc));
	TRY(ALLOC(&layers->place, layers->n_below));
	if (!layers->is_flat)
		TRY(ALLOC(&layers->vertex_place, states->timing->graph->n_vertices));
	TRY(ALLOC(&layers->fan_in, layers->n_below));
	OVER_ITEMS(a, layers->n_arcs_below)
	{
		if (graph->arc_type[a] != ARC_BLOCKED)
			__atomic_fetch_add(&layers->fan_in[graph->arc_to[a]], 1, __ATOMIC_RELAXED);
	}
	return STATUS_OK;
}

/* ---- what is on top ---- */

/* So that it can be as it was. */
static enum status keep_state(struct layering *l, int32_t state)
{
	struct state_layers *layers = l->layers;

	TRY(GROW(&layers->state, &layers->state_capacity, (int64_t)layers->n_states + 1));
	layers->state[layers->n_states++] =
		(struct cut_state){state, l->states->tag_of[state], l->states->flags[state]};
	return STATUS_OK;
}

static enum status cut_arc(struct layering *l, int32_t arc)
{
	struct state_layers *layers = l->layers;
	int32_t *delay = &l->states->graph->arc_type[arc];

	if (*delay < 0)
		return status_fail(STATUS_FAILED,
				   "an arc with a constant delay in layers of states");
	TRY(GROW(&layers->arc, &layers->arc_capacity, (int64_t)layers->n_arcs + 1));
	layers->arc[layers->n_arcs++] = (struct cut_arc){arc, *delay};
	*delay += FIRST_CUT;
	layers->fan_in[l->states->graph->arc_to[arc]]--;
	return STATUS_OK;
}

static enum status get_above(struct layering *l, int32_t below, int32_t tag, int32_t *state)
{
	int32_t n = l->states->graph->n_vertices, n_below = l->layers->n_below;

	TRY(state_get(l->b, state_vertex(l->states, below), tag, state));
	if (*state < n)
		return STATUS_OK;
	TRY(GROW(&l->below, &l->below_capacity, (int64_t)*state - n_below + 1));
	l->below[*state - n_below] = below;
	return STATUS_OK;
}

/* Beside an arc below. */
static enum status add_above(struct layering *l, int32_t from, int32_t arc, int32_t tag)
{
	int32_t to;

	TRY(get_above(l, l->states->graph->arc_to[arc], tag, &to));
	if (to < l->layers->n_below)
		l->layers->fan_in[to]++;
	return state_add_arc(l->b, from, to, layer_timing_arc(l, arc), layer_timing_arc(l, arc));
}

static enum status begin_seed(struct layering *l, const struct tag *tag, int32_t vertex,
			      int32_t *progress)
{
	if (!tag->progress)
		return progress_begin(l->b, tag->clock_edge, vertex, vertex, progress);
	if (progress_is_clock(l->states, tag->progress))
		return progress_begin_clock(l->b, tag->clock_edge, vertex, progress);
	return progress_begin_apart(l->b, tag->clock_edge, vertex, progress);
}

static enum status keep_seed(struct state_graph *states, const struct seed *seed)
{
	TRY(GROW(&states->seed, &states->seed_capacity, (int64_t)states->n_seeds + 1));
	states->seed[states->n_seeds++] = *seed;
	return STATUS_OK;
}

/* An input delay, or data without a clock, that begins exceptions. */
static enum status seed_above(struct layering *l, const struct seed *below)
{
	struct state_graph *states = l->states;
	struct tag own = states->tag[states->tag_of[below->state]];
	int32_t progress, tag;
	struct seed seed = *below;

	TRY(begin_seed(l, &own, state_vertex(states, below->state), &progress));
	if (progress == own.progress)
		return keep_seed(states, below);
	TRY(keep_state(l, below->state));
	states->flags[below->state] &= (uint8_t) ~(STATE_SEEDED | STATE_START);
	if (progress == PROGRESS_FALSE)
		return STATUS_OK;
	TRY(state_find_tag(l->b, TAG_DATA, own.clock_edge, progress, &tag));
	TRY(get_above(l, below->state, tag, &seed.state));
	states->flags[seed.state] |= STATE_START;
	return state_add_seed(l->b, &seed);
}

static enum status seed_layers(struct layering *l)
{
	struct state_graph *states = l->states;
	const struct state_layers *layers = l->layers;

	free(states->seed);
	states->seed = NULL;
	states->n_seeds = 0;
	states->seed_capacity = 0;
	for (int32_t i = 0; i < layers->n_seeds; i++) {
		const struct seed *seed = &layers->seed[i];

		if (layer_kind(l, seed->state) == TAG_DATA && layer_is_named(l, seed->state))
			TRY(seed_above(l, seed));
		else
			TRY(keep_seed(states, seed));
	}
	return STATUS_OK;
}

/* Where its clock is known, a register begins paths as long as it launches something. */
static enum status settle_start(struct layering *l, int32_t state)
{
	const struct graph *graph = l->states->graph;
	/* what it launches on top has the last arcs */
	bool any = graph->n_arcs > l->layers->n_arcs_below &&
		   graph->arc_from[graph->n_arcs - 1] == state;

	for (int32_t j = l->row[state]; j < l->row[state + 1] && !any; j++)
		any = layer_brings_data(l, l->arc[j]) && layer_launches(l, l->arc[j]) &&
		      !layer_is_cut(l, l->arc[j]);
	if (any || layer_kind(l, state) != TAG_CLOCK)
		return STATUS_OK;
	TRY(keep_state(l, state));
	l->states->flags[state] &= (uint8_t)~STATE_START;
	return STATUS_OK;
}

/* From a state below: what comes along arcs that exceptions name an end of. */
static enum status spread_below(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	bool named = layer_is_named(l, state), was_cut = false;

	for (int32_t j = l->row[state]; j < l->row[state + 1]; j++) {
		int32_t arc = l->arc[j], head = states->graph->arc_to[arc], tag;
		bool launching = layer_launches(l, arc);

		if (!layer_brings_data(l, arc) ||
		    !(layer_is_named(l, head) || (launching && named)))
			continue;
		if (!launching && layer_kind(l, state) != TAG_DATA) {
			l->too_much = true; /* a clock that is data from there on */
			continue;
		}
		TRY(state_tag_ahead(l->b, state, layer_timing_arc(l, arc), launching, &tag));
		if (tag == states->tag_of[head])
			continue;
		TRY(cut_arc(l, arc));
		was_cut |= launching;
		if (tag != TAG_NONE)
			TRY(add_above(l, state, arc, tag));
	}
	return was_cut ? settle_start(l, state) : STATUS_OK;
}

/* Nothing leads to a state below any more. */
static enum status remove_below(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	int32_t *link = &states->first[state_vertex(states, state)];

	for (int32_t j = l->row[state]; j < l->row[state + 1]; j++) {
		if (layer_passes(l, l->arc[j]))
			TRY(cut_arc(l, l->arc[j]));
	}
	TRY(keep_state(l, state));
	states->tag_of[state] = -1;
	states->flags[state] = 0;
	while (*link != state)
		link = &states->next[*link];
	*link = states->next[state];
	states->next[state] = -1;
	return STATUS_OK;
}

static enum status spread_above(struct layering *l, int32_t state, int32_t below)
{
	for (int32_t j = l->row[below]; j < l->row[below + 1]; j++) {
		int32_t arc = l->arc[j], tag;

		if (!layer_passes(l, arc))
			continue;
		TRY(state_tag_ahead(l->b, state, layer_timing_arc(l, arc), layer_launches(l, arc),
				    &tag));
		if (tag != TAG_NONE)
			TRY(add_above(l, state, arc, tag));
	}
	return STATUS_OK;
}

/* All that leads there has been spread from. */
static enum status spread_at(struct layering *l, int32_t state)
{
	struct state_graph *states = l->states;
	int32_t n_below = l->layers->n_below;

	if (l->layers->fan_in[state] > 0 || states->flags[state] & STATE_SEEDED)
		TRY(spread_below(l, state));
	else
		TRY(remove_below(l, state));
	for (int32_t s = states->first[state_vertex(states, state)]; s >= 0; s = states->next[s]) {
		if (s >= n_below && l->below[s - n_below] == state)
			TRY(spread_above(l, s, state));
	}
	return STATUS_OK;
}

static enum status spread_cone(struct layering *l)
{
	TRY(seed_layers(l));
	for (int32_t i = 0; i < l->cone.n_tails; i++) {
		if (!l->layers->place[l->cone.tail[i]])
			TRY(spread_below(l, l->cone.tail[i]));
	}
	for (int32_t i = 0; i < l->cone.n && !l->too_much; i++) {
		TRY(spread_at(l, l->cone.state[i]));
		l->too_much |= l->states->graph->n_vertices - l->layers->n_below > l->most;
	}
	for (int32_t i = 0; i < l->layers->n_arcs; i++)
		l->states->graph->arc_type[l->layers->arc[i].arc] = ARC_BLOCKED;
	return STATUS_OK;
}

static enum status add_layer(struct layering *l)
{
	struct state_reach whole = l->b->reach;
	enum status status;

	TRY(layer_find_cone(l));
	if (l->too_much)
		return STATUS_OK;
	status = layer_find_reach(l);
	if (status == STATUS_OK)
		status = spread_cone(l);
	state_reach_release(&l->b->reach);
	l->b->reach = whole;
	return status;
}

static enum status layer(struct state_builder *b, bool *done)
{
	struct state_layers *layers = b->states->layers;
	struct layering l = {.b = b,
			     .states = b->states,
			     .timing = b->timing,
			     .layers = layers,
			     .row = layers->is_flat ? b->timing->out_row : layers->row,
			     .arc = layers->is_flat ? b->timing->out_arc : layers->out_arc,
			     .most = most_of(layers->n_below)};
	enum status status;

	/* marks of cut arcs are no numbers of constants */
	l.too_much =
		b->states->n_inputs || layers->n_constants >= INT32_MAX - b->timing->graph->n_arcs;
	status = l.too_much ? STATUS_OK : add_layer(&l);
	*done = !l.too_much;
	layers->vertex_capacity = b->vertex_capacity;
	layer_leave_cone(&l);
	return status;
}

enum status state_layer(struct state_builder *b, bool tried_flat, bool *done)
{
	TRY(state_begin_layers(b, tried_flat));
	TRY(need_arrays(b->states));
	TRY(layer(b, done));
	forget_arrays(b->states->layers); /* edits make them again */
	return STATUS_OK;
}

/* ---- others on top ---- */

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

static void undo(struct state_graph *states)
{
	struct state_layers *layers = states->layers;
	struct graph *graph = states->graph;

	for (int32_t s = layers->n_below; s < graph->n_vertices; s++)
		unlink_above(states, graph->netlist_vertex[s]);
	for (int32_t a = layers->n_arcs_below; a < graph->n_arcs && layers->fan_in; a++) {
		if (graph->arc_to[a] < layers->n_below)
			layers->fan_in[graph->arc_to[a]]--;
	}
	for (; layers->n_arcs > 0; layers->n_arcs--) {
		const struct cut_arc *a = &layers->arc[layers->n_arcs - 1];

		graph->arc_type[a->arc] = a->delay;
		if (layers->fan_in)
			layers->fan_in[graph->arc_to[a->arc]]++;
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

static enum status seed_below(struct state_graph *states)
{
	const struct state_layers *layers = states->layers;

	states->n_seeds = 0;
	for (int32_t i = 0; i < layers->n_seeds; i++)
		TRY(keep_seed(states, &layers->seed[i]));
	return STATUS_OK;
}

/* Has any vertex several states? */
static bool any_has_several(const struct state_graph *states)
{
	const struct graph *graph = states->graph;
	int32_t n = states->timing->graph->n_vertices;
	bool any = false;

	for (int32_t s = states->layers->n_below; s < graph->n_vertices && !any; s++)
		any = states->next[states->first[graph->netlist_vertex[s]]] >= 0;
	for (int32_t v = 0; v < n && !any && !states->layers->is_flat; v++)
		any = states->first[v] >= 0 && states->next[states->first[v]] >= 0;
	return any;
}

static enum status layer_again(struct state_builder *b, bool *done)
{
	b->vertex_capacity = b->states->layers->vertex_capacity;
	TRY(timing_graph_need_fan_out(b->owner));
	undo(b->states);
	TRY(need_arrays(b->states));
	if (!b->exceptions.named) { /* nothing is on top */
		*done = !b->states->layers->is_flat;
		return seed_below(b->states);
	}
	TRY(layer(b, done));
	*done &= !b->states->layers->tried_flat || any_has_several(b->states);
	return STATUS_OK;
}

/* ---- and their ends ---- */

struct vertex_list {
	int32_t n;
	int64_t capacity;
	int32_t *vertex; /* owned */
};

/* Where states are on top, or are others than below. */
static enum status list_changed(const struct state_graph *states, struct vertex_list *list)
{
	const struct state_layers *layers = states->layers;
	const struct graph *graph = states->graph;
	int64_t n = (int64_t)graph->n_vertices - layers->n_below + layers->n_states;

	TRY(GROW(&list->vertex, &list->capacity, list->n + n));
	for (int32_t s = layers->n_below; s < graph->n_vertices; s++)
		list->vertex[list->n++] = graph->netlist_vertex[s];
	for (int32_t i = 0; i < layers->n_states; i++)
		list->vertex[list->n++] = graph->netlist_vertex[layers->state[i].vertex];
	return STATUS_OK;
}

static void forget_ends(struct state_graph *states)
{
	for (int32_t g = 0; g < states->n_groups; g++)
		free(states->group[g]);
	states->n_groups = states->n_relations = states->n_gone = 0;
	states->graph->n_sinks = 0;
}

static enum status layer_with_ends(struct state_builder *b, const struct constraints *before,
				   struct vertex_list *list, bool *done)
{
	bool stay = layer_ends_may_stay(b, before);

	/* a graph that others look at stays as it is */
	if (atomic_load(&b->states->graph->refs) > 1) {
		TRY(own_graph(b->states));
		b->states->layers->vertex_capacity = b->states->graph->n_vertices;
	}
	if (stay) {
		TRY(list_changed(b->states, list));
		layer_keep_vertices(b->states);
	}
	TRY(layer_again(b, done));
	if (!*done)
		return STATUS_OK;
	if (stay) {
		TRY(list_changed(b->states, list));
		TRY(layer_meet_again(b, before, list->vertex, list->n, &stay));
	}
	if (stay)
		return STATUS_OK;
	forget_ends(b->states);
	return state_add_endpoints(b);
}

enum status state_layer_with_ends(struct state_builder *b, const struct constraints *before,
				  bool *done)
{
	struct vertex_list list = {0};
	enum status status = layer_with_ends(b, before, &list, done);

	free(list.vertex);
	return status;
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
