/*
 * Dies against an independent Monte-Carlo: a recursion over the state graph in double precision, one die after
 * another, with random numbers of its own (splitmix64, Marsaglia's polar method) and without rounding. It
 * shares with the program the nominal delays and what increments are keyed by. Means and sigmas of all
 * endpoints and of the chip are within their statistical error, and the chip's slacks have the same
 * distribution by Kolmogorov and Smirnov's test; on c17, c432 and s1494 of the reference data and on loom,
 * setup and hold.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/ssta.h"
#include "lib/chip_statistics.h"
#include "lib/golden_design.h"
#include "lib/tap.h"

/* Sigmas as a share of delays and of checks. */
#define OF_DELAYS 0.05
#define OF_CHECKS 0.04

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("# %s\n", status_text(status));
		abort();
	}
}

/* ---- random numbers ---- */

static double uniform(void)
{
	return ((double)(random_next() >> 11) + 0.5) / 9007199254740992.0;
}

/* Marsaglia and Bray, 1964. */
static double normal(void)
{
	static double kept;
	static bool has_kept;
	double x, y, s;

	has_kept = !has_kept;
	if (!has_kept)
		return kept;
	do {
		x = 2 * uniform() - 1;
		y = 2 * uniform() - 1;
		s = x * x + y * y;
	} while (s >= 1 || s == 0);
	s = sqrt(-2 * log(s) / s);
	kept = y * s;
	return x * s;
}

/* ---- the reference ---- */

/* An arc of the state graph, or a check: what it adds is the nominal value, and sigma times the normal number of
 * a key. */
struct term {
	int32_t from, key;               /* key −1 = it doesn't vary */
	double nominal[N_SPLITS], sigma; /* fs; NAN = nothing comes through */
};

struct reference {
	const struct timing *timing;
	int32_t n_states, n_sinks, n_keys, n_ordered;
	int32_t *row, *order; /* [n_states + 1] of terms by head; states, tails first */
	struct term *arc, *check;
	int64_t *seed;   /* [2 n_states], FS_NONE_64 = none */
	double *arrival; /* [2 n_states], NAN = none */
	double *z;       /* [n_keys] of the die */
	int32_t *end;    /* [n_sinks]: which endpoint of the run, −1 = of another split */
};

struct key {
	int32_t a, b, kind, number;
};

static int compare_keys(const void *x, const void *y)
{
	return memcmp(x, y, offsetof(struct key, number));
}

static int by_number(const void *x, const void *y)
{
	return ((const struct key *)x)->number - ((const struct key *)y)->number;
}

/* The same for equal keys, whatever their order. */
static int32_t unite(struct key *key, int32_t n)
{
	int32_t n_keys = 0, *same;

	must(ALLOC(&same, n));
	qsort(key, (size_t)n, sizeof *key, compare_keys);
	for (int32_t i = 0; i < n; i++) {
		n_keys += i == 0 || compare_keys(&key[i - 1], &key[i]) != 0;
		same[key[i].number] = n_keys - 1;
	}
	qsort(key, (size_t)n, sizeof *key, by_number);
	for (int32_t i = 0; i < n; i++)
		key[i].number = same[i];
	free(same);
	return n_keys;
}

static void visit(struct reference *r, uint8_t *seen, int32_t v)
{
	seen[v] = 1;
	for (int32_t i = r->row[v]; i < r->row[v + 1]; i++) {
		if (!seen[r->arc[i].from])
			visit(r, seen, r->arc[i].from);
	}
	r->order[r->n_ordered++] = v;
}

/* What arc a of the state graph adds. */
static void make_term(const struct reference *r, int32_t a, const int32_t *place, struct term *out,
		      struct key *key)
{
	const struct timing *t = r->timing;
	const struct timing_graph *graph = t->image->graph;
	int32_t arc = state_delay(t->image->states, a), x;

	out->from = t->image->states->graph->arc_from[a];
	out->nominal[EARLY] = out->nominal[LATE] = NAN;
	if (arc == ARC_BLOCKED)
		return;
	for (int split = 0; split < N_SPLITS; split++) {
		int32_t delay = arc < 0 ? 0 : t->delay[2 * (int64_t)place[arc] + split];

		if (arc < 0 && t->constant[2 * ~arc + split] != FS_NONE_64)
			out->nominal[split] = (double)t->constant[2 * ~arc + split];
		else if (arc >= 0 && delay != DELAY_NONE)
			out->nominal[split] = delay;
	}
	if (arc < 0 || graph->graph->arc_type[arc] < 0)
		return;
	x = graph->netlist->pin_instance[graph->graph->arc_to[arc] / 2];
	if (x < 0)
		return;
	key->a = graph->graph->arc_from[arc];
	key->b = graph->graph->arc_to[arc];
	key->kind = 'd';
	out->sigma = OF_DELAYS *
		     fabs(isnan(out->nominal[LATE]) ? out->nominal[EARLY] : out->nominal[LATE]);
}

static void make_check(const struct reference *r, int32_t s, struct term *out, struct key *key)
{
	const struct timing *t = r->timing;
	const struct state_graph *states = t->image->states;
	const struct endpoint *e = &states->endpoint[s];
	int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);
	double demand;

	if (e->table < 0 || e->clock_vertex < 0 || timing_sink_slack(t, s) == FS_NONE_64)
		return;
	demand = (double)(timing_sink_required(t, s) - e->constant);
	if (e->clock >= 0)
		demand -= (double)timing_arrival(t, e->clock, (enum split)(1 - e->split));
	key->a = e->clock_vertex;
	key->b = vertex;
	key->kind = e->kind;
	out->sigma = OF_CHECKS * fabs(demand);
}

/* Arrivals that are given, with what driving cells add. */
static void make_seeds(struct reference *r, struct test_device *d)
{
	const struct timing_image *image = r->timing->image;
	const struct state_graph *states = image->states;
	int64_t *extra;

	must(ALLOC(&extra, 2 * image->n_drivers + 1));
	from_device(d->queue, extra, image->d_extra, 2 * image->n_drivers * (int64_t)sizeof *extra);
	for (int64_t i = 0; i < 2 * (int64_t)r->n_states; i++)
		r->seed[i] = FS_NONE_64;
	for (int32_t i = 0; i < 2 * states->n_seeds; i++) {
		const struct seed *s = &states->seed[i / 2];
		bool has_driver = s->arrival[i % 2] != FS_NOTHING && s->driver >= 0;

		r->seed[2 * s->state + i % 2] =
			s->arrival[i % 2] + (has_driver ? extra[2 * s->driver + i % 2] : 0);
	}
	free(extra);
}

static void make_terms(struct reference *r, const int32_t *place)
{
	const struct state_graph *states = r->timing->image->states;
	const struct graph *g = states->graph;
	int32_t n = g->n_arcs + r->n_sinks, *at;
	struct key *key;

	must(ALLOC(&key, n));
	must(ALLOC(&at, r->n_states));
	for (int32_t i = 0; i < n; i++)
		key[i] = (struct key){-1, i, -1, i}; /* none is the same as another */
	for (int32_t a = 0; a < g->n_arcs; a++)
		r->row[g->arc_to[a] + 1]++;
	for (int32_t v = 0; v < r->n_states; v++) {
		at[v] = r->row[v];
		r->row[v + 1] += r->row[v];
	}
	for (int32_t a = 0; a < g->n_arcs; a++) {
		struct term *term = &r->arc[at[g->arc_to[a]]++];

		make_term(r, a, place, term, &key[a]);
		term->key = a;
	}
	for (int32_t s = 0; s < r->n_sinks; s++) {
		make_check(r, s, &r->check[s], &key[g->n_arcs + s]);
		r->check[s].key = g->n_arcs + s;
	}
	r->n_keys = unite(key, n);
	for (int32_t a = 0; a < g->n_arcs; a++)
		r->arc[a].key = key[r->arc[a].key].number;
	for (int32_t s = 0; s < r->n_sinks; s++)
		r->check[s].key = key[r->check[s].key].number;
	free(key);
	free(at);
}

static void reference_open(struct test_device *d, struct timing *timing, struct reference *r)
{
	const struct graph *g = timing->image->states->graph;
	const struct image *image = timing->image->delay_image;
	int32_t *arc, *place;
	uint8_t *seen;

	*r = (struct reference){.timing = timing, .n_states = g->n_vertices, .n_sinks = g->n_sinks};
	must(timing_read(timing));
	must(timing_read_fan_in(timing));
	must(ALLOC(&r->row, r->n_states + 1));
	must(ALLOC(&r->order, r->n_states));
	must(ALLOC(&r->arc, g->n_arcs));
	must(ALLOC(&r->check, r->n_sinks));
	must(ALLOC(&r->seed, 2 * (int64_t)r->n_states));
	must(ALLOC(&r->arrival, 2 * (int64_t)r->n_states));
	must(ALLOC(&r->end, r->n_sinks));
	must(ALLOC(&arc, image->device.n_arcs));
	must(ALLOC(&place, image->device.n_arcs));
	must(ALLOC(&seen, r->n_states));
	from_device(d->queue, arc, image->d_arc, image->device.n_arcs * (int64_t)sizeof *arc);
	for (int32_t i = 0; i < image->device.n_arcs; i++)
		place[arc[i]] = i;
	make_seeds(r, d);
	make_terms(r, place);
	must(ALLOC(&r->z, r->n_keys));
	for (int32_t v = 0; v < r->n_states; v++) {
		if (!seen[v])
			visit(r, seen, v);
	}
	free(arc);
	free(place);
	free(seen);
}

static void reference_close(struct reference *r)
{
	void *arrays[] = {r->row, r->order, r->arc, r->check, r->seed, r->arrival, r->end, r->z};

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
}

/* One die more. */
static void relax(struct reference *r)
{
	for (int32_t i = 0; i < r->n_keys; i++)
		r->z[i] = normal();
	for (int32_t i = 0; i < r->n_states; i++) {
		int32_t v = r->order[i];

		for (int split = 0; split < N_SPLITS; split++) {
			int64_t seed = r->seed[2 * v + split];
			double best = seed == FS_NONE_64 ? NAN : (double)seed;

			for (int32_t j = r->row[v]; j < r->row[v + 1]; j++) {
				const struct term *a = &r->arc[j];
				double at = r->arrival[2 * a->from + split] + a->nominal[split] +
					    a->sigma * r->z[a->key];

				if (isnan(best) || (split == LATE ? at > best : at < best))
					best = isnan(at) ? best : at;
			}
			r->arrival[2 * v + split] = best;
		}
	}
}

static double sink_slack(const struct reference *r, int32_t s)
{
	const struct timing *t = r->timing;
	const struct endpoint *e = &t->image->states->endpoint[s];
	int32_t vertex = t->image->states->graph->sink_vertex[s];
	double required = (double)timing_sink_required(t, s);
	double check = r->check[s].sigma * r->z[r->check[s].key];
	int other = 1 - e->split;

	if (e->clock >= 0)
		required += r->arrival[2 * e->clock + other] -
			    (double)timing_arrival(t, e->clock, (enum split)other);
	return e->split == LATE ? required - check - r->arrival[2 * vertex + LATE]
				: r->arrival[2 * vertex + EARLY] - required - check;
}

/* ---- the comparison ---- */

/* Sums of deviations from the nominal slack. */
struct sums {
	double power[5];
};

static void add(struct sums *s, double d)
{
	double power = 1;

	for (int p = 0; p <= 4; p++, power *= d)
		s->power[p] += power;
}

struct estimate {
	double mean, sigma, mean_error, sigma_error;
};

static struct estimate estimate_of(const struct sums *s, double nominal)
{
	double n = s->power[0], m = s->power[1] / n, m2 = s->power[2] / n - m * m;
	double m4 = s->power[4] / n - 4 * m * s->power[3] / n + 6 * m * m * s->power[2] / n -
		    3 * m * m * m * m;
	struct estimate e = {.mean = nominal + m, .sigma = sqrt(fmax(m2, 0))};

	e.mean_error = e.sigma / sqrt(n);
	e.sigma_error = m2 > 0 ? sqrt(fmax(m4 - m2 * m2, 0) / n) / (2 * e.sigma) : 0;
	return e;
}

/* By how many standard errors two estimates differ; a femtosecond is for rounding. */
static double differ(double a, double b, double a_error, double b_error)
{
	double error = sqrt(a_error * a_error + b_error * b_error);

	return fmax(fabs(a - b) - 1, 0) / fmax(error, 1e-9);
}

struct comparison {
	double mean, sigma; /* the largest differences of endpoints, in standard errors */
	int32_t n;
};

static void compare_estimates(const struct ssta_statistics *ours, const struct estimate *wanted,
			      struct comparison *c)
{
	c->mean = fmax(c->mean,
		       differ(ours->mean, wanted->mean, ours->mean_error, wanted->mean_error));
	c->sigma = fmax(c->sigma,
			differ(ours->sigma, wanted->sigma, ours->sigma_error, wanted->sigma_error));
	c->n++;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The largest distance of two empirical distributions, times √(n·m / (n + m)). */
static double distance(double *a, int64_t n, double *b, int64_t m)
{
	double largest = 0;
	int64_t j = 0;

	qsort(a, (size_t)n, sizeof *a, compare_doubles);
	qsort(b, (size_t)m, sizeof *b, compare_doubles);
	for (int64_t i = 0; i < n; i++) {
		while (j < m && b[j] < a[i] - 0.5)
			j++;
		largest = fmax(largest, fabs((double)i / (double)n - (double)j / (double)m));
	}
	return largest * sqrt((double)n * (double)m / (double)(n + m));
}

/* Which endpoint of the run of its split each sink belongs to. */
static void find_ends(struct reference *r, struct ssta *const of[N_SPLITS])
{
	const struct state_graph *states = r->timing->image->states;

	for (int32_t s = 0; s < r->n_sinks; s++) {
		const struct endpoint *sink = &states->endpoint[s];
		const struct ssta *ssta = of[sink->split];
		int32_t pin = state_vertex(states, states->graph->sink_vertex[s]) / 2;

		r->end[s] = -1;
		for (int32_t i = 0;
		     i < ssta_n_endpoints(ssta) && timing_sink_slack(r->timing, s) != FS_NONE_64;
		     i++) {
			struct ssta_endpoint e;

			ssta_endpoint(ssta, i, &e);
			if (e.pin == pin && e.group == states->relation[sink->relation].group)
				r->end[s] = i;
		}
	}
}

/* Of a split: sums of all endpoints and the chip's slacks, and each endpoint's slack in a die. */
struct outcome {
	struct sums *end;
	double *chip, *worst;
};

static void outcome_new(const struct ssta *ssta, int64_t n, struct outcome *out)
{
	must(ALLOC(&out->end, ssta_n_endpoints(ssta)));
	must(ALLOC(&out->chip, n));
	must(ALLOC(&out->worst, ssta_n_endpoints(ssta)));
}

static void outcome_free(struct outcome *out)
{
	free(out->end);
	free(out->chip);
	free(out->worst);
}

static void note_die(const struct ssta *ssta, int64_t i, struct outcome *out)
{
	out->chip[i] = INFINITY;
	for (int32_t e = 0; e < ssta_n_endpoints(ssta); e++) {
		struct ssta_endpoint endpoint;

		ssta_endpoint(ssta, e, &endpoint);
		add(&out->end[e], out->worst[e] - (double)endpoint.nominal);
		out->chip[i] = fmin(out->chip[i], out->worst[e]);
	}
}

/* N dies of the reference, each of which has slacks of both splits. */
static void run_reference(struct reference *r, struct ssta *const ssta[N_SPLITS], int64_t n,
			  struct outcome out[N_SPLITS])
{
	for (int64_t i = 0; i < n; i++) {
		relax(r);
		for (int split = 0; split < N_SPLITS; split++) {
			for (int32_t e = 0; e < ssta_n_endpoints(ssta[split]); e++)
				out[split].worst[e] = INFINITY;
		}
		for (int32_t s = 0; s < r->n_sinks; s++) {
			double *worst = out[r->timing->image->states->endpoint[s].split].worst;

			if (r->end[s] >= 0)
				worst[r->end[s]] = fmin(worst[r->end[s]], sink_slack(r, s));
		}
		for (int split = 0; split < N_SPLITS; split++)
			note_die(ssta[split], i, &out[split]);
	}
}

static void compare(struct test_device *d, const char *name, const struct ssta *ssta,
		    const struct outcome *reference, int64_t n)
{
	int64_t n_ours = ssta_n(ssta);
	struct comparison ends = {0}, whole = {0};
	struct ssta_statistics ours;
	struct estimate wanted;
	struct sums all = {{0}};
	double *our_chip, ks;

	must(ALLOC(&our_chip, n_ours));
	for (int32_t e = 0; e < ssta_n_endpoints(ssta); e++) {
		struct ssta_endpoint endpoint;

		ssta_endpoint(ssta, e, &endpoint);
		ssta_endpoint_statistics(ssta, e, &ours);
		wanted = estimate_of(&reference->end[e], (double)endpoint.nominal);
		compare_estimates(&ours, &wanted, &ends);
	}
	for (int64_t i = 0; i < n; i++)
		add(&all, reference->chip[i] - (double)ssta_nominal(ssta, -1));
	for (int64_t i = 0; i < n_ours; i++)
		our_chip[i] = (double)ssta_worst(ssta, -1, i, NULL);
	must(chip_statistics(ssta, n_ours, &ours));
	wanted = estimate_of(&all, (double)ssta_nominal(ssta, -1));
	compare_estimates(&ours, &wanted, &whole);
	ks = distance(our_chip, n_ours, reference->chip, n);
	OK(ends.mean < 5 && ends.sigma < 5,
	   "%s: %s, %s: %d endpoints: means within %.2f, sigmas within %.2f standard errors",
	   d->name, name, ssta_options(ssta)->split == LATE ? "setup" : "hold", ends.n, ends.mean,
	   ends.sigma);
	OK(whole.mean < 4 && whole.sigma < 4 && ks < 1.95,
	   "the chip: mean %.3f ps, reference %.3f ± %.3f; sigma %.3f, %.3f ± %.3f; KS %.2f",
	   ours.mean / 1000, wanted.mean / 1000, wanted.mean_error / 1000, ours.sigma / 1000,
	   wanted.sigma / 1000, wanted.sigma_error / 1000, ks);
	free(our_chip);
}

static void check_design(struct test_device *d, const char *name, const struct design_files *files,
			 int64_t n)
{
	struct variation_rule delays = {.value = {OF_DELAYS, OF_DELAYS}};
	struct variation_rule checks = {.value = {OF_CHECKS, OF_CHECKS}, .checks = true};
	struct variation variation = {0};
	struct ssta *ssta[N_SPLITS];
	struct outcome outcome[N_SPLITS] = {{0}};
	struct golden_design design;
	struct reference r;

	if (!OK(golden_design_open(d, files, &design) == STATUS_OK, "%s: %s can be timed", d->name,
		name))
		return;
	must(variation_add(&variation, &delays));
	must(variation_add(&variation, &checks));
	reference_open(d, design.timing, &r);
	for (int split = 0; split < N_SPLITS; split++) {
		struct ssta_options options = {.split = (enum split)split, .seed = 3, .end = 8 * n};

		must(ssta_new(d->queue, design.timing, &variation, &options, &ssta[split]));
		while (!ssta_finished(ssta[split]))
			must(ssta_step(ssta[split]));
		must(ssta_read(ssta[split]));
		outcome_new(ssta[split], n, &outcome[split]);
	}
	random_seed(4);
	find_ends(&r, ssta);
	run_reference(&r, ssta, n, outcome);
	for (int split = 0; split < N_SPLITS; split++) {
		compare(d, name, ssta[split], &outcome[split], n);
		outcome_free(&outcome[split]);
		ssta_free(ssta[split]);
	}
	reference_close(&r);
	variation_release(&variation);
	golden_design_close(&design);
}

/* ---- designs ---- */

static void check_tau(struct test_device *d, const char *reference, const char *name)
{
	char own[300], library[300];
	struct design_files f = {0};

	snprintf(own, sizeof own, "%s/data/tau15/%s", reference ? reference : "", name);
	snprintf(library, sizeof library, "%s/data/tau15/_lib", reference ? reference : "");
	if (!reference)
		tap_skip(name, "no WARPSCOPE_REFERENCE");
	else if (!golden_find_file(f.early, sizeof f.early, library, "tau15", "_Early.lib") ||
		 !golden_find_file(f.late, sizeof f.late, library, "tau15", "_Late.lib") ||
		 !golden_find_file(f.verilog, sizeof f.verilog, own, name, ".v") ||
		 !golden_find_file(f.timing, sizeof f.timing, own, name, ".timing") ||
		 !golden_find_file(f.spef, sizeof f.spef, own, name, ".spef"))
		tap_skip(name, "not among the reference data");
	else
		check_design(d, name, &f, 8192);
}

static void check_loom(struct test_device *d)
{
	const char *srcdir = getenv("srcdir");
	char ws45[300], loom[300];
	struct design_files f = {0};

	snprintf(ws45, sizeof ws45, "%s/assets/ws45", srcdir ? srcdir : ".");
	snprintf(loom, sizeof loom, "%s/assets/loom", srcdir ? srcdir : ".");
	if (golden_find_file(f.early, sizeof f.early, ws45, "ws45", "_early.lib") &&
	    golden_find_file(f.late, sizeof f.late, ws45, "ws45", "_late.lib") &&
	    golden_find_file(f.verilog, sizeof f.verilog, loom, "loom", ".v") &&
	    golden_find_file(f.spef, sizeof f.spef, loom, "loom", ".spef") &&
	    golden_find_file(f.sdc, sizeof f.sdc, loom, "loom", ".sdc"))
		check_design(d, "loom", &f, 1024);
	else
		OK(false, "loom is there");
}

int main(void)
{
	static const char *const designs[] = {"c17", "c432", "s1494"};

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		for (int j = 0; j < 3; j++)
			check_tau(&d, getenv("WARPSCOPE_REFERENCE"), designs[j]);
		if (!strstr(d.name, "3 threads"))
			check_loom(&d);
		test_device_close(&d);
	}
	return tap_done();
}
