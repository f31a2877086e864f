/*
 * What a box covers along the axes of a grid, for k_density.cu and k_density_under.cu. It has no guard but for
 * what doesn't depend on the precision: a kernel file includes it once for each.
 */
#include "gpu/density/density_scaling.h"

#ifndef GPU_DENSITY_DENSITY_SPANS_H
#define GPU_DENSITY_DENSITY_SPANS_H

#define sum_t	       FS_NAME(sum)
#define span_t	       FS_NAME(span)
#define span_of	       FS_NAME(span_of)
#define atomic_add_sum FS_NAME(atomic_add)

DEVICE_INLINE void atomic_add_32(sum_32 *at, sum_32 value)
{
	atomic_add_u64(at, value);
}

DEVICE_INLINE void atomic_add_64(sum_64 *at, sum_64 value)
{
	atomic_add_f64(at, value);
}

DEVICE_INLINE sum_32 team_scan_sum_32(struct team t, sum_32 value)
{
	return team_scan_u64(t, value);
}

DEVICE_INLINE sum_64 team_scan_sum_64(struct team t, sum_64 value)
{
	return team_scan_f64(t, value);
}

DEVICE_INLINE sum_32 team_last_sum_32(struct team t, sum_32 value)
{
	return (sum_32)team_take_i64(t, (int64_t)value, t.width - 1);
}

DEVICE_INLINE sum_64 team_last_sum_64(struct team t, sum_64 value)
{
	return team_take_f64(t, value, t.width - 1);
}

DEVICE_INLINE sum_32 team_sum_sum_32(struct team t, sum_32 value)
{
	return team_sum_u64(t, value);
}

DEVICE_INLINE sum_64 team_sum_sum_64(struct team t, sum_64 value)
{
	return team_sum_f64(t, value);
}

/* A lane's way through the bins of a box, row by row, without a division for each. */
struct bin_walk {
	int32_t u, v, wide, over, up;
};

DEVICE_INLINE struct bin_walk bin_walk_of(struct team t, int32_t wide)
{
	struct bin_walk walk = {t.lane % wide, t.lane / wide, wide, t.width % wide,
				t.width / wide};

	return walk;
}

DEVICE_INLINE void bin_walk_on(struct bin_walk *walk)
{
	walk->u += walk->over;
	walk->v += walk->up;
	if (walk->u >= walk->wide) {
		walk->u -= walk->wide;
		walk->v++;
	}
}

/* What a box covers along an axis: bins first … last, none when it has no length; and the bins before and
 * after its ends, which differ from those where an end is a border of bins; of the first bin what is below
 * it, of the last one what is covered if it is another. */
#define SPAN(bits)                                                                                 \
	struct span_##bits {                                                                       \
		coord_##bits low, high, bin, below, within;                                        \
		int32_t first, last, before, after;                                                \
	};
SPAN(32)
SPAN(64)

DEVICE_INLINE struct span_32 span_of_32(const struct density_bins *bins, int32_t low, int32_t high)
{
	struct span_32 span = {low,
			       high,
			       1 << bins->shift,
			       low & ((1 << bins->shift) - 1),
			       ((high - 1) & ((1 << bins->shift) - 1)) + 1,
			       low >> bins->shift,
			       (high - 1) >> bins->shift,
			       (low - 1) >> bins->shift,
			       high >> bins->shift};

	if (low >= high)
		span.last = span.first - 1;
	return span;
}

DEVICE_INLINE struct span_64 span_of_64(const struct density_bins *bins, double low, double high)
{
	struct span_64 span = {low, high, 1, 0, 0, (int32_t)low, (int32_t)high,
			       (int32_t)low, (int32_t)high};

	(void)bins;
	if ((double)span.last == high)
		span.last--;
	if ((double)span.before == low)
		span.before--;
	span.below = low - span.first;
	span.within = high - span.last;
	if (low >= high)
		span.last = span.first - 1;
	return span;
}
#endif

/* How much of bin b is covered. */
DEVICE_INLINE coord_t FS_NAME(overlap)(const struct span_t *span, int32_t b)
{
	coord_t low = b * span->bin, high = low + span->bin;

	low = low > span->low ? low : span->low;
	high = high < span->high ? high : span->high;
	return high - low;
}

/*
 * The overlaps of a box with the bins along an axis have four second differences: of number 0 … 3
 * the place, and how much it is. In a box within a bin two of them are joined with the others. `turn` is
 * twice how that changes as the box moves up the axis by a unit, the mean of a step up and a step down: where
 * an end is a border of bins, it is that of two bins, so the outer place is a bin further out (turn_at).
 */
struct FS_NAME(difference) {
	int32_t at, turn_at;
	coord_t by, turn;
};

/* Two sums that are read together: of a bin's column in two rows. */
struct FS_NAME(pair) {
	sum_t low, high;
} __attribute__((aligned(16)));

DEVICE_INLINE struct FS_NAME(difference) FS_NAME(difference_of)(const struct span_t *span,
								 int number)
{
	coord_t low = span->below, bin = span->bin, high = span->within;
	coord_t first = number == 0 ? bin - low : low, last = number == 2 ? high - bin : 0 - high;
	bool border = number < 2 ? span->before < span->first : span->after > span->last;
	coord_t turn = border ? 1 : 2;
	struct FS_NAME(difference) d = {number < 2 ? span->first + number : span->last + number - 2,
					0, number < 2 ? first : last,
					number == 0 || number == 3 ? 0 - turn : turn};

	d.turn_at = d.at;
	if (border && number == 0)
		d.turn_at--;
	if (border && number == 3)
		d.turn_at++;
	if (span->first == span->last)
		d.by = number == 0 ? high - low : number == 1 ? low - high : 0;
	return d;
}

/* The first border of bins at a coordinate or after it: ⌈x⌉. */
DEVICE_INLINE int32_t FS_NAME(border_at)(const struct density_bins *bins, coord_t x)
{
	struct span_t span = span_of(bins, x, x);

	return span.before + 1;
}

/* Is its area, in bins, at least the threshold? */
DEVICE_INLINE bool FS_NAME(is_large)(const struct span_t *x, const struct span_t *y,
				     int32_t threshold)
{
	return (sum_t)(x->high - x->low) * (sum_t)(y->high - y->low) >=
	       (sum_t)threshold * (sum_t)x->bin * (sum_t)y->bin;
}
