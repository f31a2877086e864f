/* Data from ports and registers on: the second pass over the vertices in topological order. */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* Data stops where a clock is defined. */
static bool stops_data(const struct state_builder *b, int32_t vertex)
{
	return b->basis.is_source && b->basis.is_source[vertex / N_EDGES];
}

static int64_t external_arrival(const struct external_delay *given, const struct clock *clock,
				enum split split, int edge, bool with_clock)
{
	double delay = given->delay[split][edge];
	int clock_edge = given->clock_edge % N_EDGES;

	if (!is_given(delay))
		return FS_NOTHING;
	if (!clock || !with_clock)
		return fs_of_ps(delay);
	return fs_of_ps(delay) + fs_of_ps(clock->time[clock_edge]) +
	       clock_latency(clock, split, clock_edge, !given->source_latency_included,
			     !given->network_latency_included);
}

/* The states, one after the other (-1 = the first), in which the clock of a delay reaches its reference
 * pin; -1 = no more. */
int32_t state_at_reference(const struct state_builder *b, const struct external_delay *given,
			   int32_t after)
{
	const struct state_graph *states = b->states;
	int32_t vertex = given->reference * N_EDGES, at;

	if (given->reference < 0 || given->clock_edge < 0)
		return -1;
	if (after >= 0)
		vertex = state_vertex(states, after);
	at = state_next_of_clock(
		states, after < 0 ? state_first(states, vertex) : state_next(states, after),
		TAG_CLOCK, given->clock_edge);
	if (at < 0 && vertex % N_EDGES == RISE)
		at = state_next_of_clock(states, state_first(states, vertex + 1), TAG_CLOCK,
					 given->clock_edge);
	return at;
}

int state_edges_of(const struct state_builder *b, const struct external_delay *given,
		   struct external_delay of[N_EDGES])
{
	int32_t clock = given->clock_edge / N_EDGES, first;
	int n = 0;

	of[0] = *given;
	if (given->reference < 0 || given->clock_edge < 0)
		return 1;
	first = state_first(b->states, given->reference * N_EDGES + given->clock_edge % N_EDGES);
	for (int edge = 0; edge < N_EDGES; edge++) {
		if (state_next_of_clock(b->states, first, TAG_CLOCK, CLOCK_EDGE(clock, edge)) < 0)
			continue;
		of[n] = *given;
		of[n++].clock_edge = CLOCK_EDGE(clock, edge);
	}
	return n ? n : 1;
}

static enum status begin_input(struct state_builder *b, const struct external_delay *given,
			       int32_t vertex, int32_t *progress)
{
	const struct netlist *netlist = b->netlist;

	if (given->pin < netlist->n_ports && netlist->port_direction[given->pin] != LIB_OUTPUT)
		return progress_begin(b, given->clock_edge, vertex, vertex, progress);
	return progress_begin_apart(b, given->clock_edge, vertex, progress);
}

enum status state_seed_data(struct state_builder *b, int32_t clock_edge, struct seed *seed,
			    int32_t vertex, int32_t after, int32_t progress)
{
	int32_t tag, arc;

	TRY(state_find_tag(b, TAG_DATA, clock_edge, progress, &tag));
	TRY(state_get(b, vertex, tag, &seed->state));
	b->states->flags[seed->state] |= STATE_START;
	if (after < 0)
		return state_add_seed(b, seed);
	TRY(state_add_constant(b, seed->arrival, seed->driver, &arc));
	return state_add_arc(b, after, seed->state, -1, arc);
}

/* What an input delay brings to a vertex. After a propagated generated clock it begins where that
 * does. */
static enum status seed_data(struct state_builder *b, const struct external_delay *given,
			     struct seed *seed, int32_t vertex, int32_t after, int32_t progress)
{
	TRY(state_seed_data(b, given->clock_edge, seed, vertex, after, progress));
	if (after < 0)
		return STATUS_OK;
	TRY(APPEND(b->states->input, b->states->n_inputs, &b->states->capacity.input,
		   (struct clocked_input){seed->state, after}));
	return STATUS_OK;
}

/* The states of its clock: the first at a reference pin, or the source of a generated clock; -1 = what is
 * said of the clock counts. */
static int32_t clock_of_input(const struct state_builder *b, const struct external_delay *given)
{
	int32_t at = state_at_reference(b, given, -1);

	if (at >= 0 || given->clock_edge < 0 || given->source_latency_included)
		return at;
	return state_of_insertion(b, given->clock_edge, !given->network_latency_included);
}

/* And to one edge of a side of its pin. The latency of its clock is never ignored, as in OpenSTA. */
static enum status seed_input(struct state_builder *b, const struct external_delay *given,
			      int32_t vertex)
{
	int edge = vertex % N_EDGES;
	int32_t progress;
	const struct clock *clock =
		given->clock_edge < 0 ? NULL : &b->constraints->clock[given->clock_edge / N_EDGES];
	int32_t after = clock_of_input(b, given), next;
	struct seed seed = {.driver = vertex_driver(b->timing, vertex)};

	for (int split = 0; split < N_SPLITS; split++)
		seed.arrival[split] =
			external_arrival(given, clock, (enum split)split, edge, after < 0);
	if (seed.arrival[EARLY] == FS_NOTHING && seed.arrival[LATE] == FS_NOTHING)
		return STATUS_OK;
	if (clock && clock_is_source_of(clock, given->pin))
		return STATUS_OK; /* the clock itself comes there */
	TRY(begin_input(b, given, vertex, &progress));
	if (progress == PROGRESS_FALSE)
		return STATUS_OK;
	TRY(seed_data(b, given, &seed, vertex, after, progress));
	for (next = after; given->reference >= 0 && next >= 0;) {
		next = state_at_reference(b, given, next);
		if (next >= 0)
			TRY(seed_data(b, given, &seed, vertex, next, progress));
	}
	if (!clock || !progress_may_ignore(b, given->clock_edge, progress))
		return STATUS_OK;
	TRY(progress_without_latency(b, &progress));
	return seed_data(b, given, &seed, vertex, after, progress);
}

static enum status seed_given(struct state_builder *b, const struct external_delay *given)
{
	struct external_delay of[N_EDGES];
	int n = state_edges_of(b, given, of);

	for (int i = 0; i < n * 2 * N_EDGES; i++) {
		int32_t side = netlist_beginning_side(b->netlist, given->pin, i / N_EDGES % 2);

		if (side >= 0)
			TRY(seed_input(b, &of[i / (2 * N_EDGES)], side * N_EDGES + i % N_EDGES));
	}
	return STATUS_OK;
}

/*
 * Ports without a delay begin paths, at time 0. Output delays and required times demand something of any data,
 * whatever launched it, and path delays may.
 */
static bool any_port_begins(const struct state_builder *b)
{
	return b->exceptions.has_delays || b->unconstrained || state_has_required(b);
}

/* Where output delays alone demand something, and no input delay lacks a clock, data without a clock goes no further
 * than they need, as most states are shared without it. Looked for once something begins without a clock: in most designs
 * nothing does. */
static enum status need_output_cone(struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;

	if (!b->wants_output_cone || b->output_cone)
		return STATUS_OK;
	TRY(ALLOC(&b->output_cone, b->timing->graph->n_vertices));
	for (int32_t i = 0; i < constraints->n_output_delays; i++) {
		const struct external_delay *delay = &constraints->output_delay[i];

		for (int edge = 0; edge < N_EDGES && delay->clock_edge >= 0; edge++)
			b->output_cone[delay->pin * N_EDGES + edge] = 1;
	}
	return state_sweep_back(b, b->output_cone);
}

/* Does data without a clock matter at a vertex? */
static bool may_be_unclocked(const struct state_builder *b, int32_t vertex)
{
	return !b->output_cone || b->output_cone[vertex];
}

/* Inputs without constraints, and pins where a path delay begins: data without a clock, at time 0. */
static enum status seed_unclocked(struct state_builder *b, int32_t pin, int32_t edges, bool apart)
{
	TRY(need_output_cone(b));
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t vertex = pin * N_EDGES + edge, progress, tag;
		struct seed seed = {.driver = vertex_driver(b->timing, vertex)};

		if (!(edges >> edge & 1) || !may_be_unclocked(b, vertex))
			continue;
		if (apart)
			TRY(progress_begin_apart(b, -1, vertex, &progress));
		else
			TRY(progress_begin(b, -1, vertex, vertex, &progress));
		if (progress == PROGRESS_FALSE)
			continue;
		TRY(state_find_tag(b, TAG_DATA, -1, progress, &tag));
		TRY(state_get(b, vertex, tag, &seed.state));
		b->states->flags[seed.state] |= STATE_START;
		TRY(state_add_seed(b, &seed));
	}
	return STATUS_OK;
}

static enum status seed_segments(struct state_builder *b)
{
	for (int32_t p = 0; b->segment && p < b->netlist->n_all_pins; p++) {
		int32_t edges = (b->segment[p] & SEGMENT_START_RISE ? EDGES_RISE : 0) |
				(b->segment[p] & SEGMENT_START_FALL ? EDGES_FALL : 0);

		if (edges && !b->basis.is_source[p])
			TRY(seed_unclocked(b, p, edges, true)); /* from what comes through */
	}
	return STATUS_OK;
}

bool state_has_required(const struct state_builder *b)
{
	bool any = false;

	for (int32_t p = 0; b->constraints && p < b->netlist->n_ports && !any; p++)
		any = b->constraints->port[p].has_required;
	return any;
}

enum status state_seed_inputs(struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;
	bool begins;
	FREED uint8_t *is_given = NULL;

	if (!constraints)
		return STATUS_OK;
	begins = any_port_begins(b);
	if (!begins && !b->leaves_unclocked) {
		begins = true;
		b->wants_output_cone = !constraints_any_unclocked(constraints);
	}
	TRY(ALLOC(&is_given, b->netlist->n_ports));
	for (int32_t i = 0; i < constraints->n_input_delays; i++) {
		if (constraints->input_delay[i].pin < b->netlist->n_ports)
			is_given[constraints->input_delay[i].pin] = 1;
		TRY(seed_given(b, &constraints->input_delay[i]));
	}
	for (int32_t p = 0; p < b->netlist->n_ports; p++) {
		if (begins && !is_given[p] && !b->basis.is_source[p] &&
		    netlist_may_drive(b->netlist, p))
			TRY(seed_unclocked(b, netlist_driving_side(b->netlist, p), EDGES_BOTH,
					   false));
	}
	return seed_segments(b);
}

/* The tag of data that has begun so much. */
static enum status tag_of_progress(struct state_builder *b, int32_t clock_edge, int32_t progress,
				   int32_t *tag)
{
	*tag = TAG_NONE;
	return progress < 0 ? STATUS_OK : state_find_tag(b, TAG_DATA, clock_edge, progress, tag);
}

/* ---- registers without a clock ---- */

bool state_begins_unclocked(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_LAUNCH && tag->clock_edge < 0;
}

/* Required times alone demand nothing of them. */
static bool any_register_begins(const struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;
	bool any = b->exceptions.has_delays || b->unconstrained;

	for (int32_t i = 0; i < constraints->n_output_delays && !any && !b->leaves_unclocked; i++)
		any = constraints->output_delay[i].clock_edge >= 0;
	return any;
}

static bool is_unclocked(const void *context, int64_t vertex)
{
	const struct state_builder *b = context;

	return b->basis.is_captured[vertex] && !b->basis.has_clock[vertex / N_EDGES];
}

static bool launches_unclocked(const struct state_builder *b, int32_t vertex)
{
	const struct timing_graph *timing = b->timing;
	bool may = false;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1] && !may; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		may = arc < timing->n_possible && state_launches(b, arc) && !stops_data(b, head) &&
		      may_be_unclocked(b, head);
	}
	return may;
}

static enum status seed_register(struct state_builder *b, int32_t vertex)
{
	struct seed seed = {.driver = -1};
	int32_t tag;

	TRY(state_find_tag(b, TAG_LAUNCH, -1, 0, &tag));
	TRY(state_get(b, vertex, tag, &seed.state));
	b->states->flags[seed.state] |= STATE_START;
	return state_add_seed(b, &seed);
}

enum status state_seed_registers(struct state_builder *b)
{
	const struct selected *unclocked = &b->basis.unclocked;
	bool any = false;

	if (!b->constraints || !any_register_begins(b))
		return STATUS_OK;
	TRY(state_need_clocked_pins(b));
	TRY(state_select(b, &b->basis.unclocked, b->timing->graph->n_vertices, is_unclocked));
	for (int32_t i = 0; i < unclocked->n && !any; i++)
		any = launches_unclocked(b, unclocked->item[i]);
	if (any)
		TRY(need_output_cone(b));
	for (int32_t i = 0; i < unclocked->n; i++) {
		if (launches_unclocked(b, unclocked->item[i]))
			TRY(seed_register(b, unclocked->item[i]));
	}
	return STATUS_OK;
}

static enum status tag_unclocked(struct state_builder *b, int32_t vertex, int32_t head,
				 int32_t *tag)
{
	int32_t progress;

	if (stops_data(b, head) || !may_be_unclocked(b, head))
		return STATUS_OK;
	TRY(progress_begin(b, -1, vertex, head, &progress));
	return tag_of_progress(b, -1, progress, tag);
}

/* ---- registers ---- */

/* Where delays ignore latency, the same at the edge of the clock itself, as if it reached the register without delay. */
static enum status launch_without_latency(struct state_builder *b, int32_t state, int32_t arc,
					  int32_t progress)
{
	int32_t edge = state_tag(b->states, state)->clock_edge, tag, to;
	int64_t time = fs_of_ps(b->constraints->clock[edge / N_EDGES].time[edge % N_EDGES]);
	struct seed seed = {.driver = -1, .arrival = {time, time}};

	if (!progress_may_ignore(b, edge, progress))
		return STATUS_OK;
	TRY(state_find_tag(b, TAG_LAUNCH, edge, 0, &tag));
	TRY(state_get(b, state_vertex(b->states, state), tag, &seed.state));
	b->states->flags[seed.state] |= STATE_START;
	if (!(b->states->flags[seed.state] & STATE_SEEDED))
		TRY(state_add_seed(b, &seed));
	TRY(progress_without_latency(b, &progress));
	TRY(state_find_tag(b, TAG_DATA, edge, progress, &tag));
	TRY(state_get(b, b->timing->graph->arc_to[arc], tag, &to));
	return state_add_arc(b, seed.state, to, arc, arc);
}

/* A register's clock becomes what it launches. */
static enum status tag_launched(struct state_builder *b, int32_t edge, int32_t vertex, int32_t head,
				int32_t *tag)
{
	int32_t progress;

	if (stops_data(b, head))
		return STATUS_OK;
	TRY(progress_begin(b, edge, vertex, head, &progress));
	return tag_of_progress(b, edge, progress, tag);
}

static enum status tag_passed_on(struct state_builder *b, int32_t own, int32_t head, int32_t *tag)
{
	int32_t progress;
	const struct tag *at = &b->states->tag[own];

	/* senses are of clocks only: where one is stopped it goes on as data */
	if (stops_data(b, head) ||
	    (progress_is_clock(b->states, at->progress) && b->basis.data_cone &&
	     !b->basis.data_cone[head]) ||
	    (at->clock_edge < 0 && !may_be_unclocked(b, head)))
		return STATUS_OK;
	TRY(progress_advance(b, at, head, &progress));
	if (progress != at->progress)
		return tag_of_progress(b, at->clock_edge, progress, tag);
	*tag = own;
	return STATUS_OK;
}

static bool is_clock_state(const struct state_builder *b, int32_t state)
{
	return state_tag(b->states, state)->kind == TAG_CLOCK;
}

enum status state_tag_ahead(struct state_builder *b, int32_t tag, int32_t arc, bool launching,
			    int32_t *ahead)
{
	const struct tag *from = &b->states->tag[tag];
	int32_t tail = b->timing->graph->arc_from[arc], head = b->timing->graph->arc_to[arc];

	*ahead = TAG_NONE;
	if (launching && from->kind == TAG_CLOCK)
		return tag_launched(b, from->clock_edge, tail, head, ahead);
	if (launching && from->kind == TAG_LAUNCH && from->clock_edge < 0)
		return tag_unclocked(b, tail, head, ahead);
	return !launching && from->kind == TAG_DATA ? tag_passed_on(b, tag, head, ahead)
						    : STATUS_OK;
}

static enum status spread_data_of(struct state_builder *b, int32_t vertex, int32_t arc)
{
	struct state_graph *states = b->states;
	int32_t head = b->timing->graph->arc_to[arc], tag, to;
	bool launching = state_launches(b, arc);

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		bool launched = launching && is_clock_state(b, s);

		if (b->task && task_cancelled(b->task))
			return STATUS_CANCELLED;
		if (state_is_cut(b, s, arc))
			continue;
		TRY(state_tag_ahead(b, states->tag_of[s], arc, launching, &tag));
		if (tag == TAG_NONE)
			continue;
		TRY(state_get(b, head, tag, &to));
		states->flags[s] |= launched ? STATE_START : 0;
		TRY(state_add_arc(b, s, to, arc, arc));
		if (launched)
			TRY(launch_without_latency(b, s, arc, states->tag[tag].progress));
	}
	return STATUS_OK;
}

static enum status spread_data_from(struct state_builder *b, int32_t vertex)
{
	const struct timing_graph *timing = b->timing;

	if (state_first(b->states, vertex) < 0)
		return STATUS_OK;
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		if (timing->out_arc[j] < timing->n_possible)
			TRY(spread_data_of(b, vertex, timing->out_arc[j]));
	}
	return STATUS_OK;
}

static enum status spread_alone(struct state_builder *b)
{
	const struct timing_graph *timing = b->timing;
	int32_t n = timing->graph->n_vertices;

	for (int32_t i = 0; i < n && !b->conflict; i++) {
		TRY(spread_data_from(b, timing->order[i]));
		if (i % 65536 == 0)
			TRY(task_progress(b->task, (n + i) / 2));
	}
	return STATUS_OK;
}

static void note_begun(struct state_graph *states)
{
	states->n_begun = states->graph->n_vertices;
	states->n_begun_arcs = states->graph->n_arcs;
}

enum status state_spread_data(struct state_builder *b)
{
	/* whether a path is cut, and where latency is ignored, depends on what was done at its vertex */
	bool alone = b->segment || b->exceptions.n_ignoring;

	note_begun(b->states);
	if (!alone)
		return state_spread_sets(b);
	TRY(spread_alone(b));
	note_begun(b->states);
	return STATUS_OK;
}
