#include "random_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "devices.h"
#include "random_design.h"

struct editing {
	struct constraints *k;
	const struct netlist *netlist;
	bool odd;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* Early ones are never more than late ones. */
static void draw_corners(double value[N_SPLITS][N_EDGES], double low, double high)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		double a = random_eighths(low, high), b = random_eighths(low, high);

		value[EARLY][edge] = a < b ? a : b;
		value[LATE][edge] = a < b ? b : a;
	}
}

static void redraw_given(double value[N_SPLITS][N_EDGES], double low, double high)
{
	double drawn[N_SPLITS][N_EDGES];

	draw_corners(drawn, low, high);
	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		if (is_given(value[c / 2][c % 2]))
			value[c / 2][c % 2] = drawn[c / 2][c % 2];
	}
}

/* ---- clocks ---- */

static struct clock *any_clock(struct editing *e)
{
	return e->k->n_clocks ? &e->k->clock[random_below(e->k->n_clocks)] : NULL;
}

static void edit_uncertainty(struct editing *e)
{
	struct clock *clock = any_clock(e);

	if (clock)
		clock->uncertainty[random_below(2)] =
			random_one_in(4) ? NOT_GIVEN : random_eighths(0, 8);
}

/* Often one that clocks pass: where one begins. */
static int32_t any_pin(struct editing *e)
{
	const struct clock *clock = any_clock(e);

	if (clock && clock->n_sources && random_one_in(2))
		return clock->source[random_below(clock->n_sources)];
	return (int32_t)random_below(e->netlist->n_pins);
}

/* What is set at one pin, for all clocks or for one. */
static void edit_clock_pin(struct editing *e)
{
	struct constraints *k = e->k;
	struct clock_pin *pin = NULL;

	if (k->n_clock_pins && !random_one_in(3))
		pin = &k->clock_pin[random_below(k->n_clock_pins)];
	else if (k->n_clocks)
		must(constraints_add_clock_pin(k, any_pin(e),
					       (int32_t)random_below(k->n_clocks + 1) - 1, &pin));
	if (!pin)
		return;
	switch (random_below(4)) {
	case 0:
		draw_corners(pin->source_latency, 0, 20);
		break;
	case 1:
		draw_corners(pin->network_latency, 0, 20);
		break;
	default:
		pin->uncertainty[random_below(2)] =
			random_one_in(6) ? NOT_GIVEN : random_eighths(0, 8);
		break;
	}
}

/* Of base clocks: those generated of them follow in SDC, here they needn't. */
static void edit_period(struct editing *e)
{
	struct clock *clock = any_clock(e);
	double scale = random_one_in(2) ? 2 : 0.5;

	if (!clock || clock->period < 4)
		return;
	clock->period *= scale;
	clock->time[RISE] *= scale;
	clock->time[FALL] *= scale;
}

static void edit_source_latency(struct editing *e)
{
	struct clock *clock = any_clock(e);

	if (clock && (clock->master < 0 || random_one_in(4)))
		draw_corners(clock->source_latency, 0, 12);
	else if (clock)
		redraw_given(clock->source_latency, 0, 12);
}

static void edit_network_latency(struct editing *e)
{
	struct clock *clock = any_clock(e);

	if (clock)
		draw_corners(clock->network_latency, 0, 12);
}

static void edit_transition(struct editing *e)
{
	struct clock *clock = any_clock(e);

	if (clock)
		clock->transition[random_below(2)][random_below(2)] =
			random_one_in(4) ? NOT_GIVEN : random_eighths(0, 20);
}

static void edit_propagated(struct editing *e)
{
	struct clock *clock = any_clock(e);

	if (clock)
		clock->propagated = !clock->propagated;
}

/* Beside others at a port or another pin; few, as each has states of its own. */
static void add_clock(struct editing *e)
{
	struct constraints *k = e->k;
	char name[16];
	int32_t c;

	if (k->n_clocks >= 5)
		return;
	snprintf(name, sizeof name, "more%d", (int)k->n_clocks);
	must(constraints_add_clock(k, name, 40, 0, 20, &c));
	k->clock[c].add = true;
	k->clock[c].propagated = random_one_in(2);
	must(clock_add_source(&k->clock[c], any_pin(e)));
}

static void edit_between(struct editing *e)
{
	struct constraints *k = e->k;
	int32_t n = N_EDGES * k->n_clocks;
	struct clock_uncertainty *u;

	if (k->n_uncertainties && random_one_in(2)) {
		k->n_uncertainties--;
		return;
	}
	if (!n)
		return;
	must(GROW(&k->uncertainty, &k->uncertainty_capacity, (int64_t)k->n_uncertainties + 1));
	u = &k->uncertainty[k->n_uncertainties++];
	*u = (struct clock_uncertainty){
		(int32_t)random_below(n), (int32_t)random_below(n), {NOT_GIVEN, NOT_GIVEN}};
	u->uncertainty[random_below(2)] = random_eighths(0, 12);
}

static void edit_clock_groups(struct editing *e)
{
	struct constraints *k = e->k;
	int32_t set = 0;

	if (k->n_clock_groups && random_one_in(2)) {
		set = k->clock_group[k->n_clock_groups - 1].set;
		while (k->n_clock_groups && k->clock_group[k->n_clock_groups - 1].set == set)
			k->n_clock_groups--;
		return;
	}
	for (int32_t i = 0; i < k->n_clock_groups; i++)
		set = k->clock_group[i].set >= set ? k->clock_group[i].set + 1 : set;
	for (int32_t c = 0; c < k->n_clocks; c++) {
		if (random_one_in(3))
			continue;
		must(GROW(&k->clock_group, &k->clock_group_capacity,
			  (int64_t)k->n_clock_groups + 1));
		k->clock_group[k->n_clock_groups++] = (struct clock_group){
			.set = set, .group = (int32_t)random_below(2), .clock = c};
	}
}

/* ---- ports ---- */

static void edit_input(struct editing *e)
{
	if (e->k->n_input_delays)
		redraw_given(e->k->input_delay[random_below(e->k->n_input_delays)].delay, -5, 25);
}

static void edit_output(struct editing *e)
{
	struct external_delay *delay;

	if (!e->k->n_output_delays)
		return;
	delay = &e->k->output_delay[random_below(e->k->n_output_delays)];
	redraw_given(delay->delay, -5, 25);
	if (random_one_in(3)) {
		double *corner = &delay->delay[random_below(2)][random_below(2)];

		*corner = is_given(*corner) ? NOT_GIVEN : random_eighths(-5, 25);
	}
}

static struct port_constraint *any_port(struct editing *e)
{
	return &e->k->port[random_below(e->k->n_ports)];
}

static void edit_load(struct editing *e)
{
	draw_corners(any_port(e)->load, 0, 8);
}

static void edit_slew(struct editing *e)
{
	struct port_constraint *port = any_port(e);

	for (int c = 0; c < N_SPLITS * N_EDGES; c++)
		port->slew[c / 2][c % 2] = random_one_in(3) ? NOT_GIVEN
					   : c < 2          ? random_eighths(0, 10)
							    : random_eighths(10, 20);
}

static void edit_driver(struct editing *e)
{
	struct port_constraint *port = any_port(e);

	if (port->n_driving_arcs)
		e->k->driving_arc[port->first_driving_arc + random_below(port->n_driving_arcs)]
			.slew = random_eighths(0, 20);
}

static void edit_required(struct editing *e)
{
	struct port_constraint *port = any_port(e);

	if (port->has_required)
		port->required[random_below(2)][random_below(2)] = random_eighths(-20, 100);
}

static void edit_net_load(struct editing *e)
{
	if (e->k->net_load)
		e->k->net_load[random_below(e->k->n_nets)] = random_eighths(0, 6);
}

/* ---- derates, case analysis ---- */

static void edit_derate(struct editing *e)
{
	struct constraints *k = e->k;
	struct derate d = {-1, -1, -1, DERATE_CLOCK | DERATE_DATA, LATE, 1, EDGES_BOTH};

	if (k->n_derates && random_one_in(2)) {
		k->derate[random_below(k->n_derates)].factor = 1 + random_real(-0.2, 0.2);
		return;
	}
	if (k->n_derates && random_one_in(4)) {
		k->n_derates--;
		return;
	}
	d.what |= random_one_in(3) ? DERATE_CHECK : DERATE_CELL;
	d.split = (enum split)random_below(2);
	if (random_one_in(2) && e->netlist->n_instances)
		d.instance = (int32_t)random_below(e->netlist->n_instances);
	d.factor = 1 + random_real(-0.2, 0.2);
	must(GROW(&k->derate, &k->derate_capacity, (int64_t)k->n_derates + 1));
	k->derate[k->n_derates++] = d;
}

static void edit_case(struct editing *e)
{
	if (e->k->n_cases)
		e->k->case_value[0].value = (e->k->case_value[0].value + 2) % 3 - 1;
}

static void edit_disabled(struct editing *e)
{
	struct constraints *k = e->k;
	struct disabled_arc arc = {-1, (int32_t)random_below(e->netlist->n_pins), -1, -1};

	if (k->n_disabled && random_one_in(2)) {
		k->n_disabled--;
		return;
	}
	if (e->netlist->n_instances && random_one_in(2))
		arc = (struct disabled_arc){(int32_t)random_below(e->netlist->n_instances), -1, -1,
					    -1};
	must(GROW(&k->disabled, &k->disabled_capacity, (int64_t)k->n_disabled + 1));
	k->disabled[k->n_disabled++] = arc;
}

static void edit_borrow(struct editing *e)
{
	struct local_rule rule = {
		.kind = LOCAL_BORROW,
		.pin = -1,
		.instance = -1,
		.clock = -1,
		.from = -1,
		.level = -1,
		.value = {{NOT_GIVEN, NOT_GIVEN}, {random_eighths(0, 40), NOT_GIVEN}}};

	if (!e->k->n_clocks)
		return;
	rule.clock = (int32_t)random_below(e->k->n_clocks);
	must(constraints_add_local(e->k, &rule));
}

/* ---- exceptions ---- */

/* To ends alone, as most trials are. */
static void add_exception_to(struct editing *e)
{
	static const enum exception_kind kinds[] = {EXCEPTION_FALSE, EXCEPTION_FALSE,
						    EXCEPTION_MULTICYCLE, EXCEPTION_GROUP,
						    EXCEPTION_MARGIN};
	struct exception x = {.kind = kinds[random_below(5)],
			      .filter = PATH_FILTER_INIT,
			      .applies = {!random_one_in(4), true},
			      .delay = random_eighths(-20, 30),
			      .multiplier = (int32_t)random_below(4)};

	x.filter.to.given = true;
	if (random_one_in(4) && e->k->n_clocks)
		must(point_list_add(&x.filter.to,
				    (struct point){POINT_CLOCK,
						   (int32_t)random_below(e->k->n_clocks),
						   EDGES_BOTH}));
	else
		for (int i = 0; i < 3; i++)
			must(point_list_add(
				&x.filter.to,
				(struct point){POINT_PIN, (int32_t)random_below(e->netlist->n_pins),
					       random_one_in(3) ? EDGES_RISE : EDGES_BOTH}));
	if (random_one_in(6))
		x.filter.to_edges = EDGES_FALL;
	if (x.kind == EXCEPTION_GROUP)
		x.name = strdup(random_one_in(2) ? "g0" : "g2");
	must(constraints_add_exception(e->k, &x));
}

static void name_a_pin(struct editing *e, struct point_list *list)
{
	struct point point = {POINT_PIN, (int32_t)random_below(e->netlist->n_pins),
			      random_one_in(4) ? EDGES_FALL : EDGES_BOTH};

	list->given = true;
	must(point_list_add(list, point));
}

/* What keeps states apart, or is a demand of its own: of single pins, in both splits or one. */
static void add_exception_by_pins(struct editing *e)
{
	static const enum exception_kind kinds[] = {EXCEPTION_FALSE, EXCEPTION_MULTICYCLE,
						    EXCEPTION_MULTICYCLE, EXCEPTION_DELAY};
	struct exception x = {.kind = kinds[random_below(4)],
			      .filter = PATH_FILTER_INIT,
			      .applies = {random_one_in(2), true},
			      .delay = random_eighths(0, 80),
			      .multiplier = 1 + (int32_t)random_below(3)};
	struct point_list *through;

	if (x.kind == EXCEPTION_DELAY) /* of one split each */
		x.applies[LATE] = !x.applies[EARLY];
	if (random_one_in(2)) {
		must(path_filter_add_through(&x.filter, &through));
		name_a_pin(e, through);
	}
	if (random_one_in(2))
		name_a_pin(e, &x.filter.to);
	if (random_one_in(2) || (!x.filter.n_throughs && !x.filter.to.given))
		name_a_pin(e, &x.filter.from);
	must(constraints_add_exception(e->k, &x));
}

/* By where paths begin, or by one pin of their way, from any clock or from one. */
static void add_cut(struct editing *e)
{
	struct exception x = {.kind = EXCEPTION_FALSE,
			      .filter = PATH_FILTER_INIT,
			      .applies = {!random_one_in(8), true}};
	struct point_list *list = &x.filter.from;

	if (random_one_in(2)) {
		must(ALLOC(&x.filter.through, 1));
		list = &x.filter.through[x.filter.n_throughs++];
		if (random_one_in(3) && e->k->n_clocks) {
			x.filter.from.given = true;
			must(point_list_add(&x.filter.from,
					    (struct point){POINT_CLOCK,
							   (int32_t)random_below(e->k->n_clocks),
							   EDGES_BOTH}));
		}
	}
	list->given = true;
	for (int i = 0; i < 2; i++)
		must(point_list_add(
			list, (struct point){POINT_PIN, (int32_t)random_below(e->netlist->n_pins),
					     random_one_in(4) ? EDGES_FALL : EDGES_BOTH}));
	must(constraints_add_exception(e->k, &x));
}

static void add_exceptions(struct editing *e)
{
	random_exceptions(e->k, e->netlist, e->odd);
}

static void remove_exception(struct editing *e)
{
	struct constraints *k = e->k;
	int32_t i;

	if (!k->n_exceptions)
		return;
	i = random_one_in(2) ? k->n_exceptions - 1 : (int32_t)random_below(k->n_exceptions);
	path_filter_release(&k->exception[i].filter);
	free(k->exception[i].name);
	k->n_exceptions--;
	memmove(&k->exception[i], &k->exception[i + 1],
		(size_t)(k->n_exceptions - i) * sizeof *k->exception);
}

static void edit_exception(struct editing *e)
{
	struct exception *x;

	if (!e->k->n_exceptions)
		return;
	x = &e->k->exception[random_below(e->k->n_exceptions)];
	if (x->kind == EXCEPTION_MULTICYCLE)
		x->multiplier = (int32_t)random_below(4);
	else if (x->kind == EXCEPTION_DELAY || x->kind == EXCEPTION_MARGIN)
		x->delay = random_eighths(x->kind == EXCEPTION_DELAY ? 0 : -20, 80);
	else if (x->kind == EXCEPTION_FALSE)
		x->applies[random_below(2)] = random_one_in(2);
}

static const struct {
	const char *what;
	void (*make)(struct editing *e);
} edits[] = {
	{"input delay", edit_input},
	{"output delay", edit_output},
	{"output delay", edit_output},
	{"uncertainty", edit_uncertainty},
	{"setting at a pin", edit_clock_pin},
	{"setting at a pin", edit_clock_pin},
	{"period", edit_period},
	{"source latency", edit_source_latency},
	{"network latency", edit_network_latency},
	{"clock transition", edit_transition},
	{"propagated clock", edit_propagated},
	{"another clock", add_clock},
	{"uncertainty between clocks", edit_between},
	{"clock groups", edit_clock_groups},
	{"load", edit_load},
	{"input transition", edit_slew},
	{"driving cell", edit_driver},
	{"required time", edit_required},
	{"net load", edit_net_load},
	{"derate", edit_derate},
	{"case analysis", edit_case},
	{"disabled arcs", edit_disabled},
	{"time borrow", edit_borrow},
	{"exception to ends", add_exception_to},
	{"exception to ends", add_exception_to},
	{"exception to ends", add_exception_to},
	{"false path from its beginning", add_cut},
	{"false path from its beginning", add_cut},
	{"exception by pins", add_exception_by_pins},
	{"exception by pins", add_exception_by_pins},
	{"exceptions", add_exceptions},
	{"exception removed", remove_exception},
	{"exception removed", remove_exception},
	{"exception's value", edit_exception},
};

const char *random_edit(struct constraints *constraints, const struct netlist *netlist, bool odd)
{
	struct editing e = {constraints, netlist, odd};
	int64_t i = random_below(sizeof edits / sizeof *edits);

	edits[i].make(&e);
	return edits[i].what;
}

const char *random_false(struct constraints *constraints, const struct netlist *netlist)
{
	struct editing e = {constraints, netlist, false};
	bool any = constraints->n_exceptions > 0;

	if (any && random_one_in(4)) {
		static void (*const make[])(struct editing *) = {edit_period, edit_source_latency,
								 edit_input};

		make[random_below(3)](&e);
		return "what begins beside a false path";
	}
	if (any && random_one_in(3))
		remove_exception(&e);
	else
		add_cut(&e);
	return "false path from its beginning";
}

/* ---- what keeps states apart ---- */

static bool launches(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];
	const struct master *master =
		instance < 0 ? NULL : &netlist->master[netlist->instance_master[instance]];
	const struct library *library = master ? master->library[LATE] : NULL;
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;
	bool any = false;

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		any |= arc->kind == LIB_LAUNCH &&
		       arc->from == pin - netlist->instance_pin[instance];
	}
	return any;
}

/* Often the clock of a register or a port, if one is found soon. */
static int32_t any_start(struct editing *e)
{
	int32_t pin = (int32_t)random_below(e->netlist->n_pins);

	for (int i = 0; i < 30 && !launches(e->netlist, pin) && pin >= e->netlist->n_ports; i++)
		pin = (int32_t)random_below(e->netlist->n_pins);
	return pin;
}

static void name_start(struct editing *e, struct point_list *list)
{
	struct point point = {POINT_PIN, any_start(e), EDGES_BOTH};

	if (random_one_in(4))
		point.edges = random_one_in(2) ? EDGES_RISE : EDGES_FALL;
	list->given = true;
	must(point_list_add(list, point));
}

static void add_begun(struct editing *e)
{
	static const enum exception_kind kinds[] = {
		EXCEPTION_FALSE,      EXCEPTION_FALSE, EXCEPTION_MULTICYCLE, EXCEPTION_MULTICYCLE,
		EXCEPTION_MULTICYCLE, EXCEPTION_GROUP, EXCEPTION_MARGIN,     EXCEPTION_DELAY};
	struct exception x = {.kind = kinds[random_below(random_one_in(4) ? 8 : 7)],
			      .filter = PATH_FILTER_INIT,
			      .applies = {random_one_in(2), true},
			      .delay = random_eighths(0, 80),
			      .multiplier = 1 + (int32_t)random_below(3)};
	int n_from = random_one_in(4) ? 0 : 1 + (int)random_below(2);
	int n_throughs = n_from && random_one_in(2) ? 0 : 1 + (int)random_below(2);

	if (x.kind == EXCEPTION_DELAY) /* of one split each */
		x.applies[LATE] = !x.applies[EARLY];
	if (random_one_in(6)) {
		x.applies[EARLY] = true;
		x.applies[LATE] = x.kind != EXCEPTION_DELAY && random_one_in(2);
	}
	if (x.kind == EXCEPTION_GROUP)
		x.name = strdup(random_one_in(2) ? "g0" : "g2");
	for (int i = 0; i < n_from; i++)
		name_start(e, &x.filter.from);
	for (int q = 0; q < n_throughs; q++) {
		struct point_list *through;

		must(path_filter_add_through(&x.filter, &through));
		for (int i = 0; i < 2; i++)
			name_a_pin(e, through);
	}
	for (int i = 0; i < 3 && random_one_in(2); i++)
		name_a_pin(e, &x.filter.to);
	must(constraints_add_exception(e->k, &x));
}

const char *random_begun(struct constraints *constraints, const struct netlist *netlist)
{
	struct editing e = {constraints, netlist, false};

	if (constraints->n_exceptions > 1 && random_one_in(10))
		edit_exception(&e);
	else if (constraints->n_exceptions > 4 || random_one_in(4))
		remove_exception(&e);
	else if (random_one_in(8))
		add_exception_to(&e);
	else
		add_begun(&e);
	return "exception that keeps states apart";
}

void random_plain(struct constraints *k)
{
	for (; k->n_clocks > 1; k->n_clocks--) {
		free(k->clock[k->n_clocks - 1].name);
		free(k->clock[k->n_clocks - 1].source);
	}
	for (; k->n_exceptions > 0; k->n_exceptions--) {
		path_filter_release(&k->exception[k->n_exceptions - 1].filter);
		free(k->exception[k->n_exceptions - 1].name);
	}
	k->n_clock_pins = k->n_clock_groups = k->n_uncertainties = k->n_locals = k->n_derates = 0;
	for (int32_t i = 0; i < k->n_input_delays; i++) {
		k->input_delay[i].clock_edge = k->n_clocks ? CLOCK_EDGE(0, RISE) : -1;
		k->input_delay[i].reference = -1;
	}
	for (int32_t i = 0; i < k->n_output_delays; i++) {
		k->output_delay[i].clock_edge = k->n_clocks ? CLOCK_EDGE(0, RISE) : -1;
		k->output_delay[i].reference = -1;
	}
	for (int32_t p = 0; p < k->n_ports; p++)
		k->port[p].has_required = false;
}
