#include "db/latches.h"

#include <stddef.h>

static bool has_latch(const struct library *library, const struct lib_cell *cell)
{
	for (int32_t s = 0; s < cell->n_states; s++) {
		if (library->state[cell->first_state + s].kind == LIB_LATCH)
			return true;
	}
	return false;
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
	    !has_latch(library, cell))
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
