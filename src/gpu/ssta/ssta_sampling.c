/*
 * How samples are drawn (gpu/ssta/ssta_sampling.h), on the host, and what is known of their error:
 * samples that aren't independent are taken as SSTA_REPLICATES runs that are, and what these differ by is
 * the error of their mean.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/ssta/sobol_table.h"
#include "gpu/ssta/ssta_args.h"
#include "gpu/ssta/ssta_impl.h"

/* ---- words ---- */

static const struct {
	uint16_t polynomial, first[9];
} sobol[] = {SOBOL_TABLE};

const uint32_t *ssta_sobol_directions(void)
{
	/* on the command thread alone */
	static uint32_t direction[SOBOL_DIMENSIONS][SOBOL_BITS];

	if (direction[0][0])
		return direction[0];
	for (int d = 0; d < SOBOL_DIMENSIONS; d++) {
		uint32_t polynomial = sobol[d].polynomial, m[SOBOL_BITS];
		int degree = 0;

		while (polynomial >> (degree + 1))
			degree++;
		for (int i = 0; i < SOBOL_BITS; i++) {
			m[i] = 1;
			if (i < degree)
				m[i] = sobol[d].first[i];
			else if (degree)
				m[i] = m[i - degree] ^ m[i - degree] << degree;
			for (int k = 1; k < degree && i >= degree; k++) {
				if (polynomial >> (degree - k) & 1)
					m[i] ^= m[i - k] << k;
			}
			direction[d][i] = m[i] << (31 - i);
		}
	}
	return direction[0];
}

void ssta_strata(const struct ssta_options *options, struct ssta_strata *out)
{
	uint32_t n = (uint32_t)options->strata, bits = 0;

	*out = (struct ssta_strata){0};
	if (options->sampling != SSTA_STRATIFIED)
		return;
	while (UINT32_C(1) << bits < n)
		bits++;
	*out = (struct ssta_strata){.n = n,
				    .mask = (UINT32_C(1) << bits) - 1,
				    .half = (bits + 1) / 2,
				    .inverse = (UINT64_C(1) << 62) / n,
				    .shift = 26 + bits};
	out->reciprocal = (uint32_t)(((UINT64_C(1) << out->shift) + n / 4 - 1) / (n / 4));
}

static struct ssta_seed seed_of(const struct ssta_options *options)
{
	return (struct ssta_seed){{(uint32_t)options->seed, (uint32_t)(options->seed >> 32)}};
}

uint32_t ssta_word(const struct ssta_options *options, uint32_t domain, const uint32_t key[2],
		   int64_t sample)
{
	uint32_t quad = (uint32_t)(sample / 4);
	uint32_t odd = options->sampling == SSTA_ANTITHETIC ? quad & 1 : 0;
	uint32_t word[4] = {quad - odd, domain, key[0], key[1]};
	struct ssta_strata strata;

	philox(word, seed_of(options));
	ssta_strata(options, &strata);
	if (strata.n)
		stratify_quad(&strata, seed_of(options), quad, domain, key, word);
	return word[sample % 4] ^ (odd ? UINT32_MAX : 0);
}

uint32_t ssta_factor_word(const struct ssta_options *options, const struct ssta_factor *factor,
			  int64_t sample)
{
	uint32_t word[4];

	if (options->sampling != SSTA_SOBOL || factor->dimension >= SOBOL_DIMENSIONS)
		return ssta_word(options, factor->domain, factor->key, sample);
	sobol_quad(ssta_sobol_directions() + factor->dimension * SOBOL_BITS, seed_of(options),
		   (uint32_t)(sample / 4), factor->domain, factor->key, word);
	return word[sample % 4];
}

/* ---- kernels ---- */

struct ssta_samples ssta_samples_of(const struct ssta *ssta, const struct ssta_engine *e)
{
	const struct ssta_options *options = &ssta->options;
	struct ssta_samples samples = {.seed = seed_of(options),
				       .keys = philox_keys(seed_of(options)),
				       .table = e->d_table,
				       .bound = (int32_t)ssta->program.bound,
				       .is_antithetic = options->sampling == SSTA_ANTITHETIC,
				       .sobol =
					       options->sampling == SSTA_SOBOL ? e->d_sobol : NULL};

	ssta_strata(options, &samples.strata);
	return samples;
}

void ssta_launch_shared(const struct ssta *ssta, const struct ssta_engine *e, struct queue *queue,
			int32_t *d_shared, struct ssta_samples *samples)
{
	const struct ssta_factors *f = &ssta->factors;
	/* rows that a launch sums, each of those of launches before it */
	const int32_t end[] = {f->n_rows, f->first_component, f->n_regions, 0};
	struct ssta_shared_args args = {.samples = *samples,
					.row = e->d_factor_row,
					.factor = e->d_factor,
					.limit = f->limit,
					.shared = d_shared};

	args.samples.shared = NULL;
	for (int i = 0; i < 3; i++) {
		int64_t n = (int64_t)(end[i] - end[i + 1]) * samples->n_blocks;

		args.first = end[i + 1];
		if (n > 0 && (samples->strata.n || samples->sobol || samples->is_antithetic))
			LAUNCH(queue, ssta_shared_even, 32, &args, n);
		else if (n > 0)
			LAUNCH(queue, ssta_shared, 32, &args, n);
	}
	samples->shared = d_shared;
	samples->own = ssta->factors.own;
}

/* ---- what is asked for ---- */

enum status ssta_check_sampling(const struct ssta_options *options)
{
	int32_t strata = options->strata;

	if (options->method == SSTA_CHAINS && options->generator != SSTA_PHILOX)
		return status_fail(STATUS_USAGE,
				   "twisters are of the SSTA paper's methods: -rng mersenne "
				   "needs -method paper, paper-gate or "
				   "paper-repaired");
	if (options->method != SSTA_CHAINS && options->samples_slews)
		return status_fail(STATUS_USAGE, "the SSTA paper's methods have nominal slews");
	if (options->method != SSTA_CHAINS &&
	    (options->sampling != SSTA_RANDOM || ssta_is_shared(&options->sharing)))
		return status_fail(
			STATUS_USAGE,
			"the SSTA paper's methods have random numbers that are independent: "
			"no -sampling, -die, -library or -grid");
	if (options->sampling == SSTA_STRATIFIED && (strata < 4 || strata % 4))
		return status_fail(STATUS_USAGE,
				   "strata come in fours: -strata expects a multiple of 4");
	if (options->sampling == SSTA_SOBOL && !ssta_is_shared(&options->sharing))
		return status_fail(STATUS_USAGE,
				   "-sampling sobol is of what arcs share; it needs -die, -library "
				   "or -grid");
	if (options->precision > 0 && options->sampling != SSTA_RANDOM)
		return status_fail(STATUS_USAGE, "-precision is of independent dies: -sampling "
						 "random");
	return STATUS_OK;
}

/* ---- replicates ---- */

int32_t ssta_replicate(const struct ssta_options *options, int64_t n, int64_t i)
{
	int64_t sample = options->begin + i, whole;

	switch (options->sampling) {
	case SSTA_RANDOM:
		break;
	case SSTA_ANTITHETIC: /* of eight samples, four are those before them negated */
		whole = (options->begin + n) / 8 * 8;
		return sample < whole && sample / 8 * 8 >= options->begin
			       ? (int32_t)(sample / 8 % SSTA_REPLICATES)
			       : -1;
	case SSTA_STRATIFIED:
		whole = (options->begin + n) / options->strata * options->strata;
		return sample < whole &&
				       sample / options->strata * options->strata >= options->begin
			       ? (int32_t)(sample / options->strata % SSTA_REPLICATES)
			       : -1;
	case SSTA_SOBOL:
		return (int32_t)(sample % SSTA_SCRAMBLINGS);
	}
	return -1;
}

/* Student's t: the half width of 95 %, by degrees of freedom. */
static double student(int32_t freedom)
{
	static const double t[] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
				   2.306, 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131};

	return freedom < SSTA_REPLICATES ? t[freedom] : 1.96;
}

void ssta_spread(const double *value, int32_t n, struct ssta_error *out)
{
	double sum = 0, square = 0, mean;

	*out = (struct ssta_error){0, 0};
	for (int32_t r = 0; r < n; r++)
		sum += value[r];
	if (n < 2)
		return;
	mean = sum / n;
	for (int32_t r = 0; r < n; r++)
		square += (value[r] - mean) * (value[r] - mean);
	out->error = sqrt(square / (n - 1) / n);
	out->within = student(n - 1) * out->error;
}

enum status ssta_replicates_new(const struct ssta_options *options, const int64_t *value, int64_t n,
				struct ssta_replicates *out)
{
	int64_t size[SSTA_REPLICATES] = {0}, at = 0;

	*out = (struct ssta_replicates){0};
	if (options->sampling == SSTA_RANDOM)
		return STATUS_OK;
	TRY(ALLOC(&out->value, n));
	for (int64_t i = 0; i < n; i++) {
		int32_t r = ssta_replicate(options, n, i);

		if (r >= 0)
			size[r]++;
	}
	for (int32_t r = 0; r < SSTA_REPLICATES; r++) {
		out->row[r] = at;
		at += size[r];
		size[r] = out->row[r];
		out->n += at > out->row[r];
	}
	out->row[SSTA_REPLICATES] = at;
	for (int64_t i = 0; i < n; i++) {
		int32_t r = ssta_replicate(options, n, i);

		if (r >= 0)
			out->value[size[r]++] = value[i];
	}
	return STATUS_OK;
}

FREES(ssta_replicates_release, struct ssta_replicates, x->value);

/* Replicates that have samples come first: they fill up in turn. */
void ssta_replicate_errors(const struct ssta_replicates *r, int64_t nominal,
			   struct ssta_statistics *out)
{
	double mean[SSTA_REPLICATES], sigma[SSTA_REPLICATES];
	struct ssta_error error;
	int32_t n = 0;

	if (!r->value)
		return;
	for (int32_t i = 0; i < SSTA_REPLICATES; i++) {
		struct ssta_statistics s;

		if (r->row[i + 1] == r->row[i])
			continue;
		ssta_statistics_of(r->value + r->row[i], r->row[i + 1] - r->row[i], nominal, &s);
		mean[n] = s.mean;
		sigma[n++] = s.sigma;
	}
	ssta_spread(mean, n, &error);
	out->mean_error = error.error;
	out->mean_within = error.within;
	ssta_spread(sigma, n, &error);
	out->sigma_error = error.error;
	out->sigma_within = error.within;
}
