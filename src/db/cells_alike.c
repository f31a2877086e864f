#include "db/cells_alike.h"

#include <string.h>

bool lib_same_expression(const struct library *a, int32_t place_a, const struct library *b,
			 int32_t place_b)
{
	const int32_t *x, *y;

	if (place_a < 0 || place_b < 0)
		return place_a < 0 && place_b < 0;
	x = a->expression + place_a;
	y = b->expression + place_b;
	while (*x == *y && *x != LIB_END) {
		x++;
		y++;
	}
	return *x == *y;
}

static bool same_pin(const struct library *a, const struct lib_pin *x, const struct library *b,
		     const struct lib_pin *y)
{
	return x->direction == y->direction &&
	       strcmp(names_get(&a->string, x->name), names_get(&b->string, y->name)) == 0 &&
	       lib_same_expression(a, x->function, b, y->function) &&
	       lib_same_expression(a, x->three_state, b, y->three_state) &&
	       (x->direction != LIB_OUTPUT || x->function >= 0);
}

static bool same_state(const struct library *a, const struct lib_state *x, const struct library *b,
		       const struct lib_state *y)
{
	return x->kind == y->kind && x->kind != LIB_STATETABLE && x->variable == y->variable &&
	       x->inverse == y->inverse && lib_same_expression(a, x->clock, b, y->clock) &&
	       lib_same_expression(a, x->data, b, y->data) &&
	       lib_same_expression(a, x->clear, b, y->clear) &&
	       lib_same_expression(a, x->preset, b, y->preset);
}

bool lib_cells_alike(const struct library *a, int32_t cell_a, const struct library *b,
		     int32_t cell_b)
{
	const struct lib_cell *x = &a->cell[cell_a], *y = &b->cell[cell_b];
	bool alike = x->n_pins == y->n_pins && x->n_states == y->n_states &&
		     x->is_sequential == y->is_sequential && x->is_clock_gate == y->is_clock_gate &&
		     !x->is_macro && !y->is_macro && !x->is_memory && !y->is_memory;

	for (int32_t i = 0; i < x->n_pins && alike; i++)
		alike = same_pin(a, &a->pin[x->first_pin + i], b, &b->pin[y->first_pin + i]);
	for (int32_t i = 0; i < x->n_states && alike; i++)
		alike = same_state(a, &a->state[x->first_state + i], b,
				   &b->state[y->first_state + i]);
	return alike;
}
