/*
 * Monte-Carlo SSTA ([SSTA]): each state's arrival is the largest of sums, in many samples side by
 * side, levels one after another. Delays of a sample are nominal + sigma·z with z a function of (seed,
 * arc, sample), see ssta_draw.h, so nothing is stored of a sample, and any of them can be drawn again.
 *
 * On a GPU a lane has two quads of samples, those of two Philox calls; on the CPU all quads of a block are
 * a loop that vectors are made of.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/ssta/ssta_args.h"

#ifndef SSTA_ONCE
#define SSTA_ONCE

/* k_ssta_even.cu is all of this once more for samples that are spread evenly, so that the loops of others
 * keep their registers. */
#ifndef SSTA_EVEN
#define SSTA_EVEN 0
#endif
#define SSTA_TEAM_KERNEL(...)  TEAM_KERNEL(__VA_ARGS__)
#define SSTA_BLOCK_KERNEL(...) BLOCK_KERNEL(__VA_ARGS__)

#ifdef __CUDACC__
/* Of four samples, a lane has QUADS at once, QUAD_STRIDE quads apart. */
enum { QUADS = SSTA_QUADS, QUAD_STRIDE = 32 };
#define SSTA_LOOP _Pragma("unroll")
#define SSTA_HOT DEVICE_INLINE
#define SSTA_ITEM_WARPS (CUDA_BLOCK / CUDA_WARP)
#else
#include "gpu/ssta/ssta_vectors.h"
enum { QUADS = SSTA_BLOCK / 4, QUAD_STRIDE = 1 };
#define SSTA_LOOP _Pragma("GCC ivdep")
#define SSTA_HOT static inline __attribute__((always_inline))
#define SSTA_ITEM_WARPS 1
#endif

/* Where a slot has sample j of a lane's quad q. */
SSTA_HOT int32_t place_of(int32_t lane, int32_t q, int32_t j)
{
#ifdef __CUDACC__
	return 4 * (lane + q * QUAD_STRIDE) + j;
#else
	(void)lane;
	return j * QUADS + q;
#endif
}

/* What is looked up for one arc, or one check. */
struct drawn {
	uint32_t key[2], domain, early;
	int32_t sigma[2]; /* where z is positive, and where it is negative */
	int32_t nominal;  /* fs: what is added */
	int32_t region;
};

#ifdef SSTA_X86
#include "gpu/ssta/ssta_x86.h"
#endif

#if SSTA_EVEN
/* As stratify_quad(), of all quads; those that the permutation has beyond n go on until none has. */
SSTA_HOT void stratify_words(const struct ssta_samples *s, uint32_t quad, const uint32_t key[2],
			     uint32_t domain, uint32_t word[4][QUADS])
{
	const struct ssta_strata strata = s->strata;
	uint32_t p[4][QUADS], at[4][QUADS], beyond = 1;

	SSTA_LOOP
	for (int q = 0; q < QUADS; q++) {
		uint32_t here = quad + (uint32_t)(q * QUAD_STRIDE), c[4];
		uint32_t replicate = replicate_of(&strata, here);

		permutation_key(s->seed, replicate, domain, key, c);
		for (int j = 0; j < 4; j++) {
			p[j][q] = c[j];
			at[j][q] = permuted_once(&strata, c[0], c[1], c[2], c[3],
						 4 * here - replicate * strata.n + (uint32_t)j);
		}
	}
	while (beyond) {
		beyond = 0;
		for (int j = 0; j < 4; j++) {
			SSTA_LOOP
			for (int q = 0; q < QUADS; q++) {
				uint32_t next = permuted_once(&strata, p[0][q], p[1][q], p[2][q],
							      p[3][q], at[j][q]);

				at[j][q] = at[j][q] < strata.n ? at[j][q] : next;
				beyond |= at[j][q] >= strata.n;
			}
		}
	}
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			word[j][q] = stratified_word(&strata, at[j][q], word[j][q]);
	}
}
#endif

/* The words of an arc in the four samples of each quad. */
SSTA_HOT void draw_words(const struct ssta_samples *s, uint32_t quad, const uint32_t key[2],
			 uint32_t domain, uint32_t word[4][QUADS])
{
	uint32_t pair = s->is_antithetic ? 1 : 0;

	SSTA_LOOP
	for (int q = 0; q < QUADS; q++) {
		uint32_t at = quad + (uint32_t)(q * QUAD_STRIDE);
		uint32_t c[4] = {at & ~pair, domain, key[0], key[1]};
		uint32_t flip = at & pair ? 0xffffffffu : 0;

		philox(c, s->seed);
		word[0][q] = c[0] ^ flip;
		word[1][q] = c[1] ^ flip;
		word[2][q] = c[2] ^ flip;
		word[3][q] = c[3] ^ flip;
	}
#if SSTA_EVEN
	if (s->strata.n)
		stratify_words(s, quad, key, domain, word);
#endif
}

/* nominal + sigma·z of each, fs. */
SSTA_HOT void own_delays(const struct normal_piece *table, const struct drawn *d,
			 uint32_t word[4][QUADS], int32_t delay[4][QUADS])
{
	const int32_t up = d->sigma[0], down = d->sigma[1];

	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			delay[j][q] = ssta_delay(d->nominal, (int32_t)word[j][q] < 0 ? down : up,
						 normal_magnitude(table, word[j][q]), d->early);
	}
}

/* The same where arcs share a part of z. */
SSTA_HOT void shared_delays(const struct ssta_samples *s, const struct normal_piece *table,
			    const int32_t *shared, const struct drawn *d, uint32_t word[4][QUADS],
			    int32_t lane, int32_t delay[4][QUADS])
{
	const int32_t up = d->sigma[0], down = d->sigma[1];

	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++) {
			int32_t z = joined_z(shared[place_of(lane, q, j)], word[j][q],
					     normal_magnitude(table, word[j][q]), s->own);

			delay[j][q] = ssta_delay(d->nominal, z < 0 ? down : up,
						 (uint32_t)(z < 0 ? -z : z), d->early);
		}
	}
}

/* The vectors that code is compiled for. */
enum vectors { VECTORS_ANY, VECTORS_256, VECTORS_512 };

SSTA_HOT void make_delays(const struct ssta_samples *s, const struct normal_piece *table,
			  const struct drawn *d, int64_t block, int32_t lane, enum vectors vectors,
			  int32_t delay[4][QUADS])
{
	uint32_t quad = (uint32_t)((s->first + block * SSTA_BLOCK) / 4) + (uint32_t)lane;
	uint32_t word[4][QUADS];

	(void)vectors;
#ifdef SSTA_X86
	if (vectors == VECTORS_512 && !s->shared && !SSTA_EVEN) {
		own_delays_512(s, quad, d, delay);
		return;
	}
	if (vectors == VECTORS_256 && !s->shared && !SSTA_EVEN) {
		own_delays_256(s, quad, d, delay);
		return;
	}
#endif
	draw_words(s, quad, d->key, d->domain, word);
#ifdef SSTA_X86
	if (vectors == VECTORS_512 && !s->shared) {
		word_delays_512(table, d, word, delay);
		return;
	}
#endif
	if (s->shared)
		shared_delays(s, table,
			      s->shared + ((int64_t)d->region * s->n_blocks + block) * SSTA_BLOCK, d,
			      word, lane, delay);
	else
		own_delays(table, d, word, delay);
}

#if FS_BITS == 32

#if SSTA_EVEN
/* The words of a factor by Sobol's sequence, in the four samples of each quad. */
SSTA_HOT void draw_sobol(const struct ssta_samples *s, uint32_t quad, const struct ssta_factor *f,
			 uint32_t word[4][QUADS])
{
	enum { KINDS = QUAD_STRIDE % 4 ? 4 : 1 }; /* of quads that scramble differently */
	const uint32_t *direction = s->sobol + f->dimension * SOBOL_BITS;
	uint32_t key[KINDS][4][4];

	for (int kind = 0; kind < KINDS; kind++)
		for (int j = 0; j < 4; j++)
			sobol_scrambling(s->seed, quad + (uint32_t)kind, (uint32_t)j, f->domain,
					 f->key, key[kind][j]);
	for (int q = 0; q < QUADS; q++) {
		uint32_t at = quad + (uint32_t)(q * QUAD_STRIDE);
		uint32_t point = sobol_point(direction, at / 4);

		for (int j = 0; j < 4; j++)
			word[j][q] = scrambled(point, key[q % KINDS][j]);
	}
}
#endif

/* The words of a factor in the four samples of each quad. */
SSTA_HOT void draw_factor(const struct ssta_samples *s, uint32_t quad, const struct ssta_factor *f,
			  uint32_t word[4][QUADS])
{
#if SSTA_EVEN
	if (s->sobol && f->dimension < SOBOL_DIMENSIONS) {
		draw_sobol(s, quad, f, word);
		return;
	}
#endif
	draw_words(s, quad, f->key, f->domain, word);
}

/* The part of a factor that is drawn. */
SSTA_HOT void add_drawn(const struct ssta_samples *s, uint32_t quad, const struct ssta_factor *f,
			int64_t sum[4][QUADS])
{
	uint32_t word[4][QUADS];

	draw_factor(s, quad, f, word);
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			sum[j][q] += factor_part(f->weight, word[j][q],
						 normal_magnitude(s->table, word[j][q]));
	}
}

/* The part of one that is another row's sum. */
SSTA_HOT void add_summed(const int32_t *of, int32_t weight, int32_t lane, int64_t sum[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			sum[j][q] += (int64_t)weight * of[place_of(lane, q, j)];
	}
}

SSTA_HOT void sum_row(const struct ssta_shared_args *k, int64_t row, int64_t block, int32_t lane,
		      enum vectors vectors)
{
	const struct ssta_samples *s = &k->samples;
	uint32_t quad = (uint32_t)((s->first + block * SSTA_BLOCK) / 4) + (uint32_t)lane;
	int32_t *shared = k->shared + block * SSTA_BLOCK;
	int64_t sum[4][QUADS], stride = (int64_t)s->n_blocks * SSTA_BLOCK;

	(void)vectors;
	memset(sum, 0, sizeof sum);
	for (int32_t i = k->row[row]; i < k->row[row + 1]; i++) {
		const struct ssta_factor *f = &k->factor[i];

		if (f->domain == SSTA_ROW)
			add_summed(shared + f->key[0] * stride, f->weight, lane, sum);
		else
			add_drawn(s, quad, f, sum);
	}
	for (int j = 0; j < 4; j++)
		for (int q = 0; q < QUADS; q++)
			shared[row * stride + place_of(lane, q, j)] = factor_sum(sum[j][q], k->limit);
}

#ifdef __CUDACC__
#define SUM_ROW(...) sum_row(__VA_ARGS__, VECTORS_ANY)
#else
#define SUM_ROW(...) row_item(__VA_ARGS__)
SSTA_VECTORS(row_item, sum_row,
	     (const struct ssta_shared_args *k, int64_t row, int64_t block, int32_t lane), k, row,
	     block, lane)
#endif

/*
 * Item: row and block of samples. What the arcs of a region share, or what such sums are made of. Floor: 4
 * bytes a sample, and of each row that it is made of.
 */
SSTA_TEAM_KERNEL(ssta_shared, k, i, t)
{
	SUM_ROW(k, k->first + i / k->samples.n_blocks, i % k->samples.n_blocks, t.lane);
}

#endif

#ifdef __CUDACC__
#define SSTA_CALL(item, body, ...) FS_NAME(body)(__VA_ARGS__, VECTORS_ANY)
#else
#define SSTA_CALL(item, body, ...) FS_NAME(item)(__VA_ARGS__)
#endif

#define LEAST_32 INT32_MIN
#define LEAST_64 INT64_MIN

#endif /* SSTA_ONCE */

struct FS_NAME(ssta_level_shared) {
	struct normal_piece piece[NORMAL_PIECES];
};

/* Four times a time; a lane's of a slot. */
SSTA_HOT void FS_NAME(load_lanes)(const fs_t *slot, int32_t lane, fs_t at[4][QUADS])
{
#ifdef __CUDACC__
	struct __align__(16) four {
		fs_t time[4];
	};

	for (int q = 0; q < QUADS; q++) {
		struct four times = ((const struct four *)slot)[lane + q * QUAD_STRIDE];

		for (int j = 0; j < 4; j++)
			at[j][q] = times.time[j];
	}
#else
	(void)lane;
	memcpy(at, slot, 4 * QUADS * sizeof(fs_t));
#endif
}

SSTA_HOT void FS_NAME(store_lanes)(fs_t *slot, int32_t lane, fs_t at[4][QUADS])
{
#ifdef __CUDACC__
	struct __align__(16) four {
		fs_t time[4];
	};

	for (int q = 0; q < QUADS; q++) {
		struct four times;

		for (int j = 0; j < 4; j++)
			times.time[j] = at[j][q];
		((struct four *)slot)[lane + q * QUAD_STRIDE] = times;
	}
#else
	(void)lane;
	memcpy(slot, at, 4 * QUADS * sizeof(fs_t));
#endif
}

SSTA_HOT void FS_NAME(copy_lanes)(fs_t to[4][QUADS], fs_t from[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			to[j][q] = from[j][q];
	}
}

/* All the same: at = time. */
SSTA_HOT void FS_NAME(fill_lanes)(fs_t at[4][QUADS], fs_t time)
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			at[j][q] = time;
	}
}

/* best = the larger of best and at + nominal + delay. */
SSTA_HOT void FS_NAME(take_larger)(fs_t best[4][QUADS], fs_t at[4][QUADS], fs_t nominal,
				   bool varies, int32_t delay[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++) {
			fs_t sum = at[j][q] + nominal + (varies ? delay[j][q] : 0);

			best[j][q] = sum > best[j][q] ? sum : best[j][q];
		}
	}
}

/* Can an arc be the latest in a sample of the block, whatever is drawn for it? A warp says so for all of
 * its lanes. */
SSTA_HOT bool FS_NAME(can_be_largest)(const struct ssta_op *op, int32_t bound, fs_t at[4][QUADS],
				      fs_t best[4][QUADS])
{
	int32_t sigma = op->sigma[0] > op->sigma[1] ? op->sigma[0] : op->sigma[1];
	fs_t most = (fs_t)op->nominal +
		    (fs_t)(((int64_t)(sigma > 0 ? sigma : 0) * bound >> (Z_SHIFT + SIGMA_SHIFT)) + 1);
	int32_t can = 0;

	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			can |= at[j][q] + most > best[j][q];
	}
#ifdef __CUDACC__
	return __any_sync(0xffffffffu, can) != 0;
#else
	return can != 0;
#endif
}

/* One chain in one block of samples. */
SSTA_HOT void FS_NAME(run_chain)(const struct ssta_level_args *k, const struct normal_piece *table,
				 int64_t chain, int64_t block, int32_t lane, enum vectors vectors)
{
	const struct ssta_op *next = k->op + k->chain_row[chain];
	const struct ssta_op *end = k->op + k->chain_row[chain + 1];
	int64_t stride = (int64_t)k->samples.n_blocks * SSTA_BLOCK;
	fs_t *slots = (fs_t *)k->slot + block * SSTA_BLOCK;
	fs_t best[4][QUADS], before[4][QUADS];

	FS_NAME(fill_lanes)(best, FS_NAME(LEAST));
	FS_NAME(fill_lanes)(before, 0);
	for (; next < end; next++) {
		const struct ssta_op op = *next;
		fs_t at[4][QUADS];

		if (op.source >= 0)
			FS_NAME(load_lanes)(slots + op.source * stride, lane, at);
		else if (op.source == SSTA_CHAINED)
			FS_NAME(copy_lanes)(at, before);
		else
			FS_NAME(fill_lanes)(at, 0);
		if (op.may_skip && k->samples.bound &&
		    !FS_NAME(can_be_largest)(&op, k->samples.bound, at, best)) {
			/* it is below what is there in all samples */
		} else if (op.sigma[0] | op.sigma[1]) {
			/* with 32 bits the nominal delay is added where the product is rounded */
			const bool apart = FS_BITS == 64;
			const struct drawn d = {{op.key[0], op.key[1]},
						SSTA_ARC,
						op.early,
						{op.sigma[0], op.sigma[1]},
						apart ? 0 : (int32_t)op.nominal,
						op.region};
			int32_t delay[4][QUADS];

			make_delays(&k->samples, table, &d, block, lane, vectors, delay);
			FS_NAME(take_larger)(best, at, apart ? (fs_t)op.nominal : 0, true, delay);
		} else {
			FS_NAME(take_larger)(best, at, (fs_t)op.nominal, false, NULL);
		}
		if (op.ends) {
			FS_NAME(copy_lanes)(before, best);
			FS_NAME(fill_lanes)(best, FS_NAME(LEAST));
		}
	}
	FS_NAME(store_lanes)(slots + k->chain_slot[chain] * stride, lane, before);
}

#ifndef __CUDACC__
SSTA_VECTORS(FS_NAME(chain_item), FS_NAME(run_chain),
	     (const struct ssta_level_args *k, const struct normal_piece *table, int64_t chain,
	      int64_t block, int32_t lane),
	     k, table, chain, block, lane)
#endif

/*
 * Item: a part of the level. Whatever a warp works on next is another block of samples of the same
 * chain as its neighbour's, so the graph comes from the cache.
 *
 * Floor: an arc that varies is a quarter of a Philox call (20 wide products, 20 of three-way logic: 15
 * slots, when a wide product takes two), a conversion, a look-up of 8 bytes in shared memory, two
 * products, a sum and a maximum: 28 slots in all; and 4 bytes of each source with a slot, 4 of each
 * state with one. On an H200 (3.3e13 slots a second, 4.8 TB/s) 0.30 s for the 3.5e11 draws of leon2
 * in 64K samples, and 0.25 s for 1.2 TB of arrivals beside it. nvcc's code for sm_90 has 34
 * instructions a draw with two quads a lane, 44 with one.
 */
SSTA_BLOCK_KERNEL(ssta_level, k, i, b, shared)
{
	const struct normal_piece *table = k->samples.table;
	int32_t warp = 0, lane = 0;

#ifdef __CUDACC__
	for (int32_t p = b.thread; p < NORMAL_PIECES; p += b.width)
		shared->piece[p] = table[p];
	block_barrier(b);
	table = shared->piece;
	warp = b.thread / CUDA_WARP;
	lane = b.thread % CUDA_WARP;
#else
	(void)b, (void)shared;
#endif
	for (int64_t w = i * SSTA_ITEM_WARPS + warp; w < k->n_work; w += k->n_items * SSTA_ITEM_WARPS)
		SSTA_CALL(chain_item, run_chain, k, table, w / k->samples.n_blocks,
			  w % k->samples.n_blocks, lane);
}

#ifndef SSTA_TWICE
SSTA_HOT void make_check(const struct ssta_samples *s, const struct ssta_sink *sink, int64_t block,
			 int32_t lane, enum vectors vectors, int32_t delta[4][QUADS])
{
	const struct drawn d = {{sink->key[0], sink->key[1]},
				SSTA_CHECK,
				0,
				{sink->sigma[0], sink->sigma[1]},
				0,
				sink->region};

	make_delays(s, s->table, &d, block, lane, vectors, delta);
}
#endif

/* The worst slack of an end in each sample of a block, fs. */
SSTA_HOT void FS_NAME(end_slacks)(const struct ssta_ends_args *k, const struct ssta_end *e,
				  int64_t block, int32_t lane, enum vectors vectors,
				  int64_t slack[4][QUADS])
{
	int64_t stride = (int64_t)k->samples.n_blocks * SSTA_BLOCK;
	const fs_t *slots = (const fs_t *)k->slot + block * SSTA_BLOCK;

	for (int32_t i = e->first; i < e->first + e->n; i++) {
		const struct ssta_sink *sink = &k->sink[i];
		fs_t data[4][QUADS], clock[4][QUADS];
		int32_t delta[4][QUADS];

		if (sink->data >= 0)
			FS_NAME(load_lanes)(slots + sink->data * stride, lane, data);
		else
			FS_NAME(fill_lanes)(data, 0);
		if (sink->clock >= 0)
			FS_NAME(load_lanes)(slots + sink->clock * stride, lane, clock);
		else
			FS_NAME(fill_lanes)(clock, 0);
		if (sink->sigma[0] | sink->sigma[1])
			make_check(&k->samples, sink, block, lane, vectors, delta);
		else
			memset(delta, 0, sizeof delta);
		for (int j = 0; j < 4; j++) {
			SSTA_LOOP
			for (int q = 0; q < QUADS; q++) {
				int64_t value = sink->constant - delta[j][q] - data[j][q] -
						clock[j][q];

				slack[j][q] = i == e->first || value < slack[j][q] ? value
										   : slack[j][q];
			}
		}
	}
}

#ifndef SSTA_TWICE
#define SSTA_TWICE

struct end_sums {
	int64_t sum[N_SSTA_POWERS][QUADS];
	int64_t n_failing, n_large;
};

/* Samples of the block that don't count get a deviation of 0. */
SSTA_HOT void sum_powers(struct end_sums *s, int32_t d[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++) {
			int64_t x = d[j][q], square = x * x;
			int64_t h = square >> 24, l = square & 0xffffff;

			s->sum[SSTA_D][q] += x;
			s->sum[SSTA_H][q] += h;
			s->sum[SSTA_L][q] += l;
			s->sum[SSTA_DH][q] += (int64_t)(int32_t)x * (int32_t)h;
			s->sum[SSTA_DL][q] += (int64_t)(int32_t)x * (int32_t)l;
			s->sum[SSTA_HH][q] += (int64_t)(int32_t)h * (int32_t)h;
			s->sum[SSTA_HL][q] += (int64_t)(int32_t)h * (int32_t)l;
			s->sum[SSTA_LL][q] += (int64_t)(int32_t)l * (int32_t)l;
		}
	}
}

SSTA_HOT void add_to_sum(struct ssta_sum *to, int64_t value)
{
	atomic_add_u64(&to->low, (uint64_t)value & 0xffffffffu);
	atomic_add_i64(&to->high, value >> 32);
}

/* The least, looked at first: mostly it is there already. A value that is read late is a larger one,
 * which costs no more than the operation. */
SSTA_HOT void take_least(int64_t *at, int64_t key)
{
	if (key < *(volatile int64_t *)at)
		atomic_min_64(at, key);
}

/* Slacks of a block into the wave's arrays, and as deviations from the nominal one. */
SSTA_HOT void keep_slacks(const struct ssta_ends_args *k, const struct ssta_end *e, int64_t number,
			  int64_t block, int32_t lane, int64_t slack[4][QUADS], int32_t d[4][QUADS],
			  struct end_sums *sums)
{
	int64_t n = (int64_t)k->samples.n_blocks * SSTA_BLOCK;

	for (int q = 0; q < QUADS; q++) {
		for (int j = 0; j < 4; j++) {
			int64_t s = block * SSTA_BLOCK + 4 * (lane + q * QUAD_STRIDE) + j;
			int64_t value = slack[j][q], deviation = value - e->nominal;
			bool counts = k->samples.first + s >= k->begin &&
				      k->samples.first + s < k->end;
			bool large = deviation >= 1 << 24 || deviation <= -(1 << 24);
			int64_t key = (int64_t)((uint64_t)value << SSTA_END_BITS) | number;

			d[j][q] = counts && !large ? (int32_t)deviation : 0;
			if (!counts)
				continue;
			sums->n_large += large;
			sums->n_failing += value < 0;
			take_least(&k->chip[s], key);
			take_least(&k->group[e->group * n + s], key);
			if (e->series >= 0)
				k->series[e->series * n + s] = value;
		}
	}
}

#endif /* SSTA_TWICE */

SSTA_HOT void FS_NAME(run_end)(const struct ssta_ends_args *k, int64_t i, int32_t lane,
			       struct end_sums *sums, enum vectors vectors)
{
	const struct ssta_end *e = &k->ends[i / k->n_chunks];
	int64_t block = i % k->n_chunks * k->chunk, end = block + k->chunk;

	end = end < k->samples.n_blocks ? end : k->samples.n_blocks;
	for (; block < end; block++) {
		int64_t slack[4][QUADS];
		int32_t d[4][QUADS];

		FS_NAME(end_slacks)(k, e, block, lane, vectors, slack);
		keep_slacks(k, e, e->number, block, lane, slack, d, sums);
		sum_powers(sums, d);
	}
}

#ifndef __CUDACC__
SSTA_VECTORS(FS_NAME(end_item), FS_NAME(run_end),
	     (const struct ssta_ends_args *k, int64_t i, int32_t lane, struct end_sums *sums), k, i,
	     lane, sums)
#endif

/*
 * Item: end and a chunk of the blocks; a team does these one after another. Floor: 4 bytes a sample and
 * slot, 8 of the chip's and the group's least each.
 */
SSTA_TEAM_KERNEL(ssta_ends, k, i, t)
{
	struct ssta_moments *m = &k->moments[k->ends[i / k->n_chunks].number];
	struct end_sums sums;

	memset(&sums, 0, sizeof sums);
	SSTA_CALL(end_item, run_end, k, i, t.lane, &sums);
	for (int p = 0; p < N_SSTA_POWERS; p++) {
		int64_t sum = 0;

		for (int q = 0; q < QUADS; q++)
			sum += sums.sum[p][q];
		sum = (int64_t)team_sum_u64(t, (uint64_t)sum);
		if (t.lane == 0)
			add_to_sum(&m->sum[p], sum);
	}
	sums.n_failing = (int64_t)team_sum_u64(t, (uint64_t)sums.n_failing);
	sums.n_large = (int64_t)team_sum_u64(t, (uint64_t)sums.n_large);
	if (t.lane == 0 && sums.n_failing)
		atomic_add_i64(&m->n_failing, sums.n_failing);
	if (t.lane == 0 && sums.n_large)
		atomic_add_i64(&m->n_large, sums.n_large);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/ssta/k_ssta.cu"
#endif
