/*
 * The ends of paths: for each check, output delay and path delay, and each sort of data that comes
 * there, what it is compared with. What many have in common is a relation, kept once.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "db/state/state_impl.h"

static bool is_gating(const struct meeting *meeting)
{
	return meeting->kind == ENDPOINT_GATING_SETUP || meeting->kind == ENDPOINT_GATING_HOLD;
}

/* Path delays don't concern checks that aren't of a register. */
static bool ignores_delays(const struct state_builder *b, const struct meeting *meeting)
{
	return is_gating(meeting) ||
	       (meeting->zero_cycle && b->states->flags[meeting->clock] & STATE_DATA);
}

static enum status find_path_group(struct state_builder *b, const struct meeting *meeting,
				   const struct exception *delay, int32_t exception, int32_t *group)
{
	const struct constraints *constraints = b->constraints;
	int32_t capture = meeting->capture_edge;

	if (exception >= 0)
		return state_find_group(b, constraints->exception[exception].name, group);
	if (meeting->kind == ENDPOINT_RECOVERY || meeting->kind == ENDPOINT_REMOVAL)
		return state_find_group(b, "asynchronous", group);
	if (is_gating(meeting))
		return state_find_group(b, "gated clock", group);
	/* A path delay counts with the clock that captures, if there is one. */
	if (capture < 0 || (delay && delay->ignore_clock_latency))
		return state_find_group(b, "path delay", group);
	return state_find_group(b, constraints->clock[capture / N_EDGES].name, group);
}

/* Of a capturing edge: when it is, in the first period. */
static int64_t edge_time(const struct state_builder *b, int32_t clock_edge)
{
	if (clock_edge < 0)
		return 0;
	return fs_of_ps(b->constraints->clock[clock_edge / N_EDGES].time[clock_edge % N_EDGES]);
}

/* By set_path_margin; with a path delay a negative one would loosen the path's own limit. */
static int64_t find_margin(const struct state_builder *b, const struct path_end *end, bool is_delay)
{
	int32_t e = exceptions_find_margin(&b->exceptions, end);
	int64_t margin = e < 0 ? 0 : fs_of_ps(b->constraints->exception[e].delay);

	return is_delay ? max_i64(margin, 0) : margin;
}

static int64_t find_multicycle(struct state_builder *b, const struct path_end *end,
			       int32_t exception, bool zero_cycle)
{
	const struct exception *all = b->constraints->exception, *found[N_SPLITS] = {NULL, NULL};
	bool is_one = exception >= 0 && all[exception].kind == EXCEPTION_MULTICYCLE;

	if (is_one)
		found[end->split] = &all[exception];
	/* A hold check follows the setup's multicycle, also when it has none of its own. */
	if (end->split == EARLY) {
		int32_t setup = exceptions_find_multicycle(&b->exceptions, end, LATE);

		found[LATE] = setup < 0 ? NULL : &all[setup];
	}
	if (!found[EARLY] && !found[LATE])
		return 0;
	return multicycle_shift(b->constraints, end->launch_edge, end->capture_edge, end->split,
				found[LATE], found[EARLY], zero_cycle ? 0 : 1);
}

/* ---- one endpoint ---- */

static void note_sink(struct state_builder *b, const struct meeting *meeting)
{
	if (b->has_sink)
		b->has_sink[meeting->data] |= 1 << meeting->split;
}

/* A new one, or the one that is met again. */
static enum status take_endpoint(struct state_builder *b, const struct meeting *meeting,
				 struct endpoint **out)
{
	struct state_graph *states = b->states;
	int32_t n = states->graph->n_sinks;

	if (b->again) {
		*out = b->again;
		b->again = NULL;
		return STATUS_OK;
	}
	TRY(GROW(&states->endpoint, &states->endpoint_capacity, (int64_t)n + 1));
	TRY(graph_add_sink(states->graph, meeting->data, 0));
	*out = &states->endpoint[n];
	return STATUS_OK;
}

static enum status add_endpoint(struct state_builder *b, const struct meeting *meeting,
				const struct relation *relation, int64_t constant)
{
	struct state_graph *states = b->states;
	struct endpoint *endpoint;

	TRY(take_endpoint(b, meeting, &endpoint));
	*endpoint = (struct endpoint){
		.kind = meeting->kind,
		.split = meeting->split,
		.clock = meeting->clock,
		.clock_vertex = meeting->clock_vertex,
		.reference = meeting->reference,
		.table = meeting->table,
		.check = meeting->check,
		.output = meeting->output,
		.external = meeting->external,
		.latency = meeting->latency,
		.constant = constant,
		.derate = 1,
	};
	if (meeting->table >= 0)
		endpoint->derate = check_factor(
			&b->timing->derates,
			b->netlist->pin_instance[state_vertex(states, meeting->data) / N_EDGES],
			state_vertex(states, meeting->data) % N_EDGES, DOMAIN_DATA, meeting->split);
	note_sink(b, meeting);
	TRY(state_find_relation(b, relation, &endpoint->relation));
	return meeting->departure < 0
		       ? STATUS_OK
		       : state_add_latch(b, meeting->departure, meeting->closes, meeting->table);
}

/* set_max_delay and set_min_delay count from the launching edge; what captures counts without its
 * own edge. */
static int64_t delay_constant(const struct state_builder *b, const struct relation *relation)
{
	return fs_of_ps(b->constraints->exception[relation->exception].delay) +
	       edge_time(b, relation->launch_edge) - edge_time(b, relation->capture_edge);
}

/* Arrivals are those of the first period; so the capture counts from there too. */
static int64_t cycle_constant(const struct state_builder *b, const struct relation *relation)
{
	return relation->capture_time - edge_time(b, relation->capture_edge) -
	       (relation->launch_time - edge_time(b, relation->launch_edge)) + relation->multicycle;
}

/* What the capturing clock is uncertain by where it captures: one between clocks goes before that of a pin. */
static void pass_uncertainty(const struct state_builder *b, const struct meeting *meeting,
			     struct relation *relation)
{
	const struct tag *tag = meeting->clock < 0 ? NULL : state_tag(b->states, meeting->clock);
	int64_t own;

	if (relation->between_clocks || !b->is_uncertain || !tag || tag->kind != TAG_CLOCK)
		return;
	own = state_mode_of(b, tag).uncertainty[relation->split];
	if (own != FS_NOTHING)
		relation->uncertainty = own;
}

static enum status relate(struct state_builder *b, const struct meeting *meeting,
			  struct relation *relation, bool *exclusive)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge, relation->capture_edge, &pair));
	*exclusive = pair.exclusive;
	relation->launch_time = pair.relation.launch[relation->split];
	relation->capture_time = pair.relation.capture[relation->split];
	relation->between_clocks = pair.inter_clock[relation->split];
	if (is_given(pair.uncertainty[relation->split]))
		relation->uncertainty = fs_of_ps(pair.uncertainty[relation->split]);
	pass_uncertainty(b, meeting, relation);
	return STATUS_OK;
}

/*
 * Of a data check: setup against the edge that launches the reference with the data or last before it, hold
 * one period of the source earlier: the edges that a hold check compares.
 */
static enum status relate_within_cycle(struct state_builder *b, struct relation *relation)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge, relation->capture_edge, &pair));
	relation->launch_time = pair.relation.launch[EARLY];
	relation->capture_time = pair.relation.capture[EARLY];
	if (relation->split == EARLY)
		relation->launch_time +=
			fs_of_ps(b->constraints->clock[relation->launch_edge / N_EDGES].period);
	return STATUS_OK;
}

static int32_t n_exceptions_begun(const struct state_graph *states, const struct progress *progress)
{
	int32_t n = progress->n;

	while (n > 0 && states->progress_item[progress->first + n - 1].exception >= FIRST_PSEUDO)
		n--;
	return n;
}

/* Data that doesn't count the latency of clocks is there for path delays that don't, and for
 * nothing else. */
static bool is_for(const struct state_builder *b, int32_t data, const struct exception *exception)
{
	const struct tag *tag = state_tag(b->states, data);
	bool ignores = exception && exception->kind == EXCEPTION_DELAY &&
		       exception->ignore_clock_latency && tag->clock_edge >= 0;

	return progress_is_without_latency(b->states, tag->progress) == ignores;
}

/* A path delay that ignores the latency of clocks: from the launching edge on. */
static enum status meet_at_once(struct state_builder *b, const struct meeting *meeting,
				struct relation *relation)
{
	struct meeting at_once = *meeting;
	int64_t time = edge_time(b, relation->launch_edge);

	if (meeting->departure >= 0) /* the check itself */
		at_once.clock_vertex = state_vertex(b->states, meeting->closes);
	at_once.clock = at_once.departure = -1;
	at_once.latency = 0;
	relation->launch_time = relation->capture_time = time;
	relation->uncertainty = 0;
	relation->between_clocks = false;
	return add_endpoint(
		b, &at_once, relation,
		time + fs_of_ps(b->constraints->exception[relation->exception].delay) -
			meeting->external +
			(meeting->split == LATE ? -relation->margin : relation->margin));
}

/* Of a latch the pair with the closing edge is compared; the opening edge is the one before it. */
static enum status open_latch(struct state_builder *b, const struct meeting *meeting,
			      struct relation *relation)
{
	struct clock_pair pair;

	TRY(relations_pair(&b->relations, relation->launch_edge,
			   state_tag(b->states, meeting->closes)->clock_edge, &pair));
	state_open_relation(b, &pair.relation, relation);
	return STATUS_OK;
}

/*
 * A path delay to an output counts up to the output delay. Latency of the capturing clock isn't part of
 * that (SDC names it for registers alone, OpenSTA 3 counts it, 2.0 doesn't): it counts where it makes
 * slack worse.
 */
static void leave_out_latency(struct meeting *meeting)
{
	if (meeting->kind != ENDPOINT_OUTPUT || meeting->split != LATE)
		return;
	meeting->clock = -1;
	meeting->latency = min_i64(meeting->latency, 0);
}

/* The endpoint of one meeting, unless nothing constrains it. */
enum status state_meet(struct state_builder *b, const struct meeting *given)
{
	struct meeting changed = *given, *meeting = &changed;
	const struct state_graph *states = b->states;
	const struct tag *tag = state_tag(states, meeting->data);
	const struct progress *progress = &states->progress[tag->progress];
	struct path_end end = {
		.split = meeting->split,
		.launch_edge = tag->clock_edge,
		.capture_edge = meeting->capture_edge,
		.vertex = state_vertex(states, meeting->data),
		.n_items = n_exceptions_begun(states, progress),
		.item = progress->n ? &states->progress_item[progress->first] : NULL,
	};
	struct relation relation = {.split = meeting->split,
				    .launch_edge = tag->clock_edge,
				    .capture_edge = meeting->capture_edge};
	const struct exception *exception;
	bool exclusive = false, is_delay;
	int32_t group;
	int64_t constant;

	exceptions_find(&b->exceptions, &end, &relation.exception, &group);
	exception = relation.exception < 0 ? NULL : &b->constraints->exception[relation.exception];
	is_delay = exception && exception->kind == EXCEPTION_DELAY;
	if (is_delay && ignores_delays(b, meeting)) {
		relation.exception =
			exceptions_find_multicycle(&b->exceptions, &end, meeting->split);
		exception = relation.exception < 0 ? NULL
						   : &b->constraints->exception[relation.exception];
		is_delay = false;
	}
	if ((exception && exception->kind == EXCEPTION_FALSE) ||
	    !is_for(b, meeting->data, exception)) {
		note_sink(b, meeting);
		return STATUS_OK;
	}
	if (!is_delay && (tag->clock_edge < 0 || meeting->capture_edge < 0))
		return STATUS_OK;
	if (meeting->capture_edge >= 0)
		TRY(relate(b, meeting, &relation, &exclusive));
	if (exclusive)
		return STATUS_OK;
	if (meeting->departure >= 0)
		TRY(open_latch(b, meeting, &relation));
	if (meeting->zero_cycle)
		TRY(relate_within_cycle(b, &relation));
	if (meeting->kind == ENDPOINT_GATING_HOLD)
		gating_hold_relation(b->constraints, relation.launch_edge, relation.capture_edge,
				     &relation.launch_time, &relation.capture_time);
	relation.margin = find_margin(b, &end, is_delay);
	if (is_delay && exception->ignore_clock_latency) {
		TRY(find_path_group(b, meeting, exception, group, &relation.group));
		return meet_at_once(b, meeting, &relation);
	}
	if (is_delay) {
		relation.launch_time = edge_time(b, relation.launch_edge);
		relation.capture_time = edge_time(b, relation.capture_edge);
		constant = delay_constant(b, &relation);
		leave_out_latency(meeting);
	} else {
		relation.multicycle =
			find_multicycle(b, &end, relation.exception, meeting->zero_cycle);
		constant = cycle_constant(b, &relation);
	}
	constant += meeting->split == LATE ? -relation.uncertainty - relation.margin
					   : relation.uncertainty + relation.margin;
	if (meeting->clock < 0 && meeting->capture_edge >= 0)
		constant += edge_time(b, meeting->capture_edge) + meeting->latency;
	constant -= meeting->external;
	TRY(find_path_group(b, meeting, is_delay ? exception : NULL, group, &relation.group));
	return add_endpoint(b, meeting, &relation, constant);
}

/* ---- checks ---- */

static bool is_data(const struct state_builder *b, int32_t state)
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
	struct meeting meeting = {
		.kind = !check->non_sequential       ? kind[check->kind]
			: check->kind == CHECK_SETUP ? ENDPOINT_NONSEQ_SETUP
						     : ENDPOINT_NONSEQ_HOLD,
		.split = check->split,
		.data = data,
		.clock = -1,
		.clock_vertex = check->clock,
		.capture_edge = -1,
		.table = check->table,
		.check = (int32_t)(check - b->timing->check),
		.departure = -1,
		.reference = -1,
	};

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
		/* as OpenSTA has it against clocks: setup as against data, hold as a register's */
		meeting.zero_cycle = check->non_sequential && check->split == LATE;
		TRY(state_meet(b, &meeting));
	}
	/* A path delay needs no clock, but leaves room for the check. */
	return meeting.clock < 0 && b->exceptions.has_delays ? state_meet(b, &meeting) : STATUS_OK;
}

enum status state_meet_gating(struct state_builder *b, int32_t data, int32_t clock,
			      enum split split, int64_t margin)
{
	const struct state_graph *states = b->states;
	struct meeting meeting = {
		.kind = split == LATE ? ENDPOINT_GATING_SETUP : ENDPOINT_GATING_HOLD,
		.split = split,
		.data = data,
		.clock = clock,
		.clock_vertex = state_vertex(states, clock),
		.capture_edge = state_tag(states, clock)->clock_edge,
		.table = -1,
		.check = -1,
		.external = split == LATE ? margin : -margin,
		.departure = -1,
		.reference = -1,
	};

	return state_meet(b, &meeting);
}

/* In builder->has_ends. */
enum { PIN_OUTPUT = 1, PIN_CHECKED };

static void mark_outputs(struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;

	for (int32_t i = 0; constraints && i < constraints->n_output_delays; i++)
		b->has_ends[constraints->output_delay[i].pin] = PIN_OUTPUT;
	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		if (constraints->port[p].has_required)
			b->has_ends[p] = PIN_OUTPUT;
	}
}

static enum status add_checks(struct state_builder *b)
{
	const struct state_graph *states = b->states;

	for (int32_t i = 0; i < b->timing->n_checks; i++) {
		const struct check *check = &b->timing->check[i];

		if (b->has_ends[check->data / N_EDGES] == PIN_OUTPUT)
			continue; /* an output delay goes before checks */
		b->has_ends[check->data / N_EDGES] = PIN_CHECKED;
		for (int32_t s = state_first(states, check->data); s >= 0;
		     s = state_next(states, s)) {
			if (!is_data(b, s))
				continue;
			if (check->non_sequential)
				TRY(state_meet_non_sequential(b, check, s));
			TRY(meet_check(b, check, s));
		}
	}
	return STATUS_OK;
}

/* ---- outputs ---- */

/* The number of an output delay, from 1, that counts from an edge of its clock. */
static enum status meet_output_by(struct state_builder *b, const struct external_delay *given,
				  int32_t number, int32_t data, enum split split)
{
	int32_t vertex = state_vertex(b->states, data);
	double delay = given->delay[split][vertex % N_EDGES];
	const struct clock *clock =
		given->clock_edge < 0 ? NULL : &b->constraints->clock[given->clock_edge / N_EDGES];
	struct meeting meeting = {
		.kind = ENDPOINT_OUTPUT,
		.split = split,
		.data = data,
		.clock = -1,
		.clock_vertex = -1,
		.capture_edge = given->clock_edge,
		.table = -1,
		.check = -1,
		.departure = -1,
		.reference = -1,
	};

	if (!is_given(delay))
		return STATUS_OK;
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

static enum status meet_output(struct state_builder *b, const struct external_delay *given,
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
static enum status meet_required(struct state_builder *b, int32_t data, enum split split)
{
	const struct constraints *constraints = b->constraints;
	int32_t vertex = state_vertex(b->states, data);
	const struct port_constraint *port = &constraints->port[vertex / N_EDGES];
	struct meeting meeting = {
		.kind = ENDPOINT_OUTPUT,
		.split = split,
		.data = data,
		.clock = -1,
		.clock_vertex = -1,
		.table = -1,
		.check = -1,
		.departure = -1,
		.reference = -1,
	};
	struct relation relation = {
		.split = split,
		.launch_edge = state_tag(b->states, data)->clock_edge,
		.launch_time = edge_time(b, state_tag(b->states, data)->clock_edge),
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
	TRY(find_path_group(b, &meeting, NULL, -1, &relation.group));
	return add_endpoint(b, &meeting, &relation, required);
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
			if (!is_data(b, s))
				continue;
			for (int32_t j = row[pin]; j < row[pin + 1]; j++)
				TRY(meet_output(b, &constraints->output_delay[delay[j]], s,
						(enum split)(i % N_SPLITS)));
			if (required && is_for(b, s, NULL))
				TRY(meet_required(b, s, (enum split)(i % N_SPLITS)));
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

static enum status add_outputs(struct state_builder *b)
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

/* ---- path delays that end elsewhere ---- */

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

/* Where nothing leads on but something came, and where an exception says so. */
static bool ends_here(const struct state_builder *b, int32_t state)
{
	int32_t vertex = state_vertex(b->states, state);

	if (!is_data(b, state) || b->states->flags[state] & STATE_START)
		return false;
	return is_named_end(b, vertex) || !state_leads_on(b->timing, vertex / N_EDGES);
}

static enum status add_delays(struct state_builder *b)
{
	const struct state_graph *states = b->states;
	const struct timing_graph *timing = b->timing;

	for (int32_t v = 0; v < timing->graph->n_vertices; v++) {
		struct meeting meeting = {
			.kind = ENDPOINT_DELAY,
			.clock = -1,
			.clock_vertex = -1,
			.capture_edge = -1,
			.table = -1,
			.check = -1,
			.departure = -1,
			.reference = -1,
		};

		if (state_first(states, v) < 0 || b->has_ends[v / N_EDGES])
			continue;
		for (int split = N_SPLITS - 1; split >= 0; split--) {
			meeting.split = (enum split)split;
			for (int32_t s = state_first(states, v); s >= 0;
			     s = state_next(states, s)) {
				meeting.data = s;
				if (ends_here(b, s))
					TRY(state_meet(b, &meeting));
			}
		}
	}
	return STATUS_OK;
}

/* ---- what is left ---- */

/* Data that ends and meets nothing: at checks, at outputs, and where nothing leads on. */
static enum status add_unconstrained_at(struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);
	struct meeting meeting = {
		.kind = ENDPOINT_UNCONSTRAINED,
		.data = state,
		.clock = -1,
		.clock_vertex = -1,
		.capture_edge = -1,
		.table = -1,
		.check = -1,
		.departure = -1,
		.reference = -1,
	};
	struct relation relation = {
		.launch_edge = tag->clock_edge,
		.launch_time = edge_time(b, tag->clock_edge),
		.capture_edge = -1,
		.exception = -1,
	};

	TRY(state_find_group(b, "unconstrained", &relation.group));
	for (int split = 0; split < N_SPLITS; split++) {
		if (b->has_sink[state] >> split & 1)
			continue;
		meeting.split = relation.split = (enum split)split;
		TRY(add_endpoint(b, &meeting, &relation, FS_NOTHING));
	}
	return STATUS_OK;
}

static enum status add_unconstrained(struct state_builder *b)
{
	const struct state_graph *states = b->states;

	for (int32_t v = 0; v < b->timing->graph->n_vertices; v++) {
		bool ends = b->has_ends[v / N_EDGES] || !state_leads_on(b->timing, v / N_EDGES);

		for (int32_t s = state_first(states, v); s >= 0 && ends;
		     s = state_next(states, s)) {
			if (is_data(b, s) && is_for(b, s, NULL) &&
			    (b->has_ends[v / N_EDGES] || !(states->flags[s] & STATE_START)))
				TRY(add_unconstrained_at(b, s));
		}
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
	relation.launch_time = edge_time(b, tag->clock_edge);
	return add_endpoint(b, &meeting, &relation, FS_NOTHING);
}

static enum status meet_once_more(struct state_builder *b, const struct endpoint *old, int32_t data)
{
	struct meeting meeting = MEETING_INIT;

	if (old->kind == ENDPOINT_UNCONSTRAINED)
		return meet_nothing(b, old, data);
	if (old->kind == ENDPOINT_OUTPUT)
		return old->output ? meet_output(b, &b->constraints->output_delay[old->output - 1],
						 data, old->split)
				   : meet_required(b, data, old->split);
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

	int32_t pin = state_vertex(b->states, b->states->graph->sink_vertex[sink]) / N_EDGES;

	if (e->kind == ENDPOINT_OUTPUT && e->output)
		return b->constraints->output_delay[e->output - 1].reference < 0;
	if (e->kind == ENDPOINT_OUTPUT) /* a snapshot may say anything */
		return pin < b->constraints->n_ports && b->constraints->port[pin].has_required;
	return e->reference < 0 && e->kind != ENDPOINT_DATA_SETUP &&
	       e->kind != ENDPOINT_DATA_HOLD && e->kind != ENDPOINT_NONSEQ_SETUP &&
	       e->kind != ENDPOINT_NONSEQ_HOLD;
}

enum status state_meet_again(struct state_builder *b, int32_t sink)
{
	struct endpoint *e = &b->states->endpoint[sink], old = *e;

	b->again = e;
	TRY(meet_once_more(b, &old, b->states->graph->sink_vertex[sink]));
	if (b->again) /* nothing constrains it now */
		e->constant = FS_NOTHING;
	b->again = NULL;
	return STATUS_OK;
}

enum status state_add_endpoints(struct state_builder *b)
{
	TRY(ALLOC(&b->has_ends, b->netlist->n_pins));
	if (b->unconstrained)
		TRY(ALLOC(&b->has_sink, b->states->graph->n_vertices));
	mark_outputs(b);
	TRY(add_checks(b));
	TRY(state_add_gating_checks(b));
	TRY(add_outputs(b));
	TRY(state_add_data_checks(b));
	if (b->exceptions.has_delays)
		TRY(add_delays(b));
	if (b->unconstrained)
		TRY(add_unconstrained(b));
	return state_gather_endpoints(b);
}
