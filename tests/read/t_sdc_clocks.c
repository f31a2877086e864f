/* SDC: what its commands about clocks yield. Times in the scripts are in ns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/sdc_design.h"
#include "lib/tap.h"

static struct netlist *netlist;

static struct sdc_case run(const char *script, const char *warnings)
{
	return sdc_takes(netlist, script, warnings);
}

static void refused(const char *script, const char *error)
{
	sdc_refuses(netlist, script, error);
}

/* ---- create_clock ---- */

static void check_create(void)
{
	struct sdc_case c =
		run("create_clock -period 10 [get_ports ck]\n"
		    "create_clock -name v -period 4 -waveform {1 3}\n"
		    "create_clock -name late -period 8 -waveform {4 8} ck2\n"
		    "create_clock -name two -period 2 {u1/Y s/f/CO} -comment {two pins}",
		    "");
	const struct clock *clock = sdc_clock(c.k, "ck");

	OK(c.k->n_clocks == 4, "four clocks");
	OK(clock->period == 10000 && clock->time[RISE] == 0 && clock->time[FALL] == 5000 &&
		   clock->n_sources == 1 && clock->source[0] == sdc_pin(netlist, "ck") &&
		   !clock->propagated && !clock->add && clock->master == -1,
	   "named after its source, high for the first half");
	clock = sdc_clock(c.k, "v");
	OK(clock->n_sources == 0 && clock->time[RISE] == 1000 && clock->time[FALL] == 3000,
	   "a virtual clock");
	clock = sdc_clock(c.k, "late");
	OK(clock->time[RISE] == 4000 && clock->time[FALL] == 0,
	   "an edge at the end of the period is that at its beginning");
	clock = sdc_clock(c.k, "two");
	OK(clock->n_sources == 2 && clock->source[1] == sdc_pin(netlist, "s/f/CO"), "two sources");
	sdc_case_release(&c);
	refused("create_clock -name x", "t.sdc:1: error: create_clock: -period is missing");
	refused("\ncreate_clock -period 1",
		"t.sdc:2: error: create_clock: neither a name nor a source");
	refused("create_clock -period 0 ck",
		"t.sdc:1: error: create_clock: -period: \"0\" is no time above 0 and below 1.15 s");
	refused("create_clock -period x ck",
		"t.sdc:1: error: create_clock: -period: \"x\" is not a number");
	refused("create_clock -period 1e30 ck",
		"t.sdc:1: error: create_clock: -period: \"1e30\" is out of range");
	refused("set_cmd_units -time 1us\ncreate_clock -period 2e6 ck",
		"t.sdc:2: error: create_clock: -period: \"2e6\" is no time above 0 and below 1.15 s");
	refused("set_cmd_units -time 1s\nset_clock_latency 2000 ck",
		"t.sdc:2: error: set_clock_latency: the latency: \"2000\" is out of range");
	refused("create_clock -period inf ck",
		"t.sdc:1: error: create_clock: -period: \"inf\" is out of range");
	refused("create_clock -period 4 -waveform {1 2 3} ck",
		"t.sdc:1: error: create_clock: -waveform is not an even number of times: \"1 2 3\"");
	refused("create_clock -period 4 -waveform {2 1} ck",
		"t.sdc:1: error: create_clock: -waveform: times don't increase");
	refused("create_clock -period 4 -waveform {1 5} ck",
		"t.sdc:1: error: create_clock: -waveform: it is high for a period or longer");
	refused("create_clock -period 4 -wave {1 5} -nam\\\ne x -wafe",
		"t.sdc:1: error: create_clock: unknown option \"-wafe\"; known are -name, -period, "
		"-waveform, -add, -comment");
	refused("create_clock -name \"a\\x1b\" -period 1",
		"t.sdc:1: error: create_clock: a name with a control character");
}

static void check_again(void)
{
	struct sdc_case c = run("create_clock -name c -period 10 ck\n"
				"set_propagated_clock c\n"
				"set_clock_uncertainty 1 c\n"
				"set_input_delay 1 -clock c a\n"
				"create_clock -name c -period 6 ck\n",
				"");

	OK(c.k->n_clocks == 1 && c.k->clock[0].period == 6000 && !c.k->clock[0].propagated &&
		   !is_given(c.k->clock[0].uncertainty[LATE]) && c.k->n_input_delays == 1,
	   "a second definition replaces the clock, what refers to it stays");
	sdc_case_release(&c);
	c = run("create_clock -name gone -period 10 ck\n"
		"create_clock -name other -period 3 ck2\n"
		"set g [get_clocks gone]\n"
		"set_input_delay 1 -clock gone a\n"
		"set_output_delay 2 -clock other y\n"
		"set_clock_uncertainty 1 -from gone -to other\n"
		"set_false_path -from gone -to other\n"
		"set_false_path -from [get_clocks {gone other}]\n"
		"set_clock_groups -asynchronous -group gone -group other\n"
		"create_clock -name c -period 6 ck\n"
		"set_propagated_clock $g\n",
		"t.sdc:10: warning: clock \"gone\" goes, its source is that of \"c\" now\n"
		"t.sdc:11: warning: no clock, port or pin \"clock:gone\"\n"
		"t.sdc:11: warning: set_propagated_clock: skipped, it names no clock\n"
		"t.sdc: warning: 1 command skipped, what they are about isn't there\n");
	OK(c.k->n_clocks == 2 && strcmp(c.k->clock[0].name, "other") == 0 &&
		   strcmp(c.k->clock[1].name, "c") == 0,
	   "without -add a clock takes the place of those at its source");
	OK(c.k->n_input_delays == 0 && c.k->n_output_delays == 1 &&
		   c.k->output_delay[0].clock_edge == CLOCK_EDGE(0, RISE) &&
		   c.k->n_uncertainties == 0 && c.k->n_clock_groups == 1,
	   "their settings go, the others are numbered again");
	OK(c.k->n_exceptions == 1 && c.k->exception[0].filter.from.n == 1 &&
		   c.k->exception[0].filter.from.point[0].id == 0,
	   "exceptions too, when nothing is left of a list");
	sdc_case_release(&c);
	c = run("create_clock -name c -period 6 ck\ncreate_clock -name d -period 3 -add ck\n"
		"create_clock -name e -period 2 {u1/Y ck2}\ncreate_clock -name f -period 1 ck2",
		"");
	OK(c.k->n_clocks == 4 && c.k->clock[1].add && sdc_clock(c.k, "e")->n_sources == 1,
	   "-add; and a clock that has another source keeps it");
	sdc_case_release(&c);
	c = run("create_clock -name c -period 6 ck\n"
		"create_generated_clock -name g -source ck -divide_by 2 div/Q\n"
		"delete_clock c\ncreate_clock -name z -period 3 ck2",
		"t.sdc:2: warning: generated clock \"g\" is left out: no clock reaches its -source\n"
		"t.sdc: warning: 1 command skipped, what they are about isn't there\n");
	OK(c.k->n_clocks == 1 && strcmp(c.k->clock[0].name, "z") == 0, "delete_clock");
	sdc_case_release(&c);
}

/* ---- create_generated_clock ---- */

static const struct generated {
	const char *options;
	double period, rise, fall;
	enum edge rise_from, fall_from;
} generated[] = {
	{"-divide_by 1", 10000, 1000, 4000, RISE, FALL},
	{"-combinational", 10000, 1000, 4000, RISE, FALL},
	{"-divide_by 1 -invert", 10000, 4000, 1000, FALL, RISE},
	{"-divide_by 2", 20000, 1000, 11000, RISE, RISE},
	{"-divide_by 4 -invert", 40000, 21000, 1000, RISE, RISE},
	{"-divide_by 3", 30000, 3000, 12000, RISE, RISE},
	{"-multiply_by 2", 5000, 500, 2000, RISE, FALL},
	{"-multiply_by 5 -duty_cycle 25", 2000, 200, 700, RISE, FALL},
	{"-multiply_by 2 -invert", 5000, 2000, 500, FALL, RISE},
	{"-edges {1 3 5}", 20000, 1000, 11000, RISE, RISE},
	{"-edges {2 3 4}", 10000, 4000, 1000, FALL, RISE},
	{"-edges {1 2 3} -edge_shift {1 1.5 1}", 10000, 2000, 5500, RISE, FALL},
	{"-edges {1 4 7}", 30000, 1000, 14000, RISE, FALL},
};

static void check_waveforms(void)
{
	for (size_t i = 0; i < sizeof generated / sizeof *generated; i++) {
		const struct generated *g = &generated[i];
		char script[256];
		struct sdc_case c;
		const struct clock *clock;

		snprintf(script, sizeof script,
			 "create_clock -name m -period 10 -waveform {1 4} ck\n"
			 "create_generated_clock -name g -source ck %s div/Q",
			 g->options);
		c = run(script, "");
		clock = sdc_clock(c.k, "g");
		if (!OK(fabs(clock->period - g->period) < 1e-6 &&
				fabs(clock->time[RISE] - g->rise) < 1e-6 &&
				fabs(clock->time[FALL] - g->fall) < 1e-6 &&
				clock->master_edge[RISE] == g->rise_from &&
				clock->master_edge[FALL] == g->fall_from && clock->master == 0 &&
				clock->master_pin == sdc_pin(netlist, "ck"),
			"%s: period %g, rise %g, fall %g", g->options, g->period, g->rise, g->fall))
			printf("# got %g %g %g from %d %d\n", clock->period, clock->time[RISE],
			       clock->time[FALL], clock->master_edge[RISE],
			       clock->master_edge[FALL]);
		sdc_case_release(&c);
	}
}

static void check_masters(void)
{
	struct sdc_case c = run(
		"create_generated_clock -name late -source [get_pins div/CK] -divide_by 2 div/Q\n"
		"create_generated_clock -name next -source div/Q -master_clock late "
		"-divide_by 2 r1/Q\n"
		"create_clock -name m -period 10 ck\n",
		"");

	OK(sdc_clock(c.k, "late")->period == 20000 && sdc_clock(c.k, "next")->period == 40000,
	   "masters may be defined further down");
	OK(c.k->clock[sdc_clock(c.k, "late")->master].period == 10000,
	   "the master is found through the netlist");
	sdc_case_release(&c);
	c = run("create_clock -name m -period 10 ck\ncreate_clock -name n -period 4 -add ck\n"
		"create_generated_clock -source s/rc/CK -divide_by 2 s/rc/Q\n"
		"create_generated_clock -name add -add -master_clock n -source ck -divide_by 2 "
		"[get_nets q[0]]",
		"t.sdc:3: warning: generated clock \"s/rc/Q\": several clocks reach its -source: "
		"\"m\", \"n\"; \"n\", defined last, is taken; -master_clock names another\n");
	OK(sdc_clock(c.k, "s/rc/Q")->period == 8000, "through an inverter; the last of several");
	OK(sdc_clock(c.k, "add")->add && sdc_clock(c.k, "add")->period == 8000 &&
		   sdc_clock(c.k, "add")->source[0] == sdc_pin(netlist, "r0/Q"),
	   "-master_clock and -add; a net means its driver");
	sdc_case_release(&c);
	c = run("create_clock -name m -period 10 ck\n"
		"create_generated_clock -name none -source div/D -divide_by 2 div/Q\n"
		"create_generated_clock -name a -source r1/Q -master_clock xyz -divide_by 2 r0/Q\n"
		"create_generated_clock -name a -source x1/Y -divide_by 2 u1/Y\n"
		"create_generated_clock -name b -source u1/Y -divide_by 2 x1/Y\n"
		"create_generated_clock -name d -source r0/Q -divide_by 2 y\n"
		"create_generated_clock -name e -source x1/A -divide_by 2 s/f/S\n"
		"create_generated_clock -name f -source ck -edges {1 2 3} -edge_shift {0 9 0} iv/Y\n"
		"set_propagated_clock [all_clocks]\n",
		"t.sdc:3: warning: no clock \"xyz\"\n"
		"t.sdc:3: warning: create_generated_clock: skipped, its source or master isn't there\n"
		"t.sdc:6: warning: generated clock \"d\" is left out: no clock reaches its -source\n"
		"t.sdc:8: warning: generated clock \"f\" is left out: its edges don't make a waveform\n"
		"t.sdc:2: warning: generated clock \"none\" is left out: no clock reaches its -source\n"
		"t.sdc:4: warning: generated clock \"a\" is left out: it is its own master\n"
		"t.sdc:5: warning: generated clock \"b\" is left out: it is its own master\n"
		"t.sdc:7: warning: generated clock \"e\" is left out: it is its own master\n"
		"t.sdc: warning: 7 commands skipped, what they are about isn't there\n");
	sdc_case_release(&c);
	refused("create_generated_clock -source ck div/Q",
		"t.sdc:1: error: create_generated_clock: one of -divide_by, -multiply_by, -edges, "
		"-combinational is needed");
	refused("create_generated_clock -divide_by 2 div/Q",
		"t.sdc:1: error: create_generated_clock: -source is missing");
	refused("create_generated_clock -source ck -divide_by 2 -multiply_by 2 div/Q",
		"t.sdc:1: error: create_generated_clock: -divide_by, -multiply_by and -edges exclude "
		"each other");
	refused("create_generated_clock -source ck -divide_by 0 div/Q",
		"t.sdc:1: error: create_generated_clock: -divide_by is less than 1");
	refused("create_generated_clock -source ck -divide_by 1.5 div/Q",
		"t.sdc:1: error: create_generated_clock: -divide_by: \"1.5\" is not a whole number");
	refused("create_generated_clock -source ck -edges {1 1 3} div/Q",
		"t.sdc:1: error: create_generated_clock: -edges don't increase");
	refused("create_generated_clock -source ck -divide_by 2 -duty_cycle 3 div/Q",
		"t.sdc:1: error: create_generated_clock: -duty_cycle without -multiply_by");
	refused("create_generated_clock -source {ck ck2} -divide_by 2 div/Q",
		"t.sdc:1: error: create_generated_clock: -source is more than one pin");
	refused("create_generated_clock -add -source ck -divide_by 2 div/Q",
		"t.sdc:1: error: create_generated_clock: -add needs -master_clock");
}

/* ---- settings of clocks ---- */

static const struct clock_pin *pin_says(const struct constraints *k, const char *pin, int32_t clock)
{
	static const struct clock_pin none = {.pin = -1};
	const struct clock_pin *at = constraints_find_clock_pin(k, sdc_pin(netlist, pin), clock);

	return at ? at : &none;
}

static void check_said(void)
{
	struct sdc_case c = run("create_clock -name c -period 10 ck\n"
				"create_clock -name d -period 10 ck2\n"
				"set_propagated_clock {ck ck2}\n"
				"set_clock_latency 1 d\n"
				"set_clock_latency -rise -max 1.5 [get_clocks d]\n"
				"set_clock_latency -source -early -fall 0.25 -clock c ck\n"
				"set_clock_latency -source -late 0.5 c\n"
				"set_clock_latency -source -min 0.125 d\n"
				"set_clock_transition 0.1 [get_clocks *]\n"
				"set_clock_transition -fall -min 0.05 d\n"
				"set_clock_uncertainty 0.3 c\n"
				"set_clock_uncertainty -hold 0.2 {c d}\n",
				"");
	const struct clock *clk = sdc_clock(c.k, "c"), *d = sdc_clock(c.k, "d");

	OK(clk->propagated, "a port names the clocks defined there");
	OK(!d->propagated, "a latency of its network makes a clock ideal");
	OK(sdc_corners(d->network_latency, 1000, 1000, 1500, 1000), "latency, corner by corner");
	OK(sdc_corners(clk->source_latency, NAN, 250, 500, 500),
	   "-source -early and -late, at a port");
	OK(sdc_corners(d->source_latency, 125, 125, NAN, NAN), "-source -min");
	OK(sdc_corners(clk->transition, 100, 100, 100, 100) &&
		   sdc_corners(d->transition, 100, 50, 100, 100),
	   "transitions");
	OK(clk->uncertainty[EARLY] == 200 && clk->uncertainty[LATE] == 300 &&
		   d->uncertainty[EARLY] == 200 && !is_given(d->uncertainty[LATE]),
	   "uncertainty of hold and setup");
	sdc_case_release(&c);
	c = run("create_clock -name v -period 10\nset_propagated_clock v\n"
		"set_clock_transition 1 v\nset_clock_latency 2 u1/Y\nset_clock_uncertainty 1 a\n",
		"t.sdc:2: warning: set_propagated_clock: \"v\" is a virtual clock\n"
		"t.sdc:3: warning: set_clock_transition: \"v\" is a virtual clock\n");
	OK(!c.k->clock[0].propagated && !is_given(c.k->clock[0].transition[LATE][RISE]),
	   "virtual clocks have no network");
	OK(pin_says(c.k, "a", -1)->uncertainty[LATE] == 1000, "uncertainty after a pin");
	sdc_case_release(&c);
	c = run("create_clock -name c -period 10 ck\nset_clock_latency 2 c\n"
		"set_propagated_clock c\nset_clock_latency -max 3 c\n"
		"set_clock_uncertainty -setup 1 u1/Y\nset_clock_uncertainty -hold 2 u1/Y\n"
		"unset_clock_uncertainty -setup u1/Y\n",
		"");
	OK(sdc_corners(sdc_clock(c.k, "c")->network_latency, NAN, NAN, 3000, 3000),
	   "what was propagated has no latency of before");
	OK(!is_given(pin_says(c.k, "u1/Y", -1)->uncertainty[LATE]) &&
		   pin_says(c.k, "u1/Y", -1)->uncertainty[EARLY] == 2000,
	   "one check's at a pin taken back");
	sdc_case_release(&c);
	refused("create_clock -name c -period 1\nset_clock_latency -early 1 c",
		"t.sdc:2: error: set_clock_latency: -early and -late need -source");
	c = run("create_clock -name c -period 10 ck\nset_propagated_clock c\n"
		"set_clock_latency 1 c\nset_clock_uncertainty 1 c\nset_clock_transition 1 c\n"
		"unset_propagated_clock c\nunset_clock_latency c\nunset_clock_uncertainty -hold c\n"
		"unset_clock_transition c",
		"");
	clk = sdc_clock(c.k, "c");
	OK(!clk->propagated && sdc_corners(clk->network_latency, NAN, NAN, NAN, NAN) &&
		   sdc_corners(clk->transition, NAN, NAN, NAN, NAN) &&
		   !is_given(clk->uncertainty[EARLY]) && clk->uncertainty[LATE] == 1000,
	   "taken back");
	sdc_case_release(&c);
	c = run("create_clock -name c -period 10 {ck ck2}\nset_propagated_clock {u1/Y ck2}\n"
		"set_clock_latency -max 2 iv/Y\nset_clock_latency -clock c 3 iv/Y\n"
		"set_clock_latency -source -early 1 ck\nset_propagated_clock r0/Q\n"
		"unset_propagated_clock r0/Q\nset_clock_latency 1 r1/Q\nunset_clock_latency r1/Q\n"
		"set_clock_latency 1 div/Q\nset_propagated_clock div/Q\nset_clock_latency 1 u1/A\n"
		"set_clock_latency -source 1 u1/Y\n",
		"t.sdc:13: warning: set_clock_latency: -source latency at pin \"u1/Y\", where no clock "
		"is defined, is not supported, ignored\n"
		"t.sdc: warning: 1 command of SDC not supported, in whole or in part\n");
	OK(c.k->n_clock_pins == 7 && c.k->n_unsupported == 1 &&
		   pin_says(c.k, "u1/Y", -1)->propagated && pin_says(c.k, "ck2", -1)->propagated &&
		   pin_says(c.k, "div/Q", -1)->propagated && !c.k->clock[0].propagated,
	   "pins downstream of which clocks are propagated");
	OK(sdc_corners(pin_says(c.k, "iv/Y", -1)->network_latency, NAN, NAN, 2000, 2000) &&
		   sdc_corners(pin_says(c.k, "iv/Y", 0)->network_latency, 3000, 3000, 3000, 3000) &&
		   sdc_corners(pin_says(c.k, "div/Q", -1)->network_latency, NAN, NAN, NAN, NAN) &&
		   sdc_corners(pin_says(c.k, "ck", -1)->source_latency, 1000, 1000, NAN, NAN),
	   "latency at pins");
	sdc_case_release(&c);
}

static const struct clock_uncertainty *between(const struct constraints *k, int from, int to)
{
	for (int32_t i = 0; i < k->n_uncertainties; i++) {
		if (k->uncertainty[i].from == from && k->uncertainty[i].to == to)
			return &k->uncertainty[i];
	}
	return NULL;
}

static void check_relations(void)
{
	struct sdc_case c =
		run("create_clock -name c -period 10 ck\ncreate_clock -name d -period 10 ck2\n"
		    "create_clock -name v -period 3\n"
		    "set_clock_uncertainty 0.5 -from c -to d\n"
		    "set_clock_uncertainty -setup 0.25 -rise_from c -fall_to {c d}\n"
		    "set_clock_uncertainty 0.125 -from d -to c -rise\n",
		    "");
	const struct clock_uncertainty *u = between(c.k, CLOCK_EDGE(0, RISE), CLOCK_EDGE(1, FALL));

	OK(c.k->n_uncertainties == 7, "4 edges from c to d, one from c to c, 2 from d to c");
	OK(u && u->uncertainty[EARLY] == 500 && u->uncertainty[LATE] == 250,
	   "given again, for setup only");
	u = between(c.k, CLOCK_EDGE(0, RISE), CLOCK_EDGE(0, FALL));
	OK(u && !is_given(u->uncertainty[EARLY]) && u->uncertainty[LATE] == 250, "not for hold");
	OK(between(c.k, CLOCK_EDGE(1, FALL), CLOCK_EDGE(0, RISE)) &&
		   !between(c.k, CLOCK_EDGE(1, FALL), CLOCK_EDGE(0, FALL)),
	   "-rise with -to");
	sdc_case_release(&c);
	c = run("create_clock -name c -period 10 ck\n"
		"set_clock_groups -asynchronous -group {c}\n"
		"create_clock -name d -period 10 ck2\ncreate_clock -name v -period 3\n"
		"set_clock_groups -physically_exclusive -group [get_clocks d] -group {v nono}\n"
		"set_clock_groups -logically_exclusive -allow_paths -group d -group v\n",
		"t.sdc:5: warning: no clock \"nono\"\n");
	OK(c.k->n_clock_groups == 5 && c.k->clock_group[0].clock == 0 &&
		   c.k->clock_group[0].group == 0 && c.k->clock_group[1].clock == 1 &&
		   c.k->clock_group[1].group == 0 && c.k->clock_group[1].set == 1 &&
		   c.k->clock_group[2].clock == 2 && c.k->clock_group[2].group == 1,
	   "sets and groups");
	OK(c.k->clock_group[3].set == 0 && c.k->clock_group[3].group == 1 &&
		   c.k->clock_group[3].clock == 1 && c.k->clock_group[4].clock == 2,
	   "a group alone excludes all clocks that there are in the end");
	sdc_case_release(&c);
	refused("set_clock_groups -group a", "t.sdc:1: error: set_clock_groups: one of "
					     "-logically_exclusive, -physically_exclusive and "
					     "-asynchronous is needed");
	refused("create_clock -name c -period 1\nset_clock_uncertainty 1 -from c",
		"t.sdc:2: error: set_clock_uncertainty: -from and -to need each other");
	refused("create_clock -name c -period 1\nset_clock_uncertainty 1",
		"t.sdc:2: error: set_clock_uncertainty: either clocks, or -from and -to");
}

/* ---- many ---- */

/* More clocks and pairs of them than could each be compared with all others within the limits. */
static void check_many(void)
{
	enum { N = 200000 };
	struct text script = TEXT_INIT;
	struct sdc_case c;

	for (int i = 0; i < N; i++)
		text_printf(&script, "create_clock -name c%d -period %d%s\n", i, 1 + i % 9,
			    i % 100 == 0 ? " -add {ck d[0]}" : "");
	for (int i = 0; i < N / 4; i++)
		text_printf(&script,
			    "set_clock_uncertainty 0.%d -from c%d -to c%d\n"
			    "set_clock_groups -asynchronous -group c%d -group c%d\n"
			    "set_false_path -from c%d -to r0/D\n",
			    1 + i % 9, i % 777, N - 1 - i, i, N - 1 - i, i);
	text_add(&script, "create_clock -name last -period 1 d[0]\n");
	c = sdc_run_case(netlist, text_string(&script), NULL);
	if (!OK(c.status == STATUS_OK && c.k->n_clocks == N + 1 && c.k->n_uncertainties == N &&
			c.k->n_clock_groups == N / 2 && c.k->n_exceptions == N / 4,
		"%d clocks", N))
		printf("# %s\n", c.error);
	if (c.k) {
		const struct clock_uncertainty *u = &c.k->uncertainty[c.k->n_uncertainties - 1];

		OK(constraints_find_clock(c.k, "c100") == 100 && c.k->clock[100].n_sources == 1 &&
			   c.k->clock[100].source[0] == sdc_pin(netlist, "ck") &&
			   constraints_find_clock(c.k, "last") == N,
		   "are found by their names, and gave up a source");
		OK(u->from == CLOCK_EDGE((N / 4 - 1) % 777, FALL) &&
			   u->to == CLOCK_EDGE(N - N / 4, FALL) &&
			   c.k->clock_group[N / 2 - 1].set == N / 4 - 1,
		   "pairs and sets in their order");
	}
	sdc_case_release(&c);
	text_release(&script);
}

/* ---- at random ---- */

enum { MODEL_PINS = 5, MODEL_CLOCKS = 8 };

static const char *const model_pin[MODEL_PINS] = {"ck", "ck2", "a", "b", "rn"};

/* A clock as its definition says: by its name's number; in the order in which names came. */
struct model {
	int n, name[MODEL_CLOCKS], sources[MODEL_CLOCKS]; /* of pins, as bits */
	bool there[MODEL_CLOCKS];
};

static void define_in_model(struct model *m, int name, int sources, bool add)
{
	int at = 0;

	while (at < m->n && m->name[at] != name)
		at++;
	m->n += at == m->n;
	m->name[at] = name;
	m->sources[at] = 0;
	m->there[at] = true;
	for (int i = 0; i < m->n && !add; i++) {
		bool any = m->sources[i] & sources;

		m->sources[i] &= ~sources;
		if (any && !m->sources[i])
			m->there[i] = false;
	}
	m->sources[at] = sources;
}

/* At the end of a script what is gone is taken out. */
static void close_model(struct model *m)
{
	struct model left = {0};

	for (int i = 0; i < m->n; i++) {
		if (!m->there[i])
			continue;
		left.name[left.n] = m->name[i];
		left.sources[left.n] = m->sources[i];
		left.there[left.n++] = true;
	}
	*m = left;
}

static void write_definition(struct text *script, int name, int sources, bool add)
{
	text_printf(script, "create_clock -name c%d -period 1%s {", name, add ? " -add" : "");
	for (int p = 0; p < MODEL_PINS; p++)
		text_printf(script, "%s ", sources >> p & 1 ? model_pin[p] : "");
	text_add(script, "}\n");
}

static bool is_as_model(const struct constraints *k, const struct model *m)
{
	int n = 0;

	for (int i = 0; i < m->n; i++) {
		const struct clock *clock = &k->clock[n];
		char name[8];
		int sources = 0;

		if (!m->there[i])
			continue;
		snprintf(name, sizeof name, "c%d", m->name[i]);
		if (n >= k->n_clocks || strcmp(clock->name, name) != 0 ||
		    constraints_find_clock(k, name) != n++)
			return false;
		for (int32_t j = 0; j < clock->n_sources; j++) {
			for (int p = 0; p < MODEL_PINS; p++)
				sources |= (clock->source[j] == sdc_pin(netlist, model_pin[p]))
					   << p;
		}
		if (sources != m->sources[i])
			return false;
	}
	return n == k->n_clocks;
}

/* Definitions that displace each other, in two scripts, the second on top of the first. */
static void check_random(void)
{
	int n_wrong = 0;

	srand(1);
	for (int round = 0; round < 40; round++) {
		struct text script[2] = {TEXT_INIT, TEXT_INIT};
		struct sdc_case first, second;
		struct model model = {0};

		for (int i = 0; i < 24; i++) {
			int name = rand() % MODEL_CLOCKS, sources = 1 + rand() % 31;
			bool add = rand() % 3 == 0;

			define_in_model(&model, name, sources, add);
			write_definition(&script[i / 12], name, sources, add);
			if (i == 11)
				close_model(&model);
		}
		first = sdc_run_case(netlist, text_string(&script[0]), NULL);
		second = sdc_run_case(netlist, text_string(&script[1]), first.k);
		n_wrong += second.status != STATUS_OK || !is_as_model(second.k, &model);
		sdc_case_release(&first);
		sdc_case_release(&second);
		text_release(&script[0]);
		text_release(&script[1]);
	}
	OK(n_wrong == 0, "clocks that displace each other at random: %d wrong", n_wrong);
}

int main(void)
{
	netlist = sdc_design();
	check_create();
	check_again();
	check_waveforms();
	check_masters();
	check_said();
	check_relations();
	check_many();
	check_random();
	netlist_unref(netlist);
	return tap_done();
}
