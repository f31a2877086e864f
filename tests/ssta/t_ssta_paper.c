/*
 * Dies by [SSTA]'s methods. With the keys' numbers they are those of the chains, die by die, on random designs: without the
 * padding always, with it wherever no arrival was raised, and else setup slacks are never larger. Algorithm 1
 * gives the nominal slacks. With twisters a chain's dies are as in closed form, and how dies are shared among steps, parts and
 * queues changes none. A chain whose input comes at a negative time shows what padding with zeros does.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/paper/ssta_twister.h"
#include "gpu/ssta/ssta.h"
#include "lib/chain.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("# %s\n", status_text(status));
		abort();
	}
}

static struct ssta *run(struct test_device *d, struct timing *timing,
			const struct variation *variation, const struct ssta_options *options)
{
	struct ssta *ssta;

	must(ssta_new(d->queue, timing, variation, options, &ssta));
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	must(ssta_read(ssta));
	return ssta;
}

/* ---- random designs ---- */

struct totals {
	int designs, wide, wrong;
	int64_t dies, raised;
};

/* −1: a slack of a is larger, 0: all are equal, 1: they differ, but none is larger. */
static int compare(const struct ssta *a, const struct ssta *b)
{
	int differs = 0;

	for (int64_t i = 0; i < ssta_n(a); i++) {
		int32_t x, y;
		int64_t at = ssta_worst(a, -1, i, &x), wanted = ssta_worst(b, -1, i, &y);

		if (at > wanted)
			return -1;
		differs |= at < wanted || x != y;
	}
	for (int32_t e = 0; e < ssta_n_endpoints(a); e++) {
		struct ssta_statistics s, t;

		ssta_endpoint_statistics(a, e, &s);
		ssta_endpoint_statistics(b, e, &t);
		if (s.mean > t.mean)
			return -1;
		differs |= memcmp(&s, &t, sizeof s) != 0;
	}
	return differs;
}

static bool is_nominal(const struct ssta *ssta)
{
	for (int32_t e = 0; e < ssta_n_endpoints(ssta); e++) {
		struct ssta_statistics s;
		struct ssta_endpoint endpoint;

		ssta_endpoint(ssta, e, &endpoint);
		ssta_endpoint_statistics(ssta, e, &s);
		if (s.mean != (double)endpoint.nominal || s.sigma != 0)
			return false;
	}
	return true;
}

static bool check_methods(struct test_device *d, struct timing *timing,
			  const struct variation *variation, struct ssta_options options,
			  struct totals *t)
{
	struct ssta *wanted, *got;
	struct ssta_size size;
	bool same = true;

	if (ssta_new(d->queue, timing, variation, &options, &wanted) == STATUS_FAILED)
		return true; /* no endpoint has a slack */
	ssta_free(wanted);
	wanted = run(d, timing, variation, &options);
	ssta_size(wanted, &size);
	t->wide += size.fs_bits == 64;
	for (int method = SSTA_PAPER; method <= SSTA_PAPER_STA && same; method++) {
		int64_t n_raised;
		int order;

		options.method = (enum ssta_method)method;
		got = run(d, timing, variation, &options);
		n_raised = ssta_n_raised(got);
		order = method == SSTA_PAPER_STA ? 0 : compare(got, wanted);
		same = order == 0 || (n_raised && (order > 0 || options.split == EARLY));
		if (method == SSTA_PAPER_REPAIRED)
			same = order == 0 && n_raised == 0;
		if (method == SSTA_PAPER_STA)
			same = is_nominal(got) || n_raised;
		if (!same)
			printf("# method %d, %s: order %d, %lld raised\n", method,
			       options.split == LATE ? "late" : "early", order,
			       (long long)n_raised);
		t->raised += n_raised;
		t->dies += ssta_n(got);
		ssta_free(got);
	}
	ssta_free(wanted);
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && !t.wrong; i++) {
		bool is_large = i % 6 == 0;
		/* slacks deviate by 16.7 ns at most; large sigmas make delays negative */
		double by = is_large ? 2e-6 : i % 6 == 1 ? 1.5 : 0.1;
		struct variation_rule delays = {.value = {by, by / 2}};
		struct variation_rule checks = {.value = {by / 2, by / 2}, .checks = true};
		struct random_options options = {.n_instances = 1 + (int32_t)random_below(60),
						 .scale = is_large ? 50000 : 1,
						 .odd = i % 2,
						 .constrained = i % 3 != 0};
		struct variation variation = {0};
		struct random_design design;
		struct timing *timing;

		random_seed(1000 + (uint64_t)i);
		random_design(&options, &design);
		must(variation_add(&variation, &delays));
		must(variation_add(&variation, &checks));
		must(timed_new(d->queue, &d->task, &design, true, &timing));
		t.designs++;
		for (int split = 0; split < N_SPLITS && timing_update(timing) == STATUS_OK;
		     split++) {
			struct ssta_options wanted = {.split = (enum split)split,
						      .seed = random_next(),
						      .begin = random_below(9000)};

			wanted.end = wanted.begin + 1 + random_below(300);
			t.wrong += !check_methods(d, timing, &variation, wanted, &t);
		}
		timing_free(timing);
		variation_release(&variation);
		random_design_release(&design);
	}
	OK(t.wrong == 0 && t.raised > 0,
	   "%s: the methods' dies are the chains': %lld dies of %d designs, %d with 64 bits; %lld "
	   "arrivals raised",
	   d->name, (long long)t.dies, t.designs, t.wide, (long long)t.raised);
}

/* ---- twisters ---- */

static void check_chain(struct test_device *d)
{
	enum { LENGTH = 9, N = 5 * TWISTER_LANES };
	struct ssta_options options = {.split = LATE,
				       .seed = 7,
				       .end = N,
				       .method = SSTA_PAPER,
				       .generator = SSTA_MERSENNE};
	struct ssta_statistics s;
	struct chain chain;
	struct ssta *ssta;
	double mean, sigma;
	int32_t n_negative;

	chain_new(d, LENGTH, 0.5, &chain);
	chain_moments(&chain, &mean, &sigma);
	ssta = run(d, chain.timing, &chain.variation, &options);
	ssta_endpoint_statistics(ssta, 0, &s);
	OK(fabs(s.mean - mean) < 5 * sigma / sqrt(N) &&
		   fabs(s.sigma - sigma) < 5 * sigma / sqrt(2 * N) && ssta_n_raised(ssta) == 0,
	   "%s: a chain by twisters: mean %.1f, wanted %.1f, sigma %.2f, wanted %.2f", d->name,
	   s.mean, mean, s.sigma, sigma);
	OK(ssta_open(ssta, 3, &n_negative) == STATUS_FAILED, "its dies can't be opened");
	ssta_free(ssta);
	chain_free(&chain);
}

/* Parts and steps of any length, and several queues, make the same dies. */
static void check_split(struct test_device *d)
{
	struct ssta_options options = {.split = LATE,
				       .seed = 5,
				       .end = 3 * TWISTER_LANES,
				       .method = SSTA_PAPER_GATE,
				       .generator = SSTA_MERSENNE};
	struct ssta *whole, *part;
	struct queue *more;
	struct chain chain;
	int wrong = 0;

	chain_new(d, 6, 0.5, &chain);
	whole = run(d, chain.timing, &chain.variation, &options);
	must(queue_new(d->device, &d->task, &more));
	for (int64_t at = 0; at < 3 * TWISTER_LANES;) {
		options.begin = at;
		options.end = at + 1 + random_below(3 * TWISTER_LANES - at);
		options.step = random_one_in(2) ? 0 : 1 + (int32_t)random_below(TWISTER_LANES);
		options.method = random_one_in(2) ? SSTA_PAPER : SSTA_PAPER_GATE;
		options.n_more = random_one_in(2);
		options.more = &more;
		part = run(d, chain.timing, &chain.variation, &options);
		for (int64_t i = at; i < options.end; i++)
			wrong += ssta_worst(part, -1, i - at, NULL) !=
				 ssta_worst(whole, -1, i, NULL);
		ssta_free(part);
		at = options.end;
	}
	queue_free(more);
	ssta_free(whole);
	chain_free(&chain);
	OK(wrong == 0, "%s: parts of a run by twisters are the run", d->name);
}

/* ---- padding ---- */

/* An inverter whose input comes 100 ps before 0 ends 95 ps before it, or as padded, at 0. */
static void check_padding(struct test_device *d)
{
	struct ssta_options options = {.split = LATE, .seed = 1, .end = 1000, .method = SSTA_PAPER};
	struct variation_rule rule = {.kind = VARIES_BY_SIGMA, .value = {0.5, 0.5}};
	struct variation variation = {0};
	struct ssta_statistics padded, repaired;
	struct timing *timing;
	struct ssta *ssta;
	struct hand hand;
	int64_t n_raised;

	hand_begin(&hand, &(struct gates_options){.factor = 1}, 0);
	gates_port(hand.netlist, "in", LIB_INPUT);
	gates_port(hand.netlist, "out", LIB_OUTPUT);
	gates_instance(hand.netlist, "u", "INV", "A=in Y=out");
	must(netlist_close(hand.netlist));
	must(constraints_new("early.sdc", hand.netlist, &hand.constraints));
	hand_clock(&hand, "clk", 1000, 0, 500, NULL);
	hand_external(&hand, true, "in", CLOCK_EDGE(0, RISE), -100, -100);
	hand_external(&hand, false, "out", CLOCK_EDGE(0, RISE), 0, 0);
	must(variation_add(&variation, &rule));
	must(timed_new(d->queue, &d->task,
		       &(struct random_design){.late = hand.late,
					       .early = hand.early,
					       .netlist = hand.netlist,
					       .constraints = hand.constraints},
		       false, &timing));
	ssta = run(d, timing, &variation, &options);
	ssta_endpoint_statistics(ssta, 0, &padded);
	n_raised = ssta_n_raised(ssta);
	ssta_free(ssta);
	options.method = SSTA_PAPER_REPAIRED;
	ssta = run(d, timing, &variation, &options);
	ssta_endpoint_statistics(ssta, 0, &repaired);
	OK(padded.mean == 1e6 && padded.sigma == 0 && n_raised == 2000 &&
		   fabs(repaired.mean - 1094e3) < 100 && repaired.sigma > 400 &&
		   ssta_n_raised(ssta) == 0,
	   "%s: padding with zeros takes %.1f ps and all variation from arrivals before 0", d->name,
	   (repaired.mean - padded.mean) / 1000);
	ssta_free(ssta);
	timing_free(timing);
	variation_release(&variation);
	hand_end(&hand);
}

int main(void)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 100;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		random_seed(4);
		check_random(&d, test_part(n, i == 0 ? 1 : 4));
		check_chain(&d);
		check_split(&d);
		check_padding(&d);
		test_device_close(&d);
	}
	return tap_done();
}
