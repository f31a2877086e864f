/*
 * The boxes that density accumulation begins with: of nets, in units of a grid, and what they weigh.
 * Exact and in double precision; see gpu/density/density_args.h.
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_types.h"

#define sum_t FS_NAME(sum)

#if FS_BITS == 32

/*
 * Item: net, by a warp, since a clock has as many pins as a block has gates. The bounding box of
 * its placed pins. Floor: 4 + 8 bytes a pin, the 8 scattered, and 16 a net.
 */
TEAM_KERNEL(net_boxes, k, i, t)
{
	const int32_t *__restrict__ pin_x = k->pin_x, *__restrict__ pin_y = k->pin_y;
	int32_t x1 = INT32_MAX, y1 = INT32_MAX, x2 = INT32_MAX, y2 = INT32_MAX; /* x2, y2: −x − 1 */
	struct density_box_32 box;

	for (int32_t p = k->net_pin_row[i] + t.lane; p < k->net_pin_row[i + 1]; p += t.width) {
		int32_t x = pin_x[k->net_pin[p]], y = pin_y[k->net_pin[p]];

		if (x == DENSITY_NOWHERE)
			continue;
		x1 = x < x1 ? x : x1;
		y1 = y < y1 ? y : y1;
		x2 = ~x < x2 ? ~x : x2;
		y2 = ~y < y2 ? ~y : y2;
	}
	box.x1 = team_min_32(t, x1);
	box.y1 = team_min_32(t, y1);
	box.x2 = ~team_min_32(t, x2);
	box.y2 = ~team_min_32(t, y2);
	if (t.lane == 0)
		k->box[i] = box;
}

/* a / (2 × length), rounded down: `per` is near 1 / (2 × length), and a quotient below 2^30 so near
 * that it is right or one off. A GPU has no division of integers. */
DEVICE_INLINE int64_t halves(int64_t a, int64_t length, double per)
{
	int64_t quotient = (int64_t)((double)a * per), rest = a - 2 * length * quotient;

	return rest < 0 ? quotient - 1 : rest >= 2 * length ? quotient + 1 : quotient;
}

/* A coordinate, clipped to the die, in units: the nearest; halves go up. At most 2^32 lengths and
 * 2^29 units, so nothing overflows. */
DEVICE_INLINE int32_t scaled_32(int64_t x, int64_t length, int64_t units, double per)
{
	x = x < 0 ? 0 : x > length ? length : x;
	return (int32_t)halves(2 * x * units + length, length, per);
}

/* The unit that a point on the die is in; the last one has the border too. */
DEVICE_INLINE int32_t unit_of(int64_t x, int64_t length, int64_t units, double per)
{
	int64_t unit = halves(2 * x * units, length, per);

	return (int32_t)(unit < units ? unit : units - 1);
}

DEVICE_INLINE void widen(int32_t *low, int32_t *high, int64_t units)
{
	if (*low < *high)
		return;
	if (*high < units)
		*high = *low + 1;
	else
		*low = *high - 1;
}

/* Item: box. To units of the grid. Floor: 16 bytes read, 16 written. */
KERNEL(scale_boxes, k, i)
{
	struct density_box_32 box = k->box[i], out = {0, 0, 0, 0};
	int64_t units_x = (int64_t)k->bins.columns << k->bins.shift;
	int64_t units_y = (int64_t)k->bins.rows << k->bins.shift;
	int64_t x1 = (int64_t)box.x1 - k->left, x2 = (int64_t)box.x2 - k->left;
	int64_t y1 = (int64_t)box.y1 - k->bottom, y2 = (int64_t)box.y2 - k->bottom;
	bool outside = x2 < x1 || x2 < 0 || y2 < 0 || x1 > k->width || y1 > k->height;

	if (k->fit == DENSITY_POINT && !outside && x1 >= 0 && y1 >= 0) {
		out.x1 = unit_of(x1, k->width, units_x, k->per_width);
		out.y1 = unit_of(y1, k->height, units_y, k->per_height);
		out.x2 = out.x1 + 1;
		out.y2 = out.y1 + 1;
	} else if (k->fit != DENSITY_POINT && !outside) {
		out.x1 = scaled_32(x1, k->width, units_x, k->per_width);
		out.x2 = scaled_32(x2, k->width, units_x, k->per_width);
		out.y1 = scaled_32(y1, k->height, units_y, k->per_height);
		out.y2 = scaled_32(y2, k->height, units_y, k->per_height);
	}
	if (k->fit == DENSITY_AT_LEAST_A_UNIT && !outside) {
		widen(&out.x1, &out.x2, units_x);
		widen(&out.y1, &out.y2, units_y);
	}
	((struct density_box_32 *)k->scaled)[i] = out;
}

#else

DEVICE_INLINE double scaled_64(int64_t x, int64_t length, int32_t bins)
{
	x = x < 0 ? 0 : x > length ? length : x;
	return (double)x * bins / (double)length;
}

/* Where the 2^shift-th part of a bin that contains x begins: it doesn't reach into the next bin. */
DEVICE_INLINE double unit_at(double x, int32_t bins, int32_t shift)
{
	int64_t units = (int64_t)bins << shift, unit = (int64_t)(x * (double)(1 << shift));

	return (double)(unit < units ? unit : units - 1) / (double)(1 << shift);
}

/* At least the 2^shift-th part of a bin long. */
DEVICE_INLINE void stretch(double *low, double *high, int32_t bins, int32_t shift)
{
	double least = 1.0 / (double)(1 << shift);

	if (*high - *low >= least)
		return;
	*high = *low + least;
	if (*high > bins) {
		*high = bins;
		*low = bins - least;
	}
}

/* Item: box. To bins, with fractions. A point counts as what a unit is elsewhere. */
KERNEL(scale_boxes, k, i)
{
	struct density_box_32 box = k->box[i];
	struct density_box_64 out = {0, 0, 0, 0};
	int64_t x1 = (int64_t)box.x1 - k->left, x2 = (int64_t)box.x2 - k->left;
	int64_t y1 = (int64_t)box.y1 - k->bottom, y2 = (int64_t)box.y2 - k->bottom;
	bool outside = x2 < x1 || x2 < 0 || y2 < 0 || x1 > k->width || y1 > k->height ||
		       (k->fit == DENSITY_POINT && (x1 < 0 || y1 < 0));

	if (k->fit == DENSITY_POINT) {
		x2 = x1;
		y2 = y1;
	}
	if (!outside) {
		out.x1 = scaled_64(x1, k->width, k->bins.columns);
		out.x2 = scaled_64(x2, k->width, k->bins.columns);
		out.y1 = scaled_64(y1, k->height, k->bins.rows);
		out.y2 = scaled_64(y2, k->height, k->bins.rows);
	}
	if (k->fit == DENSITY_POINT && !outside) {
		out.x1 = unit_at(out.x1, k->bins.columns, k->bins.shift);
		out.y1 = unit_at(out.y1, k->bins.rows, k->bins.shift);
	}
	if (k->fit != DENSITY_AREA && !outside) {
		stretch(&out.x1, &out.x2, k->bins.columns, k->bins.shift);
		stretch(&out.y1, &out.y2, k->bins.rows, k->bins.shift);
	}
	((struct density_box_64 *)k->scaled)[i] = out;
}

#endif

/*
 * Item: net. RUDY (reference [12] of the paper): as much wire as half the box's perimeter, spread
 * evenly over the box, (w + h) / (w h) of it. A box without width or height is taken to be a little
 * wide, a point has no wire. Rounded once, to fixed point.
 */
KERNEL(net_weights, k, i)
{
	struct density_box_32 box = k->box[i];
	double w = (double)((int64_t)box.x2 - box.x1) / k->micron;
	double h = (double)((int64_t)box.y2 - box.y1) / k->micron;
	double wide = w > k->thinnest_x ? w : k->thinnest_x;
	double high = h > k->thinnest_y ? h : k->thinnest_y;
	double weight = box.x2 < box.x1 ? 0 : (w + h) / (wide * high) * k->scale;

#if FS_BITS == 32
	((sum_t *)k->weight)[i] = (sum_t)(int64_t)(weight + 0.5);
#else
	((sum_t *)k->weight)[i] = weight;
#endif
}

/* Item: pin. */
KERNEL(pin_weights, k, i)
{
	int32_t net = k->pin_net[i];

	((sum_t *)k->weight)[i] = net < 0 ? 0 : ((const sum_t *)k->net_weight)[net];
}

#undef sum_t

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/density/k_boxes.cu"
#endif
