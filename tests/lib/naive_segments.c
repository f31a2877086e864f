/* Where path delays cut paths, for the naive reference: each question goes through all exceptions. */
#include "naive_paths.h"

/* Ports, clocks of registers and pins with checks are ends without that. */
static bool may_be_cut(const struct naive *n, int32_t pin)
{
	if (pin < n->in.netlist->n_ports || n->check_row[pin] < n->check_row[pin + 1])
		return false;
	for (int64_t c = 0; c < n->n_checks; c++) {
		if (n->check[c].clock / 2 == pin && !n->check[c].non_sequential)
			return false;
	}
	for (int64_t j = n->out_row[2 * pin]; j < n->out_row[2 * pin + 2]; j++) {
		if (n->arc[n->out_arc[j]].kind == NAIVE_LAUNCH)
			return false;
	}
	return true;
}

/* A pin that a list names, not as one of a cell. */
static bool lists(const struct naive *n, const struct point_list *list, int32_t vertex, int edges)
{
	int32_t length;

	for (int32_t i = 0; i < list->n; i += length) {
		const struct point *point = &list->point[i];

		length = point_list_cell_at(n->in.netlist, list, i);
		if (!length && point->kind == POINT_PIN && point->id == vertex / 2 &&
		    point->edges & edges)
			return true;
		length = length ? length : 1;
	}
	return false;
}

static bool is_named(const struct naive *n, int32_t vertex, bool from, bool to, int edges,
		     bool breaking)
{
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; c && i < c->n_exceptions; i++) {
		const struct exception *x = &c->exception[i];

		if (x->kind != EXCEPTION_DELAY || (breaking && x->probe))
			continue;
		if ((from && lists(n, &x->filter.from, vertex, edges)) ||
		    (to && lists(n, &x->filter.to, vertex, edges)))
			return may_be_cut(n, vertex / 2);
	}
	return false;
}

bool naive_segment_starts(const struct naive *n, int32_t vertex)
{
	return is_named(n, vertex, true, false, 1 << vertex % 2, false);
}

bool naive_segment_ends(const struct naive *n, int32_t pin)
{
	return is_named(n, 2 * pin, false, true, EDGES_BOTH, false);
}

bool naive_segment_cuts(const struct naive *n, const struct naive_arc *arc, bool begins)
{
	bool tail = is_named(n, arc->from, true, true, EDGES_BOTH, true);
	bool head = is_named(n, arc->to, true, true, EDGES_BOTH, true);

	return (tail && !begins) || (head && !naive_segment_ends(n, arc->to / 2));
}
