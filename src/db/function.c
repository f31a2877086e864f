/*
 * Functions in postfix (see db/library.h): by a stack of values, three-valued ones or words of 64
 * assignments.
 */
#include "db/function.h"

/* An early cell may have its pins in another order than the master, which has the late one's. */
static int32_t pin_of(const struct pin_view *view, int32_t lib_pin)
{
	if (!view->master)
		return view->first_pin + lib_pin;
	for (int32_t p = 0; p < view->master->n_pins; p++) {
		if (view->master->early_pin[p] == lib_pin)
			return view->first_pin + p;
	}
	return -1;
}

enum logic view_value(const struct pin_view *view, int32_t lib_pin)
{
	int32_t pin = view->value ? pin_of(view, lib_pin) : -1;

	return pin < 0 ? LOGIC_X : (enum logic)view->value[pin];
}

static enum logic logic_not(enum logic a)
{
	return a == LOGIC_X ? LOGIC_X : (enum logic)(1 - a);
}

static enum logic logic_and(enum logic a, enum logic b)
{
	if (a == LOGIC_0 || b == LOGIC_0)
		return LOGIC_0;
	return a == LOGIC_1 && b == LOGIC_1 ? LOGIC_1 : LOGIC_X;
}

static enum logic logic_xor(enum logic a, enum logic b)
{
	return a == LOGIC_X || b == LOGIC_X ? LOGIC_X : (enum logic)(a != b);
}

static enum logic apply(int32_t operation, enum logic a, enum logic b)
{
	if (operation == LIB_AND)
		return logic_and(a, b);
	if (operation == LIB_OR)
		return logic_not(logic_and(logic_not(a), logic_not(b)));
	return logic_xor(a, b);
}

enum logic function_value(const int32_t *expression, const struct pin_view *view)
{
	enum logic stack[LIB_EXPRESSION_DEPTH] = {LOGIC_X};
	int depth = 0;

	for (; *expression != LIB_END; expression++) {
		int32_t item = *expression;

		if (item >= 0)
			stack[depth++] = view_value(view, item);
		else if (item == LIB_ZERO || item == LIB_ONE)
			stack[depth++] = item == LIB_ONE ? LOGIC_1 : LOGIC_0;
		else if (item == LIB_NOT)
			stack[depth - 1] = logic_not(stack[depth - 1]);
		else {
			depth--;
			stack[depth - 1] = apply(item, stack[depth - 1], stack[depth]);
		}
	}
	return stack[0];
}

/* ---- all assignments ---- */

/* An expression's pins that aren't constant, the one that is asked about first. */
struct variables {
	int32_t n;
	int32_t pin[MOST_FREE];
	bool too_many;
	bool has_first; /* the first does occur */
};

static void find_variables(const int32_t *expression, const struct pin_view *view,
			   struct variables *out)
{
	for (; *expression != LIB_END; expression++) {
		int32_t i = 0;

		if (*expression < 0)
			continue;
		out->has_first |= *expression == out->pin[0];
		if (view_value(view, *expression) != LOGIC_X)
			continue;
		while (i < out->n && out->pin[i] != *expression)
			i++;
		if (i < out->n)
			continue;
		if (out->n == MOST_FREE) {
			out->too_many = true;
			return;
		}
		out->pin[out->n++] = *expression;
	}
}

/* The values of a variable in the 64 assignments from 64·block on, whose bit v it is. */
static uint64_t variable_word(int32_t v, uint32_t block)
{
	static const uint64_t within[6] = {
		UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
		UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
		UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};

	if (v < 6)
		return within[v];
	return block >> (v - 6) & 1 ? UINT64_MAX : 0;
}

static uint64_t word_of(const struct pin_view *view, const struct variables *variables, int32_t pin,
			uint32_t block)
{
	for (int32_t v = 0; v < variables->n; v++) {
		if (variables->pin[v] == pin)
			return variable_word(v, block);
	}
	return view_value(view, pin) == LOGIC_1 ? UINT64_MAX : 0;
}

static uint64_t evaluate_words(const int32_t *expression, const struct pin_view *view,
			       const struct variables *variables, uint32_t block)
{
	uint64_t stack[LIB_EXPRESSION_DEPTH] = {0};
	int depth = 0;

	for (; *expression != LIB_END; expression++) {
		int32_t item = *expression;

		if (item >= 0)
			stack[depth++] = word_of(view, variables, item, block);
		else if (item == LIB_ZERO || item == LIB_ONE)
			stack[depth++] = item == LIB_ONE ? UINT64_MAX : 0;
		else if (item == LIB_NOT)
			stack[depth - 1] = ~stack[depth - 1];
		else {
			uint64_t b = stack[--depth], a = stack[depth - 1];

			stack[depth - 1] = item == LIB_AND  ? (a & b)
					   : item == LIB_OR ? (a | b)
							    : (a ^ b);
		}
	}
	return stack[0];
}

int function_follows(const int32_t *expression, const struct pin_view *view, int32_t from)
{
	const uint64_t low = UINT64_C(0x5555555555555555); /* assignments in which `from` is 0 */
	struct variables variables = {.n = 1, .pin = {from}};
	uint32_t n_blocks;
	int flags = 0;

	find_variables(expression, view, &variables);
	if (variables.too_many || !variables.has_first)
		return FOLLOWS_BOTH;
	n_blocks = variables.n > 6 ? UINT32_C(1) << (variables.n - 6) : 1;
	for (uint32_t block = 0; block < n_blocks; block++) {
		uint64_t word = evaluate_words(expression, view, &variables, block);
		uint64_t at_0 = word & low, at_1 = word >> 1 & low;

		flags |= at_1 & ~at_0 ? FOLLOWS_POSITIVE : 0;
		flags |= at_0 & ~at_1 ? FOLLOWS_NEGATIVE : 0;
	}
	return flags;
}

bool functions_agree(const int32_t *a, const int32_t *b)
{
	const struct pin_view view = {0};
	struct variables variables = {0};
	uint32_t n_blocks;
	bool agree;

	find_variables(a, &view, &variables);
	find_variables(b, &view, &variables);
	n_blocks = variables.n > 6 ? UINT32_C(1) << (variables.n - 6) : 1;
	agree = !variables.too_many;
	for (uint32_t block = 0; block < n_blocks && agree; block++)
		agree = evaluate_words(a, &view, &variables, block) ==
			evaluate_words(b, &view, &variables, block);
	return agree;
}
