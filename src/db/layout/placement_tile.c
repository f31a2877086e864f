/*
 * Copies of a placement side by side, for netlist_tile()'s copies of its netlist.
 */
#include "base/grow.h"
#include "base/text.h"
#include "db/layout/placement.h"

/* One copy being written. */
struct tile {
	const struct placement *from;
	struct placement *to;
	int32_t number, n; /* which of how many copies */
	int32_t x, y;      /* what it is moved by */
	bool too_wide;
	struct text name;
};

/* Notes an overflow in tile->too_wide. */
static int32_t add(struct tile *tile, int32_t at, int32_t by)
{
	int32_t sum = 0;

	tile->too_wide |= __builtin_add_overflow(at, by, &sum);
	return sum;
}

static struct rect moved(struct tile *tile, struct rect r)
{
	return (struct rect){add(tile, r.x1, tile->x), add(tile, r.y1, tile->y),
			     add(tile, r.x2, tile->x), add(tile, r.y2, tile->y)};
}

static enum status tile_name(struct tile *tile, const char *name)
{
	return netlist_tile_name(name, tile->from->netlist->n_tiles, tile->number, tile->n,
				 &tile->name);
}

static enum status tile_string(struct tile *tile, int32_t name, int32_t *out)
{
	TRY(tile_name(tile, names_get(&tile->from->string, name)));
	return names_add(&tile->to->string, text_string(&tile->name), tile->name.length, out, NULL);
}

static void move_component(struct tile *tile, int32_t component, struct component *to)
{
	struct rect box;

	*to = tile->from->component[component];
	if (to->status == UNPLACED)
		return;
	box = moved(tile, placement_component_box(tile->from, component));
	to->x = box.x1;
	to->y = box.y1;
}

/* The number of a component's copy: instances of all copies come first. */
static int32_t copy_of(const struct tile *tile, int32_t component)
{
	int32_t n = tile->from->netlist->n_instances, n_extra = tile->from->n_components - n;

	return component < n
		       ? tile->number * n + component
		       : tile->to->netlist->n_instances + tile->number * n_extra + component - n;
}

static enum status tile_components(struct tile *tile)
{
	const struct placement *from = tile->from;
	int32_t n = from->netlist->n_instances, component, region;

	for (int32_t c = 0; c < from->n_components; c++) {
		component = copy_of(tile, c);
		region = placement_region(from, c);
		if (c >= n) {
			TRY(tile_name(tile, placement_component_name(from, c)));
			TRY(placement_add_component(tile->to, text_string(&tile->name),
						    tile->name.length, from->component[c].macro,
						    &component));
		}
		move_component(tile, c, &tile->to->component[component]);
		TRY(placement_set_region(tile->to, component,
					 region < 0 ? -1
						    : tile->number * from->n_regions + region));
	}
	return STATUS_OK;
}

static enum status tile_ports(struct tile *tile)
{
	const struct placement *from = tile->from;
	struct placement *to = tile->to;
	int32_t n = from->netlist->n_ports, first = to->n_port_shapes;

	TRY(GROW(&to->port_shape, &to->port_shape_capacity, (int64_t)first + from->n_port_shapes));
	for (int32_t i = 0; i < from->n_port_shapes; i++) {
		to->port_shape[first + i] = from->port_shape[i];
		to->port_shape[first + i].rect = moved(tile, from->port_shape[i].rect);
	}
	to->n_port_shapes += from->n_port_shapes;
	for (int32_t p = 0; p < n; p++) {
		struct placed_port *port = &to->port[tile->number * n + p];

		*port = from->port[p];
		port->first_shape += first;
		if (port->status == UNPLACED)
			continue;
		port->x = add(tile, port->x, tile->x);
		port->y = add(tile, port->y, tile->y);
		port->rect = moved(tile, port->rect);
	}
	return STATUS_OK;
}

static enum status tile_areas(struct tile *tile)
{
	const struct placement *from = tile->from;
	struct placement *to = tile->to;

	for (int32_t i = 0; i < from->n_rows; i++) {
		struct placed_row row = from->row[i];

		row.x = add(tile, row.x, tile->x);
		row.y = add(tile, row.y, tile->y);
		TRY(tile_string(tile, row.name, &row.name));
		TRY(placement_add_row(to, &row));
	}
	TRY(GROW(&to->blockage, &to->blockage_capacity,
		 (int64_t)to->n_blockages + from->n_blockages));
	for (int32_t i = 0; i < from->n_blockages; i++) {
		struct blockage *b = &to->blockage[to->n_blockages++];

		*b = from->blockage[i];
		b->rect = moved(tile, b->rect);
		b->component = b->component < 0 ? -1 : copy_of(tile, b->component);
	}
	return STATUS_OK;
}

static enum status tile_regions(struct tile *tile)
{
	const struct placement *from = tile->from;
	struct placement *to = tile->to;
	int32_t first = to->n_regions, first_rect = to->n_region_rects;

	TRY(GROW(&to->region, &to->region_capacity, (int64_t)first + from->n_regions));
	TRY(GROW(&to->region_rect, &to->region_rect_capacity,
		 (int64_t)first_rect + from->n_region_rects));
	for (int32_t i = 0; i < from->n_region_rects; i++)
		to->region_rect[first_rect + i] = moved(tile, from->region_rect[i]);
	to->n_region_rects += from->n_region_rects;
	for (int32_t i = 0; i < from->n_regions; i++) {
		struct region *region = &to->region[first + i];

		*region = from->region[i];
		region->first_rect += first_rect;
		TRY(tile_string(tile, region->name, &region->name));
		to->n_regions++;
	}
	return STATUS_OK;
}

static enum status too_wide(int32_t n)
{
	return status_fail(STATUS_FAILED,
			   "%d copies of the die and its objects would be wider than %d units",
			   (int)n, INT32_MAX);
}

static enum status tile_all(struct tile *tile, int32_t n, struct task *task)
{
	const struct rect *die = &tile->from->die;
	int64_t width = (int64_t)die->x2 - die->x1, height = (int64_t)die->y2 - die->y1;
	int32_t columns = 1, rows;

	while ((int64_t)columns * columns < n)
		columns++;
	rows = (n + columns - 1) / columns;
	if (die->x1 + columns * width > INT32_MAX || die->y1 + rows * height > INT32_MAX)
		return too_wide(n);
	for (tile->n = n; tile->number < n; tile->number++) {
		tile->x = (int32_t)(tile->number % columns * width);
		tile->y = (int32_t)(tile->number / columns * height);
		TRY(task_progress(task, tile->number));
		TRY(tile_components(tile));
		TRY(tile_ports(tile));
		TRY(tile_areas(tile));
		TRY(tile_regions(tile));
		if (tile->too_wide)
			return too_wide(n);
	}
	tile->to->units = tile->from->units;
	tile->to->die = (struct rect){die->x1, die->y1, (int32_t)(die->x1 + columns * width),
				      (int32_t)(die->y1 + rows * height)};
	return STATUS_OK;
}

enum status placement_tile(const struct placement *placement, struct netlist *tiled,
			   struct task *task, struct placement **out)
{
	struct tile tile = {.from = placement, .name = TEXT_INIT};
	int32_t n = tiled->n_tiles / placement->netlist->n_tiles;
	enum status status;

	TRY(placement_new("", tiled, placement->technology, &tile.to));
	status = tile_all(&tile, n, task);
	text_release(&tile.name);
	if (status == STATUS_OK)
		*out = tile.to;
	else
		placement_unref(tile.to);
	return status;
}
