#include <string.h>

#include "base/grow.h"
#include "db/layout/placement.h"

static enum status copy_names(const struct names *from, struct names *to)
{
	for (int32_t i = 0; i < from->n; i++) {
		const char *name = names_get(from, i);
		int32_t id;

		TRY(names_add(to, name, (int64_t)strlen(name), &id, NULL));
	}
	return STATUS_OK;
}

/* n items as they are. */
static enum status copy_items(void **to, const void *from, int64_t n, size_t size)
{
	TRY(alloc_items(to, n, size));
	if (n)
		memcpy(*to, from, (size_t)n * size);
	return STATUS_OK;
}

#define COPY_ARRAY(field, n) copy_items((void **)&to->field, from->field, (n), sizeof *to->field)

static enum status copy_floor(const struct placement *from, struct placement *to)
{
	to->units = from->units;
	to->die = from->die;
	TRY(COPY_ARRAY(die_point, 2 * (int64_t)from->n_die_points));
	to->n_die_points = from->n_die_points;
	to->die_point_capacity = 2 * (int64_t)from->n_die_points;
	TRY(COPY_ARRAY(row, from->n_rows));
	to->row_capacity = to->n_rows = from->n_rows;
	TRY(COPY_ARRAY(blockage, from->n_blockages));
	to->blockage_capacity = to->n_blockages = from->n_blockages;
	TRY(COPY_ARRAY(region, from->n_regions));
	to->region_capacity = to->n_regions = from->n_regions;
	TRY(COPY_ARRAY(port_shape, from->n_port_shapes));
	to->port_shape_capacity = to->n_port_shapes = from->n_port_shapes;
	TRY(COPY_ARRAY(region_rect, from->n_region_rects));
	to->region_rect_capacity = to->n_region_rects = from->n_region_rects;
	return copy_names(&from->string, &to->string);
}

static bool is_spacer(const struct placement *placement, const struct component *c)
{
	return c->macro >= 0 && placement->technology->macro[c->macro].class == TECH_CORE_SPACER;
}

static enum status copy_extras(const struct placement *from, struct placement *to, bool fillers)
{
	int32_t n = from->netlist->n_instances;

	for (int32_t i = 0; i < from->extra_name.n; i++) {
		const struct component *c = &from->component[n + i];
		const char *name = names_get(&from->extra_name, i);
		int32_t id;

		/* one that the new netlist has is an instance now */
		if ((!fillers && is_spacer(from, c)) ||
		    netlist_find_instance(to->netlist, name, (int64_t)strlen(name)) >= 0)
			continue;
		TRY(placement_add_component(to, name, (int64_t)strlen(name), c->macro, &id));
		to->component[id] = *c;
		TRY(placement_set_region(to, id, placement_region(from, n + i)));
	}
	return STATUS_OK;
}

static enum status copy_into(const struct placement *from, struct placement *to, bool fillers)
{
	int32_t n = from->netlist->n_instances, n_ports = from->netlist->n_ports;

	TRY(copy_floor(from, to));
	COPY(to->component, from->component, n);
	COPY(to->port, from->port, n_ports);
	for (int32_t i = 0; i < n; i++)
		TRY(placement_set_region(to, i, placement_region(from, i)));
	return copy_extras(from, to, fillers);
}

enum status placement_copy(const struct placement *from, struct netlist *netlist, bool fillers,
			   struct placement **out)
{
	RELEASED_BY(placement_drop) struct placement *to = NULL;

	TRY(placement_new(from->path, netlist, from->technology, &to));
	TRY(copy_into(from, to, fillers));
	HAND_OVER(out, to);
	return STATUS_OK;
}
