/*
 * Graphs made for path searches with conditions: their paths against all paths of the base that
 * fulfil the query, listed one by one. What "fulfil" means is written here in the words of SDC:
 * there are points of all groups on the path, that of each group not before that of the group ahead
 * of it.
 *
 * `t_path_graph STATE` runs one random graph.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lib/devices.h"
#include "lib/listed.h"
#include "lib/path_product.h"
#include "lib/tap.h"

enum {
	MOST_VERTICES = 14,
	MOST_ARCS = 64,
	MOST_ENDS = 16, /* sources or sinks */
	QUERIES = 8,    /* a graph */
};

static struct brute base_paths, made_paths;
static struct listed expected[BRUTE_MAX_PATHS], found[BRUTE_MAX_PATHS];
static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
}

/* ---- comparison ---- */

static bool fulfils(const struct graph *g, const struct path_query *q, const struct listed *path)
{
	int32_t first = listed_before(q, path);

	if ((q->source_ok && !q->source_ok[path->source]) ||
	    (q->sink_ok && !q->sink_ok[path->sink]))
		return false;
	for (int32_t i = 0; i < path->n_arcs; i++) {
		if (q->arc_ok && !q->arc_ok[path->arc[i]])
			return false;
	}
	if (q->first_at_once && first == 0 &&
	    !listed_passes(g, q, path, 0, 1, 0, path->n_arcs < 1 ? path->n_arcs : 1))
		return false;
	return listed_passes(g, q, path, first, q->n_groups, 0, path->n_arcs);
}

/* No state or arc without a path, and all in the base's order. */
static bool tidy(const struct path_graph *made)
{
	const struct graph *g = made->graph;
	bool vertex[BRUTE_MAX_PATHS] = {0}, arc[BRUTE_MAX_PATHS] = {0};
	int32_t unused = g->n_vertices + g->n_arcs;

	for (int32_t i = 0; i < made_paths.n; i++) {
		const struct brute_path *path = &made_paths.path[i];

		vertex[g->source_vertex[path->source]] = true;
		for (int32_t j = 0; j < path->n_arcs; j++)
			vertex[g->arc_to[path->arc[j]]] = arc[path->arc[j]] = true;
	}
	for (int32_t v = 0; v < g->n_vertices; v++) {
		unused -= vertex[v];
		if (v > 0 && (made->vertex[v - 1] > made->vertex[v] ||
			      (made->vertex[v - 1] == made->vertex[v] &&
			       made->passed[v - 1] >= made->passed[v])))
			return false;
	}
	for (int32_t a = 0; a < g->n_arcs; a++) {
		unused -= arc[a];
		if (a > 0 && made->arc[a - 1] > made->arc[a])
			return false;
	}
	for (int32_t s = 1; s < g->n_sources; s++)
		unused += made->source[s - 1] >= made->source[s];
	for (int32_t s = 1; s < g->n_sinks; s++)
		unused += made->sink[s - 1] >= made->sink[s];
	return unused == 0;
}

/* Of a graph whose paths are in base_paths. */
static bool check_query(const struct graph *base, const struct path_query *q)
{
	struct path_graph *made;
	int32_t n = 0, group;
	bool same;

	must(path_graph_new(base, q, &task, &made));
	must(path_query_stuck(base, q, &task, &group));
	for (int32_t i = 0; i < base_paths.n; i++) {
		expected[n] = listed_path(&base_paths.path[i]);
		n += fulfils(base, q, &expected[n]);
	}
	same = (group < 0) == (made->graph->n_vertices > 0) &&
	       brute_run(&made_paths, made->graph) && tidy(made) &&
	       made->graph->largest_sum == base->largest_sum &&
	       made->graph->objective == base->objective;
	for (int32_t i = 0; i < made_paths.n && same; i++)
		same = listed_translate(base, q, made, &made_paths.path[i], &found[i]);
	same = same && listed_same(expected, n, found, made_paths.n);
	path_graph_free(made);
	return same;
}

/* ---- random queries ---- */

struct arrays {
	uint8_t source_ok[MOST_ENDS], sink_ok[MOST_ENDS], source_passed[MOST_ENDS];
	uint8_t arc_ok[MOST_ARCS];
	uint64_t vertex_groups[MOST_VERTICES];
};

static const uint8_t *random_flags(uint8_t *flags, int32_t n, int64_t one_in)
{
	if (random_below(3))
		return NULL;
	for (int32_t i = 0; i < n; i++)
		flags[i] = random_below(one_in) > 0;
	return flags;
}

static struct path_query random_query(const struct graph *g, struct arrays *a)
{
	struct path_query q = {.n_groups = (int32_t)random_below(5), .transposed = random_below(2)};
	int64_t sparse = 1 + random_below(4);

	if (g->n_sources > MOST_ENDS || g->n_sinks > MOST_ENDS || g->n_arcs > MOST_ARCS)
		abort();
	q.source_ok = random_flags(a->source_ok, g->n_sources, 2);
	q.sink_ok = random_flags(a->sink_ok, g->n_sinks, 2);
	q.arc_ok = random_flags(a->arc_ok, g->n_arcs, 8);
	if (!q.n_groups)
		return q;
	for (int32_t v = 0; v < g->n_vertices; v++) {
		a->vertex_groups[v] = 0;
		for (int32_t group = 0; group < q.n_groups; group++)
			a->vertex_groups[v] |= (uint64_t)(random_below(sparse) == 0) << group;
	}
	q.vertex_groups = a->vertex_groups;
	q.first_at_once = random_below(3) == 0;
	for (int32_t s = 0; s < g->n_sources; s++)
		a->source_passed[s] = (uint8_t)random_below(q.n_groups + 1);
	if (random_below(3) == 0)
		q.source_passed = a->source_passed;
	return q;
}

/* Without conditions paths come in the order that they have in the base. */
static bool check_order(const struct graph *base)
{
	struct path_query q = {0};
	struct path_graph *made;
	bool same;

	must(path_graph_new(base, &q, &task, &made));
	same = brute_run(&made_paths, made->graph) && made_paths.n == base_paths.n;
	for (int32_t i = 0; i < base_paths.n && same; i++) {
		struct listed wanted = listed_path(&base_paths.path[base_paths.order[i]]), got;

		same = listed_translate(base, &q, made, &made_paths.path[made_paths.order[i]],
					&got) &&
		       listed_compare(&wanted, &got) == 0;
	}
	path_graph_free(made);
	return same;
}

static bool check_graph(int64_t *n_paths)
{
	struct graph *g = brute_random_graph(MOST_VERTICES, 1, &task);
	bool same = true;

	if (brute_run(&base_paths, g) && base_paths.n <= 300) {
		same = check_order(g);
		for (int i = 0; i < QUERIES && same; i++) {
			struct arrays arrays;
			struct path_query q = random_query(g, &arrays);

			same = check_query(g, &q);
			*n_paths += made_paths.n;
		}
	}
	graph_unref(g);
	return same;
}

/* ---- by hand ---- */

/* A closed graph of arcs between vertices a, b, c, …, written as pairs: "ab bc ac". */
static struct graph *graph_of(const char *arcs, int n_vertices, bool typed)
{
	struct text warnings = TEXT_INIT;
	struct graph *g;
	bool added;

	must(graph_new("by hand", &g));
	for (int v = 0; v < n_vertices; v++)
		must(graph_add_vertex(g, &"abcdefghijklmnopqrstuvwxyz"[v], 1, &added));
	for (const char *at = arcs; *at; at += at[2] ? 3 : 2) {
		int32_t from = at[0] - 'a', to = at[1] - 'a';

		must(typed ? graph_add_typed_arc(g, from, to, (int32_t)(at - arcs))
			   : graph_add_arc(g, from, to, 1000 * (at - arcs)));
	}
	must(graph_add_source(g, 0, 5));
	must(graph_add_sink(g, n_vertices - 1, 7));
	must(graph_close(g, &warnings, &task));
	text_release(&warnings);
	return g;
}

/* Paths of arcs between a and the last vertex that pass groups, each a word of vertices; "a,bc" is
 * two. */
static int32_t count_paths(const char *arcs, int n_vertices, const char *groups)
{
	struct graph *g = graph_of(arcs, n_vertices, false);
	uint64_t of[26] = {0};
	struct path_query q = {.vertex_groups = of, .n_groups = 1};
	struct path_graph *made;

	for (const char *at = groups; *at; at++) {
		if (*at == ',')
			q.n_groups++;
		else
			of[*at - 'a'] |= UINT64_C(1) << (q.n_groups - 1);
	}
	must(path_graph_new(g, &q, &task, &made));
	brute_run(&made_paths, made->graph);
	path_graph_free(made);
	graph_unref(g);
	return made_paths.n;
}

static void check_known(void)
{
	/* s = a, t = b, x = c, e = d: b and c have the same distance to the end. */
	static const char diamond[] = "ab ac bd cd";

	OK(count_paths(diamond, 4, "b") == 1, "through one side of a diamond: not the other");
	OK(count_paths(diamond, 4, "bc") == 2, "through any of both sides");
	OK(count_paths(diamond, 4, "b,c") == 0, "through one after the other: none");
	OK(count_paths(diamond, 4, "a,d") == 2, "through the startpoint and the endpoint");
	OK(count_paths(diamond, 4, "") == 0, "through none of nothing");
	OK(count_paths("ab bc cd", 4, "c,b") == 0, "out of order: none");
	OK(count_paths("ab bc cd", 4, "b,b,bc,c") == 1,
	   "a vertex does for all lists that it is in");
	OK(count_paths("ab ab bc bc bc", 3, "b") == 6, "parallel arcs are different paths");
	OK(count_paths("ab bc cd ac bd", 4, "bc,bc") == 3,
	   "a path that may pass in several ways comes once");
}

static void check_many_groups(void)
{
	struct graph *g = graph_of("ab bc cd de", 5, false);
	uint64_t of[5] = {0, (UINT64_C(1) << 40) - 1, 0, UINT64_MAX >> 2, 0};
	struct path_query q = {.vertex_groups = of, .n_groups = PATH_GROUPS_MAX};
	struct path_graph *made = NULL;

	must(path_graph_new(g, &q, &task, &made));
	OK(made->graph->n_vertices == 5 && made->passed[1] == 40 &&
		   made->passed[4] == PATH_GROUPS_MAX,
	   "%d groups", PATH_GROUPS_MAX);
	path_graph_free(made);
	q.n_groups++;
	OK(path_graph_new(g, &q, &task, &made) == STATUS_BAD_INPUT, "no more than that");
	graph_unref(g);
}

static void check_rest(void)
{
	struct graph *g = graph_of("ab ac bd cd", 4, true);
	uint64_t of[4] = {0, 0, 1, 0};
	struct path_query q = {.vertex_groups = of, .n_groups = 1, .transposed = true};
	struct path_graph *made = NULL;

	must(path_graph_new(g, &q, &task, &made));
	OK(made->graph->n_arcs == 2 && made->graph->arc_type[0] == 3 &&
		   made->graph->arc_type[1] == 9 && made->graph->source_arrival[0] == -7 &&
		   made->graph->sink_required[0] == -5,
	   "transposed: types of arcs are kept, times have changed sides and signs");
	path_graph_free(made);
	q.n_groups = 2;
	must(path_graph_new(g, &q, &task, &made));
	OK(made->graph->n_vertices == 0 && made->graph->n_arcs == 0 &&
		   made->graph->n_sources == 0 && made->graph->n_sinks == 0,
	   "a query that nothing fulfils leaves nothing");
	path_graph_free(made);
	atomic_store(&task.cancel, true);
	OK(path_graph_new(g, &q, &task, &made) == STATUS_CANCELLED, "it can be cancelled");
	atomic_store(&task.cancel, false);
	graph_unref(g);
}

/* ---- all of it ---- */

static void check_many(int n)
{
	int64_t n_paths = 0;
	int wrong = 0;

	random_seed(1);
	for (int i = 0; i < n && wrong < 3; i++) {
		uint64_t state = random_get_state();

		if (!check_graph(&n_paths)) {
			wrong++;
			printf("# wrong: random state %llu\n", (unsigned long long)state);
		}
	}
	OK(wrong == 0 && n_paths > n, "%d random graphs, %d queries of each (%lld paths)", n,
	   QUERIES, (long long)n_paths);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of graphs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int64_t n_paths = 0;

	if (argc > 1) {
		random_seed(strtoull(argv[1], NULL, 10));
		OK(check_graph(&n_paths), "one graph");
		return tap_done();
	}
	check_known();
	check_many_groups();
	check_rest();
	check_many(all ? atoi(all) : 3000);
	return tap_done();
}
