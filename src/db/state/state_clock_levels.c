/*
 * Clocks through their networks by threads: where vertices are states in a walk from where they begin, else level by
 * level.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* ---- where vertices are states ---- */

/* The way of clocks by threads: what they lead to they only mark. */
struct flat_clocks {
	struct state_builder *b;
	int32_t none; /* the delay of ideal clocks' arcs */
	bool conflict;
};

/* Give a state its only tag; *conflict: it has another. True when it had none. */
static bool claim_state(struct state_graph *states, int32_t state, int32_t tag, bool *conflict)
{
	int32_t there = -1;

	if (__atomic_compare_exchange_n(&states->tag_of[state], &there, tag, false,
					__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return true;
	if (there != tag)
		__atomic_store_n(conflict, true, __ATOMIC_RELAXED);
	return false;
}

static void step_from_clock(void *context, int32_t vertex, struct walk_found *found)
{
	struct flat_clocks *clocks = context;
	struct state_builder *b = clocks->b;
	const struct timing_graph *timing = b->timing;
	int32_t tag = b->states->tag_of[vertex];
	bool propagated = state_mode_of(b, &b->states->tag[tag]).propagated;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (!state_passes_clock(b, tag, vertex, arc))
			continue;
		if (claim_state(b->states, head, tag, &clocks->conflict))
			walk_note_vertex(found, head);
		if (!propagated && !b->states->arc) /* alone: see spread_flat() */
			found->lacks_memory |=
				state_add_arc(b, vertex, head, arc, clocks->none) != STATUS_OK;
		else if (b->states->arc)
			b->states->arc[arc] = propagated ? arc : clocks->none;
		else
			b->states->passes[arc] = 1;
	}
}

/* Does an ideal clock begin? Its arcs have another delay than their own. */
static enum status begin_flat(struct flat_clocks *clocks, struct state_walk *walk, bool *any_ideal)
{
	static const int64_t zero[N_SPLITS];
	struct state_builder *b = clocks->b;
	const struct state_graph *states = b->states;

	walk->head = (const char *)states->tag_of;
	walk->head_size = sizeof *states->tag_of;
	for (int32_t i = 0; i < states->n_seeds; i++) {
		int32_t state = states->seed[i].state;

		TRY(state_walk_add(walk, state));
		*any_ideal |= !state_mode_of(b, state_tag(states, state)).propagated;
	}
	return *any_ideal ? state_add_constant(b, zero, -1, &clocks->none) : STATUS_OK;
}

static enum status spread_flat(struct flat_clocks *clocks, struct state_walk *walk)
{
	struct state_builder *b = clocks->b;
	bool any_ideal = false;

	TRY(state_walk_begin(walk));
	TRY(begin_flat(clocks, walk, &any_ideal));
	while (walk->done < walk->n && !b->conflict) {
		/* the first such arc makes the array of delays */
		bool alone = any_ideal && !b->states->arc;

		TRY(state_walk_round(walk, b->timing, step_from_clock, clocks, alone));
		b->conflict |= clocks->conflict;
		TRY(task_progress(b->task, walk->done / 2));
	}
	return STATUS_OK;
}

/* ---- level by level ---- */

/* The vertices of a level; few of most are in clock networks. */
struct clock_level {
	const struct state_builder *b;
	const int32_t *vertex;
};

static bool has_clocks(const void *context, int64_t i)
{
	const struct clock_level *level = context;
	int32_t vertex = level->vertex[i];

	return state_first(level->b->states, vertex) >= 0 ||
	       (level->b->entering && level->b->entering[vertex] >= 0);
}

/* Where nothing but clocks in their networks is that go on as they are, on threads. */
static bool goes_on_plainly(const struct state_builder *b, int32_t vertex)
{
	const struct state_graph *states = b->states;
	bool plain =
		!b->entering && !b->basis.is_uncertain && !b->basis.is_source[vertex / N_EDGES];

	for (int32_t s = state_first(states, vertex); s >= 0 && plain; s = state_next(states, s))
		plain = state_tag(states, s)->kind == TAG_CLOCK;
	return plain;
}

/* The delay of ideal clocks' arcs, ~constant; 0 = it isn't made yet. */
static int32_t find_none(const struct state_graph *states)
{
	for (int32_t c = 0; c < states->n_constants; c++) {
		const struct constant_delay *constant = &states->constant[c];

		if (constant->driver < 0 && !constant->delay[EARLY] && !constant->delay[LATE])
			return ~c;
	}
	return 0;
}

static enum status ask_from_clock(struct state_asker *asker, int32_t vertex)
{
	struct state_builder *b = asker->b;
	const struct timing_graph *timing = b->timing;
	const struct state_graph *states = b->states;
	int32_t none = find_none(states);

	asker->own->is_left |= !goes_on_plainly(b, vertex);
	for (int32_t s = state_first(states, vertex); s >= 0 && !asker->own->is_left;
	     s = state_next(states, s)) {
		int32_t tag = states->tag_of[s];
		bool propagated = state_mode_of(b, &states->tag[tag]).propagated;

		asker->own->is_left |= !propagated && !none;
		for (int32_t j = timing->out_row[vertex];
		     j < timing->out_row[vertex + 1] && s >= b->clocks_from; j++) {
			int32_t arc = timing->out_arc[j];
			struct state_request request = {s, timing->graph->arc_to[arc], tag,
							propagated ? arc : none};

			if (state_passes_clock(b, tag, vertex, arc))
				TRY(state_request(asker, &request));
		}
	}
	return STATUS_OK;
}

/* The vertices of a level in reach of clocks. */
static enum status list_level(const struct state_builder *b, int32_t l, int32_t **vertex,
			      int32_t *n)
{
	const struct timing_graph *timing = b->timing;
	struct clock_level level = {b, timing->order + timing->level_row[l]};
	int32_t begin = timing->level_row[l], end = timing->level_row[l + 1];
	int64_t capacity = 0;

	*vertex = NULL;
	*n = 0;
	if (!b->basis.clock_places) {
		TRY(select_items(end - begin, has_clocks, &level, vertex, n));
		for (int32_t i = 0; i < *n; i++)
			(*vertex)[i] = level.vertex[(*vertex)[i]];
		return STATUS_OK;
	}
	for (int32_t w = begin / 64; w * INT64_C(64) < end; w++) {
		uint64_t bits = b->basis.clock_places[w];

		if (w == begin / 64)
			bits &= ~UINT64_C(0) << begin % 64;
		if (end - w * INT64_C(64) < 64)
			bits &= ~(~UINT64_C(0) << end % 64);
		if (GROW(vertex, &capacity, (int64_t)*n + 64) != STATUS_OK) {
			free(*vertex);
			return STATUS_NO_MEMORY;
		}
		for (; bits; bits &= bits - 1)
			(*vertex)[(*n)++] = timing->order[w * 64 + __builtin_ctzll(bits)];
	}
	return STATUS_OK;
}

static enum status spread_clock_level(struct state_spreading *s, int32_t l)
{
	struct state_builder *b = s->b;
	int32_t *vertex, n;
	enum status status;

	TRY(list_level(b, l, &vertex, &n));
	status = state_spread_by_parts(s, vertex, n);
	free(vertex);
	return status;
}

/* A level after another: none of its vertices leads to another. */
static enum status spread_levels(struct state_builder *b)
{
	struct state_spreading s = {0};
	enum status status = state_spreading_begin(b, &s);

	s.ask = ask_from_clock;
	s.alone = state_spread_clocks_of;
	for (int32_t l = 0; l < b->timing->n_levels && !b->conflict && status == STATUS_OK; l++) {
		status = spread_clock_level(&s, l);
		if (status == STATUS_OK)
			status = task_progress(b->task, b->timing->level_row[l] / 2);
	}
	state_spreading_release(&s);
	return status;
}

/* Where the tag of a clock changes on its way new tags have numbers in the order of vertices. */
enum status state_spread_clocks(struct state_builder *b, int32_t from)
{
	struct flat_clocks clocks = {.b = b};
	struct state_walk walk = {0};
	enum status status;

	b->clocks_from = from;
	if (!b->flat || b->basis.is_uncertain)
		return spread_levels(b);
	status = spread_flat(&clocks, &walk);
	state_walk_release(&walk);
	return status;
}
