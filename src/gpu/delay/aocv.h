/* Derates by a path's depth and distance. */
#ifndef GPU_DELAY_AOCV_H
#define GPU_DELAY_AOCV_H

#include "base/derate_table.h"
#include "gpu/delay/device_retiming.h"
#include "gpu/delay/look_up.h"
#include "gpu/image/credit.h"

/* The factor of a table. */
DEVICE_INLINE double aocv_factor_at(const struct device_aocv *a, int32_t id, double depth, double distance)
{
	const struct device_aocv_table *t = &a->table[id];

	return derate_factor(a->number + t->first, t->n_depths, t->n_distances, depth, distance);
}

/* The largest or the least factor of a table over all distances. */
DEVICE_INLINE double aocv_factor_anywhere(const struct device_aocv *a, int32_t id, double depth, bool largest)
{
	const struct device_aocv_table *t = &a->table[id];

	return derate_factor_anywhere(a->number + t->first, t->n_depths, t->n_distances, depth, largest);
}

/* The depth and distance of a path; its bounding box grows pin by pin. */
struct aocv_path {
	int32_t n_cells, n_nets;
	bool placed;
	int32_t low_x, low_y, high_x, high_y;
	double distance; /* µm, once it is known */
};

DEVICE_INLINE void aocv_add_pin(const struct device_aocv *a, int32_t pin, struct aocv_path *path)
{
	struct aocv_pin at;

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

/* Add the pins of the clock path from a node up to node `last`, or (-1) to its root. */
DEVICE_INLINE void aocv_add_clock(const struct device_aocv *a, const struct device_credit *credit, const int32_t *up,
				  int32_t node, int32_t last, struct aocv_path *path)
{
	for (; node >= 0; node = node == last ? -1 : up[node])
		aocv_add_pin(a, credit->pin[node], path);
}

/* Count the arcs of the clock path from a node up to node `last`. */
DEVICE_INLINE void aocv_count_clock(const struct device_aocv *a, const struct device_credit *credit, const int32_t *up,
				    int32_t node, int32_t last, struct aocv_path *path)
{
	for (; node != last; node = up[node]) {
		bool drives = a->drives[credit->pin[node]] != 0;

		if (credit->pin[up[node]] == credit->pin[node])
			continue; /* where a generated clock begins */
		path->n_cells += drives;
		path->n_nets += !drives;
	}
}

/* The node if it is inside the design, else -1. */
DEVICE_INLINE int32_t aocv_clock_inside(const struct device_credit *credit, int32_t node)
{
	return node < 0 || credit->place[node] == NODE_OUTSIDE ? -1 : node;
}

/*
 * Add the clock paths from their last common pin on to the box, and the launching one to the
 * depths. Without such a pin, or without credit, both whole clock paths are in the box and neither
 * is in the depths; the part that leads to a generated clock outside of the design isn't in the box
 * then.
 */
DEVICE_INLINE void aocv_add_clocks(const struct device_aocv *a, const struct device_credit *credit, int32_t source,
				   int32_t sink, struct aocv_path *path)
{
	const int32_t *launch_up = credit->early_paths ? credit->up_early : credit->up_late;
	const int32_t *capture_up = credit->early_paths ? credit->up_late : credit->up_early;
	int32_t from = credit->source_clock[source], to = credit->sink_clock[sink], launch = -1, capture = -1;
	bool meet = credit->mode != CREDIT_NONE && credit_meet(credit, source, sink, &launch, &capture);

	aocv_add_clock(a, credit, launch_up, meet ? from : aocv_clock_inside(credit, from), launch, path);
	aocv_add_clock(a, credit, capture_up, meet ? to : aocv_clock_inside(credit, to), capture, path);
	if (meet)
		aocv_count_clock(a, credit, launch_up, from, launch, path);
}

DEVICE_INLINE void aocv_measure(const struct device_aocv *a, struct aocv_path *path)
{
	double x = (double)path->high_x - path->low_x, y = (double)path->high_y - path->low_y;

	path->distance = a->pin && path->placed ? square_root(x * x + y * y) * a->unit : AOCV_ANY_DISTANCE;
	if (!a->by_distance)
		path->distance = AOCV_NO_DISTANCE;
}

/* The derated delay of an arc into a state, by the AOCV table of the state's class or, without one,
 * the class's factor. `which`: 0 (cell) or 2 (net), plus 1 if late. */
DEVICE_INLINE double aocv_derated(const struct device_aocv *a, const struct device_timing *t, int64_t state, int which,
				  double delay, const struct aocv_path *path)
{
	int32_t table = a->table_of[4 * (int64_t)t->derate_class[state] + which];
	int32_t depth = which & 2 ? path->n_nets : path->n_cells;

	if (table < 0)
		return delay * t->derate[8 * (int64_t)t->derate_class[state] + 4 * (delay < 0) + which];
	if (path->distance >= AOCV_ANY_DISTANCE)
		return delay * aocv_factor_anywhere(a, table, depth, (which & 1) == (delay >= 0));
	return delay * aocv_factor_at(a, table, depth, path->distance);
}

#endif
