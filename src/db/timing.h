/*
 * Words that all of timing shares. Quantities inside warpscope have these units, whatever the files
 * speak: time ps (whole femtoseconds once a delay is rounded), capacitance fF, resistance kΩ
 * (1 kΩ × 1 fF = 1 ps).
 */
#ifndef DB_TIMING_H
#define DB_TIMING_H

#include <stdint.h>

enum split { EARLY, LATE, N_SPLITS };

enum edge { RISE, FALL, N_EDGES };

/* The one rounding of a time, half away from zero. */
static inline int64_t fs_of_ps(double ps)
{
	return (int64_t)(ps * 1000 + (ps < 0 ? -0.5 : 0.5));
}

#endif
