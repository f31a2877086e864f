/*
 * Which exceptions a path can still meet. What a path has begun keeps its states apart from those of others, and
 * five thousand false paths from as many registers would give each of them a copy of all that lies ahead. So an
 * exception is forgotten where no pin of the list that it needs next lies ahead: what remains of it is the part
 * between its lists.
 *
 * Lists are bits in a word or more for each vertex, filled by one sweep backward. When there are more lists than
 * bits, several share one: then something is kept that needn't be, and nothing is lost.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "db/state/state_impl.h"

/* Bytes for the words of all vertices. */
enum { REACH_MEMORY = 1 << 26 };

/* ---- lists ---- */

/* Do paths begin it, and carry it along? Else it is asked about at their ends alone. */
static bool is_carried(const struct exception *exception)
{
	const struct path_filter *filter = &exception->filter;
	bool carried = filter->n_throughs > 0;

	for (int32_t i = 0; i < filter->from.n; i++)
		carried |= filter->from.point[i].kind == POINT_PIN;
	return carried;
}

/* The list that an exception needs next, when it has passed the first of its -throughs; NULL = it may end anywhere. */
static const struct point_list *next_list(const struct exception *exception, int32_t passed)
{
	const struct path_filter *filter = &exception->filter;

	if (!is_carried(exception))
		return NULL;
	if (passed < filter->n_throughs)
		return &filter->through[passed];
	for (int32_t i = 0; i < filter->to.n; i++) {
		if (filter->to.point[i].kind != POINT_PIN)
			return NULL;
	}
	return filter->to.n ? &filter->to : NULL;
}

struct list_key {
	uint64_t hash;
	int32_t place; /* in reach->target */
};

static int compare_keys(const void *a, const void *b)
{
	const struct list_key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Equal lists have one number, in the order in which they come: hashes are others in each process. */
static void number_lists(struct state_reach *r, struct list_key *key, int32_t n_keys)
{
	int32_t first = -1;

	if (n_keys)
		qsort(key, (size_t)n_keys, sizeof *key, compare_keys);
	for (int32_t i = 0; i < n_keys; i++) {
		if (i == 0 || key[i].hash != key[i - 1].hash)
			first = key[i].place;
		r->target[key[i].place] = first;
	}
	for (int32_t t = 0; t < r->n_targets; t++) {
		if (r->target[t] >= 0)
			r->target[t] = r->target[t] == t ? r->n_lists++ : r->target[r->target[t]];
	}
}

static enum status find_lists(struct state_reach *r, const struct constraints *constraints)
{
	int32_t n = constraints->n_exceptions, n_keys = 0;
	FREED struct list_key *key = NULL;

	TRY(ALLOC(&r->row, n));
	for (int32_t e = 0; e < n; e++) {
		r->row[e] = r->n_targets;
		r->n_targets += constraints->exception[e].filter.n_throughs + 1;
	}
	TRY(ALLOC(&r->target, r->n_targets));
	TRY(ALLOC(&key, r->n_targets));
	for (int32_t e = 0; e < n; e++) {
		const struct exception *exception = &constraints->exception[e];

		for (int32_t q = 0; q <= exception->filter.n_throughs; q++) {
			const struct point_list *list = next_list(exception, q);

			r->target[r->row[e] + q] = -1;
			if (list)
				key[n_keys++] =
					(struct list_key){point_list_hash(0, list), r->row[e] + q};
		}
	}
	number_lists(r, key, n_keys);
	return STATUS_OK;
}

/* ---- lists that are reached from a vertex ---- */

static void mark(struct state_reach *r, int32_t vertex, int32_t list)
{
	r->ahead[(int64_t)vertex * r->n_words + list / 64] |= UINT64_C(1) << list % 64;
}

static void mark_lists(struct state_reach *r, const struct netlist *netlist,
		       const struct constraints *constraints)
{
	for (int32_t e = 0; e < constraints->n_exceptions; e++) {
		const struct exception *exception = &constraints->exception[e];

		for (int32_t q = 0; q <= exception->filter.n_throughs; q++) {
			int32_t target = r->target[r->row[e] + q];
			const struct point_list *list = next_list(exception, q);

			for (int32_t i = 0; target >= 0 && i < list->n; i++) {
				int32_t pin = list->point[i].id,
					side = netlist_driving_side(netlist, pin);

				for (int edge = 0; edge < N_EDGES; edge++) {
					if (!(list->point[i].edges >> edge & 1))
						continue;
					mark(r, pin * N_EDGES + edge, target);
					mark(r, side * N_EDGES + edge, target);
				}
			}
		}
	}
}

static void gather(const struct state_builder *b, const struct state_reach *r, int32_t v)
{
	const struct timing_graph *timing = b->timing;
	uint64_t *own = r->ahead + (int64_t)v * r->n_words;

	for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
		int32_t arc = timing->out_arc[j];
		const uint64_t *head = r->ahead + (int64_t)timing->graph->arc_to[arc] * r->n_words;

		if (arc >= timing->n_possible || state_launches(b, arc))
			continue;
		for (int32_t w = 0; w < r->n_words; w++)
			own[w] |= head[w];
	}
}

/* Along the arcs that data takes, a level after another. */
static void spread_back(const struct state_builder *b, struct state_reach *r)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t l = timing->n_levels - 1; l >= 0; l--) {
		const int32_t *vertex = timing->order + timing->level_row[l];

		OVER_ITEMS(i, timing->level_row[l + 1] - timing->level_row[l])
		gather(b, r, vertex[i]);
	}
}

static enum status begin_reach(struct state_builder *b)
{
	struct state_reach *r = &b->reach;
	int64_t n = b->timing->graph->n_vertices, most;

	if (!b->exceptions.named)
		return STATUS_OK;
	TRY(find_lists(r, b->constraints));
	if (!r->n_lists)
		return STATUS_OK;
	most = max_i64(REACH_MEMORY / (n * (int64_t)sizeof *r->ahead), 1);
	r->n_words = (int32_t)min_i64((r->n_lists + 63) / 64, most);
	for (int32_t t = 0; t < r->n_targets; t++) {
		if (r->target[t] >= 0)
			r->target[t] %= 64 * r->n_words;
	}
	TRY(ALLOC(&r->ahead, n * r->n_words));
	mark_lists(r, b->netlist, b->constraints);
	return STATUS_OK;
}

enum status state_find_reach(struct state_builder *b)
{
	TRY(begin_reach(b));
	if (b->reach.n_words)
		spread_back(b, &b->reach);
	return STATUS_OK;
}

static bool parts_paths(const struct state_builder *b, const struct exception *exception)
{
	const struct path_filter *filter = &exception->filter;
	bool is_false = exception->kind == EXCEPTION_FALSE && exception->applies[EARLY] &&
			exception->applies[LATE] && !filter->to.given &&
			filter->to_edges == EDGES_BOTH && !b->keeps_false;

	return is_carried(exception) && !(is_false && filter->n_throughs + filter->from.given == 1);
}

bool state_exceptions_part(const struct state_builder *b)
{
	bool part = false;

	for (int32_t e = 0; b->constraints && e < b->constraints->n_exceptions && !part; e++)
		part = parts_paths(b, &b->constraints->exception[e]);
	return part;
}

void state_reach_release(struct state_reach *reach)
{
	free(reach->row);
	free(reach->target);
	free(reach->ahead);
	*reach = (struct state_reach){0};
}

int32_t state_target(const struct state_builder *b, const struct progress_item *item)
{
	const struct state_reach *r = &b->reach;

	return !r->n_words || item->exception >= b->constraints->n_exceptions
		       ? -1
		       : r->target[r->row[item->exception] + item->passed];
}

bool state_may_meet(const struct state_builder *b, const struct progress_item *item, int32_t vertex)
{
	const struct state_reach *r = &b->reach;
	int32_t target = state_target(b, item);

	return target < 0 ||
	       r->ahead[(int64_t)vertex * r->n_words + target / 64] >> target % 64 & 1;
}
