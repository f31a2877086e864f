/*
 * States from a file: what layers rely on is looked at when exceptions are first put on them, as a file may say anything. Reading
 * has checked that all numbers are within their limits, and that what begins and ends has a tag.
 */
#include "base/parallel.h"
#include "db/state/state_layers_impl.h"

static bool is_data(const struct state_graph *states, int32_t state)
{
	return state_tag(states, state)->kind == TAG_DATA;
}

/* Sources are by vertex, as ends are by check and pin. */
enum status layer_fit_ends(struct state_builder *b, bool *fit)
{
	const struct state_graph *states = b->states;
	const struct graph *graph = states->graph;

	*fit = !states->n_departures;
	for (int32_t i = 1; i < graph->n_sources && *fit; i++)
		*fit = state_vertex(states, graph->source_vertex[i - 1]) <=
		       state_vertex(states, graph->source_vertex[i]);
	return *fit ? layer_are_ends_in_place(b, fit) : STATUS_OK;
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

/* Where nothing comes nothing begins. */
static bool is_state_right(const struct state_graph *states, int32_t state)
{
	const uint8_t begins = STATE_DATA | STATE_START | STATE_SEEDED | STATE_LEAVES;

	if (states->layers->is_flat && state_vertex(states, state) != state)
		return false;
	return states->tag_of[state] < states->n_tags &&
	       (states->tag_of[state] >= 0 || !(states->flags[state] & begins));
}

/* What is passed along has a tag before and after, and data stays data. */
static bool is_arc_right(const struct state_graph *states, int32_t arc)
{
	const struct graph *graph = states->graph, *timing = states->timing->graph;
	int32_t from = graph->arc_from[arc], to = graph->arc_to[arc];
	int32_t delay = state_delay(states, arc);

	if (from >= graph->n_vertices || to >= graph->n_vertices)
		return false;
	if (states->layers->is_flat && (from != timing->arc_from[arc] || to != timing->arc_to[arc]))
		return false;
	if (delay == ARC_BLOCKED)
		return true;
	return delay >= -states->n_constants && state_tag(states, from) && state_tag(states, to) &&
	       (!is_data(states, from) || is_data(states, to));
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

/* Seeds are known as such. */
static bool are_seeds_right(const struct state_graph *states)
{
	const struct state_layers *layers = states->layers;
	bool right = true;

	for (int32_t i = 0; i < layers->n_seeds && right; i++)
		right = layers->seed[i].state < layers->n_below &&
			state_tag(states, layers->seed[i].state) &&
			states->flags[layers->seed[i].state] & STATE_SEEDED;
	return right;
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

bool layer_fit_below(const struct state_graph *states)
{
	return are_tags_plain(states) && are_states_right(states) && are_arcs_right(states) &&
	       are_seeds_right(states) && are_captures_right(states);
}
