/*
 * Drive resistance and intrinsic delay of a library cell's pin, estimated like OpenSTA from the
 * tables of the arcs that end there.
 */
#ifndef DB_DRIVE_H
#define DB_DRIVE_H

#include "db/library.h"

/* For edges of the pin (bits 1 << edge): the largest (LATE) or least (EARLY) of all arcs, 0 = no
 * positive value. */
/* The output slew for an input slew of 0 at the table's largest load, divided by this load: kΩ. */
double lib_pin_drive_resistance(const struct library *library, const struct lib_cell *cell,
				int32_t pin, unsigned edges, enum split split);
/* The delay for an input slew of 0 without load, ps. */
double lib_pin_intrinsic_delay(const struct library *library, const struct lib_cell *cell,
			       int32_t pin, unsigned edges, enum split split);

#endif
