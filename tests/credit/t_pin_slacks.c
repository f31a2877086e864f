/*
 * Slacks of pins with credit, of random designs with constraints of all kinds: against the least slack of the naive
 * reference's paths through each pin, by lists of launches and captures of any length. What isn't certain is a bound.
 *
 * `t_pin_slacks STATE GATES [odd]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/credit/timing_pin_slacks.h"
#include "gpu/inspect/timing_read.h"
#include "lib/devices.h"
#include "lib/naive_paths.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST_PATHS = 2000 };

struct totals {
	int designs, listed, wrong;
	int64_t pins, credits,
		clocks; /* with slacks; with other ones than before credit; of clocks */
	int64_t apart;  /* with slacks before credit above those of a path */
	int64_t bounds, opened[SLACK_ROUNDS];
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* Of the paths through each vertex, of those whose slack is known. */
static int64_t *least_of_paths(const struct naive_paths *paths, int32_t n_vertices,
			       enum split split, enum naive_cppr cppr)
{
	int64_t *least;

	must(ALLOC(&least, n_vertices));
	for (int32_t v = 0; v < n_vertices; v++)
		least[v] = FS_NONE_64;
	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		for (int32_t v = 0; v < p->n_vertices; v++) {
			if (p->split == split && p->slack != NAIVE_NONE)
				least[p->vertex[v]] =
					min_i64(least[p->vertex[v]], naive_slack(p, cppr));
		}
	}
	return least;
}

/* Does a clock come there, so that paths launched downstream of it count too? */
static bool is_of_clock(const struct state_graph *states, int32_t vertex)
{
	for (int32_t s = state_first(states, vertex); s >= 0; s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);

		if (tag && tag->kind != TAG_DATA)
			return true;
	}
	return false;
}

static bool same_vertices(struct timing *timing, const struct naive_paths *paths,
			  enum credit_mode mode, enum naive_cppr cppr, enum split split,
			  struct totals *t)
{
	const struct state_graph *states = timing->image->states;
	int32_t n = states->timing->graph->n_vertices;
	int64_t *wanted = least_of_paths(paths, n, split, cppr), *slack;
	bool all = timing->pin_slacks.n_bounds[split] == 0, same = true;

	(void)mode;
	must(ALLOC(&slack, timing->image->device_states.n_states));
	must(timing_read_pin_slacks(timing, timing->queue, split, slack));
	for (int32_t v = 0; v < n && same; v++) {
		int64_t got = timing_vertex_slack_of(timing, slack, v);
		int64_t before = timing_vertex_slack(timing, v, split);
		bool clock = is_of_clock(states, v);

		t->pins += got != FS_NONE_64;
		t->clocks += clock;
		t->credits += got != before && !clock;
		/* paths on the way to a generated clock don't count for a vertex, also before credit */
		same = before > wanted[v] ? got >= before
		       : clock || !all    ? got >= before && got <= wanted[v]
					  : got == wanted[v];
		t->apart += before > wanted[v];
		if (!same)
			printf("# vertex %d, split %d: %lld, the worst path %lld, before %lld\n",
			       (int)v, (int)split, (long long)got, (long long)wanted[v],
			       (long long)before);
	}
	free(slack);
	free(wanted);
	return same;
}

static bool check_mode(struct timing *timing, enum credit_mode mode, enum naive_cppr cppr,
		       const struct naive_paths *paths, struct totals *t)
{
	static const int32_t lengths[][SLACK_ROUNDS] = {
		{0, 0, 0}, {1, 2, 64}, {2, -1, 64}, {1, -1, -1}, {3, 5, 64}};
	bool same = true;

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths && same; i++) {
		memcpy(timing->pin_slacks.length, lengths[i], sizeof lengths[i]);
		for (int split = 0; split < N_SPLITS && same; split++) {
			timing_outdate(timing, TIMING_PIN_SLACKS + (int)split);
			must(timing_need_pin_slacks(timing, mode, (enum split)split));
			for (int r = 0; r < SLACK_ROUNDS; r++)
				t->opened[r] += timing->pin_slacks.n_open[split][r];
			t->bounds += i == 0 ? timing->pin_slacks.n_bounds[split] : 0;
			same = same_vertices(timing, paths, mode, cppr, (enum split)split, t);
		}
		if (!same)
			printf("# with credit %d, lists of %d, %d and %d\n", (int)mode,
			       (int)lengths[i][0], (int)lengths[i][1], (int)lengths[i][2]);
	}
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *t)
{
	struct random_design design;
	struct naive_paths paths;
	struct naive_input in;
	struct timing *timing;
	bool same = true, listed;

	random_seed(state);
	random_design(options, &design);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .all_inputs = random_all_inputs(design.constraints)};
	listed = naive_paths(&in, MOST_PATHS, &paths);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	if (listed && timing_read(timing) == STATUS_OK)
		same = check_mode(timing, CREDIT_OPENSTA, NAIVE_CPPR_STA, &paths, t) &&
		       check_mode(timing, CREDIT_TAU, NAIVE_CPPR_TAU, &paths, t);
	timing_free(timing);
	t->designs++;
	t->listed += listed;
	t->wrong += !same;
	naive_paths_release(&paths);
	random_design_release(&design);
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s\n", d->name, (unsigned long long)state,
		       (int)options->n_instances, options->odd ? ", odd" : "");
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 7 ? i % 11 : 12 + i % 30,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && t.credits > 0 && t.apart * 1000 < t.pins && t.listed > n / 2,
	   "%s: %lld slacks of vertices of %d designs, %lld with credit, %lld vertices of clocks, %lld don't count a path; %lld, %lld and "
	   "%lld states not known after lists, %lld are bounds with usual ones",
	   d->name, (long long)t.pins, t.listed, (long long)t.credits, (long long)t.clocks,
	   (long long)t.apart, (long long)t.opened[0], (long long)t.opened[1],
	   (long long)t.opened[2], (long long)t.bounds);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of designs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 300;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct totals t = {0};

		if (!test_device_open(i, &d))
			continue;
		if (argc > 2) {
			struct random_options options = {.n_instances = atoi(argv[2]),
							 .scale = 1,
							 .odd = argc > 3,
							 .constrained = true};

			OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_random(&d, test_part(n, i == 0 ? 1 : 6));
		}
		test_device_close(&d);
	}
	return tap_done();
}
