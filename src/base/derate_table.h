/*
 * Tables of derates by depth and distance: linear between points, beyond them the factor of the nearest. For the host
 * and for kernels, which compute the same bits.
 *
 * `number` has the depths, the distances (µm) and the factors, the depth running fastest; an axis without points
 * counts as one that doesn't matter.
 */
#ifndef BASE_DERATE_TABLE_H
#define BASE_DERATE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__) && !defined(KERNEL_WARP)
#define DERATE_TABLE_INLINE static inline __host__ __device__
#else
#define DERATE_TABLE_INLINE static inline
#endif

/* The point of an axis at or below x, and how far x is on the way to the next. */
DERATE_TABLE_INLINE int32_t derate_point(const double *axis, int32_t n, double x, double *part)
{
	int32_t i = 0;

	*part = 0;
	if (n < 2 || x <= axis[0])
		return 0;
	while (i + 1 < n && x >= axis[i + 1])
		i++;
	if (i + 1 < n)
		*part = (x - axis[i]) / (axis[i + 1] - axis[i]);
	return i;
}

DERATE_TABLE_INLINE double derate_between(double a, double b, double part)
{
	return a + part * (b - a);
}

/* At row j of the factors, from point i of the depths on. */
DERATE_TABLE_INLINE double derate_of_row(const double *value, int32_t n_depths, int32_t j,
					 int32_t i, double across)
{
	value += (int64_t)j * (n_depths ? n_depths : 1) + i;
	return across > 0 ? derate_between(value[0], value[1], across) : value[0];
}

/* The factor at a depth and a distance. */
DERATE_TABLE_INLINE double derate_factor(const double *number, int32_t n_depths,
					 int32_t n_distances, double depth, double distance)
{
	const double *distances = number + n_depths, *value = distances + n_distances;
	double across, along, low;
	int32_t i = derate_point(number, n_depths, depth, &across);
	int32_t j = derate_point(distances, n_distances, distance, &along);

	low = derate_of_row(value, n_depths, j, i, across);
	return along > 0 ? derate_between(low, derate_of_row(value, n_depths, j + 1, i, across),
					  along)
			 : low;
}

/* The largest or the least factor at a depth and any distance. */
DERATE_TABLE_INLINE double derate_factor_anywhere(const double *number, int32_t n_depths,
						  int32_t n_distances, double depth, bool largest)
{
	const double *value = number + n_depths + n_distances;
	double across, worst = 0;
	int32_t i = derate_point(number, n_depths, depth, &across);

	for (int32_t j = 0; j < n_distances || j == 0; j++) {
		double factor = derate_of_row(value, n_depths, j, i, across);

		worst = j == 0 || (largest ? factor > worst : factor < worst) ? factor : worst;
	}
	return worst;
}

#endif
