/*
 * Words that all of timing shares. Quantities inside warpscope have these units, whatever the files
 * speak: time ps (whole femtoseconds once a delay is rounded), capacitance fF, resistance kΩ
 * (1 kΩ × 1 fF = 1 ps).
 */
#ifndef DB_TIMING_H
#define DB_TIMING_H

#include "base/units.h"

enum split { EARLY, LATE, N_SPLITS };

enum edge { RISE, FALL, N_EDGES };

/* Relations of clocks look at a thousand periods; of files, ps. */
#define MOST_PERIOD (FS_INPUT_LIMIT / 1e6)

/*
 * The one rounding of a time, half away from zero. What readers let in is in range (is_in_range()); what is computed from it is at
 * most 2^61 fs either way, so that two of them can be added to three that were read, and what doesn't fit is seen in the sum.
 */
static inline int64_t fs_of_ps(double ps)
{
	const int64_t most = 2 * FS_INPUT_LIMIT;
	double fs = ps * 1000 + (ps < 0 ? -0.5 : 0.5);

	return fs < (double)most ? fs > -(double)most ? (int64_t)fs : -most : most;
}

#endif
