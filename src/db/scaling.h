/*
 * Scaling by k_ factors, as in OpenSTA 3: a value of a library is multiplied by 1 + (value of the
 * operating conditions - nominal value) · k for each of process, voltage and temperature. The
 * conditions are those of set_operating_conditions, else each library's
 * default_operating_conditions; without either nothing is scaled. A cell uses its scaling_factors
 * group, else the library's factors; missing factors are 0.
 */
#ifndef DB_SCALING_H
#define DB_SCALING_H

#include "db/constraints.h"
#include "db/netlist.h"

/* The conditions of set_operating_conditions for a split, NULL = none. constraints may be NULL. */
const struct lib_conditions *scaling_conditions(const struct netlist *netlist,
						const struct constraints *constraints,
						enum split split);

/* The factor of a library's values of a kind (lib_scale) and edge in given conditions (NULL = its
 * default), by factors in library->scaling. */
double scaling_factor(const struct library *library, int32_t scaling, enum lib_scale scale,
		      enum edge edge, const struct lib_conditions *given);
/* The factor of a table. */
double scaling_of_table(const struct library *library, const struct lut *lut,
			const struct lib_conditions *given);
/* The factor of pin capacitances of a cell. */
double scaling_of_pin(const struct library *library, const struct lib_cell *cell,
		      const struct lib_conditions *given);

/* The scaled capacitance of a pin of the netlist, fF. */
double scaled_capacitance(const struct netlist *netlist, const struct constraints *constraints,
			  int32_t pin, enum split split, enum edge edge);

/* lut_value(), scaled. */
double scaled_value(const struct library *library, const struct lut *lut, double x, double y,
		    const struct lib_conditions *given);

/* Has a library the same factors in two conditions? */
bool scaling_agrees(const struct library *library, const struct lib_conditions *a,
		    const struct lib_conditions *b);

#endif
