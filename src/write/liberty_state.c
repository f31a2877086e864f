/* Sequential groups. One of a bus is a bank when all of its bits say the same. */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "write/liberty_impl.h"

static const struct lib_state *state_at(const struct liberty_writer *w, int32_t state)
{
	return &w->library->state[w->cell->first_state + state];
}

/* ---- one bit ---- */

static enum status write_expression(struct liberty_writer *w, const char *name,
				    const int32_t *place, int32_t n)
{
	bool common;

	TRY(liberty_common_expression(w, place, sizeof(struct lib_state) / sizeof *place, n,
				      &common));
	if (*place >= 0)
		liberty_put_string(w, 3, name, text_string(&w->text));
	return STATUS_OK;
}

/* The attributes of n states that say the same. */
static enum status write_attributes(struct liberty_writer *w, const struct lib_state *state,
				    int32_t n)
{
	bool is_ff = state->kind == LIB_FF;

	if (state->kind == LIB_STATETABLE)
		return STATUS_OK;
	TRY(write_expression(w, is_ff ? "clocked_on" : "enable", &state->clock, n));
	TRY(write_expression(w, is_ff ? "next_state" : "data_in", &state->data, n));
	TRY(write_expression(w, "clear", &state->clear, n));
	return write_expression(w, "preset", &state->preset, n);
}

static enum status write_state(struct liberty_writer *w, int32_t number, bool *written)
{
	const struct lib_state *state = state_at(w, number);
	const char *variable = state->variable < 0 ? "" : liberty_pin_name(w, state->variable);
	const char *inverse = state->inverse < 0 ? NULL : liberty_pin_name(w, state->inverse);

	written[number] = true;
	if (state->kind == LIB_STATETABLE)
		text_printf(&w->out.text, "\t\tstatetable (\"\", \"%s\") {\n", variable);
	else if (inverse)
		text_printf(&w->out.text, "\t\t%s (\"%s\", \"%s\") {\n",
			    state->kind == LIB_FF ? "ff" : "latch", variable, inverse);
	else
		liberty_open(w, 2, state->kind == LIB_FF ? "ff" : "latch", variable);
	TRY(write_attributes(w, state, 1));
	liberty_close(w, 2);
	return STATUS_OK;
}

/* ---- banks ---- */

static enum status same_expressions(struct liberty_writer *w, const struct lib_state *state,
				    int32_t n, bool *same)
{
	const int32_t *const place[] = {&state->clock, &state->data, &state->clear, &state->preset};

	for (int i = 0; i < 4 && *same; i++)
		TRY(liberty_common_expression(w, place[i], sizeof *state / sizeof *place[i], n,
					      same));
	return STATUS_OK;
}

/* The bus that a bank declares is counted from 0. */
static bool is_of_bank(const struct lib_bus *bus, int32_t pin, int32_t n)
{
	return bus && !bus->is_bundle && bus->first_pin == pin && bus->n_pins == n &&
	       bus->from == 0 && bus->to == n - 1;
}

/* Do states from one on make up a bank whose variable is that bus? *inverse is that of its inverse.
 */
static enum status is_bank(struct liberty_writer *w, int32_t number, const struct lib_bus *bus,
			   const struct lib_bus **inverse, bool *is)
{
	const struct lib_state *state = state_at(w, number);
	int32_t n = bus->n_pins;

	*inverse = state->inverse < 0 ? NULL : liberty_bus_of(w, state->inverse);
	*is = is_of_bank(bus, state->variable, n) && number + n <= w->cell->n_states &&
	      state->kind != LIB_STATETABLE &&
	      (state->inverse < 0 || is_of_bank(*inverse, state->inverse, n));
	for (int32_t i = 1; i < n && *is; i++)
		*is = state[i].kind == state->kind && state[i].variable == state->variable + i &&
		      state[i].inverse == (state->inverse < 0 ? -1 : state->inverse + i);
	return *is ? same_expressions(w, state, n, is) : STATUS_OK;
}

static enum status write_bank(struct liberty_writer *w, int32_t number, const struct lib_bus *bus,
			      const struct lib_bus *inverse, bool *written)
{
	const struct lib_state *state = state_at(w, number);
	const struct names *string = &w->library->string;

	text_printf(&w->out.text, "\t\t%s_bank (\"%s\"", state->kind == LIB_FF ? "ff" : "latch",
		    names_get(string, bus->name));
	if (inverse)
		text_printf(&w->out.text, ", \"%s\"", names_get(string, inverse->name));
	text_printf(&w->out.text, ", %" PRId32 ") {\n", bus->n_pins);
	memset(written + number, true, (size_t)bus->n_pins * sizeof *written);
	TRY(write_attributes(w, state, bus->n_pins));
	liberty_close(w, 2);
	return STATUS_OK;
}

/* ---- where they stand ---- */

static bool is_internal(const struct liberty_writer *w, int32_t pin, int32_t n)
{
	return !ANY(i, 0, n,
		    w->library->pin[w->cell->first_pin + pin + i].direction != LIB_INTERNAL);
}

/* How many pins a group declares from its variable on, when its inverse follows or is there
 * already; 0 = it doesn't stand here. */
static int32_t declares(const struct liberty_writer *w, int32_t variable, int32_t inverse,
			int32_t n)
{
	int32_t n_pins = inverse == variable + n ? 2 * n : n;

	if (inverse > variable + n ||
	    (inverse >= 0 && inverse < variable && inverse + n > variable))
		return 0;
	return is_internal(w, variable, n_pins) ? n_pins : 0;
}

enum status liberty_write_state_at(struct liberty_writer *w, int32_t pin, bool *written,
				   int32_t *n_pins)
{
	const struct lib_bus *bus = liberty_bus_of(w, pin), *inverse = NULL;
	int32_t number = 0;
	bool bank = false;

	*n_pins = 0;
	while (number < w->cell->n_states &&
	       (written[number] || state_at(w, number)->variable != pin))
		number++;
	if (number == w->cell->n_states || (bus && bus->first_pin != pin))
		return STATUS_OK;
	if (bus)
		TRY(is_bank(w, number, bus, &inverse, &bank));
	if (bus && !bank)
		return STATUS_OK; /* the bus first, then its bits at the end */
	*n_pins = declares(w, pin, state_at(w, number)->inverse, bus ? bus->n_pins : 1);
	if (*n_pins == 0)
		return STATUS_OK;
	return bank ? write_bank(w, number, bus, inverse, written)
		    : write_state(w, number, written);
}

enum status liberty_write_states(struct liberty_writer *w, bool *written)
{
	for (int32_t s = 0; s < w->cell->n_states; s++) {
		if (!written[s])
			TRY(write_state(w, s, written));
	}
	return STATUS_OK;
}
