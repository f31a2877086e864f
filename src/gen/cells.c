#include "gen/cells.h"

#include <string.h>
#include <strings.h>

/* Of the largest load that a cell may drive, what it shall. */
static const double good_part = 0.4;
/* kΩ: times the load, about the slew at a gate's output, and so at the next one's input. */
static const double typical_resistance = 4;

/* ---- pins ---- */

static bool launches(const struct library *library, const struct lib_cell *cell, int32_t pin)
{
	for (int32_t i = 0; i < cell->n_arcs; i++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + i];

		if (arc->kind == LIB_LAUNCH && arc->from == pin)
			return true;
	}
	return false;
}

/* Does the output only repeat the register's state? */
static bool is_true_output(const struct library *library, const struct lib_cell *cell, int32_t pin)
{
	const int32_t *e = library->expression;
	int32_t place = library->pin[cell->first_pin + pin].function;

	return place >= 0 && e[place] == library->state[cell->first_state].variable &&
	       e[place + 1] == LIB_END;
}

struct cell_pins gate_cell_pins(const struct library *library, int32_t cell_id)
{
	const struct lib_cell *cell = &library->cell[cell_id];
	struct cell_pins pins = {.output = -1};
	int32_t clock = -1;

	for (int32_t i = 0; i < cell->n_pins; i++) {
		const struct lib_pin *pin = &library->pin[cell->first_pin + i];

		if (pin->direction == LIB_OUTPUT &&
		    (pins.output < 0 || (cell->n_states && is_true_output(library, cell, i))))
			pins.output = i;
		if (pin->direction != LIB_INPUT || pins.n_inputs == MOST_GATE_INPUTS)
			continue;
		if (cell->is_sequential && launches(library, cell, i))
			clock = i;
		else
			pins.input[pins.n_inputs++] = i;
	}
	if (clock >= 0 && pins.n_inputs < MOST_GATE_INPUTS)
		pins.input[pins.n_inputs++] = clock;
	return pins;
}

static int32_t count_pins(const struct library *library, const struct lib_cell *cell,
			  enum lib_direction direction)
{
	int32_t n = 0;

	for (int32_t i = 0; i < cell->n_pins; i++)
		n += library->pin[cell->first_pin + i].direction == direction;
	return n;
}

/* ---- what a cell is ---- */

static double max_load(const struct library *library, const struct lib_cell *cell, int32_t output)
{
	double limit = library->pin[cell->first_pin + output].max_capacitance;

	return good_part * (limit > 0 ? limit : 1e30);
}

static bool is_usable(const struct lib_cell *cell)
{
	return !cell->dont_use && !cell->is_macro && !cell->is_memory && !cell->is_clock_gate;
}

static bool is_gate(const struct library *library, const struct lib_cell *cell)
{
	int32_t n = count_pins(library, cell, LIB_INPUT), output;

	if (!is_usable(cell) || cell->is_sequential || n < 1 || n > MOST_GATE_INPUTS ||
	    count_pins(library, cell, LIB_OUTPUT) != 1 || count_pins(library, cell, LIB_INOUT))
		return false;
	output = cell->first_pin + gate_cell_pins(library, cell->name).output;
	return library->pin[output].function >= 0 && library->pin[output].three_state < 0;
}

/* A flip-flop with data, clock and one or two outputs. */
static bool is_register(const struct library *library, const struct lib_cell *cell)
{
	const struct lib_state *state;
	int32_t n_outputs = count_pins(library, cell, LIB_OUTPUT);

	if (!is_usable(cell) || cell->n_states != 1)
		return false;
	state = &library->state[cell->first_state];
	return state->kind == LIB_FF && state->clear < 0 && state->preset < 0 &&
	       count_pins(library, cell, LIB_INPUT) == 2 && (n_outputs == 1 || n_outputs == 2) &&
	       count_pins(library, cell, LIB_INOUT) == 0;
}

static int32_t expression_length(const int32_t *expression)
{
	int32_t n = 0;

	while (expression[n] != LIB_END)
		n++;
	return n;
}

/* Does a cell compute what those of the list do? Cells of one family order their pins alike. */
static bool same_function(const struct library *library, int32_t a, int32_t b)
{
	const struct lib_cell *ca = &library->cell[a], *cb = &library->cell[b];
	const int32_t *ea =
		library->expression +
		library->pin[ca->first_pin + gate_cell_pins(library, a).output].function;
	const int32_t *eb =
		library->expression +
		library->pin[cb->first_pin + gate_cell_pins(library, b).output].function;
	int32_t n = expression_length(ea);

	return ca->n_pins == cb->n_pins && n == expression_length(eb) &&
	       !memcmp(ea, eb, (size_t)n * sizeof *ea);
}

/* Clock cells are recognised by their names: Liberty has no attribute for them. */
static bool is_for_clocks(const struct library *library, const struct lib_cell *cell)
{
	const char *name = names_get(&library->cell_name, cell->name);

	for (; *name; name++)
		if (strncasecmp(name, "clk", 3) == 0)
			return true;
	return false;
}

/* ---- lists ---- */

static void add_drive(struct drives *drives, const struct library *library, int32_t cell)
{
	double load = max_load(library, &library->cell[cell], gate_cell_pins(library, cell).output);
	int32_t i = drives->n;

	if (i == MOST_DRIVES)
		return;
	for (; i > 0 && drives->max_load[i - 1] > load; i--) {
		drives->cell[i] = drives->cell[i - 1];
		drives->max_load[i] = drives->max_load[i - 1];
	}
	drives->cell[i] = cell;
	drives->max_load[i] = load;
	drives->n++;
}

/* Gates that follow an input in one sense are common, exclusive ors and multiplexers less so. */
static int32_t share_of(const struct library *library, const struct lib_cell *cell)
{
	for (int32_t i = 0; i < cell->n_arcs; i++)
		if (library->arc[cell->first_arc + i].when >= 0 ||
		    library->arc[cell->first_arc + i].sense == LIB_NON_UNATE)
			return 1;
	return 4;
}

static bool repeats_input(const struct library *library, const struct lib_cell *cell,
			  const struct cell_pins *pins)
{
	const int32_t *e =
		library->expression + library->pin[cell->first_pin + pins->output].function;

	return e[0] >= 0 && e[1] == LIB_END;
}

static void add_gate(struct gate_cells *cells, int32_t id)
{
	const struct library *library = cells->library;
	struct cell_pins pins = gate_cell_pins(library, id);
	const struct lib_cell *cell = &library->cell[id];
	int32_t n = cells->n_functions[pins.n_inputs], i = 0;
	struct drives *functions = cells->function[pins.n_inputs];

	while (i < n && !same_function(library, functions[i].cell[0], id))
		i++;
	if (i == MOST_FUNCTIONS)
		return;
	if (i == n) {
		functions[i] = (struct drives){.share = share_of(library, cell),
					       .is_buffer = repeats_input(library, cell, &pins)};
		cells->n_functions[pins.n_inputs]++;
	}
	add_drive(&functions[i], library, id);
}

static void add_clock_buffer(struct gate_cells *cells, int32_t id)
{
	struct cell_pins pins = gate_cell_pins(cells->library, id);

	if (repeats_input(cells->library, &cells->library->cell[id], &pins))
		add_drive(&cells->clock_buffers, cells->library, id);
}

static void add_register(struct gate_cells *cells, int32_t id, bool inverse_output)
{
	const struct library *library = cells->library;
	bool has = count_pins(library, &library->cell[id], LIB_OUTPUT) == 2;

	if (cells->registers.n && has != cells->inverse_output) {
		if (has != inverse_output)
			return;
		cells->registers.n = 0;
	}
	cells->inverse_output = has;
	add_drive(&cells->registers, library, id);
}

/* ---- a typical gate ---- */

static double typical_delay(const struct library *library, int32_t id, double load)
{
	const struct lib_cell *cell = &library->cell[id];
	double sum = 0, n = 0;

	for (int32_t i = 0; i < cell->n_arcs; i++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + i];

		for (int edge = 0; edge < N_EDGES; edge++) {
			if (arc->delay[edge] < 0)
				continue;
			sum += lut_value(library, &library->lut[arc->delay[edge]],
					 typical_resistance * load, load);
			n++;
		}
	}
	return n > 0 ? sum / n : 0;
}

static void find_typical(struct gate_cells *cells, double wire_load)
{
	const struct library *library = cells->library;
	double load = 0, delay = 0, n_loads = 0, n_gates = 0;

	for (int n = 1; n <= MOST_GATE_INPUTS; n++)
		for (int32_t i = 0; i < cells->n_functions[n]; i++) {
			int32_t id = cells->function[n][i].cell[0];
			struct cell_pins pins = gate_cell_pins(library, id);

			for (int32_t k = 0; k < n; k++)
				load += library->pin[library->cell[id].first_pin + pins.input[k]]
						.capacitance[LATE][RISE];
			n_loads += n;
		}
	cells->pin_load = load / n_loads;
	for (int n = 1; n <= MOST_GATE_INPUTS; n++)
		for (int32_t i = 0; i < cells->n_functions[n]; i++) {
			delay += typical_delay(library, cells->function[n][i].cell[0],
					       2 * (cells->pin_load + wire_load));
			n_gates++;
		}
	cells->gate_delay = delay / n_gates;
}

enum status gate_cells_choose(const struct library *library, bool inverse_output, double wire_load,
			      struct gate_cells *out)
{
	*out = (struct gate_cells){.library = library};
	for (int32_t i = 0; i < library->n_cells; i++) {
		const struct lib_cell *cell = &library->cell[i];

		if (is_register(library, cell))
			add_register(out, i, inverse_output);
		else if (is_gate(library, cell) && !is_for_clocks(library, cell))
			add_gate(out, i);
		else if (is_gate(library, cell))
			add_clock_buffer(out, i);
	}
	for (int n = 1; n <= 3; n++)
		if (!out->n_functions[n])
			return status_fail(STATUS_FAILED,
					   "library \"%.200s\" has no gate of %d input%s",
					   library->name, n, n > 1 ? "s" : "");
	if (!out->registers.n)
		return status_fail(STATUS_FAILED,
				   "library \"%.200s\" has no flip-flop without set and reset",
				   library->name);
	for (int32_t i = 0; i < out->n_functions[1] && !out->clock_buffers.n; i++)
		if (out->function[1][i].is_buffer)
			out->clock_buffers = out->function[1][i];
	if (!out->clock_buffers.n)
		return status_fail(STATUS_FAILED, "library \"%.200s\" has no buffer",
				   library->name);
	find_typical(out, wire_load);
	return STATUS_OK;
}

int32_t drives_choose(const struct drives *drives, double load)
{
	int32_t i = 0;

	while (i < drives->n - 1 && drives->max_load[i] < load)
		i++;
	return drives->cell[i];
}
