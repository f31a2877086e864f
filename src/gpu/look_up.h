/*
 * Look-ups in the tables of libraries, and the one rounding of what comes out; for the kernels of
 * delays and of checks.
 */
#ifndef GPU_LOOK_UP_H
#define GPU_LOOK_UP_H

#include "gpu/kernel.h"

enum { POINTS_AT_ONCE = 6 }; /* axes of most libraries have seven points and fewer */

/* The segment of an axis that holds x, the first or last one outside: as many as inner points aren't above
 * x. They are read together, not one after another. */
DEVICE_INLINE int32_t find_segment(const double *axis, int32_t n, double x)
{
	int32_t i = 0;

	for (int32_t k = 1; k + 1 < n; k += POINTS_AT_ONCE)
		for (int32_t j = 0; j < POINTS_AT_ONCE; j++)
			i += k + j + 1 < n && x >= axis[k + j];
	return i;
}

DEVICE_INLINE double between(double a, double b, double part)
{
	return a + part * (b - a);
}

/* Linear along index_1 at both neighbours of index_2, then along index_2; see lut_value(). */
DEVICE_INLINE double look_up(const struct device_tables *tables, int32_t id, double slew,
			     double other)
{
	const struct device_table *t = &tables->table[id];
	const double *__restrict__ x_axis = tables->number + t->first;
	const double *__restrict__ y_axis = x_axis + t->n_points[0];
	const double *__restrict__ value = y_axis + t->n_points[1];
	double x = t->operand[0] ? other : slew, y = t->operand[1] ? other : slew;
	double low, high, part = 0;
	int32_t i = 0, j = 0, n = t->n[1];

	if (t->n[0] > 1) {
		i = find_segment(x_axis, t->n[0], x);
		part = (x - x_axis[i]) / (x_axis[i + 1] - x_axis[i]);
	}
	if (n > 1)
		j = find_segment(y_axis, n, y);
	low = t->n[0] > 1 ? between(value[i * n + j], value[(i + 1) * n + j], part) : value[j];
	if (n == 1)
		return low;
	high = t->n[0] > 1 ? between(value[i * n + j + 1], value[(i + 1) * n + j + 1], part)
			   : value[j + 1];
	return between(low, high, (y - y_axis[j]) / (y_axis[j + 1] - y_axis[j]));
}

DEVICE_INLINE bool is_sensible(double ps)
{
	return ps > -LARGEST_DELAY_PS && ps < LARGEST_DELAY_PS;
}

/* The one rounding to fs; DELAY_NONE and a count when it, or the slew with it, isn't sensible. */
DEVICE_INLINE int32_t round_delay(double ps, double slew, int32_t *n_bad)
{
	if (is_sensible(ps) && is_sensible(slew))
		return (int32_t)(ps * 1000 + (ps < 0 ? -0.5 : 0.5));
	atomic_add_i32(n_bad, 1);
	return DELAY_NONE;
}

#endif
