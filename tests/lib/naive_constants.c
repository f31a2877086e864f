/*
 * Constants of the naive reference. Functions and conditions are tried with all values of their
 * unknown pins.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_timing.h"

enum { UNKNOWN = -1, NOT_YET = -2, CAN_BE_0 = 1, CAN_BE_1 = 2, MOST_UNKNOWNS = 12 };

/* An instance with what its cell's pins are: a value each. */
struct view {
	const struct library *library;
	const struct lib_cell *cell;
	int8_t *value; /* owned [cell's pins] */
};

static int8_t value_of(struct naive *n, int32_t pin);

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* The pins in an expression that have no value; false when there are too many to try. */
static bool list_unknowns(const struct view *view, int32_t place, int32_t unknown[MOST_UNKNOWNS],
			  int *n)
{
	*n = 0;
	for (const int32_t *e = &view->library->expression[place]; *e != LIB_END; e++) {
		bool known = *e < 0 || view->value[*e] >= 0;

		for (int i = 0; i < *n && !known; i++)
			known = unknown[i] == *e;
		if (known)
			continue;
		if (*n == MOST_UNKNOWNS)
			return false;
		unknown[(*n)++] = *e;
	}
	return true;
}

/* All pins have a value. */
static bool run(const struct view *view, int32_t place)
{
	bool stack[LIB_EXPRESSION_DEPTH];
	int n = 0;

	for (const int32_t *e = &view->library->expression[place]; *e != LIB_END; e++) {
		if (*e >= 0 || *e == LIB_ZERO || *e == LIB_ONE) {
			stack[n++] = *e >= 0 ? view->value[*e] : *e == LIB_ONE;
		} else if (*e == LIB_NOT) {
			stack[n - 1] = !stack[n - 1];
		} else {
			bool right = stack[--n], *left = &stack[n - 1];

			*left = *e == LIB_AND  ? *left && right
				: *e == LIB_OR ? *left || right
					       : *left != right;
		}
	}
	return stack[0];
}

/* Which values an expression takes: CAN_BE_0, CAN_BE_1 or both. */
static int try_all(struct view *view, int32_t place)
{
	int32_t unknown[MOST_UNKNOWNS];
	int n, found = 0;

	if (!list_unknowns(view, place, unknown, &n))
		return CAN_BE_0 | CAN_BE_1;
	for (int try = 0; try < 1 << n; try++) {
		for (int i = 0; i < n; i++)
			view->value[unknown[i]] = (int8_t)(try >> i & 1);
		found |= run(view, place) ? CAN_BE_1 : CAN_BE_0;
	}
	for (int i = 0; i < n; i++)
		view->value[unknown[i]] = UNKNOWN;
	return found;
}

/* Does one of the values of the other pins let the output change like this with pin `from`? */
static bool try_changes(struct view *view, int32_t place, int32_t from, enum edge in, enum edge out)
{
	int32_t unknown[MOST_UNKNOWNS];
	int n;
	bool found = false;

	view->value[from] = 0; /* is set below */
	if (!list_unknowns(view, place, unknown, &n))
		return true;
	for (int try = 0; try < 1 << n && !found; try++) {
		bool before, after;

		for (int i = 0; i < n; i++)
			view->value[unknown[i]] = (int8_t)(try >> i & 1);
		view->value[from] = in == FALL;
		before = run(view, place);
		view->value[from] = in == RISE;
		after = run(view, place);
		found = before == (out == FALL) && after == (out == RISE);
	}
	return found;
}

/* The values must be there: of the naive, or computed on the way. */
static bool open_view(const struct naive *n, int32_t x, enum split split, struct view *view)
{
	const struct master *m = &n->in.netlist->master[n->in.netlist->instance_master[x]];

	if (!m->library[split])
		return false;
	view->library = m->library[split];
	view->cell = &view->library->cell[m->cell[split]];
	must(ALLOC(&view->value, view->cell->n_pins));
	for (int32_t p = 0; p < view->cell->n_pins; p++) {
		int32_t pin = naive_pin(n->in.netlist, x, split, p);

		view->value[p] = pin < 0 ? UNKNOWN : n->value[pin];
	}
	return true;
}

/* ---- what pins are ---- */

/* What an output of an instance is, by its late cell's function. */
static int8_t function_value(struct naive *n, int32_t pin)
{
	const struct lib_pin *lib_pin = netlist_lib_pin(n->in.netlist, pin, LATE);
	int32_t x = n->in.netlist->pin_instance[pin];
	struct view view;
	int can_be;

	if (!lib_pin || lib_pin->function < 0)
		return UNKNOWN;
	for (int32_t p = n->in.netlist->instance_pin[x]; p < n->in.netlist->instance_pin[x + 1];
	     p++) {
		if (!netlist_drives(n->in.netlist, p))
			value_of(n, p);
	}
	if (!open_view(n, x, LATE, &view))
		return UNKNOWN;
	for (int32_t p = 0; p < view.cell->n_pins; p++)
		view.value[p] = view.value[p] == NOT_YET ? UNKNOWN : view.value[p];
	can_be = try_all(&view, lib_pin->function);
	if (lib_pin->three_state >= 0 && try_all(&view, lib_pin->three_state) != CAN_BE_0)
		can_be = CAN_BE_0 | CAN_BE_1;
	free(view.value);
	return can_be == CAN_BE_0 ? 0 : can_be == CAN_BE_1 ? 1 : UNKNOWN;
}

/* What comes along the net: what it is tied to, or what all of its drivers are. */
static int8_t net_value(struct naive *n, int32_t net)
{
	const struct netlist *netlist = n->in.netlist;
	int found = 0;

	if (net < 0)
		return UNKNOWN;
	if (netlist->net_constant[net] != NET_SIGNAL)
		return netlist->net_constant[net] == NET_ONE;
	for (int32_t j = netlist->net_pin_row[net]; j < netlist->net_pin_row[net + 1]; j++) {
		int8_t value;

		if (!netlist_drives(netlist, netlist->net_pin[j]))
			continue;
		value = value_of(n, netlist->net_pin[j]);
		found |= value < 0 ? CAN_BE_0 | CAN_BE_1 : value ? CAN_BE_1 : CAN_BE_0;
	}
	return found == CAN_BE_0 ? 0 : found == CAN_BE_1 ? 1 : UNKNOWN;
}

static int8_t value_of(struct naive *n, int32_t pin)
{
	const struct constraints *c = n->in.constraints;

	if (n->value[pin] != NOT_YET)
		return n->value[pin];
	n->value[pin] = UNKNOWN; /* where a loop comes back to */
	if (!netlist_drives(n->in.netlist, pin))
		n->value[pin] = net_value(n, n->in.netlist->pin_net[pin]);
	else if (n->in.netlist->pin_instance[pin] >= 0)
		n->value[pin] = function_value(n, pin);
	for (int32_t i = 0; c && i < c->n_cases; i++) {
		if (c->case_value[i].pin == pin && c->case_value[i].value >= 0)
			n->value[pin] = (int8_t)c->case_value[i].value;
	}
	return n->value[pin];
}

void naive_constants(struct naive *n)
{
	int32_t n_pins = n->in.netlist->n_pins;

	must(ALLOC(&n->value, n_pins));
	for (int32_t p = 0; p < n_pins; p++)
		n->value[p] = NOT_YET;
	for (int32_t p = 0; p < n_pins; p++)
		value_of(n, p);
}

/* ---- what arcs can do ---- */

/* Is the condition of one of the other arcs like this one true? */
static bool has_its_place_taken(struct view *view, const struct lib_arc *arc)
{
	for (int32_t a = 0; a < view->cell->n_arcs; a++) {
		const struct lib_arc *other = &view->library->arc[view->cell->first_arc + a];

		if (other->from == arc->from && other->to == arc->to && other->kind == arc->kind &&
		    other->when >= 0 && try_all(view, other->when) == CAN_BE_1)
			return true;
	}
	return false;
}

/* An arc without a condition is for what the conditions of others leave. Nothing passes to an
 * output that isn't driven. */
bool naive_can_happen(const struct naive *n, int32_t x, enum split split, const struct lib_arc *arc)
{
	int32_t three_state;
	struct view view;
	bool can;

	if (!open_view(n, x, split, &view))
		return true;
	three_state = view.library->pin[view.cell->first_pin + arc->to].three_state;
	can = arc->when >= 0 ? try_all(&view, arc->when) & CAN_BE_1
			     : !has_its_place_taken(&view, arc);
	if (three_state >= 0 && arc->kind < LIB_SETUP)
		can = can && try_all(&view, three_state) != CAN_BE_1;
	free(view.value);
	return can;
}

/* The sense that the library gives holds as long as no pin of the function is constant. */
bool naive_can_pass(const struct naive *n, int32_t x, enum split split, const struct lib_arc *arc,
		    enum edge in, enum edge out)
{
	struct view view;
	int32_t function;
	bool constant = false, possible;

	if (arc->kind != LIB_COMBINATIONAL || !open_view(n, x, split, &view))
		return true;
	function = view.library->pin[view.cell->first_pin + arc->to].function;
	for (int32_t at = function; at >= 0 && view.library->expression[at] != LIB_END; at++) {
		int32_t p = view.library->expression[at];

		constant |= p >= 0 && view.value[p] >= 0;
	}
	possible = !constant || try_changes(&view, function, arc->from, in, out);
	free(view.value);
	return possible;
}
