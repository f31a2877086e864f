/*
 * Latches in libraries: the delay arcs that are transparent while the latch is open, and the
 * closing edge of its enable.
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

/* Is this delay arc the data arc of a transparent latch? It is if the cell has a latch and the
 * arc's input a setup check. That check is against the enable's closing edge; of several, the first
 * one whose clock pin launches the arc's output with the opposite edge, or else the first. `enable`
 * may be NULL. */
bool latch_passes(const struct library *library, const struct lib_cell *cell,
		  const struct lib_arc *arc, struct latch_enable *enable);

/* Has a cell a state group of a kind (latch, flip-flop)? */
bool lib_cell_has_state(const struct library *library, const struct lib_cell *cell,
			enum lib_state_kind kind);
/* Does a pin of the cell open a latch? In a cell with flip-flops too, a pin of a latch's enable and of no flip-flop's clock. */
bool latch_is_enable(const struct library *library, const struct lib_cell *cell, int32_t pin);

#endif
