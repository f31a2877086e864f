/*
 * Clocks as data: where a clock's edge reaches a check's data pin, an output delay or a named end
 * without passing a register, it is the data of a path that begins at the clock's source. As in
 * OpenSTA the source's latency counts, that of an ideal clock's network doesn't, and the delays of
 * cells and wires do.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

/* ---- from where clocks reach an end of data ---- */

static void mark_pin(struct state_builder *b, int32_t pin)
{
	b->basis.data_cone[pin * N_EDGES + RISE] = b->basis.data_cone[pin * N_EDGES + FALL] = 1;
}

static void mark_ends(struct state_builder *b)
{
	const struct constraints *k = b->constraints;

	OVER_ITEMS(c, b->timing->n_checks)
	__atomic_store_n(&b->basis.data_cone[b->timing->check[c].data], 1, __ATOMIC_RELAXED);
	state_mark_data_checks(b, b->basis.data_cone);
	for (int32_t i = 0; i < k->n_output_delays; i++)
		mark_pin(b, k->output_delay[i].pin);
	for (int32_t p = 0; p < k->n_ports; p++) {
		if (k->port[p].has_required)
			mark_pin(b, p);
	}
	for (int32_t p = 0; b->segment && p < b->netlist->n_all_pins; p++) {
		if (b->segment[p] & SEGMENT_END)
			mark_pin(b, p);
	}
	for (int32_t p = 0;
	     (b->unconstrained || b->exceptions.has_delays) && p < b->netlist->n_all_pins; p++) {
		if (!state_leads_on(b->timing, p))
			mark_pin(b, p);
	}
}

/* Do arcs that clocks and data pass lead from a vertex into the cone? Other threads may add to it. */
static void gather_cone(const struct state_builder *b, int32_t v, uint8_t *cone)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1] && !cone[v]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc < timing->n_possible && __atomic_load_n(&cone[head], __ATOMIC_RELAXED) &&
		    !state_launches(b, arc) && !b->basis.is_source[head / N_EDGES])
			__atomic_store_n(&cone[v], 1, __ATOMIC_RELAXED);
	}
}

/* Of those in `only`. */
static void sweep_levels(const struct state_builder *b, const uint8_t *only, uint8_t *cone)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		const int32_t *vertex = timing->order + timing->level_row[l];

		OVER_ITEMS(i, timing->level_row[l + 1] - timing->level_row[l])
		{
			if (only[vertex[i]])
				gather_cone(b, vertex[i], cone);
		}
	}
}

/* The same by place; bits: CONE, and SOURCE where clocks are defined. */
enum { CONE = 1 << 0, SOURCE = 1 << 1 };

static uint8_t gather_mark(const struct state_builder *b, int32_t place, const uint8_t *mark)
{
	const struct timing_graph *timing = b->timing;
	uint8_t own = mark[place];

	for (int32_t j = timing->place_row[place];
	     j < timing->place_row[place + 1] && !(own & CONE); j++) {
		if ((mark[timing->place_head[j]] & (CONE | SOURCE)) == CONE &&
		    timing->place_arc[j] >= 0)
			own |= CONE;
	}
	return own;
}

static void sweep_marks(const struct state_builder *b, uint8_t *mark)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		OVER_ITEMS(i, timing->level_row[l + 1] - timing->level_row[l])
		mark[timing->level_row[l] + i] =
			gather_mark(b, timing->level_row[l] + (int32_t)i, mark);
	}
}

enum status state_sweep_back(const struct state_builder *b, uint8_t *cone)
{
	int64_t n = b->timing->graph->n_vertices;
	const int32_t *order;
	uint8_t *mark;

	TRY(timing_graph_need_places(b->owner));
	TRY(ALLOC_UNSET(&mark, n));
	order = b->timing->order;
	OVER_ITEMS(i, n)
	mark[i] =
		(cone[order[i]] ? CONE : 0) | (b->basis.is_source[order[i] / N_EDGES] ? SOURCE : 0);
	sweep_marks(b, mark);
	OVER_ITEMS(i, n)
	{
		if (mark[i] & CONE)
			cone[order[i]] = 1;
	}
	free(mark);
	return STATUS_OK;
}

/* What is reached from clocks. */
struct clock_walk {
	const struct state_builder *b;
	uint8_t *seen; /* owned [n_vertices] */
	bool reconverges;
};

static void step_from(void *context, int32_t vertex, struct walk_found *found)
{
	struct clock_walk *walk = context;
	const struct state_builder *b = walk->b;
	const struct timing_graph *timing = b->timing;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc >= timing->n_possible || state_launches(b, arc) ||
		    b->basis.is_source[head / N_EDGES])
			continue;
		if (__atomic_exchange_n(&walk->seen[head], 1, __ATOMIC_RELAXED))
			__atomic_store_n(&walk->reconverges, true, __ATOMIC_RELAXED);
		else
			walk_note_vertex(found, head);
	}
}

static enum status walk_from_clocks(struct clock_walk *walk, struct state_walk *steps)
{
	const struct state_builder *b = walk->b;

	TRY(ALLOC(&walk->seen, b->timing->graph->n_vertices));
	steps->head = (const char *)walk->seen;
	steps->head_size = sizeof *walk->seen;
	for (int32_t c = 0; c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int32_t vertex = clock_begin_vertex(clock, b->netlist, i);

			if (vertex < 0 || walk->seen[vertex])
				continue;
			walk->seen[vertex] = 1;
			TRY(state_walk_add(steps, vertex));
		}
	}
	while (steps->done < steps->n)
		TRY(state_walk_round(steps, b->timing, step_from, walk, false));
	return STATUS_OK;
}

/* Where clocks spread when states are made, if they go through their networks alone. */
static enum status note_clock_places(struct state_builder *b, const struct state_walk *steps)
{
	int64_t n_words = bit_words(b->timing->graph->n_vertices);

	if (!b->spreader || b->basis.clock_places || b->basis.n_insertions || b->basis.is_clock_pin)
		return STATUS_OK;
	TRY(timing_graph_need_places(b->owner));
	TRY(ALLOC(&b->basis.clock_places, n_words));
	OVER_ITEMS(i, steps->n)
	{
		int32_t place = b->timing->place_of[steps->vertex[i]];

		__atomic_fetch_or(&b->basis.clock_places[place / 64], UINT64_C(1) << place % 64,
				  __ATOMIC_RELAXED);
	}
	return STATUS_OK;
}

/* Clocks come nowhere but where their sources lead, which is little of most designs. Rounds are levels as long
 * as no two ways meet. */
static enum status sweep_from_clocks(struct state_builder *b)
{
	struct clock_walk walk = {.b = b};
	struct state_walk steps = {0};
	enum status status = state_walk_begin(&steps);

	if (status == STATUS_OK)
		status = walk_from_clocks(&walk, &steps);
	if (status == STATUS_OK)
		status = note_clock_places(b, &steps);
	if (status == STATUS_OK && walk.reconverges)
		sweep_levels(b, walk.seen, b->basis.data_cone);
	for (int32_t r = steps.n_rounds - 1; status == STATUS_OK && !walk.reconverges && r >= 0;
	     r--) {
		const int32_t *vertex = steps.vertex + steps.row[r];

		OVER_ITEMS(i, steps.row[r + 1] - steps.row[r])
		gather_cone(b, vertex[i], b->basis.data_cone);
	}
	state_walk_release(&steps);
	free(walk.seen);
	return status;
}

enum status state_find_data_cone(struct state_builder *b)
{
	if (!b->constraints || !b->constraints->n_clocks)
		return STATUS_OK;
	TRY(ALLOC(&b->basis.data_cone, b->timing->graph->n_vertices));
	mark_ends(b);
	return sweep_from_clocks(b);
}

/* ---- where they begin ---- */

/* The state of a generated clock at a source without latency of its network; -1 = none. A propagated
 * clock whose source pin has settings of its own isn't there as itself. */
static enum status find_begin(struct state_builder *b, int32_t clock_edge, int32_t vertex,
			      int32_t *state)
{
	bool propagated = b->constraints->clock[clock_edge / N_EDGES].propagated;
	int32_t tag;

	*state = -1;
	if (propagated) {
		TRY(state_find_tag(b, TAG_CLOCK, clock_edge, 0, &tag));
		*state = state_find(b, vertex, tag);
	}
	if (*state >= 0)
		return STATUS_OK;
	TRY(state_find_tag(b, TAG_AT_ONCE, clock_edge, 0, &tag));
	*state = state_find(b, vertex, tag);
	return STATUS_OK;
}

/* An edge of a clock at a source of it. A generated clock whose latency is that of the way to it
 * has its arrival from there. */
static enum status seed_edge(struct state_builder *b, int32_t c, int32_t vertex)
{
	const struct clock *clock = &b->constraints->clock[c];
	int32_t pin = vertex / N_EDGES, progress, after = -1;
	int edge = vertex % N_EDGES;
	bool inserted = state_of_insertion(b, CLOCK_EDGE(c, edge), true) >= 0;
	/* delays of cells count, also that of a port's driver */
	struct seed seed = {.driver = inserted ? -1 : vertex_driver(b->timing, vertex)};

	if (!b->basis.data_cone[vertex])
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS && !inserted; split++)
		seed.arrival[split] = fs_of_ps(clock->time[edge]) +
				      state_source_latency(b, c, pin, (enum split)split, edge);
	if (inserted)
		TRY(find_begin(b, CLOCK_EDGE(c, edge), vertex, &after));
	if (inserted && after < 0)
		return STATUS_OK; /* no edge arrives there */
	TRY(progress_begin_clock(b, CLOCK_EDGE(c, edge), vertex, &progress));
	if (progress == PROGRESS_FALSE)
		return STATUS_OK;
	TRY(state_seed_data(b, CLOCK_EDGE(c, edge), &seed, vertex, after, progress));
	if (!progress_may_ignore(b, CLOCK_EDGE(c, edge), progress))
		return STATUS_OK;
	TRY(progress_without_latency(b, &progress));
	return state_seed_data(b, CLOCK_EDGE(c, edge), &seed, vertex, after, progress);
}

enum status state_seed_clock_data(struct state_builder *b)
{
	bool any = false;

	/* a clock that was stopped may be the enable of another's gate */
	if (b->basis.data_cone && !b->same_basis)
		TRY(state_mark_enables(b, b->basis.data_cone, &any));
	if (any)
		TRY(sweep_from_clocks(b));
	for (int32_t c = 0; b->basis.data_cone && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int32_t vertex = clock_begin_vertex(clock, b->netlist, i);

			if (vertex >= 0)
				TRY(seed_edge(b, c, vertex));
		}
	}
	return STATUS_OK;
}

/* ---- what clocks and data share ---- */

/* In the network of a clock, or on the way to a generated one, with data beside it that isn't a clock's edge. What
 * leaves a latch at its input begins there, and so has no delay up to there. */
static bool has_both(const struct state_graph *states, int32_t vertex)
{
	bool clock = false, data = false;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		bool is_data = state_tag(states, s)->kind == TAG_DATA;

		clock |= state_is_of_clock(states, s);
		data |= is_data && !state_is_clock_as_data(states, s) &&
			!state_leaves_latch(states, s);
	}
	return clock && data;
}

static bool any_has_both(const struct state_builder *b)
{
	const struct state_graph *states = b->states;
	bool any = false;

	OVER_ITEMS(s, b->n_of_clocks)
	{
		if (has_both(states, state_vertex(states, (int32_t)s)))
			__atomic_store_n(&any, true, __ATOMIC_RELAXED);
	}
	return any;
}

/* In flat states a vertex has one tag, and so nothing is shared. */
enum status state_mark_shared(struct state_builder *b)
{
	if (b->flat || !b->basis.data_cone || !any_has_both(b))
		return STATUS_OK;
	TRY(state_sweep_back(
		b, b->basis.data_cone)); /* ways to generated clocks lead where no clock comes */
	OVER_ITEMS(v, b->timing->graph->n_vertices)
	{
		if (b->basis.data_cone[v] && has_both(b->states, (int32_t)v))
			b->states->flags[state_first(b->states, (int32_t)v)] |= STATE_SHARED;
	}
	return STATUS_OK;
}
