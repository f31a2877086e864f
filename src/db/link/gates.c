#include "db/link/gates.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"

#define GATES_LIBRARY "verilog"

struct gate {
	const char *name;
	enum lib_operator operator; /* LIB_END: of one input */
	bool inverts;
};

static const struct gate gates[] = {
	{"and", LIB_AND, false}, {"nand", LIB_AND, true}, {"or", LIB_OR, false},
	{"nor", LIB_OR, true},   {"xor", LIB_XOR, false}, {"xnor", LIB_XOR, true},
	{"buf", LIB_END, false}, {"not", LIB_END, true},
};

/* The gate of a master's name and its number; NULL = not a gate. */
static const struct gate *gate_of(const char *name, int *n)
{
	for (size_t i = 0; i < sizeof gates / sizeof *gates && *name == '$'; i++) {
		size_t length = strlen(gates[i].name);
		char *end;
		long number;

		if (strncmp(name + 1, gates[i].name, length) != 0)
			continue;
		number = strtol(name + 1 + length, &end, 10);
		if (*end || end == name + 1 + length || name[1 + length] == '0' || number < 1 ||
		    number >= MOST_GATE_PINS)
			continue;
		*n = (int)number;
		return &gates[i];
	}
	return NULL;
}

static enum status add_pin(struct library *library, char letter, int i, int n,
			   enum lib_direction direction)
{
	char name[16];
	int32_t id;

	snprintf(name, sizeof name, n > 1 ? "%c%d" : "%c", letter, i + 1);
	TRY(names_add(&library->string, name, (int64_t)strlen(name), &id, NULL));
	TRY(library_add_pin(library, id));
	library->pin[library->n_pins - 1].direction = direction;
	return STATUS_OK;
}

/* Of the inputs from pin `first` on. */
static enum status add_function(struct library *library, const struct gate *gate, int first,
				int n_inputs)
{
	for (int i = 0; i < n_inputs; i++) {
		TRY(library_add_operator(library, first + i));
		if (i > 0)
			TRY(library_add_operator(library, gate->operator));
	}
	if (gate->inverts)
		TRY(library_add_operator(library, LIB_NOT));
	return library_add_operator(library, LIB_END);
}

/* A table of one value, 0. */
static enum status add_zero(struct library *library, int32_t *id)
{
	struct lut lut = {.n = {1, 1}, .first = library->n_numbers};

	TRY(library_add_number(library, 0));
	return library_add_lut(library, &lut, id);
}

static enum status add_arcs(struct library *library, const struct gate *gate, int n_outputs,
			    int n_inputs, int32_t zero)
{
	struct lib_arc arc = {
		.kind = LIB_COMBINATIONAL,
		.sense = gate->operator== LIB_XOR ? LIB_NON_UNATE
			 : gate->inverts          ? LIB_NEGATIVE_UNATE
						  : LIB_POSITIVE_UNATE,
		.from_edge = {true, true},
		.delay = {zero, zero},
		.slew = {zero, zero},
		.when = -1,
	};

	for (int i = 0; i < n_outputs * n_inputs; i++) {
		arc.to = i / n_inputs;
		arc.from = n_outputs + i % n_inputs;
		arc.group = i;
		TRY(library_add_arc(library, &arc));
	}
	return STATUS_OK;
}

static enum status add_gate(struct library *library, const char *name, const struct gate *gate,
			    int n, int32_t zero)
{
	int n_outputs = gate->operator== LIB_END ? n : 1,
	    n_inputs = gate->operator== LIB_END ? 1 : n;
	int32_t cell;
	bool added;

	TRY(library_add_cell(library, name, (int64_t)strlen(name), &cell, &added));
	for (int i = 0; i < n_outputs; i++) {
		int32_t function = library->n_expression;

		TRY(add_pin(library, 'Y', i, n_outputs, LIB_OUTPUT));
		library->pin[library->n_pins - 1].function = function;
		TRY(add_function(library, gate, n_outputs, n_inputs));
	}
	for (int i = 0; i < n_inputs; i++)
		TRY(add_pin(library, 'A', i, n_inputs, LIB_INPUT));
	library->cell[cell].n_pins = n_outputs + n_inputs;
	TRY(add_arcs(library, gate, n_outputs, n_inputs, zero));
	library->cell[cell].n_arcs = n_outputs * n_inputs;
	return STATUS_OK;
}

static enum status begin_library(struct library **out, int32_t *zero)
{
	TRY(library_new("", out));
	free((*out)->name);
	(*out)->name = copy_string(GATES_LIBRARY);
	if (!(*out)->name)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	return add_zero(*out, zero);
}

static bool is_gate(const void *modules, int64_t instance)
{
	const struct modules *m = modules;
	int n;

	return gate_of(names_get(&m->string, m->instance[instance].master), &n) != NULL;
}

/* Those of which no module has the name, each once: *n_gates instances are there. */
static enum status add_each(const struct modules *m, const int32_t *instance, int32_t n_instances,
			    struct library **out, int64_t *n_gates)
{
	int32_t zero = 0;
	int n;

	for (int32_t i = 0; i < n_instances; i++) {
		const char *name = names_get(&m->string, m->instance[instance[i]].master);
		const struct gate *gate = gate_of(name, &n);

		if (modules_find(m, name) >= 0)
			continue;
		++*n_gates;
		if (!*out)
			TRY(begin_library(out, &zero));
		if (library_find_cell(*out, name) < 0)
			TRY(add_gate(*out, name, gate, n, zero));
	}
	return STATUS_OK;
}

static enum status add_gates(const struct modules *m, struct text *warnings, struct library **out)
{
	int64_t n_gates = 0;
	int32_t n;
	FREED int32_t *instance = NULL;

	TRY(select_items(m->n_instances, is_gate, m, &instance, &n));
	TRY(add_each(m, instance, n, out, &n_gates));
	if (!*out)
		return STATUS_OK;
	if (warnings)
		text_printf(
			warnings,
			"warning: %" PRId64
			" gate%s of Verilog ha%s no delay, so that slack of setup is too good: cells of a library "
			"have some\n",
			n_gates, n_gates == 1 ? "" : "s", n_gates == 1 ? "s" : "ve");
	return library_close(*out);
}

enum status gates_library(const struct modules *modules, struct text *warnings,
			  struct library **out)
{
	RELEASED_BY(library_drop) struct library *library = NULL;

	*out = NULL;
	TRY(add_gates(modules, warnings, &library));
	HAND_OVER(out, library);
	return STATUS_OK;
}

int64_t gates_count(const struct netlist *netlist)
{
	int64_t count = 0;
	int n;

	for (int32_t m = 0; m < netlist->n_masters; m++) {
		const struct master *master = &netlist->master[m];

		if (master->library[LATE] &&
		    strcmp(master->library[LATE]->name, GATES_LIBRARY) == 0 &&
		    gate_of(master->name, &n))
			count += master->n_instances;
	}
	return count;
}
