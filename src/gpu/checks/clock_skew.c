#include "gpu/checks/clock_skew.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/fan_out.h"
#include "db/loops.h"
#include "db/scaling.h"
#include "gpu/checks/clock_pins.h"
#include "gpu/checks/pin_order.h"

/* ---- latencies ---- */

static int64_t total_of(const struct clock_latency *latency)
{
	return latency->source + latency->network + latency->internal;
}

/* A delay inside a cell, from a clock pin on, fs; 0 at a port. */
static int64_t internal_delay(const struct timing *timing, int32_t state, enum split split)
{
	const struct netlist *netlist = timing->image->graph->netlist;
	int32_t vertex = state_vertex(timing->image->states, state), pin = vertex / N_EDGES;
	const struct lib_pin *lib = netlist_lib_pin(netlist, pin, split);
	const struct library *library;
	const struct lib_cell *cell =
		netlist_lib_cell(netlist, netlist->pin_instance[pin], split, &library);

	for (int32_t a = 0; lib && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];
		const char *name = lib_timing_types[arc->type].name;
		int32_t table = arc->delay[vertex % N_EDGES];
		double slew = timing_clock_slew(timing, vertex, split);

		if (table >= 0 && name && &library->pin[cell->first_pin + arc->to] == lib &&
		    strcmp(name, split == LATE ? "max_clock_tree_path" : "min_clock_tree_path") ==
			    0)
			return fs_of_ps(scaled_value(
				library, &library->lut[table], slew, slew,
				scaling_conditions(netlist, timing->image->graph->constraints,
						   split)));
	}
	return 0;
}

/* Where an edge of the clock begins its way to a state: at the clock's own source. */
static enum status find_source(struct timing *timing, int32_t state, enum split split,
			       int32_t *source)
{
	const struct state_graph *states = timing->image->states;
	int32_t edge = state_tag(states, state)->clock_edge, from = state;

	while (from >= 0) {
		if (state_clock(states, from) < 0 || state_tag(states, from)->clock_edge != edge)
			break;
		*source = from;
		TRY(timing_came_from(timing, split, from, &from, NULL));
	}
	return STATUS_OK;
}

static int64_t edge_time(const struct timing *timing, int32_t state)
{
	return clock_edge_time(timing->image->graph->constraints,
			       state_tag(timing->image->states, state)->clock_edge);
}

/* That of a state that a clock arrives at. */
static enum status find_latency(struct timing *timing, int32_t state, enum split split,
				bool internal, struct clock_latency *out)
{
	const struct state_graph *states = timing->image->states;
	int32_t edge = state_tag(states, state)->clock_edge, source = state;
	const struct clock *clock = &timing->image->graph->constraints->clock[edge / N_EDGES];
	int64_t all = timing_arrival(timing, state, split) - edge_time(timing, state);

	*out = (struct clock_latency){.state = state};
	if (state_is_propagated(states, state)) {
		TRY(find_source(timing, state, split, &source));
		out->network = timing_arrival(timing, state, split) -
			       timing_arrival(timing, source, split);
	} else {
		out->network = clock_latency(clock, split, edge % N_EDGES, false, true);
	}
	out->source = all - out->network;
	if (internal)
		out->internal = internal_delay(timing, state, split);
	return STATUS_OK;
}

static bool is_of_clock(const struct timing *timing, int32_t state, int32_t clock)
{
	return state_clock(timing->image->states, state) == clock &&
	       timing_arrival(timing, state, EARLY) != FS_NONE_64 &&
	       timing_arrival(timing, state, LATE) != FS_NONE_64;
}

/* Latencies are compared without what is found by going back; that is equal for all of a clock's edge. */
static void take_extreme(const struct timing *timing, int32_t state, enum split split,
			 bool internal, struct clock_latency *worst)
{
	const struct state_graph *states = timing->image->states;
	struct clock_latency latency = {
		.state = state,
		.network = timing_arrival(timing, state, split) - edge_time(timing, state),
		.internal = internal ? internal_delay(timing, state, split) : 0,
	};
	int64_t difference = total_of(&latency) - total_of(worst);

	if (worst->state >= 0 && (split == LATE ? difference < 0 : difference > 0))
		return;
	if (worst->state >= 0 && difference == 0 &&
	    pin_order_compare(state_pin(states, state), state_pin(states, worst->state)) >= 0)
		return;
	*worst = latency;
}

enum status clock_latencies_find(struct timing *timing, int32_t clock, bool internal,
				 struct clock_latencies *out)
{
	const struct state_graph *states = timing->image->states;
	FREED uint8_t *is_register = NULL;

	for (int i = 0; i < N_EDGES * N_EDGES * N_SPLITS; i++)
		(&out->of[0][0][0])[i] = (struct clock_latency){.state = -1};
	pin_order_begin(timing->image->graph->netlist);
	TRY(clock_pins_mark(timing->image->graph, &is_register));
	for (int32_t s = 0; s < states->graph->n_vertices; s++) {
		int32_t vertex = state_vertex(states, s);

		if (!is_register[vertex / N_EDGES] || !is_of_clock(timing, s, clock))
			continue;
		for (int split = 0; split < N_SPLITS; split++)
			take_extreme(timing, s, (enum split)split, internal,
				     &out->of[state_tag(states, s)->clock_edge % N_EDGES]
					     [vertex % N_EDGES][split]);
	}
	for (int i = 0; i < N_EDGES * N_EDGES * N_SPLITS; i++) {
		struct clock_latency *of = &(&out->of[0][0][0])[i];

		if (of->state >= 0)
			TRY(find_latency(timing, of->state, (enum split)(i % N_SPLITS), internal,
					 of));
	}
	return STATUS_OK;
}

/* ---- pairs ---- */

/* A launch, and how large its skew can be. */
struct launch {
	int32_t state;
	int64_t latency, bound; /* fs */
};

struct finder {
	struct timing *timing;
	struct timing_graph *graph;
	const struct state_graph *states;
	const struct clock_skew_query *query;
	struct task *task;
	enum split capture_split;
	int64_t uncertainty;  /* as it is added */
	int32_t *first_check; /* owned [n_vertices]: of the data, -1 = none */
	int64_t *least,
		*most; /* owned [n_vertices]: latencies of downstream captures, FS_NONE_64 = none */
	int64_t most_credit;
	struct launch *launch; /* owned */
	int64_t launch_capacity;
	int32_t n_launches;
	uint8_t *seen;  /* owned [n_vertices] */
	int32_t *stack; /* owned [n_vertices] */
	int32_t *
		credit_pin; /* owned [n_pins]: place of the pin in the launch's chain, + 1; 0 = not in it */
};

static int64_t magnitude(int64_t x)
{
	return x < 0 ? -x : x;
}

static int64_t latency_at(const struct finder *f, int32_t state, enum split split)
{
	return timing_arrival(f->timing, state, split) - edge_time(f->timing, state) +
	       (f->query->internal ? internal_delay(f->timing, state, split) : 0);
}

static enum status index_checks(struct finder *f)
{
	TRY(ALLOC(&f->first_check, f->graph->graph->n_vertices));
	memset(f->first_check, -1, (size_t)f->graph->graph->n_vertices * sizeof *f->first_check);
	for (int32_t c = f->graph->n_checks - 1; c >= 0; c--)
		f->first_check[f->graph->check[c].data] = c;
	return STATUS_OK;
}

static bool is_of_pair(const struct check *check)
{
	return check->kind == CHECK_SETUP || check->kind == CHECK_HOLD;
}

static void widen(struct finder *f, int32_t vertex, int64_t least, int64_t most)
{
	if (least == FS_NONE_64)
		return;
	if (f->least[vertex] == FS_NONE_64 || least < f->least[vertex])
		f->least[vertex] = least;
	if (f->most[vertex] == FS_NONE_64 || most > f->most[vertex])
		f->most[vertex] = most;
}

static void widen_by_captures(struct finder *f, int32_t vertex)
{
	for (int32_t c = f->first_check[vertex];
	     c >= 0 && c < f->graph->n_checks && f->graph->check[c].data == vertex; c++) {
		const struct check *check = &f->graph->check[c];

		for (int32_t s = state_first(f->states, check->clock); s >= 0 && is_of_pair(check);
		     s = state_next(f->states, s)) {
			int64_t latency;

			if (!is_of_clock(f->timing, s, f->query->clock))
				continue;
			latency = latency_at(f, s, f->capture_split);
			widen(f, vertex, latency, latency);
		}
	}
}

static void widen_back(struct finder *f, int32_t vertex)
{
	widen_by_captures(f, vertex);
	for (int32_t j = f->graph->out_row[vertex]; j < f->graph->out_row[vertex + 1]; j++) {
		int32_t arc = f->graph->out_arc[j], to = f->graph->graph->arc_to[arc];

		if (arc < f->graph->n_possible && !arc_launches(f->graph, arc))
			widen(f, vertex, f->least[to], f->most[to]);
	}
}

/* Of each vertex the range of capture latencies that its fan-out leads to; from the ends back. */
static enum status bound_captures(struct finder *f)
{
	const struct graph *graph = f->graph->graph;
	RELEASED_BY(graph_order_release) struct graph_order order = {0};
	bool has_loop = false;

	TRY(ALLOC_ALL(graph->n_vertices, &f->least, &f->most));
	for (int32_t v = 0; v < graph->n_vertices; v++)
		f->least[v] = f->most[v] = FS_NONE_64;
	TRY(graph_find_order(graph, f->task, &order, &has_loop));
	for (int32_t i = graph->n_vertices - 1; i >= 0; i--)
		widen_back(f, order.vertex[i]);
	return STATUS_OK;
}

/* The skew before credit. */
static int64_t raw_skew(const struct finder *f, int64_t launch, int64_t capture)
{
	return launch - capture + f->uncertainty;
}

static int64_t credit_sign(const struct finder *f)
{
	return f->query->split == LATE ? -1 : 1;
}

/* No credit makes the skew of a launch with anything downstream of an output larger than this. */
static int64_t bound_of(const struct finder *f, int64_t latency, int32_t output)
{
	int64_t high = raw_skew(f, latency, f->least[output]),
		low = raw_skew(f, latency, f->most[output]);

	if (credit_sign(f) > 0)
		high += f->most_credit;
	else
		low -= f->most_credit;
	return magnitude(high) > magnitude(low) ? magnitude(high) : magnitude(low);
}

static enum status add_launch(struct finder *f, int32_t state)
{
	int32_t vertex = state_vertex(f->states, state);
	struct launch launch = {.state = state, .bound = -1};

	launch.latency = latency_at(f, state, f->query->split);
	for (int32_t j = f->graph->out_row[vertex]; j < f->graph->out_row[vertex + 1]; j++) {
		int32_t arc = f->graph->out_arc[j], to = f->graph->graph->arc_to[arc];
		int64_t bound;

		if (arc >= f->graph->n_possible || !arc_launches(f->graph, arc) ||
		    f->least[to] == FS_NONE_64)
			continue;
		bound = bound_of(f, launch.latency, to);
		launch.bound = bound > launch.bound ? bound : launch.bound;
	}
	if (launch.bound < 0)
		return STATUS_OK;
	return APPEND(f->launch, f->n_launches, &f->launch_capacity, launch);
}

static _Thread_local const struct state_graph *sorted;

/* The largest bound first. */
COMPARER(compare_launches, struct launch,
	 ORDER(y->bound, x->bound)
		 ?: pin_order_compare(state_pin(sorted, x->state), state_pin(sorted, y->state)))

static int64_t spread_at(const struct timing *timing, int32_t state)
{
	int64_t spread = timing_arrival(timing, state, LATE) - timing_arrival(timing, state, EARLY);

	return spread > 0 ? spread : 0;
}

static enum status list_launches(struct finder *f)
{
	TRY(timing_graph_need_fan_out(f->graph));
	TRY(index_checks(f));
	TRY(bound_captures(f));
	for (int32_t s = 0; s < f->states->graph->n_vertices; s++) {
		if (is_of_clock(f->timing, s, f->query->clock) &&
		    state_is_propagated(f->states, s) && spread_at(f->timing, s) > f->most_credit)
			f->most_credit = spread_at(f->timing, s);
	}
	if (f->query->mode == CREDIT_NONE)
		f->most_credit = 0;
	for (int32_t s = 0; s < f->states->graph->n_vertices; s++) {
		if (is_of_clock(f->timing, s, f->query->clock))
			TRY(add_launch(f, s));
	}
	sorted = f->states;
	SORT(f->launch, f->n_launches, compare_launches);
	return STATUS_OK;
}

/* ---- credit of a pair ---- */

/* The states on the way of a clock to a state, from its end on. */
struct chain {
	int32_t *state; /* owned */
	int32_t n;
	int64_t capacity;
};

static FREES(chain_release, struct chain, x->state);

static enum status take_chain(struct finder *f, int32_t state, enum split split,
			      struct chain *chain)
{
	chain->n = 0;
	for (int32_t at = state; at >= 0 && state_clock(f->states, at) >= 0;) {
		TRY(APPEND(chain->state, chain->n, &chain->capacity, at));
		TRY(timing_came_from(f->timing, split, at, &at, NULL));
	}
	return STATUS_OK;
}

/* How far late and early are apart where both ways part, fs; of both edges there the smaller. */
static enum status find_credit(struct finder *f, const struct chain *launch, int32_t capture,
			       int64_t *credit)
{
	RELEASED_BY(chain_release) struct chain to = {0};
	int64_t best = 0;
	int32_t place = 0;
	enum status status;

	*credit = 0;
	if (f->query->mode == CREDIT_NONE || !state_is_propagated(f->states, launch->state[0]) ||
	    !state_is_propagated(f->states, capture))
		return STATUS_OK;
	for (int32_t i = launch->n - 1; i >= 0; i--)
		f->credit_pin[state_pin(f->states, launch->state[i])] = i + 1;
	status = take_chain(f, capture, f->capture_split, &to);
	for (int32_t i = 0; i < to.n && status == STATUS_OK && !place; i++) {
		int64_t there = spread_at(f->timing, to.state[i]), here;

		place = f->credit_pin[state_pin(f->states, to.state[i])];
		if (!place)
			continue;
		here = spread_at(f->timing, launch->state[place - 1]);
		best = here < there ? here : there;
	}
	for (int32_t i = 0; i < launch->n; i++)
		f->credit_pin[state_pin(f->states, launch->state[i])] = 0;
	*credit = best;
	return status;
}

/* ---- the worst pair ---- */

static bool is_before(const struct finder *f, const struct clock_skew *a,
		      const struct clock_skew *b)
{
	int32_t launch =
		pin_order_compare(state_pin(f->states, a->launch), state_pin(f->states, b->launch));

	return launch ? launch < 0
		      : pin_order_compare(state_pin(f->states, a->capture),
					  state_pin(f->states, b->capture)) < 0;
}

static enum status compare_pair(struct finder *f, const struct launch *launch, struct chain *chain,
				int32_t capture, struct clock_skew *worst)
{
	int64_t to = latency_at(f, capture, f->capture_split);
	struct clock_skew skew = {
		.launch = launch->state, .capture = capture, .uncertainty = f->uncertainty};

	TRY(find_credit(f, chain, capture, &skew.credit));
	skew.credit *= credit_sign(f);
	skew.skew = raw_skew(f, launch->latency, to) + skew.credit;
	if (worst->launch < 0 || magnitude(skew.skew) > magnitude(worst->skew) ||
	    (magnitude(skew.skew) == magnitude(worst->skew) && is_before(f, &skew, worst)))
		*worst = skew;
	return STATUS_OK;
}

static enum status compare_captures(struct finder *f, const struct launch *launch,
				    struct chain *chain, int32_t vertex, struct clock_skew *worst)
{
	for (int32_t c = f->first_check[vertex];
	     c >= 0 && c < f->graph->n_checks && f->graph->check[c].data == vertex; c++) {
		const struct check *check = &f->graph->check[c];

		for (int32_t s = state_first(f->states, check->clock); s >= 0 && is_of_pair(check);
		     s = state_next(f->states, s)) {
			if (is_of_clock(f->timing, s, f->query->clock))
				TRY(compare_pair(f, launch, chain, s, worst));
		}
	}
	return STATUS_OK;
}

/* Is there perhaps a pair downstream of a vertex that is worse, or as bad as one of the same launch? */
static bool can_be_worse(const struct finder *f, const struct launch *launch, int32_t vertex,
			 const struct clock_skew *worst)
{
	int64_t least =
		worst->launch < 0 ? 0 : magnitude(worst->skew) + (worst->launch != launch->state);

	return f->least[vertex] != FS_NONE_64 && bound_of(f, launch->latency, vertex) >= least;
}

static enum status search_from(struct finder *f, const struct launch *launch, struct chain *chain,
			       struct clock_skew *worst)
{
	const struct graph *graph = f->graph->graph;
	int32_t n = 0, n_seen = 0, vertex = state_vertex(f->states, launch->state);
	enum status status = take_chain(f, launch->state, f->query->split, chain);

	f->stack[n++] = vertex;
	while (n_seen < n && status == STATUS_OK) {
		int32_t v = f->stack[n_seen++];

		for (int32_t j = f->graph->out_row[v]; j < f->graph->out_row[v + 1]; j++) {
			int32_t arc = f->graph->out_arc[j], to = graph->arc_to[arc];

			if (arc >= f->graph->n_possible || f->seen[to] ||
			    arc_launches(f->graph, arc) != (v == vertex) ||
			    !can_be_worse(f, launch, to, worst))
				continue;
			f->seen[to] = 1;
			f->stack[n++] = to;
		}
		if (v != vertex)
			status = compare_captures(f, launch, chain, v, worst);
	}
	for (int32_t i = 0; i < n; i++)
		f->seen[f->stack[i]] = 0;
	return status == STATUS_OK && task_cancelled(f->task) ? STATUS_CANCELLED : status;
}

static enum status search(struct finder *f, struct clock_skew *worst)
{
	RELEASED_BY(chain_release) struct chain chain = {0};

	TRY(list_launches(f));
	TRY(ALLOC_ALL(f->graph->graph->n_vertices, &f->seen, &f->stack));
	TRY(ALLOC(&f->credit_pin, f->graph->netlist->n_pins));
	for (int32_t i = 0; i < f->n_launches; i++) {
		if (worst->launch >= 0 && f->launch[i].bound <= magnitude(worst->skew))
			break;
		TRY(search_from(f, &f->launch[i], &chain, worst));
	}
	return STATUS_OK;
}

static FREES(finder_release, struct finder, x->first_check, x->least, x->most, x->launch, x->seen,
	     x->stack, x->credit_pin);

enum status clock_skew_find(struct timing *timing, const struct clock_skew_query *query,
			    struct task *task, struct clock_skew *out)
{
	const struct clock *clock = &timing->image->graph->constraints->clock[query->clock];
	double uncertainty = clock->uncertainty[query->split];
	RELEASED_BY(finder_release)
	struct finder f = {
		.timing = timing,
		.graph = timing->image->graph,
		.states = timing->image->states,
		.query = query,
		.task = task,
		.capture_split = query->split == LATE ? EARLY : LATE,
	};

	f.uncertainty = is_given(uncertainty) ? -credit_sign(&f) * fs_of_ps(uncertainty) : 0;
	*out = (struct clock_skew){.launch = -1, .capture = -1};
	pin_order_begin(f.graph->netlist);
	TRY(search(&f, out));
	if (out->launch < 0)
		return STATUS_OK;
	TRY(find_latency(timing, out->launch, query->split, query->internal, &out->from));
	return find_latency(timing, out->capture, f.capture_split, query->internal, &out->to);
}
