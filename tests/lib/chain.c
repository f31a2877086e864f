#include "chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void make_netlist(struct hand *hand, int length)
{
	char name[32], pins[64];

	hand_begin(hand, &(struct gates_options){.factor = 1}, 0);
	gates_port(hand->netlist, "in", LIB_INPUT);
	gates_port(hand->netlist, "out", LIB_OUTPUT);
	for (int i = 0; i < length; i++) {
		char from[16] = "in", to[16] = "out";

		if (i > 0)
			snprintf(from, sizeof from, "n%d", i);
		if (i + 1 < length)
			snprintf(to, sizeof to, "n%d", i + 1);
		snprintf(name, sizeof name, "u%d", i);
		snprintf(pins, sizeof pins, "A=%s Y=%s", from, to);
		gates_instance(hand->netlist, name, "INV", pins);
	}
	must(netlist_close(hand->netlist));
	must(constraints_new("chain.sdc", hand->netlist, &hand->constraints));
	hand_clock(hand, "clk", 1000, 0, 500, NULL);
	hand_external(hand, true, "in", CLOCK_EDGE(0, RISE), 0, 0);
	hand_external(hand, false, "out", CLOCK_EDGE(0, RISE), 0, 0);
}

void chain_new(struct test_device *device, int length, double sigma, struct chain *out)
{
	struct variation_rule rule = {.kind = VARIES_BY_SIGMA, .value = {sigma, sigma}};

	*out = (struct chain){.length = length, .sigma = 1000 * sigma};
	make_netlist(&out->hand, length);
	must(variation_add(&out->variation, &rule));
	must(timed_new(device->queue, &device->task,
		       &(struct random_design){.late = out->hand.late,
					       .early = out->hand.early,
					       .netlist = out->hand.netlist,
					       .constraints = out->hand.constraints},
		       false, &out->timing));
	must(timing_update(out->timing));
}

void chain_free(struct chain *chain)
{
	timing_free(chain->timing);
	variation_release(&chain->variation);
	hand_end(&chain->hand);
}

static double density(double x)
{
	return exp(-x * x / 2) / sqrt(2 * acos(-1));
}

static double below(double x)
{
	return erfc(-x / sqrt(2)) / 2;
}

void clark(double m1, double v1, double m2, double v2, double *mean, double *variance)
{
	double theta = sqrt(v1 + v2), a = (m1 - m2) / theta, second;

	*mean = m1 * below(a) + m2 * below(-a) + theta * density(a);
	second = (m1 * m1 + v1) * below(a) + (m2 * m2 + v2) * below(-a) +
		 (m1 + m2) * theta * density(a);
	*variance = second - *mean * *mean;
}

/* A falling output of an inverter takes 1 ps more than a rising one. */
void chain_delays(const struct chain *chain, double *rise, double *fall)
{
	*rise = *fall = 0;
	for (int i = 0; i < chain->length; i++) {
		double next = *fall + 1000.0 * GATES_INV;

		*fall = *rise + 1000.0 * (GATES_INV + 1);
		*rise = next;
	}
}

void chain_moments(const struct chain *chain, double *mean, double *sigma)
{
	double rise, fall, variance = chain->length * chain->sigma * chain->sigma;

	chain_delays(chain, &rise, &fall);
	clark(rise, variance, fall, variance, mean, &variance);
	*mean = 1e6 - *mean;
	*sigma = sqrt(variance);
}

/* What is shared moves both edges alike. */
void chain_shared_mean(const struct chain *chain, double shared, double *mean)
{
	double rise, fall, variance = (1 - shared) * chain->length * chain->sigma * chain->sigma;

	chain_delays(chain, &rise, &fall);
	clark(rise, variance, fall, variance, mean, &variance);
	*mean = 1e6 - *mean;
}
