/* States that were read: what is linked again, and what tags, arcs and ends of a state graph must be together. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/state/state_graph.h"
#include "store/store_impl.h"

/* ---- links ---- */

/* The states of a vertex are linked in their order, as builders add them at the end. */
static enum status link_states(struct state_graph *states)
{
	int32_t n_vertices = states->timing->graph->n_vertices, n = states->graph->n_vertices;

	if (states->is_timing_graph)
		return STATUS_OK;
	TRY(ALLOC(&states->first, n_vertices));
	TRY(ALLOC(&states->next, n));
	states->capacity.next = n;
	memset(states->first, -1, (size_t)n_vertices * sizeof *states->first);
	for (int32_t s = n - 1; s >= 0; s--) {
		states->next[s] = states->first[state_vertex(states, s)];
		states->first[state_vertex(states, s)] = s;
	}
	return STATUS_OK;
}

/* ---- states and arcs ---- */

static bool is_data(const struct tag *tag)
{
	return tag->kind == TAG_DATA;
}

/* Paths run through data, and where nothing comes nothing begins. */
static bool is_state(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);
	uint8_t flags = states->flags[state];

	return tag ? is_data(tag) == ((flags & STATE_DATA) != 0) : !flags;
}

/* What is passed along has a tag before and after, and data stays that of its clock. */
static bool is_arc(const struct state_graph *states, int32_t arc)
{
	const struct tag *from, *to;

	if (state_delay(states, arc) == ARC_BLOCKED)
		return true;
	from = state_tag(states, states->graph->arc_from[arc]);
	to = state_tag(states, states->graph->arc_to[arc]);
	if (!from || !to || !is_data(to))
		return from && to && !is_data(from);
	return from->clock_edge == to->clock_edge;
}

static bool are_states_and_arcs(const struct state_graph *states, int n_threads)
{
	int64_t n_wrong = 0;

#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n_wrong)
	for (int32_t s = 0; s < states->graph->n_vertices; s++)
		n_wrong += !is_state(states, s);
#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n_wrong)
	for (int32_t a = 0; a < states->graph->n_arcs; a++)
		n_wrong += !is_arc(states, a);
	return n_wrong == 0;
}

/* Data leaves just where a departure is; a latch's check has a state with a tag. */
static bool are_departures(const struct state_graph *states, int n_threads)
{
	int64_t n = 0;

	for (int32_t d = 0; d < states->n_departures; d++) {
		const struct departure *departure = &states->departure[d];
		const struct tag *opens = state_tag(states, departure->opens);

		if (!(states->flags[departure->state] & STATE_LEAVES) || !opens ||
		    opens->kind != TAG_CLOCK)
			return false;
	}
	for (int32_t i = 0; i < states->n_latches; i++) {
		if (states->tag_of[states->latch[i].closes] < 0)
			return false;
	}
#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(+ : n)
	for (int32_t s = 0; s < states->graph->n_vertices; s++)
		n += (states->flags[s] & STATE_LEAVES) != 0;
	return n == states->n_departures;
}

/* ---- where paths begin and end ---- */

static bool are_beginnings(const struct state_graph *states)
{
	const struct graph *graph = states->graph;
	bool fit = true;

	for (int32_t i = 0; i < graph->n_sources && fit; i++) {
		const struct tag *tag = state_tag(states, graph->source_vertex[i]);

		fit = tag && (is_data(tag) || tag->kind == TAG_CLOCK || tag->kind == TAG_LAUNCH);
	}
	for (int32_t i = 0; i < states->n_seeds && fit; i++)
		fit = states->tag_of[states->seed[i].state] >= 0;
	return fit;
}

static bool has_data_checks(const struct state_graph *states)
{
	const struct constraints *k = states->timing->constraints;
	bool any = false;

	for (int32_t i = 0; k && i < k->n_locals && !any; i++)
		any = k->local[i].kind == LOCAL_DATA_CHECK;
	return any;
}

/* Registers and gates have clocks. Data is what checks against data have for one, and nothing else. */
static bool is_capture(const struct state_graph *states, const struct endpoint *endpoint,
		       bool data_checks)
{
	const struct tag *tag = state_tag(states, endpoint->clock);
	enum endpoint_kind kind = endpoint->kind;

	if (!tag || tag->clock_edge < 0)
		return false;
	if (!is_data(tag))
		return kind > ENDPOINT_GATING_HOLD || tag->kind == TAG_CLOCK;
	if (kind == ENDPOINT_DATA_SETUP || kind == ENDPOINT_DATA_HOLD)
		return data_checks;
	return (kind == ENDPOINT_NONSEQ_SETUP || kind == ENDPOINT_NONSEQ_HOLD) &&
	       endpoint->check >= 0 && states->timing->check[endpoint->check].non_sequential;
}

/* A check of the library is at its pin; what is made for gates and data has a clock, too. */
static bool is_at_check(const struct state_graph *states, const struct endpoint *endpoint,
			int32_t side)
{
	const struct timing_graph *timing = states->timing;

	switch (endpoint->kind) {
	case ENDPOINT_GATING_SETUP:
	case ENDPOINT_GATING_HOLD:
	case ENDPOINT_DATA_SETUP:
	case ENDPOINT_DATA_HOLD:
		return endpoint->clock >= 0;
	case ENDPOINT_OUTPUT:
	case ENDPOINT_DELAY:
	case ENDPOINT_UNCONSTRAINED:
		return true;
	default:
		return endpoint->check >= 0 &&
		       timing->check[endpoint->check].data / N_EDGES == side;
	}
}

/* Of data, by what launched it. */
static bool is_end(const struct state_graph *states, int32_t sink, bool data_checks)
{
	const struct endpoint *endpoint = &states->endpoint[sink];
	int32_t state = states->graph->sink_vertex[sink];
	const struct tag *tag = state_tag(states, state);

	return tag && is_data(tag) && is_at_check(states, endpoint, state_side(states, state)) &&
	       (endpoint->clock < 0 || is_capture(states, endpoint, data_checks)) &&
	       states->relation[endpoint->relation].launch_edge == tag->clock_edge;
}

/* Those of a pin follow each other. */
static bool are_by_pin(const struct state_graph *states, uint8_t *seen)
{
	const struct graph *graph = states->graph;
	int32_t last = -1;
	bool fit = true;

	for (int32_t i = 0; i < graph->n_sinks && fit; i++) {
		int32_t pin = state_side(states, graph->sink_vertex[i]);

		fit = pin == last || !seen[pin];
		seen[pin] = 1;
		last = pin;
	}
	return fit;
}

static enum status are_ends(const struct state_graph *states, bool *fit)
{
	bool data_checks = has_data_checks(states);
	FREED uint8_t *seen = NULL;

	TRY(ALLOC(&seen, states->timing->netlist->n_all_pins));
	*fit = are_by_pin(states, seen);
	for (int32_t i = 0; i < states->graph->n_sinks && *fit; i++)
		*fit = is_end(states, i, data_checks);
	return STATUS_OK;
}

const char *check_states(void *object, struct late_run *run)
{
	struct state_graph *states = object;
	bool fit;

	run->status = link_states(states);
	if (run->status == STATUS_OK)
		run->status = are_ends(states, &fit);
	if (run->status != STATUS_OK)
		return NULL;
	if (!fit || !are_beginnings(states))
		return "the state of an end";
	if (!are_states_and_arcs(states, run->n_threads))
		return "a state";
	return are_departures(states, run->n_threads) ? NULL : "a departure";
}
