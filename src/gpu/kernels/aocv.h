/* Derates by a path's depth and distance; as db/aocv.c has them on the host. */
#ifndef GPU_KERNELS_AOCV_H
#define GPU_KERNELS_AOCV_H

#include "gpu/kernels/credit.h"
#include "gpu/kernels/look_up.h"

/* The point of an axis at or below x, and how far x is on the way to the next. */
DEVICE_INLINE int32_t aocv_point(const double *axis, int32_t n, double x, double *part)
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

/* The factor of a table; linear between points, beyond them that of the nearest. */
DEVICE_INLINE double aocv_factor_at(const struct device_aocv *a, int32_t id, double depth, double distance)
{
	const struct device_aocv_table *t = &a->table[id];
	const double *depths = a->number + t->first, *distances = depths + t->n_depths;
	const double *value = distances + t->n_distances;
	int32_t width = t->n_depths ? t->n_depths : 1;
	double across, along, low, high;
	int32_t i = aocv_point(depths, t->n_depths, depth, &across);
	int32_t j = aocv_point(distances, t->n_distances, distance, &along);

	value += (int64_t)j * width + i;
	low = across > 0 ? between(value[0], value[1], across) : value[0];
	if (!(along > 0))
		return low;
	value += width;
	high = across > 0 ? between(value[0], value[1], across) : value[0];
	return between(low, high, along);
}

/* What a path's derates depend on; its box grows pin by pin. */
struct aocv_path {
	int32_t n_cells, n_nets;
	bool placed;
	int32_t low_x, low_y, high_x, high_y;
	double distance; /* µm, once it is known */
};

DEVICE_INLINE void aocv_add_pin(const struct device_aocv *a, int32_t pin, struct aocv_path *path)
{
	struct aocv_pin at = {0, 0, 0};

	if (!a->pin || !path->placed)
		return;
	at = a->pin[pin];
	if (!(at.flags & AOCV_PIN_PLACED)) {
		path->placed = false;
		return;
	}
	path->low_x = at.x < path->low_x ? at.x : path->low_x;
	path->low_y = at.y < path->low_y ? at.y : path->low_y;
	path->high_x = at.x > path->high_x ? at.x : path->high_x;
	path->high_y = at.y > path->high_y ? at.y : path->high_y;
}

/* The clock's way from where it parts from the capturing one, if paths get back what is common. */
DEVICE_INLINE void aocv_add_launch(const struct device_aocv *a, const struct device_credit *credit, int32_t source,
				   int32_t sink, struct aocv_path *path)
{
	const int32_t *up = credit->early_paths ? credit->up_early : credit->up_late;
	int32_t launch, capture;

	if (credit->mode == CREDIT_NONE || !credit_meet(credit, source, sink, &launch, &capture))
		return;
	for (int32_t node = credit->source_clock[source]; node != launch; node = up[node]) {
		bool drives = a->drives[credit->pin[node]] != 0;

		path->n_cells += drives;
		path->n_nets += !drives;
		aocv_add_pin(a, credit->pin[node], path);
	}
	aocv_add_pin(a, credit->pin[launch], path);
}

DEVICE_INLINE void aocv_measure(const struct device_aocv *a, struct aocv_path *path)
{
	double x = (double)path->high_x - path->low_x, y = (double)path->high_y - path->low_y;

	path->distance = a->pin && path->placed ? square_root(x * x + y * y) * a->unit : AOCV_ANY_DISTANCE;
}

/* A path's delay that ends at a state, by the table that it has or the factor of its class. */
DEVICE_INLINE double aocv_derated(const struct device_aocv *a, const struct device_timing *t, int64_t state, bool net,
				  int split, double delay, const struct aocv_path *path)
{
	int32_t table = a->table_of[4 * (int64_t)t->derate_class[state] + 2 * net + split];

	if (table < 0)
		return delay * t->derate[8 * (int64_t)t->derate_class[state] + 4 * (delay < 0) + 2 * net + split];
	return delay * aocv_factor_at(a, table, net ? path->n_nets : path->n_cells, path->distance);
}

#endif
