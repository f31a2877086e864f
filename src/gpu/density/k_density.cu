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

/* Equation (2), bin by bin. */
DEVICE_INLINE void FS_NAME(add_to_bins)(const struct density_bins *bins, const struct span_t *x,
					const struct span_t *y, sum_t weight, sum_t *map)
{
	for (int32_t v = y->first; v <= y->last; v++) {
		sum_t in_row = weight * (sum_t)FS_NAME(overlap)(y, v);
		sum_t *row = map + (int64_t)v * bins->columns;

		for (int32_t u = x->first; u <= x->last; u++)
			atomic_add_sum(&row[u], in_row * (sum_t)FS_NAME(overlap)(x, u));
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

	FS_NAME(add_to_bins)(&k->bins, &x, &y, FS_NAME(weight_of)(k->weight, i), (sum_t *)k->map);
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
			       weight * (sum_t)FS_NAME(overlap)(&x, u) *
				       (sum_t)FS_NAME(overlap)(&y, v));
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
		sum_t in_row = weight * (sum_t)FS_NAME(overlap)(&y, v);
		sum_t *row = copy + (int64_t)v * k->bins.columns;

		for (int32_t u = x.first; u <= x.last; u++)
			row[u] += in_row * (sum_t)FS_NAME(overlap)(&x, u);
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

/* Products of coordinates fit in one. */
DEVICE_INLINE sum_t FS_NAME(weighted)(const struct density_differences_args *k, int64_t i, coord_t by)
{
	return k->weight ? ((const sum_t *)k->weight)[i] * (sum_t)by : (sum_t)by;
}

/* A box on few bins, by a thread to bins; or by four to pairs of a row and the next, of which they take two columns at a
 * time, from an even one on: 32 bytes. A processor's cache holds more bins than pairs. */
DEVICE_INLINE void FS_NAME(add_direct)(const struct density_differences_args *k, int64_t i,
				       const struct span_t *x, const struct span_t *y,
				       struct team t)
{
	int32_t step = t.width == 1 ? 1 : 2, upper = t.lane & 1;

	ROLLED
	for (int32_t v = y->first + upper; v <= y->last; v += step) {
		sum_t *row = (sum_t *)k->direct + step * (v - upper) * k->bins.columns + upper;
		coord_t in_row = FS_NAME(overlap)(y, v);

		ROLLED
		for (int32_t u = (x->first & -step) + (t.lane >> 1); u <= x->last; u += step) {
			if (u >= x->first)
				atomic_add_sum(row + step * u,
					       FS_NAME(weighted)(k, i, in_row * FS_NAME(overlap)(x, u)));
		}
	}
}

/* The differences at the corners: lanes have an entry each of the two columns and rows that change at a corner, which are
 * beside each other. What is beyond the last row is never read. */
DEVICE_INLINE void FS_NAME(add_corners)(const struct density_differences_args *k,
					int64_t i, const struct span_t *x,
					const struct span_t *y, struct team t)
{
	for (int e = t.lane; e < 4; e += t.width) {
		struct FS_NAME(difference) left = FS_NAME(difference_of)(x, e >> 1);
		struct FS_NAME(difference) right = FS_NAME(difference_of)(x, 2 + (e >> 1));

		for (int above = 0; above < 4; above += 2) {
			coord_t by = FS_NAME(difference_of)(y, above + (e & 1)).by;
			int32_t row = above ? y->last : y->first;
			sum_t *entry = (sum_t *)k->difference + 2 * row * k->bins.columns + (e & 1);

			if (by == 0 || row < k->first_row || row >= k->end_row)
				continue;
			if (left.by != 0 && left.at < k->bins.columns)
				atomic_add_sum(entry + 2 * left.at, FS_NAME(weighted)(k, i, by * left.by));
			if (right.by != 0 && right.at < k->bins.columns)
				atomic_add_sum(entry + 2 * right.at, FS_NAME(weighted)(k, i, by * right.by));
		}
	}
}

DEVICE_INLINE void FS_NAME(add_box)(const struct density_differences_args *k, int64_t i, box_t box,
				    struct team t)
{
	struct span_t x = span_of(&k->bins, box.x1, box.x2), y = span_of(&k->bins, box.y1, box.y2);
	int32_t n_bins = (x.last - x.first + 1) * (y.last - y.first + 1);

	if (n_bins <= 0)
		return;
	if (n_bins > k->threshold)
		FS_NAME(add_corners)(k, i, &x, &y, t);
	else if (y.first >= k->first_row && y.first < k->end_row)
		FS_NAME(add_direct)(k, i, &x, &y, t);
}

/*
 * "Ours", algorithms 2, 3 and 6, item: 32 boxes, by four threads each. At a corner of a box the differences of two
 * columns and of two rows change: those of a column in a row and in the next are a pair, so the four are
 * side by side in 32 bytes. A box on few bins goes there at once. Atomic sums of whole numbers, any order.
 *
 * Floor: 16 bytes a box and its atomic additions: of a large one 16 in 6 sectors, of a cell on 6 bins in 2.7. An H200 adds to
 * 86 G sectors/s, in which a thread has one entry or two.
 */
#ifdef __CUDACC__
TEAM_KERNEL(density_differences, k, i, t)
{
	int64_t first = i * DENSITY_BOX_GROUP;
	struct team quad = {t.lane % 4, 4};
	box_t own = {0, 0, 0, 0};

	if (first + t.lane < k->n)
		own = FS_NAME(scaled_box)(&k->scaling, &k->box[first + t.lane]);
	for (int turn = 0; turn < DENSITY_BOX_GROUP / BOXES_A_TURN; turn++)
		FS_NAME(add_box)(k, first + BOXES_A_TURN * turn + t.lane / 4,
				 FS_NAME(box_of_turn)(t, own, turn), quad);
}
#else
KERNEL(density_differences, k, i)
{
	for (int64_t b = i * DENSITY_BOX_GROUP; b < (i + 1) * DENSITY_BOX_GROUP && b < k->n; b++)
		FS_NAME(add_box)(k, b, FS_NAME(scaled_box)(&k->scaling, &k->box[b]), team_of_one());
}
#endif

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
		FS_NAME(add_to_bins)(&k->bins, &x, &y, w, (sum_t *)k->map);
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

/* What the warps of a block before this one have of `own`, the same in all lanes; of all warps in *total. */
DEVICE_INLINE sum_t FS_NAME(warps_before)(struct block b, struct FS_NAME(row_sums_shared) *shared,
					  sum_t own, sum_t *total)
{
	struct team t = block_team(b);
	int warp = b.thread / t.width, n_warps = b.width / t.width;
	sum_t before = 0, all = 0;

	if (t.lane == 0)
		shared->warp[warp] = own;
	block_barrier(b);
	for (int w = 0; w < n_warps; w++) {
		if (w == warp)
			before = all;
		all += shared->warp[w];
	}
	block_barrier(b);
	*total = all;
	return before;
}

/* An entry of a row: of pairs the lower half and the upper one of the row below. */
DEVICE_INLINE sum_t FS_NAME(entry_at)(const struct row_sums_args *k, int64_t row, int32_t column)
{
	const struct FS_NAME(pair) *pair = (const struct FS_NAME(pair) *)k->from;
	int64_t at = row * k->bins.columns + column;

	if (!k->joins)
		return ((const sum_t *)k->from)[at];
	return pair[at].low + (row ? pair[at - k->bins.columns].high : 0);
}

/*
 * Item: row of the map, by a block, in tiles of four entries a thread, those of a warp side by side: each the sum
 * of those up to it. No other thread writes to the row. Floor: 16 bytes a bin (24 of pairs; they are read twice).
 */
BLOCK_KERNEL(row_sums, k, i, b, shared)
{
	int32_t n = k->bins.columns;
	struct team t = block_team(b);
	sum_t *row = (sum_t *)k->map + i * n, before = 0;

	for (int32_t tile = 0; tile < n; tile += b.width * FS_NAME(SCAN_EACH)) {
		int32_t at = tile + (b.thread - t.lane) * FS_NAME(SCAN_EACH) + t.lane;
		sum_t value[FS_NAME(SCAN_EACH)], of_warp = 0, total, sum;

		for (int j = 0; j < FS_NAME(SCAN_EACH); j++)
			value[j] = at + j * t.width < n ? FS_NAME(entry_at)(k, i, at + j * t.width) : 0;
		for (int j = 0; j < FS_NAME(SCAN_EACH); j++) {
			value[j] = of_warp + FS_NAME(team_scan_sum)(t, value[j]);
			of_warp = FS_NAME(team_last_sum)(t, value[j]);
		}
		sum = before + FS_NAME(warps_before)(b, shared, of_warp, &total);
		for (int j = 0; j < FS_NAME(SCAN_EACH); j++) {
			if (at + j * t.width < n)
				row[at + j * t.width] = sum + value[j];
		}
		before += total;
	}
}

/* Entry `at` of column_sums, whose column has *sum below it. */
DEVICE_INLINE void FS_NAME(put_sum)(const struct column_sums_args *k, int64_t at, sum_t value,
				    sum_t direct, sum_t *sum)
{
	struct FS_NAME(pair) pair = {*sum, *sum + value};

	*sum = pair.high;
	if (k->direct)
		((sum_t *)k->out)[at] = direct + pair.high;
	else
		((struct FS_NAME(pair) *)k->out)[at] = pair;
}

/*
 * Each entry and those below it in its column, with what has gone straight to it, or as a pair with what the entry below
 * has. On a GPU item: group of columns, by a block, whose threads have a strip of rows each, which they ask for at
 * once; on the CPU item: column. No other thread writes to the entries. Floor: 24 bytes a bin, 32 where it adds.
 */
#ifdef __CUDACC__

enum { FS_NAME(ROWS_EACH) = 16, FS_NAME(STRIPS) = CUDA_BLOCK / DENSITY_COLUMN_GROUP };

struct FS_NAME(column_sums_shared) {
	sum_t strip[FS_NAME(STRIPS)][DENSITY_COLUMN_GROUP];
};

/* A column's sum below a thread's strip, which has `own`. *before is that below the tile and becomes that up to its end. */
DEVICE_INLINE sum_t FS_NAME(strips_before)(struct block b, struct FS_NAME(column_sums_shared) *shared,
					   sum_t own, sum_t *before)
{
	int column = b.thread % DENSITY_COLUMN_GROUP, strip = b.thread / DENSITY_COLUMN_GROUP;
	sum_t sum = 0;

	shared->strip[strip][column] = own;
	block_barrier(b);
	for (int s = 0; s < FS_NAME(STRIPS); s++) {
		if (s == strip)
			sum = *before;
		*before += shared->strip[s][column];
	}
	block_barrier(b);
	return sum;
}

BLOCK_KERNEL(column_sums, k, i, b, shared)
{
	int64_t n = k->bins.columns, column = i * DENSITY_COLUMN_GROUP + b.thread % DENSITY_COLUMN_GROUP;
	int32_t end = column < n ? k->bins.rows : 0;
	const struct FS_NAME(pair) *pairs = (const struct FS_NAME(pair) *)k->direct;
	sum_t value[FS_NAME(ROWS_EACH)], direct[FS_NAME(ROWS_EACH)], before = 0;

	for (int32_t tile = 0; tile < k->bins.rows; tile += FS_NAME(STRIPS) * FS_NAME(ROWS_EACH)) {
		int32_t first = tile + b.thread / DENSITY_COLUMN_GROUP * FS_NAME(ROWS_EACH);
		sum_t own = 0, sum, below = k->direct && first > 0 && first - 1 < end ? pairs[(first - 1) * n + column].high : 0;

		UNROLL(FS_NAME(ROWS_EACH))
		for (int r = 0; r < FS_NAME(ROWS_EACH); r++) {
			bool in = first + r < end;

			struct FS_NAME(pair) pair = {0, 0};

			if (in && k->direct)
				pair = pairs[(first + r) * n + column];
			value[r] = in ? ((const sum_t *)k->map)[(first + r) * n + column] : 0;
			direct[r] = below + pair.low;
			below = pair.high;
		}
		UNROLL(FS_NAME(ROWS_EACH))
		for (int r = 0; r < FS_NAME(ROWS_EACH); r++)
			own += value[r];
		sum = FS_NAME(strips_before)(b, shared, own, &before);
		UNROLL(FS_NAME(ROWS_EACH))
		for (int r = 0; r < FS_NAME(ROWS_EACH); r++) {
			if (first + r < end)
				FS_NAME(put_sum)(k, (first + r) * n + column, value[r], direct[r], &sum);
		}
	}
}

#else

RANGE_KERNEL(column_sums, k, begin, end)
{
	sum_t sum[CPU_SMALLEST_CHUNK];

	for (int64_t c = begin; c < end; c += CPU_SMALLEST_CHUNK) {
		int64_t n = end - c < CPU_SMALLEST_CHUNK ? end - c : CPU_SMALLEST_CHUNK;

		for (int64_t j = 0; j < n; j++)
			sum[j] = 0;
		for (int64_t row = 0; row < k->bins.rows; row++) {
			for (int64_t j = 0, at = row * k->bins.columns + c; j < n; j++, at++)
				FS_NAME(put_sum)(k, at, ((const sum_t *)k->map)[at],
						 k->direct ? ((const sum_t *)k->direct)[at] : 0, &sum[j]);
		}
	}
}

#endif

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
