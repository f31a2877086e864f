/*
 * Nets as each level of the hierarchy has them: a flat net has a name, and pins, of its own on every level
 * that it reaches. Objects are numbered as db/query.h says.
 */
#ifndef DB_NET_LEVELS_H
#define DB_NET_LEVELS_H

#include "base/status.h"
#include "db/netlist.h"

/* Of each flat net, its pins of blocks and its names further down. */
struct net_levels {
	const struct netlist *netlist; /* borrowed, with a hierarchy */
	int32_t *pin_row, *pin; /* owned [n_nets + 1] and []: pins, as the hierarchy numbers them */
	int32_t *name_row, *name; /* owned, the same: in its net_name */
};

enum status net_levels_make(struct net_levels *levels, const struct netlist *netlist);
void net_levels_release(struct net_levels *levels);

/* The block on whose level a net is called so, -1 = the top. */
int32_t net_level(const struct net_levels *levels, int32_t net);
/* The name of a flat net on the level of a block; the flat net where it has none there. */
int32_t net_on_level(const struct net_levels *levels, int32_t flat, int32_t block);
/* The block on whose level a pin is, of an instance, of a block or a port: the one around it. */
int32_t pin_level(const struct netlist *netlist, int32_t pin);

#endif
