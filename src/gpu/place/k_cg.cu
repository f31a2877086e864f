/*
 * Conjugate gradients ([SpMV], section 4.2; Hestenes & Stiefel 1952), one or two right sides at once, since they share the matrix. An
 * iteration is three launches and no wait of the host: q = A p with p · q, the residual with r · z, the next direction. Vectors are of single
 * precision, sums of theirs of double, by fixed trees: CG_LANES partial sums of each tile or chunk, added pair by pair, and the same of the
 * tiles' and chunks' sums, by the block that ends last. So the number of iterations is the same everywhere.
 *
 * The diagonal isn't among the entries of the matrix: its column is the row, so nothing is gathered for it, and the preconditioner is made
 * of it. Instead of the residual r there is s = M⁻¹ r, M the diagonal (or 1): then the next direction needs neither. Vectors end with zeros up
 * to a whole chunk, so that they are read by CG_FOUR at once.
 */
#define CUDA_RESIDENT 5 /* blocks: 48 registers a thread */

#include "gpu/kernel/kernel.h"
#include "gpu/place/cg_args.h"

#ifdef __CUDACC__
enum { CG_SLOTS = CG_LANES / CUDA_WARP }; /* a warp adds up its lanes itself */
#else
enum { CG_SLOTS = CG_LANES };
#endif

enum { CG_LANE_ROWS = CG_TILE_ROWS / CG_LANES };

struct cg_sums {
	double slot[2 * CG_SYSTEMS][CG_SLOTS];
	int32_t is_last;
};

/* ---- sums ---- */

/* Lane l hands in its part of n_sums sums: a group of 32 lanes is added pair by pair, 16 apart, 8, … */
DEVICE_INLINE void cg_put(struct block b, struct cg_sums *s, int32_t l, int32_t n_sums, const double *part)
{
#ifdef __CUDACC__
	UNROLL(2 * CG_SYSTEMS)
	for (int v = 0; v < 2 * CG_SYSTEMS; v++) {
		if (v < n_sums) {
			double sum = team_sum_f64(block_team(b), part[v]);

			if (l % CUDA_WARP == 0)
				s->slot[v][l / CUDA_WARP] = sum;
		}
	}
#else
	(void)b;
	for (int v = 0; v < n_sums; v++)
		s->slot[v][l] = part[v];
#endif
}

/* The sum of all lanes: of the groups' sums, half of them apart, a quarter, … For one thread, after a barrier. */
DEVICE_INLINE double cg_sum(struct cg_sums *s, int32_t v)
{
	double *slot = s->slot[v];

#ifndef __CUDACC__
	for (int32_t group = 0; group < CG_LANES; group += 32) {
		for (int32_t step = 16; step > 0; step /= 2) {
			for (int32_t l = 0; l < step; l++)
				slot[group + l] += slot[group + l + step];
		}
		slot[group / 32] = slot[group];
	}
#endif
	UNROLL(3)
	for (int32_t step = CG_LANES / 64; step > 0; step /= 2) {
		UNROLL(4)
		for (int32_t l = 0; l < step; l++)
			slot[l] += slot[l + step];
	}
	return slot[0];
}

/* What all n blocks have handed in, in partial [n_sums][n]: lane l has every CG_LANES-th, in order. */
DEVICE_INLINE void cg_gather(const struct cg_args *k, struct block b, struct cg_sums *s, int64_t n, int32_t n_sums)
{
	enum { AHEAD = 8 }; /* asked for before the first is added */

	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		UNROLL(2 * CG_SYSTEMS)
		for (int v = 0; v < 2 * CG_SYSTEMS; v++) {
			if (v >= n_sums)
				continue;
			for (int64_t i = l; i < n; i += AHEAD * CG_LANES) {
				double next[AHEAD];

				UNROLL(AHEAD)
				for (int u = 0; u < AHEAD; u++)
					next[u] = i + u * CG_LANES < n ? load_uncached_f64(k->partial + v * n + i + u * CG_LANES) : 0;
				UNROLL(AHEAD)
				for (int u = 0; u < AHEAD; u++)
					part[v] += next[u];
			}
		}
		cg_put(b, s, l, n_sums, part);
	}
	block_barrier(b);
}

/* Hand in what the lanes have put; true for the block that then has the parts of all n. */
DEVICE_INLINE bool cg_hand_in(const struct cg_args *k, struct block b, struct cg_sums *s, int64_t i, int64_t n, int32_t n_sums, int32_t which)
{
	block_barrier(b);
	if (b.thread == 0) {
		for (int32_t v = 0; v < n_sums; v++)
			k->partial[v * n + i] = cg_sum(s, v);
	}
	if (!block_is_last(b, &k->state->n_through[which], n, &s->is_last))
		return false;
	if (b.thread == 0)
		k->state->n_through[which] = 0;
	cg_gather(k, b, s, n, n_sums);
	return true;
}

/* ---- products ---- */

/* One entry of a vector, of both systems where there are two. */
struct cg_entry {
	float of[CG_SYSTEMS];
};

DEVICE_INLINE struct cg_entry cg_entry_at(const float *__restrict__ vector, int64_t at, int32_t n_systems)
{
	struct cg_entry entry = {{0, 0}};

	if (n_systems == 1) {
		entry.of[0] = vector[at];
	} else {
		struct cg_two two = ((const struct cg_two *)vector)[at];

		entry.of[0] = two.of[0];
		entry.of[1] = two.of[1];
	}
	return entry;
}

/* A row that has more entries than a tile: its sum is that of lanes, in double precision, rounded at the end. Lane 0 has it then. */
DEVICE_INLINE void cg_long_row(const struct cg_args *k, struct block b, struct cg_sums *s, int32_t r, const float *from, int32_t n_systems)
{
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		for (int32_t e = k->a.row[r] + l; e < k->a.row[r + 1]; e += CG_LANES) {
			struct cg_entry x = cg_entry_at(from, k->a.column[e], n_systems);

			for (int32_t v = 0; v < n_systems; v++)
				part[v] += (double)k->a.value[e] * x.of[v];
		}
		cg_put(b, s, l, n_systems, part);
	}
	block_barrier(b);
}

/* What a row needs but for its products; asked for before them. */
struct cg_row {
	int32_t from, to; /* its entries, counted from the tile's first; to < 0 = there is no such row */
	float diagonal;
	struct cg_entry own; /* of the vector that is multiplied */
};

DEVICE_INLINE struct cg_row cg_row_at(const struct cg_args *k, int32_t r, int32_t end, int32_t begin, const float *from, int32_t n_systems)
{
	struct cg_row row = {0, -1, 0, {{0, 0}}};

	if (r < end) {
		row.from = k->a.row[r] - begin;
		row.to = k->a.row[r + 1] - begin;
		row.diagonal = k->diagonal[r];
		row.own = cg_entry_at(from, r, n_systems);
	}
	return row;
}

/* What becomes of a row's sum, and what it adds to the sum beside. */
DEVICE_INLINE double cg_row_done(const struct cg_multiply_args *m, const struct cg_row *row, int64_t at, int32_t v, float sum)
{
	const struct cg_args *k = &m->cg;
	float own = row->own.of[v], z;

	sum += row->diagonal * own;
	if (m->what == CG_PRODUCT_BEGIN) {
		float b = k->b[at], r = b - sum;

		k->s[at] = k->preconditioner == CG_NONE ? r : r / row->diagonal;
		return (double)b * b;
	}
	if (m->what == CG_PRODUCT_DIRECTION) {
		k->q[at] = sum;
		return (double)own * sum;
	}
	z = 2 * own - sum / row->diagonal;
	k->z[at] = z;
	return (double)(row->diagonal * own) * z;
}

/* With all tiles through: the step along the direction, or the residual's limit. */
DEVICE_INLINE void cg_multiplied(const struct cg_multiply_args *m, struct cg_sums *s, int32_t n_systems)
{
	struct cg_state *state = m->cg.state;
	bool endless = !(m->cg.tolerance > 0);

	for (int32_t v = 0; v < n_systems; v++) {
		double sum = cg_sum(s, v), stop = m->cg.tolerance * m->cg.tolerance * sum;

		if (m->what == CG_PRODUCT_BEGIN) {
			state->size[v] = sum;
			state->stop[v] = stop > CG_LEAST || endless ? stop : CG_LEAST;
		} else if (m->what == CG_PRODUCT_DIRECTION) {
			if (!endless && !state->solved[v] && !(sum > 0))
				state->broken = CG_MATRIX_BROKEN;
			state->alpha[v] = state->solved[v] || !(sum > 0) ? 0 : state->rz[v] / sum;
		} else {
			if (!endless && !state->solved[v] && !(sum > 0))
				state->broken = state->over = CG_PRECONDITIONER_BROKEN;
			state->beta[v] = state->solved[v] || state->rz[v] == 0 ? 0 : sum / state->rz[v];
			state->rz[v] = sum;
		}
	}
}

struct cg_tile_place {
	int32_t first, end, begin, n; /* rows, entries */
};

DEVICE_INLINE struct cg_tile_place cg_tile_at(const struct cg_args *k, int64_t i)
{
	struct lab_tile from = k->tile[i], to = k->tile[i + 1];
	struct cg_tile_place place = {from.row, to.row, from.entry, to.entry - from.entry};

	return place;
}

/* A row's sum is done: its result, and its part of the sums beside. */
DEVICE_INLINE void cg_row_sums(const struct cg_multiply_args *m, const struct cg_row *row, int32_t r, int32_t n_systems, const float *sum,
			       double *part)
{
	UNROLL(CG_SYSTEMS)
	for (int v = 0; v < CG_SYSTEMS; v++) {
		if (v < n_systems)
			part[v] += cg_row_done(m, row, n_systems * (int64_t)r + v, v, sum[v]);
	}
}

DEVICE_INLINE void cg_long_tile(const struct cg_multiply_args *m, struct block b, struct cg_sums *s, int32_t r, const float *from, int32_t n_systems)
{
	double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};
	float sum[CG_SYSTEMS] = {0, 0};

	cg_long_row(&m->cg, b, s, r, from, n_systems);
	if (b.thread == 0) {
		struct cg_row row = cg_row_at(&m->cg, r, r + 1, 0, from, n_systems);

		for (int32_t v = 0; v < n_systems; v++)
			sum[v] = (float)cg_sum(s, v);
		cg_row_sums(m, &row, r, n_systems, sum, part);
	}
	block_barrier(b);
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		cg_put(b, s, l, n_systems, part);
		part[0] = part[1] = 0; /* a thread of more lanes had the row as its first */
	}
}

#ifdef __CUDACC__

/* Of a tile, each thread CG_TILE_ENTRIES / 256 entries and CG_LANE_ROWS rows. Columns and values are asked for before the first is gathered, what
 * rows need before the products are there. Both come once an iteration, so they shouldn't drive vectors out of the caches. */
DEVICE_INLINE void cg_short_tile(const struct cg_multiply_args *m, struct block b, struct cg_sums *s, float *product,
				 const struct cg_tile_place *t, const float *__restrict__ from, int32_t n_systems)
{
	enum { EACH = CG_TILE_ENTRIES / CUDA_BLOCK };
	const struct cg_args *k = &m->cg;
	const int32_t *column = k->a.column + t->begin;
	const float *value = k->a.value + t->begin;
	struct cg_row row[CG_LANE_ROWS];
	double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};
	struct cg_entry x[EACH];
	int32_t at[EACH];
	float of[EACH];

	UNROLL(EACH)
	for (int u = 0; u < EACH; u++) {
		int32_t e = b.thread + u * CUDA_BLOCK;

		at[u] = e < t->n ? load_once_i32(column + e) : 0;
		of[u] = e < t->n ? load_once(value + e) : 0;
	}
	UNROLL(CG_LANE_ROWS)
	for (int u = 0; u < CG_LANE_ROWS; u++)
		row[u] = cg_row_at(k, t->first + b.thread + u * CG_LANES, t->end, t->begin, from, n_systems);
	UNROLL(EACH)
	for (int u = 0; u < EACH; u++)
		x[u] = cg_entry_at(from, at[u], n_systems);
	UNROLL(EACH)
	for (int u = 0; u < EACH; u++) {
		int32_t e = b.thread + u * CUDA_BLOCK;

		if (n_systems == 1) {
			product[e] = of[u] * x[u].of[0];
		} else {
			struct cg_two two = {{of[u] * x[u].of[0], of[u] * x[u].of[1]}};

			((struct cg_two *)product)[e] = two;
		}
	}
	block_barrier(b);
	UNROLL(CG_LANE_ROWS)
	for (int u = 0; u < CG_LANE_ROWS; u++) {
		float sum[CG_SYSTEMS] = {0, 0};

		for (int32_t e = row[u].from; e < row[u].to; e++) {
			struct cg_entry p = cg_entry_at(product, e, n_systems);

			sum[0] += p.of[0];
			if (n_systems > 1)
				sum[1] += p.of[1];
		}
		if (row[u].to >= 0)
			cg_row_sums(m, &row[u], t->first + b.thread + u * CG_LANES, n_systems, sum, part);
	}
	cg_put(b, s, b.thread, n_systems, part);
}

#else

/* One thread needs no memory between products and sums. */
DEVICE_INLINE void cg_short_tile(const struct cg_multiply_args *m, struct block b, struct cg_sums *s, float *product,
				 const struct cg_tile_place *t, const float *__restrict__ from, int32_t n_systems)
{
	const struct cg_args *k = &m->cg;
	const int32_t *__restrict__ column = k->a.column + t->begin;
	const float *__restrict__ value = k->a.value + t->begin;

	(void)product;
	for (int32_t l = 0; l < CG_LANES; l++) {
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		for (int32_t r = t->first + l; r < t->end; r += CG_LANES) {
			struct cg_row row = cg_row_at(k, r, t->end, t->begin, from, n_systems);
			float sum[CG_SYSTEMS] = {0, 0};

			for (int32_t e = row.from; e < row.to; e++) {
				struct cg_entry x = cg_entry_at(from, column[e], n_systems);

				sum[0] += value[e] * x.of[0];
				if (n_systems > 1)
					sum[1] += value[e] * x.of[1];
			}
			cg_row_sums(m, &row, r, n_systems, sum, part);
		}
		cg_put(b, s, l, n_systems, part);
	}
}

#endif

/* A tile of one system or two. */
DEVICE_INLINE void cg_product(const struct cg_multiply_args *m, int64_t i, struct block b, struct cg_sums *s, float *product, int32_t n_systems)
{
	const struct cg_args *k = &m->cg;
	const float *from = m->what == CG_PRODUCT_BEGIN ? k->x : m->what == CG_PRODUCT_DIRECTION ? k->p : k->s;
	int32_t over = k->state->over;
	struct cg_tile_place t = cg_tile_at(k, i);

	if (over) {
		/* cg_direct has made its last step */
		for (int32_t v = 0; v < n_systems && i == 0 && b.thread == 0 && m->what == CG_PRODUCT_DIRECTION; v++)
			k->state->alpha[v] = 0;
		return;
	}
	if (t.n > CG_TILE_ENTRIES)
		cg_long_tile(m, b, s, t.first, from, n_systems);
	else
		cg_short_tile(m, b, s, product, &t, from, n_systems);
	if (cg_hand_in(k, b, s, i, k->n_tiles, n_systems, 0) && b.thread == 0)
		cg_multiplied(m, s, n_systems);
}

struct cg_multiply_shared_32 {
	struct cg_sums sums;
	float product[CG_TILE_ENTRIES];
};

/* Item: tile (lab_tiles()). Floor: 8 bytes an entry, 8 a row, 8 a row and system, 4 gathered an entry and system. */
BLOCK_KERNEL(cg_multiply, m, i, b, shared)
{
	cg_product(m, i, b, &shared->sums, shared->product, 1);
}

struct cg_multiply_pair_shared_32 {
	struct cg_sums sums;
	struct cg_two product[CG_TILE_ENTRIES];
};

/* The same of two systems, whose entries are gathered by one read. */
BLOCK_KERNEL(cg_multiply_pair, m, i, b, shared)
{
	cg_product(m, i, b, &shared->sums, shared->product[0].of, 2);
}

/* ---- residuals ---- */

/* With all chunks through: is it solved, and how much of the last direction is in the next one? */
DEVICE_INLINE void cg_updated(const struct cg_update_args *m, struct cg_sums *s)
{
	struct cg_state *state = m->cg.state;
	bool endless = !(m->cg.tolerance > 0);
	int32_t n = m->cg.n_systems, n_solved = 0;

	for (int32_t v = 0; v < n; v++) {
		double rr = cg_sum(s, v), rz = cg_sum(s, n + v);

		state->rr[v] = rr;
		state->solved[v] |= !endless && rr <= state->stop[v];
		n_solved += state->solved[v];
		if (state->iterations < m->cg.most)
			m->cg.residual[(int64_t)n * state->iterations + v] = rr;
		if (m->cg.preconditioner == CG_POLYNOMIAL)
			continue; /* the product that follows says so */
		state->beta[v] = state->solved[v] || state->rz[v] == 0 ? 0 : rz / state->rz[v];
		state->rz[v] = rz;
	}
	state->iterations++;
	state->over = state->broken || n_solved == n;
}

/* The diagonal beside four entries of a vector. */
DEVICE_INLINE struct cg_four cg_diagonals(const struct cg_args *k, int64_t at, int32_t n_systems)
{
	struct cg_four four = {{1, 1, 1, 1}};

	if (k->preconditioner == CG_NONE)
		return four;
	if (n_systems == 1)
		return ((const struct cg_four *)k->diagonal)[at];
	for (int u = 0; u < CG_FOUR; u++)
		four.of[u] = ((const struct cg_two *)k->diagonal)[at].of[u / 2];
	return four;
}

/* s −= α M⁻¹ q of four entries; r · r and r · s, with r = M s. */
DEVICE_INLINE void cg_update_four(const struct cg_update_args *m, int64_t at, const float *alpha, int32_t n_systems, double *part)
{
	const struct cg_args *k = &m->cg;
	struct cg_four s = ((const struct cg_four *)k->s)[at], diagonal = cg_diagonals(k, at, n_systems);

	if (!m->begins) {
		struct cg_four q = ((const struct cg_four *)k->q)[at];

		UNROLL(CG_FOUR)
		for (int u = 0; u < CG_FOUR; u++)
			s.of[u] -= alpha[u % n_systems] * q.of[u] / diagonal.of[u];
		((struct cg_four *)k->s)[at] = s;
	}
	UNROLL(CG_FOUR)
	for (int u = 0; u < CG_FOUR; u++) {
		float r = diagonal.of[u] * s.of[u];

		part[u % n_systems] += (double)r * r;
		part[n_systems + u % n_systems] += (double)r * s.of[u];
	}
}

DEVICE_INLINE void cg_update_chunk(const struct cg_update_args *m, int64_t i, struct block b, struct cg_sums *sums, int32_t n_systems)
{
	const struct cg_args *k = &m->cg;
	float alpha[CG_SYSTEMS] = {0, 0};

	for (int32_t v = 0; v < n_systems && !m->begins; v++)
		alpha[v] = (float)k->state->alpha[v];
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		cg_update_four(m, i * CG_LANES + l, alpha, n_systems, part);
		cg_put(b, sums, l, 2 * n_systems, part);
	}
}

#define cg_update_shared_32 cg_sums

/* Item: CG_CHUNK entries of each vector, CG_FOUR a lane. The step of x is the next kernel's, which reads p anyway. Floor: 12 bytes a row and
 * system, 4 a row. */
BLOCK_KERNEL(cg_update, m, i, b, shared)
{
	const struct cg_args *k = &m->cg;

	if (k->state->over && !m->begins)
		return;
	if (k->n_systems == 1)
		cg_update_chunk(m, i, b, shared, 1);
	else
		cg_update_chunk(m, i, b, shared, 2);
	if (cg_hand_in(k, b, shared, i, k->n_chunks, 2 * k->n_systems, 1) && b.thread == 0)
		cg_updated(m, shared);
}

/* Item: CG_FOUR entries of each vector. x += α p, p = z + β p. When it is over the last step of x is made here; the next product, if one is queued,
 * makes α 0. In the iteration that it is found in the polynomial's z is an older one, which isn't read then. Floor: 20 bytes a row and
 * system. */
KERNEL(cg_direct, m, i)
{
	const struct cg_args *k = &m->cg;
	struct cg_four z = ((const struct cg_four *)(k->preconditioner == CG_POLYNOMIAL ? k->z : k->s))[i], p, x;
	int32_t odd = k->n_systems - 1;

	if (m->begins) {
		((struct cg_four *)k->p)[i] = z;
		return;
	}
	p = ((const struct cg_four *)k->p)[i];
	x = ((const struct cg_four *)k->x)[i];
	UNROLL(CG_FOUR)
	for (int u = 0; u < CG_FOUR; u++) {
		x.of[u] += (float)k->state->alpha[u & odd] * p.of[u];
		p.of[u] = z.of[u] + (float)k->state->beta[u & odd] * p.of[u];
	}
	((struct cg_four *)k->x)[i] = x;
	((struct cg_four *)k->p)[i] = p;
}
