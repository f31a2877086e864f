/*
 * States from a file: what layers rely on is looked at when exceptions are first put on them, as a file may say anything. Reading
 * has checked that all numbers are within their limits, and that what begins and ends has a tag.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_layers_impl.h"

static bool is_data(const struct state_graph *states, int32_t state)
{
	return state_tag(states, state)->kind == TAG_DATA;
}

/* Sources are by vertex, as ends are by check and pin. */
enum status layer_fit_ends(struct state_builder *b, bool *stay, bool *fit)
{
	const struct state_graph *states = b->states;
	const struct graph *graph = states->graph;

	*fit = !states->n_departures && !states->n_inputs;
	for (int32_t i = 1; i < graph->n_sources && *fit; i++)
		*fit = state_vertex(states, graph->source_vertex[i - 1]) <=
		       state_vertex(states, graph->source_vertex[i]);
	return *fit && *stay ? layer_are_ends_in_place(b, stay) : STATUS_OK;
}

/* ---- below ---- */

/* No exception is begun there. */
static bool are_tags_plain(const struct state_graph *states)
{
	bool plain = true;

	for (int32_t i = 0; i < states->n_progress_items && plain; i++)
		plain = states->progress_item[i].exception >= FIRST_PSEUDO;
	for (int32_t p = 0; p < states->n_progress && plain; p++)
		plain = states->progress[p].first + states->progress[p].n <=
			states->n_progress_items;
	for (int32_t t = 0; t < states->n_tags && plain; t++)
		plain = states->tag[t].kind == TAG_CLOCK ||
			states->tag[t].progress < states->n_progress;
	return plain;
}

/* Paths run through data, none leaves a latch, and where nothing comes nothing begins: without layers that is only at vertices. */
static bool is_state_right(const struct state_graph *states, int32_t state)
{
	int32_t tag = states->tag_of[state];
	uint8_t flags = states->flags[state];

	if (tag < 0)
		return states->layers->is_flat && !flags;
	return tag < states->n_tags && !(flags & STATE_LEAVES) &&
	       is_data(states, state) == ((flags & STATE_DATA) != 0);
}

/* Does a state's arc lead along one of the timing graph? */
static bool leads_along(const struct state_graph *states, int32_t arc, int32_t of)
{
	const struct graph *graph = states->graph, *timing = states->timing->graph;

	return state_vertex(states, graph->arc_from[arc]) == timing->arc_from[of] &&
	       state_vertex(states, graph->arc_to[arc]) == timing->arc_to[of];
}

/* What is passed along has a tag before and after, and data stays data, with the delays of its vertices. */
static bool is_arc_right(const struct state_graph *states, int32_t arc)
{
	const struct graph *graph = states->graph;
	int32_t from = graph->arc_from[arc], to = graph->arc_to[arc];
	int32_t delay = state_delay(states, arc);

	if (from >= graph->n_vertices || to >= graph->n_vertices)
		return false;
	if (states->layers->is_flat && !leads_along(states, arc, arc))
		return false;
	if (delay == ARC_BLOCKED)
		return true;
	if (!state_tag(states, from) || !state_tag(states, to))
		return false;
	if (!is_data(states, to))
		return delay >= -states->n_constants && !is_data(states, from);
	return delay >= 0 && leads_along(states, arc, delay);
}

static bool are_states_right(const struct state_graph *states)
{
	bool wrong = false;

	OVER_ITEMS(s, states->graph->n_vertices)
	{
		if (!is_state_right(states, (int32_t)s))
			__atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
	}
	return !wrong;
}

static bool are_arcs_right(const struct state_graph *states)
{
	bool wrong = false;

	OVER_ITEMS(a, states->graph->n_arcs)
	{
		if (!is_arc_right(states, (int32_t)a))
			__atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
	}
	return !wrong;
}

/* Seeds are known as such, each once. */
static enum status are_seeds_right(const struct state_graph *states, bool *right)
{
	const struct state_layers *layers = states->layers;
	uint8_t *seen;

	TRY(ALLOC(&seen, layers->n_below));
	for (int32_t i = 0; i < layers->n_seeds && *right; i++) {
		int32_t state = layers->seed[i].state;

		*right = state < layers->n_below && !seen[state] && state_tag(states, state) &&
			 states->flags[state] & STATE_SEEDED;
		if (*right)
			seen[state] = 1;
	}
	free(seen);
	return STATUS_OK;
}

/* What ends are checked against are clocks, which nothing on top takes away. */
static bool are_captures_right(const struct state_graph *states)
{
	bool right = true;

	for (int32_t i = 0; i < states->graph->n_sinks && right; i++) {
		int32_t clock = states->endpoint[i].clock;

		right = clock < 0 || (clock < states->layers->n_below && state_tag(states, clock) &&
				      !is_data(states, clock));
	}
	return right;
}

enum status layer_fit_below(const struct state_graph *states, bool *fit)
{
	*fit = are_tags_plain(states) && are_states_right(states) && are_arcs_right(states) &&
	       are_captures_right(states);
	return *fit ? are_seeds_right(states, fit) : STATUS_OK;
}
