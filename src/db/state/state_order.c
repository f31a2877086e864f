/*
 * The order of endpoints: those of a pin follow each other, which counting pins relies on. They are added by
 * what demands something (checks, clock gates, output delays, path delays), so those of a pin that has
 * several of these are apart at first: the enable of a clock gate with an output delay, say.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

static int32_t pin_of_sink(const struct state_graph *states, int32_t sink)
{
	return state_pin(states, states->graph->sink_vertex[sink]);
}

/* Is a sink apart from others of its pin before it? seen: bits of pins. */
static bool any_apart(const struct state_graph *states, uint64_t *seen)
{
	bool apart = false;

	OVER_ITEMS(s, states->graph->n_sinks)
	{
		int32_t pin = pin_of_sink(states, (int32_t)s);

		if (s > 0 && pin_of_sink(states, (int32_t)s - 1) == pin)
			continue;
		if (bit_set(seen, pin))
			__atomic_store_n(&apart, true, __ATOMIC_RELAXED);
	}
	return apart;
}

/* Pins in the order of their first sinks, each pin's sinks in theirs: the place of each. place: [n_pins] numbers of
 * sinks, then the place of each pin's next one. */
static void find_places(const struct state_graph *states, int32_t *place, uint64_t *seen,
			int32_t *to)
{
	int32_t n = 0;

	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		int32_t pin = pin_of_sink(states, s), first = n;

		if (!bit_set(seen, pin)) {
			n += place[pin];
			place[pin] = first;
		}
		to[s] = place[pin]++;
	}
}

static enum status move_sinks(struct state_graph *states, const int32_t *to)
{
	struct graph *graph = states->graph;
	int32_t n = graph->n_sinks, *vertex = NULL;
	struct endpoint *endpoint;

	TRY(ALLOC(&endpoint, n));
	if (ALLOC(&vertex, n) != STATUS_OK) {
		free(endpoint);
		return STATUS_NO_MEMORY;
	}
	for (int32_t s = 0; s < n; s++) {
		endpoint[to[s]] = states->endpoint[s];
		vertex[to[s]] = graph->sink_vertex[s];
	}
	memcpy(states->endpoint, endpoint, (size_t)n * sizeof *endpoint);
	memcpy(graph->sink_vertex, vertex, (size_t)n * sizeof *vertex);
	free(endpoint);
	free(vertex);
	for (int32_t l = 0; l < states->n_latches; l++)
		states->latch[l].sink = to[states->latch[l].sink];
	if (states->n_latches)
		qsort(states->latch, (size_t)states->n_latches, sizeof *states->latch,
		      compare_int32);
	return STATUS_OK;
}

static enum status gather(struct state_builder *b, uint64_t *seen)
{
	struct state_graph *states = b->states;
	int32_t *place, *to = NULL;
	enum status status;

	TRY(ALLOC(&place, b->netlist->n_pins));
	status = ALLOC(&to, states->graph->n_sinks);
	if (status == STATUS_OK) {
		memset(seen, 0, (size_t)bit_words(b->netlist->n_pins) * sizeof *seen);
		for (int32_t s = 0; s < states->graph->n_sinks; s++)
			place[pin_of_sink(states, s)]++;
		find_places(states, place, seen, to);
		status = move_sinks(states, to);
	}
	free(place);
	free(to);
	return status;
}

enum status state_gather_endpoints(struct state_builder *b)
{
	FREED uint64_t *seen = NULL;

	TRY(ALLOC(&seen, bit_words(b->netlist->n_pins)));
	return any_apart(b->states, seen) ? gather(b, seen) : STATUS_OK;
}
