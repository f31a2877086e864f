/*
 * Latches in libraries: which delay arcs data passes while the enable is open, and which edge of the
 * enable closes them.
 */
#ifndef DB_LATCHES_H
#define DB_LATCHES_H

#include <stdbool.h>

#include "db/library.h"

/* The pin of the cell that opens and closes a latch, and its closing edge. */
struct latch_enable {
	int32_t pin;
	enum edge closes;
};

/* Does this delay arc pass through a latch while it is open? So it does when the cell has a latch and
 * its input a setup check: the check is against the enable's closing edge, by the first check that
 * is against a pin from which the arc's output is launched with the opposite edge, or else the
 * first. `enable` may be NULL. */
bool latch_passes(const struct library *library, const struct lib_cell *cell,
		  const struct lib_arc *arc, struct latch_enable *enable);

/* Has a cell a group of a kind? */
bool lib_cell_has_state(const struct library *library, const struct lib_cell *cell,
			enum lib_state_kind kind);
/* Does a pin of the cell open a latch? In a cell with flip-flops too, a pin of a latch's enable and of no flip-flop's clock. */
bool latch_is_enable(const struct library *library, const struct lib_cell *cell, int32_t pin);

#endif
