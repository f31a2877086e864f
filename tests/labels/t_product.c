/*
 * Path queries answered on the device, forward and from the endpoints back, against the host's: the same
 * paths, one for one and in the same order when searched; and against all paths of the graph, listed one by one.
 *
 * `t_product STATE` runs one random graph.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/labels/product.h"
#include "gpu/search/search.h"
#include "lib/devices.h"
#include "lib/listed.h"
#include "lib/path_product.h"
#include "lib/query_lists.h"
#include "lib/tap.h"

enum { QUERIES = 6, MOST_VERTICES = 40, MOST = 256 };

static struct brute base_paths, made_paths;
static struct listed expected[BRUTE_MAX_PATHS], found[BRUTE_MAX_PATHS];
static int64_t n_paths, n_searched, n_counted;

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
}

/* ---- random queries ---- */

struct arrays {
	uint8_t source_ok[MOST], sink_ok[MOST], source_passed[MOST], vertex_ok[MOST], arc_ok[MOST];
	uint64_t groups[MOST];
};

static const uint8_t *random_flags(uint8_t *flags, int32_t n, int64_t one_in)
{
	if (n > MOST)
		abort();
	if (random_below(3))
		return NULL;
	for (int32_t i = 0; i < n; i++)
		flags[i] = random_below(one_in) > 0;
	return flags;
}

static struct path_query random_query(const struct graph *g, struct arrays *a)
{
	struct path_query q = {.n_groups = (int32_t)random_below(5)};
	int64_t sparse = 1 + random_below(4);
	int32_t shift = random_below(20) ? 0 : PATH_GROUPS_MAX - q.n_groups;

	q.source_ok = random_flags(a->source_ok, g->n_sources, 2);
	q.sink_ok = random_flags(a->sink_ok, g->n_sinks, 2);
	q.vertex_ok = random_flags(a->vertex_ok, g->n_vertices, 12);
	if (!q.n_groups)
		return q;
	for (int32_t v = 0; v < g->n_vertices; v++) {
		a->groups[v] = shift ? (UINT64_C(1) << shift) - 1 : 0;
		for (int32_t group = 0; group < q.n_groups; group++)
			a->groups[v] |= (uint64_t)(random_below(sparse) == 0) << (group + shift);
	}
	q.vertex_groups = a->groups;
	q.first_at_once = random_below(3) == 0;
	for (int32_t s = 0; s < g->n_sources; s++)
		a->source_passed[s] = (uint8_t)random_below(q.n_groups + 1);
	if (random_below(3) == 0)
		q.source_passed = a->source_passed;
	q.n_groups += shift;
	return q;
}

/* ---- against the list of all paths ---- */

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
	for (int32_t i = 0; i <= path->n_arcs; i++) {
		if (q->vertex_ok && !q->vertex_ok[listed_vertex(g, path, i)])
			return false;
	}
	if (q->first_at_once && first == 0 &&
	    !listed_passes(g, q, path, 0, 1, 0, path->n_arcs < 1 ? path->n_arcs : 1))
		return false;
	return listed_passes(g, q, path, first, q->n_groups, 0, path->n_arcs);
}

static bool same_as_listed(const struct path_graph *made, const struct graph *base,
			   const struct path_query *q)
{
	int32_t n = 0;
	bool same = brute_run(&made_paths, made->graph);

	for (int32_t i = 0; i < base_paths.n; i++) {
		expected[n] = listed_path(&base_paths.path[i]);
		n += fulfils(base, q, &expected[n]);
	}
	for (int32_t i = 0; i < made_paths.n && same; i++)
		same = listed_translate(base, q, made, &made_paths.path[i], &found[i]);
	n_paths += n;
	return same && listed_same(expected, n, found, made_paths.n);
}

/* ---- against the host's, searched ---- */

static void search(struct test_device *d, struct image *image, struct traces *traces,
		   struct snap_rows **rows)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search;
	struct stepper *stepper;

	options.k = 60;
	must(search_begin(image, d->queue, d->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	must(search_rows(search, LEVEL_NEWEST, 0, options.k, rows));
	must(search_traces(search, LEVEL_NEWEST, 0, options.k, traces));
	stepper->ops->end(stepper);
}

static bool same_path(const struct path_graph *a, const struct path_graph *b,
		      const struct traces *x, const struct traces *y, int64_t i)
{
	int64_t n = x->offset[i + 1] - x->offset[i];

	if (x->slack[i] != y->slack[i] || n != y->offset[i + 1] - y->offset[i])
		return false;
	for (int64_t p = 0; p < n; p++) {
		int32_t u = x->vertex[x->offset[i] + p], v = y->vertex[y->offset[i] + p];

		if (x->arrival[x->offset[i] + p] != y->arrival[y->offset[i] + p])
			return false;
		if (p == n - 1
			    ? a->sink[u - a->graph->n_vertices] != b->sink[v - b->graph->n_vertices]
			    : a->vertex[u] != b->vertex[v] || a->passed[u] != b->passed[v])
			return false;
	}
	return true;
}

static bool same_search(struct test_device *d, struct path_image *made, struct path_graph *paths)
{
	struct image *host;
	struct traces x = {0}, y = {0};
	struct snap_rows *x_rows, *y_rows;
	bool same;

	must(image_build(d->queue, paths->graph, &host));
	search(d, made->image, &x, &x_rows);
	search(d, host, &y, &y_rows);
	same = x.n_paths == y.n_paths && made->image->n_levels >= host->n_levels;
	for (int64_t i = 0; i < x.n_paths && same; i++)
		same = same_path(made->paths, paths, &x, &y, i) &&
		       made->paths->source[x_rows->row[i].source] ==
			       paths->source[y_rows->row[i].source];
	n_searched += x.n_paths;
	traces_release(&x);
	traces_release(&y);
	snap_unref(&x_rows->snap);
	snap_unref(&y_rows->snap);
	image_free(host);
	return same;
}

/* Vertices in pairs as the pins that they are of. */
static bool same_counts(const struct path_image *made, const struct label_space *pins)
{
	const struct path_graph *paths = made->paths;
	uint8_t seen[MOST] = {0};
	int32_t n_pins = 0, n_ends = 0, got_pins, got_ends;

	for (int32_t v = 0; v < paths->graph->n_vertices; v++) {
		n_pins += !(seen[paths->vertex[v] / 2] & 1);
		seen[paths->vertex[v] / 2] |= 1;
	}
	for (int32_t s = 0; s < paths->graph->n_sinks; s++) {
		int32_t pin = paths->vertex[paths->graph->sink_vertex[s]] / 2;

		n_ends += !(seen[pin] & 2);
		seen[pin] |= 2;
	}
	must(product_count_pins(made, pins, &got_pins, &got_ends));
	return got_pins == n_pins && got_ends == n_ends;
}

/* The counts of a query that is being typed, compared with those of its part. */
static bool same_typed(struct test_device *d, struct product_space *space,
		       const struct path_lists *lists, const struct path_image *made,
		       const struct label_space *pins, struct product_arrivals *arrivals)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct product_counts counts;
	struct search *search;
	struct stepper *stepper;
	int32_t n_pins, n_ends;
	int64_t worst;
	bool has_paths;

	must(search_begin(made->image, d->queue, d->queue, &options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	has_paths = search_worst_slack(search, &worst);
	stepper->ops->end(stepper);
	must(product_count_pins(made, pins, &n_pins, &n_ends));
	must(product_count(space, lists, arrivals, pins, &counts));
	n_counted += has_paths;
	return counts.n_pins == n_pins && counts.n_ends == n_ends &&
	       counts.has_paths == has_paths && (!has_paths || counts.worst == worst);
}

static bool check_query(struct test_device *d, struct product_space *space, struct image *image,
			const struct label_space *pins, struct product_arrivals *arrivals,
			struct path_query *q, bool list)
{
	struct path_image *made;
	struct query_lists lists;
	struct path_graph *paths;
	bool same;

	q->transposed = space->transposed;
	space->few = (int32_t)random_below(2); /* by either way */
	query_lists_make(image->graph, q, &lists);
	must(product_new(space, &lists.lists, NULL, &d->task, &made));
	must(path_image_need_paths(made));
	must(path_graph_new(image->graph, q, &d->task, &paths));
	same = space->transposed || same_typed(d, space, &lists.lists, made, pins, arrivals);
	query_lists_release(&lists);
	same = same && made->paths->graph->n_vertices == paths->graph->n_vertices &&
	       made->paths->graph->n_arcs == paths->graph->n_arcs &&
	       made->paths->graph->n_sources == paths->graph->n_sources &&
	       made->paths->graph->n_sinks == paths->graph->n_sinks &&
	       made->paths->graph->largest_sum == paths->graph->largest_sum;
	if (list)
		same = same && same_as_listed(made->paths, image->graph, q);
	same = same && same_search(d, made, paths) &&
	       (space->transposed || same_counts(made, pins));
	path_image_free(made);
	path_graph_free(paths);
	return same;
}

static bool check_graph(struct test_device *d, int64_t scale)
{
	struct graph *g = brute_random_graph(random_below(2) ? 14 : MOST_VERTICES, scale, &d->task);
	bool list = g->n_vertices <= 14 && brute_run(&base_paths, g) && base_paths.n <= 300;
	struct arrays arrays;
	const uint8_t *arc_ok = random_flags(arrays.arc_ok, g->n_arcs, 8);
	struct product_space *space[2];
	struct product_arrivals *arrivals;
	struct label_space *pins;
	struct image *image;
	uint8_t *d_arc_ok = NULL;
	bool same = true;

	must(image_build(d->queue, g, &image));
	if (arc_ok)
		d_arc_ok = arc_flags_by_place(image, arc_ok);
	for (int i = 0; i < 2; i++)
		must(product_space_new(image, d_arc_ok, i, &space[i]));
	must(label_space_new(image, NULL, (g->n_vertices + 1) / 2, 2, NULL, &pins));
	must(product_arrivals_new(space[0], image->fs_bits, (void *)image->device.weight,
				  (void *)image->device.source_weight, false, &arrivals));
	for (int i = 0; i < QUERIES && same; i++) {
		struct path_query q = random_query(g, &arrays);

		q.arc_ok = arc_ok;
		same = check_query(d, space[0], image, pins, arrivals, &q, list) &&
		       check_query(d, space[1], image, pins, arrivals, &q, list);
	}
	product_arrivals_free(arrivals);
	for (int i = 0; i < 2; i++)
		product_space_free(space[i]);
	device_free(d->queue, d_arc_ok);
	label_space_free(pins);
	image_free(image);
	graph_unref(g);
	return same;
}

/* ---- all of it ---- */

static void check_graphs(struct test_device *d, int n, int64_t scale)
{
	int wrong = 0;

	random_seed(3);
	n_paths = n_searched = n_counted = 0;
	for (int i = 0; i < n && wrong < 3; i++) {
		uint64_t state = random_get_state();

		if (check_graph(d, scale))
			continue;
		wrong++;
		printf("# wrong: random state %llu\n", (unsigned long long)state);
	}
	OK(wrong == 0,
	   "%s, %s: %d random graphs, %d queries of each (%lld paths listed, %lld searched, %lld counted)",
	   d->name, scale > 1 ? "64 bit" : "32 bit", n, QUERIES, (long long)n_paths,
	   (long long)n_searched, (long long)n_counted);
}

int main(int argc, char **argv)
{
	struct test_device d;

	if (argc > 1 && test_device_open(0, &d)) {
		random_seed(strtoull(argv[1], NULL, 10));
		OK(check_graph(&d, 1), "one graph");
		test_device_close(&d);
		return tap_done();
	}
	return test_random_graphs(500, check_graphs);
}
