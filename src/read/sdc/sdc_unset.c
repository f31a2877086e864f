/*
 * unset_path_exceptions as OpenSTA has it: what it is given are points of exceptions, one by one. An exception of several
 * points loses those of each option that are given, and keeps the paths that have any other point; what isn't given
 * matches everything. A cell isn't its pins, and the edges must be the same.
 */
#include <string.h>

#include "db/constraints_fields.h"
#include "read/sdc/sdc_impl.h"

static int32_t unit_at(const struct netlist *netlist, const struct point_list *list, int32_t i)
{
	int32_t n = point_list_cell_at(netlist, list, i);

	return n ? n : 1;
}

static bool has_unit(const struct netlist *netlist, const struct point_list *list,
		     const struct point_list *of, int32_t at, int32_t n)
{
	bool found = false;

	for (int32_t i = 0; i < list->n && !found; i += unit_at(netlist, list, i)) {
		const struct point *a = &list->point[i], *b = &of->point[at];

		found = unit_at(netlist, list, i) == n && a->kind == b->kind && a->id == b->id &&
			a->edges == b->edges;
	}
	return found;
}

/* The points of a list that are given, and the rest. */
static enum status divide(const struct netlist *netlist, const struct point_list *list,
			  const struct point_list *given, struct point_list *common,
			  struct point_list *rest)
{
	*common = *rest = (struct point_list){.given = true};
	for (int32_t i = 0; i < list->n;) {
		int32_t n = unit_at(netlist, list, i);
		bool found = has_unit(netlist, given, list, i, n);

		for (int32_t end = i + n; i < end; i++)
			TRY(point_list_add(found ? common : rest, list->point[i]));
	}
	return STATUS_OK;
}

/* List number i of a filter: from, to, then through; NULL = no more. */
static struct point_list *list_of(struct path_filter *filter, int32_t i)
{
	if (i < 2)
		return i ? &filter->to : &filter->from;
	return i - 2 < filter->n_throughs ? &filter->through[i - 2] : NULL;
}

/* Has each option that is given a point in common? Of several -through's as many are compared as both have. */
static enum status meets(const struct netlist *netlist, struct path_filter *filter,
			 struct path_filter *given, bool *meet)
{
	bool of_ends = given->to.given || given->to_edges != EDGES_BOTH;

	*meet = !(given->n_throughs && !filter->n_throughs) &&
		(!of_ends || filter->to_edges == given->to_edges);
	for (int32_t i = 0; *meet && list_of(given, i); i++) {
		const struct point_list *list = list_of(filter, i), *of = list_of(given, i);
		RELEASED_BY(point_list_release) struct point_list common = {0}, rest = {0};

		if (!of->given || !list)
			continue;
		TRY(divide(netlist, list, of, &common, &rest));
		*meet = list->given && common.n > 0;
	}
	return STATUS_OK;
}

/* One more exception like another, with other points in one of its lists (taken) and other splits. */
static enum status add_like(struct sdc *s, int32_t like, int32_t which, struct point_list *points,
			    const bool applies[N_SPLITS])
{
	struct constraints *k = s->constraints;
	struct exception copy;

	TRY(fields_copy(&exception_schema, &copy, &k->exception[like]));
	memcpy(copy.applies, applies, sizeof copy.applies);
	if (points) {
		struct point_list *list = list_of(&copy.filter, which);

		point_list_release(list);
		*list = *points;
		*points = (struct point_list){0};
	}
	return constraints_add_exception(k, &copy);
}

/* List by list: what isn't given stays in an exception of its own, what is given is looked at further. */
static enum status take_away(struct sdc *s, int32_t i, struct path_filter *given, int splits)
{
	struct constraints *k = s->constraints;
	bool stays[N_SPLITS], goes[N_SPLITS];

	for (int split = 0; split < N_SPLITS; split++) {
		goes[split] = k->exception[i].applies[split] && splits & 1 << split;
		stays[split] = k->exception[i].applies[split] && !goes[split];
	}
	if (stays[EARLY] || stays[LATE])
		TRY(add_like(s, i, 0, NULL, stays));
	for (int32_t l = 0; list_of(given, l); l++) {
		RELEASED_BY(point_list_release) struct point_list common = {0}, rest = {0};

		if (!list_of(given, l)->given || !list_of(&k->exception[i].filter, l))
			continue;
		TRY(divide(s->netlist, list_of(&k->exception[i].filter, l), list_of(given, l),
			   &common, &rest));
		if (rest.n)
			TRY(add_like(s, i, l, &rest, goes));
		point_list_release(list_of(&k->exception[i].filter, l));
		*list_of(&k->exception[i].filter, l) = common;
		common = (struct point_list){0};
	}
	sdc_drop_exception(&k->exception[i]);
	return STATUS_OK;
}

enum status sdc_unset_exceptions(struct sdc *s, struct path_filter *given, int splits, int32_t *n)
{
	struct constraints *k = s->constraints;
	int32_t n_before = k->n_exceptions;
	enum status status = STATUS_OK;

	*n = 0;
	for (int32_t i = 0; i < n_before && status == STATUS_OK; i++) {
		const bool *applies = k->exception[i].applies;
		bool meet = false;

		if (!(applies[EARLY] && splits & 1 << EARLY) &&
		    !(applies[LATE] && splits & 1 << LATE))
			continue;
		status = meets(s->netlist, &k->exception[i].filter, given, &meet);
		if (status == STATUS_OK && meet)
			status = take_away(s, i, given, splits);
		*n += meet;
	}
	sdc_close_gaps(k);
	return status;
}
