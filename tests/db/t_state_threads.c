/*
 * State graphs that threads and devices make against those that one thread makes: of random designs with constraints of all kinds each array is
 * the same, byte by byte. So are the index of filters and the clock network for credit, which are made of them. Loops are
 * shared by threads although the designs are small.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyed.h"
#include "base/parallel.h"
#include "db/state/filter_index.h"
#include "gpu/image/tag_spreader.h"
#include "gpu/timing/timing_paths.h"
#include "lib/random_design.h"
#include "lib/tap.h"

enum { DESIGNS = 250, LARGE = 3000, THREADS = 3, MOST_SORTED = 300 };

struct totals {
	int several, wrong;
	int64_t states, tags, ends, nodes;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void build(struct queue *queue, const struct random_design *design, int options,
		  struct timing_graph **timing, struct state_graph **states)
{
	struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;

	must(timing_graph_new(design->netlist, design->constraints, &warnings, &task, timing));
	must(tag_spreader_states(queue, *timing, options, &task, states));
	text_release(&warnings);
}

static bool same_array(const char *what, const void *a, const void *b, int64_t n, size_t size)
{
	bool same = n == 0 || memcmp(a, b, (size_t)n * size) == 0;

	if (!same)
		printf("# other %s\n", what);
	return same;
}

#define SAME_ARRAY(a, b, array, n)                                                                 \
	same_array(#array, (a)->array, (b)->array, (n), sizeof *(a)->array)

static bool same_counts(const struct state_graph *a, const struct state_graph *b)
{
	bool same = a->is_timing_graph == b->is_timing_graph && a->n_tags == b->n_tags &&
		    a->n_progress == b->n_progress && a->n_progress_items == b->n_progress_items &&
		    a->n_seeds == b->n_seeds && a->n_relations == b->n_relations &&
		    a->n_groups == b->n_groups && a->n_constants == b->n_constants &&
		    a->graph->n_vertices == b->graph->n_vertices &&
		    a->graph->n_arcs == b->graph->n_arcs &&
		    a->graph->n_sources == b->graph->n_sources &&
		    a->graph->n_sinks == b->graph->n_sinks;

	if (!same)
		printf("# other counts\n");
	return same;
}

static bool same_graph(const struct graph *a, const struct graph *b)
{
	return SAME_ARRAY(a, b, arc_from, a->n_arcs) && SAME_ARRAY(a, b, arc_to, a->n_arcs) &&
	       SAME_ARRAY(a, b, arc_type, a->n_arcs) &&
	       SAME_ARRAY(a, b, source_vertex, a->n_sources) &&
	       SAME_ARRAY(a, b, sink_vertex, a->n_sinks);
}

static bool same_relations(const struct state_graph *a, const struct state_graph *b)
{
	bool same = true;

	for (int32_t r = 0; r < a->n_relations && same; r++) {
		const struct relation *x = &a->relation[r], *y = &b->relation[r];

		same = x->split == y->split && x->launch_edge == y->launch_edge &&
		       x->capture_edge == y->capture_edge && x->exception == y->exception &&
		       x->group == y->group && x->multicycle == y->multicycle;
	}
	for (int32_t s = 0; s < a->graph->n_sinks && same; s++) {
		const struct endpoint *x = &a->endpoint[s], *y = &b->endpoint[s];

		same = x->kind == y->kind && x->split == y->split && x->relation == y->relation &&
		       x->clock == y->clock && x->constant == y->constant;
	}
	if (!same)
		printf("# other ends\n");
	return same;
}

static bool same_states(const struct state_graph *a, const struct state_graph *b)
{
	int32_t n = a->graph->n_vertices, n_vertices = a->timing->graph->n_vertices;
	bool same = same_counts(a, b) && SAME_ARRAY(a, b, tag, a->n_tags) &&
		    SAME_ARRAY(a, b, progress, a->n_progress) &&
		    SAME_ARRAY(a, b, progress_item, a->n_progress_items) &&
		    SAME_ARRAY(a, b, tag_of, n) && SAME_ARRAY(a, b, flags, n) &&
		    SAME_ARRAY(a, b, seed, a->n_seeds) && same_graph(a->graph, b->graph) &&
		    same_relations(a, b);

	if (same && a->first)
		same = SAME_ARRAY(a, b, first, n_vertices) && SAME_ARRAY(a, b, next, n);
	for (int32_t s = 0; s < n && same; s++)
		same = state_vertex(a, s) == state_vertex(b, s) &&
		       state_next(a, s) == state_next(b, s);
	for (int32_t v = 0; v < n_vertices && same; v++)
		same = state_first(a, v) == state_first(b, v);
	return same;
}

/* ---- what queries make of states ---- */

/* With the index, fan-in too, and the clock network. */
static void make_for_queries(struct timing *timing)
{
	static const struct path_filter everything = PATH_FILTER_INIT;
	struct path_filter filter = everything;
	struct filter_query query;
	struct device_credit credit;
	uint8_t *data_arc;

	must(timing_filter_query(timing, &everything, NULL, &query, &data_arc));
	if (timing->filters)
		abort(); /* nothing was named */
	filter_query_release(&query);
	free(data_arc);
	filter.to_edges = EDGES_RISE;
	must(timing_filter_query(timing, &filter, NULL, &query, &data_arc));
	filter_query_release(&query);
	free(data_arc);
	must(filter_index_need_fan_in(timing->filters));
	must(timing_credit(timing, LATE, CREDIT_OPENSTA, NULL, &credit));
}

static bool same_ends(const struct end_index *a, const struct end_index *b)
{
	return a->n == b->n && a->n_clocked == b->n_clocked && SAME_ARRAY(a, b, at, a->n) &&
	       SAME_ARRAY(a, b, clocked, a->n_clocked);
}

static bool same_index(const struct filter_index *a, const struct filter_index *b)
{
	const struct graph *graph = a->context.graph;

	return same_ends(&a->sources, &b->sources) && same_ends(&a->sinks, &b->sinks) &&
	       SAME_ARRAY(a, b, in_row, graph->n_vertices + 1) &&
	       SAME_ARRAY(a, b, in_arc, graph->n_arcs) && !a->first == !b->first &&
	       (!a->first ||
		(SAME_ARRAY(a, b, first, a->n_keys) && SAME_ARRAY(a, b, next, graph->n_vertices)));
}

static bool same_on_device(struct queue *queue, const char *what, const void *a, const void *b,
			   int64_t bytes)
{
	void *copy[2] = {malloc((size_t)bytes + 1), malloc((size_t)bytes + 1)};
	bool same;

	if (!copy[0] || !copy[1])
		abort();
	from_device(queue, copy[0], a, bytes);
	from_device(queue, copy[1], b, bytes);
	same = same_array(what, copy[0], copy[1], bytes, 1);
	free(copy[0]);
	free(copy[1]);
	return same;
}

#define SAME_ON_DEVICE(a, b, array, n)                                                             \
	same_on_device(queue, #array, (a)->array, (b)->array, (n) * (int64_t)sizeof *(a)->array)

static bool same_network(struct queue *queue, const struct timing *x, const struct timing *y)
{
	const struct clock_network *a = &x->network, *b = &y->network;
	const struct graph *graph = x->image->states->graph;

	return a->n == b->n && a->launches == b->launches && a->captures == b->captures &&
	       a->device.most == b->device.most &&
	       SAME_ARRAY(a, b, source_node, graph->n_sources) &&
	       SAME_ARRAY(a, b, sink_node, graph->n_sinks) &&
	       SAME_ARRAY(a, b, close_node, graph->n_sinks) &&
	       SAME_ON_DEVICE(a, b, d_node_of, x->image->device_states.n_states) &&
	       SAME_ON_DEVICE(a, b, d_state, a->n) && SAME_ON_DEVICE(a, b, device.pin, a->n) &&
	       SAME_ON_DEVICE(a, b, device.rank, a->n) &&
	       SAME_ON_DEVICE(a, b, device.segment, a->n) &&
	       SAME_ON_DEVICE(a, b, device.edge, a->n) &&
	       SAME_ON_DEVICE(a, b, device.place, a->n) &&
	       SAME_ON_DEVICE(a, b, device.up_late, a->n) &&
	       SAME_ON_DEVICE(a, b, device.up_early, a->n) &&
	       SAME_ON_DEVICE(a, b, device.late, a->n) && SAME_ON_DEVICE(a, b, device.early, a->n);
}

static void check(struct queue *const queues[2], int i, struct totals *totals)
{
	/* one in which sets and what is asked need more room than there is at first, and levels have work for threads */
	int n_instances = i % 100 == 50 ? LARGE : i % 40 ? 1 + i % 25 : 300;
	struct random_options options = {.n_instances = n_instances,
					 .scale = 1,
					 .odd = i % 3 == 2,
					 .constrained = true,
					 .latches = i % 11 == 0,
					 .data_checks = i % 11 == 1};
	struct timing_graph *graph[2];
	struct state_graph *states[2];
	struct timing *timing[2];
	struct random_design design;

	random_seed((uint64_t)i);
	random_design(&options, &design);
	for (int t = 0; t < 2; t++) {
		host_threads_set(t ? THREADS : 1);
		host_worth_set(t ? 2 : 0);
		build(queues[t], &design, i % 5 == 0 ? STATES_UNCONSTRAINED : 0, &graph[t],
		      &states[t]);
		must(timing_new(queues[0], graph[t], states[t], &timing[t]));
		make_for_queries(timing[t]);
	}
	host_threads_set(0);
	host_worth_set(0);
	totals->several += !states[0]->is_timing_graph;
	totals->states += states[0]->graph->n_vertices;
	totals->tags += states[0]->n_tags;
	totals->ends += timing[0]->filters->sinks.n + timing[0]->filters->sources.n;
	totals->nodes += timing[0]->network.n;
	if (!same_states(states[0], states[1]) ||
	    !same_index(timing[0]->filters, timing[1]->filters) ||
	    !same_network(queues[0], timing[0], timing[1])) {
		totals->wrong++;
		printf("# design %d\n", i);
	}
	for (int t = 0; t < 2; t++)
		timing_free(timing[t]);
	random_design_release(&design);
}

/* ---- sorted entries ---- */

static int compare_keyed(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->item > y->item) - (x->item < y->item);
}

/* In ascending runs, or in any order. */
static bool sorts(int i)
{
	int32_t n = (int32_t)random_below(MOST_SORTED), key = 0;
	struct keyed list[MOST_SORTED], expected[MOST_SORTED];

	for (int32_t j = 0; j < n; j++) {
		if (random_below(i % 4 ? 20 : 2) == 0)
			key = (int32_t)random_below(i % 3 ? n : 4);
		key += (int32_t)random_below(2);
		list[j] = (struct keyed){key, i % 5 ? j : n - j};
	}
	memcpy(expected, list, sizeof *list * (size_t)n);
	qsort(expected, (size_t)n, sizeof *expected, compare_keyed);
	host_threads_set(i % 2 ? THREADS : 1);
	host_worth_set(i % 2 ? 2 : 0);
	must(keyed_sort(list, n));
	host_threads_set(0);
	host_worth_set(0);
	return n == 0 || memcmp(list, expected, sizeof *list * (size_t)n) == 0;
}

static int count_sorted(int n)
{
	int sorted = 0;

	random_seed(1);
	for (int i = 0; i < n; i++)
		sorted += sorts(i);
	return sorted;
}

/* Those of one thread, and those of a device and as many threads as it has. */
static void check_device(struct test_device *one, struct test_device *other, int n)
{
	struct queue *const queues[2] = {one->queue, other->queue};
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++)
		check(queues, i, &t);
	OK(t.wrong == 0,
	   "%s: the states of %d designs are those of one thread (%d with several a vertex, %lld states, %lld tags)",
	   other->name, n, t.several, (long long)t.states, (long long)t.tags);
	OK(t.ends > n && t.nodes > n,
	   "so are indexes with %lld ends and clock networks of %lld nodes", (long long)t.ends,
	   (long long)t.nodes);
	OK(n < 100 || t.several > n / 4, "many have several states a vertex");
}

int main(void)
{
	struct test_device one, other;
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");

	if (!test_device_open(0, &one))
		return tap_done();
	for (int d = 1; d < N_TEST_DEVICES; d++) {
		if (!test_device_open(d, &other))
			continue;
		check_device(&one, &other, all ? atoi(all) : DESIGNS);
		test_device_close(&other);
	}
	test_device_close(&one);
	OK(count_sorted(2000) == 2000, "entries are sorted as by qsort()");
	return tap_done();
}
