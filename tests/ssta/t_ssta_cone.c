/*
 * Parts of the graph in dies, on random designs: the fan-in of each endpoint has the slacks that the run kept, a
 * die on the host is the same as on the device, worst paths are counted as a plain trace counts them, and the
 * fan-in of all endpoints has the worst slack of the chip.
 *
 * `t_ssta_cone STATE GATES` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/ssta/ssta_cone.h"
#include "base/grow.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

struct totals {
	int designs, empty, wrong, shared;
	int64_t slacks, traced;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int64_t op_sum(const struct ssta_cone_sample *in, int32_t o)
{
	struct ssta_lane lane;

	ssta_cone_lane(in, o, &lane);
	return in->cone->op[o].early ? -lane.sum : lane.sum;
}

/* Each op and sink that the worst path of a die passes, counted. */
static void trace(const struct ssta *ssta, const struct ssta_cone *cone, int64_t sample,
		  int64_t *passed)
{
	struct ssta_cone_sample in = {ssta, cone, sample, NULL, NULL};
	int64_t slack;
	int32_t sink;

	must(ALLOC(&in.at, cone->n_nodes));
	must(ssta_die_shared(ssta, sample, &in.shared));
	must(ssta_cone_die(ssta, cone, sample, in.at, &sink, &slack));
	passed[cone->n_ops + sink]++;
	for (int32_t x = cone->sink[sink].data; x >= 0;) {
		int32_t o = cone->node_row[x];

		while (op_sum(&in, o) != in.at[x])
			o++;
		passed[o]++;
		x = cone->op[o].source;
	}
	free(in.at);
	free(in.shared);
}

static bool same_traces(const struct ssta *ssta, const struct ssta_cone *cone, struct totals *t)
{
	int64_t n_hops = (int64_t)cone->n_ops + cone->n_sinks, n = 0, *sample, *wanted, *passed;
	const struct ssta_options *options = ssta_options(ssta);
	bool same;

	must(ALLOC(&sample, options->end - options->begin));
	must(ALLOC(&wanted, n_hops));
	must(ALLOC(&passed, n_hops));
	for (int64_t s = options->begin; s < options->end; s++) {
		if (random_one_in(3))
			continue;
		sample[n++] = s;
		trace(ssta, cone, s, wanted);
	}
	must(ssta_cone_trace(ssta, cone, sample, n, passed));
	same = memcmp(wanted, passed, (size_t)n_hops * sizeof *wanted) == 0;
	t->traced += n;
	free(sample);
	free(wanted);
	free(passed);
	return same;
}

static bool same_endpoint(const struct ssta *ssta, const struct ssta_cone *cone,
			  const struct ssta_endpoint *e, struct totals *t)
{
	const struct ssta_options *options = ssta_options(ssta);
	int64_t n = options->end - options->begin, *slack, *at;
	struct ssta_cone *cones[] = {(struct ssta_cone *)cone};
	bool same = cone->nominal == e->nominal;

	must(ALLOC(&slack, n));
	must(ALLOC(&at, cone->n_nodes));
	must(ssta_cones_run(ssta, cones, 1, options->begin, options->end, slack));
	for (int64_t i = 0; i < n && same; i++, t->slacks++)
		same = slack[i] == ssta_series(ssta, e->series, i);
	for (int i = 0; i < 3 && same; i++) {
		int64_t s = random_below(n), one;
		int32_t sink;

		must(ssta_cone_die(ssta, cone, options->begin + s, at, &sink, &one));
		same = one == slack[s];
	}
	free(slack);
	free(at);
	return same;
}

/* All endpoints together, and some side by side. */
static bool same_chip(const struct ssta *ssta, struct ssta_coner *coner)
{
	const struct ssta_options *options = ssta_options(ssta);
	int64_t n = options->end - options->begin, *slack;
	struct ssta_cone *cone[3];
	int32_t last = ssta_n_endpoints(ssta) - 1;
	struct ssta_endpoint e;
	bool same = true;

	must(ssta_cone_of_endpoint(coner, last, &cone[0]));
	must(ssta_cone_of_endpoint(coner, -1, &cone[1]));
	must(ssta_cone_of_endpoint(coner, 0, &cone[2]));
	must(ALLOC(&slack, 3 * n));
	must(ssta_cones_run(ssta, cone, 3, options->begin, options->end, slack));
	for (int64_t i = 0; i < n && same; i++) {
		ssta_endpoint(ssta, last, &e);
		same = slack[i] == ssta_series(ssta, e.series, i) &&
		       slack[n + i] == ssta_worst(ssta, -1, i, NULL);
		ssta_endpoint(ssta, 0, &e);
		same &= slack[2 * n + i] == ssta_series(ssta, e.series, i);
	}
	for (int i = 0; i < 3; i++)
		ssta_cone_free(cone[i]);
	free(slack);
	return same;
}

static bool same_cones(const struct ssta *ssta, struct totals *t)
{
	struct ssta_coner *coner;
	bool same;

	must(ssta_coner_new(ssta, &coner));
	same = same_chip(ssta, coner);
	for (int32_t i = 0; i < ssta_n_endpoints(ssta) && same; i++) {
		struct ssta_endpoint e;
		struct ssta_cone *cone;

		ssta_endpoint(ssta, i, &e);
		must(ssta_cone_of_endpoint(coner, i, &cone));
		same = same_endpoint(ssta, cone, &e, t);
		if (same && random_one_in(2))
			same = same_traces(ssta, cone, t);
		ssta_cone_free(cone);
	}
	ssta_coner_free(coner);
	return same;
}

static bool run(struct test_device *device, struct timing *timing,
		const struct variation *variation, enum split split, struct totals *t)
{
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks, *pin;
	struct ssta_options options = {.split = split,
				       .seed = random_next(),
				       .sampling = (enum ssta_sampling)random_below(3),
				       .strata = 4 * (1 + (int32_t)random_below(200)),
				       .begin = random_one_in(2) ? 0 : random_below(100000)};
	struct ssta *ssta;
	enum status status;
	bool same;

	options.end = options.begin + 1 + random_below(random_one_in(9) ? 900 : 90);
	if (random_one_in(2)) {
		options.sharing.die = 0.6;
		options.sharing.library = 0.5;
		if (random_one_in(3))
			options.sampling = SSTA_SOBOL;
		t->shared++;
	}
	must(ALLOC(&pin, n));
	for (int32_t s = 0; s < n; s++)
		pin[s] = state_vertex(states, states->graph->sink_vertex[s]) / N_EDGES;
	options.n_series = n;
	options.series_pin = pin;
	status = ssta_new(device->queue, timing, variation, &options, &ssta);
	free(pin);
	if (status != STATUS_OK) {
		t->empty++;
		return status == STATUS_FAILED;
	}
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	same = same_cones(ssta, t);
	ssta_free(ssta);
	return same;
}

static bool check_state(struct test_device *device, uint64_t state, int32_t gates, struct totals *t)
{
	struct random_options options = {.n_instances = gates, .scale = 1, .constrained = true};
	struct variation_rule rule = {.kind = VARIES_BY_FRACTION, .value = {0.1, 0.2}};
	struct variation variation = {0};
	struct random_design design;
	struct timing *timing;
	bool same = true;

	random_seed(state);
	options.odd = random_one_in(2);
	random_design(&options, &design);
	must(variation_add(&variation, &rule));
	rule.checks = true;
	must(variation_add(&variation, &rule));
	t->designs++;
	must(timed_new(device->queue, &device->task, &design, true, &timing));
	if (timing_update(timing) == STATUS_OK) {
		for (int split = 0; split < N_SPLITS && same; split++)
			same = run(device, timing, &variation, (enum split)split, t);
	}
	timing_free(timing);
	variation_release(&variation);
	random_design_release(&design);
	return same;
}

static void check_random(struct test_device *device, int n)
{
	struct totals t = {0};

	random_seed(4);
	for (int i = 0; i < n && t.wrong == 0; i++) {
		uint64_t state = random_next();
		int32_t gates = 1 + (int32_t)random_below(i % 10 ? 50 : 200);

		if (!check_state(device, state, gates, &t)) {
			printf("# t_ssta_cone %llu %d\n", (unsigned long long)state, gates);
			t.wrong++;
		}
		random_seed(state + 1);
	}
	OK(t.wrong == 0 && t.slacks > 10 * n && t.traced > 10 * n,
	   "%s: %d random designs, %d without dies, %lld slacks, %lld paths traced, %d with shared factors",
	   device->name, t.designs, t.empty, (long long)t.slacks, (long long)t.traced, t.shared);
}

int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 100;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct totals t = {0};

		if (!test_device_open(i, &d))
			continue;
		if (argc > 2)
			OK(check_state(&d, strtoull(argv[1], NULL, 10), atoi(argv[2]), &t), "%s",
			   d.name);
		else
			check_random(&d, test_part(n, i == 0 ? 1 : 4));
		test_device_close(&d);
	}
	return tap_done();
}
