/* The cones of what exceptions name: what is carried along there is found in no other place. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/state/state_layers_impl.h"

static enum status find_arcs(struct layering *l, int32_t state, int32_t *id)
{
	bool added;

	TRY(keys_add(&l->found, &state, id, &added));
	if (!added)
		return STATUS_OK;
	TRY(GROW(&l->found_row, &l->found_capacity, (int64_t)l->found.n + 1));
	l->found_row[*id] = l->found_arcs.n;
	TRY(timing_graph_find_arcs(l->timing, state, &l->found_arcs));
	l->found_row[*id + 1] = l->found_arcs.n;
	return STATUS_OK;
}

struct arc_list layer_find_arcs(struct layering *l, int32_t state)
{
	int32_t id;

	if (l->status == STATUS_OK)
		l->status = find_arcs(l, state, &id);
	if (l->status != STATUS_OK || l->found_row[id] == l->found_row[id + 1])
		return (struct arc_list){NULL, 0};
	return (struct arc_list){l->found_arcs.arc + l->found_row[id],
				 l->found_row[id + 1] - l->found_row[id]};
}

static enum status add_to_cone(struct layering *l, int32_t state)
{
	TRY(GROW(&l->cone.state, &l->cone.capacity, (int64_t)l->cone.n + 1));
	l->cone.state[l->cone.n++] = state;
	return STATUS_OK;
}

static enum status add_tail(struct layering *l, int32_t state)
{
	TRY(GROW(&l->cone.tail, &l->cone.tail_capacity, (int64_t)l->cone.n_tails + 1));
	l->cone.tail[l->cone.n_tails++] = state;
	return STATUS_OK;
}

/* What a register launches. */
static enum status add_launched(struct layering *l, int32_t state)
{
	struct arc_list out = layer_arcs(l, state);
	bool any = false;

	for (int32_t j = 0; j < out.n; j++) {
		if (!layer_brings_data(l, out.arc[j]))
			continue;
		TRY(add_to_cone(l, l->states->graph->arc_to[out.arc[j]]));
		any = true;
	}
	return any ? add_tail(l, state) : STATUS_OK;
}

static enum status add_tails_at(void *layering, int32_t pin, int32_t head)
{
	struct layering *l = layering;
	const struct state_graph *states = l->states;

	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			struct arc_list out = layer_arcs(l, s);
			bool any = false;

			for (int32_t j = 0; j < out.n && !any; j++)
				any = layer_brings_data(l, out.arc[j]) &&
				      state_vertex(states, states->graph->arc_to[out.arc[j]]) ==
					      head;
			if (any)
				TRY(add_tail(l, s));
		}
	}
	return STATUS_OK;
}

static enum status add_named_at(struct layering *l, int32_t vertex)
{
	const struct state_graph *states = l->states;
	bool any = false;

	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		bool is_data = layer_kind(l, s) == TAG_DATA;

		TRY(is_data ? add_to_cone(l, s) : add_launched(l, s));
		any |= is_data;
	}
	return any ? state_each_tail(l->b->netlist, vertex, add_tails_at, l) : STATUS_OK;
}

/* At either side of a pin. */
static enum status add_named(struct layering *l, int32_t pin)
{
	int32_t side = netlist_driving_side(l->b->netlist, pin);

	for (int edge = 0; edge < N_EDGES; edge++) {
		TRY(add_named_at(l, pin * N_EDGES + edge));
		if (side != pin)
			TRY(add_named_at(l, side * N_EDGES + edge));
	}
	return STATUS_OK;
}

/* Sorted, each once. */
static int32_t settle_list(int32_t *list, int32_t n)
{
	int32_t n_kept = 0;

	if (n)
		qsort(list, (size_t)n, sizeof *list, compare_int32);
	for (int32_t i = 0; i < n; i++) {
		if (!n_kept || list[n_kept - 1] != list[i])
			list[n_kept++] = list[i];
	}
	return n_kept;
}

/* Of pins where paths only end nothing is carried along. */
static enum status find_roots(struct layering *l)
{
	const struct exception_index *index = &l->b->exceptions;

	for (int32_t i = 0, n; i < index->n_points; i += n) {
		int32_t pin = index->point[i].pin;
		bool carries = false;

		for (n = 0; i + n < index->n_points && index->point[i + n].pin == pin; n++)
			carries |= index->point[i + n].list != EXCEPTION_TO;
		if (carries)
			TRY(add_named(l, pin));
	}
	l->cone.n = l->cone.n_roots = settle_list(l->cone.state, l->cone.n);
	l->cone.n_tails = settle_list(l->cone.tail, l->cone.n_tails);
	for (int32_t i = 0, place; i < l->cone.n; i++)
		TRY(keys_add(&l->cone.place, &l->cone.state[i], &place, NULL));
	return STATUS_OK;
}

static enum status close_cone(struct layering *l)
{
	for (int32_t i = 0; i < l->cone.n && !l->too_much; i++) {
		struct arc_list out = layer_arcs(l, l->cone.state[i]);

		for (int32_t j = 0; j < out.n; j++) {
			int32_t head = l->states->graph->arc_to[out.arc[j]], place;
			bool added;

			if (!layer_passes(l, out.arc[j]))
				continue;
			TRY(keys_add(&l->cone.place, &head, &place, &added));
			if (added)
				TRY(add_to_cone(l, head));
		}
		l->too_much = l->cone.n > l->most;
	}
	return STATUS_OK;
}

/* Count what passes from a state to the cone. */
static void count_from(struct layering *l, int32_t state)
{
	struct arc_list out = layer_arcs(l, state);

	for (int32_t j = 0; j < out.n; j++) {
		int32_t place = layer_passes(l, out.arc[j])
					? layer_place(l, l->states->graph->arc_to[out.arc[j]])
					: -1;

		if (place >= 0)
			l->cone.fan_in[place]++;
	}
}

/* From roots on that nothing leads to. */
static enum status order_cone(struct layering *l)
{
	int32_t *before, *order, n = 0;

	TRY(ALLOC(&l->cone.fan_in, l->cone.n));
	TRY(ALLOC(&before, l->cone.n));
	l->cone.before = before;
	TRY(ALLOC(&order, l->cone.n));
	for (int32_t i = 0; i < l->cone.n; i++)
		count_from(l, l->cone.state[i]);
	memcpy(before, l->cone.fan_in, (size_t)l->cone.n * sizeof *before);
	for (int32_t i = 0; i < l->cone.n_roots; i++) {
		if (!before[i])
			order[n++] = l->cone.state[i];
	}
	for (int32_t i = 0; i < n; i++) {
		struct arc_list out = layer_arcs(l, order[i]);

		for (int32_t j = 0; j < out.n; j++) {
			int32_t head = l->states->graph->arc_to[out.arc[j]];

			if (layer_passes(l, out.arc[j]) && --before[layer_place(l, head)] == 0)
				order[n++] = head;
		}
	}
	l->too_much = n < l->cone.n; /* never: loops are broken */
	free(l->cone.state);
	l->cone.state = order;
	l->cone.n = n;
	return STATUS_OK;
}

/* ---- what leads there from outside ---- */

struct outside {
	struct layering *l;
	struct keys seen; /* owned: states, those of the cone too */
};

static enum status count_at_pin(void *outside, int32_t pin, int32_t head)
{
	struct outside *o = outside;
	const struct state_graph *states = o->l->states;

	(void)head;
	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			int32_t unused;
			bool added = false;

			if (layer_place(o->l, s) < 0)
				TRY(keys_add(&o->seen, &s, &unused, &added));
			if (added)
				count_from(o->l, s);
		}
	}
	return STATUS_OK;
}

/* From pins before those of the cone. */
static enum status count_from_outside(struct layering *l)
{
	struct outside o = {l, {.width = sizeof(int32_t)}};
	enum status status = STATUS_OK;
	int32_t last = -1;

	for (int32_t i = 0; i < l->cone.n && status == STATUS_OK; i++) {
		int32_t vertex = state_vertex(l->states, l->cone.state[i]);

		if (vertex / N_EDGES != last)
			status = state_each_tail(l->b->netlist, vertex, count_at_pin, &o);
		last = vertex / N_EDGES;
	}
	keys_release(&o.seen);
	return status;
}

/* Where vertices have several states below they have places of their own. */
static enum status place_vertices(struct layering *l)
{
	for (int32_t i = 0; i < l->cone.n; i++) {
		int32_t vertex = state_vertex(l->states, l->cone.state[i]), place;

		TRY(keys_add(&l->cone.vertex_place, &vertex, &place, NULL));
	}
	return STATUS_OK;
}

enum status layer_find_cone(struct layering *l)
{
	l->cone.place.width = l->cone.vertex_place.width = l->found.width = sizeof(int32_t);
	TRY(find_roots(l));
	TRY(close_cone(l));
	if (!l->too_much)
		TRY(order_cone(l));
	if (!l->too_much)
		TRY(count_from_outside(l));
	return l->too_much || l->layers->is_flat ? STATUS_OK : place_vertices(l);
}

void layer_leave_cone(struct layering *l)
{
	keys_release(&l->cone.place);
	keys_release(&l->cone.vertex_place);
	free(l->cone.state);
	free(l->cone.tail);
	free(l->cone.before);
	free(l->cone.fan_in);
	keys_release(&l->found);
	free(l->found_row);
	free(l->found_arcs.arc);
	free(l->below);
}

enum status layer_find_reach(struct layering *l)
{
	struct state_reach *r = &l->b->reach;
	const struct keys *place = l->layers->is_flat ? &l->cone.place : &l->cone.vertex_place;

	*r = (struct state_reach){.place = place};
	TRY(state_begin_reach(l->b, place->n));
	for (int32_t i = l->cone.n - 1; i >= 0 && r->n_words; i--) {
		int32_t s = l->cone.state[i];
		struct arc_list out = layer_arcs(l, s);

		for (int32_t j = 0; j < out.n; j++) {
			if (layer_passes(l, out.arc[j]))
				state_reach_along(
					r, state_vertex(l->states, s),
					state_vertex(l->states,
						     l->states->graph->arc_to[out.arc[j]]));
		}
	}
	return STATUS_OK;
}

/* ---- before there are states ---- */

/* So many are looked at that the fan-out of all pays. */
enum { MANY = 20000 };

/* What pins lead to, whether or not data comes there. */
struct reached {
	const struct state_builder *b;
	struct keys seen; /* owned: vertices */
	struct arcs_found arcs;
};

static enum status reach_vertex(struct reached *r, int32_t vertex)
{
	int32_t unused;

	return keys_add(&r->seen, &vertex, &unused, NULL);
}

static enum status find_fan_out(struct reached *r, int32_t vertex, struct arc_list *out)
{
	const struct timing_graph *timing = r->b->timing;

	if (r->seen.n > MANY)
		TRY(timing_graph_need_fan_out(r->b->owner));
	r->arcs.n = 0;
	if (!timing->out_arc)
		TRY(timing_graph_find_arcs(timing, vertex, &r->arcs));
	*out = timing->out_arc
		       ? (struct arc_list){timing->out_arc + timing->out_row[vertex],
					   timing->out_row[vertex + 1] - timing->out_row[vertex]}
		       : (struct arc_list){r->arcs.arc, r->arcs.n};
	return STATUS_OK;
}

/* By arcs that launch, or by others. */
static enum status reach_from(struct reached *r, int32_t vertex, bool launching)
{
	const struct timing_graph *timing = r->b->timing;
	struct arc_list out;

	TRY(find_fan_out(r, vertex, &out));
	for (int32_t j = 0; j < out.n; j++) {
		int32_t arc = out.arc[j];

		if (arc < timing->n_possible && state_launches(r->b, arc) == launching)
			TRY(reach_vertex(r, timing->graph->arc_to[arc]));
	}
	return STATUS_OK;
}

static enum status reach_pin(struct reached *r, int32_t side)
{
	for (int32_t v = side * N_EDGES; v < (side + 1) * N_EDGES; v++) {
		TRY(reach_vertex(r, v));
		TRY(reach_from(r, v, true));
	}
	return STATUS_OK;
}

static enum status reach_all(struct reached *r, int64_t most)
{
	const struct exception_index *index = &r->b->exceptions;

	for (int32_t i = 0; i < index->n_points; i++) {
		const struct exception_point *point = &index->point[i];
		int32_t side = netlist_driving_side(r->b->netlist, point->pin);

		if (point->list == EXCEPTION_TO)
			continue;
		TRY(reach_pin(r, point->pin));
		if (side != point->pin)
			TRY(reach_pin(r, side));
	}
	for (int32_t i = 0; i < r->seen.n && r->seen.n <= most; i++)
		TRY(reach_from(r, ((const int32_t *)r->seen.data)[i], false));
	return STATUS_OK;
}

enum status layer_cone_is_small(const struct state_builder *b, int64_t most, bool *small)
{
	struct reached r = {b, {.width = sizeof(int32_t)}, {0}};
	enum status status = reach_all(&r, most);

	*small = r.seen.n <= most;
	keys_release(&r.seen);
	free(r.arcs.arc);
	return status;
}
