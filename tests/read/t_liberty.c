/* Reading Liberty: what is read, messages about the rest, and real libraries. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "read/liberty/liberty.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_liberty.XXXXXX";

static struct library *library;
static struct text warnings;

static enum status read_file(const char *name)
{
	struct task task = TASK_INIT;

	library_unref(library);
	library = NULL;
	text_clear(&warnings);
	return liberty_read(name, &warnings, &task, &library);
}

static enum status read_bytes(const char *bytes, size_t n)
{
	FILE *file;

	unlink(path); /* some file systems wait for the disk when a file is written again */
	file = fopen(path, "w");
	fwrite(bytes, 1, n, file);
	fclose(file);
	return read_file(path);
}

static enum status read_string(const char *text)
{
	return read_bytes(text, strlen(text));
}

/* The message without the file's name. */
static const char *message(enum status status)
{
	const char *text = status_text(status);

	return strncmp(text, path, strlen(path)) == 0 ? text + strlen(path) + 1 : text;
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * (fabs(b) + 1);
}

/* ---- looking things up ---- */

static int32_t cell_id;

static const struct lib_cell *cell(const char *name)
{
	static const struct lib_cell none = {.name = -1};

	cell_id = library_find_cell(library, name);
	return cell_id < 0 ? &none : &library->cell[cell_id];
}

static const struct lib_pin *pin(const char *name)
{
	static const struct lib_pin none = {.name = -1, .function = -1, .three_state = -1};
	int32_t p = library_find_pin(library, cell_id, name);

	return p < 0 ? &none : &library->pin[library->cell[cell_id].first_pin + p];
}

/* Arc number n (of those of the cell) between two pins. */
static const struct lib_arc *arc(const char *from, const char *to, int n)
{
	static const struct lib_arc none = {.from = -1, .delay = {-1, -1}, .slew = {-1, -1}};
	const struct lib_cell *c = &library->cell[cell_id];
	int32_t f = library_find_pin(library, cell_id, from);
	int32_t t = library_find_pin(library, cell_id, to);

	for (int32_t a = c->first_arc; a < c->first_arc + c->n_arcs; a++) {
		if (library->arc[a].from == f && library->arc[a].to == t && n-- == 0)
			return &library->arc[a];
	}
	return &none;
}

static double value(int32_t lut, double x, double y)
{
	return lut < 0 ? NAN : lut_value(library, &library->lut[lut], x, y);
}

/* The value of a function, pins being the bits of a number. */
static bool evaluate(int32_t place, unsigned pins)
{
	bool stack[LIB_EXPRESSION_DEPTH];
	int n = 0;

	for (const int32_t *p = library->expression + place; *p != LIB_END; p++) {
		if (*p >= 0) {
			stack[n++] = pins >> *p & 1;
		} else if (*p == LIB_ZERO || *p == LIB_ONE) {
			stack[n++] = *p == LIB_ONE;
		} else if (*p == LIB_NOT) {
			stack[n - 1] = !stack[n - 1];
		} else {
			n--;
			stack[n - 1] = *p == LIB_AND  ? stack[n - 1] & stack[n]
				       : *p == LIB_OR ? stack[n - 1] | stack[n]
						      : stack[n - 1] ^ stack[n];
		}
	}
	return stack[0];
}

/* ---- our own library ---- */

static void check_header(void)
{
	OK(strcmp(library->name, "cells") == 0 && library->n_cells == 7, "name and cells");
	OK(near(library->time_unit, 10) && near(library->capacitance_unit, 100) &&
		   near(library->resistance_unit, 0.01) && near(library->nominal[PVT_VOLTAGE], 0.9),
	   "units");
	OK(library->slew_lower[RISE] == 10 && library->slew_upper[RISE] == 90 &&
		   library->slew_lower[FALL] == 20 && library->slew_derate == 0.5 &&
		   library->input_threshold[FALL] == 50,
	   "thresholds");
	OK(library->default_max_slew == 400 && library->default_fanout_load == 1 &&
		   library->default_max_fanout == -1,
	   "defaults");
}

static void check_pins(void)
{
	const struct lib_cell *c = cell("AOI");
	const struct lib_pin *p;

	OK(c->area == 2.5 && c->dont_use && !c->is_sequential && c->n_supplies == 2 &&
		   strcmp(names_get(&library->string, library->supply[c->first_supply]), "VDD") ==
			   0,
	   "a cell");
	p = pin("B");
	OK(p->direction == LIB_INPUT && near(p->capacitance[LATE][RISE], 4) &&
		   near(p->capacitance[EARLY][FALL], 3) && p->max_slew == -1,
	   "a pin of a list");
	p = pin("C");
	OK(near(p->capacitance[EARLY][RISE], 1) && near(p->capacitance[LATE][RISE], 5) &&
		   near(p->capacitance[LATE][FALL], 2.5) && p->max_slew == 100 &&
		   p->fanout_load == 2,
	   "capacitance ranges");
	OK(near(pin("D")->capacitance[EARLY][RISE], 2) && pin("D")->fanout_load == 1, "defaults");
	p = pin("Y");
	OK(p->direction == LIB_OUTPUT && near(p->capacitance[LATE][FALL], 1) &&
		   near(p->max_capacitance, 300) && near(p->min_capacitance, 1) &&
		   p->max_fanout == 8 && p->fanout_load == -1,
	   "an output");
	OK(library_find_pin(library, cell_id, "CK") < 0 &&
		   library_find_pin(library, cell_id, "nothing") < 0 &&
		   library_find_cell(library, "nothing") < 0,
	   "what is not there isn't found");
}

static void check_functions(void)
{
	bool right = true, right_3 = true;

	cell("AOI");
	for (unsigned i = 0; i < 16; i++) {
		bool a = i & 1, b = i >> 1 & 1, c = i >> 2 & 1, d = i >> 3 & 1;

		/* two inversions of the parenthesis */
		right &= evaluate(pin("Y")->function, i) == ((a && b) || (c != d));
		right_3 &= evaluate(pin("Y")->three_state, i) == a;
	}
	OK(right && right_3, "functions bind as they should");
	OK(evaluate(arc("C", "Y", 0)->when, 1) && !evaluate(arc("C", "Y", 0)->when, 3), "when");
	cell("DFF");
	OK(library->expression[pin("Q")->function] == library_find_pin(library, cell_id, "IQ"),
	   "a function of the state");
	cell("BAD");
	OK(pin("X")->function < 0 && pin("X")->three_state < 0 && pin("Y")->function < 0,
	   "wrong ones are left out");
}

static void check_tables(void)
{
	const struct lib_arc *a;
	const struct lut *t;

	cell("AOI");
	a = arc("A", "Y", 0);
	OK(a->kind == LIB_COMBINATIONAL && a->sense == LIB_NEGATIVE_UNATE && a->from_edge[RISE] &&
		   a->from_edge[FALL] && a->group == 0 && a->line == 75,
	   "an arc");
	OK(arc("B", "Y", 0)->delay[RISE] == a->delay[RISE], "a list of related pins");
	t = &library->lut[a->delay[RISE]];
	OK(t->variable[0] == LUT_SLEW && t->variable[1] == LUT_LOAD && t->n[0] == 3 && t->n[1] == 2,
	   "a table with the axes of its template");
	/* at slew 15 and load 20: rows (10, 20) and (30, 40), columns at 10 and 40 */
	OK(near(value(a->delay[RISE], 15, 20), 20 + 10. / 3), "inside");
	OK(near(value(a->delay[RISE], 60, 70), 90), "outside: extrapolated");
	OK(near(value(a->delay[RISE], 0, 10), -10), "below, too");
	OK(near(value(a->slew[RISE], 80, 40), 65) && near(value(a->slew[RISE], 15, 10), 25),
	   "an axis of its own, a string over two lines");
	t = &library->lut[a->delay[FALL]];
	OK(t->variable[0] == LUT_LOAD && t->variable[1] == LUT_SLEW && t->n[0] == 3 &&
		   near(value(a->delay[FALL], 10, 30), 130) &&
		   near(value(a->delay[FALL], 50, 10), 310),
	   "axes the other way round");
	OK(near(value(a->slew[FALL], 5, 5), 70), "a scalar");
	a = arc("C", "Y", 0);
	OK(a->delay[RISE] < 0 && near(value(a->delay[FALL], 40, 0), 40) && a->slew[FALL] < 0,
	   "combinational_fall has no rise, three axes are left out");
	a = arc("C", "Y", 1);
	OK(a->sense == LIB_POSITIVE_UNATE && a->delay[FALL] < 0 && a->group == 2,
	   "a second group of the same pin, with an unknown variable");
	a = arc("D", "Y", 0);
	OK(near(value(a->delay[RISE], 100, 0), 20 + 0.05 * 100) &&
		   value(a->slew[RISE], 0, 0) == 0 && near(value(a->delay[FALL], 100, 0), 30),
	   "the linear model");
	OK(arc("A", "Y", 1)->kind == LIB_THREE_STATE, "three_state");
}

static void check_sequential(void)
{
	const struct lib_cell *c = cell("DFF");
	const struct lib_state *s = &library->state[c->first_state];
	const struct lib_arc *a = arc("CK", "D", 0);

	OK(c->is_sequential && c->n_states == 1 && s->kind == LIB_FF && pin("CK")->is_clock &&
		   pin("IQ")->direction == LIB_INTERNAL,
	   "a flip-flop");
	OK(library->expression[s->clock] == library_find_pin(library, cell_id, "CK") &&
		   library->expression[s->data] == library_find_pin(library, cell_id, "D") &&
		   library->expression[s->clear + 1] == LIB_NOT &&
		   library->expression[s->preset] == LIB_ZERO &&
		   s->inverse == library_find_pin(library, cell_id, "IQN"),
	   "its state");
	OK(a->kind == LIB_SETUP && a->from_edge[RISE] && !a->from_edge[FALL] && a->slew[RISE] < 0 &&
		   near(value(a->delay[FALL], 10, 60), 60) &&
		   near(value(a->delay[RISE], 30, 20), 30),
	   "setup");
	a = arc("CK", "D", 1);
	OK(a->kind == LIB_HOLD && !a->from_edge[RISE] && a->from_edge[FALL] && a->delay[FALL] < 0,
	   "hold");
	OK(arc("CK", "RN", 0)->kind == LIB_RECOVERY && arc("CK", "RN", 1)->kind == LIB_REMOVAL &&
		   near(value(arc("CK", "RN", 1)->delay[RISE], 0, 0), 60),
	   "recovery, and removal of the linear model");
	a = arc("CK", "Q", 0);
	OK(a->kind == LIB_LAUNCH && a->from_edge[RISE] && !a->from_edge[FALL] &&
		   a->delay[FALL] >= 0,
	   "launch");
	a = arc("RN", "Q", 0);
	OK(a->kind == LIB_SET_RESET && a->delay[RISE] < 0 && near(value(a->delay[FALL], 0, 0), 20),
	   "clear falls only");
	OK(arc("CK", "CK", 0)->kind == LIB_OTHER, "a pulse width");
	OK(cell("LAT")->n_states == 2 && cell("LAT")->is_clock_gate &&
		   library->state[cell("LAT")->first_state + 1].kind == LIB_STATETABLE &&
		   pin("S0")->direction == LIB_INTERNAL,
	   "a latch and a state table");
}

static int32_t find_bus(const char *name)
{
	const struct lib_cell *c = &library->cell[cell_id];
	int32_t b = 0;

	while (b < c->n_buses &&
	       strcmp(names_get(&library->string, library->bus[c->first_bus + b].name), name) != 0)
		b++;
	return b;
}

static void check_buses(void)
{
	const struct lib_cell *c = cell("RAM");
	const struct lib_bus *bus = &library->bus[c->first_bus + find_bus("A")];

	OK(c->is_macro && c->is_memory && c->n_buses == 4, "a memory");
	OK(bus->from == 3 && bus->to == 0 && bus->n_pins == 4 &&
		   bus->first_pin == library_find_pin(library, cell_id, "A[3]"),
	   "a bus, most significant bit first");
	OK(near(pin("A[3]")->capacitance[LATE][RISE], 30) &&
		   near(pin("A[2]")->capacitance[LATE][RISE], 10) &&
		   near(pin("A[0]")->capacitance[LATE][RISE], 20),
	   "bits say more than their bus, wherever it says it");
	OK(arc("CK", "A[2]", 0)->kind == LIB_SETUP, "one pin to a bus: to all bits");
	bus = &library->bus[c->first_bus + find_bus("Q")];
	OK(bus->from == 0 && bus->to == 3, "a type without bit_from");
	OK(arc("A[3]", "Q[0]", 0)->group == 1 && arc("A[3]", "Q[0]", 1)->group == 2 &&
		   arc("A[3]", "Q[1]", 0)->group == 2 && arc("A[2]", "Q[1]", 0)->group == 1 &&
		   arc("A[2]", "Q[1]", 2)->group == 4 && arc("A[2]", "Q[0]", 1)->from < 0,
	   "related_pin goes bit by bit, related_bus_pins all to all, slices too");
	OK(arc("T[4]", "Q[1]", 0)->group == 3 && arc("T[2]", "Q[3]", 0)->group == 3 &&
		   arc("T[4]", "Q[3]", 0)->from < 0 && arc("T[4]", "Q[0]", 0)->from < 0,
	   "of other widths the last bits belong together");
	OK(library->expression[pin("Q[1]")->function] == library_find_pin(library, cell_id, "A[2]"),
	   "functions of buses bit by bit");
	OK(pin("M[1]")->direction == LIB_INOUT && find_bus("M") == 3,
	   "a slice without a bus is one");
	c = cell("BANK");
	bus = &library->bus[c->first_bus + find_bus("D")];
	OK(bus->is_bundle && bus->n_pins == 2 && near(pin("D1")->capacitance[EARLY][FALL], 100),
	   "a bundle");
	OK(c->n_states == 2 &&
		   library->expression[library->state[c->first_state + 1].data] ==
			   library_find_pin(library, cell_id, "D1") &&
		   library->expression[pin("Q1")->function] ==
			   library_find_pin(library, cell_id, "IQ[1]") &&
		   arc("D1", "Q1", 0)->from >= 0 && arc("D0", "Q1", 0)->from < 0,
	   "a bank, bit by bit");
}

/* The same cell with the bits' numbers in other brackets: names are the same. */
static void check_bus_style(void)
{
	static const char text[] =
		"library (x) { bus_naming_style : \"%%s%s\"; type (t) { bit_width : 2; bit_from : 1; "
		"bit_to : 0; }\ncell (c) { bus (A) { bus_type : t; direction : input; pin (A<0>) { "
		"capacitance : 7; } } pin (B<3>) { direction : input; }\nbus (Y) { bus_type : t; "
		"direction : output; pin (Y<1:0>) { } pin (Y<0>) { function : \"!A<1>\"; timing () { "
		"related_pin : \"A<1>\"; } } } } }\n";
	char style[600];

	snprintf(style, sizeof style, text, "<%d>");
	OK(read_string(style) == STATUS_OK && warnings.length == 0 && cell("c")->n_pins == 5 &&
		   near(pin("A[0]")->capacitance[LATE][RISE], 7000) &&
		   pin("B[3]")->direction == LIB_INPUT,
	   "bus_naming_style: a bit, and one without a bus");
	OK(library->expression[pin("Y[0]")->function] ==
			   library_find_pin(library, cell_id, "A[1]") &&
		   arc("A[1]", "Y[0]", 0)->from >= 0,
	   "in a function, and as a related pin");
	snprintf(style, sizeof style, text, "_%d");
	OK(read_string(style) == STATUS_OK &&
		   strstr(text_string(&warnings),
			  "1:35: warning: bus_naming_style \"%s_%d\" isn't known, bits are called NAME[3]"),
	   "an unknown style is warned of");
}

static void check_warnings(void)
{
	static const char *const wanted[] = {
		":101:9: warning: table \"fall_transition\" left out: more than two axes\n",
		":108:9: warning: table \"cell_fall\" left out: a variable that is not supported\n",
		":110:7: warning: linear delay model: taken as tables with slew 0\n",
		":116:34: warning: unknown related pin \"nowhere\" in cell \"AOI\": arc left out\n",
		":184:34: warning: buses of 3 and 4 bits: their last bits belong together, Q[0] has no "
		"arcs\n",
		":215:27: warning: unknown direction \"sideways\": taken as input\n",
		":216:51: warning: function \"A & nothing\" left out: no such pin\n",
		":216:78: warning: function \"(A\" left out: '(' without ')'\n",
		":217:51: warning: function \"A + * B\" left out: an operand is missing\n",
		":217:83: warning: unknown timing_type \"odd\": not used\n",
		":218:35: warning: timing group without related_pin left out\n",
		":221:9: warning: cell \"AGAIN\" described again: the last description counts\n",
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		OK(strstr(text_string(&warnings), wanted[i]), "%.*s", (int)strlen(wanted[i]) - 1,
		   wanted[i]);
	OK(cell("AGAIN")->area == 7 && pin("B")->name >= 0 && pin("A")->name < 0,
	   "and it does count");
}

static void check_own(const char *srcdir)
{
	char name[512];
	enum status status;

	snprintf(name, sizeof name, "%s/tests/data/cells.lib", srcdir);
	status = read_file(name);
	if (!OK(status == STATUS_OK, "cells.lib %s",
		status == STATUS_OK ? "" : status_text(status)))
		return;
	check_header();
	check_pins();
	check_functions();
	check_tables();
	check_sequential();
	check_buses();
	check_warnings();
}

/* ---- what is refused ---- */

static void refused(const char *text, const char *expected)
{
	enum status status = read_string(text);

	if (!OK(status == STATUS_BAD_INPUT && strcmp(message(status), expected) == 0, "%s",
		expected))
		printf("# got: %s\n", status == STATUS_OK ? "a library" : message(status));
}

static void check_syntax(void)
{
	refused("", "1:1: error: expected \"library\", the file ends");
	refused("/* nothing */\n", "2:1: error: expected \"library\", the file ends");
	refused("module top (a);\nendmodule\n", "1:8: error: expected ':' or '(', found 't'");
	refused("cell (a) { }\n", "1:1: error: expected a group \"library\": not a Liberty file");
	refused("}", "1:1: error: expected a group \"library\": not a Liberty file");
	refused("\x7f"
		"ELF\1",
		"1:6: error: expected ':' or '(', the file ends");
	refused("library (x) {\n", "2:1: error: the file ends within a group");
	refused("library (x) {\n  lib (y) {\n  }\n", "4:1: error: the file ends within a group");
	refused("library (x) {\n  lib (y) {\n z : {\n",
		"4:1: error: the file ends within group \"lib\" of line 2");
	refused("library (x) { a : \"b;\n }\n", "1:19: error: string without closing quote");
	refused("library (x) { a (\"b\\\"); }\n", "1:18: error: string without closing quote");
	refused("library (x) { g () { \"b }\n }\n", "1:22: error: string without closing quote");
	refused("library (x) { /* b\n }\n", "1:15: error: comment without end");
	refused("library (x) {\n a (1; b : 2; }\n", "2:4: error: '(' without ')'");
	refused("library (x) {\n a : { }\n }\n", "2:6: error: expected a value, found '{'");
	refused("library (x) {\n a : }\n", "2:6: error: expected a value, found '}'");
	refused("library (x) {\n , }\n", "2:2: error: expected an attribute or a group, found ','");
	refused("library (x) {\n a b }\n", "2:4: error: expected ':' or '(', found 'b'");
	refused("library (x) {\n include_file (y.lib);\n}\n",
		"2:2: error: include_file \"y.lib\" is not supported; put the file's text in its place");
	refused("library (x) { time_unit : \"1 parsec\"; }",
		"1:28: error: unknown unit \"1 parsec\"");
	refused("library (x) { capacitive_load_unit (1); }", "1:37: error: unknown unit \"1\"");
	refused("library (x) { cell (a) { } time_unit : \"1ns\"; }",
		"1:28: error: time_unit after the first cell");
	refused("library (x) { cell () { } }", "1:15: error: cell without a name");
	refused("library (x) { nom_voltage : high; }",
		"1:29: error: expected a number, found \"high\"");
	refused("library (x) { nom_voltage : 1e999; }",
		"1:29: error: number \"1e999\" out of range");
	refused("library (x) { time_unit : \"99999999999999999999ns\"; }",
		"1:28: error: unit \"99999999999999999999ns\" out of range");
	refused("library (x) { capacitive_load_unit (1e-40, pf); }",
		"1:37: error: unit \"1e-40, pf\" out of range");
	refused("library (x) { time_unit : \"1s\"; default_max_transition : 2000; }",
		"1:58: error: number \"2000\" out of range");
}

/* A pin with a timing group around a table. */
static void table_refused(const char *table, const char *expected)
{
	char text[1024];

	snprintf(text, sizeof text,
		 "library (x) { lu_table_template (t) { variable_1 : input_net_transition; index_1 "
		 "(\"1, 2\"); }\ncell (c) { pin (p) { timing () {\n%s\n} } } }\n",
		 table);
	refused(text, expected);
}

static void check_bad_tables(void)
{
	table_refused("cell_rise (u) { values (\"1, 2\"); }",
		      "3:12: error: undefined template \"u\"");
	table_refused("cell_rise (t) { values (\"1, nan\"); }",
		      "3:29: error: expected a number, found \"nan\"");
	table_refused("cell_rise (t) { values (\"1, -inf\"); }",
		      "3:29: error: expected a number, found \"-inf\"");
	table_refused("cell_rise (t) { values (\"1, 0x2\"); }",
		      "3:29: error: expected a number, found \"0x2\"");
	table_refused("cell_rise (t) { values (\"1, 1e400\"); }",
		      "3:29: error: number \"1e400\" out of range");
	table_refused("cell_rise (t) { values (\"1, 1e307\"); }",
		      "3:29: error: number \"1e307\" out of range");
	table_refused("cell_rise (t) { values (\"1, 2e12\"); }",
		      "3:29: error: number \"2e12\" out of range");
	table_refused("cell_rise (t) { values (\"1\"); }",
		      "3:26: error: table of 1 values, 2 expected (2 × 1)");
	table_refused("cell_rise (t) { values (\"1, 2\", \"3\"); }",
		      "3:25: error: table of 3 values, 2 expected (2 × 1)");
	table_refused("cell_rise (t) { index_1 (\"1, 3, 3\"); values (\"1, 2\", \"3\"); }",
		      "3:33: error: axis does not ascend: point 3 is not above the one before");
	table_refused("cell_rise (t) { index_1 (\"\"); values (\"1, 2\", \"3\"); }",
		      "3:27: error: axis of 0 points");
	table_refused("cell_rise (t) { }", "3:1: error: table without values");
	table_refused("} timing () { intrinsic_rise : x; ",
		      "3:32: error: expected a number, found \"x\"");
	refused("library (x) { lu_table_template (t) { variable_1 : input_net_transition; }\n"
		"cell (c) { pin (p) { timing () { cell_rise (t) { values (\"1\"); } } } } }",
		"2:34: error: table without index_1");
}

static void check_bad_pins(void)
{
	refused("library (x) { cell (c) { pin () { } } }", "1:26: error: pin without a name");
	refused("library (x) { cell (c) { pin (a) { capacitance : nan; } } }",
		"1:50: error: expected a number, found \"nan\"");
	refused("library (x) { cell (c) { pin (a) { rise_capacitance_range (1); } } }",
		"1:36: error: expected two numbers");
	refused("library (x) { cell (c) { bus (a) { direction : input; } } }",
		"1:31: error: bus \"a\" without bus_type");
	refused("library (x) { cell (c) { bus (a) { bus_type : t; } } }",
		"1:47: error: undefined type \"t\"");
	refused("library (x) { type (t) { bit_from : 1.5; } }",
		"1:37: error: expected a whole number, found \"1.5\"");
	refused("library (x) { type (t) { bit_from : 2000000000; bit_to : 0; }\n"
		"cell (c) { bus (a) { bus_type : t; } } }",
		"2:17: error: bus \"a\" of 2000000001 bits: more pins than a file of this size "
		"should have");
	refused("library (x) { cell (c) { bundle (b) { pin (a) { } } } }",
		"1:26: error: bundle without members");
	refused("library (x) { cell (c) { ff_bank (IQ) { } } }",
		"1:26: error: bank without a width");
	refused("library (x) { cell (c) { ff_bank (IQ, IQN, 0) { } } }",
		"1:44: error: bank of 0 bits");
	refused("library (x) { type (t) { bit_width : 30000; } cell (c) {\n"
		"bus (a) { bus_type : t; timing () { related_bus_pins : a; } } } }",
		"2:25: error: more arcs than a file of this size should have; with -allow_large it is read all the same");
}

/* ---- anything at all ---- */

static void check_hostile(void)
{
	enum { LONG = 10000000 };
	char *text = malloc(LONG + 64);
	struct task task = TASK_INIT;
	enum status status;

	memset(text, 'x', LONG);
	text[LONG] = '\0';
	status = read_bytes(text, LONG);
	OK(status == STATUS_BAD_INPUT, "a name of 10 MB");
	memset(text, '(', LONG);
	status = read_bytes(text, LONG);
	OK(status == STATUS_BAD_INPUT, "parentheses");
	memcpy(text, "library(x){", 11);
	memset(text + 11, '{', LONG - 11);
	status = read_bytes(text, LONG);
	OK(status == STATUS_BAD_INPUT, "braces: %s", message(status));
	for (int i = 11; i + 4 <= LONG; i += 4)
		memcpy(text + i, "a(){", 4);
	status = read_bytes(text, LONG);
	OK(status == STATUS_BAD_INPUT, "groups: %s", message(status));
	for (int i = 11; i + 5 <= LONG; i += 5)
		memcpy(text + i, "a(b)\n", 5);
	text[LONG - 1] = '}';
	memset(text + LONG - 9, ' ', 8);
	OK(read_bytes(text, LONG) == STATUS_OK, "two million attributes");
	atomic_store(&task.cancel, true);
	library_unref(library);
	library = NULL;
	OK(liberty_read(path, &warnings, &task, &library) == STATUS_CANCELLED, "cancelled");
	memset(text, 0, LONG);
	memcpy(text, "library(x){", 11);
	status = read_bytes(text, LONG);
	OK(status == STATUS_BAD_INPUT, "zeros: %s", message(status));
	free(text);
}

/* All beginnings of a good file, and the file with wrong bytes. */
static void check_disturbed(const char *srcdir)
{
	static char text[1 << 16];
	static const char wrong[] = "\0{}()\";:,\\/*\n9[]\xff";
	char name[512];
	uint32_t random = 1;
	int n_refused = 0, n_read = 0;
	FILE *file;
	size_t n;

	snprintf(name, sizeof name, "%s/tests/data/cells.lib", srcdir);
	file = fopen(name, "r");
	n = file ? fread(text, 1, sizeof text, file) : 0;
	if (file)
		fclose(file);
	for (size_t i = 0; i + 2 < n; i += 7)
		n_refused += read_bytes(text, i) != STATUS_OK;
	OK(n > 1000 && n_refused == (int)((n - 2 + 6) / 7), "no beginning of a library is one");
	for (int i = 0; i < 3000; i++) {
		size_t at = (random = random * 1664525 + 1013904223) % n;
		char kept = text[at];

		text[at] = wrong[(random >> 16) % (sizeof wrong - 1)];
		n_read += read_bytes(text, n) == STATUS_OK;
		text[at] = kept;
	}
	OK(n_read > 0 && n_read < 3000, "of 3000 with a wrong byte, %d are libraries", n_read);
}

static void check_files(void)
{
	enum status status = read_file("/nonexistent/x.lib");
	gzFile gz;

	OK(status == STATUS_IO, "%s", status_text(status));
	gz = gzopen(path, "wb");
	gzprintf(gz, "\xEF\xBB\xBFlibrary (z) { cell (c) { } }\n");
	gzclose(gz);
	OK(read_file(path) == STATUS_OK && library->n_cells == 1, "gzip, a byte order mark");
	OK(read_string("library (z) { } library (y) { }") == STATUS_OK &&
		   strstr(text_string(&warnings), "what follows the library is skipped"),
	   "two libraries");
	OK(read_string("library (z) { cell (a) { pin (p) { function : \"a\n\033b\"; } } }") ==
			   STATUS_OK &&
		   strstr(text_string(&warnings), ": warning: function \"a ?b\" left out"),
	   "a warning is a line of plain text");
	OK(read_string("library (z) { cell (a) { pin (p) { timing () { related_pin : \"a b c d e f "
		       "g h\"; } } } }") == STATUS_OK &&
		   strstr(text_string(&warnings),
			  ": warning: … and 3 more such warnings about related pins\n"),
	   "many warnings");
}

/* ---- tables by hand ---- */

static void check_lut(void)
{
	static const double numbers[] = {5, /* one point */ 1, 2, 4, /* values */ 10, 20, 60};
	struct lut row = {{LUT_SLEW, LUT_LOAD}, {1, 3}, 0, 0, 0};
	struct lut column = {{LUT_LOAD, LUT_NONE}, {3, 1}, 1, 0, 0};
	struct library *l;

	if (library_new("none", &l) != STATUS_OK)
		return;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (library_add_number(l, numbers[i]) != STATUS_OK)
			return;
	}
	OK(lut_value(l, &row, 99, 3) == 40 && lut_value(l, &row, -1, 5) == 80, "one row");
	OK(lut_value(l, &column, 3, 99) == 40 && lut_value(l, &column, 0, 0) == 0 &&
		   lut_value(l, &column, 2, 0) == 20,
	   "one column");
	library_unref(l);
}

/* ---- real libraries ---- */

/* Counts made from the text by other means; a value looked up in a table of the text by hand. */
static void check_reference(const char *reference)
{
	static const struct {
		const char *file;
		int32_t cells, pins, arcs, luts;
	} files[] = {
		{"lib/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz", 428, 1897, 1842, 6146},
		{"lib/asap7/asap7sc7p5t_AO_RVT_FF_nldm_211120.lib.gz", 42, 266, 2539, 10156},
		{"lib/asap7/asap7sc7p5t_INVBUF_RVT_TT_nldm_220122.lib.gz", 37, 74, 37, 148},
		{"lib/asap7/asap7sc7p5t_SEQ_RVT_FF_nldm_220123.lib.gz", 33, 183, 420, 872},
		{"lib/asap7_27/asap7sc7p5t_SEQ_RVT_FF_nldm_201020.lib.gz", 23, 133, 290, 602},
		{"lib/asap7/sram_asap7_64x64_1rw.lib", 1, 137, 208, 20},
		{"lib/sky130hd/fakeram130_256x512.lib", 1, 1547, 2580, 24},
		{"tau15/_lib/tau15_Early.lib.gz", 105, 463, 343, 1308},
		{"tau15/_lib/tau15_Late.lib.gz", 105, 463, 343, 1308},
	};
	char name[1024];

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(name, sizeof name, "%s/data/%s", reference, files[i].file);
		if (!OK(read_file(name) == STATUS_OK && warnings.length == 0, "%s", files[i].file))
			continue;
		OK(library->n_cells == files[i].cells && library->n_pins == files[i].pins &&
			   library->n_arcs == files[i].arcs && library->n_luts == files[i].luts,
		   "%" PRId32 " cells, %" PRId32 " pins, %" PRId32 " arcs, %" PRId32 " tables",
		   library->n_cells, library->n_pins, library->n_arcs, library->n_luts);
	}
	cell("AOI222_X2");
	OK(near(value(arc("A1", "ZN", 0)->delay[RISE], 5, 1), 38.811) &&
		   near(value(arc("A1", "ZN", 0)->delay[RISE], 350, 200), 70.044),
	   "a table's corners");
}

int main(void)
{
	const char *srcdir = getenv("srcdir") ? getenv("srcdir") : ".";
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	check_own(srcdir);
	check_syntax();
	check_bad_tables();
	check_bad_pins();
	check_bus_style();
	check_hostile();
	check_disturbed(srcdir);
	check_files();
	check_lut();
	if (reference)
		check_reference(reference);
	else
		tap_skip("real libraries", "WARPSCOPE_REFERENCE is not set");
	library_unref(library);
	text_release(&warnings);
	unlink(path);
	return tap_done();
}
