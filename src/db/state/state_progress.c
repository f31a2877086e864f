/* What exceptions paths have begun, as sets that are kept once each. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "db/state/state_impl.h"

/* ---- a set that is being made ---- */

static enum status list_set(struct item_list *list, int32_t exception, int32_t passed)
{
	int32_t i = list->n;

	while (i > 0 && list->item[i - 1].exception >= exception)
		i--;
	if (i < list->n && list->item[i].exception == exception) {
		list->item[i].passed = passed;
		return STATUS_OK;
	}
	TRY(GROW(&list->item, &list->capacity, (int64_t)list->n + 1));
	memmove(&list->item[i + 1], &list->item[i], (size_t)(list->n - i) * sizeof *list->item);
	list->item[i] = (struct progress_item){exception, passed};
	list->n++;
	return STATUS_OK;
}

static enum status list_load(const struct state_graph *states, int32_t progress,
			     struct item_list *list)
{
	const struct progress *p = &states->progress[progress];

	TRY(GROW(&list->item, &list->capacity, p->n));
	list->n = p->n;
	if (p->n)
		memcpy(list->item, &states->progress_item[p->first],
		       (size_t)p->n * sizeof *list->item);
	return STATUS_OK;
}

static bool is_same(const struct state_graph *states, const struct progress *p,
		    const struct progress_item *item, int32_t n)
{
	return p->n == n &&
	       (!n || !memcmp(&states->progress_item[p->first], item, (size_t)n * sizeof *item));
}

/* The place of a set in the table, or where it would be. */
static int32_t *set_slot(const struct state_builder *b, const struct progress_item *item, int32_t n)
{
	uint64_t hash = hash_number(0, (uint64_t)n);

	for (int32_t i = 0; i < n; i++)
		hash = hash_number(hash, hash_pair(item[i].exception, item[i].passed));
	for (;; hash++) {
		int32_t *slot = &b->set_slot[hash & (uint64_t)(b->n_set_slots - 1)];

		if (!*slot || is_same(b->states, &b->states->progress[*slot - 1], item, n))
			return slot;
	}
}

static enum status grow_sets(struct state_builder *b)
{
	const struct state_graph *states = b->states;

	if (2 * (int64_t)states->n_progress + 2 <= b->n_set_slots)
		return STATUS_OK;
	TRY(hash_slots_renew(&b->set_slot, &b->n_set_slots, states->n_progress));
	for (int32_t i = 0; i < states->n_progress; i++) {
		const struct progress *p = &states->progress[i];

		*set_slot(b, p->n ? &states->progress_item[p->first] : NULL, p->n) = i + 1;
	}
	return STATUS_OK;
}

/* Has a path that has begun these met all of a false path? That one wins at any end. */
static bool is_false_anyway(const struct state_builder *b, const struct item_list *list)
{
	bool is_false = false;

	for (int32_t i = 0; i < list->n && list->item[i].exception < b->constraints->n_exceptions;
	     i++) {
		const struct exception *e = &b->constraints->exception[list->item[i].exception];

		is_false |= e->kind == EXCEPTION_FALSE && e->applies[EARLY] && e->applies[LATE] &&
			    !e->filter.to.given && e->filter.to_edges == EDGES_BOTH &&
			    list->item[i].passed == e->filter.n_throughs;
	}
	return is_false && !b->keeps_false;
}

static enum status intern(struct state_builder *b, const struct item_list *list, int32_t *progress)
{
	struct state_graph *states = b->states;
	int32_t *slot;

	if (is_false_anyway(b, list)) {
		*progress = PROGRESS_FALSE;
		return STATUS_OK;
	}
	TRY(grow_sets(b));
	slot = set_slot(b, list->item, list->n);
	if (*slot) {
		*progress = *slot - 1;
		return STATUS_OK;
	}
	TRY(GROW(&states->progress, &states->capacity.progress, (int64_t)states->n_progress + 1));
	TRY(GROW(&states->progress_item, &states->capacity.item,
		 (int64_t)states->n_progress_items + list->n));
	*progress = states->n_progress;
	states->progress[states->n_progress++] =
		(struct progress){states->n_progress_items, list->n};
	if (list->n)
		memcpy(&states->progress_item[states->n_progress_items], list->item,
		       (size_t)list->n * sizeof *list->item);
	states->n_progress_items += list->n;
	*slot = states->n_progress;
	return STATUS_OK;
}

/* ---- what a path has begun ---- */

/* How many -throughs of an exception are passed; -1 = it hasn't begun. One without pins in its
 * -from has begun as soon as a path has. */
static int32_t passed_so_far(const struct state_builder *b, const struct item_list *list,
			     int32_t exception, int32_t clock_edge)
{
	const struct point_list *from = &b->constraints->exception[exception].filter.from;

	for (int32_t i = 0; i < list->n; i++) {
		if (list->item[i].exception == exception)
			return list->item[i].passed;
	}
	return !from->given || point_list_has_clock(from, clock_edge) ? 0 : -1;
}

/* A vertex counts for one -through of an exception at most, so the first that fits it is taken. */
static enum status pass_throughs(const struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 struct item_list *list, bool *changed)
{
	int32_t n, last = -1;
	const struct exception_point *point =
		exception_points(&b->exceptions, vertex / N_EDGES, &n);

	for (int32_t i = 0; i < n; i++) {
		int32_t e = point[i].exception;

		if (point[i].list < 0 || point[i].list == EXCEPTION_TO || e == last ||
		    !(point[i].edges & 1 << vertex % N_EDGES) ||
		    passed_so_far(b, list, e, clock_edge) != point[i].list)
			continue;
		TRY(list_set(list, e, point[i].list + 1));
		last = e;
		*changed = true;
	}
	return STATUS_OK;
}

static enum status begin_at(const struct state_builder *b, int32_t vertex, struct item_list *list)
{
	int32_t n;
	const struct exception_point *point =
		exception_points(&b->exceptions, vertex / N_EDGES, &n);

	for (int32_t i = 0; i < n; i++) {
		if (point[i].list == EXCEPTION_FROM && point[i].edges & 1 << vertex % N_EDGES)
			TRY(list_set(list, point[i].exception, 0));
	}
	return STATUS_OK;
}

/* Forget what can't be met from a vertex on. */
static bool drop_unmet(const struct state_builder *b, int32_t vertex, struct item_list *list)
{
	int32_t n = 0;
	bool dropped;

	for (int32_t i = 0; i < list->n; i++) {
		if (state_may_meet(b, &list->item[i], vertex))
			list->item[n++] = list->item[i];
	}
	dropped = n < list->n;
	list->n = n;
	return dropped;
}

static bool may_meet_all(const struct state_builder *b, int32_t progress, int32_t vertex)
{
	const struct progress *p = &b->states->progress[progress];
	bool all = true;

	for (int32_t i = 0; i < p->n && all; i++)
		all = state_may_meet(b, &b->states->progress_item[p->first + i], vertex);
	return all;
}

static bool is_named(const struct state_builder *b, int32_t vertex)
{
	return exceptions_name(&b->exceptions, vertex / N_EDGES);
}

static bool is_delay_from(const struct state_builder *b, const struct exception_point *point,
			  int32_t vertex)
{
	return point->list == EXCEPTION_FROM && point->edges & 1 << vertex % N_EDGES &&
	       b->constraints->exception[point->exception].kind == EXCEPTION_DELAY;
}

enum status progress_begin(struct state_builder *b, int32_t clock_edge, int32_t start,
			   int32_t vertex, int32_t *progress)
{
	struct item_list *list = &b->items;
	bool changed;

	*progress = 0;
	if (!is_named(b, start) && !is_named(b, vertex))
		return STATUS_OK;
	list->n = 0;
	TRY(begin_at(b, start, list));
	TRY(pass_throughs(b, clock_edge, start, list, &changed));
	if (vertex != start)
		TRY(pass_throughs(b, clock_edge, vertex, list, &changed));
	drop_unmet(b, vertex, list);
	return intern(b, list, progress);
}

enum status progress_begin_at_latch(struct state_builder *b, int32_t clock_edge, int32_t start,
				    int32_t vertex, int32_t enable, int32_t *progress)
{
	struct item_list *list = &b->items;
	int32_t n;
	const struct exception_point *point =
		exception_points(&b->exceptions, enable / N_EDGES, &n);
	bool any = false, changed;

	TRY(progress_begin(b, clock_edge, start, vertex, progress));
	for (int32_t i = 0; i < n && *progress != PROGRESS_FALSE; i++)
		any |= is_delay_from(b, &point[i], enable);
	if (!any)
		return STATUS_OK;
	list->n = 0;
	TRY(begin_at(b, start, list));
	for (int32_t i = 0; i < n; i++) {
		if (is_delay_from(b, &point[i], enable))
			TRY(list_set(list, point[i].exception, 0));
	}
	TRY(pass_throughs(b, clock_edge, start, list, &changed));
	TRY(pass_throughs(b, clock_edge, vertex, list, &changed));
	drop_unmet(b, vertex, list);
	return intern(b, list, progress);
}

/* With one of the items that are no exception. */
static enum status begin_as(struct state_builder *b, int32_t clock_edge, int32_t vertex,
			    int32_t kind, int32_t *progress)
{
	struct item_list *list = &b->items;
	bool changed;

	list->n = 0;
	TRY(begin_at(b, vertex, list));
	TRY(pass_throughs(b, clock_edge, vertex, list, &changed));
	drop_unmet(b, vertex, list);
	TRY(list_set(list, kind, 0));
	return intern(b, list, progress);
}

enum status progress_begin_apart(struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 int32_t *progress)
{
	return begin_as(b, clock_edge, vertex, APART, progress);
}

enum status progress_begin_clock(struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 int32_t *progress)
{
	return begin_as(b, clock_edge, vertex, CLOCK_AS_DATA, progress);
}

bool progress_may_ignore(const struct state_builder *b, int32_t clock_edge, int32_t progress)
{
	const struct progress *p = &b->states->progress[progress];
	struct item_list list = {.n = p->n};

	if (p->n)
		list.item = &b->states->progress_item[p->first];
	for (int32_t i = 0; i < b->exceptions.n_ignoring; i++) {
		if (passed_so_far(b, &list, b->exceptions.ignoring[i], clock_edge) >= 0)
			return true;
	}
	return false;
}

enum status progress_without_latency(struct state_builder *b, int32_t *progress)
{
	struct item_list *list = &b->items;

	TRY(list_load(b->states, *progress, list));
	TRY(list_set(list, WITHOUT_LATENCY, 0));
	return intern(b, list, progress);
}

/* Is one of the items that are no exception in a set? They come last. */
static bool has_item(const struct state_graph *states, int32_t progress, int32_t kind)
{
	const struct progress *p = &states->progress[progress];

	for (int32_t i = p->n - 1; i >= 0; i--) {
		int32_t item = states->progress_item[p->first + i].exception;

		if (item <= kind)
			return item == kind;
	}
	return false;
}

bool progress_is_without_latency(const struct state_graph *states, int32_t progress)
{
	return has_item(states, progress, WITHOUT_LATENCY);
}

bool progress_is_clock(const struct state_graph *states, int32_t progress)
{
	return has_item(states, progress, CLOCK_AS_DATA);
}

enum status progress_leave_latch(struct state_builder *b, int32_t *progress)
{
	b->items.n = 0;
	TRY(list_set(&b->items, LEAVES_LATCH, 0));
	return intern(b, &b->items, progress);
}

static bool progress_leaves_latch(const struct state_graph *states, int32_t progress)
{
	return has_item(states, progress, LEAVES_LATCH);
}

bool state_leaves_latch(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_DATA && progress_leaves_latch(states, tag->progress);
}

bool state_is_clock_as_data(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_DATA && progress_is_clock(states, tag->progress);
}

bool state_is_without_latency(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag &&
	       ((tag->kind == TAG_LAUNCH && tag->clock_edge >= 0) ||
		(tag->kind == TAG_DATA && progress_is_without_latency(states, tag->progress)));
}

/* Nothing names the vertex and all exceptions may still be met, so progress stays the same there. */
static bool progress_stays(const struct state_builder *b, int32_t progress, int32_t vertex)
{
	return !is_named(b, vertex) && may_meet_all(b, progress, vertex);
}

enum status progress_advance(struct state_builder *b, const struct tag *tag, int32_t vertex,
			     int32_t *progress)
{
	struct item_list *list = &b->items;
	bool changed = false;

	*progress = tag->progress;
	if (progress_stays(b, tag->progress, vertex))
		return STATUS_OK;
	TRY(list_load(b->states, tag->progress, list));
	TRY(pass_throughs(b, tag->clock_edge, vertex, list, &changed));
	changed |= drop_unmet(b, vertex, list);
	return changed ? intern(b, list, progress) : STATUS_OK;
}
