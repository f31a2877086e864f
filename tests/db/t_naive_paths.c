/*
 * Paths of the naive reference against what was worked out by hand: checks, relations, exceptions,
 * groups. Times in comments are ps; R and F are rising and falling edges.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/devices.h"
#include "lib/hand.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- one propagated clock ---- */

/*
 * Early delays are half the late ones. Clock at f1/CK and f2/CK: late 4 + 10 + 10 = 24, early
 * 2 + 5 + 5 = 12; at b0/Y, the last they share, 14 and 7; at the root 4 and 2.
 */
static void make_tree(struct hand *d)
{
	struct clock *clk;

	hand_begin(d, &(struct gates_options){.factor = 1}, 0.5);
	gates_port(d->netlist, "clk", LIB_INPUT);
	gates_port(d->netlist, "in", LIB_INPUT);
	gates_port(d->netlist, "out", LIB_OUTPUT);
	gates_instance(d->netlist, "b0", "BUF", "A=clk Y=n0");
	gates_instance(d->netlist, "b1", "BUF", "A=n0 Y=n1");
	gates_instance(d->netlist, "b2", "BUF", "A=n0 Y=n2");
	gates_instance(d->netlist, "f1", "DFF", "D=in CK=n1 Q=q1");
	gates_instance(d->netlist, "i1", "INV", "A=q1 Y=d2");
	gates_instance(d->netlist, "f2", "DFF", "D=d2 CK=n2 Q=out");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	clk = hand_clock(d, "clk", 100, 0, 50, "clk");
	clk->propagated = true;
	clk->uncertainty[LATE] = 5;
	clk->uncertainty[EARLY] = 1;
	for (int edge = 0; edge < N_EDGES; edge++) {
		clk->source_latency[EARLY][edge] = 2;
		clk->source_latency[LATE][edge] = 4;
	}
	hand_external(d, true, "in", CLOCK_EDGE(0, RISE), 8, 10);
	hand_external(d, false, "out", CLOCK_EDGE(0, RISE), 2, 30);
}

static void check_tree(void)
{
	static const struct wanted wanted[] = {
		/* R at f2/D: 24 + 21 + 5 = 50, F: 24 + 20 + 6; required 12 + 100 − 5 − 12 = 95.
		 * What is common: 7; of it the root has 2. */
		{LATE, "f1/CK", "f2/D", RISE, 45, "clk", 5, 7},
		{LATE, "f1/CK", "f2/D", FALL, 45, "clk", 5, 7},
		/* 12 + (20 + 6) / 2 = 25; required 24 + 1 + 3 = 28 */
		{EARLY, "f1/CK", "f2/D", FALL, -3, "clk", 7, 7},
		/* 4 + 10 = 14; 95 as above. Early 2 + 8 = 10; 28. */
		{LATE, "in", "f1/D", RISE, 81, "clk", 0, 0},
		{EARLY, "in", "f1/D", RISE, -18, "clk", 0, 0},
		/* R 24 + 20 = 44; required 100 + 2 − 5 − 30 = 67. Early F 12 + 10.5 = 22.5;
		 * 4 + 1 − 2 = 3. */
		{LATE, "f2/CK", "out", RISE, 23, "clk", 0, 0},
		{LATE, "f2/CK", "out", FALL, 22, "clk", 0, 0},
		{EARLY, "f2/CK", "out", FALL, 19.5, "clk", 0, 0},
	};
	struct hand d;

	make_tree(&d);
	CHECK(&d, "a propagated clock", wanted, 12);
	hand_end(&d);
}

static void check_select(void)
{
	struct naive_query query = NAIVE_QUERY_INIT;
	struct naive_paths paths;
	struct hand d;
	int64_t index[16];

	make_tree(&d);
	hand_compute(&d, &paths);
	OK(naive_select(&paths, &query, index) == 6 && paths.path[index[0]].slack == 22000,
	   "late paths, worst first");
	query.unique = 1;
	OK(naive_select(&paths, &query, index) == 3, "unique ones");
	query.unique = 2;
	OK(naive_select(&paths, &query, index) == 6, "by edges all of these are");
	query.unique = 0;
	query.per_endpoint = 1;
	query.per_group = 2;
	OK(naive_select(&paths, &query, index) == 2 && paths.path[index[1]].slack == 45000,
	   "two of a group, one of an endpoint");
	query = (struct naive_query)NAIVE_QUERY_INIT;
	query.split = EARLY;
	query.cppr = NAIVE_CPPR_STA;
	query.slack_max = 4000;
	OK(naive_select(&paths, &query, index) == 4 && paths.path[index[2]].slack == -3000,
	   "those up to a slack with credit");
	naive_paths_release(&paths);
	hand_end(&d);
}

/* ---- two ideal clocks, exceptions ---- */

/*
 * a: period 20, latency 1 + 3; b: period 30. Their edges are multiples of 10 apart (falling ones of
 * b at 15: 5, 15, …): R to R setup 10, hold 0; R to F setup 5, hold −5. Arrivals at f2/D and f3/D:
 * R 4 + 20 + 10 = 34, F 4 + 21 + 11 = 36.
 */
static void make_pair(struct hand *d)
{
	struct clock *a;

	hand_begin(d, &(struct gates_options){.factor = 1}, 0);
	gates_port(d->netlist, "ca", LIB_INPUT);
	gates_port(d->netlist, "cb", LIB_INPUT);
	gates_instance(d->netlist, "f1", "DFF", "CK=ca Q=q");
	gates_instance(d->netlist, "b", "BUF", "A=q Y=y");
	gates_instance(d->netlist, "f2", "DFF", "D=y CK=cb");
	gates_instance(d->netlist, "f3", "DFFN", "D=y CK=cb");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	a = hand_clock(d, "a", 20, 0, 10, "ca");
	for (int c = 0; c < 4; c++) {
		a->source_latency[c / 2][c % 2] = 1;
		a->network_latency[c / 2][c % 2] = 3;
	}
	hand_clock(d, "b", 30, 0, 15, "cb");
}

static void check_pair(void)
{
	static const struct wanted wanted[] = {
		{LATE, "f1/CK", "f2/D", RISE, 10 - 12 - 34, "b", 0, 0},
		{LATE, "f1/CK", "f2/D", FALL, 10 - 12 - 36, "b", 0, 0},
		{EARLY, "f1/CK", "f2/D", RISE, 34 - 3, "b", 0, 0},
		{LATE, "f1/CK", "f3/D", RISE, 5 - 12 - 34, "b", 0, 0},
		{EARLY, "f1/CK", "f3/D", RISE, 34 - (-5 + 3), "b", 0, 0},
	};
	struct hand d;

	make_pair(&d);
	CHECK(&d, "two ideal clocks", wanted, 8);
	hand_end(&d);
}

static void check_multicycle(void)
{
	static const struct wanted follows[] = {
		/* one period of b more; hold follows */
		{LATE, "f1/CK", "f2/D", RISE, 40 - 2 - 12 - 34, "b", 0, 0},
		{EARLY, "f1/CK", "f2/D", RISE, 34 - (30 + 3), "b", 0, 0},
		{LATE, "f1/CK", "f3/D", RISE, 5 - 12 - 34, "b", 0, 0},
	};
	static const struct wanted back[] = {
		/* and goes back a period of a */
		{EARLY, "f1/CK", "f2/D", RISE, 34 - (30 - 20 + 3), "b", 0, 0},
		{EARLY, "f1/CK", "f3/D", RISE, 34 - (-5 - 20 + 3), "b", 0, 0},
	};
	struct path_filter *f;
	struct hand d;

	make_pair(&d);
	must(GROW(&d.constraints->uncertainty, &d.constraints->uncertainty_capacity, 1));
	d.constraints->uncertainty[d.constraints->n_uncertainties++] = (struct clock_uncertainty){
		CLOCK_EDGE(0, RISE), CLOCK_EDGE(1, RISE), {NOT_GIVEN, 2}};
	f = hand_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						  .applies = {false, true},
						  .multiplier = 2});
	hand_point(&f->to, POINT_PIN, hand_pin(&d, "f2/D"));
	/* a clock counts less than a pin */
	f = hand_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						  .applies = {false, true},
						  .multiplier = 1});
	hand_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "multicycle of setup, uncertainty between clocks", follows, 8);
	f = hand_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						  .applies = {true, false},
						  .multiplier = 1,
						  .of_start = true});
	hand_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "multicycle of hold", back, 8);
	hand_end(&d);
}

static void check_path_delay(void)
{
	static const struct wanted held[] = {
		{LATE, "f1/CK", "f2/D", RISE, 50 - 12 - 34, "b", 0, 0},
		{EARLY, "f1/CK", "f2/D", RISE, 34 - 3, "b", 0, 0},
		{LATE, "f1/CK", "f3/D", RISE, 5 - 12 - 34, "b", 0, 0},
	};
	static const struct wanted ignoring[] = {
		{LATE, "f1/CK", "f2/D", RISE, 50 + 4 - 12 - 34, "path delay", 0, 0},
	};
	/* b/A is an end for path delays as it is named: 4 + 20 there */
	static const struct wanted named[] = {
		{EARLY, "f1/CK", "b/A", RISE, 24 - 7, "path delay", 0, 0},
		{EARLY, "f1/CK", "f2/D", RISE, 34 - 3, "b", 0, 0},
	};
	/* the paths after b/A are gone */
	static const struct wanted cut[] = {
		{EARLY, "f1/CK", "b/A", RISE, 24 - 7, "path delay", 0, 0},
	};
	struct path_filter *f;
	struct hand d;

	make_pair(&d);
	f = hand_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {false, true}, .delay = 50});
	hand_point(&f->from, POINT_PIN, hand_pin(&d, "f1/CK"));
	hand_point(&f->to, POINT_PIN, hand_pin(&d, "f2/D"));
	CHECK(&d, "a path delay to a check", held, 8);
	d.constraints->exception[0].ignore_clock_latency = true;
	CHECK(&d, "a path delay without latency", ignoring, 8);
	f = hand_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {true, false}, .delay = 7});
	hand_point(&f->to, POINT_PIN, hand_pin(&d, "b/A"));
	CHECK(&d, "a path delay to a pin on the way", cut, 2);
	d.constraints->exception[1].probe = true;
	CHECK(&d, "one that cuts no paths", named, 10);
	hand_end(&d);
}

static void check_exclusion(void)
{
	static const struct wanted grouped[] = {
		{LATE, "f1/CK", "f2/D", RISE, 10 - 12 - 34, "g", 0, 0},
		{LATE, "f1/CK", "f3/D", FALL, 5 - 12 - 36, "g", 0, 0},
		{EARLY, "f1/CK", "f3/D", FALL, 36 - (-5 + 3), "b", 0, 0},
	};
	struct path_filter *f;
	struct point_list *through;
	struct naive_paths paths;
	char name[] = "g";
	struct hand d;

	make_pair(&d);
	f = hand_exception(&d,
			   (struct exception){.kind = EXCEPTION_FALSE, .applies = {true, true}});
	must(path_filter_add_through(f, &through));
	must(point_list_add(through, (struct point){POINT_PIN, hand_pin(&d, "b/Y"), EDGES_RISE}));
	hand_point(&f->to, POINT_PIN, hand_pin(&d, "f3/D"));
	f = hand_exception(&d,
			   (struct exception){.kind = EXCEPTION_GROUP, .applies = {false, true}});
	d.constraints->exception[1].name = strdup(name);
	hand_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "a false path through an edge, a group", grouped, 6);
	must(GROW(&d.constraints->clock_group, &d.constraints->clock_group_capacity, 2));
	for (int32_t i = 0; i < 2; i++)
		d.constraints->clock_group[i] = (struct clock_group){.group = i, .clock = i};
	d.constraints->n_clock_groups = 2;
	hand_compute(&d, &paths);
	OK(paths.n == 0, "clocks that exclude each other");
	naive_paths_release(&paths);
	hand_end(&d);
}

/* ---- relations ---- */

/* All pairs of edges within a common multiple of the periods, counted out. */
static int64_t counted(enum split split, int64_t launch, int64_t a, int64_t capture, int64_t b)
{
	int64_t best = split == LATE ? INT64_MAX : INT64_MIN;

	for (int64_t i = 0; i < b; i++) {
		for (int64_t j = -a; j < 2 * a; j++) {
			int64_t distance = capture + j * b - launch - i * a;

			if (split == LATE && distance > 0 && distance < best)
				best = distance;
			if (split == EARLY && distance <= 0 && distance > best)
				best = distance;
		}
	}
	return best;
}

static void check_relations(void)
{
	bool right = true;

	for (int i = 0; i < 40 && right; i++) {
		int64_t a = 1 + random_below(12), b = 1 + random_below(12);
		int64_t launch = random_below(a), capture = random_below(b);
		struct hand d;
		struct naive_paths paths;

		make_pair(&d);
		hand_clock(&d, "a", (double)a, (double)launch, (double)launch + 0.5, "ca");
		hand_clock(&d, "b", (double)b, (double)capture, (double)capture + 0.5, "cb");
		hand_compute(&d, &paths);
		for (int split = 0; split < N_SPLITS; split++) {
			enum split s = (enum split)split;
			int64_t relation = counted(s, launch, a, capture, b);
			struct wanted wanted = {s, "f1/CK", "f2/D", RISE, 0, "b", 0, 0};

			wanted.slack =
				s == LATE ? (double)relation - 12 - 30 : 30 - (double)relation - 3;
			right = hand_has(&d, &paths, &wanted) && right;
		}
		naive_paths_release(&paths);
		hand_end(&d);
	}
	OK(right, "relations of clocks as counted out");
}

int main(void)
{
	check_tree();
	check_select();
	check_pair();
	check_multicycle();
	check_path_delay();
	check_exclusion();
	check_relations();
	return tap_done();
}
