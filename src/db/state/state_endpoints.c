/*
 * The ends of paths: for each check, output delay and path delay, and each sort of data that comes
 * there, what it is compared with (state_meeting.c). What many have in common is a relation, kept once.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* ---- checks ---- */

bool state_is_data(const struct state_builder *b, int32_t state)
{
	return b->states->flags[state] & STATE_DATA && !state_leaves_latch(b->states, state);
}

static bool is_clock(const struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);

	return tag && tag->kind == TAG_CLOCK;
}

static enum status meet_check(struct state_builder *b, const struct check *check, int32_t data)
{
	static const enum endpoint_kind kind[] = {
		[CHECK_SETUP] = ENDPOINT_SETUP,
		[CHECK_HOLD] = ENDPOINT_HOLD,
		[CHECK_RECOVERY] = ENDPOINT_RECOVERY,
		[CHECK_REMOVAL] = ENDPOINT_REMOVAL,
	};
	const struct state_graph *states = b->states;
	struct meeting meeting = meeting_at(!check->non_sequential       ? kind[check->kind]
					    : check->kind == CHECK_SETUP ? ENDPOINT_NONSEQ_SETUP
									 : ENDPOINT_NONSEQ_HOLD,
					    check->split, data);

	meeting.clock_vertex = check->clock;
	meeting.table = check->table;
	meeting.check = (int32_t)(check - b->timing->check);
	for (int32_t c = state_first(states, check->clock); c >= 0; c = state_next(states, c)) {
		if (!is_clock(b, c))
			continue;
		meeting.clock = c;
		meeting.clock_vertex = check->clock;
		meeting.departure = state_find_latch(b, check, c);
		if (meeting.departure >= 0) {
			meeting.closes = c;
			meeting.clock = states->departure[meeting.departure].opens;
			meeting.clock_vertex = state_vertex(states, meeting.clock);
		}
		meeting.capture_edge = state_tag(states, meeting.clock)->clock_edge;
		TRY(state_meet(b, &meeting));
	}
	/* A path delay needs no clock, but leaves room for the check. */
	return meeting.clock < 0 && b->exceptions.has_delays ? state_meet(b, &meeting) : STATUS_OK;
}

enum status state_meet_gating(struct state_builder *b, int32_t data, int32_t clock,
			      enum split split, int64_t margin)
{
	const struct state_graph *states = b->states;
	struct meeting meeting = meeting_at(
		split == LATE ? ENDPOINT_GATING_SETUP : ENDPOINT_GATING_HOLD, split, data);

	meeting.clock = clock;
	meeting.clock_vertex = state_vertex(states, clock);
	meeting.capture_edge = state_tag(states, clock)->clock_edge;
	meeting.external = split == LATE ? margin : -margin;
	state_note_inner_end(b, state_pin(b->states, data));
	return state_meet(b, &meeting);
}

void state_note_inner_end(struct state_builder *b, int32_t pin)
{
	if (b->inner_pins)
		bit_set(b->inner_pins, pin);
}

static void mark_outputs(struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;

	for (int32_t i = 0; constraints && i < constraints->n_output_delays; i++)
		bit_set(b->output_pins, constraints->output_delay[i].pin);
	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		if (constraints->port[p].has_required)
			bit_set(b->output_pins, p);
	}
}

/* Is it an output's? Else it is noted that the pin has checks. Without marks it is known not to be one. */
static bool is_output_else_checked(const struct state_builder *b, int32_t pin)
{
	if (b->output_pins && bit_is_set(b->output_pins, pin))
		return true;
	if (b->checked_pins)
		bit_set(b->checked_pins, pin);
	return false;
}

static enum status meet_checks(struct state_builder *b, int64_t begin, int64_t end)
{
	const struct state_graph *states = b->states;

	for (int64_t i = begin; i < end; i++) {
		const struct check *check = &b->timing->check[i];

		/* an output delay goes before checks */
		if (is_output_else_checked(b, check->data / N_EDGES))
			continue;
		for (int32_t s = state_first(states, check->data); s >= 0;
		     s = state_next(states, s)) {
			if (!state_is_data(b, s))
				continue;
			if (check->non_sequential)
				TRY(state_meet_non_sequential(b, check, s));
			TRY(meet_check(b, check, s));
		}
	}
	return STATUS_OK;
}

/* By threads, unless latches and data checks make more than ends. */
static enum status add_checks(struct state_builder *b)
{
	int64_t n = b->timing->n_checks;
	bool others = b->states->n_departures > 0 || b->basis.has_data_checks;

	return others ? meet_checks(b, 0, n) : state_meet_by_parts(b, n, meet_checks);
}

/* ---- path delays that end elsewhere ---- */

/* Where paths end by all checks but those of inner pins. */
static bool is_end(const struct state_builder *b, int32_t vertex)
{
	return bit_is_set(b->output_pins, vertex / N_EDGES) ||
	       bit_is_set(b->checked_pins, vertex / N_EDGES);
}

static bool is_named_end(const struct state_builder *b, int32_t vertex)
{
	return b->segment && b->segment[vertex / N_EDGES] & SEGMENT_END;
}

bool state_leads_on(const struct timing_graph *timing, int32_t pin)
{
	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		/* those that are impossible come last */
		if (timing->out_row[v] < timing->out_row[v + 1] &&
		    timing->out_arc[timing->out_row[v]] < timing->n_possible)
			return true;
	}
	return false;
}

/* Where nothing leads on but something came, where an exception says so, and where another check is. */
static bool ends_here(const struct state_builder *b, int32_t state)
{
	int32_t vertex = state_vertex(b->states, state);

	if (!state_is_data(b, state) || b->states->flags[state] & STATE_START)
		return false;
	return is_named_end(b, vertex) ||
	       (bit_is_set(b->inner_pins, vertex / N_EDGES) && !is_end(b, vertex)) ||
	       !state_leads_on(b->timing, vertex / N_EDGES);
}

static bool may_end_elsewhere(const void *context, int64_t vertex)
{
	const struct state_builder *b = context;
	const struct state_graph *states = b->states;
	bool any = false;

	if (is_end(b, (int32_t)vertex))
		return false;
	for (int32_t s = state_first(states, (int32_t)vertex); s >= 0 && !any;
	     s = state_next(states, s))
		any = ends_here(b, s);
	return any;
}

static enum status add_delays_at(struct state_builder *b, int32_t vertex)
{
	const struct state_graph *states = b->states;

	for (int split = N_SPLITS - 1; split >= 0; split--) {
		for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
			struct meeting meeting = meeting_at(ENDPOINT_DELAY, (enum split)split, s);

			if (ends_here(b, s))
				TRY(state_meet(b, &meeting));
		}
	}
	return STATUS_OK;
}

/* At the vertices that threads select, one after another. */
static enum status add_at(struct state_builder *b, select_fn *is_one,
			  enum status (*add)(struct state_builder *, int32_t))
{
	int32_t *vertex, n;
	enum status status = STATUS_OK;

	TRY(select_items(b->timing->graph->n_vertices, is_one, b, &vertex, &n));
	for (int32_t i = 0; i < n && status == STATUS_OK; i++)
		status = add(b, vertex[i]);
	free(vertex);
	return status;
}

/* ---- what is left ---- */

/* Data that ends and meets nothing: at checks, at outputs, and where nothing leads on. */
static enum status add_unconstrained_at(struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);
	struct meeting meeting = meeting_at(ENDPOINT_UNCONSTRAINED, EARLY, state);
	struct relation relation = {
		.launch_edge = tag->clock_edge,
		.launch_time = state_edge_time(b, tag->clock_edge),
		.capture_edge = -1,
		.exception = -1,
	};

	TRY(state_find_group(b, "unconstrained", &relation.group));
	for (int split = 0; split < N_SPLITS; split++) {
		if (b->has_sink[state] >> split & 1)
			continue;
		meeting.split = relation.split = (enum split)split;
		TRY(state_add_endpoint(b, &meeting, &relation, FS_NOTHING));
	}
	return STATUS_OK;
}

static bool has_end(const void *context, int64_t vertex)
{
	const struct state_builder *b = context;

	return state_first(b->states, (int32_t)vertex) >= 0 &&
	       (is_end(b, (int32_t)vertex) ||
		!state_leads_on(b->timing, (int32_t)vertex / N_EDGES));
}

static enum status add_unconstrained(struct state_builder *b, int32_t vertex)
{
	const struct state_graph *states = b->states;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		if (state_is_data(b, s) && state_is_for(b, s, NULL) &&
		    (is_end(b, vertex) || !(states->flags[s] & STATE_START)))
			TRY(add_unconstrained_at(b, s));
	}
	return STATUS_OK;
}

/* ---- the same once more ---- */

/* When what is demanded of nothing was launched. */
static enum status meet_nothing(struct state_builder *b, const struct endpoint *endpoint,
				int32_t data)
{
	const struct tag *tag = state_tag(b->states, data);
	struct relation relation = b->states->relation[endpoint->relation];
	struct meeting meeting = MEETING_INIT;

	meeting.kind = endpoint->kind;
	meeting.split = endpoint->split;
	meeting.data = data;
	relation.launch_time = state_edge_time(b, tag->clock_edge);
	return state_add_endpoint(b, &meeting, &relation, FS_NOTHING);
}

static enum status meet_once_more(struct state_builder *b, const struct endpoint *old, int32_t data)
{
	struct meeting meeting = MEETING_INIT;

	if (old->kind == ENDPOINT_UNCONSTRAINED)
		return meet_nothing(b, old, data);
	if (old->kind == ENDPOINT_OUTPUT)
		return old->output
			       ? state_meet_output(b,
						   &b->constraints->output_delay[old->output - 1],
						   data, old->split)
			       : state_meet_required(b, data, old->split);
	meeting.kind = old->kind;
	meeting.split = old->split;
	meeting.data = data;
	meeting.clock = old->clock;
	meeting.clock_vertex = old->clock_vertex;
	meeting.capture_edge = old->clock < 0 ? -1 : state_tag(b->states, old->clock)->clock_edge;
	meeting.table = old->table;
	meeting.check = old->check;
	meeting.external = old->external;
	return state_meet(b, &meeting);
}

bool state_can_meet_again(const struct state_builder *b, int32_t sink)
{
	const struct endpoint *e = &b->states->endpoint[sink];

	int32_t pin = state_pin(b->states, b->states->graph->sink_vertex[sink]);

	if (e->kind == ENDPOINT_OUTPUT && e->output)
		return b->constraints->output_delay[e->output - 1].reference < 0;
	if (e->kind == ENDPOINT_OUTPUT) /* a snapshot may say anything */
		return pin < b->constraints->n_ports && b->constraints->port[pin].has_required;
	return e->reference < 0 && e->kind != ENDPOINT_DATA_SETUP &&
	       e->kind != ENDPOINT_DATA_HOLD && e->kind != ENDPOINT_NONSEQ_SETUP &&
	       e->kind != ENDPOINT_NONSEQ_HOLD;
}

enum status state_meet_again(struct state_builder *b, int32_t sink, bool *met)
{
	struct endpoint *e = &b->states->endpoint[sink], old = *e;

	b->again = e;
	TRY(meet_once_more(b, &old, b->states->graph->sink_vertex[sink]));
	*met = !b->again;
	b->again = NULL;
	return STATUS_OK;
}

static enum status begin_ends(struct state_builder *b)
{
	int64_t n_words = bit_words(b->netlist->n_all_pins);

	if (!b->output_pins)
		TRY(ALLOC(&b->output_pins, n_words));
	if (!b->checked_pins && (b->exceptions.has_delays || b->unconstrained)) {
		TRY(ALLOC(&b->checked_pins, n_words));
		TRY(ALLOC(&b->inner_pins, n_words));
	}
	if (b->unconstrained)
		TRY(ALLOC(&b->has_sink, b->states->graph->n_vertices));
	mark_outputs(b);
	return STATUS_OK;
}

enum status state_add_endpoints(struct state_builder *b)
{
	TRY(begin_ends(b));
	TRY(add_checks(b));
	TRY(state_add_gating_checks(b));
	TRY(state_add_outputs(b));
	TRY(state_add_data_checks(b));
	if (b->exceptions.has_delays)
		TRY(add_at(b, may_end_elsewhere, add_delays_at));
	if (b->unconstrained)
		TRY(add_at(b, has_end, add_unconstrained));
	return state_gather_endpoints(b);
}
