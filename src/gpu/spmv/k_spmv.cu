/*
 * Sparse matrix-vector products y = A x, as [SpMV] compares them and as one does today. A row's sum is that of its products in
 * one of three orders: one after another; 32 partial sums of every 32nd product, which are then added pair by pair; or the tiles'
 * and pieces' below.
 *
 * What any of them has to move: 8 bytes an entry (column and value), 8 a row (where it begins, its sum), and x once, or 4 gathered
 * an entry where x is too large for a cache.
 */
#define CUDA_RESIDENT 6 /* blocks: 42 registers a thread */

#include "base/order.h"
#include "gpu/kernel/kernel.h"
#include "gpu/spmv/spmv_args.h"
#ifndef __CUDACC__
#include "gpu/spmv/spmv_x86.h"
#endif

/* ---- what the seed compares ---- */

/* One after another. */
DEVICE_INLINE float row_in_order(const struct lab_csr *a, const float *__restrict__ x, int32_t r)
{
	const int32_t *__restrict__ column = a->column;
	const float *__restrict__ value = a->value;
	float sum = 0;

	for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
		sum += value[e] * x[column[e]];
	return sum;
}

#ifndef __CUDACC__

enum {
	ASK_COLUMNS = 2000000, /* x is so large, 8 MB, that its entries are prefetched, */
	ASK_ENTRIES = 64,      /* this number of entries ahead */
};

DEVICE_INLINE void rows_in_order(const struct lab_csr *a, const float *__restrict__ x, float *y, int32_t first, int32_t end)
{
	const int32_t *__restrict__ column = a->column;
	int32_t r = first;

	for (; a->n_columns > ASK_COLUMNS && r < end && a->row[r + 1] <= a->n - ASK_ENTRIES; r++) {
		float sum = 0;

		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			__builtin_prefetch(x + column[e + ASK_ENTRIES]);
			sum += a->value[e] * x[column[e]];
		}
		y[r] = sum;
	}
	for (; r < end; r++)
		y[r] = row_in_order(a, x, r);
}

#endif

/* Item: row. Neighbouring threads read from different rows, so of each sector of 32 bytes 4 are used at a time; a warp takes as long
 * as the longest of its rows. Floor: 8 bytes an entry, 8 a row, 4 gathered an entry. Asking for eight entries of a row at once was
 * tried: 40 registers in place of 32, and t2em on an H200 takes 1.4 times as long. */
#ifdef __CUDACC__
KERNEL(spmv_rows, k, i)
{
	k->y[i] = row_in_order(&k->a, k->x, (int32_t)i);
}
#else
RANGE_KERNEL(spmv_rows, k, begin, end)
{
	rows_in_order(&k->a, k->x, k->y, (int32_t)begin, (int32_t)end);
}
#endif

/* LAB_LANES partial sums of which a team has its lanes', added pair by pair: 16 apart, 8, … Lane 0 has the sum. */
DEVICE_INLINE float lanes_sum(struct team t, float *partial)
{
	(void)t;
#ifdef __CUDACC__
	for (int step = LAB_LANES / 2; step > 0; step /= 2)
		partial[0] += __shfl_xor_sync(0xffffffffu, partial[0], step);
#else
	for (int step = LAB_LANES / 2; step > 0; step /= 2) {
		for (int l = 0; l < step; l++)
			partial[l] += partial[l + step];
	}
#endif
	return partial[0];
}

/* Item: row, by a warp (Bell & Garland, NVR-2008-004): entries side by side, but rows of a few leave most lanes idle. Floor: as of
 * spmv_rows. */
DEVICE_INLINE void warp_row(const struct spmv_warps_args *k, int64_t i, struct team t)
{
	const int32_t *__restrict__ column = k->a.column;
	const float *__restrict__ value = k->a.value, *__restrict__ x = k->x;
	int32_t end = k->a.row[i + 1];
	float partial[LANE_ITEMS] = {0}, sum;

	for (int32_t e = k->a.row[i] + t.lane; e < end; e += LAB_LANES) {
		for (int l = 0; l < LANE_ITEMS && e + l < end; l++)
			partial[l] += value[e + l] * (k->uncached ? load_uncached(k->x + column[e + l]) : x[column[e + l]]);
	}
	sum = lanes_sum(t, partial);
	if (t.lane == 0)
		k->y[i] = sum;
}

#ifdef __CUDACC__
TEAM_KERNEL(spmv_warps, k, i, t)
{
	warp_row(k, i, t);
}
#else
RANGE_KERNEL(spmv_warps, k, begin, end)
{
	for (int64_t r = spmv_vector_rows(&k->a, k->x, k->y, (int32_t)begin, (int32_t)end, LAB_LANES); r < end; r++)
		warp_row(k, r, team_of_one());
}
#endif

/* Item: entry (figure 4 a). Floor: 12 bytes an entry, 4 gathered. */
KERNEL(spmv_products, k, i)
{
	k->product[i] = k->value[i] * k->x[k->column[i]];
}

/* Item: entry. Vector expansion (figure 4 b). Floor: 8 bytes an entry, 4 gathered. */
KERNEL(spmv_expand, k, i)
{
	k->expanded[i] = k->x[k->column[i]];
}

/* Item: entry (figure 4 c). Floor: 12 bytes an entry. */
KERNEL(spmv_scale, k, i)
{
	k->product[i] = k->value[i] * k->expanded[i];
}

struct spmv_sums_shared_32 {
	float product[SUMS_SHARED];
};

/* Item: SUMS_ROWS rows, one a thread (figure 5). Products go through shared memory as far as there is room, from where they begin
 * rounded down to SUMS_ALIGN; what has none is read from where it is. Floor: 4 bytes an entry, 8 a row. */
BLOCK_KERNEL(spmv_sums, k, i, b, shared)
{
	const float *__restrict__ product = k->product;
	int32_t first = (int32_t)i * SUMS_ROWS;
	int32_t begin = k->row[first] / SUMS_ALIGN * SUMS_ALIGN;
	int32_t n_cached = k->n - begin < SUMS_SHARED ? k->n - begin : SUMS_SHARED;

	for (int32_t c = b.thread; c < n_cached; c += b.width)
		shared->product[c] = product[begin + c];
	block_barrier(b);
	for (int32_t r = first + b.thread; r < first + SUMS_ROWS && r < k->n_rows; r += b.width) {
		float sum = 0;

		for (int32_t e = k->row[r]; e < k->row[r + 1]; e++)
			sum += e - begin < SUMS_SHARED ? shared->product[e - begin] : product[e];
		k->y[r] = sum;
	}
}

/* Item: row, by a warp: the warped summation of section 3.2.2. With the products before it that is 16 bytes of every entry. Floor: 4
 * bytes an entry, 8 a row. */
TEAM_KERNEL(spmv_warped_sums, k, i, t)
{
	const float *__restrict__ product = k->product;
	int32_t end = k->row[i + 1];
	float partial[LANE_ITEMS] = {0}, sum;

	for (int32_t e = k->row[i] + t.lane; e < end; e += LAB_LANES) {
		for (int l = 0; l < LANE_ITEMS && e + l < end; l++)
			partial[l] += product[e + l];
	}
	sum = lanes_sum(t, partial);
	if (t.lane == 0)
		k->y[i] = sum;
}

/* ---- product and summation in one ---- */

/* By lane, of FUSED_WARPS tiles. */
struct spmv_fused_shared_32 {
	float product[FUSED_WARPS][FUSED_PRODUCTS];
	float partial[FUSED_TEAMS];
	int32_t alone[FUSED_WARPS]; /* a row that the block has to add up together; -1 = none */
};

/* How many lanes share a row of a tile, so that all have something to do: 1 << this. */
DEVICE_INLINE int32_t fused_shift(int32_t n_rows)
{
	return (n_rows <= 16) + (n_rows <= 8) + (n_rows <= 4) + (n_rows <= 2) + (n_rows <= 1);
}

/* FUSED_TEAMS partial sums of one row, added pair by pair. */
DEVICE_INLINE void fused_tree(struct block b, float *partial)
{
	for (int32_t step = FUSED_TEAMS / 2; step > 0; step /= 2) {
		block_barrier(b);
		for (int32_t l = b.thread; l < step; l += b.width)
			partial[l] += partial[l + step];
	}
	block_barrier(b);
}

/* A row of more than FUSED_ALONE entries: entry e goes to partial sum e % FUSED_TEAMS. */
DEVICE_INLINE void fused_row_alone(const struct spmv_fused_args *k, struct block b, float *partial, int32_t r)
{
	const int32_t *__restrict__ column = k->a.column;
	const float *__restrict__ value = k->a.value, *__restrict__ x = k->x;
	int32_t begin = k->a.row[r], end = k->a.row[r + 1];

	for (int32_t l = b.thread; l < FUSED_TEAMS; l += b.width) {
		float sum = 0;

		for (int32_t e = begin + l; e < end; e += FUSED_TEAMS)
			sum += value[e] * x[column ? column[e] : e];
		partial[l] = sum;
	}
	fused_tree(b, partial);
	if (b.thread == 0)
		k->y[r] = partial[0];
	block_barrier(b);
}

#ifdef __CUDACC__

/* A tile of a warp: each lane has FUSED_PRODUCTS / 32 entries, those after the last are the last once more. All columns and values are asked
 * for before the first of x is, and where rows begin before the products are there. Columns and values come once, so they shouldn't drive x out
 * of the caches. */
DEVICE_INLINE void fused_tile(const struct spmv_fused_args *k, struct team t, float *product, struct lab_tile from, struct lab_tile to)
{
	enum { EACH = FUSED_PRODUCTS / LAB_LANES };
	const int32_t *row = k->a.row + from.row;
	int32_t n = to.entry - from.entry, n_rows = to.row - from.row, shift = fused_shift(n_rows);
	int32_t lanes = 1 << shift, r = t.lane >> shift, lane = t.lane & (lanes - 1), begin = 0, end = 0, at[EACH] = {0};
	float of[EACH] = {0};

	if (n) {
		UNROLL(EACH)
		for (int u = 0; u < EACH; u++) {
			int32_t e = t.lane + u * LAB_LANES;

			at[u] = from.entry + (e < n ? e : n - 1);
			of[u] = load_once(k->a.value + at[u]);
		}
		if (k->a.column) {
			UNROLL(EACH)
			for (int u = 0; u < EACH; u++)
				at[u] = load_once_i32(k->a.column + at[u]);
		}
	}
	if (r < n_rows) {
		begin = row[r] - from.entry;
		end = row[r + 1] - from.entry;
	}
	if (n) {
		UNROLL(EACH)
		for (int u = 0; u < EACH; u++)
			of[u] *= k->x[at[u]];
		UNROLL(EACH)
		for (int u = 0; u < EACH; u++)
			product[t.lane + u * LAB_LANES] = of[u];
	}
	team_barrier(t);
	for (int32_t first = 0; first < n_rows; first += LAB_LANES >> shift) {
		float sum = 0;

		for (int32_t e = begin + lane; e < end; e += lanes)
			sum += product[e];
		for (int32_t step = lanes / 2; step > 0; step /= 2)
			sum += __shfl_xor_sync(0xffffffffu, sum, step);
		if (r < n_rows && lane == 0)
			k->y[from.row + r] = sum;
		r += LAB_LANES >> shift;
		begin = end = 0;
		if (r < n_rows) {
			begin = row[r] - from.entry;
			end = row[r + 1] - from.entry;
		}
	}
}

#else

/* Entry e of a row goes to partial sum e % lanes; they are added pair by pair. */
DEVICE_INLINE float fused_sum(const float *value, const int32_t *column, const float *x, int32_t n, int32_t lanes)
{
	float partial[LAB_LANES] = {0};
	int32_t e = 0;

	for (; e + lanes <= n; e += lanes) {
		for (int32_t l = 0; l < lanes; l++)
			partial[l] += value[e + l] * x[column ? column[e + l] : e + l];
	}
	for (int32_t l = 0; e + l < n; l++)
		partial[l] += value[e + l] * x[column ? column[e + l] : e + l];
	for (int32_t step = lanes / 2; step > 0; step /= 2) {
		for (int32_t l = 0; l < step; l++)
			partial[l] += partial[l + step];
	}
	return partial[0];
}

/* One thread needs no memory between products and sums; these are in the order of the lanes all the same. */
DEVICE_INLINE void fused_tile(const struct spmv_fused_args *k, struct team t, float *product, struct lab_tile from, struct lab_tile to)
{
	const int32_t *__restrict__ row = k->a.row, *__restrict__ column = k->a.column;
	const float *__restrict__ value = k->a.value, *__restrict__ x = k->x;
	int32_t lanes = 1 << fused_shift(to.row - from.row), r = from.row;

	(void)t, (void)product;
	if (column && lanes == 1) {
		rows_in_order(&k->a, x, k->y, r, to.row);
		return;
	}
	if (column)
		r = spmv_vector_rows(&k->a, x, k->y, r, to.row, lanes);
	for (; r < to.row; r++) {
		int32_t begin = row[r];

		k->y[r] = fused_sum(value + begin, column ? column + begin : NULL, column ? x : x + begin, row[r + 1] - begin, lanes);
	}
}

#endif

/* A row of more entries than a tile has, by a warp: as spmv_warps. */
DEVICE_INLINE void fused_row(const struct spmv_fused_args *k, struct team t, int32_t r)
{
	const int32_t *__restrict__ column = k->a.column;
	const float *__restrict__ value = k->a.value, *__restrict__ x = k->x;
	float partial[LANE_ITEMS] = {0}, sum;

#ifndef __CUDACC__
	if (column && spmv_vector_rows(&k->a, x, k->y, r, r + 1, LAB_LANES) > r)
		return;
#endif
	for (int32_t e = k->a.row[r] + t.lane, end = k->a.row[r + 1]; e < end; e += LAB_LANES) {
		for (int l = 0; l < LANE_ITEMS && e + l < end; l++)
			partial[l] += value[e + l] * x[column ? column[e + l] : e + l];
	}
	sum = lanes_sum(t, partial);
	if (t.lane == 0)
		k->y[r] = sum;
}

/* Tile i, by a warp, or nothing of it but that its row is one for the block. */
DEVICE_INLINE void fused_warp(const struct spmv_fused_args *k, int64_t i, struct team t, float *product, int32_t *alone)
{
	struct lab_tile from, to;

	if (t.lane == 0)
		*alone = -1;
	if (i >= k->n_tiles)
		return;
	from = k->tile[i];
	to = k->tile[i + 1];
	if (to.entry - from.entry <= FUSED_PRODUCTS)
		fused_tile(k, t, product, from, to);
	else if (to.entry - from.entry <= FUSED_ALONE)
		fused_row(k, t, from.row);
	else if (t.lane == 0)
		*alone = from.row;
}

/* Item: FUSED_WARPS tiles, a warp each: the paper's two kernels in one, with products that never leave shared memory, and as many lanes a row
 * as there are for so few rows. Tiles are a warp's and not a block's, so that some gather while others add up. Floor: 8 bytes an entry, 8 a row,
 * 8 a tile; 4 gathered an entry, none of an expanded vector. */
BLOCK_KERNEL(spmv_fused, k, i, b, shared)
{
	for (int32_t w = b.thread / LAB_LANES; w < FUSED_WARPS; w += (b.width + LAB_LANES - 1) / LAB_LANES)
		fused_warp(k, i * FUSED_WARPS + w, block_team(b), shared->product[w], &shared->alone[w]);
	if (!k->has_alone)
		return;
	block_barrier(b);
	for (int32_t w = 0; w < FUSED_WARPS; w++) {
		if (shared->alone[w] >= 0)
			fused_row_alone(k, b, shared->partial, shared->alone[w]);
	}
}

/* ---- merge path ---- */

/* How many ends of rows are among the first `diagonal` items when entries and ends are merged (Merrill & Garland, SC 2016): an end
 * comes after the last entry of its row. */
DEVICE_INLINE int32_t merge_place(const int32_t *row_end, int32_t n_rows, int32_t n, int64_t diagonal)
{
	int64_t first = diagonal > n ? diagonal - n : 0, end = diagonal < n_rows ? diagonal : n_rows;

	return (int32_t)FIRST_NOT(i, first, end, row_end[i] <= diagonal - i - 1);
}

struct spmv_merge_shared_32 {
	int32_t end[MERGE_CHUNK + 1]; /* of rows, counted from the chunk's first entry */
	float product[MERGE_CHUNK];
	float carry[MERGE_PIECES];
	int32_t carry_row[MERGE_PIECES]; /* counted from the chunk's first row */
};

/* Sums of a piece: rows that end in it, but for its first one, are whole or begin in an earlier chunk. The first one's part goes to
 * *head with its row, and what is left to carry. */
struct merge_piece {
	float head;
	int32_t head_row; /* -1 = no row ends here */
};

DEVICE_INLINE struct merge_piece merge_sums(const struct spmv_merge_args *k, struct spmv_merge_shared_32 *s, int32_t p,
					    int32_t first, int32_t n_rows, int32_t n)
{
	struct merge_piece piece = {0, -1};
	int32_t total = n_rows + n, from = p * MERGE_ITEMS < total ? p * MERGE_ITEMS : total;
	int32_t to = from + MERGE_ITEMS < total ? from + MERGE_ITEMS : total;
	int32_t r = merge_place(s->end, n_rows, n, from), e = from - r;
	float sum = 0;

	for (int32_t item = from; item < to; item++) {
		if (r < n_rows && s->end[r] <= e) {
			if (piece.head_row < 0) {
				piece.head = sum;
				piece.head_row = r;
			} else {
				k->y[first + r] = sum;
			}
			sum = 0;
			r++;
		} else {
			sum += s->product[e++];
		}
	}
	s->carry[p] = sum;
	s->carry_row[p] = r;
	return piece;
}

/* What pieces before p have of a row that is under way at the end of piece p − 1, one after another, and then `own`. */
DEVICE_INLINE float merge_joined(const struct spmv_merge_shared_32 *s, int32_t p, int32_t row, float own)
{
	int32_t from = p;
	float sum = 0;

	while (from > 0 && s->carry_row[from - 1] == row)
		from--;
	for (; from < p; from++)
		sum += s->carry[from];
	return sum + own;
}

/* Item: chunk, by a block: as many entries and ends of rows as any other, whatever the rows. Floor: 8 bytes an entry, 8 a row, 8 a
 * chunk; 4 gathered an entry. */
BLOCK_KERNEL(spmv_merge, k, i, b, shared)
{
	const int32_t *__restrict__ column = k->a.column, *__restrict__ row_end = k->a.row + 1;
	const float *__restrict__ value = k->a.value, *__restrict__ x = k->x;
	int64_t begin = i * MERGE_CHUNK, end = begin + MERGE_CHUNK, all = (int64_t)k->a.n_rows + k->a.n;
	int32_t first = k->first[i], last = k->first[i + 1];
	int32_t entry = (int32_t)(begin - first), n_rows = last - first;
	int32_t n = (int32_t)((end < all ? end : all) - last) - entry;
#ifdef __CUDACC__
	struct merge_piece piece;
#else
	struct merge_piece pieces[MERGE_PIECES];
#endif

	for (int32_t r = b.thread; r < n_rows; r += b.width)
		shared->end[r] = row_end[first + r] - entry;
	UNROLL(4)
	for (int32_t e = b.thread; e < n; e += b.width)
		shared->product[e] = value[entry + e] * x[column[entry + e]];
	block_barrier(b);
#ifdef __CUDACC__
	piece = merge_sums(k, shared, b.thread, first, n_rows, n);
#else
	for (int32_t p = 0; p < MERGE_PIECES; p++)
		pieces[p] = merge_sums(k, shared, p, first, n_rows, n);
#endif
	block_barrier(b);
	for (int32_t p = b.thread; p < MERGE_PIECES; p += b.width) {
#ifndef __CUDACC__
		struct merge_piece piece = pieces[p];
#endif
		if (piece.head_row >= 0)
			k->y[first + piece.head_row] = merge_joined(shared, p, piece.head_row, piece.head);
		if (p == MERGE_PIECES - 1) {
			k->carry[i] = merge_joined(shared, p, shared->carry_row[p], shared->carry[p]);
			k->carry_row[i] = first + shared->carry_row[p];
		}
	}
}

/* Item: chunk, by a warp. Where a row ends whose parts are in earlier chunks too, they are added: LAB_LANES partial sums of theirs,
 * and then its own. Floor: 8 bytes a chunk. */
TEAM_KERNEL(spmv_carries, k, i, t)
{
	int32_t row = i ? k->carry_row[i - 1] : k->n_rows;
	float partial[LANE_ITEMS] = {0}, sum;

	/* A row that is still under way at the end of this chunk is a later item's. */
	if (row >= k->n_rows || k->carry_row[i] == row)
		return;
	for (int64_t c = ((int64_t)row + k->row[row]) / MERGE_CHUNK + t.lane; c < i; c += LAB_LANES) {
		for (int l = 0; l < LANE_ITEMS && c + l < i; l++)
			partial[l] += k->carry[c + l];
	}
	sum = lanes_sum(t, partial);
	if (t.lane == 0)
		k->y[row] = sum + k->y[row];
}

/* ---- what memory gives ---- */

/* Item: 16 bytes. Floor: 32 bytes an item. */
KERNEL(copy_lines, k, i)
{
	k->to[i] = k->from[i];
}

/* Item: 64 bytes, which are only read. Floor: 64 bytes an item. */
KERNEL(sum_lines, k, i)
{
	uint32_t sum = 0;

	UNROLL(4)
	for (int l = 0; l < 4; l++) {
		struct lab_words w = k->from[4 * i + l];

		sum += w.word[0] + w.word[1] + w.word[2] + w.word[3];
	}
	if (sum == 0x9e3779b9u)
		*k->sum = sum;
}

/* Item: PEAK_ROUNDS products and sums of PEAK_CHAINS numbers, which don't wait for each other. Products and sums are rounded apart, as in all
 * kernels, so a GPU does half of what it could with fused ones. Floor: arithmetic alone. */
KERNEL(multiply_adds, k, i)
{
	float by = k->by, add = k->add, of[PEAK_CHAINS], sum = 0;

	UNROLL(PEAK_CHAINS)
	for (int c = 0; c < PEAK_CHAINS; c++)
		of[c] = (float)(i + c);
	for (int r = 0; r < PEAK_ROUNDS; r++) {
		UNROLL(PEAK_CHAINS)
		for (int c = 0; c < PEAK_CHAINS; c++)
			of[c] = of[c] * by + add;
	}
	UNROLL(PEAK_CHAINS)
	for (int c = 0; c < PEAK_CHAINS; c++)
		sum += of[c];
	if (sum == 1e30F)
		*k->sum = sum;
}
