#include "db/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"

enum { R = 1 << RISE, F = 1 << FALL, RF = R | F };

const struct lib_timing_type lib_timing_types[] = {
	{"combinational", LIB_COMBINATIONAL, RF, RF, false},
	{"combinational_rise", LIB_COMBINATIONAL, RF, R, false},
	{"combinational_fall", LIB_COMBINATIONAL, RF, F, false},
	{"three_state_enable", LIB_THREE_STATE, RF, RF, false},
	{"three_state_enable_rise", LIB_THREE_STATE, RF, R, false},
	{"three_state_enable_fall", LIB_THREE_STATE, RF, F, false},
	{"three_state_disable", LIB_THREE_STATE, RF, RF, false},
	{"three_state_disable_rise", LIB_THREE_STATE, RF, R, false},
	{"three_state_disable_fall", LIB_THREE_STATE, RF, F, false},
	{"rising_edge", LIB_LAUNCH, R, RF, false},
	{"falling_edge", LIB_LAUNCH, F, RF, false},
	{"preset", LIB_SET_RESET, RF, R, false},
	{"clear", LIB_SET_RESET, RF, F, false},
	{"setup_rising", LIB_SETUP, R, RF, false},
	{"setup_falling", LIB_SETUP, F, RF, false},
	{"hold_rising", LIB_HOLD, R, RF, false},
	{"hold_falling", LIB_HOLD, F, RF, false},
	{"recovery_rising", LIB_RECOVERY, R, RF, false},
	{"recovery_falling", LIB_RECOVERY, F, RF, false},
	{"removal_rising", LIB_REMOVAL, R, RF, false},
	{"removal_falling", LIB_REMOVAL, F, RF, false},
	{"non_seq_setup_rising", LIB_SETUP, R, RF, true},
	{"non_seq_setup_falling", LIB_SETUP, F, RF, true},
	{"non_seq_hold_rising", LIB_HOLD, R, RF, true},
	{"non_seq_hold_falling", LIB_HOLD, F, RF, true},
	{"skew_rising", LIB_OTHER, R, RF, false},
	{"skew_falling", LIB_OTHER, F, RF, false},
	{"nochange_high_high", LIB_OTHER, RF, RF, false},
	{"nochange_high_low", LIB_OTHER, RF, RF, false},
	{"nochange_low_high", LIB_OTHER, RF, RF, false},
	{"nochange_low_low", LIB_OTHER, RF, RF, false},
	{"min_pulse_width", LIB_OTHER, RF, RF, false},
	{"minimum_period", LIB_OTHER, RF, RF, false},
	{"max_clock_tree_path", LIB_OTHER, RF, RF, false},
	{"min_clock_tree_path", LIB_OTHER, RF, RF, false},
	{NULL, LIB_OTHER, RF, RF, false},
};

enum status library_new(const char *path, struct library **out)
{
	RELEASED_BY(library_drop) struct library *library = NULL;

	TRY(ALLOC(&library, 1));
	atomic_init(&library->refs, 1);
	TRY(duplicate_string(path, &library->path));
	TRY(duplicate_string("", &library->name));
	library->time_unit = 1000; /* 1 ns, 1 pF, 1 kΩ: what is meant where a file says nothing */
	library->capacitance_unit = 1000;
	library->resistance_unit = 1;
	library->slew_derate = 1;
	for (int edge = 0; edge < N_EDGES; edge++) {
		library->slew_lower[edge] = 20;
		library->slew_upper[edge] = 80;
		library->input_threshold[edge] = library->output_threshold[edge] = 50;
	}
	library->default_max_slew = library->default_max_fanout = -1;
	library->default_fanout_load = -1;
	library->default_conditions = -1;
	HAND_OVER(out, library);
	return STATUS_OK;
}

void library_unref(struct library *library)
{
	if (!library || atomic_fetch_sub(&library->refs, 1) > 1)
		return;
	names_release(&library->cell_name);
	names_release(&library->string);
	FREE_ALL(library->name, library->path, library->pin_order, library->cell, library->pin,
		 library->bus, library->arc, library->state, library->supply,
		 library->generated_clock, library->wire_load, library->conditions,
		 library->scaling, library->lut, library->expression, library->number, library);
}

/* ---- adding ---- */

static enum status too_many(const char *what)
{
	return status_fail(STATUS_NO_MEMORY, "more than %d %s in a library", INT32_MAX, what);
}

/* Append an item to an array of the library, whose indices are 32 bits. */
#define APPEND_FEW(array, count, capacity, item, what)                                             \
	do {                                                                                       \
		if ((count) == INT32_MAX)                                                          \
			return too_many(what);                                                     \
		TRY(APPEND(array, count, &(capacity), item));                                      \
	} while (0)

const char *const lut_variable_name[] = {
	[LUT_NONE] = "",
	[LUT_SLEW] = "input_net_transition",
	[LUT_LOAD] = "total_output_net_capacitance",
	[LUT_RELATED_SLEW] = "related_pin_transition",
	[LUT_CONSTRAINED_SLEW] = "constrained_pin_transition",
};

const struct lib_pin lib_pin_blank = {.direction = LIB_INPUT,
				      .max_capacitance = -1,
				      .min_capacitance = -1,
				      .max_slew = -1,
				      .min_slew = -1,
				      .max_fanout = -1,
				      .min_fanout = -1,
				      .fanout_load = -1,
				      .min_width = {-1, -1},
				      .min_period = -1,
				      .function = -1,
				      .three_state = -1};

enum status library_add_pin(struct library *library, int32_t name)
{
	APPEND_FEW(library->pin, library->n_pins, library->pin_capacity, lib_pin_blank, "pins");
	library->pin[library->n_pins - 1].name = name;
	return STATUS_OK;
}

/* Defines library_add_NAME(), which appends a struct lib_NAME. */
#define ADDER(name, count, what)                                                                   \
	enum status library_add_##name(struct library *library, const struct lib_##name *item)     \
	{                                                                                          \
		APPEND_FEW(library->name, library->count, library->name##_capacity, *item, what);  \
		return STATUS_OK;                                                                  \
	}
ADDER(bus, n_buses, "buses")
ADDER(arc, n_arcs, "arcs")
ADDER(state, n_states, "states")
ADDER(generated_clock, n_generated_clocks, "generated clocks")
ADDER(wire_load, n_wire_loads, "wire loads")
ADDER(conditions, n_conditions, "operating conditions")
ADDER(scaling, n_scalings, "scaling factors")

enum status library_add_supply(struct library *library, int32_t name)
{
	APPEND_FEW(library->supply, library->n_supplies, library->supply_capacity, name,
		   "supplies");
	return STATUS_OK;
}

enum status library_add_lut(struct library *library, const struct lut *lut, int32_t *id)
{
	*id = library->n_luts;
	APPEND_FEW(library->lut, library->n_luts, library->lut_capacity, *lut, "tables");
	return STATUS_OK;
}

enum status library_add_number(struct library *library, double number)
{
	return APPEND(library->number, library->n_numbers, &library->number_capacity, number);
}

enum status library_add_operator(struct library *library, int32_t value)
{
	APPEND_FEW(library->expression, library->n_expression, library->expression_capacity, value,
		   "operators");
	return STATUS_OK;
}

enum status library_add_cell(struct library *library, const char *name, int64_t length,
			     int32_t *cell, bool *added)
{
	static const struct lib_cell blank;

	TRY(names_add(&library->cell_name, name, length, cell, added));
	if (*added)
		APPEND_FEW(library->cell, library->n_cells, library->cell_capacity, blank, "cells");
	library->cell[*cell] =
		(struct lib_cell){.name = *cell,
				  .first_pin = library->n_pins,
				  .first_bus = library->n_buses,
				  .first_arc = library->n_arcs,
				  .first_state = library->n_states,
				  .first_supply = library->n_supplies,
				  .first_generated_clock = library->n_generated_clocks};
	return STATUS_OK;
}

/* ---- closing ---- */

static void sort_pins(struct library *library, const struct lib_cell *cell, int64_t *key)
{
	const struct lib_pin *pin = library->pin + cell->first_pin;
	int32_t *order = library->pin_order + cell->first_pin;

	for (int32_t i = 0; i < cell->n_pins; i++)
		key[i] = (int64_t)pin[i].name << 32 | i;
	SORT(key, cell->n_pins, compare_int64);
	for (int32_t i = 0; i < cell->n_pins; i++)
		order[i] = (int32_t)(key[i] & INT32_MAX);
}

static bool has_sequential_arcs(const struct library *library, const struct lib_cell *cell)
{
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		enum lib_arc_kind kind = library->arc[cell->first_arc + a].kind;

		if (kind == LIB_LAUNCH || (kind >= LIB_SETUP && kind <= LIB_REMOVAL))
			return true;
	}
	return false;
}

/* What k_ factors scale the values of an arc's own table as. */
static enum lib_scale scale_of_arc(const struct lib_arc *arc)
{
	static const struct {
		const char *begins;
		enum lib_scale scale;
	} other[] = {{"skew_", SCALE_SKEW},
		     {"nochange_", SCALE_NOCHANGE},
		     {"min_pulse_width", SCALE_PULSE_WIDTH},
		     {"minimum_period", SCALE_PERIOD},
		     {"min_clock_tree_path", SCALE_CELL},
		     {"max_clock_tree_path", SCALE_CELL}};
	static const enum lib_scale of[] = {
		[LIB_COMBINATIONAL] = SCALE_CELL, [LIB_THREE_STATE] = SCALE_CELL,
		[LIB_LAUNCH] = SCALE_CELL,        [LIB_SET_RESET] = SCALE_CELL,
		[LIB_SETUP] = SCALE_SETUP,        [LIB_HOLD] = SCALE_HOLD,
		[LIB_RECOVERY] = SCALE_RECOVERY,  [LIB_REMOVAL] = SCALE_REMOVAL,
		[LIB_OTHER] = SCALE_NONE};
	const char *name = lib_timing_types[arc->type].name;

	for (size_t i = 0; name && i < sizeof other / sizeof *other; i++) {
		if (strncmp(name, other[i].begins, strlen(other[i].begins)) == 0)
			return other[i].scale;
	}
	return of[arc->kind];
}

static void scale_table(struct library *library, const struct lib_cell *cell, int32_t table,
			enum lib_scale scale, int edge)
{
	if (table < 0)
		return;
	library->lut[table].scaled_as = N_EDGES * (int32_t)scale + edge;
	library->lut[table].scaling = cell->scaling;
}

static void scale_tables(struct library *library, const struct lib_cell *cell)
{
	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		enum lib_scale scale = scale_of_arc(arc);

		for (int edge = 0; edge < N_EDGES; edge++) {
			scale_table(library, cell, arc->delay[edge], scale, edge);
			scale_table(library, cell, arc->slew[edge], SCALE_TRANSITION, edge);
			scale_table(library, cell, arc->sigma[EARLY][edge] - 1, scale, edge);
			scale_table(library, cell, arc->sigma[LATE][edge] - 1, scale, edge);
			scale_table(library, cell, arc->retaining[edge] - 1, scale, edge);
			scale_table(library, cell, arc->retain_slew[edge] - 1, SCALE_TRANSITION,
				    edge);
		}
	}
}

enum status library_close(struct library *library)
{
	FREED int64_t *key = NULL;

	TRY(ALLOC_ALL(library->n_pins, &key, &library->pin_order));
	for (int32_t c = 0; c < library->n_cells; c++) {
		struct lib_cell *cell = &library->cell[c];

		if (cell->n_pins > 0)
			sort_pins(library, cell, key);
		scale_tables(library, cell);
		cell->is_sequential = cell->n_states > 0 || has_sequential_arcs(library, cell);
	}
	return STATUS_OK;
}

/* ---- finding ---- */

int32_t library_find_cell(const struct library *library, const char *name)
{
	return names_find(&library->cell_name, name, (int64_t)strlen(name));
}

int32_t library_find_named(const struct library *library, const char *name)
{
	size_t length = strlen(library->name);
	int32_t cell = -1;

	if (strncmp(library->name, name, length) == 0 && name[length] == '/')
		cell = library_find_cell(library, name + length + 1);
	return cell >= 0 ? cell : library_find_cell(library, name);
}

int32_t library_find_pin(const struct library *library, int32_t cell, const char *name)
{
	const struct lib_cell *c = &library->cell[cell];
	int32_t id = names_find(&library->string, name, (int64_t)strlen(name));
	int32_t low = 0, high = c->n_pins;
	const struct lib_pin *pin;
	const int32_t *order;

	if (high == 0 || id < 0)
		return -1;
	pin = library->pin + c->first_pin;
	if (!library->pin_order) { /* not closed yet */
		while (low < high && pin[low].name != id)
			low++;
		return low < high ? low : -1;
	}
	order = library->pin_order + c->first_pin;
	low = FIRST_NOT(i, low, high, pin[order[i]].name < id);
	return low < c->n_pins && pin[order[low]].name == id ? order[low] : -1;
}

int32_t library_find_wire_load(const struct library *library, const char *name)
{
	int32_t id = names_find(&library->string, name, (int64_t)strlen(name));

	for (int32_t w = library->n_wire_loads - 1; w >= 0 && id >= 0; w--) {
		if (library->wire_load[w].name == id)
			return w;
	}
	return -1;
}

bool library_scales(const struct library *library)
{
	bool any = false;

	for (int32_t s = 0; s < library->n_scalings; s++) {
		for (int i = 0; i < N_LIB_SCALES * N_EDGES * N_PVT; i++)
			any |= library->scaling[s].factor[i / (N_EDGES * N_PVT)]
							 [i / N_PVT % N_EDGES][i % N_PVT] != 0;
	}
	return any;
}

int32_t library_find_conditions(const struct library *library, const char *name)
{
	int32_t id = names_find(&library->string, name, (int64_t)strlen(name));

	for (int32_t c = library->n_conditions - 1; c >= 0 && id >= 0; c--) {
		if (library->conditions[c].name == id)
			return c;
	}
	return -1;
}

/* ---- tables ---- */

/* The lower end of the segment that serves v: the last point not above it, within 0 … n − 2. */
static int32_t find_segment(const double *axis, int32_t n, double v)
{
	int32_t low = 0, high = n - 1;

	while (low + 1 < high) {
		int32_t middle = low + (high - low) / 2;

		if (axis[middle] <= v)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The place of v in its segment: 0 at the lower end, 1 at the upper, anything outside. */
static double place_in(const double *axis, int32_t segment, double v)
{
	return (v - axis[segment]) / (axis[segment + 1] - axis[segment]);
}

double lut_value(const struct library *library, const struct lut *lut, double x, double y)
{
	const double *axis_1 = library->number + lut->first;
	const double *axis_2 = axis_1 + (lut->variable[0] != LUT_NONE ? lut->n[0] : 0);
	const double *value = axis_2 + (lut->variable[1] != LUT_NONE ? lut->n[1] : 0);
	int32_t columns = lut->n[1], j = 0;
	double near, far, t;

	if (columns > 1) {
		j = find_segment(axis_2, columns, y);
		value += j;
	}
	near = value[0];
	far = columns > 1 ? value[1] : near;
	if (lut->n[0] > 1) {
		int32_t i = find_segment(axis_1, lut->n[0], x);
		const double *row = value + (int64_t)i * columns, *next = row + columns;

		t = place_in(axis_1, i, x);
		near = row[0] + t * (next[0] - row[0]);
		if (columns > 1)
			far = row[1] + t * (next[1] - row[1]);
	}
	return columns > 1 ? near + place_in(axis_2, j, y) * (far - near) : near;
}

const char *lib_direction_name(enum lib_direction direction)
{
	static const char *const name[] = {[LIB_INPUT] = "input",
					   [LIB_OUTPUT] = "output",
					   [LIB_INOUT] = "bidirect",
					   [LIB_INTERNAL] = "internal"};

	return name[direction];
}
