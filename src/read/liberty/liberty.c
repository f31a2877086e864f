/*
 * Groups and attributes of the library itself, and the reading from file to closed library.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/units.h"
#include "read/liberty/liberty_impl.h"

/* Pins, arcs and operators that a file may have besides some for each of its bytes: a line of text
 * can ask for a million of them. */
enum { MOST_EXPANDED = 1 << 20, MOST_ARCS = 1 << 20, WORK_EACH = 16 };

/* ---- units ---- */

/* The power of ten of a unit such as "ps", "ff" or "kohm" over its base. */
static bool find_prefix(struct liberty_span unit, const char *base, int *exponent)
{
	static const char prefixes[] = "afpnumkM";
	static const int exponents[] = {-18, -15, -12, -9, -6, -3, 3, 6};
	int64_t length = (int64_t)strlen(base), given = unit.end - unit.begin;
	const char *found;
	char prefix;

	*exponent = 0;
	if (given < length || strncasecmp(unit.end - length, base, (size_t)length) != 0)
		return false;
	if (given == length)
		return true;
	prefix = unit.begin[0] == 'M' ? 'M' : (char)tolower((unsigned char)unit.begin[0]);
	found = strchr(prefixes, prefix);
	if (given != length + 1 || !found || prefix == '\0')
		return false;
	*exponent = exponents[found - prefixes];
	return true;
}

/* "100ps", (1, pf): what one of them is in the unit base × 10^-exponent. */
static enum status read_unit(struct liberty *r, const struct liberty_statement *statement,
			     const char *base, int our_exponent, double *unit)
{
	struct liberty_span rest = statement->value, word;
	const char *p;
	double factor;
	int exponent;

	if (r->library->n_cells > 0)
		return liberty_error(r, statement->name.begin, "%.*s after the first cell",
				     SHOWN(statement->name));
	if (liberty_word(&rest, &word)) {
		p = word.begin;
		if (parse_real(&p, word.end, &factor) == DECIMAL_OK && factor > 0) {
			word.begin = p;
			if ((p < word.end || liberty_word(&rest, &word)) &&
			    find_prefix(word, base, &exponent)) {
				*unit = factor * pow(10, exponent - our_exponent);
				return is_in_range(*unit) && is_in_range(1 / *unit)
					       ? STATUS_OK
					       : liberty_error(r, statement->value.begin,
							       "unit \"%.*s\" out of range",
							       SHOWN(statement->value));
			}
		}
	}
	return liberty_error(r, statement->value.begin, "unknown unit \"%.*s\"",
			     SHOWN(statement->value));
}

/* ---- attributes ---- */

enum { TIME_UNIT, LOAD_UNIT, RESISTANCE_UNIT };

static enum status unit_attribute(struct liberty *r, const struct liberty_statement *statement,
				  bool *taken)
{
	static const char *const names[] = {"time_unit", "capacitive_load_unit",
					    "pulling_resistance_unit", NULL};
	struct library *library = r->library;

	*taken = true;
	switch (liberty_find_word(names, statement->name)) {
	case TIME_UNIT:
		return read_unit(r, statement, "s", -12, &library->time_unit);
	case LOAD_UNIT:
		return read_unit(r, statement, "f", -15, &library->capacitance_unit);
	case RESISTANCE_UNIT:
		return read_unit(r, statement, "ohm", 3, &library->resistance_unit);
	}
	*taken = false;
	return STATUS_OK;
}

/* "%s<%d>": bits have their numbers in other brackets. A function has parentheses of its own. */
static void bus_style(struct liberty *r, const struct liberty_statement *statement)
{
	static const char *const known[] = {"%s[%d]", "%s<%d>", "%s{%d}", NULL};
	int which = liberty_find_word(known, statement->value);

	if (which < 0) {
		liberty_warn(r, LIBERTY_OTHER, statement->value.begin,
			     "bus_naming_style \"%.*s\" isn't known, bits are called NAME[3]",
			     SHOWN(statement->value));
		return;
	}
	r->bus_open = known[which][2];
	r->bus_close = known[which][5];
}

static enum status library_attribute(struct liberty *r, const struct liberty_statement *statement)
{
	struct library *l = r->library;
	double time = l->time_unit, load = l->capacitance_unit;
	double *capacitance = r->default_capacitance;
	const struct {
		const char *name;
		double *number;
		double scale;
	} numbers[] = {
		{"nom_voltage", &r->nominal[PVT_VOLTAGE], 1},
		{"nom_process", &r->nominal[PVT_PROCESS], 1},
		{"nom_temperature", &r->nominal[PVT_TEMPERATURE], 1},
		{"slew_derate_from_library", &l->slew_derate, 1},
		{"slew_lower_threshold_pct_rise", &l->slew_lower[RISE], 1},
		{"slew_lower_threshold_pct_fall", &l->slew_lower[FALL], 1},
		{"slew_upper_threshold_pct_rise", &l->slew_upper[RISE], 1},
		{"slew_upper_threshold_pct_fall", &l->slew_upper[FALL], 1},
		{"input_threshold_pct_rise", &l->input_threshold[RISE], 1},
		{"input_threshold_pct_fall", &l->input_threshold[FALL], 1},
		{"output_threshold_pct_rise", &l->output_threshold[RISE], 1},
		{"output_threshold_pct_fall", &l->output_threshold[FALL], 1},
		{"default_max_transition", &l->default_max_slew, time},
		{"default_max_fanout", &l->default_max_fanout, 1},
		{"default_fanout_load", &l->default_fanout_load, 1},
		{"default_max_capacitance", &r->default_max_capacitance, load},
		{"default_input_pin_cap", &capacitance[LIB_INPUT], load},
		{"default_output_pin_cap", &capacitance[LIB_OUTPUT], load},
		{"default_inout_pin_cap", &capacitance[LIB_INOUT], load},
	};
	bool taken;

	TRY(unit_attribute(r, statement, &taken));
	if (taken)
		return STATUS_OK;
	if (liberty_is(statement->name, "default_operating_conditions"))
		return liberty_default_conditions(r, statement);
	if (liberty_is(statement->name, "delay_model")) {
		r->model = statement->value;
		return STATUS_OK;
	}
	if (statement->name.end - statement->name.begin > 2 &&
	    memcmp(statement->name.begin, "k_", 2) == 0)
		return liberty_factor(r, statement, 0);
	if (liberty_is(statement->name, "bus_naming_style")) {
		bus_style(r, statement);
		return STATUS_OK;
	}
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (liberty_is(statement->name, numbers[i].name))
			return liberty_number(r, statement, numbers[i].scale, numbers[i].number);
	}
	return liberty_ignore(r, statement);
}

/* type (NAME) { bit_from : 7; bit_to : 0; }, with bit_width and downto for what is not said */
enum status liberty_type_group(struct liberty *r, const struct liberty_statement *group)
{
	static const char *const names[] = {"bit_width", "bit_from", "bit_to", "downto", NULL};
	int32_t number[3] = {-1, -1, -1}, id;
	struct liberty_statement statement;
	bool downto = false;

	for (;;) {
		int which;

		TRY(liberty_next_of(r, names, &statement, &which));
		if (statement.kind == LIBERTY_END)
			break;
		if (which == 3)
			downto = liberty_true(statement.value);
		else if (which >= 0)
			TRY(liberty_integer(r, &statement, &number[which]));
		else
			TRY(liberty_ignore(r, &statement));
	}
	if (number[1] < 0)
		number[1] = downto && number[0] > 0 ? number[0] - 1 : 0;
	if (number[2] < 0)
		number[2] = !downto && number[0] > 0 ? number[0] - 1 : 0;
	TRY(names_add(&r->type_name, group->value.begin, group->value.end - group->value.begin, &id,
		      NULL));
	TRY(GROW(&r->type, &r->type_capacity, (int64_t)id + 1));
	r->type[id] = (struct liberty_type){number[1], number[2]};
	return STATUS_OK;
}

static enum status library_statement(struct liberty *r, const struct liberty_statement *statement)
{
	static const struct liberty_reader readers[] = {
		{"cell", liberty_cell_group},
		{"lu_table_template", liberty_template_group},
		{"type", liberty_type_group},
		{"operating_conditions", liberty_conditions_group},
		{"scaling_factors", liberty_scaling_group},
		{"scaled_cell", liberty_scaled_cell},
		{"wire_load", liberty_wire_load_group},
		{0},
	};

	return statement->kind == LIBERTY_GROUP ? liberty_read_group(r, readers, statement)
						: library_attribute(r, statement);
}

/* ---- the end ---- */

/* Of all cells something is left out. */
static enum status lose_all(struct liberty *r, const char *place, const char *what)
{
	for (r->cell = 0; r->cell < r->library->n_cells; r->cell++)
		TRY(liberty_lose(r, r->cell ? LIBERTY_EACH : LIBERTY_OTHER, place, "%s", what));
	return STATUS_OK;
}

static enum status check_model(struct liberty *r)
{
	static const char *const known[] = {"table_lookup", "generic_cmos", NULL};

	if (!r->model.begin || liberty_find_word(known, r->model) >= 0)
		return STATUS_OK;
	return lose_all(r, r->model.begin,
			"delay_model is neither table_lookup nor generic_cmos: what isn't a table "
			"is left out");
}

/* What pins did not say. */
static void apply_defaults(struct liberty *r)
{
	struct library *library = r->library;

	for (int32_t p = 0; p < library->n_pins; p++) {
		struct lib_pin *pin = &library->pin[p];
		double *capacitance = &pin->capacitance[0][0];

		for (int i = 0; i < N_SPLITS * N_EDGES; i++) {
			if (isnan(capacitance[i]))
				capacitance[i] = r->default_capacitance[pin->direction];
		}
		if (pin->direction == LIB_INTERNAL)
			continue;
		if (pin->direction != LIB_OUTPUT && pin->fanout_load < 0)
			pin->fanout_load = library->default_fanout_load;
		if (pin->direction == LIB_INPUT)
			continue;
		/* as OpenSTA: the defaults are those of what drives */
		if (pin->max_slew < 0)
			pin->max_slew = library->default_max_slew;
		if (pin->max_fanout < 0)
			pin->max_fanout = library->default_max_fanout;
		if (pin->max_capacitance < 0)
			pin->max_capacitance = r->default_max_capacitance;
	}
}

static enum status name_library(struct liberty *r, struct liberty_span name)
{
	struct text plain = TEXT_INIT;

	text_append(&plain, "", 0);
	liberty_plain(name, &plain);
	TRY(text_status(&plain));
	free(r->library->name);
	r->library->name = plain.data;
	return STATUS_OK;
}

static enum status read_library(struct liberty *r)
{
	struct liberty_statement statement;
	struct lib_scaling own = {.name = -1};
	bool at_end;

	TRY(liberty_at_end(r, &at_end));
	if (at_end)
		return liberty_error(r, r->walk.at, "expected \"library\", the file ends");
	TRY(liberty_next(r, &statement));
	if (statement.kind != LIBERTY_GROUP || !liberty_is(statement.name, "library"))
		return liberty_error(
			r, statement.kind == LIBERTY_END ? r->walk.at - 1 : statement.name.begin,
			"expected a group \"library\": not a Liberty file");
	TRY(name_library(r, statement.value));
	TRY(library_add_scaling(r->library, &own));
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			break;
		TRY(library_statement(r, &statement));
	}
	TRY(liberty_at_end(r, &at_end));
	if (!at_end)
		liberty_warn(r, LIBERTY_OTHER, r->walk.at, "what follows the library is skipped");
	apply_defaults(r);
	TRY(liberty_finish_scaling(r));
	TRY(check_model(r));
	liberty_warn_rest(r);
	return library_close(r->library);
}

static enum status read_text(struct liberty *r, struct input *in, struct text *warnings)
{
	const char *zero;

	TRY(walk_begin(&r->walk, in, warnings));
	zero = memchr(in->data, '\0', (size_t)in->end);
	if (zero)
		return liberty_error(r, zero, "zero byte: not a text file");
	if (in->end >= 3 && memcmp(in->data, "\xEF\xBB\xBF", 3) == 0)
		r->walk.at += 3; /* a byte order mark */
	r->pin_limit = r->operator_limit = MOST_EXPANDED + in->end;
	r->arc_limit = in->task->allow_large ? INT64_MAX : MOST_ARCS + in->end;
	r->work_limit = WORK_EACH * r->pin_limit;
	return read_library(r);
}

static void release(struct liberty *r)
{
	names_release(&r->type_name);
	names_release(&r->template_name);
	names_release(&r->conditions_name);
	names_release(&r->scaling_name);
	text_release(&r->bit_name);
	library_unref(r->library);
	FREE_ALL(r->said, r->type, r->template, r->local, r->target, r->timing, r->function,
		 r->state, r->generated_clock);
}

enum status liberty_read(const char *path, struct text *warnings, struct task *task,
			 struct library **out)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	RELEASED_BY(release)
	struct liberty r = {.default_max_capacitance = -1,
			    .default_conditions = -1,
			    .nominal = {NAN, NAN, NAN},
			    .bus_open = '[',
			    .bus_close = ']'};

	TRY(library_new(path, &r.library));
	TRY(input_open(&in, path, task));
	TRY(read_text(&r, &in, warnings));
	HAND_OVER(out, r.library);
	return STATUS_OK;
}
