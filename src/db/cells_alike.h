/* Which library cells are interchangeable: sizes and thresholds of the same gate. */
#ifndef DB_CELLS_ALIKE_H
#define DB_CELLS_ALIKE_H

#include "db/library.h"

/*
 * Do two cells have the same pins (name, order, direction), functions and state? Power pins, areas
 * and delays may differ. False if the library doesn't define a cell's functions: a black box, a
 * macro, an output without a function.
 */
bool lib_cells_alike(const struct library *a, int32_t cell_a, const struct library *b,
		     int32_t cell_b);

/* Are two expressions the same? Places in library->expression, -1 = none; pins count from their
 * cell's first. */
bool lib_same_expression(const struct library *a, int32_t place_a, const struct library *b,
			 int32_t place_b);

#endif
