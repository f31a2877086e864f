/*
 * Ranks, labels and filters of constrained subgraphs, against the naive reference on random graphs of
 * all sizes; and the paths that they leave, against all paths of small ones that fulfil the query,
 * listed one by one: of the exact product, of the mended rule, and how far off the printed one is. Labels
 * answer pins in order; lists (groups of pins, nets) are asked of the product alone. Both are made on the
 * device, forward or from the endpoints back.
 *
 * `t_labels STATE` runs one random graph. WARPSCOPE_TEST_GRAPHS=17200 asks 100,000 queries, in some minutes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/labels/product.h"
#include "lib/devices.h"
#include "lib/listed.h"
#include "lib/naive_labels.h"
#include "lib/query_lists.h"
#include "lib/tap.h"

enum { QUERIES = 6, MOST_PATHS = 300 };

static struct brute base_paths, made_paths;
static struct listed expected[BRUTE_MAX_PATHS], found[BRUTE_MAX_PATHS];

/* What was found out about a rule. */
struct score {
	int64_t n_queries, n_satisfiable, n_paths, n_false_paths;
	int64_t n_false, n_lost, n_twice; /* queries with such paths */
};

static struct score exact_score, repaired_score, paper_score;

/* Queries of each kind that was asked. */
static struct kinds {
	int64_t n_lists, n_nets, n_edges, n_equal, n_rising, n_low_starts, n_parallel;
} kinds;

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
}

/* ---- random graphs ---- */

/* Arcs lead to pins of a higher place, between any of their transitions, so pins have ranks; the
 * places are shuffled. Some arcs are there twice. */
static struct graph *random_pins(int32_t n_pins, int32_t n_edges, int32_t n_arcs, struct task *task)
{
	struct text warnings = TEXT_INIT;
	int32_t *place = calloc((size_t)n_pins, sizeof *place);
	bool ends = random_below(4) > 0, added;
	struct graph *g;

	must(graph_new("random", &g));
	for (int32_t p = 0; p < n_pins; p++) {
		int32_t other = (int32_t)random_below(p + 1);

		place[p] = place[other];
		place[other] = p;
	}
	for (int32_t v = 0; v < n_pins * n_edges; v++) {
		char name[24];

		snprintf(name, sizeof name, "v%d", v);
		must(graph_add_vertex(g, name, (int64_t)strlen(name), &added));
	}
	for (int32_t a = 0; a < n_arcs && n_pins > 1; a++) {
		int32_t from = (int32_t)random_below(n_pins - 1);
		int32_t to = from + 1 + (int32_t)random_below(n_pins - 1 - from);
		int32_t u = place[from] * n_edges + (int32_t)random_below(n_edges);
		int32_t v = place[to] * n_edges + (int32_t)random_below(n_edges);

		for (int copies = random_below(8) ? 1 : 2; copies > 0; copies--)
			must(graph_add_arc(g, u, v, random_below(100)));
	}
	for (int32_t s = 0; s <= n_pins / 3 && ends; s++)
		must(graph_add_source(g, (int32_t)random_below(n_pins * n_edges), 0));
	for (int32_t s = 0; s <= n_pins / 3 && ends; s++)
		must(graph_add_sink(g, (int32_t)random_below(n_pins * n_edges), 100));
	must(graph_close(g, &warnings, task));
	text_release(&warnings);
	free(place);
	return g;
}

/* ---- random queries ---- */

static int32_t vertex_of_path(const struct graph *g, const struct brute_path *path, int32_t step)
{
	return step == 0 ? g->source_vertex[path->source] : g->arc_to[path->arc[step - 1]];
}

/* Pins of a path in its order, mostly; else any, in any order, also again. */
static struct label_query random_query(const struct naive_space *s)
{
	struct label_query q = {.n = 1 + (int32_t)random_below(4)};
	const struct brute_path *path =
		base_paths.n ? &base_paths.path[random_below(base_paths.n)] : NULL;
	int32_t step = 0;

	for (int32_t i = 0; i < q.n; i++) {
		int32_t vertex = (int32_t)random_below((int64_t)s->n_pins * s->n_edges);

		if (path && random_below(8) && step <= path->n_arcs) {
			step += (int32_t)random_below(path->n_arcs - step + 1);
			vertex = vertex_of_path(s->graph, path, step);
		}
		q.pin[i].pin = vertex / s->n_edges;
		q.pin[i].edges = s->n_edges == 1 || random_below(3) ? EDGES_BOTH
				 : random_below(8)                  ? 1 << vertex % s->n_edges
								    : 1 + (int32_t)random_below(2);
	}
	q.from = random_below(4) == 0;
	q.to = random_below(4) == 0;
	return q;
}

/* The same for a product and the reference; with lists, some places are groups of pins or nets. */
struct ends {
	uint64_t groups[BRUTE_MAX_POINTS];
	uint8_t source_ok[64], sink_ok[64];
};

static bool is_at(const struct naive_space *s, const struct label_pin *pin, int32_t vertex)
{
	return vertex / s->n_edges == pin->pin &&
	       (s->n_edges == 1 || pin->edges >> vertex % s->n_edges & 1);
}

static struct path_query exact_query(const struct naive_space *s, const struct label_query *q,
				     struct ends *ends)
{
	const struct graph *g = s->graph;
	struct path_query out = {.n_groups = q->n, .vertex_groups = ends->groups};

	memset(ends, 0, sizeof *ends);
	for (int32_t v = 0; v < g->n_vertices; v++) {
		for (int32_t i = 0; i < q->n; i++)
			ends->groups[v] |= (uint64_t)is_at(s, &q->pin[i], v) << i;
	}
	for (int32_t i = 0; i < g->n_sources; i++)
		ends->source_ok[i] = is_at(s, &q->pin[0], g->source_vertex[i]);
	for (int32_t i = 0; i < g->n_sinks; i++)
		ends->sink_ok[i] = is_at(s, &q->pin[q->n - 1], g->sink_vertex[i]);
	out.source_ok = q->from ? ends->source_ok : NULL;
	out.sink_ok = q->to ? ends->sink_ok : NULL;
	return out;
}

/* Some pins more that do as well as the query's: any, or what its driver's arcs lead to. */
static void widen(const struct naive_space *s, const struct label_query *q, struct ends *ends)
{
	const struct graph *g = s->graph;

	for (int32_t i = 0; i < q->n; i++) {
		if (random_below(2)) {
			for (int64_t n = random_below(4); n > 0; n--)
				ends->groups[random_below(g->n_vertices)] |= UINT64_C(1) << i;
			kinds.n_lists++;
			continue;
		}
		for (int32_t a = 0; a < g->n_arcs; a++) {
			if (g->arc_from[a] / s->n_edges == q->pin[i].pin)
				ends->groups[g->arc_to[a]] |= UINT64_C(1) << i;
		}
		kinds.n_nets++;
	}
}

static bool has_parallel_arcs(const struct graph *g)
{
	for (int32_t a = 1; a < g->n_arcs; a++) {
		if (g->arc_from[a] == g->arc_from[a - 1] && g->arc_to[a] == g->arc_to[a - 1])
			return true;
	}
	return false;
}

/* Which kinds a query of pins is of, by their ranks. */
static void count_kinds(const struct naive_space *s, const struct label_query *q,
			const int32_t *rank)
{
	bool equal = false, rising = false, edges = false, low = false;

	for (int32_t i = 0; i < q->n; i++) {
		edges |= s->n_edges > 1 && q->pin[i].edges != EDGES_BOTH;
		if (i && q->pin[i].pin != q->pin[i - 1].pin) {
			equal |= rank[q->pin[i].pin] == rank[q->pin[i - 1].pin];
			rising |= rank[q->pin[i].pin] > rank[q->pin[i - 1].pin];
		}
	}
	/* a start that labels meet no sooner than pins downstream of the first constraint */
	for (int32_t i = 0; i < s->graph->n_sources; i++)
		low |= rank[s->graph->source_vertex[i] / s->n_edges] <= rank[q->pin[0].pin];
	kinds.n_edges += edges;
	kinds.n_equal += equal;
	kinds.n_rising += rising;
	kinds.n_low_starts += low;
	kinds.n_parallel += has_parallel_arcs(s->graph);
}

static bool fulfils(const struct graph *g, const struct path_query *q, const struct listed *path)
{
	return (!q->source_ok || q->source_ok[path->source]) &&
	       (!q->sink_ok || q->sink_ok[path->sink]) &&
	       listed_passes(g, q, path, 0, q->n_groups, 0, path->n_arcs);
}

/* ---- comparison ---- */

static bool same_state(const struct naive_space *s, const struct labels_state *got,
		       const struct naive_labels *wanted)
{
	const struct graph *g = s->graph;
	size_t n = (size_t)s->n_pins * (size_t)s->n_edges;

	return memcmp(got->rank, wanted->rank, (size_t)s->n_pins * sizeof *got->rank) == 0 &&
	       memcmp(got->label, wanted->label, n * sizeof *got->label) == 0 &&
	       memcmp(got->verdict, wanted->verdict, (size_t)g->n_arcs) == 0 &&
	       memcmp(got->reach, wanted->reach, (size_t)g->n_vertices) == 0;
}

static bool same_result(const struct naive_space *s, const struct label_result *got,
			const struct naive_labels *wanted)
{
	return memcmp(got->source_ok, wanted->source_ok, (size_t)s->graph->n_sources) == 0 &&
	       memcmp(got->sink_ok, wanted->sink_ok, (size_t)s->graph->n_sinks) == 0;
}

/* By rounds, or phases at once, with ranks kept or new; they are for labels_free(). */
static bool run_labels(struct label_space *space, const struct naive_space *s,
		       const struct label_query *q, struct labels **out)
{
	bool fine = random_below(2), fresh = random_below(3) == 0, same;
	struct naive_labels wanted;
	struct label_result result;
	struct labels_state state;
	struct stepper *stepper;
	struct labels *labels;

	must(labels_begin(space, q, (struct label_ends){s->source_ok, s->sink_ok}, fresh, 1,
			  &labels));
	stepper = labels_stepper(labels);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, fine ? GRAIN_FINE : GRAIN_COARSE));
	must(labels_read(labels, &state));
	must(labels_result(labels, &result));
	naive_labels_make(s, *q, &wanted);
	same = same_state(s, &state, &wanted) && same_result(s, &result, &wanted) &&
	       (labels_conflict(labels) >= 0) == wanted.conflict;
	if (q->rule == RULE_PAPER)
		count_kinds(s, q, state.rank);
	naive_labels_release(&wanted);
	labels_state_release(&state);
	label_result_release(&result);
	*out = labels;
	return same;
}

/* How many of a sorted list aren't in another. */
static int32_t missing(const struct listed *a, int32_t n_a, const struct listed *b, int32_t n_b)
{
	int32_t n = 0;

	for (int32_t i = 0, j = 0; i < n_a; i++) {
		while (j < n_b && listed_compare(&b[j], &a[i]) < 0)
			j++;
		n += j == n_b || listed_compare(&b[j], &a[i]) != 0;
	}
	return n;
}

static void compare_paths(struct path_graph *made, const struct graph *base,
			  const struct path_query *q, int32_t n_expected, struct score *score)
{
	int32_t n_twice = 0, n_false;

	if (!brute_run(&made_paths, made->graph))
		abort();
	for (int32_t i = 0; i < made_paths.n; i++) {
		if (!listed_translate(base, q, made, &made_paths.path[i], &found[i]))
			n_twice = 1;
	}
	qsort(found, (size_t)made_paths.n, sizeof *found, listed_compare);
	for (int32_t i = 1; i < made_paths.n; i++)
		n_twice += listed_compare(&found[i - 1], &found[i]) == 0;
	score->n_queries++;
	score->n_satisfiable += n_expected > 0;
	score->n_paths += made_paths.n;
	score->n_twice += n_twice > 0;
	n_false = missing(found, made_paths.n, expected, n_expected);
	score->n_false_paths += n_false;
	score->n_false += n_false > 0;
	score->n_lost += missing(expected, n_expected, found, made_paths.n) > 0;
}

/* What was made, on the host; it is freed. */
static void compare_made(struct path_image *made, const struct graph *base,
			 const struct path_query *q, int32_t n_expected, struct score *score)
{
	must(path_image_need_paths(made));
	compare_paths(made->paths, base, q, n_expected, score);
	path_image_free(made);
}

static bool check_rule(struct label_space *space, struct product_space *product,
		       const struct naive_space *s, struct label_query q, enum filter_rule rule,
		       int32_t n_expected, struct score *score, struct task *task)
{
	static const struct path_query any = {0};
	struct path_image *made;
	struct labels *labels;
	bool same;

	q.rule = rule;
	same = run_labels(space, s, &q, &labels);
	must(labels_product(labels, product, task, &made));
	compare_made(made, s->graph, &any, n_expected, score);
	labels_free(labels);
	return same;
}

/* All paths that fulfil a query, and those that the product has. */
static int32_t check_exact(struct product_space *product, const struct naive_space *s,
			   struct path_query *exact, struct task *task)
{
	struct query_lists lists;
	struct path_image *made;
	int32_t n = 0;

	for (int32_t i = 0; i < base_paths.n; i++) {
		expected[n] = listed_path(&base_paths.path[i]);
		n += fulfils(s->graph, exact, &expected[n]);
	}
	qsort(expected, (size_t)n, sizeof *expected, listed_compare);
	exact->transposed = product->transposed;
	query_lists_make(s->graph, exact, &lists);
	must(product_new(product, &lists.lists, NULL, task, &made));
	query_lists_release(&lists);
	compare_made(made, s->graph, exact, n, &exact_score);
	return n;
}

static bool check_query(struct label_space *space, struct product_space *product,
			struct naive_space *s, struct task *task)
{
	struct label_query q = random_query(s);
	struct ends ends;
	struct path_query exact = exact_query(s, &q, &ends);
	int32_t n;
	bool same;

	if (random_below(3) == 0) {
		widen(s, &q, &ends);
		check_exact(product, s, &exact, task);
		return true;
	}
	n = check_exact(product, s, &exact, task);
	s->source_ok = exact.source_ok;
	s->sink_ok = exact.sink_ok;
	same = check_rule(space, product, s, q, RULE_REPAIRED, n, &repaired_score, task);
	return check_rule(space, product, s, q, RULE_PAPER, n, &paper_score, task) && same;
}

/* A graph with few enough paths to list them, and queries of it. */
static bool check_small(struct test_device *d)
{
	int32_t n_edges = 1 + (int32_t)random_below(2),
		n_pins = 1 + (int32_t)random_below(16 / n_edges);
	struct graph *g =
		random_pins(n_pins, n_edges, (int32_t)random_below(4 * n_pins + 1), &d->task);
	struct naive_space s = {.graph = g, .n_pins = n_pins, .n_edges = n_edges};
	struct product_space *product = NULL;
	struct label_space *space = NULL;
	struct image *image = NULL;
	bool same = true;

	if (brute_run(&base_paths, g) && base_paths.n <= MOST_PATHS) {
		must(image_build(d->queue, g, &image));
		must(label_space_new(image, NULL, n_pins, n_edges, NULL, &space));
		must(product_space_new(image, NULL, random_below(4) == 0, &product));
		for (int i = 0; i < QUERIES && same; i++)
			same = check_query(space, product, &s, &d->task);
	}
	product_space_free(product);
	label_space_free(space);
	image_free(image);
	graph_unref(g);
	return same;
}

/* A graph of any size, some arcs of it forbidden: states alone. */
static bool check_large(struct test_device *d, int32_t n_pins)
{
	int32_t n_edges = 1 + (int32_t)random_below(2);
	struct graph *g = random_pins(n_pins, n_edges, 3 * n_pins, &d->task);
	uint8_t *arc_ok = calloc((size_t)g->n_arcs + 1, 1);
	struct naive_space s = {g, n_pins, n_edges, arc_ok, NULL, NULL};
	struct label_space *space;
	struct image *image;
	bool same = true;
	uint8_t *d_arc_ok;

	base_paths.n = 0;
	for (int32_t a = 0; a < g->n_arcs; a++)
		arc_ok[a] = random_below(10) > 0;
	must(image_build(d->queue, g, &image));
	d_arc_ok = arc_flags_by_place(image, arc_ok);
	must(label_space_new(image, NULL, n_pins, n_edges, d_arc_ok, &space));
	for (int i = 0; i < 4 && same; i++) {
		struct label_query q = random_query(&s);
		struct labels *labels;

		q.rule = i % 2 ? RULE_PAPER : RULE_REPAIRED;
		same = run_labels(space, &s, &q, &labels);
		labels_free(labels);
	}
	label_space_free(space);
	device_free(d->queue, d_arc_ok);
	image_free(image);
	graph_unref(g);
	free(arc_ok);
	return same;
}

/* ---- all of it ---- */

static void check_sizes(struct test_device *d)
{
	static const int32_t sizes[] = {1, 2, 31, 32, 33, 255, 257, 1023, 3001};
	int wrong = 0;

	random_seed(5);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (test_size_wanted(sizes[i]))
			wrong += !check_large(d, sizes[i]);
	}
	OK(wrong == 0, "%s: ranks, labels, verdicts and sub-forests at odd sizes", d->name);
}

static void tell_score(const struct test_device *d, const char *rule, const struct score *score)
{
	OK(score->n_queries > 0 && !score->n_false && !score->n_lost && !score->n_twice,
	   "%s: %s: %lld queries (%lld satisfiable), %lld paths, none false, lost or twice",
	   d->name, rule, (long long)score->n_queries, (long long)score->n_satisfiable,
	   (long long)score->n_paths);
}

static void check_graphs(struct test_device *d, int n, int64_t scale)
{
	int wrong = 0;

	if (scale > 1)
		return; /* times have no part in it */
	check_sizes(d);
	exact_score = repaired_score = paper_score = (struct score){0};
	kinds = (struct kinds){0};
	random_seed(1);
	for (int i = 0; i < n && wrong < 3; i++) {
		uint64_t state = random_get_state();

		if (check_small(d))
			continue;
		wrong++;
		printf("# wrong: random state %llu\n", (unsigned long long)state);
	}
	OK(wrong == 0, "%s: %d random graphs", d->name, n);
	tell_score(d, "exact", &exact_score);
	tell_score(d, "paper-repaired", &repaired_score);
	printf("# with lists of pins %lld times, with nets %lld; of queries of pins: transitions %lld, "
	       "equal ranks %lld, out of order %lld, low startpoints %lld, parallel arcs %lld\n",
	       (long long)kinds.n_lists, (long long)kinds.n_nets, (long long)kinds.n_edges,
	       (long long)kinds.n_equal, (long long)kinds.n_rising, (long long)kinds.n_low_starts,
	       (long long)kinds.n_parallel);
	OK(n < 100 || (kinds.n_lists > n / 10 && kinds.n_nets > n / 100 && kinds.n_edges > n / 10 &&
		       kinds.n_equal > n / 100 && kinds.n_rising > n / 100 &&
		       kinds.n_low_starts > n / 100 && kinds.n_parallel > n / 10),
	   "%s: queries of each kind are among them", d->name);
	printf("# as printed: %lld false paths of %lld, in %lld queries of %lld; lost ones in %lld\n",
	       (long long)paper_score.n_false_paths, (long long)paper_score.n_paths,
	       (long long)paper_score.n_false, (long long)paper_score.n_queries,
	       (long long)paper_score.n_lost);
	OK(n < 100 || paper_score.n_false > 0,
	   "%s: as printed, paths that begin in a region are let through", d->name);
}

int main(int argc, char **argv)
{
	struct test_device d;

	if (argc > 1 && test_device_open(0, &d)) {
		random_seed(strtoull(argv[1], NULL, 10));
		OK(check_small(&d), "one graph");
		printf("# exact %lld %lld, repaired %lld %lld\n", (long long)exact_score.n_false,
		       (long long)exact_score.n_lost, (long long)repaired_score.n_false,
		       (long long)repaired_score.n_lost);
		test_device_close(&d);
		return tap_done();
	}
	return test_random_graphs(500, check_graphs);
}
