/*
 * Skews and latencies of clocks, of random designs: the search that leaves out what can't be worst against all pairs
 * of a launch and a capture, whose credit is found pin by pin.
 *
 * `t_clock_skew STATE GATES [odd]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/fan_out.h"
#include "gpu/checks/clock_skew.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

struct totals {
	int designs, wrong;
	int64_t skews, none, pairs, credits, latencies;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static bool is_of_clock(const struct timing *timing, int32_t state, int32_t clock)
{
	const struct tag *tag = state_tag(timing->image->states, state);

	return tag && tag->kind == TAG_CLOCK && tag->clock_edge / N_EDGES == clock &&
	       timing_arrival(timing, state, EARLY) != FS_NONE_64 &&
	       timing_arrival(timing, state, LATE) != FS_NONE_64;
}

static int64_t latency_of(const struct timing *timing, int32_t state, enum split split)
{
	int32_t edge = state_tag(timing->image->states, state)->clock_edge;
	double time = timing->image->graph->constraints->clock[edge / N_EDGES].time[edge % N_EDGES];

	return timing_arrival(timing, state, split) - fs_of_ps(time);
}

static int64_t spread_of(const struct timing *timing, int32_t state)
{
	int64_t spread = timing_arrival(timing, state, LATE) - timing_arrival(timing, state, EARLY);

	return spread > 0 ? spread : 0;
}

/* The first pin of the capture's way, from its end, that the launch's has too. */
static int64_t credit_of(struct timing *timing, int32_t launch, int32_t capture, enum split split)
{
	const struct state_graph *states = timing->image->states;
	int32_t a, b;

	if (!state_is_propagated(states, launch) || !state_is_propagated(states, capture))
		return 0;
	for (b = capture; b >= 0 && state_tag(states, b) && state_tag(states, b)->kind == TAG_CLOCK;
	     must(timing_came_from(timing, split == LATE ? EARLY : LATE, b, &b, NULL))) {
		for (a = launch;
		     a >= 0 && state_tag(states, a) && state_tag(states, a)->kind == TAG_CLOCK;
		     must(timing_came_from(timing, split, a, &a, NULL))) {
			int64_t x = spread_of(timing, a), y = spread_of(timing, b);

			if (state_vertex(states, a) / N_EDGES == state_vertex(states, b) / N_EDGES)
				return x < y ? x : y;
		}
	}
	return 0;
}

/* All pairs; -1 = there is none, else the largest magnitude. */
static int64_t naive_skew(struct timing *timing, const struct clock_skew_query *query,
			  struct totals *t)
{
	const struct state_graph *states = timing->image->states;
	const struct timing_graph *g = timing->image->graph;
	double given = g->constraints->clock[query->clock].uncertainty[query->split];
	int64_t uncertainty = is_given(given) ? fs_of_ps(given) : 0, worst = -1;
	int32_t sign = query->split == LATE ? 1 : -1;
	uint8_t *reached;

	for (int32_t s = 0; s < states->graph->n_vertices; s++) {
		if (!is_of_clock(timing, s, query->clock))
			continue;
		must(ALLOC(&reached, g->graph->n_vertices));
		for (int32_t i = 0; i < g->graph->n_vertices; i++) {
			int32_t v = g->order[i];

			for (int32_t j = g->out_row[v]; j < g->out_row[v + 1]; j++) {
				int32_t arc = g->out_arc[j], type = g->graph->arc_type[arc];
				bool launches = type >= 0 && g->type[type].launches;

				if (arc < g->n_possible &&
				    (launches ? v == state_vertex(states, s) : reached[v]))
					reached[g->graph->arc_to[arc]] = 1;
			}
		}
		for (int32_t c = 0; c < g->n_checks; c++) {
			if (g->check[c].kind > CHECK_HOLD || !reached[g->check[c].data])
				continue;
			for (int32_t e = state_first(states, g->check[c].clock); e >= 0;
			     e = state_next(states, e)) {
				int64_t skew;

				if (!is_of_clock(timing, e, query->clock))
					continue;
				skew = latency_of(timing, s, query->split) -
				       latency_of(timing, e, query->split == LATE ? EARLY : LATE) +
				       sign * uncertainty;
				if (query->mode != CREDIT_NONE)
					skew -= sign * credit_of(timing, s, e, query->split);
				t->pairs++;
				worst = llabs(skew) > worst ? llabs(skew) : worst;
			}
		}
		free(reached);
	}
	return worst;
}

static bool check_skew(struct timing *timing, struct task *task,
		       const struct clock_skew_query *query, struct totals *t)
{
	struct clock_skew skew;
	int64_t wanted = naive_skew(timing, query, t), got;

	must(clock_skew_find(timing, query, task, &skew));
	got = skew.launch < 0 ? -1 : llabs(skew.skew);
	t->skews += skew.launch >= 0;
	t->none += skew.launch < 0;
	t->credits += skew.credit != 0;
	if (got == wanted &&
	    (got < 0 || skew.from.source + skew.from.network - skew.to.source - skew.to.network +
					skew.credit + skew.uncertainty ==
				skew.skew))
		return true;
	printf("# clock %d, split %d: skew %lld, wanted %lld\n", (int)query->clock,
	       (int)query->split, (long long)got, (long long)wanted);
	return false;
}

/* The least and largest latencies, wherever they are. */
static bool check_latencies(struct timing *timing, int32_t clock, struct totals *t)
{
	const struct state_graph *states = timing->image->states;
	struct clock_latencies found;
	bool same = true;

	must(clock_latencies_find(timing, clock, false, &found));
	for (int i = 0; i < N_EDGES * N_EDGES * N_SPLITS; i++) {
		const struct clock_latency *of = &(&found.of[0][0][0])[i];
		enum split split = (enum split)(i % N_SPLITS);

		if (of->state < 0)
			continue;
		t->latencies++;
		same &= of->source + of->network == latency_of(timing, of->state, split);
		for (int32_t c = 0; c < timing->image->graph->n_checks; c++) {
			int32_t vertex = timing->image->graph->check[c].clock;

			for (int32_t s = state_first(states, vertex); s >= 0;
			     s = state_next(states, s)) {
				if (!is_of_clock(timing, s, clock) ||
				    state_tag(states, s)->clock_edge % N_EDGES !=
					    i / N_SPLITS / N_EDGES ||
				    vertex % N_EDGES != i / N_SPLITS % N_EDGES)
					continue;
				same &= split == LATE ? latency_of(timing, s, split) <=
								of->source + of->network
						      : latency_of(timing, s, split) >=
								of->source + of->network;
			}
		}
	}
	return same;
}

static bool check_timing(struct timing *timing, struct task *task, struct totals *t)
{
	const struct constraints *k = timing->image->graph->constraints;
	bool same = true;

	must(timing_graph_need_fan_out(timing->image->graph));
	for (int32_t c = 0; k && c < k->n_clocks && same; c++) {
		for (int i = 0; i < 2 * N_SPLITS && same; i++) {
			struct clock_skew_query query = {.clock = c,
							 .split = (enum split)(i % N_SPLITS),
							 .mode = i / N_SPLITS ? CREDIT_OPENSTA
									      : CREDIT_NONE};

			same = check_skew(timing, task, &query, t);
		}
		same = same && check_latencies(timing, c, t);
	}
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *t)
{
	struct random_design design;
	struct timing *timing;
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	if (timing_read(timing) == STATUS_OK)
		same = check_timing(timing, &d->task, t);
	timing_free(timing);
	random_design_release(&design);
	t->designs++;
	t->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s\n", d->name, (unsigned long long)state,
		       (int)options->n_instances, options->odd ? ", odd" : "");
	return same;
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of designs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	struct test_device d;
	struct totals t = {0};
	int n = all ? atoi(all) : 300;

	if (!test_device_open(0, &d))
		return 1;
	if (argc > 2) {
		struct random_options options = {.n_instances = atoi(argv[2]),
						 .scale = 1,
						 .odd = argc > 3,
						 .constrained = true};

		OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s", d.name);
	}
	for (int i = 0; i < n && argc <= 2 && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 5 ? 5 + i % 11 : 20 + i % 30,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true};

		check_state(&d, (uint64_t)i, &options, &t);
	}
	if (argc <= 2)
		OK(t.wrong == 0 && t.credits > 0 && t.skews > n && t.latencies > 0,
		   "%lld skews (%lld with credit) of %lld pairs and %lld latencies of %d designs; %lld clocks without",
		   (long long)t.skews, (long long)t.credits, (long long)t.pairs,
		   (long long)t.latencies, t.designs, (long long)t.none);
	test_device_close(&d);
	return tap_done();
}
