/*
 * The naive reference of constrained timing against what was worked out by hand. Times in comments
 * are ps; R and F are rising and falling edges.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "devices.h"
#include "gates.h"
#include "naive_paths.h"
#include "tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

struct design {
	struct library *late, *early; /* early may be NULL */
	struct netlist *netlist;
	struct constraints *constraints;
};

static void begin(struct design *d, const struct gates_options *late, double early)
{
	struct gates_options fast = *late;

	fast.factor = early;
	d->late = gates_library("late", late);
	d->early = early ? gates_library("early", &fast) : NULL;
	must(netlist_new("hand", &d->netlist));
	gates_masters(d->netlist, d->late, d->early);
}

static void end(struct design *d)
{
	constraints_unref(d->constraints);
	netlist_unref(d->netlist);
	library_unref(d->late);
	library_unref(d->early);
}

static int32_t pin(const struct design *d, const char *name)
{
	return gates_pin(d->netlist, name);
}

static struct clock *add_clock(struct design *d, const char *name, double period, double rise,
			       double fall, const char *source)
{
	int32_t id;

	must(constraints_add_clock(d->constraints, name, period, rise, fall, &id));
	if (source)
		must(clock_add_source(&d->constraints->clock[id], pin(d, source)));
	return &d->constraints->clock[id];
}

/* The same for both edges; early, then late. */
static void add_external(struct design *d, bool input, const char *name, int32_t clock_edge,
			 double early, double late)
{
	struct external_delay delay = {
		pin(d, name), clock_edge, false, false, {{early, early}, {late, late}}};

	must(constraints_add_external(d->constraints, input, &delay));
}

static struct path_filter *add_exception(struct design *d, struct exception exception)
{
	exception.filter = (struct path_filter)PATH_FILTER_INIT;
	must(constraints_add_exception(d->constraints, &exception));
	return &d->constraints->exception[d->constraints->n_exceptions - 1].filter;
}

static void add_point(struct point_list *list, enum point_kind kind, int32_t id)
{
	list->given = true;
	must(point_list_add(list, (struct point){kind, id, EDGES_BOTH}));
}

static void compute(const struct design *d, struct naive_paths *paths)
{
	struct naive_input in = {.netlist = d->netlist, .constraints = d->constraints};

	if (!naive_paths(&in, 10000, paths))
		abort();
}

/* Where a path begins and ends. */
struct wanted {
	enum split split;
	const char *from, *to;
	enum edge edge; /* at the end */
	double slack;   /* ps */
	const char *group;
	double tau, sta; /* ps: credits */
};

/* The worst of those from and to these pins. */
static bool has(const struct design *d, const struct naive_paths *paths, const struct wanted *w)
{
	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		if (p->split != w->split || p->vertex[0] / 2 != pin(d, w->from) ||
		    p->vertex[p->n_vertices - 1] != 2 * pin(d, w->to) + (int)w->edge)
			continue;
		if (p->slack == llround(w->slack * 1000) && strcmp(p->group, w->group) == 0 &&
		    p->credit[NAIVE_CPPR_TAU] == llround(w->tau * 1000) &&
		    p->credit[NAIVE_CPPR_STA] == llround(w->sta * 1000))
			return true;
		printf("# %s %s to %s: slack %.3f, group %s, credits %.3f %.3f\n",
		       w->split == LATE ? "late" : "early", w->from, w->to, (double)p->slack / 1000,
		       p->group, (double)p->credit[NAIVE_CPPR_TAU] / 1000,
		       (double)p->credit[NAIVE_CPPR_STA] / 1000);
		return false;
	}
	printf("# no path from %s to %s\n", w->from, w->to);
	return false;
}

static void check(const struct design *d, const char *what, const struct wanted *wanted, int n,
		  int64_t n_paths)
{
	struct naive_paths paths;
	bool right = true;

	compute(d, &paths);
	for (int i = 0; i < n; i++)
		right = has(d, &paths, &wanted[i]) && right;
	if (paths.n != n_paths)
		printf("# %lld paths\n", (long long)paths.n);
	OK(right && paths.n == n_paths, "%s", what);
	naive_paths_release(&paths);
}

#define CHECK(d, what, wanted, n_paths)                                                            \
	check(d, what, wanted, (int)(sizeof wanted / sizeof *wanted), n_paths)

/* ---- one propagated clock ---- */

/*
 * Early delays are half the late ones. Clock at f1/CK and f2/CK: late 4 + 10 + 10 = 24, early
 * 2 + 5 + 5 = 12; at b0/Y, the last they share, 14 and 7; at the root 4 and 2.
 */
static void make_tree(struct design *d)
{
	struct clock *clk;

	begin(d, &(struct gates_options){.factor = 1}, 0.5);
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
	clk = add_clock(d, "clk", 100, 0, 50, "clk");
	clk->propagated = true;
	clk->uncertainty[LATE] = 5;
	clk->uncertainty[EARLY] = 1;
	for (int edge = 0; edge < N_EDGES; edge++) {
		clk->source_latency[EARLY][edge] = 2;
		clk->source_latency[LATE][edge] = 4;
	}
	add_external(d, true, "in", CLOCK_EDGE(0, RISE), 8, 10);
	add_external(d, false, "out", CLOCK_EDGE(0, RISE), 2, 30);
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
	struct design d;

	make_tree(&d);
	CHECK(&d, "a propagated clock", wanted, 12);
	end(&d);
}

static void check_select(void)
{
	struct naive_query query = NAIVE_QUERY_INIT;
	struct naive_paths paths;
	struct design d;
	int64_t index[16];

	make_tree(&d);
	compute(&d, &paths);
	OK(naive_select(&paths, &query, index) == 6 && paths.path[index[0]].slack == 22000,
	   "late paths, worst first");
	query.unique = true;
	OK(naive_select(&paths, &query, index) == 3, "unique ones");
	query.unique = false;
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
	end(&d);
}

/* ---- two ideal clocks, exceptions ---- */

/*
 * a: period 20, latency 1 + 3; b: period 30. Their edges are multiples of 10 apart (falling ones of
 * b at 15: 5, 15, …): R to R setup 10, hold 0; R to F setup 5, hold −5. Arrivals at f2/D and f3/D:
 * R 4 + 20 + 10 = 34, F 4 + 21 + 11 = 36.
 */
static void make_pair(struct design *d)
{
	struct clock *a;

	begin(d, &(struct gates_options){.factor = 1}, 0);
	gates_port(d->netlist, "ca", LIB_INPUT);
	gates_port(d->netlist, "cb", LIB_INPUT);
	gates_instance(d->netlist, "f1", "DFF", "CK=ca Q=q");
	gates_instance(d->netlist, "b", "BUF", "A=q Y=y");
	gates_instance(d->netlist, "f2", "DFF", "D=y CK=cb");
	gates_instance(d->netlist, "f3", "DFFN", "D=y CK=cb");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	a = add_clock(d, "a", 20, 0, 10, "ca");
	for (int c = 0; c < 4; c++) {
		a->source_latency[c / 2][c % 2] = 1;
		a->network_latency[c / 2][c % 2] = 3;
	}
	add_clock(d, "b", 30, 0, 15, "cb");
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
	struct design d;

	make_pair(&d);
	CHECK(&d, "two ideal clocks", wanted, 8);
	end(&d);
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
	struct design d;

	make_pair(&d);
	must(GROW(&d.constraints->uncertainty, &d.constraints->uncertainty_capacity, 1));
	d.constraints->uncertainty[d.constraints->n_uncertainties++] = (struct clock_uncertainty){
		CLOCK_EDGE(0, RISE), CLOCK_EDGE(1, RISE), {NOT_GIVEN, 2}};
	f = add_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						 .applies = {false, true},
						 .multiplier = 2});
	add_point(&f->to, POINT_PIN, pin(&d, "f2/D"));
	/* a clock counts less than a pin */
	f = add_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						 .applies = {false, true},
						 .multiplier = 1});
	add_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "multicycle of setup, uncertainty between clocks", follows, 8);
	f = add_exception(&d, (struct exception){.kind = EXCEPTION_MULTICYCLE,
						 .applies = {true, false},
						 .multiplier = 1,
						 .of_start = true});
	add_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "multicycle of hold", back, 8);
	end(&d);
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
	struct path_filter *f;
	struct design d;

	make_pair(&d);
	f = add_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {false, true}, .delay = 50});
	add_point(&f->from, POINT_PIN, pin(&d, "f1/CK"));
	add_point(&f->to, POINT_PIN, pin(&d, "f2/D"));
	CHECK(&d, "a path delay to a check", held, 8);
	d.constraints->exception[0].ignore_clock_latency = true;
	CHECK(&d, "a path delay without latency", ignoring, 8);
	f = add_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {true, false}, .delay = 7});
	add_point(&f->to, POINT_PIN, pin(&d, "b/A"));
	CHECK(&d, "a path delay to a pin on the way", named, 10);
	end(&d);
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
	struct design d;

	make_pair(&d);
	f = add_exception(&d, (struct exception){.kind = EXCEPTION_FALSE, .applies = {true, true}});
	must(path_filter_add_through(f, &through));
	must(point_list_add(through, (struct point){POINT_PIN, pin(&d, "b/Y"), EDGES_RISE}));
	add_point(&f->to, POINT_PIN, pin(&d, "f3/D"));
	f = add_exception(&d,
			  (struct exception){.kind = EXCEPTION_GROUP, .applies = {false, true}});
	d.constraints->exception[1].name = strdup(name);
	add_point(&f->from, POINT_CLOCK, 0);
	CHECK(&d, "a false path through an edge, a group", grouped, 6);
	must(GROW(&d.constraints->clock_group, &d.constraints->clock_group_capacity, 2));
	for (int32_t i = 0; i < 2; i++)
		d.constraints->clock_group[i] = (struct clock_group){0, i, i};
	d.constraints->n_clock_groups = 2;
	compute(&d, &paths);
	OK(paths.n == 0, "clocks that exclude each other");
	naive_paths_release(&paths);
	end(&d);
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
		struct design d;
		struct naive_paths paths;

		make_pair(&d);
		add_clock(&d, "a", (double)a, (double)launch, (double)launch + 0.5, "ca");
		add_clock(&d, "b", (double)b, (double)capture, (double)capture + 0.5, "cb");
		compute(&d, &paths);
		for (int split = 0; split < N_SPLITS; split++) {
			enum split s = (enum split)split;
			int64_t relation = counted(s, launch, a, capture, b);
			struct wanted wanted = {s, "f1/CK", "f2/D", RISE, 0, "b", 0, 0};

			wanted.slack =
				s == LATE ? (double)relation - 12 - 30 : 30 - (double)relation - 3;
			right = has(&d, &paths, &wanted) && right;
		}
		naive_paths_release(&paths);
		end(&d);
	}
	OK(right, "relations of clocks as counted out");
}

/* ---- a generated clock ---- */

/*
 * clk (100) comes through b0 to the divider d and through b2 to f2; div (200) from d/Q through b1
 * to f1. Late: d/CK 10, d/Q R 30, f1/CK 40; f2/CK 20. Early: half of it.
 */
static void make_divider(struct design *d)
{
	struct clock *div;

	begin(d, &(struct gates_options){.factor = 1}, 0.5);
	gates_port(d->netlist, "clk", LIB_INPUT);
	gates_port(d->netlist, "out", LIB_OUTPUT);
	gates_instance(d->netlist, "b0", "BUF", "A=clk Y=n0");
	gates_instance(d->netlist, "d", "DFF", "D=dn CK=n0 Q=div QN=dn");
	gates_instance(d->netlist, "b1", "BUF", "A=div Y=n1");
	gates_instance(d->netlist, "b2", "BUF", "A=n0 Y=n2");
	gates_instance(d->netlist, "f1", "DFF", "D=q2 CK=n1 RN=r Q=q1 QN=out");
	gates_instance(d->netlist, "f2", "DFF", "D=q1 CK=n2 Q=q2 QN=r");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	add_clock(d, "clk", 100, 0, 50, "clk")->propagated = true;
	div = add_clock(d, "div", 200, 0, 100, "d/Q");
	div->propagated = true;
	div->master = 0;
	div->master_pin = pin(d, "clk");
	div->master_edge[FALL] = RISE;
	add_external(d, false, "out", CLOCK_EDGE(1, RISE), 0, 50);
}

static void check_divider(void)
{
	static const struct wanted wanted[] = {
		/* 40 + 20; 100 + 10 − 12. b0/Y is common: 10 − 5. */
		{LATE, "f1/CK", "f2/D", RISE, 98 - 60, "clk", 5, 5},
		/* 20 + 20; 100 + 20 − 12 */
		{LATE, "f2/CK", "f1/D", RISE, 108 - 40, "div", 5, 5},
		/* F 10 + 10.5; 40 + 3 */
		{EARLY, "f2/CK", "f1/D", FALL, 20.5 - 43, "div", 5, 5},
		{LATE, "f2/CK", "f1/RN", RISE, 100 + 20 - 9 - 40, "asynchronous", 5, 5},
		{EARLY, "f2/CK", "f1/RN", RISE, 20 - (40 + 2), "asynchronous", 5, 5},
		/* the divider itself: 10 + 20; 100 + 5 − 12; d/CK is common */
		{LATE, "d/CK", "d/D", RISE, 93 - 30, "clk", 5, 5},
		{EARLY, "d/CK", "d/D", RISE, 15 - 13, "clk", 5, 5},
		/* R 40 + 20; 200 + 15 − 50; d/Q is common: 30 − 15 */
		{LATE, "f1/CK", "out", RISE, 165 - 60, "div", 0, 15},
	};
	/* its latency given: 7 and 6 at d/Q, nothing common before it */
	static const struct wanted given[] = {
		{LATE, "f2/CK", "f1/D", RISE, 100 + 6 + 5 - 12 - 40, "div", 0, 0},
		{LATE, "f1/CK", "f2/D", RISE, 98 - (7 + 10 + 20), "clk", 0, 0},
		{LATE, "f1/CK", "out", RISE, 200 + 6 - 50 - (7 + 10 + 20), "div", 0, 1},
	};
	struct clock *div;
	struct design d;

	make_divider(&d);
	CHECK(&d, "a divider", wanted, 18);
	div = &d.constraints->clock[1];
	for (int edge = 0; edge < N_EDGES; edge++) {
		div->source_latency[EARLY][edge] = 6;
		div->source_latency[LATE][edge] = 7;
	}
	CHECK(&d, "a divider with latency", given, 18);
	end(&d);
}

/* ---- constants, slews, driving cells ---- */

/*
 * Linear tables. sel = 0 chooses A of m, one = 1 makes x invert. in is driven by a BUF with a load
 * of 1 (m/A): slew 11, 0.1 later. m/Y drives 2: R 8 + 1.1 + 0.2 = 9.3, F 10.3, slew 12. g: its port
 * has a load of 4, R 8 + 1.2 + 0.4 = 9.6, F 10.6; x has none: R 9.2, F 10.2. f has an ideal clock
 * with slews 20 late, 10 early.
 */
static void make_constants(struct design *d)
{
	static const char *const inputs[] = {"in", "in2", "sel", "one", "in3", "clk"};
	struct clock *clk;

	begin(d, &(struct gates_options){.factor = 1, .linear = true}, 0);
	for (int i = 0; i < 6; i++)
		gates_port(d->netlist, inputs[i], LIB_INPUT);
	gates_port(d->netlist, "out1", LIB_OUTPUT);
	gates_port(d->netlist, "out2", LIB_OUTPUT);
	gates_port(d->netlist, "out3", LIB_OUTPUT);
	gates_instance(d->netlist, "m", "MUX2", "A=in B=in2 S=sel Y=y");
	gates_instance(d->netlist, "t", "TIE1", "Y=tie");
	gates_instance(d->netlist, "g", "AND2", "A=y B=tie Y=out1");
	gates_instance(d->netlist, "x", "XOR2", "A=y B=one Y=out2");
	gates_instance(d->netlist, "f", "DFF", "D=in3 CK=clk Q=out3");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	must(GROW(&d->constraints->case_value, &d->constraints->case_capacity, 2));
	d->constraints->case_value[0] = (struct case_value){pin(d, "sel"), 0};
	d->constraints->case_value[1] = (struct case_value){pin(d, "one"), 1};
	d->constraints->n_cases = 2;
	clk = add_clock(d, "clk", 100, 0, 50, "clk");
	for (int edge = 0; edge < N_EDGES; edge++) {
		clk->transition[LATE][edge] = 20;
		clk->transition[EARLY][edge] = 10;
		d->constraints->port[pin(d, "out1")].load[LATE][edge] = 4;
		d->constraints->port[pin(d, "out1")].load[EARLY][edge] = 4;
	}
	add_external(d, true, "in", -1, 0, 0);
	add_external(d, true, "in2", -1, 0, 0);
	add_external(d, true, "in3", CLOCK_EDGE(0, RISE), 5, 5);
	add_external(d, false, "out3", CLOCK_EDGE(0, RISE), 0, 0);
}

static void add_driver(struct design *d, const char *port)
{
	struct constraints *c = d->constraints;
	int32_t cell = library_find_cell(d->late, "BUF");

	must(GROW(&c->driving_arc, &c->driving_arc_capacity, 4));
	c->port[pin(d, port)].first_driving_arc = c->n_driving_arcs;
	c->port[pin(d, port)].n_driving_arcs = 4;
	for (int k = 0; k < 4; k++)
		c->driving_arc[c->n_driving_arcs++] =
			(struct driving_arc){.library = 0,
					     .arc = d->late->cell[cell].first_arc,
					     .from_edge = (enum edge)(k % 2),
					     .to_edge = (enum edge)(k % 2),
					     .split = (enum split)(k / 2),
					     .slew = 5};
}

static void check_constants(void)
{
	static const struct wanted wanted[] = {
		{LATE, "in", "out1", RISE, 30 - (0.1 + 9.3 + 9.6), "path delay", 0, 0},
		{LATE, "in", "out1", FALL, 30 - (0.1 + 10.3 + 10.6), "path delay", 0, 0},
		{LATE, "in", "out2", FALL, 30 - (0.1 + 9.3 + 10.2), "path delay", 0, 0},
		{LATE, "in", "out2", RISE, 30 - (0.1 + 10.3 + 9.2), "path delay", 0, 0},
		/* the mux has no arc from B: an end */
		{LATE, "in2", "m/B", RISE, 30, "path delay", 0, 0},
		/* 12 + 0.1 × 10 (early clock); 3 + 0.1 × 20 */
		{LATE, "in3", "f/D", RISE, 100 - 13 - 5, "clk", 0, 0},
		{EARLY, "in3", "f/D", RISE, 5 - 5, "clk", 0, 0},
		{LATE, "f/CK", "out3", RISE, 100 - 22, "clk", 0, 0},
		{EARLY, "f/CK", "out3", RISE, 21, "clk", 0, 0},
	};
	static const struct wanted derated[] = {
		/* g alone half as much again, everything else 1.1 */
		{LATE, "in", "out1", RISE, 30 - (0.11 + 10.23 + 14.4), "path delay", 0, 0},
		{LATE, "in3", "f/D", RISE, 100 - 13 * 2 - 5, "clk", 0, 0},
		{EARLY, "f/CK", "out3", RISE, 21, "clk", 0, 0},
	};
	const int what = DERATE_CELL | DERATE_CLOCK | DERATE_DATA;
	struct derate all = {-1, -1, -1, what, LATE, 1.1}, one = all, checks = all;
	struct path_filter *f;
	struct design d;

	make_constants(&d);
	add_driver(&d, "in");
	f = add_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {false, true}, .delay = 30});
	add_point(&f->from, POINT_PIN, pin(&d, "in"));
	add_point(&f->from, POINT_PIN, pin(&d, "in2"));
	CHECK(&d, "constants, slews, driving cells", wanted, 14);
	one.instance = netlist_find_instance(d.netlist, "g", 1);
	one.factor = 1.5;
	checks.what = DERATE_CHECK | DERATE_CLOCK | DERATE_DATA;
	checks.factor = 2;
	must(GROW(&d.constraints->derate, &d.constraints->derate_capacity, 3));
	memcpy(d.constraints->derate, (struct derate[]){one, all, checks}, 3 * sizeof all);
	d.constraints->n_derates = 3;
	CHECK(&d, "derates", derated, 14);
	end(&d);
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
	check_divider();
	check_constants();
	return tap_done();
}
