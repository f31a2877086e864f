/*
 * Clocks downstream of pins of which set_propagated_clock, set_clock_latency or set_clock_uncertainty says something. There a clock
 * goes on in another mode: propagated, with the delays from its source on, or ideal, with the pin's
 * latency instead of the clock's. Two ways lead there from the source, whatever the clock is itself:
 * one with the network's delays (TAG_NETWORK), one without (TAG_AT_ONCE); neither launches nor captures
 * anything. As in OpenSTA 2.0 latency at a pin goes before both, and pins further on before pins
 * before them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* ---- settings of pins ---- */

/* Does it say how clocks go on, and not only what they are uncertain by? */
static bool turns(const struct clock_pin *at)
{
	bool any = at->propagated;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		any |= is_given(at->source_latency[c / N_EDGES][c % N_EDGES]) ||
		       is_given(at->network_latency[c / N_EDGES][c % N_EDGES]);
	return any;
}

static bool any_turns(const struct constraints *k)
{
	bool any = false;

	for (int32_t i = 0; i < k->n_clock_pins && !any; i++)
		any = turns(&k->clock_pin[i]);
	return any;
}

static bool has_uncertainty(const struct clock_pin *at)
{
	return at && (is_given(at->uncertainty[EARLY]) || is_given(at->uncertainty[LATE]));
}

enum status state_find_uncertain(struct state_builder *b)
{
	const struct constraints *k = b->constraints;

	for (int32_t i = 0; i < k->n_clock_pins; i++) {
		if (!has_uncertainty(&k->clock_pin[i]))
			continue;
		if (!b->basis.is_uncertain)
			TRY(ALLOC(&b->basis.is_uncertain, b->netlist->n_all_pins));
		b->basis.is_uncertain[k->clock_pin[i].pin] = 1;
		b->basis.is_uncertain[netlist_driving_side(b->netlist, k->clock_pin[i].pin)] = 1;
	}
	return STATUS_OK;
}

static void gather_pins(const struct state_builder *b, int32_t v)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
		int32_t arc = timing->out_arc[j];

		if (arc < timing->n_possible && !state_launches(b, arc))
			b->basis.pin_cone[v] |= b->basis.pin_cone[timing->graph->arc_to[arc]];
	}
}

/* Which pins are named, and the vertices from which one of them is reached. */
enum status state_find_clock_pins(struct state_builder *b)
{
	const struct constraints *k = b->constraints;
	const struct timing_graph *timing = b->timing;
	int32_t n = timing->graph->n_vertices;

	if (!k)
		return STATUS_OK;
	TRY(state_find_uncertain(b));
	if (!any_turns(k))
		return STATUS_OK;
	TRY(ALLOC(&b->basis.is_clock_pin, b->netlist->n_all_pins));
	TRY(ALLOC(&b->basis.pin_cone, n));
	for (int32_t i = 0; i < k->n_clock_pins; i++) {
		int32_t side[2] = {k->clock_pin[i].pin,
				   netlist_driving_side(b->netlist, k->clock_pin[i].pin)};

		for (int s = 0; s < 2 && turns(&k->clock_pin[i]); s++) {
			b->basis.is_clock_pin[side[s]] = 1;
			b->basis.pin_cone[side[s] * N_EDGES + RISE] = 1;
			b->basis.pin_cone[side[s] * N_EDGES + FALL] = 1;
		}
	}
	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		const int32_t *vertex = timing->order + timing->level_row[l];

		OVER_ITEMS(i, timing->level_row[l + 1] - timing->level_row[l])
		gather_pins(b, vertex[i]);
	}
	return STATUS_OK;
}

/* Nothing has been noted at any of these pins. */
enum status state_begin_entering(struct state_builder *b)
{
	int32_t n = b->timing->graph->n_vertices;

	if (!b->basis.is_clock_pin)
		return STATUS_OK;
	TRY(ALLOC_UNSET(&b->entering, n));
	memset(b->entering, -1, (size_t)n * sizeof *b->entering);
	return STATUS_OK;
}

/* Does a clock reach pins downstream of a vertex where it has settings of its own? */
static bool leads_to_pin(const struct state_builder *b, int32_t vertex)
{
	return b->basis.pin_cone && b->basis.pin_cone[vertex];
}

/* Of a clock that is in some mode before a pin: its mode after it, in one split. */
static void pass_pin(const struct constraints *k, int32_t pin, int32_t clock_edge, enum split split,
		     struct clock_mode *mode)
{
	int32_t clock = clock_edge / N_EDGES;
	const struct clock_pin *at[] = {constraints_find_clock_pin(k, pin, clock),
					constraints_find_clock_pin(k, pin, -1)};

	for (int i = 0; i < 2; i++) {
		double latency =
			at[i] ? at[i]->network_latency[split][clock_edge % N_EDGES] : NOT_GIVEN;

		if (!is_given(latency))
			continue;
		mode->propagated = false;
		mode->latency[split] = fs_of_ps(latency);
		return;
	}
	if ((at[0] && at[0]->propagated) || (at[1] && at[1]->propagated))
		mode->propagated = true;
}

static void pass_uncertainty(const struct state_builder *b, int32_t pin, struct clock_mode *mode)
{
	const struct clock_pin *at =
		b->basis.is_uncertain && b->basis.is_uncertain[pin]
			? constraints_find_clock_pin(b->constraints,
						     netlist_named_pin(b->netlist, pin), -1)
			: NULL;

	for (int split = 0; at && split < N_SPLITS; split++) {
		if (is_given(at->uncertainty[split]))
			mode->uncertainty[split] = fs_of_ps(at->uncertainty[split]);
	}
}

/* ---- modes ---- */

static struct clock_mode own_mode(const struct state_builder *b, int32_t clock_edge)
{
	const struct clock *clock = &b->constraints->clock[clock_edge / N_EDGES];
	struct clock_mode mode = {.propagated = clock->propagated,
				  .uncertainty = {FS_NOTHING, FS_NOTHING}};

	for (int split = 0; split < N_SPLITS && !mode.propagated; split++)
		mode.latency[split] =
			clock_latency(clock, (enum split)split, clock_edge % N_EDGES, false, true);
	return mode;
}

static bool same_mode(const struct clock_mode *a, const struct clock_mode *b)
{
	return a->propagated == b->propagated && a->latency[EARLY] == b->latency[EARLY] &&
	       a->latency[LATE] == b->latency[LATE] &&
	       a->uncertainty[EARLY] == b->uncertainty[EARLY] &&
	       a->uncertainty[LATE] == b->uncertainty[LATE];
}

/* Its number for the tags of a clock edge; 0 is the clock's own. */
static enum status find_mode(struct state_builder *b, int32_t clock_edge, struct clock_mode mode,
			     int32_t *id)
{
	struct state_graph *states = b->states;
	struct clock_mode own = own_mode(b, clock_edge);

	*id = 0;
	if (same_mode(&own, &mode))
		return STATUS_OK;
	for (*id = 1; *id < states->n_modes; ++*id) {
		if (same_mode(&states->mode[*id], &mode))
			return STATUS_OK;
	}
	if (!states->n_modes) {
		TRY(GROW(&states->mode, &states->capacity.mode, 1));
		states->mode[states->n_modes++] = (struct clock_mode){0};
		*id = 1;
	}
	TRY(APPEND(states->mode, states->n_modes, &states->capacity.mode, mode));
	return STATUS_OK;
}

enum status state_uncertain_tag(struct state_builder *b, int32_t tag, int32_t pin, int32_t *after)
{
	const struct tag before = b->states->tag[tag];
	struct clock_mode mode;
	int32_t id;

	*after = tag;
	if (!b->basis.is_uncertain || !b->basis.is_uncertain[pin])
		return STATUS_OK;
	mode = state_mode_of(b, &before);
	pass_uncertainty(b, pin, &mode);
	TRY(find_mode(b, before.clock_edge, mode, &id));
	return state_find_tag(b, TAG_CLOCK, before.clock_edge, id, after);
}

struct clock_mode state_mode_of(const struct state_builder *b, const struct tag *tag)
{
	return tag->progress ? b->states->mode[tag->progress] : own_mode(b, tag->clock_edge);
}

/* ---- at sources ---- */

/* The modes of a clock at a pin, before which it is in another; one for both splits, or one for each. */
static enum status modes_at(struct state_builder *b, int32_t clock_edge, int32_t pin,
			    const struct clock_mode *before, struct clock_begin out[N_SPLITS],
			    int *n)
{
	struct clock_mode mode[N_SPLITS];

	for (int split = 0; split < N_SPLITS; split++) {
		mode[split] = *before;
		if (b->basis.is_clock_pin && b->basis.is_clock_pin[pin])
			pass_pin(b->constraints, netlist_named_pin(b->netlist, pin), clock_edge,
				 (enum split)split, &mode[split]);
		pass_uncertainty(b, pin, &mode[split]);
	}
	*n = mode[EARLY].propagated == mode[LATE].propagated ? 1 : N_SPLITS;
	if (*n == 1)
		mode[EARLY].latency[LATE] = mode[LATE].latency[LATE];
	for (int i = 0; i < *n; i++) {
		if (mode[i].propagated)
			mode[i].latency[EARLY] = mode[i].latency[LATE] = 0;
		out[i] = (struct clock_begin){.mode = mode[i],
					      .splits = *n == 1 ? EDGES_BOTH : 1 << i};
		TRY(find_mode(b, clock_edge, mode[i], &out[i].id));
	}
	return STATUS_OK;
}

enum status state_begin_modes(struct state_builder *b, int32_t clock_edge, int32_t pin,
			      struct clock_begin out[N_SPLITS], int *n)
{
	struct clock_mode own = own_mode(b, clock_edge);

	return modes_at(b, clock_edge, pin, &own, out, n);
}

/* The two ways to pins downstream of a source begin there with these arrivals, or so much after a state (-1 =
 * none). The first has the delay of the port's driver too. The second is also where an ideal generated clock
 * begins as data, whether its master comes there or not. */
enum status state_begin_ways(struct state_builder *b, int32_t clock_edge, int32_t vertex,
			     const int64_t arrival[N_SPLITS], int32_t after)
{
	static const enum tag_kind kind[] = {TAG_NETWORK, TAG_AT_ONCE};
	int32_t clock = clock_edge / N_EDGES;
	bool data_begins = !b->constraints->clock[clock].propagated && state_is_inserted(b, clock);

	for (int i = 0; i < 2; i++) {
		struct seed seed = {.driver = i ? -1 : vertex_driver(b->timing, vertex),
				    .arrival = {arrival[EARLY], arrival[LATE]}};
		int32_t tag, arc;

		if (!leads_to_pin(b, vertex) && !(data_begins && i))
			continue;
		TRY(state_find_tag(b, kind[i], clock_edge, 0, &tag));
		TRY(state_get(b, vertex, tag, &seed.state));
		if (after < 0) {
			TRY(state_add_seed(b, &seed));
			continue;
		}
		TRY(state_add_constant(b, arrival, -1, &arc));
		TRY(state_add_arc(b, after, seed.state, -1, arc));
	}
	return STATUS_OK;
}

/* ---- on the way ---- */

enum status state_spread_way(struct state_builder *b, int32_t state)
{
	static const int64_t zero[N_SPLITS];
	const struct timing_graph *timing = b->timing;
	int32_t vertex = state_vertex(b->states, state), tag = b->states->tag_of[state], none, to;
	bool at_once = b->states->tag[tag].kind == TAG_AT_ONCE;

	TRY(state_add_constant(b, zero, -1, &none));
	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

		if (arc >= timing->n_possible || state_launches(b, arc) ||
		    state_stops_clocks(b, head) || !leads_to_pin(b, head) ||
		    !state_sense_lets(b, b->states->tag[tag].clock_edge, vertex, head))
			continue;
		TRY(state_get(b, head, tag, &to));
		TRY(state_add_arc(b, state, to, arc, at_once ? none : arc));
	}
	return STATUS_OK;
}

bool state_enters_pin(const struct state_builder *b, int32_t vertex)
{
	return b->basis.is_clock_pin && b->basis.is_clock_pin[vertex / N_EDGES];
}

enum status state_note_entering(struct state_builder *b, int32_t vertex, int32_t tag)
{
	for (int32_t i = b->entering[vertex]; i >= 0; i = b->enter[i].next) {
		if (b->enter[i].tag == tag)
			return STATUS_OK;
	}
	TRY(GROW(&b->enter, &b->enter_capacity, (int64_t)b->n_enter + 1));
	b->enter[b->n_enter] = (struct clock_enter){.tag = tag, .next = b->entering[vertex]};
	b->entering[vertex] = b->n_enter++;
	return STATUS_OK;
}

/* From the way that has the delays of a mode, in some splits. */
static enum status turn_into(struct state_builder *b, int32_t vertex, int32_t clock_edge,
			     const struct clock_begin *begin)
{
	enum tag_kind kind = begin->mode.propagated ? TAG_NETWORK : TAG_AT_ONCE;
	int32_t tag, from, to, arc;
	int64_t delay[N_SPLITS];

	TRY(state_find_tag(b, kind, clock_edge, 0, &tag));
	from = state_find(b, vertex, tag);
	TRY(state_find_tag(b, TAG_CLOCK, clock_edge, begin->id, &tag));
	if (from < 0)
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS; split++)
		delay[split] = begin->splits & 1 << split ? begin->mode.latency[split] : FS_NOTHING;
	TRY(state_get(b, vertex, tag, &to));
	TRY(state_add_constant(b, delay, -1, &arc));
	return state_add_arc(b, from, to, -1, arc);
}

/* Has one that came before entry i to the same pin turned into the same? */
static bool has_turned(const struct state_builder *b, int32_t first, int32_t i)
{
	const struct clock_enter *enter = &b->enter[i];

	for (int32_t j = first; j != i; j = b->enter[j].next) {
		const struct clock_enter *other = &b->enter[j];

		if (b->states->tag[other->tag].clock_edge ==
			    b->states->tag[enter->tag].clock_edge &&
		    other->mode[EARLY] == enter->mode[EARLY] &&
		    other->mode[LATE] == enter->mode[LATE])
			return true;
	}
	return false;
}

enum status state_enter_pins(struct state_builder *b, int32_t vertex)
{
	int32_t first = b->entering ? b->entering[vertex] : -1;

	for (int32_t i = first; i >= 0; i = b->enter[i].next) {
		const struct tag tag = b->states->tag[b->enter[i].tag];
		struct clock_mode before = state_mode_of(b, &tag);
		struct clock_begin begin[N_SPLITS];
		int n;

		TRY(modes_at(b, tag.clock_edge, vertex / N_EDGES, &before, begin, &n));
		b->enter[i].mode[EARLY] = begin[0].id;
		b->enter[i].mode[LATE] = begin[n - 1].id;
		for (int j = 0; j < n && !has_turned(b, first, i); j++)
			TRY(turn_into(b, vertex, tag.clock_edge, &begin[j]));
	}
	if (b->entering)
		b->entering[vertex] = -1;
	return STATUS_OK;
}
