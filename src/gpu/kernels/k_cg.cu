/*
 * Conjugate gradients (seed 001, section 4.2; Hestenes & Stiefel 1952), one or two right sides at once, since they share the matrix. An
 * iteration is three launches and no wait of the host: q = A p with p · q, the residual with r · z, the next direction. Vectors are of single
 * precision, sums of theirs of double, by fixed trees: CG_LANES partial sums of each tile or chunk, added pair by pair, and the same of the
 * tiles' and chunks' sums, by the block that comes to its end last. So the number of iterations is the same everywhere.
 */
#include "gpu/kernels/kernel.h"

struct cg_shared_32 {
	float product[FUSED_PRODUCTS * CG_SYSTEMS];
	double lane[2 * CG_SYSTEMS][CG_LANES];
	int32_t is_last;
};

/* ---- sums ---- */

/* Partial sums of `n_sums` things pair by pair; lane 0 has them then. */
DEVICE_INLINE void cg_tree(struct block b, struct cg_shared_32 *s, int32_t n_sums)
{
	for (int32_t step = CG_LANES / 2; step > 0; step /= 2) {
		block_barrier(b);
		for (int32_t l = b.thread; l < step; l += b.width) {
			for (int32_t v = 0; v < n_sums; v++)
				s->lane[v][l] += s->lane[v][l + step];
		}
	}
	block_barrier(b);
}

/* What all blocks have, in partial [n][n_sums]. */
DEVICE_INLINE void cg_gather(const struct cg_args *k, struct block b, struct cg_shared_32 *s, int64_t n, int32_t n_sums)
{
	const volatile double *partial = k->partial;

	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		for (int32_t v = 0; v < n_sums; v++) {
			double sum = 0;

			for (int64_t i = l; i < n; i += CG_LANES)
				sum += partial[i * n_sums + v];
			s->lane[v][l] = sum;
		}
	}
	cg_tree(b, s, n_sums);
}

/* Hand in lane 0's sums; true for the block that then has those of all n. */
DEVICE_INLINE bool cg_hand_in(const struct cg_args *k, struct block b, struct cg_shared_32 *s, int64_t i, int64_t n, int32_t n_sums,
			      int32_t which)
{
	if (b.thread == 0) {
		for (int32_t v = 0; v < n_sums; v++)
			k->partial[i * n_sums + v] = s->lane[v][0];
	}
	if (!block_is_last(b, &k->state->n_through[which], n, &s->is_last))
		return false;
	if (b.thread == 0)
		k->state->n_through[which] = 0;
	cg_gather(k, b, s, n, n_sums);
	return true;
}

/* ---- products ---- */

/* Products of a tile's entries with the vector `from`. */
DEVICE_INLINE void cg_products(const struct cg_args *k, struct block b, float *product, int32_t begin, int32_t n, const float *from)
{
	const int32_t *__restrict__ column = k->a.column + begin;
	const float *__restrict__ value = k->a.value + begin;

	if (k->n_systems == 1) {
#ifdef __CUDACC__
#pragma unroll 8
#endif
		for (int32_t e = b.thread; e < n; e += b.width)
			product[e] = value[e] * from[column[e]];
		return;
	}
#ifdef __CUDACC__
#pragma unroll 8
#endif
	for (int32_t e = b.thread; e < n; e += b.width) {
		int64_t at = 2 * (int64_t)column[e];
		float of = value[e], x = from[at], y = from[at + 1];

		product[2 * e] = of * x;
		product[2 * e + 1] = of * y;
	}
}

/* One system's sum of row r: in order where the row is part of a tile; a row that is a tile of its own is CG_LANES partial sums. */
DEVICE_INLINE float cg_row(const struct cg_args *k, const float *product, int32_t r, int32_t begin, int32_t v)
{
	float sum = 0;

	for (int32_t e = k->a.row[r] - begin; e < k->a.row[r + 1] - begin; e++)
		sum += product[k->n_systems * e + v];
	return sum;
}

/* A row that has more entries than shared memory: its sum is that of lanes, in double precision, rounded at the end. */
DEVICE_INLINE void cg_long_row(const struct cg_args *k, struct block b, struct cg_shared_32 *s, int32_t r, const float *from)
{
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		for (int32_t v = 0; v < k->n_systems; v++) {
			double sum = 0;

			for (int32_t e = k->a.row[r] + l; e < k->a.row[r + 1]; e += CG_LANES)
				sum += (double)k->a.value[e] * from[k->n_systems * (int64_t)k->a.column[e] + v];
			s->lane[v][l] = sum;
		}
	}
	cg_tree(b, s, k->n_systems);
	for (int32_t v = b.thread; v < k->n_systems; v += b.width)
		s->product[v] = (float)s->lane[v][0];
	block_barrier(b);
}

/* What becomes of a row's sum, and what it adds to the sum beside. */
DEVICE_INLINE double cg_row_done(const struct cg_multiply_args *m, int32_t r, int32_t v, float sum)
{
	const struct cg_args *k = &m->cg;
	int64_t at = (int64_t)k->n_systems * r + v;
	float z;

	if (m->what == CG_PRODUCT_BEGIN) {
		k->r[at] = k->b[at] - sum;
		return (double)k->b[at] * k->b[at];
	}
	if (m->what == CG_PRODUCT_DIRECTION) {
		k->q[at] = sum;
		return (double)k->p[at] * sum;
	}
	z = k->inverse[r] * (2 * k->r[at] - sum);
	k->z[at] = z;
	return (double)k->r[at] * z;
}

/* With all tiles through: the step along the direction, or what the residual is held against. */
DEVICE_INLINE void cg_multiplied(const struct cg_multiply_args *m, const struct cg_shared_32 *s)
{
	struct cg_state *state = m->cg.state;

	for (int32_t v = 0; v < m->cg.n_systems; v++) {
		double sum = s->lane[v][0];

		if (m->what == CG_PRODUCT_BEGIN) {
			state->stop[v] = m->cg.tolerance * m->cg.tolerance * sum;
		} else if (m->what == CG_PRODUCT_DIRECTION) {
			state->broken |= !state->solved[v] && !(sum > 0);
			state->alpha[v] = state->solved[v] || !(sum > 0) ? 0 : state->rz[v] / sum;
		} else {
			state->beta[v] = state->solved[v] || state->rz[v] == 0 ? 0 : sum / state->rz[v];
			state->rz[v] = sum;
		}
	}
}

#define cg_multiply_shared_32 cg_shared_32

/* Item: tile (spmv_tiles()). Floor: 8 bytes an entry, 4 a row, 8 a row and system, 4 gathered an entry and system. */
BLOCK_KERNEL(cg_multiply, m, i, b, shared)
{
	const struct cg_args *k = &m->cg;
	const float *from = m->what == CG_PRODUCT_BEGIN ? k->x : m->what == CG_PRODUCT_DIRECTION ? k->p : k->s;
	int32_t first = k->first[i], end = k->first[i + 1], begin = k->a.row[first], n = k->a.row[end] - begin;
	bool is_long = n > FUSED_PRODUCTS;

	if (k->state->over) {
		/* cg_direct has made its last step */
		for (int32_t v = 0; v < k->n_systems && i == 0 && b.thread == 0 && m->what == CG_PRODUCT_DIRECTION; v++)
			k->state->alpha[v] = 0;
		return;
	}
	if (is_long)
		cg_long_row(k, b, shared, first, from);
	else
		cg_products(k, b, shared->product, begin, n, from);
	block_barrier(b);
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		double beside[CG_SYSTEMS] = {0, 0};

		for (int32_t r = first + l; r < end; r += CG_LANES) {
			for (int32_t v = 0; v < k->n_systems; v++)
				beside[v] += cg_row_done(m, r, v, is_long ? shared->product[v] : cg_row(k, shared->product, r, begin, v));
		}
		for (int32_t v = 0; v < k->n_systems; v++)
			shared->lane[v][l] = beside[v];
	}
	cg_tree(b, shared, k->n_systems);
	if (cg_hand_in(k, b, shared, i, k->n_tiles, k->n_systems, 0) && b.thread == 0)
		cg_multiplied(m, shared);
}

/* ---- residuals ---- */

/* With all chunks through: is it solved, and how much of the last direction is in the next one? */
DEVICE_INLINE void cg_updated(const struct cg_update_args *m, const struct cg_shared_32 *s)
{
	struct cg_state *state = m->cg.state;
	int32_t n = m->cg.n_systems, n_solved = 0;

	for (int32_t v = 0; v < n; v++) {
		double rr = s->lane[v][0], rz = s->lane[n + v][0];

		state->rr[v] = rr;
		state->solved[v] |= rr <= state->stop[v];
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

#define cg_update_shared_32 cg_shared_32

/* Item: CG_CHUNK entries of each vector. r −= α q, r · r and r · z; the step of x is the next kernel's, which reads p anyway. Floor: 12 bytes a
 * row and system, 4 a row. */
BLOCK_KERNEL(cg_update, m, i, b, shared)
{
	const struct cg_args *k = &m->cg;
	int64_t rows = (CG_CHUNK / k->n_systems), first = i * rows, all = k->a.n_rows;
	int64_t end = first + rows < all ? first + rows : all, n = k->n_systems;
	float alpha[CG_SYSTEMS];

	if (k->state->over && !m->begins)
		return;
	for (int32_t v = 0; v < n; v++)
		alpha[v] = m->begins ? 0 : (float)k->state->alpha[v];
	for (int32_t l = b.thread; l < CG_LANES; l += b.width) {
		double sum[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		for (int64_t row = first + l; row < end; row += CG_LANES) {
			float inverse = k->inverse[row];

			for (int32_t v = 0; v < n; v++) {
				int64_t at = n * row + v;
				float r = k->r[at], z;

				if (!m->begins) {
					r -= alpha[v] * k->q[at];
					k->r[at] = r;
				}
				z = inverse * r;
				if (k->preconditioner == CG_POLYNOMIAL)
					k->s[at] = z;
				sum[v] += (double)r * r;
				sum[n + v] += (double)r * z;
			}
		}
		for (int32_t v = 0; v < 2 * n; v++)
			shared->lane[v][l] = sum[v];
	}
	cg_tree(b, shared, 2 * (int32_t)n);
	if (cg_hand_in(k, b, shared, i, (all + rows - 1) / rows, 2 * (int32_t)n, 1) && b.thread == 0)
		cg_updated(m, shared);
}

/* Item: row. x += α p, p = z + β p. When it is over the last step of x is made here; the next product, if one is queued, makes α 0. In the iteration that it is found in the polynomial's z is an older one, which nobody asks for then. Floor: 20 bytes a row and
 * system, 4 a row. */
KERNEL(cg_direct, m, i)
{
	const struct cg_args *k = &m->cg;
	float inverse = k->inverse[i];

	for (int32_t v = 0; v < k->n_systems; v++) {
		int64_t at = (int64_t)k->n_systems * i + v;
		float z = k->preconditioner == CG_POLYNOMIAL ? k->z[at] : inverse * k->r[at], p;

		if (m->begins) {
			k->p[at] = z;
			continue;
		}
		p = k->p[at];
		k->x[at] += (float)k->state->alpha[v] * p;
		k->p[at] = z + (float)k->state->beta[v] * p;
	}
}
