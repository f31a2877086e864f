/*
 * Conjugate gradients ([SpMV], section 4.2; Hestenes & Stiefel 1952), one or two right sides at once, since they share the matrix. An
 * iteration is three launches and no wait of the host: q = A p with p · q, the residual with r · z, the next direction. Vectors are of single
 * precision, sums of theirs of double, by fixed trees: CG_LANES partial sums of each tile or chunk, added pair by pair, and the same of the
 * tiles' and chunks' sums, by the block that ends last. So the number of iterations is the same everywhere, and whatever tiles a block has: on a
 * GPU as many blocks as fit at once have several each, since handing in a sum takes as long as half a tile.
 *
 * The diagonal isn't among the entries of the matrix: its column is the row, so nothing is gathered for it, and the preconditioner is made
 * of it. Instead of the residual r there is s = M⁻¹ r, M the diagonal (or 1): then the next direction needs neither. Vectors end with zeros up
 * to a whole chunk, so that they are read by CG_FOUR at once.
 */
#include "gpu/place/cg_args.h"

#define CUDA_RESIDENT CG_BLOCKS
#include "gpu/kernel/kernel.h"

/* Of one system or two: the number is to be a constant in it. */
#ifdef __CUDACC__
#define CG_HOT DEVICE_INLINE
#else
#define CG_HOT static inline __attribute__((always_inline))
#endif

enum {
	CG_GROUP = 32, /* lanes that a warp of the GPU adds up itself */
	CG_SLOTS = CG_LANES / CG_GROUP,
	CG_LANE_ROWS = CG_TILE_ROWS / CG_LANES,
};

struct cg_sums {
	double slot[CG_RUN][2 * CG_SYSTEMS][CG_SLOTS];
	int32_t is_last;
#ifndef __CUDACC__
	double lane[2 * CG_SYSTEMS][CG_LANES];
#endif
};

/* The tiles or chunks of an item: every CG_BLOCKS-th of those of its place, a multiprocessor, so that what its blocks read at a time is
 * near to each other, in one cache. On the CPU an item has one of them, in order. */
struct cg_run {
	int32_t from, n;
};

DEVICE_INLINE struct cg_run cg_run_at(int64_t i, int32_t n_places, int32_t n)
{
#ifdef __CUDACC__
	int32_t place = (int32_t)(i % n_places), first = (int32_t)(i / n_places); /* blocks one after another are of different multiprocessors */
#else
	int32_t place = (int32_t)(i / CG_BLOCKS), first = (int32_t)(i % CG_BLOCKS);
#endif
	struct cg_run run = {(int32_t)((int64_t)place * n / n_places) + first, 0};
	int32_t end = (int32_t)((int64_t)(place + 1) * n / n_places);

	run.n = (end - run.from + CG_BLOCKS - 1) / CG_BLOCKS;
	return run;
}

/* Its j-th one. */
DEVICE_INLINE int32_t cg_run_part(struct cg_run run, int32_t j)
{
	return run.from + j * CG_BLOCKS;
}

/* ---- sums ---- */

#ifndef __CUDACC__

/* What the lanes of each group have put. */
DEVICE_CALL void cg_join(struct cg_sums *s, int32_t j, int32_t n_sums)
{
	for (int32_t v = 0; v < n_sums; v++) {
		for (int32_t group = 0; group < CG_SLOTS; group++) {
			double *lane = s->lane[v] + CG_GROUP * group;

			for (int32_t step = CG_GROUP / 2; step > 0; step /= 2) {
				for (int32_t l = 0; l < step; l++)
					lane[l] += lane[l + step];
			}
			s->slot[j][v][group] = lane[0];
		}
	}
}

#endif

/* Lane l hands in its part of n_sums sums of tile or chunk j of the run: a group of lanes is added pair by pair, 16 apart, 8, … */
DEVICE_INLINE void cg_put(struct block b, struct cg_sums *s, int32_t j, int32_t l, int32_t n_sums, const double *part)
{
	UNROLL(2 * CG_SYSTEMS)
	for (int v = 0; v < 2 * CG_SYSTEMS; v++) {
		if (v >= n_sums)
			continue;
#ifdef __CUDACC__
		double sum = team_sum_f64(block_team(b), part[v]);

		if (l % CG_GROUP == 0)
			s->slot[j][v][l / CG_GROUP] = sum;
#else
		(void)b;
		s->lane[v][l] = part[v];
#endif
	}
#ifndef __CUDACC__
	if (l == CG_LANES - 1)
		cg_join(s, j, n_sums);
#endif
}

/* The sum of all lanes: of the groups' sums, half of them apart, a quarter, … For one thread, after a barrier. */
DEVICE_INLINE double cg_sum(struct cg_sums *s, int32_t j, int32_t v)
{
	double *slot = s->slot[j][v];

	UNROLL(3)
	for (int32_t step = CG_SLOTS / 2; step > 0; step /= 2) {
		UNROLL(4)
		for (int32_t l = 0; l < step; l++)
			slot[l] += slot[l + step];
	}
	return slot[0];
}

/* What all n tiles or chunks have handed in, in partial [n_sums][n]: lane l has every CG_LANES-th, in order. */
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
		cg_put(b, s, 0, l, n_sums, part);
	}
	block_barrier(b);
}

enum cg_part { CG_TILES, CG_CHUNKS };

/* Hand in what the lanes have put of a run; true for the block that then has the sums of all tiles or chunks, in the place of its first. */
DEVICE_INLINE bool cg_hand_in(const struct cg_args *k, struct block b, struct cg_sums *s, struct cg_run run, enum cg_part of, int32_t n_sums)
{
	int32_t n = of == CG_TILES ? k->n_tiles : k->n_chunks, n_runs = CG_BLOCKS * (of == CG_TILES ? k->tile_places : k->chunk_places);

	block_barrier(b);
	for (int32_t u = b.thread; u < run.n * n_sums; u += b.width)
		k->partial[(int64_t)(u % n_sums) * n + cg_run_part(run, u / n_sums)] = cg_sum(s, u / n_sums, u % n_sums);
	block_barrier(b);
	if (!block_is_last(b, &k->state->n_through[of], n_runs, &s->is_last))
		return false;
	if (b.thread == 0)
		k->state->n_through[of] = 0;
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

/* What an item's tiles have in common. */
struct cg_item {
	const struct cg_multiply_args *m;
	struct block b;
	struct cg_sums *sums;
	float *product;
	const float *from; /* the vector that is multiplied */
};

/* A row that has more entries than a tile: its sum is that of lanes, in double precision, rounded at the end. Lane 0 has it then. */
DEVICE_INLINE void cg_long_row(const struct cg_item *item, int32_t j, int32_t r, int32_t n_systems)
{
	const struct lab_csr *a = &item->m->cg.a;

	for (int32_t l = item->b.thread; l < CG_LANES; l += item->b.width) {
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

		for (int32_t e = a->row[r] + l; e < a->row[r + 1]; e += CG_LANES) {
			struct cg_entry x = cg_entry_at(item->from, a->column[e], n_systems);

			UNROLL(CG_SYSTEMS)
			for (int v = 0; v < CG_SYSTEMS; v++)
				part[v] += (double)a->value[e] * x.of[v];
		}
		cg_put(item->b, item->sums, j, l, n_systems, part);
	}
	block_barrier(item->b);
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
		double sum = cg_sum(s, 0, v), stop = m->cg.tolerance * m->cg.tolerance * sum;

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

/* Empty after the last of the run. */
DEVICE_INLINE struct cg_tile_place cg_tile_of(const struct cg_args *k, struct cg_run run, int32_t j)
{
	struct cg_tile_place place = {0, 0, 0, 0};

	if (j < run.n) {
		struct cg_tile from = k->tile[cg_run_part(run, j)], to = k->tile[cg_run_part(run, j) + 1];

		place.first = from.row;
		place.end = to.row;
		place.begin = from.entry;
		place.n = to.entry - from.entry;
	}
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

DEVICE_INLINE void cg_long_tile(const struct cg_item *item, int32_t j, int32_t r, int32_t n_systems)
{
	double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};
	float sum[CG_SYSTEMS] = {0, 0};

	cg_long_row(item, j, r, n_systems);
	if (item->b.thread == 0) {
		struct cg_row row = cg_row_at(&item->m->cg, r, r + 1, 0, item->from, n_systems);

		UNROLL(CG_SYSTEMS)
		for (int v = 0; v < CG_SYSTEMS; v++)
			sum[v] = v < n_systems ? (float)cg_sum(item->sums, j, v) : 0;
		cg_row_sums(item->m, &row, r, n_systems, sum, part);
	}
	block_barrier(item->b);
	for (int32_t l = item->b.thread; l < CG_LANES; l += item->b.width) {
		cg_put(item->b, item->sums, j, l, n_systems, part);
		part[0] = part[1] = 0; /* a thread of more lanes had the row as its first */
	}
}

#ifdef __CUDACC__

enum { CG_EACH = CG_TILE_ENTRIES / CUDA_BLOCK };

/* The columns and values of a tile that a thread has asked for. */
struct cg_asked {
	int32_t column[CG_EACH];
	float value[CG_EACH];
};

/* Both come once an iteration, so they shouldn't drive vectors out of the caches. */
DEVICE_INLINE void cg_ask_columns(const struct cg_args *k, struct block b, const struct cg_tile_place *t, struct cg_asked *asked)
{
	UNROLL(CG_EACH)
	for (int u = 0; u < CG_EACH; u++) {
		int32_t e = b.thread + u * CUDA_BLOCK;

		asked->column[u] = e < t->n ? load_once_i32(k->a.column + t->begin + e) : 0;
	}
}

DEVICE_INLINE void cg_ask_values(const struct cg_args *k, struct block b, const struct cg_tile_place *t, struct cg_asked *asked)
{
	UNROLL(CG_EACH)
	for (int u = 0; u < CG_EACH; u++) {
		int32_t e = b.thread + u * CUDA_BLOCK;

		asked->value[u] = e < t->n ? load_once(k->a.value + t->begin + e) : 0;
	}
}

DEVICE_INLINE void cg_ask(const struct cg_args *k, struct block b, const struct cg_tile_place *t, struct cg_asked *asked)
{
	cg_ask_columns(k, b, t, asked);
	cg_ask_values(k, b, t, asked);
}

/* Of a tile, each thread CG_EACH entries and CG_LANE_ROWS rows. What rows need is asked for before the products are there, and columns and
 * values of the next tile before the rows are added up. */
CG_HOT void cg_short_tile(const struct cg_item *item, int32_t j, const struct cg_tile_place *t, const struct cg_tile_place *next,
				 struct cg_asked *asked, int32_t n_systems)
{
	const struct cg_args *k = &item->m->cg;
	const float *__restrict__ from = item->from;
	struct block b = item->b;
	struct cg_row row[CG_LANE_ROWS];
	double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};
	struct cg_entry x[CG_EACH];

	UNROLL(CG_LANE_ROWS)
	for (int u = 0; u < CG_LANE_ROWS; u++)
		row[u] = cg_row_at(k, t->first + b.thread + u * CG_LANES, t->end, t->begin, from, n_systems);
	UNROLL(CG_EACH)
	for (int u = 0; u < CG_EACH; u++)
		x[u] = cg_entry_at(from, asked->column[u], n_systems);
	cg_ask_columns(k, b, next, asked);
	UNROLL(CG_EACH)
	for (int u = 0; u < CG_EACH; u++) {
		int32_t e = b.thread + u * CUDA_BLOCK;

		if (n_systems == 1) {
			item->product[e] = asked->value[u] * x[u].of[0];
		} else {
			struct cg_two two = {{asked->value[u] * x[u].of[0], asked->value[u] * x[u].of[1]}};

			((struct cg_two *)item->product)[e] = two;
		}
	}
	cg_ask_values(k, b, next, asked);
	block_barrier(b);
	UNROLL(CG_LANE_ROWS)
	for (int u = 0; u < CG_LANE_ROWS; u++) {
		float sum[CG_SYSTEMS] = {0, 0};

		for (int32_t e = row[u].from; e < row[u].to; e++) {
			struct cg_entry p = cg_entry_at(item->product, e, n_systems);

			sum[0] += p.of[0];
			if (n_systems > 1)
				sum[1] += p.of[1];
		}
		if (row[u].to >= 0)
			cg_row_sums(item->m, &row[u], t->first + b.thread + u * CG_LANES, n_systems, sum, part);
	}
	cg_put(b, item->sums, j, b.thread, n_systems, part);
	block_barrier(b);
}

#else

/* One thread asks for nothing ahead, and needs no memory between products and sums. */
struct cg_asked {
	char none;
};

DEVICE_INLINE void cg_ask(const struct cg_args *k, struct block b, const struct cg_tile_place *t, struct cg_asked *asked)
{
	(void)k, (void)b, (void)t, (void)asked;
}

CG_HOT void cg_short_tile(const struct cg_item *item, int32_t j, const struct cg_tile_place *t, const struct cg_tile_place *next,
				 struct cg_asked *asked, int32_t n_systems)
{
	const struct cg_args *k = &item->m->cg;
	const float *__restrict__ from = item->from;
	const int32_t *__restrict__ column = k->a.column + t->begin;
	const float *__restrict__ value = k->a.value + t->begin;

	(void)next, (void)asked;
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
			cg_row_sums(item->m, &row, r, n_systems, sum, part);
		}
		cg_put(item->b, item->sums, j, l, n_systems, part);
	}
}

#endif

/* The tiles of an item, of one system or two. */
CG_HOT void cg_product(const struct cg_multiply_args *m, int64_t i, struct block b, struct cg_sums *s, float *product, int32_t n_systems)
{
	const struct cg_args *k = &m->cg;
	struct cg_item item = {m, b, s, product, m->what == CG_PRODUCT_BEGIN ? k->x : m->what == CG_PRODUCT_DIRECTION ? k->p : k->s};
	struct cg_run run = cg_run_at(i, k->tile_places, k->n_tiles);
	struct cg_tile_place t = cg_tile_of(k, run, 0), next;
	struct cg_asked asked;

	if (k->state->over) {
		/* cg_direct has made its last step */
		for (int32_t v = 0; v < n_systems && i == 0 && b.thread == 0 && m->what == CG_PRODUCT_DIRECTION; v++)
			k->state->alpha[v] = 0;
		return;
	}
	cg_ask(k, b, &t, &asked);
	for (int32_t j = 0; j < run.n; j++, t = next) {
		next = cg_tile_of(k, run, j + 1);
		if (t.n <= CG_TILE_ENTRIES) {
			cg_short_tile(&item, j, &t, &next, &asked, n_systems);
		} else {
			cg_long_tile(&item, j, t.first, n_systems);
			cg_ask(k, b, &next, &asked);
		}
	}
	if (cg_hand_in(k, b, s, run, CG_TILES, n_systems) && b.thread == 0)
		cg_multiplied(m, s, n_systems);
}

struct cg_multiply_shared_32 {
	struct cg_sums sums;
	float product[CG_TILE_ENTRIES];
};

/* Item: some tiles of a place (struct cg_run). Floor: 8 bytes an entry, 8 a row, 8 a row and system, 4 gathered an entry and system. */
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
		double rr = cg_sum(s, 0, v), rz = cg_sum(s, 0, n + v);

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

/* Four entries of what a step of the residual needs. */
struct cg_residual {
	struct cg_four s, q, diagonal;
};

DEVICE_INLINE struct cg_residual cg_residual_at(const struct cg_args *k, int64_t at, int32_t n_systems)
{
	struct cg_residual four = {((const struct cg_four *)k->s)[at], ((const struct cg_four *)k->q)[at], cg_diagonals(k, at, n_systems)};

	return four;
}

/* Where the entries of a lane of a run's chunks are. */
DEVICE_INLINE int64_t cg_run_lane(struct cg_run run, int32_t l)
{
	return (int64_t)cg_run_part(run, l / CG_LANES) * CG_LANES + l % CG_LANES;
}

/* s −= α M⁻¹ q of four entries; r · r and r · s, with r = M s. */
DEVICE_INLINE void cg_update_four(const struct cg_update_args *m, int64_t at, struct cg_residual four, const float *alpha, int32_t n_systems,
				  double *part)
{
	struct cg_four s = four.s;

	if (!m->begins) {
		UNROLL(CG_FOUR)
		for (int u = 0; u < CG_FOUR; u++)
			s.of[u] -= alpha[u % n_systems] * four.q.of[u] / four.diagonal.of[u];
		((struct cg_four *)m->cg.s)[at] = s;
	}
	UNROLL(CG_FOUR)
	for (int u = 0; u < CG_FOUR; u++) {
		float r = four.diagonal.of[u] * s.of[u];

		part[u % n_systems] += (double)r * r;
		part[n_systems + u % n_systems] += (double)r * s.of[u];
	}
}

/* Lane after lane, over the chunks of a run. On a GPU, what the next one needs is asked for before this one's sums. */
CG_HOT void cg_update_run(const struct cg_update_args *m, struct cg_run run, struct block b, struct cg_sums *sums, int32_t n_systems)
{
	int32_t end = run.n * CG_LANES;
	struct cg_residual next = {{{0}}, {{0}}, {{0}}};
	float alpha[CG_SYSTEMS] = {0, 0};

	for (int32_t v = 0; v < n_systems && !m->begins; v++)
		alpha[v] = (float)m->cg.state->alpha[v];
#ifdef __CUDACC__
	if (b.thread < end)
		next = cg_residual_at(&m->cg, cg_run_lane(run, b.thread), n_systems);
#endif
	for (int32_t l = b.thread; l < end; l += b.width) {
		struct cg_residual four = next;
		double part[2 * CG_SYSTEMS] = {0, 0, 0, 0};

#ifdef __CUDACC__
		if (l + b.width < end)
			next = cg_residual_at(&m->cg, cg_run_lane(run, l + b.width), n_systems);
#else
		four = cg_residual_at(&m->cg, cg_run_lane(run, l), n_systems);
#endif
		cg_update_four(m, cg_run_lane(run, l), four, alpha, n_systems, part);
		cg_put(b, sums, l / CG_LANES, l % CG_LANES, 2 * n_systems, part);
	}
}

#define cg_update_shared_32 cg_sums

/* Item: some chunks of a place, CG_FOUR entries of each vector a lane. The step of x is the next kernel's, which reads p anyway. Floor: 12 bytes a row and
 * system, 4 a row. */
BLOCK_KERNEL(cg_update, m, i, b, shared)
{
	const struct cg_args *k = &m->cg;
	struct cg_run run = cg_run_at(i, k->chunk_places, k->n_chunks);

	if (k->state->over && !m->begins)
		return;
	if (k->n_systems == 1)
		cg_update_run(m, run, b, shared, 1);
	else
		cg_update_run(m, run, b, shared, 2);
	if (cg_hand_in(k, b, shared, run, CG_CHUNKS, 2 * k->n_systems) && b.thread == 0)
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
