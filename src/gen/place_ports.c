/*
 * Ports on the edges of a die.
 */
#include "base/grow.h"
#include "gen/place_impl.h"

/* The layer of an edge's ports: of those that run across the edge the second from below (the first
 * is full of the cells' own wires), or what there is. */
static int32_t edge_layer(const struct technology *technology, bool vertical)
{
	int32_t found = -1, any = -1;
	int n = 0;

	for (int32_t i = 0; i < technology->n_layers; i++) {
		const struct tech_layer *layer = &technology->layer[i];

		if (layer->kind != TECH_ROUTING)
			continue;
		any = any < 0 ? i : any;
		if (layer->vertical == vertical && i != any && n++ < 1)
			found = i;
	}
	return found >= 0 ? found : any;
}

static int32_t snap(int64_t length, int32_t grid)
{
	return (int32_t)(length / grid * grid);
}

/* A square at a place on the edge, its middle `at` after the corner; two wires wide. */
static void put_port(struct placement *placement, struct placed_port *port, int edge, int64_t at)
{
	const struct technology *technology = placement->technology;
	const struct rect *die = &placement->die;
	int32_t grid = LENGTHS_PER_MICRON / placement->units;
	int32_t layer = edge_layer(technology, edge & 1), half = grid;
	int32_t x = edge == 2 ? die->x2 : die->x1, y = edge == 1 ? die->y2 : die->y1;

	if (layer >= 0 && technology->layer[layer].width > grid)
		half = snap(technology->layer[layer].width, grid);
	if (edge & 1)
		x = snap(edge == 1 ? at : die->x2 - at, grid);
	else
		y = snap(edge == 0 ? at : die->y2 - at, grid);
	*port = (struct placed_port){.status = PLACED,
				     .x = x,
				     .y = y,
				     .orientation = ORIENT_N,
				     .layer = layer,
				     .rect = {x - half, y - half, x + half, y + half}};
	/* inside the die */
	if (edge == 0)
		port->rect.x1 = x, port->rect.x2 = x + 2 * half;
	else if (edge == 2)
		port->rect.x1 = x - 2 * half, port->rect.x2 = x;
	else if (edge == 1)
		port->rect.y1 = y - 2 * half, port->rect.y2 = y;
	else
		port->rect.y1 = y, port->rect.y2 = y + 2 * half;
}

/* Clockwise: left edge upward, top, right edge downward, bottom; each corner keeps a tenth free. */
enum status place_ports(struct placement *placement, const int32_t *order)
{
	const struct rect *die = &placement->die;
	int64_t n = placement->netlist->n_ports;
	int64_t length[4] = {die->y2 - die->y1, die->x2 - die->x1, die->y2 - die->y1,
			     die->x2 - die->x1};
	int64_t total = 0;

	TRY(GROW(&placement->port_shape, &placement->port_shape_capacity, n));
	placement->n_port_shapes = (int32_t)n;
	for (int edge = 0; edge < 4; edge++)
		total += length[edge] * 8 / 10;
	for (int64_t i = 0; i < n; i++) {
		int64_t at = (2 * i + 1) * total / (2 * n);
		int32_t port = order ? order[i] : (int32_t)i;
		int edge = 0;

		while (edge < 3 && at >= length[edge] * 8 / 10)
			at -= length[edge++] * 8 / 10;
		put_port(placement, &placement->port[port], edge, at + length[edge] / 10);
		placement->port[port].first_shape = port;
		placement->port[port].n_shapes = placement->port[port].layer >= 0;
		placement->port_shape[port] = (struct placed_shape){placement->port[port].layer,
								    placement->port[port].rect};
	}
	return STATUS_OK;
}
