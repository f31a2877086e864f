/*
 * Density accumulation of [Density]: from weighted rectangles to the bins that they cover (forward),
 * and from the bins' weights to the rectangles (backward); by one thread a box, by several, with a
 * map for each thread, and by 2-D prefix sums, which take the same time for boxes of any size.
 *
 * What differs from the print: coordinates are whole sub-bin units and sums whole numbers that
 * wrap, so neither the order of boxes nor the method changes a bit, and an empty bin is exactly 0.
 * Double precision is compiled too, for comparison: see gpu/density/density_args.h. Both difference axes
 * are taken twice (rows of 4 entries that sum up to the overlaps), so one array holds all 16 updates of
 * algorithms 2 and 3, which put four of them into the result (density_printed and under_printed are as
 * printed, in both precisions).
 *
 * Boxes are within the grid: scale_boxes (k_boxes.cu) sees to that. Those without area are skipped.
 */
#include "gpu/density/density_args.h"
#include "gpu/density/density_spans.h"

/* ---- forward ---- */

DEVICE_INLINE sum_t FS_NAME(weight_of)(const void *weight, int64_t i)
{
	return weight ? ((const sum_t *)weight)[i] : 1;
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

/* The same by several threads: lanes take bins of the box by turns. */
DEVICE_INLINE void FS_NAME(add_by_turns)(const struct density_bins *bins, box_t box, struct team t,
					 sum_t weight, sum_t *map)
{
	struct span_t x = span_of(bins, box.x1, box.x2), y = span_of(bins, box.y1, box.y2);
	int32_t wide = x.last - x.first + 1, high = y.last - y.first + 1;

	if (wide == 0)
		return;
	for (struct bin_walk w = bin_walk_of(t, wide); w.v < high; bin_walk_on(&w)) {
		int32_t u = x.first + w.u, v = y.first + w.v;

		atomic_add_sum(map + (int64_t)v * bins->columns + u,
			       weight * FS_NAME(overlap)(&x, u) * FS_NAME(overlap)(&y, v));
	}
}

/* "MTPerInst" of reference [8], item: box, by four threads. Floor: as above. */
QUAD_KERNEL(density_quads, k, i, t)
{
	FS_NAME(add_by_turns)(&k->bins, ((const box_t *)k->box)[i], t,
			      FS_NAME(weight_of)(k->weight, i), (sum_t *)k->map);
}

/* The same by a warp, which most cells leave idle: they cover two or three bins. Floor: as above. */
TEAM_KERNEL(density_team, k, i, t)
{
	FS_NAME(add_by_turns)(&k->bins, ((const box_t *)k->box)[i], t,
			      FS_NAME(weight_of)(k->weight, i), (sum_t *)k->map);
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
 * "Ours", algorithms 2, 3 and 6, item: box, by four threads: each adds the four differences of a
 * column; in a row the first two are side by side and the last two, so that the four have about two
 * sectors in common. The last column and row have no differences after them. A box on few bins
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

/* ---- as printed ---- */

/*
 * Algorithm 2: w more in all bins right of x and above y. What goes nowhere is left out: the print writes
 * to column ⌈x⌉ − 1 = −1 of a box at the left edge (0 there), and after the last one of a box at the right.
 */
DEVICE_INLINE void FS_NAME(add_to_rect)(const struct density_printed_args *k, coord_t x, coord_t y,
					sum_t w)
{
	coord_t unit = span_of(&k->bins, 0, 0).bin;
	int32_t u = FS_NAME(border_at)(&k->bins, x), v = FS_NAME(border_at)(&k->bins, y);
	sum_t bin = (sum_t)unit, px = (sum_t)(u * unit - x), py = (sum_t)(v * unit - y);
	int64_t place = (int64_t)v * k->bins.columns + u;
	sum_t *d = (sum_t *)k->difference, *a = (sum_t *)k->map;
	bool column = u < k->bins.columns, row = v < k->bins.rows;

	if (column && py != 0)
		atomic_add_sum(d + place - k->bins.columns, py * bin * w);
	if (row && px != 0)
		atomic_add_sum(d + place - 1, px * bin * w);
	if (column && row)
		atomic_add_sum(d + place, (bin - px - py) * bin * w);
	if (px != 0 && py != 0)
		atomic_add_sum(a + place - k->bins.columns - 1, px * py * w);
}

/*
 * Algorithms 3 and 6, item: box, by a thread. Matrix D is `difference`, matrix A is `map`. Floor: 16 bytes a
 * box, and of a large one 16 atomic additions, of which 12 go to D and 4 to A.
 */
KERNEL(density_printed, k, i)
{
	box_t box = ((const box_t *)k->box)[i];
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	sum_t w = FS_NAME(weight_of)(k->weight, i);

	if (x.last < x.first || y.last < y.first)
		return;
	if (!FS_NAME(is_large)(&x, &y, k->threshold)) {
		FS_NAME(add_to_bins)(&k->bins, &x, &y, team_of_one(), w, (sum_t *)k->map);
		return;
	}
	FS_NAME(add_to_rect)(k, box.x1, box.y1, w);
	FS_NAME(add_to_rect)(k, box.x1, box.y2, 0 - w);
	FS_NAME(add_to_rect)(k, box.x2, box.y1, 0 - w);
	FS_NAME(add_to_rect)(k, box.x2, box.y2, w);
}

/* Algorithm 1, lines 3 to 5, item: row, by a thread: neighbours read a row apart. Floor: 16 bytes a bin, each
 * a sector of its own as long as the cache keeps it. */
KERNEL(rows_printed, k, i)
{
	sum_t *row = (sum_t *)k->map + i * k->bins.columns, sum = 0;

	for (int32_t u = 0; u < k->bins.columns; u++)
		row[u] = sum += row[u];
}

/* Lines 6 to 8, item: column, by a thread: as many as there are columns, which a GPU hardly notices. "A + P"
 * at once. Floor: 16 bytes a bin, 24 when it adds. */
KERNEL(columns_printed, k, u)
{
	sum_t sum = 0;

	for (int32_t v = 0; v < k->bins.rows; v++) {
		int64_t place = (int64_t)v * k->bins.columns + u;
		sum_t *out = (sum_t *)k->out + place;

		sum += ((const sum_t *)k->map)[place];
		*out = sum + (k->adds ? *out : 0);
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
 * those up to it. No other thread touches the row. Floor: 16 bytes a bin.
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
 * lane has `n`, each t.width after the one before, so that the warp's are side by side. */
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
 * in place or added to another map. No other thread touches the entries. Floor: 16
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
#include "gpu/density/k_density.cu"
#endif
