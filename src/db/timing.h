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

/* The one rounding of a time, half away from zero; at most 2^60 fs either way, so that a few of them can be added. */
static inline int64_t fs_of_ps(double ps)
{
	const double most = (double)((int64_t)1 << 60);
	double fs = ps * 1000 + (ps < 0 ? -0.5 : 0.5);

	return fs < most ? fs > -most ? (int64_t)fs : -(int64_t)most : (int64_t)most;
}

#endif
