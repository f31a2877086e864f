/*
 * Writers of libraries, netlists and parasitics: what is written is read back as the same
 * structures, and written again as the same text. Random designs, and by hand what these haven't:
 * buses, banks, black boxes, names of all sorts. Files are whole or not there.
 */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "db/link/link.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "read/liberty/liberty.h"
#include "read/spef/spef.h"
#include "read/verilog/verilog.h"
#include "lib/tap.h"
#include "write/liberty.h"
#include "write/spef.h"
#include "write/verilog.h"

static char folder[] = "/tmp/t_write.XXXXXX";
static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	fprintf(stderr, "%s\n", status_text(status));
	abort();
}

/* A file in the folder; four names at a time. */
static const char *file(const char *name)
{
	static char path[4][64];
	static int next;

	next = (next + 1) % 4;
	snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
	return path[next];
}

static bool same_files(const char *a, const char *b)
{
	FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
	int c = 0, d = 0;

	if (!x || !y)
		abort();
	while (c == d && c != EOF) {
		c = getc(x);
		d = getc(y);
	}
	fclose(x);
	fclose(y);
	return c == d;
}

/* ---- libraries ---- */

/* The first difference, NULL = none. */
#define DIFFER(what, condition)                                                                    \
	do {                                                                                       \
		if (condition)                                                                     \
			return what;                                                               \
	} while (0)

static bool same_name(const struct names *a, int32_t x, const struct names *b, int32_t y)
{
	return (x < 0) == (y < 0) && (x < 0 || strcmp(names_get(a, x), names_get(b, y)) == 0);
}

static bool same_expression(const struct library *a, int32_t x, const struct library *b, int32_t y)
{
	if (x < 0 || y < 0)
		return x < 0 && y < 0;
	while (a->expression[x] == b->expression[y] && a->expression[x] != LIB_END) {
		x++;
		y++;
	}
	return a->expression[x] == b->expression[y];
}

/* A sum, as of the linear model, or a number made up here may be what none gives when it is read.
 */
static bool same_numbers(const double *a, const double *b, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		if (fabs(a[i] - b[i]) > 2.3e-16 * fabs(a[i]))
			return false;
	}
	return true;
}

static bool same_table(const struct library *a, int32_t x, const struct library *b, int32_t y)
{
	const struct lut *t, *u;
	int64_t n;

	if (x < 0 || y < 0)
		return x < 0 && y < 0;
	t = &a->lut[x];
	u = &b->lut[y];
	if (memcmp(t->variable, u->variable, sizeof t->variable) != 0 ||
	    memcmp(t->n, u->n, sizeof t->n) != 0)
		return false;
	n = (int64_t)t->n[0] * t->n[1] + (t->variable[0] ? t->n[0] : 0) +
	    (t->variable[1] ? t->n[1] : 0);
	return same_numbers(a->number + t->first, b->number + u->first, n);
}

static const char *pins_differ(const struct library *a, const struct lib_pin *x,
			       const struct library *b, const struct lib_pin *y)
{
	DIFFER("the name of a pin", !same_name(&a->string, x->name, &b->string, y->name));
	DIFFER("direction", x->direction != y->direction);
	DIFFER("clock", x->is_clock != y->is_clock);
	DIFFER("capacitance", !same_numbers(&x->capacitance[0][0], &y->capacitance[0][0], 4));
	DIFFER("max_capacitance", x->max_capacitance != y->max_capacitance);
	DIFFER("min_capacitance", x->min_capacitance != y->min_capacitance);
	DIFFER("max_transition", x->max_slew != y->max_slew);
	DIFFER("fan-out", x->max_fanout != y->max_fanout || x->fanout_load != y->fanout_load);
	DIFFER("function", !same_expression(a, x->function, b, y->function));
	DIFFER("three_state", !same_expression(a, x->three_state, b, y->three_state));
	return NULL;
}

static const char *arcs_differ(const struct library *a, const struct lib_arc *x,
			       const struct library *b, const struct lib_arc *y)
{
	DIFFER("the pins of an arc", x->from != y->from || x->to != y->to);
	DIFFER("the kind of an arc", x->kind != y->kind);
	DIFFER("sense", x->sense != y->sense);
	DIFFER("edges", memcmp(x->from_edge, y->from_edge, sizeof x->from_edge) != 0);
	DIFFER("when", !same_expression(a, x->when, b, y->when));
	for (int edge = 0; edge < N_EDGES; edge++) {
		/* preset and clear are two types; random arcs are both */
		if (x->kind == LIB_SET_RESET && y->delay[edge] < 0)
			continue;
		DIFFER("a table", !same_table(a, x->delay[edge], b, y->delay[edge]));
		DIFFER("slews", !same_table(a, x->slew[edge], b, y->slew[edge]));
	}
	return NULL;
}

/* Arcs are written with the pins that they lead to; those of unknown types aren't. */
static const char *arc_lists_differ(const struct library *a, const struct lib_cell *x,
				    const struct library *b, const struct lib_cell *y)
{
	const struct lib_arc *ours = &b->arc[y->first_arc];
	int32_t n = 0;

	for (int32_t to = 0; to < x->n_pins; to++) {
		for (int32_t i = 0; i < x->n_arcs; i++) {
			const struct lib_arc *arc = &a->arc[x->first_arc + i];
			const char *wrong;

			if (arc->to != to || !lib_timing_types[arc->type].name)
				continue;
			while (n < y->n_arcs && ours[n].to != to)
				n++;
			DIFFER("an arc is missing", n == y->n_arcs);
			wrong = arcs_differ(a, arc, b, &ours[n++]);
			DIFFER(wrong, wrong);
		}
		n = 0;
	}
	for (int32_t i = 0; i < x->n_arcs; i++)
		n += lib_timing_types[a->arc[x->first_arc + i].type].name != NULL;
	DIFFER("the number of arcs", n != y->n_arcs);
	return NULL;
}

static const char *states_differ(const struct library *a, const struct lib_state *x,
				 const struct library *b, const struct lib_state *y)
{
	DIFFER("the kind of a state", x->kind != y->kind);
	DIFFER("variables", x->variable != y->variable || x->inverse != y->inverse);
	DIFFER("clocked_on", !same_expression(a, x->clock, b, y->clock));
	DIFFER("next_state", !same_expression(a, x->data, b, y->data));
	DIFFER("clear", !same_expression(a, x->clear, b, y->clear));
	DIFFER("preset", !same_expression(a, x->preset, b, y->preset));
	return NULL;
}

static const char *buses_differ(const struct library *a, const struct lib_bus *x,
				const struct library *b, const struct lib_bus *y)
{
	DIFFER("the name of a bus", !same_name(&a->string, x->name, &b->string, y->name));
	DIFFER("the range of a bus", x->from != y->from || x->to != y->to);
	DIFFER("bundle", x->is_bundle != y->is_bundle);
	DIFFER("the pins of a bus", x->first_pin != y->first_pin || x->n_pins != y->n_pins);
	return NULL;
}

/* Two arrays of a cell, item by item. */
#define COMPARE(array, first, n, differ)                                                           \
	do {                                                                                       \
		DIFFER("the number of " #array "s", x->n != y->n);                                 \
		for (int32_t i = 0; i < x->n && !wrong; i++)                                       \
			wrong = differ(a, &a->array[x->first + i], b, &b->array[y->first + i]);    \
	} while (0)

static const char *cells_differ(const struct library *a, const struct lib_cell *x,
				const struct library *b, const struct lib_cell *y)
{
	const char *wrong = NULL;

	DIFFER("the name of a cell", !same_name(&a->cell_name, x->name, &b->cell_name, y->name));
	DIFFER("area", x->area != y->area);
	DIFFER("flags", x->dont_use != y->dont_use || x->is_macro != y->is_macro ||
				x->is_memory != y->is_memory ||
				x->is_sequential != y->is_sequential ||
				x->is_clock_gate != y->is_clock_gate);
	COMPARE(pin, first_pin, n_pins, pins_differ);
	COMPARE(bus, first_bus, n_buses, buses_differ);
	COMPARE(state, first_state, n_states, states_differ);
	if (!wrong)
		wrong = arc_lists_differ(a, x, b, y);
	DIFFER("the number of supplies", x->n_supplies != y->n_supplies);
	for (int32_t i = 0; i < x->n_supplies; i++)
		DIFFER("a supply", !same_name(&a->string, a->supply[x->first_supply + i],
					      &b->string, b->supply[y->first_supply + i]));
	return wrong;
}

static const char *libraries_differ(const struct library *a, const struct library *b)
{
	DIFFER("name", strcmp(a->name, b->name) != 0);
	DIFFER("units", a->time_unit != b->time_unit ||
				a->capacitance_unit != b->capacitance_unit ||
				a->resistance_unit != b->resistance_unit);
	DIFFER("nominal conditions", memcmp(a->nominal, b->nominal, sizeof a->nominal) != 0 ||
					     a->slew_derate != b->slew_derate);
	DIFFER("operating conditions", a->n_conditions != b->n_conditions ||
					       a->default_conditions != b->default_conditions);
	DIFFER("scaling factors", library_scales(a) != library_scales(b));
	DIFFER("thresholds",
	       memcmp(a->slew_lower, b->slew_lower, sizeof a->slew_lower) != 0 ||
		       memcmp(a->slew_upper, b->slew_upper, sizeof a->slew_upper) != 0 ||
		       memcmp(a->input_threshold, b->input_threshold, sizeof a->input_threshold) !=
			       0 ||
		       memcmp(a->output_threshold, b->output_threshold,
			      sizeof a->output_threshold) != 0);
	DIFFER("defaults", a->default_max_slew != b->default_max_slew ||
				   a->default_max_fanout != b->default_max_fanout ||
				   a->default_fanout_load != b->default_fanout_load);
	DIFFER("the number of cells", a->n_cells != b->n_cells);
	for (int32_t c = 0; c < a->n_cells; c++) {
		const char *wrong = cells_differ(a, &a->cell[c], b, &b->cell[c]);

		if (wrong)
			printf("# cell %s\n", names_get(&a->cell_name, a->cell[c].name));
		DIFFER(wrong, wrong);
	}
	return NULL;
}

static struct library *read_library(const char *path, struct text *warnings)
{
	struct library *library;

	text_clear(warnings);
	must(liberty_read(path, warnings, &task, &library));
	return library;
}

/* Written and read back. */
static struct library *rewrite_library(const struct library *library, const char *path)
{
	struct text warnings = TEXT_INIT;
	struct library *again;

	must(liberty_write(path, library, &task));
	again = read_library(path, &warnings);
	if (warnings.length)
		printf("# %s", text_string(&warnings));
	if (warnings.length)
		abort();
	text_release(&warnings);
	return again;
}

static void library_file(const char *path, const char *name)
{
	struct text warnings = TEXT_INIT;
	struct library *library = read_library(path, &warnings), *again, *third;
	const char *wrong;

	again = rewrite_library(library, file("a.lib"));
	wrong = libraries_differ(library, again);
	OK(!wrong, "%s read back: %s", name, wrong ? wrong : "the same");
	third = rewrite_library(again, file("b.lib.gz"));
	must(liberty_write(file("c.lib"), third, &task));
	OK(same_files(file("a.lib"), file("c.lib")), "%s written again", name);
	library_unref(library);
	library_unref(again);
	library_unref(third);
	text_release(&warnings);
}

/* What the files beside don't have: banks, bundles, arcs across and along buses, conditions bit by
 * bit. */
static void library_by_hand(void)
{
	static const char text[] =
		"library (odd) { time_unit : \"10ps\"; capacitive_load_unit (0.3, ff);\n"
		"nom_voltage : 0.7; default_max_transition : 3.1; default_fanout_load : 2;\n"
		"type (four) { bit_from : 3; bit_to : 0; } type (up) { bit_from : 0; bit_to : 2; }\n"
		"lu_table_template (line) { variable_1 : related_pin_transition; index_1 (\"1,2\"); }\n"
		"cell (REG) { area : 1.75; is_macro_cell : true; pg_pin (VDD) { } pg_pin (\"V S\") { }\n"
		"  ff_bank (IQ, IQN, 4) { clocked_on : \"CK\"; next_state : \"D & E\"; clear : \"!R\"; }\n"
		"  pin (CK, E) { direction : input; clock : true; capacitance : 1.1; }\n"
		"  pin (R) { direction : input; rise_capacitance : 1.25; fall_capacitance : 1.5;\n"
		"    rise_capacitance_range (1, 1.25); fall_capacitance_range (1.1, 1.5); }\n"
		"  bus (D) { bus_type : four; direction : input; capacitance : 2;\n"
		"    timing () { related_pin : CK; timing_type : setup_rising; when : \"D & E\";\n"
		"      rise_constraint (line) { values (\"0.1, 0.3\"); } }\n"
		"    pin (D[2]) { timing () { related_pin : CK; timing_type : hold_falling;\n"
		"      fall_constraint (scalar) { values (\"0.7\"); } } } }\n"
		"  bus (Q) { bus_type : four; direction : output; function : \"IQ\"; max_capacitance : 9;\n"
		"    three_state : \"(E ^ R) & !(CK | E) & (0 | !(!CK & R))\";\n"
		"    timing () { related_pin : \"CK D\"; timing_type : rising_edge;\n"
		"      cell_rise (scalar) { values (\"1.7\"); } rise_transition (scalar) { values (\"1\"); } }\n"
		"    timing () { related_bus_pins : \"A\"; timing_sense : negative_unate;\n"
		"      cell_fall (scalar) { values (\"1.3\"); } fall_transition (scalar) { values (\"1\"); } }\n"
		"    timing () { related_pin : \"R\"; timing_type : clear;\n"
		"      cell_fall (scalar) { values (\"1.9\"); } fall_transition (scalar) { values (\"1\"); } } }\n"
		"  bus (A) { bus_type : up; direction : input; }\n"
		"  bundle (B) { members (B0, B1); direction : inout;\n"
		"    pin (B1) { capacitance : 4; function : \"B0\"; } }\n"
		"  pin (W) { direction : internal; timing () { timing_type : min_pulse_width; related_pin : W;\n"
		"    rise_constraint (scalar) { values (\"2\"); } }\n"
		"    timing () { related_pin : \"A E\"; timing_type : three_state_disable_rise;\n"
		"      cell_rise (scalar) { values (\"2\"); } } } }\n"
		"cell (LAT) { dont_use : true; clock_gating_integrated_cell : \"latch_posedge\";\n"
		"  statetable (\"CK E\", \"M\") { table : \"L L : - : L\"; } latch (L, LN) { enable : \"CK'\";\n"
		"  data_in : \"E\"; preset : \"0\"; } pin (CK, E) { direction : input; }\n"
		"  pin (GCK) { direction : output; state_function : \"CK & M\"; timing () { related_pin : CK;\n"
		"    timing_sense : positive_unate; cell_rise (scalar) { values (\"5\"); } } } }\n"
		"cell (MEM) { memory () { type : ram; } pin (X) { direction : input; } }\n"
		"}\n";
	FILE *out = fopen(file("odd.lib"), "w");

	if (!out || fputs(text, out) < 0 || fclose(out) != 0)
		abort();
	library_file(file("odd.lib"), "a library of all sorts");
}

/* ---- netlists ---- */

static const char *pin_of(const struct netlist *netlist, int32_t pin, struct text *name)
{
	text_clear(name);
	netlist_write_pin(netlist, pin, '/', name);
	return text_string(name);
}

/* Instances and pins in their order; nets as what pins have in common, with their names. */
static const char *netlists_differ(const struct netlist *a, const struct netlist *b)
{
	struct text x = TEXT_INIT, y = TEXT_INIT;

	DIFFER("name", strcmp(a->name, b->name) != 0);
	DIFFER("ports", a->n_ports != b->n_ports);
	DIFFER("instances", a->n_instances != b->n_instances);
	DIFFER("pins", a->n_pins != b->n_pins);
	for (int32_t p = 0; p < a->n_ports; p++)
		DIFFER("direction", a->port_direction[p] != b->port_direction[p]);
	for (int32_t p = 0; p < a->n_pins; p++) {
		int32_t net = a->pin_net[p], other = b->pin_net[p];
		const char *name = net < 0 ? NULL : names_get(&a->net_name, net);

		DIFFER("a pin", strcmp(pin_of(a, p, &x), pin_of(b, p, &y)) != 0);
		/* a port has a net of its own in Verilog */
		if (net < 0 && p < a->n_ports && other >= 0 &&
		    b->net_pin_row[other + 1] - b->net_pin_row[other] == 1)
			continue;
		DIFFER("what isn't connected", (net < 0) != (other < 0));
		DIFFER("a net",
		       net >= 0 && netlist_find_net(b, name, (int64_t)strlen(name)) != other);
		DIFFER("what is tied", net >= 0 && a->net_constant[net] != b->net_constant[other]);
		DIFFER("the size of a net",
		       net >= 0 && a->net_pin_row[net + 1] - a->net_pin_row[net] !=
					   b->net_pin_row[other + 1] - b->net_pin_row[other]);
	}
	text_release(&x);
	text_release(&y);
	return NULL;
}

static struct netlist *read_netlist(const char *path, struct library *early, struct library *late)
{
	struct modules modules = {0};
	struct text warnings = TEXT_INIT;
	struct netlist *netlist;

	must(verilog_read(path, &modules, &warnings, &task));
	must(link_netlist(&(struct link_sources){.modules = &modules,
						 .library = {early ? &early : &late, &late},
						 .n_libraries = {late != NULL, late != NULL}},
			  &warnings, &task, &netlist));
	modules_release(&modules);
	text_release(&warnings);
	return netlist;
}

static void names_of_all_sorts(void)
{
	static const char text[] =
		"module \\top[1] (a, \\b[0] , c, \\assign , z, io);\n"
		"input [3:0] a; input \\b[0] ; input c; output \\assign ; output [0:1] z; inout io;\n"
		"wire \\c[7] , \\x/y[2] , w; supply1 one; wire [1:0] \\v.w ;\n"
		"assign z[0] = 1'b1; assign z[1] = \\v.w [1];\n"
		"BOX \\u/1 (.p({a[0], 1'b0, \\c[7] }), .\\q+ (one), .r(\\v.w [0]), .s());\n"
		"BOX u2 (.p({a[1], w, c}), .\\q+ (1'b1), .\\t[5] (\\x/y[2] ));\n"
		"sub s (.i(a[3:2]), .o(\\assign ));\n"
		"endmodule\n"
		"module sub (i, o); input [1:0] i; output o; BOX k (.r(i[1]), .p({i[0], o})); endmodule\n";
	FILE *out = fopen(file("n.v"), "w");
	struct netlist *netlist, *again;
	const char *wrong;

	if (!out || fputs(text, out) < 0 || fclose(out) != 0)
		abort();
	/* black boxes alone: no library */
	netlist = read_netlist(file("n.v"), NULL, NULL);
	must(verilog_write(file("m.v"), netlist, &(struct verilog_options){0}, &task));
	again = read_netlist(file("m.v"), NULL, NULL);
	wrong = netlists_differ(netlist, again);
	OK(!wrong, "names of all sorts and black boxes: %s", wrong ? wrong : "the same");
	must(verilog_write(file("o.v"), again, &(struct verilog_options){0}, &task));
	OK(same_files(file("m.v"), file("o.v")), "and written again");
	netlist_unref(again);
	must(verilog_write(file("m.v"), netlist, &(struct verilog_options){.aliases = true},
			   &task));
	again = read_netlist(file("m.v"), NULL, NULL);
	wrong = netlists_differ(netlist, again);
	for (int32_t i = 0; i < netlist->alias_name.n && !wrong; i++) {
		const char *name = names_get(&netlist->alias_name, i);
		const char *net = names_get(&netlist->net_name, netlist->alias_net[i]);
		int32_t found = netlist_find_net(again, name, (int64_t)strlen(name));

		if (found < 0 || strcmp(names_get(&again->net_name, found), net) != 0)
			wrong = name;
	}
	OK(!wrong && netlist->alias_name.n > 0, "with other names of %d nets: %s",
	   netlist->alias_name.n, wrong ? wrong : "the same");
	netlist_unref(netlist);
	netlist_unref(again);
}

static void what_cant_be_written(void)
{
	struct netlist *netlist;
	int32_t port, net;
	enum status status;
	FILE *left;

	must(netlist_new("n", &netlist));
	must(netlist_add_port(netlist, "p", LIB_INPUT, &port));
	must(netlist_add_net(netlist, "p", NET_SIGNAL, &net));
	must(netlist_close(netlist));
	status = verilog_write(file("not.v"), netlist, &(struct verilog_options){0}, &task);
	OK(status == STATUS_FAILED, "a port that isn't on the net of its name: %s",
	   status_text(status));
	netlist_unref(netlist);
	must(netlist_new("n", &netlist));
	must(netlist_add_net(netlist, "a b", NET_SIGNAL, &net));
	must(netlist_close(netlist));
	status = verilog_write(file("not.v"), netlist, &(struct verilog_options){0}, &task);
	OK(status == STATUS_FAILED, "a name with a blank: %s", status_text(status));
	netlist_unref(netlist);
	left = fopen(file("not.v"), "r");
	OK(!left, "and no file is there");
}

/* ---- parasitics ---- */

/* Of entries of the same net only the last counts. */
static const char *parasitics_differ(const struct parasitics *a, const struct parasitics *b)
{
	int32_t n = 0;

#define SAME(array, row, n)                                                                        \
	(memcmp(a->array + a->row[i], b->array + b->row[j], (size_t)(n) * sizeof *a->array) == 0)
	for (int32_t i = 0; i < a->n_nets; i++) {
		int64_t n_nodes = a->node_row[i + 1] - a->node_row[i];
		int64_t n_resistors = a->resistor_row[i + 1] - a->resistor_row[i];
		int32_t j = n;

		if (a->entry_of_net[a->net[i]] != i)
			continue;
		DIFFER("nets", n++ == b->n_nets || a->net[i] != b->net[j]);
		DIFFER("totals", a->total[i] != b->total[j]);
		DIFFER("the number of nodes", b->node_row[j + 1] - b->node_row[j] != n_nodes);
		DIFFER("nodes", !SAME(node_pin, node_row, n_nodes));
		DIFFER("capacitances", !SAME(node_capacitance, node_row, n_nodes));
		DIFFER("the number of resistors",
		       b->resistor_row[j + 1] - b->resistor_row[j] != n_resistors);
		DIFFER("resistors", !SAME(resistor_from, resistor_row, n_resistors) ||
					    !SAME(resistor_to, resistor_row, n_resistors));
		DIFFER("resistances", !SAME(resistance, resistor_row, n_resistors));
	}
	DIFFER("the number of nets", n != b->n_nets);
#undef SAME
	return NULL;
}

/* ---- random designs ---- */

static bool same_design(const struct random_design *design)
{
	struct library *late = rewrite_library(design->late, file("late.lib"));
	struct library *early =
		design->early ? rewrite_library(design->early, file("early.lib")) : NULL;
	struct text warnings = TEXT_INIT;
	struct netlist *netlist;
	struct parasitics *parasitics = NULL;
	const char *wrong = libraries_differ(design->late, late);

	if (!wrong && early)
		wrong = libraries_differ(design->early, early);
	must(verilog_write(file("r.v"), design->netlist, &(struct verilog_options){0}, &task));
	netlist = read_netlist(file("r.v"), early, late);
	if (!wrong)
		wrong = netlists_differ(design->netlist, netlist);
	if (design->parasitics && design->parasitics->n_nets) {
		must(spef_write(file("r.spef"), design->parasitics, design->netlist,
				design->netlist->n_nets % 2, &task));
		must(spef_read(file("r.spef"),
			       &(struct spef_source)SPEF_SOURCE_INIT(design->netlist), &warnings,
			       &task, &parasitics));
		if (!wrong)
			wrong = parasitics_differ(design->parasitics, parasitics);
		if (!wrong && warnings.length)
			wrong = text_string(&warnings);
	}
	if (wrong)
		printf("# %s\n", wrong);
	parasitics_unref(parasitics);
	netlist_unref(netlist);
	library_unref(early);
	library_unref(late);
	text_release(&warnings);
	return !wrong;
}

static void random_designs(bool constrained)
{
	int n = 0, n_wrong = 0;

	for (; n < 60 && n_wrong < 3; n++) {
		struct random_options options = {
			.n_instances = 5 + n, .scale = 1, .odd = n % 2, .constrained = constrained};
		struct random_design design;

		random_seed((uint64_t)n + 1);
		random_design(&options, &design);
		n_wrong += !same_design(&design);
		random_design_release(&design);
	}
	OK(n_wrong == 0, "%d random designs%s read back", n, constrained ? " with clocks" : "");
}

/* ---- numbers ---- */

static void numbers(void)
{
	static const double units[] = {1, 1000, 0.3, 10, 1e-3};
	struct text text = TEXT_INIT, again = TEXT_INIT;
	int n_wrong = 0;

	random_seed(1);
	for (int i = 0; i < 200000; i++) {
		double unit = units[i % 5],
		       x = ldexp((double)random_next(), (int)random_below(60) - 90);
		double number = x * unit, read;

		text_clear(&text);
		text_number_in(&text, number, unit);
		n_wrong += strtod(text_string(&text), NULL) * unit != number;
		/* one that nothing gives, perhaps: the second time it is the same */
		number = nextafter(number, 0);
		text_clear(&text);
		text_number_in(&text, number, unit);
		read = strtod(text_string(&text), NULL) * unit;
		n_wrong += fabs(read - number) > 1e-15 * number;
		text_clear(&again);
		text_number_in(&again, read, unit);
		n_wrong += strcmp(text_string(&text), text_string(&again)) != 0;
	}
	OK(n_wrong == 0, "numbers are read back in any unit");
	text_clear(&text);
	text_number(&text, -0.0);
	text_add(&text, " ");
	text_number(&text, 0.1);
	text_add(&text, " ");
	text_number_in(&text, 1234.5, 1000);
	OK(strcmp(text_string(&text), "0 0.1 1.2345") == 0, "and short: %s", text_string(&text));
	text_release(&text);
	text_release(&again);
}

/* ---- files ---- */

static int n_files(void)
{
	DIR *dir = opendir(folder);
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void write_file(const char *path, const char *text, enum status status, enum status wanted,
		       const char *name)
{
	struct output out;
	enum status got = output_open(&out, path, &task);

	if (got == STATUS_OK) {
		text_add(&out.text, text);
		got = output_step(&out, 1);
		got = output_close(&out, status != STATUS_OK ? status : got);
	}
	OK(got == wanted, "%s: %s", name, got == STATUS_OK ? "written" : status_text(got));
}

static void files(void)
{
	int before = n_files();
	struct stat info;
	char target[64] = "";

	write_file(file("f"), "one\n", STATUS_OK, STATUS_OK, "a new file");
	chmod(file("f"), 0640);
	must(symlink("f", file("link")) == 0 ? STATUS_OK : STATUS_IO);
	write_file(file("link"), "two\n", STATUS_OK, STATUS_OK, "what a link leads to");
	OK(readlink(file("link"), target, sizeof target - 1) == 1 && stat(file("f"), &info) == 0 &&
		   info.st_size == 4 && (info.st_mode & 0777) == 0640,
	   "the link and the file's mode stay");
	write_file(file("f"), "three, longer\n", STATUS_FAILED, STATUS_FAILED, "one that fails");
	atomic_store(&task.cancel, true);
	write_file(file("f"), "four, longer\n", STATUS_OK, STATUS_CANCELLED, "a cancelled one");
	atomic_store(&task.cancel, false);
	OK(stat(file("f"), &info) == 0 && info.st_size == 4, "leave the old one");
	write_file("/dev/full", "text\n", STATUS_OK, STATUS_IO, "a full disk");
	write_file("/dev/null", "text\n", STATUS_OK, STATUS_OK, "what isn't a plain file");
	write_file(file("no/such/folder"), "text\n", STATUS_OK, STATUS_IO, "no such folder");
	write_file(folder, "text\n", STATUS_OK, STATUS_IO, "a folder");
	write_file(file("a.gz"), "text\n", STATUS_OK, STATUS_OK, "a compressed one");
	write_file(file("b.gz"), "text\n", STATUS_OK, STATUS_OK, "and again");
	OK(same_files(file("a.gz"), file("b.gz")) && !same_files(file("a.gz"), file("f")),
	   "it has no time in it");
	OK(n_files() == before + 4, "nothing else is left");
}

int main(void)
{
	struct text command = TEXT_INIT;
	const char *srcdir = getenv("srcdir");
	static const char *const libraries[] = {"cells", "domains", "duo", "hand_Early", "stage"};

	if (!mkdtemp(folder))
		abort();
	numbers();
	files();
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		text_clear(&command);
		text_printf(&command, "%s/tests/data/%s.lib", srcdir ? srcdir : ".", libraries[i]);
		library_file(text_string(&command), libraries[i]);
	}
	library_by_hand();
	names_of_all_sorts();
	what_cant_be_written();
	random_designs(false);
	random_designs(true);
	text_clear(&command);
	text_printf(&command, "rm -r %s", folder);
	if (system(text_string(&command)) != 0)
		abort();
	text_release(&command);
	return tap_done();
}
