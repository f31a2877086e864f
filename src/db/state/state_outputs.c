/*
 * Ends of paths at pins with output delays, and at ports with required times of TAU.
 */
#include <stdlib.h>

#include "base/grow.h"
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
	TRY(state_find_path_group(b, &meeting, NULL, -1, &relation.group));
	return state_add_endpoint(b, &meeting, &relation, required);
}

static enum status add_outputs_of(struct state_builder *b, int32_t pin, const int32_t *row,
				  const int32_t *delay)
{
	const struct constraints *constraints = b->constraints;
	const struct state_graph *states = b->states;
	bool required = pin < constraints->n_ports && constraints->port[pin].has_required;

	if (!required && row[pin] == row[pin + 1])
		return STATUS_OK;
	for (int i = 0; i < N_EDGES * N_SPLITS; i++) {
		int32_t vertex = pin * N_EDGES + i / N_SPLITS;

		for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
			if (!state_is_data(b, s))
				continue;
			for (int32_t j = row[pin]; j < row[pin + 1]; j++)
				TRY(state_meet_output(b, &constraints->output_delay[delay[j]], s,
						      (enum split)(i % N_SPLITS)));
			if (required && state_is_for(b, s, NULL))
				TRY(state_meet_required(b, s, (enum split)(i % N_SPLITS)));
		}
	}
	return STATUS_OK;
}

/* Output delays by their pins. */
static enum status group_outputs(const struct state_builder *b, int32_t *row, int32_t **delay)
{
	const struct constraints *constraints = b->constraints;
	int32_t n = constraints->n_output_delays;

	TRY(ALLOC(delay, n));
	for (int32_t i = 0; i < n; i++)
		row[constraints->output_delay[i].pin + 1]++;
	for (int32_t p = 0; p < b->netlist->n_pins; p++)
		row[p + 1] += row[p];
	row[b->netlist->n_pins + 1] = n;
	for (int32_t i = n - 1; i >= 0; i--)
		(*delay)[--row[constraints->output_delay[i].pin + 1]] = i;
	return STATUS_OK;
}

enum status state_add_outputs(struct state_builder *b)
{
	int32_t *row, *delay = NULL;
	enum status status;

	if (!b->constraints)
		return STATUS_OK;
	/* While it is filled, a row begins one place later. */
	TRY(ALLOC(&row, (int64_t)b->netlist->n_pins + 2));
	status = group_outputs(b, row, &delay);
	for (int32_t p = 0; p < b->netlist->n_pins && status == STATUS_OK; p++)
		status = add_outputs_of(b, p, row + 1, delay);
	free(row);
	free(delay);
	return status;
}
