/*
 * State graphs that threads make against those that one makes: of random designs with constraints of all kinds each array is
 * the same, byte by byte. Loops are shared by threads although the designs are small.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "db/state/state_graph.h"
#include "lib/random_design.h"
#include "lib/tap.h"

enum { DESIGNS = 250, THREADS = 3 };

struct totals {
	int several, layered, wrong;
	int64_t states, tags;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void build(const struct random_design *design, int options, struct timing_graph **timing,
		  struct state_graph **states)
{
	struct text warnings = TEXT_INIT;
	struct task task = TASK_INIT;

	must(timing_graph_new(design->netlist, design->constraints, &warnings, &task, timing));
	must(state_graph_new(*timing, options, &task, states));
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

static void check(int i, struct totals *totals)
{
	struct random_options options = {.n_instances = i % 40 ? 1 + i % 25 : 300,
					 .scale = 1,
					 .odd = i % 3 == 2,
					 .constrained = true,
					 .latches = i % 11 == 0,
					 .data_checks = i % 11 == 1};
	struct timing_graph *timing[2];
	struct state_graph *states[2];
	struct random_design design;

	random_seed((uint64_t)i);
	random_design(&options, &design);
	for (int t = 0; t < 2; t++) {
		host_threads_set(t ? THREADS : 1);
		host_worth_set(t ? 2 : 0);
		build(&design, i % 5 == 0 ? STATES_UNCONSTRAINED : 0, &timing[t], &states[t]);
	}
	host_threads_set(0);
	host_worth_set(0);
	totals->several += !states[0]->is_timing_graph;
	totals->layered += states[0]->layers != NULL;
	totals->states += states[0]->graph->n_vertices;
	totals->tags += states[0]->n_tags;
	if (!same_states(states[0], states[1])) {
		totals->wrong++;
		printf("# design %d\n", i);
	}
	for (int t = 0; t < 2; t++) {
		state_graph_free(states[t]);
		timing_graph_free(timing[t]);
	}
	random_design_release(&design);
}

int main(void)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : DESIGNS;
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++)
		check(i, &t);
	OK(t.wrong == 0,
	   "the states of %d designs are those of one thread (%d with several a vertex, %d in layers, %lld states, %lld tags)",
	   n, t.several, t.layered, (long long)t.states, (long long)t.tags);
	OK(n < 100 || t.several > n / 4, "many have several states a vertex");
	OK(n < 100 || t.layered > n / 4, "many are in layers");
	return tap_done();
}
