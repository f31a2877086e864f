#include "logic_cells.h"

#include <stdlib.h>
#include <string.h>

#include "cells.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int32_t pin_named(const struct library *library, char name)
{
	const struct lib_cell *cell = &library->cell[library->n_cells - 1];

	for (int32_t p = 0; p < cell->n_pins; p++) {
		if (names_get(&library->string, library->pin[cell->first_pin + p].name)[0] == name)
			return p;
	}
	abort();
}

int32_t logic_function(struct library *library, const char *postfix)
{
	static const char operators[] = "01!&|^";
	static const int32_t code[] = {LIB_ZERO, LIB_ONE, LIB_NOT, LIB_AND, LIB_OR, LIB_XOR};
	int32_t place = library->n_expression;

	for (; *postfix; postfix++) {
		const char *operation = strchr(operators, *postfix);

		must(library_add_operator(library, operation ? code[operation - operators]
							     : pin_named(library, *postfix)));
	}
	must(library_add_operator(library, LIB_END));
	return place;
}

struct lib_arc *logic_arc(struct library *library, char from, char to, enum lib_arc_kind kind,
			  enum lib_sense sense, const char *when)
{
	struct lib_cell *cell = &library->cell[library->n_cells - 1];
	struct lib_arc arc = {.from = pin_named(library, from),
			      .to = pin_named(library, to),
			      .kind = kind,
			      .sense = sense,
			      .from_edge = {true, true},
			      .delay = {-1, -1},
			      .slew = {-1, -1},
			      .when = when ? logic_function(library, when) : -1,
			      .group = cell->n_arcs};

	must(library_add_arc(library, &arc));
	cell->n_arcs++;
	return &library->arc[library->n_arcs - 1];
}

void logic_cell(struct library *library, const char *name, const char *inputs, const char *function,
		const char *three_state)
{
	struct lib_pin *pin;
	int32_t off;

	cells_cell(library, name);
	for (const char *p = inputs; *p; p++)
		cells_pin(library, (char[]){*p, '\0'}, LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	off = three_state ? logic_function(library, three_state) : -1;
	pin = &library->pin[library->n_pins - 1];
	pin->function = logic_function(library, function);
	pin->three_state = off;
	for (const char *p = inputs; *p; p++)
		logic_arc(library, *p, 'Y', LIB_COMBINATIONAL, LIB_NON_UNATE, NULL);
}
