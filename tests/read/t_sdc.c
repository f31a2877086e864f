/* SDC: what its commands yield, but those about clocks, and messages about the rest. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "lib/sdc_design.h"
#include "lib/tap.h"

static struct netlist *netlist;

#define CLOCK "create_clock -name c -period 10 ck\n"

static struct sdc_case run(const char *script, const char *warnings)
{
	return sdc_takes(netlist, script, warnings);
}

static void refused(const char *script, const char *error)
{
	sdc_refuses(netlist, script, error);
}

/* ---- set_input_delay, set_output_delay ---- */

static const struct external_delay *delay_at(const struct constraints *k, bool input,
					     const char *pin, int32_t clock_edge)
{
	const struct external_delay *delay = input ? k->input_delay : k->output_delay;

	for (int32_t i = 0; i < (input ? k->n_input_delays : k->n_output_delays); i++) {
		if (delay[i].pin == sdc_pin(netlist, pin) && delay[i].clock_edge == clock_edge)
			return &delay[i];
	}
	fprintf(stderr, "no delay at %s\n", pin);
	abort();
}

static void check_delays(void)
{
	struct sdc_case c = run(CLOCK "create_clock -name d -period 4 ck2\n"
				      "set_input_delay 1 -clock c [get_ports d]\n"
				      "set_input_delay -max 2 -clock [get_clocks c] a\n"
				      "set_input_delay -min -rise -0.5 -clock c a\n"
				      "set_input_delay 3 -clock d -clock_fall -add_delay {a b}\n"
				      "set_input_delay -add_delay -fall 4 -clock d -clock_fall a\n"
				      "set_output_delay 0.25 -clock c -source_latency_included "
				      "-network_latency_included {y io}\n"
				      "set_input_delay 7 io\n"
				      "set_input_delay 1 -clock c u1/A\n",
				"");

	OK(c.k->n_input_delays == 7 && c.k->n_output_delays == 2, "one a pin and clock edge");
	OK(sdc_corners(delay_at(c.k, true, "d[1]", 0)->delay, 1000, 1000, 1000, 1000),
	   "a bus means its bits");
	OK(sdc_corners(delay_at(c.k, true, "a", 0)->delay, -500, NAN, 2000, 2000),
	   "corner by corner");
	OK(sdc_corners(delay_at(c.k, true, "a", 3)->delay, 3000, 3000, 3000, 4000),
	   "-clock_fall -add_delay; of the same edge the worse counts");
	OK(delay_at(c.k, false, "y", 0)->source_latency_included &&
		   delay_at(c.k, false, "y", 0)->network_latency_included &&
		   !delay_at(c.k, true, "a", 0)->source_latency_included,
	   "latencies included");
	OK(sdc_corners(delay_at(c.k, true, "io", -1)->delay, 7000, 7000, 7000, 7000),
	   "without a clock");
	sdc_case_release(&c);
	c = run(CLOCK "create_clock -name d -period 4 ck2\n"
		      "set_input_delay 1 -clock c a\n"
		      "set_input_delay 2 -clock d -add_delay a\n"
		      "set_input_delay -max 3 -clock d a\n"
		      "set_input_delay 1 -clock c b\n"
		      "set_input_delay 5 -clock d b\n"
		      "set_output_delay 1 -clock c {y z}\n"
		      "unset_output_delay -clock c y\n"
		      "unset_output_delay -clock c -min z\n",
		"");
	OK(sdc_corners(delay_at(c.k, true, "a", 0)->delay, 1000, 1000, NAN, NAN) &&
		   sdc_corners(delay_at(c.k, true, "a", 2)->delay, 2000, 2000, 3000, 3000),
	   "without -add_delay others lose these corners");
	OK(c.k->n_input_delays == 3 &&
		   sdc_corners(delay_at(c.k, true, "b", 2)->delay, 5000, 5000, 5000, 5000),
	   "and go with the last of them");
	OK(c.k->n_output_delays == 1 &&
		   sdc_corners(delay_at(c.k, false, "z", 0)->delay, NAN, NAN, 1000, 1000),
	   "unset_output_delay");
	sdc_case_release(&c);
	c = run(CLOCK "set_input_delay 1 -clock c {ck y nono}\n"
		      "set_output_delay 1 -clock none y\n"
		      "set_output_delay 1 -clock c a\n"
		      "set_input_delay 1 -clock c [get_cells u1]\n"
		      "set_input_delay 1 -clock c -reference_pin r0/CK b\n",
		"t.sdc:2: warning: no port or pin \"nono\"\n"
		"t.sdc:2: warning: set_input_delay: clock \"c\" is defined at that port itself, "
		"skipped\n"
		"t.sdc:2: warning: set_input_delay: port \"y\" is an output\n"
		"t.sdc:3: warning: no clock \"none\"\n"
		"t.sdc:3: warning: set_output_delay: skipped, its clock isn't there\n"
		"t.sdc:4: warning: set_output_delay: port \"a\" is an input\n"
		"t.sdc:5: warning: set_input_delay: a cell can't be given here: \"u1\"\n"
		"t.sdc:5: warning: set_input_delay: skipped, none of its ports and pins is there\n"
		"t.sdc: warning: 2 commands skipped, what they are about isn't there\n");
	OK(c.k->n_input_delays == 1 && c.k->n_output_delays == 0, "what can't be is skipped");
	OK(c.k->input_delay[0].reference == sdc_pin(netlist, "r0/CK"), "-reference_pin");
	sdc_case_release(&c);
	refused("set_input_delay 1", "t.sdc:1: error: set_input_delay: too few arguments, expected "
				     "TIME PINS");
	refused("set_input_delay 1 a b",
		"t.sdc:1: error: set_input_delay: too many arguments: \"b\"");
	refused("set_input_delay x a",
		"t.sdc:1: error: set_input_delay: the delay: \"x\" is not a number");
	refused("set_input_delay 1 a -clock",
		"t.sdc:1: error: set_input_delay: -clock needs a value");
	refused("set_input_delay 1 a -m",
		"t.sdc:1: error: set_input_delay: \"-m\" may mean -max or -min");
	refused(CLOCK "create_clock -name d -period 1\nset_input_delay 1 -clock {c d} a",
		"t.sdc:3: error: set_input_delay: \"c d\" is more than one clock");
}

/* ---- ports ---- */

static int32_t count_driving(const struct constraints *k, const char *port, enum split split,
			     enum edge edge)
{
	const struct port_constraint *p = &k->port[sdc_pin(netlist, port)];
	int32_t n = 0;

	for (int32_t i = 0; i < p->n_driving_arcs; i++) {
		const struct driving_arc *arc = &k->driving_arc[p->first_driving_arc + i];

		n += arc->split == split && arc->to_edge == edge;
	}
	return n;
}

/* The arc of a port in a split to an edge, where there is one alone. */
static const struct driving_arc *driving(const struct constraints *k, const char *port,
					 enum split split, enum edge edge)
{
	const struct port_constraint *p = &k->port[sdc_pin(netlist, port)];
	const struct driving_arc *arc = &k->driving_arc[p->first_driving_arc];

	while (arc->split != split || arc->to_edge != edge)
		arc++;
	return arc;
}

static const char *name_of_from(const struct driving_arc *arc)
{
	const struct library *library = netlist->library[arc->library];

	for (int32_t i = 0; i < library->n_cells; i++) {
		const struct lib_cell *cell = &library->cell[i];
		int32_t pin = cell->first_pin + library->arc[arc->arc].from;

		if (arc->arc >= cell->first_arc && arc->arc < cell->first_arc + cell->n_arcs)
			return names_get(&library->string, library->pin[pin].name);
	}
	return "";
}

static void check_ports(void)
{
	struct sdc_case c = run("set_input_transition 0.1 [all_inputs]\n"
				"set_input_transition -max -rise 0.3 a\n"
				"set_load 0.05 [all_outputs]\n"
				"set_load -pin_load -max 0.07 y\n"
				"set_load -wire_load 0.01 y\n"
				"set_load -wire_load -rise 0.02 y\n"
				"set_load 2 [get_nets n1]\n"
				"set_load -subtract_pin_load 0.007 [get_nets nck]\n",
				"");
	const struct port_constraint *a = &c.k->port[sdc_pin(netlist, "a")];
	const struct port_constraint *y = &c.k->port[sdc_pin(netlist, "y")];
	const struct port_constraint *z = &c.k->port[sdc_pin(netlist, "z")];

	OK(sdc_corners(a->slew, 100, 100, 300, 100) && sdc_corners(y->slew, NAN, NAN, NAN, NAN),
	   "slews of inputs");
	OK(sdc_corners(y->load, 50, 50, 70, 70) && sdc_corners(y->wire_load, 20, 10, 20, 10) &&
		   fabs(port_load(y, LATE, RISE) - 90) < 1e-9,
	   "pins and wires are replaced apart and add up");
	OK(sdc_corners(z->load, 50, 50, 50, 50) && sdc_corners(a->load, 0, 0, 0, 0),
	   "loads of outputs");
	OK(c.k->net_load[sdc_net(netlist, "n1")] == 2000 &&
		   fabs(c.k->net_load[sdc_net(netlist, "nck")] - 1) < 1e-9 &&
		   !is_given(c.k->net_load[sdc_net(netlist, "nd")]),
	   "loads of nets, without the pins on request");
	sdc_case_release(&c);
	c = run("set_load -max 1 n1",
		"t.sdc:1: warning: set_load: -max of a net, whose load counts for hold too, is not supported, ignored\n"
		"t.sdc: warning: 1 command of SDC not supported, in whole or in part\n");
	OK(c.k->n_unsupported == 1 && c.k->net_load[sdc_net(netlist, "n1")] == 1000,
	   "-max of a net is reported");
	sdc_case_release(&c);
	refused("set_load -1 y", "t.sdc:1: error: set_load: the load is negative");
	refused("set_input_transition -1 a",
		"t.sdc:1: error: set_input_transition: the transition is negative");
}

static void check_driving(void)
{
	struct sdc_case c = run("set_driving_cell -lib_cell INV -input_transition_rise 0.2 a\n"
				"set_driving_cell -lib_cell AND2 -library cells -pin Y b\n"
				"set_driving_cell -lib_cell AND2 -from_pin B d\n"
				"set_driving_cell -lib_cell XOR2 rn\n"
				"set_driving_cell -lib_cell [get_lib_cells cells/DFF] -pin Q ck2\n"
				"set_driving_cell -lib_cell BUF -max -rise a\n",
				"");

	OK(count_driving(c.k, "a", EARLY, RISE) == 1 && count_driving(c.k, "a", EARLY, FALL) == 1 &&
		   count_driving(c.k, "a", LATE, RISE) == 1 &&
		   count_driving(c.k, "a", LATE, FALL) == 1,
	   "one arc a corner, of the last setting");
	OK(driving(c.k, "a", EARLY, FALL)->from_edge == RISE &&
		   driving(c.k, "a", EARLY, FALL)->slew == 200 &&
		   driving(c.k, "a", EARLY, RISE)->slew == 0,
	   "an inverter, with the slew at its input");
	OK(driving(c.k, "a", LATE, RISE)->from_edge == RISE, "a buffer, in one corner");
	OK(strcmp(name_of_from(driving(c.k, "b", LATE, RISE)), "A") == 0 &&
		   strcmp(name_of_from(driving(c.k, "d[0]", LATE, RISE)), "B") == 0,
	   "from the first input, or -from_pin");
	OK(count_driving(c.k, "rn", LATE, RISE) == 2, "non-unate: from both edges");
	OK(driving(c.k, "ck2", EARLY, FALL)->from_edge == RISE &&
		   count_driving(c.k, "ck2", EARLY, FALL) == 1,
	   "a flip-flop, from its clock's edge; a library cell as an object");
	sdc_case_release(&c);
	refused("set_driving_cell a", "t.sdc:1: error: set_driving_cell: -lib_cell is missing");
	refused("set_driving_cell -lib_cell XO2 a",
		"t.sdc:1: error: set_driving_cell: no library cell \"XO2\"; nearest \"XOR2\"");
	refused("set_driving_cell -lib_cell FA a",
		"t.sdc:1: error: set_driving_cell: -pin is needed: \"FA\" has several outputs");
	refused("set_driving_cell -lib_cell INV -pin Z a",
		"t.sdc:1: error: set_driving_cell: library cell \"INV\" has no pin \"Z\"");
}

/* ---- exceptions ---- */

static bool has_point(const struct point_list *list, enum point_kind kind, int32_t id, int edges)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (list->point[i].kind == kind && list->point[i].id == id &&
		    list->point[i].edges == edges)
			return true;
	}
	return false;
}

static bool has_pin(const struct point_list *list, const char *pin, int edges)
{
	return has_point(list, POINT_PIN, sdc_pin(netlist, pin), edges);
}

static void check_filters(void)
{
	struct sdc_case c = run(
		CLOCK
		"set_false_path -from c -rise_through u1/Y -through [list x1 [get_nets nq] a] -to y\n"
		"set_false_path -setup -fall_from [list c r0/CK] -rise_to {u1 y}\n"
		"set_false_path -hold -through s/f -fall\n"
		"set_false_path -from ck -to [get_ports c]\n",
		"t.sdc:5: warning: no port \"c\"\n"
		"t.sdc:5: warning: set_false_path: skipped, none of its objects exists\n"
		"t.sdc: warning: 1 command skipped, what they are about isn't there\n");
	const struct exception *e = c.k->exception;
	const struct path_filter *f = &e->filter;

	OK(c.k->n_exceptions == 3 && e->kind == EXCEPTION_FALSE && e->applies[EARLY] &&
		   e->applies[LATE] && e->line == 2,
	   "for setup and hold, with its line");
	OK(f->from.given && f->from.n == 1 && has_point(&f->from, POINT_CLOCK, 0, EDGES_BOTH) &&
		   f->to.n == 1 && has_pin(&f->to, "y", EDGES_BOTH) && f->to_edges == EDGES_BOTH,
	   "from a clock to a port");
	OK(f->n_throughs == 2 && f->through[0].n == 1 &&
		   has_pin(&f->through[0], "u1/Y", EDGES_RISE) && f->through[1].n == 3 &&
		   has_pin(&f->through[1], "x1/Y", EDGES_BOTH) &&
		   has_pin(&f->through[1], "iv/Y", EDGES_BOTH) &&
		   has_pin(&f->through[1], "a", EDGES_BOTH),
	   "through in order: outputs of cells, drivers of nets");
	e++;
	OK(!e->applies[EARLY] && e->applies[LATE] &&
		   has_point(&e->filter.from, POINT_CLOCK, 0, EDGES_FALL) &&
		   has_pin(&e->filter.from, "r0/CK", EDGES_FALL) && e->filter.to.n == 4 &&
		   has_pin(&e->filter.to, "u1/A", EDGES_RISE) && e->filter.n_throughs == 0,
	   "edges; a cell means its pins");
	e++;
	OK(e->applies[EARLY] && !e->applies[LATE] && !e->filter.from.given && !e->filter.to.given &&
		   e->filter.to_edges == EDGES_FALL && e->filter.through[0].n == 2,
	   "-hold; -fall without -to");
	sdc_case_release(&c);
	refused("set_false_path",
		"t.sdc:1: error: set_false_path: -from, -through or -to is needed");
	refused("set_false_path -setup -from a -from b",
		"t.sdc:1: error: set_false_path: -from is given twice");
}

static void check_exceptions(void)
{
	struct sdc_case c =
		run(CLOCK "set_max_delay 3 -from a -to y\n"
			  "set_min_delay 0.5 -ignore_clock_latency -probe -from a\n"
			  "set_multicycle_path 2 -setup -to r0/D\n"
			  "set_multicycle_path -hold 1 -to r0/D\n"
			  "set_multicycle_path 3 -hold -end -to r0/D\n"
			  "set_multicycle_path 4 -from c -start\n"
			  "group_path -name io -weight 2 -from [all_inputs] -comment x\n"
			  "group_path -default -to {y z}\n",
		    "");
	const struct exception *e = c.k->exception;

	OK(c.k->n_exceptions == 9, "two of a -setup and -hold");
	OK(e[0].kind == EXCEPTION_DELAY && e[0].delay == 3000 && !e[0].applies[EARLY] &&
		   e[0].applies[LATE] && !e[0].ignore_clock_latency,
	   "set_max_delay");
	OK(e[1].delay == 500 && e[1].applies[EARLY] && !e[1].applies[LATE] &&
		   e[1].ignore_clock_latency && !e[1].filter.to.given,
	   "set_min_delay -ignore_clock_latency");
	OK(e[2].kind == EXCEPTION_MULTICYCLE && e[2].multiplier == 2 && !e[2].of_start &&
		   e[2].applies[LATE] && !e[2].applies[EARLY],
	   "setup: cycles of the capturing clock");
	OK(e[3].multiplier == 1 && e[3].of_start && e[3].applies[EARLY] && !e[3].applies[LATE] &&
		   !e[4].of_start,
	   "hold: of the launching clock, or -end");
	OK(e[5].multiplier == 4 && e[5].of_start && e[5].applies[LATE] && !e[5].applies[EARLY] &&
		   e[6].multiplier == 0 && e[6].of_start && e[6].applies[EARLY],
	   "neither: only setup is moved");
	OK(e[7].kind == EXCEPTION_GROUP && strcmp(e[7].name, "io") == 0 &&
		   e[7].filter.from.n == 8 && strcmp(e[8].name, "**default**") == 0,
	   "path groups");
	sdc_case_release(&c);
	refused("group_path -from a",
		"t.sdc:1: error: group_path: one of -name and -default is needed");
	refused("set_multicycle_path 1.5 -from a",
		"t.sdc:1: error: set_multicycle_path: \"1.5\" is not a whole number");
	refused("set_multicycle_path 2147483648 -from a",
		"t.sdc:1: error: set_multicycle_path: -2147483648 is out of range");
	refused("set_multicycle_path 1 -start -end -from a",
		"t.sdc:1: error: set_multicycle_path: -start and -end exclude each other");
}

static void check_reset(void)
{
	struct sdc_case c =
		run(CLOCK "set_false_path -from a -to y\n"
			  "set_false_path -from {a b} -to y\n"
			  "set_false_path -from a -through u1/Y\n"
			  "set_max_delay 1 -from a -to {y z}\n"
			  "group_path -name g -from a\n"
			  "reset_path -hold -from a -to y\n"
			  "set_multicycle_path 2 -setup -reset_path -from a -to {y z}\n",
		    "");

	OK(c.k->n_exceptions == 4 && c.k->exception[0].line == 3 && c.k->exception[1].line == 4 &&
		   c.k->exception[2].kind == EXCEPTION_GROUP &&
		   c.k->exception[3].kind == EXCEPTION_MULTICYCLE,
	   "what is about no other paths goes");
	sdc_case_release(&c);
	c = run("set_false_path -from a -to y\nreset_path -setup -to y", "");
	OK(c.k->n_exceptions == 1 && c.k->exception[0].applies[EARLY] &&
		   !c.k->exception[0].applies[LATE],
	   "for setup only");
	sdc_case_release(&c);
}

/* ---- the design ---- */

static void check_cases(void)
{
	struct sdc_case c = run("set_case_analysis 0 a\nset_case_analysis one [get_ports d]\n"
				"set_case_analysis 1 a\nset_case_analysis rising u1/B\n"
				"set_logic_zero rn\nset_logic_one io\nunset_case_analysis d[0]",
				"");

	OK(c.k->n_cases == 5 && c.k->case_value[0].pin == sdc_pin(netlist, "a") &&
		   c.k->case_value[0].value == 1 && c.k->case_value[1].value == 1 &&
		   c.k->case_value[2].value == -1 && c.k->case_value[3].value == 0 &&
		   c.k->case_value[4].value == 1,
	   "case analysis");
	sdc_case_release(&c);
	refused("set_case_analysis 2 a",
		"t.sdc:1: error: set_case_analysis: \"2\" is none of 0, 1, zero, one, rising, falling");
}

static bool is_disabled(const struct disabled_arc *d, int32_t instance, int32_t master,
			int32_t from, int32_t to)
{
	return d->instance == instance && d->master == master && d->from == from && d->to == to;
}

static void check_disabled(void)
{
	struct sdc_case c = run("set_disable_timing u1\n"
				"set_disable_timing x1 -from A\n"
				"set_disable_timing x1 -from B -to Y\n"
				"set_disable_timing {r0/Q a}\n"
				"set_disable_timing [get_lib_cells cells/INV] -to Y\n"
				"set_disable_timing [get_lib_pins cells/BUF/A]\n"
				"set_disable_timing r1\nunset_disable_timing r1\n",
				"");
	const struct disabled_arc *d = c.k->disabled;
	int32_t inverter = netlist->instance_master[sdc_cell(netlist, "iv")];
	int32_t buffer = netlist->instance_master[sdc_cell(netlist, "cb")];

	OK(c.k->n_disabled == 8, "eight entries");
	OK(is_disabled(&d[0], sdc_cell(netlist, "u1"), -1, -1, -1), "all of an instance");
	OK(is_disabled(&d[1], sdc_cell(netlist, "x1"), -1, sdc_pin(netlist, "x1/A"), -1) &&
		   is_disabled(&d[2], sdc_cell(netlist, "x1"), -1, sdc_pin(netlist, "x1/B"),
			       sdc_pin(netlist, "x1/Y")),
	   "-from, -to");
	OK(is_disabled(&d[3], -1, -1, sdc_pin(netlist, "r0/Q"), -1) &&
		   is_disabled(&d[4], -1, -1, sdc_pin(netlist, "a"), -1),
	   "pins and ports");
	OK(is_disabled(&d[5], -1, inverter, -1, 1), "library cells, pins as they count there");
	OK(is_disabled(&d[6], -1, buffer, 0, -1) && is_disabled(&d[7], -1, buffer, -1, 0),
	   "library pins");
	sdc_case_release(&c);
	refused("set_disable_timing u1 -from Q",
		"t.sdc:1: error: set_disable_timing: cell \"AND2\" has no pin \"Q\"");
}

static bool is_derate(const struct derate *d, int32_t instance, int32_t master, int32_t net,
		      int32_t what, enum split split, double factor)
{
	return d->instance == instance && d->master == master && d->net == net && d->what == what &&
	       d->split == split && d->factor == factor;
}

static void check_derates(void)
{
	struct sdc_case c =
		run("set_timing_derate -early 0.95\n"
		    "set_timing_derate -late -data -cell_check 1.1\n"
		    "set_timing_derate -late -clock 1.2 u1\n"
		    "set_timing_derate -late -cell_check 1.3 [get_lib_cells cells/INV]\n"
		    "set_timing_derate -early -late -cell_delay 1 [get_nets n1]\n",
		    "");
	const struct derate *d = c.k->derate;
	int32_t inverter = netlist->instance_master[sdc_cell(netlist, "iv")];
	int32_t all = DERATE_CLOCK | DERATE_DATA;

	OK(c.k->n_derates == 6, "six entries");
	OK(is_derate(&d[0], -1, -1, -1, DERATE_CELL | DERATE_NET | all, EARLY, 0.95) &&
		   is_derate(&d[1], -1, -1, -1, DERATE_CHECK | DERATE_DATA, LATE, 1.1),
	   "of the design, checks on request");
	OK(is_derate(&d[2], sdc_cell(netlist, "u1"), -1, -1, DERATE_CELL | DERATE_CLOCK, LATE, 1.2),
	   "of an instance: its delays");
	OK(is_derate(&d[3], -1, inverter, -1, DERATE_CHECK | all, LATE, 1.3), "of a library cell");
	OK(is_derate(&d[4], -1, -1, sdc_net(netlist, "n1"), DERATE_NET | all, EARLY, 1) &&
		   d[5].split == LATE,
	   "of a net: its delay");
	sdc_case_release(&c);
	refused("set_timing_derate 1.1",
		"t.sdc:1: error: set_timing_derate: -early or -late is needed");
	c = run("set_timing_derate -late -rise 1.1", "");
	OK(c.k->n_derates == 1 && c.k->derate[0].edges == EDGES_RISE, "for one edge");
	sdc_case_release(&c);
}

static void check_units(void)
{
	struct sdc_case c =
		run("set_units -time 1ns -capacitance pF -voltage 1V\n"
		    "set_units -time 10ps\n" CLOCK "set_cmd_units -time 100ps -capacitance fF\n"
		    "create_clock -name d -period 10 ck2\nset_load 3 y\n"
		    "current_design top\ncurrent_design pot\ncurrent_instance\n"
		    "set_hierarchy_separator /\n",
		    "t.sdc:2: warning: set_units: the unit of time is 0.01 times that of the "
		    "library, which counts\n"
		    "t.sdc:8: warning: current_design: the design is \"top\", not \"pot\"\n");

	OK(c.k->clock[0].period == 10000 && c.k->clock[1].period == 1000 &&
		   c.k->port[sdc_pin(netlist, "y")].load[LATE][RISE] == 3,
	   "set_units checks, set_cmd_units sets");
	sdc_case_release(&c);
	refused("set_units -time 1nF", "t.sdc:1: error: set_units: \"1nF\" is no unit of time");
	refused("current_instance s",
		"t.sdc:1: error: current_instance: an instance other than the top isn't supported: "
		"\"s\"");
}

static void check_others(void)
{
	struct sdc_case c =
		run("set_max_transition 1 [current_design]\nset_max_fanout 8 top\n"
		    "set_wire_load_mode enclosed\nset_operating_conditions -analysis_type single\n"
		    "set_clock_gating_check -setup 1\n"
		    "foreach p {a b} {\n  set_drive 1 $p\n}\n",
		    "t.sdc:7: warning: set_drive: not supported, skipped\n"
		    "t.sdc:7: warning: set_drive: not supported, skipped\n"
		    "t.sdc: warning: 2 commands of SDC not supported, in whole or in part\n");

	sdc_case_release(&c);
	refused("a\n", "t.sdc:1: error: unknown command \"a\"");
	refused("\n\nset_inptu_delay 1 a",
		"t.sdc:3: error: unknown command \"set_inptu_delay\"; nearest \"set_input_delay\"");
}
int main(int argc, char **argv)
{
	(void)argc;
	Tcl_FindExecutable(argv[0]);
	netlist = sdc_design();
	check_delays();
	check_ports();
	check_driving();
	check_filters();
	check_exceptions();
	check_reset();
	check_cases();
	check_disabled();
	check_derates();
	check_units();
	check_others();
	netlist_unref(netlist);
	return tap_done();
}
