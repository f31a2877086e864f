/*
 * Density accumulation of [Density], backward: the sum of a grid's weights under each box, and how that
 * grows when the box moves. Forward, and what differs from the print, is in k_density.cu.
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_spans.h"

DEVICE_INLINE void FS_NAME(put_under)(const struct density_under *under, int64_t i, sum_t sum,
				      sum_t right, sum_t up)
{
	((sum_t *)under->sum)[i] = sum;
	if (under->right) {
		((sum_t *)under->right)[i] = right;
		((sum_t *)under->up)[i] = up;
	}
}

/* The weight of a bin, 0 outside of the grid. */
DEVICE_INLINE sum_t FS_NAME(weight_at)(const struct density_bins *bins, const sum_t *weight,
				       int32_t u, int32_t v)
{
	if (u < 0 || v < 0 || u >= bins->columns || v >= bins->rows)
		return 0;
	return weight[(int64_t)v * bins->columns + u];
}

/*
 * Twice how the sum grows. A box that moves to the right leaves bins of the column that its left side is in
 * and gets as much of the one that its right side is in; where a side is a border of bins, a step to the
 * right and one to the left differ, and their mean is taken.
 */
DEVICE_INLINE void FS_NAME(sum_sides)(const struct density_bins *bins, const struct span_t *x,
				      const struct span_t *y, const sum_t *weight, struct team t,
				      sum_t *right, sum_t *up)
{
	for (int32_t v = y->first + t.lane; v <= y->last; v += t.width)
		*right += (sum_t)FS_NAME(overlap)(y, v) *
			  (FS_NAME(weight_at)(bins, weight, x->last, v) +
			   FS_NAME(weight_at)(bins, weight, x->after, v) -
			   FS_NAME(weight_at)(bins, weight, x->first, v) -
			   FS_NAME(weight_at)(bins, weight, x->before, v));
	for (int32_t u = x->first + t.lane; u <= x->last; u += t.width)
		*up += (sum_t)FS_NAME(overlap)(x, u) *
		       (FS_NAME(weight_at)(bins, weight, u, y->last) +
			FS_NAME(weight_at)(bins, weight, u, y->after) -
			FS_NAME(weight_at)(bins, weight, u, y->first) -
			FS_NAME(weight_at)(bins, weight, u, y->before));
}

/* Equation (3) times the box's area, bin by bin from `lane` on, and its growth. */
DEVICE_INLINE void FS_NAME(sum_under)(const struct density_bins *bins, const struct span_t *x,
				      const struct span_t *y, const sum_t *weight, struct team t,
				      sum_t *sum, sum_t *right, sum_t *up)
{
	int32_t wide = x->last - x->first + 1, high = y->last - y->first + 1;

	for (struct bin_walk w = bin_walk_of(t, wide); w.v < high; bin_walk_on(&w)) {
		int32_t u = x->first + w.u, v = y->first + w.v;

		*sum += weight[(int64_t)v * bins->columns + u] * (sum_t)FS_NAME(overlap)(x, u) *
			(sum_t)FS_NAME(overlap)(y, v);
	}
	FS_NAME(sum_sides)(bins, x, y, weight, t, right, up);
}

/* "Naive", item: box. Writes its own results. Floor: 16 bytes a box, 8 written (24 with the
 * gradient), and 8 scattered ones for each bin of each box. */
KERNEL(under_naive, k, i)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t sum = 0, right = 0, up = 0;

	if (x.first <= x.last && y.first <= y.last)
		FS_NAME(sum_under)(&k->bins, &x, &y, (const sum_t *)k->weight, team_of_one(), &sum,
				   &right, &up);
	FS_NAME(put_under)(&k->under, i, sum, right, up);
}

/* By the lanes of a team together. */
DEVICE_INLINE void FS_NAME(under_by_team)(const struct density_bins *bins, box_t box,
					  const sum_t *weight, const struct density_under *out,
					  int64_t i, struct team t)
{
	struct span_t x = span_of(bins, box.x1, box.x2), y = span_of(bins, box.y1, box.y2);
	sum_t sum = 0, right = 0, up = 0;

	if (x.first <= x.last && y.first <= y.last)
		FS_NAME(sum_under)(bins, &x, &y, weight, t, &sum, &right, &up);
	sum = FS_NAME(team_sum_sum)(t, sum);
	right = FS_NAME(team_sum_sum)(t, right);
	up = FS_NAME(team_sum_sum)(t, up);
	if (t.lane == 0)
		FS_NAME(put_under)(out, i, sum, right, up);
}

/* The same by four threads. */
QUAD_KERNEL(under_quads, k, i, t)
{
	FS_NAME(under_by_team)(&k->bins, ((const box_t *)k->box)[i], (const sum_t *)k->weight,
			       &k->under, i, t);
}

/* The same by a warp. */
TEAM_KERNEL(under_team, k, i, t)
{
	FS_NAME(under_by_team)(&k->bins, ((const box_t *)k->box)[i], (const sum_t *)k->weight,
			       &k->under, i, t);
}

/* The sum over the bins below and left of bin (u, v), of which that isn't one; `prefix` has `each` sums a bin. */
DEVICE_INLINE sum_t FS_NAME(sum_before)(const struct density_bins *bins, const sum_t *prefix, int each,
					int32_t u, int32_t v)
{
	u = u < bins->columns ? u : bins->columns;
	v = v < bins->rows ? v : bins->rows;
	return u > 0 && v > 0 ? prefix[((int64_t)(v - 1) * bins->columns + u - 1) * each] : 0;
}

/* Algorithm 4: the sum left of x and below y. Where x is a border nothing of the next bin is read: the print
 * reads after the last one of a box at the right edge (times 0). */
DEVICE_INLINE sum_t FS_NAME(top_left_sum)(const struct under_printed_args *k, coord_t x, coord_t y)
{
	const sum_t *prefix = (const sum_t *)k->prefix;
	coord_t unit = span_of(&k->bins, 0, 0).bin;
	int32_t u = FS_NAME(border_at)(&k->bins, x), v = FS_NAME(border_at)(&k->bins, y);
	sum_t bin = (sum_t)unit, px, py, corner, beside, above;

	u -= u * unit > x; /* ⌊x⌋ */
	v -= v * unit > y;
	px = (sum_t)(x - u * unit);
	py = (sum_t)(y - v * unit);
	corner = FS_NAME(sum_before)(&k->bins, prefix, 1, u, v);
	beside = px != 0 ? FS_NAME(sum_before)(&k->bins, prefix, 1, u + 1, v) - corner : 0;
	above = py != 0 ? FS_NAME(sum_before)(&k->bins, prefix, 1, u, v + 1) - corner : 0;
	return bin * bin * corner + px * bin * beside + py * bin * above +
	       (px != 0 && py != 0 ? px * py *
					     FS_NAME(weight_at)(&k->bins, (const sum_t *)k->weight,
								u, v)
				   : 0);
}

/* Algorithm 5, item: box, by a thread. The papers have no gradient: it is summed along the sides. Floor: 16
 * bytes a box, 8 written, and of a large box 16 scattered sums. */
KERNEL(under_printed, k, i)
{
	const sum_t *weight = (const sum_t *)k->weight;
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t sum = 0, right = 0, up = 0;

	if (x.first <= x.last && y.first <= y.last) {
		if (!FS_NAME(is_large)(&x, &y, k->threshold)) {
			FS_NAME(sum_under)(&k->bins, &x, &y, weight, team_of_one(), &sum, &right,
					   &up);
		} else {
			sum = FS_NAME(top_left_sum)(k, box.x2, box.y2) -
			      FS_NAME(top_left_sum)(k, box.x1, box.y2) -
			      FS_NAME(top_left_sum)(k, box.x2, box.y1) +
			      FS_NAME(top_left_sum)(k, box.x1, box.y1);
			if (k->under.right)
				FS_NAME(sum_sides)(&k->bins, &x, &y, weight, team_of_one(), &right,
						   &up);
		}
	}
	FS_NAME(put_under)(&k->under, i, sum, right, up);
}

/* The difference along y of prefix sums up to column `at`; and, unless that is NULL, how it turns. */
DEVICE_INLINE sum_t FS_NAME(column_before)(const struct under_prefix_args *k,
					   const struct span_t *y, int32_t at, sum_t *turned)
{
	const struct FS_NAME(pair) *prefix = (const struct FS_NAME(pair) *)k->prefix;
	struct FS_NAME(pair) first, last;
	sum_t before[4], of_column = 0;

	at = at < k->bins.columns ? at : k->bins.columns;
	if (at <= 0)
		return 0;
	first = prefix[y->first * k->bins.columns + at - 1];
	last = prefix[y->last * k->bins.columns + at - 1];
	before[0] = first.low;
	before[1] = first.high;
	before[2] = last.low;
	before[3] = last.high;
	STRAIGHT(4)
	for (int v = 0; v < 4; v++) {
		struct FS_NAME(difference) dy = FS_NAME(difference_of)(y, v);

		of_column += (sum_t)dy.by * before[v];
		if (!turned)
			continue;
		if (dy.turn_at != dy.at)
			before[v] = FS_NAME(sum_before)(&k->bins, &prefix->high, 2, at, dy.turn_at);
		*turned += (sum_t)dy.turn * before[v];
	}
	return of_column;
}

struct FS_NAME(under) {
	sum_t sum, right, up;
};

/* By lanes, each of which has a column. */
DEVICE_INLINE void FS_NAME(sum_corners)(const struct under_prefix_args *k, const struct span_t *x,
					const struct span_t *y, struct team t, bool gradient,
					struct FS_NAME(under) *s)
{
	for (int u = t.lane; u < 4; u += t.width) {
		struct FS_NAME(difference) dx = FS_NAME(difference_of)(x, u);
		sum_t turned = 0;
		sum_t of_column = FS_NAME(column_before)(k, y, dx.at, gradient ? &turned : NULL);

		s->sum += (sum_t)dx.by * of_column;
		if (!gradient)
			continue;
		s->up += (sum_t)dx.by * turned;
		if (dx.turn_at != dx.at)
			of_column = FS_NAME(column_before)(k, y, dx.turn_at, NULL);
		s->right += (sum_t)dx.turn * of_column;
	}
}

/* Without the gradient where that is known to be unwanted. */
DEVICE_INLINE void FS_NAME(under_box)(const struct under_prefix_args *k, int64_t i, box_t box,
				      struct team t, bool gradient)
{
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	int32_t n_bins = (x.last - x.first + 1) * (y.last - y.first + 1);
	struct FS_NAME(under) s = {0, 0, 0};

	if (n_bins > k->threshold)
		FS_NAME(sum_corners)(k, &x, &y, t, gradient, &s);
	else if (n_bins > 0)
		FS_NAME(sum_under)(&k->bins, &x, &y, (const sum_t *)k->weight, t, &s.sum, &s.right,
				   &s.up);
	s.sum = FS_NAME(team_sum_sum)(t, s.sum);
	if (gradient) {
		s.right = FS_NAME(team_sum_sum)(t, s.right);
		s.up = FS_NAME(team_sum_sum)(t, s.up);
	}
	if (t.lane == 0 && i < k->n)
		FS_NAME(put_under)(&k->under, i, s.sum, s.right, s.up);
}

/*
 * "Ours", algorithms 4 and 5, item: 32 boxes, by four threads each. The prefix sums at its four corners, each between
 * the four borders of the bin that the corner is in: what is summed twice is weighted by the overlaps' second
 * differences. Each thread has a column, whose sums below a row and with it are a pair. Floor: 16 bytes a
 * box, 8 written (24 with the gradient), and 8 scattered pairs in 6 sectors.
 */
#ifdef __CUDACC__

/* The boxes of a warp, of which a lane has `own`, in turns. */
DEVICE_INLINE void FS_NAME(under_turns)(const struct under_prefix_args *k, int64_t first, box_t own,
					struct team t, bool gradient)
{
	struct team quad = {t.lane % 4, 4};

	UNROLL(DENSITY_BOX_GROUP / BOXES_A_TURN)
	for (int turn = 0; turn < DENSITY_BOX_GROUP / BOXES_A_TURN; turn++)
		FS_NAME(under_box)(k, first + BOXES_A_TURN * turn + t.lane / 4,
				   FS_NAME(box_of_turn)(t, own, turn), quad, gradient);
}

TEAM_KERNEL(under_prefix, k, i, t)
{
	int64_t first = i * DENSITY_BOX_GROUP;
	box_t own = {0, 0, 0, 0};

	if (first + t.lane < k->n)
		own = FS_NAME(scaled_box)(&k->scaling, &k->box[first + t.lane]);
	if (k->under.right)
		FS_NAME(under_turns)(k, first, own, t, true);
	else
		FS_NAME(under_turns)(k, first, own, t, false);
}

#else

KERNEL(under_prefix, k, i)
{
	for (int64_t b = i * DENSITY_BOX_GROUP; b < (i + 1) * DENSITY_BOX_GROUP && b < k->n; b++)
		FS_NAME(under_box)(k, b, FS_NAME(scaled_box)(&k->scaling, &k->box[b]),
				   team_of_one(), k->under.right != NULL);
}

#endif

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/density/k_density_under.cu"
#endif
