/*
 * Nets on each level of the hierarchy: a flat net has a name and pins of its own on every level
 * that it reaches. Objects are numbered as in db/query.h.
 */
#ifndef DB_NET_LEVELS_H
#define DB_NET_LEVELS_H

#include "base/status.h"
#include "db/netlist.h"

/* The block pins of each flat net, and its names on lower levels. */
struct net_levels {
	const struct netlist *netlist; /* borrowed, with a hierarchy */
	int32_t *pin_row, *pin; /* owned [n_nets + 1] and []: pins, as the hierarchy numbers them */
	int32_t *name_row, *name; /* owned, likewise: names in the hierarchy's net_name */
};

enum status net_levels_make(struct net_levels *levels, const struct netlist *netlist);
void net_levels_release(struct net_levels *levels);

/* The block on whose level a net has its name, -1 = the top. */
int32_t net_level(const struct net_levels *levels, int32_t net);
/* The net on the level of a block for a flat net; the flat net if it has no name there. */
int32_t net_on_level(const struct net_levels *levels, int32_t flat, int32_t block);
/* The block that contains a pin of an instance or of a block, or a port. */
int32_t pin_level(const struct netlist *netlist, int32_t pin);

#endif
