/*
 * Of a pin of a library's cell: how strongly it drives, and its delay without a load, as OpenSTA estimates them from the
 * tables of the arcs that end there.
 */
#ifndef DB_DRIVE_H
#define DB_DRIVE_H

#include "db/library.h"

/* Edges of the pin: bits 1 << edge. The largest (LATE) or least (EARLY) of all arcs, 0 = there is none above 0. */
/* The slew at the largest load of its table, of a slew of 0 at the input, by that load: kΩ. */
double lib_pin_drive_resistance(const struct library *library, const struct lib_cell *cell,
				int32_t pin, unsigned edges, enum split split);
/* The delay of a slew of 0 at no load, ps. */
double lib_pin_intrinsic_delay(const struct library *library, const struct lib_cell *cell,
			       int32_t pin, unsigned edges, enum split split);

#endif
