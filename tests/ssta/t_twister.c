/*
 * The Mersenne twisters of [SSTA]: MT19937's published numbers by the same functions; the parameters of
 * twister_table.h, of which each makes a recurrence whose characteristic polynomial is irreducible; and Box and
 * Muller's normal numbers against the C library's logarithm and sine, by their moments and by Kolmogorov and Smirnov's
 * test.
 *
 * `t_twister search N` prints a table of N parameters.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/ssta/paper/ssta_twister.h"
#include "gpu/ssta/paper/twister_table.h"
#include "lib/devices.h"
#include "lib/tap.h"

static const uint32_t table[] = {TWISTER_TABLE};

/* ---- MT19937 ---- */

enum { MT_WORDS = 624, MT_FAR = 397 };

struct mt {
	uint32_t x[MT_WORDS];
	int at;
};

static void mt_seed(struct mt *mt, uint32_t seed)
{
	mt->x[0] = seed;
	for (uint32_t i = 1; i < MT_WORDS; i++)
		mt->x[i] = twister_seed(mt->x[i - 1], i);
	mt->at = 0;
}

/* init_by_array() of mt19937ar.c, of four words. */
static void mt_seed_by(struct mt *mt, const uint32_t key[4])
{
	uint32_t *x = mt->x, i = 1;

	mt_seed(mt, 19650218);
	for (uint32_t k = 0; k < MT_WORDS; k++) {
		x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1664525) + key[k % 4] + k % 4;
		if (++i == MT_WORDS) {
			x[0] = x[MT_WORDS - 1];
			i = 1;
		}
	}
	for (uint32_t k = 1; k < MT_WORDS; k++) {
		x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1566083941) - i;
		if (++i == MT_WORDS) {
			x[0] = x[MT_WORDS - 1];
			i = 1;
		}
	}
	x[0] = UINT32_C(1) << 31;
}

static uint32_t mt_next(struct mt *mt)
{
	uint32_t *here = &mt->x[mt->at];

	*here = twister_twist(*here, mt->x[(mt->at + 1) % MT_WORDS],
			      mt->x[(mt->at + MT_FAR) % MT_WORDS], 0x7fffffff, 0x9908b0df);
	mt->at = (mt->at + 1) % MT_WORDS;
	return twister_temper(*here);
}

static void check_published(void)
{
	/* mt19937ar.out; and the 10000th by the default seed, as the C++ standard has it */
	static const uint32_t key[4] = {0x123, 0x234, 0x345, 0x456};
	static const uint32_t first[] = {1067595299, 955945823,  477289528, 4107218783, 4228976476,
					 3344332714, 3355579695, 227628506, 810200273,  2591290167};
	static const uint32_t plain[] = {3499211612, 581869302, 3890346734, 3586334585, 545404204};
	struct mt mt;
	int wrong = 0;

	mt_seed_by(&mt, key);
	for (int i = 0; i < 10; i++)
		wrong += mt_next(&mt) != first[i];
	OK(wrong == 0, "MT19937 by an array of four words: the first ten published numbers");
	mt_seed(&mt, 5489);
	for (int i = 0; i < 5; i++)
		wrong += mt_next(&mt) != plain[i];
	for (int i = 5; i < 9999; i++)
		mt_next(&mt);
	OK(wrong == 0 && mt_next(&mt) == 4123659995,
	   "MT19937 by 5489: the first five, and the 10000th");
}

/* ---- polynomials over GF(2) ---- */

enum { BITS = 607, WORDS = 10, LONG_WORDS = 20 };

static int bit(const uint64_t *p, int i)
{
	return (int)(p[i / 64] >> i % 64 & 1);
}

/* to ^= from << shift, of this number of words each. */
static void add_shifted(uint64_t *to, int n_to, const uint64_t *from, int n_from, int shift)
{
	int word = shift / 64, by = shift % 64;

	for (int i = 0; i < n_from && i + word < n_to; i++) {
		to[i + word] ^= from[i] << by;
		if (by && i + word + 1 < n_to)
			to[i + word + 1] ^= from[i] >> (64 - by);
	}
}

/* Berlekamp and Massey: the shortest recurrence of 2·BITS bits; its length. */
static int shortest(const uint8_t *sequence, uint64_t c[LONG_WORDS])
{
	uint64_t b[LONG_WORDS] = {1}, kept[LONG_WORDS];
	int length = 0, since = 1;

	memset(c, 0, LONG_WORDS * sizeof *c);
	c[0] = 1;
	for (int n = 0; n < 2 * BITS; n++, since++) {
		int d = sequence[n];

		for (int i = 1; i <= length; i++)
			d ^= bit(c, i) & sequence[n - i];
		if (!d)
			continue;
		memcpy(kept, c, sizeof kept);
		add_shifted(c, LONG_WORDS, b, LONG_WORDS, since);
		if (2 * length <= n) {
			length = n + 1 - length;
			memcpy(b, kept, sizeof kept);
			since = 0;
		}
	}
	return length;
}

/* x^(2^BITS) = x modulo f, of which BITS is prime: all factors have degree BITS, or 1. */
static bool is_irreducible(const uint64_t *f)
{
	uint64_t x[LONG_WORDS] = {2};
	int ones = 0;

	for (int i = 0; i <= BITS; i++)
		ones += bit(f, i);
	if (ones % 2 == 0 || !bit(f, 0) || !bit(f, BITS))
		return false; /* divided by x + 1, or by x */
	for (int k = 0; k < BITS; k++) {
		uint64_t square[LONG_WORDS] = {0};

		for (int i = 0; i < BITS; i++)
			square[2 * i / 64] |= (uint64_t)bit(x, i) << 2 * i % 64;
		for (int i = 2 * BITS - 2; i >= BITS; i--) {
			if (bit(square, i))
				add_shifted(square, LONG_WORDS, f, WORDS, i - BITS);
		}
		memcpy(x, square, sizeof x);
	}
	for (int i = 1; i < WORDS; i++)
		if (x[i])
			return false;
	return x[0] == 2;
}

/* Has the recurrence of this parameter the period 2^607 − 1? */
static bool is_good(uint32_t a)
{
	uint32_t x[TWISTER_WORDS];
	uint8_t sequence[2 * BITS];
	uint64_t f[LONG_WORDS];

	x[0] = 1;
	for (uint32_t i = 1; i < TWISTER_WORDS; i++)
		x[i] = twister_seed(x[i - 1], i);
	for (int n = 0; n < 2 * BITS; n++) {
		int at = n % TWISTER_WORDS;

		x[at] = twister_twist(x[at], x[(at + 1) % TWISTER_WORDS],
				      x[(at + TWISTER_FAR) % TWISTER_WORDS], TWISTER_LOWER, a);
		sequence[n] = x[at] & 1;
	}
	return shortest(sequence, f) == BITS && is_irreducible(f);
}

/* As Dynamic Creation: the lower half of a parameter is its number, so that no two are equal. */
static void search(int n)
{
	random_seed(607);
	for (uint32_t id = 0; id < (uint32_t)n; id++) {
		uint32_t a;

		do
			a = ((uint32_t)random_next() | 1u << 31) & 0xffff0000u;
		while (!is_good(a | id));
		printf("%s0x%08x,%s", id % 8 ? " " : "\t", a | id,
		       id % 8 == 7 ? id + 1 == (uint32_t)n ? "\n" : " \\\n" : "");
		fflush(stdout);
	}
}

static void check_parameters(void)
{
	int wrong = 0;

	for (int i = 0; i < TWISTER_PARAMETERS; i++)
		wrong += !is_good(table[i]) || (table[i] & 0xffff) != (uint32_t)i;
	OK(sizeof table / sizeof *table == TWISTER_PARAMETERS && wrong == 0,
	   "%d parameters: irreducible polynomials of degree %d, a number of their own each",
	   TWISTER_PARAMETERS, BITS);
	OK(!is_good(table[0] ^ 0x10000) || !is_good(table[1] ^ 0x10000) ||
		   !is_good(table[2] ^ 0x10000),
	   "most others are none");
}

/* ---- normal numbers ---- */

static void check_functions(void)
{
	double worst_log = 0, worst_circle = 0, largest = 0;

	for (int i = 0; i < 1000000; i++) {
		uint32_t word = (uint32_t)random_next() >> i % 32;
		double log_of = -2 * log(ldexp((double)word + 1, -32));
		double angle = ldexp(2 * acos(-1), -32) * word, got = twister_log(word);
		float cosine, sine;
		int32_t z[2];

		worst_log = fmax(worst_log, fabs(got - log_of) / fmax(log_of, 1e-3));
		twister_circle(word, &cosine, &sine);
		worst_circle = fmax(worst_circle, fabs(cosine - cos(angle)));
		worst_circle = fmax(worst_circle, fabs(sine - sin(angle)));
		twister_normals(word, 0, z);
		largest = fmax(largest, z[0]);
	}
	OK(worst_log < 1e-4 && twister_log(UINT32_MAX) == 0 && twister_log(UINT32_MAX - 1) >= 0,
	   "the logarithm is within %.1e", worst_log);
	OK(worst_circle < 1e-6, "sine and cosine are within %.1e", worst_circle);
	OK(largest <= TWISTER_Z_LARGEST && largest > 0.999 * TWISTER_Z_LARGEST,
	   "no |z| is above %.3f", ldexp(TWISTER_Z_LARGEST, -Z_SHIFT));
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Of one lane after another, or of many lanes' first numbers. */
static void check_distribution(bool by_lane)
{
	enum { N = 1 << 18, EACH = 64 };
	double *z = malloc(N * sizeof *z), power[5] = {0}, distance = 0;
	int32_t pair[2];

	if (!z)
		abort();
	for (int i = 0; i < N; i += by_lane ? EACH : N) {
		uint32_t x[TWISTER_WORDS], lane = (uint32_t)(i / EACH), word[2];

		x[0] = twister_first((struct ssta_seed){{5, 6}}, 7, lane);
		for (uint32_t j = 1; j < TWISTER_WORDS; j++)
			x[j] = twister_seed(x[j - 1], j);
		for (int k = 0; k < (by_lane ? EACH : N); k++) {
			int at = k % TWISTER_WORDS;

			x[at] = twister_twist(x[at], x[(at + 1) % TWISTER_WORDS],
					      x[(at + TWISTER_FAR) % TWISTER_WORDS], TWISTER_LOWER,
					      table[lane % TWISTER_PARAMETERS]);
			word[k % 2] = twister_temper(x[at]);
			if (k % 2 == 0)
				continue;
			twister_normals(word[0], word[1], pair);
			z[i + k - 1] = ldexp(pair[0], -Z_SHIFT);
			z[i + k] = ldexp(pair[1], -Z_SHIFT);
		}
	}
	for (int i = 0; i < N; i++)
		for (int p = 1; p <= 4; p++)
			power[p] += pow(z[i], p) / N;
	qsort(z, N, sizeof *z, compare);
	for (int i = 0; i < N; i++)
		distance = fmax(distance, fabs(erfc(-z[i] / sqrt(2)) / 2 - (i + 0.5) / N));
	OK(fabs(power[1]) < 4 / sqrt(N) && fabs(power[2] - 1) < 4 * sqrt(2.0 / N) &&
		   fabs(power[3]) < 4 * sqrt(15.0 / N) && fabs(power[4] - 3) < 4 * sqrt(96.0 / N) &&
		   distance < 1.95 / sqrt(N),
	   "%s: moments %.4f %.4f %.4f %.4f, KS %.2e", by_lane ? "4096 lanes" : "one lane",
	   power[1], power[2], power[3], power[4], distance);
	free(z);
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "search") == 0) {
		search(atoi(argv[2]));
		return 0;
	}
	random_seed(4);
	check_published();
	check_parameters();
	check_functions();
	check_distribution(false);
	check_distribution(true);
	return tap_done();
}
