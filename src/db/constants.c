/*
 * Constants flow by a queue of instances whose pins have become constant. A pin changes at most
 * once, from X to its value, and what is known of the others only adds to that: so the result
 * doesn't depend on the order, and loops need no care.
 */
#include "db/constants.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/function.h"

/* What an output or inout pin puts on its net: 0, 1, X, or that it isn't driven. */
enum { NOT_DRIVEN = LOGIC_X + 1 };

static int drive(const struct library *library, const struct lib_pin *pin,
		 const struct pin_view *view)
{
	if (pin->three_state >= 0) {
		enum logic off = function_value(library->expression + pin->three_state, view);

		if (off != LOGIC_0)
			return off == LOGIC_1 ? NOT_DRIVEN : LOGIC_X;
	}
	return (int)function_value(library->expression + pin->function, view);
}

/* ---- from pin to pin ---- */

enum {
	FLAG_CASE = 1 << 0,  /* the pin has a case value (or an edge, which is no constant) */
	FLAG_OFF = 1 << 1,   /* it doesn't drive its net */
	FLAG_QUEUED = 1 << 2 /* of an instance: its outputs are to be worked out */
};

struct flow {
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	int8_t *value;                         /* owned [n_pins]: enum logic */
	uint8_t *pin_flag;                     /* owned [n_pins] */
	uint8_t *instance_flag;                /* owned [n_instances] */
	int8_t *net_value;                     /* owned [n_nets] */
	int32_t *queue;                        /* owned [n_instances]: a ring of what is queued */
	int32_t first, n_queued;
	bool *makes_constants; /* owned [n_masters]: with all of its inputs X */
};

static void enqueue(struct flow *f, int32_t instance)
{
	int32_t n = f->netlist->n_instances;
	int64_t last = (int64_t)f->first + f->n_queued;

	if (instance < 0 || f->instance_flag[instance] & FLAG_QUEUED)
		return;
	f->instance_flag[instance] |= FLAG_QUEUED;
	f->queue[last < n ? last : last - n] = instance;
	f->n_queued++;
}

static void set_pin(struct flow *f, int32_t pin, enum logic value)
{
	if (f->pin_flag[pin] & FLAG_CASE || f->value[pin] == (int8_t)value)
		return;
	f->value[pin] = (int8_t)value;
	enqueue(f, f->netlist->pin_instance[pin]);
}

static void set_net(struct flow *f, int32_t net, enum logic value)
{
	const int32_t *row = f->netlist->net_pin_row;

	f->net_value[net] = (int8_t)value;
	for (int32_t i = row[net]; i < row[net + 1]; i++)
		set_pin(f, f->netlist->net_pin[i], value);
}

/* Inouts without a function, those of black boxes too, aren't known to drive anything; with a case
 * value they do where nothing else does. */
static int driven_value(const struct flow *f, int32_t pin, bool driven_otherwise)
{
	const struct lib_pin *lib_pin;
	bool is_case = f->pin_flag[pin] & FLAG_CASE;

	if (netlist_pin_direction(f->netlist, pin) == LIB_INOUT) {
		lib_pin = netlist_lib_pin(f->netlist, pin, LATE);
		if ((!lib_pin || lib_pin->function < 0) && (driven_otherwise || !is_case))
			return NOT_DRIVEN;
	}
	return !is_case && f->pin_flag[pin] & FLAG_OFF ? NOT_DRIVEN : f->value[pin];
}

/* A net is constant when all that drive it agree; those with a case value alone count if any. */
static void update_net(struct flow *f, int32_t net)
{
	int value = NOT_DRIVEN;
	bool by_case = false, has_output;
	const int32_t *driver;

	if (net < 0 || f->net_value[net] != LOGIC_X || !f->netlist->net_n_drivers[net])
		return;
	driver = f->netlist->net_pin + f->netlist->net_pin_row[net];
	has_output = netlist_pin_direction(f->netlist, driver[0]) != LIB_INOUT;
	for (int32_t i = 0; i < f->netlist->net_n_drivers[net]; i++) {
		bool is_case = f->pin_flag[driver[i]] & FLAG_CASE;
		int driven = driven_value(f, driver[i], has_output);

		if (driven == NOT_DRIVEN || (by_case && !is_case))
			continue;
		if (value == NOT_DRIVEN || (is_case && !by_case))
			value = driven;
		else if (value != driven)
			value = LOGIC_X;
		by_case |= is_case;
	}
	if (value == LOGIC_0 || value == LOGIC_1)
		set_net(f, net, (enum logic)value);
}

static void update_driver(struct flow *f, int32_t pin, int driven)
{
	int32_t net = f->netlist->pin_net[pin];

	if (driven == LOGIC_X || f->pin_flag[pin] & (FLAG_CASE | FLAG_OFF))
		return;
	if (net >= 0 && f->net_value[net] != LOGIC_X)
		return; /* a tie or a case value is stronger */
	if (driven == NOT_DRIVEN)
		f->pin_flag[pin] |= FLAG_OFF;
	else
		set_pin(f, pin, (enum logic)driven);
	update_net(f, net);
}

/* Work out the outputs of an instance. */
static void visit(struct flow *f, int32_t instance)
{
	const struct master *master = &f->netlist->master[f->netlist->instance_master[instance]];
	const struct library *library = master->library[LATE];
	struct pin_view view = {.value = f->value, .first_pin = f->netlist->instance_pin[instance]};
	const struct lib_pin *pin;

	if (!library)
		return;
	pin = library->pin + library->cell[master->cell[LATE]].first_pin;
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (pin[p].function >= 0 && pin[p].direction != LIB_INPUT)
			update_driver(f, view.first_pin + p, drive(library, &pin[p], &view));
	}
}

static enum status run(struct flow *f, struct task *task)
{
	enum { STRIDE = 4096 };

	for (int64_t n = 0; f->n_queued; n++) {
		int32_t instance = f->queue[f->first];

		if (n % STRIDE == 0 && task_cancelled(task))
			return STATUS_CANCELLED;
		f->first = f->first + 1 < f->netlist->n_instances ? f->first + 1 : 0;
		f->n_queued--;
		f->instance_flag[instance] &= (uint8_t)~FLAG_QUEUED;
		visit(f, instance);
	}
	return STATUS_OK;
}

/* ---- where constants come from ---- */

static bool has_constant_output(const struct master *master)
{
	const struct library *library = master->library[LATE];
	static const struct pin_view unknown;
	const struct lib_pin *pin;

	if (!library || !master->n_instances)
		return false;
	pin = library->pin + library->cell[master->cell[LATE]].first_pin;
	for (int32_t p = 0; p < master->n_pins; p++) {
		if (pin[p].function >= 0 && pin[p].direction != LIB_INPUT &&
		    drive(library, &pin[p], &unknown) != LOGIC_X)
			return true;
	}
	return false;
}

static enum status find_sources(struct flow *f, bool *any)
{
	const struct netlist *netlist = f->netlist;

	*any = f->constraints && f->constraints->n_cases > 0;
	for (int32_t n = 0; n < netlist->n_nets && !*any; n++)
		*any = netlist->net_constant[n] != NET_SIGNAL;
	TRY(ALLOC(&f->makes_constants, netlist->n_masters));
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		f->makes_constants[m] = has_constant_output(&netlist->master[m]);
		*any |= f->makes_constants[m];
	}
	return STATUS_OK;
}

static enum status make_room(struct flow *f)
{
	TRY(ALLOC_ALL(f->netlist->n_pins, &f->value, &f->pin_flag));
	TRY(ALLOC(&f->instance_flag, f->netlist->n_instances));
	TRY(ALLOC(&f->net_value, f->netlist->n_nets));
	TRY(ALLOC(&f->queue, f->netlist->n_instances));
	memset(f->value, LOGIC_X, (size_t)f->netlist->n_pins);
	memset(f->net_value, LOGIC_X, (size_t)f->netlist->n_nets);
	return STATUS_OK;
}

/* All case values first, so that none is skipped; of several for a pin the last counts. */
static void set_cases(struct flow *f)
{
	int32_t n = f->constraints ? f->constraints->n_cases : 0;

	for (int32_t i = 0; i < n; i++) {
		const struct case_value *c = &f->constraints->case_value[i];

		f->value[c->pin] = (int8_t)(c->value < 0 ? LOGIC_X : c->value);
		f->pin_flag[c->pin] |= FLAG_CASE;
	}
	for (int32_t i = 0; i < n; i++)
		enqueue(f, f->netlist->pin_instance[f->constraints->case_value[i].pin]);
}

/* On to the net: from what drives it, and from inout ports, which aren't counted among these. */
static void carry_case(struct flow *f, int32_t pin)
{
	int32_t net = f->netlist->pin_net[pin];

	if (netlist_drives(f->netlist, pin))
		update_net(f, net);
	else if (netlist_pin_direction(f->netlist, pin) == LIB_INOUT && net >= 0 &&
		 f->value[pin] != LOGIC_X && f->net_value[net] == LOGIC_X)
		set_net(f, net, (enum logic)f->value[pin]);
}

static void seed(struct flow *f)
{
	const struct netlist *netlist = f->netlist;
	int32_t n_cases = f->constraints ? f->constraints->n_cases : 0;

	set_cases(f);
	for (int32_t n = 0; n < netlist->n_nets; n++) {
		if (netlist->net_constant[n] != NET_SIGNAL)
			set_net(f, n, netlist->net_constant[n] == NET_ONE ? LOGIC_1 : LOGIC_0);
	}
	for (int32_t i = 0; i < n_cases; i++)
		carry_case(f, f->constraints->case_value[i].pin);
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		if (f->makes_constants[netlist->instance_master[x]])
			enqueue(f, x);
	}
}

static enum status find_with(struct flow *f, struct task *task, struct constants *out)
{
	bool any;

	TRY(find_sources(f, &any));
	if (!any)
		return STATUS_OK;
	TRY(make_room(f));
	seed(f);
	TRY(run(f, task));
	for (int32_t p = 0; p < f->netlist->n_pins; p++)
		out->n_constant += f->value[p] != LOGIC_X;
	if (out->n_constant) {
		out->pin_value = f->value;
		f->value = NULL;
	}
	return STATUS_OK;
}

enum status constants_find(const struct netlist *netlist, const struct constraints *constraints,
			   struct task *task, struct constants *out)
{
	struct flow f = {.netlist = netlist, .constraints = constraints};
	enum status status;

	*out = (struct constants){0};
	status = find_with(&f, task, out);
	FREE_ALL(f.value, f.pin_flag, f.instance_flag, f.net_value, f.queue, f.makes_constants);
	return status;
}

FREES(constants_release, struct constants, x->pin_value);

/* ---- arcs ---- */

bool constants_touch(const struct constants *constants, const struct netlist *netlist,
		     int32_t instance)
{
	int32_t end = netlist->instance_pin[instance + 1];

	for (int32_t p = netlist->instance_pin[instance]; p < end && constants->pin_value; p++) {
		if (constants->pin_value[p] != LOGIC_X)
			return true;
	}
	return false;
}

static struct pin_view view_of(const struct constants *constants, const struct netlist *netlist,
			       int32_t instance, const struct library *library,
			       const struct lib_cell *cell)
{
	const struct master *master = &netlist->master[netlist->instance_master[instance]];
	bool late = library == master->library[LATE] && cell == &library->cell[master->cell[LATE]];

	return (struct pin_view){.value = constants->pin_value,
				 .first_pin = netlist->instance_pin[instance],
				 .master = late ? NULL : master};
}

/* FOLLOWS_ flags of an arc by the function of its output, without its own sense. */
static int arc_follows(const struct pin_view *view, const struct library *library,
		       const struct lib_cell *cell, const struct lib_arc *arc)
{
	const struct lib_pin *to = &library->pin[cell->first_pin + arc->to];

	if (arc->kind == LIB_COMBINATIONAL && to->function >= 0)
		return function_follows(library->expression + to->function, view, arc->from);
	if (arc->kind == LIB_THREE_STATE && to->three_state >= 0 &&
	    !function_follows(library->expression + to->three_state, view, arc->from))
		return 0;
	return FOLLOWS_BOTH;
}

static int flags_of(enum lib_sense sense)
{
	return sense == LIB_NON_UNATE        ? FOLLOWS_BOTH
	       : sense == LIB_POSITIVE_UNATE ? FOLLOWS_POSITIVE
					     : FOLLOWS_NEGATIVE;
}

/* Is the arc's condition false, or is it the default beside one whose condition is true? */
static bool condition_fails(const struct pin_view *view, const struct library *library,
			    const struct lib_cell *cell, const struct lib_arc *arc)
{
	if (arc->when >= 0)
		return function_value(library->expression + arc->when, view) == LOGIC_0;
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *other = &library->arc[cell->first_arc + a];

		if (other->when >= 0 && other->from == arc->from && other->to == arc->to &&
		    other->kind == arc->kind &&
		    function_value(library->expression + other->when, view) == LOGIC_1)
			return true;
	}
	return false;
}

static bool is_never_driven(const struct pin_view *view, const struct library *library,
			    const struct lib_pin *pin)
{
	return pin->three_state >= 0 &&
	       function_value(library->expression + pin->three_state, view) == LOGIC_1;
}

bool arc_is_possible(const struct constants *constants, const struct netlist *netlist,
		     int32_t instance, const struct library *library, const struct lib_cell *cell,
		     const struct lib_arc *arc)
{
	struct pin_view view;

	if (!constants->pin_value || !constants_touch(constants, netlist, instance))
		return true;
	view = view_of(constants, netlist, instance, library, cell);
	if (view_value(&view, arc->from) != LOGIC_X || view_value(&view, arc->to) != LOGIC_X ||
	    condition_fails(&view, library, cell, arc))
		return false;
	if (arc->kind > LIB_SET_RESET)
		return true; /* a check */
	return !is_never_driven(&view, library, &library->pin[cell->first_pin + arc->to]) &&
	       (arc_follows(&view, library, cell, arc) & flags_of(arc->sense));
}

enum lib_sense arc_sense_under(const struct constants *constants, const struct netlist *netlist,
			       int32_t instance, const struct library *library,
			       const struct lib_cell *cell, const struct lib_arc *arc)
{
	struct pin_view view;
	int flags;

	if (arc->sense != LIB_NON_UNATE || arc->kind != LIB_COMBINATIONAL ||
	    !constants->pin_value || !constants_touch(constants, netlist, instance))
		return arc->sense;
	view = view_of(constants, netlist, instance, library, cell);
	flags = arc_follows(&view, library, cell, arc);
	return flags == FOLLOWS_POSITIVE   ? LIB_POSITIVE_UNATE
	       : flags == FOLLOWS_NEGATIVE ? LIB_NEGATIVE_UNATE
					   : LIB_NON_UNATE;
}
