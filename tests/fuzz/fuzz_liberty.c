/*
 * Fuzz target of the Liberty reader: any bytes give a library or an error, never a crash, and all
 * that a library refers to is there.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bytes.h"
#include "read/liberty/liberty.h"

int fuzz_liberty(const uint8_t *data, size_t size);

static void demand(bool true_of_it)
{
	if (!true_of_it)
		abort();
}

static void check_expression(const struct library *l, const struct lib_cell *cell, int32_t place)
{
	int depth = 0;

	if (place < 0)
		return;
	for (; demand(place < l->n_expression), l->expression[place] != LIB_END; place++) {
		int32_t value = l->expression[place];

		demand(value >= LIB_XOR && value < cell->n_pins);
		depth += value >= LIB_ONE ? 1 : value == LIB_NOT ? 0 : -1;
		demand(depth > 0 && depth <= LIB_EXPRESSION_DEPTH);
	}
	demand(depth == 1);
}

static void check_lut(const struct library *l, int32_t lut)
{
	demand(lut < l->n_luts);
	if (lut >= 0)
		lut_value(l, &l->lut[lut], 3, 5);
}

static void check_cell(const struct library *l, const struct lib_cell *cell)
{
	for (int32_t i = 0; i < cell->n_pins; i++) {
		const struct lib_pin *pin = &l->pin[cell->first_pin + i];

		demand(library_find_pin(l, cell->name, names_get(&l->string, pin->name)) >= 0);
		demand(isfinite(pin->capacitance[LATE][RISE]));
		check_expression(l, cell, pin->function);
		check_expression(l, cell, pin->three_state);
	}
	for (int32_t i = 0; i < cell->n_buses; i++) {
		const struct lib_bus *bus = &l->bus[cell->first_bus + i];

		demand(bus->first_pin >= 0 && bus->n_pins > 0 &&
		       bus->first_pin + bus->n_pins <= cell->n_pins);
		demand(abs(bus->from - bus->to) + 1 == bus->n_pins);
	}
	for (int32_t i = 0; i < cell->n_arcs; i++) {
		const struct lib_arc *arc = &l->arc[cell->first_arc + i];

		demand(arc->from >= 0 && arc->from < cell->n_pins);
		demand(arc->to >= 0 && arc->to < cell->n_pins);
		check_expression(l, cell, arc->when);
		for (int edge = 0; edge < N_EDGES; edge++) {
			check_lut(l, arc->delay[edge]);
			check_lut(l, arc->slew[edge]);
		}
	}
	for (int32_t i = 0; i < cell->n_states; i++) {
		const struct lib_state *state = &l->state[cell->first_state + i];

		demand(state->variable < cell->n_pins && state->inverse < cell->n_pins);
		check_expression(l, cell, state->clock);
		check_expression(l, cell, state->data);
		check_expression(l, cell, state->clear);
		check_expression(l, cell, state->preset);
	}
}

int fuzz_liberty(const uint8_t *data, size_t size)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct library *library;

	if (liberty_read(bytes_file(data, size), &warnings, &task, &library) == STATUS_OK) {
		for (int32_t i = 0; i < library->n_cells; i++)
			check_cell(library, &library->cell[i]);
		library_unref(library);
	}
	text_release(&warnings);
	return 0;
}
