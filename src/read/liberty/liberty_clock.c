/*
 * generated_clock groups: a clock that the cell makes at clock_pin of the one at master_pin, as
 * create_generated_clock would. Each pin of a list has a clock of its own.
 */
#include <math.h>

#include "read/liberty/liberty_impl.h"

/* "1 3 5": numbers, of which there are *n; no more than three are kept. */
static enum status read_list(struct liberty *r, const struct liberty_statement *statement,
			     double scale, double number[3], int *n)
{
	struct liberty_statement item = *statement;
	struct liberty_span list = statement->value;

	for (*n = 0; liberty_word(&list, &item.value); ++*n) {
		double value = NAN;

		TRY(liberty_number(r, &item, scale, &value));
		if (*n < 3)
			number[*n] = value;
	}
	return STATUS_OK;
}

/* What a group says; n_… = −1: it doesn't say that. */
struct said {
	struct liberty_span pins, master;
	double divide, multiply, duty;
	double edge[3], shift[3];
	int n_edges, n_shifts;
	bool invert;
};

static enum status read_attribute(struct liberty *r, const struct liberty_statement *statement,
				  struct said *said)
{
	static const char *const names[] = {"divided_by", "multiplied_by", "duty_cycle", NULL};
	double *const numbers[] = {&said->divide, &said->multiply, &said->duty};
	int which = liberty_find_word(names, statement->name);

	if (which >= 0)
		return liberty_number(r, statement, 1, numbers[which]);
	if (liberty_is(statement->name, "edges"))
		return read_list(r, statement, 1, said->edge, &said->n_edges);
	if (liberty_is(statement->name, "shifts"))
		return read_list(r, statement, r->library->time_unit, said->shift, &said->n_shifts);
	if (liberty_is(statement->name, "clock_pin"))
		said->pins = statement->value;
	else if (liberty_is(statement->name, "master_pin"))
		said->master = statement->value;
	else if (liberty_is(statement->name, "invert"))
		said->invert = liberty_true(statement->value);
	else
		return liberty_ignore(r, statement);
	return STATUS_OK;
}

static bool is_count(double number)
{
	return number >= 1 && number <= INT32_MAX && number == floor(number);
}

/* Numbers of edges of the master; with shifts two may be the same. */
static bool are_edges(const struct said *said)
{
	for (int i = 0; i < 3; i++) {
		if (!is_count(said->edge[i]) ||
		    (i && !(said->edge[i] > said->edge[i - 1] ||
			    (said->edge[i] == said->edge[i - 1] && said->n_shifts > 0))))
			return false;
	}
	return true;
}

/* Why no clock can be made of it, NULL = one can. */
static const char *find_fault(const struct said *said)
{
	bool edges = said->n_edges >= 0, divides = !isnan(said->divide),
	     multiplies = !isnan(said->multiply);

	if (!said->pins.begin || !said->master.begin)
		return "it lacks clock_pin or master_pin";
	if (edges + divides + multiplies > 1)
		return "divided_by, multiplied_by and edges exclude each other";
	if ((divides && !is_count(said->divide)) || (multiplies && !is_count(said->multiply)))
		return "a factor that isn't a whole number from 1";
	if (edges && (said->n_edges != 3 || !are_edges(said)))
		return "edges other than three increasing numbers from 1";
	if (said->n_shifts >= 0 && (!edges || said->n_shifts != 3))
		return "shifts that aren't those of three edges";
	if (said->invert && edges)
		return "invert with edges";
	if (!isnan(said->duty) && (!multiplies || !(said->duty > 0 && said->duty < 100)))
		return "a duty_cycle without multiplied_by, or not between 0 and 100 per cent";
	return NULL;
}

static struct lib_generated_clock make_clock(const struct said *said)
{
	struct lib_generated_clock clock = {.invert = said->invert};

	if (said->n_edges >= 0) {
		for (int i = 0; i < 3; i++) {
			clock.edge[i] = (int32_t)said->edge[i];
			clock.shift[i] = said->n_shifts >= 0 ? said->shift[i] : 0;
		}
	} else if (!isnan(said->multiply)) {
		clock.multiply_by = (int32_t)said->multiply;
		clock.duty_cycle = isnan(said->duty) ? 0 : said->duty;
	} else {
		clock.divide_by = isnan(said->divide) ? 1 : (int32_t)said->divide;
	}
	return clock;
}

enum status liberty_generated_clock_group(struct liberty *r, const struct liberty_statement *group)
{
	struct said said = {
		.divide = NAN, .multiply = NAN, .duty = NAN, .n_edges = -1, .n_shifts = -1};
	struct liberty_statement statement;
	const char *fault;

	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			break;
		TRY(read_attribute(r, &statement, &said));
	}
	fault = find_fault(&said);
	if (fault)
		return liberty_lose(r, LIBERTY_OTHER, group->name.begin,
				    "generated_clock left out: %s", fault);
	return APPEND(r->generated_clock, r->n_generated_clocks, &r->generated_clock_capacity,
		      (struct liberty_generated_clock){said.pins, said.master, group->name.begin,
						       make_clock(&said)});
}

/* ---- at the end of the cell ---- */

static enum status make_at(struct liberty *r, struct liberty_generated_clock *g,
			   struct liberty_range pins)
{
	for (int32_t i = 0; i < pins.n; i++) {
		g->clock.pin = pins.first + i;
		TRY(liberty_spend(r, 1));
		TRY(library_add_generated_clock(r->library, &g->clock));
	}
	return STATUS_OK;
}

static enum status lose_pin(struct liberty *r, const struct liberty_generated_clock *g,
			    struct liberty_span name)
{
	return liberty_lose(r, LIBERTY_RELATED, g->place,
			    "generated_clock left out: unknown pin \"%.*s\", or not a pin alone",
			    SHOWN(name));
}

enum status liberty_make_generated_clocks(struct liberty *r)
{
	for (int64_t i = 0; i < r->n_generated_clocks; i++) {
		struct liberty_generated_clock *g = &r->generated_clock[i];
		struct liberty_range master = liberty_find(r, g->master);
		struct liberty_span list = g->pins, word;

		if (master.n != 1) {
			TRY(lose_pin(r, g, g->master));
			continue;
		}
		g->clock.master = master.first;
		while (liberty_word(&list, &word)) {
			struct liberty_range pins = liberty_find(r, word);

			TRY(pins.n ? make_at(r, g, pins) : lose_pin(r, g, word));
		}
	}
	return STATUS_OK;
}
