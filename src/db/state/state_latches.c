/*
 * Latches. A path ends at a latch's data input, where data is compared with the edge that opens the
 * latch, the one before the first closing edge after the launch. What comes later borrows time, and
 * another path begins there (struct departure): its launch is the opening edge, so relations after
 * the latch count from it. What comes before ends there, and the path from the output begins at the
 * enable. So each path is within one stage, and lists of paths stay sums of delays.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/state/state_impl.h"

/* ---- what leaves a latch ---- */

static enum status add_departure(struct state_builder *b, int32_t vertex, int32_t opens,
				 int32_t closes, bool without_latency, int32_t *state)
{
	struct state_graph *states = b->states;
	int32_t edge = state_tag(states, opens)->clock_edge, n = states->graph->n_vertices;
	int32_t progress, tag;
	struct departure departure = {.opens = opens, .closes_vertex = closes, .edge = FS_NOTHING};

	TRY(progress_leave_latch(b, &progress));
	if (without_latency) {
		TRY(progress_without_latency(b, &progress));
		departure.edge =
			fs_of_ps(b->constraints->clock[edge / N_EDGES].time[edge % N_EDGES]);
	}
	TRY(state_find_tag(b, TAG_DATA, edge, progress, &tag));
	TRY(state_get(b, vertex, tag, state));
	if (*state < n)
		return STATUS_OK; /* another output's */
	states->flags[*state] |= STATE_START | STATE_LEAVES;
	departure.state = *state;
	TRY(APPEND(states->departure, states->n_departures, &states->capacity.departure,
		   departure));
	return STATUS_OK;
}

static enum status leave(struct state_builder *b, int32_t opens, int32_t closes, int32_t arc,
			 bool without_latency, int32_t progress)
{
	const struct graph *graph = b->timing->graph;
	int32_t edge = state_tag(b->states, opens)->clock_edge, from, to, tag;

	TRY(add_departure(b, graph->arc_from[arc], opens, closes, without_latency, &from));
	if (without_latency)
		TRY(progress_without_latency(b, &progress));
	TRY(state_find_tag(b, TAG_DATA, edge, progress, &tag));
	TRY(state_get(b, graph->arc_to[arc], tag, &to));
	return state_add_arc(b, from, to, arc, arc);
}

/* As a register launches: the data input is where the path begins. */
static enum status leave_by(struct state_builder *b, int32_t opens, int32_t closes, int32_t arc)
{
	const struct graph *graph = b->timing->graph;
	int32_t edge = state_tag(b->states, opens)->clock_edge, progress;

	TRY(progress_begin_at_latch(b, edge, graph->arc_from[arc], graph->arc_to[arc],
				    state_vertex(b->states, opens), &progress));
	if (progress == PROGRESS_FALSE)
		return STATUS_OK;
	TRY(leave(b, opens, closes, arc, false, progress));
	return progress_may_ignore(b, edge, progress) ? leave(b, opens, closes, arc, true, progress)
						      : STATUS_OK;
}

static bool is_clock(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_CLOCK;
}

enum status state_seed_latches(struct state_builder *b)
{
	const struct timing_graph *timing = b->timing;
	const struct state_graph *states = b->states;

	for (int32_t i = 0; i < timing->n_latch_arcs; i++) {
		int32_t closes = timing->latch_closes[i], arc = timing->graph->n_arcs + i;

		if (b->basis.is_source[timing->graph->arc_to[arc] / N_EDGES])
			continue; /* data stops where a clock is defined */
		for (int32_t s = state_first(states, closes ^ 1); s >= 0;
		     s = state_next(states, s)) {
			if (is_clock(states, s))
				TRY(leave_by(b, s, closes, arc));
		}
	}
	return STATUS_OK;
}

int32_t state_departure(const struct state_graph *states, int32_t state)
{
	return find_sorted(states->departure, sizeof *states->departure, states->n_departures,
			   state);
}

/* ---- what arrives ---- */

int32_t state_find_latch(const struct state_builder *b, const struct check *check, int32_t clock)
{
	const struct state_graph *states = b->states;
	int32_t opening = state_tag(states, clock)->clock_edge ^ 1;

	if (check->kind != CHECK_SETUP || !states->n_departures)
		return -1;
	for (int32_t s = state_first(states, check->data); s >= 0; s = state_next(states, s)) {
		int32_t d;

		if (!state_leaves_latch(states, s) || state_is_without_latency(states, s) ||
		    state_tag(states, s)->clock_edge != opening)
			continue;
		d = state_departure(states, s);
		if (states->departure[d].closes_vertex == check->clock)
			return d;
	}
	return -1;
}

static int64_t edge_time(const struct constraints *constraints, int32_t edge)
{
	return fs_of_ps(constraints->clock[edge / N_EDGES].time[edge % N_EDGES]);
}

int64_t latch_pulse_width(const struct constraints *constraints, int32_t opening)
{
	int64_t width = edge_time(constraints, opening ^ 1) - edge_time(constraints, opening);
	int64_t period = fs_of_ps(constraints->clock[opening / N_EDGES].period);

	while (width <= 0)
		width += period;
	while (width > period)
		width -= period;
	return width;
}

void state_open_relation(const struct state_builder *b, const struct clock_relation *closing,
			 struct relation *relation)
{
	relation->launch_time = closing->launch[LATE];
	relation->capture_time =
		closing->capture[LATE] - latch_pulse_width(b->constraints, relation->capture_edge);
}

/* Of pins the data's goes before the enable's, then come the cell and the clock. */
static int64_t borrow_limit(const struct state_builder *b, int32_t data, int32_t enable,
			    int32_t clock)
{
	const int32_t of[][3] = {{data, -1, -1},
				 {enable, -1, -1},
				 {-1, b->netlist->pin_instance[data], -1},
				 {-1, -1, clock}};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const struct local_rule *rule = exceptions_find_local(&b->exceptions, LOCAL_BORROW,
								      of[i][0], of[i][1], of[i][2]);

		if (rule)
			return fs_of_ps(rule->value[LATE][RISE]);
	}
	return FS_NOTHING;
}

enum status state_add_latch(struct state_builder *b, int32_t departure, int32_t closes,
			    int32_t table)
{
	struct state_graph *states = b->states;
	int32_t sink = states->graph->n_sinks - 1;
	struct endpoint *endpoint = &states->endpoint[sink];
	const struct relation *relation = &states->relation[endpoint->relation];
	int32_t opening = relation->capture_edge;
	struct latch *latch;

	TRY(GROW(&states->latch, &states->capacity.latch, (int64_t)states->n_latches + 1));
	latch = &states->latch[states->n_latches++];
	*latch = (struct latch){
		.sink = sink,
		.departure = departure,
		.closes = closes,
		.close_vertex = state_vertex(states, closes),
		.table = table,
		.constant = endpoint->constant + latch_pulse_width(b->constraints, opening) +
			    edge_time(b->constraints, opening) -
			    edge_time(b->constraints, opening ^ 1),
		.limit = borrow_limit(b, state_pin(states, states->graph->sink_vertex[sink]),
				      state_pin(states, closes), opening / N_EDGES),
		.shift = -(endpoint->constant + relation->uncertainty + relation->margin),
		.derate = endpoint->derate,
	};
	/* at the opening edge there is no check */
	endpoint->table = -1;
	endpoint->derate = 1;
	return STATUS_OK;
}

int32_t state_latch_of_sink(const struct state_graph *states, int32_t sink)
{
	return find_sorted(states->latch, sizeof *states->latch, states->n_latches, sink);
}

/* The departure with latency of the same data. */
static int32_t with_latency(const struct state_graph *states, int32_t d)
{
	const struct departure *departure = &states->departure[d];
	int32_t vertex = state_vertex(states, departure->state);

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		int32_t other = state_leaves_latch(states, s) ? state_departure(states, s) : -1;

		if (other >= 0 && states->departure[other].opens == departure->opens &&
		    states->departure[other].edge == FS_NOTHING)
			return other;
	}
	return d;
}

/* The latches of each departure, in their order. */
enum status state_finish_latches(struct state_builder *b)
{
	struct state_graph *states = b->states;
	int32_t n = 0;

	TRY(ALLOC(&states->departing, states->n_latches));
	states->n_departing = states->n_latches;
	for (int32_t l = 0; l < states->n_latches; l++)
		states->departure[states->latch[l].departure].n++;
	for (int32_t d = 0; d < states->n_departures; d++) {
		states->departure[d].first = n;
		n += states->departure[d].n;
		states->departure[d].n = 0;
	}
	for (int32_t l = 0; l < states->n_latches; l++) {
		struct departure *departure = &states->departure[states->latch[l].departure];

		states->departing[departure->first + departure->n++] = l;
	}
	for (int32_t d = 0; d < states->n_departures; d++) {
		const struct departure *of = &states->departure[with_latency(states, d)];

		states->departure[d].first = of->first;
		states->departure[d].n = of->n;
	}
	return STATUS_OK;
}
