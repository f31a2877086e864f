/*
 * Cells with their pins, in their order: a bus or bundle is where its first pin is, and what
 * declares an internal pin, such as an ff group, where that is.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "write/liberty_impl.h"

const char *liberty_pin_name(const struct liberty_writer *w, int32_t pin)
{
	return names_get(&w->library->string, w->library->pin[w->cell->first_pin + pin].name);
}

static const struct lib_pin *pin_at(const struct liberty_writer *w, int32_t pin)
{
	return &w->library->pin[w->cell->first_pin + pin];
}

const struct lib_bus *liberty_bus_of(const struct liberty_writer *w, int32_t pin)
{
	for (int32_t b = 0; b < w->cell->n_buses; b++) {
		const struct lib_bus *bus = &w->library->bus[w->cell->first_bus + b];

		if (pin >= bus->first_pin && pin < bus->first_pin + bus->n_pins)
			return bus;
	}
	return NULL;
}

/* ---- attributes of pins ---- */

static void write_capacitance(struct liberty_writer *w, int depth, const struct lib_pin *pin)
{
	const double *early = pin->capacitance[EARLY], *late = pin->capacitance[LATE];
	double unit = w->library->capacitance_unit;
	bool ranges = early[RISE] != late[RISE] || early[FALL] != late[FALL];
	bool edges = ranges || late[RISE] != late[FALL];

	if (edges || late[RISE] != 0)
		liberty_put_number(w, depth, "capacitance",
				   late[RISE] > late[FALL] ? late[RISE] : late[FALL], unit);
	if (edges) {
		liberty_put_number(w, depth, "rise_capacitance", late[RISE], unit);
		liberty_put_number(w, depth, "fall_capacitance", late[FALL], unit);
	}
	for (int edge = 0; edge < N_EDGES && ranges; edge++) {
		text_append(&w->out.text, "\t\t\t\t", depth);
		text_add(&w->out.text, edge == RISE ? "rise" : "fall");
		text_add(&w->out.text, "_capacitance_range (");
		text_number_in(&w->out.text, early[edge], unit);
		text_add(&w->out.text, ", ");
		text_number_in(&w->out.text, late[edge], unit);
		text_add(&w->out.text, ");\n");
	}
}

/* All but functions. */
static void write_attributes(struct liberty_writer *w, int depth, const struct lib_pin *pin)
{
	static const char *const directions[] = {[LIB_INPUT] = "input",
						 [LIB_OUTPUT] = "output",
						 [LIB_INOUT] = "inout",
						 [LIB_INTERNAL] = "internal"};
	const struct {
		const char *name;
		double value, unit;
	} limits[] = {
		{"max_capacitance", pin->max_capacitance, w->library->capacitance_unit},
		{"min_capacitance", pin->min_capacitance, w->library->capacitance_unit},
		{"max_transition", pin->max_slew, w->library->time_unit},
		{"min_transition", pin->min_slew, w->library->time_unit},
		{"max_fanout", pin->max_fanout, 1},
		{"min_fanout", pin->min_fanout, 1},
		{"fanout_load", pin->fanout_load, 1},
		{"min_pulse_width_high", pin->min_width[RISE], w->library->time_unit},
		{"min_pulse_width_low", pin->min_width[FALL], w->library->time_unit},
		{"min_period", pin->min_period, w->library->time_unit},
	};

	liberty_put_string(w, depth, "direction", directions[pin->direction]);
	if (pin->is_clock)
		liberty_put_true(w, depth, "clock");
	write_capacitance(w, depth, pin);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		if (limits[i].value >= 0)
			liberty_put_number(w, depth, limits[i].name, limits[i].value,
					   limits[i].unit);
	}
}

static enum status write_function(struct liberty_writer *w, int depth, const char *name,
				  int32_t place)
{
	if (place < 0)
		return STATUS_OK;
	text_clear(&w->text);
	TRY(liberty_put_expression(w, place, (struct liberty_bit){0}, &w->text));
	liberty_put_string(w, depth, name, text_string(&w->text));
	return STATUS_OK;
}

static enum status write_functions(struct liberty_writer *w, int depth, const struct lib_pin *pin)
{
	TRY(write_function(w, depth, "function", pin->function));
	return write_function(w, depth, "three_state", pin->three_state);
}

static enum status write_pin(struct liberty_writer *w, int32_t pin)
{
	liberty_open(w, 2, "pin", liberty_pin_name(w, pin));
	write_attributes(w, 3, pin_at(w, pin));
	TRY(write_functions(w, 3, pin_at(w, pin)));
	TRY(liberty_write_pin_timing(w, pin, 3));
	liberty_close(w, 2);
	return STATUS_OK;
}

/* ---- buses and bundles ---- */

static bool same_attributes(const struct lib_pin *a, const struct lib_pin *b)
{
	bool same = a->direction == b->direction && a->is_clock == b->is_clock &&
		    a->max_capacitance == b->max_capacitance &&
		    a->min_capacitance == b->min_capacitance && a->max_slew == b->max_slew &&
		    a->min_slew == b->min_slew && a->max_fanout == b->max_fanout &&
		    a->min_fanout == b->min_fanout && a->fanout_load == b->fanout_load &&
		    a->min_width[RISE] == b->min_width[RISE] &&
		    a->min_width[FALL] == b->min_width[FALL] && a->min_period == b->min_period;

	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		same = same && a->capacitance[i / N_EDGES][i % N_EDGES] ==
				       b->capacitance[i / N_EDGES][i % N_EDGES];
	return same;
}

/* A function that all bits have alike is the bus'. */
static enum status write_bus_function(struct liberty_writer *w, const struct lib_bus *bus,
				      const char *name, const int32_t *first, bool *common)
{
	TRY(liberty_common_expression(w, first, sizeof(struct lib_pin) / sizeof *first, bus->n_pins,
				      common));
	if (*common && *first >= 0)
		liberty_put_string(w, 3, name, text_string(&w->text));
	return STATUS_OK;
}

/* What the bus doesn't say of a bit. */
static enum status write_bit(struct liberty_writer *w, int32_t pin, bool attributes, bool function,
			     bool three_state)
{
	const struct lib_pin *p = pin_at(w, pin);

	if (!attributes && !function && !three_state && !liberty_has_pin_timing(w, pin))
		return STATUS_OK;
	liberty_open(w, 3, "pin", liberty_pin_name(w, pin));
	if (attributes)
		write_attributes(w, 4, p);
	if (function)
		TRY(write_function(w, 4, "function", p->function));
	if (three_state)
		TRY(write_function(w, 4, "three_state", p->three_state));
	TRY(liberty_write_pin_timing(w, pin, 4));
	liberty_close(w, 3);
	return output_step(&w->out, w->done);
}

static void write_members(struct liberty_writer *w, const struct lib_bus *bus)
{
	text_add(&w->out.text, "\t\t\tmembers (");
	for (int32_t i = 0; i < bus->n_pins; i++)
		text_printf(&w->out.text, "%s\"%s\"", i ? ", " : "",
			    liberty_pin_name(w, bus->first_pin + i));
	text_add(&w->out.text, ");\n");
}

static enum status write_bus(struct liberty_writer *w, const struct lib_bus *bus)
{
	const struct lib_pin *first = pin_at(w, bus->first_pin);
	bool same = true, function, three_state;

	liberty_open(w, 2, bus->is_bundle ? "bundle" : "bus",
		     names_get(&w->library->string, bus->name));
	if (bus->is_bundle)
		write_members(w, bus);
	else
		text_printf(&w->out.text, "\t\t\tbus_type : \"bus_%" PRId32 "_%" PRId32 "\";\n",
			    bus->from, bus->to);
	for (int32_t i = 1; i < bus->n_pins; i++)
		same = same && same_attributes(first, &first[i]);
	if (same)
		write_attributes(w, 3, first);
	TRY(write_bus_function(w, bus, "function", &first->function, &function));
	TRY(write_bus_function(w, bus, "three_state", &first->three_state, &three_state));
	TRY(liberty_write_bus_timing(w, bus));
	for (int32_t i = 0; i < bus->n_pins; i++)
		TRY(write_bit(w, bus->first_pin + i, !same, !function, !three_state));
	liberty_close(w, 2);
	return STATUS_OK;
}

/* ---- cells ---- */

static void write_cell_attributes(struct liberty_writer *w)
{
	const struct lib_cell *cell = w->cell;
	const struct {
		const char *name;
		bool is;
	} flags[] = {{"dont_use", cell->dont_use},
		     {"is_macro_cell", cell->is_macro},
		     {"is_memory_cell", cell->is_memory}};

	liberty_put_number(w, 2, "area", cell->area, 1);
	if (cell->scaling)
		liberty_put_string(w, 2, "scaling_factors",
				   liberty_scaling_name(w->library, cell->scaling));
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		if (flags[i].is)
			liberty_put_true(w, 2, flags[i].name);
	}
	if (cell->is_clock_gate)
		liberty_put_string(w, 2, "clock_gating_integrated_cell", "generic");
	for (int32_t s = 0; s < cell->n_supplies; s++) {
		liberty_open(
			w, 2, "pg_pin",
			names_get(&w->library->string, w->library->supply[cell->first_supply + s]));
		liberty_close(w, 2);
	}
}

/* Is there more to be said of an internal pin than that it is there? */
static bool is_more_than_declared(struct liberty_writer *w, int32_t pin)
{
	struct lib_pin blank = lib_pin_blank;
	const struct lib_pin *p = pin_at(w, pin);

	blank.direction = LIB_INTERNAL;
	return !same_attributes(p, &blank) || p->function >= 0 || p->three_state >= 0 ||
	       liberty_has_pin_timing(w, pin);
}

static enum status write_pins(struct liberty_writer *w, bool *written)
{
	const struct lib_cell *cell = w->cell;
	int32_t n;

	for (int32_t p = 0; p < cell->n_pins; p += n) {
		const struct lib_bus *bus = liberty_bus_of(w, p);

		TRY(liberty_write_state_at(w, p, written, &n));
		for (int32_t i = p; i < p + n && !bus; i++) {
			if (is_more_than_declared(w, i))
				TRY(write_pin(w, i));
		}
		if (n == 0 && bus && bus->first_pin == p) {
			TRY(write_bus(w, bus));
			n = bus->n_pins;
		} else if (n == 0) {
			TRY(write_pin(w, p));
			n = 1;
		}
		TRY(output_step(&w->out, w->done));
	}
	return STATUS_OK;
}

static enum status check_names(const struct liberty_writer *w)
{
	const struct library *l = w->library;
	const struct lib_cell *cell = w->cell;

	TRY(liberty_check_name(w, names_get(&l->cell_name, cell->name)));
	for (int32_t p = 0; p < cell->n_pins; p++)
		TRY(liberty_check_pin_name(w, liberty_pin_name(w, p)));
	for (int32_t b = 0; b < cell->n_buses; b++)
		TRY(liberty_check_pin_name(
			w, names_get(&l->string, l->bus[cell->first_bus + b].name)));
	for (int32_t i = 0; i < cell->n_supplies; i++)
		TRY(liberty_check_pin_name(
			w, names_get(&l->string, l->supply[cell->first_supply + i])));
	return STATUS_OK;
}

enum status liberty_write_cell(struct liberty_writer *w, const struct lib_cell *cell)
{
	FREED bool *written = NULL;

	w->cell = cell;
	TRY(check_names(w));
	TRY(ALLOC(&written, cell->n_states));
	text_add(&w->out.text, "\n");
	liberty_open(w, 1, "cell", names_get(&w->library->cell_name, cell->name));
	write_cell_attributes(w);
	TRY(write_pins(w, written));
	TRY(liberty_write_states(w, written));
	liberty_write_generated_clocks(w);
	liberty_close(w, 1);
	return output_step(&w->out, ++w->done);
}
