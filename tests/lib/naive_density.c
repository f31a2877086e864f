#include "naive_density.h"

#include <stdlib.h>

#include "devices.h"
#include "gpu/density/device_density.h"

static int64_t clip(int64_t x, int64_t low, int64_t high)
{
	return x < low ? low : x > high ? high : x;
}

static int64_t floor_div(__int128 a, __int128 b)
{
	__int128 q = a / b;

	return (int64_t)(a % b < 0 ? q - 1 : q);
}

/* One axis of a box. */
static void scale_axis(int64_t low, int64_t high, int64_t begin, int64_t end, int64_t units,
		       enum density_fit fit, int32_t *out_low, int32_t *out_high)
{
	int64_t length = end - begin;

	if (fit == DENSITY_POINT) {
		*out_low = (int32_t)clip(floor_div((__int128)(low - begin) * units, length), 0,
					 units - 1);
		*out_high = *out_low + 1;
		return;
	}
	low = clip(low, begin, end) - begin;
	high = clip(high, begin, end) - begin;
	*out_low = (int32_t)floor_div((__int128)2 * low * units + length, 2 * length);
	*out_high = (int32_t)floor_div((__int128)2 * high * units + length, 2 * length);
	if (fit == DENSITY_AT_LEAST_A_UNIT && *out_low == *out_high) {
		if (*out_high < units)
			++*out_high;
		else
			--*out_low;
	}
}

struct density_box_32 naive_scale(const struct density_grid *grid, const struct density_box_32 *box,
				  enum density_fit fit)
{
	const struct rect *d = &grid->die;
	struct density_box_32 out = {0, 0, 0, 0};
	bool point = fit == DENSITY_POINT;

	if (box->x2 < box->x1 || (point ? box->x1 : box->x2) < d->x1 ||
	    (point ? box->y1 : box->y2) < d->y1 || box->x1 > d->x2 || box->y1 > d->y2)
		return out;
	scale_axis(box->x1, box->x2, d->x1, d->x2, (int64_t)grid->bins.columns << grid->bins.shift,
		   fit, &out.x1, &out.x2);
	scale_axis(box->y1, box->y2, d->y1, d->y2, (int64_t)grid->bins.rows << grid->bins.shift,
		   fit, &out.y1, &out.y2);
	return out;
}

static int64_t common(int64_t a1, int64_t a2, int64_t b1, int64_t b2)
{
	int64_t low = a1 > b1 ? a1 : b1, high = a2 < b2 ? a2 : b2;

	return high > low ? high - low : 0;
}

int64_t naive_common(const struct density_grid *grid, const struct density_box_32 *scaled,
		     int32_t u, int32_t v)
{
	int64_t bin = (int64_t)1 << grid->bins.shift;

	return common(scaled->x1, scaled->x2, u * bin, (u + 1) * bin) *
	       common(scaled->y1, scaled->y2, v * bin, (v + 1) * bin);
}

int64_t *naive_map(const struct density_grid *grid, const struct density_box_32 *box,
		   const int64_t *weight, int64_t n, enum density_fit fit)
{
	int64_t *map = calloc((size_t)density_grid_bins(grid), sizeof *map);

	for (int64_t i = 0; i < n; i++) {
		struct density_box_32 b = naive_scale(grid, &box[i], fit);
		int32_t shift = grid->bins.shift;

		for (int32_t v = b.y1 >> shift; v < grid->bins.rows && v <= b.y2 >> shift; v++) {
			for (int32_t u = b.x1 >> shift;
			     u < grid->bins.columns && u <= b.x2 >> shift; u++)
				map[(int64_t)v * grid->bins.columns + u] +=
					(weight ? weight[i] : 1) * naive_common(grid, &b, u, v);
		}
	}
	return map;
}

/* What of a bin along an axis is covered, as a share. */
static double share(int64_t low, int64_t high, int64_t begin, int64_t end, int32_t bins, int32_t b)
{
	double length = (double)(end - begin), bin = length / bins;
	double x1 = (double)(low - begin) - b * bin, x2 = (double)(high - begin) - b * bin;

	x1 = x1 < 0 ? 0 : x1 > bin ? bin : x1;
	x2 = x2 < 0 ? 0 : x2 > bin ? bin : x2;
	return (x2 - x1) / bin;
}

double *naive_real_map(const struct density_grid *grid, const struct density_box_32 *box,
		       const int64_t *weight, int64_t n)
{
	const struct rect *d = &grid->die;
	double *map = calloc((size_t)density_grid_bins(grid), sizeof *map);

	for (int64_t i = 0; i < n; i++) {
		if (box[i].x2 < box[i].x1)
			continue;
		for (int32_t v = 0; v < grid->bins.rows; v++) {
			double in_row =
				share(box[i].y1, box[i].y2, d->y1, d->y2, grid->bins.rows, v);

			for (int32_t u = 0; u < grid->bins.columns && in_row > 0; u++)
				map[(int64_t)v * grid->bins.columns + u] +=
					(weight ? (double)weight[i] : 1) * in_row *
					share(box[i].x1, box[i].x2, d->x1, d->x2,
					      grid->bins.columns, u);
		}
	}
	return map;
}

/* The sum under a box in units. */
static int64_t sum_under(const struct density_grid *grid, const struct density_box_32 *b,
			 const int64_t *bin_weight)
{
	int32_t shift = grid->bins.shift;
	int64_t sum = 0;

	for (int32_t v = 0; v < grid->bins.rows; v++) {
		for (int32_t u = 0; u < grid->bins.columns; u++) {
			if (v >= b->y1 >> shift && v <= b->y2 >> shift && u >= b->x1 >> shift &&
			    u <= b->x2 >> shift)
				sum += bin_weight[(int64_t)v * grid->bins.columns + u] *
				       naive_common(grid, b, u, v);
		}
	}
	return sum;
}

/* Growth as what there is a unit further on less what there is a unit further back: twice the mean of the
 * one-sided growths. */
void naive_under(const struct density_grid *grid, const struct density_box_32 *box,
		 const int64_t *bin_weight, int64_t *sum, int64_t *right, int64_t *up)
{
	struct density_box_32 b = naive_scale(grid, box, DENSITY_AREA);
	struct density_box_32 x[2] = {{b.x1 - 1, b.y1, b.x2 - 1, b.y2},
				      {b.x1 + 1, b.y1, b.x2 + 1, b.y2}};
	struct density_box_32 y[2] = {{b.x1, b.y1 - 1, b.x2, b.y2 - 1},
				      {b.x1, b.y1 + 1, b.x2, b.y2 + 1}};

	*sum = *right = *up = 0;
	if (b.x1 == b.x2 || b.y1 == b.y2)
		return;
	*sum = sum_under(grid, &b, bin_weight);
	*right = sum_under(grid, &x[1], bin_weight) - sum_under(grid, &x[0], bin_weight);
	*up = sum_under(grid, &y[1], bin_weight) - sum_under(grid, &y[0], bin_weight);
}

/* An interval of one of eight sorts along an axis of the die. */
static void random_interval(int32_t begin, int32_t end, int32_t bins, int32_t *low, int32_t *high)
{
	int64_t length = (int64_t)end - begin, bin = length / bins + 1;
	int64_t at = begin + random_below(length + 1), size = 0;

	switch (random_below(9)) {
	case 0: /* a point */
		break;
	case 1: /* from a border, or as near as lengths allow, to another */
		at = begin + length * random_below(bins + 1) / bins;
		size = length * random_below(bins) / bins;
		break;
	case 2: /* larger than the die */
		at = begin - random_below(length) - 1;
		size = 3 * length;
		break;
	case 3: /* somewhere, maybe off it */
		at = begin - length + random_below(3 * length);
		size = random_below(length);
		break;
	case 4:
		size = random_below(length);
		break;
	case 5: /* a bin wide */
		size = bin;
		break;
	default: /* a cell */
		size = random_below(3 * bin);
	}
	*low = (int32_t)clip(at, INT32_MIN, INT32_MAX);
	*high = (int32_t)clip(at + size, INT32_MIN, INT32_MAX);
}

struct density_box_32 *random_boxes(const struct density_grid *grid, int64_t n)
{
	const struct rect *d = &grid->die;
	struct density_box_32 *box = calloc((size_t)n + 1, sizeof *box);

	for (int64_t i = 0; i < n; i++) {
		random_interval(d->x1, d->x2, grid->bins.columns, &box[i].x1, &box[i].x2);
		random_interval(d->y1, d->y2, grid->bins.rows, &box[i].y1, &box[i].y2);
		if (random_below(20) == 0)
			box[i] = (struct density_box_32){0, 0, -1, -1};
	}
	return box;
}
