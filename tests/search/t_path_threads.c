/*
 * Path graphs that threads read from the device against those that one reads: of random graphs, with and without sinks at inner
 * vertices, and of random designs, forward and from the endpoints back, each array is the same, byte by byte. Loops are
 * shared by threads although the graphs are small.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/labels/product.h"
#include "gpu/timing/timing_paths.h"
#include "base/parallel.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { GRAPHS = 400, DESIGNS = 40, THREADS = 3, MOST_VERTICES = 60, MOST_ENDS = 64 };

struct totals {
	int inner, empty, wrong;
	int64_t vertices, arcs, sinks;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static bool same_array(const char *what, const void *a, const void *b, int64_t n, size_t size)
{
	bool same = !a == !b && (n == 0 || !a || memcmp(a, b, (size_t)n * size) == 0);

	if (!same)
		printf("# other %s\n", what);
	return same;
}

#define SAME_ARRAY(a, b, array, n)                                                                 \
	same_array(#array, (a)->array, (b)->array, (n), sizeof *(a)->array)

static bool same_graph(const struct graph *a, const struct graph *b)
{
	return a->n_vertices == b->n_vertices && a->n_arcs == b->n_arcs &&
	       a->n_sources == b->n_sources && a->n_sinks == b->n_sinks &&
	       SAME_ARRAY(a, b, arc_from, a->n_arcs) && SAME_ARRAY(a, b, arc_to, a->n_arcs) &&
	       SAME_ARRAY(a, b, arc_type, a->n_arcs) && SAME_ARRAY(a, b, arc_delay, a->n_arcs) &&
	       SAME_ARRAY(a, b, source_vertex, a->n_sources) &&
	       SAME_ARRAY(a, b, source_arrival, a->n_sources) &&
	       SAME_ARRAY(a, b, sink_vertex, a->n_sinks) &&
	       SAME_ARRAY(a, b, sink_required, a->n_sinks) &&
	       SAME_ARRAY(a, b, netlist_vertex, a->n_vertices);
}

static bool same_paths(const struct path_image *x, const struct path_image *y)
{
	const struct path_graph *a = x->paths, *b = y->paths;

	return a->transposed == b->transposed && same_graph(a->graph, b->graph) &&
	       SAME_ARRAY(a, b, vertex, a->graph->n_vertices) &&
	       SAME_ARRAY(a, b, passed, a->graph->n_vertices) &&
	       SAME_ARRAY(a, b, arc, a->graph->n_arcs) &&
	       SAME_ARRAY(a, b, source, a->graph->n_sources) &&
	       SAME_ARRAY(a, b, sink, a->graph->n_sinks) &&
	       SAME_ARRAY(x->image, y->image, state_vertex, x->image->device.n_states);
}

static bool has_inner_sink(const struct graph *g)
{
	for (int32_t s = 0; s < g->n_sinks; s++) {
		for (int32_t a = 0; a < g->n_arcs; a++) {
			if (g->arc_from[a] == g->sink_vertex[s])
				return true;
		}
	}
	return false;
}

/* Takes both: what one thread read and what several did. */
static void compare(struct path_image *made[2], struct totals *totals)
{
	const struct graph *g;

	for (int t = 0; t < 2; t++) {
		host_threads_set(t ? THREADS : 1);
		host_worth_set(t ? 2 : 0);
		must(path_image_need_paths(made[t]));
	}
	host_threads_set(0);
	host_worth_set(0);
	g = made[0]->paths->graph;
	totals->wrong += !same_paths(made[0], made[1]);
	totals->inner += has_inner_sink(g);
	totals->empty += !g->n_vertices;
	totals->vertices += g->n_vertices;
	totals->arcs += g->n_arcs;
	totals->sinks += g->n_sinks;
	path_image_free(made[0]);
	path_image_free(made[1]);
}

/* ---- random graphs ---- */

static int32_t random_some(int32_t *out, int32_t n)
{
	int32_t n_out = 0;

	for (int32_t i = 0; i < n && i < MOST_ENDS; i++) {
		if (random_below(2))
			out[n_out++] = i;
	}
	return n_out;
}

static void check_graph(struct test_device *d, struct totals *totals)
{
	struct graph *g = brute_random_graph(MOST_VERTICES, 1, &d->task);
	int32_t source[MOST_ENDS], sink[MOST_ENDS];
	struct image *image;

	must(image_build(d->queue, g, &image));
	for (int transposed = 0; transposed < 2; transposed++) {
		struct path_lists lists = {
			.transposed = transposed, .source = source, .sink = sink};
		struct product_space *space;
		struct path_image *made[2];

		lists.from = random_below(4) == 0;
		lists.to = random_below(4) == 0;
		lists.n_sources = lists.from ? random_some(source, g->n_sources) : 0;
		lists.n_sinks = lists.to ? random_some(sink, g->n_sinks) : 0;
		must(product_space_new(image, NULL, transposed, &space));
		for (int t = 0; t < 2; t++)
			must(product_new(space, &lists, NULL, &d->task, &made[t]));
		compare(made, totals);
		product_space_free(space);
	}
	image_free(image);
	graph_unref(g);
}

/* ---- random designs ---- */

static void check_design(struct test_device *d, int i, struct totals *totals)
{
	struct random_options options = {.n_instances = 1 + i % 60,
					 .scale = 1,
					 .odd = i % 3 == 2,
					 .constrained = i % 4 > 0,
					 .latches = i % 11 == 0};
	struct random_design design;
	struct timing *timing;

	random_design(&options, &design);
	must(timed_new(d->queue, &d->task, &design, false, &timing));
	for (int backward = 0; backward < 2; backward++) {
		struct path_image *made[2];

		for (int t = 0; t < 2; t++)
			must(timing_new_paths(timing, NULL, backward, NULL, &d->task, &made[t]));
		compare(made, totals);
	}
	timing_free(timing);
	random_design_release(&design);
}

static void check_device(struct test_device *d, int part)
{
	struct totals graphs = {0}, designs = {0};
	int n = test_part(GRAPHS, part);

	random_seed(7);
	for (int i = 0; i < n && graphs.wrong < 5; i++)
		check_graph(d, &graphs);
	OK(graphs.wrong == 0,
	   "%s: the path graphs of %d random graphs are those of one thread (%d with inner sinks, %d empty, %lld vertices, %lld arcs)",
	   d->name, n, graphs.inner, graphs.empty, (long long)graphs.vertices,
	   (long long)graphs.arcs);
	OK(n < 100 || (graphs.inner > n / 10 && graphs.inner < 2 * n - n / 10 && graphs.empty > 0),
	   "%s: some have sinks at inner vertices, some haven't", d->name);
	n = test_part(DESIGNS, part);
	for (int i = 0; i < n && designs.wrong < 5; i++)
		check_design(d, i, &designs);
	OK(designs.wrong == 0 && designs.sinks > 0,
	   "%s: so are those of %d designs (%lld vertices, %lld arcs, %lld sinks)", d->name, n,
	   (long long)designs.vertices, (long long)designs.arcs, (long long)designs.sinks);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_device(&d, i == 1 ? 4 : 1);
		test_device_close(&d);
	}
	return tap_done();
}
