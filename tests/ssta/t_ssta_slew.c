/*
 * Dies with slews of their own: of a chain of inverters whose delays grow with slew and load, each die's slack is what adding
 * up delay by delay gives, with increments from the definition; to a few femtoseconds, as each delay is rounded.
 * Then sigma is larger than with nominal slews, by what a late delay makes of the one after it. An open die
 * has the slack that it had in the run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/ssta/normal_table.h"
#include "gpu/ssta/ssta.h"
#include "gpu/ssta/ssta_draw.h"
#include "lib/devices.h"
#include "lib/hand.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { LENGTH = 12, N = 400 };

#define SIGMA 0.75 /* ps; a multiple of 1/64 fs */

static const struct normal_piece table[] = {NORMAL_TABLE};

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("# %s\n", status_text(status));
		abort();
	}
}

static void make_chain(struct test_device *d, struct hand *hand, struct timing **timing)
{
	char name[16], pins[64];

	hand_begin(hand, &(struct gates_options){.factor = 1, .linear = true}, 0);
	gates_port(hand->netlist, "n0", LIB_INPUT);
	snprintf(name, sizeof name, "n%d", LENGTH);
	gates_port(hand->netlist, name, LIB_OUTPUT);
	for (int i = 0; i < LENGTH; i++) {
		snprintf(name, sizeof name, "u%d", i);
		snprintf(pins, sizeof pins, "A=n%d Y=n%d", i, i + 1);
		gates_instance(hand->netlist, name, "INV", pins);
	}
	must(netlist_close(hand->netlist));
	must(constraints_new("chain.sdc", hand->netlist, &hand->constraints));
	hand_clock(hand, "clk", 1000, 0, 500, NULL);
	hand_external(hand, true, "n0", CLOCK_EDGE(0, RISE), 0, 0);
	snprintf(name, sizeof name, "n%d", LENGTH);
	hand_external(hand, false, name, CLOCK_EDGE(0, RISE), 0, 0);
	must(timed_new(d->queue, &d->task,
		       &(struct random_design){.late = hand->late,
					       .early = hand->early,
					       .netlist = hand->netlist,
					       .constraints = hand->constraints},
		       false, timing));
	must(timing_update(*timing));
}

/* Of inverter i from one edge, in a die; fs. */
static double increment(const struct hand *hand, int i, int edge, int64_t die)
{
	char name[16];
	uint32_t c[4] = {(uint32_t)(die / 4), SSTA_ARC};
	int32_t a, y;
	uint64_t key;
	double z;

	snprintf(name, sizeof name, "u%d/A", i);
	a = gates_pin(hand->netlist, name);
	snprintf(name, sizeof name, "u%d/Y", i);
	y = gates_pin(hand->netlist, name);
	key = variation_key(hand->netlist, 2 * a + edge, 2 * y + 1 - edge, 0);
	c[2] = (uint32_t)key;
	c[3] = (uint32_t)(key >> 32);
	philox(c, (struct ssta_seed){{5, 0}});
	z = ldexp(normal_magnitude(table, c[die % 4]), -Z_SHIFT) * (c[die % 4] >> 31 ? -1 : 1);
	return floor(1000 * SIGMA * z + 0.5);
}

/* The slack of the path that begins with an edge, fs. */
static double slack_of(const struct hand *hand, int edge, int64_t die)
{
	double at = 0, slew = 0;

	for (int i = 0; i < LENGTH; i++, edge = 1 - edge) {
		double load = i + 1 < LENGTH ? 1 : 0, by = increment(hand, i, edge, die);
		double delay = GATES_INV + (edge == RISE) + 0.1 * slew + 0.1 * load;

		at += 1000 * delay + by;
		slew = (10 + load) * fmax(1 + by / 1000 / delay, 0);
	}
	return 1e6 - at;
}

static double sigma_of(const double *value)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < N; i++) {
		sum += value[i] / N;
		squares += value[i] * value[i] / N;
	}
	return sqrt(squares - sum * sum);
}

static void check_chain(struct test_device *d)
{
	struct variation_rule rule = {.kind = VARIES_BY_SIGMA, .value = {SIGMA, SIGMA}};
	struct ssta_options options = {
		.split = LATE, .seed = 5, .end = N, .step = 100, .samples_slews = true};
	struct variation variation = {0};
	struct ssta_statistics s, kept;
	struct timing *timing;
	struct ssta *ssta;
	struct hand hand;
	double worst = 0, with[N], without[N];
	int64_t value[N];
	int wrong = 0;

	make_chain(d, &hand, &timing);
	must(variation_add(&variation, &rule));
	must(ssta_new(d->queue, timing, &variation, &options, &ssta));
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	must(ssta_read(ssta));
	for (int64_t i = 0; i < N; i++) {
		double wanted = fmin(slack_of(&hand, RISE, i), slack_of(&hand, FALL, i));

		value[i] = ssta_worst(ssta, -1, i, NULL);
		with[i] = (double)value[i];
		without[i] = (double)ssta_nominal_slews(ssta, -1, i);
		worst = fmax(worst, fabs(with[i] - wanted));
	}
	OK(worst <= LENGTH, "%s: %d dies of a chain with slews of their own, within %.1f fs",
	   d->name, N, worst);
	OK(sigma_of(with) > 1.08 * sigma_of(without),
	   "%s: sigma is %.0f fs, with nominal slews %.0f", d->name, sigma_of(with),
	   sigma_of(without));
	ssta_statistics_of(value, N, ssta_nominal(ssta, -1), &s);
	ssta_endpoint_statistics(ssta, 0, &kept);
	OK(s.mean == kept.mean && s.sigma == kept.sigma && s.kurtosis == kept.kurtosis,
	   "%s: the endpoint's sums are those of its slacks", d->name);
	for (int64_t i = 0; i < N; i += 37) {
		int64_t least = FS_NONE_64;
		int32_t n_negative;

		must(ssta_open(ssta, i, &n_negative));
		must(timing_read(timing));
		for (int32_t k = 0; k < timing->image->states->graph->n_sinks; k++) {
			if (timing->image->states->endpoint[k].split == LATE &&
			    timing_sink_slack(timing, k) < least)
				least = timing_sink_slack(timing, k);
		}
		wrong += least != value[i];
	}
	must(ssta_close(timing));
	must(timing_read(timing));
	OK(wrong == 0 && timing_vertex_slack(timing, 2 * gates_pin(hand.netlist, "u0/A"), LATE) >=
				 ssta_nominal(ssta, -1),
	   "%s: dies that are open have the slacks of the run", d->name);
	ssta_free(ssta);
	timing_free(timing);
	variation_release(&variation);
	hand_end(&hand);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_chain(&d);
		test_device_close(&d);
	}
	return tap_done();
}
