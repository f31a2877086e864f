/* What is outside of ports: set_input_transition, set_driving_cell, set_load; loads of nets too. */
#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

/* Not negative, in our unit. */
static enum status take_amount(const struct sdc_call *call, Tcl_Obj *word, const char *what,
			       double unit, double *value)
{
	TRY(sdc_number_of(call, word, what, value));
	if (*value < 0)
		return sdc_fail(call, "%s is negative", what);
	*value *= unit;
	return STATUS_OK;
}

/* ---- set_input_transition ---- */

enum { SLEW_RISE, SLEW_FALL, SLEW_MIN, SLEW_MAX, SLEW_CLOCK, SLEW_CLOCK_FALL };

static const struct sdc_option slew_options[] = {
	[SLEW_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[SLEW_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[SLEW_MIN] = {"-min", SDC_FLAG, NULL, "the least"},
	[SLEW_MAX] = {"-max", SDC_FLAG, NULL, "the most"},
	[SLEW_CLOCK] = {"-clock", SDC_WORD, "CLOCK",
			"ignored, it counts for all clocks; a batch fails where those differ"},
	[SLEW_CLOCK_FALL] = {"-clock_fall", SDC_FLAG, NULL, "ignored"},
	{0},
};

static enum status take_ports(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			      struct sdc_objects *out)
{
	return sdc_need_objects(s, call, word, mask, "none of its ports is there", out);
}

static enum status set_input_transition(struct sdc *s, const struct sdc_call *call)
{
	int splits = sdc_splits(call, SLEW_MIN, SLEW_MAX),
	    edges = sdc_edges(call, SLEW_RISE, SLEW_FALL);
	RELEASED_BY(sdc_objects_release) struct sdc_objects ports = {0};
	bool loses = false;
	double slew;

	TRY(take_amount(call, call->argument[0], "the transition", s->time_unit, &slew));
	if (sdc_has(call, SLEW_CLOCK) && !s->said_slew_clock) {
		s->said_slew_clock = true;
		sdc_warn(s, "%s: -clock is not supported, it counts for all clocks",
			 call->command->name);
	}
	TRY(take_ports(s, call, call->argument[1], SDC_MASK(SDC_PORT), &ports));
	for (int32_t i = 0; i < ports.n; i++) {
		double(*old)[N_EDGES] = s->constraints->port[ports.item[i].id].slew;

		for (int c = 0; sdc_has(call, SLEW_CLOCK) && c < N_SPLITS * N_EDGES; c++)
			loses |= splits >> c / N_EDGES & edges >> c % N_EDGES & 1 &&
				 is_given(old[c / N_EDGES][c % N_EDGES]) &&
				 old[c / N_EDGES][c % N_EDGES] != slew;
		sdc_set_corners(old, splits, edges, slew);
	}
	if (loses)
		sdc_unsupported(s, call,
				"another transition of the same port for another clock is");
	return STATUS_OK;
}

/* ---- set_driving_cell ---- */

enum {
	DRIVER_LIB_CELL,
	DRIVER_CELL,
	DRIVER_LIBRARY,
	DRIVER_PIN,
	DRIVER_FROM_PIN,
	DRIVER_SLEW_RISE,
	DRIVER_SLEW_FALL,
	DRIVER_RISE,
	DRIVER_FALL,
	DRIVER_MIN,
	DRIVER_MAX,
	DRIVER_MULTIPLY,
	DRIVER_DONT_SCALE,
	DRIVER_NO_RULE,
	DRIVER_CLOCK,
	DRIVER_CLOCK_FALL
};

static const struct sdc_option driver_options[] = {
	[DRIVER_LIB_CELL] = {"-lib_cell", SDC_WORD, "CELL", "the cell, of a library"},
	[DRIVER_CELL] = {"-cell", SDC_WORD, "CELL", "the same"},
	[DRIVER_LIBRARY] = {"-library", SDC_WORD, "LIBRARY",
			    "the library; any that has it without"},
	[DRIVER_PIN] = {"-pin", SDC_WORD, "PIN", "its output that drives; its only one without"},
	[DRIVER_FROM_PIN] = {"-from_pin", SDC_WORD, "PIN",
			     "the input that it switches from; the first with an arc without"},
	[DRIVER_SLEW_RISE] = {"-input_transition_rise", SDC_NUMBER, "TIME",
			      "slew there; 0 without"},
	[DRIVER_SLEW_FALL] = {"-input_transition_fall", SDC_NUMBER, "TIME",
			      "slew there; 0 without"},
	[DRIVER_RISE] = {"-rise", SDC_FLAG, NULL, "of the rising edge only"},
	[DRIVER_FALL] = {"-fall", SDC_FLAG, NULL, "of the falling edge only"},
	[DRIVER_MIN] = {"-min", SDC_FLAG, NULL, "for hold only"},
	[DRIVER_MAX] = {"-max", SDC_FLAG, NULL, "for setup only"},
	[DRIVER_MULTIPLY] = {"-multiply_by", SDC_NUMBER, "FACTOR", "not supported: ignored"},
	[DRIVER_DONT_SCALE] = {"-dont_scale", SDC_FLAG, NULL, "ignored"},
	[DRIVER_NO_RULE] = {"-no_design_rule", SDC_FLAG, NULL, "ignored"},
	[DRIVER_CLOCK] = {"-clock", SDC_WORD, "CLOCK", "not supported: ignored"},
	[DRIVER_CLOCK_FALL] = {"-clock_fall", SDC_FLAG, NULL, "not supported: ignored"},
	{0},
};

/* The arcs of a cell that drive a port in one split. */
struct driver {
	int32_t library, cell; /* the library in netlist->library */
	int32_t to, from;      /* pins of the cell */
	enum split split;
	int edges;            /* of the port */
	double slew[N_EDGES]; /* at `from` */
};

/* Does a library serve a split? One that no instance is of serves both. */
static bool serves(const struct netlist *netlist, const struct library *library, enum split split)
{
	bool any = false;

	for (int32_t m = 0; m < netlist->n_masters; m++) {
		if (netlist->master[m].library[split] == library)
			return true;
		any |= netlist->master[m].library[!split] == library;
	}
	return !any;
}

/* The cell in the last library for the split that has it, else in any. */
static bool find_cell(const struct netlist *netlist, const char *library_name, const char *name,
		      struct driver *driver)
{
	bool found = false;

	for (int32_t i = netlist->n_libraries - 1; i >= 0; i--) {
		const struct library *library = netlist->library[i];
		int32_t cell = library_find_named(library, name);
		bool fits = serves(netlist, library, driver->split);

		if (cell < 0 || (library_name && strcmp(library->name, library_name) != 0) ||
		    (found && !fits))
			continue;
		found = true;
		driver->library = i;
		driver->cell = cell;
		if (fits)
			return true;
	}
	return found;
}

static const struct lib_cell *cell_of(const struct sdc *s, const struct driver *driver)
{
	return &s->netlist->library[driver->library]->cell[driver->cell];
}

static enum status no_cell(const struct sdc *s, const struct sdc_call *call, const char *name)
{
	const char *nearest = NULL;

	for (int32_t i = 0; i < s->netlist->n_libraries && !nearest; i++)
		nearest = names_nearest(&s->netlist->library[i]->cell_name, name,
					(int64_t)strlen(name));
	return sdc_fail(call, "no library cell \"%.100s\"%s%.100s%s", name, NEAREST(nearest));
}

static enum status find_pin(const struct sdc *s, const struct sdc_call *call, int option,
			    const struct driver *driver, int32_t *pin)
{
	const struct library *library = s->netlist->library[driver->library];
	const char *name = tcl_text(sdc_value(call, option));

	*pin = library_find_pin(library, driver->cell, name);
	if (*pin >= 0)
		return STATUS_OK;
	return sdc_fail(call, "library cell \"%s\" has no pin \"%.100s\"",
			names_get(&library->cell_name, driver->cell), name);
}

/* The only output of the cell. */
static enum status find_output(const struct sdc *s, const struct sdc_call *call,
			       struct driver *driver)
{
	const struct library *library = s->netlist->library[driver->library];
	const struct lib_cell *cell = cell_of(s, driver);

	driver->to = -1;
	for (int32_t p = 0; p < cell->n_pins; p++) {
		enum lib_direction direction = library->pin[cell->first_pin + p].direction;

		if (direction != LIB_OUTPUT && direction != LIB_INOUT)
			continue;
		if (driver->to >= 0)
			return sdc_fail(call, "-pin is needed: \"%s\" has several outputs",
					names_get(&library->cell_name, cell->name));
		driver->to = p;
	}
	return driver->to >= 0 ? STATUS_OK
			       : sdc_fail(call, "\"%s\" has no output",
					  names_get(&library->cell_name, cell->name));
}

static bool drives(const struct lib_arc *arc, const struct driver *driver)
{
	return arc->to == driver->to && arc->kind <= LIB_LAUNCH;
}

/* The first input of the cell, by its place, that has an arc to the output; -1 = none. */
static int32_t first_input(const struct sdc *s, const struct driver *driver)
{
	const struct library *library = s->netlist->library[driver->library];
	const struct lib_cell *cell = cell_of(s, driver);
	int32_t first = -1;

	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (drives(arc, driver) && (first < 0 || arc->from < first))
			first = arc->from;
	}
	return first;
}

static enum status take_driver(const struct sdc *s, const struct sdc_call *call, enum split split,
			       struct driver *driver)
{
	Tcl_Obj *cell = sdc_value(call, sdc_has(call, DRIVER_CELL) ? DRIVER_CELL : DRIVER_LIB_CELL);
	Tcl_Obj *library = sdc_value(call, DRIVER_LIBRARY);
	struct sdc_object object;

	*driver = (struct driver){.split = split};
	if (!cell)
		return sdc_fail(call, "-lib_cell is missing");
	if (sdc_get_one(s, cell, &object) && object.kind == SDC_LIB_CELL)
		*driver = (struct driver){
			.library = object.library, .cell = object.id, .split = split};
	else if (!find_cell(s->netlist, library ? tcl_text(library) : NULL, tcl_text(cell), driver))
		return no_cell(s, call, tcl_text(cell));
	if (sdc_has(call, DRIVER_PIN))
		TRY(find_pin(s, call, DRIVER_PIN, driver, &driver->to));
	else
		TRY(find_output(s, call, driver));
	if (sdc_has(call, DRIVER_FROM_PIN))
		TRY(find_pin(s, call, DRIVER_FROM_PIN, driver, &driver->from));
	else
		driver->from = first_input(s, driver);
	driver->edges = sdc_edges(call, DRIVER_RISE, DRIVER_FALL);
	for (int edge = 0; edge < N_EDGES; edge++) {
		double slew = sdc_number(call, edge == RISE ? DRIVER_SLEW_RISE : DRIVER_SLEW_FALL);

		if (is_given(slew) && slew < 0)
			return sdc_fail(call, "the input transition is negative");
		driver->slew[edge] = is_given(slew) ? slew * s->time_unit : 0;
	}
	return STATUS_OK;
}

static enum status add_driving_arc(struct constraints *k, const struct driving_arc *arc)
{
	return APPEND(k->driving_arc, k->n_driving_arcs, &k->driving_arc_capacity, *arc);
}

static bool makes_edge(const struct lib_arc *arc, enum edge from, enum edge to)
{
	if (!arc->from_edge[from] || arc->delay[to] < 0)
		return false;
	if (arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return (arc->sense == LIB_POSITIVE_UNATE) == (from == to);
}

/* All arcs from the one pin to the other, edge by edge. */
static enum status add_arcs(struct sdc *s, const struct driver *driver, bool *any)
{
	const struct library *library = s->netlist->library[driver->library];
	const struct lib_cell *cell = cell_of(s, driver);

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];

		for (int c = 0; c < N_EDGES * N_EDGES; c++) {
			struct driving_arc driving = {.library = driver->library,
						      .arc = a,
						      .from_edge = (enum edge)(c / N_EDGES),
						      .to_edge = (enum edge)(c % N_EDGES),
						      .split = driver->split,
						      .slew = driver->slew[c / N_EDGES]};

			if (!drives(arc, driver) || arc->from != driver->from ||
			    !(driver->edges & 1 << driving.to_edge) ||
			    !makes_edge(arc, driving.from_edge, driving.to_edge))
				continue;
			TRY(add_driving_arc(s->constraints, &driving));
			*any = true;
		}
	}
	return STATUS_OK;
}

/* The drivers of both splits; NULL = the earlier ones of that split stay. */
struct drivers {
	const struct driver *split[N_SPLITS];
};

static bool is_replaced(const struct drivers *drivers, const struct driving_arc *arc)
{
	const struct driver *by = drivers->split[arc->split];

	return by && by->edges & 1 << arc->to_edge;
}

/* What a port has keeps counting in other corners: its range is made again at the end of the array.
 */
static enum status drive_port(struct sdc *s, const struct drivers *drivers, int32_t port, bool *any)
{
	struct constraints *k = s->constraints;
	struct port_constraint *p = &k->port[port];
	int32_t first = k->n_driving_arcs;

	for (int32_t i = 0; i < p->n_driving_arcs; i++) {
		struct driving_arc old = k->driving_arc[p->first_driving_arc + i];

		if (!is_replaced(drivers, &old))
			TRY(add_driving_arc(k, &old));
	}
	for (int split = 0; split < N_SPLITS; split++) {
		if (drivers->split[split])
			TRY(add_arcs(s, drivers->split[split], any));
	}
	p->first_driving_arc = first;
	p->n_driving_arcs = k->n_driving_arcs - first;
	return STATUS_OK;
}

static enum status drive_ports(struct sdc *s, const struct sdc_call *call,
			       const struct sdc_objects *ports)
{
	int splits = sdc_splits(call, DRIVER_MIN, DRIVER_MAX);
	struct driver driver[N_SPLITS];
	struct drivers drivers = {{NULL}};
	bool any = false;

	for (int split = 0; split < N_SPLITS; split++) {
		if (!(splits & 1 << split))
			continue;
		TRY(take_driver(s, call, (enum split)split, &driver[split]));
		drivers.split[split] = &driver[split];
	}
	for (int32_t i = 0; i < ports->n; i++)
		TRY(drive_port(s, &drivers, ports->item[i].id, &any));
	if (!any && ports->n)
		sdc_warn(s, "%s: the cell has no arc to that pin", call->command->name);
	return STATUS_OK;
}

static enum status set_driving_cell(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects ports = {0};
	enum status status = take_ports(s, call, call->argument[0], SDC_MASK(SDC_PORT), &ports);

	if (sdc_has(call, DRIVER_MULTIPLY) && sdc_number(call, DRIVER_MULTIPLY) != 1)
		sdc_unsupported(s, call, "-multiply_by is");
	if (sdc_has(call, DRIVER_CLOCK))
		sdc_unsupported(s, call, "-clock is");
	if (status == STATUS_OK)
		status = drive_ports(s, call, &ports);
	return status;
}

/* ---- set_load ---- */

enum { LOAD_PIN, LOAD_WIRE, LOAD_MIN, LOAD_MAX, LOAD_RISE, LOAD_FALL, LOAD_SUBTRACT };

static const struct sdc_option load_options[] = {
	[LOAD_PIN] = {"-pin_load", SDC_FLAG, NULL, "of pins outside of a port"},
	[LOAD_WIRE] = {"-wire_load", SDC_FLAG, NULL, "of wires outside of a port"},
	[LOAD_MIN] = {"-min", SDC_FLAG, NULL, "for hold only"},
	[LOAD_MAX] = {"-max", SDC_FLAG, NULL, "for setup only"},
	[LOAD_RISE] = {"-rise", SDC_FLAG, NULL, "for the rising edge only"},
	[LOAD_FALL] = {"-fall", SDC_FLAG, NULL, "for the falling edge only"},
	[LOAD_SUBTRACT] = {"-subtract_pin_load", SDC_FLAG, NULL,
			   "less what the pins of the net have"},
	{0},
};

/* The most that the pins of a net have, but not its drivers. */
static double pins_of(const struct netlist *netlist, int32_t net)
{
	double sum = 0;

	for (int32_t i = netlist->net_pin_row[net] + netlist->net_n_drivers[net];
	     i < netlist->net_pin_row[net + 1]; i++) {
		const struct lib_pin *pin = netlist_lib_pin(netlist, netlist->net_pin[i], LATE);

		if (pin)
			sum += fmax(pin->capacitance[LATE][RISE], pin->capacitance[LATE][FALL]);
	}
	return sum;
}

static double without_pins(const struct sdc *s, const struct sdc_call *call, int32_t net,
			   double value)
{
	if (!sdc_has(call, LOAD_SUBTRACT) || net < 0)
		return value;
	value -= pins_of(s->netlist, net);
	return value > 0 ? value : 0;
}

static void load_port(struct sdc *s, const struct sdc_call *call, int32_t port, double value)
{
	struct port_constraint *given = &s->constraints->port[port];
	bool wires = sdc_has(call, LOAD_WIRE) && !sdc_has(call, LOAD_PIN);

	if (wires)
		value = without_pins(s, call, s->netlist->pin_net[port], value);
	sdc_set_corners(wires ? given->wire_load : given->load,
			sdc_splits(call, LOAD_MIN, LOAD_MAX), sdc_edges(call, LOAD_RISE, LOAD_FALL),
			value);
}

/* A net has one load, for all corners. */
static enum status load_net(struct sdc *s, const struct sdc_call *call, int32_t net, double value)
{
	struct constraints *k = s->constraints;

	if (sdc_has(call, LOAD_MIN) && !sdc_has(call, LOAD_MAX)) {
		sdc_unsupported(s, call, "a load of a net for -min only is");
		return STATUS_OK;
	}
	if (sdc_has(call, LOAD_MAX) && !sdc_has(call, LOAD_MIN))
		sdc_unsupported(s, call, "-max of a net, whose load counts for hold too, is");
	TRY(constraints_alloc_net_loads(k));
	k->net_load[net] = without_pins(s, call, net, value);
	return STATUS_OK;
}

static enum status set_load(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	double value;

	TRY(take_amount(call, call->argument[0], "the load", s->capacitance_unit, &value));
	TRY(take_ports(s, call, call->argument[1], SDC_MASK(SDC_PORT) | SDC_MASK(SDC_NET),
		       &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		if (objects.item[i].kind == SDC_PORT)
			load_port(s, call, objects.item[i].id, value);
		else
			TRY(load_net(s, call, objects.item[i].id, value));
	}
	return STATUS_OK;
}

/* ---- set_port_fanout_number ---- */

enum { FANOUT_MIN, FANOUT_MAX };

static const struct sdc_option fanout_options[] = {
	[FANOUT_MIN] = {"-min", SDC_FLAG, NULL, "for hold only"},
	[FANOUT_MAX] = {"-max", SDC_FLAG, NULL, "for setup only"},
	{0},
};

static enum status set_port_fanout_number(struct sdc *s, const struct sdc_call *call)
{
	int splits = sdc_splits(call, FANOUT_MIN, FANOUT_MAX);
	RELEASED_BY(sdc_objects_release) struct sdc_objects ports = {0};
	double number;

	TRY(take_amount(call, call->argument[0], "the number", 1, &number));
	if (number != floor(number))
		return sdc_fail(call, "the number isn't a whole one");
	TRY(take_ports(s, call, call->argument[1], SDC_MASK(SDC_PORT), &ports));
	for (int32_t i = 0; i < ports.n; i++)
		sdc_set_corners(s->constraints->port[ports.item[i].id].fan_out, splits, EDGES_BOTH,
				number);
	return STATUS_OK;
}

const struct sdc_command sdc_port_commands[] = {
	{"set_input_transition", "TIME PORTS", 2, 2, "Set slews at input ports", slew_options,
	 set_input_transition, SDC_DONE},
	{"set_driving_cell", "PORTS", 1, 1, "Set the library cell that drives input ports",
	 driver_options, set_driving_cell, SDC_DONE},
	{"set_load", "CAPACITANCE OBJECTS", 2, 2, "Set loads of ports or nets", load_options,
	 set_load, SDC_DONE},
	{"set_port_fanout_number", "NUMBER PORTS", 2, 2,
	 "Set how many more loads a wire load model counts at ports", fanout_options,
	 set_port_fanout_number, SDC_DONE},
	{0},
};
