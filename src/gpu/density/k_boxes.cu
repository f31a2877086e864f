/*
 * The boxes that density accumulation begins with: of nets, in units of a grid, and what they weigh.
 * Exact and in double precision; see gpu/density/density_args.h.
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_scaling.h"

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

#endif

/* Item: box. To units of the grid, or to bins with fractions; a point counts as what a unit is. Floor: 16 bytes
 * read, 16 (32) written. */
KERNEL(scale_boxes, k, i)
{
	((box_t *)k->scaled)[i] = FS_NAME(scaled_box)(&k->scaling, &k->box[i]);
}

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
