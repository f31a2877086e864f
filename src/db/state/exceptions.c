#include "db/state/exceptions.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "base/order.h"
#include "db/state/state_graph.h"

enum { MOST_GROUPS = 300 }; /* of a path: each set of them is looked through */

/* ---- the index ---- */

static int compare_points(const void *a, const void *b)
{
	const struct exception_point *x = a, *y = b;

	if (x->pin != y->pin)
		return x->pin < y->pin ? -1 : 1;
	if (x->exception != y->exception)
		return x->exception < y->exception ? -1 : 1;
	return x->list < y->list ? -1 : x->list > y->list;
}

/* What an exception names, by rank. */
enum {
	NAMES_TO_CLOCK = 1 << 0,
	NAMES_FROM_CLOCK = 1 << 1,
	NAMES_THROUGH = 1 << 2,
	NAMES_TO_PIN = 1 << 3,
	NAMES_FROM_PIN = 1 << 4,
};

static int rank_of_names(const struct path_filter *filter)
{
	return (point_list_has(&filter->to, POINT_CLOCK) ? NAMES_TO_CLOCK : 0) |
	       (point_list_has(&filter->from, POINT_CLOCK) ? NAMES_FROM_CLOCK : 0) |
	       (filter->n_throughs ? NAMES_THROUGH : 0) |
	       (point_list_has(&filter->to, POINT_PIN) ? NAMES_TO_PIN : 0) |
	       (point_list_has(&filter->from, POINT_PIN) ? NAMES_FROM_PIN : 0);
}

static int rank_of_kind(const struct exception *exception)
{
	static const int rank[] = {
		[EXCEPTION_FALSE] = 4, [EXCEPTION_DELAY] = 2,  [EXCEPTION_MULTICYCLE] = 1,
		[EXCEPTION_GROUP] = 0, [EXCEPTION_MARGIN] = 0,
	};

	return exception_makes_ends_false(exception) ? RANK_MAKES_FALSE : rank[exception->kind];
}

static enum status add_points(struct exception_index *index, const struct netlist *netlist,
			      int32_t exception, int32_t list, const struct point_list *points)
{
	for (int32_t i = 0; i < points->n; i++) {
		const struct point *point = &points->point[i];

		if (point->kind != POINT_PIN)
			continue;
		if (!index->named)
			TRY(ALLOC(&index->named, bit_words(netlist->n_all_pins)));
		TRY(GROW(&index->point, &index->point_capacity, (int64_t)index->n_points + 1));
		bit_set(index->named, point->id);
		bit_set(index->named, netlist_driving_side(netlist, point->id));
		index->point[index->n_points++] =
			(struct exception_point){point->id, exception, list, point->edges};
	}
	return STATUS_OK;
}

static enum status add_exception(struct exception_index *index, const struct netlist *netlist,
				 int32_t e)
{
	const struct exception *exception = &index->constraints->exception[e];
	const struct path_filter *filter = &exception->filter;

	index->rank[e].kind = (uint8_t)rank_of_kind(exception);
	index->rank[e].names = (uint8_t)rank_of_names(filter);
	index->has_delays |= exception->kind == EXCEPTION_DELAY;
	index->has_margins |= exception->kind == EXCEPTION_MARGIN;
	index->has_groups |= exception->kind == EXCEPTION_GROUP;
	if (exception->kind == EXCEPTION_DELAY && exception->ignore_clock_latency) {
		TRY(APPEND(index->ignoring, index->n_ignoring, &index->ignoring_capacity, e));
	}
	TRY(add_points(index, netlist, e, EXCEPTION_FROM, &filter->from));
	TRY(add_points(index, netlist, e, EXCEPTION_TO, &filter->to));
	for (int32_t q = 0; q < filter->n_throughs; q++)
		TRY(add_points(index, netlist, e, q, &filter->through[q]));
	if (filter->n_throughs ||
	    (filter->from.given && !point_list_has(&filter->from, POINT_CLOCK)) ||
	    (filter->to.given && !point_list_has(&filter->to, POINT_CLOCK)))
		return STATUS_OK;
	TRY(APPEND(index->general, index->n_general, &index->general_capacity, e));
	return STATUS_OK;
}

/* ---- delays that later ones replace ---- */

struct delay_key {
	uint64_t hash;
	int32_t exception;
};

static int compare_keys(const void *a, const void *b)
{
	const struct delay_key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->exception < y->exception ? -1 : x->exception > y->exception;
}

uint64_t point_list_hash(uint64_t hash, const struct point_list *list)
{
	hash = hash_number(hash, hash_pair(list->given, list->n));
	for (int32_t i = 0; i < list->n; i++)
		hash = hash_number(hash, hash_pair(list->point[i].id, list->point[i].edges));
	return hash;
}

static uint64_t hash_filter(const struct path_filter *filter)
{
	uint64_t hash = point_list_hash(point_list_hash(0, &filter->from), &filter->to);

	for (int32_t q = 0; q < filter->n_throughs; q++)
		hash = point_list_hash(hash, &filter->through[q]);
	return hash;
}

/* For which of its checks does a later one with the same hash replace it? */
static uint8_t find_replaced(const struct constraints *constraints, const struct delay_key *key,
			     const struct delay_key *end)
{
	const struct exception *all = constraints->exception;
	const struct exception *old = &all[key->exception];
	uint8_t wanted = (uint8_t)(old->applies[EARLY] << EARLY | old->applies[LATE] << LATE);
	uint8_t replaced = 0;

	for (const struct delay_key *k = key + 1; k < end && k->hash == key->hash; k++) {
		const struct exception *later = &all[k->exception];

		if ((wanted & ~replaced) == 0)
			break;
		if (path_filter_equal(&old->filter, &later->filter))
			replaced |= (uint8_t)(later->applies[EARLY] << EARLY | later->applies[LATE]
										       << LATE);
	}
	return replaced;
}

static enum status mark_replaced(struct exception_index *index)
{
	const struct constraints *constraints = index->constraints;
	FREED struct delay_key *key = NULL;
	int32_t n = 0;

	TRY(ALLOC(&index->replaced, constraints->n_exceptions));
	TRY(ALLOC(&key, constraints->n_exceptions));
	for (int32_t e = 0; e < constraints->n_exceptions; e++) {
		if (constraints->exception[e].kind == EXCEPTION_DELAY)
			key[n++] = (struct delay_key){
				hash_filter(&constraints->exception[e].filter), e};
	}
	qsort(key, (size_t)n, sizeof *key, compare_keys);
	for (int32_t i = 0; i < n; i++)
		index->replaced[key[i].exception] = find_replaced(constraints, &key[i], key + n);
	return STATUS_OK;
}

/* ---- rules of pins, cells and clocks ---- */

static enum status index_locals(struct exception_index *index)
{
	const struct constraints *k = index->constraints;
	int32_t id;
	bool added;

	index->local.width = 4 * sizeof(int32_t);
	if (k && k->n_locals)
		TRY(ALLOC(&index->local_rule, k->n_locals));
	for (int32_t i = 0; k && i < k->n_locals; i++) {
		const struct local_rule *rule = &k->local[i];
		int32_t key[] = {(int32_t)rule->kind, rule->pin, rule->instance, rule->clock};

		if (rule->from >= 0)
			continue;
		TRY(keys_add(&index->local, key, &id, &added));
		if (added)
			index->local_rule[id] = i;
	}
	return STATUS_OK;
}

const struct local_rule *exceptions_find_local(const struct exception_index *index,
					       enum local_kind kind, int32_t pin, int32_t instance,
					       int32_t clock)
{
	int32_t key[] = {(int32_t)kind, pin, instance, clock};
	int32_t id = keys_find(&index->local, key);

	return id < 0 ? NULL : &index->constraints->local[index->local_rule[id]];
}

/* ---- all of it ---- */

enum status exception_index_init(struct exception_index *index, const struct netlist *netlist,
				 const struct constraints *constraints)
{
	*index = (struct exception_index){.netlist = netlist, .constraints = constraints};
	TRY(index_locals(index));
	if (constraints)
		TRY(ALLOC(&index->rank, constraints->n_exceptions));
	for (int32_t e = 0; constraints && e < constraints->n_exceptions; e++)
		TRY(add_exception(index, netlist, e));
	if (index->n_points)
		qsort(index->point, (size_t)index->n_points, sizeof *index->point, compare_points);
	return index->has_delays ? mark_replaced(index) : STATUS_OK;
}

void exception_index_release(struct exception_index *index)
{
	free(index->rank);
	free(index->named);
	free(index->point);
	free(index->general);
	free(index->replaced);
	free(index->ignoring);
	free(index->local_rule);
	keys_release(&index->local);
	*index = (struct exception_index){0};
}

const struct exception_point *exception_points(const struct exception_index *index, int32_t pin,
					       int32_t *n)
{
	int32_t first, end;

	*n = 0;
	if (!exceptions_name(index, pin))
		return NULL;
	pin = netlist_named_pin(index->netlist, pin);
	first = FIRST_NOT(i, 0, index->n_points, index->point[i].pin < pin);
	for (end = first; end < index->n_points && index->point[end].pin == pin; end++)
		++*n;
	return &index->point[first];
}

/* ---- does it apply? ---- */

bool point_list_has_clock(const struct point_list *list, int32_t clock_edge)
{
	for (int32_t i = 0; i < list->n && clock_edge >= 0; i++) {
		if (list->point[i].kind == POINT_CLOCK &&
		    list->point[i].id == clock_edge / N_EDGES &&
		    list->point[i].edges & 1 << clock_edge % N_EDGES)
			return true;
	}
	return false;
}

/* Has the path done what an exception asks of its beginning and its way? */
static bool meets_from(const struct exception *exception, int32_t e, const struct path_end *end)
{
	const struct path_filter *filter = &exception->filter;

	for (int32_t i = 0; i < end->n_items; i++) {
		if (end->item[i].exception == e && end->item[i].passed == filter->n_throughs)
			return true;
	}
	return !filter->n_throughs &&
	       (!filter->from.given || point_list_has_clock(&filter->from, end->launch_edge));
}

static bool meets_to(const struct exception_index *index, int32_t e, const struct path_end *end)
{
	const struct path_filter *filter = &index->constraints->exception[e].filter;
	const struct exception_point *point;
	int edge = 1 << end->vertex % N_EDGES;
	int32_t n, first;

	if (!(filter->to_edges & edge))
		return false;
	if (!filter->to.given)
		return true;
	point = exception_points(index, end->vertex / N_EDGES, &n);
	first = FIRST_NOT(i, 0, n, point[i].exception < e);
	for (int32_t i = first; i < n && point[i].exception == e; i++) {
		if (point[i].list == EXCEPTION_TO && point[i].edges & edge)
			return true;
	}
	return point_list_has_clock(&filter->to, end->capture_edge);
}

/* Does one go before the best so far, -1 = none? */
static bool is_before(const struct exception_index *index, enum split split, int32_t e, int32_t old)
{
	const struct exception *x = &index->constraints->exception[e], *y;
	struct exception_rank rank = index->rank[e], before;

	if (old < 0)
		return true;
	before = index->rank[old];
	if (rank.kind != before.kind)
		return rank.kind > before.kind;
	if (rank.names != before.names)
		return rank.names > before.names;
	y = &index->constraints->exception[old];
	if (x->kind == EXCEPTION_DELAY && x->delay != y->delay)
		return split == LATE ? x->delay < y->delay : x->delay > y->delay;
	return e > old;
}

/* A search among what may apply to setup or hold. */
struct exception_search {
	const struct exception_index *index;
	const struct path_end *end;
	enum split split;
	bool multicycles_only, not_false_ends;
	const char *
		*group;   /* NULL = these aren't asked for; else room for MOST_GROUPS, some twice */
	int64_t n_groups; /* also those that there is no room for */
	int32_t path, margin; /* the best so far of these sorts, -1 = none */
};

static void try_exception(struct exception_search *s, int32_t e)
{
	const struct exception *exception = &s->index->constraints->exception[e];
	int32_t *winner = exception->kind == EXCEPTION_MARGIN ? &s->margin : &s->path;
	bool is_group = exception->kind == EXCEPTION_GROUP;

	if (!exception->applies[s->split] ||
	    (s->index->replaced && s->index->replaced[e] >> s->split & 1) ||
	    (s->multicycles_only && exception->kind != EXCEPTION_MULTICYCLE) ||
	    (s->not_false_ends && exceptions_make_false(s->index, e)))
		return;
	if (!s->group == is_group || !meets_from(exception, e, s->end) ||
	    !meets_to(s->index, e, s->end))
		return;
	if (is_group && s->n_groups++ < MOST_GROUPS)
		s->group[s->n_groups - 1] = exception->name;
	if (is_group || !is_before(s->index, s->split, e, *winner))
		return;
	*winner = e;
}

static void search_exceptions(struct exception_search *s)
{
	const struct exception_point *point;
	int32_t n;

	s->path = s->margin = -1;
	for (int32_t i = 0; i < s->index->n_general; i++)
		try_exception(s, s->index->general[i]);
	for (int32_t i = 0; i < s->end->n_items; i++)
		try_exception(s, s->end->item[i].exception);
	point = exception_points(s->index, s->end->vertex / N_EDGES, &n);
	for (int32_t i = 0; i < n; i++) {
		if (point[i].list == EXCEPTION_TO)
			try_exception(s, point[i].exception);
	}
}

int32_t exceptions_find(const struct exception_index *index, const struct path_end *end)
{
	struct exception_search s = {.index = index, .end = end, .split = end->split};

	search_exceptions(&s);
	return s.path;
}

int32_t exceptions_find_beside(const struct exception_index *index, const struct path_end *end)
{
	struct exception_search s = {
		.index = index, .end = end, .split = end->split, .not_false_ends = true};

	search_exceptions(&s);
	return s.path;
}

enum status exceptions_find_groups(const struct exception_index *index, const struct path_end *end,
				   struct text *set)
{
	const char *group[MOST_GROUPS];
	struct exception_search s = {
		.index = index, .end = end, .split = end->split, .group = group};

	if (index->has_groups)
		search_exceptions(&s);
	if (s.n_groups > MOST_GROUPS)
		return status_fail(STATUS_BAD_INPUT, "%s: a path is in more than %d path groups",
				   index->netlist->name, MOST_GROUPS);
	if (s.n_groups)
		qsort(group, (size_t)s.n_groups, sizeof *group, compare_strings);
	for (int64_t i = 0; i < s.n_groups; i++) {
		if (i == 0 || strcmp(group[i], group[i - 1]) != 0)
			text_printf(set, "%s%s", i ? "\n" : "", group[i]);
	}
	return text_status(set);
}

int32_t exceptions_find_margin(const struct exception_index *index, const struct path_end *end)
{
	struct exception_search s = {.index = index, .end = end, .split = end->split};

	s.margin = -1;
	if (index->has_margins)
		search_exceptions(&s);
	return s.margin;
}

int32_t exceptions_find_multicycle(const struct exception_index *index, const struct path_end *end,
				   enum split split)
{
	struct exception_search s = {
		.index = index, .end = end, .split = split, .multicycles_only = true};

	search_exceptions(&s);
	return s.path;
}
