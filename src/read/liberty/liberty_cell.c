/*
 * Cells: their attributes, sequential groups and supplies, and the names of their pins.
 */
#include <stdlib.h>
#include <string.h>

#include "read/liberty/liberty_impl.h"

/* ---- names in the cell ---- */

static const struct liberty_local *find_local(const struct liberty *r, struct liberty_span name)
{
	int32_t id = names_find(&r->library->string, name.begin, name.end - name.begin);

	if (id < 0 || id >= r->local_capacity || r->local[id].serial != r->serial)
		return NULL;
	return &r->local[id];
}

static const struct lib_bus *bus_of(const struct liberty *r, const struct liberty_local *local)
{
	return &r->library->bus[r->library->cell[r->cell].first_bus + local->bus];
}

static bool read_bit(const char **at, const char *end, int32_t *bit)
{
	const char *p = *at;
	int64_t value = 0;

	for (; p < end && *p >= '0' && *p <= '9' && value <= INT32_MAX; p++)
		value = value * 10 + (*p - '0');
	if (p == *at || value > INT32_MAX)
		return false;
	*at = p;
	*bit = (int32_t)value;
	return true;
}

bool liberty_slice(const struct liberty *r, struct liberty_span name, struct liberty_span *base,
		   struct liberty_type *bits)
{
	const char *p = memchr(name.begin, r->bus_open, (size_t)(name.end - name.begin));

	if (!p || p == name.begin || name.end[-1] != r->bus_close)
		return false;
	*base = (struct liberty_span){name.begin, p++};
	if (!read_bit(&p, name.end, &bits->from) || *p++ != ':')
		return false;
	return read_bit(&p, name.end, &bits->to) && p == name.end - 1;
}

struct liberty_span liberty_brackets(struct liberty *r, struct liberty_span name)
{
	int64_t length = name.end - name.begin;
	const char *open;

	if (r->bus_open == '[' || length < 3 || name.end[-1] != r->bus_close)
		return name;
	open = memrchr(name.begin, r->bus_open, (size_t)length);
	if (!open || open == name.begin)
		return name;
	text_clear(&r->bit_name);
	text_append(&r->bit_name, name.begin, length);
	if (text_status(&r->bit_name) != STATUS_OK)
		return name; /* memory_ran_short() */
	r->bit_name.data[open - name.begin] = '[';
	r->bit_name.data[length - 1] = ']';
	return (struct liberty_span){r->bit_name.data, r->bit_name.data + length};
}

/* The place of a bit in a bus, -1 when it is not in it. */
static int32_t place_of(const struct lib_bus *bus, int32_t bit)
{
	int64_t place = bus->from <= bus->to ? (int64_t)bit - bus->from : (int64_t)bus->from - bit;

	return place >= 0 && place < bus->n_pins ? (int32_t)place : -1;
}

struct liberty_range liberty_find(struct liberty *r, struct liberty_span name)
{
	struct liberty_range none = {0, 0};
	const struct liberty_local *local;
	const struct lib_bus *bus;
	struct liberty_span base;
	struct liberty_type bits;
	int32_t from, to;

	local = find_local(r, liberty_brackets(r, name));
	if (local && local->bus >= 0) {
		bus = bus_of(r, local);
		return (struct liberty_range){bus->first_pin, bus->n_pins};
	}
	if (local && local->pin >= 0)
		return (struct liberty_range){local->pin, 1};
	if (name.begin == name.end || !liberty_slice(r, name, &base, &bits))
		return none;
	local = find_local(r, base);
	if (!local || local->bus < 0)
		return none;
	bus = bus_of(r, local);
	from = place_of(bus, bits.from);
	to = place_of(bus, bits.to);
	if (from < 0 || to < 0)
		return none;
	return (struct liberty_range){bus->first_pin + (from < to ? from : to), abs(from - to) + 1};
}

/* ---- sequential groups ---- */

/* An internal pin, or a bus of them, for a variable of the state. */
static enum status declare_variable(struct liberty *r, struct liberty_span name, int32_t width,
				    struct liberty_range *range)
{
	struct liberty_type type = {0, width - 1};
	struct lib_pin *pin;
	int32_t before;

	*range = liberty_find(r, name);
	if (range->n > 0)
		return STATUS_OK; /* such as an internal pin that the file describes */
	before = r->library->n_pins;
	if (width > 1)
		TRY(liberty_declare_bus(r, name, type, range));
	else
		TRY(liberty_declare_pin(r, name, range));
	pin = r->library->pin;
	for (int32_t p = before; p < r->library->n_pins; p++)
		pin[p].direction = LIB_INTERNAL;
	return STATUS_OK;
}

static void state_attribute(struct liberty_state *state, const struct liberty_statement *statement)
{
	static const char *const names[] = {"clocked_on", "enable", "next_state", "data_in",
					    "clear",      "preset", NULL};
	struct liberty_span *const where[] = {&state->clock, &state->clock, &state->data,
					      &state->data,  &state->clear, &state->preset};
	int which =
		statement->kind == LIBERTY_SIMPLE ? liberty_find_word(names, statement->name) : -1;

	if (which >= 0)
		*where[which] = statement->value;
}

/* Names and, of a bank, the width: ff_bank (IQ, IQN, 8). */
static enum status state_names(struct liberty *r, const struct liberty_statement *group,
			       bool is_bank, struct liberty_state *state)
{
	struct liberty_range *const range[] = {&state->variable, &state->inverse};
	struct liberty_span list = group->value, word[3];
	struct liberty_statement width = {.name = group->name};
	int32_t n_bits = 1;
	int n = 0, n_names;

	while (n < 3 && liberty_word(&list, &word[n]))
		n++;
	n_names = n < 2 ? n : 2;
	if (is_bank) {
		if (n < 2)
			return liberty_error(r, group->name.begin, "bank without a width");
		n_names = n - 1;
		width.value = word[n - 1];
		TRY(liberty_integer(r, &width, &n_bits));
		if (n_bits < 1)
			return liberty_error(r, width.value.begin, "bank of %d bits", n_bits);
	}
	for (int i = 0; i < n_names; i++)
		TRY(declare_variable(r, word[i], n_bits, range[i]));
	return STATUS_OK;
}

static enum status state_group(struct liberty *r, const struct liberty_statement *group)
{
	bool is_bank = liberty_is(group->name, "ff_bank") || liberty_is(group->name, "latch_bank");
	struct liberty_state state = {.kind = *group->name.begin == 'f' ? LIB_FF : LIB_LATCH};
	struct liberty_statement statement;

	TRY(state_names(r, group, is_bank, &state));
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			break;
		state_attribute(&state, &statement);
		TRY(liberty_ignore(r, &statement));
	}
	return APPEND(r->state, r->n_states, &r->state_capacity, state);
}

/* statetable ("inputs", "internal nodes"): its rows are not needed for timing. */
static enum status statetable_group(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_state state = {.kind = LIB_STATETABLE};
	const char *comma =
		memchr(group->value.begin, ',', (size_t)(group->value.end - group->value.begin));
	struct liberty_span list = {comma ? comma : group->value.end, group->value.end}, word;
	struct liberty_range range;

	while (liberty_word(&list, &word)) {
		TRY(declare_variable(r, word, 1, &range));
		if (state.variable.n == 0)
			state.variable = range;
	}
	TRY(liberty_skip(r, group));
	return APPEND(r->state, r->n_states, &r->state_capacity, state);
}

/* ---- resolving ---- */

static enum status make_states(struct liberty *r, const struct liberty_state *from)
{
	const struct liberty_span *text[] = {&from->clock, &from->data, &from->clear,
					     &from->preset};
	int32_t width = from->variable.n > 0 ? from->variable.n : 1;
	int32_t shared[4];
	bool by_bit[4] = {true, true, true, true};

	for (int32_t bit = 0; bit < width; bit++) {
		struct lib_state state = {.kind = from->kind, .variable = -1, .inverse = -1};
		int32_t *const place[] = {&state.clock, &state.data, &state.clear, &state.preset};

		if (bit < from->variable.n)
			state.variable = from->variable.first + bit;
		if (bit < from->inverse.n)
			state.inverse = from->inverse.first + bit;
		for (int i = 0; i < 4; i++) {
			if (!text[i]->begin) {
				shared[i] = -1;
				by_bit[i] = false;
			} else if (by_bit[i]) {
				TRY(liberty_expression(r, *text[i], bit, width, &shared[i],
						       &by_bit[i]));
			}
			*place[i] = shared[i];
		}
		TRY(library_add_state(r->library, &state));
	}
	return STATUS_OK;
}

static enum status make_function(struct liberty *r, const struct liberty_function *function)
{
	for (int32_t t = 0; t < function->n_targets; t++) {
		struct liberty_range range = r->target[function->first_target + t];
		bool by_bit = true;
		int32_t place = -1;

		for (int32_t bit = 0; bit < range.n; bit++) {
			struct lib_pin *pin;

			if (by_bit)
				TRY(liberty_expression(r, function->text, bit, range.n, &place,
						       &by_bit));
			pin = &r->library->pin[r->library->cell[r->cell].first_pin + range.first +
					       bit];
			if (function->use == LIBERTY_IS_FUNCTION)
				pin->function = place;
			else
				pin->three_state = place;
		}
	}
	return STATUS_OK;
}

static void count_parts(struct library *library, struct lib_cell *cell)
{
	cell->n_pins = library->n_pins - cell->first_pin;
	cell->n_buses = library->n_buses - cell->first_bus;
	cell->n_arcs = library->n_arcs - cell->first_arc;
	cell->n_states = library->n_states - cell->first_state;
	cell->n_supplies = library->n_supplies - cell->first_supply;
	cell->n_generated_clocks = library->n_generated_clocks - cell->first_generated_clock;
}

static enum status finish_cell(struct liberty *r)
{
	for (int64_t i = 0; i < r->n_functions; i++)
		TRY(make_function(r, &r->function[i]));
	for (int64_t i = 0; i < r->n_states; i++)
		TRY(make_states(r, &r->state[i]));
	TRY(liberty_make_arcs(r));
	TRY(liberty_make_generated_clocks(r));
	count_parts(r->library, &r->library->cell[r->cell]);
	return STATUS_OK;
}

/* ---- the group ---- */

static enum status supply_group(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_span list = group->value, word;
	int32_t id;

	while (liberty_word(&list, &word)) {
		TRY(liberty_string(r, word, &id));
		TRY(library_add_supply(r->library, id));
	}
	return liberty_skip(r, group);
}

static enum status memory_group(struct liberty *r, const struct liberty_statement *group)
{
	r->library->cell[r->cell].is_memory = true;
	return liberty_skip(r, group);
}

static const struct liberty_reader readers[] = {
	{"pin", liberty_pin_group},
	{"bus", liberty_bus_group},
	{"bundle", liberty_bundle_group},
	{"ff", state_group},
	{"latch", state_group},
	{"ff_bank", state_group},
	{"latch_bank", state_group},
	{"statetable", statetable_group},
	{"type", liberty_type_group},
	{"pg_pin", supply_group},
	{"memory", memory_group},
	{"generated_clock", liberty_generated_clock_group},
	{0},
};

static enum status cell_attribute(struct liberty *r, const struct liberty_statement *statement)
{
	struct lib_cell *cell = &r->library->cell[r->cell];
	struct liberty_span name = statement->name;

	if (statement->kind == LIBERTY_SIMPLE) {
		if (liberty_is(name, "area"))
			return liberty_number(r, statement, 1, &cell->area);
		if (liberty_is(name, "scaling_factors"))
			return liberty_cell_scaling(r, statement);
		if (liberty_is(name, "dont_use"))
			cell->dont_use = liberty_true(statement->value);
		else if (liberty_is(name, "is_macro_cell") || liberty_is(name, "is_macro"))
			cell->is_macro = liberty_true(statement->value);
		else if (liberty_is(name, "is_memory_cell") || liberty_is(name, "is_memory"))
			cell->is_memory = liberty_true(statement->value);
		else if (liberty_is(name, "clock_gating_integrated_cell"))
			cell->is_clock_gate = true;
	}
	return liberty_ignore(r, statement);
}

static enum status begin_cell(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_span name = group->value;
	RELEASED_BY(text_release) struct text plain = TEXT_INIT;
	bool added;

	if (name.begin == name.end)
		return liberty_error(r, group->name.begin, "cell without a name");
	liberty_plain(name, &plain);
	TRY(text_status(&plain));
	TRY(library_add_cell(r->library, plain.data, plain.length, &r->cell, &added));
	if (!added)
		liberty_warn(r, LIBERTY_CELL_TWICE, name.begin,
			     "cell \"%.*s\" described again: the last description counts",
			     SHOWN(name));
	r->library->cell[r->cell].line = walk_line(&r->walk, group->name.begin);
	r->serial++;
	r->n_groups = 0;
	r->n_targets = r->n_timings = r->n_functions = r->n_states = r->n_generated_clocks = 0;
	return STATUS_OK;
}

enum status liberty_cell_group(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_statement statement;

	TRY(begin_cell(r, group));
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return finish_cell(r);
		if (statement.kind == LIBERTY_GROUP)
			TRY(liberty_read_group(r, readers, &statement));
		else
			TRY(cell_attribute(r, &statement));
	}
}
