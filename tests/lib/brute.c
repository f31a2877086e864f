#include "brute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"

/*
 * A branch at a vertex is a fan-out arc or a sink there; branches are numbered arcs first, in the
 * order of the graph, then sinks.
 */
struct branch {
	bool is_sink;
	int32_t id; /* arc or sink */
};

static int branches_at(const struct graph *g, int32_t v, struct branch *out)
{
	int n = 0;

	for (int32_t a = 0; a < g->n_arcs; a++) {
		if (g->arc_from[a] == v)
			out[n++] = (struct branch){false, a};
	}
	for (int32_t s = 0; s < g->n_sinks; s++) {
		if (g->sink_vertex[s] == v)
			out[n++] = (struct branch){true, s};
	}
	return n;
}

static int64_t sign(const struct graph *g)
{
	return g->objective == OBJECTIVE_SLACK ? -1 : 1;
}

static int64_t branch_weight(const struct graph *g, struct branch c)
{
	return c.is_sink ? -sign(g) * g->sink_required[c.id] : sign(g) * g->arc_delay[c.id];
}

#define NO_PATH INT64_MAX

/* Least slack of any suffix from v, by plain recursion. */
static int64_t best_suffix(const struct graph *g, int32_t v)
{
	struct branch c[256];
	int n = branches_at(g, v, c);
	int64_t best = NO_PATH;

	for (int i = 0; i < n; i++) {
		int64_t rest = c[i].is_sink ? 0 : best_suffix(g, g->arc_to[c[i].id]);

		if (rest != NO_PATH && rest + branch_weight(g, c[i]) < best)
			best = rest + branch_weight(g, c[i]);
	}
	return best;
}

/* Which branch the suffix forest takes at v: the first of the best. */
static int forest_branch(const struct graph *g, int32_t v)
{
	struct branch c[256];
	int n = branches_at(g, v, c);
	int64_t best = best_suffix(g, v);

	for (int i = 0; i < n; i++) {
		int64_t rest = c[i].is_sink ? 0 : best_suffix(g, g->arc_to[c[i].id]);

		if (rest != NO_PATH && rest + branch_weight(g, c[i]) == best)
			return i;
	}
	return -1;
}

static bool walk(struct brute *b, int32_t source, int32_t v, struct brute_path *so_far)
{
	struct branch c[256];
	int n = branches_at(b->graph, v, c);

	for (int i = 0; i < n; i++) {
		struct brute_path p = *so_far;

		p.slack += branch_weight(b->graph, c[i]);
		if (c[i].is_sink) {
			p.sink = c[i].id;
			if (b->n == BRUTE_MAX_PATHS)
				return false;
			b->path[b->n++] = p;
			continue;
		}
		if (p.n_arcs == BRUTE_MAX_POINTS)
			return false;
		p.arc[p.n_arcs++] = c[i].id;
		if (!walk(b, source, b->graph->arc_to[c[i].id], &p))
			return false;
	}
	return true;
}

static int32_t vertex_at(const struct graph *g, const struct brute_path *p, int32_t step)
{
	return step == 0 ? g->source_vertex[p->source] : g->arc_to[p->arc[step - 1]];
}

/* Choice taken at a step of a path. */
static int taken(const struct graph *g, const struct brute_path *p, int32_t step)
{
	struct branch c[256];
	int n = branches_at(g, vertex_at(g, p, step), c);

	for (int i = 0; i < n; i++) {
		if (step == p->n_arcs ? c[i].is_sink && c[i].id == p->sink
				      : !c[i].is_sink && c[i].id == p->arc[step])
			return i;
	}
	abort();
}

enum { NOT_YET = -2 };

/* forest_branch(), computed once: forest[] has what is known of each vertex. */
static int known_branch(const struct graph *g, int *forest, int32_t v)
{
	if (forest[v] == NOT_YET)
		forest[v] = forest_branch(g, v);
	return forest[v];
}

/* Deviations, the last of them, and the parent: the path that follows the forest from there. */
static void find_parent(struct brute *b, int *forest, int32_t index)
{
	const struct graph *g = b->graph;
	struct brute_path *p = &b->path[index];
	int32_t last = -1;

	p->n_deviations = 0;
	p->parent = -1;
	for (int32_t step = 0; step <= p->n_arcs; step++) {
		if (taken(g, p, step) != known_branch(g, forest, vertex_at(g, p, step))) {
			p->n_deviations++;
			last = step;
		}
	}
	if (last < 0)
		return;
	p->step = last;
	p->position = taken(g, p, last);
	for (int32_t q = 0; q < b->n; q++) {
		struct brute_path *other = &b->path[q];
		bool same = other->source == p->source && other->n_arcs >= last &&
			    memcmp(other->arc, p->arc, (size_t)last * sizeof *p->arc) == 0;

		for (int32_t step = last; same && step <= other->n_arcs; step++)
			same = taken(g, other, step) ==
			       known_branch(g, forest, vertex_at(g, other, step));
		if (same)
			p->parent = q;
	}
}

static const struct brute *sorting;

/* (slack, deviations, order of the parent, step along it, branch); level 0 by (slack, source). */
static int compare(const void *x, const void *y)
{
	const struct brute_path *a = &sorting->path[*(const int32_t *)x];
	const struct brute_path *b = &sorting->path[*(const int32_t *)y];

	if (a->slack != b->slack)
		return a->slack < b->slack ? -1 : 1;
	if (a->n_deviations != b->n_deviations)
		return a->n_deviations < b->n_deviations ? -1 : 1;
	if (a->n_deviations == 0)
		return a->source < b->source ? -1 : a->source > b->source;
	if (a->parent != b->parent)
		return compare(&a->parent, &b->parent);
	if (a->step != b->step)
		return a->step < b->step ? -1 : 1;
	return a->position < b->position ? -1 : a->position > b->position;
}

bool brute_run(struct brute *b, const struct graph *graph)
{
	int *forest;

	b->graph = graph;
	b->n = 0;
	for (int32_t s = 0; s < graph->n_sources; s++) {
		struct brute_path start = {.slack = sign(graph) * graph->source_arrival[s],
					   .source = s};

		if (!walk(b, s, graph->source_vertex[s], &start))
			return false;
	}
	forest = malloc(((size_t)graph->n_vertices + 1) * sizeof *forest);
	if (!forest)
		abort();
	for (int32_t v = 0; v < graph->n_vertices; v++)
		forest[v] = NOT_YET;
	for (int32_t i = 0; i < b->n; i++) {
		find_parent(b, forest, i);
		b->order[i] = i;
	}
	free(forest);
	sorting = b;
	qsort(b->order, (size_t)b->n, sizeof *b->order, compare);
	for (int32_t r = 0; r < b->n; r++)
		b->path[b->order[r]].rank = r;
	return true;
}

/* ---- graphs ---- */

/* Few distinct times, so that ties and zero deltas are the rule. */
static int64_t random_time(int64_t spread)
{
	return (random_below(2 * spread + 1) - spread / 2) * INT64_C(1000);
}

struct graph *brute_random_graph(int most, int64_t scale, struct task *task)
{
	struct graph *g;
	struct text warnings = TEXT_INIT;
	int n = 1 + (int)random_below(most), spread = 1 + (int)random_below(5);
	int n_arcs = (int)random_below(2 * n + 1);
	int32_t place[64];
	bool ends = random_below(3) > 0, added;

	graph_new("random", &g);
	for (int v = 0; v < n; v++) {
		char name[16];
		int other = (int)random_below(v + 1);

		snprintf(name, sizeof name, "v%d", v);
		graph_add_vertex(g, name, (int64_t)strlen(name), &added);
		place[v] = place[other];
		place[other] = v;
	}
	for (int a = 0; a < n_arcs && n > 1; a++) {
		int from = (int)random_below(n - 1);
		int to = from + 1 + (int)random_below(n - 1 - from);
		int copies = random_below(8) ? 1 : 2;

		for (int c = 0; c < copies; c++)
			graph_add_arc(g, place[from], place[to], scale * random_time(spread));
	}
	for (int s = 0; s < 1 + n / 4 && ends; s++)
		graph_add_source(g, place[random_below((n + 1) / 2)], scale * random_time(spread));
	for (int s = 0; s < 1 + n / 3 && ends; s++)
		graph_add_sink(g, place[n - 1 - random_below((n + 1) / 2)],
			       scale * random_time(spread));
	if (graph_close(g, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	return g;
}
