/*
 * The timing of real netlists against another timer's tables: arrivals, slews, loads, required
 * times and slacks of all pins, delays of all arcs, all checks, endpoints and paths. The reference
 * data is found through $WARPSCOPE_REFERENCE and isn't needed: without it these tests are skipped
 * by name. A small circuit whose numbers were computed by hand always runs.
 *
 * That timer also requires something of clocks (of a check, in the other split), so required times
 * and slacks are not compared where a register's clock pin is reached.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "gpu/search/search.h"
#include "lib/golden_design.h"
#include "lib/tap.h"

struct golden {
	const char *design, *directory;
	bool has_spef, own_library, large;
	/* Its library has two timing groups from one pin to another, of which that timer keeps the
	 * last only: there are no hold checks in its tables. */
	bool lacks_hold;
	const char *paths; /* of which file */
	int slack_column;
	int64_t n_paths; /* how many there are in all; 0 = as many as the file has are compared */
};

static const struct golden goldens[] = {
	{"simple", "simple", true, true, false, true, "simple.paths.tsv.gz", 2, 8},
	{"c17", "c17", true, false, false, false, "c17.paths.tsv.gz", 2, 22},
	{"c432", "c432", true, false, false, false, "c432.paths.tsv.gz", 2, 0},
	{"c7552", "c7552", true, false, false, false, "c7552.paths.tsv.gz", 2, 0},
	{"s27", "s27", true, false, false, false, "s27.paths.tsv.gz", 2, 56},
	{"s1494", "s1494", true, false, false, false, "s1494.paths.tsv.gz", 2, 2028},
	{"wb_dma", "wb_dma", true, false, false, false, "wb_dma.allpaths.tsv.gz", 2, 45616},
	{"aes_core_nospef", "aes_core", false, false, true, false,
	 "aes_core_nospef.k100000.slacks.txt.gz", 0, 0},
};

/* What is compared, and where messages come from. */
struct comparison {
	struct test_device *device;
	const struct golden *golden;
	struct golden_design design;
	char base[512]; /* of the tables' paths */
};

static void report(const struct comparison *c, const struct tally *tally, const char *what)
{
	OK(tally->compared > 0 && tally->beyond == 0 && tally->one_sided == 0,
	   "%s: %s: %lld %s, worst %.4f", c->device->name, c->golden->design,
	   (long long)tally->compared, what, tally->worst);
	if (tally->beyond || tally->one_sided)
		printf("# %lld beyond, %lld on one side only\n", (long long)tally->beyond,
		       (long long)tally->one_sided);
}

static bool open_table(const struct comparison *c, const char *which, struct tsv *tsv)
{
	char path[600];

	snprintf(path, sizeof path, "%s.%s.tsv.gz", c->base, which);
	if (access(path, R_OK) != 0)
		path[strlen(path) - 3] = '\0';
	return OK(tsv_open(tsv, path), "%s: %s.%s can be read", c->device->name, c->golden->design,
		  which);
}

/* ---- pins ---- */

enum { AT = 2, SLEW = 6, REQUIRED = 10, SLACK = 14, LOAD = 22 }; /* columns, by corner */

/* Vertices from which the clock of a check is reached, by sweeps until nothing changes. */
static bool *clock_cone(const struct timing_graph *graph)
{
	const struct graph *g = graph->graph;
	bool *cone, more = true;

	if (ALLOC(&cone, g->n_vertices) != STATUS_OK)
		abort();
	for (int32_t c = 0; c < graph->n_checks; c++)
		cone[graph->check[c].clock] = true;
	while (more) {
		more = false;
		for (int32_t a = g->n_arcs - 1; a >= 0; a--) {
			if (cone[g->arc_to[a]] && !cone[g->arc_from[a]])
				more = cone[g->arc_from[a]] = true;
		}
	}
	return cone;
}

static void compare_pin(const struct comparison *c, const struct tsv *tsv, const bool *cone,
			struct tally *tally)
{
	const struct timing *t = c->design.timing;
	const struct netlist *netlist = c->design.netlist;
	int32_t vertex = golden_vertex(netlist, tsv->field[0], 'R'), pin = vertex / N_EDGES;

	tally[0].one_sided += vertex < 0;
	for (int i = 0; i < 4 && vertex >= 0; i++) {
		int32_t v = pin * N_EDGES + i % 2, net;
		enum split split = (enum split)(i / 2);
		bool lacks = c->golden->lacks_hold && split == EARLY;
		int64_t arrival = timing_vertex_arrival(t, v, split);

		tally_add(&tally[0], ps_of_fs(arrival), atof(tsv->field[AT + i]));
		tally_add(&tally[1],
			  arrival == FS_NONE_64 ? (double)NAN : timing_vertex_slew(t, v, split),
			  atof(tsv->field[SLEW + i]));
		if (!lacks && !cone[pin * N_EDGES] && !cone[pin * N_EDGES + 1]) {
			tally_add(&tally[2], ps_of_fs(timing_vertex_required(t, v, split)),
				  atof(tsv->field[REQUIRED + i]));
			tally_add(&tally[3], ps_of_fs(timing_vertex_slack(t, v, split)),
				  atof(tsv->field[SLACK + i]));
		}
		net = netlist->pin_net[pin];
		tally_add(&tally[4],
			  netlist_drives(netlist, pin) && net >= 0 ? t->load[4 * (int64_t)net + i]
								   : (double)NAN,
			  atof(tsv->field[LOAD + i]));
	}
}

static void compare_pins(const struct comparison *c)
{
	static const char *const what[] = {"arrivals", "slews", "required times", "slacks",
					   "loads"};
	struct tally tally[5] = {{0}};
	struct tsv tsv;
	bool *cone = clock_cone(c->design.timing->image->graph);

	for (int i = 0; i < 5; i++)
		tally[i].tolerance = 0.05;
	if (open_table(c, "pins", &tsv)) {
		while (tsv_next(&tsv))
			compare_pin(c, &tsv, cone, tally);
		tsv_close(&tsv);
		for (int i = 0; i < 5; i++)
			report(c, &tally[i], what[i]);
	}
	free(cone);
}

/* ---- arcs ---- */

struct delay {
	int32_t from, to;
	int split;
	double ps;
};

static int compare_delays(const void *a, const void *b)
{
	const struct delay *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return x->split - y->split;
}

static int64_t list_delays(const struct comparison *c, struct delay **out)
{
	const struct timing *t = c->design.timing;
	const struct graph *g = t->image->graph->graph;
	int32_t n = t->image->device.n_arcs, *arc;
	int64_t n_delays = 0;

	if (ALLOC(&arc, n) != STATUS_OK || ALLOC(out, 2 * (int64_t)n) != STATUS_OK)
		abort();
	from_device(c->device->queue, arc, t->image->image->d_arc, n * (int64_t)sizeof *arc);
	for (int64_t e = 0; e < 2 * (int64_t)n; e++) {
		if (arc[e / 2] < g->n_arcs && t->delay[e] != DELAY_NONE)
			(*out)[n_delays++] =
				(struct delay){g->arc_from[arc[e / 2]], g->arc_to[arc[e / 2]],
					       (int)(e % 2), ps_of_fs(t->delay[e])};
	}
	qsort(*out, (size_t)n_delays, sizeof **out, compare_delays);
	free(arc);
	return n_delays;
}

/* One line has delays by split and edges: E_RR E_RF E_FR E_FF L_RR … */
static void compare_arc(const struct comparison *c, const struct tsv *tsv,
			const struct delay *delays, int64_t n, struct tally *tally)
{
	const struct netlist *netlist = c->design.netlist;

	for (int i = 0; i < 8; i++) {
		double wanted = atof(tsv->field[3 + i]);
		struct delay key = {golden_vertex(netlist, tsv->field[1], "RF"[i / 2 % 2]),
				    golden_vertex(netlist, tsv->field[2], "RF"[i % 2]), i / 4, 0};
		const struct delay *found =
			bsearch(&key, delays, (size_t)n, sizeof *delays, compare_delays);

		if (!isnan(wanted))
			tally_add(tally, found ? found->ps : (double)NAN, wanted);
	}
}

static void compare_arcs(const struct comparison *c)
{
	struct tally tally = {.tolerance = 0.02};
	struct delay *delays;
	int64_t n = list_delays(c, &delays);
	struct tsv tsv;

	if (open_table(c, "arcs", &tsv)) {
		while (tsv_next(&tsv)) {
			if (strcmp(tsv.field[0], "setup") != 0 && strcmp(tsv.field[0], "hold") != 0)
				compare_arc(c, &tsv, delays, n, &tally);
		}
		tsv_close(&tsv);
		report(c, &tally, "delays");
		OK(tally.compared == n, "%s: %s: there are no other delays (%lld)", c->device->name,
		   c->golden->design, (long long)n);
	}
	free(delays);
}

/* ---- checks and endpoints ---- */

/* The sink of a check or a port, -1 = none. */
static int32_t find_sink(const struct state_graph *states, int32_t vertex, int split)
{
	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		if (state_vertex(states, states->graph->sink_vertex[s]) == vertex &&
		    (int)states->endpoint[s].split == split)
			return s;
	}
	return -1;
}

static void compare_check(const struct comparison *c, const struct tsv *tsv, struct tally *tally)
{
	const struct timing *t = c->design.timing;
	const struct state_graph *states = t->image->states;
	int split = tsv->field[2][0] == 'L' ? LATE : EARLY;
	int32_t vertex = golden_vertex(c->design.netlist, tsv->field[0], tsv->field[3][0]);
	int32_t s = find_sink(states, vertex, split);
	const struct endpoint *e;
	double related, required;

	if (s < 0 || state_vertex(states, states->endpoint[s].clock) / N_EDGES * N_EDGES !=
			     golden_vertex(c->design.netlist, tsv->field[1], 'R')) {
		tally[0].one_sided++;
		return;
	}
	e = &states->endpoint[s];
	required = ps_of_fs(timing_sink_required(t, s));
	related = ps_of_fs(timing_arrival(t, e->clock, split == LATE ? EARLY : LATE) + e->constant);
	tally_add(&tally[0], related, atof(tsv->field[4]));
	tally_add(&tally[1], split == LATE ? related - required : required - related,
		  atof(tsv->field[5]));
	tally_add(&tally[2], required, atof(tsv->field[6]));
	tally_add(&tally[3], ps_of_fs(timing_sink_slack(t, s)), atof(tsv->field[8]));
}

static void compare_checks(const struct comparison *c)
{
	static const char *const what[] = {"times of clocks", "checks' margins",
					   "checks' required times", "checks' slacks"};
	const struct state_graph *states = c->design.timing->image->states;
	struct tally tally[4] = {{0}};
	struct tsv tsv;
	int64_t n = 0, wanted = 0;

	for (int i = 0; i < 4; i++)
		tally[i].tolerance = 0.02;
	for (int32_t s = 0; s < states->graph->n_sinks; s++)
		wanted += states->endpoint[s].clock >= 0 &&
			  !(c->golden->lacks_hold && states->endpoint[s].split == EARLY);
	if (!open_table(c, "tests", &tsv))
		return;
	for (; tsv_next(&tsv); n++)
		compare_check(c, &tsv, tally);
	tsv_close(&tsv);
	for (int i = 0; i < 4 && n > 0; i++)
		report(c, &tally[i], what[i]);
	OK(n == wanted, "%s: %s: %lld checks", c->device->name, c->golden->design, (long long)n);
}

static void compare_endpoints(const struct comparison *c)
{
	const struct timing *t = c->design.timing;
	struct tally tally = {.tolerance = 0.05};
	struct tsv tsv;

	if (!open_table(c, "endpoints", &tsv))
		return;
	while (tsv_next(&tsv)) {
		int32_t vertex = golden_vertex(c->design.netlist, tsv.field[0], tsv.field[2][0]);
		int32_t s = find_sink(t->image->states, vertex, LATE);

		tally_add(&tally, s < 0 ? (double)NAN : ps_of_fs(timing_sink_slack(t, s)),
			  atof(tsv.field[3]));
	}
	tsv_close(&tsv);
	report(c, &tally, "endpoints");
}

/* ---- paths ---- */

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int64_t read_slacks(const struct comparison *c, double **slack)
{
	int64_t n = 0, capacity = 0;
	char path[1200];
	struct tsv tsv;

	snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(c->base, '/') - c->base), c->base,
		 c->golden->paths);
	*slack = NULL;
	if (!tsv_open(&tsv, path))
		return 0;
	while (tsv_next(&tsv)) {
		if (GROW(slack, &capacity, n + 1) != STATUS_OK)
			abort();
		(*slack)[n++] = atof(tsv.field[c->golden->slack_column]);
	}
	tsv_close(&tsv);
	qsort(*slack, (size_t)n, sizeof **slack, compare_doubles);
	return n;
}

/* The k worst late slacks in order; how many there are. */
static int64_t find_slacks(const struct comparison *c, int64_t k, struct snap_rows **rows)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct search *search = NULL;
	struct stepper *stepper;
	struct image *image;
	enum status status;

	options.k = k;
	status = timing_search_image(c->design.timing, LATE, &image);
	if (status == STATUS_OK)
		status = search_begin(image, c->device->queue, c->device->queue, &options, 1,
				      &search);
	stepper = search ? search_stepper(search) : NULL;
	while (status == STATUS_OK && !stepper->ops->finished(stepper))
		status = stepper->ops->step(stepper, GRAIN_COARSE);
	if (status == STATUS_OK)
		status = search_rows(search, LEVEL_NEWEST, 0, k, rows);
	if (stepper)
		stepper->ops->end(stepper);
	return status == STATUS_OK ? (*rows)->n : -1;
}

static void compare_paths(const struct comparison *c)
{
	struct tally tally = {.tolerance = 0.02};
	struct snap_rows *rows = NULL;
	double *slack;
	int64_t n = read_slacks(c, &slack);
	int64_t n_ours = find_slacks(c, c->golden->n_paths ? 1000000 : n, &rows);

	for (int64_t i = 0; i < n && i < n_ours; i++)
		tally_add(&tally, ps_of_fs(rows->row[i].slack), slack[i]);
	report(c, &tally, "slacks of paths");
	OK(n_ours == (c->golden->n_paths ? c->golden->n_paths : n), "%s: %s has %lld paths",
	   c->device->name, c->golden->design, (long long)n_ours);
	if (rows)
		snap_unref(&rows->snap);
	free(slack);
}

/* ---- all designs ---- */

static void compare_design(struct test_device *d, const struct golden *golden,
			   const struct design_files *files, const char *base)
{
	struct comparison c = {.device = d, .golden = golden};

	snprintf(c.base, sizeof c.base, "%s", base);
	if (OK(golden_design_open(d, files, &c.design) == STATUS_OK, "%s: %s can be timed", d->name,
	       golden->design)) {
		compare_pins(&c);
		compare_arcs(&c);
		compare_checks(&c);
		compare_endpoints(&c);
		compare_paths(&c);
	}
	golden_design_close(&c.design);
}

static bool find_files(const char *reference, const struct golden *golden, struct design_files *f)
{
	char own[300], common[300];
	const char *name = golden->directory;

	snprintf(own, sizeof own, "%s/data/tau15/%s", reference, name);
	snprintf(common, sizeof common, "%s/data/tau15/%s", reference,
		 golden->own_library ? name : "_lib");
	f->spef[0] = '\0';
	if (golden->own_library)
		snprintf(common, sizeof common, "%s", own);
	return golden_find_file(f->early, sizeof f->early, common,
				golden->own_library ? name : "tau15", "_Early.lib") &&
	       golden_find_file(f->late, sizeof f->late, common,
				golden->own_library ? name : "tau15", "_Late.lib") &&
	       golden_find_file(f->verilog, sizeof f->verilog, own, name, ".v") &&
	       golden_find_file(f->timing, sizeof f->timing, own, name, ".timing") &&
	       (!golden->has_spef || golden_find_file(f->spef, sizeof f->spef, own, name, ".spef"));
}

static void check_goldens(struct test_device *d, const char *reference)
{
	for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
		struct design_files files = {0};
		char base[512], pins[540];

		if (goldens[i].large && strstr(d->name, "threads"))
			continue;
		snprintf(base, sizeof base, "%s/golden/opentimer/%s", reference ? reference : "",
			 goldens[i].design);
		snprintf(pins, sizeof pins, "%s.pins.tsv.gz", base);
		if (!reference)
			tap_skip(goldens[i].design, "no WARPSCOPE_REFERENCE");
		else if (access(pins, R_OK) != 0 || !find_files(reference, &goldens[i], &files))
			tap_skip(goldens[i].design, "not among the reference data");
		else
			compare_design(d, &goldens[i], &files, base);
	}
}

static void check_by_hand(struct test_device *d)
{
	static const struct golden golden = {"hand",           "", true, false, false, false,
					     "hand.paths.tsv", 1,  24};
	const char *srcdir = getenv("srcdir");
	struct design_files files = {0};
	char base[400];

	snprintf(base, sizeof base, "%s/tests/data/hand", srcdir ? srcdir : ".");
	snprintf(files.early, sizeof files.early, "%s_Early.lib", base);
	snprintf(files.late, sizeof files.late, "%s_Late.lib", base);
	snprintf(files.verilog, sizeof files.verilog, "%s.v", base);
	snprintf(files.timing, sizeof files.timing, "%s.timing", base);
	snprintf(files.spef, sizeof files.spef, "%s.spef", base);
	compare_design(d, &golden, &files, base);
}

int main(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_by_hand(&d);
		check_goldens(&d, reference && *reference ? reference : NULL);
		test_device_close(&d);
	}
	return tap_done();
}
