/* What is to be known before a netlist's timing is believed: check_setup, units and libraries. */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "db/constants.h"
#include "db/latches.h"
#include "read/sdc/sdc.h"
#include "report/report_units.h"
#include "session/session.h"

/* ---- check_setup ---- */

#define SETUP_OPTIONS(X)                                                                           \
	X(SETUP_VERBOSE, "-verbose", OPTION_FLAG, NULL, "also a line for each")                    \
	X(SETUP_NO_INPUT_DELAY, "-no_input_delay", OPTION_FLAG, NULL,                              \
	  "inputs without set_input_delay")                                                        \
	X(SETUP_NO_OUTPUT_DELAY, "-no_output_delay", OPTION_FLAG, NULL,                            \
	  "outputs without set_output_delay")                                                      \
	X(SETUP_MULTIPLE_CLOCK, "-multiple_clock", OPTION_FLAG, NULL,                              \
	  "clock pins with several clocks")                                                        \
	X(SETUP_NO_CLOCK, "-no_clock", OPTION_FLAG, NULL, "clock pins without a clock")            \
	X(SETUP_UNCONSTRAINED, "-unconstrained_endpoints", OPTION_FLAG, NULL,                      \
	  "endpoints without a slack")                                                             \
	X(SETUP_LOOPS, "-loops", OPTION_FLAG, NULL, "arcs left out to break loops")                \
	X(SETUP_GENERATED, "-generated_clocks", OPTION_FLAG, NULL,                                 \
	  "generated clocks that no master reaches")

OPTION_TABLE(setup_options, SETUP_OPTIONS);

enum { N_SETUP_OPTIONS = SETUP_GENERATED + 1 };

struct setup {
	struct text *out;
	const struct design *design;
	const struct timing *timing;
	const struct timing_graph *graph;
	const struct netlist *netlist;
	struct constants constants; /* owned: pins that never change need no constraint */
	bool verbose;
	int64_t n_found;   /* of the check under way */
	struct text items; /* owned: its lines, when they are asked for */
	bool any;
};

static void end(struct setup *s)
{
	constants_release(&s->constants);
	text_release(&s->items);
}

/* One more of what the check looks for: a pin that may change, an instance or net. */
static void found_pin(struct setup *s, int32_t pin)
{
	if (constants_of(&s->constants, pin) != LOGIC_X)
		return;
	s->n_found++;
	if (!s->verbose)
		return;
	text_add(&s->items, "  ");
	netlist_write_pin(s->netlist, pin, '/', &s->items);
	text_add(&s->items, "\n");
}

static void found_instance(struct setup *s, int32_t instance)
{
	s->n_found++;
	if (s->verbose)
		text_printf(&s->items, "  %s (%s)\n",
			    names_get(&s->netlist->instance_name, instance),
			    s->netlist->master[s->netlist->instance_master[instance]].name);
}

static void found_net(struct setup *s, int32_t net)
{
	s->n_found++;
	if (s->verbose)
		text_printf(&s->items, "  %s\n", names_get(&s->netlist->net_name, net));
}

/* The end of a check: its line, with what there is one or many of. */
static void tell(struct setup *s, const char *one, const char *many)
{
	if (s->n_found == 1)
		text_printf(s->out, "Warning: There is 1 %s.\n", one);
	else if (s->n_found)
		text_printf(s->out, "Warning: There are %lld %s.\n", (long long)s->n_found, many);
	text_add(s->out, text_string(&s->items));
	text_clear(&s->items);
	s->any |= s->n_found > 0;
	s->n_found = 0;
}

static bool has_arrival(const struct setup *s, int32_t pin)
{
	for (int i = 0; i < N_EDGES * N_SPLITS; i++) {
		if (timing_vertex_arrival(s->timing, pin * N_EDGES + i / N_SPLITS,
					  (enum split)(i % N_SPLITS)) != FS_NONE_64)
			return true;
	}
	return false;
}

/* Pins of which the constraints say what comes, or what is demanded. */
static void mark_given(const struct setup *s, bool inputs, uint8_t *given)
{
	const struct constraints *c = s->graph->constraints;

	for (int32_t i = 0; c && inputs && i < c->n_input_delays; i++)
		given[c->input_delay[i].pin] = 1;
	for (int32_t i = 0; c && !inputs && i < c->n_output_delays; i++)
		given[c->output_delay[i].pin] = 1;
	for (int32_t i = 0; c && inputs && i < c->n_clocks; i++) {
		for (int32_t j = 0; j < c->clock[i].n_sources; j++)
			given[c->clock[i].source[j]] = 1;
	}
	for (int32_t p = 0; c && !inputs && p < c->n_ports; p++)
		given[p] |= c->port[p].has_required;
}

/* Ports that say nothing about what is outside. */
static void check_ports(struct setup *s, bool inputs, uint8_t *given)
{
	enum lib_direction other = inputs ? LIB_OUTPUT : LIB_INPUT;

	memset(given, 0, (size_t)s->netlist->n_pins);
	mark_given(s, inputs, given);
	for (int32_t p = 0; p < s->netlist->n_ports; p++) {
		if (s->netlist->port_direction[p] != other && !given[p])
			found_pin(s, p);
	}
	if (inputs)
		tell(s, "input port missing set_input_delay",
		     "input ports missing set_input_delay");
	else
		tell(s, "output port missing set_output_delay",
		     "output ports missing set_output_delay");
}

/* Outputs, and pins with checks, at which no path has a slack. */
static void check_endpoints(struct setup *s, uint8_t *constrained)
{
	const struct state_graph *states = s->timing->image->states;

	memset(constrained, 0, (size_t)s->netlist->n_pins);
	for (int32_t e = 0; e < states->graph->n_sinks; e++) {
		int32_t pin = state_pin(states, states->graph->sink_vertex[e]);

		constrained[pin] |= timing_sink_slack(s->timing, e) != FS_NONE_64;
	}
	for (int32_t p = 0; p < s->netlist->n_ports; p++) {
		if (s->netlist->port_direction[p] != LIB_INPUT && !constrained[p])
			found_pin(s, p);
	}
	for (int32_t c = 0; c < s->graph->n_checks; c++) {
		int32_t pin = s->graph->check[c].data / N_EDGES;

		if (!constrained[pin])
			found_pin(s, pin);
		constrained[pin] = 1;
	}
	tell(s, "unconstrained endpoint", "unconstrained endpoints");
}

static void check_clock_pin(struct setup *s, int32_t pin, uint8_t *seen)
{
	if (!seen[pin] && !has_arrival(s, pin))
		found_pin(s, pin);
	seen[pin] = 1;
}

/* Of the clock that a state has; -1 = none. */
static int32_t clock_of_state(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_CLOCK ? tag->clock_edge / N_EDGES : -1;
}

static bool has_clocks(const struct setup *s, int32_t pin)
{
	const struct state_graph *states = s->timing->image->states;
	int32_t clock = -1;

	for (int edge = 0; edge < N_EDGES; edge++) {
		for (int32_t t = state_first(states, pin * N_EDGES + edge); t >= 0;
		     t = state_next(states, t)) {
			int32_t other = clock_of_state(states, t);

			if (clock >= 0 && other >= 0 && other != clock)
				return true;
			clock = other >= 0 ? other : clock;
		}
	}
	return false;
}

static void check_several_clocks(struct setup *s, int32_t pin, uint8_t *seen)
{
	if (!seen[pin] && has_clocks(s, pin))
		found_pin(s, pin);
	seen[pin] = 1;
}

/* The clock pins of launching arcs and of checks. */
static void for_clock_pins(struct setup *s, uint8_t *seen,
			   void (*check)(struct setup *, int32_t, uint8_t *))
{
	const struct graph *graph = s->graph->graph;

	memset(seen, 0, (size_t)s->netlist->n_pins);
	for (int32_t a = 0; a < graph->n_arcs; a++) {
		if (graph->arc_type[a] >= 0 && s->graph->type[graph->arc_type[a]].launches)
			check(s, graph->arc_from[a] / N_EDGES, seen);
	}
	for (int32_t c = 0; c < s->graph->n_checks; c++)
		check(s, s->graph->check[c].clock / N_EDGES, seen);
}

static void check_generated(struct setup *s)
{
	const struct state_graph *states = s->timing->image->states;

	for (int32_t i = 0; i < states->warned.n_lost; i++) {
		s->n_found++;
		if (s->verbose)
			text_printf(&s->items, "  %s\n",
				    s->graph->constraints->clock[states->warned.lost[i]].name);
	}
	tell(s, "generated clock that is not connected to a clock source",
	     "generated clocks that are not connected to a clock source");
}

static void check_nets(struct setup *s)
{
	const struct netlist *netlist = s->netlist;
	const struct parasitics *parasitics = design_parasitics(s->design, LATE);

	for (int32_t n = 0; n < netlist->n_nets; n++) {
		int32_t n_pins = netlist->net_pin_row[n + 1] - netlist->net_pin_row[n];

		if (netlist->net_n_drivers[n] == 0 && n_pins > 0 &&
		    netlist->net_constant[n] == NET_SIGNAL)
			found_net(s, n);
	}
	tell(s, "net without a driver", "nets without a driver");
	for (int32_t n = 0; parasitics && n < netlist->n_nets; n++) {
		int32_t n_pins = netlist->net_pin_row[n + 1] - netlist->net_pin_row[n];

		if (netlist->net_n_drivers[n] > 0 && n_pins > netlist->net_n_drivers[n] &&
		    parasitics->entry_of_net[n] < 0)
			found_net(s, n);
	}
	tell(s, "net without parasitics", "nets without parasitics");
}

static bool has_latch(const struct library *library, const struct lib_cell *cell)
{
	return lib_cell_has_state(library, cell, LIB_LATCH);
}

static bool has_set_reset(const struct library *library, const struct lib_cell *cell)
{
	return ANY(a, 0, cell->n_arcs, library->arc[cell->first_arc + a].kind == LIB_SET_RESET);
}

/* Instances whose cell says something; `says` NULL = that has no cell. */
static void find_instances(struct setup *s,
			   bool (*says)(const struct library *, const struct lib_cell *))
{
	const struct netlist *netlist = s->netlist;

	for (int32_t i = 0; i < netlist->n_instances; i++) {
		const struct master *master = &netlist->master[netlist->instance_master[i]];
		const struct library *library = master->library[LATE];

		if (says ? library && says(library, &library->cell[master->cell[LATE]])
			 : !library && !technology_is_physical(s->design->technology, master->name))
			found_instance(s, i);
	}
}

static void check_loops(struct setup *s)
{
	s->n_found = s->graph->graph->n_broken;
	tell(s, "arc left out to break a loop", "arcs left out to break loops");
}

/* Arcs that were left out are counted; which instances they are of can be said. */
static void check_arcs(struct setup *s)
{
	find_instances(s, NULL);
	tell(s, "black box", "black boxes");
	if (s->timing->n_endless) {
		find_instances(s, has_latch);
		s->n_found = s->timing->n_endless;
		tell(s, "latch input in a loop that gains time each round, borrowing all it may",
		     "latch inputs in loops that gain time each round, borrowing all they may");
	}
	if (s->graph->n_set_reset_arcs) {
		find_instances(s, has_set_reset);
		s->n_found = s->graph->n_set_reset_arcs;
		tell(s, "preset or clear arc left out", "preset and clear arcs left out");
	}
}

static enum status check_setup(struct call *call)
{
	RELEASED_BY(end)
	struct setup s = {.out = call->out,
			  .design = &call->session->design,
			  .verbose = call->option[SETUP_VERBOSE].given,
			  .items = TEXT_INIT};
	const struct option_value *option = call->option;
	bool all = true;             /* no check is asked for by name */
	FREED uint8_t *marks = NULL; /* of pins, cleared for each check */

	TRY(session_need_timing(call->session));
	TRY(timing_read(s.design->timing));
	s.timing = s.design->timing;
	s.graph = s.timing->image->graph;
	s.netlist = s.graph->netlist;
	TRY(constants_find(s.netlist, s.graph->constraints, &call->session->task, &s.constants));
	TRY(ALLOC(&marks, s.netlist->n_pins));
	for (int i = SETUP_NO_INPUT_DELAY; i < N_SETUP_OPTIONS; i++)
		all &= !option[i].given;
	if (all || option[SETUP_NO_INPUT_DELAY].given)
		check_ports(&s, true, marks);
	if (all || option[SETUP_NO_OUTPUT_DELAY].given)
		check_ports(&s, false, marks);
	if (all || option[SETUP_NO_CLOCK].given) {
		for_clock_pins(&s, marks, check_clock_pin);
		tell(&s, "unclocked register/latch pin", "unclocked register/latch pins");
	}
	if (all || option[SETUP_MULTIPLE_CLOCK].given) {
		for_clock_pins(&s, marks, check_several_clocks);
		tell(&s, "register/latch pin with multiple clocks",
		     "register/latch pins with multiple clocks");
	}
	if (all || option[SETUP_UNCONSTRAINED].given)
		check_endpoints(&s, marks);
	if (all || option[SETUP_LOOPS].given)
		check_loops(&s);
	if (all || option[SETUP_GENERATED].given)
		check_generated(&s);
	if (all) {
		check_nets(&s);
		check_arcs(&s);
	}
	text_add(call->result, s.any ? "0" : "1");
	return STATUS_OK;
}

/* ---- report_units, report_libraries ---- */

static void write_units(struct units units, const char *between, struct text *out)
{
	text_add(out, " time ");
	report_unit_name(units.time, -12, "s", out);
	text_printf(out, "%s capacitance ", between);
	report_unit_name(units.capacitance, -15, "F", out);
	text_printf(out, "%s resistance ", between);
	report_unit_name(units.resistance, 3, "ohm", out);
}

static enum status report_units(struct call *call)
{
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	TRY(design_need_libraries(&call->session->design, &netlist));
	if (!netlist->n_libraries)
		return call_fail(call, STATUS_FAILED,
				 "no library is linked; read_liberty and link_design do");
	write_units(netlist_units(netlist), "\n", call->out);
	text_add(call->out, "\n");
	return STATUS_OK;
}

#define UNIT_OPTIONS(X)                                                                            \
	X(UNITS_TIME, "-time", OPTION_WORD, "UNIT", "of times, such as ps or 10ps")                \
	X(UNITS_CAPACITANCE, "-capacitance", OPTION_WORD, "UNIT", "of capacitances, such as fF")   \
	X(UNITS_RESISTANCE, "-resistance", OPTION_WORD, "UNIT", "of resistances, such as kOhm")    \
	X(UNITS_VOLTAGE, "-voltage", OPTION_WORD, "UNIT", "accepted; nothing is in it")            \
	X(UNITS_CURRENT, "-current", OPTION_WORD, "UNIT", "accepted; nothing is in it")            \
	X(UNITS_POWER, "-power", OPTION_WORD, "UNIT", "accepted; nothing is in it")                \
	X(UNITS_DISTANCE, "-distance", OPTION_WORD, "UNIT", "accepted; lengths are in um")

OPTION_TABLE(unit_options, UNIT_OPTIONS);

/* One of an option in ours, of which there are `per` in the unit itself; 0 = it isn't given. */
static enum status take_unit(const struct call *call, int option, const char *suffix, double per,
			     double *unit)
{
	const struct option_value *given = &call->option[option];

	*unit = 0;
	if (!given->given)
		return STATUS_OK;
	if (!sdc_parse_unit(given->word, suffix, unit) || *unit < 1e-30 || *unit > 1e30)
		return call_fail(call, STATUS_USAGE, "%s expects a unit, not \"%.100s\"",
				 unit_options[option].name, given->word);
	*unit *= per;
	return STATUS_OK;
}

static enum status set_cmd_units(struct call *call)
{
	struct units units;

	TRY(take_unit(call, UNITS_TIME, "s", 1e12, &units.time));
	TRY(take_unit(call, UNITS_CAPACITANCE, "f", 1e15, &units.capacitance));
	TRY(take_unit(call, UNITS_RESISTANCE, "ohm", 1e-3, &units.resistance));
	design_set_units(&call->session->design, units);
	return STATUS_OK;
}

static enum status report_libraries(struct call *call)
{
	const struct design *design = &call->session->design;

	for (int split = N_SPLITS - 1; split >= 0; split--) {
		for (int32_t i = 0; i < design->n_libraries[split]; i++) {
			const struct library *library = design->library[split][i];

			text_printf(call->out, "%s %s: %" PRId32 " cells,",
				    split == LATE ? "max" : "min", library->name, library->n_cells);
			write_units((struct units){library->time_unit, library->capacitance_unit,
						   library->resistance_unit},
				    ",", call->out);
			text_printf(call->out, ", %s\n", library->path);
		}
	}
	return STATUS_OK;
}

const struct command setup_commands[] = {
	{"check_setup", check_setup, IN_SESSION, NULL, 0, 0, setup_options,
	 "Report what is unconstrained, undriven, unclocked or left out of the timing; returns 1 if nothing is"},
	{"set_cmd_units", set_cmd_units, IN_SESSION, NULL, 0, 0, unit_options,
	 "Set the units of commands, constraints and reports (those of the first library); in an SDC file up to its end"},
	{"report_units", report_units, IN_SESSION, NULL, 0, 0, NULL,
	 "Report the units of commands and reports: those of the first library, or of set_cmd_units"},
	{"report_libraries", report_libraries, IN_SESSION, NULL, 0, 0, NULL,
	 "Report the libraries that were read, for setup (max) and hold (min)"},
	{0},
};
