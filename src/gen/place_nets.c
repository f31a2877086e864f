/*
 * The nets as a placer sees them.
 */

#include "base/grow.h"
#include "gen/place_impl.h"

/* Nets with more pins pull at everything alike, and will be buffered. */
enum { MOST_PINS = 3000 };

/* From the centre of its cell, as placed in a row without flipping. */
static void offset(const struct place *place, int32_t pin, struct place_pin *out)
{
	const struct placement *placement = place->placement;
	const struct netlist *netlist = placement->netlist;
	int32_t x = netlist->pin_instance[pin];
	int32_t first = placement->master_row[netlist->instance_master[x]];
	int32_t tech_pin = placement->master_pin[first + pin - netlist->instance_pin[x]];
	const struct tech_macro *macro =
		&placement->technology->macro[placement->component[x].macro];

	out->cell = place->cell_of[x];
	out->dx = out->dy = 0;
	if (tech_pin < 0)
		return;
	technology_pin_centre(placement->technology, macro, tech_pin, &out->dx, &out->dy);
	out->dx -= place->width[out->cell] / 2;
	out->dy = 0; /* every second row is upside down */
}

static enum status add_pin(struct place *place, int32_t *n, int32_t pin)
{
	int32_t instance = place->placement->netlist->pin_instance[pin];
	struct place_pin p = {.cell = -1};

	if (instance >= 0 && place->cell_of[instance] >= 0)
		offset(place, pin, &p);
	else if (!placement_pin(place->placement, pin, &p.dx, &p.dy))
		return STATUS_OK;
	TRY(GROW(&place->pin, &place->pin_capacity, (int64_t)*n + 1));
	place->pin[(*n)++] = p;
	return STATUS_OK;
}

/* Does it have two ends, one of them a cell? */
static bool pulls(const struct place *place, int32_t first, int32_t end)
{
	bool cell = false, other = false;

	for (int32_t i = first; i < end; i++) {
		cell |= place->pin[i].cell >= 0;
		other |= place->pin[i].cell < 0 || place->pin[i].cell != place->pin[first].cell;
	}
	return cell && other;
}

enum status place_nets(struct place *place)
{
	const struct netlist *netlist = place->placement->netlist;
	int32_t n = 0;

	TRY(GROW(&place->net_row, &place->net_capacity, (int64_t)netlist->n_nets + 1));
	TRY(ALLOC(&place->net, netlist->n_nets));
	place->net_row[0] = 0;
	for (int32_t net = 0; net < netlist->n_nets; net++) {
		int32_t first = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
		int32_t begin = n;

		if (netlist->net_constant[net] != NET_SIGNAL || end - first > MOST_PINS)
			continue;
		for (int32_t i = first; i < end; i++)
			TRY(add_pin(place, &n, netlist->net_pin[i]));
		if (pulls(place, begin, n)) {
			place->net[place->n_nets++] = net;
			place->net_row[place->n_nets] = n;
		} else {
			n = begin;
		}
	}
	return STATUS_OK;
}

int64_t half_perimeters(const struct placement *placement)
{
	const struct netlist *netlist = placement->netlist;
	int64_t sum = 0;

	for (int32_t net = 0; net < netlist->n_nets; net++) {
		struct rect box = RECT_NONE;

		if (netlist->net_constant[net] != NET_SIGNAL)
			continue;
		for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1];
		     i++) {
			int32_t x, y;

			if (placement_pin(placement, netlist->net_pin[i], &x, &y))
				rect_add(&box, x, y);
		}
		sum += rect_half_perimeter(&box);
	}
	return sum;
}
