/*
 * Samples that are spread evenly: permutations are such, each stratum has one word, Sobol's sequence has
 * the points that its numbers promise also when it is scrambled. And the intervals reported have
 * the true mean in them as often as they say, on a chain of gates whose mean is known in closed form.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/ssta/sobol_table.h"
#include "gpu/ssta/ssta_impl.h"
#include "lib/chain.h"
#include "lib/chip_statistics.h"
#include "lib/devices.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int compare_words(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void strata_of(int32_t n, struct ssta_strata *out)
{
	struct ssta_options options = {.sampling = SSTA_STRATIFIED, .strata = n};

	ssta_strata(&options, out);
}

/* ---- permutations and strata ---- */

/* The words of a replicate of an arc. */
static uint32_t *words_of(int32_t n, uint64_t seed, uint32_t key, int64_t replicate)
{
	struct ssta_options options = {.sampling = SSTA_STRATIFIED, .strata = n, .seed = seed};
	const uint32_t keys[2] = {key, 77};
	uint32_t *word = malloc((size_t)n * sizeof *word);

	if (!word)
		abort();
	for (int32_t i = 0; i < n; i++)
		word[i] = ssta_word(&options, SSTA_ARC, keys, replicate * n + i);
	return word;
}

/* One word in each of n parts of [0, 2^32) whose sizes differ by one at most. */
static bool is_stratified(int32_t n, uint32_t key)
{
	uint32_t *word = words_of(n, 3, key, key % 7);
	bool same = true;

	qsort(word, (size_t)n, sizeof *word, compare_words);
	for (int32_t i = 0; i < n; i++) {
		double low = floor(i * (4294967296.0 / n)) - 1;
		double high = floor((i + 1) * (4294967296.0 / n));

		same &= word[i] >= low && word[i] <= high;
	}
	free(word);
	return same;
}

static void check_strata(void)
{
	int wrong = 0, n_checked = 0;

	for (int32_t n = 4; n <= 400; n += 4, n_checked++)
		wrong += !is_stratified(n, (uint32_t)n);
	for (int i = 0; i < 30; i++, n_checked++)
		wrong += !is_stratified(4 * (1 + (int32_t)random_below(i % 10 ? 3000 : 40000)),
					(uint32_t)i);
	OK(wrong == 0, "each of %d replicates has one word in each stratum", n_checked);
}

static void check_replicates(void)
{
	int wrong = 0;

	for (int i = 0; i < 200000; i++) {
		int32_t quads = 1 + (int32_t)random_below(1 << (1 + i % 28));
		uint32_t quad = (uint32_t)random_below(1 << (1 + i / 3 % 28));
		struct ssta_strata s;

		strata_of(4 * quads, &s);
		if (i % 4 == 0) /* just before and after the end of one */
			quad = quad / (uint32_t)quads * (uint32_t)quads + (uint32_t)quads -
			       i % 8 / 4;
		if (quad < 1 << 28)
			wrong += replicate_of(&s, quad) != quad / (uint32_t)quads;
	}
	OK(wrong == 0, "a quad is of the replicate that dividing says");
}

/* Where one number goes is uniform over keys, and so is where a second one goes, given the first. */
static void check_permutation(void)
{
	enum { N = 8, KEYS = 56000 };
	static int count[N][N];
	double chi = 0, expected = KEYS / (double)(N * (N - 1));
	int same = 0;

	for (uint32_t k = 0; k < KEYS; k++) {
		uint32_t *word = words_of(N, 5, k, 0);
		int a = (int)(word[1] >> 29), b = (int)(word[6] >> 29);

		same += a == b;
		count[a][b]++;
		free(word);
	}
	for (int a = 0; a < N; a++)
		for (int b = 0; b < N; b++)
			chi += a == b ? 0 : pow(count[a][b] - expected, 2) / expected;
	/* 55 degrees of freedom; 0.1 % are above 93.2 */
	OK(same == 0 && chi < 93.2, "two of %d go to all pairs of places alike (%.1f)", N, chi);
}

/* ---- Sobol's sequence ---- */

static const struct {
	uint16_t polynomial, first[9];
} table[] = {SOBOL_TABLE};

/* x^n = 1 for no n below 2^degree − 1. */
static bool is_primitive(uint32_t polynomial, int degree)
{
	uint32_t x = 1, order = 0;

	do {
		x <<= 1;
		if (x >> degree)
			x ^= polynomial;
		order++;
	} while (x != 1 && order < 1u << degree);
	return order == (1u << degree) - 1;
}

static void check_table(void)
{
	int wrong = 0;

	for (int d = 1; d < SOBOL_DIMENSIONS; d++) {
		int degree = 0;

		while (table[d].polynomial >> (degree + 1))
			degree++;
		wrong += d > 1 && table[d].polynomial <= table[d - 1].polynomial;
		wrong += degree > 1 && !is_primitive(table[d].polynomial, degree);
		for (int i = 0; i < degree; i++)
			wrong += table[d].first[i] % 2 == 0 || table[d].first[i] >> (i + 1);
	}
	OK(sizeof table / sizeof *table == SOBOL_DIMENSIONS && wrong == 0,
	   "%d dimensions have primitive polynomials and odd first integers", SOBOL_DIMENSIONS);
}

/* The word of a dimension in a sample. */
static uint32_t sobol_word(int d, uint64_t seed, int64_t sample)
{
	struct ssta_options options = {.sampling = SSTA_SOBOL, .seed = seed};
	struct ssta_factor factor = {
		.key = {(uint32_t)d * 3, 0}, .domain = SSTA_GRID_CELL, .dimension = d};

	return ssta_factor_word(&options, &factor, sample);
}

/* The first 2^m points of a scrambling have one in each of 2^m intervals. */
static void check_intervals(void)
{
	enum { M = 7 };
	int wrong = 0;

	for (int d = 0; d < SOBOL_DIMENSIONS; d++) {
		for (int r = 0; r < SSTA_SCRAMBLINGS; r += 5) {
			bool is_there[1 << M] = {false};

			for (int64_t i = 0; i < 1 << M; i++)
				is_there[sobol_word(d, 9, 16 * i + r) >> (32 - M)] = true;
			for (int i = 0; i < 1 << M; i++)
				wrong += !is_there[i];
		}
	}
	OK(wrong == 0, "each dimension has a point in each interval, scrambled");
}

/* In the plane of the first two each box of 2^-a by 2^-(m−a) has one. */
static void check_boxes(void)
{
	enum { M = 8 };
	int wrong = 0;

	for (int r = 0; r < SSTA_SCRAMBLINGS; r++) {
		for (int a = 0; a <= M; a++) {
			bool is_there[1 << M] = {false};

			for (int64_t i = 0; i < 1 << M; i++) {
				uint64_t x = (uint64_t)sobol_word(0, 4, 16 * i + r) << a >> 32;
				uint64_t y =
					(uint64_t)sobol_word(1, 4, 16 * i + r) << (M - a) >> 32;

				is_there[x << (M - a) | y] = true;
			}
			for (int i = 0; i < 1 << M; i++)
				wrong += !is_there[i];
		}
	}
	OK(wrong == 0, "the plane of the first two has a point in each elementary box, scrambled");
}

/* A point in many scramblings is uniform, and two neighbours don't go together but by their intervals. */
static void check_scrambling(void)
{
	enum { N = 1 << 16 };
	uint32_t *word = malloc(N * sizeof *word);
	double distance = 0;

	if (!word)
		abort();
	for (uint32_t i = 0; i < N; i++)
		word[i] = sobol_word(3, 1000 + i / 16, 16 * 5 + i % 16);
	qsort(word, N, sizeof *word, compare_words);
	for (int i = 0; i < N; i++)
		distance = fmax(distance, fabs(ldexp(word[i], -32) - (i + 0.5) / N));
	OK(distance < 1.95 / sqrt(N), "a point is uniform over scramblings (KS %.2e)", distance);
	free(word);
}

/* ---- errors ---- */

enum { LENGTH = 12, N_DIES = 1024, SEEDS = 200 };

struct told {
	int within, controlled_within;
	double error, controlled_error;   /* means of reported errors */
	double square, controlled_square; /* of what it is off by */
};

static void run_seeds(struct test_device *device, struct chain *chain, struct ssta_options *options,
		      double mean, struct told *out)
{
	struct ssta *ssta;

	*out = (struct told){0};
	options->end = N_DIES;
	must(ssta_new(device->queue, chain->timing, &chain->variation, options, &ssta));
	for (int i = 0; i < SEEDS; i++) {
		struct ssta_controlled controlled;
		struct ssta_statistics s;

		options->seed = (uint64_t)i;
		must(ssta_restart(ssta, options));
		while (!ssta_finished(ssta))
			must(ssta_step(ssta));
		must(chip_statistics(ssta, N_DIES, &s));
		must(ssta_controlled(ssta, -1, &controlled));
		out->within += fabs(s.mean - mean) <= s.mean_within;
		out->error += s.mean_error / SEEDS;
		out->square += pow(s.mean - mean, 2) / SEEDS;
		out->controlled_within += fabs(controlled.mean - mean) <= controlled.error.within;
		out->controlled_error += controlled.error.error / SEEDS;
		out->controlled_square += pow(controlled.mean - mean, 2) / SEEDS;
	}
	ssta_free(ssta);
}

/* 95 % of the intervals have the mean: of 200 at least 179, in all but one of a thousand such tests. */
static bool is_told(int within)
{
	return within >= 179;
}

static void check_errors(struct test_device *device)
{
	static const char *const names[] = {"random", "antithetic", "stratified", "sobol"};
	struct chain chain;
	double mean, sigma, plain = 0;

	chain_new(device, LENGTH, 0.5, &chain);
	chain_moments(&chain, &mean, &sigma);
	for (int shared = 0; shared < 2; shared++) {
		for (int s = 0; s < (shared ? 4 : 3); s++) {
			struct ssta_options options = {.split = LATE,
						       .sampling = (enum ssta_sampling)s,
						       .strata = s == SSTA_STRATIFIED ? N_DIES / 16
										      : 0};
			struct told told;
			double wanted = mean;

			if (shared) {
				options.sharing.die = 0.6;
				options.sharing.library = 0.4;
				chain_shared_mean(&chain, 0.6 * 0.6 + 0.4 * 0.4, &wanted);
			}
			run_seeds(device, &chain, &options, wanted, &told);
			plain = s == 0 ? told.error : plain;
			OK(is_told(told.within) && is_told(told.controlled_within) &&
				   fabs(sqrt(told.square) / told.error - 1) < 0.25,
			   "%s: %s, %s: error %.2f fs (1/%.1f), off by %.2f, within %d of %d; with "
			   "control %.2f (1/%.1f), off by %.2f, within %d",
			   device->name, names[s], shared ? "factors" : "none", told.error,
			   plain / told.error, sqrt(told.square), told.within, SEEDS,
			   told.controlled_error, plain / told.controlled_error,
			   sqrt(told.controlled_square), told.controlled_within);
			if (s > 0)
				OK(told.error < plain / 1.3 && told.controlled_error < plain / 1.3,
				   "%s: %s has a smaller error", device->name, names[s]);
		}
	}
	chain_free(&chain);
}

/* Stops at the first multiple of 4096 where it is known well enough, whatever a step is. */
static void check_precision(struct test_device *device)
{
	struct ssta_options options = {.split = LATE, .seed = 3, .end = 100000, .precision = 12};
	int64_t enough = 0;
	struct chain chain;
	struct ssta *ssta;

	chain_new(device, LENGTH, 0.5, &chain);
	for (int i = 0; i < 3; i++) {
		struct ssta_statistics s, before;

		options.step = i == 0 ? 0 : i == 1 ? SSTA_LARGEST_STEP : 300;
		must(ssta_new(device->queue, chain.timing, &chain.variation, &options, &ssta));
		while (!ssta_finished(ssta))
			must(ssta_step(ssta));
		must(chip_statistics(ssta, ssta_n(ssta), &s));
		must(chip_statistics(ssta, ssta_n(ssta) - SSTA_STEP, &before));
		enough = i ? enough : ssta_n(ssta);
		OK(ssta_n(ssta) == enough && enough % SSTA_STEP == 0 && enough > SSTA_STEP &&
			   enough < options.end && s.mean_within <= 12 && before.mean_within > 12,
		   "%s: %lld dies are enough for 12 fs: %.2f, %.2f before", device->name,
		   (long long)ssta_n(ssta), s.mean_within, before.mean_within);
		ssta_free(ssta);
	}
	chain_free(&chain);
}

int main(void)
{
	random_seed(20);
	check_strata();
	check_replicates();
	check_permutation();
	check_table();
	check_intervals();
	check_boxes();
	check_scrambling();
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_errors(&d);
		check_precision(&d);
		test_device_close(&d);
	}
	return tap_done();
}
