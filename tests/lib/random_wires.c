/* Random parasitics: chains, stars and trees of resistors; meshes, resistors side by side and of a node with itself, floating
 * pieces. */
#include <stdlib.h>

#include "base/grow.h"
#include "devices.h"
#include "random_design.h"

enum { MOST_PINS = 300 };

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* A chain, a star, or anything between. */
static int32_t hang_at(int style, int32_t v)
{
	if (style == 0)
		return v - 1;
	if (style == 1)
		return 0;
	return (int32_t)(style == 2 ? random_below(v) : v - 1 - random_below(v < 3 ? v : 3));
}

static double resistance(void)
{
	return random_one_in(8) ? 0 : random_real(0, 1.5);
}

static void add_resistors(struct parasitics *p, int32_t n, bool odd)
{
	int style = (int)random_below(4);
	int32_t *place, drop = odd && random_one_in(15) ? (int32_t)random_below(n) : -1;

	must(ALLOC(&place, n));
	for (int32_t v = 0; v < n; v++) {
		int32_t other = (int32_t)random_below(v + 1);

		place[v] = place[other];
		place[other] = v;
	}
	for (int32_t v = 1; v < n; v++) {
		int32_t a = place[v], b = place[hang_at(style, v)];

		if (v == drop)
			continue;
		must(random_one_in(2) ? parasitics_add_resistor(p, a, b, resistance())
				      : parasitics_add_resistor(p, b, a, resistance()));
	}
	/* loops, perhaps of one node or of two */
	for (int64_t loops = odd && random_one_in(4) ? 1 + random_below(n) : 0; loops > 0; loops--)
		must(parasitics_add_resistor(p, (int32_t)random_below(n), (int32_t)random_below(n),
					     resistance()));
	free(place);
}

static void add_node(struct parasitics *p, int32_t pin)
{
	int32_t node;

	must(parasitics_add_node(p, pin, &node));
	p->node_capacitance[p->node_row[p->n_nets] - 1] =
		random_one_in(4) ? 0 : random_real(0, 1.5);
}

static void add_entry(struct parasitics *p, const struct netlist *netlist, int32_t net, bool odd)
{
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t n_inner = random_one_in(30) ? 60 : (int32_t)random_below(6), n;

	must(parasitics_add_net(p, net, 0));
	for (int32_t j = begin; j < end; j++) {
		if (!odd || !random_one_in(30))
			add_node(p, netlist->net_pin[j]);
	}
	for (int32_t i = 0; i < n_inner; i++)
		add_node(p, -1);
	n = (int32_t)(p->node_row[p->n_nets] - p->node_row[p->n_nets - 1]);
	if (n > 0)
		add_resistors(p, n, odd);
}

struct parasitics *random_parasitics(const struct netlist *netlist, bool odd)
{
	struct parasitics *p;

	must(parasitics_new("random", &p));
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		/* the reference solves dense systems */
		if (netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] > MOST_PINS ||
		    (odd && random_one_in(6)))
			continue;
		do
			add_entry(p, netlist, net, odd);
		while (odd && random_one_in(20));
	}
	must(parasitics_close(p, netlist));
	return p;
}

static void include_pins(struct parasitics *p)
{
	for (int32_t entry = 0; p && entry < p->n_nets; entry++) {
		if (random_one_in(4))
			p->origin[entry].includes_pins = PARASITICS_ALL_PINS;
	}
}

/* Of nets that have one driver, with delays to some of the loads. */
static void random_models(const struct netlist *netlist, struct net_wires *wires)
{
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int splits = 1 + (int)random_below(BOTH_SPLITS);
		struct pi_model pi;

		if (netlist->net_n_drivers[net] != 1 || !random_one_in(8))
			continue;
		pi = (struct pi_model){random_real(0, 3), random_real(0, 2), random_real(0, 3)};
		must(net_wires_set_pi(wires, netlist, net, splits, &pi));
		for (int32_t i = netlist->net_pin_row[net] + 1; i < netlist->net_pin_row[net + 1];
		     i++) {
			if (!random_one_in(3))
				must(net_wires_set_elmore(wires, netlist, netlist->net_pin[i],
							  splits, random_real(0, 20)));
		}
	}
}

void random_wires(const struct random_options *options, struct random_design *design)
{
	struct net_wires wires = {0};

	design->parasitics = random_parasitics(design->netlist, options->odd);
	if (!options->wires)
		return;
	if (random_one_in(2))
		design->early_parasitics = random_parasitics(design->netlist, options->odd);
	include_pins(design->parasitics);
	include_pins(design->early_parasitics);
	random_models(design->netlist, &wires);
	design->models = wires.models;
}

struct rc_source random_rc_source(const struct random_design *design)
{
	const struct parasitics *early = design->early_parasitics;

	return (struct rc_source){{early ? early : design->parasitics, design->parasitics},
				  &design->models,
				  {NULL, NULL},
				  design->constraints,
				  design->netlist,
				  NULL};
}
