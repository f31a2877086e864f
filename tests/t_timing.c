/*
 * Timing on the device against the naive reference: random netlists of random libraries with random
 * wires, on every device, for all settings. All numbers are the same to the last bit.
 *
 * `t_timing STATE` runs the one design that begins at this state of the random numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/timing.h"
#include "devices.h"
#include "naive_timing.h"
#include "random_design.h"
#include "tap.h"

struct totals {
	int designs, wrong, unconstrained, bad;
	int64_t arcs, checks, lumped;
};

/* The first difference, for the message. */
static bool differs(const char *what, int64_t where, int64_t ours, int64_t wanted)
{
	printf("# %s at %lld: %lld, not %lld\n", what, (long long)where, (long long)ours,
	       (long long)wanted);
	return false;
}

static bool differs_real(const char *what, int64_t where, double ours, double wanted)
{
	printf("# %s at %lld: %.17g, not %.17g\n", what, (long long)where, ours, wanted);
	return false;
}

static bool same_pins(const struct timing *t, const struct naive *n)
{
	for (int64_t v = 0; v < n->n_vertices; v++) {
		for (int split = 0; split < N_SPLITS; split++) {
			int64_t at = 2 * (int64_t)t->image->vertex_state[v] + split,
				i = 2 * v + split;
			double slew = n->arrival[i] == NAIVE_NONE ? -1 : n->slew[i];

			if (t->arrival[at] != n->arrival[i])
				return differs("arrival", i, t->arrival[at], n->arrival[i]);
			if (t->required[at] != n->required[i])
				return differs("required", i, t->required[at], n->required[i]);
			if (t->slew[at] != slew)
				return differs_real("slew", i, t->slew[at], slew);
		}
	}
	for (int64_t i = 0; i < 4 * (int64_t)n->in.netlist->n_nets; i++) {
		if (t->load[i] != n->load[i])
			return differs_real("load", i, t->load[i], n->load[i]);
	}
	return true;
}

/* ---- arcs and endpoints as sorted lists ---- */

struct item {
	int64_t key[4];
};

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	for (int i = 0; i < 4; i++) {
		if (x->key[i] != y->key[i])
			return x->key[i] < y->key[i] ? -1 : 1;
	}
	return 0;
}

static bool same_lists(const char *what, struct item *ours, int64_t n_ours, struct item *wanted,
		       int64_t n_wanted)
{
	bool same = n_ours == n_wanted || differs(what, -1, n_ours, n_wanted);

	qsort(ours, (size_t)n_ours, sizeof *ours, compare_items);
	qsort(wanted, (size_t)n_wanted, sizeof *wanted, compare_items);
	for (int64_t i = 0; i < n_ours && same; i++) {
		if (compare_items(&ours[i], &wanted[i]) != 0) {
			printf("# %s from %lld to %lld:\n", what, (long long)ours[i].key[0],
			       (long long)ours[i].key[1]);
			same = differs("its value", ours[i].key[2], ours[i].key[3],
				       wanted[i].key[3]);
		}
	}
	free(ours);
	free(wanted);
	return same;
}

/* Delays by tail, head and split; those that nothing comes through are left out. */
static bool same_arcs(struct queue *queue, const struct timing *t, const struct naive *n)
{
	const struct graph *g = t->image->graph->graph;
	int64_t n_device = t->image->device.n_arcs, n_ours = 0, n_wanted = 0;
	int32_t *arc = malloc((size_t)n_device * sizeof *arc + 1);
	struct item *ours = malloc((size_t)(2 * n_device + 1) * sizeof *ours);
	struct item *wanted = malloc((size_t)(n->n_arcs + 1) * sizeof *wanted);

	from_device(queue, arc, t->image->image->d_arc, n_device * (int64_t)sizeof *arc);
	for (int64_t e = 0; e < 2 * n_device; e++) {
		int32_t a = arc[e / 2];

		if (a < g->n_arcs && t->delay[e] != DELAY_NONE)
			ours[n_ours++] =
				(struct item){{g->arc_from[a], g->arc_to[a], e % 2, t->delay[e]}};
	}
	for (int64_t a = 0; a < n->n_arcs; a++) {
		const struct naive_arc *from = &n->arc[a];

		if (from->delay != NAIVE_NONE)
			wanted[n_wanted++] =
				(struct item){{from->from, from->to, from->split, from->delay}};
	}
	free(arc);
	return same_lists("delay", ours, n_ours, wanted, n_wanted);
}

/* Required times by data, clock, and kind. */
static bool same_endpoints(const struct timing *t, const struct naive *n)
{
	const struct timing_graph *graph = t->image->graph;
	int32_t n_sinks = graph->graph->n_sinks;
	struct item *ours = malloc((size_t)(n_sinks + 1) * sizeof *ours);
	struct item *wanted = malloc((size_t)(n->n_checks + 1) * sizeof *wanted);

	for (int32_t s = 0; s < n_sinks; s++) {
		const struct endpoint *e = &graph->endpoint[s];
		int64_t at = 2 * (int64_t)(t->image->device.first_sink + s);

		ours[s] = (struct item){{graph->graph->sink_vertex[s], e->clock,
					 2 * (int)e->kind + (int)e->split,
					 t->required[at + e->split]}};
		if (t->required[at + 1 - e->split] != FS_NONE_64)
			ours[s].key[2] = -1;
	}
	for (int64_t c = 0; c < n->n_checks; c++) {
		const struct naive_check *from = &n->check[c];

		wanted[c] = (struct item){{from->data, from->clock,
					   2 * (int)from->kind + (int)from->split, from->required}};
	}
	return same_lists("required time", ours, n_sinks, wanted, n->n_checks);
}

/* ---- one pin's worst ---- */

struct worst {
	int64_t wns, tns;
	int32_t n_endpoints, n_violated;
};

static struct worst naive_worst(const struct naive *n, enum split split, int kind)
{
	struct worst w = {.wns = NAIVE_NONE};
	int64_t *slack = malloc(((size_t)n->n_vertices / 2 + 1) * sizeof *slack);

	for (int32_t p = 0; p < n->n_vertices / 2; p++)
		slack[p] = NAIVE_NONE;
	for (int64_t c = 0; c < n->n_checks; c++) {
		const struct naive_check *k = &n->check[c];
		int64_t arrival = n->arrival[2 * (int64_t)k->data + split], s;

		if (k->split != split || (kind != N_ENDPOINT_KINDS && (int)k->kind != kind) ||
		    arrival == NAIVE_NONE || k->required == NAIVE_NONE)
			continue;
		s = split == LATE ? k->required - arrival : arrival - k->required;
		if (s < slack[k->data / 2])
			slack[k->data / 2] = s;
	}
	for (int32_t p = 0; p < n->n_vertices / 2; p++) {
		w.n_endpoints += slack[p] != NAIVE_NONE;
		w.n_violated += slack[p] < 0;
		w.tns += slack[p] < 0 ? slack[p] : 0;
		w.wns = slack[p] < w.wns ? slack[p] : w.wns;
	}
	free(slack);
	return w;
}

static bool same_worst(const struct timing *t, const struct naive *n)
{
	for (int i = 0; i < 2 * (N_ENDPOINT_KINDS + 1); i++) {
		struct worst wanted = naive_worst(n, (enum split)(i % 2), i / 2), ours;

		timing_worst(t, (enum split)(i % 2), (enum endpoint_kind)(i / 2), &ours.wns,
			     &ours.tns, &ours.n_endpoints, &ours.n_violated);
		if (ours.wns != wanted.wns)
			return differs("worst slack", i, ours.wns, wanted.wns);
		if (ours.tns != wanted.tns)
			return differs("total slack", i, ours.tns, wanted.tns);
		if (ours.n_endpoints != wanted.n_endpoints)
			return differs("endpoints", i, ours.n_endpoints, wanted.n_endpoints);
		if (ours.n_violated != wanted.n_violated)
			return differs("violated", i, ours.n_violated, wanted.n_violated);
	}
	return true;
}

/* ---- a design ---- */

static bool same_timing(struct queue *queue, struct timing *t, const struct naive *n)
{
	enum status status = timing_read(t);

	if (n->n_bad > 0)
		return status == STATUS_BAD_INPUT || differs("status", 0, status, STATUS_BAD_INPUT);
	return (status == STATUS_OK || differs("status", 0, status, STATUS_OK)) &&
	       same_endpoints(t, n) && same_arcs(queue, t, n) && same_pins(t, n) &&
	       same_worst(t, n);
}

/* All settings, from one to the next on one timing. */
static bool check_settings(struct test_device *d, const struct random_design *design,
			   struct timing *t, struct totals *totals)
{
	int first = (int)random_below(4), n = design->netlist->n_instances > 10000 ? 1 : 4;
	bool same = true;

	for (int i = 0; i < n && same; i++) {
		struct timing_settings settings = {(enum delay_model)((first + i) % 2),
						   (first + i) / 2 % 2};
		struct naive_input in = {design->netlist, design->constraints, design->parasitics,
					 settings.model == DELAY_LUMPED,
					 settings.load_includes_driver_pin};
		struct naive naive;

		naive_timing(&naive, &in);
		timing_set(t, &settings);
		same = same_timing(d->queue, t, &naive);
		totals->arcs += naive.n_arcs;
		totals->checks += naive.n_checks;
		totals->bad += naive.n_bad > 0;
		naive_release(&naive);
	}
	return same;
}

static bool put_wires(struct test_device *d, const struct random_design *design, struct timing *t,
		      struct totals *totals)
{
	struct text warnings = TEXT_INIT;
	struct naive_input in = {design->netlist, design->constraints, design->parasitics, false,
				 false};
	struct naive naive;
	struct rc_forest *rc;
	bool same;

	if (rc_forest_new(design->parasitics, design->netlist, &warnings, &d->task, &rc) !=
	    STATUS_OK)
		return false;
	naive_timing(&naive, &in);
	same = rc->n_lumped == naive.n_lumped ||
	       differs("nets that are no trees", 0, rc->n_lumped, naive.n_lumped);
	totals->lumped += naive.n_lumped;
	same = timing_set_wires(t, rc) == STATUS_OK && same;
	naive_release(&naive);
	rc_forest_free(rc);
	text_release(&warnings);
	return same;
}

static bool check_design(struct test_device *d, const struct random_design *design,
			 struct totals *totals)
{
	struct text warnings = TEXT_INIT;
	struct timing_graph *graph;
	struct timing *t;
	struct naive_input in = {design->netlist, design->constraints, NULL, false, false};
	struct naive naive;
	enum status status;
	bool same, constrained;

	naive_timing(&naive, &in);
	constrained = naive.n_starts > 0 && naive.n_checks > 0;
	naive_release(&naive);
	status =
		timing_graph_new(design->netlist, design->constraints, &warnings, &d->task, &graph);
	text_release(&warnings);
	totals->unconstrained += !constrained;
	if (status != STATUS_OK || timing_new(d->queue, graph, &t) != STATUS_OK)
		return differs("status", 0, status, STATUS_OK);
	same = (!design->parasitics || put_wires(d, design, t, totals)) &&
	       check_settings(d, design, t, totals);
	timing_free(t);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct random_design design;
	bool same;

	random_seed(state);
	random_design(options, &design);
	same = check_design(d, &design, totals);
	random_design_release(&design);
	totals->designs++;
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, %d instances, random state %llu\n", d->name,
		       (int)options->n_instances, (unsigned long long)state);
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 3; i++) {
		struct random_options options = {
			.n_instances = 1 + i % 40, .scale = i % 16 ? 1 : 1e4, .odd = i % 8 > 0};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0,
	   "%s: %d random designs as the reference has them (%lld arcs, %lld checks, %lld nets "
	   "that are no trees, %d unconstrained, %d with bad numbers)",
	   d->name, t.designs, (long long)t.arcs, (long long)t.checks, (long long)t.lumped,
	   t.unconstrained, t.bad);
}

static void check_sizes(struct test_device *d)
{
	static const int32_t sizes[] = {0, 1, 31, 33, 1000, 100000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct random_options options = {.n_instances = sizes[i], .scale = 1, .odd = true};
		struct totals t = {0};
		bool same;

		if (!test_size_wanted(sizes[i]))
			continue;
		same = check_state(d, 7, &options, &t);
		OK(same, "%s: %d instances, %lld arcs", d->name, (int)sizes[i], (long long)t.arcs);
	}
}

/* ---- what random designs don't have ---- */

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* A value of a table; axes are sound. */
static double *random_value(struct library *library)
{
	const struct lut *lut = &library->lut[random_below(library->n_luts)];
	int64_t at = lut->first;

	for (int i = 0; i < 2; i++)
		at += lut->variable[i] == LUT_NONE ? 0 : lut->n[i];
	return &library->number[at + random_below((int64_t)lut->n[0] * lut->n[1])];
}

/* One of them is no number, or infinite; naive and device say the same of it. */
static void check_no_numbers(struct test_device *d)
{
	struct totals t = {0};

	for (int i = 0; i < 60 && t.wrong < 3; i++) {
		struct random_options options = {.n_instances = 1 + i % 10, .scale = 1};
		struct random_design design;

		random_seed((uint64_t)i);
		random_design(&options, &design);
		*random_value(design.late) = i % 3 ? (double)NAN : (double)INFINITY;
		t.wrong += !check_design(d, &design, &t);
		random_design_release(&design);
	}
	OK(t.wrong == 0 && t.bad > 0, "%s: NaN and infinity in tables (%d times told)", d->name,
	   t.bad);
}

/* Ports alone: with `required` a path of one point, else nothing is constrained. */
static void check_no_nets(struct test_device *d, bool required)
{
	struct random_design design = {0};
	struct totals t = {0};
	int32_t port;

	must(netlist_new("ports", &design.netlist));
	must(netlist_add_port(design.netlist, "in", LIB_INPUT, &port));
	must(netlist_add_port(design.netlist, "out", LIB_OUTPUT, &port));
	must(netlist_close(design.netlist));
	must(constraints_new("ports", design.netlist, &design.constraints));
	design.constraints->port[0].has_arrival = true;
	design.constraints->port[0].has_required = required;
	must(parasitics_new("ports", &design.parasitics));
	must(parasitics_close(design.parasitics, design.netlist));
	OK(check_design(d, &design, &t) && t.unconstrained == !required, "%s: no nets, %s", d->name,
	   required ? "a path of one port" : "no path");
	random_design_release(&design);
}

static void check_nothing(struct test_device *d)
{
	struct random_design design = {0};
	struct totals t = {0};

	must(netlist_new("nothing", &design.netlist));
	must(netlist_close(design.netlist));
	OK(check_design(d, &design, &t) && t.unconstrained == 1, "%s: no ports", d->name);
	random_design_release(&design);
}

int main(int argc, char **argv)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		if (argc > 1) {
			struct random_options options = {
				atoi(argv[2]), argc > 3 ? atof(argv[3]) : 1, 0, argc <= 4};
			struct totals t = {0};

			OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_random(&d, i == 0 ? 400 : 80);
			check_sizes(&d);
			check_no_numbers(&d);
			check_no_nets(&d, true);
			check_no_nets(&d, false);
			check_nothing(&d);
		}
		test_device_close(&d);
	}
	return tap_done();
}
