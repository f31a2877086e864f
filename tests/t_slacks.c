/*
 * Slacks of endpoints with credit, of random designs with constraints of all kinds: against the least slack
 * of the naive reference's paths to each pin; and by lists of launches of any length, as by a search of each
 * endpoint's worst path alone. Larger designs, whose paths are too many to be listed, by the latter.
 *
 * `t_slacks STATE GATES [odd]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/timing_slacks.h"
#include "base/bits.h"
#include "base/grow.h"
#include "lib/devices.h"
#include "lib/naive_paths.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST_PATHS = 600 };

struct totals {
	int designs, listed, wrong;
	int64_t sinks, credits, opened[SLACK_ROUNDS]; /* with other slacks than before credit; see n_open */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* By lists of these lengths, afresh. */
static int64_t *slacks_by(struct timing *timing, enum credit_mode mode, struct task *task,
			  const int32_t *length, struct totals *totals)
{
	int64_t n = timing->image->states->graph->n_sinks, *slack;

	memcpy(timing->slacks.length, length, sizeof timing->slacks.length);
	timing->slacks.there = false;
	memset(timing->slacks.n_open, 0, sizeof timing->slacks.n_open);
	must(timing_need_slacks(timing, mode, task));
	must(ALLOC(&slack, n));
	must(timing_read_slacks(timing, timing->queue, slack, NULL));
	for (int r = 0; r < SLACK_ROUNDS; r++)
		totals->opened[r] += timing->slacks.n_open[LATE][r] + timing->slacks.n_open[EARLY][r];
	return slack;
}

/* Of the paths to a pin, or the sinks there; FS_NONE_64 = none. */
static int64_t least_of_paths(const struct naive_paths *paths, int32_t pin, enum split split,
			      enum naive_cppr cppr)
{
	int64_t least = FS_NONE_64;

	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		if (p->split == split && p->vertex[p->n_vertices - 1] / N_EDGES == pin &&
		    p->slack != NAIVE_NONE)
			least = min_i64(least, naive_slack(p, cppr));
	}
	return least;
}

static bool same_as_paths(const struct timing *timing, const struct naive_paths *paths,
			  enum naive_cppr cppr, const int64_t *slack)
{
	const struct state_graph *states = timing->image->states;
	int32_t n_pins = states->timing->netlist->n_pins;
	bool same = true;

	for (int split = 0; split < N_SPLITS && same; split++) {
		struct slack_totals totals, wanted = {.wns = FS_NONE_64};

		slack_totals_of(states, slack, (enum split)split, &totals);
		for (int32_t pin = 0; pin < n_pins && same; pin++) {
			int64_t path = least_of_paths(paths, pin, (enum split)split, cppr);
			int64_t least = FS_NONE_64;

			for (int32_t s = 0; s < states->graph->n_sinks; s++) {
				if (states->vertex[states->graph->sink_vertex[s]] / N_EDGES == pin &&
				    states->endpoint[s].split == (enum split)split)
					least = min_i64(least, slack[s]);
			}
			same = least == path;
			wanted.n_endpoints += path != FS_NONE_64;
			wanted.n_violated += path < 0;
			wanted.wns = min_i64(wanted.wns, path);
			wanted.tns += min_i64(path, 0);
			if (!same)
				printf("# pin %d, split %d: %lld, the worst path %lld\n", (int)pin, split,
				       (long long)least, (long long)path);
		}
		same = same && totals.wns == wanted.wns && totals.tns == wanted.tns &&
		       totals.n_endpoints == wanted.n_endpoints &&
		       totals.n_violated == wanted.n_violated;
	}
	return same;
}

static bool same_slacks(const struct timing *timing, const int64_t *a, const int64_t *b)
{
	int64_t n = timing->image->states->graph->n_sinks;

	for (int64_t s = 0; s < n; s++) {
		if (a[s] == b[s])
			continue;
		printf("# sink %lld: %lld, else %lld\n", (long long)s, (long long)a[s],
		       (long long)b[s]);
		return false;
	}
	return true;
}

/* Lists as usual; lists that are too short; and searches alone. */
static bool check_mode(struct test_device *d, struct timing *timing, enum credit_mode mode,
		       enum naive_cppr cppr, const struct naive_paths *paths, struct totals *totals)
{
	static const int32_t usual[SLACK_ROUNDS], none[] = {-1, -1, -1};
	static const int32_t lengths[][SLACK_ROUNDS] = {{1, 2, 3}, {1, -1, -1}, {2, -1, 64}};
	struct totals unused = {0};
	int64_t *slack = slacks_by(timing, mode, &d->task, usual, totals), *other;
	bool same = !paths || same_as_paths(timing, paths, cppr, slack);

	other = slacks_by(timing, mode, &d->task, none, &unused);
	same = same && same_slacks(timing, slack, other);
	free(other);
	for (int i = 0; i < 3 && same; i++) {
		other = slacks_by(timing, mode, &d->task, lengths[i], totals);
		same = same_slacks(timing, slack, other);
		free(other);
	}
	must(ALLOC(&other, timing->image->states->graph->n_sinks));
	must(timing_read_slacks(timing, timing->queue, NULL, other));
	for (int32_t s = 0; s < timing->image->states->graph->n_sinks; s++) {
		totals->credits += slack[s] != other[s];
		same = same && slack[s] >= other[s];
	}
	totals->sinks += timing->image->states->graph->n_sinks;
	free(other);
	free(slack);
	if (!same)
		printf("# with credit %d\n", (int)mode);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct random_design design;
	struct naive_paths paths;
	struct naive_input in;
	struct timing *timing;
	bool same, listed;

	random_seed(state);
	random_design(options, &design);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .all_inputs = random_has_delays(design.constraints)};
	listed = naive_paths(&in, MOST_PATHS, &paths);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	same = timing_update(timing) != STATUS_OK ||
	       (check_mode(d, timing, CREDIT_OPENSTA, NAIVE_CPPR_STA, listed ? &paths : NULL,
			   totals) &&
		check_mode(d, timing, CREDIT_TAU, NAIVE_CPPR_TAU, listed ? &paths : NULL, totals));
	timing_free(timing);
	totals->designs++;
	totals->listed += listed;
	totals->wrong += !same;
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
		struct random_options options = {.n_instances = i % 7 ? i % 11 : 20 + i % 50,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && t.credits > 0 && (n < 100 || t.opened[SLACK_ROUNDS - 1] > 0),
	   "%s: %lld sinks of %d designs, %d with their paths listed, %lld with credit; %lld, %lld and %lld not "
	   "known after lists",
	   d->name, (long long)t.sinks, t.designs, t.listed, (long long)t.credits,
	   (long long)t.opened[0], (long long)t.opened[1], (long long)t.opened[2]);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of designs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 600;

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
			check_random(&d, i == 0 ? n : n / 6);
		}
		test_device_close(&d);
	}
	return tap_done();
}
