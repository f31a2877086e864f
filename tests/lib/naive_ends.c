/* Ends of paths of the naive reference: what is demanded there, by which clock edge. */
#include <math.h>
#include <stdlib.h>

#include "naive_paths.h"

struct ender {
	const struct naive *naive;
	const struct constraints *constraints;
	naive_end_fn *add_end;
	void *context;
};

static int64_t fs(double ps)
{
	return llround(ps * 1000);
}

static const struct clock *clock_of(const struct ender *e, int32_t clock_edge)
{
	return &e->constraints->clock[clock_edge / 2];
}

static int64_t edge_time(const struct ender *e, int32_t clock_edge)
{
	return clock_edge < 0 ? 0 : fs(clock_of(e, clock_edge)->time[clock_edge % 2]);
}

int32_t naive_gate_clock(const struct naive *n, const struct naive_path *p)
{
	const struct naive_gate *gate = &n->gate[p->end_id];

	return 2 * gate->clock + (gate->opens_high == (p->split == LATE) ? RISE : FALL);
}

/* ---- between clocks ---- */

static bool are_exclusive(const struct constraints *c, int32_t a, int32_t b)
{
	for (int32_t i = 0; i < c->n_clock_groups; i++) {
		for (int32_t j = 0; j < c->n_clock_groups; j++) {
			const struct clock_group *x = &c->clock_group[i], *y = &c->clock_group[j];

			if (x->clock == a && y->clock == b && x->set == y->set &&
			    x->group != y->group)
				return true;
		}
	}
	return false;
}

/* How long after its launching edge a path is captured, in the tightest case: setup: the least that
 * is more than 0; hold: the greatest that is not (≤ 0). Both edges come again and again, so their
 * distances are those of the first period and all multiples of the periods' common divisor. */
static int64_t relation(const struct ender *e, enum split split, int32_t launch, int32_t capture)
{
	int64_t a = fs(clock_of(e, launch)->period), b = fs(clock_of(e, capture)->period);
	int64_t distance = edge_time(e, capture) - edge_time(e, launch);

	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	distance %= a;
	if (distance > 0)
		distance -= a;
	return split == LATE ? distance + a : distance;
}

/* Of a gate's hold: after any launch it opens next; it has to be closed by the edge before that. How
 * long after the launch that is, at most. */
static int64_t gate_relation(const struct ender *e, int32_t launch, int32_t closes)
{
	int64_t a = fs(clock_of(e, launch)->period), b = fs(clock_of(e, closes)->period),
		period = b;
	int64_t opens_behind = edge_time(e, closes ^ 1) - edge_time(e, launch), between;

	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	opens_behind = (opens_behind % a + a) % a; /* the least, 0 as well */
	opens_behind = opens_behind ? opens_behind : a;
	opens_behind += (period - opens_behind) / a * a;
	between = ((edge_time(e, closes ^ 1) - edge_time(e, closes)) % period + period) % period;
	return opens_behind - (between ? between : period);
}

static int64_t uncertainty(const struct ender *e, enum split split, int32_t launch, int32_t capture)
{
	const struct constraints *c = e->constraints;
	double found = clock_of(e, capture)->uncertainty[split];

	for (int32_t i = 0; i < c->n_uncertainties; i++) {
		const struct clock_uncertainty *u = &c->uncertainty[i];

		if (u->from == launch && u->to == capture && is_given(u->uncertainty[split]))
			found = u->uncertainty[split];
	}
	return is_given(found) ? fs(found) : 0;
}

/* ---- what the end brings ---- */

/* Latency of the capturing clock at this end. */
static int64_t capture_latency(const struct ender *e, const struct naive_path *p)
{
	enum split other = (enum split)(1 - p->split);
	const struct clock *clock = clock_of(e, p->capture);
	const struct external_delay *out;
	int64_t latency = 0;

	if (p->reference >= 0)
		return e->naive->reference[p->reference].arrival - edge_time(e, p->capture);
	if (p->end == NAIVE_END_CHECK)
		return naive_clock_arrival(e->naive, p->capture, other,
					   p->opens >= 0 ? p->opens
							 : e->naive->check[p->end_id].clock) -
		       edge_time(e, p->capture);
	if (p->end == NAIVE_END_GATE)
		return naive_clock_arrival(e->naive, p->capture, other,
					   naive_gate_clock(e->naive, p)) -
		       edge_time(e, p->capture);
	out = &e->constraints->output_delay[p->end_id];
	if (!out->source_latency_included)
		latency += naive_source_latency(e->naive, p->capture, other,
						clock->n_sources ? clock->source[0] : -1);
	if (!clock->propagated && !out->network_latency_included)
		latency += naive_network_latency(e->naive, p->capture, other);
	return latency;
}

/* Of set_clock_gating_check: the enable's goes before the cell's, the clock pin's, the clock's and that of all. */
static int64_t gate_margin(const struct ender *e, const struct naive_path *p)
{
	const struct naive_gate *gate = &e->naive->gate[p->end_id];
	int32_t cell = e->naive->in.netlist->pin_instance[gate->enable];
	int32_t edge = p->vertex[p->n_vertices - 1] % 2;
	int best = 5;
	double value = 0;

	for (int32_t i = 0; i < e->constraints->n_locals; i++) {
		const struct local_rule *r = &e->constraints->local[i];
		int rank = r->pin == gate->enable                        ? 0
			   : r->pin < 0 && r->instance == cell           ? 1
			   : r->pin == gate->clock                       ? 2
			   : r->pin >= 0 || r->instance >= 0             ? 5
			   : r->clock >= 0 && r->clock == p->capture / 2 ? 3
			   : r->clock < 0                                ? 4
									 : 5;

		if (r->kind != LOCAL_GATING || rank >= best || !is_given(r->value[p->split][edge]))
			continue;
		best = rank;
		value = r->value[p->split][edge];
	}
	return p->split == LATE ? -fs(value) : fs(value);
}

/* By how much an end's own demand moves the required time. */
static int64_t margin(const struct ender *e, const struct naive_path *p)
{
	int32_t edge = p->vertex[p->n_vertices - 1] % 2;

	if (p->opens >= 0)
		return 0;
	if (p->end == NAIVE_END_CHECK)
		return p->split == LATE ? -e->naive->check[p->end_id].margin
					: e->naive->check[p->end_id].margin;
	if (p->end == NAIVE_END_DATA)
		return (p->split == LATE ? -1 : 1) *
		       fs(e->constraints->local[p->end_id].value[p->split][RISE]);
	if (p->end == NAIVE_END_OUTPUT)
		return -fs(e->constraints->output_delay[p->end_id].delay[p->split][edge]);
	if (p->end == NAIVE_END_GATE)
		return gate_margin(e, p);
	return 0;
}

static int64_t periods(const struct ender *e, const struct naive_path *p, int32_t exception,
		       int64_t n)
{
	bool start = e->constraints->exception[exception].of_start && p->launch >= 0;

	return n * fs(clock_of(e, start ? p->launch : p->capture)->period);
}

/* Data checks begin with no cycle of setup; non-sequential checks against clocks with one, as those of registers. */
static bool is_within_cycle(const struct naive_path *p)
{
	return p->reference >= 0;
}

/* Cycles more than one that a path has. Hold follows what setup has, and goes back from there; a
 * multicycle for both means no cycles of hold. */
static int64_t multicycle(const struct ender *e, const struct naive_path *p)
{
	const struct exception *all = e->constraints->exception;
	int32_t setup = naive_exception(e->constraints, EXCEPTION_MULTICYCLE, LATE, p);
	int32_t hold = naive_exception(e->constraints, EXCEPTION_MULTICYCLE, EARLY, p);
	int64_t sum = 0;

	if (setup >= 0)
		sum += periods(e, p, setup, all[setup].multiplier - !is_within_cycle(p));
	if (hold >= 0 && p->split == EARLY && !all[hold].applies[LATE])
		sum -= periods(e, p, hold, all[hold].multiplier);
	return sum;
}

/* ---- required times ---- */

static int64_t less_uncertainty(const struct ender *e, const struct naive_path *p)
{
	int64_t time = uncertainty(e, p->split, p->launch, p->capture);

	return p->split == LATE ? -time : time;
}

/* By how much set_path_margin moves the required time; where a path delay says that, not to be looser. */
static int64_t path_margin(const struct ender *e, const struct naive_path *p)
{
	const struct constraints *c = e->constraints;
	int32_t found = naive_exception(c, EXCEPTION_MARGIN, p->split, p);
	int64_t by = found < 0 ? 0 : fs(c->exception[found].delay);

	if (p->delay_exception >= 0 && by < 0)
		by = 0;
	return p->split == LATE ? -by : by;
}

/* Of the pulse that an edge begins. */
static int64_t pulse_width(const struct ender *e, int32_t opening)
{
	int64_t period = fs(clock_of(e, opening)->period);
	int64_t width = (edge_time(e, opening ^ 1) - edge_time(e, opening)) % period;

	return width > 0 ? width : width + period;
}

/* How much longer than to the opening edge data may take, by the closing edge's check or the limit. */
static int64_t latch_window(const struct ender *e, const struct naive_path *p, int64_t margin)
{
	const struct naive *n = e->naive;
	const struct naive_check *check = &n->check[p->end_id];
	int32_t data = check->data / 2;
	int64_t window = pulse_width(e, p->capture) - margin;
	const struct constraints *c = e->constraints;
	int64_t limit = NAIVE_NONE;
	int rank = 0;

	window += naive_clock_arrival(n, p->capture ^ 1, EARLY, check->clock) -
		  edge_time(e, p->capture ^ 1);
	window -= naive_clock_arrival(n, p->capture, EARLY, p->opens) - edge_time(e, p->capture);
	for (int32_t i = 0; i < c->n_locals; i++) {
		const struct local_rule *r = &c->local[i];
		int of = r->kind != LOCAL_BORROW ? 0
			 : r->pin == data        ? 4
			 : r->pin >= 0           ? 3 * (r->pin == check->clock / 2)
			 : r->instance >= 0 ? 2 * (r->instance == n->in.netlist->pin_instance[data])
					    : r->clock == p->capture / 2;

		if (of > rank) {
			rank = of;
			limit = fs(r->value[LATE][RISE]);
		}
	}
	return limit < window ? limit : window;
}

int64_t naive_latch_window_with(const struct naive *n, const struct naive_path *p, int64_t change)
{
	struct ender e = {.naive = n, .constraints = n->in.constraints};

	return latch_window(&e, p, n->check[p->end_id].margin + change);
}

static int64_t clocked_required(const struct ender *e, const struct naive_path *p)
{
	bool gate_hold = p->end == NAIVE_END_GATE && p->split == EARLY;
	bool hold = p->reference >= 0 && p->split == EARLY;
	int64_t after = is_within_cycle(p) ? relation(e, EARLY, p->launch, p->capture) -
						     (hold ? fs(clock_of(e, p->launch)->period) : 0)
			: gate_hold     ? gate_relation(e, p->launch, p->capture)
			: p->opens >= 0 ? relation(e, LATE, p->launch, p->capture ^ 1) -
						  pulse_width(e, p->capture)
					: relation(e, p->split, p->launch, p->capture);

	return edge_time(e, p->launch) + after + multicycle(e, p) + capture_latency(e, p) +
	       less_uncertainty(e, p) + path_margin(e, p) + margin(e, p);
}

/* Data without a clock at an output: up to the edge, for setup a period after it. */
static int64_t unclocked_required(const struct ender *e, const struct naive_path *p)
{
	/* of a pulse that ends in the second period hold counts that end */
	bool second = p->split == LATE || (p->capture % 2 == FALL &&
					   edge_time(e, p->capture) < edge_time(e, p->capture ^ 1));

	return edge_time(e, p->capture) + second * fs(clock_of(e, p->capture)->period) +
	       multicycle(e, p) + capture_latency(e, p) + less_uncertainty(e, p) +
	       path_margin(e, p) + margin(e, p);
}

static int64_t delay_required(const struct ender *e, const struct naive_path *p)
{
	const struct exception *exception = &e->constraints->exception[p->delay_exception];
	int64_t required =
		edge_time(e, p->launch) + fs(exception->delay) + path_margin(e, p) + margin(e, p);

	if (exception->ignore_clock_latency) /* of registers alone */
		return required + (p->input_delay < 0 && !p->of_clock ? p->latency : 0);
	if (p->capture >= 0) {
		int64_t latency = capture_latency(e, p);

		/* at outputs it counts where slack gets no better by it */
		if (p->end != NAIVE_END_OUTPUT || p->split == EARLY || latency < 0)
			required += latency;
		required += less_uncertainty(e, p);
	}
	return required;
}

static bool is_asynchronous(const struct ender *e, const struct naive_path *p)
{
	return p->end == NAIVE_END_CHECK && (e->naive->check[p->end_id].kind == NAIVE_RECOVERY ||
					     e->naive->check[p->end_id].kind == NAIVE_REMOVAL);
}

static const char *group_of(const struct ender *e, const struct naive_path *p)
{
	const struct constraints *c = e->constraints;
	const char *groups = p->end == NAIVE_END_REQUIRED ? "" : naive_groups(c, p->split, p);

	if (*groups)
		return groups;
	if (is_asynchronous(e, p))
		return "asynchronous";
	if (p->end == NAIVE_END_GATE)
		return "gated clock";
	if (p->delay_exception >= 0 && c->exception[p->delay_exception].ignore_clock_latency)
		return "path delay";
	return p->capture < 0 ? "path delay" : clock_of(e, p->capture)->name;
}

/* ---- all ends ---- */

int64_t naive_latch_slack(const struct naive_path *p, int64_t opens, int64_t closes)
{
	int64_t slack = p->required - p->arrival + opens;
	int64_t last = p->required - p->arrival + (p->window > 0 ? p->window : 0) + closes;

	slack = slack > 0 ? slack : 0;
	return last < slack ? last : slack;
}

static void finish(const struct ender *e, struct naive_path *p, int64_t required)
{
	if (p->opens >= 0) {
		p->opening = required;
		p->window = latch_window(e, p, e->naive->check[p->end_id].margin);
		p->shift = naive_clock_arrival(e->naive, p->capture, EARLY, p->opens) - required +
			   less_uncertainty(e, p) + path_margin(e, p);
		required += p->window < 0 ? p->window : 0;
	}
	p->required = p->slack = NAIVE_NONE;
	if (p->end != NAIVE_END_CHECK || e->naive->check[p->end_id].margin != NAIVE_NONE) {
		p->required = required;
		p->slack = p->split == LATE ? required - p->arrival : p->arrival - required;
		if (p->opens >= 0)
			p->slack = naive_latch_slack(p, 0, 0);
	}
	p->group = group_of(e, p);
	e->add_end(e->context, p);
}

/* The opening edge is the other one of the clock that closes. */
static bool is_latch(const struct ender *e, int32_t id, int32_t closing, int32_t *opens)
{
	const struct naive *n = e->naive;
	int32_t vertex;

	if (!naive_latch_of_check(n, &n->check[id], &vertex) ||
	    !(naive_reaches(n, closing ^ 1, EARLY, vertex) ||
	      naive_reaches(n, closing ^ 1, LATE, vertex)))
		return false;
	*opens = vertex;
	return true;
}

static void end_by(const struct ender *e, struct naive_path *p, enum naive_end end, int32_t id,
		   int32_t capture)
{
	const struct constraints *c = e->constraints;
	bool clocked = p->launch >= 0 && capture >= 0;

	p->end = end;
	p->end_id = id;
	p->capture = capture;
	p->delay_exception = -1;
	p->window = NAIVE_NONE;
	p->opens = -1;
	if (end == NAIVE_END_CHECK && capture >= 0 && p->reference < 0 &&
	    is_latch(e, id, capture, &p->opens))
		capture = p->capture = capture ^ 1;
	if (naive_exception(c, EXCEPTION_FALSE, p->split, p) >= 0 ||
	    (clocked && are_exclusive(c, p->launch / 2, capture / 2)))
		return;
	if (end != NAIVE_END_GATE && p->reference < 0) /* path delays don't concern it */
		p->delay_exception = naive_exception(c, EXCEPTION_DELAY, p->split, p);
	if (p->delay_exception >= 0 && c->exception[p->delay_exception].ignore_clock_latency)
		p->opens = -1; /* no clock, no borrowing */
	if (p->delay_exception >= 0)
		finish(e, p, delay_required(e, p));
	else if (clocked && fs(clock_of(e, p->launch)->period) > 0 &&
		 fs(clock_of(e, capture)->period) > 0)
		finish(e, p, clocked_required(e, p));
	else if (end == NAIVE_END_OUTPUT && p->launch < 0 && capture >= 0)
		finish(e, p, unclocked_required(e, p));
}

/* No exception is about it. It counts with the clock that launched, or with the first. */
static void end_by_required(const struct ender *e, struct naive_path *p, int32_t v)
{
	p->end = NAIVE_END_REQUIRED;
	p->window = NAIVE_NONE;
	p->opens = -1;
	p->end_id = p->capture = p->delay_exception = -1;
	if (e->constraints->n_clocks)
		p->capture = CLOCK_EDGE(p->launch < 0 ? 0 : p->launch / 2, RISE);
	finish(e, p, fs(e->constraints->port[v / 2].required[p->split][v % 2]));
}

/* Against all references of an edge at a vertex. */
static void end_by_references(const struct ender *e, struct naive_path *p, enum naive_end end,
			      int32_t id, int32_t vertex, int32_t clock)
{
	const struct naive *n = e->naive;

	for (int64_t r = 0; r < n->n_references; r++) {
		const struct naive_reference *reference = &n->reference[r];

		if (reference->vertex != vertex || reference->split == p->split ||
		    (clock >= 0 && reference->launch / 2 != clock) ||
		    (end == NAIVE_END_CHECK && reference->is_clock))
			continue;
		p->reference = (int32_t)r;
		end_by(e, p, end, id, reference->launch);
		p->reference = -1;
	}
}

/* Of all rules between two edges, for what a clock launches, the last that gives a margin; a constant isn't
 * checked, also where it comes from a port. */
static int32_t data_rule(const struct ender *e, const struct naive_path *p, int32_t from,
			 int32_t clock, int32_t v)
{
	const struct constraints *c = e->constraints;
	const int8_t *value = e->naive->value;
	int32_t last = -1;

	if (value[v / 2] >= 0 || value[from / 2] >= 0)
		return -1;
	for (int32_t i = 0; i < c->n_locals; i++) {
		const struct local_rule *r = &c->local[i];

		if (r->kind == LOCAL_DATA_CHECK && r->pin == v / 2 && r->edges >> v % 2 & 1 &&
		    r->from == from / 2 && r->from_edges >> from % 2 & 1 &&
		    (r->clock < 0 || r->clock == clock) && is_given(r->value[p->split][RISE]))
			last = i;
	}
	return last;
}

static void end_by_data_checks(const struct ender *e, struct naive_path *p, int32_t v)
{
	for (int32_t from = 0; from < e->naive->n_vertices; from++) {
		for (int32_t clock = 0; clock < e->constraints->n_clocks; clock++) {
			int32_t rule = data_rule(e, p, from, clock, v);

			if (rule >= 0)
				end_by_references(e, p, NAIVE_END_DATA, rule, from, clock);
		}
	}
}

static void end_by_checks(const struct ender *e, struct naive_path *p, int32_t v)
{
	const struct naive *n = e->naive;
	bool clocked = false;

	for (int pass = 0; pass < 2; pass++) {
		for (int64_t i = n->check_row[v / 2]; i < n->check_row[v / 2 + 1]; i++) {
			int32_t id = (int32_t)n->check_at[i];
			const struct naive_check *c = &n->check[id];

			if (c->data != v || c->split != p->split)
				continue;
			for (int32_t edge = 0; edge < 2 * e->constraints->n_clocks && !pass;
			     edge++) {
				if (!naive_reaches(n, edge, (enum split)(1 - p->split), c->clock))
					continue;
				clocked = true;
				end_by(e, p, NAIVE_END_CHECK, id, edge);
			}
			if (!pass && c->non_sequential)
				end_by_references(e, p, NAIVE_END_CHECK, id, c->clock, -1);
			if (pass && !clocked)
				end_by(e, p, NAIVE_END_CHECK, id, -1);
		}
	}
}

static void end_by_gates(const struct ender *e, struct naive_path *p, int32_t v)
{
	const struct naive *n = e->naive;

	for (int64_t g = 0; g < n->n_gates; g++) {
		if (n->gate[g].enable != v / 2)
			continue;
		p->end_id = (int32_t)g;
		for (int32_t edge = 0; edge < 2 * e->constraints->n_clocks; edge++) {
			if (naive_reaches(n, edge, (enum split)(1 - p->split),
					  naive_gate_clock(n, p)))
				end_by(e, p, NAIVE_END_GATE, (int32_t)g, edge);
		}
	}
}

static bool has_checks(const struct naive *n, int32_t pin)
{
	return n->check_row[pin] < n->check_row[pin + 1];
}

/* A pin of a data check, or the enable of a gate that a clock reaches. */
static bool is_inner_end(const struct ender *e, int32_t pin)
{
	const struct naive *n = e->naive;
	const struct constraints *c = e->constraints;

	for (int32_t i = 0; i < c->n_locals; i++) {
		if (c->local[i].kind == LOCAL_DATA_CHECK && c->local[i].pin == pin)
			return true;
	}
	for (int64_t g = 0; g < n->n_gates; g++) {
		int32_t clock = 2 * n->gate[g].clock;

		for (int32_t i = 0; i < 4 * 2 * c->n_clocks && n->gate[g].enable == pin; i++) {
			if (naive_reaches(n, i / 4, i & 1 ? LATE : EARLY, clock + (i & 2 ? 1 : 0)))
				return true;
		}
	}
	return false;
}

/* An end for path delays: named, of an inner check, or nothing leads on. */
static bool is_open_end(const struct ender *e, const struct naive_path *p, int32_t pin)
{
	const struct naive *n = e->naive;

	if (p->n_vertices < 2)
		return false;
	if (naive_segment_ends(n, pin) || is_inner_end(e, pin))
		return true;
	return n->out_row[2 * pin] == n->out_row[2 * pin + 2];
}

void naive_ends(const struct naive *n, struct naive_path *p, naive_end_fn *add_end, void *context)
{
	struct ender e = {n, n->in.constraints, add_end, context};
	int32_t v = p->vertex[p->n_vertices - 1];
	const struct external_delay *out = e.constraints->output_delay;
	bool output = false,
	     required = v / 2 < e.constraints->n_ports && e.constraints->port[v / 2].has_required;

	p->reference = -1;
	end_by_gates(&e, p, v);
	if (e.constraints->n_locals)
		end_by_data_checks(&e, p, v);
	for (int32_t i = 0; i < e.constraints->n_output_delays; i++) {
		if (out[i].pin != v / 2)
			continue;
		output = true;
		if (is_given(out[i].delay[p->split][v % 2]))
			end_by(&e, p, NAIVE_END_OUTPUT, i, out[i].clock_edge);
	}
	if (required)
		end_by_required(&e, p, v);
	if (output)
		return;
	if (has_checks(n, v / 2))
		end_by_checks(&e, p, v);
	else if (!required && is_open_end(&e, p, v / 2))
		end_by(&e, p, NAIVE_END_OPEN, -1, -1);
}
