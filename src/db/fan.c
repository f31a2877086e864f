#include "db/fan.h"

#include <stdlib.h>

#include "base/grow.h"
#include "db/constants.h"
#include "db/disables.h"

struct walk {
	const struct netlist *netlist;
	const struct fan_query *query;
	struct constants constants;
	struct disables disables;
	struct object_list *list;
	/* Of the items of the list: how many cells and pins are between them and the first. */
	int32_t *n_cells, *n_pins; /* owned */
	int64_t cells_capacity, pins_capacity;
	int32_t at; /* the item whose neighbours are looked for */
	bool any;   /* of is_lone(): it has a neighbour */
};

static bool is_port(const struct walk *w, int32_t pin)
{
	return w->netlist->pin_instance[pin] < 0;
}

/* Does it take signals from its net? */
static bool is_load(const struct walk *w, int32_t pin)
{
	return !netlist_drives(w->netlist, pin) ||
	       netlist_pin_direction(w->netlist, pin) == LIB_INOUT;
}

static bool is_constant(const struct walk *w, int32_t pin)
{
	return constants_of(&w->constants, pin) != LOGIC_X;
}

static bool wire_is_on(const struct walk *w, int32_t from, int32_t to)
{
	return w->query->all_arcs || (!is_constant(w, from) && !is_constant(w, to) &&
				      !arc_is_disabled(&w->disables, -1, from, to));
}

static bool is_delay(const struct lib_arc *arc)
{
	return arc->kind == LIB_COMBINATIONAL || arc->kind == LIB_THREE_STATE ||
	       arc->kind == LIB_LAUNCH;
}

static bool is_check(const struct lib_arc *arc)
{
	return arc->kind == LIB_SETUP || arc->kind == LIB_HOLD || arc->kind == LIB_RECOVERY ||
	       arc->kind == LIB_REMOVAL;
}

/* The arcs of a pin's cell, counted as the cell's pins are; none of ports and black boxes. */
struct cell_arcs {
	const struct library *library;
	const struct lib_cell *cell;
	int32_t instance, first_pin, n;
};

static struct cell_arcs arcs_of(const struct walk *w, int32_t pin)
{
	struct cell_arcs arcs = {.instance = w->netlist->pin_instance[pin]};
	const struct master *master;

	if (arcs.instance < 0)
		return arcs;
	master = &w->netlist->master[w->netlist->instance_master[arcs.instance]];
	arcs.library = master->library[LATE];
	arcs.first_pin = w->netlist->instance_pin[arcs.instance];
	if (arcs.library) {
		arcs.cell = &arcs.library->cell[master->cell[LATE]];
		arcs.n = arcs.cell->n_arcs;
	}
	return arcs;
}

static bool arc_is_on(const struct walk *w, const struct cell_arcs *arcs, const struct lib_arc *arc)
{
	bool (*is_off)(const struct disables *, int32_t, int32_t, int32_t) =
		is_check(arc) ? check_is_disabled : arc_is_disabled;

	return w->query->all_arcs ||
	       (!is_off(&w->disables, arcs->instance, arcs->first_pin + arc->from,
			arcs->first_pin + arc->to) &&
		arc_is_possible(&w->constants, w->netlist, arcs->instance, arcs->library,
				arcs->cell, arc));
}

/* Data is launched again after it. */
static bool is_register_clock(const struct walk *w, int32_t pin)
{
	struct cell_arcs arcs = arcs_of(w, pin);

	for (int32_t a = 0; a < arcs.n; a++) {
		const struct lib_arc *arc = &arcs.library->arc[arcs.cell->first_arc + a];

		if (arc->kind == LIB_LAUNCH && arcs.first_pin + arc->from == pin)
			return true;
	}
	return false;
}

/* ---- neighbours ---- */

typedef enum status visit_pin(struct walk *w, int32_t pin, bool through_cell);

/* A pin that the item leads to, or that leads to it. */
static enum status reach(struct walk *w, int32_t pin, bool through_cell)
{
	int32_t before = w->list->n;

	TRY(object_list_add(w->list, pin));
	if (w->list->n == before)
		return STATUS_OK;
	TRY(GROW(&w->n_cells, &w->cells_capacity, w->list->n));
	TRY(GROW(&w->n_pins, &w->pins_capacity, w->list->n));
	w->n_cells[before] = w->n_cells[w->at] + through_cell;
	w->n_pins[before] = w->n_pins[w->at] + 1;
	return STATUS_OK;
}

static enum status along_net(struct walk *w, int32_t pin, visit_pin *visit)
{
	const struct netlist *netlist = w->netlist;
	bool forward = w->query->forward;
	int32_t net = netlist->pin_net[pin], begin, end;

	if (net < 0 || !(forward ? netlist_drives(netlist, pin) : is_load(w, pin)))
		return STATUS_OK;
	begin = netlist->net_pin_row[net];
	end = forward ? netlist->net_pin_row[net + 1] : begin + netlist->net_n_drivers[net];
	for (int32_t i = begin; i < end; i++) {
		int32_t other = netlist->net_pin[i];

		if (other == pin || (forward && !is_load(w, other)))
			continue;
		if (forward ? wire_is_on(w, pin, other) : wire_is_on(w, other, pin))
			TRY(visit(w, other, false));
	}
	return STATUS_OK;
}

static enum status along_arcs(struct walk *w, int32_t pin, visit_pin *visit)
{
	struct cell_arcs arcs = arcs_of(w, pin);
	bool forward = w->query->forward;

	for (int32_t a = 0; a < arcs.n; a++) {
		const struct lib_arc *arc = &arcs.library->arc[arcs.cell->first_arc + a];
		int32_t here = arcs.first_pin + (forward ? arc->from : arc->to);

		if (here == pin && is_delay(arc) && arc_is_on(w, &arcs, arc))
			TRY(visit(w, arcs.first_pin + (forward ? arc->to : arc->from), true));
	}
	return STATUS_OK;
}

static enum status neighbours(struct walk *w, int32_t pin, visit_pin *visit)
{
	if (is_register_clock(w, pin))
		return STATUS_OK;
	TRY(along_net(w, pin, visit));
	return along_arcs(w, pin, visit);
}

/* ---- ends ---- */

static enum status note_any(struct walk *w, int32_t pin, bool through_cell)
{
	(void)pin, (void)through_cell;
	w->any = true;
	return STATUS_OK;
}

/* What arrives at a pin of both directions goes on within its cell, and what it drives comes from there. */
static bool is_lone(struct walk *w, int32_t pin)
{
	bool both = !is_port(w, pin) && netlist_pin_direction(w->netlist, pin) == LIB_INOUT;

	w->any = false;
	return (both ? along_arcs(w, pin, note_any) : neighbours(w, pin, note_any)) == STATUS_OK &&
	       !w->any;
}

static bool is_checked(const struct walk *w, int32_t pin)
{
	struct cell_arcs arcs = arcs_of(w, pin);

	for (int32_t a = 0; a < arcs.n; a++) {
		const struct lib_arc *arc = &arcs.library->arc[arcs.cell->first_arc + a];

		if (arcs.first_pin + arc->to == pin && is_check(arc) && arc_is_on(w, &arcs, arc))
			return true;
	}
	return false;
}

/* Of the fan-out: registers, output ports, and loads that lead nowhere but were not turned off. */
static bool is_endpoint(struct walk *w, int32_t pin)
{
	static const struct fan_query structure = {.forward = true, .all_arcs = true};
	const struct fan_query *query = w->query;
	bool is_lone_load;

	if (is_register_clock(w, pin))
		return true;
	if (is_constant(w, pin) && !query->all_arcs)
		return false;
	if ((is_port(w, pin) && is_load(w, pin)) || is_checked(w, pin))
		return true;
	w->query = &structure;
	is_lone_load = is_lone(w, pin);
	w->query = query;
	return is_lone_load;
}

static bool is_end(struct walk *w, int32_t pin)
{
	return w->query->forward ? is_endpoint(w, pin) : is_lone(w, pin);
}

static void keep_ends(struct walk *w)
{
	int32_t kept = 0;

	for (int32_t i = 0; i < w->list->n; i++) {
		if (is_end(w, w->list->id[i]))
			w->list->id[kept++] = w->list->id[i];
	}
	w->list->n = kept;
}

/* ---- all of it ---- */

static enum status begin(struct walk *w)
{
	TRY(GROW(&w->n_cells, &w->cells_capacity, w->list->n));
	TRY(GROW(&w->n_pins, &w->pins_capacity, w->list->n));
	for (int32_t i = 0; i < w->list->n; i++)
		w->n_cells[i] = w->n_pins[i] = 0;
	return STATUS_OK;
}

/* Breadth first: the list is the queue. */
static enum status spread(struct walk *w, struct task *task)
{
	for (w->at = 0; w->at < w->list->n; w->at++) {
		if (task_cancelled(task))
			return STATUS_CANCELLED;
		if ((w->query->levels && w->n_cells[w->at] >= w->query->levels) ||
		    (w->query->pin_levels && w->n_pins[w->at] >= w->query->pin_levels))
			continue;
		TRY(neighbours(w, w->list->id[w->at], reach));
	}
	return STATUS_OK;
}

enum status fan_find(const struct netlist *netlist, const struct constraints *constraints,
		     const struct fan_query *query, struct task *task, struct object_list *pins)
{
	struct walk w = {.netlist = netlist, .query = query, .list = pins};
	enum status status = constants_find(netlist, constraints, task, &w.constants);

	if (status == STATUS_OK)
		status = disables_find(netlist, constraints, &w.disables);
	if (status == STATUS_OK)
		status = begin(&w);
	if (status == STATUS_OK)
		status = spread(&w, task);
	if (status == STATUS_OK && query->ends_only)
		keep_ends(&w);
	disables_release(&w.disables);
	constants_release(&w.constants);
	free(w.n_cells);
	free(w.n_pins);
	return status;
}
