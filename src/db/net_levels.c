#include "db/net_levels.h"

#include "base/grow.h"
#include "db/hierarchy.h"

/* Numbers 0 to n - 1 by their nets, -1 = none, in order. */
static enum status sort_by_net(const int32_t *net_of, int32_t n, int32_t n_nets, int32_t **row,
			       int32_t **item)
{
	TRY(ALLOC(row, (int64_t)n_nets + 2));
	TRY(ALLOC(item, n));
	for (int32_t i = 0; i < n; i++)
		(*row)[net_of[i] + 2] += net_of[i] >= 0;
	for (int32_t net = 0; net < n_nets; net++)
		(*row)[net + 2] += (*row)[net + 1];
	for (int32_t i = 0; i < n; i++) {
		if (net_of[i] >= 0)
			(*item)[(*row)[net_of[i] + 1]++] = i;
	}
	return STATUS_OK;
}

enum status net_levels_make(struct net_levels *levels, const struct netlist *netlist)
{
	const struct hierarchy *h = netlist->hierarchy;

	*levels = (struct net_levels){.netlist = netlist};
	TRY(sort_by_net(h->net_of, h->n_pins, netlist->n_nets, &levels->pin_row, &levels->pin));
	return sort_by_net(h->net, h->net_name.n, netlist->n_nets, &levels->name_row,
			   &levels->name);
}

FREES(net_levels_release, struct net_levels, x->pin_row, x->pin, x->name_row, x->name);

int32_t net_level(const struct net_levels *levels, int32_t net)
{
	const struct netlist *netlist = levels->netlist;
	const struct names *names =
		net < netlist->n_nets ? &netlist->net_name : &netlist->hierarchy->net_name;

	return hierarchy_block_of(
		netlist->hierarchy,
		names_get(names, net < netlist->n_nets ? net : net - netlist->n_nets));
}

int32_t net_on_level(const struct net_levels *levels, int32_t flat, int32_t block)
{
	int32_t n_nets = levels->netlist->n_nets;

	if (net_level(levels, flat) == block)
		return flat;
	for (int32_t i = levels->name_row[flat]; i < levels->name_row[flat + 1]; i++) {
		if (net_level(levels, n_nets + levels->name[i]) == block)
			return n_nets + levels->name[i];
	}
	return flat;
}

int32_t pin_level(const struct netlist *netlist, int32_t pin)
{
	const struct hierarchy *h = netlist->hierarchy;

	if (pin >= netlist->n_pins)
		return h->parent[h->block_of[pin - netlist->n_pins]];
	return hierarchy_block(h, netlist->pin_instance[pin]);
}
