/*
 * Clocks through their networks, and on their ways to the sources of generated clocks: the first
 * pass over the vertices in topological order.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* ---- where clocks begin ---- */

enum status state_mark_sources(struct state_builder *b)
{
	TRY(ALLOC(&b->basis.is_source, b->netlist->n_all_pins));
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources; i++) {
			uint8_t *mark = &b->basis.is_source[clock->source[i]];

			*mark |= clock->add ? SOURCE_PASSES : SOURCE_STOPS;
			b->basis.is_source[netlist_driving_side(b->netlist, clock->source[i])] =
				*mark;
		}
	}
	return STATUS_OK;
}

bool state_stops_clocks(const struct state_builder *b, int32_t vertex)
{
	return b->basis.is_source[vertex / N_EDGES] & SOURCE_STOPS;
}

static bool has_source_latency(const struct clock *clock)
{
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		if (!is_given(clock->source_latency[c / N_EDGES][c % N_EDGES]))
			return false;
	}
	return true;
}

/* May its latency, where none is given, be that of the way from its master's source? That of an ideal
 * master isn't one, as in OpenSTA, unless it is propagated by a pin on that way. */
static bool may_be_inserted(const struct state_builder *b, int32_t c)
{
	const struct clock *clock = &b->constraints->clock[c];
	const struct clock *master =
		clock->master < 0 ? NULL : &b->constraints->clock[clock->master];

	return master && (master->propagated || b->basis.is_clock_pin) && clock->n_sources > 0 &&
	       master->n_sources > 0 && !has_source_latency(clock);
}

/* They are in the order of clocks. */
bool state_is_inserted(const struct state_builder *b, int32_t c)
{
	return find_sorted(b->basis.insertion, sizeof *b->basis.insertion, b->basis.n_insertions,
			   c) >= 0;
}

static double given_or_0(double value)
{
	return is_given(value) ? value : 0;
}

int64_t clock_latency(const struct clock *clock, enum split split, int edge, bool with_source,
		      bool with_network)
{
	int64_t latency = 0;

	if (with_source)
		latency += fs_of_ps(given_or_0(clock->source_latency[split][edge]));
	if (with_network && !clock->propagated)
		latency += fs_of_ps(given_or_0(clock->network_latency[split][edge]));
	return latency;
}

int64_t state_source_latency(const struct state_builder *b, int32_t c, int32_t pin,
			     enum split split, int edge)
{
	return fs_of_ps(given_or_0(constraints_source_latency(
		b->constraints, c, netlist_named_pin(b->netlist, pin), split, edge)));
}

bool state_is_source_of(const struct state_builder *b, const struct clock *clock, int32_t vertex)
{
	return clock_is_source_of(clock, netlist_named_pin(b->netlist, vertex / N_EDGES));
}

int32_t vertex_driver(const struct timing_graph *timing, int32_t vertex)
{
	return find_sorted(timing->driver, sizeof *timing->driver, timing->n_drivers, vertex);
}

/* A clock begins in each of its modes at these arrivals without latency of its network, or so much
 * after a state (-1 = none). */
static enum status begin_clock(struct state_builder *b, int32_t clock_edge, int32_t vertex,
			       const int64_t arrival[N_SPLITS], int32_t after)
{
	struct clock_begin begin[N_SPLITS];
	int n;

	TRY(state_begin_modes(b, clock_edge, vertex / N_EDGES, begin, &n));
	for (int i = 0; i < n; i++) {
		struct seed seed = {
			.driver = begin[i].mode.propagated ? vertex_driver(b->timing, vertex) : -1};
		int32_t tag, arc;

		TRY(state_find_tag(b, TAG_CLOCK, clock_edge, begin[i].id, &tag));
		TRY(state_get(b, vertex, tag, &seed.state));
		for (int split = 0; split < N_SPLITS; split++)
			seed.arrival[split] =
				!(begin[i].splits & 1 << split) || arrival[split] == FS_NOTHING
					? FS_NOTHING
					: arrival[split] + begin[i].mode.latency[split];
		if (after < 0) {
			TRY(state_add_seed(b, &seed));
			continue;
		}
		TRY(state_add_constant(b, seed.arrival, -1, &arc));
		TRY(state_add_arc(b, after, seed.state, -1, arc));
	}
	return state_begin_ways(b, clock_edge, vertex, arrival, after);
}

/* An edge of a clock at a source of it; given_alone leaves out the splits without a latency. */
static enum status seed_clock_edge(struct state_builder *b, int32_t c, int32_t vertex,
				   bool given_alone)
{
	const struct clock *clock = &b->constraints->clock[c];
	int32_t pin = netlist_named_pin(b->netlist, vertex / N_EDGES);
	int edge = vertex % N_EDGES;
	int64_t arrival[N_SPLITS];

	for (int split = 0; split < N_SPLITS; split++) {
		double latency =
			constraints_source_latency(b->constraints, c, pin, (enum split)split, edge);

		arrival[split] = fs_of_ps(clock->time[edge]) + fs_of_ps(given_or_0(latency));
		if (given_alone && !is_given(latency))
			arrival[split] = FS_NOTHING;
	}
	return begin_clock(b, CLOCK_EDGE(c, edge), vertex, arrival, -1);
}

enum status state_find_insertions(struct state_builder *b)
{
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		if (!may_be_inserted(b, c))
			continue;
		TRY(APPEND(b->basis.insertion, b->basis.n_insertions, &b->basis.insertion_capacity,
			   c));
	}
	return STATUS_OK;
}

enum status state_seed_clocks(struct state_builder *b)
{
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		if (state_is_inserted(b, c))
			continue;
		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int32_t vertex = clock_begin_vertex(clock, b->netlist, i);

			if (vertex >= 0)
				TRY(seed_clock_edge(b, c, vertex, false));
		}
	}
	return STATUS_OK;
}

/* ---- from clocks to those generated of them ---- */

/* They are in the order of clocks. */
static int32_t insertion_of(const struct state_builder *b, int32_t clock)
{
	return find_sorted(b->basis.insertion, sizeof *b->basis.insertion, b->basis.n_insertions,
			   clock);
}

/* A constant arc between two states of one vertex. */
static enum status add_turn(struct state_builder *b, int32_t from, int32_t tag,
			    const int64_t delay[N_SPLITS])
{
	int32_t to, arc;

	TRY(state_get(b, state_vertex(b->states, from), tag, &to));
	TRY(state_add_constant(b, delay, -1, &arc));
	return state_add_arc(b, from, to, -1, arc);
}

/* An edge of a clock at its source is where the ways to the clocks generated of it begin; times
 * along them count from that edge. */
static enum status begin_insertions(struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);
	int32_t vertex = state_vertex(b->states, state), c = tag->clock_edge / N_EDGES, to;
	const struct clock *clock = &b->constraints->clock[c];
	int edge = tag->clock_edge % N_EDGES;
	struct clock_mode mode = state_mode_of(b, tag);
	int64_t back[N_SPLITS];

	for (int split = 0; split < N_SPLITS; split++)
		back[split] = -fs_of_ps(clock->time[edge]) - mode.latency[split];

	if (vertex % N_EDGES != edge || !state_is_source_of(b, clock, vertex))
		return STATUS_OK;
	for (int32_t g = 0; g < b->basis.n_insertions; g++) {
		if (b->constraints->clock[b->basis.insertion[g]].master != c ||
		    !state_is_on_way(b, g, vertex))
			continue;
		TRY(state_find_tag(b, TAG_INSERTION, CLOCK_EDGE(b->basis.insertion[g], edge), 0,
				   &to));
		TRY(add_turn(b, state, to, back));
	}
	return STATUS_OK;
}

/* Does an edge of a generated clock, defined by -edges, come from another edge of its master than from the one of its state? */
static bool is_of_other_edge(const struct state_builder *b, int32_t state, int edge)
{
	int32_t came = state_tag(b->states, state)->clock_edge, c = came / N_EDGES;
	const struct clock *clock = &b->constraints->clock[c];
	int named = (int)clock->master_edge[edge];

	return clock->making.edge[0] && came % N_EDGES != named &&
	       state_of_way(b->states, state_vertex(b->states, state), CLOCK_EDGE(c, named)) >= 0;
}

/* At the source of the generated clock its edge begins, where its latency isn't given. */
static enum status end_insertion(struct state_builder *b, int32_t state, bool *ends)
{
	int32_t c = state_tag(b->states, state)->clock_edge / N_EDGES;
	const struct clock *clock = &b->constraints->clock[c];
	int32_t vertex = state_vertex(b->states, state), edge = vertex % N_EDGES;
	int64_t delay[N_SPLITS];
	bool any_given = false;

	*ends = state_is_source_of(b, clock, vertex);
	if (!*ends || is_of_other_edge(b, state, edge))
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS; split++) {
		bool given = is_given(constraints_source_latency(
			b->constraints, c, netlist_named_pin(b->netlist, vertex / N_EDGES),
			(enum split)split, edge));

		any_given |= given;
		delay[split] = given ? FS_NOTHING : fs_of_ps(clock->time[edge]);
	}
	if (any_given)
		TRY(seed_clock_edge(b, c, vertex, true));
	return begin_clock(b, CLOCK_EDGE(c, edge), vertex, delay, state);
}

int32_t state_of_insertion(const struct state_builder *b, int32_t clock_edge, bool with_network)
{
	int32_t c = clock_edge / N_EDGES;
	const struct clock *clock = &b->constraints->clock[c];
	int32_t at = -1;

	/* it arrives at one side of a pin of both directions */
	for (int32_t i = clock_edge % N_EDGES;
	     i < 2 * N_EDGES && clock->n_sources && at < 0 && state_is_inserted(b, c);
	     i += N_EDGES) {
		int32_t vertex = clock_begin_vertex(clock, b->netlist, i);
		int32_t first = vertex < 0 ? -1 : state_first(b->states, vertex);

		at = state_next_of_clock(b->states, first, TAG_CLOCK, clock_edge);
		if (!with_network && at >= 0 && !state_is_propagated(b->states, at))
			at = state_next_of_clock(b->states, first, TAG_AT_ONCE, clock_edge);
	}
	return at;
}

/* ---- the first pass ---- */

/* The sense at a pin: of the clock, or else of all; -1 = none. */
static int32_t sense_at(const struct state_builder *b, int32_t vertex, int32_t clock)
{
	int32_t pin = netlist_named_pin(b->netlist, vertex / N_EDGES);
	const struct local_rule *rule =
		exceptions_find_local(&b->exceptions, LOCAL_SENSE, pin, -1, clock);

	rule = rule ? rule : exceptions_find_local(&b->exceptions, LOCAL_SENSE, pin, -1, -1);
	return rule ? rule->level : -1;
}

bool state_sense_lets(const struct state_builder *b, int32_t clock_edge, int32_t tail, int32_t head)
{
	int32_t clock = clock_edge / N_EDGES, sense;

	if (!b->constraints->n_locals)
		return true;
	sense = sense_at(b, head, clock);
	if (sense == SENSE_STOPS || sense_at(b, tail, clock) == SENSE_STOPS)
		return false;
	if (sense == SENSE_POSITIVE || sense == SENSE_NEGATIVE)
		return (head % N_EDGES == clock_edge % N_EDGES) == (sense == SENSE_POSITIVE);
	if (sense >= SENSE_RISE_HIGH)
		return clock_edge % N_EDGES == (sense < SENSE_FALL_HIGH ? RISE : FALL);
	return true;
}

bool state_passes_clock(const struct state_builder *b, int32_t tag, int32_t vertex, int32_t arc)
{
	int32_t head;

	if (arc >= b->timing->n_possible || state_launches(b, arc))
		return false;
	head = b->timing->graph->arc_to[arc];
	return !state_stops_clocks(b, head) &&
	       state_sense_lets(b, b->states->tag[tag].clock_edge, vertex, head);
}

static enum status spread_clock(struct state_builder *b, int32_t state)
{
	static const int64_t zero[N_SPLITS];
	const struct timing_graph *timing = b->timing;
	int32_t vertex = state_vertex(b->states, state), tag = b->states->tag_of[state], none = 0,
		to, after;
	bool propagated = state_mode_of(b, &b->states->tag[tag]).propagated;

	TRY(begin_insertions(b, state));
	if (!propagated)
		TRY(state_add_constant(b, zero, -1, &none));
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (!state_passes_clock(b, tag, vertex, arc))
			continue;
		if (state_enters_pin(b, head)) {
			TRY(state_note_entering(b, head, tag));
			continue;
		}
		TRY(state_uncertain_tag(b, tag, head / N_EDGES, &after));
		TRY(state_get(b, head, after, &to));
		TRY(state_add_arc(b, state, to, arc, propagated ? arc : none));
	}
	return STATUS_OK;
}

static enum status spread_insertion(struct state_builder *b, int32_t state)
{
	const struct timing_graph *timing = b->timing;
	int32_t vertex = state_vertex(b->states, state), to, after[2] = {-1, -1};
	int32_t edge = state_tag(b->states, state)->clock_edge;
	enum tag_kind kind = state_tag(b->states, state)->kind;
	int32_t g = insertion_of(b, edge / N_EDGES);
	bool ends, launches;

	TRY(end_insertion(b, state, &ends));
	if (ends)
		return STATUS_OK;
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc >= timing->n_possible || !state_is_on_way(b, g, head))
			continue;
		launches = state_launches(b, arc);
		if (after[launches] < 0)
			TRY(state_find_tag(b, launches ? TAG_INSERTION_DATA : kind, edge, 0,
					   &after[launches]));
		TRY(state_get(b, head, after[launches], &to));
		TRY(state_add_arc(b, state, to, arc, arc));
	}
	return STATUS_OK;
}

/* States are added after those of their vertex while it is looked at. */
enum status state_spread_clocks_of(struct state_builder *b, int32_t vertex)
{
	struct state_graph *states = b->states;
	int32_t from = b->clocks_from;

	TRY(state_enter_pins(b, vertex));
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		enum tag_kind kind = state_tag(states, s)->kind;

		if (s >= from && kind == TAG_CLOCK)
			TRY(spread_clock(b, s));
		else if (s >= from && tag_is_insertion(state_tag(states, s)))
			TRY(spread_insertion(b, s));
		else if (s >= from && tag_is_on_way(state_tag(states, s)))
			TRY(state_spread_way(b, s));
	}
	return STATUS_OK;
}

/* ---- clocks that nothing reaches ---- */

/* Is its edge at one of its places? */
static bool comes_to(const struct state_builder *b, int32_t c, int32_t place)
{
	int32_t vertex = clock_begin_vertex(&b->constraints->clock[c], b->netlist, place);

	return vertex >= 0 && state_next_of_clock(b->states, state_first(b->states, vertex),
						  TAG_CLOCK, CLOCK_EDGE(c, place % N_EDGES)) >= 0;
}

static bool is_there(const struct state_builder *b, int32_t c)
{
	const struct clock *clock = &b->constraints->clock[c];

	for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
		if (comes_to(b, c, i))
			return true;
	}
	return false;
}

/* Edges of one that nothing reached. */
static enum status seed_lost_clock(struct state_builder *b, int32_t c, bool *any)
{
	const struct clock *clock = &b->constraints->clock[c];
	struct state_graph *states = b->states;
	bool found = false;

	for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
		int32_t vertex = clock_begin_vertex(clock, b->netlist, i);

		if (vertex < 0 || comes_to(b, c, i) || comes_to(b, c, i ^ N_EDGES))
			continue;
		TRY(seed_clock_edge(b, c, vertex, false));
		found = true;
	}
	*any |= found;
	if (!found)
		return STATUS_OK;
	TRY(APPEND(states->warned.lost, states->warned.n_lost, &states->warned.lost_capacity, c));
	return STATUS_OK;
}

static enum status seed_those(struct state_builder *b, const uint8_t *has_master, bool *any)
{
	*any = false;
	for (int32_t g = 0; g < b->basis.n_insertions; g++) {
		if (!has_master || has_master[g])
			TRY(seed_lost_clock(b, b->basis.insertion[g], any));
	}
	return STATUS_OK;
}

/* A generated clock that its master doesn't reach begins without latency; one whose master is
 * itself lost waits for that. */
enum status state_seed_lost_clocks(struct state_builder *b, bool *any)
{
	FREED uint8_t *has_master = NULL;

	TRY(ALLOC(&has_master, b->basis.n_insertions));
	for (int32_t g = 0; g < b->basis.n_insertions; g++)
		has_master[g] = is_there(b, b->constraints->clock[b->basis.insertion[g]].master);
	TRY(seed_those(b, has_master, any));
	return *any ? STATUS_OK : seed_those(b, NULL, any);
}

/* ---- slews of ideal clocks ---- */

enum status state_mark_captured(struct state_builder *b)
{
	const struct graph *graph = b->timing->graph;

	TRY(ALLOC(&b->basis.is_captured, graph->n_vertices));
	OVER_ITEMS(c, b->timing->n_checks)
	{
		/* a related pin of those is an input of a gate */
		bool *mark = b->timing->check[c].non_sequential
				     ? &b->basis.has_data_checks
				     : &b->basis.is_captured[b->timing->check[c].clock];

		__atomic_store_n(mark, true, __ATOMIC_RELAXED);
	}
	OVER_ITEMS(a, b->timing->n_possible)
	{
		if (state_launches(b, (int32_t)a))
			__atomic_store_n(&b->basis.is_captured[graph->arc_from[a]], 1,
					 __ATOMIC_RELAXED);
	}
	return STATUS_OK;
}

bool state_ideal_slew(const struct state_graph *states, int32_t vertex, struct given_slew *out)
{
	const struct constraints *constraints = states->timing->constraints;
	bool found = false;

	out->vertex = vertex;
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);
		const struct clock *clock = tag && tag->kind == TAG_CLOCK
						    ? &constraints->clock[tag->clock_edge / N_EDGES]
						    : NULL;

		if (!clock || state_is_propagated(states, s))
			continue;
		for (int split = 0; split < N_SPLITS; split++) {
			double slew = given_or_0(clock->transition[split][vertex % N_EDGES]);

			if (!found ||
			    (split == LATE ? slew > out->slew[split] : slew < out->slew[split]))
				out->slew[split] = slew;
		}
		found = true;
	}
	return found;
}

/* The other edge of a pin has it too where nothing goes on from there: checks of pulses go by it. */
static bool has_ideal_slew(const void *context, int64_t vertex)
{
	const struct state_builder *b = context;
	const int32_t *out = &b->timing->out_row[vertex];
	struct given_slew slew;

	return (b->basis.is_captured[vertex] ||
		(b->basis.is_captured[vertex ^ 1] && out[0] == out[1])) &&
	       state_first(b->states, (int32_t)vertex) >= 0 &&
	       state_ideal_slew(b->states, (int32_t)vertex, &slew);
}

enum status state_add_ideal_slews(struct state_builder *b)
{
	struct timing_graph *timing = b->owner;
	const struct selected *ideal = &b->basis.ideal;

	TRY(state_select(b, &b->basis.ideal, timing->graph->n_vertices, has_ideal_slew));
	for (int32_t i = 0; i < ideal->n; i++) {
		struct given_slew slew;

		if (state_ideal_slew(b->states, ideal->item[i], &slew))
			TRY(timing_graph_add_slew(timing, &slew));
	}
	return STATUS_OK;
}
