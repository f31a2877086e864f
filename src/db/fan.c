#include "db/fan.h"

#include "base/grow.h"
#include "db/constants.h"
#include "db/disables.h"

/* A pin, of which one of both directions is two: what takes signals from its net, and what drives that. */
struct place {
	int32_t pin;
	bool drives;
	int32_t n_cells, n_pins; /* between it and the first */
};

struct walk {
	const struct netlist *netlist;
	const struct fan_query *query;
	struct constants constants;
	struct disables disables;
	struct place *place; /* owned: the queue */
	int64_t n, capacity;
	uint8_t *seen; /* owned [n_pins]: 1 << drives */
	int64_t at;    /* the place whose neighbours are looked for */
	bool any;      /* of has_neighbour() */
};

static bool is_port(const struct walk *w, int32_t pin)
{
	return w->netlist->pin_instance[pin] < 0;
}

static bool is_both(const struct walk *w, int32_t pin)
{
	return netlist_pin_direction(w->netlist, pin) == LIB_INOUT;
}

/* Does it take signals from its net? */
static bool is_load(const struct walk *w, int32_t pin)
{
	return !netlist_drives(w->netlist, pin) || is_both(w, pin);
}

static bool is_driver(const struct walk *w, int32_t pin)
{
	return netlist_drives(w->netlist, pin) || is_both(w, pin);
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

	arcs.cell = netlist_lib_cell(w->netlist, arcs.instance, LATE, &arcs.library);
	if (arcs.cell) {
		arcs.first_pin = w->netlist->instance_pin[arcs.instance];
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

typedef enum status visit_place(struct walk *w, int32_t pin, bool drives, bool through_cell);

/* A place that the item leads to, or that leads to it. */
static enum status reach(struct walk *w, int32_t pin, bool drives, bool through_cell)
{
	struct place from = w->place[w->at];

	if (w->seen[pin] >> drives & 1)
		return STATUS_OK;
	TRY(GROW(&w->place, &w->capacity, w->n + 1));
	w->seen[pin] |= (uint8_t)(1 << drives);
	w->place[w->n++] =
		(struct place){pin, drives, from.n_cells + through_cell, from.n_pins + 1};
	return STATUS_OK;
}

/* From a driver to loads, or back. */
static enum status along_net(struct walk *w, struct place place, visit_place *visit)
{
	const struct netlist *netlist = w->netlist;
	bool forward = w->query->forward;
	int32_t net = netlist->pin_net[place.pin];

	if (net < 0 || place.drives != forward)
		return STATUS_OK;
	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t other = netlist->net_pin[i];

		if (other == place.pin || !(forward ? is_load(w, other) : is_driver(w, other)))
			continue;
		if (forward ? wire_is_on(w, place.pin, other) : wire_is_on(w, other, place.pin))
			TRY(visit(w, other, !forward, false));
	}
	return STATUS_OK;
}

/* Into a cell from what takes a signal; a pin of both directions also from what it drives. */
static enum status along_arcs(struct walk *w, struct place place, visit_place *visit)
{
	struct cell_arcs arcs = arcs_of(w, place.pin);
	bool forward = w->query->forward;

	if (!forward && !place.drives)
		return STATUS_OK;
	for (int32_t a = 0; a < arcs.n; a++) {
		const struct lib_arc *arc = &arcs.library->arc[arcs.cell->first_arc + a];
		int32_t here = arcs.first_pin + (forward ? arc->from : arc->to);
		int32_t there = arcs.first_pin + (forward ? arc->to : arc->from);

		if (here != place.pin || !is_delay(arc) || !arc_is_on(w, &arcs, arc))
			continue;
		if (forward || !netlist_drives(w->netlist, there) || is_both(w, there))
			TRY(visit(w, there, forward, true));
		if (!forward && netlist_drives(w->netlist, there))
			TRY(visit(w, there, true, true));
	}
	return STATUS_OK;
}

static enum status neighbours(struct walk *w, struct place place, visit_place *visit)
{
	if (is_register_clock(w, place.pin) && w->query->forward)
		return STATUS_OK;
	TRY(along_net(w, place, visit));
	return along_arcs(w, place, visit);
}

/* ---- ends ---- */

static enum status note_any(struct walk *w, int32_t pin, bool drives, bool through_cell)
{
	(void)pin, (void)drives, (void)through_cell;
	w->any = true;
	return STATUS_OK;
}

static bool has_neighbour(struct walk *w, struct place place)
{
	w->any = false;
	return neighbours(w, place, note_any) != STATUS_OK || w->any;
}

/* The same in the netlist as it is, before something was turned off. */
static bool is_connected(struct walk *w, struct place place, bool forward)
{
	const struct fan_query structure = {.forward = forward, .all_arcs = true};
	const struct fan_query *query = w->query;
	bool is;

	w->query = &structure;
	is = has_neighbour(w, place);
	w->query = query;
	return is;
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
static bool is_endpoint(struct walk *w, struct place place)
{
	if (!is_connected(w, place, false))
		return false;
	if (is_register_clock(w, place.pin))
		return true;
	if (is_constant(w, place.pin) && !w->query->all_arcs)
		return false;
	if ((is_port(w, place.pin) && !place.drives) || is_checked(w, place.pin))
		return true;
	return !is_connected(w, place, true);
}

static bool is_end(struct walk *w, struct place place)
{
	if (w->query->forward)
		return is_endpoint(w, place);
	return is_register_clock(w, place.pin) || !has_neighbour(w, place);
}

/* ---- all of it ---- */

/* The first places: the fan-in is that of what a pin takes, the fan-out that of what it drives. */
static enum status begin(struct walk *w, const struct object_list *pins)
{
	TRY(ALLOC(&w->seen, w->netlist->n_pins));
	TRY(GROW(&w->place, &w->capacity, pins->n));
	for (int32_t i = 0; i < pins->n; i++) {
		int32_t pin = pins->id[i];
		bool drives = is_both(w, pin) ? w->query->forward : netlist_drives(w->netlist, pin);

		w->seen[pin] |= (uint8_t)(1 << drives);
		w->place[w->n++] = (struct place){pin, drives, 0, 0};
	}
	return STATUS_OK;
}

/* Breadth first. Clock pins of registers end a fan-in, too. */
static enum status spread(struct walk *w, struct task *task)
{
	for (w->at = 0; w->at < w->n; w->at++) {
		struct place place = w->place[w->at];

		if (task_cancelled(task))
			return STATUS_CANCELLED;
		if ((w->query->levels && place.n_cells >= w->query->levels) ||
		    (w->query->pin_levels && place.n_pins >= w->query->pin_levels) ||
		    is_register_clock(w, place.pin))
			continue;
		TRY(neighbours(w, place, reach));
	}
	return STATUS_OK;
}

/* What was reached, each pin once; or the ends of it. */
static enum status give(struct walk *w, struct object_list *pins)
{
	if (w->query->ends_only) {
		for (int32_t i = 0; i < pins->n; i++)
			pins->seen[pins->id[i]] = 0;
		pins->n = 0;
	}
	for (int64_t i = 0; i < w->n; i++) {
		if (!w->query->ends_only || is_end(w, w->place[i]))
			TRY(object_list_add(pins, w->place[i].pin));
	}
	return STATUS_OK;
}

static void walk_release(struct walk *w)
{
	constants_release(&w->constants);
	disables_release(&w->disables);
	FREE_ALL(w->place, w->seen);
}

enum status fan_find(const struct netlist *netlist, const struct constraints *constraints,
		     const struct fan_query *query, struct task *task, struct object_list *pins)
{
	RELEASED_BY(walk_release) struct walk w = {.netlist = netlist, .query = query};

	TRY(constants_find(netlist, constraints, task, &w.constants));
	TRY(disables_find(netlist, constraints, &w.disables));
	TRY(begin(&w, pins));
	TRY(spread(&w, task));
	return give(&w, pins);
}
