/* Startpoints of the naive reference, and the worst arrivals after them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "naive_paths.h"

struct starter {
	const struct naive *naive;
	enum split split;
	naive_start_fn *add_start;
	void *context;
};

static int64_t edge_time(const struct naive *n, int32_t clock_edge)
{
	const struct constraints *c = n->in.constraints;

	return clock_edge < 0 ? 0 : llround(c->clock[clock_edge / 2].time[clock_edge % 2] * 1000);
}

static void start_registers(const struct starter *s)
{
	const struct naive *n = s->naive;
	int32_t n_edges = 2 * n->in.constraints->n_clocks;

	for (int32_t v = 0; v < n->n_vertices; v++) {
		bool launches = false;

		for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++)
			launches |= n->arc[n->out_arc[j]].kind == NAIVE_LAUNCH;
		for (int32_t e = 0; e < n_edges && launches; e++) {
			int64_t arrival = naive_clock_arrival(n, e, s->split, v);

			if (arrival != NAIVE_NONE)
				s->add_start(s->context,
					     &(struct naive_start){v, e, -1, true, false, arrival,
								   arrival - edge_time(n, e)});
		}
	}
}

/* Where what comes in at a port begins; other pins of both directions begin nothing here. */
static int32_t start_side(const struct naive *n, int32_t pin)
{
	return pin < n->in.netlist->n_ports ? netlist_driving_side(n->in.netlist, pin) : pin;
}

static int64_t drive_at(const struct naive *n, int32_t v, enum split split)
{
	int32_t port = netlist_named_pin(n->in.netlist, v / 2);

	return port < n->in.netlist->n_ports ? n->drive[4 * (int64_t)port + 2 * split + v % 2] : 0;
}

/* What the launching clock adds to an input delay. */
static int64_t input_latency(const struct naive *n, const struct external_delay *in,
			     enum split split)
{
	const struct clock *clock = &n->in.constraints->clock[in->clock_edge / 2];
	int64_t latency = 0;

	if (!in->source_latency_included)
		latency += naive_source_latency(n, in->clock_edge, split,
						clock->n_sources ? clock->source[0] : -1);
	if (!clock->propagated && !in->network_latency_included)
		latency += naive_network_latency(n, in->clock_edge, split);
	return latency;
}

static bool is_own_source(const struct naive *n, const struct external_delay *in)
{
	const struct clock *clock = &n->in.constraints->clock[in->clock_edge / 2];

	for (int32_t i = 0; i < clock->n_sources; i++) {
		if (clock->source[i] == in->pin)
			return true;
	}
	return false;
}

static void start_inputs(const struct starter *s)
{
	const struct naive *n = s->naive;
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; i < 2 * c->n_input_delays; i++) {
		const struct external_delay *in = &c->input_delay[i / 2];
		int32_t v = 2 * start_side(n, in->pin) + i % 2;
		double delay = in->delay[s->split][i % 2];
		int64_t latency = 0, arrival;

		if (!is_given(delay) || (in->clock_edge >= 0 && is_own_source(n, in)))
			continue;
		if (in->clock_edge >= 0)
			latency = input_latency(n, in, s->split);
		arrival = edge_time(n, in->clock_edge) + latency + llround(delay * 1000) +
			  drive_at(n, v, s->split);
		s->add_start(s->context, &(struct naive_start){v, in->clock_edge, i / 2, false,
							       false, arrival, latency});
	}
}

/* Clocks as data: at their sources, without the latency of an ideal network, with the delay of a driver. */
static void start_clocks(const struct starter *s)
{
	const struct naive *n = s->naive;
	const struct constraints *c = n->in.constraints;

	for (int32_t e = 0; e < 2 * c->n_clocks; e++) {
		const struct clock *clock = &c->clock[e / 2];

		for (int32_t i = 0; i < clock->n_sources; i++) {
			int32_t v = 2 * clock->source[i] + e % 2;
			int64_t arrival = naive_clock_arrival(n, e, s->split, v);

			if (arrival == NAIVE_NONE)
				continue;
			if (!clock->propagated)
				arrival -= naive_network_latency(n, e, s->split);
			if (!clock->propagated && clock->master < 0)
				arrival += drive_at(n, v, s->split);
			s->add_start(s->context, &(struct naive_start){.vertex = v,
								       .launch = e,
								       .input_delay = -1,
								       .is_clock = true,
								       .arrival = arrival});
		}
	}
}

/* ---- from where clocks reach an end of data ---- */

static bool has_path_delays(const struct constraints *c)
{
	bool any = false;

	for (int32_t i = 0; i < c->n_exceptions; i++)
		any |= c->exception[i].kind == EXCEPTION_DELAY;
	return any;
}

static bool is_end_of_data(const struct naive *n, int32_t v)
{
	const struct constraints *c = n->in.constraints;
	int32_t pin = v / 2;

	for (int64_t i = n->check_row[pin]; i < n->check_row[pin + 1]; i++) {
		if (n->check[n->check_at[i]].data == v)
			return true;
	}
	for (int32_t i = 0; i < c->n_output_delays; i++) {
		if (c->output_delay[i].pin == pin)
			return true;
	}
	if (naive_has_data_check(c, pin) || naive_may_gate(n, pin))
		return true;
	return (pin < c->n_ports && c->port[pin].has_required) || naive_segment_ends(n, pin) ||
	       (has_path_delays(c) && n->out_row[2 * pin] == n->out_row[2 * pin + 2]);
}

static bool has_clocked_output(const struct naive *n, int32_t v)
{
	const struct constraints *c = n->in.constraints;
	bool has = false;

	for (int32_t i = 0; c && i < c->n_output_delays; i++)
		has |= c->output_delay[i].pin == v / 2 && c->output_delay[i].clock_edge >= 0;
	return has;
}

typedef bool is_end_fn(const struct naive *naive, int32_t vertex);

/* known: 1: yes, -1: no, 0: not known yet. */
static bool leads_to_end(const struct naive *n, int32_t v, is_end_fn *is_end, int8_t *known)
{
	bool ends;

	if (known[v])
		return known[v] > 0;
	ends = is_end(n, v);
	known[v] = -1; /* so that loops terminate; their paths are not listed */
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1] && !ends; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];

		ends = arc->kind != NAIVE_LAUNCH && !naive_is_source(n, arc->to / 2) &&
		       leads_to_end(n, arc->to, is_end, known);
	}
	known[v] = ends ? 1 : -1;
	return ends;
}

static bool has_input_delay(const struct naive *n, int32_t pin)
{
	const struct constraints *c = n->in.constraints;

	for (int32_t i = 0; i < c->n_input_delays; i++) {
		if (c->input_delay[i].pin == pin)
			return true;
	}
	return false;
}

static void start_others(const struct starter *s)
{
	const struct naive *n = s->naive;

	for (int32_t i = 0; i < 2 * n->in.netlist->n_ports; i++) {
		int32_t v = 2 * start_side(n, i / 2) + i % 2;

		if (netlist_drives(n->in.netlist, v / 2) && !has_input_delay(n, i / 2) &&
		    !naive_is_source(n, v / 2))
			s->add_start(s->context,
				     &(struct naive_start){v, -1, -1, false, false,
							   drive_at(n, v, s->split), 0});
	}
}

/* Does any clock reach a pin? */
static bool is_clocked(const struct naive *n, int32_t pin)
{
	bool clocked = false;

	for (int32_t i = 0; i < 8 * n->in.constraints->n_clocks; i++)
		clocked |= naive_reaches(n, i / 4, (enum split)(i / 2 % 2), 2 * pin + i % 2);
	return clocked;
}

static bool has_launch_arcs(const struct naive *n, int32_t v)
{
	bool launches = false;

	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1]; j++)
		launches |= n->arc[n->out_arc[j]].kind == NAIVE_LAUNCH;
	return launches;
}

/* Registers without a clock; required times alone demand nothing of them. */
static bool unclocked_begin(const struct naive *n)
{
	const struct constraints *c = n->in.constraints;
	bool begin = has_path_delays(c);

	for (int32_t i = 0; i < c->n_output_delays; i++)
		begin |= c->output_delay[i].clock_edge >= 0;
	return begin;
}

static void start_unclocked(const struct starter *s)
{
	const struct naive *n = s->naive;

	for (int32_t v = 0; v < n->n_vertices && unclocked_begin(n); v++) {
		if (has_launch_arcs(n, v) && !is_clocked(n, v / 2))
			s->add_start(s->context,
				     &(struct naive_start){v, -1, -1, true, false, 0, 0});
	}
}

/* Where path delays begin inside the design. */
static void start_segments(const struct starter *s)
{
	const struct naive *n = s->naive;

	for (int32_t v = 0; v < n->n_vertices; v++) {
		if (naive_segment_starts(n, v) && !naive_is_source(n, v / 2))
			s->add_start(s->context,
				     &(struct naive_start){v, -1, -1, false, false, 0, 0});
	}
}

void naive_starts(const struct naive *n, enum split split, naive_start_fn *add_start, void *context)
{
	struct starter s = {n, split, add_start, context};

	if (!n->in.constraints)
		return;
	start_registers(&s);
	start_inputs(&s);
	start_clocks(&s);
	start_segments(&s);
	start_others(&s);
	start_unclocked(&s);
}

/* ---- worst arrivals ---- */

struct arriver {
	const struct naive *naive;
	enum split split;
	int32_t launch;
	bool clocks;   /* only as data, else all but these */
	int32_t start; /* of what begins at this vertex alone, -1 = of all */
	int64_t *seed,
		*launched; /* owned [n_vertices]: what starts there, and leaves by launch arcs */
	int64_t *arrival;
	bool *done; /* owned */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static void merge(const struct arriver *a, int64_t time, int64_t *into)
{
	if (*into == NAIVE_NONE || (a->split == LATE ? time > *into : time < *into))
		*into = time;
}

static void seed(void *context, const struct naive_start *from)
{
	struct arriver *a = context;

	if (a->start < 0 && naive_begins_false(a->naive, from->vertex))
		return;
	if (from->launch == a->launch && from->is_clock == a->clocks &&
	    (a->start < 0 || from->vertex == a->start))
		merge(a, from->arrival, &(from->is_register ? a->launched : a->seed)[from->vertex]);
}

static int64_t arrive(struct arriver *a, int32_t v)
{
	const struct naive *n = a->naive;

	if (a->done[v])
		return a->arrival[v];
	a->done[v] = true;
	a->arrival[v] = a->seed[v];
	for (int64_t j = n->in_row[v]; j < n->in_row[v + 1] && !naive_is_source(n, v / 2); j++) {
		const struct naive_arc *arc = &n->arc[n->in_arc[j]];
		int64_t from;

		if (arc->split != a->split || arc->delay == NAIVE_NONE)
			continue;
		if (naive_segment_cuts(n, arc, true))
			continue;
		if (arc->kind == NAIVE_LAUNCH)
			from = a->launched[arc->from];
		else if (naive_segment_cuts(n, arc, false))
			from = a->seed[arc->from];
		else
			from = arrive(a, arc->from);
		if (from != NAIVE_NONE)
			merge(a, from + arc->delay, &a->arrival[v]);
	}
	return a->arrival[v];
}

static void arrive_everywhere(struct arriver *a)
{
	const struct naive *n = a->naive;

	memset(a->done, 0, (size_t)n->n_vertices * sizeof *a->done);
	for (int32_t v = 0; v < n->n_vertices; v++)
		a->seed[v] = a->launched[v] = NAIVE_NONE;
	naive_starts(n, a->split, seed, a);
	for (int32_t v = 0; v < n->n_vertices; v++)
		arrive(a, v);
}

/* Of clocks as data, where an end is ahead. */
static void merge_clocks(struct arriver *a, int64_t *arrival)
{
	const struct naive *n = a->naive;
	int8_t *known;

	must(ALLOC(&known, n->n_vertices));
	must(ALLOC(&a->arrival, n->n_vertices));
	a->clocks = true;
	arrive_everywhere(a);
	for (int32_t v = 0; v < n->n_vertices; v++) {
		if (a->arrival[v] != NAIVE_NONE && leads_to_end(n, v, is_end_of_data, known))
			merge(a, a->arrival[v], &arrival[v]);
	}
	free(a->arrival);
	free(known);
}

/* Of data without a clock, where an output delay is ahead. */
static void drop_unclocked(const struct naive *n, int64_t *arrival)
{
	int8_t *known;

	must(ALLOC(&known, n->n_vertices));
	for (int32_t v = 0; v < n->n_vertices; v++) {
		if (!leads_to_end(n, v, has_clocked_output, known))
			arrival[v] = NAIVE_NONE;
	}
	free(known);
}

void naive_arrivals(const struct naive *n, enum split split, int32_t launch, int64_t *arrival)
{
	struct arriver a = {
		.naive = n, .split = split, .launch = launch, .start = -1, .arrival = arrival};

	must(ALLOC(&a.seed, n->n_vertices));
	must(ALLOC(&a.launched, n->n_vertices));
	must(ALLOC(&a.done, n->n_vertices));
	arrive_everywhere(&a);
	if (launch >= 0)
		merge_clocks(&a, arrival);
	else if (!n->in.all_inputs)
		drop_unclocked(n, arrival);
	free(a.seed);
	free(a.launched);
	free(a.done);
}

void naive_arrivals_from(const struct naive *n, enum split split, int32_t launch, int32_t start,
			 bool clocks, int64_t *arrival)
{
	struct arriver a = {.naive = n,
			    .split = split,
			    .launch = launch,
			    .clocks = clocks,
			    .start = start,
			    .arrival = arrival};

	must(ALLOC(&a.seed, n->n_vertices));
	must(ALLOC(&a.launched, n->n_vertices));
	must(ALLOC(&a.done, n->n_vertices));
	arrive_everywhere(&a);
	free(a.seed);
	free(a.launched);
	free(a.done);
}

/* ---- where data meets clocks ---- */

enum { CLOCKED = 1, UNCLOCKED = 2 }; /* what data there is at a vertex */

/* Is data without a clock of any use at a vertex? */
static bool takes_unclocked(const struct naive *n, int32_t v, int8_t *outputs)
{
	return n->in.all_inputs || leads_to_end(n, v, has_clocked_output, outputs);
}

/* What begins at the head of an arc, since a clock launches it, or as there is none. */
static int launched(const struct naive *n, const struct naive_arc *arc)
{
	bool clocked = false;

	for (int32_t i = 0; i < 4 * n->in.constraints->n_clocks; i++)
		clocked |= naive_reaches(n, i / 2, (enum split)(i % 2), arc->from);
	if (clocked)
		return CLOCKED;
	return !is_clocked(n, arc->from / 2) && unclocked_begin(n) ? UNCLOCKED : 0;
}

/* And at a vertex itself. */
static int begun(const struct naive *n, int32_t v)
{
	const struct constraints *c = n->in.constraints;
	int32_t port = netlist_named_pin(n->in.netlist, v / 2);
	int begun = naive_segment_starts(n, v) && !naive_is_source(n, v / 2) ? UNCLOCKED : 0;

	for (int32_t i = 0; i < c->n_input_delays; i++) {
		const struct external_delay *in = &c->input_delay[i];

		if (start_side(n, in->pin) == v / 2 &&
		    (is_given(in->delay[EARLY][v % 2]) || is_given(in->delay[LATE][v % 2])) &&
		    !(in->clock_edge >= 0 && is_own_source(n, in)))
			begun |= in->clock_edge >= 0 ? CLOCKED : UNCLOCKED;
	}
	if (port < n->in.netlist->n_ports && netlist_drives(n->in.netlist, v / 2) &&
	    !has_input_delay(n, port) && !naive_is_source(n, v / 2))
		begun |= UNCLOCKED;
	return begun;
}

static bool pass_data(const struct naive *n, const struct naive_arc *arc, int8_t *outputs,
		      uint8_t *data)
{
	int passes = arc->kind == NAIVE_LAUNCH  ? launched(n, arc)
		     : arc->kind == NAIVE_LATCH ? 0
						: data[arc->from];
	uint8_t had = data[arc->to];

	if (naive_is_source(n, arc->to / 2))
		return false;
	if (!takes_unclocked(n, arc->to, outputs))
		passes &= ~UNCLOCKED;
	data[arc->to] |= (uint8_t)passes;
	return data[arc->to] != had;
}

void naive_mark_shared(struct naive *n)
{
	int8_t *known, *outputs;
	uint8_t *data;
	bool changed = n->in.constraints != NULL;

	must(ALLOC(&n->shared, n->n_vertices));
	must(ALLOC(&data, n->n_vertices));
	must(ALLOC(&known, n->n_vertices));
	must(ALLOC(&outputs, n->n_vertices));
	for (int32_t v = 0; v < n->n_vertices && changed; v++)
		data[v] =
			(uint8_t)(begun(n, v) &
				  (takes_unclocked(n, v, outputs) ? CLOCKED | UNCLOCKED : CLOCKED));
	while (changed) {
		changed = false;
		for (int64_t a = 0; a < n->n_arcs; a++)
			changed |= pass_data(n, &n->arc[a], outputs, data);
	}
	for (int32_t v = 0; v < n->n_vertices && n->in.constraints; v++)
		n->shared[v] =
			n->clocked[v] && data[v] && leads_to_end(n, v, is_end_of_data, known);
	free(data);
	free(known);
	free(outputs);
}
