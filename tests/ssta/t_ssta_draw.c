/*
 * The random numbers of dies: Philox against the vectors that its authors publish, the pieces of the
 * normal distribution made again from erfc(), and what many of them are like.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/variation.h"
#include "lib/gates.h"
#include "gpu/ssta/normal_table.h"
#include "gpu/ssta/ssta_draw.h"
#include "lib/tap.h"

static const struct normal_piece table[] = {NORMAL_TABLE};

/* kat_vectors of Random123: philox4x32, 7 rounds */
static void check_vectors(void)
{
	static const struct {
		uint32_t counter[4], key[2], words[4];
	} known[] = {
		{{0, 0, 0, 0}, {0, 0}, {0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}},
		{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
		 {0xffffffff, 0xffffffff},
		 {0x5207ddc2, 0x45165e59, 0x4d8ee751, 0x8c52f662}},
		{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
		 {0xa4093822, 0x299f31d0},
		 {0x4dfccaba, 0x190a87f0, 0xc47362ba, 0xb6b5242a}},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		uint32_t c[4];

		memcpy(c, known[i].counter, sizeof c);
		philox(c, (struct ssta_seed){{known[i].key[0], known[i].key[1]}});
		OK(memcmp(c, known[i].words, sizeof c) == 0, "Philox4x32-7, vector %zu", i);
	}
}

/* The z > 0 above which the normal distribution has p, by Newton from a bracket. */
static double quantile(double p)
{
	double low = 0, high = 10;

	for (int i = 0; i < 200; i++) {
		double middle = (low + high) / 2;

		if (erfc(middle / sqrt(2)) / 2 > p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* The least-squares line of a piece, by the midpoint rule. */
static bool is_piece(int i)
{
	double begin = ldexp(1 + i % 32 / 32.0, i / 32), width = ldexp(1.0 / 32, i / 32);
	double sum = 0, moment = 0, slope, base;
	enum { POINTS = 200 };

	if (i == NORMAL_PIECES - 1) /* u rounded to 2^31 */
		return table[i].at == 0 && table[i].fall == 0;
	for (int k = 0; k < POINTS; k++) {
		double x = (k + 0.5) / POINTS, z = quantile(ldexp(begin + width * x, -32));

		sum += z / POINTS;
		moment += z * (x - 0.5) / POINTS;
	}
	slope = 12 * moment;
	base = sum - slope / 2;
	return fabs(ldexp(base, Z_SHIFT) - table[i].at) < 2 &&
	       fabs(ldexp(-slope, Z_SHIFT) - table[i].fall) < 2;
}

static void check_table(void)
{
	int wrong = 0;

	for (int i = 0; i < NORMAL_PIECES; i++)
		wrong += !is_piece(i);
	OK(sizeof table / sizeof *table == NORMAL_PIECES && wrong == 0,
	   "%d pieces are those of the normal distribution", NORMAL_PIECES);
	OK(normal_magnitude(table, 0) == Z_LARGEST && table[0].at == Z_LARGEST,
	   "the largest |z| is the one that bounds are made with");
}

/* Every magnitude is that of its word. */
static void check_magnitudes(void)
{
	double largest = 0;

	for (int i = 0; i < 31; i++) {
		for (uint32_t k = 0; k < 1000; k++) {
			uint32_t word = ((1u << i) + (uint32_t)(k * (ldexp(1, i) / 1000))) | 1;
			double z = ldexp(normal_magnitude(table, word), -Z_SHIFT);
			double error = fabs(z - quantile(ldexp(word & 0x7fffffff, -32)));

			largest = error > largest ? error : largest;
		}
	}
	OK(largest < 3.5e-5, "|z| is within 3.5e-5 of the inverse distribution (%.2g)", largest);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* z of arcs and samples, both ways of counting. */
static void check_distribution(bool by_arc)
{
	enum { N = 1 << 20 };
	double *z = malloc(N * sizeof *z), power[5] = {0}, distance = 0;

	if (!z)
		abort();
	for (uint32_t i = 0; i < N / 4; i++) {
		uint32_t c[4] = {by_arc ? 7 : i, SSTA_ARC, by_arc ? i : 12345, 99};

		philox(c, (struct ssta_seed){{1, 2}});
		for (int j = 0; j < 4; j++) {
			z[4 * i + j] = ldexp(normal_magnitude(table, c[j]), -Z_SHIFT) *
				       (c[j] >> 31 ? -1 : 1);
			for (int p = 1; p <= 4; p++)
				power[p] += pow(z[4 * i + j], p) / N;
		}
	}
	qsort(z, N, sizeof *z, compare);
	for (int i = 0; i < N; i++) {
		double below = erfc(-z[i] / sqrt(2)) / 2;

		distance = fmax(distance, fabs(below - (i + 0.5) / N));
	}
	/* each within four standard errors; Kolmogorov and Smirnov's at 0.1 % */
	OK(fabs(power[1]) < 4 / sqrt(N) && fabs(power[2] - 1) < 4 * sqrt(2.0 / N) &&
		   fabs(power[3]) < 4 * sqrt(15.0 / N) && fabs(power[4] - 3) < 4 * sqrt(96.0 / N),
	   "moments of z over %s: %.5f %.5f %.5f %.5f", by_arc ? "arcs" : "samples", power[1],
	   power[2], power[3], power[4]);
	OK(distance < 1.95 / sqrt(N), "z over %s is normal (KS %.2e)", by_arc ? "arcs" : "samples",
	   distance);
	free(z);
}

static void check_rounding(void)
{
	int wrong = 0;

	for (int i = 0; i < 100000; i++) {
		uint32_t c[4] = {(uint32_t)i, 0, 0, 0};
		int32_t sigma, late, early;
		uint32_t magnitude;

		philox(c, (struct ssta_seed){{3, 4}});
		sigma = (int32_t)(c[0] % (1u << (c[1] % 30))) + (c[2] % 5 == 0 ? 1 << 5 : 0);
		magnitude = c[2] % 7 ? normal_magnitude(table, c[3]) : c[3] >> 8 << 3;
		late = ssta_delay(0, sigma, magnitude, 0);
		early = ssta_delay(0, -sigma, magnitude, 1);
		wrong += late != -early;
		wrong += late != (int32_t)floor(ldexp((double)sigma * magnitude, -32) + 0.5);
	}
	OK(wrong == 0, "an early increment is minus the late one, also where it is rounded");
}

static void check_keys(void)
{
	struct library *library = test_gates_library("late", &(struct gates_options){.factor = 1});
	struct netlist *netlist;
	int32_t a, y;

	/* FNV-1a of "", of "foobar" with a NUL: the published 0x85944171f73967e8, and a step more */
	OK(variation_name_key("") == UINT64_C(0xcbf29ce484222325) * UINT64_C(0x100000001b3) &&
		   variation_name_key("foobar") ==
			   UINT64_C(0x85944171f73967e8) * UINT64_C(0x100000001b3),
	   "names have FNV-1a keys");
	if (netlist_new("hand", &netlist) != STATUS_OK)
		abort();
	gates_masters(netlist, library, NULL);
	gates_port(netlist, "in", LIB_INPUT);
	gates_instance(netlist, "u1", "INV", "A=in Y=n");
	gates_instance(netlist, "u2", "INV", "A=n Y=m");
	if (netlist_close(netlist) != STATUS_OK)
		abort();
	a = gates_pin(netlist, "u1/A");
	y = gates_pin(netlist, "u1/Y");
	OK(variation_key(netlist, 2 * a, 2 * y + 1, 0) !=
			   variation_key(netlist, 2 * a + 1, 2 * y, 0) &&
		   variation_key(netlist, 2 * a, 2 * y + 1, 0) !=
			   variation_key(netlist, 2 * gates_pin(netlist, "u2/A"),
					 2 * gates_pin(netlist, "u2/Y") + 1, 0) &&
		   variation_key(netlist, 2 * a, 2 * y + 1, 0) == UINT64_C(0xb09adfd1d00e51eb),
	   "each arc has a key of its own (%llx)",
	   (unsigned long long)variation_key(netlist, 2 * a, 2 * y + 1, 0));
	netlist_unref(netlist);
	library_unref(library);
}

int main(void)
{
	check_vectors();
	check_table();
	check_magnitudes();
	check_distribution(false);
	check_distribution(true);
	check_rounding();
	check_keys();
	return tap_done();
}
