/* Pins of both directions: which of them have two sides, see netlist.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/netlist.h"

/* Does a cell use what arrives at one of its pins: by an arc from it, or by a check of it? */
static bool cell_uses(const struct library *library, const struct lib_cell *cell, int32_t number)
{
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (arc->from == number || (arc->to == number && arc->kind >= LIB_SETUP))
			return true;
	}
	return false;
}

/* A black box's pins aren't known to take anything. */
static bool master_has_two_sides(const struct master *master, int32_t number)
{
	const struct library *library = master->library[LATE];

	return library && master->direction[number] == LIB_INOUT &&
	       cell_uses(library, &library->cell[master->cell[LATE]], number);
}

/* Most netlists have no such master. */
static enum status mark_masters(const struct netlist *netlist, uint8_t **mark, bool *any)
{
	TRY(ALLOC(mark, netlist->n_masters));
	*any = false;
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];

		for (int32_t p = 0; p < master->n_pins && !(*mark)[m]; p++)
			(*mark)[m] = master_has_two_sides(master, p);
		*any |= (*mark)[m] && master->n_instances > 0;
	}
	return STATUS_OK;
}

/* Count them, or (given room) list them. */
static int64_t list_sides(const struct netlist *netlist, const uint8_t *mark, bool any,
			  int32_t *list)
{
	int64_t n = 0;

	for (int32_t p = 0; p < netlist->n_ports; p++) {
		if (netlist->port_direction[p] != LIB_INOUT)
			continue;
		if (list)
			list[n] = p;
		n++;
	}
	for (int32_t x = 0; any && x < netlist->n_instances; x++) {
		const struct master *master = &netlist->master[netlist->instance_master[x]];

		for (int32_t p = 0; mark[netlist->instance_master[x]] && p < master->n_pins; p++) {
			if (!master_has_two_sides(master, p))
				continue;
			if (list)
				list[n] = netlist->instance_pin[x] + p;
			n++;
		}
	}
	return n;
}

static enum status add_sides(struct netlist *netlist, int64_t n)
{
	int64_t n_all = netlist->n_pins + n, room = netlist->n_pins;

	TRY(GROW(&netlist->pin_net, &netlist->pin_net_capacity, n_all + 1));
	TRY(GROW(&netlist->pin_instance, &room, n_all));
	for (int64_t i = 0; i < n; i++) {
		int32_t pin = netlist->two_sided[i];

		netlist->pin_net[netlist->n_pins + i] = netlist->pin_net[pin];
		netlist->pin_instance[netlist->n_pins + i] = netlist->pin_instance[pin];
	}
	netlist->n_all_pins = (int32_t)n_all;
	return STATUS_OK;
}

enum status netlist_find_sides(struct netlist *netlist)
{
	uint8_t *mark;
	bool any;
	int64_t n;
	enum status status = mark_masters(netlist, &mark, &any);

	netlist->n_all_pins = netlist->n_pins;
	n = status == STATUS_OK ? list_sides(netlist, mark, any, NULL) : 0;
	if (netlist->n_pins + n > INT32_MAX)
		status = status_fail(STATUS_NO_MEMORY, "more than %d pins", INT32_MAX);
	if (n && status == STATUS_OK)
		status = ALLOC(&netlist->two_sided, n);
	if (n && status == STATUS_OK) {
		list_sides(netlist, mark, any, netlist->two_sided);
		status = add_sides(netlist, n);
	}
	free(mark);
	return status;
}

/* As they are made of the pins that `expected` lists. */
static bool are_sides(const struct netlist *netlist, const int32_t *expected, int64_t n)
{
	bool same = true;

	for (int64_t i = 0; i < n && same; i++)
		same = netlist->two_sided[i] == expected[i] &&
		       netlist->pin_net[netlist->n_pins + i] == netlist->pin_net[expected[i]];
	return same;
}

enum status netlist_check_sides(const struct netlist *netlist, bool *same)
{
	uint8_t *mark;
	int32_t *expected = NULL;
	bool any;
	int64_t n;
	enum status status = mark_masters(netlist, &mark, &any);

	*same = false;
	if (status == STATUS_OK) {
		n = list_sides(netlist, mark, any, NULL);
		*same = n == netlist->n_all_pins - netlist->n_pins;
		status = *same ? ALLOC(&expected, n) : STATUS_OK;
	}
	if (*same && status == STATUS_OK) {
		list_sides(netlist, mark, any, expected);
		*same = are_sides(netlist, expected, n);
	}
	free(expected);
	free(mark);
	return status;
}

int32_t netlist_driving_side(const struct netlist *netlist, int32_t pin)
{
	int32_t n = netlist->n_all_pins - netlist->n_pins, at;

	if (n == 0 || pin >= netlist->n_pins || netlist_pin_direction(netlist, pin) != LIB_INOUT)
		return pin;
	at = find_sorted(netlist->two_sided, sizeof *netlist->two_sided, n, pin);
	return at < 0 ? pin : netlist->n_pins + at;
}

int32_t netlist_beginning_side(const struct netlist *netlist, int32_t pin, int number)
{
	int32_t side = netlist_driving_side(netlist, pin);

	if (number)
		return side == pin ? -1 : side;
	return side != pin && pin < netlist->n_ports ? -1 : pin;
}

bool netlist_takes_signals(const struct netlist *netlist, int32_t pin)
{
	if (pin >= netlist->n_pins)
		return false;
	if (netlist_pin_direction(netlist, pin) == LIB_INOUT)
		return netlist_driving_side(netlist, pin) != pin;
	return !netlist_drives(netlist, pin);
}

int32_t netlist_fanout(const struct netlist *netlist, int32_t side)
{
	int32_t net = netlist->pin_net[side], pin = netlist_named_pin(netlist, side), n = 0;

	if (net < 0)
		return 0;
	if (netlist->n_all_pins == netlist->n_pins)
		return netlist->net_pin_row[net + 1] - netlist->net_pin_row[net] -
		       netlist->net_n_drivers[net];
	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++)
		n += netlist->net_pin[i] != pin &&
		     netlist_takes_signals(netlist, netlist->net_pin[i]);
	return n;
}
