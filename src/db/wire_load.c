#include "db/wire_load.h"

#include <math.h>

#include "db/scaling.h"

const struct lib_wire_load *wire_load_used(const struct netlist *netlist,
					   const struct constraints *constraints, enum split split,
					   const struct library **library)
{
	int32_t l = constraints ? constraints->wire_model[split].library : -1;

	*library = l < 0 ? NULL : netlist->library[l];
	return l < 0 ? NULL : &(*library)->wire_load[constraints->wire_model[split].load];
}

/* The length of a net: between two entries linear, outside by the slope; at least 0. */
static double wire_load_length(const struct library *library, const struct lib_wire_load *load,
			       int32_t fan_out)
{
	const double *at = library->number + load->first, *length = at + load->n;
	int32_t last = load->n - 1, i = 0;
	double result;

	if (load->n == 0)
		return 0;
	if (fan_out <= at[0]) {
		result = length[0] - (at[0] - fan_out) * load->slope;
	} else if (fan_out >= at[last]) {
		result = length[last] + (fan_out - at[last]) * load->slope;
	} else {
		while (at[i + 1] < fan_out)
			i++;
		result = length[i] +
			 (length[i + 1] - length[i]) * (fan_out - at[i]) / (at[i + 1] - at[i]);
	}
	return result > 0 ? result : 0;
}

/* Does a net lack wires in a split? */
static bool lacks_wire(const struct net_wires *wires, int32_t net)
{
	for (int split = 0; split < N_SPLITS; split++) {
		const struct parasitics *p = wires ? wires->parasitics[split] : NULL;

		if (!p || p->entry_of_net[net] < 0)
			return true;
	}
	return false;
}

/* A net's wire. */
struct guess {
	double resistance, capacitance;
	int32_t n_outside; /* more loads at its ports */
	enum lib_tree tree;
};

/* The place of the pin from which the wire of a net goes out: its first driver, or the one port of both directions that may
 * drive it; -1 = there is none. */
static int32_t place_of_root(const struct netlist *netlist, int32_t net)
{
	int32_t begin = netlist->net_pin_row[net], root = -1;

	if (netlist->net_n_drivers[net])
		return begin;
	for (int32_t i = begin; i < netlist->net_pin_row[net + 1]; i++) {
		if (!netlist_may_drive(netlist, netlist->net_pin[i]))
			continue;
		if (root >= 0)
			return -1;
		root = i;
	}
	return root;
}

static int32_t loads_outside(const struct netlist *netlist, const struct constraints *constraints,
			     enum split split, int32_t net)
{
	double n = 0;

	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t pin = netlist->net_pin[i];

		if (pin < netlist->n_ports && netlist->port_direction[pin] != LIB_INPUT)
			n += constraints->port[pin].fan_out[split][RISE];
	}
	return (int32_t)fmin(n, INT32_MAX / 2);
}

static enum status add_net(const struct netlist *netlist, const struct guess *guess, int32_t net,
			   int32_t place, struct parasitics *out)
{
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t n = end - begin - 1 + guess->n_outside;
	bool balanced = guess->tree == TREE_BALANCED;
	double each = balanced ? guess->resistance / n : 0;
	int32_t root, from, node;

	TRY(parasitics_add_net(out, net,
			       balanced ? guess->capacitance / n * (end - begin - 1)
					: guess->capacitance));
	TRY(parasitics_add_node(out, netlist->net_pin[place], &root));
	from = root;
	if (guess->tree == TREE_WORST) {
		TRY(parasitics_add_node(out, -1, &from));
		TRY(parasitics_add_resistor(out, root, from, guess->resistance));
	}
	if (!balanced)
		out->node_capacitance[out->node_row[out->n_nets - 1] + from] = guess->capacitance;
	for (int32_t i = begin; i < end; i++) {
		if (i == place)
			continue;
		TRY(parasitics_add_node(out, netlist->net_pin[i], &node));
		if (balanced)
			out->node_capacitance[out->node_row[out->n_nets - 1] + node] =
				guess->capacitance / n;
		TRY(parasitics_add_resistor(out, from, node, each));
	}
	return STATUS_OK;
}

enum status wire_load_parasitics(const struct netlist *netlist, const struct net_wires *wires,
				 const struct constraints *constraints, enum split split,
				 struct task *task, struct parasitics **out)
{
	const struct lib_conditions *in = scaling_conditions(netlist, constraints, split);
	const struct library *library;
	const struct lib_wire_load *load = wire_load_used(netlist, constraints, split, &library);
	RELEASED_BY(parasitics_drop) struct parasitics *made = NULL;
	struct guess guess = {.tree = in ? in->tree : TREE_BALANCED};
	double resistance, capacitance;

	*out = NULL;
	if (!load)
		return STATUS_OK;
	resistance = load->resistance * scaling_factor(library, 0, SCALE_WIRE_RESISTANCE, RISE, in);
	capacitance =
		load->capacitance * scaling_factor(library, 0, SCALE_WIRE_CAPACITANCE, RISE, in);
	TRY(parasitics_new(library->path, &made));
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t n = netlist->net_pin_row[net + 1] - netlist->net_pin_row[net];
		int32_t place = place_of_root(netlist, net);
		int32_t n_loads =
			n - (netlist->net_n_drivers[net] ? netlist->net_n_drivers[net] : 1);

		if (net % 4096 == 0)
			TRY(task_progress(task, net));
		if (place < 0 || n_loads <= 0 || !lacks_wire(wires, net))
			continue;
		guess.n_outside = loads_outside(netlist, constraints, split, net);
		n_loads += guess.n_outside;
		guess.resistance = resistance * wire_load_length(library, load, n_loads);
		guess.capacitance = capacitance * wire_load_length(library, load, n_loads);
		TRY(add_net(netlist, &guess, net, place, made));
	}
	TRY(parasitics_close(made, netlist));
	HAND_OVER(out, made);
	return STATUS_OK;
}
