#include "db/hierarchy.h"

#include <ctype.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"

/* ---- made with a netlist ---- */

enum status hierarchy_new(struct hierarchy **out)
{
	return ALLOC(out, 1);
}

void hierarchy_free(struct hierarchy *h)
{
	if (!h)
		return;
	names_release(&h->block_name);
	names_release(&h->module_name);
	names_release(&h->pin_name);
	names_release(&h->net_name);
	FREE_ALL(h->parent, h->module, h->first_pin, h->name_of, h->net_of, h->block_of,
		 h->direction, h->net, h->instance_block, h);
}

enum status hierarchy_add_block(struct hierarchy *h, const char *name, const char *module,
				int32_t parent, int32_t *block)
{
	int64_t n = h->block_name.n;
	int32_t id;
	bool added;

	*block = -1;
	TRY(GROW_ALL(&h->block_capacity, n + 2, &h->parent, &h->module, &h->first_pin));
	TRY(names_add(&h->module_name, module, (int64_t)strlen(module), &id, &added));
	h->module[n] = id;
	TRY(names_add(&h->block_name, name, (int64_t)strlen(name), &id, &added));
	if (!added)
		return STATUS_OK;
	h->parent[n] = parent;
	h->first_pin[n] = h->first_pin[n + 1] = h->n_pins;
	*block = id;
	return STATUS_OK;
}

enum status hierarchy_add_pin(struct hierarchy *h, const char *name, enum lib_direction direction,
			      int32_t net)
{
	int64_t n = h->n_pins;
	int32_t id;

	TRY(names_add(&h->pin_name, name, (int64_t)strlen(name), &id, NULL));
	TRY(GROW_ALL(&h->pin_capacity, n + 1, &h->name_of, &h->net_of, &h->block_of,
		     &h->direction));
	h->name_of[n] = id;
	h->net_of[n] = net;
	h->block_of[n] = h->block_name.n - 1;
	h->direction[n] = (uint8_t)direction;
	h->first_pin[h->block_name.n] = ++h->n_pins;
	return STATUS_OK;
}

enum status hierarchy_add_net(struct hierarchy *h, const char *name, int32_t net)
{
	int32_t id;
	bool added;

	TRY(GROW(&h->net, &h->net_capacity, (int64_t)h->net_name.n + 1));
	TRY(names_add(&h->net_name, name, (int64_t)strlen(name), &id, &added));
	if (added)
		h->net[id] = net;
	return STATUS_OK;
}

enum status hierarchy_add_instance(struct hierarchy *h, int32_t block)
{
	return APPEND(h->instance_block, h->n_instances, &h->instance_capacity, block);
}

enum status hierarchy_add_instances(struct hierarchy *h, int32_t block, int32_t n)
{
	int32_t *first;

	TRY(GROW(&h->instance_block, &h->instance_capacity, (int64_t)h->n_instances + n));
	first = h->instance_block + h->n_instances;
	OVER_ITEMS(i, n)
	first[i] = block;
	h->n_instances += n;
	return STATUS_OK;
}

/* ---- names ---- */

int32_t hierarchy_find_block(const struct hierarchy *h, const char *name, int64_t length)
{
	return h ? names_find(&h->block_name, name, length) : -1;
}

/* Either name may have slashes of its own: the block's is tried with fewer and fewer levels. */
int32_t hierarchy_find_pin(const struct hierarchy *h, const char *name, int64_t length)
{
	for (int64_t slash = length - 1; h && slash > 0; slash--) {
		int32_t block, id;

		if (name[slash] != '/')
			continue;
		block = names_find(&h->block_name, name, slash);
		id = block < 0 ? -1
			       : names_find(&h->pin_name, name + slash + 1, length - slash - 1);
		for (int32_t p = id < 0 ? 0 : h->first_pin[block];
		     id >= 0 && p < h->first_pin[block + 1]; p++) {
			if (h->name_of[p] == id)
				return p;
		}
	}
	return -1;
}

void hierarchy_write_pin(const struct hierarchy *h, int32_t pin, struct text *out)
{
	text_printf(out, "%s/%s", names_get(&h->block_name, h->block_of[pin]),
		    names_get(&h->pin_name, h->name_of[pin]));
}

int32_t hierarchy_block_of(const struct hierarchy *h, const char *name)
{
	for (int64_t slash = (int64_t)strlen(name) - 1; h && slash > 0; slash--) {
		int32_t block = name[slash] == '/' ? names_find(&h->block_name, name, slash) : -1;

		if (block >= 0)
			return block;
	}
	return -1;
}

/* ---- what they mean ---- */

static void write_level(const char *name, const char *escaped, struct text *out)
{
	for (; *name; name++) {
		bool plain = escaped ? !strchr(escaped, *name)
				     : isalnum((unsigned char)*name) || *name == '_';

		if (!plain)
			text_add(out, "\\");
		text_append(out, name, 1);
	}
}

/* A block's levels, and what follows it in a name that begins with its own; the name itself when it
 * doesn't. */
static const char *write_block(const struct hierarchy *h, int32_t block, const char *name,
			       char divider, const char *escaped, struct text *out)
{
	const char *own = names_get(&h->block_name, block), *level = own;
	int64_t length = names_length(&h->block_name, block);

	if (strncmp(name, own, (size_t)length) != 0 || name[length] != '/')
		return name;
	if (h->parent[block] >= 0)
		level = write_block(h, h->parent[block], own, divider, escaped, out);
	write_level(level, escaped, out);
	text_append(out, &divider, 1);
	return name + length + 1;
}

void hierarchy_write_levels(const struct netlist *netlist, int32_t instance, char divider,
			    const char *escaped, struct text *out)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *name = names_get(&netlist->instance_name, instance);

	if (h && hierarchy_block(h, instance) >= 0)
		name = write_block(h, hierarchy_block(h, instance), name, divider, escaped, out);
	write_level(name, escaped, out);
}

bool hierarchy_contains(const struct hierarchy *h, int32_t block, int32_t instance)
{
	int32_t at = hierarchy_block(h, instance);

	while (at >= 0 && at != block)
		at = h->parent[at];
	return at >= 0;
}

/* Into the block when the net is driven outside of it, else out of it. */
int32_t hierarchy_next_load(const struct netlist *netlist, int32_t pin, int32_t *at)
{
	const struct hierarchy *h = netlist->hierarchy;
	int32_t net = h->net_of[pin], block = h->block_of[pin], first, end;
	bool inward = h->direction[pin] == LIB_INPUT;

	if (net < 0)
		return -1;
	first = netlist->net_pin_row[net];
	end = netlist->net_pin_row[net + 1];
	if (netlist->net_n_drivers[net] && h->direction[pin] == LIB_INOUT)
		inward = !hierarchy_contains(h, block,
					     netlist->pin_instance[netlist->net_pin[first]]);
	for (int32_t i = first + netlist->net_n_drivers[net] + *at; i < end; i++) {
		int32_t load = netlist->net_pin[i];

		++*at;
		if (hierarchy_contains(h, block, netlist->pin_instance[load]) == inward)
			return load;
	}
	return -1;
}

static int32_t block_of_pin(const struct netlist *netlist, int32_t pin)
{
	return hierarchy_block(netlist->hierarchy, netlist->pin_instance[pin]);
}

static int32_t depth_of(const struct hierarchy *h, int32_t block)
{
	int32_t depth = 0;

	for (; block >= 0; block = h->parent[block])
		depth++;
	return depth;
}

/* Up from either end to the level that both are on, or in blocks of. */
bool hierarchy_passes(const struct netlist *netlist, int32_t block, int32_t from, int32_t to)
{
	const struct hierarchy *h = netlist->hierarchy;
	int32_t end[2] = {block_of_pin(netlist, from), block_of_pin(netlist, to)};
	int32_t depth[2] = {depth_of(h, end[0]), depth_of(h, end[1])};

	while (end[0] != end[1]) {
		int deeper = depth[0] < depth[1];

		if (end[deeper] == block)
			return true;
		end[deeper] = h->parent[end[deeper]];
		depth[deeper]--;
	}
	return end[0] == block;
}
