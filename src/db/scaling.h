/*
 * Scaling by k_ factors, as OpenSTA 3 does it: a value of a library is multiplied by 1 + (value of the operating
 * conditions - nominal value) · k for each of process, voltage and temperature. The conditions are those of
 * set_operating_conditions, else each library's default_operating_conditions; without either nothing is scaled. A cell
 * goes by its scaling_factors group, without one by the factors of the library. What isn't said is 0.
 */
#ifndef DB_SCALING_H
#define DB_SCALING_H

#include "db/constraints.h"
#include "db/netlist.h"

/* What set_operating_conditions gave for a split, NULL = nothing. constraints may be NULL. */
const struct lib_conditions *scaling_conditions(const struct netlist *netlist,
						const struct constraints *constraints,
						enum split split);

/* What a library's values are scaled by, in conditions that were given (NULL = by its default): as a lib_scale of an
 * edge, by factors in library->scaling. */
double scaling_factor(const struct library *library, int32_t scaling, enum lib_scale scale,
		      enum edge edge, const struct lib_conditions *given);
/* The same of a table. */
double scaling_of_table(const struct library *library, const struct lut *lut,
			const struct lib_conditions *given);
/* Of a pin's capacitance. */
double scaling_of_pin(const struct library *library, const struct lib_cell *cell,
		      const struct lib_conditions *given);

/* Of a pin of the netlist, which is that of a library's cell, scaled; fF. */
double scaled_capacitance(const struct netlist *netlist, const struct constraints *constraints,
			  int32_t pin, enum split split, enum edge edge);

/* lut_value(), scaled. */
double scaled_value(const struct library *library, const struct lut *lut, double x, double y,
		    const struct lib_conditions *given);

/* Has a library the same factors in two conditions? */
bool scaling_agrees(const struct library *library, const struct lib_conditions *a,
		    const struct lib_conditions *b);

#endif
