/*
 * Density maps by their definition, bin by bin, for the tests: in whole units and in double
 * precision on lengths. Written from [Density]'s equations (2) and (3) and from
 * gpu/density/density_args.h's words on units alone.
 */
#ifndef TESTS_LIB_NAIVE_DENSITY_H
#define TESTS_LIB_NAIVE_DENSITY_H

#include "gpu/density/density.h"

/* A box in units of the grid; x2 = x1 for none. */
struct density_box_32 naive_scale(const struct density_grid *grid, const struct density_box_32 *box,
				  enum density_fit fit);
/* Area in common with a bin, in units. */
int64_t naive_common(const struct density_grid *grid, const struct density_box_32 *scaled,
		     int32_t u, int32_t v);

/* [bins] Σ weight × area in common; weight NULL = 1. The caller's to free. */
int64_t *naive_map(const struct density_grid *grid, const struct density_box_32 *box,
		   const int64_t *weight, int64_t n, enum density_fit fit);
/* The same as shares of bins, from the lengths themselves. */
double *naive_real_map(const struct density_grid *grid, const struct density_box_32 *box,
		       const int64_t *weight, int64_t n);
/* Under one box: the sum, and how it grows to the right and up. */
void naive_under(const struct density_grid *grid, const struct density_box_32 *box,
		 const int64_t *bin_weight, int64_t *sum, int64_t *right, int64_t *up);

/* Random boxes about a die: small ones, large ones, points, lines, some on borders of bins, some
 * partly or wholly off the die, larger than it, some none. */
struct density_box_32 *random_boxes(const struct density_grid *grid, int64_t n);

#endif
