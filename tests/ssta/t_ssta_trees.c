/*
 * Dies of trees of gates, where no two paths share an arc after they have met: the distribution of each arrival is
 * the product of its inputs' distributions, each convolved with that of its arc, so it is known by quadrature
 * on a grid; setup (the largest) and hold (the least), within five standard errors. And with delays that are
 * all nominally 0, the early slacks of a die are the late ones of the die with negated deviations, to the
 * femtosecond.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/ssta/ssta.h"
#include "base/grow.h"
#include "lib/chain.h"
#include "lib/tap.h"

enum { N = 1 << 16, MOST_GATES = 64, FINE = 20, REACH = 8 * FINE };

#define PERIOD 1000.0 /* ps */

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- trees ---- */

struct node {
	const char *cell;
	int child[2]; /* gates, or −1 − input */
	int n_inputs;
	bool inverts;
};

struct tree {
	struct hand hand;
	struct timing *timing;
	struct variation variation;
	int n_gates, n_inputs;
	struct node node[MOST_GATES]; /* the first one drives the output */
	double arrival[MOST_GATES + 1];
	double factor, sigma; /* of nominal delays; ps */
};

/* Gates are filled in as a queue of outputs that need a driver: `wide` makes it balanced, else a comb. */
static void shape(struct tree *tree, int n_gates, int kind)
{
	static const struct {
		const char *cell;
		int n_inputs;
		bool inverts;
	} cells[] = {{"AND2", 2, false}, {"NAND2", 2, true}, {"OR2", 2, false},
		     {"NOR2", 2, true},  {"INV", 1, true},   {"BUF", 1, false}};

	tree->n_gates = n_gates;
	for (int i = 0, next = 1; i < n_gates; i++) {
		int which = (int)random_below(kind == 2 ? 6 : 4);
		struct node *node = &tree->node[i];

		*node = (struct node){.cell = cells[which].cell,
				      .n_inputs = cells[which].n_inputs,
				      .inverts = cells[which].inverts};
		for (int j = 0; j < node->n_inputs; j++) {
			bool is_gate = next < n_gates && (kind == 0 || next == i + 1 ||
							  (kind == 2 && random_below(2)));

			node->child[j] = is_gate ? next++ : -1 - tree->n_inputs;
			if (!is_gate)
				tree->arrival[tree->n_inputs++] =
					kind == 0 || tree->factor == 0 ? 0
								       : (double)random_below(16);
		}
	}
}

static void net_name(char *out, size_t size, int child)
{
	if (child < 0)
		snprintf(out, size, "in%d", -1 - child);
	else if (child == 0)
		snprintf(out, size, "out");
	else
		snprintf(out, size, "n%d", child);
}

static void make_netlist(struct tree *tree)
{
	struct hand *hand = &tree->hand;
	char name[32], a[32], b[32], y[32], pins[128];

	hand_begin(hand, &(struct gates_options){.factor = tree->factor}, 0);
	gates_port(hand->netlist, "out", LIB_OUTPUT);
	for (int i = 0; i < tree->n_inputs; i++) {
		snprintf(name, sizeof name, "in%d", i);
		gates_port(hand->netlist, name, LIB_INPUT);
	}
	for (int i = 0; i < tree->n_gates; i++) {
		const struct node *node = &tree->node[i];

		snprintf(name, sizeof name, "u%d", i);
		net_name(y, sizeof y, i);
		net_name(a, sizeof a, node->child[0]);
		net_name(b, sizeof b, node->child[1]);
		if (node->n_inputs == 1)
			snprintf(pins, sizeof pins, "A=%s Y=%s", a, y);
		else
			snprintf(pins, sizeof pins, "A=%s B=%s Y=%s", a, b, y);
		gates_instance(hand->netlist, name, node->cell, pins);
	}
	must(netlist_close(hand->netlist));
	must(constraints_new("tree.sdc", hand->netlist, &hand->constraints));
	hand_clock(hand, "clk", PERIOD, 0, PERIOD / 2, NULL);
	for (int i = 0; i < tree->n_inputs; i++) {
		snprintf(name, sizeof name, "in%d", i);
		hand_external(hand, true, name, CLOCK_EDGE(0, RISE), tree->arrival[i],
			      tree->arrival[i]);
	}
	hand_external(hand, false, "out", CLOCK_EDGE(0, RISE), 0, 0);
}

/* Kinds: 0 balanced, 1 a comb, 2 random, with inverters and buffers. */
static void tree_new(struct test_device *d, int n_gates, int kind, double factor, double sigma,
		     struct tree *tree)
{
	struct variation_rule rule = {.kind = VARIES_BY_SIGMA, .value = {sigma, sigma}};

	*tree = (struct tree){.factor = factor, .sigma = sigma};
	shape(tree, n_gates, kind);
	make_netlist(tree);
	must(variation_add(&tree->variation, &rule));
	must(timed_new(d->queue, &d->task,
		       &(struct random_design){.late = tree->hand.late,
					       .early = tree->hand.early,
					       .netlist = tree->hand.netlist,
					       .constraints = tree->hand.constraints},
		       false, &tree->timing));
	must(timing_update(tree->timing));
}

static void tree_free(struct tree *tree)
{
	timing_free(tree->timing);
	variation_release(&tree->variation);
	hand_end(&tree->hand);
}

static struct ssta *run(struct test_device *d, struct tree *tree, enum split split,
			enum ssta_sampling sampling, int64_t n)
{
	struct ssta_options options = {.split = split, .seed = 11, .end = n, .sampling = sampling};
	struct ssta *ssta;

	must(ssta_new(d->queue, tree->timing, &tree->variation, &options, &ssta));
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	return ssta;
}

/* ---- quadrature ---- */

/* Distributions over times begin + i·step of one edge's arrival, negated for hold. */
struct grid {
	const struct tree *tree;
	double begin, step, sign;
	int n;
};

static double below(double x)
{
	return erfc(-x / sqrt(2)) / 2;
}

/* The distribution of an input's arrival after its arc with this delay, multiplied into `out`. */
static void multiply_input(const struct grid *g, const double *input, double arrival, double delay,
			   double *out)
{
	double sigma = g->tree->sigma, normal[2 * REACH + 1];

	for (int k = -REACH; k <= REACH; k++)
		normal[REACH + k] = exp(-((double)k / FINE) * ((double)k / FINE) / 2);
	for (int i = 0; i < g->n; i++) {
		double t = g->begin + g->step * i, f = 0, weights = 0;

		if (!input) {
			out[i] *= below((t - arrival - delay) / sigma);
			continue;
		}
		for (int k = -REACH; k <= REACH; k++) {
			double x = (double)k / FINE, weight = normal[REACH + k];
			double place = (t - delay - x * sigma - g->begin) / g->step;
			int j = (int)floor(place);
			double part = place - j;

			weights += weight;
			if (j >= g->n - 1)
				f += weight;
			else if (j >= 0)
				f += weight * (input[j] * (1 - part) + input[j + 1] * part);
		}
		out[i] *= f / weights;
	}
}

static double delay_of(const struct tree *tree, const struct node *node, int edge)
{
	double ps = strcmp(node->cell, "INV") == 0   ? GATES_INV
		    : strcmp(node->cell, "BUF") == 0 ? GATES_BUF
						     : GATES_2;

	return tree->factor * (ps + (edge == FALL));
}

/* Of both edges of gate i's output; owned by the caller. */
static void distribute(const struct grid *g, int i, double *out[N_EDGES])
{
	const struct node *node = &g->tree->node[i];

	for (int edge = 0; edge < N_EDGES; edge++) {
		must(ALLOC(&out[edge], g->n));
		for (int k = 0; k < g->n; k++)
			out[edge][k] = 1;
	}
	for (int j = 0; j < node->n_inputs; j++) {
		int child = node->child[j];
		double *input[N_EDGES] = {NULL, NULL};

		if (child >= 0)
			distribute(g, child, input);
		for (int edge = 0; edge < N_EDGES; edge++)
			multiply_input(g, input[node->inverts ? 1 - edge : edge],
				       child < 0 ? g->sign * g->tree->arrival[-1 - child] : 0,
				       g->sign * delay_of(g->tree, node, edge), out[edge]);
		free(input[0]);
		free(input[1]);
	}
}

/* Mean, sigma and skew of the slack, fs. */
static void integrate(const struct tree *tree, enum split split, double out[3])
{
	struct grid g = {.tree = tree, .step = tree->sigma / FINE, .sign = split == LATE ? 1 : -1};
	double longest = 0, *edge[N_EDGES], moment[4] = {0}, m2, m3;

	for (int i = 0; i < tree->n_gates; i++)
		longest += delay_of(tree, &tree->node[i], FALL);
	longest = fmin(longest, 400) + 16 + 40 * tree->sigma;
	g.begin = split == LATE ? -40 * tree->sigma : -longest;
	g.n = (int)((longest + 40 * tree->sigma) / g.step);
	distribute(&g, 0, edge);
	for (int i = 1; i < g.n; i++) {
		double p = edge[0][i] * edge[1][i] - edge[0][i - 1] * edge[1][i - 1];
		double t = g.begin + g.step * (i - 0.5), power = p;

		for (int k = 0; k < 4; k++, power *= t)
			moment[k] += power;
	}
	free(edge[0]);
	free(edge[1]);
	m2 = moment[2] - moment[1] * moment[1];
	m3 = moment[3] - 3 * moment[1] * moment[2] + 2 * moment[1] * moment[1] * moment[1];
	out[0] = 1000 * ((split == LATE ? PERIOD : 0) - moment[1]);
	out[1] = 1000 * sqrt(m2);
	out[2] = -m3 / (m2 * sqrt(m2));
}

/* ---- checks ---- */

static bool agrees(struct test_device *d, struct tree *tree, enum split split)
{
	struct ssta *ssta = run(d, tree, split, SSTA_RANDOM, N);
	struct ssta_statistics s;
	double wanted[3];
	bool same;

	integrate(tree, split, wanted);
	must(ssta_read(ssta));
	ssta_endpoint_statistics(ssta, 0, &s);
	ssta_free(ssta);
	same = fabs(s.mean - wanted[0]) < 5 * s.mean_error &&
	       fabs(s.sigma - wanted[1]) < 5 * s.sigma_error &&
	       fabs(s.skew - wanted[2]) < 5 * 1.5 * sqrt(6.0 / N);
	printf("# %d gates, %s: mean %.1f, wanted %.1f (%.1f errors), sigma %.2f, wanted %.2f (%.1f), "
	       "skew %.4f, wanted %.4f\n",
	       tree->n_gates, split == LATE ? "setup" : "hold", s.mean, wanted[0],
	       (s.mean - wanted[0]) / s.mean_error, s.sigma, wanted[1],
	       (s.sigma - wanted[1]) / s.sigma_error, s.skew, wanted[2]);
	return same;
}

static void check_trees(struct test_device *d)
{
	static const char *const names[] = {"balanced trees", "combs", "random trees"};

	for (int kind = 0; kind < 3; kind++) {
		int wrong = 0;

		for (int i = 0; i < 3; i++) {
			struct tree tree;

			tree_new(d, kind == 0 ? (4 << i) - 1 : 4 + (int)random_below(20), kind, 1,
				 1.7, &tree);
			wrong += !agrees(d, &tree, LATE);
			wrong += !agrees(d, &tree, EARLY);
			tree_free(&tree);
		}
		OK(wrong == 0, "%s: %s are as by quadrature, setup and hold", d->name, names[kind]);
	}
}

static void check_negation(struct test_device *d)
{
	int wrong = 0, compared = 0;

	for (int i = 0; i < 20; i++) {
		struct tree tree;
		struct ssta *late, *early;

		tree_new(d, 1 + (int)random_below(MOST_GATES), i % 2 ? 0 : 2, 0, 1.9873, &tree);
		late = run(d, &tree, LATE, SSTA_ANTITHETIC, 1000);
		early = run(d, &tree, EARLY, SSTA_ANTITHETIC, 1000);
		for (int64_t s = 0; s < 1000; s++, compared++)
			wrong += ssta_worst(late, -1, s, NULL) - ssta_nominal(late, -1) !=
				 ssta_worst(early, -1, s ^ 4, NULL) - ssta_nominal(early, -1);
		ssta_free(late);
		ssta_free(early);
		tree_free(&tree);
	}
	OK(wrong == 0,
	   "%s: the least of %d dies is minus the largest of those with negated deviations",
	   d->name, compared);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		random_seed(20);
		check_trees(&d);
		check_negation(&d);
		test_device_close(&d);
	}
	return tap_done();
}
