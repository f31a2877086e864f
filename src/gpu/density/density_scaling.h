/*
 * Boxes in lengths to units of a grid, or in double precision to bins, for k_boxes.cu, k_density.cu and
 * k_density_under.cu. As density_spans.h, a kernel file includes it once for each precision.
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_types.h"

#ifndef GPU_DENSITY_DENSITY_SCALING_H
#define GPU_DENSITY_DENSITY_SCALING_H

#define coord_t	  FS_NAME(coord)
#define box_t	  FS_NAME(box)
#define take_coord FS_NAME(take_coord)

DEVICE_INLINE coord_32 take_coord_32(struct team t, coord_32 value, int lane)
{
	return team_take_i32(t, value, lane);
}

DEVICE_INLINE coord_64 take_coord_64(struct team t, coord_64 value, int lane)
{
	return team_take_f64(t, value, lane);
}

/* Boxes that a warp has at a time: four threads each. */
enum { BOXES_A_TURN = 8 };

/* From the die's lower end, clipped to the die. */
DEVICE_INLINE uint32_t length_on(const struct density_axis *axis, int32_t x)
{
	x = x < axis->low ? axis->low : x > axis->high ? axis->high : x;
	return (uint32_t)x - (uint32_t)axis->low;
}

/* A coordinate in units: the nearest, halves go up; of a point the unit that it is in, which on the upper
 * border is the last one. The product of the quotient that is near is right or one off, as there are at most
 * 2^21 units: a GPU has no division of integers. At most 2^32 lengths, so nothing overflows. */
DEVICE_INLINE coord_32 scaled_32(const struct density_axis *axis, int32_t fit, int32_t x)
{
	uint32_t at = length_on(axis, x);
	int64_t length = axis->length, more = fit == DENSITY_POINT ? 0 : length;
	int32_t unit = (int32_t)((double)at * axis->per_length + (more ? 0.5 : 0));
	int64_t rest = 2 * (int64_t)((uint64_t)at * (uint32_t)axis->units - (uint64_t)axis->length * (uint32_t)unit) + more;

	unit += rest < 0 ? -1 : rest >= 2 * length;
	return fit == DENSITY_POINT && unit == axis->units ? unit - 1 : unit;
}

/* The same in bins; of a point where its unit begins, so that it doesn't reach into the next bin. */
DEVICE_INLINE coord_64 scaled_64(const struct density_axis *axis, int32_t fit, int32_t x)
{
	double at = (double)length_on(axis, x) * axis->bins / (double)axis->length;
	int32_t units = axis->units / axis->bins, unit = (int32_t)(at * units);

	if (fit != DENSITY_POINT)
		return at;
	return (double)(unit < axis->units ? unit : axis->units - 1) / units;
}

/* At least a unit long, within the die. */
DEVICE_INLINE void widen_32(const struct density_axis *axis, coord_32 *low, coord_32 *high)
{
	if (*low < *high)
		return;
	if (*high < axis->units)
		*high = *low + 1;
	else
		*low = *high - 1;
}

DEVICE_INLINE void widen_64(const struct density_axis *axis, coord_64 *low, coord_64 *high)
{
	double least = (double)axis->bins / axis->units;

	if (*high - *low >= least)
		return;
	*high = *low + least;
	if (*high > axis->bins) {
		*high = axis->bins;
		*low = axis->bins - least;
	}
}

/* Has the box no place on the die? */
DEVICE_INLINE bool is_outside(const struct density_scaling *s, const struct density_box_32 *box)
{
	return box->x2 < box->x1 || box->x2 < s->x.low || box->y2 < s->y.low ||
	       box->x1 > s->x.high || box->y1 > s->y.high ||
	       (s->fit == DENSITY_POINT && (box->x1 < s->x.low || box->y1 < s->y.low));
}
#endif

/* A box that has no place gets no area. */
DEVICE_INLINE box_t FS_NAME(scaled_box)(const struct density_scaling *s,
					const struct density_box_32 *at)
{
	struct density_box_32 box = *at;
	box_t out = {0, 0, 0, 0};

#if FS_BITS == 32
	if (s->fit == DENSITY_SCALED)
		return box;
#endif
	if (is_outside(s, &box))
		return out;
	out.x1 = FS_NAME(scaled)(&s->x, s->fit, box.x1);
	out.y1 = FS_NAME(scaled)(&s->y, s->fit, box.y1);
	out.x2 = s->fit == DENSITY_POINT ? out.x1 : FS_NAME(scaled)(&s->x, s->fit, box.x2);
	out.y2 = s->fit == DENSITY_POINT ? out.y1 : FS_NAME(scaled)(&s->y, s->fit, box.y2);
	if (s->fit != DENSITY_AREA) {
		FS_NAME(widen)(&s->x, &out.x1, &out.x2);
		FS_NAME(widen)(&s->y, &out.y1, &out.y2);
	}
	return out;
}

#ifdef __CUDACC__

/*
 * Boxes are read and scaled by a warp, a lane each, and taken by four lanes each, in turns; so a box is waited for once
 * and scaled once. The one that a lane has in a turn; `box` is what it has scaled.
 */
DEVICE_INLINE box_t FS_NAME(box_of_turn)(struct team t, box_t box, int turn)
{
	int lane = BOXES_A_TURN * turn + t.lane / 4;
	box_t out = {take_coord(t, box.x1, lane), take_coord(t, box.y1, lane),
		     take_coord(t, box.x2, lane), take_coord(t, box.y2, lane)};

	return out;
}

#endif
