/*
 * A chain of inverters from one port to another, both edges of which come at once, with a sigma of all its
 * delays: what its dies are like is known in closed form. The variances along it add up, and of its two
 * edges, which share no arc, the later one counts, by Clark's formulas (The Greatest of a Finite Set of
 * Random Variables, 1961).
 */
#ifndef TESTS_CHAIN_H
#define TESTS_CHAIN_H

#include "gpu/ssta/ssta.h"
#include "devices.h"
#include "hand.h"
#include "timed.h"

struct chain {
	struct hand hand;
	struct timing *timing;
	struct variation variation;
	int length;
	double sigma; /* fs, of a delay */
};

/* The clock's period is 1 ns, and that is what the output has; sigma in ps. */
void chain_new(struct test_device *device, int length, double sigma, struct chain *out);
void chain_free(struct chain *chain);
/* Nominal, of the paths to the output's two edges, fs. */
void chain_delays(const struct chain *chain, double *rise, double *fall);
/* Of the setup slack, fs. */
void chain_moments(const struct chain *chain, double *mean, double *sigma);
/* The same mean where arcs share so much of their variance. */
void chain_shared_mean(const struct chain *chain, double shared, double *mean);
/* Mean and variance of the larger of two independent normal variables. */
void clark(double m1, double v1, double m2, double v2, double *mean, double *variance);

#endif
