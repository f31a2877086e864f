/* The cones of what exceptions name: what is carried along there is found in no other place. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/state/state_layers_impl.h"

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
	bool any = false;

	for (int32_t j = l->row[state]; j < l->row[state + 1]; j++) {
		if (!layer_brings_data(l, l->arc[j]))
			continue;
		TRY(add_to_cone(l, l->states->graph->arc_to[l->arc[j]]));
		any = true;
	}
	return any ? add_tail(l, state) : STATUS_OK;
}

static enum status add_tails_at(void *layering, int32_t pin, int32_t head)
{
	struct layering *l = layering;
	const struct state_graph *states = l->states;

	for (int32_t v = pin * N_EDGES; v < (pin + 1) * N_EDGES; v++) {
		for (int32_t s = states->first[v]; s >= 0; s = states->next[s]) {
			bool any = false;

			for (int32_t j = l->row[s]; j < l->row[s + 1] && !any; j++)
				any = layer_brings_data(l, l->arc[j]) &&
				      state_vertex(states, states->graph->arc_to[l->arc[j]]) ==
					      head;
			if (any)
				TRY(add_tail(l, s));
		}
	}
	return STATUS_OK;
}

static enum status add_named(struct layering *l, int32_t vertex)
{
	const struct state_graph *states = l->states;
	bool any = false;

	for (int32_t s = states->first[vertex]; s >= 0; s = states->next[s]) {
		bool is_data = layer_kind(l, s) == TAG_DATA;

		TRY(is_data ? add_to_cone(l, s) : add_launched(l, s));
		any |= is_data;
	}
	return any ? state_each_tail(l->b->netlist, vertex, add_tails_at, l) : STATUS_OK;
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
		for (int edge = 0; edge < N_EDGES && carries; edge++)
			TRY(add_named(l, pin * N_EDGES + edge));
	}
	l->cone.n = l->cone.n_roots = settle_list(l->cone.state, l->cone.n);
	l->cone.n_tails = settle_list(l->cone.tail, l->cone.n_tails);
	for (int32_t i = 0; i < l->cone.n; i++)
		l->layers->place[l->cone.state[i]] = i + 1;
	return STATUS_OK;
}

static enum status close_cone(struct layering *l)
{
	for (int32_t i = 0; i < l->cone.n && !l->too_much; i++) {
		int32_t s = l->cone.state[i];

		for (int32_t j = l->row[s]; j < l->row[s + 1]; j++) {
			int32_t head = l->states->graph->arc_to[l->arc[j]];

			if (!layer_passes(l, l->arc[j]) || l->layers->place[head])
				continue;
			TRY(add_to_cone(l, head));
			l->layers->place[head] = l->cone.n;
		}
		l->too_much = l->cone.n > l->most;
	}
	return STATUS_OK;
}

/* Of those from one of the cone: how many aren't counted yet; the head when there is none any more, or -1. */
static int32_t count_at(struct layering *l, int32_t arc, int32_t by)
{
	int32_t head = l->states->graph->arc_to[arc];
	int32_t *before = &l->cone.before[l->layers->place[head] - 1];

	if (!layer_passes(l, arc))
		return -1;
	*before += by;
	return *before ? -1 : head;
}

/* From roots on that nothing leads to. */
static enum status order_cone(struct layering *l)
{
	int32_t *order, n = 0, head;

	TRY(ALLOC(&l->cone.before, l->cone.n));
	TRY(ALLOC(&order, l->cone.n));
	for (int32_t i = 0; i < l->cone.n; i++) {
		int32_t s = l->cone.state[i];

		for (int32_t j = l->row[s]; j < l->row[s + 1]; j++)
			count_at(l, l->arc[j], 1);
	}
	for (int32_t i = 0; i < l->cone.n_roots; i++) {
		if (!l->cone.before[i])
			order[n++] = l->cone.state[i];
	}
	for (int32_t i = 0; i < n; i++) {
		for (int32_t j = l->row[order[i]]; j < l->row[order[i] + 1]; j++) {
			head = count_at(l, l->arc[j], -1);
			if (head >= 0)
				order[n++] = head;
		}
	}
	l->too_much = n < l->cone.n; /* never: loops are broken */
	free(l->cone.state);
	l->cone.state = order;
	l->cone.n = n;
	return STATUS_OK;
}

static int32_t *place_of_vertex(const struct layering *l, int32_t state)
{
	return l->layers->vertex_place ? &l->layers->vertex_place[state_vertex(l->states, state)]
				       : &l->layers->place[state];
}

enum status layer_find_cone(struct layering *l)
{
	TRY(find_roots(l));
	TRY(close_cone(l));
	if (!l->too_much)
		TRY(order_cone(l));
	for (int32_t i = 0; i < l->cone.n && !l->too_much; i++) {
		int32_t *place = place_of_vertex(l, l->cone.state[i]);

		if (!*place || !l->layers->vertex_place)
			*place = ++l->cone.n_vertices;
	}
	return STATUS_OK;
}

void layer_leave_cone(struct layering *l)
{
	for (int32_t i = 0; i < l->cone.n; i++) {
		*place_of_vertex(l, l->cone.state[i]) = 0;
		l->layers->place[l->cone.state[i]] = 0;
	}
	free(l->cone.state);
	free(l->cone.tail);
	free(l->cone.before);
	free(l->below);
}

enum status layer_find_reach(struct layering *l)
{
	struct state_reach *r = &l->b->reach;

	*r = (struct state_reach){.place = l->layers->vertex_place ? l->layers->vertex_place
								   : l->layers->place};
	TRY(state_begin_reach(l->b, l->cone.n_vertices));
	for (int32_t i = l->cone.n - 1; i >= 0 && r->n_words; i--) {
		int32_t s = l->cone.state[i];

		for (int32_t j = l->row[s]; j < l->row[s + 1]; j++) {
			if (layer_passes(l, l->arc[j]))
				state_reach_along(
					r, state_vertex(l->states, s),
					state_vertex(l->states,
						     l->states->graph->arc_to[l->arc[j]]));
		}
	}
	return STATUS_OK;
}

/* ---- before there are states ---- */

/* What pins lead to, whether or not data comes there. */
struct reached {
	const struct timing_graph *timing;
	uint8_t *seen;   /* owned [n_vertices] */
	int32_t *vertex; /* owned */
	int64_t n, capacity;
};

static enum status reach_vertex(struct reached *r, int32_t vertex)
{
	if (r->seen[vertex])
		return STATUS_OK;
	r->seen[vertex] = 1;
	TRY(GROW(&r->vertex, &r->capacity, r->n + 1));
	r->vertex[r->n++] = vertex;
	return STATUS_OK;
}

/* By arcs that launch, or by others. */
static enum status reach_from(struct reached *r, const struct state_builder *b, int32_t vertex,
			      bool launching)
{
	const struct timing_graph *timing = r->timing;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j];

		if (arc < timing->n_possible && state_launches(b, arc) == launching)
			TRY(reach_vertex(r, timing->graph->arc_to[arc]));
	}
	return STATUS_OK;
}

static enum status reach_all(struct reached *r, const struct state_builder *b, int64_t most)
{
	const struct exception_index *index = &b->exceptions;

	for (int32_t i = 0; i < 2 * index->n_points; i++) {
		const struct exception_point *point = &index->point[i / 2];
		int32_t vertex = point->pin * N_EDGES + i % 2;

		if (point->list == EXCEPTION_TO)
			continue;
		TRY(reach_vertex(r, vertex));
		TRY(reach_from(r, b, vertex, true));
	}
	for (int64_t i = 0; i < r->n && r->n <= most; i++)
		TRY(reach_from(r, b, r->vertex[i], false));
	return STATUS_OK;
}

enum status layer_cone_is_small(const struct state_builder *b, int64_t most, bool *small)
{
	struct reached r = {.timing = b->timing};
	enum status status = ALLOC(&r.seen, b->timing->graph->n_vertices);

	if (status == STATUS_OK)
		status = reach_all(&r, b, most);
	*small = r.n <= most;
	free(r.seen);
	free(r.vertex);
	return status;
}
