/*
 * Constraints written as SDC: read back they are the same, field by field, and are written the same
 * again. Commands of all sorts on a small design, odd names, and random constraints, less what
 * SDC can't say.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/sdc_design.h"
#include "lib/tap.h"
#include "write/sdc.h"

static char path[] = "/tmp/t_write_sdc.XXXXXX";
static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	fprintf(stderr, "%s\n", status_text(status));
	abort();
}

/* ---- the same constraints ---- */

#define DIFFER(what, condition)                                                                    \
	do {                                                                                       \
		if (condition)                                                                     \
			return what;                                                               \
	} while (0)

static bool near(double a, double b)
{
	return a == b || fabs(a - b) < 1e-9;
}

static bool same(const double *a, const double *b, int n)
{
	for (int i = 0; i < n; i++) {
		if (!near(a[i], b[i]))
			return false;
	}
	return true;
}

static const char *clocks_differ(const struct clock *a, const struct clock *b)
{
	DIFFER("the name of a clock", strcmp(a->name, b->name) != 0);
	DIFFER("a period", !near(a->period, b->period));
	DIFFER("a waveform", !same(a->time, b->time, N_EDGES));
	DIFFER("propagated", a->propagated != b->propagated);
	DIFFER("add", a->add != b->add);
	DIFFER("sources", a->n_sources != b->n_sources);
	for (int32_t i = 0; i < a->n_sources; i++)
		DIFFER("a source", a->source[i] != b->source[i]);
	DIFFER("a master", a->master != b->master || a->master_pin != b->master_pin);
	DIFFER("edges of a master",
	       memcmp(a->master_edge, b->master_edge, sizeof a->master_edge) != 0);
	DIFFER("source latency", !same(a->source_latency[0], b->source_latency[0], 4));
	DIFFER("latency", !same(a->network_latency[0], b->network_latency[0], 4));
	DIFFER("transition", !same(a->transition[0], b->transition[0], 4));
	DIFFER("uncertainty", !same(a->uncertainty, b->uncertainty, N_SPLITS));
	return NULL;
}

static const char *delays_differ(const struct external_delay *a, const struct external_delay *b)
{
	DIFFER("the pin of a delay", a->pin != b->pin);
	DIFFER("the clock of a delay", a->clock_edge != b->clock_edge);
	DIFFER("latencies of a delay",
	       a->reference != b->reference ||
		       a->source_latency_included != b->source_latency_included ||
		       a->network_latency_included != b->network_latency_included);
	DIFFER("a delay", !same(a->delay[0], b->delay[0], 4));
	return NULL;
}

static const char *exceptions_differ(const struct exception *a, const struct exception *b)
{
	DIFFER("the kind of an exception", a->kind != b->kind);
	DIFFER("checks", memcmp(a->applies, b->applies, sizeof a->applies) != 0);
	DIFFER("the paths of an exception", !path_filter_equal(&a->filter, &b->filter));
	DIFFER("a path delay",
	       !near(a->delay, b->delay) || a->ignore_clock_latency != b->ignore_clock_latency);
	DIFFER("cycles", a->multiplier != b->multiplier || a->of_start != b->of_start);
	DIFFER("the name of a group", (a->name == NULL) != (b->name == NULL) ||
					      (a->name && strcmp(a->name, b->name) != 0));
	return NULL;
}

/* Arcs that drive a port, in any order. */
static bool drives(const struct constraints *k, const struct port_constraint *port,
		   const struct driving_arc *arc)
{
	for (int32_t i = 0; i < port->n_driving_arcs; i++) {
		const struct driving_arc *other = &k->driving_arc[port->first_driving_arc + i];

		if (other->library == arc->library && other->arc == arc->arc &&
		    other->from_edge == arc->from_edge && other->to_edge == arc->to_edge &&
		    other->split == arc->split && near(other->slew, arc->slew))
			return true;
	}
	return false;
}

static const char *ports_differ(const struct constraints *k, const struct port_constraint *a,
				const struct constraints *l, const struct port_constraint *b)
{
	DIFFER("a slew", !same(a->slew[0], b->slew[0], 4));
	DIFFER("a load",
	       !same(a->load[0], b->load[0], 4) || !same(a->wire_load[0], b->wire_load[0], 4));
	DIFFER("a fan-out", memcmp(a->fan_out, b->fan_out, sizeof a->fan_out) != 0);
	DIFFER("driving arcs", a->n_driving_arcs != b->n_driving_arcs);
	for (int32_t i = 0; i < a->n_driving_arcs; i++)
		DIFFER("a driving arc", !drives(l, b, &k->driving_arc[a->first_driving_arc + i]));
	return NULL;
}

/* Are a and b in the same set, and in different groups of it? */
static bool excludes(const struct constraints *k, int32_t a, int32_t b, int kind)
{
	for (int32_t i = 0; i < k->n_clock_groups; i++) {
		for (int32_t j = 0; j < k->n_clock_groups; j++) {
			const struct clock_group *x = &k->clock_group[i], *y = &k->clock_group[j];

			if (x->clock == a && y->clock == b && x->set == y->set &&
			    x->group != y->group && (int)x->kind == kind)
				return true;
		}
	}
	return false;
}

static const char *inside_differs(const struct constraints *a, const struct constraints *b)
{
	DIFFER("case values", a->n_cases != b->n_cases);
	for (int32_t i = 0; i < a->n_cases; i++)
		DIFFER("a case value", a->case_value[i].pin != b->case_value[i].pin ||
					       a->case_value[i].value != b->case_value[i].value);
	DIFFER("disabled arcs", a->n_disabled != b->n_disabled);
	for (int32_t i = 0; i < a->n_disabled; i++)
		DIFFER("a disabled arc",
		       memcmp(&a->disabled[i], &b->disabled[i], sizeof *a->disabled) != 0);
	DIFFER("clocks at pins", a->n_clock_pins != b->n_clock_pins);
	for (int32_t i = 0; i < a->n_clock_pins; i++) {
		const struct clock_pin *x = &a->clock_pin[i], *y = &b->clock_pin[i];

		DIFFER("a clock at a pin",
		       x->pin != y->pin || x->clock != y->clock || x->propagated != y->propagated ||
			       !same(x->source_latency[0], y->source_latency[0], 4) ||
			       !same(x->network_latency[0], y->network_latency[0], 4));
	}
	DIFFER("derates", a->n_derates != b->n_derates);
	for (int32_t i = 0; i < a->n_derates; i++) {
		const struct derate *x = &a->derate[i], *y = &b->derate[i];

		DIFFER("a derate", x->instance != y->instance || x->master != y->master ||
					   x->net != y->net || x->what != y->what ||
					   x->edges != y->edges || x->split != y->split ||
					   x->factor != y->factor);
	}
	for (int32_t n = 0; n < a->n_nets; n++)
		DIFFER("the load of a net", !near(a->net_load ? a->net_load[n] : NOT_GIVEN,
						  b->net_load ? b->net_load[n] : NOT_GIVEN));
	return NULL;
}

#define COMPARE(array, n, differ)                                                                  \
	do {                                                                                       \
		DIFFER("the number of " #array "s", a->n != b->n);                                 \
		for (int32_t i = 0; i < a->n; i++) {                                               \
			const char *wrong = differ(&a->array[i], &b->array[i]);                    \
			DIFFER(wrong, wrong);                                                      \
		}                                                                                  \
	} while (0)

static const char *constraints_differ(const struct constraints *a, const struct constraints *b)
{
	COMPARE(clock, n_clocks, clocks_differ);
	COMPARE(input_delay, n_input_delays, delays_differ);
	COMPARE(output_delay, n_output_delays, delays_differ);
	COMPARE(exception, n_exceptions, exceptions_differ);
	DIFFER("uncertainties", a->n_uncertainties != b->n_uncertainties);
	for (int32_t i = 0; i < a->n_uncertainties; i++) {
		const struct clock_uncertainty *x = &a->uncertainty[i], *y = &b->uncertainty[i];

		DIFFER("an uncertainty", x->from != y->from || x->to != y->to ||
						 !same(x->uncertainty, y->uncertainty, N_SPLITS));
	}
	for (int32_t i = 0; i < a->n_clocks * a->n_clocks * N_CLOCK_GROUP_KINDS; i++) {
		int32_t pair = i / N_CLOCK_GROUP_KINDS;
		int32_t x = pair / a->n_clocks, y = pair % a->n_clocks;

		DIFFER("clock groups", excludes(a, x, y, i % N_CLOCK_GROUP_KINDS) !=
					       excludes(b, x, y, i % N_CLOCK_GROUP_KINDS));
	}
	for (int32_t p = 0; p < a->n_ports; p++) {
		const char *wrong = ports_differ(a, &a->port[p], b, &b->port[p]);

		DIFFER(wrong, wrong);
	}
	return inside_differs(a, b);
}

/* ---- there and back ---- */

static enum status write_digits(const struct netlist *netlist, const struct constraints *k,
				int digits, struct text *out)
{
	struct text warnings = TEXT_INIT;
	char line[4096];
	FILE *file;

	TRY(sdc_write(path, k, netlist, &(struct sdc_write_options){.digits = digits}, &warnings,
		      &task));
	text_release(&warnings);
	text_clear(out);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		text_add(out, line);
	if (!file || fclose(file) != 0)
		abort();
	return STATUS_OK;
}

static enum status write_text(const struct netlist *netlist, const struct constraints *k,
			      struct text *out)
{
	return write_digits(netlist, k, -1, out);
}

/* With few digits it is read back, too, and says the same of clocks. */
static bool reads_rounded(const struct netlist *netlist, const struct constraints *k, int digits)
{
	struct text rounded = TEXT_INIT;
	enum status status = write_digits(netlist, k, digits, &rounded);
	struct sdc_case c = sdc_run_case(netlist, text_string(&rounded), NULL);
	bool alike = status == STATUS_OK && c.status == STATUS_OK && c.k->n_clocks == k->n_clocks;

	for (int32_t i = 0; alike && i < k->n_clocks; i++)
		alike = near(c.k->clock[i].period, k->clock[i].period) &&
			same(c.k->clock[i].time, k->clock[i].time, N_EDGES);
	if (!alike)
		printf("# %d digits: %s\n%s", digits, c.error, text_string(&rounded));
	sdc_case_release(&c);
	text_release(&rounded);
	return alike;
}

/* Random exceptions are also of pins where no path starts or ends, which is warned of, as are the paths that they cut. */
static bool is_warned(const struct text *warnings)
{
	const char *line = text_string(warnings), *end;

	for (; (end = strchr(line, '\n')); line = end + 1) {
		const char *ends = strstr(line, ", ignored"),
			   *cut = strstr(line, "paths are cut at");

		if (!(ends && ends < end) && !(cut && cut < end))
			return true;
	}
	return false;
}

static const char *there_and_back(const struct netlist *netlist, const struct constraints *k,
				  struct text *first)
{
	struct text second = TEXT_INIT;
	struct sdc_case c;
	const char *wrong;

	DIFFER(status_text(STATUS_FAILED), write_text(netlist, k, first) != STATUS_OK);
	c = sdc_run_case(netlist, text_string(first), NULL);
	if (c.status != STATUS_OK || is_warned(&c.warnings)) {
		printf("# %s%s\n%s", c.error, text_string(&c.warnings), text_string(first));
		sdc_case_release(&c);
		return "it isn't read back";
	}
	wrong = constraints_differ(k, c.k);
	must(write_text(netlist, c.k, &second));
	if (!wrong && strcmp(text_string(first), text_string(&second)) != 0)
		wrong = "another text";
	if (wrong)
		printf("# %s\n%s---\n%s", wrong, text_string(first), text_string(&second));
	text_release(&second);
	sdc_case_release(&c);
	return wrong;
}

/* ---- by hand ---- */

static void check_script(const struct netlist *netlist, const char *script, const char *contains)
{
	struct sdc_case c = sdc_run_case(netlist, script, NULL);
	struct text text = TEXT_INIT;
	const char *wrong;

	if (c.status != STATUS_OK) {
		fprintf(stderr, "%s\n", c.error);
		abort();
	}
	wrong = there_and_back(netlist, c.k, &text);
	OK(!wrong && strstr(text_string(&text), contains), "%.60s: %.*s", script,
	   (int)strcspn(wrong ? wrong : contains, "\n"), wrong ? wrong : contains);
	if (!wrong && !strstr(text_string(&text), contains))
		printf("# %s", text_string(&text));
	sdc_case_release(&c);
	text_release(&text);
}

#define CK "create_clock -name ck -period 10 ck; "

static void by_hand(void)
{
	static const char *const scripts[][2] = {
		{"", "current_design top\n"},
		{"create_clock -name {a b} -period 3.3 -waveform {1.1 4.2} {ck ck2}",
		 "create_clock -name {a b} -period 3.3 -waveform {1.1 4.2} [get_ports {ck ck2}]"},
		{"create_clock -name {v$x[1]} -period 1e-3; create_clock -name w*y -period 2",
		 "create_clock -name {v$x[1]} -period 0.001 -waveform {0 0.0005}\n"},
		{"create_clock -name x\\{y -period 1; set_false_path -from [get_clocks x*]",
		 "-from [get_clocks {x\\{y}]"},
		{"create_clock -name w*y -period 2; create_clock -name wzy -period 2;"
		 "set_false_path -from [get_clocks {w\\\\*y}]",
		 "-from [get_clocks {w\\\\*y}]"},
		{CK "create_clock -name c2 -period 4 -add ck; set_clock_latency 0.3 c2",
		 "create_clock -name c2 -add -period 4 -waveform {0 2} [get_ports {ck}]"},
		{CK "create_generated_clock -name g -source ck -divide_by 2 -invert div/Q",
		 "create_generated_clock -name g -source [get_ports {ck}] -master_clock [get_clocks "
		 "{ck}] -divide_by 2 -invert [get_pins {div/Q}]"},
		{CK "create_generated_clock -name g -source ck -multiply_by 3 -duty_cycle 40 div/Q",
		 " -multiply_by 3 -duty_cycle 40 "},
		{CK
		 "create_generated_clock -name g -source ck -edges {2 4 6} -edge_shift {0 .1 .2} div/Q",
		 " -edges {2 4 6} -edge_shift {0 0.1 0.2} "},
		{CK "create_generated_clock -name g -source cb/Y -combinational ci/Y",
		 " -source [get_pins {cb/Y}] -master_clock [get_clocks {ck}] -combinational "},
		{CK
		 "set_propagated_clock ck; set_clock_latency -source -early -rise 0.1 ck;"
		 "set_clock_latency -source -late 0.2 ck; set_clock_latency 1 ck; set_clock_transition "
		 "-min 0.1 ck",
		 "set_clock_latency -source -late 0.2 [get_clocks {ck}]"},
		{CK "set_clock_uncertainty 0.1 ck; set_clock_uncertainty -setup 0.3 ck",
		 "set_clock_uncertainty -hold 0.1 [get_clocks {ck}]"},
		{CK "create_clock -name b -period 3 ck2; set_clock_uncertainty -from ck -to b 0.2;"
		    "set_clock_uncertainty -hold -rise_from b -fall_to ck 0.1",
		 "set_clock_uncertainty 0.2 -from [get_clocks {ck}] -to [get_clocks {b}]\n"
		 "set_clock_uncertainty -hold 0.1 -rise_from [get_clocks {b}] -fall_to [get_clocks {ck}]\n"},
		{CK
		 "create_clock -name b -period 3 ck2; create_clock -name c -period 5;"
		 "set_clock_groups -logically_exclusive -group b; set_clock_groups -asynchronous "
		 "-group {ck c} -group b",
		 "set_clock_groups -logically_exclusive -group [get_clocks {b}] -group [get_clocks {ck c}]\n"},
		{CK "set_input_delay 1 -clock ck {a b}; set_input_delay -max -rise 2 -clock ck "
		    "-clock_fall -add_delay a; set_output_delay 0.5 {y z}; set_input_delay 3 rn",
		 "set_input_delay -max -rise -clock [get_clocks {ck}] -clock_fall -add_delay 2"},
		{CK "set_output_delay -min -0.1 -clock ck -source_latency_included "
		    "-network_latency_included {q[1] y}",
		 "-source_latency_included -network_latency_included -add_delay -0.1 [get_ports {q[1] y}]"},
		{CK "set_input_delay 1 -clock ck u1/A", "-add_delay 1 [get_pins {u1/A}]"},
		{"set_false_path -from a -through u1 -through {n1 s/co} -rise_to y -hold",
		 "set_false_path -hold -from [get_ports {a}] -through [get_pins {u1/Y}]"},
		{CK "set_max_delay 2.5 -from {ck a r0} -fall_to {r1 y} -ignore_clock_latency;"
		    "set_min_delay -rise 1 -to y",
		 "-from [list [get_clocks {ck}] [get_ports {a}] [get_cells {r0}]]"},
		{CK "set_multicycle_path 2 -from ck; set_multicycle_path -hold -end 1 -to r1/D;"
		    "set_multicycle_path -setup -start 3 -from r0/CK",
		 "set_multicycle_path -setup 2 -from [get_clocks {ck}]\n"
		 "set_multicycle_path -hold -end 0 -from [get_clocks {ck}]\n"
		 "set_multicycle_path -hold -end 1 -to [get_pins {r1/D}]\n"
		 "set_multicycle_path -setup -start 3 -from [get_pins {r0/CK}]"},
		{CK "group_path -name {g 1} -from ck; group_path -default -to y",
		 "group_path -name {g 1} -from [get_clocks {ck}]\ngroup_path -default -to [get_ports {y}]"},
		{"set_driving_cell -lib_cell BUF -pin Y {a b}; set_driving_cell -lib_cell INV -rise -min a",
		 "set_driving_cell -library cells -lib_cell INV -from_pin A -pin Y -min -rise [get_ports {a}]"},
		{"set_driving_cell -lib_cell XOR2 -pin Y -from_pin B -input_transition_rise 0.25 a",
		 "-from_pin B -pin Y -input_transition_rise 0.25 [get_ports {a}]"},
		{"set_driving_cell -lib_cell BUF -pin Y -max -input_transition_fall 0.1 rn",
		 "-input_transition_fall 0.1 -max [get_ports {rn}]"},
		{"set_input_transition 0.1 {a b}; set_input_transition -min -fall 0.05 {a b}",
		 "set_input_transition -min -fall 0.05 [get_ports {a b}]"},
		{"set_load 0.01 {y z}; set_load -pin_load -max 0.02 z; set_load 0.03 [get_nets n1]",
		 "set_load 0.03 [get_nets {n1}]"},
		{"set_load -wire_load 0.01 y; set_load -wire_load 0.02 y; set_load 0.03 y",
		 "set_load -pin_load 0.03 [get_ports {y}]\nset_load -wire_load 0.02 [get_ports {y}]"},
		{"set_port_fanout_number 3 {y z}; set_port_fanout_number -min 2 z",
		 "set_port_fanout_number 3 [get_ports {y}]\n"
		 "set_port_fanout_number -min 2 [get_ports {z}]\n"
		 "set_port_fanout_number -max 3 [get_ports {z}]"},
		{"set_case_analysis 1 u1/A; set_logic_zero rn; set_case_analysis rising d[1]",
		 "set_case_analysis rising [get_ports {d[1]}]"},
		{"set_disable_timing -from A -to Y u1; set_disable_timing [get_lib_cells cells/INV];"
		 "set_disable_timing cells/BUF/A; set_disable_timing s/f/A; set_disable_timing a",
		 "set_disable_timing -from A -to Y [get_cells {u1}]\n"
		 "set_disable_timing [get_lib_cells {cells/INV}]\n"
		 "set_disable_timing -from A [get_lib_cells {cells/BUF}]\n"
		 "set_disable_timing -to A [get_lib_cells {cells/BUF}]\n"
		 "set_disable_timing [get_pins {s/f/A}]\nset_disable_timing [get_ports {a}]\n"},
		{CK
		 "set_propagated_clock u1/Y; set_clock_latency -min 0.2 [get_pins u1/A];"
		 "set_clock_latency -source -late 0.3 r0/CK; set_clock_latency -clock ck 0.4 u1/A;"
		 "set_clock_latency -rise 0.5 r0/CK",
		 "set_clock_latency -clock [get_clocks {ck}] 0.4 [get_pins {u1/A}]"},
		{CK "set_input_delay 1 -clock ck -reference_pin r0/CK a",
		 "-clock [get_clocks {ck}] -reference_pin [get_pins {r0/CK}] -add_delay 1 [get_ports {a}]"},
		{"set_timing_derate -late -fall 1.2; set_timing_derate -early -late -rise 1.1 [get_cells u1]",
		 "set_timing_derate -early -late -rise -cell_delay 1.1 [get_cells {u1}]"},
		{"set_timing_derate -early 0.9; set_timing_derate -late -clock -cell_delay 1.1;"
		 "set_timing_derate -early -late 1.05 [get_nets n1]; set_timing_derate -late -cell_check 1.2 "
		 "[get_cells u1]; set_timing_derate -early 0.8 [get_lib_cells cells/AND2]",
		 "set_timing_derate -early -late -net_delay 1.05 [get_nets {n1}]"},
	};
	struct netlist *netlist = sdc_design();

	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
		check_script(netlist, scripts[i][0], scripts[i][1]);
	netlist_unref(netlist);
}

/* A clock that was defined before its master, and one before another took its source. */
static void order_of_clocks(void)
{
	static const char script[] =
		"create_clock -name late -period 3 ck2; create_clock -name other -add -period 5 ck2;"
		"create_generated_clock -name g -source ck -divide_by 2 div/Q; " CK
		"set_propagated_clock g";
	struct netlist *netlist = sdc_design();
	struct sdc_case c = sdc_run_case(netlist, script, NULL), again;
	struct text text = TEXT_INIT;
	const char *wrong;

	/* as it would be when the first were redefined: it came later, and took nothing away */
	c.k->clock[0].add = true;
	c.k->clock[1].add = false;
	must(write_text(netlist, c.k, &text));
	again = sdc_run_case(netlist, text_string(&text), NULL);
	OK(again.k && again.k->n_clocks == 4 && sdc_clock(again.k, "late")->add &&
		   !sdc_clock(again.k, "other")->add && sdc_clock(again.k, "g")->propagated &&
		   strcmp(again.k->clock[sdc_clock(again.k, "g")->master].name, "ck") == 0 &&
		   !again.warnings.length,
	   "clocks are defined after their masters, added ones last");
	wrong = there_and_back(netlist, again.k, &text);
	OK(!wrong, "and from then on stay: %s", wrong ? wrong : "the same");
	text_release(&text);
	sdc_case_release(&again);
	sdc_case_release(&c);
	netlist_unref(netlist);
}

/* ---- required times ---- */

static void set_required(struct constraints *k, int32_t port)
{
	static const double required[N_SPLITS][N_EDGES] = {{250, 250}, {8000, 9000}};

	k->port[port].has_required = true;
	memcpy(k->port[port].required, required, sizeof required);
}

/* As an output delay of the only clock, as path delays without one, and not at all of several. */
static void required_times(void)
{
	struct netlist *netlist = sdc_design();
	struct sdc_case clocked = sdc_run_case(netlist, CK, NULL);
	struct sdc_case free_of = sdc_run_case(netlist, "", NULL);
	struct sdc_case several = sdc_run_case(netlist, CK "create_clock -name v -period 3", NULL);
	struct text text = TEXT_INIT;
	int32_t y = sdc_pin(netlist, "y");
	enum status status;

	set_required(clocked.k, y);
	set_required(clocked.k, sdc_pin(netlist, "z"));
	must(write_text(netlist, clocked.k, &text));
	OK(strstr(text_string(&text),
		  "set_output_delay -min -clock [get_clocks {ck}] -source_latency_included "
		  "-network_latency_included -add_delay -0.25 [get_ports {y z}]\n"
		  "set_output_delay -max -rise -clock [get_clocks {ck}] -source_latency_included "
		  "-network_latency_included -add_delay 2 [get_ports {y z}]\n"),
	   "required times as output delays of the clock");
	set_required(free_of.k, y);
	must(write_text(netlist, free_of.k, &text));
	OK(strstr(text_string(&text), "set_min_delay 0.25 -to [get_ports {y}]\n"
				      "set_max_delay 8 -rise_to [get_ports {y}]\n"
				      "set_max_delay 9 -fall_to [get_ports {y}]\n"),
	   "as path delays without a clock");
	set_required(several.k, y);
	status = write_text(netlist, several.k, &text);
	OK(status == STATUS_FAILED, "with several clocks: %s", status_text(status));
	text_release(&text);
	sdc_case_release(&clocked);
	sdc_case_release(&free_of);
	sdc_case_release(&several);
	netlist_unref(netlist);
}

/* ---- names ---- */

static void odd_names(void)
{
	static const char *const names[] = {"a*b",   "a?b", "a\\b", "a[3]",  "$a",  "a{b", "}",
					    "\"a\"", "#a",  "a;b",  "a b",   "axb", "[a]", "a}{",
					    "\\*",   "a\\", "{a}",  "-from", "a[*]"};
	enum { N = sizeof names / sizeof *names };
	struct text text = TEXT_INIT;
	struct netlist *netlist;
	struct constraints *k;
	const char *wrong;
	int32_t id;

	must(netlist_new("n [x]", &netlist));
	for (int32_t i = 0; i < N; i++)
		must(netlist_add_port(netlist, names[i], LIB_INPUT, &id));
	for (int32_t i = 0; i < N; i++) {
		must(netlist_add_net(netlist, names[i], NET_SIGNAL, &id));
		netlist_connect(netlist, i, id);
	}
	must(netlist_close(netlist));
	must(constraints_new("k", netlist, &k));
	must(ALLOC(&k->net_load, k->n_nets));
	for (int32_t i = 0; i < N; i++) {
		struct external_delay delay = {
			.reference = -1, .pin = i, .clock_edge = -1, .delay = {{i, i}, {i, i}}};

		must(constraints_add_external(k, true, &delay));
		k->net_load[i] = i;
		must(constraints_add_clock(k, names[i], i + 1, 0, 0.5, &id));
		must(clock_add_source(&k->clock[id], i));
		k->clock[id].uncertainty[LATE] = i;
		k->port[i].load[EARLY][RISE] = 7;
	}
	wrong = there_and_back(netlist, k, &text);
	OK(!wrong, "names of all sorts: %s", wrong ? wrong : "the same");
	text_release(&text);
	constraints_unref(k);
	netlist_unref(netlist);
}

/* ---- at random ---- */

static void set_edges(struct point_list *list)
{
	int32_t n = 0;

	for (int32_t i = 0; i < list->n; i++) {
		bool twice = false;

		list->point[i].edges = list->point[0].edges;
		for (int32_t j = 0; j < n; j++)
			twice |= list->point[j].kind == list->point[i].kind &&
				 list->point[j].id == list->point[i].id;
		if (!twice)
			list->point[n++] = list->point[i];
	}
	list->n = n;
}

/* A -from says one edge for all; an empty list is met by nothing; a cell named twice is one. */
static bool can_be_said(struct exception *e)
{
	bool can = (!e->filter.from.given || e->filter.from.n) &&
		   (!e->filter.to.given || e->filter.to.n);

	set_edges(&e->filter.from);
	set_edges(&e->filter.to);
	for (int32_t i = 0; i < e->filter.n_throughs; i++) {
		set_edges(&e->filter.through[i]);
		can = can && e->filter.through[i].n;
	}
	if (e->kind == EXCEPTION_MULTICYCLE && e->applies[EARLY])
		e->applies[LATE] = false; /* two commands */
	if (e->kind == EXCEPTION_GROUP)
		e->filter.to_edges = EDGES_BOTH;
	return can && (e->kind != EXCEPTION_GROUP || e->filter.from.given || e->filter.to.given ||
		       e->filter.n_throughs);
}

static bool is_first_between(const struct constraints *k, int32_t i)
{
	for (int32_t j = 0; j < i; j++) {
		if (k->uncertainty[j].from == k->uncertainty[i].from &&
		    k->uncertainty[j].to == k->uncertainty[i].to)
			return false;
	}
	return true;
}

static bool is_last_of_pin(const struct external_delay *delay, int32_t i, int32_t n)
{
	for (int32_t j = i + 1; j < n; j++) {
		if (delay[j].pin == delay[i].pin && delay[j].clock_edge == delay[i].clock_edge)
			return false;
	}
	return true;
}

/* Does a waveform make sense, and does no other clock take its source? */
static bool is_sound(const struct constraints *k)
{
	for (int32_t i = 0; i < k->n_clocks; i++) {
		const struct clock *c = &k->clock[i];

		if (c->time[RISE] == c->time[FALL] ||
		    (!c->n_sources && is_given(c->transition[0][0])))
			return false;
		for (int32_t j = 0; j < i; j++) {
			if (!c->add && c->n_sources && k->clock[j].n_sources &&
			    c->source[0] == k->clock[j].source[0])
				return false;
		}
	}
	return true;
}

static void leave_out(struct constraints *k)
{
	for (int32_t p = 0; p < k->n_ports; p++) {
		k->port[p].has_required = false;
		k->port[p].n_driving_arcs = 0;
	}
	for (int32_t c = 0; c < k->n_clocks; c++) {
		for (int i = 0; i < 4 && !k->clock[c].n_sources; i++)
			k->clock[c].transition[i / 2][i % 2] = NOT_GIVEN;
		k->clock[c].propagated = k->clock[c].propagated && k->clock[c].n_sources;
	}
	for (int32_t i = 0; i < k->n_derates; i++) {
		if (k->derate[i].instance >= 0 || k->derate[i].master >= 0)
			k->derate[i].what &= ~DERATE_NET; /* a cell has no nets */
	}
	KEEP(k->uncertainty, k->n_uncertainties, is_first_between(k, i));
	KEEP(k->input_delay, k->n_input_delays,
	     is_last_of_pin(k->input_delay, i, k->n_input_delays));
	KEEP(k->output_delay, k->n_output_delays,
	     is_last_of_pin(k->output_delay, i, k->n_output_delays));
	for (int32_t i = 0; i < k->n_exceptions; i++) {
		if (can_be_said(&k->exception[i]))
			continue;
		path_filter_release(&k->exception[i].filter);
		free(k->exception[i].name);
		k->exception[i] = k->exception[--k->n_exceptions];
		i--;
	}
}

static void at_random(void)
{
	struct text text = TEXT_INIT;
	int n = 0, n_wrong = 0, n_skipped = 0;

	for (; n < 150 && n_wrong < 2; n++) {
		struct random_options options = {
			.n_instances = 3 + n % 20, .scale = 1, .odd = n % 2, .constrained = true};
		struct random_design design;

		random_seed((uint64_t)n + 1);
		random_design(&options, &design);
		leave_out(design.constraints);
		if (is_sound(design.constraints))
			n_wrong +=
				there_and_back(design.netlist, design.constraints, &text) != NULL ||
				!reads_rounded(design.netlist, design.constraints, n % 5);
		else
			n_skipped++;
		random_design_release(&design);
	}
	OK(n_wrong == 0 && n_skipped < n / 2, "%d random constraints, %d of them not sound", n,
	   n_skipped);
	text_release(&text);
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0)
		abort();
	close(fd);
	by_hand();
	order_of_clocks();
	required_times();
	odd_names();
	at_random();
	unlink(path);
	return tap_done();
}
