/* What data checks are compared with, of the naive reference: launch by launch, by plain recursion. */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_paths.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

bool naive_has_data_check(const struct constraints *c, int32_t pin)
{
	bool has = false;

	for (int32_t i = 0; i < c->n_locals; i++)
		has |= c->local[i].kind == LOCAL_DATA_CHECK &&
		       (c->local[i].pin == pin || c->local[i].from == pin);
	return has;
}

/* Is a vertex one of a related pin? */
static bool is_related(const struct naive *n, int32_t v)
{
	const struct constraints *c = n->in.constraints;
	bool related = false;

	for (int64_t i = 0; i < n->n_checks; i++)
		related |= n->check[i].non_sequential && n->check[i].clock == v;
	for (int32_t i = 0; i < c->n_locals; i++)
		related |= c->local[i].kind == LOCAL_DATA_CHECK && c->local[i].from == v / 2;
	return related;
}

/* A start, each vertex, clock edge and sort once. */
struct lister {
	struct naive *naive;
	enum split split;
	struct naive_reference *start; /* owned */
	int64_t n, capacity;
};

static void note_start(void *context, const struct naive_start *from)
{
	struct lister *l = context;

	for (int64_t i = 0; i < l->n; i++) {
		if (l->start[i].start == from->vertex && l->start[i].launch == from->launch &&
		    l->start[i].is_clock == from->is_clock)
			return;
	}
	if (from->launch < 0)
		return;
	must(GROW(&l->start, &l->capacity, l->n + 1));
	l->start[l->n++] = (struct naive_reference){.launch = from->launch,
						    .start = from->vertex,
						    .split = l->split,
						    .has_node = from->is_register || from->is_clock,
						    .is_clock = from->is_clock};
}

static void list_from(struct naive *n, const struct naive_reference *start)
{
	int64_t *arrival;

	must(ALLOC(&arrival, n->n_vertices));
	naive_arrivals_from(n, start->split, start->launch, start->start, start->is_clock, arrival);
	for (int32_t v = 0; v < n->n_vertices; v++) {
		struct naive_reference reference = *start;

		if (arrival[v] == NAIVE_NONE || !is_related(n, v))
			continue;
		reference.vertex = v;
		reference.arrival = arrival[v];
		must(GROW(&n->reference, &n->reference_capacity, n->n_references + 1));
		n->reference[n->n_references++] = reference;
	}
	free(arrival);
}

void naive_list_references(struct naive *n)
{
	struct lister l = {.naive = n};

	if (!n->in.constraints)
		return;
	for (int split = 0; split < N_SPLITS; split++) {
		l.split = (enum split)split;
		l.n = 0;
		naive_starts(n, l.split, note_start, &l);
		for (int64_t i = 0; i < l.n; i++)
			list_from(n, &l.start[i]);
	}
	free(l.start);
}
