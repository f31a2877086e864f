/* The order of a graph's vertices, level by level: by threads it is that of one queue. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "db/loops.h"
#include "lib/tap.h"

enum { WIDTH = 60000, DEPTH = 5, ARCS = 3 };

static _Noreturn void give_up(const char *why)
{
	fprintf(stderr, "%s: %s\n", why, status_text(STATUS_NO_MEMORY));
	exit(1);
}

static uint32_t draw(uint32_t n)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((state >> 33) % n);
}

/* Levels that are wide enough to be shared, numbered at random, with arcs over several levels and
 * parallel ones; with a loop if wanted. */
static struct graph *make_graph(bool with_loop)
{
	int32_t n = WIDTH * DEPTH, *id = malloc((size_t)n * sizeof *id);
	struct graph *graph;

	if (!id || graph_new("order", &graph) != STATUS_OK)
		give_up("no graph");
	for (int32_t v = 0; v < n; v++)
		id[v] = v;
	for (int32_t v = n - 1; v > 0; v--) {
		int32_t other = (int32_t)draw((uint32_t)v + 1), kept = id[v];

		id[v] = id[other];
		id[other] = kept;
	}
	graph->n_vertices = n;
	for (int32_t i = 0; i < n * ARCS; i++) {
		int32_t head = WIDTH + (int32_t)draw((uint32_t)(n - WIDTH));
		int32_t tail = (int32_t)draw((uint32_t)(head / WIDTH * WIDTH));

		for (uint32_t copies = draw(8) ? 1 : 2; copies; copies--) {
			if (graph_add_arc(graph, id[tail], id[head], 1) != STATUS_OK)
				give_up("no arc");
		}
	}
	if (with_loop && graph_add_arc(graph, id[n - 1], id[n - 1], 1) != STATUS_OK)
		give_up("no arc");
	free(id);
	return graph;
}

/* Kahn's algorithm, as it is in books: the arcs of a vertex in their order, found by a list. */
static int32_t naive_order(const struct graph *graph, int32_t *order)
{
	int32_t *first = malloc((size_t)graph->n_vertices * sizeof *first);
	int32_t *next = malloc((size_t)graph->n_arcs * sizeof *next);
	int32_t *fan_in = calloc((size_t)graph->n_vertices, sizeof *fan_in), n = 0;

	if (!first || !next || !fan_in)
		give_up("no memory");
	memset(first, -1, (size_t)graph->n_vertices * sizeof *first);
	for (int32_t a = graph->n_arcs - 1; a >= 0; a--) {
		next[a] = first[graph->arc_from[a]];
		first[graph->arc_from[a]] = a;
		fan_in[graph->arc_to[a]]++;
	}
	for (int32_t v = 0; v < graph->n_vertices; v++) {
		if (!fan_in[v])
			order[n++] = v;
	}
	for (int32_t i = 0; i < n; i++) {
		for (int32_t a = first[order[i]]; a >= 0; a = next[a]) {
			if (--fan_in[graph->arc_to[a]] == 0)
				order[n++] = graph->arc_to[a];
		}
	}
	free(first);
	free(next);
	free(fan_in);
	return n;
}

/* No arc within a level, and each vertex has a tail in the level before. */
static bool levels_hold(const struct graph *graph, const struct graph_order *order, int32_t n)
{
	int32_t *level = calloc((size_t)graph->n_vertices, sizeof *level);
	int32_t *tail = calloc((size_t)graph->n_vertices, sizeof *tail);
	bool hold = level && tail && order->level_row[order->n_levels] == n;

	for (int32_t l = 0; l < order->n_levels && hold; l++) {
		for (int32_t i = order->level_row[l]; i < order->level_row[l + 1]; i++)
			level[order->vertex[i]] = l + 1;
	}
	for (int32_t a = 0; a < graph->n_arcs && hold; a++) {
		int32_t from = level[graph->arc_from[a]], to = level[graph->arc_to[a]];

		hold = !to || (from && from < to);
		if (from > tail[graph->arc_to[a]])
			tail[graph->arc_to[a]] = from;
	}
	for (int32_t v = 0; v < graph->n_vertices && hold; v++)
		hold = !level[v] || tail[v] == level[v] - 1;
	free(level);
	free(tail);
	return hold;
}

static void compare(const struct graph *graph, const int32_t *wanted, int32_t n, int n_threads)
{
	struct graph_order order = {0};
	struct task task = TASK_INIT;
	bool has_loop, same;

	host_threads_set(n_threads);
	if (graph_find_order(graph, &task, &order, &has_loop) != STATUS_OK)
		give_up("no order");
	same = memcmp(order.vertex, wanted, (size_t)n * sizeof *wanted) == 0;
	OK(same && has_loop == (n < graph->n_vertices), "%d threads, %s: the order of one queue",
	   n_threads, n < graph->n_vertices ? "with a loop" : "without loops");
	OK(levels_hold(graph, &order, n), "%d threads: levels", n_threads);
	graph_order_release(&order);
}

int main(void)
{
	static const int n_threads[] = {1, 2, 3, 5, 16};

	for (int with_loop = 0; with_loop < 2; with_loop++) {
		struct graph *graph = make_graph(with_loop);
		int32_t *wanted = malloc((size_t)graph->n_vertices * sizeof *wanted), n;

		if (!wanted)
			give_up("no memory");
		n = naive_order(graph, wanted);
		for (size_t i = 0; i < sizeof n_threads / sizeof *n_threads; i++)
			compare(graph, wanted, n, n_threads[i]);
		free(wanted);
		graph_unref(graph);
	}
	return tap_done();
}
