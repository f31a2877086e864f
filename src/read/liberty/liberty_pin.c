/*
 * Pins, buses and bundles. What a bus says holds for all of its bits, what a pin group within it
 * says for some: a bus is walked over twice, first for its own attributes, then for its groups.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "read/liberty/liberty_impl.h"

/* ---- declaring ---- */

static enum status set_local(struct liberty *r, int32_t id, int32_t pin, int32_t bus)
{
	int64_t before = r->local_capacity;

	TRY(GROW(&r->local, &r->local_capacity, (int64_t)id + 1));
	memset(r->local + before, 0, (size_t)(r->local_capacity - before) * sizeof *r->local);
	if (r->local[id].serial != r->serial)
		r->local[id] = (struct liberty_local){r->serial, -1, -1};
	if (pin >= 0)
		r->local[id].pin = pin;
	if (bus >= 0)
		r->local[id].bus = bus;
	return STATUS_OK;
}

/* A pin more in the cell, *pin counted from its first. */
static enum status add_pin(struct liberty *r, const char *name, int64_t length, int32_t *pin)
{
	struct library *library = r->library;
	double *capacitance;
	int32_t id;

	*pin = library->n_pins - library->cell[r->cell].first_pin;
	TRY(names_add(&library->string, name, length, &id, NULL));
	TRY(library_add_pin(library, id));
	capacitance = &library->pin[library->n_pins - 1].capacitance[0][0];
	for (int i = 0; i < N_SPLITS * N_EDGES; i++)
		capacitance[i] = NAN; /* not said so far */
	return set_local(r, id, *pin, -1);
}

static enum status add_bus(struct liberty *r, struct liberty_span name, const struct lib_bus *bus)
{
	struct library *library = r->library;
	int32_t index = library->n_buses - library->cell[r->cell].first_bus;
	struct lib_bus named = *bus;

	TRY(liberty_string(r, name, &named.name));
	TRY(library_add_bus(library, &named));
	return set_local(r, named.name, -1, index);
}

/* A few bytes of text can ask for many pins: more than a file of this size can hold. */
static enum status spend_pins(struct liberty *r, struct liberty_span name, int64_t n)
{
	r->pin_limit -= n * (1 + (name.end - name.begin) / 64);
	if (r->pin_limit < 0)
		return liberty_error(r, name.begin,
				     "bus \"%.*s\" of %" PRId64
				     " bits: more pins than a file of this size should have",
				     SHOWN(name), n);
	return STATUS_OK;
}

enum status liberty_declare_bus(struct liberty *r, struct liberty_span name,
				struct liberty_type type, struct liberty_range *range)
{
	int64_t n = (type.from < type.to ? (int64_t)type.to - type.from
					 : (int64_t)type.from - type.to) +
		    1;
	int32_t step = type.from <= type.to ? 1 : -1;
	struct lib_bus bus = {.from = type.from, .to = type.to};
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	*range = liberty_find(r, name);
	if (range->n > 0)
		return STATUS_OK;
	TRY(spend_pins(r, name, n));
	bus.n_pins = (int32_t)n;
	bus.first_pin = r->library->n_pins - r->library->cell[r->cell].first_pin;
	TRY(add_bus(r, name, &bus));
	*range = (struct liberty_range){bus.first_pin, bus.n_pins};
	for (int32_t bit = 0; bit < n; bit++) {
		int32_t pin;

		text_clear(&text);
		text_append(&text, name.begin, name.end - name.begin);
		text_printf(&text, "[%" PRId32 "]", type.from + step * bit);
		TRY(text_status(&text));
		TRY(add_pin(r, text.data, text.length, &pin));
	}
	return STATUS_OK;
}

enum status liberty_declare_pin(struct liberty *r, struct liberty_span name,
				struct liberty_range *range)
{
	struct liberty_span base;
	struct liberty_type type;

	*range = liberty_find(r, name);
	if (range->n > 0)
		return STATUS_OK;
	if (liberty_slice(r, name, &base, &type)) {
		if (liberty_find(r, base).n == 0)
			return liberty_declare_bus(r, base, type, range);
		liberty_warn(r, LIBERTY_PIN, name.begin, "\"%.*s\" is not in the bus", SHOWN(name));
		return STATUS_OK;
	}
	range->n = 1;
	name = liberty_brackets(r, name);
	return add_pin(r, name.begin, name.end - name.begin, &range->first);
}

/* ---- attributes ---- */

/* Numbers that a pin has one of each. */
enum { HIGH_WIDTH, LOW_WIDTH, PERIOD, N_PULSES, N_NUMBERS = 10 };

static const struct {
	const char *name;
	size_t at; /* in struct lib_pin */
	enum { ONE, LOAD, TIME } unit;
} pin_numbers[N_NUMBERS] = {
	[HIGH_WIDTH] = {"min_pulse_width_high", offsetof(struct lib_pin, min_width[RISE]), TIME},
	[LOW_WIDTH] = {"min_pulse_width_low", offsetof(struct lib_pin, min_width[FALL]), TIME},
	[PERIOD] = {"min_period", offsetof(struct lib_pin, min_period), TIME},
	{"max_capacitance", offsetof(struct lib_pin, max_capacitance), LOAD},
	{"min_capacitance", offsetof(struct lib_pin, min_capacitance), LOAD},
	{"max_transition", offsetof(struct lib_pin, max_slew), TIME},
	{"min_transition", offsetof(struct lib_pin, min_slew), TIME},
	{"max_fanout", offsetof(struct lib_pin, max_fanout), ONE},
	{"min_fanout", offsetof(struct lib_pin, min_fanout), ONE},
	{"fanout_load", offsetof(struct lib_pin, fanout_load), ONE},
};

/* What a pin or bus group says; NAN and begin NULL where it says nothing. */
struct values {
	int direction, is_clock; /* −1 = not said */
	double capacitance, edge_capacitance[N_EDGES], range[N_EDGES][N_SPLITS];
	double number[N_NUMBERS];
	struct liberty_span function, three_state;
	struct liberty_span bus_type, members; /* of buses and bundles */
};

static const struct values nothing_said = {
	.direction = -1,
	.is_clock = -1,
	.capacitance = NAN,
	.edge_capacitance = {NAN, NAN},
	.range = {{NAN, NAN}, {NAN, NAN}},
	.number = {[0 ... N_NUMBERS - 1] = NAN},
};

static enum status read_direction(struct liberty *r, const struct liberty_statement *statement,
				  struct values *values)
{
	static const char *const names[] = {"input", "output", "inout", "internal", NULL};
	int which = liberty_find_word(names, statement->value);

	if (which < 0)
		liberty_warn(r, LIBERTY_PIN, statement->value.begin,
			     "unknown direction \"%.*s\": taken as input", SHOWN(statement->value));
	values->direction = which < 0 ? LIB_INPUT : which;
	return STATUS_OK;
}

/* rise_capacitance_range (early, late) */
static enum status read_range(struct liberty *r, const struct liberty_statement *statement,
			      double range[N_SPLITS])
{
	struct liberty_statement number = *statement;
	struct liberty_span list = statement->value;

	for (int split = 0; split < N_SPLITS; split++) {
		if (!liberty_word(&list, &number.value))
			return liberty_error(r, statement->name.begin, "expected two numbers");
		TRY(liberty_number(r, &number, r->library->capacitance_unit, &range[split]));
	}
	return STATUS_OK;
}

static enum status pin_number(struct liberty *r, const struct liberty_statement *statement,
			      struct values *values)
{
	const double unit[] = {
		[ONE] = 1, [LOAD] = r->library->capacitance_unit, [TIME] = r->library->time_unit};

	for (int i = 0; i < N_NUMBERS; i++) {
		if (liberty_is(statement->name, pin_numbers[i].name))
			return liberty_number(r, statement, unit[pin_numbers[i].unit],
					      &values->number[i]);
	}
	if (liberty_is(statement->name, "capacitance"))
		return liberty_number(r, statement, unit[LOAD], &values->capacitance);
	if (liberty_is(statement->name, "rise_capacitance"))
		return liberty_number(r, statement, unit[LOAD], &values->edge_capacitance[RISE]);
	if (liberty_is(statement->name, "fall_capacitance"))
		return liberty_number(r, statement, unit[LOAD], &values->edge_capacitance[FALL]);
	return liberty_ignore(r, statement);
}

static enum status pin_attribute(struct liberty *r, const struct liberty_statement *statement,
				 struct values *values)
{
	struct liberty_span name = statement->name;

	if (statement->kind == LIBERTY_COMPLEX) {
		if (liberty_is(name, "rise_capacitance_range"))
			return read_range(r, statement, values->range[RISE]);
		if (liberty_is(name, "fall_capacitance_range"))
			return read_range(r, statement, values->range[FALL]);
		if (liberty_is(name, "members"))
			values->members = statement->value;
		return liberty_ignore(r, statement);
	}
	if (liberty_is(name, "direction"))
		return read_direction(r, statement, values);
	if (liberty_is(name, "clock"))
		values->is_clock = liberty_true(statement->value);
	else if (liberty_is(name, "function"))
		values->function = statement->value;
	else if (liberty_is(name, "three_state"))
		values->three_state = statement->value;
	else if (liberty_is(name, "bus_type"))
		values->bus_type = statement->value;
	else
		return pin_number(r, statement, values);
	return STATUS_OK;
}

static void apply_capacitance(const struct values *values, struct lib_pin *pin)
{
	for (int split = 0; split < N_SPLITS; split++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			double *capacitance = &pin->capacitance[split][edge];

			if (!isnan(values->capacitance))
				*capacitance = values->capacitance;
			if (!isnan(values->edge_capacitance[edge]))
				*capacitance = values->edge_capacitance[edge];
			if (!isnan(values->range[edge][split]))
				*capacitance = values->range[edge][split];
		}
	}
}

static void apply_to_pin(const struct values *values, struct lib_pin *pin)
{
	if (values->direction >= 0)
		pin->direction = (enum lib_direction)values->direction;
	if (values->is_clock >= 0)
		pin->is_clock = values->is_clock;
	apply_capacitance(values, pin);
	for (int i = 0; i < N_NUMBERS; i++) {
		if (!isnan(values->number[i]))
			*(double *)((char *)pin + pin_numbers[i].at) = values->number[i];
	}
}

static enum status keep_function(struct liberty *r, enum liberty_use use, struct liberty_span text,
				 int32_t first_target, int32_t n_targets)
{
	if (!text.begin || text.begin == text.end)
		return STATUS_OK;
	return APPEND(r->function, r->n_functions, &r->function_capacity,
		      (struct liberty_function){use, text, first_target, n_targets});
}

/* What a group says, for all pins that it is about. */
static enum status apply(struct liberty *r, const struct values *values, int32_t first_target,
			 int32_t n_targets)
{
	int32_t first_pin = r->library->cell[r->cell].first_pin;

	for (int32_t t = first_target; t < first_target + n_targets; t++) {
		TRY(liberty_spend(r, r->target[t].n));
		for (int32_t i = 0; i < r->target[t].n; i++)
			apply_to_pin(values, &r->library->pin[first_pin + r->target[t].first + i]);
	}
	TRY(keep_function(r, LIBERTY_IS_FUNCTION, values->function, first_target, n_targets));
	return keep_function(r, LIBERTY_IS_THREE_STATE, values->three_state, first_target,
			     n_targets);
}

static enum status add_target(struct liberty *r, struct liberty_range range)
{
	if (r->n_targets == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "%s: error: too many pins in a cell",
				   r->walk.in->path);
	return APPEND(r->target, r->n_targets, &r->target_capacity, range);
}

/* ---- groups ---- */

/* min_pulse_width () { constraint_high, constraint_low }, minimum_period () { constraint }: with `when` or without,
 * the largest of each holds. */
static enum status pulse_group(struct liberty *r, struct values *values)
{
	static const char *const names[N_PULSES] = {[HIGH_WIDTH] = "constraint_high",
						    [LOW_WIDTH] = "constraint_low",
						    [PERIOD] = "constraint"};
	struct liberty_statement statement;

	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return STATUS_OK;
		if (statement.kind == LIBERTY_GROUP) {
			TRY(liberty_skip(r, &statement));
			continue;
		}
		for (int i = 0; i < N_PULSES; i++) {
			double number = NAN;

			if (statement.kind == LIBERTY_COMPLEX ||
			    !liberty_is(statement.name, names[i]))
				continue;
			TRY(liberty_number(r, &statement, r->library->time_unit, &number));
			if (!(values->number[i] >= number))
				values->number[i] = number;
		}
	}
}

static bool is_pulse_group(const struct liberty_statement *statement)
{
	return liberty_is(statement->name, "min_pulse_width") ||
	       liberty_is(statement->name, "minimum_period");
}

enum status liberty_pin_group(struct liberty *r, const struct liberty_statement *group)
{
	struct values values = nothing_said;
	struct liberty_span list = group->value, word;
	int32_t first = (int32_t)r->n_targets, n;
	struct liberty_statement statement;

	while (liberty_word(&list, &word)) {
		struct liberty_range range;

		TRY(liberty_declare_pin(r, word, &range));
		TRY(add_target(r, range));
	}
	n = (int32_t)r->n_targets - first;
	if (n == 0)
		return liberty_error(r, group->name.begin, "pin without a name");
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return apply(r, &values, first, n);
		if (statement.kind != LIBERTY_GROUP)
			TRY(pin_attribute(r, &statement, &values));
		else if (liberty_is(statement.name, "timing"))
			TRY(liberty_timing_group(r, &statement, first, n));
		else if (is_pulse_group(&statement))
			TRY(pulse_group(r, &values));
		else
			TRY(liberty_skip(r, &statement));
	}
}

/* The first walk over a bus or bundle: its own attributes. */
static enum status read_attributes(struct liberty *r, struct values *values)
{
	struct liberty_statement statement;

	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return STATUS_OK;
		if (statement.kind == LIBERTY_GROUP && is_pulse_group(&statement))
			TRY(pulse_group(r, values));
		else if (statement.kind == LIBERTY_GROUP)
			TRY(liberty_skip(r, &statement));
		else
			TRY(pin_attribute(r, &statement, values));
	}
}

/* The second: its groups. */
static enum status read_groups(struct liberty *r, int32_t first_target, int32_t n_targets)
{
	struct liberty_statement statement;

	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return STATUS_OK;
		if (statement.kind != LIBERTY_GROUP)
			continue;
		if (liberty_is(statement.name, "pin"))
			TRY(liberty_pin_group(r, &statement));
		else if (liberty_is(statement.name, "timing"))
			TRY(liberty_timing_group(r, &statement, first_target, n_targets));
		else
			TRY(liberty_skip(r, &statement));
	}
}

static enum status bus_of_type(struct liberty *r, struct liberty_span name,
			       struct liberty_span bus_type, struct liberty_range *range)
{
	struct liberty_span base;
	struct liberty_type type;
	int32_t id;

	if (!bus_type.begin) {
		if (liberty_slice(r, name, &base, &type))
			return liberty_declare_bus(r, base, type, range);
		return liberty_error(r, name.begin, "bus \"%.*s\" without bus_type", SHOWN(name));
	}
	id = names_find(&r->type_name, bus_type.begin, bus_type.end - bus_type.begin);
	if (id < 0)
		return liberty_error(r, bus_type.begin, "undefined type \"%.*s\"", SHOWN(bus_type));
	if (liberty_slice(r, name, &base, &type))
		name = base;
	return liberty_declare_bus(r, name, r->type[id], range);
}

enum status liberty_bus_group(struct liberty *r, const struct liberty_statement *group)
{
	struct values values = nothing_said;
	struct liberty_span list = group->value, word;
	int32_t first = (int32_t)r->n_targets, n;
	const char *begin = r->walk.at;

	TRY(read_attributes(r, &values));
	while (liberty_word(&list, &word)) {
		struct liberty_range range;

		TRY(bus_of_type(r, word, values.bus_type, &range));
		TRY(add_target(r, range));
	}
	n = (int32_t)r->n_targets - first;
	if (n == 0)
		return liberty_error(r, group->name.begin, "bus without a name");
	TRY(apply(r, &values, first, n));
	r->walk.at = begin;
	return read_groups(r, first, n);
}

/* Make the members of a bundle; *range is all of them if they follow each other, else n = 0. */
static enum status declare_members(struct liberty *r, struct liberty_span list,
				   struct liberty_range *range)
{
	bool consecutive = true;
	struct liberty_span word;

	*range = (struct liberty_range){0, 0};
	while (liberty_word(&list, &word)) {
		struct liberty_range member;

		TRY(liberty_declare_pin(r, word, &member));
		if (range->n == 0)
			range->first = member.first;
		consecutive &= member.first == range->first + range->n;
		range->n += member.n;
		TRY(add_target(r, member));
	}
	if (!consecutive)
		range->n = 0;
	return STATUS_OK;
}

enum status liberty_bundle_group(struct liberty *r, const struct liberty_statement *group)
{
	struct values values = nothing_said;
	struct lib_bus bus = {.is_bundle = true};
	struct liberty_range range;
	int32_t first = (int32_t)r->n_targets, n;
	const char *begin = r->walk.at;

	TRY(read_attributes(r, &values));
	if (!values.members.begin || group->value.begin == group->value.end)
		return liberty_error(r, group->name.begin, "bundle without %s",
				     values.members.begin ? "a name" : "members");
	TRY(declare_members(r, values.members, &range));
	if (range.n > 0) {
		bus.to = range.n - 1;
		bus.first_pin = range.first;
		bus.n_pins = range.n;
		if (liberty_find(r, group->value).n == 0)
			TRY(add_bus(r, group->value, &bus));
		r->n_targets = first; /* as one: so that arcs go member by member */
		TRY(add_target(r, range));
	} else {
		liberty_warn(r, LIBERTY_PIN, group->name.begin,
			     "bundle \"%.*s\" of pins that don't follow each other: taken as pins",
			     SHOWN(group->value));
	}
	n = (int32_t)r->n_targets - first;
	TRY(apply(r, &values, first, n));
	r->walk.at = begin;
	return read_groups(r, first, n);
}
