/* Boolean functions, from postfix to text. Operators of different kinds are kept apart by
 * parentheses, so that precedence needn't be known. */
#include <string.h>

#include "write/liberty_impl.h"

enum { BINDS_NOT = 100 }; /* an operand that needs no parentheses: a name, or what is inverted */

/* A piece of the text that is an operand: where it begins, and its operator. */
struct operand {
	int64_t begin;
	int operator;
};

struct printer {
	struct text *out;
	struct operand stack[LIB_EXPRESSION_DEPTH];
	int depth;
};

static void insert(struct text *text, int64_t at, const char *what)
{
	int64_t n = (int64_t)strlen(what);

	text_add(text, what); /* room */
	if (text_status(text) != STATUS_OK)
		return;
	memmove(text->data + at + n, text->data + at, (size_t)(text->length - n - at));
	memcpy(text->data + at, what, (size_t)n);
}

static void push(struct printer *p, int operator)
{
	p->stack[p->depth++] = (struct operand){p->out->length, operator};
}

/* What reads as an operator or a constant can't be an operand of a file. */
static enum status check_operand(const struct liberty_writer *w, int32_t pin)
{
	const char *name = liberty_pin_name(w, pin);

	if (w->out.path &&
	    (strpbrk(name, "()!~'^*&+|") || strcmp(name, "0") == 0 || strcmp(name, "1") == 0))
		return output_refuse(&w->out, name, "in a function it would be an operator");
	return STATUS_OK;
}

static void put_pin(const struct liberty_writer *w, int32_t pin, struct liberty_bit bit,
		    struct text *out)
{
	const struct library *library = w->library;

	for (int32_t b = 0; b < w->cell->n_buses && bit.width > 0; b++) {
		const struct lib_bus *bus = &library->bus[w->cell->first_bus + b];

		if (bus->n_pins == bit.width && pin == bus->first_pin + bit.bit) {
			text_add(out, names_get(&library->string, bus->name));
			return;
		}
	}
	text_add(out, liberty_pin_name(w, pin));
}

/* Put parentheses around an operand that ends at `end`; returns how many bytes that took. */
static int64_t wrap(struct printer *p, const struct operand *operand, int64_t end)
{
	insert(p->out, end, ")");
	insert(p->out, operand->begin, "(");
	return 2;
}

static void put_not(struct printer *p)
{
	struct operand *operand = &p->stack[p->depth - 1];

	if (operand->operator!= BINDS_NOT)
		wrap(p, operand, p->out->length);
	insert(p->out, operand->begin, "!");
	operand->operator= BINDS_NOT;
}

/* The right one in parentheses unless it is a name: it would else be taken from left to right. */
static void put_binary(struct printer *p, int operator, const char * sign)
{
	struct operand *left = &p->stack[p->depth - 2], *right = &p->stack[p->depth - 1];

	if (right->operator!= BINDS_NOT)
		wrap(p, right, p->out->length);
	if (left->operator!= BINDS_NOT && left->operator!= operator)
		right->begin += wrap(p, left, right->begin);
	insert(p->out, right->begin, sign);
	left->operator= operator;
	p->depth--;
}

enum status liberty_put_expression(const struct liberty_writer *w, int32_t place,
				   struct liberty_bit bit, struct text *out)
{
	struct printer p = {.out = out};

	for (const int32_t *at = &w->library->expression[place]; *at != LIB_END; at++) {
		if (*at >= 0 || *at == LIB_ZERO || *at == LIB_ONE)
			push(&p, BINDS_NOT);
		if (*at >= 0) {
			TRY(check_operand(w, *at));
			put_pin(w, *at, bit, out);
		} else if (*at == LIB_ZERO || *at == LIB_ONE) {
			text_add(out, *at == LIB_ONE ? "1" : "0");
		} else if (*at == LIB_NOT) {
			put_not(&p);
		} else {
			put_binary(&p, *at, *at == LIB_AND ? "&" : *at == LIB_OR ? "|" : "^");
		}
	}
	return text_status(out);
}

enum status liberty_write_function(const struct library *library, const struct lib_cell *cell,
				   int32_t place, struct text *out)
{
	struct liberty_writer w = {.library = library, .cell = cell};

	return liberty_put_expression(&w, place, (struct liberty_bit){0}, out);
}

enum status liberty_common_expression(struct liberty_writer *w, const int32_t *place,
				      int64_t stride, int32_t n, bool *common)
{
	*common = true;
	text_clear(&w->text);
	for (int32_t i = 0; i < n && *common; i++) {
		struct text *text = i == 0 ? &w->text : &w->other;

		if ((place[i * stride] < 0) != (place[0] < 0)) {
			*common = false;
			break;
		}
		if (place[0] < 0)
			continue;
		text_clear(text);
		TRY(liberty_put_expression(w, place[i * stride],
					   (struct liberty_bit){i, n > 1 ? n : 0}, text));
		*common = i == 0 || strcmp(text_string(&w->text), text_string(&w->other)) == 0;
	}
	return STATUS_OK;
}
