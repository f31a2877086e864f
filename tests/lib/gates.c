#include "gates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "devices.h"

struct gate {
	const char *name, *inputs;
	const char *function; /* postfix: pins, 0, 1, ! & | ^ */
	double delay;
};

static const struct gate gates[] = {
	{"INV", "A", "A!", GATES_INV},
	{"BUF", "A", "A", GATES_BUF},
	{"NAND2", "AB", "AB&!", GATES_2},
	{"NOR2", "AB", "AB|!", GATES_2},
	{"AND2", "AB", "AB&", GATES_2},
	{"OR2", "AB", "AB|", GATES_2},
	{"XOR2", "AB", "AB^", GATES_2},
	/* with A & B, which changes nothing, values are seen as well one operator at a time */
	{"MUX2", "ABS", "AS!&BS&|AB&|", GATES_2},
	{"TIE0", "", "0", 0},
	{"TIE1", "", "1", 0},
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- tables ---- */

static double random_to(double high)
{
	return high * ((double)random_below(1 << 16) / (1 << 16));
}

static void number(struct library *library, double value)
{
	must(library_add_number(library, value));
}

static int32_t scalar(struct library *library, double value)
{
	struct lut lut = {.n = {1, 1}, .first = library->n_numbers};
	int32_t id;

	number(library, value);
	must(library_add_lut(library, &lut, &id));
	return id;
}

/* Three by three points. x: from 0 to 40, y: from 0 to 20. */
static int32_t table(struct library *library, bool is_check, const double value[3][3])
{
	struct lut lut = {.n = {3, 3}, .first = library->n_numbers};
	int32_t id;

	lut.variable[0] = is_check ? LUT_RELATED_SLEW : LUT_SLEW;
	lut.variable[1] = is_check ? LUT_CONSTRAINED_SLEW : LUT_LOAD;
	for (int i = 0; i < 3; i++)
		number(library, 20 * i);
	for (int i = 0; i < 3; i++)
		number(library, 10 * i);
	for (int i = 0; i < 9; i++)
		number(library, value[i / 3][i % 3]);
	must(library_add_lut(library, &lut, &id));
	return id;
}

/* Constant, plus what one more of x and y brings. */
static int32_t linear(struct library *library, bool is_check, double base, double x, double y)
{
	double value[3][3];

	for (int i = 0; i < 9; i++)
		value[i / 3][i % 3] = base + 20 * x * (i / 3) + 10 * y * (i % 3);
	return table(library, is_check, value);
}

static int32_t growing(struct library *library, bool is_check, double factor, double base)
{
	double value[3][3], x = 0, y[3];

	base += random_to(base);
	for (int j = 0; j < 3; j++)
		y[j] = (j ? y[j - 1] : 0) + random_to(6);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++)
			value[i][j] = factor * (base + x + y[j]);
		x += random_to(6);
	}
	return table(library, is_check, value);
}

struct maker {
	struct library *library;
	const struct gates_options *options;
};

static int32_t delay_table(struct maker *m, double delay)
{
	double factor = m->options->factor;

	if (m->options->random)
		return growing(m->library, false, factor, delay);
	if (m->options->linear)
		return linear(m->library, false, factor * delay, 0.1 * factor, 0.1 * factor);
	return scalar(m->library, factor * delay);
}

static int32_t slew_table(struct maker *m)
{
	double factor = m->options->factor;

	if (m->options->random)
		return growing(m->library, false, factor, 4);
	if (m->options->linear)
		return linear(m->library, false, factor * 10, 0, factor);
	return scalar(m->library, 0);
}

static int32_t check_table(struct maker *m, double margin)
{
	if (m->options->random)
		return growing(m->library, true, 1, margin);
	if (m->options->linear)
		return linear(m->library, true, margin, 0.1, 0.1);
	return scalar(m->library, margin);
}

/* ---- cells ---- */

static void add_pin(struct maker *m, const char *name, enum lib_direction direction)
{
	double capacitance = m->options->random ? 0.5 + random_to(2) : m->options->linear ? 1 : 0;

	if (direction != LIB_INPUT)
		capacitance = m->options->random ? random_to(0.5) : 0;
	cells_pin(m->library, name, direction, m->options->factor * capacitance);
}

static void add_arc(struct maker *m, struct lib_arc arc)
{
	struct lib_cell *cell = &m->library->cell[m->library->n_cells - 1];

	arc.group = cell->n_arcs;
	must(library_add_arc(m->library, &arc));
	cell->n_arcs++;
}

static int32_t pin_index(const struct gate *gate, char name)
{
	return (int32_t)(strchr(gate->inputs, name) - gate->inputs);
}

/* An operator or a pin of a function, as the library has it. */
static int32_t token(const struct gate *gate, char c)
{
	static const char operators[] = "01!&|^";
	static const int32_t codes[] = {LIB_ZERO, LIB_ONE, LIB_NOT, LIB_AND, LIB_OR, LIB_XOR};
	const char *found = strchr(operators, c);

	return found ? codes[found - operators] : pin_index(gate, c);
}

static int32_t expression(struct maker *m, const struct gate *gate, const char *postfix)
{
	int32_t first = m->library->n_expression;

	for (const char *c = postfix; *c; c++)
		must(library_add_operator(m->library, token(gate, *c)));
	must(library_add_operator(m->library, LIB_END));
	return first;
}

/* The function for input values that are bits of `inputs`. */
static bool evaluate(const struct gate *gate, int inputs)
{
	bool stack[16];
	int n = 0;

	for (const char *c = gate->function; *c; c++) {
		if (*c == '!') {
			stack[n - 1] = !stack[n - 1];
		} else if (strchr("&|^", *c)) {
			n--;
			stack[n - 1] = *c == '&'   ? stack[n - 1] && stack[n]
				       : *c == '|' ? stack[n - 1] || stack[n]
						   : stack[n - 1] != stack[n];
		} else {
			stack[n++] = *c == '1' || (*c != '0' && inputs >> pin_index(gate, *c) & 1);
		}
	}
	return stack[0];
}

/* Of the output with an input, while the others are as `fixed` says of those in `mask`. */
static enum lib_sense sense_of(const struct gate *gate, int input, int mask, int fixed)
{
	bool rises = false, falls = false;

	for (int i = 0; i < 8; i++) {
		bool before = evaluate(gate, i & ~(1 << input));
		bool after = evaluate(gate, i | 1 << input);

		if ((i & mask) != fixed)
			continue;
		rises |= !before && after;
		falls |= before && !after;
	}
	return rises && falls ? LIB_NON_UNATE : rises ? LIB_POSITIVE_UNATE : LIB_NEGATIVE_UNATE;
}

/* Now and then an early delay and slew of its own: as any, but soonest. */
static void add_retaining(struct maker *m, struct lib_arc *arc, double delay)
{
	for (int edge = 0; edge < N_EDGES && m->options->retaining; edge++) {
		if (random_below(3))
			continue;
		arc->retaining[edge] = 1 + delay_table(m, delay / 2);
		if (random_below(2))
			arc->retain_slew[edge] = 1 + slew_table(m);
	}
}

static void add_gate_arc(struct maker *m, const struct gate *gate, int input, int32_t when,
			 enum lib_sense sense)
{
	struct lib_arc arc = {.from = input,
			      .to = (int32_t)strlen(gate->inputs),
			      .kind = LIB_COMBINATIONAL,
			      .sense = sense,
			      .from_edge = {true, true},
			      .when = when};

	for (int edge = 0; edge < N_EDGES; edge++) {
		arc.delay[edge] = delay_table(m, gate->delay + (edge == FALL));
		arc.slew[edge] = slew_table(m);
	}
	add_retaining(m, &arc, gate->delay);
	add_arc(m, arc);
}

static void add_non_sequential(struct maker *m);

static void add_gate(struct maker *m, const struct gate *gate)
{
	int n_inputs = (int)strlen(gate->inputs);

	cells_cell(m->library, gate->name);
	for (int i = 0; i < n_inputs; i++)
		add_pin(m, (char[]){gate->inputs[i], 0}, LIB_INPUT);
	add_pin(m, "Y", LIB_OUTPUT);
	m->library->pin[m->library->n_pins - 1].function = expression(m, gate, gate->function);
	if (m->options->non_sequential &&
	    (strcmp(gate->name, "OR2") == 0 || strcmp(gate->name, "XOR2") == 0))
		add_non_sequential(m);
	for (int i = 0; i < n_inputs; i++) {
		if (strcmp(gate->name, "XOR2") != 0) {
			add_gate_arc(m, gate, i, -1, sense_of(gate, i, 0, 0));
			continue;
		}
		for (int other = 0; other < 2; other++) {
			char when[] = {gate->inputs[1 - i], other ? 0 : '!', 0};

			add_gate_arc(m, gate, i, expression(m, gate, when),
				     sense_of(gate, i, 1 << (1 - i), other << (1 - i)));
		}
	}
}

/* Both edges of the data, or the one given. */
static void add_check_arc(struct maker *m, enum lib_arc_kind kind, int32_t data, enum edge clock,
			  int only, double margin)
{
	struct lib_arc arc = {.from = 1, .to = data, .kind = kind, .when = -1, .slew = {-1, -1}};

	arc.from_edge[clock] = true;
	for (int edge = 0; edge < N_EDGES; edge++)
		arc.delay[edge] = only < 0 || only == edge ? check_table(m, margin) : -1;
	add_arc(m, arc);
}

static int32_t type_of(const char *name)
{
	int32_t t = 0;

	while (strcmp(lib_timing_types[t].name, name) != 0)
		t++;
	return t;
}

/* Of the first input against the second, whose rising data is the reference of setup, falling of hold. */
static void add_non_sequential(struct maker *m)
{
	struct library *library = m->library;

	add_check_arc(m, LIB_SETUP, 0, RISE, -1, GATES_SETUP);
	library->arc[library->n_arcs - 1].type = type_of("non_seq_setup_rising");
	add_check_arc(m, LIB_HOLD, 0, FALL, -1, GATES_HOLD);
	library->arc[library->n_arcs - 1].type = type_of("non_seq_hold_falling");
}

static void add_register(struct maker *m, const char *name, enum edge clock)
{
	struct lib_state state = {LIB_FF, -1, -1, -1, -1, -1, -1};
	static const char *const outputs[] = {"Q", "QN"};

	cells_cell(m->library, name);
	add_pin(m, "D", LIB_INPUT);
	add_pin(m, "CK", LIB_INPUT);
	add_pin(m, "RN", LIB_INPUT);
	for (int i = 0; i < 2; i++)
		add_pin(m, outputs[i], LIB_OUTPUT);
	add_check_arc(m, LIB_SETUP, 0, clock, -1, GATES_SETUP);
	add_check_arc(m, LIB_HOLD, 0, clock, -1, GATES_HOLD);
	add_check_arc(m, LIB_RECOVERY, 2, clock, RISE, GATES_RECOVERY);
	add_check_arc(m, LIB_REMOVAL, 2, clock, RISE, GATES_REMOVAL);
	for (int32_t i = 0; i < 2; i++) {
		struct lib_arc arc = {.from = 1, .to = 3 + i, .kind = LIB_LAUNCH, .when = -1};

		arc.from_edge[clock] = true;
		for (int edge = 0; edge < N_EDGES; edge++) {
			arc.delay[edge] = delay_table(m, GATES_LAUNCH + (edge == FALL));
			arc.slew[edge] = slew_table(m);
		}
		add_arc(m, arc);
	}
	must(library_add_state(m->library, &state));
	m->library->cell[m->library->n_cells - 1].n_states++;
}

static void add_latch(struct maker *m, const char *name, enum edge opens)
{
	struct lib_state state = {LIB_LATCH, -1, -1, -1, -1, -1, -1};
	enum edge closes = opens == RISE ? FALL : RISE;

	cells_cell(m->library, name);
	add_pin(m, "D", LIB_INPUT);
	add_pin(m, "CK", LIB_INPUT);
	add_pin(m, "Q", LIB_OUTPUT);
	add_pin(m, "QN", LIB_OUTPUT);
	add_check_arc(m, LIB_SETUP, 0, closes, -1, GATES_SETUP);
	add_check_arc(m, LIB_HOLD, 0, closes, -1, GATES_HOLD);
	for (int32_t i = 0; i < 4; i++) {
		struct lib_arc arc = {.from = i / 2,
				      .to = 2 + i % 2,
				      .kind = i / 2 ? LIB_LAUNCH : LIB_COMBINATIONAL,
				      .sense = i % 2 ? LIB_NEGATIVE_UNATE : LIB_POSITIVE_UNATE,
				      .from_edge = {i < 2 || opens == RISE, i < 2 || opens == FALL},
				      .when = -1};

		for (int edge = 0; edge < N_EDGES; edge++) {
			arc.delay[edge] = delay_table(m, (i / 2 ? GATES_LAUNCH : GATES_THROUGH) +
								 (edge == FALL));
			arc.slew[edge] = slew_table(m);
		}
		add_arc(m, arc);
	}
	must(library_add_state(m->library, &state));
	m->library->cell[m->library->n_cells - 1].n_states++;
}

struct library *test_gates_library(const char *name, const struct gates_options *options)
{
	struct maker m = {cells_empty(name), options};

	for (size_t i = 0; i < sizeof gates / sizeof *gates; i++)
		add_gate(&m, &gates[i]);
	add_register(&m, "DFF", RISE);
	add_register(&m, "DFFN", FALL);
	add_latch(&m, "DLH", RISE);
	add_latch(&m, "DLL", FALL);
	must(library_close(m.library));
	return m.library;
}

/* ---- netlists ---- */

void gates_masters(struct netlist *netlist, struct library *late, struct library *early)
{
	for (int32_t c = 0; c < late->n_cells; c++) {
		int32_t master;

		must(netlist_add_cell(netlist, late, c, early, early ? c : -1, &master));
	}
}

static int32_t net_of(struct netlist *netlist, const char *name)
{
	int32_t net = netlist_find_net(netlist, name, (int64_t)strlen(name));

	if (net < 0)
		must(netlist_add_net(netlist, name, NET_SIGNAL, &net));
	return net;
}

void gates_port(struct netlist *netlist, const char *name, enum lib_direction direction)
{
	int32_t port;

	must(netlist_add_port(netlist, name, direction, &port));
	netlist_connect(netlist, port, net_of(netlist, name));
}

int32_t gates_instance(struct netlist *netlist, const char *name, const char *cell,
		       const char *connections)
{
	int32_t master = names_find(&netlist->master_name, cell, (int64_t)strlen(cell)), x;
	char pin[16], net[48];
	int length;

	if (master < 0)
		abort();
	must(netlist_add_instance(netlist, name, master, &x));
	while (sscanf(connections, " %15[^=]=%47s%n", pin, net, &length) == 2) {
		int32_t found = netlist_find_instance_pin(netlist, x, pin, (int64_t)strlen(pin));

		if (found < 0)
			abort();
		netlist_connect(netlist, found, net_of(netlist, net));
		connections += length;
	}
	return x;
}

int32_t gates_pin(const struct netlist *netlist, const char *name)
{
	int32_t pin = netlist_find_pin(netlist, name, (int64_t)strlen(name));

	if (pin < 0)
		abort();
	return pin;
}
