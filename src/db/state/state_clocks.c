/*
 * Clocks through their networks, and on their ways to the sources of generated clocks: the first
 * pass over the vertices in topological order.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "db/state/state_impl.h"

/* ---- where clocks begin ---- */

enum status state_mark_sources(struct state_builder *b)
{
	TRY(ALLOC(&b->is_source, b->netlist->n_pins));
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources; i++)
			b->is_source[clock->source[i]] |= clock->add ? SOURCE_PASSES : SOURCE_STOPS;
	}
	return STATUS_OK;
}

/* Other clocks stop there, unless they may be added to. */
static bool stops_clocks(const struct state_builder *b, int32_t vertex)
{
	return b->is_source[vertex / N_EDGES] & SOURCE_STOPS;
}

static bool has_source_latency(const struct clock *clock)
{
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		if (!is_given(clock->source_latency[c / N_EDGES][c % N_EDGES]))
			return false;
	}
	return true;
}

/* Is its latency, where none is given, that of the way from its master's source? That of an ideal
 * master is none, as in OpenSTA. */
static bool is_inserted(const struct state_builder *b, int32_t c)
{
	const struct clock *clock = &b->constraints->clock[c];

	const struct clock *master =
		clock->master < 0 ? NULL : &b->constraints->clock[clock->master];

	return clock->propagated && master && master->propagated && clock->n_sources > 0 &&
	       master->n_sources > 0 && !has_source_latency(clock);
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

enum status state_find_insertions(struct state_builder *b)
{
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		if (!is_inserted(b, c))
			continue;
		TRY(GROW(&b->insertion, &b->insertion_capacity, (int64_t)b->n_insertions + 1));
		b->insertion[b->n_insertions++] = c;
	}
	return STATUS_OK;
}

enum status state_seed_clocks(struct state_builder *b)
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
enum status state_find_cones(struct state_builder *b)
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

/* A constant arc between two states of one vertex. */
static enum status add_turn(struct state_builder *b, int32_t from, int32_t tag,
			    const int64_t delay[N_SPLITS])
{
	int32_t to, arc;

	TRY(state_get(b, b->states->vertex[from], tag, &to));
	TRY(state_add_constant(b, delay, -1, &arc));
	return state_add_arc(b, from, to, -1, arc);
}

/* An edge of a clock at its source is where the ways to the clocks generated of it begin; times
 * along them count from that edge. */
static enum status begin_insertions(struct state_builder *b, int32_t state)
{
	const struct tag *tag = state_tag(b->states, state);
	int32_t vertex = b->states->vertex[state], c = tag->clock_edge / N_EDGES, to;
	const struct clock *clock = &b->constraints->clock[c];
	int edge = tag->clock_edge % N_EDGES;
	int64_t back[N_SPLITS] = {-fs_of_ps(clock->time[edge]), -fs_of_ps(clock->time[edge])};

	if (vertex % N_EDGES != edge || !clock_is_source_of(clock, vertex / N_EDGES))
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

	*ends = clock_is_source_of(clock, vertex / N_EDGES);
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

		if (arc >= timing->n_possible || state_launches(b, arc) || stops_clocks(b, head))
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
enum status state_spread_clocks(struct state_builder *b, int32_t from)
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

/* ---- clocks that nothing comes to ---- */

static bool is_there(const struct state_builder *b, int32_t c)
{
	const struct clock *clock = &b->constraints->clock[c];

	for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++) {
		int32_t s = b->states->first[clock->source[i / N_EDGES] * N_EDGES + i % N_EDGES];

		for (; s >= 0; s = b->states->next[s]) {
			const struct tag *tag = state_tag(b->states, s);

			if (tag->kind == TAG_CLOCK && tag->clock_edge == CLOCK_EDGE(c, i % N_EDGES))
				return true;
		}
	}
	return false;
}

/* Edges of one that nothing came to. */
static enum status seed_lost_clock(struct state_builder *b, int32_t c, bool *any)
{
	const struct clock *clock = &b->constraints->clock[c];

	for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++) {
		int32_t vertex = clock->source[i / N_EDGES] * N_EDGES + i % N_EDGES, tag;

		TRY(state_find_tag(b, TAG_CLOCK, CLOCK_EDGE(c, i % N_EDGES), 0, &tag));
		if (state_find(b, vertex, tag) >= 0)
			continue;
		TRY(seed_clock_edge(b, c, clock->source[i / N_EDGES], i % N_EDGES, false));
		*any = true;
	}
	return STATUS_OK;
}

static enum status seed_those(struct state_builder *b, const uint8_t *has_master, bool *any)
{
	*any = false;
	for (int32_t g = 0; g < b->n_insertions; g++) {
		if (!has_master || has_master[g])
			TRY(seed_lost_clock(b, b->insertion[g], any));
	}
	return STATUS_OK;
}

/* A generated clock that its master doesn't come to begins without latency; one whose master is
 * itself lost waits for that. */
enum status state_seed_lost_clocks(struct state_builder *b, bool *any)
{
	uint8_t *has_master;
	enum status status;

	TRY(ALLOC(&has_master, b->n_insertions));
	for (int32_t g = 0; g < b->n_insertions; g++)
		has_master[g] = is_there(b, b->constraints->clock[b->insertion[g]].master);
	status = seed_those(b, has_master, any);
	if (status == STATUS_OK && !*any)
		status = seed_those(b, NULL, any);
	free(has_master);
	return status;
}

/* ---- slews of ideal clocks ---- */

enum status state_mark_captured(struct state_builder *b)
{
	const struct graph *graph = b->timing->graph;

	TRY(ALLOC(&b->is_captured, graph->n_vertices));
	for (int32_t c = 0; c < b->timing->n_checks; c++)
		b->is_captured[b->timing->check[c].clock] = 1;
	for (int32_t a = 0; a < b->timing->n_possible; a++) {
		if (state_launches(b, a))
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
		const struct clock *clock =
			tag->kind == TAG_CLOCK ? &b->constraints->clock[tag->clock_edge / N_EDGES]
					       : NULL;

		if (!clock || clock->propagated)
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

enum status state_add_ideal_slews(struct state_builder *b)
{
	struct timing_graph *timing = b->owner;
	struct given_slew slew;

	for (int32_t v = 0; v < timing->graph->n_vertices; v++) {
		if (b->is_captured[v] && b->states->first[v] >= 0 && ideal_slew(b, v, &slew))
			TRY(timing_graph_add_slew(timing, &slew));
	}
	return STATUS_OK;
}
