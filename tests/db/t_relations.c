/* Relations of clock edges: all expected values are worked out by hand, beside each. */
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "lib/cells.h"
#include "db/state/relations.h"
#include "lib/small.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* The clocks of all tests, ns: rise, fall (as the constraints keep them: within the period). */
enum {
	C10,  /* period 10, {0 5} */
	C20,  /* divided by 2, {0 10} */
	C30,  /* divided by 3, {0 15} */
	I10,  /* C10 inverted: {5 10}, so that it falls at 0 */
	W10,  /* {2 7} */
	C15,  /* 2:3 with C10 */
	C6,   /* 3:5 with C10 */
	T10,  /* a third of C10, exactly */
	R10,  /* a third of C10, written as 3.333333 */
	D20,  /* divided by 2 from falling edges: {5 15} */
	A10,  /* 10.007: no common period within the limits, but 3 ps at the least */
	FAST, /* 0.001: ten thousand cycles of C10 */
	P13,  /* 13, {11.375 13} */
	P667, /* 6.67 */
	P25,  /* 2.5, {0 2.1875} */
	N_TEST_CLOCKS
};

static const struct {
	const char *name;
	double period, rise, fall;
} test_clock[N_TEST_CLOCKS] = {
	[C10] = {"c10", 10, 0, 5},
	[C20] = {"c20", 20, 0, 10},
	[C30] = {"c30", 30, 0, 15},
	[I10] = {"i10", 10, 5, 10},
	[W10] = {"w10", 10, 2, 7},
	[C15] = {"c15", 15, 0, 7.5},
	[C6] = {"c6", 6, 0, 3},
	[T10] = {"t10", 10.0 / 3, 0, 5.0 / 3},
	[R10] = {"r10", 3.333333, 0, 1.666667},
	[D20] = {"d20", 20, 5, 15},
	[A10] = {"a10", 10.007, 0, 5},
	[FAST] = {"fast", 0.001, 0, 0.0005},
	[P13] = {"p13", 13, 11.375, 13},
	[P667] = {"p667", 6.67, 0, 3.335},
	[P25] = {"p25", 2.5, 0, 2.1875},
};

static struct constraints *test_constraints(void)
{
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	int32_t id;

	must(constraints_new("test", netlist, &constraints));
	for (int c = 0; c < N_TEST_CLOCKS; c++)
		must(constraints_add_clock(constraints, test_clock[c].name,
					   test_clock[c].period * 1000, test_clock[c].rise * 1000,
					   test_clock[c].fall * 1000, &id));
	netlist_unref(netlist);
	return constraints;
}

/* ---- pairs of edges ---- */

#define R(clock) CLOCK_EDGE(clock, RISE)
#define F(clock) CLOCK_EDGE(clock, FALL)

struct relation_case {
	const char *name;
	int32_t launch, capture;
	double setup[2], hold[2]; /* ns: launch, capture */
	bool unsynchronous;
};

static const struct relation_case relation_cases[] = {
	/* the next edge; the same edge */
	{"same clock", R(C10), R(C10), {0, 10}, {0, 0}, false},
	{"same clock, falling", F(C10), F(C10), {5, 15}, {5, 5}, false},
	/* 0 to 5; the fall at 5 is before the rise at 10 */
	{"rise to fall", R(C10), F(C10), {0, 5}, {10, 5}, false},
	/* 5 to 10; the rise at 0 is before the fall at 5 */
	{"fall to rise", F(C10), R(C10), {5, 10}, {5, 0}, false},
	/* it falls at 0, 10, … and rises at 5, 15, … */
	{"inverted, rise to rise", R(C10), R(I10), {0, 5}, {10, 5}, false},
	{"inverted, rise to fall", R(C10), F(I10), {0, 10}, {0, 0}, false},
	{"inverted, fall to fall", F(C10), F(I10), {5, 10}, {5, 0}, false},
	{"from inverted", R(I10), R(C10), {5, 10}, {5, 0}, false},
	{"from inverted, falling", F(I10), F(C10), {0, 5}, {10, 5}, false},
	/* edges of C20 at 0, 20; the edge at 10 is the nearest before 20 */
	{"to half the frequency", R(C10), R(C20), {10, 20}, {0, 0}, false},
	{"from half the frequency", R(C20), R(C10), {0, 10}, {0, 0}, false},
	{"to half the frequency, fall", R(C10), F(C20), {0, 10}, {10, 10}, false},
	{"from its fall", F(C20), R(C10), {10, 20}, {10, 10}, false},
	/* 5, 15 -> 20; 5 is after 0 by 5 */
	{"fall to half the frequency", F(C10), R(C20), {15, 20}, {5, 0}, false},
	/* D20 rises at 5, 25: C10's 0 -> 5; C10's 10 is after 5 by 5 */
	{"to edges in between", R(C10), R(D20), {0, 5}, {10, 5}, false},
	{"from edges in between", R(D20), R(C10), {5, 10}, {5, 0}, false},
	{"fall to edges in between", F(C10), R(D20), {15, 25}, {5, 5}, false},
	/* 20 -> 30; 0 and 0 */
	{"divided by 3", R(C10), R(C30), {20, 30}, {0, 0}, false},
	{"from divided by 3", R(C30), R(C10), {0, 10}, {0, 0}, false},
	/* it falls at 15: 10 -> 15; 20 is after 15 by 5 */
	{"divided by 3, fall", R(C10), F(C30), {10, 15}, {20, 15}, false},
	/* from 15: 15 -> 20; 15 is after 10 by 5 */
	{"from its fall at 15", F(C30), R(C10), {15, 20}, {15, 10}, false},
	/* C20 at 0, 20, 40 and C30 at 0, 30, 60: 20 -> 30; 0, 0 */
	{"2:3, common 60", R(C20), R(C30), {20, 30}, {0, 0}, false},
	/* C30 0, 30: 30 -> 40; 0, 0 */
	{"3:2, common 60", R(C30), R(C20), {30, 40}, {0, 0}, false},
	/* 10 and 15, common 30: 10 -> 15; 0, 0 */
	{"10:15", R(C10), R(C15), {10, 15}, {0, 0}, false},
	/* 15 -> 20 */
	{"15:10", R(C15), R(C10), {15, 20}, {0, 0}, false},
	/* falls of C15 at 7.5, 22.5: 20 -> 22.5 is nearer than 0 -> 7.5; 10 is after 7.5 by 2.5 */
	{"10:15, fall", R(C10), F(C15), {20, 22.5}, {10, 7.5}, false},
	/* 7.5 -> 10; 22.5 is after 20 by 2.5 */
	{"15:10, from the fall", F(C15), R(C10), {7.5, 10}, {22.5, 20}, false},
	/* 6 and 10, common 30. Launch 0 6 12 18 24, capture 10 20 30: 18 -> 20 is 2 */
	{"3:5", R(C6), R(C10), {18, 20}, {0, 0}, false},
	/* launch 0 10 20, capture 6 12 18 24 30: 10 -> 12 */
	{"5:3", R(C10), R(C6), {10, 12}, {0, 0}, false},
	/* falls of C6 3 9 15 21 27 -> falls of C10 5 15 25: 3 -> 5; 15 and 15 */
	{"3:5, falls", F(C6), F(C10), {3, 5}, {15, 15}, false},
	/* 2, 12 -> 10, 20: 2 -> 10; 2 is after 0 by 2 */
	{"from {2 7}", R(W10), R(C10), {2, 10}, {2, 0}, false},
	/* 0 -> 2; 10 is after 2 by 8 */
	{"to {2 7}", R(C10), R(W10), {0, 2}, {10, 2}, false},
	{"within {2 7}", R(W10), F(W10), {2, 7}, {12, 7}, false},
	{"within {2 7}, from the fall", F(W10), R(W10), {7, 12}, {7, 2}, false},
	/* W10 2 12 22 32 42 … C6 0 6 12 18 24 30: 22 -> 24 is 2, all others more (2 -> 6 is 4,
	 * 12 -> 18 is 6); 12 and 12 */
	{"{2 7} to 6", R(W10), R(C6), {22, 24}, {12, 12}, false},
	/* 6 -> W10's fall at 7; W10's falls 7 17 27, C6 0 6 12 18 24 30: 18 is after 17 by 1 */
	{"6 to the fall of {2 7}", R(C6), F(W10), {6, 7}, {18, 17}, false},
	/* thirds of 10: 6.667 -> 10, and 0 -> 3.333 */
	{"from a third", R(T10), R(C10), {20.0 / 3, 10}, {0, 0}, false},
	{"to a third", R(C10), R(T10), {0, 10.0 / 3}, {0, 0}, false},
	/* written with six digits it is a third all the same, not 1 fs off */
	{"from a rounded third", R(R10), R(C10), {6.666666, 10}, {0, 0}, false},
	{"to a rounded third", R(C10), R(R10), {0, 3.333333}, {0, 0}, false},
	/* 13 x 10 = 3.333333 x 39 but for 13 fs. Launches at 11.375 + 13 i, captures at a third of
	 * 10 times k: modulo 1/3 launches are at 0.041667, so it is 0.291667 to the next capture,
	 * first at i = 5 (76.375; k = 23), and 0.041667 from the last, first at i = 4 (63.375; k =
	 * 19). Ten cycles later the rounding makes it 13 fs less, which isn't nearer. */
	{"rounding doesn't add up",
	 R(P13),
	 R(R10),
	 {76.375, 76.666659},
	 {63.375, 63.333327},
	 false},
	/* common 1667.5, all differences the same modulo 0.01: 2.1875 − 3.335 is 0.0025, so that is
	 * the setup relation and 0.0075 that of hold. 3.335 + 6.67 i + 0.0025 = 2.1875 + 2.5 k:
	 * 667 i = 250 k − 115, i = 155, k = 414; and 667 i = 250 k − 114: i = 158, k = 422 */
	{"a hundredth in common",
	 F(P667),
	 F(P25),
	 {1037.185, 1037.1875},
	 {1057.195, 1057.1875},
	 false},
	/* captures at 10.007 k, k ≤ 100, launches at 10 n: 10.007 k − 10 n is 0.007 at k = n = 1;
	 * no later one is nearer: 0.007 k grows up to k = 100, never passing 10. Hold: 0 and 0. */
	{"no common period", R(C10), R(A10), {10, 10.007}, {0, 0}, true},
	/* the other way 0 -> 10; 10.007 k -> 10 (k + 1) is 10 − 0.007 k, up to the 1000 captures:
	 * k = 999, 9997 − -: 9996.993 -> 10000 is 3.007; hold 0 and 0 */
	{"no common period, faster", R(A10), R(C10), {9996.993, 10000}, {0, 0}, true},
	/* 0.001 before, and at once: ten thousand cycles to a common period cost no more */
	{"10000:1", R(C10), R(FAST), {0, 0.001}, {0, 0}, false},
	/* slow captures: only a hundred cycles are looked at, one is enough */
	{"1:10000", R(FAST), R(C10), {9.999, 10}, {0, 0}, false},
	/* without a clock: setup a period after the edge, hold at the end of the first pulse */
	{"no clock", -1, R(C10), {0, 10}, {0, 0}, false},
	{"no clock to a fall", -1, F(C10), {0, 15}, {0, 5}, false},
	{"no clock to a fall at 0", -1, F(I10), {0, 10}, {0, 10}, false},
	{"no capturing clock", R(C10), -1, {0, 0}, {0, 0}, false},
};

static bool is_relation(const struct clock_relation *r, const struct relation_case *c)
{
	return r->launch[LATE] == fs_of_ps(c->setup[0] * 1000) &&
	       r->capture[LATE] == fs_of_ps(c->setup[1] * 1000) &&
	       r->launch[EARLY] == fs_of_ps(c->hold[0] * 1000) &&
	       r->capture[EARLY] == fs_of_ps(c->hold[1] * 1000) &&
	       r->unsynchronous == c->unsynchronous;
}

static void check_relations(void)
{
	struct constraints *constraints = test_constraints();

	for (size_t i = 0; i < sizeof relation_cases / sizeof *relation_cases; i++) {
		const struct relation_case *c = &relation_cases[i];
		struct clock_relation r;

		clock_relation(constraints, c->launch, c->capture, &r);
		if (!OK(is_relation(&r, c), "%s", c->name))
			printf("# setup %lld -> %lld, hold %lld -> %lld fs%s\n",
			       (long long)r.launch[LATE], (long long)r.capture[LATE],
			       (long long)r.launch[EARLY], (long long)r.capture[EARLY],
			       r.unsynchronous ? ", unsynchronous" : "");
	}
	constraints_unref(constraints);
}

/* Every pair with periods and edges of whole ns, against all pairs of edges in two common periods.
 */
static int64_t least(int p, int a, int q, int b, bool setup)
{
	int64_t best = INT64_MAX;

	for (int l = a; l < 2 * p * q; l += p) {
		for (int c = b; c < 2 * p * q; c += q) {
			int64_t d = setup ? c - l : l - c;

			if (d >= setup && d < best)
				best = d;
		}
	}
	return best;
}

static void check_all_small(void)
{
	struct constraints *constraints = test_constraints();
	int n_wrong = 0;
	int32_t x, y;

	for (int p = 1; p <= 8; p++) {
		for (int q = 1; q <= 8; q++) {
			for (int e = 0; e < p * q; e++) {
				int a = e % p, b = e / p;
				struct clock_relation r;

				must(constraints_add_clock(constraints, "x", p * 1000.0, a * 1000.0,
							   0, &x));
				must(constraints_add_clock(constraints, "y", q * 1000.0, b * 1000.0,
							   0, &y));
				clock_relation(constraints, R(x), R(y), &r);
				n_wrong += r.capture[LATE] - r.launch[LATE] !=
						   least(p, a, q, b, true) * 1000000 ||
					   r.launch[EARLY] - r.capture[EARLY] !=
						   least(p, a, q, b, false) * 1000000 ||
					   r.unsynchronous;
			}
		}
	}
	OK(n_wrong == 0, "all pairs of periods of 1 to 8 and whole edges");
	constraints_unref(constraints);
}

static void check_extremes(void)
{
	static const double periods[] = {1e-9, 1e-3, 1, 1e9, 1e18, 1e300};
	struct constraints *constraints = test_constraints();
	int32_t x, y;
	bool sane = true;

	for (int i = 0; i < 36; i++) {
		struct clock_relation r;

		must(constraints_add_clock(constraints, "x", periods[i / 6], 0, 0.5, &x));
		must(constraints_add_clock(constraints, "y", periods[i % 6], 0.25, 0.5, &y));
		clock_relation(constraints, R(x), F(y), &r);
		sane &= r.capture[LATE] >= 0 && r.launch[EARLY] >= 0;
	}
	must(constraints_add_clock(constraints, "x", 0, 0, 0, &x));
	clock_relation(constraints, R(x), R(C10), &(struct clock_relation){0});
	OK(sane, "periods out of all proportion end");
	constraints_unref(constraints);
}

/* ---- uncertainty ---- */

static void add_uncertainty(struct constraints *constraints, int32_t from, int32_t to, double hold,
			    double setup)
{
	must(GROW(&constraints->uncertainty, &constraints->uncertainty_capacity,
		  (int64_t)constraints->n_uncertainties + 1));
	constraints->uncertainty[constraints->n_uncertainties++] =
		(struct clock_uncertainty){from, to, {hold, setup}};
}

static void check_uncertainty(void)
{
	struct constraints *constraints = test_constraints();
	const double none = NOT_GIVEN;
	struct relations relations;
	bool inter = true;
	int n_wrong = 0;

	constraints->clock[C20].uncertainty[LATE] = 200;
	constraints->clock[C20].uncertainty[EARLY] = 100;
	constraints->clock[C30].uncertainty[LATE] = 300;
	add_uncertainty(constraints, R(C10), R(C20), 10, 20);
	add_uncertainty(constraints, R(C10), R(C30), 30, 40);
	add_uncertainty(constraints, R(C10), R(C30), none, 50); /* again, for setup only */
	add_uncertainty(constraints, F(C10), R(C20), none, 60);
	add_uncertainty(constraints, R(C10), F(C20), 0, 0);

#define U(from, to, split) clock_uncertainty(constraints, from, to, split, &inter)
	OK(U(R(C20), R(C20), LATE) == 200 && !inter, "setup: of the capturing clock");
	OK(U(R(C20), R(C20), EARLY) == 100 && !inter, "hold: of the capturing clock");
	OK(U(R(C10), R(C10), LATE) == none && !inter, "none given");
	OK(U(R(C20), R(C30), EARLY) == none, "none given for hold");
	OK(U(R(C10), R(C20), LATE) == 20 && inter, "between clocks goes before");
	OK(U(R(C10), R(C20), EARLY) == 10 && inter, "also for hold");
	OK(U(R(C10), R(C30), LATE) == 50 && inter, "the last given wins");
	OK(U(R(C10), R(C30), EARLY) == 30 && inter, "for what it was given");
	OK(U(F(C10), R(C20), EARLY) == 100 && !inter, "setup only leaves hold to the clock");
	OK(U(R(C10), F(C20), LATE) == 0 && inter, "zero is a value too");
	OK(U(F(C10), F(C20), LATE) == 200 && !inter, "other edges aren't meant");
	OK(U(-1, R(C20), LATE) == 200 && !inter, "without a launching clock");
#undef U
	must(relations_init(constraints, &relations));
	for (int i = 0; i < 16 * N_SPLITS; i++) {
		int32_t from = i / N_SPLITS / 4, to = i / N_SPLITS % 4 + R(C20);
		struct clock_pair pair;

		must(relations_pair(&relations, from, to, &pair));
		n_wrong += pair.uncertainty[i % N_SPLITS] !=
			   clock_uncertainty(constraints, from, to, i % N_SPLITS, &inter);
		n_wrong += pair.inter_clock[i % N_SPLITS] != inter;
	}
	OK(n_wrong == 0, "the same in pairs");
	relations_release(&relations);
	constraints_unref(constraints);
}

/* ---- exclusive clocks ---- */

static void add_group(struct constraints *constraints, int32_t set, int32_t group, int32_t clock)
{
	must(GROW(&constraints->clock_group, &constraints->clock_group_capacity,
		  (int64_t)constraints->n_clock_groups + 1));
	constraints->clock_group[constraints->n_clock_groups++] =
		(struct clock_group){.set = set, .group = group, .clock = clock};
}

static void check_groups(void)
{
	struct constraints *constraints = test_constraints();
	struct relations relations;
	int n_wrong = 0;

	/* {C10 C20} {C30}; {C30} {C15}; C6 on both sides of {W10 C6} {C6 T10} */
	add_group(constraints, 3, 1, C30);
	add_group(constraints, 3, 0, C20);
	add_group(constraints, 3, 0, C10);
	add_group(constraints, 1, 0, C30);
	add_group(constraints, 1, 2, C15);
	add_group(constraints, 7, 0, W10);
	add_group(constraints, 7, 0, C6);
	add_group(constraints, 7, 1, T10);
	add_group(constraints, 7, 1, C6);
	must(relations_init(constraints, &relations));
#define X(a, b) clocks_are_exclusive(constraints, a, b)
	OK(!X(C10, C20) && !X(C10, C10), "in one group");
	OK(X(C10, C30) && X(C30, C10) && X(C20, C30), "in different groups");
	OK(X(C30, C15) && X(C15, C30), "in another set");
	OK(!X(C10, C15), "in different sets");
	OK(!X(C10, D20) && !X(D20, C10) && !X(D20, D20), "in no group");
	OK(X(W10, T10) && !X(W10, C6) && !X(C6, T10), "in both groups of a set");
#undef X
	for (int i = 0; i < N_TEST_CLOCKS * N_TEST_CLOCKS; i++) {
		int32_t a = i / N_TEST_CLOCKS, b = i % N_TEST_CLOCKS;

		n_wrong += clocks_are_exclusive(constraints, a, b) !=
			   relations_exclusive(&relations, a, b);
	}
	OK(n_wrong == 0, "the index says the same of all");
	relations_release(&relations);
	constraints_unref(constraints);
}

/* 400 clocks: two sets of groups, all pairs of rising edges asked for twice. */
static void check_many(void)
{
	enum { MANY = 400 };
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	struct relations relations;
	int n_wrong = 0;

	must(constraints_new("many", netlist, &constraints));
	for (int32_t c = 0; c < MANY; c++) {
		char name[16];
		int32_t id;

		snprintf(name, sizeof name, "c%d", c);
		must(constraints_add_clock(constraints, name, 1000 * (1 + c % 7), 0, 500, &id));
		add_group(constraints, 0, c % 5, c);
		if (c < 100)
			add_group(constraints, 1, c % 3, c);
	}
	must(relations_init(constraints, &relations));
	for (int32_t i = 0; i < 2 * MANY * MANY; i++) {
		int32_t a = i / MANY % MANY, b = i % MANY;
		bool exclusive = a % 5 != b % 5 || (a < 100 && b < 100 && a % 3 != b % 3);
		struct clock_relation expected;
		struct clock_pair pair;

		if (i < MANY * MANY && exclusive) { /* asking for these alone costs no memory */
			n_wrong += !relations_exclusive(&relations, a, b);
			continue;
		}
		must(relations_pair(&relations, R(a), R(b), &pair));
		clock_relation(constraints, R(a), R(b), &expected);
		n_wrong += pair.exclusive != exclusive || pair.launch != R(a) ||
			   pair.capture != R(b) ||
			   pair.relation.capture[LATE] - pair.relation.launch[LATE] !=
				   expected.capture[LATE] - expected.launch[LATE];
	}
	OK(n_wrong == 0 && relations.n_pairs == MANY * MANY, "all pairs of 400 clocks");
	relations_release(&relations);
	constraints_unref(constraints);
	netlist_unref(netlist);
}

/* ---- multicycle paths ---- */

static struct exception multicycle(bool setup, bool hold, int32_t multiplier, bool of_start)
{
	return (struct exception){.kind = EXCEPTION_MULTICYCLE,
				  .applies = {hold, setup},
				  .multiplier = multiplier,
				  .of_start = of_start};
}

static void check_multicycles(void)
{
	struct constraints *constraints = test_constraints();
	struct exception setup2 = multicycle(true, false, 2, false);
	struct exception setup3 = multicycle(true, false, 3, false);
	struct exception setup3_start = multicycle(true, false, 3, true);
	struct exception hold1 = multicycle(false, true, 1, true);
	struct exception hold2 = multicycle(false, true, 2, true);
	struct exception hold2_end = multicycle(false, true, 2, false);
	struct exception both2 = multicycle(true, true, 2, false);
	struct exception setup0 = multicycle(true, false, 0, false);

	/* C10 -> C20 in ns, in fs 1e6 times as much */
#define SHIFT(split, setup, hold)                                                                  \
	((double)multicycle_shift(constraints, R(C10), R(C20), split, setup, hold, 1) / 1e6)
	OK(SHIFT(LATE, NULL, NULL) == 0 && SHIFT(EARLY, NULL, NULL) == 0, "no multicycle path");
	OK(SHIFT(LATE, &setup2, NULL) == 20, "setup 2: (2 - 1) x 20");
	OK(SHIFT(LATE, &setup3, NULL) == 40, "setup 3: (3 - 1) x 20");
	OK(SHIFT(LATE, &setup3_start, NULL) == 20, "setup 3 -start: (3 - 1) x 10");
	OK(SHIFT(LATE, &setup0, NULL) == -20, "setup 0: (0 - 1) x 20");
	OK(SHIFT(LATE, &setup2, &hold2) == 20, "hold doesn't move setup");
	OK(SHIFT(EARLY, &setup2, NULL) == 20, "hold goes along: (2 - 1) x 20");
	OK(SHIFT(EARLY, &setup3_start, NULL) == 20, "also -start: (3 - 1) x 10");
	OK(SHIFT(EARLY, &setup2, &hold1) == 10, "setup 2, hold 1: 20 - 1 x 10");
	OK(SHIFT(EARLY, &setup3, &hold2) == 20, "setup 3, hold 2: 40 - 2 x 10");
	OK(SHIFT(EARLY, &setup3, &hold2_end) == 0, "setup 3, hold 2 -end: 40 - 2 x 20");
	OK(SHIFT(EARLY, NULL, &hold1) == -10, "hold 1 alone: -1 x 10");
	OK(SHIFT(EARLY, NULL, &hold2_end) == -40, "hold 2 -end alone: -2 x 20");
	OK(SHIFT(LATE, NULL, &hold2) == 0, "hold only isn't for setup");
	OK(SHIFT(LATE, &both2, &both2) == 20 && SHIFT(EARLY, &both2, &both2) == 20,
	   "for both: setup 2, hold 0");
#undef SHIFT
	OK(multicycle_shift(constraints, -1, R(C20), LATE, &setup3_start, NULL, 1) == 40000000,
	   "without a launching clock -start is the capturing one's: 2 x 20");
	/* twice a third of 10 ns is 6666.667 ps, not twice the rounded third (6666666 fs) */
	OK(multicycle_shift(constraints, R(C10), R(T10), LATE, &setup3, NULL, 1) == 6666667,
	   "rounded once");
	constraints_unref(constraints);
}

int main(void)
{
	check_relations();
	check_all_small();
	check_extremes();
	check_uncertainty();
	check_groups();
	check_many();
	check_multicycles();
	return tap_done();
}
