/*
 * From a timing graph and constraints to states, in two passes over the vertices in topological order:
 * clocks through their networks, also to the sources of generated clocks, then data from registers and
 * ports on. Endpoints come last (state_endpoints.c).
 */
#include "db/state_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/state_impl.h"

/* ---- where clocks begin ---- */

static enum status mark_sources(struct state_builder *b)
{
	TRY(ALLOC(&b->is_source, b->netlist->n_pins));
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources; i++)
			b->is_source[clock->source[i]] |=
				clock->add ? SOURCE_PASSES : SOURCE_STOPS;
	}
	return STATUS_OK;
}

/* Other clocks stop there, unless they may be added to; data stops in any case. */
static bool stops_clocks(const struct state_builder *b, int32_t vertex)
{
	return b->is_source[vertex / N_EDGES] & SOURCE_STOPS;
}

static bool stops_data(const struct state_builder *b, int32_t vertex)
{
	return b->is_source[vertex / N_EDGES];
}

static bool has_source_latency(const struct clock *clock)
{
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		if (!is_given(clock->source_latency[c / N_EDGES][c % N_EDGES]))
			return false;
	}
	return true;
}

/* Is its latency, where none is given, that of the way from its master's source? */
static bool is_inserted(const struct state_builder *b, int32_t c)
{
	const struct clock *clock = &b->constraints->clock[c];

	return clock->propagated && clock->master >= 0 && clock->n_sources > 0 &&
	       b->constraints->clock[clock->master].n_sources > 0 && !has_source_latency(clock);
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

int32_t driver_of(const struct timing_graph *timing, int32_t vertex)
{
	int32_t low = 0, high = timing->n_drivers;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (timing->driver[middle].vertex < vertex)
			low = middle + 1;
		else
			high = middle;
	}
	return low < timing->n_drivers && timing->driver[low].vertex == vertex ? low : -1;
}

/* An edge of a clock at a source of it; given_alone leaves out the splits without a latency. */
static enum status seed_clock_edge(struct state_builder *b, int32_t c, int32_t pin, int edge,
				   bool given_alone)
{
	const struct clock *clock = &b->constraints->clock[c];
	int32_t vertex = pin * N_EDGES + edge, tag;
	struct seed seed = {.driver = clock->propagated ? driver_of(b->timing, vertex) : -1};

	TRY(state_find_tag(b, TAG_CLOCK, CLOCK_EDGE(c, edge), 0, &tag));
	TRY(state_get(b, vertex, tag, &seed.state));
	for (int split = 0; split < N_SPLITS; split++)
		seed.arrival[split] =
			given_alone && !is_given(clock->source_latency[split][edge])
				? FS_NOTHING
				: fs_of_ps(clock->time[edge]) +
					  clock_latency(clock, (enum split)split, edge, true, true);
	return state_add_seed(b, &seed);
}

static enum status find_insertions(struct state_builder *b)
{
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		if (!is_inserted(b, c))
			continue;
		TRY(GROW(&b->insertion, &b->insertion_capacity, (int64_t)b->n_insertions + 1));
		b->insertion[b->n_insertions++] = c;
	}
	return STATUS_OK;
}

static enum status seed_clocks(struct state_builder *b)
{
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		if (is_inserted(b, c))
			continue;
		for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++)
			TRY(seed_clock_edge(b, c, clock->source[i / N_EDGES], i % N_EDGES, false));
	}
	return STATUS_OK;
}

/* ---- the ways to generated clocks ---- */

static bool in_cone(const struct state_builder *b, int32_t insertion, int32_t vertex)
{
	return b->cone[(int64_t)vertex * b->n_words + insertion / 64] >> insertion % 64 & 1;
}

/* They are in the order of clocks. */
static int32_t insertion_of(const struct state_builder *b, int32_t clock)
{
	int32_t low = 0, high = b->n_insertions - 1;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (b->insertion[middle] < clock)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The vertices that lead to the sources of each generated clock, by one sweep backward. */
static enum status find_cones(struct state_builder *b)
{
	const struct timing_graph *timing = b->timing;
	int32_t n = timing->graph->n_vertices;

	b->n_words = (b->n_insertions + 63) / 64;
	if (!b->n_words)
		return STATUS_OK;
	TRY(ALLOC(&b->cone, (int64_t)n * b->n_words));
	for (int32_t g = 0; g < b->n_insertions; g++) {
		const struct clock *clock = &b->constraints->clock[b->insertion[g]];

		for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++) {
			int64_t vertex = clock->source[i / N_EDGES] * N_EDGES + i % N_EDGES;

			b->cone[vertex * b->n_words + g / 64] |= UINT64_C(1) << g % 64;
		}
	}
	for (int32_t i = n - 1; i >= 0; i--) {
		int64_t v = timing->order[i];

		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
			int64_t u = timing->graph->arc_to[timing->out_arc[j]];

			if (timing->out_arc[j] >= timing->n_possible)
				continue;
			for (int32_t w = 0; w < b->n_words; w++)
				b->cone[v * b->n_words + w] |= b->cone[u * b->n_words + w];
		}
	}
	return STATUS_OK;
}

static bool is_source_of(const struct clock *clock, int32_t pin)
{
	for (int32_t i = 0; i < clock->n_sources; i++) {
		if (clock->source[i] == pin)
			return true;
	}
	return false;
}

/* A constant arc between two states of one vertex. */
static enum status add_turn(struct state_builder *b, int32_t from, int32_t tag,
			    const int64_t delay[N_SPLITS])
{
	int32_t to, arc;

	TRY(state_get(b, b->states->vertex[from], tag, &to));
	TRY(state_add_constant(b, delay, -1, &arc));
	return state_add_arc(b, from, to, -1, arc);
}

/* An edge of a clock at its source is where the ways to the clocks generated of it begin; times along
 * them count from that edge. */
static enum status begin_insertions(struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);
	int32_t vertex = b->states->vertex[state], c = tag->clock_edge / N_EDGES, to;
	const struct clock *clock = &b->constraints->clock[c];
	int edge = tag->clock_edge % N_EDGES;
	int64_t back[N_SPLITS] = {-fs_of_ps(clock->time[edge]), -fs_of_ps(clock->time[edge])};

	if (vertex % N_EDGES != edge || !is_source_of(clock, vertex / N_EDGES))
		return STATUS_OK;
	for (int32_t g = 0; g < b->n_insertions; g++) {
		if (b->constraints->clock[b->insertion[g]].master != c || !in_cone(b, g, vertex))
			continue;
		TRY(state_find_tag(b, TAG_INSERTION, CLOCK_EDGE(b->insertion[g], RISE), 0, &to));
		TRY(add_turn(b, state, to, back));
	}
	return STATUS_OK;
}

/* At the source of the generated clock its edge begins, where its latency isn't given. */
static enum status end_insertion(struct state_builder *b, int32_t state, bool *ends)
{
	int32_t c = state_tag(b->states, state)->clock_edge / N_EDGES;
	const struct clock *clock = &b->constraints->clock[c];
	int32_t vertex = b->states->vertex[state], edge = vertex % N_EDGES, to;
	int64_t delay[N_SPLITS];
	bool any_given = false;

	*ends = is_source_of(clock, vertex / N_EDGES);
	if (!*ends)
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS; split++) {
		bool given = is_given(clock->source_latency[split][edge]);

		any_given |= given;
		delay[split] = given ? FS_NOTHING : fs_of_ps(clock->time[edge]);
	}
	TRY(state_find_tag(b, TAG_CLOCK, CLOCK_EDGE(c, edge), 0, &to));
	if (any_given)
		TRY(seed_clock_edge(b, c, vertex / N_EDGES, edge, true));
	return add_turn(b, state, to, delay);
}

int32_t state_of_insertion(const struct state_builder *b, int32_t clock_edge)
{
	int32_t c = clock_edge / N_EDGES, tag;
	const struct clock *clock = &b->constraints->clock[c];

	if (!is_inserted(b, c) ||
	    state_find_tag((struct state_builder *)b, TAG_CLOCK, clock_edge, 0, &tag) != STATUS_OK)
		return -1;
	return state_find(b, clock->source[0] * N_EDGES + clock_edge % N_EDGES, tag);
}

/* ---- the first pass ---- */

static bool launches(const struct state_builder *b, int32_t arc)
{
	int32_t type = b->timing->graph->arc_type[arc];

	return type >= 0 && b->timing->type[type].launches;
}

static enum status spread_clock(struct state_builder *b, int32_t state)
{
	static const int64_t zero[N_SPLITS];
	const struct timing_graph *timing = b->timing;
	int32_t vertex = b->states->vertex[state], tag = b->states->tag_of[state], none = 0, to;
	const struct clock *clock =
		&b->constraints->clock[b->states->tag[tag].clock_edge / N_EDGES];

	TRY(begin_insertions(b, state));
	if (!clock->propagated)
		TRY(state_add_constant(b, zero, -1, &none));
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc >= timing->n_possible || launches(b, arc) || stops_clocks(b, head))
			continue;
		TRY(state_get(b, head, tag, &to));
		TRY(state_add_arc(b, state, to, arc, clock->propagated ? arc : none));
	}
	return STATUS_OK;
}

static enum status spread_insertion(struct state_builder *b, int32_t state)
{
	const struct timing_graph *timing = b->timing;
	int32_t vertex = b->states->vertex[state], tag = b->states->tag_of[state], to;
	int32_t g = insertion_of(b, b->states->tag[tag].clock_edge / N_EDGES);
	bool ends;

	TRY(end_insertion(b, state, &ends));
	if (ends)
		return STATUS_OK;
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc >= timing->n_possible || !in_cone(b, g, head))
			continue;
		TRY(state_get(b, head, tag, &to));
		TRY(state_add_arc(b, state, to, arc, arc));
	}
	return STATUS_OK;
}

/* From one state on. States are added behind those of their vertex while it is looked at. */
static enum status spread_clocks(struct state_builder *b, int32_t from)
{
	struct state_graph *states = b->states;

	for (int32_t i = 0; i < b->timing->graph->n_vertices && !b->conflict; i++) {
		for (int32_t s = states->first[b->timing->order[i]]; s >= 0; s = states->next[s]) {
			enum tag_kind kind = state_tag(states, s)->kind;

			if (s >= from && kind == TAG_CLOCK)
				TRY(spread_clock(b, s));
			else if (s >= from && kind == TAG_INSERTION)
				TRY(spread_insertion(b, s));
		}
		if (i % 65536 == 0)
			TRY(task_progress(b->task, i / 2));
	}
	return STATUS_OK;
}

/* A generated clock that its master doesn't come to begins without latency. */
static enum status seed_lost_clocks(struct state_builder *b)
{
	for (int32_t g = 0; g < b->n_insertions; g++) {
		const struct clock *clock = &b->constraints->clock[b->insertion[g]];

		for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++) {
			int32_t vertex = clock->source[i / N_EDGES] * N_EDGES + i % N_EDGES, tag;

			TRY(state_find_tag(b, TAG_CLOCK,
					   CLOCK_EDGE(b->insertion[g], i % N_EDGES), 0, &tag));
			if (state_find(b, vertex, tag) >= 0)
				continue;
			TRY(seed_clock_edge(b, b->insertion[g], clock->source[i / N_EDGES],
					    i % N_EDGES, false));
		}
	}
	return STATUS_OK;
}

/* ---- slews of ideal clocks ---- */

static enum status mark_captured(struct state_builder *b)
{
	const struct graph *graph = b->timing->graph;

	TRY(ALLOC(&b->is_captured, graph->n_vertices));
	for (int32_t c = 0; c < b->timing->n_checks; c++)
		b->is_captured[b->timing->check[c].clock] = 1;
	for (int32_t a = 0; a < b->timing->n_possible; a++) {
		if (launches(b, a))
			b->is_captured[graph->arc_from[a]] = 1;
	}
	return STATUS_OK;
}

/* The worst transition of the ideal clocks that come to a vertex; false when there is none. */
static bool ideal_slew(const struct state_builder *b, int32_t vertex, struct given_slew *out)
{
	const struct state_graph *states = b->states;
	bool found = false;

	out->vertex = vertex;
	for (int32_t s = states->first[vertex]; s >= 0; s = states->next[s]) {
		const struct tag *tag = state_tag(states, s);
		const struct clock *clock = tag->kind == TAG_CLOCK
						    ? &b->constraints->clock[tag->clock_edge / N_EDGES]
						    : NULL;

		if (!clock || clock->propagated)
			continue;
		for (int split = 0; split < N_SPLITS; split++) {
			double slew = given_or_0(clock->transition[split][vertex % N_EDGES]);

			if (!found || (split == LATE ? slew > out->slew[split]
						     : slew < out->slew[split]))
				out->slew[split] = slew;
		}
		found = true;
	}
	return found;
}

static enum status add_ideal_slews(struct state_builder *b)
{
	struct timing_graph *timing = b->owner;
	struct given_slew slew;

	for (int32_t v = 0; v < timing->graph->n_vertices; v++) {
		if (b->is_captured[v] && b->states->first[v] >= 0 && ideal_slew(b, v, &slew))
			TRY(timing_graph_add_slew(timing, &slew));
	}
	return STATUS_OK;
}

/* ---- data ---- */

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

/* What an input delay brings to one edge of its pin. After a propagated generated clock it begins where
 * that does. */
static enum status seed_input(struct state_builder *b, const struct external_delay *given, int edge)
{
	int32_t vertex = given->pin * N_EDGES + edge, progress, tag, arc;
	const struct clock *clock =
		given->clock_edge < 0 ? NULL : &b->constraints->clock[given->clock_edge / N_EDGES];
	int32_t after = clock && !given->source_latency_included
				? state_of_insertion(b, given->clock_edge)
				: -1;
	struct seed seed = {.driver = driver_of(b->timing, vertex)};

	for (int split = 0; split < N_SPLITS; split++)
		seed.arrival[split] =
			external_arrival(given, clock, (enum split)split, edge, after < 0);
	if (seed.arrival[EARLY] == FS_NOTHING && seed.arrival[LATE] == FS_NOTHING)
		return STATUS_OK;
	if (clock && is_source_of(clock, given->pin))
		return STATUS_OK; /* the clock itself comes there */
	TRY(progress_begin(b, given->clock_edge, vertex, vertex, &progress));
	TRY(state_find_tag(b, TAG_DATA, given->clock_edge, progress, &tag));
	TRY(state_get(b, vertex, tag, &seed.state));
	b->states->flags[seed.state] |= STATE_START;
	if (after < 0)
		return state_add_seed(b, &seed);
	TRY(GROW(&b->states->input, &b->states->input_capacity, (int64_t)b->states->n_inputs + 1));
	b->states->input[b->states->n_inputs++] = (struct clocked_input){seed.state, after};
	TRY(state_add_constant(b, seed.arrival, seed.driver, &arc));
	return state_add_arc(b, after, seed.state, -1, arc);
}

/* Inputs of which nothing is said matter to path delays alone. */
static enum status seed_unclocked(struct state_builder *b, int32_t port)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t vertex = port * N_EDGES + edge, progress, tag;
		struct seed seed = {.driver = driver_of(b->timing, vertex)};

		TRY(progress_begin(b, -1, vertex, vertex, &progress));
		TRY(state_find_tag(b, TAG_DATA, -1, progress, &tag));
		TRY(state_get(b, vertex, tag, &seed.state));
		b->states->flags[seed.state] |= STATE_START;
		TRY(state_add_seed(b, &seed));
	}
	return STATUS_OK;
}

static enum status seed_inputs(struct state_builder *b)
{
	const struct constraints *constraints = b->constraints;
	uint8_t *is_given;
	enum status status = STATUS_OK;

	if (!constraints)
		return STATUS_OK;
	TRY(ALLOC(&is_given, b->netlist->n_pins));
	for (int32_t i = 0; i < constraints->n_input_delays && status == STATUS_OK; i++) {
		is_given[constraints->input_delay[i].pin] = 1;
		for (int edge = 0; edge < N_EDGES && status == STATUS_OK; edge++)
			status = seed_input(b, &constraints->input_delay[i], edge);
	}
	for (int32_t p = 0; p < b->netlist->n_ports && status == STATUS_OK; p++) {
		if ((b->exceptions.has_delays || b->unconstrained) && !is_given[p] && !b->is_source[p] &&
		    netlist_drives(b->netlist, p))
			status = seed_unclocked(b, p);
	}
	free(is_given);
	return status;
}

/* A register's clock becomes what it launches. */
static enum status launch(struct state_builder *b, int32_t state, int32_t arc)
{
	int32_t head = b->timing->graph->arc_to[arc], progress, tag, to;
	int32_t edge = state_tag(b->states, state)->clock_edge;

	if (stops_data(b, head))
		return STATUS_OK;
	TRY(progress_begin(b, edge, b->states->vertex[state], head, &progress));
	TRY(state_find_tag(b, TAG_DATA, edge, progress, &tag));
	TRY(state_get(b, head, tag, &to));
	b->states->flags[state] |= STATE_START;
	return state_add_arc(b, state, to, arc, arc);
}

static enum status pass_on(struct state_builder *b, int32_t state, int32_t arc)
{
	int32_t head = b->timing->graph->arc_to[arc], progress, to;
	int32_t tag = b->states->tag_of[state];

	if (stops_data(b, head))
		return STATUS_OK;
	TRY(progress_advance(b, &b->states->tag[tag], head, &progress));
	if (progress != b->states->tag[tag].progress)
		TRY(state_find_tag(b, TAG_DATA, b->states->tag[tag].clock_edge, progress, &tag));
	TRY(state_get(b, head, tag, &to));
	return state_add_arc(b, state, to, arc, arc);
}

static enum status spread_data_of(struct state_builder *b, int32_t vertex, int32_t arc)
{
	struct state_graph *states = b->states;
	bool launching = launches(b, arc);

	for (int32_t s = states->first[vertex]; s >= 0; s = states->next[s]) {
		enum tag_kind kind = state_tag(states, s)->kind;

		if (launching && kind == TAG_CLOCK)
			TRY(launch(b, s, arc));
		else if (!launching && kind == TAG_DATA)
			TRY(pass_on(b, s, arc));
	}
	return STATUS_OK;
}

static enum status spread_data(struct state_builder *b)
{
	const struct timing_graph *timing = b->timing;
	const struct state_graph *states = b->states;
	int32_t n = timing->graph->n_vertices;

	for (int32_t i = 0; i < n && !b->conflict; i++) {
		int32_t v = timing->order[i];

		if (states->first[v] < 0)
			continue;
		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
			if (timing->out_arc[j] < timing->n_possible)
				TRY(spread_data_of(b, v, timing->out_arc[j]));
		}
		if (i % 65536 == 0)
			TRY(task_progress(b->task, (n + i) / 2));
	}
	return STATUS_OK;
}

/* ---- the two graphs ---- */

static enum status alloc_flat(struct state_builder *b)
{
	struct state_graph *states = b->states;
	struct graph *graph = b->timing->graph;
	int32_t n = graph->n_vertices;

	states->is_timing_graph = true;
	states->graph = graph_ref(graph);
	TRY(ALLOC(&states->vertex, n));
	TRY(ALLOC(&states->tag_of, n));
	TRY(ALLOC(&states->next, n));
	TRY(ALLOC(&states->flags, n));
	TRY(ALLOC(&states->arc, graph->n_arcs));
	for (int32_t v = 0; v < n; v++) {
		states->vertex[v] = v;
		states->tag_of[v] = states->next[v] = -1;
	}
	for (int32_t a = 0; a < graph->n_arcs; a++)
		states->arc[a] = ARC_BLOCKED;
	return STATUS_OK;
}

static enum status begin_own_graph(struct state_builder *b)
{
	struct graph *graph;

	TRY(graph_new(b->netlist->name, &b->states->graph));
	graph = b->states->graph;
	graph->netlist = netlist_ref(b->timing->netlist);
	graph->objective = OBJECTIVE_SLACK;
	return GROW(&graph->arc_type, &graph->arc_type_capacity, 1);
}

static enum status keep_own_graph(struct state_graph *states)
{
	struct graph *graph = states->graph;
	int32_t n = graph->n_vertices;

	TRY(ALLOC(&graph->netlist_vertex, n));
	if (n)
		memcpy(graph->netlist_vertex, states->vertex, (size_t)n * sizeof *states->vertex);
	TRY(ALLOC(&states->arc, graph->n_arcs));
	if (graph->n_arcs)
		memcpy(states->arc, graph->arc_type,
		       (size_t)graph->n_arcs * sizeof *graph->arc_type);
	graph->n_broken = states->timing->graph->n_broken;
	return STATUS_OK;
}

static enum status add_sources(struct state_builder *b)
{
	struct state_graph *states = b->states;

	for (int32_t v = 0; v < b->timing->graph->n_vertices; v++) {
		for (int32_t s = states->first[v]; s >= 0; s = states->next[s]) {
			if (states->flags[s] & STATE_START)
				TRY(graph_add_source(states->graph, s, 0));
		}
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status begin(struct state_builder *b)
{
	struct state_graph *states;
	int32_t n_clocks = b->constraints ? b->constraints->n_clocks : 0;
	int32_t n_tags = (TAG_INSERTION + 1) * (n_clocks * N_EDGES + 1);

	TRY(ALLOC(&b->states, 1));
	states = b->states;
	states->timing = b->owner;
	TRY(b->flat ? alloc_flat(b) : begin_own_graph(b));
	TRY(ALLOC(&states->first, b->timing->graph->n_vertices));
	memset(states->first, -1,
	       (size_t)b->timing->graph->n_vertices * sizeof *states->first);
	TRY(GROW(&states->progress, &states->progress_capacity, 1));
	states->progress[states->n_progress++] = (struct progress){0, 0};
	TRY(ALLOC(&b->plain_tag, n_tags));
	memset(b->plain_tag, -1, (size_t)n_tags * sizeof *b->plain_tag);
	return STATUS_OK;
}

/* What doesn't depend on how states are made. */
static enum status prepare(struct state_builder *b)
{
	TRY(exception_index_init(&b->exceptions, b->netlist, b->constraints));
	if (b->constraints)
		TRY(relations_init(b->constraints, &b->relations));
	TRY(mark_sources(b));
	TRY(find_insertions(b));
	TRY(find_cones(b));
	return mark_captured(b);
}

static enum status spread(struct state_builder *b)
{
	int32_t n_found;

	TRY(begin(b));
	TRY(seed_clocks(b));
	TRY(spread_clocks(b, 0));
	if (b->conflict)
		return STATUS_OK;
	n_found = b->states->graph->n_vertices;
	TRY(seed_lost_clocks(b));
	if (b->states->graph->n_vertices > n_found)
		TRY(spread_clocks(b, n_found));
	TRY(add_ideal_slews(b));
	TRY(seed_inputs(b));
	return spread_data(b);
}

/* Most designs get by with one tag a vertex; the others begin again. */
static enum status build(struct state_builder *b)
{
	int32_t n_slews = b->timing->n_slews;

	TRY(prepare(b));
	b->flat = b->n_insertions == 0;
	TRY(spread(b));
	if (b->conflict) {
		state_graph_free(b->states);
		free(b->plain_tag);
		b->states = NULL;
		b->plain_tag = NULL;
		b->owner->n_slews = n_slews;
		b->flat = b->conflict = false;
		TRY(spread(b));
	}
	if (!b->flat)
		TRY(keep_own_graph(b->states));
	TRY(add_sources(b));
	return state_add_endpoints(b);
}

enum status state_graph_new(struct timing_graph *timing, bool unconstrained, struct task *task,
			    struct state_graph **out)
{
	struct state_builder b = {.owner = timing,
				  .timing = timing,
				  .netlist = timing->netlist,
				  .constraints = timing->constraints,
				  .unconstrained = unconstrained,
				  .task = task};
	enum status status;

	task_begin(task, "finding states", timing->graph->n_vertices);
	status = build(&b);
	task_end(task);
	exception_index_release(&b.exceptions);
	relations_release(&b.relations);
	free(b.is_source);
	free(b.insertion);
	free(b.cone);
	free(b.is_captured);
	free(b.has_ends);
	free(b.has_sink);
	free(b.relation_slot);
	free(b.plain_tag);
	if (status != STATUS_OK) {
		state_graph_free(b.states);
		return status;
	}
	*out = b.states;
	return STATUS_OK;
}

void state_graph_free(struct state_graph *states)
{
	if (!states)
		return;
	for (int32_t g = 0; g < states->n_groups; g++)
		free(states->group[g]);
	graph_unref(states->graph);
	free(states->tag);
	free(states->progress);
	free(states->progress_item);
	free(states->vertex);
	free(states->tag_of);
	free(states->flags);
	free(states->first);
	free(states->next);
	free(states->arc);
	free(states->constant);
	free(states->seed);
	free(states->input);
	free(states->relation);
	free(states->endpoint);
	free(states->group);
	free(states);
}
