/*
 * Boolean functions: operands and operators in turn, by an explicit stack of operators, straight
 * into postfix. Inversion binds first, then ^, then *, & or nothing between two operands, then + or
 * |.
 */
#include <string.h>

#include "read/liberty/liberty_impl.h"

enum { MOST_WAITING = 128 }; /* operators and parentheses that are open at a time */

enum { OPEN = -100 }; /* a parenthesis on the stack */

struct parser {
	struct liberty *r;
	const char *at, *end;
	int32_t bit, width;
	bool by_bit;
	int32_t waiting[MOST_WAITING];
	int n_waiting;
	int depth;         /* of the stack that the evaluation needs */
	const char *wrong; /* what was found wrong, NULL = nothing */
};

static bool wrong(struct parser *p, const char *what)
{
	if (!p->wrong)
		p->wrong = what;
	return false;
}

static int binds(int32_t operator)
{
	switch (operator) {
	case LIB_NOT:
		return 4;
	case LIB_XOR:
		return 3;
	case LIB_AND:
		return 2;
	case LIB_OR:
		return 1;
	}
	return 0;
}

static enum status emit(struct parser *p, int32_t value)
{
	if (value >= 0 || value == LIB_ZERO || value == LIB_ONE)
		p->depth++;
	else if (value != LIB_NOT && value != LIB_END)
		p->depth--;
	if (p->depth > LIB_EXPRESSION_DEPTH)
		wrong(p, "nested too deep");
	if (p->r->library->n_expression >= p->r->operator_limit)
		return liberty_error(p->r, p->at,
				     "functions with more operators than a file of this size "
				     "should have");
	return library_add_operator(p->r->library, value);
}

static bool push(struct parser *p, int32_t operator)
{
	if (p->n_waiting == MOST_WAITING)
		return wrong(p, "nested too deep");
	p->waiting[p->n_waiting++] = operator;
	return true;
}

/* Write what binds at least as strongly as the operator that comes. */
static enum status pop(struct parser *p, int strength)
{
	while (p->n_waiting > 0 && binds(p->waiting[p->n_waiting - 1]) >= strength &&
	       p->waiting[p->n_waiting - 1] != OPEN)
		TRY(emit(p, p->waiting[--p->n_waiting]));
	return STATUS_OK;
}

static bool ends_operand(char c)
{
	return strchr(" \t\r\n\\\"()!~'^*&+|", c); /* NUL too */
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\' || c == '"';
}

static enum status take_operand(struct parser *p)
{
	struct liberty_span name = {p->at, p->at};
	struct liberty_range range;

	while (name.end < p->end && !ends_operand(*name.end))
		name.end++;
	p->at = name.end;
	if (liberty_is(name, "0"))
		return emit(p, LIB_ZERO);
	if (liberty_is(name, "1"))
		return emit(p, LIB_ONE);
	range = liberty_find(p->r, name);
	if (range.n == 1)
		return emit(p, range.first);
	if (range.n > 1 && range.n == p->width) {
		p->by_bit = true;
		return emit(p, range.first + p->bit);
	}
	p->at = name.begin;
	wrong(p, name.begin == name.end ? "an operand is missing"
		 : range.n > 1          ? "a bus of another width"
					: "no such pin");
	return STATUS_OK;
}

/* Where an operand may stand; *operand tells that one was taken. */
static enum status before_operand(struct parser *p, bool *operand)
{
	*operand = false;
	switch (*p->at) {
	case '(':
		p->at++;
		push(p, OPEN);
		return STATUS_OK;
	case '!':
	case '~':
		p->at++;
		push(p, LIB_NOT);
		return STATUS_OK;
	}
	*operand = true;
	return take_operand(p);
}

static enum status close(struct parser *p)
{
	TRY(pop(p, 0));
	if (p->n_waiting == 0)
		wrong(p, "')' without '('");
	else
		p->n_waiting--;
	return STATUS_OK;
}

/* Where an operator may stand; *operand tells that there was none to be completed by an operand. */
static enum status behind_operand(struct parser *p, bool *operand)
{
	int32_t operator= LIB_AND;
	char c = *p->at;

	*operand = c == ')' || c == '\'';
	if (c == ')' || c == '\'') {
		p->at++;
		return c == ')' ? close(p) : emit(p, LIB_NOT);
	}
	if (c == '^')
		operator= LIB_XOR;
	else if (c == '+' || c == '|')
		operator= LIB_OR;
	if (strchr("^+|*&", c)) {
		p->at++;
		if (p->at < p->end && *p->at == c && (c == '&' || c == '|'))
			p->at++;
	}
	TRY(pop(p, binds(operator)));
	push(p, operator);
	return STATUS_OK;
}

static enum status parse(struct parser *p)
{
	bool operand = false; /* the last thing was one */

	while (!p->wrong) {
		while (p->at < p->end && is_space(*p->at))
			p->at++;
		if (p->at == p->end)
			break;
		TRY(operand ? behind_operand(p, &operand) : before_operand(p, &operand));
	}
	if (!operand)
		wrong(p, "an operand is missing");
	TRY(pop(p, 0));
	if (p->n_waiting > 0)
		wrong(p, "'(' without ')'");
	return emit(p, LIB_END);
}

enum status liberty_expression(struct liberty *r, struct liberty_span text, int32_t bit,
			       int32_t width, int32_t *place, bool *by_bit)
{
	struct parser p = {.r = r, .at = text.begin, .end = text.end, .bit = bit, .width = width};
	int32_t first = r->library->n_expression;

	*place = first;
	TRY(liberty_spend(r, text.end - text.begin));
	TRY(parse(&p));
	*by_bit = p.by_bit && !p.wrong;
	if (p.wrong) {
		liberty_warn(r, LIBERTY_FUNCTION, p.at, "function \"%.*s\" left out: %s",
			     SHOWN(text), p.wrong);
		r->library->n_expression = first;
		*place = -1;
	}
	return STATUS_OK;
}
