#include "gen/wires.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/steiner.h"

/* ---- what a µm is ---- */

static enum status add_layer(const struct technology *technology, int32_t i, struct wire_unit *sum,
			     int n[2])
{
	const struct tech_layer *layer = &technology->layer[i];
	double width = microns(layer->width);

	if (layer->kind != TECH_ROUTING || width <= 0)
		return status_fail(STATUS_FAILED,
				   "layer \"%.100s\" is no routing layer with a width",
				   names_get(&technology->layer_name, i));
	sum->resistance[layer->vertical] += layer->resistance / width;
	sum->capacitance[layer->vertical] +=
		layer->area_capacitance * width + 2 * layer->edge_capacitance;
	n[layer->vertical]++;
	return STATUS_OK;
}

static enum status add_layers(const struct technology *technology, const char *const *layer,
			      int32_t n_layers, struct wire_unit *sum, int n[2])
{
	int32_t lowest = -1;

	for (int32_t i = 0; i < n_layers; i++) {
		int32_t id =
			names_find(&technology->layer_name, layer[i], (int64_t)strlen(layer[i]));

		if (id < 0)
			return status_fail(STATUS_FAILED, "no layer \"%.100s\" in LEF", layer[i]);
		TRY(add_layer(technology, id, sum, n));
	}
	for (int32_t i = 0; !n_layers && i < technology->n_layers; i++) {
		if (technology->layer[i].kind != TECH_ROUTING || technology->layer[i].width <= 0)
			continue;
		if (lowest >= 0)
			TRY(add_layer(technology, i, sum, n));
		else
			lowest = i;
	}
	if (!n[0] && !n[1] && lowest >= 0)
		return add_layer(technology, lowest, sum, n);
	return STATUS_OK;
}

enum status wire_unit_of(const struct technology *technology, const char *const *layer,
			 int32_t n_layers, struct wire_unit *unit)
{
	struct wire_unit sum = {{0, 0}, {0, 0}};
	int n[2] = {0, 0};

	TRY(add_layers(technology, layer, n_layers, &sum, n));
	if (!n[0] && !n[1])
		return status_fail(STATUS_FAILED, "LEF has no routing layer with a width");
	for (int d = 0; d < 2; d++) {
		int from = n[d] ? d : 1 - d;

		unit->resistance[d] = sum.resistance[from] / n[from];
		unit->capacitance[d] = sum.capacitance[from] / n[from];
	}
	if (unit->resistance[0] + unit->resistance[1] + unit->capacitance[0] +
		    unit->capacitance[1] <=
	    0)
		return status_fail(STATUS_FAILED,
				   "LEF has no resistance or capacitance for these layers");
	return STATUS_OK;
}

/* ---- nets ---- */

struct wiring {
	const struct placement *placement; /* borrowed */
	const struct wire_unit *unit;      /* borrowed */
	struct parasitics *parasitics;     /* borrowed */
	struct steiner tree;
	int32_t *node; /* owned: of a tree's nodes, in the net's parasitics */
	int64_t node_capacity;
	int32_t *pin; /* owned: pins at the places of the tree */
	int64_t pin_capacity;
	struct wire_report *report; /* borrowed */
};

/* The pins that are placed, the first of all first; what isn't is at the first one's place. */
static enum status take_pins(struct wiring *w, int32_t net)
{
	const struct netlist *netlist = w->placement->netlist;
	int32_t first = netlist->net_pin_row[net], n = netlist->net_pin_row[net + 1] - first;
	int32_t some = -1;

	TRY(steiner_begin(&w->tree, n));
	TRY(GROW(&w->pin, &w->pin_capacity, n));
	for (int32_t i = 0; i < n; i++) {
		w->pin[i] = netlist->net_pin[first + i];
		if (placement_pin(w->placement, w->pin[i], &w->tree.x[i], &w->tree.y[i])) {
			some = some < 0 ? i : some;
			continue;
		}
		w->report->n_unplaced++;
		w->pin[i] = -1 - w->pin[i]; /* marked */
	}
	for (int32_t i = 0; i < n; i++) {
		if (w->pin[i] >= 0)
			continue;
		w->pin[i] = -1 - w->pin[i];
		/* at the driver, or where the net is at all */
		w->tree.x[i] = some < 0 ? 0 : w->tree.x[some];
		w->tree.y[i] = some < 0 ? 0 : w->tree.y[some];
	}
	return STATUS_OK;
}

/* Whole steps: files are shorter for it, and sums are exact. */
enum {
	STEPS_PER_FF = 1000,
	STEPS_PER_KOHM = 100000,
};

static double in_steps(double value, double steps)
{
	return (double)(int64_t)(value * steps + 0.5);
}

/* A piece of wire from a node to its parent. Capacitances are counted in whole steps, of which
 * from_steps() makes fF once the net is complete. */
static enum status add_piece(struct wiring *w, int32_t i)
{
	const struct steiner *tree = &w->tree;
	struct parasitics *p = w->parasitics;
	int32_t up = tree->parent[i];
	double dx = microns(llabs((int64_t)tree->x[i] - tree->x[up]));
	double dy = microns(llabs((int64_t)tree->y[i] - tree->y[up]));
	double r = in_steps(dx * w->unit->resistance[0] + dy * w->unit->resistance[1],
			    STEPS_PER_KOHM) /
		   STEPS_PER_KOHM;
	double half = in_steps((dx * w->unit->capacitance[0] + dy * w->unit->capacitance[1]) * 0.5,
			       STEPS_PER_FF);
	double *node = p->node_capacitance + p->node_row[p->n_nets - 1];

	node[w->node[i]] += half;
	node[w->node[up]] += half;
	p->total[p->n_nets - 1] += 2 * half;
	w->report->length += dx + dy;
	w->report->resistance += r;
	return parasitics_add_resistor(p, w->node[up], w->node[i], r);
}

/* From the root downward, so that a resistor's near end is known before its far end. */
static enum status add_pieces(struct wiring *w)
{
	const struct steiner *tree = &w->tree;
	int32_t v = 0;

	for (;;) {
		if (tree->parent[v] >= 0)
			TRY(add_piece(w, v));
		if (tree->first_child[v] >= 0) {
			v = tree->first_child[v];
			continue;
		}
		while (tree->parent[v] >= 0 && tree->next[v] < 0)
			v = tree->parent[v];
		if (tree->parent[v] < 0)
			return STATUS_OK;
		v = tree->next[v];
	}
}

static void from_steps(struct wiring *w)
{
	struct parasitics *p = w->parasitics;
	int32_t entry = p->n_nets - 1;

	for (int64_t i = p->node_row[entry]; i < p->node_row[entry + 1]; i++)
		p->node_capacitance[i] /= STEPS_PER_FF;
	p->total[entry] /= STEPS_PER_FF;
	w->report->capacitance += p->total[entry];
}

static enum status wire_net(struct wiring *w, int32_t net)
{
	struct parasitics *p = w->parasitics;
	int32_t n_pins;

	TRY(take_pins(w, net));
	n_pins = w->tree.n;
	TRY(steiner_build(&w->tree));
	TRY(parasitics_add_net(p, net, 0));
	TRY(GROW(&w->node, &w->node_capacity, w->tree.n));
	for (int32_t i = 0; i < w->tree.n; i++)
		TRY(parasitics_add_node(p, i < n_pins ? w->pin[i] : -1, &w->node[i]));
	w->report->n_nets++;
	TRY(add_pieces(w));
	from_steps(w);
	return STATUS_OK;
}

static enum status wire_all(struct wiring *w, struct task *task)
{
	const struct netlist *netlist = w->placement->netlist;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		if (net % 256 == 0)
			TRY(task_progress(task, net));
		if (netlist->net_constant[net] != NET_SIGNAL ||
		    netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] < 2)
			continue;
		TRY(wire_net(w, net));
	}
	return parasitics_close(w->parasitics, netlist);
}

static void release(struct wiring *w)
{
	steiner_release(&w->tree);
	FREE_ALL(w->node, w->pin);
	parasitics_unref(w->parasitics);
}

enum status estimate_wires(const struct placement *placement, const struct wire_unit *unit,
			   struct task *task, struct wire_report *report, struct parasitics **out)
{
	RELEASED_BY(release)
	struct wiring w = {.placement = placement, .unit = unit, .report = report};

	*report = (struct wire_report){0};
	TRY(parasitics_new("estimated", &w.parasitics));
	DOING(task, "estimating wires", placement->netlist->n_nets);
	TRY(wire_all(&w, task));
	HAND_OVER(out, w.parasitics);
	return STATUS_OK;
}
