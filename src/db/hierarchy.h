/*
 * The hierarchy's names beside the flat netlist: instances of modules (blocks), their pins, and the
 * names of nets inside. In the numbering of a netlist's objects, blocks follow its instances and
 * their pins follow its pins. For timing a block denotes its leaf cells, and a pin of a block
 * for the loads that its signal reaches through it.
 */
#ifndef DB_HIERARCHY_H
#define DB_HIERARCHY_H

#include "base/names.h"
#include "base/status.h"
#include "db/netlist.h"

struct hierarchy {
	struct names block_name, module_name, pin_name;
	int32_t *parent;    /* owned [block_name.n]: block, -1 = the top */
	int32_t *module;    /* owned [block_name.n]: in module_name */
	int32_t *first_pin; /* owned [block_name.n + 1] */
	int32_t n_pins;
	int32_t *name_of;      /* owned [n_pins]: in pin_name */
	int32_t *net_of;       /* owned [n_pins], -1 = none */
	int32_t *block_of;     /* owned [n_pins] */
	uint8_t *direction;    /* owned [n_pins]: enum lib_direction */
	struct names net_name; /* further names of nets, on lower levels */
	int32_t *net;          /* owned [net_name.n]: their flat nets */
	int32_t n_instances;
	int32_t *instance_block; /* owned [n_instances]: hierarchy_block() */
	int64_t block_capacity, pin_capacity, net_capacity, instance_capacity;
};

enum status hierarchy_new(struct hierarchy **out);
void hierarchy_free(struct hierarchy *hierarchy); /* NULL is fine */

/* While a netlist is made, from the top down. *block = -1: there is a block of this name
 * already. */
enum status hierarchy_add_block(struct hierarchy *hierarchy, const char *name, const char *module,
				int32_t parent, int32_t *block);
/* Add a pin of the block added last. */
enum status hierarchy_add_pin(struct hierarchy *hierarchy, const char *name,
			      enum lib_direction direction, int32_t net);
/* Add a name of a net; ignored if another net has it already. */
enum status hierarchy_add_net(struct hierarchy *hierarchy, const char *name, int32_t net);
/* Add the block of the netlist's next instance. */
enum status hierarchy_add_instance(struct hierarchy *hierarchy, int32_t block);
/* Likewise for its next n instances. */
enum status hierarchy_add_instances(struct hierarchy *hierarchy, int32_t block, int32_t n);

/* The block of an instance, -1 = the top: that of a port (-1) too, and of instances that were inserted later. */
static inline int32_t hierarchy_block(const struct hierarchy *h, int32_t instance)
{
	return instance < 0 || instance >= h->n_instances ? -1 : h->instance_block[instance];
}

static inline int32_t netlist_n_blocks(const struct netlist *netlist)
{
	return netlist->hierarchy ? netlist->hierarchy->block_name.n : 0;
}

static inline int32_t netlist_n_inner_nets(const struct netlist *netlist)
{
	return netlist->hierarchy ? netlist->hierarchy->net_name.n : 0;
}

static inline int32_t netlist_n_block_pins(const struct netlist *netlist)
{
	return netlist->hierarchy ? netlist->hierarchy->n_pins : 0;
}

/* A block, a pin ("block/pin") by name, -1 = none. */
int32_t hierarchy_find_block(const struct hierarchy *hierarchy, const char *name, int64_t length);
int32_t hierarchy_find_pin(const struct hierarchy *hierarchy, const char *name, int64_t length);
void hierarchy_write_pin(const struct hierarchy *hierarchy, int32_t pin, struct text *out);

/* The block that contains the object of a name: the longest block name before a slash, since names
 * of a level may have slashes; -1 = the top. */
int32_t hierarchy_block_of(const struct hierarchy *hierarchy, const char *name);

/* Append an instance's name level by level with `divider` between them. Within a level each character of
 * `escaped` has a backslash before it; NULL: all but letters, digits and '_'. */
void hierarchy_write_levels(const struct netlist *netlist, int32_t instance, char divider,
			    const char *escaped, struct text *out);
/* Is an instance in a block, or in one within it? */
bool hierarchy_contains(const struct hierarchy *hierarchy, int32_t block, int32_t instance);
/* The next pin or port that a signal reaches through a pin of a block; -1 = no more. *at is
 * scratch, 0 before the first call. */
int32_t hierarchy_next_load(const struct netlist *netlist, int32_t pin, int32_t *at);

/* Does a signal pass the level of a block (-1: the top) from one pin or port to another one of the
 * same net? */
bool hierarchy_passes(const struct netlist *netlist, int32_t block, int32_t from, int32_t to);

#endif
