/*
 * Building, closing and tiling of parasitics. The rows of nodes and resistors hold the end of the
 * entry that is being built, so that a node added last is already counted.
 */
#include "db/parasitics.h"

#include <stdlib.h>

#include "base/grow.h"

static enum status more_nets(struct parasitics *p, int64_t n)
{
	TRY(GROW_ALL(&p->net_capacity, n, &p->net, &p->total, &p->origin));
	return GROW_ALL(&p->row_capacity, n + 1, &p->node_row, &p->resistor_row);
}

static enum status more_nodes(struct parasitics *p, int64_t need)
{
	return GROW_ALL(&p->node_capacity, need, &p->node_pin, &p->node_capacitance);
}

static enum status more_resistors(struct parasitics *p, int64_t need)
{
	return GROW_ALL(&p->resistor_capacity, need, &p->resistor_from, &p->resistor_to,
			&p->resistance);
}

enum status parasitics_new(const char *path, struct parasitics **out)
{
	RELEASED_BY(parasitics_drop) struct parasitics *parasitics = NULL;

	TRY(ALLOC(&parasitics, 1));
	atomic_init(&parasitics->refs, 1);
	TRY(duplicate_string(path, &parasitics->path));
	TRY(more_nets(parasitics, 0));
	parasitics->node_row[0] = 0;
	parasitics->resistor_row[0] = 0;
	HAND_OVER(out, parasitics);
	return STATUS_OK;
}

void parasitics_unref(struct parasitics *parasitics)
{
	if (!parasitics || atomic_fetch_sub(&parasitics->refs, 1) > 1)
		return;
	FREE_ALL(parasitics->path, parasitics->net, parasitics->total, parasitics->origin,
		 parasitics->node_row, parasitics->node_pin, parasitics->node_capacitance,
		 parasitics->resistor_row, parasitics->resistor_from, parasitics->resistor_to,
		 parasitics->resistance, parasitics->entry_of_net, parasitics);
}

enum status parasitics_add_net(struct parasitics *parasitics, int32_t net, double total)
{
	struct parasitics *p = parasitics;
	int32_t n = p->n_nets;

	if (n == INT32_MAX)
		return status_too_many("nets with parasitics");
	TRY(more_nets(p, (int64_t)n + 1));
	p->net[n] = net;
	p->total[n] = total;
	p->origin[n] = (struct parasitics_origin){PARASITICS_OF_TOP, -1, PARASITICS_NO_PINS};
	p->node_row[n + 1] = p->node_row[n];
	p->resistor_row[n + 1] = p->resistor_row[n];
	p->n_nets++;
	return STATUS_OK;
}

enum status parasitics_add_node(struct parasitics *parasitics, int32_t pin, int32_t *node)
{
	struct parasitics *p = parasitics;
	int64_t n = p->node_row[p->n_nets];
	int64_t number = n - p->node_row[p->n_nets - 1];

	if (number == INT32_MAX)
		return status_too_many("nodes of a net");
	if (n >= p->node_capacity)
		TRY(more_nodes(p, n + 1));
	p->node_pin[n] = pin;
	p->node_capacitance[n] = 0;
	p->node_row[p->n_nets]++;
	*node = (int32_t)number;
	return STATUS_OK;
}

enum status parasitics_add_resistor(struct parasitics *parasitics, int32_t from, int32_t to,
				    double resistance)
{
	struct parasitics *p = parasitics;
	int64_t n = p->resistor_row[p->n_nets];

	if (n >= p->resistor_capacity)
		TRY(more_resistors(p, n + 1));
	p->resistor_from[n] = from;
	p->resistor_to[n] = to;
	p->resistance[n] = resistance;
	p->resistor_row[p->n_nets]++;
	return STATUS_OK;
}

enum status parasitics_reserve(struct parasitics *parasitics, int64_t n_nets, int64_t n_nodes,
			       int64_t n_resistors)
{
	struct parasitics *p = parasitics;

	TRY(more_nets(p, n_nets));
	TRY(more_nodes(p, n_nodes));
	return more_resistors(p, n_resistors);
}

enum status parasitics_close(struct parasitics *parasitics, const struct netlist *netlist)
{
	int32_t *entry_of_net;

	TRY(ALLOC(&entry_of_net, netlist->n_nets));
	for (int32_t net = 0; net < netlist->n_nets; net++)
		entry_of_net[net] = -1;
	for (int32_t entry = 0; entry < parasitics->n_nets; entry++)
		entry_of_net[parasitics->net[entry]] = entry;
	free(parasitics->entry_of_net);
	parasitics->entry_of_net = entry_of_net;
	return STATUS_OK;
}

/* Which copy of how many, and what numbers of the first copy become. */
struct tile {
	const struct netlist *netlist;
	int32_t number, n;
};

/* Copies are of the top alone. */
static int32_t tile_pin(const struct tile *tile, int32_t pin)
{
	int32_t n_ports = tile->netlist->n_ports;

	if (pin < 0)
		return -1;
	if (pin < n_ports)
		return tile->number * n_ports + pin;
	return tile->n * n_ports + tile->number * (tile->netlist->n_pins - n_ports) + pin - n_ports;
}

static enum status tile_entry(const struct tile *tile, const struct parasitics *from, int32_t entry,
			      struct parasitics *to)
{
	int32_t node;

	if (!parasitics_counts(from, entry))
		return STATUS_OK;
	TRY(parasitics_add_net(to, tile->number * tile->netlist->n_nets + from->net[entry],
			       from->total[entry]));
	to->origin[to->n_nets - 1].includes_pins = from->origin[entry].includes_pins;
	for (int64_t i = from->node_row[entry]; i < from->node_row[entry + 1]; i++) {
		TRY(parasitics_add_node(to, tile_pin(tile, from->node_pin[i]), &node));
		to->node_capacitance[to->node_row[to->n_nets] - 1] = from->node_capacitance[i];
	}
	for (int64_t i = from->resistor_row[entry]; i < from->resistor_row[entry + 1]; i++)
		TRY(parasitics_add_resistor(to, from->resistor_from[i], from->resistor_to[i],
					    from->resistance[i]));
	return STATUS_OK;
}

enum status parasitics_tile(const struct parasitics *parasitics, const struct netlist *netlist,
			    const struct netlist *tiled, struct parasitics **out)
{
	struct tile tile = {.netlist = netlist, .n = tiled->n_tiles / netlist->n_tiles};
	RELEASED_BY(parasitics_drop) struct parasitics *to = NULL;

	TRY(parasitics_new(parasitics->path, &to));
	for (; tile.number < tile.n; tile.number++)
		for (int32_t i = 0; i < parasitics->n_nets; i++)
			TRY(tile_entry(&tile, parasitics, i, to));
	TRY(parasitics_close(to, tiled));
	HAND_OVER(out, to);
	return STATUS_OK;
}
