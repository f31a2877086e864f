#include "db/left_out.h"

#include <inttypes.h>

static const char *left_out_of(const struct master *master)
{
	for (int split = 0; split < N_SPLITS; split++) {
		const struct library *library = master->library[split];
		const struct lib_cell *cell = library ? &library->cell[master->cell[split]] : NULL;

		if (cell && cell->left_out)
			return names_get(&library->string, cell->left_out - 1);
	}
	return NULL;
}

/* ---- pins of both directions ---- */

static const struct lib_cell *late_cell(const struct netlist *netlist, int32_t master,
					const struct library **library)
{
	const struct master *m = &netlist->master[master];

	*library = m->library[LATE];
	return *library ? &(*library)->cell[m->cell[LATE]] : NULL;
}

/* Does an arc lead from that pin of the cell? */
static bool leads_from(const struct library *library, const struct lib_cell *cell, int32_t number)
{
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		if (library->arc[cell->first_arc + a].from == number)
			return true;
	}
	return false;
}

bool netlist_takes_signals(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];
	const struct library *library;
	const struct lib_cell *cell;

	if (instance < 0)
		return false;
	if (netlist_pin_direction(netlist, pin) != LIB_INOUT)
		return netlist_pin_direction(netlist, pin) == LIB_INPUT;
	cell = late_cell(netlist, netlist->instance_master[instance], &library);
	return cell && leads_from(library, cell, pin - netlist->instance_pin[instance]);
}

/* Is there a master with instances whose pins may take and drive? Few netlists have one. */
static bool has_inout_cells(const struct netlist *netlist)
{
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct library *library;
		const struct lib_cell *cell = late_cell(netlist, m, &library);

		if (!cell || netlist->master[m].n_instances == 0)
			continue;
		for (int32_t p = 0; p < cell->n_pins; p++) {
			if (library->pin[cell->first_pin + p].direction == LIB_INOUT &&
			    leads_from(library, cell, p))
				return true;
		}
	}
	return false;
}

/* Does another instance drive the net of a pin? */
static bool others_drive(const struct netlist *netlist, int32_t pin)
{
	int32_t net = netlist->pin_net[pin];

	for (int32_t i = net < 0 ? 0 : netlist->net_pin_row[net];
	     net >= 0 && i < netlist->net_pin_row[net + 1]; i++) {
		int32_t other = netlist->net_pin[i];
		enum lib_direction direction = netlist_pin_direction(netlist, other);

		if (other != pin && netlist->pin_instance[other] >= 0 &&
		    (direction == LIB_OUTPUT || direction == LIB_INOUT))
			return true;
	}
	return false;
}

static int32_t left_out_pins(const struct netlist *netlist, struct text *first)
{
	int32_t n = 0;

	for (int32_t p = netlist->n_ports; p < netlist->n_pins; p++) {
		if (netlist_pin_direction(netlist, p) != LIB_INOUT ||
		    !netlist_takes_signals(netlist, p) || !others_drive(netlist, p))
			continue;
		if (n++ == 0 && first) {
			text_printf(first, "pin \"");
			netlist_write_pin(netlist, p, '/', first);
			text_printf(first, "\" of both directions: what others drive on its net");
		}
	}
	return n;
}

/* ---- all ---- */

int32_t netlist_left_out(const struct netlist *netlist, struct text *first)
{
	int32_t n = 0;

	for (int32_t m = 0; netlist && m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];
		const char *what = master->n_instances > 0 ? left_out_of(master) : NULL;

		if (!what)
			continue;
		if (n++ == 0 && first)
			text_printf(first, "cell \"%s\" of %" PRId32 " instance%s: %s",
				    master->name, master->n_instances,
				    master->n_instances == 1 ? "" : "s", what);
	}
	if (netlist && has_inout_cells(netlist))
		n += left_out_pins(netlist, n ? NULL : first);
	return n;
}
