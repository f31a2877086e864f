#include "cells.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static int32_t string(struct library *library, const char *name)
{
	int32_t id;
	bool added;

	must(names_add(&library->string, name, (int64_t)strlen(name), &id, &added));
	return id;
}

struct library *cells_empty(const char *name)
{
	struct library *library;

	must(library_new(name, &library));
	library->name = library->name ? library->name : strdup(name);
	return library;
}

void cells_cell(struct library *library, const char *name)
{
	struct lib_cell *cell;
	bool added;

	must(GROW(&library->cell, &library->cell_capacity, library->n_cells + 1));
	cell = &library->cell[library->n_cells++];
	*cell = (struct lib_cell){.first_pin = library->n_pins,
				  .first_bus = library->n_buses,
				  .first_arc = library->n_arcs,
				  .first_state = library->n_states,
				  .first_supply = library->n_supplies};
	must(names_add(&library->cell_name, name, (int64_t)strlen(name), &cell->name, &added));
}

void cells_pin(struct library *library, const char *name, enum lib_direction direction,
	       double capacitance)
{
	struct lib_pin *pin;

	must(GROW(&library->pin, &library->pin_capacity, library->n_pins + 1));
	pin = &library->pin[library->n_pins++];
	*pin = (struct lib_pin){.name = string(library, name),
				.direction = direction,
				.max_capacitance = -1,
				.min_capacitance = -1,
				.max_slew = -1,
				.max_fanout = -1,
				.fanout_load = -1,
				.function = -1,
				.three_state = -1};
	for (int split = 0; split < N_SPLITS; split++)
		for (int edge = 0; edge < N_EDGES; edge++)
			pin->capacitance[split][edge] = capacitance;
	library->cell[library->n_cells - 1].n_pins++;
}

void cells_bus(struct library *library, const char *name, int32_t from, int32_t to,
	       enum lib_direction direction, double capacitance)
{
	struct lib_cell *cell = &library->cell[library->n_cells - 1];
	int32_t step = from > to ? -1 : 1;
	struct lib_bus *bus;

	must(GROW(&library->bus, &library->bus_capacity, library->n_buses + 1));
	bus = &library->bus[library->n_buses++];
	*bus = (struct lib_bus){.name = string(library, name),
				.from = from,
				.to = to,
				.first_pin = cell->n_pins,
				.n_pins = abs(from - to) + 1};
	cell->n_buses++;
	for (int32_t i = from; i != to + step; i += step) {
		char bit[64];

		snprintf(bit, sizeof bit, "%s[%" PRId32 "]", name, i);
		cells_pin(library, bit, direction, capacitance);
	}
}

void cells_supply(struct library *library, const char *name)
{
	must(GROW(&library->supply, &library->supply_capacity, library->n_supplies + 1));
	library->supply[library->n_supplies++] = string(library, name);
	library->cell[library->n_cells - 1].n_supplies++;
}

static void supplies(struct library *library)
{
	cells_supply(library, "VDD");
	cells_supply(library, "VSS");
}

struct library *cells_library(const char *name)
{
	struct library *library = cells_empty(name);

	cells_cell(library, "INV");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	supplies(library);
	cells_cell(library, "NAND2");
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "B", LIB_INPUT, 1.5);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	supplies(library);
	cells_cell(library, "DFF");
	cells_pin(library, "CK", LIB_INPUT, 0.5);
	cells_pin(library, "D", LIB_INPUT, 1);
	cells_pin(library, "Q", LIB_OUTPUT, 0);
	cells_pin(library, "QN", LIB_OUTPUT, 0);
	cells_pin(library, "IQ", LIB_INTERNAL, 0);
	supplies(library);
	cells_cell(library, "RAM");
	cells_pin(library, "CK", LIB_INPUT, 2);
	cells_bus(library, "A", 3, 0, LIB_INPUT, 2);
	cells_bus(library, "Q", 0, 1, LIB_OUTPUT, 0);
	supplies(library);
	return library;
}
