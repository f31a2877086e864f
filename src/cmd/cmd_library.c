/* report_lib_cell: the pins of a library's cell, as OpenSTA writes them. */
#include <string.h>

#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"
#include "write/liberty.h"

enum { LIBRARY_DIGITS };

static const struct option library_options[] = {
	[LIBRARY_DIGITS] = OPTION_DIGITS,
	{0},
};

/* From the least to the largest of all corners. */
static void write_capacitance(const struct report_units *units, const struct lib_pin *pin,
			      struct text *out)
{
	double least = pin->capacitance[EARLY][RISE], largest = least;

	for (int c = 1; c < N_SPLITS * N_EDGES; c++) {
		double value = pin->capacitance[c / N_EDGES][c % N_EDGES];

		least = value < least ? value : least;
		largest = value > largest ? value : largest;
	}
	text_add(out, " ");
	report_capacitance(units, least, 0, out);
	if (least != largest) {
		text_add(out, "-");
		report_capacitance(units, largest, 0, out);
	}
}

/* With OpenSTA's operators: * and +. */
static enum status write_function(const struct library *library, const struct lib_cell *cell,
				  int32_t place, const char *what, struct text *out)
{
	RELEASED_BY(text_release) struct text function = TEXT_INIT;
	enum status status = liberty_write_function(library, cell, place, &function);

	text_printf(out, " %s=", what);
	for (const char *p = text_string(&function); *p; p++)
		text_append(out, *p == '&' ? "*" : *p == '|' ? "+" : p, 1);
	return status;
}

static enum status write_pin(const struct report_units *units, const struct library *library,
			     const struct lib_cell *cell, int32_t p, struct text *out)
{
	const struct lib_pin *pin = &library->pin[cell->first_pin + p];

	text_printf(out, " %s %s", names_get(&library->string, pin->name),
		    lib_direction_name(pin->direction));
	if (pin->direction == LIB_INPUT || pin->direction == LIB_INOUT)
		write_capacitance(units, pin, out);
	if (pin->function >= 0)
		TRY(write_function(library, cell, pin->function, "function", out));
	if (pin->three_state >= 0)
		TRY(write_function(library, cell, pin->three_state, "tristate", out));
	text_add(out, "\n");
	return STATUS_OK;
}

/* "LIBRARY/CELL", or CELL of the last library that has it, as link_design takes it. */
static const struct library *find_cell(const struct netlist *netlist, const char *name,
				       int32_t *cell)
{
	for (int32_t i = netlist->n_libraries - 1; i >= 0; i--) {
		*cell = library_find_named(netlist->library[i], name);
		if (*cell >= 0)
			return netlist->library[i];
	}
	return NULL;
}

static enum status not_there(const struct netlist *netlist, const char *name)
{
	const char *nearest = NULL;

	for (int32_t i = 0; i < netlist->n_libraries && !nearest; i++)
		nearest =
			names_nearest(&netlist->library[i]->cell_name, name, (int64_t)strlen(name));
	return status_fail(STATUS_FAILED, "report_lib_cell: no library cell \"%.100s\"%s%.100s%s",
			   name, NEAREST(nearest));
}

static enum status report(struct call *call, const struct netlist *netlist, const char *name)
{
	const struct library *library;
	const struct lib_cell *cell;
	struct report_units units;
	int32_t id;

	TRY(report_units_parse(call, LIBRARY_DIGITS, netlist, &units));
	library = find_cell(netlist, name, &id);
	if (!library)
		return not_there(netlist, name);
	cell = &library->cell[id];
	text_printf(call->out, "Cell %s\nLibrary %s\nFile %s\n",
		    names_get(&library->cell_name, cell->name), library->name, library->path);
	for (int32_t p = 0; p < cell->n_pins; p++)
		TRY(write_pin(&units, library, cell, p, call->out));
	return STATUS_OK;
}

static enum status report_lib_cell(struct call *call)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	TRY(design_need_libraries(&call->session->design, &netlist));
	TRY(one_object(call, call->argument[0], &name));
	return report(call, netlist, text_string(&name));
}

const struct command library_commands[] = {
	{"report_lib_cell", report_lib_cell, IN_SESSION, "CELL", 1, 1, library_options,
	 "Report the pins of a library cell: directions, capacitances and functions"},
	{0},
};
