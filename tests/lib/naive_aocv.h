/*
 * The naive reference of AOCV: which table a delay has, its factor, and what a path is derated by, each from the
 * definition in db/aocv.h, by trying everything.
 */
#ifndef TESTS_LIB_NAIVE_AOCV_H
#define TESTS_LIB_NAIVE_AOCV_H

#include <stdbool.h>
#include <stdint.h>

#include "db/aocv.h"

struct naive;
struct naive_path;

struct naive_aocv {
	const struct aocv *tables;
	/* [vertices]: no path has fewer cells or nets through them (timing_aocv.h) */
	const int32_t *cells, *nets;
	double (*place)[2]; /* [pins] µm, of a cell's middle; NULL = nothing is placed */
};

/* What a path is derated by; distance INFINITY = not known. */
struct naive_measures {
	int32_t cells, nets;
	double distance;
};

/* A delay, ps, of a cell or else a net. */
struct naive_delay {
	bool of_cell;
	int split;
	int32_t vertex; /* that it ends at */
	double ps;
};

/* Its factor in clock networks or outside them; `otherwise` = that of set_timing_derate. `by`: of a path, NULL = in
 * graph-based analysis. */
double naive_aocv_factor(const struct naive *n, const struct naive_measures *by,
			 const struct naive_delay *delay, bool of_clock, double otherwise);

/* Of a path, with the credit of a definition (enum naive_cppr; N_NAIVE_CPPR = none). */
struct naive_measures naive_aocv_measure(const struct naive *n, const struct naive_path *path,
					 int cppr);

#endif
