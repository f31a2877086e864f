/*
 * Dies of a chain of gates, whose slack is known in closed form: the variances along it add up, and of its two
 * edges, which share no arc, the later one counts, by Clark's formulas (The Greatest of a Finite Set of
 * Random Variables, 1961); within five standard errors. And early deviates as late does, the other way.
 */
#include <math.h>
#include <stdlib.h>

#include "gpu/ssta/ssta_normal.h"
#include "lib/chain.h"
#include "lib/tap.h"

enum { N = 1 << 16, LENGTH = 20 };

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* What Clark's formulas and quadrature give of the first endpoint; NULL = not wanted. */
static void take_normals(const struct ssta *ssta, struct ssta_normal normal[N_SSTA_RULES])
{
	struct ssta_normals normals;
	struct ssta_coner *coner;
	struct ssta_cone *all;

	if (!normal)
		return;
	must(ssta_coner_new(ssta, &coner));
	must(ssta_cone_of_endpoint(coner, -1, &all));
	must(ssta_normals_make(ssta, all, &normals));
	for (int rule = 0; rule < N_SSTA_RULES; rule++)
		normal[rule] = normals.end[rule * ssta_n_endpoints(ssta)];
	ssta_normals_release(&normals);
	ssta_cone_free(all);
	ssta_coner_free(coner);
}

static void run(struct test_device *d, const struct chain *chain, enum split split,
		struct ssta_statistics *out, int64_t *nominal,
		struct ssta_normal normal[N_SSTA_RULES])
{
	struct ssta_options options = {.split = split, .seed = 7, .end = N};
	struct ssta_endpoint e;
	struct ssta *ssta;

	must(ssta_new(d->queue, chain->timing, &chain->variation, &options, &ssta));
	while (!ssta_finished(ssta))
		must(ssta_step(ssta));
	must(ssta_read(ssta));
	ssta_endpoint(ssta, 0, &e);
	ssta_endpoint_statistics(ssta, 0, out);
	*nominal = e.nominal;
	take_normals(ssta, normal);
	ssta_free(ssta);
}

static void check_chain(struct test_device *d)
{
	struct ssta_normal normal[N_SSTA_RULES];
	struct ssta_statistics s;
	struct chain chain;
	double mean, sigma, rise, fall;
	int64_t nominal;

	chain_new(d, LENGTH, 0.5, &chain);
	run(d, &chain, LATE, &s, &nominal, normal);
	chain_moments(&chain, &mean, &sigma);
	chain_delays(&chain, &rise, &fall);
	chain_free(&chain);
	OK(fabs(s.mean - mean) < 5 * sigma / sqrt(N) &&
		   fabs(s.sigma - sigma) < 5 * sigma / sqrt(2 * N),
	   "%s: a chain of %d: mean %.1f, wanted %.1f, sigma %.2f, wanted %.2f", d->name, LENGTH,
	   s.mean, mean, s.sigma, sigma);
	OK(fabs(normal[SSTA_CLARK].mean - mean) < 1e-3 &&
		   fabs(normal[SSTA_CLARK].sigma - sigma) < 1e-3,
	   "%s: Clark's first order is his formulas", d->name);
	OK(fabs(normal[SSTA_QUADRATURE].mean - (1e6 - fmax(rise, fall))) < 1e-3 &&
		   fabs(normal[SSTA_QUADRATURE].sigma - 500 * sqrt(LENGTH)) < 1e-3,
	   "%s: in quadrature sigma grows with the root of the length", d->name);
}

static void check_early(struct test_device *d)
{
	struct ssta_statistics late, early;
	int64_t nominal_late, nominal_early;
	struct chain chain;

	chain_new(d, LENGTH, 0.5, &chain);
	run(d, &chain, LATE, &late, &nominal_late, NULL);
	run(d, &chain, EARLY, &early, &nominal_early, NULL);
	chain_free(&chain);
	OK(fabs(late.sigma - early.sigma) < 5 * (late.sigma_error + early.sigma_error) &&
		   fabs(late.mean - (double)nominal_late - (early.mean - (double)nominal_early)) <
			   5 * (late.mean_error + early.mean_error) &&
		   late.mean < (double)nominal_late && early.mean < (double)nominal_early,
	   "%s: early slacks deviate as late ones do", d->name);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_chain(&d);
		check_early(&d);
		test_device_close(&d);
	}
	return tap_done();
}
