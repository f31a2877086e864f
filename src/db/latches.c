#include "db/latches.h"

#include <stddef.h>

/* Of groups of a kind; of those alone whose clock a pin is in, -1 = any. */
static bool has_state(const struct library *library, const struct lib_cell *cell,
		      enum lib_state_kind kind, int32_t pin)
{
	for (int32_t s = cell->first_state; s < cell->first_state + cell->n_states; s++) {
		const struct lib_state *state = &library->state[s];
		const int32_t *at = state->clock < 0 ? NULL : &library->expression[state->clock];

		while (at && *at != LIB_END && *at != pin)
			at++;
		if (state->kind == kind && (pin < 0 || (at && *at == pin)))
			return true;
	}
	return false;
}

bool lib_cell_has_state(const struct library *library, const struct lib_cell *cell,
			enum lib_state_kind kind)
{
	return has_state(library, cell, kind, -1);
}

bool latch_is_enable(const struct library *library, const struct lib_cell *cell, int32_t pin)
{
	return has_state(library, cell, LIB_LATCH, -1) &&
	       (!has_state(library, cell, LIB_FF, -1) ||
		(has_state(library, cell, LIB_LATCH, pin) &&
		 !has_state(library, cell, LIB_FF, pin)));
}

/* Does an edge of a pin launch an output? */
static bool launches(const struct library *library, const struct lib_cell *cell, int32_t pin,
		     enum edge edge, int32_t output)
{
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (arc->kind == LIB_LAUNCH && arc->from == pin && arc->to == output &&
		    arc->from_edge[edge])
			return true;
	}
	return false;
}

bool latch_passes(const struct library *library, const struct lib_cell *cell,
		  const struct lib_arc *arc, struct latch_enable *enable)
{
	bool passes = false;

	if ((arc->kind != LIB_COMBINATIONAL && arc->kind != LIB_THREE_STATE) ||
	    !lib_cell_has_state(library, cell, LIB_LATCH))
		return false;
	for (int32_t a = 0; a < cell->n_arcs; a++) {
		const struct lib_arc *check = &library->arc[cell->first_arc + a];
		struct latch_enable found = {check->from, check->from_edge[FALL] ? FALL : RISE};

		if (check->kind != LIB_SETUP || check->to != arc->from)
			continue;
		if (!passes && enable)
			*enable = found;
		passes = true;
		if (!launches(library, cell, found.pin, (enum edge) !found.closes, arc->to))
			continue;
		if (enable)
			*enable = found;
		break;
	}
	return passes;
}
