/*
 * States from a file: what layers rely on is looked at when the first exception is put on them, as a file may say anything.
 * What reading has checked are the limits of all numbers, and that levels and ends have tags.
 */
#include "base/parallel.h"
#include "db/state/state_layers_impl.h"

static bool is_data(const struct state_graph *states, int32_t state)
{
	return state_tag(states, state)->kind == TAG_DATA;
}

/* What is passed along has a tag before and after, and data stays data. */
static bool is_arc_right(const struct state_graph *states, int32_t arc)
{
	int32_t from = states->graph->arc_from[arc], to = states->graph->arc_to[arc];

	if (state_delay(states, arc) == ARC_BLOCKED)
		return true;
	return state_tag(states, from) && state_tag(states, to) &&
	       (!is_data(states, from) || is_data(states, to));
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

/* Where nothing comes nothing begins. */
static bool are_flags_right(const struct state_graph *states)
{
	const uint8_t begins = STATE_DATA | STATE_START | STATE_SEEDED | STATE_LEAVES;
	bool wrong = false;

	OVER_ITEMS(s, states->graph->n_vertices)
	{
		if (!state_tag(states, (int32_t)s) && states->flags[s] & begins)
			__atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
	}
	return !wrong;
}

/* Sources are by vertex, seeds are known as such, and what captures is a clock. */
static bool are_ends_right(const struct state_graph *states)
{
	const struct graph *graph = states->graph;
	bool right = true;

	for (int32_t i = 1; i < graph->n_sources && right; i++)
		right = state_vertex(states, graph->source_vertex[i - 1]) <=
			state_vertex(states, graph->source_vertex[i]);
	for (int32_t i = 0; i < states->n_seeds && right; i++)
		right = states->flags[states->seed[i].state] & STATE_SEEDED;
	for (int32_t i = 0; i < graph->n_sinks && right; i++)
		right = states->endpoint[i].clock < 0 ||
			!is_data(states, states->endpoint[i].clock);
	return right;
}

enum status state_layers_fit_read(struct state_builder *b, bool *fit)
{
	const struct state_graph *states = b->states;

	*fit = are_flags_right(states) && are_arcs_right(states) && are_ends_right(states);
	return *fit ? layer_are_ends_in_place(b, fit) : STATUS_OK;
}
