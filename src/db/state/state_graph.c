/*
 * From a timing graph and constraints to states, in two passes over the vertices in topological
 * order: clocks through their networks (state_clocks.c), then data (state_data.c); endpoints come
 * last (state_endpoints.c). Tags, states and what they hold are found by state_tags.c.
 */
#include "db/state/state_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/constraints_change.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

/* ---- the two graphs ---- */

static enum status alloc_flat(struct state_builder *b)
{
	struct state_graph *states = b->states;
	struct graph *graph = b->timing->graph;
	int32_t n = graph->n_vertices;

	states->is_timing_graph = true;
	states->graph = graph_ref(graph);
	states->capacity.state = states->capacity.flags = n;
	TRY(ALLOC(&states->tag_of, states->capacity.state));
	TRY(ALLOC(&states->flags, states->capacity.flags));
	TRY(ALLOC(&states->passes, graph->n_arcs));
	OVER_ITEMS(v, n)
	states->tag_of[v] = -1;
	return STATUS_OK;
}

/* Fresh pages take longer than what is written to them. */
#define TAKE(to, from, member, capacity)                                                           \
	((to)->member = (from)->member, (to)->capacity = (from)->capacity, (from)->member = NULL)

static void take_memory(struct state_builder *b)
{
	struct state_graph *states = b->states, *left = b->left;

	if (!left || left->is_timing_graph)
		return;
	TAKE(states, left, tag_of, capacity.state);
	TAKE(states, left, flags, capacity.flags);
	TAKE(states, left, next, capacity.next);
	TAKE(states, left, endpoint, capacity.endpoint);
	TAKE(states, left, tag, capacity.tag);
	TAKE(states, left, mode, capacity.mode);
	TAKE(states, left, seed, capacity.seed);
	TAKE(states, left, constant, capacity.constant);
	TAKE(states, left, warned.lost, warned.lost_capacity);
	states->first = left->first;
	left->first = NULL;
	/* screens read it, or it has the arcs of another */
	if (atomic_load(&left->graph->refs) > 1 || left->graph->arcs_of)
		return;
	b->vertex_capacity = left->graph->n_vertices;
	states->graph->netlist_vertex = left->graph->netlist_vertex;
	left->graph->netlist_vertex = NULL;
	TAKE(states->graph, left->graph, arc_from, arc_capacity);
	TAKE(states->graph, left->graph, arc_to, arc_to_capacity);
	TAKE(states->graph, left->graph, arc_type, arc_type_capacity);
	TAKE(states->graph, left->graph, sink_vertex, sink_capacity);
	TAKE(states->graph, left->graph, sink_required, sink_required_capacity);
	b->has_clocks = b->same_basis && b->basis.clocks.n_states;
}

static void drop_left(struct state_builder *b)
{
	state_graph_free(b->left);
	b->left = NULL;
}

static enum status begin_own_graph(struct state_builder *b)
{
	struct graph *graph;

	TRY(graph_new(b->netlist->name, &b->states->graph));
	graph = b->states->graph;
	graph->netlist = netlist_ref(b->timing->netlist);
	graph->objective = OBJECTIVE_SLACK;
	take_memory(b);
	drop_left(b);
	/* there, also without states or arcs: that tells it from the timing graph */
	TRY(GROW(&graph->netlist_vertex, &b->vertex_capacity, 1));
	return GROW(&graph->arc_type, &graph->arc_type_capacity, 1);
}

/* States of clocks are those of the states before: what was added after them goes. */
static void cut_clocks(struct state_builder *b)
{
	const struct clock_states *clocks = &b->basis.clocks;
	struct state_graph *states = b->states;
	int32_t n = clocks->n_states;

	states->clocks = clocks->number;
	states->graph->n_vertices = n;
	states->graph->n_arcs = clocks->n_arcs;
	states->n_tags = clocks->n_tags;
	states->n_modes = clocks->n_modes;
	states->n_seeds = clocks->n_seeds;
	states->n_constants = clocks->n_constants;
	states->warned.n_lost = clocks->n_lost;
	memcpy(states->flags, clocks->flags, (size_t)n);
	OVER_ITEMS(s, n)
	states->next[s] = states->next[s] < n ? states->next[s] : -1;
}

/* For the states after these. Without room they spread again. */
static void note_clocks(struct state_builder *b)
{
	static atomic_llong n_made;
	struct state_graph *states = b->states;
	struct clock_states *clocks = &b->basis.clocks;
	int32_t n = states->graph->n_vertices;

	free(clocks->flags);
	*clocks = (struct clock_states){.n_arcs = states->graph->n_arcs,
					.n_tags = states->n_tags,
					.n_modes = states->n_modes,
					.n_seeds = states->n_seeds,
					.n_constants = states->n_constants,
					.n_lost = states->warned.n_lost};
	if (b->flat || states->n_progress > 1 || ALLOC_UNSET(&clocks->flags, n) != STATUS_OK)
		return;
	if (n)
		memcpy(clocks->flags, states->flags, (size_t)n);
	clocks->n_states = n;
	clocks->number = states->clocks = atomic_fetch_add(&n_made, 1) + 1;
}

static void mark_begins(const struct state_graph *states, uint64_t *begins)
{
	OVER_ITEMS(s, states->n_begun)
	{
		if (states->flags[s] & STATE_START)
			bit_set(begins, state_vertex(states, (int32_t)s));
	}
}

static int64_t count_begins(const struct state_graph *states, int32_t vertex)
{
	int64_t n = 0;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s))
		n += states->flags[s] & STATE_START ? 1 : 0;
	return n;
}

static int64_t list_begins(const struct state_graph *states, int32_t vertex, int64_t at)
{
	struct graph *graph = states->graph;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		if (!(states->flags[s] & STATE_START))
			continue;
		graph->source_vertex[at] = s;
		graph->source_arrival[at++] = 0;
	}
	return at;
}

/* At vertices that have some: first counted, then listed, by threads. */
static enum status add_sources_at(struct state_graph *states, const int32_t *vertex, int32_t n,
				  int64_t *first, int parts)
{
	struct graph *graph = states->graph;
	int64_t sum;

	OVER_PARTS(p, parts)
	{
		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++)
			first[p] += count_begins(states, vertex[i]);
	}
	sum = parts_place(first, parts, graph->n_sources);
	if (sum > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d sources", INT32_MAX);
	TRY(GROW(&graph->source_vertex, &graph->source_capacity, sum));
	TRY(GROW(&graph->source_arrival, &graph->source_arrival_capacity, sum));
	OVER_PARTS(p, parts)
	{
		int64_t at = first[p];

		for (int64_t i = part_begin(n, parts, p); i < part_begin(n, parts, p + 1); i++)
			at = list_begins(states, vertex[i], at);
	}
	graph->n_sources = (int32_t)sum;
	return STATUS_OK;
}

static enum status add_sources(struct state_builder *b)
{
	int32_t n_vertices = b->timing->graph->n_vertices, n;
	FREED uint64_t *begins = NULL;
	FREED int32_t *vertex = NULL;
	FREED int64_t *first = NULL;
	int parts;

	TRY(ALLOC(&begins, bit_words(n_vertices)));
	mark_begins(b->states, begins);
	TRY(list_bits(begins, n_vertices, &vertex, &n));
	parts = parts_of(n);
	TRY(ALLOC(&first, parts));
	return add_sources_at(b->states, vertex, n, first, parts);
}

/* ---- all of it ---- */

static uint8_t made_by(int options)
{
	return (uint8_t)(1 + (options & (STATES_UNCONSTRAINED | STATES_LEAVE_UNCLOCKED)));
}

static enum status begin(struct state_builder *b)
{
	struct state_graph *states;
	int32_t n_clocks = b->constraints ? b->constraints->n_clocks : 0;
	int32_t n_tags = (TAG_LAUNCH + 1) * (n_clocks * N_EDGES + 1);

	TRY(ALLOC(&b->states, 1));
	states = b->states;
	states->timing = b->owner;
	states->leaves_unclocked = b->leaves_unclocked;
	states->made_by = made_by(b->options);
	TRY(b->flat ? alloc_flat(b) : begin_own_graph(b));
	if (!b->flat) {
		int32_t n_kept = b->has_clocks ? b->basis.clocks.n_states : 0;

		if (!states->first)
			TRY(ALLOC_UNSET(&states->first, b->timing->graph->n_vertices));
		OVER_ITEMS(v, b->timing->graph->n_vertices)
		states->first[v] = n_kept && states->first[v] < n_kept ? states->first[v] : -1;
	}
	TRY(GROW(&states->progress, &states->capacity.progress, 1));
	states->progress[states->n_progress++] = (struct progress){0, 0};
	TRY(ALLOC(&b->plain_tag, n_tags));
	memset(b->plain_tag, -1, (size_t)n_tags * sizeof *b->plain_tag);
	return STATUS_OK;
}

enum status state_select(struct state_builder *b, struct selected *selected, int64_t n,
			 bool (*is_one)(const void *builder, int64_t item))
{
	if (!selected->there)
		TRY(select_items(n, is_one, b, &selected->item, &selected->n));
	selected->there = true;
	return STATUS_OK;
}

static void release_selected(struct state_basis *basis)
{
	FREE_ALL(basis->gates.item, basis->ideal.item, basis->unclocked.item);
	basis->gates = basis->ideal = basis->unclocked = (struct selected){0};
}

/* The basis of the states that there were, if that of the new ones is the same. */
static void take_basis(struct state_builder *b)
{
	struct state_graph *left = b->left;

	if (!left || !left->basis || !b->constraints || left->timing != b->timing ||
	    left->made_by != made_by(b->options) ||
	    !constraints_keep_clocks(left->basis->constraints, b->constraints))
		return;
	b->basis = *left->basis;
	free(left->basis);
	left->basis = NULL;
	b->same_basis = true;
}

/* Without room the next states make their own. */
static void keep_basis(struct state_builder *b)
{
	struct state_basis *basis;

	if (!b->constraints || b->exceptions.has_delays || ALLOC(&basis, 1) != STATUS_OK)
		return;
	constraints_unref(b->basis.constraints);
	*basis = b->basis;
	basis->constraints = constraints_ref(b->owner->constraints);
	b->basis = (struct state_basis){0};
	b->states->basis = basis;
}

/* Where clocks come, before they do. */
static enum status make_basis(struct state_builder *b)
{
	TRY(state_mark_sources(b));
	TRY(state_find_clock_pins(b));
	TRY(state_find_insertions(b));
	TRY(state_find_cones(b));
	return state_mark_captured(b);
}

/* What doesn't depend on how states are made. */
static enum status prepare(struct state_builder *b)
{
	take_basis(b);
	TRY(exception_index_init(&b->exceptions, b->netlist, b->constraints));
	if (b->constraints)
		TRY(relations_init(b->constraints, &b->relations));
	if (!b->same_basis)
		TRY(make_basis(b));
	b->keeps_false = state_has_data_checks(b) || state_has_required(b) ||
			 derates_tell_domains(b->constraints);
	TRY(state_begin_entering(b));
	TRY(state_find_reach(b));
	TRY(state_find_segments(b));
	return b->same_basis ? STATUS_OK : state_find_data_cone(b);
}

static enum status spread_clocks(struct state_builder *b)
{
	bool any;

	if (b->has_clocks) {
		cut_clocks(b);
		state_note_tags(b);
		return STATUS_OK;
	}
	TRY(state_seed_clocks(b));
	TRY(state_spread_clocks(b, 0));
	while (!b->conflict) {
		int32_t n_found = b->states->graph->n_vertices;

		TRY(state_seed_lost_clocks(b, &any));
		if (!any)
			break;
		b->conflict = b->flat; /* there new states aren't told from old ones */
		TRY(state_spread_clocks(b, n_found));
	}
	if (!b->conflict)
		note_clocks(b);
	return STATUS_OK;
}

static enum status spread(struct state_builder *b)
{
	TRY(begin(b));
	TRY(spread_clocks(b));
	if (b->conflict)
		return STATUS_OK;
	b->n_of_clocks = b->states->graph->n_vertices;
	TRY(state_add_ideal_slews(b));
	TRY(state_seed_inputs(b));
	TRY(state_seed_clock_data(b));
	TRY(state_seed_registers(b));
	TRY(state_seed_latches(b));
	return state_spread_data(b);
}

static enum status spread_again(struct state_builder *b, int32_t n_slews)
{
	state_graph_free(b->states);
	free(b->plain_tag);
	free(b->basis.has_clock);
	release_selected(&b->basis);
	b->states = NULL;
	b->plain_tag = NULL;
	b->basis.has_clock = NULL;
	b->n_tag_slots = b->n_set_slots = b->vertex_capacity = 0; /* they are made again */
	b->owner->n_slews = n_slews;
	b->flat = b->conflict = b->has_clocks = false;
	return spread(b);
}

/* One tag a vertex, if that is possible. */
static enum status spread_all(struct state_builder *b)
{
	int32_t n_slews = b->timing->n_slews;

	b->flat = b->basis.n_insertions == 0 && !b->basis.is_clock_pin &&
		  b->timing->n_latch_arcs == 0 && !state_exceptions_part(b);
	TRY(spread(b));
	return b->conflict ? spread_again(b, n_slews) : STATUS_OK;
}

static enum status add_ends(struct state_builder *b)
{
	bool moved;

	TRY(state_add_endpoints(b));
	TRY(state_number_relations(b->states, &moved));
	TRY(state_find_opposite_edges(b));
	return state_finish_latches(b);
}

static enum status build(struct state_builder *b)
{
	TRY(prepare(b));
	TRY(spread_all(b));
	if (!b->flat)
		b->states->graph->n_broken = b->timing->graph->n_broken;
	TRY(state_mark_shared(b));
	TRY(add_sources(b));
	return add_ends(b);
}

static void release_basis(struct state_basis *basis)
{
	release_selected(basis);
	state_release_ends(basis);
	constraints_unref(basis->constraints);
	FREE_ALL(basis->is_source, basis->insertion, basis->cone, basis->is_captured,
		 basis->clock_places, basis->has_clock, basis->data_cone, basis->is_clock_pin,
		 basis->pin_cone, basis->is_uncertain, basis->clocks.flags);
	*basis = (struct state_basis){0};
}

void state_builder_release(struct state_builder *b)
{
	exception_index_release(&b->exceptions);
	relations_release(&b->relations);
	state_reach_release(&b->reach);
	release_basis(&b->basis);
	FREE_ALL(b->output_pins, b->checked_pins, b->inner_pins, b->segment, b->output_cone,
		 b->entering, b->enter, b->has_sink, b->relation_slot, b->plain_tag, b->tag_slot,
		 b->set_slot, b->items.item, b->in_row, b->in_arc, b->in_cone, b->cone_of);
}

static struct state_builder begin_builder(struct timing_graph *timing, int options,
					  struct task *task)
{
	return (struct state_builder){.owner = timing,
				      .timing = timing,
				      .netlist = timing->netlist,
				      .constraints = timing->constraints,
				      .options = options,
				      .unconstrained = options & STATES_UNCONSTRAINED,
				      .leaves_unclocked = options & STATES_LEAVE_UNCLOCKED,
				      .task = task};
}

enum status state_graph_new(struct timing_graph *timing, struct state_spreader *spreader,
			    int options, struct task *task, struct state_graph *left,
			    struct state_graph **out)
{
	struct state_builder b = begin_builder(timing, options, task);
	enum status status;

	b.left = left;
	b.spreader = spreader;
	task_begin(task, "finding states", timing->graph->n_vertices);
	status = build(&b);
	task_end(task);
	drop_left(&b);
	if (status == STATUS_OK)
		keep_basis(&b);
	state_builder_release(&b);
	if (status != STATUS_OK) {
		state_graph_free(b.states);
		return status;
	}
	*out = b.states;
	return STATUS_OK;
}

enum status state_graph_need_arcs(struct state_graph *states)
{
	struct graph *graph = states->graph;

	if (!states->away)
		return STATUS_OK;
	TRY(graph_need_arcs(graph, graph->n_arcs));
	TRY(states->away->copy_arcs(states->away, states));
	states->away = NULL;
	return STATUS_OK;
}

int32_t state_next_of_clock(const struct state_graph *states, int32_t from, enum tag_kind kind,
			    int32_t clock_edge)
{
	for (; from >= 0; from = state_next(states, from)) {
		const struct tag *tag = state_tag(states, from);

		if (tag && tag->kind == kind && tag->clock_edge == clock_edge)
			break;
	}
	return from;
}

int32_t state_of_way(const struct state_graph *states, int32_t vertex, int32_t clock_edge)
{
	int32_t first = state_first(states, vertex);
	int32_t state = state_next_of_clock(states, first, TAG_INSERTION, clock_edge);

	return state >= 0 ? state
			  : state_next_of_clock(states, first, TAG_INSERTION_DATA, clock_edge);
}

bool state_is_propagated(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	if (!tag || tag->clock_edge < 0)
		return false;
	if (tag->kind == TAG_CLOCK && tag->progress)
		return states->mode[tag->progress].propagated;
	return states->timing->constraints->clock[tag->clock_edge / N_EDGES].propagated;
}

bool state_graph_has_ends(const struct state_graph *states)
{
	bool any = false;

	for (int32_t s = 0; s < states->graph->n_sinks && !any; s++)
		any = !endpoint_is_false(states, &states->endpoint[s]);
	return any;
}

void state_graph_free(struct state_graph *states)
{
	if (!states)
		return;
	for (int32_t g = 0; g < states->n_groups; g++)
		free(states->group[g]);
	if (states->basis)
		release_basis(states->basis);
	free(states->basis);
	graph_unref(states->graph);
	FREE_ALL(states->mode, states->tag, states->progress, states->progress_item, states->tag_of,
		 states->flags, states->first, states->next, states->passes, states->arc,
		 states->constant, states->seed, states->input, states->latch, states->departure,
		 states->departing, states->references.reference, states->references.cone,
		 states->references.state, states->references.of_state, states->warned.lost,
		 states->warned.opposite, states->relation, states->endpoint, states->first_sink,
		 states->output_cone, states->group, states);
}
