/*
 * Timing on the device against the naive reference: random netlists of random libraries with random
 * wires and constraints, on every device, for all settings. All times are the same to the femtosecond,
 * slews to 11 digits. Where the ends of paths depend on exceptions, t_states compares them.
 *
 * `t_timing STATE INSTANCES [SCALE [odd|even [constrained]]]` runs the one design that begins at
 * this state of the random numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/image/device_timing.h"
#include "gpu/kernel/values.h"
#include "lib/devices.h"
#include "lib/gates.h"
#include "lib/random_design.h"
#include "lib/same_timing.h"
#include "lib/tap.h"
#include "lib/timed.h"

struct totals {
	int designs, wrong, unconstrained, bad;
	int64_t arcs, impossible, checks, ends, networks, untimed, hands, parallel;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- ends ---- */

static enum endpoint_kind kind_of(const struct naive *n, const struct naive_path *p)
{
	if (p->end == NAIVE_END_GATE)
		return p->split == LATE ? ENDPOINT_GATING_SETUP : ENDPOINT_GATING_HOLD;
	return p->end == NAIVE_END_CHECK ? (enum endpoint_kind)n->check[p->end_id].kind
					 : ENDPOINT_OUTPUT;
}

/* All ends of the worst arrivals in a design without exceptions. */
struct ends {
	const struct naive *naive;
	int64_t n, capacity;
	struct naive_path *end; /* owned; its path is the endpoint alone */
};

static void add_end(void *context, const struct naive_path *path)
{
	struct ends *ends = context;

	must(GROW(&ends->end, &ends->capacity, ends->n + 1));
	ends->end[ends->n++] = *path;
}

static int32_t n_edges(const struct naive *n)
{
	return n->in.constraints ? 2 * n->in.constraints->n_clocks : 0;
}

static void list_ends(const struct naive *n, struct ends *ends)
{
	int64_t *arrival;

	*ends = (struct ends){.naive = n};
	must(ALLOC(&arrival, n->n_vertices));
	for (int32_t i = -2; i < 2 * n_edges(n) && n->in.constraints; i++) {
		struct naive_path path = {.split = (enum split)(i & 1),
					  .launch = i < 0 ? -1 : i / 2,
					  .n_vertices = 1};

		naive_arrivals(n, path.split, path.launch, arrival);
		for (int32_t v = 0; v < n->n_vertices; v++) {
			path.vertex = &v;
			path.arrival = arrival[v];
			if (arrival[v] != NAIVE_NONE)
				naive_ends(n, &path, add_end, ends);
			/* what was kept of it: where it is, in place of what it passed */
			for (int64_t e = ends->n - 1; e >= 0 && ends->end[e].vertex; e--) {
				ends->end[e].vertex = NULL;
				ends->end[e].n_vertices = v;
			}
		}
	}
	free(arrival);
}

/* The slack is the last. */
static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int c = memcmp(x->key, y->key, sizeof x->key - sizeof *x->key);

	return c ? c : (x->key[5] > y->key[5]) - (x->key[5] < y->key[5]);
}

/* The worst of those alike: an input delay where others come through makes ends of its own. */
static int64_t worst_of_each(struct item *item, int64_t n)
{
	int64_t at = 0;

	qsort(item, (size_t)n, sizeof *item, compare_items);
	for (int64_t i = 0; i < n; i++) {
		if (!at ||
		    memcmp(item[at - 1].key, item[i].key, sizeof item->key - sizeof *item->key))
			item[at++] = item[i];
	}
	return at;
}

/* Sinks with a slack, by endpoint, edges, kind and required time. */
static bool same_sinks(const struct timing *t, const struct ends *ends)
{
	const struct state_graph *states = t->image->states;
	int32_t n_sinks = states->graph->n_sinks;
	int64_t n_ours = 0;
	struct item *ours, *wanted;

	must(ALLOC(&ours, n_sinks));
	must(ALLOC(&wanted, ends->n));
	for (int32_t s = 0; s < n_sinks; s++) {
		const struct endpoint *e = &states->endpoint[s];
		const struct relation *r = &states->relation[e->relation];
		int64_t slack = timing_sink_slack(t, s);
		int32_t vertex = state_vertex(states, states->graph->sink_vertex[s]);

		if (slack == FS_NONE_64)
			continue;
		ours[n_ours++] =
			(struct item){{vertex, 2 * (int)e->kind + (int)e->split, r->launch_edge,
				       r->capture_edge, timing_sink_required(t, s), slack}};
	}
	for (int64_t i = 0; i < ends->n; i++) {
		const struct naive_path *p = &ends->end[i];

		wanted[i] = (struct item){{p->n_vertices,
					   2 * (int)kind_of(ends->naive, p) + (int)p->split,
					   p->launch, p->capture, p->required, p->slack}};
	}
	return same_lists("ends (vertex, kind and split, launch, capture, required)", ours,
			  worst_of_each(ours, n_ours), wanted, worst_of_each(wanted, ends->n));
}

/* ---- required times ---- */

/* Of one sort of arrival: where it arrives, and where it goes on from there. */
static bool same_sort(const struct timing *t, enum tag_kind kind, int32_t clock_edge,
		      enum split split, const int64_t *required)
{
	const struct state_graph *states = t->image->states;
	int32_t n_vertices = t->image->graph->graph->n_vertices;

	for (int32_t v = 0; v < n_vertices; v++) {
		for (int32_t s = state_first(states, v); s >= 0; s = state_next(states, s)) {
			const struct tag *tag = state_tag(states, s);
			int64_t ours = timing_required(t, s, split);

			if (tag->kind != kind || tag->clock_edge != clock_edge ||
			    timing_arrival(t, s, split) == FS_NONE_64 || ours == required[v])
				continue;
			printf("# kind %d, clock edge %d, split %d\n", (int)kind, (int)clock_edge,
			       (int)split);
			return differs("required time", v, ours, required[v]);
		}
	}
	return true;
}

/* After a generated clock it is its master that is required to be in time, along ways that this
 * doesn't look at. */
static bool has_generated(const struct naive *n)
{
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; i < c->n_clocks; i++) {
		if (c->clock[i].master >= 0)
			return true;
	}
	return false;
}

static bool same_required(const struct timing *t, const struct naive *n)
{
	int64_t *arrival, *data, *clock;
	bool same = true;

	must(ALLOC(&arrival, n->n_vertices));
	must(ALLOC(&data, n->n_vertices));
	must(ALLOC(&clock, n->n_vertices));
	for (int32_t i = -2; i < 2 * n_edges(n) && same; i++) {
		int32_t edge = i < 0 ? -1 : i / 2;
		enum split split = (enum split)(i & 1);

		naive_arrivals(n, split, edge, arrival);
		naive_required(n, split, edge, arrival, data, clock);
		same = same_sort(t, TAG_DATA, edge, split, data);
		if (same && edge >= 0 && !has_generated(n))
			same = same_sort(t, TAG_CLOCK, edge, split, clock);
	}
	free(arrival);
	free(data);
	free(clock);
	return same;
}

/* ---- one pin's worst ---- */

struct worst {
	int64_t wns, tns;
	int32_t n_endpoints, n_violated;
};

static struct worst worst_of(const struct ends *ends, enum split split, int kind)
{
	int32_t n_pins = ends->naive->n_vertices / 2;
	struct worst w = {.wns = NAIVE_NONE};
	int64_t *slack;

	must(ALLOC(&slack, n_pins));
	for (int32_t p = 0; p < n_pins; p++)
		slack[p] = NAIVE_NONE;
	for (int64_t i = 0; i < ends->n; i++) {
		const struct naive_path *e = &ends->end[i];

		if (e->split == split &&
		    (kind == N_ENDPOINT_KINDS || (int)kind_of(ends->naive, e) == kind) &&
		    e->slack < slack[e->n_vertices / 2])
			slack[e->n_vertices / 2] = e->slack;
	}
	for (int32_t p = 0; p < n_pins; p++) {
		w.n_endpoints += slack[p] != NAIVE_NONE;
		w.n_violated += slack[p] < 0;
		w.tns += slack[p] < 0 ? slack[p] : 0;
		w.wns = slack[p] < w.wns ? slack[p] : w.wns;
	}
	free(slack);
	return w;
}

static bool same_worst(const struct timing *t, const struct ends *ends)
{
	for (int i = 0; i < 2 * (N_ENDPOINT_KINDS + 1); i++) {
		struct worst wanted = worst_of(ends, (enum split)(i % 2), i / 2);
		struct timing_totals ours =
			timing_worst(t, (enum split)(i % 2), (enum endpoint_kind)(i / 2));

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

static bool has_bad_ends(const struct ends *ends)
{
	bool bad = false;

	for (int64_t i = 0; i < ends->n; i++)
		bad |= ends->end[i].required == NAIVE_NONE;
	return bad;
}

/* `excepted`: ends depend on the whole of a path, which is compared elsewhere. */
static bool same_results(struct queue *queue, struct timing *t, const struct naive *n,
			 const struct ends *ends, bool excepted)
{
	return same_delays(queue, t, n) && same_arrivals(t, n) &&
	       (excepted || !n->in.constraints ||
		(same_sinks(t, ends) && same_worst(t, ends) && same_required(t, n)));
}

static bool same_timing(struct queue *queue, struct timing *t, const struct naive *n,
			struct totals *totals)
{
	enum status status = timing_read(t), wanted = STATUS_OK;
	bool excepted = n->in.constraints && n->in.constraints->n_exceptions, same;
	struct ends ends = {.naive = n};

	if (!excepted)
		list_ends(n, &ends);
	if (n->n_bad || has_bad_ends(&ends))
		wanted = STATUS_BAD_INPUT;
	same = status == wanted || differs("status", 0, status, wanted);
	if (same && status == STATUS_OK)
		same = same_results(queue, t, n, &ends, excepted);
	totals->ends += ends.n;
	totals->bad += wanted != STATUS_OK;
	free(ends.end);
	return same;
}

/* Some 2 ps more or less. */
static int32_t increment(int32_t from, int32_t to)
{
	return (int32_t)(((int64_t)from * 7919 + (int64_t)to * 104729) % 4001) - 2000;
}

/* A die in which slews deviate as delays do. */
static bool same_die(struct test_device *d, struct timing *t, const struct naive_input *nominal)
{
	const struct graph *g = t->image->graph->graph;
	int64_t n_arcs = t->image->device.n_arcs;
	struct naive_input in = *nominal;
	int32_t *arc, *check;
	struct naive naive;
	bool same;

	in.increment = increment;
	naive_timing(&naive, &in);
	must(ALLOC(&arc, n_arcs));
	must(ALLOC(&check, t->image->device_states.n_sinks));
	from_device(d->queue, arc, t->image->delay_image->d_arc, n_arcs * (int64_t)sizeof *arc);
	for (int64_t e = 0; e < n_arcs; e++)
		arc[e] = arc[e] >= g->n_arcs || g->arc_type[arc[e]] < 0
				 ? 0
				 : increment(g->arc_from[arc[e]], g->arc_to[arc[e]]);
	timing_vary_slews(t, true);
	must(timing_set_increments(t, arc, check));
	same = timing_read(t) != STATUS_OK || same_delays(d->queue, t, &naive);
	timing_vary_slews(t, false);
	must(timing_set_increments(t, NULL, NULL));
	free(arc);
	free(check);
	naive_release(&naive);
	return same;
}

/* All settings, from one to the next on one timing. */
static bool check_settings(struct test_device *d, const struct random_design *design,
			   struct timing *t, struct totals *totals)
{
	int first = (int)random_below(6), n = design->netlist->n_instances > 10000 ? 1 : 6;
	bool same = true;

	for (int i = 0; i < n && same; i++) {
		struct timing_settings settings = {(enum delay_model)((first + i) % 3),
						   (first + i) / 3 % 2, true};
		struct naive_input in = {.netlist = design->netlist,
					 .constraints = design->constraints,
					 .parasitics = design->parasitics,
					 .early_parasitics = design->early_parasitics,
					 .models = &design->models,
					 .lumped = settings.model == DELAY_LUMPED,
					 .dmp = settings.model == DELAY_DMP,
					 .with_drivers = settings.load_includes_driver_pin,
					 .all_inputs = random_all_inputs(design->constraints)};
		struct naive naive;

		timing_set(t, &settings);
		(void)timing_update(t);
		if (in.dmp)
			must(timed_take_seen(d->queue, t, &in.pin_driver, &in.pi));
		in.hands = timing_has_waves(t);
		if (in.hands && t->image->graph->n_latch_arcs)
			continue;
		totals->hands += in.hands;
		naive_timing(&naive, &in);
		same = same_timing(d->queue, t, &naive, totals) &&
		       (i % 3 || naive.n_bad || naive.n_latch_arcs || same_die(d, t, &in));
		totals->arcs += naive.n_arcs;
		totals->impossible += naive.n_impossible;
		totals->checks += naive.n_checks;
		naive_release(&naive);
		free((void *)in.pin_driver);
		free((void *)in.pi);
	}
	return same;
}

/* What drivers of trees and networks see: three moments of the pi in each corner that it is for. */
static bool same_seen(struct queue *queue, const struct timing *t, const struct rc_forest *rc,
		      const struct naive *naive)
{
	const struct netlist *netlist = naive->in.netlist;
	bool same = true;
	struct device_pi *pi;

	must(ALLOC(&pi, 4 * (int64_t)rc->n_drivers));
	from_device(queue, pi, t->image->wires.pi,
		    4 * (int64_t)rc->n_drivers * (int64_t)sizeof *pi);
	for (int32_t pin = 0; pin < netlist->n_pins; pin++) {
		int32_t net = netlist->pin_net[pin], j = 0;
		const double *wanted;

		if (rc->pin_driver[pin] < 0)
			continue;
		for (int32_t k = netlist->net_pin_row[net]; netlist->net_pin[k] != pin; k++)
			j += naive_drives(netlist, netlist->net_pin[k]);
		wanted = naive->wire_seen + 12 * (naive->driver_row[net] + j);
		for (int k = 0; k < 12 && same; k++) {
			struct device_pi p = pi[4 * rc->pin_driver[pin] + k / 3];
			double far = p.r * p.c1;
			double ours[3] = {p.c1 + p.c2, -far * p.c1, far * far * p.c1};

			if (!(fabs(ours[k % 3] - wanted[k]) <= 1e-11 * fabs(wanted[k]) + 1e-9))
				same = differs("what a driver sees", 12 * (int64_t)net + k,
					       (int64_t)(1e6 * ours[k % 3]),
					       (int64_t)(1e6 * wanted[k]));
		}
	}
	free(pi);
	return same;
}

static bool put_wires(struct test_device *d, const struct random_design *design, struct timing *t,
		      struct totals *totals)
{
	struct text warnings = TEXT_INIT;
	struct rc_source source = random_rc_source(design);
	struct naive_input in = {.netlist = design->netlist,
				 .constraints = design->constraints,
				 .parasitics = design->parasitics,
				 .early_parasitics = design->early_parasitics,
				 .models = &design->models};
	struct naive naive;
	struct rc_forest *rc;
	bool same;

	if (rc_forest_new(&source, &warnings, &d->task, &rc) != STATUS_OK)
		return false;
	naive_timing(&naive, &in);
	same = (rc->n_lumped == naive.n_lumped ||
		differs("nets without resistors", 0, rc->n_lumped, naive.n_lumped)) &&
	       (rc->n_untimed == naive.n_untimed ||
		differs("nets that lack delays", 0, rc->n_untimed, naive.n_untimed));
	totals->networks += rc->networks.n;
	totals->untimed += naive.n_untimed;
	same = timing_set_wires(t, rc) == STATUS_OK && same;
	timing_read(t);
	same = same && same_seen(d->queue, t, rc, &naive);
	naive_release(&naive);
	rc_forest_free(rc);
	text_release(&warnings);
	return same;
}

static bool check_design(struct test_device *d, const struct random_design *design,
			 struct totals *totals)
{
	int64_t n_ends = totals->ends;
	enum status status;
	struct timing *t;
	bool same;

	status = timed_new(d->queue, &d->task, design, false, &t);
	if (status != STATUS_OK)
		return differs("status", 0, status, STATUS_OK);
	same = (!timed_has_wires(design) || put_wires(d, design, t, totals)) &&
	       check_settings(d, design, t, totals);
	totals->unconstrained += totals->ends == n_ends;
	totals->parallel += t->image->n_parallel;
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
	if (design.early)
		random_thresholds(design.early);
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
		struct random_options options = {.n_instances = 1 + i % 40,
						 .scale = i % 16 ? 1 : 1e4,
						 .odd = i % 8 > 0,
						 .wires = i % 3 == 2};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && t.parallel > 0,
	   "%s: %d random designs as the reference has them (%lld arcs, %lld checks, %lld ends, "
	   "%lld networks, %lld edges of nets with outputs in parallel, %lld nets that lack delays, %d unconstrained, %d with bad numbers)",
	   d->name, t.designs, (long long)t.arcs, (long long)t.checks, (long long)t.ends,
	   (long long)t.networks, (long long)t.parallel, (long long)t.untimed, t.unconstrained,
	   t.bad);
}

/* Clock trees, constants, derates, driving cells; exceptions in most. */
static void check_constrained(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 3; i++) {
		struct random_options options = {.n_instances = i % 30,
						 .scale = 1,
						 .odd = i % 3 > 0,
						 .constrained = true,
						 .wires = i % 4 == 3};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0,
	   "%s: %d constrained designs as the reference has them (%lld arcs, %lld impossible, "
	   "%lld checks, %lld ends)",
	   d->name, t.designs, (long long)t.arcs, (long long)t.impossible, (long long)t.checks,
	   (long long)t.ends);
}

enum { ARCS_OF_INSTANCE = 20 }; /* about */

static void check_sizes(struct test_device *d)
{
	static const int32_t sizes[] = {0, 1, 31, 33, 1000, 4000, 100000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct random_options options = {.n_instances = sizes[i], .scale = 1, .odd = true};
		struct totals t = {0};
		bool same;

		if (!test_size_wanted(ARCS_OF_INSTANCE * sizes[i]))
			continue;
		same = check_state(d, 7, &options, &t);
		OK(same, "%s: %d instances, %lld arcs", d->name, (int)sizes[i], (long long)t.arcs);
	}
}

/* ---- what random designs don't have ---- */

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
	must(constraints_add_external(design.constraints, true,
				      &(struct external_delay){.pin = 0, .clock_edge = -1}));
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

/* ---- loops that constants break ---- */

/* A mux that passes in1 and is fed back to its other input, which constants make impossible; or
 * that arc turned off. */
static void feedback(struct random_design *design, bool off)
{
	int32_t mux;

	*design = (struct random_design){
		.late = test_gates_library("late",
					   &(struct gates_options){.factor = 1, .random = true})};
	must(netlist_new("feedback", &design->netlist));
	gates_masters(design->netlist, design->late, NULL);
	gates_port(design->netlist, "sel", LIB_INPUT);
	gates_port(design->netlist, "in1", LIB_INPUT);
	gates_port(design->netlist, "y", LIB_OUTPUT);
	mux = gates_instance(design->netlist, "m", "MUX2", "A=a B=in1 S=sel Y=y");
	gates_instance(design->netlist, "b", "BUF", "A=y Y=a");
	must(netlist_close(design->netlist));
	must(constraints_new("feedback", design->netlist, &design->constraints));
	must(GROW(&design->constraints->case_value, &design->constraints->case_capacity, 1));
	design->constraints->case_value[design->constraints->n_cases++] =
		(struct case_value){gates_pin(design->netlist, "sel"), 1, false};
	if (!off)
		return;
	must(GROW(&design->constraints->disabled, &design->constraints->disabled_capacity, 1));
	design->constraints->disabled[design->constraints->n_disabled++] =
		(struct disabled_arc){.instance = mux,
				      .from = gates_pin(design->netlist, "m/A"),
				      .to = gates_pin(design->netlist, "m/Y"),
				      .master = -1};
}

/* No loop is broken, and slews are those without the arc that would have closed it. */
static void check_feedback(struct test_device *d)
{
	struct random_design design[2];
	struct timing *t[2];
	bool same = true, broken = false;

	for (int i = 0; i < 2; i++) {
		random_seed(1);
		feedback(&design[i], i);
		must(timed_new(d->queue, &d->task, &design[i], false, &t[i]));
		must(timing_read(t[i]));
		broken |= t[i]->image->graph->graph->n_broken > 0;
	}
	for (int32_t i = 0; i < 4 * design[0].netlist->n_pins; i++)
		same &= timing_vertex_slew(t[0], i / 2, (enum split)(i % 2)) ==
			timing_vertex_slew(t[1], i / 2, (enum split)(i % 2));
	OK(same && !broken && t[0]->image->graph->n_possible == t[1]->image->graph->n_possible,
	   "%s: slews in a loop that constants break", d->name);
	for (int i = 0; i < 2; i++) {
		timing_free(t[i]);
		random_design_release(&design[i]);
	}
}

int main(int argc, char **argv)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		if (argc > 1) {
			struct random_options options = {.n_instances = atoi(argv[2]),
							 .scale = argc > 3 ? atof(argv[3]) : 1,
							 .odd = argc > 4 && argv[4][0] == 'o',
							 .constrained = argc > 5};
			struct totals t = {0};

			OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_random(&d, i == 0 ? 400 : 80);
			check_constrained(&d, i == 0 ? 600 : 80);
			check_sizes(&d);
			check_no_numbers(&d);
			check_no_nets(&d, true);
			check_no_nets(&d, false);
			check_nothing(&d);
			check_feedback(&d);
		}
		test_device_close(&d);
	}
	return tap_done();
}
