/* Libraries: all of them, as commands ask for cells that the netlist doesn't use. */
#include <stdlib.h>

#include "base/grow.h"
#include "store/store_impl.h"

SAME_SIZE(library, 584);
SAME_SIZE(lib_cell, 88);
SAME_SIZE(lib_pin, 136);
SAME_SIZE(lib_bus, 24);
SAME_SIZE(lib_arc, 104);
SAME_SIZE(lib_state, 28);
SAME_SIZE(lib_generated_clock, 64);
SAME_SIZE(lib_wire_load, 48);
SAME_SIZE(lut, 32);
SAME_SIZE(lib_conditions, 40);
SAME_SIZE(lib_scaling, 680);

bool code_is_there(struct coder *c, bool there)
{
	code_bool(c, &there);
	return there;
}

int32_t library_set_find(const struct library_set *set, const struct library *library)
{
	for (int32_t i = 0; i < set->n; i++) {
		if (set->library[i] == library)
			return i;
	}
	return -1;
}

void library_set_release(struct library_set *set, bool references)
{
	for (int32_t i = 0; i < set->n && references; i++)
		library_unref(set->library[i]);
	free(set->library);
	*set = (struct library_set){0};
}

/* ---- number by number ---- */

static void code_pin(struct coder *c, struct library *l, struct lib_pin *pin)
{
	code_id(c, &pin->name, 0, l->string.n, "the name of a library's pin");
	CODE_ENUM(c, pin->direction, LIB_INTERNAL, "the direction of a library's pin");
	code_bool(c, &pin->is_clock);
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		code_real(c, &pin->capacitance[i / N_EDGES][i % N_EDGES]);
	CODE_REALS(c, &pin->max_capacitance, &pin->min_capacitance, &pin->max_slew, &pin->min_slew,
		   &pin->max_fanout, &pin->min_fanout, &pin->fanout_load, &pin->min_width[RISE],
		   &pin->min_width[FALL], &pin->min_period);
	code_id(c, &pin->function, -1, l->n_expression, "a function");
	code_id(c, &pin->three_state, -1, l->n_expression, "a function");
}

static void code_bus(struct coder *c, struct library *l, struct lib_bus *bus)
{
	code_id(c, &bus->name, 0, l->string.n, "the name of a bus");
	code_int(c, &bus->from, INT32_MIN, INT32_MAX, "a bus");
	code_int(c, &bus->to, INT32_MIN, INT32_MAX, "a bus");
	code_bool(c, &bus->is_bundle);
	code_int(c, &bus->first_pin, 0, INT32_MAX, "a bus");
	code_int(c, &bus->n_pins, 0, INT32_MAX, "a bus");
}

static int32_t n_timing_types(void)
{
	int32_t n = 0;

	while (lib_timing_types[n].name)
		n++;
	return n + 1;
}

static void code_arc(struct coder *c, struct library *l, struct lib_arc *arc)
{
	code_int(c, &arc->from, 0, INT32_MAX, "a pin of a library's arc");
	code_int(c, &arc->to, 0, INT32_MAX, "a pin of a library's arc");
	CODE_ENUM(c, arc->kind, LIB_OTHER, "the kind of a library's arc");
	CODE_ENUM(c, arc->sense, LIB_NEGATIVE_UNATE, "the sense of a library's arc");
	for (int edge = 0; edge < N_EDGES; edge++) {
		code_bool(c, &arc->from_edge[edge]);
		code_id(c, &arc->delay[edge], -1, l->n_luts, "a table of an arc");
		code_id(c, &arc->slew[edge], -1, l->n_luts, "a table of an arc");
		for (int split = 0; split < N_SPLITS; split++)
			code_id(c, &arc->sigma[split][edge], 0, (int64_t)l->n_luts + 1,
				"a table of an arc");
		code_id(c, &arc->retaining[edge], 0, (int64_t)l->n_luts + 1, "a table of an arc");
		code_id(c, &arc->retain_slew[edge], 0, (int64_t)l->n_luts + 1, "a table of an arc");
	}
	code_id(c, &arc->when, -1, l->n_expression, "a condition");
	code_id(c, &arc->sdf_cond, 0, (int64_t)l->string.n + 1, "a condition");
	code_id(c, &arc->sdf_cond_start, 0, (int64_t)l->string.n + 1, "a condition");
	code_id(c, &arc->sdf_cond_end, 0, (int64_t)l->string.n + 1, "a condition");
	code_int(c, &arc->group, INT32_MIN, INT32_MAX, "a timing group");
	code_long(c, &arc->line, INT64_MIN, INT64_MAX, "a line");
	code_id(c, &arc->type, 0, n_timing_types(), "a timing type");
}

static void code_state(struct coder *c, struct library *l, struct lib_state *state)
{
	CODE_ENUM(c, state->kind, LIB_STATETABLE, "the kind of a state");
	code_int(c, &state->variable, -1, INT32_MAX, "the variable of a state");
	code_int(c, &state->inverse, -1, INT32_MAX, "the variable of a state");
	code_id(c, &state->clock, -1, l->n_expression, "a function");
	code_id(c, &state->data, -1, l->n_expression, "a function");
	code_id(c, &state->clear, -1, l->n_expression, "a function");
	code_id(c, &state->preset, -1, l->n_expression, "a function");
}

static void code_generated_clock(struct coder *c, struct library *l,
				 struct lib_generated_clock *clock)
{
	(void)l;
	code_int(c, &clock->pin, 0, INT32_MAX, "a pin of a clock");
	code_int(c, &clock->master, 0, INT32_MAX, "a pin of a clock");
	code_int(c, &clock->divide_by, 0, INT32_MAX, "a divisor");
	code_int(c, &clock->multiply_by, 0, INT32_MAX, "a factor");
	code_real(c, &clock->duty_cycle);
	code_bool(c, &clock->invert);
	for (int i = 0; i < 3; i++) {
		code_int(c, &clock->edge[i], 0, INT32_MAX, "an edge");
		code_real(c, &clock->shift[i]);
	}
}

static void code_wire_load(struct coder *c, struct library *l, struct lib_wire_load *load)
{
	code_id(c, &load->name, 0, l->string.n, "the name of a wire load");
	CODE_REALS(c, &load->resistance, &load->capacitance, &load->slope);
	code_int(c, &load->n, 0, INT32_MAX, "a wire load");
	code_long(c, &load->first, 0, l->n_numbers, "a wire load");
}

static void code_cell(struct coder *c, struct library *l, struct lib_cell *cell)
{
	code_id(c, &cell->name, 0, l->n_cells, "the name of a cell");
	code_real(c, &cell->area);
	CODE_BOOLS(c, &cell->dont_use, &cell->is_macro, &cell->is_memory, &cell->is_sequential,
		   &cell->is_clock_gate);
	code_range(c, &cell->first_pin, &cell->n_pins, l->n_pins, "the pins of a cell");
	code_range(c, &cell->first_bus, &cell->n_buses, l->n_buses, "the buses of a cell");
	code_range(c, &cell->first_arc, &cell->n_arcs, l->n_arcs, "the arcs of a cell");
	code_range(c, &cell->first_state, &cell->n_states, l->n_states, "the states of a cell");
	code_range(c, &cell->first_supply, &cell->n_supplies, l->n_supplies,
		   "the supplies of a cell");
	code_range(c, &cell->first_generated_clock, &cell->n_generated_clocks,
		   l->n_generated_clocks, "the clocks of a cell");
	code_id(c, &cell->scaling, 0, l->n_scalings ? l->n_scalings : 1, "what scales a cell");
	code_id(c, &cell->left_out, 0, (int64_t)l->string.n + 1, "what a cell lacks");
	code_long(c, &cell->line, INT64_MIN, INT64_MAX, "a line");
}

static void code_lut(struct coder *c, struct library *l, struct lut *lut)
{
	int64_t n = l->n_numbers;

	for (int axis = 0; axis < 2; axis++) {
		CODE_ENUM(c, lut->variable[axis], LUT_CONSTRAINED_SLEW, "a table's variable");
		code_int(c, &lut->n[axis], 1, n < INT32_MAX ? n : INT32_MAX, "a table's size");
	}
	code_long(c, &lut->first, 0, n, "a table");
}

static void code_conditions(struct coder *c, struct library *l, struct lib_conditions *conditions)
{
	code_id(c, &conditions->name, -1, l->string.n, "the name of operating conditions");
	CODE_ENUM(c, conditions->tree, TREE_WORST, "a tree of wires");
	for (int i = 0; i < N_PVT; i++)
		code_real(c, &conditions->value[i]);
	code_bool(c, &conditions->has_cells);
}

static void code_scaling(struct coder *c, struct library *l, struct lib_scaling *scaling)
{
	code_id(c, &scaling->name, -1, l->string.n, "the name of scaling factors");
	for (int i = 0; i < N_LIB_SCALES * N_EDGES * N_PVT; i++)
		code_real(c,
			  &scaling->factor[i / (N_EDGES * N_PVT)][i / N_PVT % N_EDGES][i % N_PVT]);
}

static void code_head(struct coder *c, struct library *l)
{
	code_name(c, &l->name);
	code_name(c, &l->path);
	CODE_REALS(c, &l->time_unit, &l->capacitance_unit, &l->resistance_unit,
		   &l->nominal[PVT_PROCESS], &l->nominal[PVT_VOLTAGE], &l->nominal[PVT_TEMPERATURE],
		   &l->slew_derate, &l->default_max_slew, &l->default_max_fanout,
		   &l->default_fanout_load);
	for (int edge = 0; edge < N_EDGES; edge++)
		CODE_REALS(c, &l->slew_lower[edge], &l->slew_upper[edge], &l->input_threshold[edge],
			   &l->output_threshold[edge]);
	CODE_COUNTS(c, &l->n_cells, &l->n_pins, &l->n_buses, &l->n_arcs, &l->n_states, &l->n_luts,
		    &l->n_generated_clocks, &l->n_wire_loads, &l->n_conditions);
	code_id(c, &l->default_conditions, -1, l->n_conditions, "operating conditions");
	code_count(c, &l->n_scalings);
	code_bool(c, &l->lacks_factors);
	code_int(c, &l->n_supplies, 0, INT32_MAX, "a number of supplies");
	code_int(c, &l->n_expression, 0, INT32_MAX, "the length of functions");
	code_long(c, &l->n_numbers, 0, INT64_MAX / 1024, "a number of numbers");
}

/* ---- what they must be together ---- */

/* A function from a place on: ends, within the stack, of pins of the cell. */
static bool is_function(const struct library *l, int32_t place, int32_t n_pins)
{
	int depth = 0;

	for (int32_t i = place; place >= 0; i++) {
		int32_t item;

		if (i >= l->n_expression)
			return false;
		item = l->expression[i];
		if (item == LIB_END)
			return depth <= 1;
		if (item >= n_pins || item < LIB_XOR)
			return false;
		if (item >= 0 || item == LIB_ZERO || item == LIB_ONE)
			depth++;
		else if (item != LIB_NOT)
			depth--;
		if (depth < 1 || depth > LIB_EXPRESSION_DEPTH)
			return false;
	}
	return true;
}

static bool is_lut(const struct library *l, const struct lut *lut)
{
	int64_t at = lut->first, n_values = (int64_t)lut->n[0] * lut->n[1];

	for (int axis = 0; axis < 2; axis++) {
		if (lut->variable[axis] == LUT_NONE && lut->n[axis] == 1)
			continue;
		if (lut->variable[axis] == LUT_NONE || at + lut->n[axis] > l->n_numbers)
			return false;
		for (int32_t i = 1; i < lut->n[axis]; i++) {
			if (!(l->number[at + i - 1] < l->number[at + i]))
				return false;
		}
		at += lut->n[axis];
	}
	return at + n_values <= l->n_numbers;
}

static bool are_states(const struct library *l, const struct lib_cell *cell)
{
	for (int32_t i = 0; i < cell->n_states; i++) {
		const struct lib_state *state = &l->state[cell->first_state + i];

		if (state->variable >= cell->n_pins || state->inverse >= cell->n_pins ||
		    !is_function(l, state->clock, cell->n_pins) ||
		    !is_function(l, state->data, cell->n_pins) ||
		    !is_function(l, state->clear, cell->n_pins) ||
		    !is_function(l, state->preset, cell->n_pins))
			return false;
	}
	return true;
}

static bool are_generated_clocks(const struct library *l, const struct lib_cell *cell)
{
	for (int32_t i = 0; i < cell->n_generated_clocks; i++) {
		const struct lib_generated_clock *clock =
			&l->generated_clock[cell->first_generated_clock + i];

		if (clock->pin >= cell->n_pins || clock->master >= cell->n_pins)
			return false;
	}
	return true;
}

/* Fan-outs ascend. */
static bool is_wire_load(const struct library *l, const struct lib_wire_load *load)
{
	if (load->first + 2 * (int64_t)load->n > l->n_numbers)
		return false;
	for (int32_t i = 1; i < load->n; i++) {
		if (!(l->number[load->first + i - 1] < l->number[load->first + i]))
			return false;
	}
	return true;
}

static bool is_cell(const struct library *l, int32_t number)
{
	const struct lib_cell *cell = &l->cell[number];

	if (cell->name != number)
		return false;
	for (int32_t i = 0; i < cell->n_pins; i++) {
		const struct lib_pin *pin = &l->pin[cell->first_pin + i];

		if (!is_function(l, pin->function, cell->n_pins) ||
		    !is_function(l, pin->three_state, cell->n_pins))
			return false;
	}
	for (int32_t i = 0; i < cell->n_buses; i++) {
		const struct lib_bus *bus = &l->bus[cell->first_bus + i];

		if ((int64_t)bus->first_pin + bus->n_pins > cell->n_pins)
			return false;
	}
	for (int32_t i = 0; i < cell->n_arcs; i++) {
		const struct lib_arc *arc = &l->arc[cell->first_arc + i];

		if (arc->from >= cell->n_pins || arc->to >= cell->n_pins ||
		    !is_function(l, arc->when, cell->n_pins))
			return false;
	}
	return are_states(l, cell) && are_generated_clocks(l, cell);
}

static const char *check_library(void *object, struct late_run *run)
{
	struct library *l = object;

	for (int32_t i = 0; i < l->n_luts; i++) {
		if (!is_lut(l, &l->lut[i]))
			return "a table of a library";
	}
	for (int32_t i = 0; i < l->n_wire_loads; i++) {
		if (!is_wire_load(l, &l->wire_load[i]))
			return "a wire load of a library";
	}
	for (int32_t i = 0; i < l->n_cells; i++) {
		if (!is_cell(l, i))
			return "a cell of a library";
	}
	run->status = library_close(l);
	return NULL;
}

/* ---- all of it ---- */

static void code_library(struct coder *c, struct library *l)
{
	code_head(c, l);
	code_names(c, &l->cell_name, l->n_cells);
	code_names(c, &l->string, -1);
	CODE_EACH(c, l, cell, n_cells, code_cell);
	CODE_EACH(c, l, pin, n_pins, code_pin);
	CODE_EACH(c, l, bus, n_buses, code_bus);
	CODE_EACH(c, l, arc, n_arcs, code_arc);
	CODE_EACH(c, l, state, n_states, code_state);
	CODE_EACH(c, l, generated_clock, n_generated_clocks, code_generated_clock);
	CODE_EACH(c, l, wire_load, n_wire_loads, code_wire_load);
	CODE_EACH(c, l, conditions, n_conditions, code_conditions);
	CODE_EACH(c, l, scaling, n_scalings, code_scaling);
	CODE_EACH(c, l, lut, n_luts, code_lut);
	CODE_INDICES(c, &l->supply, l->n_supplies, 0, l->string.n, "the supplies of a library");
	CODE_ITEMS(c, &l->expression, l->n_expression, NULL, ANY_ITEMS, "functions");
	CODE_ITEMS(c, &l->number, l->n_numbers, check_reals, ANY_ITEMS, "the numbers of tables");
	code_later(c, check_library, l, NULL);
}

void code_libraries(struct coder *c, struct library_set *set)
{
	int32_t n = set->n;

	code_count(c, &n);
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		if (!c->saving) {
			enum status status = GROW(&set->library, &set->capacity, (int64_t)i + 1);

			if (status == STATUS_OK)
				status = library_new("", &set->library[i]);
			if (status != STATUS_OK) {
				code_fail(c, status);
				return;
			}
			free(set->library[i]->name);
			free(set->library[i]->path);
			set->library[i]->name = set->library[i]->path = NULL;
			set->n = i + 1;
		}
		code_library(c, set->library[i]);
	}
}
