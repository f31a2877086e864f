/*
 * Monte-Carlo SSTA ([SSTA]): each state's arrival is the largest of sums, in many samples side by
 * side, levels one after another. Delays of a sample are nominal + sigma·z with z a function of (seed,
 * arc, sample), see ssta_draw.h, so nothing is stored of a sample, and any of them can be drawn again.
 */
#define CUDA_RESIDENT 4 /* blocks: 64 registers a thread */
#define LANE_QUADS    SSTA_QUADS
#include "gpu/ssta/ssta_lanes.h"

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

struct FS_NAME(ssta_level_shared) {
	struct normal_piece piece[NORMAL_PIECES];
};

#ifdef __CUDACC__
SSTA_HOT void FS_NAME(store_lanes)(char *slot, fs_t at[4][QUADS])
{
	struct __align__(16) four {
		fs_t time[4];
	};

	for (int q = 0; q < QUADS; q++) {
		struct four times;

		for (int j = 0; j < 4; j++)
			times.time[j] = at[j][q];
		((struct four *)slot)[q * QUAD_STRIDE] = times;
	}
}
#endif

SSTA_HOT void FS_NAME(copy_lanes)(fs_t to[4][QUADS], fs_t from[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			to[j][q] = from[j][q];
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

#ifndef SSTA_ONCE
#define SSTA_ONCE

/* The ops of a chain and the slot that its last state goes to. */
struct chain_place {
	int32_t first, n, slot;
};

SSTA_HOT struct chain_place chain_place_of(const struct ssta_level_args *k, int32_t chain)
{
	int32_t first = k->chain_row[chain];
	struct chain_place place = {first, k->chain_row[chain + 1] - first, k->chain_slot[chain]};

	return place;
}

/* What a team runs: a chain in a block of samples. */
struct chain_run {
	struct chain_place at;
	int32_t block, lane, following; /* the first op of the chain after it */
};

#endif

/* best = the larger of best and what comes through an op from `at`. */
SSTA_HOT void FS_NAME(take_op)(const struct ssta_level_args *k, const struct normal_piece *table,
			       const struct ssta_op *op, const struct lane_samples *lane,
			       enum vectors vectors, fs_t at[4][QUADS], fs_t best[4][QUADS])
{
	/* with 32 bits the nominal delay is added where the product is rounded */
	const bool apart = FS_BITS == 64;
	const struct drawn d = {{op->key[0], op->key[1]},
				SSTA_ARC,
				op->early,
				{op->sigma[0], op->sigma[1]},
				apart ? 0 : (int32_t)op->nominal,
				op->region};
	int32_t delay[4][QUADS];

	if (op->may_skip && k->samples.bound &&
	    !FS_NAME(can_be_largest)(op, k->samples.bound, at, best))
		return; /* it is below what is there in all samples */
	if (!(op->sigma[0] | op->sigma[1])) {
		FS_NAME(take_larger)(best, at, (fs_t)op->nominal, false, NULL);
		return;
	}
	make_delays(&k->samples, table, &d, lane, vectors, delay);
	FS_NAME(take_larger)(best, at, apart ? (fs_t)op->nominal : 0, true, delay);
}

#ifdef __CUDACC__
/* One chain in one block of samples. An op is asked for while the one before it is drawn. */
SSTA_HOT void FS_NAME(run_chain)(const struct ssta_level_args *k, const struct normal_piece *table,
				 const struct chain_run *run, enum vectors vectors)
{
	const struct ssta_samples *s = &k->samples;
	const struct lane_samples samples = lane_samples_of(s, run->block, run->lane);
	char *slots = FS_NAME(lane_slots)(k->slot, run->block, run->lane);
	int32_t next = run->at.first, n_left = run->at.n;
	fs_t best[4][QUADS];

	FS_NAME(fill_lanes)(best, FS_NAME(LEAST));
	do {
		const struct ssta_op op = k->op[next];
		fs_t at[4][QUADS];

		next = n_left > 1 ? next + 1 : run->following;
		ask_for_near(k->op + next);
		if (op.source >= 0) {
			FS_NAME(load_lanes)(slots + FS_NAME(slot_bytes)(s, op.source), at);
		} else if (op.source == SSTA_CHAINED) {
			FS_NAME(copy_lanes)(at, best);
			FS_NAME(fill_lanes)(best, FS_NAME(LEAST));
			BRANCH_APART;
		} else {
			FS_NAME(fill_lanes)(at, 0);
		}
		FS_NAME(take_op)(k, table, &op, &samples, vectors, at, best);
	} while (--n_left);
	FS_NAME(store_lanes)(slots + FS_NAME(slot_bytes)(s, run->at.slot), best);
}
#else
/* An op in a block of samples: out = what comes through it from `at`, or `before` where that is larger (NULL = it is
 * the first one of its state). */
struct FS_NAME(op_run) {
	const struct ssta_op *op;
	fs_t (*at)[QUADS], (*before)[QUADS], (*out)[QUADS];
};

#ifdef SSTA_X86
/* By vectors of 512 bits, which need no copies: false = the op isn't drawn, or not by words of its own. */
SSTA_HOT bool FS_NAME(take_by_512)(const struct ssta_samples *s, const struct FS_NAME(op_run) *run,
				   uint32_t quad)
{
	const struct ssta_op *op = run->op;
	const struct taken_512 taken = {
		.out = run->out, .before = run->before, .at = run->at, .nominal = op->nominal};
	const struct drawn d = {{op->key[0], op->key[1]},
				SSTA_ARC,
				op->early,
				{op->sigma[0], op->sigma[1]},
				FS_BITS == 64 ? 0 : (int32_t)op->nominal,
				op->region};

	if (s->shared || (SSTA_EVEN && s->strata.n) || !(op->sigma[0] | op->sigma[1]))
		return false;
	if (op->may_skip && s->bound && run->before &&
	    !FS_NAME(can_be_largest)(op, s->bound, run->at, run->before))
		return false;
	FS_NAME(take_own_512)(s, quad, &d, &taken);
	return true;
}
#endif

/* One chain in one block of samples. The CPU has no registers for all arrivals, which are read and written
 * where they are. */
SSTA_HOT void FS_NAME(run_chain)(const struct ssta_level_args *k, const struct normal_piece *table,
				 const struct chain_run *run, enum vectors vectors)
{
	static const fs_t zero[4][QUADS] SSTA_ALIGNED(64);
	const struct ssta_samples *s = &k->samples;
	const struct lane_samples samples = lane_samples_of(s, run->block, run->lane);
	char *slots = FS_NAME(lane_slots)(k->slot, run->block, run->lane);
	int32_t next = run->at.first, n_left = run->at.n, now = 0;
	fs_t state[2][4][QUADS] SSTA_ALIGNED(64), (*best)[QUADS] = NULL;

	do {
		struct FS_NAME(op_run) at = {k->op + next, (fs_t(*)[QUADS])zero, best, state[now]};

		next = n_left > 1 ? next + 1 : run->following;
		ask_for_near(k->op + next);
		if (at.op->source >= 0) {
			at.at = (fs_t(*)[QUADS])(slots + FS_NAME(slot_bytes)(s, at.op->source));
		} else if (at.op->source == SSTA_CHAINED) {
			now = !now;
			at.at = best;
			at.before = NULL;
			at.out = state[now];
		}
		if (n_left == 1)
			at.out = (fs_t(*)[QUADS])(slots + FS_NAME(slot_bytes)(s, run->at.slot));
		best = at.out;
#ifdef SSTA_X86
		if (vectors == VECTORS_512 && FS_NAME(take_by_512)(s, &at, samples.quad))
			continue;
#endif
		if (!at.before)
			FS_NAME(fill_lanes)(at.out, FS_NAME(LEAST));
		else if (at.out != at.before)
			FS_NAME(copy_lanes)(at.out, at.before);
		FS_NAME(take_op)(k, table, at.op, &samples, vectors, at.at, at.out);
	} while (--n_left);
}
#endif

#ifndef __CUDACC__
SSTA_VECTORS(FS_NAME(chain_item), FS_NAME(run_chain),
	     (const struct ssta_level_args *k, const struct normal_piece *table,
	      const struct chain_run *run),
	     k, table, run)
#endif

/*
 * Item: a part of the level. What neighbouring warps work on are blocks of samples of the same chain, so the
 * graph comes from the cache.
 *
 * Floor: an arc that varies is a quarter of a Philox call (14 wide products, 14 of three-way logic: 10.5
 * slots, when a wide product takes two), a conversion, a look-up of 8 bytes in shared memory, two
 * products, a sum and a maximum: 23.5 slots in all; and 4 bytes of each source with a slot, 4 of each
 * state with one. On an H200 (3.3e13 slots a second, 4.8 TB/s) 0.25 s for the 3.5e11 draws of leon2
 * in 64K samples, and 0.25 s for 1.2 TB of arrivals beside it. With ten rounds nvcc's code for
 * sm_90 had 28 instructions a draw with two quads a lane.
 */
SSTA_BLOCK_KERNEL(ssta_level, k, i, b, shared)
{
	const struct normal_piece *table = k->samples.table;
	const int32_t n_blocks = k->samples.n_blocks;
	const int64_t step = k->n_items * SSTA_ITEM_WARPS;
	int64_t begin = i * SSTA_ITEM_WARPS;
	int32_t chain, block;
	struct chain_place next;
	struct chain_run run;

	run.lane = 0;
#ifdef __CUDACC__
	for (int32_t p = b.thread; p < NORMAL_PIECES; p += b.width)
		shared->piece[p] = table[p];
	block_barrier(b);
	table = shared->piece;
	begin += b.thread / CUDA_WARP;
	run.lane = b.thread % CUDA_WARP;
#else
	(void)b, (void)shared;
#endif
	chain = (int32_t)(begin / n_blocks);
	block = (int32_t)(begin % n_blocks);
	if (chain >= k->n_chains)
		return;
	next = chain_place_of(k, chain);
	ask_for_near(k->op + next.first);
	while (chain < k->n_chains) {
		run.at = next;
		run.block = block;
		chain += (int32_t)(step / n_blocks);
		block += (int32_t)(step % n_blocks);
		if (block >= n_blocks) {
			block -= n_blocks;
			chain++;
		}
		if (chain < k->n_chains)
			next = chain_place_of(k, chain);
		run.following = next.first;
		SSTA_CALL(chain_item, run_chain, k, table, &run);
	}
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/ssta/k_ssta.cu"
#endif
