/*
 * Copies of a netlist side by side, to make large designs of small ones.
 */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "db/hierarchy.h"
#include "db/netlist.h"
#include "db/supplies.h"

/* One copy being written. */
struct tile {
	const struct netlist *from;
	struct netlist *to;
	int32_t number, n; /* which of how many copies */
	struct text name;
};

enum status netlist_tile_name(const char *name, int32_t n_old, int32_t number, int32_t n,
			      struct text *out)
{
	const char *slash = n_old > 1 && name[0] == 't' ? strchr(name, '/') : NULL;
	int64_t old = slash && slash > name + 1 ? 0 : n_old;

	text_clear(out);
	for (const char *p = name + 1; old < n_old && p < slash; p++)
		old = *p >= '0' && *p <= '9' ? old * 10 + *p - '0' : n_old;
	if (n > 1)
		text_printf(out, "t%" PRId64 "/",
			    (int64_t)number * n_old + (old < n_old ? old : 0));
	text_add(out, n > 1 && old < n_old ? slash + 1 : name);
	return text_status(out);
}

static void tile_release(struct tile *tile)
{
	netlist_unref(tile->to);
	text_release(&tile->name);
}

static enum status tile_name(struct tile *tile, const char *name)
{
	return netlist_tile_name(name, tile->from->n_tiles, tile->number, tile->n, &tile->name);
}

static enum status tile_masters(const struct netlist *from, struct netlist *to)
{
	int32_t id;

	for (int32_t i = 0; i < from->n_libraries; i++)
		TRY(netlist_add_library(to, from->library[i]));
	for (int32_t i = 0; i < from->n_masters; i++) {
		const struct master *m = &from->master[i];
		FREED const char **pin_name = NULL;

		if (m->library[LATE]) {
			TRY(netlist_add_cell(to, (struct library *)m->library[LATE], m->cell[LATE],
					     (struct library *)m->library[EARLY], m->cell[EARLY],
					     &id));
			continue;
		}
		TRY(ALLOC(&pin_name, m->n_pins));
		for (int32_t p = 0; p < m->n_pins; p++)
			pin_name[p] = names_get(&from->pin_name, m->pin_name[p]);
		TRY(netlist_add_black_box(to, m->name, m->n_pins, pin_name, &id));
		COPY(to->master[id].is_bit, m->is_bit, m->n_pins);
	}
	return STATUS_OK;
}

static enum status tile_ports(struct tile *tile)
{
	const struct netlist *from = tile->from;
	int32_t id;

	for (int32_t i = 0; i < from->n_ports; i++) {
		TRY(tile_name(tile, names_get(&from->port_name, i)));
		TRY(netlist_add_port(tile->to, text_string(&tile->name), from->port_direction[i],
				     &id));
		tile->to->port_is_bit[id] = from->port_is_bit[i];
	}
	return STATUS_OK;
}

static enum status tile_block(struct tile *tile, int32_t b)
{
	const struct hierarchy *from = tile->from->hierarchy;
	struct hierarchy *to = tile->to->hierarchy;
	int32_t parent = from->parent[b], id;

	TRY(tile_name(tile, names_get(&from->block_name, b)));
	if (parent >= 0)
		parent += tile->number * from->block_name.n;
	TRY(hierarchy_add_block(to, text_string(&tile->name),
				names_get(&from->module_name, from->module[b]), parent, &id));
	for (int32_t p = from->first_pin[b]; p < from->first_pin[b + 1]; p++) {
		int32_t net = from->net_of[p];

		TRY(hierarchy_add_pin(to, names_get(&from->pin_name, from->name_of[p]),
				      (enum lib_direction)from->direction[p],
				      net < 0 ? -1 : net + tile->number * tile->from->n_nets));
	}
	return STATUS_OK;
}

static enum status tile_hierarchy(struct tile *tile)
{
	const struct hierarchy *from = tile->from->hierarchy;

	if (!from)
		return STATUS_OK;
	if (!tile->to->hierarchy)
		TRY(hierarchy_new(&tile->to->hierarchy));
	for (int32_t b = 0; b < from->block_name.n; b++)
		TRY(tile_block(tile, b));
	for (int32_t i = 0; i < from->net_name.n; i++) {
		TRY(tile_name(tile, names_get(&from->net_name, i)));
		TRY(hierarchy_add_net(tile->to->hierarchy, text_string(&tile->name),
				      from->net[i] + tile->number * tile->from->n_nets));
	}
	for (int32_t i = 0; i < tile->from->n_instances; i++) {
		int32_t block = hierarchy_block(from, i);

		TRY(hierarchy_add_instance(tile->to->hierarchy,
					   block < 0 ? -1
						     : block + tile->number * from->block_name.n));
	}
	return STATUS_OK;
}

static enum status tile_notes(struct tile *tile, int32_t i, int32_t id)
{
	const char *note = notes_get(&tile->from->source, i);
	struct supply supply;

	if (note)
		TRY(notes_set(&tile->to->source, id, id + 1, note, (int64_t)strlen(note)));
	note = notes_get(&tile->from->supply, i);
	if (!note)
		return STATUS_OK;
	text_clear(&tile->name);
	while (supplies_next(&note, &supply))
		supplies_add(&tile->name, supply.name, supply.length,
			     supply.net < 0 ? supply.net
					    : supply.net + tile->number * tile->from->n_nets);
	TRY(text_status(&tile->name));
	return notes_set(&tile->to->supply, id, id + 1, tile->name.data, tile->name.length);
}

static enum status tile_items(struct tile *tile)
{
	const struct netlist *from = tile->from;
	int32_t id;

	for (int32_t i = 0; i < from->n_nets; i++) {
		TRY(tile_name(tile, names_get(&from->net_name, i)));
		TRY(netlist_add_net(tile->to, text_string(&tile->name), from->net_constant[i],
				    &id));
	}
	for (int32_t i = 0; i < from->alias_name.n; i++) {
		TRY(tile_name(tile, names_get(&from->alias_name, i)));
		TRY(netlist_add_alias(tile->to, text_string(&tile->name),
				      tile->number * from->n_nets + from->alias_net[i]));
	}
	for (int32_t i = 0; i < from->n_instances; i++) {
		TRY(tile_name(tile, names_get(&from->instance_name, i)));
		TRY(netlist_add_instance(tile->to, text_string(&tile->name),
					 from->instance_master[i], &id));
		TRY(tile_notes(tile, i, id));
	}
	return tile_hierarchy(tile);
}

/* Copy t of pin p: ports of all copies come first, then the instances' pins copy by copy. */
static void tile_connections(struct tile *tile)
{
	const struct netlist *from = tile->from;
	int32_t n_inner = from->n_pins - from->n_ports;

	for (int32_t p = 0; p < from->n_pins; p++) {
		int32_t net = from->pin_net[p];
		int32_t pin = p < from->n_ports ? tile->number * from->n_ports + p
						: tile->n * from->n_ports + tile->number * n_inner +
							  p - from->n_ports;

		if (net >= 0)
			netlist_connect(tile->to, pin, tile->number * from->n_nets + net);
	}
}

static enum status tile_into(struct tile *tile, struct task *task)
{
	TRY(tile_masters(tile->from, tile->to));
	for (tile->number = 0; tile->number < tile->n; tile->number++)
		TRY(tile_ports(tile));
	for (tile->number = 0; tile->number < tile->n; tile->number++) {
		TRY(task_progress(task, tile->number));
		TRY(tile_items(tile));
		tile_connections(tile);
	}
	return STATUS_OK;
}

enum status netlist_copy_open(const struct netlist *netlist, struct task *task,
			      struct netlist **out)
{
	RELEASED_BY(tile_release) struct tile tile = {.from = netlist, .n = 1, .name = TEXT_INIT};

	TRY(netlist_new(netlist->name, &tile.to));
	tile.to->n_tiles = netlist->n_tiles;
	tile.to->names_differ = true;
	TRY(tile_into(&tile, task));
	tile.to->names_differ = false; /* of what is added by others */
	HAND_OVER(out, tile.to);
	return STATUS_OK;
}

enum status netlist_tile(const struct netlist *netlist, int32_t n, struct task *task,
			 struct netlist **out)
{
	RELEASED_BY(tile_release) struct tile tile = {.from = netlist, .n = n, .name = TEXT_INIT};

	if (n < 1 || (int64_t)n * netlist->n_pins >= INT32_MAX ||
	    (int64_t)n * netlist->n_nets >= INT32_MAX ||
	    (int64_t)n * netlist->n_instances >= INT32_MAX ||
	    (int64_t)n * netlist->n_tiles >= INT32_MAX)
		return status_fail(STATUS_FAILED, "%" PRId32 " copies of \"%.200s\" can't be made",
				   n, netlist->name);
	TRY(netlist_new(netlist->name, &tile.to));
	tile.to->n_tiles = n * netlist->n_tiles;
	DOING(task, "copying", n);
	TRY(tile_into(&tile, task));
	TRY(netlist_close(tile.to));
	HAND_OVER(out, tile.to);
	return STATUS_OK;
}
