/* The ways from clocks to those generated of them: which vertices are on one, and by which edges. */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

bool state_is_on_way(const struct state_builder *b, int32_t insertion, int32_t vertex)
{
	return b->basis.cone[(int64_t)vertex * b->basis.n_words + insertion / 64] >>
		       insertion % 64 &
	       1;
}

/* What is reached along the way to a generated clock, a vertex at a time. */
struct walk {
	int32_t *stack; /* owned [n_vertices] */
	int32_t *seen;  /* owned [n_vertices]: number of the last walk that came there */
	int32_t number, n;
};

static void walk_to(struct walk *walk, int32_t vertex)
{
	if (walk->seen[vertex] == walk->number)
		return;
	walk->seen[vertex] = walk->number;
	walk->stack[walk->n++] = vertex;
}

static enum status walk_init(const struct state_builder *b, struct walk *walk)
{
	*walk = (struct walk){0};
	TRY(ALLOC(&walk->stack, b->timing->graph->n_vertices));
	return ALLOC(&walk->seen, b->timing->graph->n_vertices);
}

static void walk_release(struct walk *walk)
{
	free(walk->stack);
	free(walk->seen);
}

/* Does a clock that reaches a pin go on as itself to a source of a generated one? No register's output leads on but
 * that which the clock is defined at, as what selects a clock is data, or with `launched` any. */
static bool leads_to_source(const struct state_builder *b, int32_t insertion, int32_t pin,
			    bool launched, struct walk *walk)
{
	const struct timing_graph *timing = b->timing;
	const struct clock *clock = &b->constraints->clock[b->basis.insertion[insertion]];
	bool found = false;

	walk->number++;
	walk->n = 0;
	for (int side = 0; side < 2; side++) {
		int32_t v = (side ? netlist_driving_side(b->netlist, pin) : pin) * N_EDGES;

		for (int edge = 0; edge < N_EDGES; edge++) {
			if (state_is_on_way(b, insertion, v + edge))
				walk_to(walk, v + edge);
		}
	}
	while (walk->n && !found) {
		int32_t vertex = walk->stack[--walk->n];

		found = state_is_source_of(b, clock, vertex);
		for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
			int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

			if (arc < timing->n_possible && state_is_on_way(b, insertion, head) &&
			    (launched || !state_launches(b, arc) ||
			     state_is_source_of(b, clock, head)))
				walk_to(walk, head);
		}
	}
	return found;
}

/* Is a clock propagated by a pin on a generated clock's way? Where the master comes only through registers, as from
 * a divider upstream of its source, that way counts. */
static bool passes_propagated_pin(const struct state_builder *b, int32_t insertion,
				  struct walk *walk)
{
	const struct constraints *k = b->constraints;
	int32_t master = k->clock[b->basis.insertion[insertion]].master;
	bool launched = true;

	for (int32_t i = 0; i < k->clock[master].n_sources && launched; i++)
		launched = !leads_to_source(b, insertion, k->clock[master].source[i], false, walk);
	for (int32_t i = 0; i < k->n_clock_pins; i++) {
		if (k->clock_pin[i].propagated &&
		    (k->clock_pin[i].clock < 0 || k->clock_pin[i].clock == master) &&
		    leads_to_source(b, insertion, k->clock_pin[i].pin, launched, walk))
			return true;
	}
	return false;
}

/* Those whose masters are ideal all the way are none. */
static enum status drop_ideal_masters(struct state_builder *b, bool *dropped)
{
	struct walk walk = {0};
	enum status status =
		b->basis.is_clock_pin && b->basis.n_insertions ? walk_init(b, &walk) : STATUS_OK;
	int32_t n = 0;

	for (int32_t g = 0; g < b->basis.n_insertions && status == STATUS_OK; g++) {
		const struct clock *clock = &b->constraints->clock[b->basis.insertion[g]];

		if (b->constraints->clock[clock->master].propagated ||
		    (b->basis.is_clock_pin && passes_propagated_pin(b, g, &walk)))
			b->basis.insertion[n++] = b->basis.insertion[g];
	}
	walk_release(&walk);
	*dropped = n < b->basis.n_insertions;
	b->basis.n_insertions = n;
	return status;
}

static void gather_cones(const struct state_builder *b, int64_t v)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
		int64_t u = timing->graph->arc_to[timing->out_arc[j]];

		if (timing->out_arc[j] >= timing->n_possible)
			continue;
		for (int32_t w = 0; w < b->basis.n_words; w++)
			b->basis.cone[v * b->basis.n_words + w] |=
				b->basis.cone[u * b->basis.n_words + w];
	}
}

/* The vertices that lead to the sources of each generated clock, by one sweep backward. */
static enum status find_cones(struct state_builder *b)
{
	const struct timing_graph *timing = b->timing;
	int32_t n = timing->graph->n_vertices;

	b->basis.n_words = (b->basis.n_insertions + 63) / 64;
	if (!b->basis.n_words)
		return STATUS_OK;
	TRY(ALLOC(&b->basis.cone, (int64_t)n * b->basis.n_words));
	for (int32_t g = 0; g < b->basis.n_insertions; g++) {
		const struct clock *clock = &b->constraints->clock[b->basis.insertion[g]];

		for (int32_t i = 0; i < clock_n_begin_places(clock); i++) {
			int64_t vertex = clock_begin_vertex(clock, b->netlist, i);

			if (vertex >= 0)
				b->basis.cone[vertex * b->basis.n_words + g / 64] |= UINT64_C(1)
										     << g % 64;
		}
	}
	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		const int32_t *vertex = timing->order + timing->level_row[l];

		OVER_ITEMS(i, timing->level_row[l + 1] - timing->level_row[l])
		gather_cones(b, vertex[i]);
	}
	return STATUS_OK;
}

enum status state_find_cones(struct state_builder *b)
{
	bool dropped;

	TRY(find_cones(b));
	TRY(drop_ideal_masters(b, &dropped));
	if (!dropped)
		return STATUS_OK;
	free(b->basis.cone); /* they are numbered again */
	b->basis.cone = NULL;
	return find_cones(b);
}

/* ---- generated clocks by the wrong edge ---- */

/* From an edge at the master's sources on; the vertices that are reached are those with the walk's number. */
static void walk_way(const struct state_builder *b, int32_t insertion, enum edge from,
		     struct walk *walk)
{
	const struct clock *clock = &b->constraints->clock[b->basis.insertion[insertion]];
	const struct clock *master = &b->constraints->clock[clock->master];
	const struct timing_graph *timing = b->timing;

	walk->number++;
	for (int32_t i = (int32_t)from; i < clock_n_begin_places(master); i += N_EDGES) {
		int32_t vertex = clock_begin_vertex(master, b->netlist, i);

		if (vertex >= 0)
			walk_to(walk, vertex);
	}
	while (walk->n) {
		int32_t vertex = walk->stack[--walk->n];

		for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
			int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

			if (arc < timing->n_possible && state_is_on_way(b, insertion, head))
				walk_to(walk, head);
		}
	}
}

static bool is_reached(const struct state_builder *b, const struct clock *clock, int edge,
		       const struct walk *walk)
{
	bool reached = false;

	for (int32_t i = edge; i < clock_n_begin_places(clock); i += N_EDGES) {
		int32_t vertex = clock_begin_vertex(clock, b->netlist, i);

		reached |= vertex >= 0 && walk->seen[vertex] == walk->number;
	}
	return reached;
}

static enum status find_odd_edges_of(struct state_builder *b, int32_t insertion, struct walk *walk)
{
	struct state_graph *states = b->states;
	int32_t c = b->basis.insertion[insertion];
	const struct clock *clock = &b->constraints->clock[c];

	for (int edge = 0; edge < N_EDGES; edge++) {
		bool reached;

		walk_way(b, insertion, clock->master_edge[edge], walk);
		if (is_reached(b, clock, edge, walk))
			continue;
		walk_way(b, insertion, clock->master_edge[edge] == RISE ? FALL : RISE, walk);
		reached = is_reached(b, clock, edge, walk);
		if (!reached)
			continue; /* nothing comes there at all */
		TRY(APPEND(states->warned.opposite, states->warned.n_opposite,
			   &states->warned.opposite_capacity, CLOCK_EDGE(c, edge)));
	}
	return STATUS_OK;
}

enum status state_find_opposite_edges(struct state_builder *b)
{
	struct walk walk;
	enum status status;

	if (!b->basis.n_insertions)
		return STATUS_OK;
	status = walk_init(b, &walk);
	for (int32_t g = 0; g < b->basis.n_insertions && status == STATUS_OK; g++)
		status = find_odd_edges_of(b, g, &walk);
	walk_release(&walk);
	return status;
}
