/* Constants: what they reach, and which arcs they leave; cases by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/cells.h"
#include "db/constants.h"
#include "lib/logic_cells.h"
#include "lib/small.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- netlists by hand ---- */

static struct library *gates(void)
{
	struct library *library = cells_empty("gates");
	struct lib_pin *pin;

	logic_cell(library, "INV", "A", "A!", NULL);
	logic_cell(library, "NAND", "AB", "AB&!", NULL);
	logic_cell(library, "NOR", "AB", "AB|!", NULL);
	logic_cell(library, "XOR", "AB", "AB^", NULL);
	logic_cell(library, "MUX", "ABS", "AS!&BS&|", NULL);
	logic_cell(library, "HIGH", "", "1", NULL);
	logic_cell(library, "LOW", "", "0", NULL);
	logic_cell(library, "TRI", "AE", "A", "E!"); /* driven while E */
	cells_cell(library, "DFF");
	cells_pin(library, "D", LIB_INPUT, 1);
	cells_pin(library, "C", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	cells_pin(library, "I", LIB_INTERNAL, 0); /* the state */
	pin = &library->pin[library->n_pins - 2];
	pin->function = logic_function(library, "I");
	logic_arc(library, 'C', 'Y', LIB_LAUNCH, LIB_NON_UNATE, NULL);
	logic_arc(library, 'C', 'D', LIB_SETUP, LIB_NON_UNATE, NULL);
	cells_cell(library, "PAD"); /* P is the pad: driven by A while E; Y reads it */
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "E", LIB_INPUT, 1);
	cells_pin(library, "P", LIB_INOUT, 0);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	pin = &library->pin[library->n_pins - 2];
	pin->function = logic_function(library, "A");
	pin->three_state = logic_function(library, "E!");
	library->pin[library->n_pins - 1].function = logic_function(library, "P");
	must(library_close(library));
	return library;
}

/* A netlist in words: "instance CELL A:net B:net …" a line; ports first, "> in" and "< out", "=
 * inout"; "0 net" and "1 net" are tied. BOX is a black box with pins P and Q. */
struct builder {
	struct netlist *netlist;
	struct library *library;
};

static int32_t net_named(struct netlist *netlist, const char *name, enum net_constant constant)
{
	int32_t net = netlist_find_net(netlist, name, (int64_t)strlen(name));

	if (net < 0)
		must(netlist_add_net(netlist, name, constant, &net));
	return net;
}

static void add_port(struct netlist *netlist, char kind, const char *name)
{
	enum lib_direction direction = kind == '>'   ? LIB_INPUT
				       : kind == '<' ? LIB_OUTPUT
						     : LIB_INOUT;
	int32_t port;

	must(netlist_add_port(netlist, name, direction, &port));
	netlist_connect(netlist, port, net_named(netlist, name, NET_SIGNAL));
}

static void add_instance(struct netlist *netlist, const char *name, char *words)
{
	char *rest, *word = strtok_r(words, " ", &rest);
	int32_t x;

	must(netlist_add_instance(
		netlist, name, names_find(&netlist->master_name, word, (int64_t)strlen(word)), &x));
	while ((word = strtok_r(NULL, " ", &rest))) {
		int32_t pin = netlist_find_instance_pin(netlist, x, word, 1);

		netlist_connect(netlist, pin, net_named(netlist, word + 2, NET_SIGNAL));
	}
}

static struct netlist *build(struct library *library, const char *text)
{
	static const char *const box_pins[] = {"P", "Q"};
	char copy[2000], *rest, *line;
	struct netlist *netlist;
	int32_t id;

	must(netlist_new("test", &netlist));
	for (int32_t c = 0; c < library->n_cells; c++)
		must(netlist_add_cell(netlist, library, c, NULL, -1, &id));
	must(netlist_add_black_box(netlist, "BOX", 2, box_pins, &id));
	snprintf(copy, sizeof copy, "%s", text);
	for (line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *space = strchr(line, ' ');

		*space = '\0';
		if (strchr("<>=", *line))
			add_port(netlist, *line, space + 1);
		else if (strchr("01", *line))
			net_named(netlist, space + 1, *line == '1' ? NET_ONE : NET_ZERO);
		else
			add_instance(netlist, line, space + 1);
	}
	must(netlist_close(netlist));
	return netlist;
}

static void add_case(struct constraints *constraints, int32_t pin, int32_t value)
{
	must(GROW(&constraints->case_value, &constraints->case_capacity,
		  (int64_t)constraints->n_cases + 1));
	constraints->case_value[constraints->n_cases++] = (struct case_value){pin, value, false};
}

/* "pin=0 pin=1 pin=r": cases; then "pin=0 pin=X": what is to be found. */
static void check(const char *name, const char *text, const char *cases, const char *expected)
{
	struct library *library = gates();
	struct netlist *netlist = build(library, text);
	struct constraints *constraints;
	struct constants constants;
	struct task task = TASK_INIT;
	char copy[500], *rest, *word;
	bool good = true;

	must(constraints_new("test", netlist, &constraints));
	snprintf(copy, sizeof copy, "%s", cases);
	for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		char *equal = strchr(word, '=');

		*equal = '\0';
		add_case(constraints, small_pin(netlist, word),
			 equal[1] == 'r' ? -1 : equal[1] - '0');
	}
	must(constants_find(netlist, constraints, &task, &constants));
	snprintf(copy, sizeof copy, "%s", expected);
	for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		char *equal = strchr(word, '=');
		char found;

		*equal = '\0';
		found = "01X"[constants_of(&constants, small_pin(netlist, word))];
		if (found != equal[1])
			printf("# %s is %c, not %c\n", word, found, equal[1]);
		good &= found == equal[1];
	}
	OK(good, "%s", name);
	constants_release(&constants);
	constraints_unref(constraints);
	netlist_unref(netlist);
	library_unref(library);
}

static void check_flow(void)
{
	check("nothing is constant", "> a\n< y\nu INV A:a Y:y", "", "a=X u/A=X u/Y=X y=X");
	check("a case value flows", "> a\n< y\nu INV A:a Y:n\nv INV A:n Y:y", "a=1",
	      "a=1 u/A=1 u/Y=0 v/A=0 v/Y=1 y=1");
	check("the last of two counts", "> a\n< y\nu INV A:a Y:y", "a=1 a=0", "y=1");
	check("an edge is no constant", "> a\n< y\nu INV A:a Y:y", "a=r", "a=X y=X");
	check("a tied net", "> a\n< y\n1 one\nu NAND A:a B:one Y:n\n0 zero\nv NAND A:n B:zero Y:y",
	      "", "u/B=1 u/Y=X v/B=0 v/Y=1 y=1");
	check("tie cells", "< y\nh HIGH Y:h\nl LOW Y:l\nu NOR A:h B:l Y:y", "",
	      "h/Y=1 l/Y=0 u/A=1 u/B=0 y=0");
	check("a controlling value decides",
	      "> a\n> b\n< y\n< z\nu NAND A:a B:b Y:y\n"
	      "v NOR A:a B:b Y:z",
	      "a=0", "y=1 z=X b=X");
	check("X xor X is X", "> a\n< y\nu XOR A:a B:a Y:y", "", "y=X");
	check("a select that is X", "> a\n> b\n> s\n< y\nu MUX A:a B:b S:s Y:y", "a=1", "y=X");
	check("a select", "> a\n> b\n> s\n< y\nu MUX A:a B:b S:s Y:y", "a=1 s=0", "y=1 b=X");
	check("states are not constant", "> d\n> c\n< y\nu DFF D:d C:c Y:n\nv INV A:n Y:y",
	      "d=1 c=0", "u/D=1 u/C=0 u/Y=X y=X");
	check("on an output", "> d\n> c\n< y\nu DFF D:d C:c Y:n\nv INV A:n Y:y", "u/Y=0",
	      "u/Y=0 v/A=0 y=1");
	check("on one input of several loads", "> a\n< y\n< z\nu INV A:a Y:y\nv INV A:a Y:z",
	      "u/A=0", "a=X u/A=0 y=1 v/A=X z=X");
	check("a case value goes before what comes",
	      "> a\n< y\n< z\nh HIGH Y:h\nu INV A:h Y:y\nv INV A:h Y:z", "u/A=0",
	      "h/Y=1 u/A=0 y=1 v/A=1 z=0");
	check("… and before the function", "> a\n< y\nh HIGH Y:h\nu INV A:h Y:n\nv INV A:n Y:y",
	      "u/Y=1", "u/A=1 u/Y=1 v/A=1 y=0");
	check("an edge stops a constant", "< y\nh HIGH Y:h\nu INV A:h Y:y", "h/Y=r",
	      "h/Y=X u/A=X y=X");
	check("a tie goes before a driver", "< y\n1 one\nl LOW Y:one\nu INV A:one Y:y", "",
	      "l/Y=1 u/A=1 y=0");
	check("a loop that is broken by a constant", "> a\nu NAND A:a B:w Y:v\nx NAND A:v B:v Y:w",
	      "a=0", "u/Y=1 x/Y=0 u/B=0");
	check("a loop that isn't", "> a\nu NAND A:a B:w Y:v\nx NAND A:v B:v Y:w", "a=1",
	      "u/Y=X x/Y=X");
	check("a port on an output", "> a\n< y\nu INV A:a Y:y", "y=0", "y=0 u/Y=X a=X");
}

static void check_drivers(void)
{
	check("not driven", "> a\n< y\n0 z\nu TRI A:a E:z Y:y", "a=1", "y=X u/Y=X");
	check("driven", "> a\n< y\n1 e\nu TRI A:a E:e Y:y", "a=1", "y=1");
	check("driven or not", "> a\n> e\n< y\nu TRI A:a E:e Y:y", "a=1", "y=X");
	check("of two drivers one is off",
	      "> a\n> b\n< y\n0 z\n1 o\nu TRI A:a E:z Y:y\nv TRI A:b E:o Y:y", "b=0",
	      "y=0 v/Y=0 u/Y=0");
	check("of two drivers one isn't known",
	      "> a\n> b\n< y\n1 o\nu TRI A:a E:o Y:y\nv TRI A:b E:o Y:y", "b=0", "y=X v/Y=0");
	check("two drivers agree", "> a\n> b\n< y\n1 o\nu TRI A:a E:o Y:y\nv TRI A:b E:o Y:y",
	      "a=1 b=1", "y=1");
	check("two drivers don't", "> a\n> b\n< y\n1 o\nu TRI A:a E:o Y:y\nv TRI A:b E:o Y:y",
	      "a=1 b=0", "y=X u/Y=1 v/Y=0");
	check("a case value decides between them",
	      "> a\n> b\n< y\n1 o\nu TRI A:a E:o Y:y\nv TRI A:b E:o Y:y", "a=1 u/Y=0", "y=0");
	check("a pad as an output", "> a\n= p\n< y\n1 e\nu PAD A:a E:e P:p Y:y", "a=1",
	      "u/P=1 p=1 u/Y=1 y=1");
	check("a pad as an input", "> a\n= p\n< y\n0 e\nu PAD A:a E:e P:p Y:y", "a=1 p=0",
	      "u/P=0 p=0 u/Y=0 y=0");
	check("a pad that isn't known", "> a\n= p\n< y\n0 e\nu PAD A:a E:e P:p Y:y", "a=1",
	      "u/P=X p=X y=X");
	check("a black box doesn't drive", "< y\nh HIGH Y:h\nb BOX P:h Q:q\nu INV A:h Y:y", "",
	      "b/P=1 y=0 b/Q=X");
	check("a black box with a case value", "< y\nb BOX P:p Q:q\nu INV A:q Y:y", "b/Q=1",
	      "b/Q=1 y=0 b/P=X");
	check("… on a net that is driven", "< y\nh HIGH Y:h\nb BOX P:h\nu INV A:h Y:y", "b/P=0",
	      "b/P=0 h/Y=1 y=0");
}

static void check_none(void)
{
	struct library *library = gates();
	struct netlist *netlist = build(library, "> a\n< y\nu INV A:a Y:y");
	struct constants constants;
	struct task task = TASK_INIT;

	must(constants_find(netlist, NULL, &task, &constants));
	OK(!constants.pin_value && constants.n_constant == 0, "nothing is allocated for none");
	OK(!constants_touch(&constants, netlist, 0), "no instance is touched");
	OK(arc_is_possible(&constants, netlist, 0, library, &library->cell[0], library->arc),
	   "all arcs are possible");
	constants_release(&constants);
	netlist_unref(netlist);
	netlist = build(library, "> a\n< y\n1 o\nu NAND A:a B:o Y:y");
	atomic_store(&task.cancel, true);
	OK(constants_find(netlist, NULL, &task, &constants) == STATUS_CANCELLED &&
		   !constants.pin_value,
	   "cancelled");
	netlist_unref(netlist);
	library_unref(library);
}

/* ---- arcs by hand ---- */

/* One instance u of the cell added last, its inputs of the given values ("0X1": A is 0, C is 1). */
struct one {
	struct netlist *netlist;
	struct constants constants;
};

static struct one one_instance(struct library *library, struct library *early, const char *inputs)
{
	struct task task = TASK_INIT;
	struct constraints *constraints;
	struct one one;
	int32_t c = library->n_cells - 1, master, x;

	must(netlist_new("one", &one.netlist));
	must(netlist_add_cell(one.netlist, library, c, early, 0, &master));
	must(netlist_add_instance(one.netlist, "u", master, &x));
	must(netlist_close(one.netlist));
	must(constraints_new("one", one.netlist, &constraints));
	for (int32_t p = 0; inputs[p]; p++) {
		if (inputs[p] != 'X')
			add_case(constraints, p, inputs[p] - '0');
	}
	must(constants_find(one.netlist, constraints, &task, &one.constants));
	constraints_unref(constraints);
	return one;
}

static void one_release(struct one *one)
{
	constants_release(&one->constants);
	netlist_unref(one->netlist);
}

/* What is left of the arcs of the cell added last, a letter each: + - or b(oth) by sense, '.' none.
 */
static void check_arcs(const char *name, struct library *library, const char *inputs,
		       const char *expected)
{
	const struct lib_cell *cell = &library->cell[library->n_cells - 1];
	struct one one = one_instance(library, NULL, inputs);
	char found[32] = "";

	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		found[a] = '.';
		if (arc_is_possible(&one.constants, one.netlist, 0, library, cell, arc))
			found[a] = "b+-"[arc_sense_under(&one.constants, one.netlist, 0, library,
							 cell, arc)];
	}
	if (!OK(strcmp(found, expected) == 0, "%s", name))
		printf("# %s, not %s\n", found, expected);
	one_release(&one);
}

static void check_senses(void)
{
	struct library *library = cells_empty("senses");

	logic_cell(library, "XOR", "AB", "AB^", NULL);
	check_arcs("xor: without constants as in the library", library, "XX", "bb");
	check_arcs("xor with 0 follows", library, "X0", "+.");
	check_arcs("xor with 1 inverts", library, "1X", ".-");
	logic_cell(library, "MUX", "ABS", "AS!&BS&|", NULL);
	check_arcs("mux, select 0", library, "XX0", "+..");
	check_arcs("mux, select 1", library, "XX1", ".+.");
	check_arcs("mux, A 0: S and B", library, "0XX", ".++");
	check_arcs("mux, B 0: S inverts", library, "X0X", "+.-");
	check_arcs("mux, A and B 1: the output is constant", library, "11X", "...");
	logic_cell(library, "AOI", "ABC", "AB&C|!", NULL);
	check_arcs("and-or-invert, B 0", library, "X0X", "..-");
	check_arcs("and-or-invert, C 1", library, "XX1", "...");
	logic_cell(library, "EQUAL", "ABC", "AB^AB^!&C|", NULL);
	check_arcs("an input that only seems to count", library, "XXX", "bbb");
	check_arcs("… with a constant", library, "1XX", "..+");
	/* arcs as libraries have them for an exclusive or: each sense under its condition */
	cells_cell(library, "WHEN");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "B", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	library->pin[library->n_pins - 1].function = logic_function(library, "AB^");
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_POSITIVE_UNATE, "B!");
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_NEGATIVE_UNATE, "B");
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_POSITIVE_UNATE, NULL);
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_NON_UNATE, NULL);
	check_arcs("conditions: B 0", library, "X0", "+...");
	check_arcs("conditions: B 1; the sense isn't the default's", library, "X1", ".-..");
	check_arcs("conditions: none", library, "XX", "+-+b");
	cells_cell(library, "SENSE");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "B", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	library->pin[library->n_pins - 1].function = logic_function(library, "AB^");
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_POSITIVE_UNATE, NULL);
	logic_arc(library, 'A', 'Y', LIB_COMBINATIONAL, LIB_NEGATIVE_UNATE, NULL);
	check_arcs("senses without conditions: B 0", library, "X0", "+.");
	check_arcs("senses without conditions: B 1", library, "X1", ".-");
	library_unref(library);
}

static void check_other_arcs(void)
{
	struct library *library = cells_empty("others");

	logic_cell(library, "TRI", "AEF", "A", "E!F|");
	library->arc[library->n_arcs - 2].kind = LIB_THREE_STATE;
	library->arc[library->n_arcs - 1].kind = LIB_THREE_STATE;
	check_arcs("three-state: F 1, never driven", library, "XX1", "...");
	check_arcs("three-state: F 0, E decides", library, "XX0", "+b.");
	check_arcs("three-state: E 1", library, "X1X", "+.b");
	check_arcs("three-state: A 0, both decide", library, "0XX", ".bb");
	cells_cell(library, "DFF");
	cells_pin(library, "C", LIB_INPUT, 1);
	cells_pin(library, "D", LIB_INPUT, 1);
	cells_pin(library, "S", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	cells_pin(library, "I", LIB_INTERNAL, 0);
	library->pin[library->n_pins - 2].function = logic_function(library, "I");
	logic_arc(library, 'C', 'Y', LIB_LAUNCH, LIB_NON_UNATE, NULL);
	logic_arc(library, 'C', 'D', LIB_SETUP, LIB_NON_UNATE, "S!");
	logic_arc(library, 'C', 'D', LIB_SETUP, LIB_NON_UNATE, "S");
	logic_arc(library, 'C', 'D', LIB_SETUP, LIB_NON_UNATE, NULL);
	logic_arc(library, 'C', 'D', LIB_HOLD, LIB_NON_UNATE, NULL);
	logic_arc(library, 'S', 'Y', LIB_SET_RESET, LIB_POSITIVE_UNATE, NULL);
	check_arcs("register: nothing known", library, "XXXX", "bbbbb+");
	check_arcs("register: D is constant", library, "X1XX", "b....+");
	check_arcs("register: the clock is", library, "1XXX", ".....+");
	check_arcs("register: its conditions", library, "XX0X", "bb..b.");
	check_arcs("register: case on its output", library, "XXX0", ".bbbb.");
	/* thirteen inputs are too many to try; twelve beside a constant aren't */
	logic_cell(library, "WIDE", "ABCDEFGHIJKLM", "A0&BCDEFGHIJKLM^^^^^^^^^^^|", NULL);
	check_arcs("thirteen inputs, one constant", library, "XXXXXXXXXXXX1", ".bbbbbbbbbbb.");
	logic_cell(library, "WIDER", "ABCDEFGHIJKLMN", "A0&BCDEFGHIJKLMN^^^^^^^^^^^^|", NULL);
	check_arcs("fourteen, one constant", library, "XXXXXXXXXXXXX1", "bbbbbbbbbbbbb.");
	library_unref(library);
}

/* The early cell has its pins in another order, and one the late cell lacks. */
static void check_early(void)
{
	struct library *late = cells_empty("late"), *early = cells_empty("early");
	const struct lib_cell *cell = early->cell;
	const struct lib_arc *arc;
	struct one one;

	logic_cell(late, "MUX", "ABS", "AS!&BS&|", NULL);
	logic_cell(early, "MUX", "SZBA", "AS!&BS&|", NULL);
	cell = early->cell;
	arc = early->arc; /* S, Z, B, A */
	one = one_instance(late, early, "XX1");
#define POSSIBLE(i) arc_is_possible(&one.constants, one.netlist, 0, early, cell, &arc[i])
	OK(!POSSIBLE(0) && POSSIBLE(1) && POSSIBLE(2) && !POSSIBLE(3),
	   "early: pins are those of the same name");
#undef POSSIBLE
	OK(arc_sense_under(&one.constants, one.netlist, 0, early, cell, &arc[2]) ==
		   LIB_POSITIVE_UNATE,
	   "early: also for the sense");
	one_release(&one);
	library_unref(late);
	library_unref(early);
}

int main(void)
{
	check_flow();
	check_drivers();
	check_none();
	check_senses();
	check_other_arcs();
	check_early();
	return tap_done();
}
