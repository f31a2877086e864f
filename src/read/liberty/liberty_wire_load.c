/* wire_load groups: what wires are like by their fan-out, while nothing better is known of them. */
#include <math.h>
#include <stdlib.h>

#include "base/order.h"
#include "read/liberty/liberty_impl.h"

/* A fan-out and the length of a net that has it. */
struct length {
	double fan_out, length;
};

struct lengths {
	struct length *item; /* owned [n] */
	int32_t n;
	int64_t capacity;
};

static FREES(lengths_release, struct lengths, x->item);

COMPARER(compare_lengths, struct length,
	 ORDER(x->fan_out, y->fan_out) ?: ORDER(x->length, y->length))

/* fanout_length (2, 31.5): statistics after that aren't used. */
static enum status add_length(struct liberty *r, const struct liberty_statement *statement,
			      struct lengths *lengths)
{
	struct liberty_statement number = *statement;
	struct liberty_span list = statement->value;
	struct length length = {NAN, NAN};

	for (int i = 0; i < 2; i++) {
		if (!liberty_word(&list, &number.value))
			return liberty_error(r, statement->name.begin,
					     "expected a fan-out and a length");
		TRY(liberty_number(r, &number, 1, i ? &length.length : &length.fan_out));
	}
	if (isnan(length.fan_out) || isnan(length.length))
		return STATUS_OK; /* with a warning */
	return APPEND(lengths->item, lengths->n, &lengths->capacity, length);
}

static enum status take_statement(struct liberty *r, const struct liberty_statement *statement,
				  struct lib_wire_load *load, struct lengths *lengths)
{
	struct library *library = r->library;

	if (statement->kind == LIBERTY_COMPLEX && liberty_is(statement->name, "fanout_length"))
		return add_length(r, statement, lengths);
	if (statement->kind == LIBERTY_SIMPLE) {
		if (liberty_is(statement->name, "resistance"))
			return liberty_number(r, statement, library->resistance_unit,
					      &load->resistance);
		if (liberty_is(statement->name, "capacitance"))
			return liberty_number(r, statement, library->capacitance_unit,
					      &load->capacitance);
		if (liberty_is(statement->name, "slope"))
			return liberty_number(r, statement, 1, &load->slope);
	}
	return liberty_ignore(r, statement);
}

/* Of a fan-out given twice the longest length counts. */
static enum status add_load(struct liberty *r, struct lib_wire_load *load, struct lengths *lengths)
{
	struct library *library = r->library;
	int32_t n = 0;

	SORT(lengths->item, lengths->n, compare_lengths);
	for (int32_t i = 0; i < lengths->n; i++) {
		n -= i && lengths->item[n - 1].fan_out == lengths->item[i].fan_out;
		lengths->item[n++] = lengths->item[i];
	}
	load->n = n;
	load->first = library->n_numbers;
	for (int32_t i = 0; i < n; i++)
		TRY(library_add_number(library, lengths->item[i].fan_out));
	for (int32_t i = 0; i < n; i++)
		TRY(library_add_number(library, lengths->item[i].length));
	return library_add_wire_load(library, load);
}

enum status liberty_wire_load_group(struct liberty *r, const struct liberty_statement *group)
{
	struct lib_wire_load load = {0};
	RELEASED_BY(lengths_release) struct lengths lengths = {0};
	struct liberty_statement statement;

	TRY(liberty_string(r, group->value, &load.name));
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return add_load(r, &load, &lengths);
		TRY(take_statement(r, &statement, &load, &lengths));
	}
}
