/*
 * What closing a graph finds: how far vertices are from the end, with the longest sum of a path. An image of these
 * depths is that of levels which the device finds itself.
 */
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "gpu/image/image.h"
#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"

enum { MOST_VERTICES = 40, WIDTH = 30000, LAYERS = 5, ARCS = 3 };

/* The longest sum from a vertex on, its own required time included: by the definition. */
static int64_t longest_from(const struct graph *g, int32_t vertex)
{
	int64_t longest = 0;

	for (int32_t s = 0; s < g->n_sinks; s++) {
		if (g->sink_vertex[s] == vertex && llabs(g->sink_required[s]) > longest)
			longest = llabs(g->sink_required[s]);
	}
	for (int32_t a = 0; a < g->n_arcs; a++) {
		int64_t sum = 0;

		if (g->arc_from[a] == vertex)
			sum = llabs(g->arc_delay[a]) + longest_from(g, g->arc_to[a]);
		longest = sum > longest ? sum : longest;
	}
	return longest;
}

static int64_t longest_sum(const struct graph *g)
{
	int64_t longest = 0;

	for (int32_t v = 0; v < g->n_vertices; v++) {
		int64_t sum = longest_from(g, v), arrival = 0;

		for (int32_t s = 0; s < g->n_sources; s++) {
			if (g->source_vertex[s] == v && llabs(g->source_arrival[s]) > arrival)
				arrival = llabs(g->source_arrival[s]);
		}
		longest = arrival + sum > longest ? arrival + sum : longest;
	}
	return longest;
}

static bool same_images(const struct image *a, const struct image *b)
{
	size_t n_states = (size_t)a->device.n_states, n_levels = (size_t)a->n_levels;

	return a->n_levels == b->n_levels && a->device.n_states == b->device.n_states &&
	       a->device.first_sink == b->device.first_sink &&
	       memcmp(a->part_row, b->part_row, (2 * n_levels + 1) * sizeof *a->part_row) == 0 &&
	       memcmp(a->state_vertex, b->state_vertex, n_states * sizeof *a->state_vertex) == 0 &&
	       memcmp(a->vertex_state, b->vertex_state, n_states * sizeof *a->vertex_state) == 0;
}

static bool same_items(struct queue *queue, const void *d_a, const void *d_b, int64_t n)
{
	size_t bytes = (size_t)n * sizeof(int32_t);
	void *a = malloc(bytes + 1), *b = malloc(bytes + 1);
	bool same;

	from_device(queue, a, d_a, (int64_t)bytes);
	from_device(queue, b, d_b, (int64_t)bytes);
	same = memcmp(a, b, bytes) == 0;
	free(a);
	free(b);
	return same;
}

static bool same_arcs(struct queue *queue, const struct image *a, const struct image *b)
{
	int32_t n = a->device.n_states, m = a->device.n_arcs;

	return m == b->device.n_arcs &&
	       same_items(queue, a->device.row, b->device.row, (int64_t)n + 1) &&
	       same_items(queue, a->device.to, b->device.to, m) &&
	       same_items(queue, a->d_arc, b->d_arc, m) &&
	       same_items(queue, a->d_vertex, b->d_vertex, n);
}

/* From what another leaves: all arcs of the graph, or some. *image is what is left of it after that. */
static bool same_as_left(struct queue *queue, struct graph *graph, struct image **image)
{
	struct image_left left = {0};
	struct image *as_new = NULL;
	int32_t n_same[] = {graph->n_arcs, graph->n_arcs / 2, 0};
	bool same = image_build(queue, graph, &as_new) == STATUS_OK;

	for (int i = 0; i < 3 && same; i++) {
		struct image_source source = {
			.graph = graph, .left = &left, .arcs = &left, .n_same = n_same[i]};

		image_leave(*image, true, &left);
		*image = NULL;
		same = (left.d_from != NULL) != device_in_host_memory(queue) &&
		       image_build_from(queue, &source, image) == STATUS_OK && !left.state_vertex &&
		       same_images(*image, as_new) && same_arcs(queue, *image, as_new);
	}
	image_left_release(queue, &left);
	image_free(as_new);
	return same;
}

/* Forgets the graph's depths. */
static bool same_by_device(struct queue *queue, struct graph *graph)
{
	struct image *by_depths = NULL, *by_device = NULL;
	bool same = graph->depth && graph->out_row;

	same = same && image_build(queue, graph, &by_depths) == STATUS_OK;
	graph_forget_depths(graph);
	same = same && !graph->depth && image_build(queue, graph, &by_device) == STATUS_OK &&
	       same_images(by_depths, by_device) && same_arcs(queue, by_depths, by_device) &&
	       same_as_left(queue, graph, &by_device);
	image_free(by_depths);
	image_free(by_device);
	return same;
}

static void check_random(struct test_device *d, int n, int64_t scale)
{
	int wrong = 0;

	random_seed(7);
	for (int i = 0; i < n && wrong < 3; i++) {
		struct graph *graph =
			brute_random_graph(i % 2 ? MOST_VERTICES : 8, scale, &d->task);

		/* sums by the definition take as long as there are paths */
		wrong += (i % 2 == 0 && graph->largest_sum != longest_sum(graph)) ||
			 !same_by_device(d->queue, graph);
		graph_unref(graph);
	}
	OK(wrong == 0, "%s: %d random graphs, times of %lld fs", d->name, n, (long long)scale);
}

/* Layers that threads share, with vertices that drive many. */
static struct graph *make_wide(struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct graph *graph;
	int32_t n = WIDTH * LAYERS;
	enum status status = graph_new("wide", &graph);

	random_seed(3);
	graph->n_vertices = n;
	for (int32_t i = 0; i < n * ARCS && status == STATUS_OK; i++) {
		int32_t head = WIDTH + (int32_t)random_below(n - WIDTH);
		int32_t tail = (int32_t)random_below(i % 3 ? head / WIDTH * WIDTH : 100);

		status = graph_add_arc(graph, tail, head, random_below(100000));
	}
	if (status != STATUS_OK || graph_close(graph, &warnings, task) != STATUS_OK)
		abort();
	text_release(&warnings);
	return graph;
}

static void check_wide(struct test_device *d)
{
	static const int threads[] = {1, 2, 3, 16};
	int64_t largest = 0;
	bool same = true;

	for (int i = 0; i < 4; i++) {
		struct graph *graph;

		host_threads_set(threads[i]);
		graph = make_wide(&d->task);
		largest = i ? largest : graph->largest_sum;
		same = same && graph->largest_sum == largest && same_by_device(d->queue, graph);
		graph_unref(graph);
	}
	host_threads_set(0);
	OK(same && largest > 0, "%s: wide levels, by 1, 2, 3 and 16 threads", d->name);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_random(&d, test_part(2000, i ? 10 : 1), 1);
		check_random(&d, test_part(200, i ? 10 : 1), INT64_C(1) << 32);
		check_wide(&d);
		test_device_close(&d);
	}
	return tap_done();
}
