/*
 * What timing must not depend on: the settings and wires it had before, the names and order of
 * instances, nets and ports, the unit of capacitance and of time. With all kinds of constraints.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/devices.h"
#include "lib/tap.h"
#include "lib/timed.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- settings ---- */

enum { N_STATES = 8, N_SWITCHES = 12 }; /* model, driver's pin, wires: a bit each */

static struct timing_settings settings_of(int i)
{
	return (struct timing_settings){(enum delay_model)(i & 1), i >> 1 & 1, true};
}

static void take_fresh(struct test_device *d, const struct random_design *design, int i,
		       struct timed_results *out)
{
	struct timing_settings settings = settings_of(i);
	struct timing *t;

	must(timed_new(d->queue, &d->task, design, i >> 2, &t));
	timing_set(t, &settings);
	must(timed_take(d->queue, t, out));
	timing_free(t);
}

/* The first that a change makes old. */
static enum timing_product first_old(int from, int to)
{
	if ((from ^ to) & 2)
		return TIMING_LOADS;
	return (from ^ to) & 1 ? TIMING_DELAYS : TIMING_SWEPT;
}

static bool check_switches(struct test_device *d, const struct random_design *design)
{
	struct timed_results fresh[N_STATES], results;
	struct timing *t;
	int at = 0;
	bool same = true;

	for (int i = 0; i < N_STATES; i++)
		take_fresh(d, design, i, &fresh[i]);
	must(timed_new(d->queue, &d->task, design, false, &t));
	for (int i = 0; i < N_SWITCHES && same; i++) {
		int to = (int)random_below(N_STATES);
		struct timing_settings settings = settings_of(to);
		bool done = i > 0 && fresh[at].status == STATUS_OK;

		timing_set(t, &settings);
		for (int p = TIMING_WIRES; p < TIMING_SWEPT && same && done; p++)
			same = timing_has(t, p) == (p < (int)first_old(at, to));
		if ((to & 4) != (at & 4) || random_one_in(8))
			must((to & 4) && timed_has_wires(design)
				     ? timed_put_wires(&d->task, design, t)
				     : timing_set_wires(t, NULL));
		must(timed_take(d->queue, t, &results));
		same = same && timed_same(&results, &fresh[to]);
		timed_release(&results);
		at = to;
	}
	timing_free(t);
	for (int i = 0; i < N_STATES; i++)
		timed_release(&fresh[i]);
	return same;
}

/* ---- order and names ---- */

struct shuffled {
	struct random_design design;
	int32_t *net, *instance, *port; /* owned: new number of each */
	int32_t *pin;                   /* owned */
};

static int32_t *permutation(int32_t n)
{
	int32_t *order;

	must(ALLOC(&order, n));
	for (int32_t i = 0; i < n; i++) {
		int32_t other = (int32_t)random_below(i + 1);

		order[i] = order[other];
		order[other] = i;
	}
	return order;
}

static int32_t *inverse(const int32_t *order, int32_t n)
{
	int32_t *place;

	must(ALLOC(&place, n));
	for (int32_t i = 0; i < n; i++)
		place[order[i]] = i;
	return place;
}

static void copy_masters(const struct random_design *from, struct netlist *to)
{
	static const char *const pins[] = {"P", "Q"};
	int32_t id;

	for (int32_t c = 0; c < from->late->n_cells; c++)
		must(netlist_add_cell(to, from->late, c, from->early, from->early ? c : -1, &id));
	if (from->netlist->n_masters > from->late->n_cells)
		must(netlist_add_black_box(to, "BOX", 2, pins, &id));
}

static void copy_netlist(const struct random_design *design, struct shuffled *s)
{
	const struct netlist *from = design->netlist;
	int32_t *ports = permutation(from->n_ports), *nets = permutation(from->n_nets);
	int32_t *instances = permutation(from->n_instances), id;
	struct netlist *to;
	char name[32];

	s->port = inverse(ports, from->n_ports);
	s->net = inverse(nets, from->n_nets);
	s->instance = inverse(instances, from->n_instances);
	must(netlist_new("shuffled", &to));
	copy_masters(design, to);
	for (int32_t p = 0; p < from->n_ports; p++) {
		snprintf(name, sizeof name, "port%d", p);
		must(netlist_add_port(to, name, from->port_direction[ports[p]], &id));
	}
	for (int32_t n = 0; n < from->n_nets; n++) {
		snprintf(name, sizeof name, "wire%d", n);
		must(netlist_add_net(to, name, NET_SIGNAL, &id));
	}
	for (int32_t x = 0; x < from->n_instances; x++) {
		snprintf(name, sizeof name, "x%d", x);
		must(netlist_add_instance(to, name, from->instance_master[instances[x]], &id));
	}
	s->design.netlist = to;
	free(ports);
	free(nets);
	free(instances);
}

static void connect_pins(const struct netlist *from, struct shuffled *s)
{
	struct netlist *to = s->design.netlist;

	must(ALLOC(&s->pin, from->n_pins));
	for (int32_t p = 0; p < from->n_pins; p++) {
		int32_t x = from->pin_instance[p];

		s->pin[p] = x < 0 ? s->port[p]
				  : to->instance_pin[s->instance[x]] + p - from->instance_pin[x];
		if (from->pin_net[p] >= 0)
			netlist_connect(to, s->pin[p], s->net[from->pin_net[p]]);
	}
	must(netlist_close(to));
}

static void move(const int32_t *place, int32_t *id)
{
	if (*id >= 0)
		*id = place[*id];
}

static void move_points(const struct shuffled *s, struct point_list *list)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (list->point[i].kind == POINT_PIN)
			move(s->pin, &list->point[i].id);
	}
}

static void move_clocks(const struct shuffled *s, struct constraints *c)
{
	for (int32_t i = 0; i < c->n_clocks; i++) {
		for (int32_t k = 0; k < c->clock[i].n_sources; k++)
			move(s->pin, &c->clock[i].source[k]);
		if (c->clock[i].master >= 0)
			move(s->pin, &c->clock[i].master_pin);
	}
}

static void move_exceptions(const struct shuffled *s, struct constraints *c)
{
	for (int32_t i = 0; i < c->n_exceptions; i++) {
		struct path_filter *filter = &c->exception[i].filter;

		move_points(s, &filter->from);
		move_points(s, &filter->to);
		for (int32_t k = 0; k < filter->n_throughs; k++)
			move_points(s, &filter->through[k]);
	}
}

/* Rules of pins, gates and clocks' pins. */
static void move_local_rules(const struct shuffled *s, struct constraints *c)
{
	for (int32_t i = 0; i < c->n_locals; i++) {
		move(s->pin, &c->local[i].pin);
		move(s->pin, &c->local[i].from);
		move(s->instance, &c->local[i].instance);
	}
	for (int32_t i = 0; i < c->n_clock_pins; i++)
		move(s->pin, &c->clock_pin[i].pin);
}

static void move_ports_and_nets(const struct constraints *from, const struct shuffled *s,
				struct constraints *c)
{
	for (int32_t p = 0; p < c->n_ports; p++)
		c->port[s->port[p]] = from->port[p];
	for (int32_t n = 0; from->net_load && n < c->n_nets; n++)
		c->net_load[s->net[n]] = from->net_load[n];
}

static void copy_constraints(const struct constraints *from, struct shuffled *s)
{
	struct constraints *c;

	must(constraints_copy(from, &c));
	move_clocks(s, c);
	move_exceptions(s, c);
	move_local_rules(s, c);
	move_ports_and_nets(from, s, c);
	for (int32_t i = 0; i < c->n_input_delays; i++)
		move(s->pin, &c->input_delay[i].pin);
	for (int32_t i = 0; i < c->n_output_delays; i++)
		move(s->pin, &c->output_delay[i].pin);
	for (int32_t i = 0; i < c->n_cases; i++)
		move(s->pin, &c->case_value[i].pin);
	for (int32_t i = 0; i < c->n_disabled; i++) {
		move(s->instance, &c->disabled[i].instance);
		if (c->disabled[i].master >= 0)
			continue;
		move(s->pin, &c->disabled[i].from);
		move(s->pin, &c->disabled[i].to);
	}
	for (int32_t i = 0; i < c->n_derates; i++) {
		move(s->instance, &c->derate[i].instance);
		move(s->net, &c->derate[i].net);
	}
	s->design.constraints = c;
}

/* Entries in any order (a net's last one stays it), resistors in their own. */
static void copy_parasitics(const struct parasitics *from, struct shuffled *s)
{
	struct parasitics *to;
	int32_t *order = permutation(from->n_nets), node;

	must(parasitics_new("shuffled", &to));
	for (int32_t i = 0; i < from->n_nets; i++) {
		int32_t e = order[i];

		if (from->entry_of_net[from->net[e]] != e)
			continue;
		must(parasitics_add_net(to, s->net[from->net[e]], 0));
		for (int64_t n = from->node_row[e]; n < from->node_row[e + 1]; n++) {
			int32_t pin = from->node_pin[n];

			must(parasitics_add_node(to, pin < 0 ? -1 : s->pin[pin], &node));
			to->node_capacitance[to->node_row[to->n_nets] - 1] =
				from->node_capacitance[n];
		}
		for (int64_t r = from->resistor_row[e]; r < from->resistor_row[e + 1]; r++)
			must(parasitics_add_resistor(to, from->resistor_from[r],
						     from->resistor_to[r], from->resistance[r]));
	}
	must(parasitics_close(to, s->design.netlist));
	free(order);
	s->design.parasitics = to;
}

static bool same_vertex(const struct timing *a, int32_t v, const struct timing *b, int32_t u,
			enum split split)
{
	return timing_vertex_arrival(a, v, split) == timing_vertex_arrival(b, u, split) &&
	       timing_vertex_required(a, v, split) == timing_vertex_required(b, u, split) &&
	       timing_vertex_slack(a, v, split) == timing_vertex_slack(b, u, split) &&
	       timing_vertex_slew(a, v, split) == timing_vertex_slew(b, u, split);
}

static bool same_pins(const struct timing *a, const struct timing *b, const struct shuffled *s)
{
	const struct netlist *netlist = a->image->graph->netlist;

	for (int64_t i = 0; i < 4 * (int64_t)netlist->n_pins; i++) {
		int32_t v = (int32_t)(i / 2), u = 2 * s->pin[v / 2] + v % 2;

		if (!same_vertex(a, v, b, u, (enum split)(i % 2)))
			return false;
	}
	for (int64_t i = 0; i < 4 * (int64_t)netlist->n_nets; i++) {
		if (a->load[i] != b->load[4 * (int64_t)s->net[i / 4] + i % 4])
			return false;
	}
	return true;
}

static bool same_worst(const struct timing *a, const struct timing *b)
{
	bool same = true;

	for (int i = 0; i < 2 * (N_ENDPOINT_KINDS + 1) && same; i++) {
		enum split split = (enum split)(i % 2);
		struct timing_totals x = timing_worst(a, split, (enum endpoint_kind)(i / 2));
		struct timing_totals y = timing_worst(b, split, (enum endpoint_kind)(i / 2));

		same = x.wns == y.wns && x.tns == y.tns && x.n_endpoints == y.n_endpoints &&
		       x.n_violated == y.n_violated;
	}
	return same;
}

static bool check_order(struct test_device *d, const struct random_design *design)
{
	struct shuffled s = {0};
	struct timing *a, *b;
	bool same;

	copy_netlist(design, &s);
	connect_pins(design->netlist, &s);
	if (design->constraints)
		copy_constraints(design->constraints, &s);
	if (design->parasitics)
		copy_parasitics(design->parasitics, &s);
	must(timed_new(d->queue, &d->task, design, true, &a));
	must(timed_new(d->queue, &d->task, &s.design, true, &b));
	if (timing_read(a) == STATUS_OK)
		same = timing_read(b) == STATUS_OK && same_pins(a, b, &s) && same_worst(a, b);
	else
		same = timing_read(b) == STATUS_BAD_INPUT;
	timing_free(a);
	timing_free(b);
	random_design_release(&s.design);
	free(s.net);
	free(s.instance);
	free(s.port);
	free(s.pin);
	return same;
}

/* ---- units ---- */

/* Tables are changed in place, by factors that are powers of two; wires and ports too. */
static void scale_library(struct library *library, double load, double time)
{
	for (int32_t i = 0; library && i < library->n_luts; i++) {
		const struct lut *lut = &library->lut[i];
		double *number = library->number + lut->first;

		for (int axis = 0; axis < 2; axis++) {
			if (lut->variable[axis] == LUT_NONE)
				continue;
			for (int32_t p = 0; p < lut->n[axis]; p++)
				*number++ *= lut->variable[axis] == LUT_LOAD ? load : time;
		}
		for (int32_t v = 0; v < lut->n[0] * lut->n[1]; v++)
			*number++ *= time;
	}
	for (int32_t p = 0; library && p < library->n_pins; p++)
		for (int c = 0; c < 4; c++)
			library->pin[p].capacitance[c / 2][c % 2] *= load;
}

static void scale_corners(double value[N_SPLITS][N_EDGES], double factor)
{
	for (int c = 0; c < 4; c++)
		value[c / 2][c % 2] *= factor;
}

/* Loads and slews; arrivals that are given stay. */
static void scale_constraints(struct constraints *c, double load, double time)
{
	for (int32_t p = 0; p < c->n_ports; p++) {
		scale_corners(c->port[p].load, load);
		scale_corners(c->port[p].wire_load, load);
		scale_corners(c->port[p].slew, time);
	}
	for (int32_t i = 0; i < c->n_driving_arcs; i++)
		c->driving_arc[i].slew *= time;
	for (int32_t i = 0; i < c->n_clocks; i++)
		scale_corners(c->clock[i].transition, time);
	for (int32_t n = 0; c->net_load && n < c->n_nets; n++)
		c->net_load[n] *= load;
}

static void scale_design(struct random_design *d, double load, double time)
{
	scale_library(d->late, load, time);
	scale_library(d->early, load, time);
	if (d->constraints)
		scale_constraints(d->constraints, load, time);
	if (!d->parasitics)
		return;
	for (int64_t n = 0; n < d->parasitics->node_row[d->parasitics->n_nets]; n++)
		d->parasitics->node_capacitance[n] *= load;
	for (int64_t r = 0; r < d->parasitics->resistor_row[d->parasitics->n_nets]; r++)
		d->parasitics->resistance[r] *= time / load;
}

/* Times stay, loads grow; with another unit of time slews grow exactly, other times are rounded. */
static bool check_units(struct test_device *d, struct random_design *design)
{
	struct timed_results before, capacitance, both;
	struct timing *t;
	bool same;

	must(timed_new(d->queue, &d->task, design, true, &t));
	must(timed_take(d->queue, t, &before));
	timing_free(t);
	scale_design(design, 4, 1);
	must(timed_new(d->queue, &d->task, design, true, &t));
	must(timed_take(d->queue, t, &capacitance));
	timing_free(t);
	scale_design(design, 1, 0.5);
	must(timed_new(d->queue, &d->task, design, true, &t));
	must(timed_take(d->queue, t, &both));
	timing_free(t);
	same = before.status == capacitance.status;
	if (same && before.status == STATUS_OK) {
		for (int64_t i = 0; i < 4 * before.n_nets; i++)
			capacitance.load[i] /= 4;
		same = timed_same(&before, &capacitance);
		for (int64_t i = 0; i < 2 * before.n_slews && same; i++)
			same = both.slew[i] == before.slew[i] / 2;
	}
	timed_release(&before);
	timed_release(&capacitance);
	timed_release(&both);
	return same;
}

/* ---- all of them ---- */

static void check_device(struct test_device *d, int n)
{
	int n_wrong[3] = {0};

	for (int i = 0; i < n; i++) {
		struct random_options options = {.n_instances = (int32_t)(i / 2 % 50),
						 .scale = 1,
						 .odd = i / 2 % 3 > 0,
						 .constrained = i % 2};
		struct random_design design;
		bool right[3];

		random_seed((uint64_t)i);
		random_design(&options, &design);
		right[0] = check_switches(d, &design);
		right[1] = check_order(d, &design);
		right[2] = check_units(d, &design);
		for (int k = 0; k < 3; k++) {
			n_wrong[k] += !right[k];
			if (!right[k])
				printf("# wrong: check %d, random state %d\n", k, i);
		}
		random_design_release(&design);
	}
	OK(n_wrong[0] == 0, "%s: %d designs have the same timing whatever was set before", d->name,
	   n);
	OK(n_wrong[1] == 0, "%s: ... whatever order things have", d->name);
	OK(n_wrong[2] == 0, "%s: ... whatever the units are", d->name);
}

int main(void)
{
	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;

		if (!test_device_open(i, &d))
			continue;
		check_device(&d, i == 0 ? 300 : 60);
		test_device_close(&d);
	}
	return tap_done();
}
