#include "listed.h"

#include <stdlib.h>
#include <string.h>

int32_t listed_vertex(const struct graph *g, const struct listed *path, int32_t step)
{
	return step == 0 ? g->source_vertex[path->source] : g->arc_to[path->arc[step - 1]];
}

bool listed_passes(const struct graph *g, const struct path_query *q, const struct listed *path,
		   int32_t first, int32_t last, int32_t step, int32_t end)
{
	if (first >= last)
		return true;
	/* what can be passed from a later point on can be from the first one */
	for (; step <= end; step++) {
		if (q->vertex_groups[listed_vertex(g, path, step)] >> first & 1)
			return listed_passes(g, q, path, first + 1, last, step, end);
	}
	return false;
}

int32_t listed_before(const struct path_query *q, const struct listed *path)
{
	return q->source_passed ? q->source_passed[path->source] : 0;
}

int listed_compare(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	if (x->sink != y->sink)
		return x->sink < y->sink ? -1 : 1;
	if (x->n_arcs != y->n_arcs)
		return x->n_arcs < y->n_arcs ? -1 : 1;
	for (int32_t i = 0; i < x->n_arcs; i++) {
		if (x->arc[i] != y->arc[i])
			return x->arc[i] < y->arc[i] ? -1 : 1;
	}
	return (x->slack > y->slack) - (x->slack < y->slack);
}

bool listed_same(struct listed *a, int32_t n_a, struct listed *b, int32_t n_b)
{
	qsort(a, (size_t)n_a, sizeof *a, listed_compare);
	qsort(b, (size_t)n_b, sizeof *b, listed_compare);
	if (n_a != n_b)
		return false;
	for (int32_t i = 0; i < n_a; i++) {
		if (listed_compare(&a[i], &b[i]) != 0)
			return false;
	}
	return true;
}

struct listed listed_path(const struct brute_path *path)
{
	struct listed out = {path->source, path->sink, path->n_arcs, {0}, path->slack};

	memcpy(out.arc, path->arc, sizeof out.arc);
	return out;
}

bool listed_translate(const struct graph *base, const struct path_query *q,
		      const struct path_graph *made, const struct brute_path *path,
		      struct listed *out)
{
	const struct graph *g = made->graph;
	int32_t n = path->n_arcs, state = g->source_vertex[path->source];

	*out = (struct listed){
		made->transposed ? made->sink[path->sink] : made->source[path->source],
		made->transposed ? made->source[path->source] : made->sink[path->sink],
		n,
		{0},
		path->slack};
	for (int32_t i = 0; i < n; i++)
		out->arc[made->transposed ? n - 1 - i : i] = made->arc[path->arc[i]];
	for (int32_t i = 0; i <= n; i++) {
		int32_t step = made->transposed ? n - i : i, passed = made->passed[state];
		int32_t before = listed_before(q, out);

		if (made->vertex[state] != listed_vertex(base, out, step) ||
		    !listed_passes(base, q, out, before, passed, 0, step) ||
		    (passed < q->n_groups &&
		     listed_passes(base, q, out, before, passed + 1, 0, step)))
			return false;
		state = i < n ? g->arc_to[path->arc[i]] : state;
	}
	return true;
}
