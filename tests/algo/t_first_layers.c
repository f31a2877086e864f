/*
 * Exceptions from registers in designs with one clock: the first is put on states that are the timing graph, others in place
 * of it, and none of them again; states alone also after they were saved and read. Each time states and ends are those of a timing that is built, and a graph that
 * a screen holds stays as it was.
 *
 * `t_first_layers STATE GATES` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/timing_edit.h"
#include "algo/timing_restate.h"
#include "base/grow.h"
#include "lib/devices.h"
#include "lib/random_edits.h"
#include "lib/same_ends.h"
#include "lib/stored.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { EDITS = 8, MOST_HELD = 4 };

struct totals {
	int designs, edits, begun, layered, refused, held, reopened, layers_read, two_sided, wrong;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- what a screen holds ---- */

struct held {
	struct graph *graph; /* owned reference */
	int32_t *from, *to, *vertex;
	int32_t n_arcs, n_vertices, n_sources, n_sinks;
	int32_t *source, *sink;
};

static int32_t *copy(const int32_t *items, int32_t n)
{
	int32_t *out = NULL;

	must(ALLOC(&out, n));
	if (n)
		memcpy(out, items, (size_t)n * sizeof *out);
	return out;
}

static struct held hold(struct graph *graph)
{
	struct held h = {.graph = graph_ref(graph),
			 .from = copy(graph->arc_from, graph->n_arcs),
			 .to = copy(graph->arc_to, graph->n_arcs),
			 .n_arcs = graph->n_arcs,
			 .n_vertices = graph->n_vertices,
			 .n_sources = graph->n_sources,
			 .n_sinks = graph->n_sinks,
			 .source = copy(graph->source_vertex, graph->n_sources),
			 .sink = copy(graph->sink_vertex, graph->n_sinks)};

	must(graph_list_netlist_vertices(graph, &h.vertex));
	return h;
}

static bool is_same(const int32_t *a, const int32_t *b, int32_t n)
{
	return n == 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

static bool stayed(struct held *h)
{
	const struct graph *g = h->graph;
	bool same = g->n_arcs == h->n_arcs && g->n_vertices == h->n_vertices &&
		    g->n_sources == h->n_sources && g->n_sinks == h->n_sinks &&
		    is_same(g->arc_from, h->from, h->n_arcs) &&
		    is_same(g->arc_to, h->to, h->n_arcs) &&
		    is_same(g->source_vertex, h->source, h->n_sources) &&
		    is_same(g->sink_vertex, h->sink, h->n_sinks);

	for (int32_t v = 0; v < g->n_vertices && same; v++)
		same = graph_netlist_vertex(g, v) == h->vertex[v];
	if (!same)
		printf("# a graph that is held has changed\n");
	free(h->from);
	free(h->to);
	free(h->vertex);
	free(h->source);
	free(h->sink);
	graph_unref(h->graph);
	return same;
}

/* ---- exceptions ---- */

struct edited {
	struct random_design design;
	struct constraints *base; /* owned reference: of when timing was built */
	struct timing *timing;
	int n_held;
	struct held held[MOST_HELD];
};

static bool draw(int of)
{
	return random_below(of) == 0;
}

static const struct check *any_check(const struct edited *e)
{
	const struct timing_graph *graph = e->timing->image->graph;

	return &graph->check[random_below(graph->n_checks)];
}

static void name(struct point_list *list, int32_t pin)
{
	list->given = true;
	must(point_list_add(list, (struct point){POINT_PIN, pin, EDGES_BOTH}));
}

static void add_exception(const struct edited *e, struct constraints *k)
{
	struct exception x = {.kind = draw(3) ? EXCEPTION_FALSE : EXCEPTION_MULTICYCLE,
			      .filter = PATH_FILTER_INIT,
			      .multiplier = 2};
	struct point_list *through;
	bool only_ends = draw(4);
	int n = only_ends ? 0 : 1 + (int)random_below(3);

	x.applies[EARLY] = draw(2);
	x.applies[LATE] = !x.applies[EARLY] || (x.kind == EXCEPTION_MULTICYCLE && draw(2));
	for (int i = 0; i < n; i++)
		name(&x.filter.from, any_check(e)->clock / N_EDGES);
	if (!only_ends && draw(4)) {
		must(path_filter_add_through(&x.filter, &through));
		for (int i = 0; i < 3; i++)
			name(through, (int32_t)random_below(e->design.netlist->n_pins));
	}
	if (only_ends || draw(4))
		name(&x.filter.to, any_check(e)->data / N_EDGES);
	must(constraints_add_exception(k, &x));
}

static void remove_last(struct constraints *k)
{
	k->n_exceptions--;
	path_filter_release(&k->exception[k->n_exceptions].filter);
	free(k->exception[k->n_exceptions].name);
}

/* Does it name ends only? */
static bool last_is_to(const struct constraints *k)
{
	const struct path_filter *filter = &k->exception[k->n_exceptions - 1].filter;

	return !filter->from.given && !filter->n_throughs;
}

static void change(const struct edited *e, struct constraints *k)
{
	if (k->n_exceptions && draw(6)) {
		bool all = draw(2);

		while (k->n_exceptions && (all || !last_is_to(k)))
			remove_last(k);
	} else if (k->n_exceptions > 1 && draw(3)) {
		remove_last(k);
	} else {
		add_exception(e, k);
	}
}

/* ---- one clock ---- */

static bool has_input_delay(const struct constraints *k, int32_t pin)
{
	bool has = false;

	for (int32_t i = 0; i < k->n_input_delays && !has; i++)
		has = k->input_delay[i].pin == pin;
	return has;
}

/* At the sources of all, and data of it at each input: then a vertex has one state. */
static void take_one_clock(struct random_design *design)
{
	struct constraints *k = design->constraints;
	struct external_delay delay = {0, CLOCK_EDGE(0, RISE), -1, false, false, {{0}}};

	for (int32_t c = 1; c < k->n_clocks; c++) {
		for (int32_t i = 0; i < k->clock[c].n_sources; i++) {
			if (!clock_is_source_of(&k->clock[0], k->clock[c].source[i]))
				must(clock_add_source(&k->clock[0], k->clock[c].source[i]));
		}
	}
	random_plain(k);
	for (int i = (int)random_below(4); i < 2; i++) { /* names ends before anything is edited */
		struct exception x = {.kind = i ? EXCEPTION_FALSE : EXCEPTION_MULTICYCLE,
				      .filter = PATH_FILTER_INIT,
				      .multiplier = 2};

		x.applies[i] = true;
		name(&x.filter.to, (int32_t)random_below(design->netlist->n_pins));
		must(constraints_add_exception(k, &x));
	}
	for (int32_t p = 0; p < design->netlist->n_ports && k->n_clocks; p++) {
		if (!netlist_may_drive(design->netlist, p) || has_input_delay(k, p) ||
		    clock_is_source_of(&k->clock[0], p))
			continue;
		must(GROW(&k->input_delay, &k->input_delay_capacity,
			  (int64_t)k->n_input_delays + 1));
		delay.pin = p;
		k->input_delay[k->n_input_delays++] = delay;
	}
	if (k->n_clocks)
		k->clock[0].master = -1;
}

/* ---- edits ---- */

static struct timing *build(struct test_device *d, const struct edited *e)
{
	struct timing *t;

	must(timed_new(d->queue, &d->task, &e->design, true, &t));
	if (draw(2)) /* as a session does */
		timing_graph_forget_order(t->image->graph);
	return t;
}

static bool same_timing(struct test_device *d, const struct edited *e)
{
	struct timing *t = build(d, e);
	bool same = timing_read(e->timing) == timing_read(t) &&
		    same_states(e->timing->image->states, t->image->states) &&
		    same_ends(d->queue, e->timing, t);

	timing_free(t);
	return same;
}

static bool restate(struct test_device *d, struct edited *e, struct totals *totals)
{
	const struct state_graph *states = e->timing->image->states;
	bool was_flat = states->is_timing_graph, was_layered = states->layers, done;

	must(timing_restate(e->timing, e->design.constraints, 0, &d->task, &done));
	states = e->timing->image->states;
	if (!done)
		return false;
	/* what is built remembers no edit */
	totals->begun += was_flat && states->layers && states->edits;
	totals->two_sided += states->layers && states->edits &&
			     e->design.netlist->n_all_pins > e->design.netlist->n_pins;
	totals->refused += was_flat && states->layers && !states->edits;
	totals->layered += was_layered && states->layers && states->edits;
	constraints_unref(e->base);
	e->base = constraints_ref(e->design.constraints);
	return true;
}

static void build_anew(struct test_device *d, struct edited *e)
{
	timing_free(e->timing);
	e->timing = build(d, e);
	constraints_unref(e->base);
	e->base = constraints_ref(e->design.constraints);
}

static bool edit(struct test_device *d, struct edited *e, struct totals *totals)
{
	struct constraints *now;
	enum timing_edited edited;
	bool wires;

	totals->edits++;
	if (e->n_held < MOST_HELD && draw(3)) {
		e->held[e->n_held++] = hold(e->timing->image->states->graph);
		totals->held++;
	}
	must(constraints_copy(e->design.constraints, &now));
	change(e, now);
	must(timing_edit(e->timing, e->base, now, &wires, &edited));
	constraints_unref(e->design.constraints);
	e->design.constraints = now;
	if (edited == EDIT_BROKEN)
		build_anew(d, e);
	else if (edited == EDIT_REFUSED && !restate(d, e, totals))
		return false;
	while (e->n_held && draw(3)) {
		if (!stayed(&e->held[--e->n_held]))
			return false;
	}
	return draw(4) || same_timing(d, e);
}

/* ---- states alone ---- */

static void build_states(struct test_device *d, const struct random_design *design,
			 struct timing_graph **graph, struct state_graph **states)
{
	struct text warnings = TEXT_INIT;

	must(timing_graph_new(design->netlist, design->constraints, &warnings, &d->task, graph));
	must(state_graph_new(*graph, 0, &d->task, states));
	text_release(&warnings);
}

static bool same_as_built(struct test_device *d, const struct random_design *design,
			  struct constraints *now, const struct state_graph *states)
{
	struct random_design other = *design;
	struct timing_graph *graph;
	struct state_graph *built;
	bool same;

	other.constraints = now;
	build_states(d, &other, &graph, &built);
	same = same_states(states, built) && states->graph->n_sinks == built->graph->n_sinks &&
	       is_same(states->graph->sink_vertex, built->graph->sink_vertex,
		       built->graph->n_sinks);
	state_graph_free(built);
	timing_graph_free(graph);
	return same;
}

/* Layers after layers, without delays for an image between them; sometimes they are saved and read meanwhile. */
static bool check_states(struct test_device *d, const struct edited *e, struct totals *totals)
{
	struct stored_design opened[EDITS];
	struct random_design design = e->design;
	struct timing_graph *graph;
	struct state_graph *states;
	bool same = true, done = true, reopens = draw(2);

	memset(opened, 0, sizeof opened);
	build_states(d, &design, &graph, &states);
	for (int i = 0; i < EDITS && same && done; i++) {
		struct constraints *before, *now;
		bool reopened = reopens && draw(2);

		if (reopened) {
			design.constraints = graph->constraints;
			design.netlist = graph->netlist;
			stored_again(&d->task, &design, &graph, &states, &opened[i]);
		}
		before = graph->constraints;
		must(constraints_copy(before, &now));
		change(e, now);
		must(state_graph_can_layer(states, now, 0, &done));
		if (!done) {
			constraints_unref(now);
			break;
		}
		totals->reopened += reopened && !states->layers;
		totals->layers_read += reopened && states->layers;
		graph->constraints = now;
		must(state_graph_layer_again(states, graph, before, 0, &d->task, &done));
		constraints_unref(before);
		same = !done || same_as_built(d, &e->design, now, states);
	}
	state_graph_free(states);
	timing_graph_free(graph);
	for (int i = 0; i < EDITS; i++)
		stored_design_release(&opened[i]);
	return same;
}

static bool check_edits(struct test_device *d, struct edited *e, struct totals *totals)
{
	bool same = true;

	e->base = constraints_ref(e->design.constraints);
	e->timing = build(d, e);
	(void)timing_update(e->timing);
	if (e->timing->image->states->is_timing_graph && e->timing->image->graph->n_checks) {
		totals->designs++;
		same = check_states(d, e, totals);
		for (int i = 0; i < EDITS && same; i++)
			same = edit(d, e, totals);
	}
	while (e->n_held)
		same &= stayed(&e->held[--e->n_held]);
	timing_free(e->timing);
	constraints_unref(e->base);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct edited e = {0};
	bool same;

	random_seed(state);
	random_design(options, &e.design);
	take_one_clock(&e.design);
	same = check_edits(d, &e, totals);
	random_design_release(&e.design);
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates\n", d->name, (unsigned long long)state,
		       (int)options->n_instances);
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct random_options options = {.scale = 1, .constrained = true};
	struct totals t = {0};

	for (int i = 0; t.designs < n && t.wrong < 5; i++) {
		options.n_instances = 5 + i % 40;
		options.two_sided = i % 3 == 2;
		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0,
	   "%s: %d edits of %d designs, %d of them the first in layers, %d others there, %d built; %d graphs were held; "
	   "%d of states that were read, %d of layers; %d with pins of two sides",
	   d->name, t.edits, t.designs, t.begun, t.layered, t.refused, t.held, t.reopened,
	   t.layers_read, t.two_sided);
	OK(n < 20 || (t.begun > t.designs / 4 && t.layered > t.designs / 4 && t.refused &&
		      t.held > t.designs && t.reopened > t.designs / 8 &&
		      t.layers_read > t.designs / 8 && t.two_sided),
	   "%s: many exceptions keep states apart", d->name);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};
	struct random_options constrained = *options;

	constrained.constrained = true;
	return check_state(d, state, &constrained, &t);
}

int main(int argc, char **argv)
{
	return test_random_designs(argc, argv,
				   &(struct random_test){200, 5, check_random, check_one});
}
