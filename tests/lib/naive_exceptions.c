/* Exceptions of the naive reference: which paths they are about, and which of several counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive_paths.h"

/* ---- filters ---- */

static bool has_kind(const struct point_list *list, enum point_kind kind)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (list->point[i].kind == kind)
			return true;
	}
	return false;
}

/* Is one of the points this vertex, or this clock edge (both 2·id + edge)? */
static bool names(const struct point_list *list, enum point_kind kind, int32_t what)
{
	for (int32_t i = 0; i < list->n && what >= 0; i++) {
		const struct point *p = &list->point[i];

		if (p->kind == kind && p->id == what / 2 && (p->edges & 1 << what % 2))
			return true;
	}
	return false;
}

static bool meets_end(const struct point_list *list, int32_t vertex, int32_t clock_edge)
{
	return !list->given || names(list, POINT_PIN, vertex) ||
	       names(list, POINT_CLOCK, clock_edge);
}

/* The -throughs one after the other, from the vertex of this number on: of an exception each at a
 * vertex of its own, of a report several may be met by one. */
static bool passes(const struct path_filter *filter, const struct naive_path *path, int32_t first,
		   bool several)
{
	int32_t passed = 0;

	for (int32_t i = first; i < path->n_vertices; i++) {
		bool more = true;

		while (passed < filter->n_throughs && more &&
		       names(&filter->through[passed], POINT_PIN, path->vertex[i])) {
			passed++;
			more = several;
		}
	}
	return passed == filter->n_throughs;
}

static bool meets_to(const struct path_filter *filter, const struct naive_path *path)
{
	int32_t last = path->vertex[path->n_vertices - 1];

	return meets_end(&filter->to, last, path->capture) && (filter->to_edges & 1 << last % 2);
}

/* An output of a register means the paths from its clock that leave there. */
static bool leaves_by(const struct path_filter *filter, const struct naive_path *path)
{
	return (path->of_register || path->of_latch) &&
	       names(&filter->from, POINT_PIN, path->vertex[1]);
}

bool naive_meets(const struct path_filter *filter, const struct naive_path *path)
{
	return meets_end(&filter->from, path->vertex[0], path->launch) &&
	       passes(filter, path, 0, false) && meets_to(filter, path);
}

bool naive_is_asked_for(const struct path_filter *filter, const struct naive_path *path)
{
	bool leaves = leaves_by(filter, path);

	if (!meets_to(filter, path))
		return false;
	return (meets_end(&filter->from, path->vertex[0], path->launch) &&
		passes(filter, path, 0, true)) ||
	       (leaves && passes(filter, path, 1, true));
}

/* ---- which of several ---- */

static int precedence(const struct exception *e)
{
	return 16 * has_kind(&e->filter.from, POINT_PIN) + 8 * has_kind(&e->filter.to, POINT_PIN) +
	       4 * (e->filter.n_throughs > 0) + 2 * has_kind(&e->filter.from, POINT_CLOCK) +
	       has_kind(&e->filter.to, POINT_CLOCK);
}

static bool same_list(const struct point_list *a, const struct point_list *b)
{
	bool same = a->given == b->given && a->n == b->n;

	for (int32_t i = 0; i < a->n && same; i++)
		same = a->point[i].kind == b->point[i].kind && a->point[i].id == b->point[i].id &&
		       a->point[i].edges == b->point[i].edges;
	return same;
}

static bool same_filter(const struct path_filter *a, const struct path_filter *b)
{
	bool same = same_list(&a->from, &b->from) && same_list(&a->to, &b->to) &&
		    a->to_edges == b->to_edges && a->n_throughs == b->n_throughs;

	for (int32_t i = 0; i < a->n_throughs && same; i++)
		same = same_list(&a->through[i], &b->through[i]);
	return same;
}

/* Does b, which was given later, replace a? What says more about which paths does; of
 * what says the same the later; of other delays the tighter, of other exceptions the later. */
static bool goes_before(const struct exception *b, const struct exception *a, enum split split)
{
	if (precedence(b) != precedence(a))
		return precedence(b) > precedence(a);
	if (same_filter(&a->filter, &b->filter))
		return true;
	if (b->kind == EXCEPTION_DELAY)
		return split == LATE ? b->delay <= a->delay : b->delay >= a->delay;
	return true;
}

/* Something given later for the same paths has taken its place. */
static bool is_replaced(const struct constraints *c, int32_t i, enum split split)
{
	for (int32_t j = i + 1; j < c->n_exceptions; j++) {
		if (c->exception[j].kind == c->exception[i].kind &&
		    c->exception[j].applies[split] &&
		    same_filter(&c->exception[i].filter, &c->exception[j].filter))
			return true;
	}
	return false;
}

/* Of both splits, and wherever a path ends that has passed its -throughs. */
static bool is_false_anywhere(const struct exception *e)
{
	return e->kind == EXCEPTION_FALSE && e->applies[EARLY] && e->applies[LATE] &&
	       !e->filter.to.given && e->filter.to_edges == EDGES_BOTH;
}

/* False paths have arrivals where something else than their ends depends on these. */
static bool keeps_false(const struct naive *n)
{
	const struct constraints *c = n->in.constraints;
	bool keeps = false;

	for (int32_t i = 0; i < c->n_locals; i++)
		keeps |= c->local[i].kind == LOCAL_DATA_CHECK;
	for (int64_t i = 0; i < n->n_checks; i++)
		keeps |= n->check[i].non_sequential;
	for (int32_t p = 0; p < c->n_ports; p++)
		keeps |= c->port[p].has_required;
	for (int32_t i = 0; i < c->n_derates; i++)
		keeps |= !(c->derate[i].what & DERATE_CLOCK) || !(c->derate[i].what & DERATE_DATA);
	return keeps;
}

bool naive_begins_false(const struct naive *n, int32_t vertex)
{
	const struct constraints *c = n->in.constraints;
	bool begins = false;

	for (int32_t i = 0; c && i < c->n_exceptions; i++)
		begins |= is_false_anywhere(&c->exception[i]) &&
			  c->exception[i].filter.n_throughs == 0 &&
			  names(&c->exception[i].filter.from, POINT_PIN, vertex);
	return begins && !keeps_false(n);
}

bool naive_turns_false(const struct naive *n)
{
	const struct constraints *c = n->in.constraints;
	bool turns = false;

	for (int32_t i = 0; c && i < c->n_exceptions; i++)
		turns |= is_false_anywhere(&c->exception[i]) && c->exception[i].filter.n_throughs;
	return turns && !keeps_false(n);
}

/* A path delay -from the enable of a latch means what leaves that by its data, too. */
static bool meets_from_enable(const struct exception *e, const struct naive_path *path)
{
	return e->kind == EXCEPTION_DELAY && path->of_latch &&
	       names(&e->filter.from, POINT_PIN, path->enable) &&
	       passes(&e->filter, path, 0, false) && meets_to(&e->filter, path);
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *naive_groups(const struct constraints *c, enum split split,
			 const struct naive_path *path)
{
	static char *known[1000]; /* for the whole run */
	const char *name[100];
	char all[1000] = "";
	int n = 0, k = 0;

	for (int32_t i = 0; c && i < c->n_exceptions && n < 100; i++) {
		const struct exception *e = &c->exception[i];

		if (e->kind == EXCEPTION_GROUP && e->applies[split] &&
		    (naive_meets(&e->filter, path) || meets_from_enable(e, path)))
			name[n++] = e->name;
	}
	if (n)
		qsort(name, (size_t)n, sizeof *name, compare_words);
	for (int i = 0; i < n; i++) {
		if (i == 0 || strcmp(name[i], name[i - 1]) != 0)
			snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "\n" : "",
				 name[i]);
	}
	while (k < 999 && known[k] && strcmp(known[k], all) != 0)
		k++;
	if (!known[k])
		known[k] = strdup(all);
	return known[k];
}

int32_t naive_exception(const struct constraints *c, enum exception_kind kind, enum split split,
			const struct naive_path *path)
{
	int32_t best = -1;

	for (int32_t i = 0; c && i < c->n_exceptions; i++) {
		const struct exception *e = &c->exception[i];

		if (e->kind != kind || !e->applies[split] || is_replaced(c, i, split) ||
		    !(naive_meets(&e->filter, path) || meets_from_enable(e, path)))
			continue;
		if (best < 0 || goes_before(e, &c->exception[best], split))
			best = i;
	}
	return best;
}
