/* Pins of both directions: which of them have two sides, see netlist.h. */

#include "base/bits.h"
#include "base/grow.h"
#include "db/netlist.h"

/* Of the pins of masters those with two sides. */
struct marks {
	int64_t *row; /* owned [n_masters + 1] */
	bool *pin;    /* owned [row[n_masters]] */
	bool any;     /* some instance has such pins; most netlists have none */
};

/* Where the cell uses what arrives at a pin of both directions: by an arc from it, or by a check of it. A black
 * box's pins aren't known to take anything. */
static void mark_master(const struct master *master, struct marks *marks, bool *mark)
{
	const struct library *library = master->library[LATE];
	const struct lib_cell *cell = library ? &library->cell[master->cell[LATE]] : NULL;

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		mark[arc->from] = true;
		mark[arc->to] |= arc->kind >= LIB_SETUP;
	}
	for (int32_t p = 0; p < master->n_pins; p++) {
		mark[p] &= master->direction[p] == LIB_INOUT;
		marks->any |= mark[p] && master->n_instances > 0;
	}
}

static FREES(release_marks, struct marks, x->row, x->pin);

static enum status mark_masters(const struct netlist *netlist, struct marks *marks)
{
	TRY(ALLOC(&marks->row, (int64_t)netlist->n_masters + 1));
	for (int32_t m = 0; m < netlist->n_masters; m++)
		marks->row[m + 1] = marks->row[m] + netlist->master[m].n_pins;
	TRY(ALLOC(&marks->pin, marks->row[netlist->n_masters]));
	for (int32_t m = 0; m < netlist->n_masters; m++)
		mark_master(&netlist->master[m], marks, marks->pin + marks->row[m]);
	return STATUS_OK;
}

/* Count them, or (given room) list them. */
static int64_t list_sides(const struct netlist *netlist, const struct marks *marks, int32_t *list)
{
	int64_t n = 0;

	for (int32_t p = 0; p < netlist->n_ports; p++) {
		if (netlist->port_direction[p] != LIB_INOUT)
			continue;
		if (list)
			list[n] = p;
		n++;
	}
	for (int32_t x = 0; marks->any && x < netlist->n_instances; x++) {
		int32_t m = netlist->instance_master[x];

		for (int64_t i = marks->row[m]; i < marks->row[m + 1]; i++) {
			if (!marks->pin[i])
				continue;
			if (list)
				list[n] = netlist->instance_pin[x] + (int32_t)(i - marks->row[m]);
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
	RELEASED_BY(release_marks) struct marks marks = {0};
	int64_t n;

	netlist->n_all_pins = netlist->n_pins;
	TRY(mark_masters(netlist, &marks));
	n = list_sides(netlist, &marks, NULL);
	if (netlist->n_pins + n > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d pins", INT32_MAX);
	if (!n)
		return STATUS_OK;
	TRY(ALLOC(&netlist->two_sided, n));
	list_sides(netlist, &marks, netlist->two_sided);
	return add_sides(netlist, n);
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
	RELEASED_BY(release_marks) struct marks marks = {0};
	FREED int32_t *expected = NULL;
	int64_t n;

	*same = false;
	TRY(mark_masters(netlist, &marks));
	n = list_sides(netlist, &marks, NULL);
	if (n != netlist->n_all_pins - netlist->n_pins)
		return STATUS_OK;
	TRY(ALLOC(&expected, n));
	list_sides(netlist, &marks, expected);
	*same = are_sides(netlist, expected, n);
	return STATUS_OK;
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
