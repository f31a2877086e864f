/*
 * Density accumulation of seed 002: from weighted rectangles to the bins that they cover (forward),
 * and from the bins' weights to the rectangles (backward); by one thread a box, by several, with a
 * map for each thread, and by 2-D prefix sums, which take the same time for boxes of any size.
 *
 * What differs from the print: coordinates are whole sub-bin units and sums whole numbers that
 * wrap, so neither the order of boxes nor the method changes a bit, and an empty bin is exactly 0.
 * The print is compiled too, for comparison: see gpu/kernels/kernels_density.h. Both difference axes are
 * taken twice (rows of 4 entries that sum up to the overlaps), so one array holds all 16 updates of
 * algorithms 2 and 3, which put four of them into the result.
 *
 * Boxes lie within the grid: scale_boxes (k_boxes.cu) sees to that. Those without area are passed over.
 */
#include "gpu/kernels/density_types.h"

#ifndef GPU_DENSITY_HELPERS
#define GPU_DENSITY_HELPERS

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

/* What a box covers along an axis: bins first … last, none when it has no length. */
#define SPAN(bits)                                                                                 \
	struct span_##bits {                                                                       \
		coord_##bits low, high, bin;                                                       \
		int32_t first, last;                                                               \
	};
SPAN(32)
SPAN(64)

DEVICE_INLINE struct span_32 span_of_32(const struct density_bins *bins, int32_t low, int32_t high)
{
	struct span_32 span = {low, high, 1 << bins->shift, low >> bins->shift,
			       (high - 1) >> bins->shift};

	if (low >= high)
		span.last = span.first - 1;
	return span;
}

DEVICE_INLINE struct span_64 span_of_64(const struct density_bins *bins, double low, double high)
{
	struct span_64 span = {low, high, 1, (int32_t)low, (int32_t)high};

	(void)bins;
	if ((double)span.last == high)
		span.last--;
	if (low >= high)
		span.last = span.first - 1;
	return span;
}
#endif

#define coord_t	       FS_NAME(coord)
#define sum_t	       FS_NAME(sum)
#define box_t	       FS_NAME(box)
#define span_t	       FS_NAME(span)
#define span_of	       FS_NAME(span_of)
#define atomic_add_sum FS_NAME(atomic_add)

/* ---- forward ---- */

DEVICE_INLINE sum_t FS_NAME(weight_of)(const void *weight, int64_t i)
{
	return weight ? ((const sum_t *)weight)[i] : 1;
}

/* How much of bin b is covered. */
DEVICE_INLINE sum_t FS_NAME(overlap)(const struct span_t *span, int32_t b)
{
	coord_t low = b * span->bin, high = low + span->bin;

	low = low > span->low ? low : span->low;
	high = high < span->high ? high : span->high;
	return (sum_t)(high - low);
}

/* Equation (2), bin by bin; lanes side by side in a row. */
DEVICE_INLINE void FS_NAME(add_to_bins)(const struct density_bins *bins, const struct span_t *x,
					const struct span_t *y, struct team t, sum_t weight,
					sum_t *map)
{
	for (int32_t v = y->first; v <= y->last; v++) {
		sum_t in_row = weight * FS_NAME(overlap)(y, v);
		sum_t *row = map + (int64_t)v * bins->columns;

		for (int32_t u = x->first + t.lane; u <= x->last; u += t.width)
			atomic_add_sum(&row[u], in_row * FS_NAME(overlap)(x, u));
	}
}

/*
 * "Naive", item: box. Atomic sums of whole numbers, any order. Floor: 16
 * bytes a box (8 more for a weight), 8 bytes each of the map's lines in the cache, and an atomic
 * addition for each bin of each box, of which an H200 does 99 G/s.
 */
KERNEL(density_naive, k, i)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);

	FS_NAME(add_to_bins)(&k->bins, &x, &y, team_of_one(), FS_NAME(weight_of)(k->weight, i),
			     (sum_t *)k->map);
}

/* "MTPerInst" of reference [8], with a warp a box where it has four threads: lanes take bins of the
 * box by turns. Floor: as above. */
TEAM_KERNEL(density_team, k, i, t)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t weight = FS_NAME(weight_of)(k->weight, i);
	int32_t wide = x.last - x.first + 1, high = y.last - y.first + 1;

	if (wide == 0)
		return;
	for (struct bin_walk w = bin_walk_of(t, wide); w.v < high; bin_walk_on(&w)) {
		int32_t u = x.first + w.u, v = y.first + w.v;

		atomic_add_sum((sum_t *)k->map + (int64_t)v * k->bins.columns + u,
			       weight * FS_NAME(overlap)(&x, u) * FS_NAME(overlap)(&y, v));
	}
}

/* "Gessler" (reference [14]), item: box, on the CPU alone: no other thread writes to a thread's
 * map. */
KERNEL(density_copies, k, i)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t weight = FS_NAME(weight_of)(k->weight, i);
	sum_t *copy = (sum_t *)k->copy +
		      thread_number() * (int64_t)k->bins.columns * k->bins.rows;

	for (int32_t v = y.first; v <= y.last; v++) {
		sum_t in_row = weight * FS_NAME(overlap)(&y, v);
		sum_t *row = copy + (int64_t)v * k->bins.columns;

		for (int32_t u = x.first; u <= x.last; u++)
			row[u] += in_row * FS_NAME(overlap)(&x, u);
	}
}

/* Item: bin. */
KERNEL(join_copies, k, b)
{
	sum_t sum = ((sum_t *)k->map)[b];

	for (int32_t c = 0; c < k->n_copies; c++)
		sum += ((const sum_t *)k->copy)[c * k->n_bins + b];
	((sum_t *)k->map)[b] = sum;
}

/*
 * The overlaps of a box with the bins along an axis have four second differences: of number 0 … 3
 * the place, how much it is, and how that changes as the box moves up the axis by a unit. In a box
 * within a bin two of them are joined with the others.
 */
struct FS_NAME(difference) {
	int32_t at;
	sum_t by, turn;
};

DEVICE_INLINE struct FS_NAME(difference) FS_NAME(difference_of)(const struct span_t *span,
								 int number)
{
	sum_t low = (sum_t)(span->low - span->first * span->bin), bin = (sum_t)span->bin;
	sum_t high = (sum_t)(span->high - span->last * span->bin);
	sum_t first = number == 0 ? bin - low : low, last = number == 2 ? high - bin : 0 - high;
	struct FS_NAME(difference) d = {number < 2 ? span->first + number : span->last + number - 2,
					 number < 2 ? first : last,
					 number == 0 || number == 3 ? (sum_t)0 - 1 : 1};

	if (span->first == span->last) {
		d.by = number == 0 ? high - low : number == 1 ? low - high : 0;
		d.turn = 0;
	}
	return d;
}

/*
 * "Ours", algorithms 2, 3 and 6, item: box, by four threads: each adds the four differences of a
 * column; in a row the first two are side by side and the last two, so that the four have about two
 * sectors in common. The last column and row have no differences behind them. A box on few bins
 * goes there at once. Atomic sums of whole numbers, any order.
 *
 * Floor: 16 bytes a box and 16 atomic additions in about 9 sectors. Measured on an H200: a million
 * boxes on 1024 × 1024 bins 78 µs for 9.4M sectors; on 2048 × 2048, where the differences don't stay
 * in the cache, 157 µs.
 */
QUAD_KERNEL(density_differences, k, i, t)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t weight = FS_NAME(weight_of)(k->weight, i);

	if (x.last < x.first || y.last < y.first)
		return;
	if ((int64_t)(x.last - x.first + 1) * (y.last - y.first + 1) <= k->threshold) {
		if (y.first >= k->first_row && y.first < k->end_row)
			FS_NAME(add_to_bins)(&k->bins, &x, &y, t, weight, (sum_t *)k->map);
		return;
	}
	for (int u = t.lane; u < 4; u += t.width) {
		struct FS_NAME(difference) dx = FS_NAME(difference_of)(&x, u);
		sum_t *column = (sum_t *)k->difference + dx.at;

		if (dx.by == 0 || dx.at >= k->bins.columns)
			continue;
		for (int v = 0; v < 4; v++) {
			struct FS_NAME(difference) dy = FS_NAME(difference_of)(&y, v);

			if (dy.by != 0 && dy.at >= k->first_row && dy.at < k->end_row)
				atomic_add_sum(column + (int64_t)dy.at * k->bins.columns,
					       weight * dx.by * dy.by);
		}
	}
}

/* ---- prefix sums, algorithm 1 ---- */

enum { FS_NAME(SCAN_EACH) = 4, FS_NAME(MOST_WARPS) = 8 };

struct FS_NAME(row_sums_shared) {
	sum_t warp[FS_NAME(MOST_WARPS)];
};

/* The sum of what the threads of a block before this one have, and of all in *total. */
DEVICE_INLINE sum_t FS_NAME(block_scan)(struct block b, struct FS_NAME(row_sums_shared) *shared,
					sum_t own, sum_t *total)
{
	struct team t = block_team(b);
	int warp = b.thread / t.width, n_warps = b.width / t.width;
	sum_t before = FS_NAME(team_scan_sum)(t, own), all = 0;

	if (t.lane == t.width - 1)
		shared->warp[warp] = before;
	before -= own;
	block_barrier(b);
	for (int w = 0; w < n_warps; w++) {
		if (w == warp)
			before += all;
		all += shared->warp[w];
	}
	block_barrier(b);
	*total = all;
	return before;
}

/*
 * Item: row of the map, by a block, in tiles of four entries a thread: each replaced by the sum of
 * those up to it. Nobody else touches the row. Floor: 16 bytes a bin.
 */
BLOCK_KERNEL(row_sums, k, i, b, shared)
{
	int32_t n = k->bins.columns;
	sum_t *row = (sum_t *)k->map + i * n, before = 0;

	for (int32_t tile = 0; tile < n; tile += b.width * FS_NAME(SCAN_EACH)) {
		int32_t at = tile + b.thread * FS_NAME(SCAN_EACH);
		sum_t value[FS_NAME(SCAN_EACH)], own = 0, total, sum;

		for (int j = 0; j < FS_NAME(SCAN_EACH); j++) {
			value[j] = at + j < n ? row[at + j] : 0;
			own += value[j];
		}
		sum = before + FS_NAME(block_scan)(b, shared, own, &total);
		for (int j = 0; j < FS_NAME(SCAN_EACH); j++) {
			sum += value[j];
			if (at + j < n)
				row[at + j] = sum;
		}
		before += total;
	}
}

/* What a team takes: rows first … end − 1 of a strip, the 32 columns from `column` on, of which a
 * lane has `n`, each t.width behind the one before, so that the warp's are side by side. */
struct FS_NAME(patch) {
	int64_t first, end;
	int32_t strip, column, n;
};

DEVICE_INLINE struct FS_NAME(patch) FS_NAME(patch_of)(const struct density_bins *bins, int64_t i,
						      struct team t)
{
	int32_t groups = (bins->columns + 31) / 32, strip = (int32_t)(i / groups);
	int64_t height = (bins->rows + DENSITY_STRIPS - 1) / DENSITY_STRIPS;
	struct FS_NAME(patch) patch = {strip * height, (strip + 1) * height, strip,
				       (int32_t)(i % groups) * 32 + t.lane, 0};

	if (patch.end > bins->rows)
		patch.end = bins->rows;
	if (patch.column < bins->columns)
		patch.n = (bins->columns - patch.column + t.width - 1) / t.width;
	return patch;
}

/*
 * Item: strip of rows × 32 columns. The sum of each column in the strip. Columns are cut into
 * strips because there are too few of them to keep a GPU busy. Floor: 8 bytes a bin.
 */
TEAM_KERNEL(strip_sums, k, i, t)
{
	struct FS_NAME(patch) p = FS_NAME(patch_of)(&k->bins, i, t);
	sum_t sum[LANE_ITEMS];

	for (int j = 0; j < LANE_ITEMS; j++)
		sum[j] = 0;
	for (int64_t row = p.first; row < p.end; row++) {
		const sum_t *at = (const sum_t *)k->map + row * k->bins.columns + p.column;

		for (int j = 0; j < LANE_ITEMS && j < p.n; j++)
			sum[j] += at[j * t.width];
	}
	for (int j = 0; j < LANE_ITEMS && j < p.n; j++)
		((sum_t *)k->strip)[(int64_t)p.strip * k->bins.columns + p.column + j * t.width] =
			sum[j];
}

/*
 * Item: the same. Each entry and those below it in its column, on from the strips before; written
 * where it stands or added to what is in another map. Nobody else touches the entries. Floor: 16
 * bytes a bin (24 when it adds), and 16 of strip_sums on the way.
 */
TEAM_KERNEL(column_sums, k, i, t)
{
	struct FS_NAME(patch) p = FS_NAME(patch_of)(&k->bins, i, t);
	sum_t sum[LANE_ITEMS];

	for (int j = 0; j < LANE_ITEMS; j++)
		sum[j] = 0;
	for (int32_t s = 0; s < p.strip; s++) {
		const sum_t *at =
			(const sum_t *)k->strip + (int64_t)s * k->bins.columns + p.column;

		for (int j = 0; j < LANE_ITEMS && j < p.n; j++)
			sum[j] += at[j * t.width];
	}
	for (int64_t row = p.first; row < p.end; row++) {
		int64_t place = row * k->bins.columns + p.column;
		const sum_t *at = (const sum_t *)k->map + place;
		sum_t *out = (sum_t *)k->out + place;

		for (int j = 0; j < LANE_ITEMS && j < p.n; j++) {
			sum[j] += at[j * t.width];
			out[j * t.width] = sum[j] + (k->adds ? out[j * t.width] : 0);
		}
	}
}

/* ---- backward ---- */

DEVICE_INLINE void FS_NAME(put_under)(const struct density_under *under, int64_t i, sum_t sum,
				      sum_t right, sum_t up)
{
	((sum_t *)under->sum)[i] = sum;
	if (under->right) {
		((sum_t *)under->right)[i] = right;
		((sum_t *)under->up)[i] = up;
	}
}

/*
 * Equation (3) times the box's area, bin by bin from `lane` on. A box that moves to the right
 * leaves bins of the column that its left side is in and gets as much of the one that its right
 * side is in.
 */
DEVICE_INLINE void FS_NAME(sum_under)(const struct density_bins *bins, const struct span_t *x,
				      const struct span_t *y, const sum_t *weight, struct team t,
				      sum_t *sum, sum_t *right, sum_t *up)
{
	int32_t wide = x->last - x->first + 1, high = y->last - y->first + 1;
	const sum_t *low = weight + (int64_t)y->first * bins->columns;
	const sum_t *top = weight + (int64_t)y->last * bins->columns;

	for (struct bin_walk w = bin_walk_of(t, wide); w.v < high; bin_walk_on(&w)) {
		int32_t u = x->first + w.u, v = y->first + w.v;

		*sum += weight[(int64_t)v * bins->columns + u] * FS_NAME(overlap)(x, u) *
			FS_NAME(overlap)(y, v);
	}
	for (int32_t v = t.lane; v < high; v += t.width) {
		const sum_t *row = low + (int64_t)v * bins->columns;

		*right += FS_NAME(overlap)(y, y->first + v) * (row[x->last] - row[x->first]);
	}
	for (int32_t u = x->first + t.lane; u <= x->last; u += t.width)
		*up += FS_NAME(overlap)(x, u) * (top[u] - low[u]);
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

/* The same by a warp. */
TEAM_KERNEL(under_team, k, i, t)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t sum = 0, right = 0, up = 0;

	if (x.first <= x.last && y.first <= y.last)
		FS_NAME(sum_under)(&k->bins, &x, &y, (const sum_t *)k->weight, t, &sum, &right,
				   &up);
	sum = FS_NAME(team_sum_sum)(t, sum);
	right = FS_NAME(team_sum_sum)(t, right);
	up = FS_NAME(team_sum_sum)(t, up);
	if (t.lane == 0)
		FS_NAME(put_under)(&k->under, i, sum, right, up);
}

/* The sum over the bins below and left of bin (u, v), of which that isn't one. */
DEVICE_INLINE sum_t FS_NAME(sum_before)(const struct density_bins *bins, const sum_t *prefix,
					int32_t u, int32_t v)
{
	return u > 0 && v > 0 ? prefix[(int64_t)(v - 1) * bins->columns + u - 1] : 0;
}

/*
 * "Ours", algorithms 4 and 5, item: box, by four threads. The prefix sums at its four corners, each
 * between the four borders of the bin that the corner is in: what is summed twice is weighted by the
 * overlaps' second differences. Each thread has a column; as above. Floor: 16 bytes a box, 8 written
 * (24 with the gradient), and 16 scattered sums in 10 sectors.
 */
QUAD_KERNEL(under_prefix, k, i, t)
{
	const sum_t *prefix = (const sum_t *)k->prefix;
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	int64_t n_bins = (int64_t)(x.last - x.first + 1) * (y.last - y.first + 1);
	sum_t sum = 0, right = 0, up = 0;

	if (n_bins > 0 && n_bins <= k->threshold)
		FS_NAME(sum_under)(&k->bins, &x, &y, (const sum_t *)k->weight, t, &sum, &right,
				   &up);
	for (int u = t.lane; u < 4 && n_bins > k->threshold; u += t.width) {
		struct FS_NAME(difference) dx = FS_NAME(difference_of)(&x, u);
		sum_t of_column = 0, turned = 0;

		for (int v = 0; v < 4; v++) {
			struct FS_NAME(difference) dy = FS_NAME(difference_of)(&y, v);
			sum_t before = FS_NAME(sum_before)(&k->bins, prefix, dx.at, dy.at);

			of_column += dy.by * before;
			turned += dy.turn * before;
		}
		sum += dx.by * of_column;
		right += dx.turn * of_column;
		up += dx.by * turned;
	}
	sum = FS_NAME(team_sum_sum)(t, sum);
	if (k->under.right) {
		right = FS_NAME(team_sum_sum)(t, right);
		up = FS_NAME(team_sum_sum)(t, up);
	}
	if (t.lane == 0)
		FS_NAME(put_under)(&k->under, i, sum, right, up);
}

#undef coord_t
#undef sum_t
#undef box_t
#undef span_t
#undef span_of
#undef atomic_add_sum

#if FS_BITS == 32

/* Item: box. The least value of those that touch a bin; atomicMin of integers, any order. */
KERNEL(bin_minima, k, i)
{
	struct density_box_32 box = k->box[i];
	struct span_32 x = span_of_32(&k->bins, box.x1, box.x2);
	struct span_32 y = span_of_32(&k->bins, box.y1, box.y2);

	if (k->value[i] == FS_NONE_64)
		return;
	for (int32_t v = y.first; v <= y.last; v++) {
		for (int32_t u = x.first; u <= x.last; u++)
			atomic_min_64(&k->map[(int64_t)v * k->bins.columns + u], k->value[i]);
	}
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/kernels/k_density.cu"
#endif
