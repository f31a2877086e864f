/*
 * Random constraints of all kinds but exceptions. Times are multiples of 1/8 ps, so that they are
 * exact whatever the order they are added in.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "devices.h"
#include "random_design.h"

struct maker {
	const struct random_options *options;
	const struct netlist *netlist;
	const struct random_clocks *clocks;
	struct constraints *c;
	/* ps; periods are mostly small multiples of it, else of an eighth: all have a common
	 * period soon */
	double unit;
	/* the clock defined first at each origin, -1 = none */
	int32_t first[RANDOM_MOST_ORIGINS];
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* What grows an array of the constraints by one and returns it. */
#define ONE_MORE(c, array, n, capacity)                                                            \
	(must(GROW(&(c)->array, &(c)->capacity, (int64_t)(c)->n + 1)), &(c)->array[(c)->n++])

/* ---- clocks ---- */

/* Late ones are never less than early ones. */
static void draw_latency(double latency[N_SPLITS][N_EDGES], double high)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		latency[EARLY][edge] = random_eighths(0, high);
		latency[LATE][edge] =
			latency[EARLY][edge] + (random_one_in(3) ? 0 : random_eighths(0, high));
	}
}

static void dress(struct clock *clock, bool derived)
{
	clock->propagated = !random_one_in(3);
	if (random_one_in(derived ? 4 : 2))
		draw_latency(clock->source_latency, 12);
	if (random_one_in(2) && !clock->propagated)
		draw_latency(clock->network_latency, 12);
	for (int c = 0; c < 4 && random_one_in(2); c++)
		clock->transition[c / 2][c % 2] =
			c < 2 ? random_eighths(0, 10) : random_eighths(10, 20);
	for (int split = 0; split < N_SPLITS; split++)
		clock->uncertainty[split] = random_one_in(2) ? NOT_GIVEN : random_eighths(0, 8);
}

static int32_t base_clock(struct maker *m)
{
	double period = m->unit * (double)(1 + random_below(4)), rise, width;
	char name[16];
	int32_t id;

	if (random_one_in(8))
		period = m->unit * (double)(8 + random_below(33)) / 8;
	rise = random_one_in(2) ? 0 : random_eighths(0, period - 1);
	width = random_one_in(2) ? period / 2 : random_eighths(1, period - 1);
	snprintf(name, sizeof name, "c%d", m->c->n_clocks);
	must(constraints_add_clock(m->c, name, period, rise,
				   rise + width < period ? rise + width : rise + width - period,
				   &id));
	dress(&m->c->clock[id], false);
	return id;
}

static double within(double time, double period)
{
	while (time >= period)
		time -= period;
	return time;
}

/* Divided by two, or the same at a tap, perhaps inverted. */
static int32_t generated_clock(struct maker *m, int32_t master, int32_t pin, bool divided)
{
	struct clock from = m->c->clock[master], *clock;
	bool invert = random_one_in(3);
	double period = divided ? 2 * from.period : from.period, time[N_EDGES];
	char name[16];
	int32_t id;

	for (int edge = 0; edge < N_EDGES; edge++) {
		int own = invert ? 1 - edge : edge;

		time[own] = divided ? from.time[RISE] + edge * from.period : from.time[edge];
		time[own] = within(time[own], period);
	}
	snprintf(name, sizeof name, "c%d", m->c->n_clocks);
	must(constraints_add_clock(m->c, name, period, time[RISE], time[FALL], &id));
	clock = &m->c->clock[id];
	dress(clock, true);
	clock->propagated = clock->propagated && m->c->clock[master].propagated;
	clock->master = master;
	clock->master_pin = m->c->clock[master].source[0];
	for (int edge = 0; edge < N_EDGES; edge++)
		clock->master_edge[edge] = divided || (edge == RISE) != invert ? RISE : FALL;
	must(clock_add_source(clock, pin));
	return id;
}

static void add_origin_clock(struct maker *m, int o)
{
	const struct random_clocks *clocks = m->clocks;
	int parent = clocks->origin[o].parent;

	m->first[o] = -1;
	if (random_one_in(10))
		return;
	if (parent < 0) {
		m->first[o] = base_clock(m);
		must(clock_add_source(&m->c->clock[m->first[o]], clocks->origin[o].pin));
	} else if (m->first[parent] >= 0) {
		m->first[o] = generated_clock(m, m->first[parent], clocks->origin[o].pin, true);
	}
}

/* One more at an origin, or at a tap downstream of one; a virtual one. */
static void add_more_clocks(struct maker *m)
{
	const struct random_clocks *clocks = m->clocks;
	int o = (int)random_below(clocks->n_origins);
	int32_t id;

	if (random_one_in(4) && clocks->origin[o].parent < 0) {
		id = base_clock(m);
		must(clock_add_source(&m->c->clock[id], clocks->origin[o].pin));
		m->c->clock[id].add = true;
	}
	if (random_one_in(3) && clocks->n_taps) {
		int tap = (int)random_below(clocks->n_taps), origin = clocks->tap[tap].origin;
		int parent = clocks->origin[origin].parent;
		/* after a divider without a clock it is the divided one that is generated */
		bool divided = m->first[origin] < 0 && parent >= 0;
		int32_t master = m->first[divided ? parent : origin];

		if (random_one_in(3) || master < 0) {
			id = base_clock(m);
			must(clock_add_source(&m->c->clock[id], clocks->tap[tap].pin));
		} else {
			id = generated_clock(m, master, clocks->tap[tap].pin, divided);
		}
		m->c->clock[id].add = random_one_in(3);
	}
	if (random_one_in(3))
		base_clock(m);
}

static int32_t any_edge(const struct maker *m)
{
	return m->c->n_clocks ? (int32_t)random_below(N_EDGES * m->c->n_clocks) : -1;
}

static void relate_clocks(struct maker *m)
{
	int32_t n = m->c->n_clocks;

	for (int i = 0; i < 3 && n && random_one_in(2); i++) {
		struct clock_uncertainty *u =
			ONE_MORE(m->c, uncertainty, n_uncertainties, uncertainty_capacity);

		*u = (struct clock_uncertainty){any_edge(m), any_edge(m), {NOT_GIVEN, NOT_GIVEN}};
		u->uncertainty[random_below(2)] = random_eighths(0, 12);
		u->uncertainty[random_below(2)] = random_eighths(0, 12);
	}
	for (int32_t set = 0; set < 2 && n > 1 && random_one_in(5); set++) {
		for (int32_t clock = 0; clock < n; clock++) {
			if (random_one_in(3))
				continue;
			*ONE_MORE(m->c, clock_group, n_clock_groups,
				  clock_group_capacity) = (struct clock_group){
				.set = set, .group = (int32_t)random_below(2), .clock = clock};
		}
	}
}

/* ---- ports ---- */

static void add_external(struct maker *m, bool input, int32_t pin, int32_t clock_edge)
{
	struct external_delay delay = {.reference = -1,
				       .pin = pin,
				       .clock_edge = clock_edge,
				       .source_latency_included = random_one_in(5),
				       .network_latency_included = random_one_in(5)};
	bool partly = random_one_in(6);

	for (int edge = 0; edge < N_EDGES; edge++) {
		double a = random_eighths(-5, 25), b = random_eighths(-5, 25);

		delay.delay[EARLY][edge] = a < b ? a : b;
		delay.delay[LATE][edge] = a < b ? b : a;
	}
	if (partly)
		delay.delay[random_below(N_SPLITS)][random_below(N_EDGES)] = NOT_GIVEN;
	must(constraints_add_external(m->c, input, &delay));
}

static bool is_origin(const struct maker *m, int32_t pin)
{
	for (int i = 0; i < m->clocks->n_origins; i++) {
		if (m->clocks->origin[i].pin == pin)
			return true;
	}
	return false;
}

/* One delay, or two of different edges (-add_delay), mostly of a clock. */
static void add_externals(struct maker *m, int32_t pin, bool input)
{
	int32_t edge = random_one_in(8) ? -1 : any_edge(m), other = any_edge(m);

	add_external(m, input, pin, edge);
	if (random_one_in(4) && other != edge)
		add_external(m, input, pin, other);
}

/* From each edge, in both splits; the late one is at least as slow as the early one. */
static void add_driving_arc(struct maker *m, const struct library *library, int32_t arc,
			    struct port_constraint *port)
{
	enum lib_sense sense = library->arc[arc].sense;
	int32_t l = 0;

	while (m->netlist->library[l] != library)
		l++;
	for (int c = 0; c < 4; c++) {
		enum edge from = (enum edge)(c / 2), to = (enum edge)(c % 2);
		double slew = random_one_in(2) ? 0 : random_eighths(0, 10);

		if (sense != LIB_NON_UNATE && (sense == LIB_POSITIVE_UNATE) != (from == to))
			continue;
		for (int split = 0; split < N_SPLITS; split++) {
			*ONE_MORE(m->c, driving_arc, n_driving_arcs, driving_arc_capacity) =
				(struct driving_arc){l, arc, from, to, (enum split)split, slew};
			slew += random_one_in(2) ? 0 : random_eighths(0, 10);
		}
		port->n_driving_arcs += N_SPLITS;
	}
}

/* A combinational cell, by one of its arcs or by all. */
static void add_driving_cell(struct maker *m, struct port_constraint *port)
{
	const struct master *master = &m->netlist->master[random_below(7)];
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = &library->cell[master->cell[LATE]];
	int32_t only = random_one_in(2) ? -1 : (int32_t)random_below(cell->n_arcs);

	port->first_driving_arc = m->c->n_driving_arcs;
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		if (only < 0 || only == a)
			add_driving_arc(m, library, cell->first_arc + a, port);
	}
}

static void constrain_port(struct maker *m, int32_t p)
{
	struct port_constraint *port = &m->c->port[p];
	bool input = m->netlist->port_direction[p] == LIB_INPUT;

	if (!is_origin(m, p) && !random_one_in(6))
		add_externals(m, p, input);
	for (int edge = 0; edge < N_EDGES; edge++) {
		port->load[EARLY][edge] = random_eighths(0, 4);
		port->load[LATE][edge] =
			port->load[EARLY][edge] + (random_one_in(2) ? 0 : random_eighths(0, 4));
		port->wire_load[LATE][edge] = p % 4 == 1 ? port->load[EARLY][edge] : 0;
	}
	if (input && random_one_in(3)) {
		add_driving_cell(m, port);
	} else if (input && random_one_in(2)) {
		for (int c = 0; c < 4; c++)
			port->slew[c / 2][c % 2] =
				c < 2 ? random_eighths(0, 10) : random_eighths(10, 20);
	} else if (!input && random_one_in(12)) {
		port->has_required = true;
		for (int c = 0; c < 4; c++)
			port->required[c / 2][c % 2] = random_eighths(-20, 100);
	}
}

/* ---- the rest ---- */

/* Of an instance, not a port; -1 = there is none. */
static int32_t any_pin(const struct maker *m)
{
	int32_t n_ports = m->netlist->n_ports, n = m->netlist->n_pins - n_ports;

	return n ? n_ports + (int32_t)random_below(n) : -1;
}

static void add_cases(struct maker *m)
{
	int32_t p;

	for (p = 0; p < m->netlist->n_ports; p++) {
		if (m->netlist->port_direction[p] == LIB_INPUT && !is_origin(m, p) &&
		    random_one_in(6))
			*ONE_MORE(m->c, case_value, n_cases, case_capacity) =
				(struct case_value){p, (int32_t)random_below(3) - 1, false};
	}
	p = any_pin(m);
	if (p >= 0 && random_one_in(4))
		*ONE_MORE(m->c, case_value, n_cases, case_capacity) =
			(struct case_value){p, (int32_t)random_below(2), false};
}

/* An arc from an input of an instance or of a master, or all of it, or all at a port. */
static void add_disabled(struct maker *m)
{
	const struct netlist *netlist = m->netlist;
	struct disabled_arc d = {-1, -1, -1, -1};
	int32_t x = (int32_t)random_below(netlist->n_instances + 1) - 1, first, n;

	if (x < 0) {
		d.from = (int32_t)random_below(netlist->n_ports);
		if (netlist->port_direction[d.from] != LIB_INPUT || is_origin(m, d.from))
			return;
	} else {
		first = netlist->instance_pin[x];
		n = netlist->instance_pin[x + 1] - first;
		d.instance = x;
		if (random_one_in(4)) {
			d.instance = -1;
			d.master = netlist->instance_master[x];
			first = 0;
		}
		if (random_one_in(2) || d.master >= 0) {
			do
				d.from = (int32_t)random_below(n);
			while (n > 1 && netlist_drives(netlist, netlist->instance_pin[x] + d.from));
			d.from += first;
			d.to = first + (int32_t)random_below(n);
		}
	}
	*ONE_MORE(m->c, disabled, n_disabled, disabled_capacity) = d;
}

static void add_derate(struct maker *m)
{
	static const int both = DERATE_CLOCK | DERATE_DATA;
	enum split split = (enum split)random_below(2);
	struct derate d = {-1, -1, -1, 0, split, 1, EDGES_BOTH};
	int scope = (int)random_below(6);

	d.what = DERATE_CELL | (random_one_in(3) ? DERATE_NET : 0);
	d.what |= random_one_in(3) ? DERATE_CLOCK : random_one_in(3) ? DERATE_DATA : both;
	if (random_one_in(4))
		d.what = DERATE_CHECK | both;
	if (scope == 0 && m->netlist->n_instances) {
		d.instance = (int32_t)random_below(m->netlist->n_instances);
	} else if (scope == 1) {
		d.master = (int32_t)random_below(m->netlist->n_masters);
	} else if (scope == 2) {
		d.net = (int32_t)random_below(m->netlist->n_nets);
		d.what = DERATE_NET | both;
	}
	if (random_one_in(4))
		d.edges = random_one_in(2) ? EDGES_RISE : EDGES_FALL;
	d.factor = split == LATE ? 1 + random_real(0, 0.3) : 1 - random_real(0, 0.3);
	*ONE_MORE(m->c, derate, n_derates, derate_capacity) = d;
}

static void add_net_loads(struct maker *m)
{
	must(ALLOC(&m->c->net_load, m->netlist->n_nets));
	for (int32_t net = 0; net < m->netlist->n_nets; net++)
		m->c->net_load[net] = random_one_in(3) ? random_eighths(0, 6) : NOT_GIVEN;
}

static struct local_rule empty_rule(enum local_kind kind)
{
	struct local_rule rule = {.kind = kind,
				  .pin = -1,
				  .instance = -1,
				  .clock = -1,
				  .from = -1,
				  .from_edges = EDGES_BOTH,
				  .edges = EDGES_BOTH,
				  .level = -1};

	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		rule.value[i / N_EDGES][i % N_EDGES] = NOT_GIVEN;
	return rule;
}

/* Of edges at a pin of the clock network (gates come first there), of one clock or of all. */
static void add_sense(struct maker *m)
{
	struct local_rule rule = empty_rule(LOCAL_SENSE);
	int32_t n = m->netlist->n_instances < 10 ? m->netlist->n_instances : 10;
	int32_t x = (int32_t)random_below(n), first = m->netlist->instance_pin[x];

	rule.pin = first + (int32_t)random_below(m->netlist->instance_pin[x + 1] - first);
	if (random_one_in(2))
		rule.clock = (int32_t)random_below(m->c->n_clocks);
	rule.level = (int32_t)random_below(N_CLOCK_SENSES);
	must(constraints_add_local(m->c, &rule));
}

/* Of the enable or the clock's pin, a gate, a clock, or all. */
static void add_gating(struct maker *m)
{
	struct local_rule rule = empty_rule(random_one_in(8) ? LOCAL_NO_GATING : LOCAL_GATING);
	int32_t n = m->netlist->n_instances < 10 ? m->netlist->n_instances : 10;
	int32_t x = (int32_t)random_below(n), first = m->netlist->instance_pin[x];
	int64_t of = random_below(rule.kind == LOCAL_GATING ? 4 : 2);

	if (of == 0)
		rule.pin = first + (int32_t)random_below(m->netlist->instance_pin[x + 1] - first);
	else if (of == 1)
		rule.instance = x;
	else if (of == 2)
		rule.clock = (int32_t)random_below(m->c->n_clocks);
	for (int i = 0; i < N_SPLITS * N_EDGES && rule.kind == LOCAL_GATING; i++) {
		if (!random_one_in(3))
			rule.value[i / N_EDGES][i % N_EDGES] = random_eighths(-4, 8);
	}
	if (of < 2 && rule.kind == LOCAL_GATING)
		rule.level = (int32_t)random_below(3) - 1;
	must(constraints_add_local(m->c, &rule));
}

/* Limits of latches: of an input or its enable, a cell, a clock. */
static void add_borrow(struct maker *m)
{
	struct local_rule rule = empty_rule(LOCAL_BORROW);
	int32_t x = (int32_t)random_below(m->netlist->n_instances);

	rule.value[LATE][RISE] = random_eighths(0, m->unit / 2);
	if (random_one_in(3) && m->c->n_clocks)
		rule.clock = (int32_t)random_below(m->c->n_clocks);
	else if (random_one_in(2))
		rule.instance = x;
	else
		rule.pin = m->netlist->instance_pin[x] + (int32_t)random_below(2);
	must(constraints_add_local(m->c, &rule));
}

/* Between any two pins, one of which mostly gets data. */
static void add_data_check(struct maker *m)
{
	struct local_rule rule = {.kind = LOCAL_DATA_CHECK,
				  .pin = any_pin(m),
				  .instance = -1,
				  .clock = -1,
				  .from = any_pin(m),
				  .from_edges = EDGES_BOTH,
				  .edges = EDGES_BOTH,
				  .level = -1};
	int splits = (int)random_below(3);

	if (rule.pin < 0)
		return;
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		rule.value[i / N_EDGES][i % N_EDGES] = NOT_GIVEN;
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits != split)
			rule.value[split][RISE] = random_eighths(-10, 20);
	}
	if (random_one_in(3))
		rule.from_edges = 1 << random_below(2);
	if (random_one_in(3))
		rule.edges = 1 << random_below(2);
	if (random_one_in(4) && m->c->n_clocks)
		rule.clock = (int32_t)random_below(m->c->n_clocks);
	must(constraints_add_local(m->c, &rule));
	if (random_one_in(3)) { /* another of the same pins */
		rule.from_edges = rule.edges = EDGES_BOTH;
		rule.value[LATE][RISE] = random_eighths(-10, 20);
		must(constraints_add_local(m->c, &rule));
	}
}

struct constraints *random_constraints(const struct random_options *options,
				       const struct netlist *netlist,
				       const struct random_clocks *clocks)
{
	struct maker m = {.options = options, .netlist = netlist, .clocks = clocks};
	int32_t pin = -1;

	must(constraints_new("random", netlist, &m.c));
	m.unit = (double)(10 + random_below(51));
	for (int o = 0; o < clocks->n_origins; o++)
		add_origin_clock(&m, o);
	add_more_clocks(&m);
	relate_clocks(&m);
	for (int32_t p = 0; p < netlist->n_ports; p++)
		constrain_port(&m, p);
	if (options->odd && random_one_in(3))
		pin = any_pin(&m);
	if (pin >= 0)
		add_externals(&m, pin, random_one_in(2));
	if (random_one_in(2))
		add_cases(&m);
	for (int i = 0; i < 2 && random_one_in(4); i++)
		add_disabled(&m);
	for (int i = 0; i < 6 && !random_one_in(3); i++)
		add_derate(&m);
	if (random_one_in(4))
		add_net_loads(&m);
	for (int i = 0; i < 4 && options->latches && !random_one_in(3); i++)
		add_borrow(&m);
	for (int i = 0; i < 2 && m.c->n_clocks && random_one_in(3); i++)
		add_sense(&m);
	for (int i = 0; i < 4 && m.c->n_clocks && random_one_in(2); i++)
		add_gating(&m);
	for (int i = 0; i < 6 && options->data_checks; i++)
		add_data_check(&m);
	return m.c;
}
