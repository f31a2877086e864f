/*
 * Data checks: data that has to come before other data (setup) and stay until after it (hold), by
 * set_data_check or by a non-sequential check of the library whose related pin has data. Setup is checked
 * within a cycle, hold one period of the launching clock earlier; multicycles move both.
 *
 * What arrives at the related pin is launched in several places, and each shares another part of the clock
 * network with the launch of the checked data. So each launch is an endpoint of its own (struct
 * reference), whose required time is the worst arrival from there: then slack with credit is that of the
 * worst pair of paths exactly, by the searches that there are. Beyond limits the state's worst arrival
 * counts without credit, which is pessimistic.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/constants.h"
#include "db/state/state_impl.h"

enum {
	MOST_STARTS = 64,           /* of a cone: each makes an endpoint of all checked data */
	MOST_CONE_STATES = 1 << 24, /* of all cones */
};

/* ---- what leads to a related pin ---- */

/* May it be a check's reference? By exceptions' progress there may be several of an edge. */
static bool is_reference(const struct state_graph *states, int32_t state,
			 const struct reference_cone *cone)
{
	const struct tag *tag = state_tag(states, state);

	return states->flags[state] & STATE_DATA && tag->clock_edge == cone->clock_edge &&
	       !state_leaves_latch(states, state) && !state_is_without_latency(states, state) &&
	       (cone->with_clocks || !state_is_clock_as_data(states, state));
}

static enum status list_fan_in(struct state_builder *b)
{
	const struct graph *graph = b->states->graph;
	int32_t *row;

	TRY(ALLOC(&b->in_row, (int64_t)graph->n_vertices + 2));
	TRY(ALLOC(&b->in_arc, graph->n_arcs));
	TRY(ALLOC(&b->in_cone, graph->n_vertices));
	TRY(ALLOC(&b->cone_of, b->timing->graph->n_vertices));
	memset(b->cone_of, -1, (size_t)b->timing->graph->n_vertices * sizeof *b->cone_of);
	row = b->in_row + 1;
	for (int32_t a = 0; a < graph->n_arcs; a++)
		row[graph->arc_to[a] + 1] += state_delay(b->states, a) != ARC_BLOCKED;
	for (int32_t s = 0; s < graph->n_vertices; s++)
		row[s + 1] += row[s];
	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (state_delay(b->states, a) != ARC_BLOCKED)
			b->in_arc[row[graph->arc_to[a]]++] = a;
	}
	return STATUS_OK;
}

static enum status add_cone_state(struct state_builder *b, int32_t state)
{
	struct state_graph *states = b->states;

	if (b->in_cone[state])
		return STATUS_OK;
	b->in_cone[state] = 1;
	TRY(APPEND(states->references.state, states->references.n_states,
		   &states->references.state_capacity, state));
	return STATUS_OK;
}

/* All states before those of a cone's vertex, in order; paths begin at the marked ones. */
static enum status fill_cone(struct state_builder *b, struct reference_cone *cone)
{
	struct state_graph *states = b->states;

	cone->first = states->references.n_states;
	for (int32_t s = state_first(states, cone->vertex); s >= 0; s = state_next(states, s)) {
		if (is_reference(states, s, cone))
			TRY(add_cone_state(b, s));
	}
	for (int32_t i = cone->first; i < states->references.n_states; i++) {
		int32_t state = states->references.state[i];

		for (int32_t j = b->in_row[state];
		     !(states->flags[state] & STATE_START) && j < b->in_row[state + 1]; j++)
			TRY(add_cone_state(b, states->graph->arc_from[b->in_arc[j]]));
	}
	cone->n = states->references.n_states - cone->first;
	for (int32_t i = cone->first; i < states->references.n_states; i++)
		b->in_cone[states->references.state[i]] = 0;
	if (cone->n)
		qsort(states->references.state + cone->first, (size_t)cone->n,
		      sizeof *states->references.state, compare_int32);
	return STATUS_OK;
}

/* ---- what is launched there ---- */

static bool same_start(const struct state_graph *states, int32_t a, int32_t b)
{
	return state_vertex(states, a) == state_vertex(states, b) &&
	       state_tag(states, a)->clock_edge == state_tag(states, b)->clock_edge;
}

/* The references of the last cone, of which those with the same start are one. */
static enum status add_references(struct state_builder *b)
{
	struct state_graph *states = b->states;
	int32_t c = states->references.n_cones - 1;
	struct reference_cone *cone = &states->references.cone[c];

	cone->first_reference = states->references.n;
	TRY(GROW(&states->references.of_state, &states->references.of_state_capacity,
		 states->references.n_states));
	for (int32_t i = cone->first; i < cone->first + cone->n; i++) {
		int32_t state = states->references.state[i], r = cone->first_reference;

		states->references.of_state[i] = -1;
		if (!(states->flags[state] & STATE_START))
			continue;
		while (r < states->references.n &&
		       !same_start(states, states->references.reference[r].start, state))
			r++;
		states->references.of_state[i] = r;
		if (r < states->references.n)
			continue;
		TRY(GROW(&states->references.reference, &states->references.capacity,
			 (int64_t)r + 1));
		states->references.reference[states->references.n++] =
			(struct launch_reference){c, state};
	}
	cone->n_references = states->references.n - cone->first_reference;
	return STATUS_OK;
}

static int32_t count_starts(const struct state_graph *states, const struct reference_cone *cone)
{
	int32_t n = 0;

	for (int32_t i = cone->first; i < cone->first + cone->n; i++)
		n += (states->flags[states->references.state[i]] & STATE_START) != 0;
	return n;
}

/* The cone of a vertex and the edge that launches what comes there, made when it isn't there. */
static enum status find_cone(struct state_builder *b, struct reference_cone cone, int32_t *out)
{
	struct state_graph *states = b->states;

	if (!b->in_row)
		TRY(list_fan_in(b));
	for (*out = b->cone_of[cone.vertex]; *out >= 0; *out = states->references.cone[*out].next) {
		if (states->references.cone[*out].clock_edge == cone.clock_edge &&
		    states->references.cone[*out].with_clocks == cone.with_clocks)
			return STATUS_OK;
	}
	TRY(fill_cone(b, &cone));
	if (count_starts(states, &cone) > MOST_STARTS ||
	    states->references.n_states > MOST_CONE_STATES) {
		states->references.n_states = cone.first;
		cone.n = 0;
	}
	TRY(GROW(&states->references.cone, &states->references.cone_capacity,
		 (int64_t)states->references.n_cones + 1));
	*out = states->references.n_cones++;
	cone.next = b->cone_of[cone.vertex];
	b->cone_of[cone.vertex] = *out;
	states->references.cone[*out] = cone;
	return add_references(b);
}

/* ---- meetings ---- */

/* Data and what arrives at a vertex, launch by launch. `meeting` has kind, split, data, table and margin. */
static enum status meet_cone(struct state_builder *b, struct meeting *meeting,
			     struct reference_cone wanted)
{
	const struct state_graph *states = b->states;
	const struct reference_cone *cone;
	int32_t c;

	TRY(find_cone(b, wanted, &c));
	cone = &states->references.cone[c];
	meeting->clock_vertex = wanted.vertex;
	meeting->capture_edge = wanted.clock_edge;
	for (int32_t s = state_first(states, wanted.vertex); s >= 0; s = state_next(states, s)) {
		if (!is_reference(states, s, cone))
			continue;
		meeting->clock = s;
		for (int32_t r = 0; r < cone->n_references; r++) {
			meeting->reference = cone->first_reference + r;
			TRY(state_meet(b, meeting));
		}
		if (cone->n_references)
			break;
		meeting->reference = -1;
		TRY(state_meet(b, meeting));
	}
	return STATUS_OK;
}

/* Of several states of an edge the references represent all. */
static bool is_first(const struct state_graph *states, int32_t state,
		     const struct reference_cone *cone)
{
	int32_t s = state_first(states, cone->vertex);

	while (s != state && !is_reference(states, s, cone))
		s = state_next(states, s);
	return s == state;
}

/* All that arrives at a vertex, or what a clock launches; clocks that are data too, or not. */
static enum status meet_vertex(struct state_builder *b, struct meeting *meeting, int32_t vertex,
			       int32_t clock, bool with_clocks)
{
	const struct state_graph *states = b->states;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		struct reference_cone cone = {.vertex = vertex,
					      .clock_edge = state_tag(states, s)->clock_edge,
					      .with_clocks = with_clocks};

		if (cone.clock_edge < 0 || !is_reference(states, s, &cone) ||
		    (clock >= 0 && cone.clock_edge / N_EDGES != clock))
			continue;
		if (is_first(states, s, &cone))
			TRY(meet_cone(b, meeting, cone));
	}
	return STATUS_OK;
}

enum status state_meet_non_sequential(struct state_builder *b, const struct check *check,
				      int32_t data)
{
	struct meeting meeting = MEETING_INIT;

	meeting.kind = check->kind == CHECK_SETUP ? ENDPOINT_NONSEQ_SETUP : ENDPOINT_NONSEQ_HOLD;
	meeting.split = check->split;
	meeting.data = data;
	meeting.table = check->table;
	meeting.check = (int32_t)(check - b->timing->check);
	meeting.zero_cycle = true;
	return meet_vertex(b, &meeting, check->clock, -1, false);
}

/* ---- set_data_check ---- */

/* The rules of data checks by pin, related pin and order. */
struct rule_order {
	const struct local_rule *rule;
	int32_t number;
};

static int compare_rules(const void *a, const void *b)
{
	const struct rule_order *x = a, *y = b;

	if (x->rule->pin != y->rule->pin)
		return x->rule->pin < y->rule->pin ? -1 : 1;
	if (x->rule->from != y->rule->from)
		return x->rule->from < y->rule->from ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Does a rule give a margin between two edges, of a clock's references? */
static bool gives(const struct local_rule *rule, enum split split, int from, int to, int32_t clock)
{
	return rule->from_edges & 1 << from && rule->edges & 1 << to &&
	       is_given(rule->value[split][RISE]) && (rule->clock < 0 || rule->clock == clock);
}

/* By what arrives at the pin, and by what it drives its net with. */
static enum status meet_sides(struct state_builder *b, struct meeting *meeting, int32_t pin,
			      int32_t edge, int32_t clock)
{
	int32_t side = netlist_driving_side(b->netlist, pin);

	TRY(meet_vertex(b, meeting, pin * N_EDGES + edge, clock, true));
	return side == pin ? STATUS_OK
			   : meet_vertex(b, meeting, side * N_EDGES + edge, clock, true);
}

/* One rule of those between two pins, of which the last counts, at a state of the data. */
static enum status meet_rule(struct state_builder *b, const struct rule_order *rule,
			     const struct rule_order *end, int32_t data, int32_t from_edge)
{
	const struct state_graph *states = b->states;
	const struct local_rule *r = rule->rule;
	int to = state_vertex(states, data) % N_EDGES;

	for (int split = 0; split < N_SPLITS; split++) {
		struct meeting meeting = MEETING_INIT;
		int64_t margin;

		if (!gives(r, (enum split)split, from_edge, to, r->clock))
			continue;
		margin = fs_of_ps(r->value[split][RISE]);
		meeting.kind = split == LATE ? ENDPOINT_DATA_SETUP : ENDPOINT_DATA_HOLD;
		meeting.split = (enum split)split;
		meeting.data = data;
		meeting.external = split == LATE ? margin : -margin;
		meeting.zero_cycle = true;
		for (int32_t c = 0; c < b->constraints->n_clocks; c++) {
			const struct rule_order *later = rule + 1;

			if (r->clock >= 0 && r->clock != c)
				continue;
			while (later < end &&
			       !gives(later->rule, (enum split)split, from_edge, to, c))
				later++;
			if (later == end)
				TRY(meet_sides(b, &meeting, r->from, from_edge, c));
		}
	}
	return STATUS_OK;
}

/* Of one pin and related pin. */
static enum status meet_rules(struct state_builder *b, const struct rule_order *rule,
			      const struct rule_order *end)
{
	const struct state_graph *states = b->states;
	int32_t pin = rule->rule->pin;

	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			if (!(states->flags[s] & STATE_DATA) || state_leaves_latch(states, s))
				continue;
			for (const struct rule_order *r = rule; r < end; r++) {
				for (int from = 0; from < N_EDGES; from++)
					TRY(meet_rule(b, r, end, s, from));
			}
		}
	}
	return STATUS_OK;
}

static enum status sort_rules(const struct constraints *k, struct rule_order **out, int32_t *n)
{
	TRY(ALLOC(out, k->n_locals));
	for (int32_t i = 0; i < k->n_locals; i++) {
		if (k->local[i].kind == LOCAL_DATA_CHECK)
			(*out)[(*n)++] = (struct rule_order){&k->local[i], i};
	}
	if (*n)
		qsort(*out, (size_t)*n, sizeof **out, compare_rules);
	return STATUS_OK;
}

/* Without those at a constant pin, also at an input port that has an input delay: neither it nor what it
 * is checked against moves. */
static enum status drop_constant(const struct state_builder *b, struct rule_order *rule, int32_t *n)
{
	struct constants constants = {0};
	int32_t kept = 0;

	if (!*n)
		return STATUS_OK;
	TRY(constants_find(b->netlist, b->constraints, b->task, &constants));
	for (int32_t i = 0; i < *n; i++) {
		if (constants_of(&constants, rule[i].rule->pin) == LOGIC_X &&
		    constants_of(&constants, rule[i].rule->from) == LOGIC_X)
			rule[kept++] = rule[i];
	}
	*n = kept;
	constants_release(&constants);
	return STATUS_OK;
}

enum status state_add_data_checks(struct state_builder *b)
{
	struct rule_order *rule = NULL;
	int32_t n = 0;
	enum status status;

	if (!b->constraints || !b->constraints->n_locals)
		return STATUS_OK;
	status = sort_rules(b->constraints, &rule, &n);
	for (int32_t i = 0; i < n; i++)
		state_note_inner_end(b,
				     rule[i].rule->pin); /* also where the other pin is constant */
	if (status == STATUS_OK)
		status = drop_constant(b, rule, &n);
	for (int32_t i = 0, next; i < n && status == STATUS_OK; i = next) {
		for (next = i + 1; next < n && rule[next].rule->pin == rule[i].rule->pin &&
				   rule[next].rule->from == rule[i].rule->from;
		     next++)
			;
		status = meet_rules(b, rule + i, rule + next);
	}
	free(rule);
	return status;
}

bool state_has_data_checks(const struct state_builder *b)
{
	bool has = b->basis.has_data_checks;

	for (int32_t i = 0; b->constraints && i < b->constraints->n_locals && !has; i++)
		has = b->constraints->local[i].kind == LOCAL_DATA_CHECK;
	return has;
}

void state_mark_data_checks(const struct state_builder *b, uint8_t *mark)
{
	const struct constraints *k = b->constraints;

	for (int32_t i = 0; i < k->n_locals; i++) {
		const struct local_rule *rule = &k->local[i];

		for (int edge = 0; rule->kind == LOCAL_DATA_CHECK && edge < N_EDGES; edge++) {
			int32_t side = netlist_driving_side(b->netlist, rule->from);

			mark[rule->pin * N_EDGES + edge] = mark[rule->from * N_EDGES + edge] = 1;
			mark[side * N_EDGES + edge] = 1;
		}
	}
}

bool endpoint_is_data_check(const struct state_graph *states, const struct endpoint *endpoint)
{
	switch (endpoint->kind) {
	case ENDPOINT_DATA_SETUP:
	case ENDPOINT_DATA_HOLD:
		return true;
	case ENDPOINT_NONSEQ_SETUP:
	case ENDPOINT_NONSEQ_HOLD:
		return endpoint->clock >= 0 && states->flags[endpoint->clock] & STATE_DATA;
	default:
		return false;
	}
}
