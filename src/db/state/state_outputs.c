/*
 * Ends of paths at pins with output delays, and at ports with required times of TAU.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/keyed.h"
#include "db/state/state_impl.h"

/* The number of an output delay, from 1, that counts from an edge of its clock. */
static enum status meet_output_by(struct state_builder *b, const struct external_delay *given,
				  int32_t number, int32_t data, enum split split)
{
	int32_t vertex = state_vertex(b->states, data);
	double delay = given->delay[split][vertex % N_EDGES];
	const struct clock *clock =
		given->clock_edge < 0 ? NULL : &b->constraints->clock[given->clock_edge / N_EDGES];
	struct meeting meeting = meeting_at(ENDPOINT_OUTPUT, split, data);

	if (!is_given(delay))
		return STATUS_OK;
	meeting.capture_edge = given->clock_edge;
	meeting.output = number;
	meeting.external = fs_of_ps(delay);
	meeting.clock = state_at_reference(b, given, -1);
	while (meeting.clock >= 0) {
		TRY(state_meet(b, &meeting));
		meeting.clock = state_at_reference(b, given, meeting.clock);
		if (meeting.clock < 0)
			return STATUS_OK;
	}
	if (clock && !given->source_latency_included)
		meeting.clock =
			state_of_insertion(b, given->clock_edge, !given->network_latency_included);
	if (clock && meeting.clock < 0)
		meeting.latency = clock_latency(
			clock, split == LATE ? EARLY : LATE, given->clock_edge % N_EDGES,
			!given->source_latency_included, !given->network_latency_included);
	return state_meet(b, &meeting);
}

enum status state_meet_output(struct state_builder *b, const struct external_delay *given,
			      int32_t data, enum split split)
{
	struct external_delay of[N_EDGES];
	int n = state_edges_of(b, given, of);

	for (int i = 0; i < n; i++)
		TRY(meet_output_by(b, &of[i], 1 + (int32_t)(given - b->constraints->output_delay),
				   data, split));
	return STATUS_OK;
}

/* TAU's required times, whatever launched the data; they are measured from the clock that did, or from
 * the first. */
enum status state_meet_required(struct state_builder *b, int32_t data, enum split split)
{
	const struct constraints *constraints = b->constraints;
	int32_t vertex = state_vertex(b->states, data);
	const struct port_constraint *port = &constraints->port[vertex / N_EDGES];
	struct meeting meeting = meeting_at(ENDPOINT_OUTPUT, split, data);
	struct relation relation = {
		.split = split,
		.launch_edge = state_tag(b->states, data)->clock_edge,
		.launch_time = state_edge_time(b, state_tag(b->states, data)->clock_edge),
		.capture_edge = constraints->n_clocks ? CLOCK_EDGE(0, RISE) : -1,
		.exception = -1,
	};
	int32_t launch = relation.launch_edge;
	int64_t required = fs_of_ps(port->required[split][vertex % N_EDGES]);

	if (launch >= 0) /* copies side by side have their own first clocks */
		relation.capture_edge = CLOCK_EDGE(launch / N_EDGES, RISE);
	meeting.capture_edge = relation.capture_edge;
	if (relation.capture_edge >= 0 && split == LATE)
		relation.capture_time =
			fs_of_ps(constraints->clock[relation.capture_edge / N_EDGES].period);
	meeting.external = relation.capture_time - required;
	TRY(state_find_path_group(b, &meeting, NULL, NULL, &relation.group));
	return state_add_endpoint(b, &meeting, &relation, required);
}

/* An output delay of a pin; `delay` is beyond all numbers of them for the required time of a port. */
struct output_end {
	int32_t pin, delay;
};

/* What is demanded at one pin: n of them. */
static enum status add_outputs_of(struct state_builder *b, const struct output_end *end, int32_t n)
{
	const struct constraints *constraints = b->constraints;
	const struct state_graph *states = b->states;
	bool required = end[n - 1].delay == INT32_MAX;

	n -= required;
	for (int i = 0; i < N_EDGES * N_SPLITS; i++) {
		int32_t vertex = end->pin * N_EDGES + i / N_SPLITS;

		for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
			if (!state_is_data(b, s))
				continue;
			for (int32_t j = 0; j < n; j++)
				TRY(state_meet_output(b, &constraints->output_delay[end[j].delay],
						      s, (enum split)(i % N_SPLITS)));
			if (required && state_is_for(b, s, NULL))
				TRY(state_meet_required(b, s, (enum split)(i % N_SPLITS)));
		}
	}
	return STATUS_OK;
}

/* By their pins, each pin's in their order. */
static int32_t list_ends(const struct constraints *constraints, struct output_end *end)
{
	int32_t n = 0;

	for (int32_t i = 0; i < constraints->n_output_delays; i++) {
		end[n++] = (struct output_end){constraints->output_delay[i].pin, i};
	}
	for (int32_t p = 0; p < constraints->n_ports; p++) {
		if (constraints->port[p].has_required)
			end[n++] = (struct output_end){p, INT32_MAX};
	}
	qsort(end, (size_t)n, sizeof *end, compare_int32_pair);
	return n;
}

enum status state_add_outputs(struct state_builder *b)
{
	FREED struct output_end *end = NULL;
	int32_t n;

	if (!b->constraints)
		return STATUS_OK;
	TRY(ALLOC(&end, (int64_t)b->constraints->n_output_delays + b->constraints->n_ports));
	n = list_ends(b->constraints, end);
	for (int32_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && end[j].pin == end[i].pin;)
			j++;
		TRY(add_outputs_of(b, &end[i], j - i));
	}
	return STATUS_OK;
}
