/* Which library cells can take each other's place: sizes and thresholds of one gate. */
#ifndef DB_CELLS_ALIKE_H
#define DB_CELLS_ALIKE_H

#include "db/library.h"

/*
 * Have two cells the same pins (by name, order and direction), functions and state? Pins of power, areas and delays may
 * differ. False where a cell says nothing of what it computes: a black box, a macro, an output without a function.
 */
bool lib_cells_alike(const struct library *a, int32_t cell_a, const struct library *b,
		     int32_t cell_b);

/* Of places in library->expression, -1 = none; values are pins, counted from their cell's first. */
bool lib_same_expression(const struct library *a, int32_t place_a, const struct library *b,
			 int32_t place_b);

#endif
