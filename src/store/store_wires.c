/* What is known of a netlist's wires. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "store/store_impl.h"

SAME_SIZE(parasitics, 144);
SAME_SIZE(parasitics_origin, 12);
SAME_SIZE(net_wires, 48);

static bool is_entry(const struct parasitics *p, int32_t entry)
{
	int64_t n_nodes = p->node_row[entry + 1] - p->node_row[entry];
	bool fits = n_nodes <= INT32_MAX;

	for (int64_t i = p->resistor_row[entry]; i < p->resistor_row[entry + 1]; i++)
		fits &= p->resistor_from[i] < n_nodes && p->resistor_to[i] < n_nodes;
	return fits;
}

/* Nodes have pins of their net. */
static bool has_pins(const struct parasitics *p, const struct netlist *netlist, int32_t entry)
{
	for (int64_t i = p->node_row[entry]; i < p->node_row[entry + 1]; i++) {
		int32_t pin = p->node_pin[i];
		int32_t net = pin == -1  ? p->net[entry]
			      : pin >= 0 ? netlist->pin_net[pin]
					 : netlist->hierarchy->net_of[PARASITICS_BLOCK_PIN(pin)];

		if (net != p->net[entry])
			return false;
	}
	return true;
}

/* Parts are of the same net and come before those that they are parts of. */
static bool has_parts(const struct parasitics *p, const struct netlist *netlist, int32_t entry)
{
	const struct parasitics_origin *origin = &p->origin[entry];
	bool joined = origin->block == PARASITICS_JOINED;

	if (origin->block < PARASITICS_JOINED || origin->block >= netlist_n_blocks(netlist) ||
	    origin->includes_pins < 0 || origin->includes_pins > PARASITICS_REDUCED)
		return false;
	if (origin->next < 0)
		return origin->next == -1 && !joined;
	return origin->next < entry && p->net[origin->next] == p->net[entry] &&
	       p->origin[origin->next].block != PARASITICS_JOINED;
}

static const char *check_parasitics(void *object, struct late_run *run)
{
	struct parasitics *p = object;
	const struct netlist *netlist = run->of;
	int64_t n_wrong = 0;

#pragma omp parallel for schedule(dynamic, 1024) num_threads(run->n_threads) reduction(+ : n_wrong)
	for (int32_t entry = 0; entry < p->n_nets; entry++)
		n_wrong += !is_entry(p, entry) || !has_pins(p, netlist, entry) ||
			   !has_parts(p, netlist, entry);
	if (n_wrong)
		return "the nodes of a net";
	run->status = parasitics_close(p, netlist);
	return NULL;
}

static void code_nodes(struct coder *c, const struct netlist *netlist, struct parasitics *p)
{
	int64_t n_nodes = c->saving ? p->node_row[p->n_nets] : 0;
	int64_t n_resistors = c->saving ? p->resistor_row[p->n_nets] : 0;

	code_int(c, &p->n_nets, 0, INT32_MAX - 1, "a number of nets");
	code_long(c, &n_nodes, 0, INT64_MAX / 1024, "a number of nodes");
	code_long(c, &n_resistors, 0, INT64_MAX / 1024, "a number of resistors");
	CODE_INDICES(c, &p->net, p->n_nets, 0, netlist->n_nets, "the net of wires");
	CODE_ITEMS(c, &p->total, p->n_nets, check_reals, ANY_ITEMS, "a capacitance");
	CODE_ITEMS(c, &p->origin, p->n_nets, NULL, ANY_ITEMS, "whose wires are");
	CODE_ITEMS(c, &p->node_row, (int64_t)p->n_nets + 1, check_long_row, INDICES(0, n_nodes),
		   "the nodes of nets");
	CODE_INDICES(c, &p->node_pin, n_nodes, -1 - netlist_n_block_pins(netlist), netlist->n_pins,
		     "the pin of a node");
	CODE_ITEMS(c, &p->node_capacitance, n_nodes, check_reals, ANY_ITEMS, "a capacitance");
	CODE_ITEMS(c, &p->resistor_row, (int64_t)p->n_nets + 1, check_long_row,
		   INDICES(0, n_resistors), "the resistors of nets");
	CODE_INDICES(c, &p->resistor_from, n_resistors, 0, INT32_MAX, "a node of a resistor");
	CODE_INDICES(c, &p->resistor_to, n_resistors, 0, INT32_MAX, "a node of a resistor");
	CODE_ITEMS(c, &p->resistance, n_resistors, check_reals, ANY_ITEMS, "a resistance");
	code_later(c, check_parasitics, p, netlist);
}

static void code_parasitics(struct coder *c, const struct netlist *netlist,
			    struct parasitics **parasitics)
{
	char *path = *parasitics ? (*parasitics)->path : NULL;

	if (!code_path(c, *parasitics, &path))
		return;
	CODE_NEW(c, path, parasitics_new(path, parasitics));
	if (!c->saving && *parasitics) {
		FREE_ALL((*parasitics)->node_row, (*parasitics)->resistor_row);
		(*parasitics)->node_row = (*parasitics)->resistor_row = NULL;
		(*parasitics)->row_capacity = 0;
	}
	if (*parasitics && !coder_failed(c))
		code_nodes(c, netlist, *parasitics);
}

/* NOT_GIVEN or not below 0. */
CHECK_EACH(check_values, double,
	   !is_given(*item) ? *item == NOT_GIVEN : isfinite(*item) && *item >= 0)

static void code_values(struct coder *c, double **values, int64_t n)
{
	if (code_is_there(c, *values) && !coder_failed(c))
		CODE_ITEMS(c, values, N_SPLITS * n, check_values, ANY_ITEMS, "a model of wires");
}

/* The parts of a pi: all of a net and split, or none. */
static void check_models(struct coder *c, const struct wire_models *models, int64_t n)
{
	bool right = !models->load == !models->far && !models->load == !models->resistance;

	for (int64_t i = 0; right && models->load && i < N_SPLITS * n; i++) {
		bool there = is_given(models->load[i]);

		right = is_given(models->far[i]) == there &&
			is_given(models->resistance[i]) == there &&
			(!there || models->far[i] <= models->load[i]);
	}
	if (!right)
		code_wrong(c, "a model of wires that is no pi");
}

void code_wires(struct coder *c, const struct netlist *netlist, struct net_wires **wires)
{
	bool same = *wires && (*wires)->parasitics[EARLY] == (*wires)->parasitics[LATE];
	struct parasitics **of;

	if (!code_is_there(c, *wires) || coder_failed(c))
		return;
	if (!netlist) {
		code_wrong(c, "wires of no netlist");
		return;
	}
	if (!c->saving)
		code_fail(c, net_wires_new(wires));
	if (coder_failed(c))
		return;
	of = (*wires)->parasitics;
	code_parasitics(c, netlist, &of[LATE]);
	code_bool(c, &same);
	if (!same)
		code_parasitics(c, netlist, &of[EARLY]);
	else if (!c->saving && of[LATE])
		of[EARLY] = parasitics_ref(of[LATE]);
	code_values(c, &(*wires)->models.load, netlist->n_nets);
	code_values(c, &(*wires)->models.far, netlist->n_nets);
	code_values(c, &(*wires)->models.resistance, netlist->n_nets);
	if (!c->saving && !coder_failed(c))
		check_models(c, &(*wires)->models, netlist->n_nets);
	code_values(c, &(*wires)->models.elmore, netlist->n_pins);
}
