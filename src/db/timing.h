/*
 * Words that all of timing shares. Quantities inside warpscope have these units, whatever the files
 * speak: time ps (whole femtoseconds once a delay is rounded), capacitance fF, resistance kΩ
 * (1 kΩ × 1 fF = 1 ps).
 */
#ifndef DB_TIMING_H
#define DB_TIMING_H

enum split {
	EARLY,
	LATE,
	N_SPLITS
};

enum edge {
	RISE,
	FALL,
	N_EDGES
};

#endif
