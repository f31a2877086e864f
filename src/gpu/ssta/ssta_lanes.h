/*
 * The samples of a block on the lanes of a team, for k_ssta.cu and k_ssta_ends.cu: the delays that are drawn for
 * an arc, and slots. On a GPU a lane has LANE_QUADS quads of samples at once, which the file that includes this
 * defines: those of a Philox call each. On the CPU all quads of a block are a loop that vectors are made of.
 *
 * Files named _even include the others once more for samples that are spread evenly, so that the loops of
 * others keep their registers. It has no guard but for what doesn't depend on the precision.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/ssta/ssta_args.h"

#ifndef GPU_SSTA_SSTA_LANES_H
#define GPU_SSTA_SSTA_LANES_H

#ifndef SSTA_EVEN
#define SSTA_EVEN 0
#endif
#define SSTA_TEAM_KERNEL(...)  TEAM_KERNEL(__VA_ARGS__)
#define SSTA_BLOCK_KERNEL(...) BLOCK_KERNEL(__VA_ARGS__)

#ifdef __CUDACC__
/* Of four samples, a lane has QUADS at once, QUAD_STRIDE quads apart; a team LANE_SAMPLES. */
enum { QUADS = LANE_QUADS, QUAD_STRIDE = 32, LANE_SAMPLES = 4 * QUADS * QUAD_STRIDE };
#define SSTA_LOOP       _Pragma("unroll")
#define SSTA_HOT        DEVICE_INLINE
#define SSTA_ITEM_WARPS (CUDA_BLOCK / CUDA_WARP)
#else
#include "gpu/ssta/ssta_vectors.h"
enum { QUADS = SSTA_BLOCK / 4, QUAD_STRIDE = 1, LANE_SAMPLES = SSTA_BLOCK };
#define SSTA_LOOP       _Pragma("GCC ivdep")
#define SSTA_HOT        static inline __attribute__((always_inline))
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
	const uint32_t pair = SSTA_EVEN && s->is_antithetic ? 1 : 0;

	SSTA_LOOP
	for (int q = 0; q < QUADS; q++) {
		uint32_t at = quad + (uint32_t)(q * QUAD_STRIDE);
		uint32_t c[4] = {at & ~pair, domain, key[0], key[1]};
		uint32_t flip = at & pair ? 0xffffffffu : 0;

		philox_by_keys(c, &s->keys);
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

/* The samples of a lane at once. */
struct lane_samples {
	int64_t part; /* of the wave, LANE_SAMPLES each */
	int32_t lane;
	uint32_t quad; /* the lane's first one */
};

SSTA_HOT struct lane_samples lane_samples_of(const struct ssta_samples *s, int64_t part,
					     int32_t lane)
{
	struct lane_samples at = {
		part, lane, (uint32_t)((s->first + part * LANE_SAMPLES) / 4) + (uint32_t)lane};

	return at;
}

SSTA_HOT void make_delays(const struct ssta_samples *s, const struct normal_piece *table,
			  const struct drawn *d, const struct lane_samples *at,
			  enum vectors vectors, int32_t delay[4][QUADS])
{
	uint32_t word[4][QUADS];

	(void)vectors;
#ifdef SSTA_X86
	if (vectors == VECTORS_512 && !s->shared && !(SSTA_EVEN && s->strata.n)) {
		own_delays_512(s, at->quad, d, NULL, delay);
		return;
	}
	if (vectors == VECTORS_256 && !s->shared && !(SSTA_EVEN && s->strata.n)) {
		own_delays_256(s, at->quad, d, delay);
		return;
	}
#endif
	draw_words(s, at->quad, d->key, d->domain, word);
#ifdef SSTA_X86
	if (vectors == VECTORS_512 && !s->shared) {
		own_delays_512(s, at->quad, d, word, delay);
		return;
	}
#endif
	if (s->shared)
		shared_delays(s, table,
			      s->shared + (int64_t)d->region * s->n_blocks * SSTA_BLOCK +
				      at->part * LANE_SAMPLES,
			      d, word, at->lane, delay);
	else
		own_delays(table, d, word, delay);
}

#ifdef __CUDACC__
#define SSTA_CALL(item, body, ...) FS_NAME(body)(__VA_ARGS__, VECTORS_ANY)
#else
#define SSTA_CALL(item, body, ...) FS_NAME(item)(__VA_ARGS__)
#endif

#define LEAST_32 INT32_MIN
#define LEAST_64 INT64_MIN

#endif

/* What a lane has of a part of slot 0; other slots are as many bytes on as slot_bytes() says times their number. */
SSTA_HOT char *FS_NAME(lane_slots)(const void *slots, int64_t part, int32_t lane)
{
	return (char *)((fs_t *)slots + part * LANE_SAMPLES + place_of(lane, 0, 0));
}

SSTA_HOT uint64_t FS_NAME(slot_bytes)(const struct ssta_samples *s, int32_t slot)
{
	return (uint64_t)(uint32_t)slot *
	       ((uint32_t)s->n_blocks * (uint32_t)(SSTA_BLOCK * sizeof(fs_t)));
}

SSTA_HOT void FS_NAME(load_lanes)(const char *slot, fs_t at[4][QUADS])
{
#ifdef __CUDACC__
	struct __align__(16) four
	{
		fs_t time[4];
	};

	for (int q = 0; q < QUADS; q++) {
		struct four times = ((const struct four *)slot)[q * QUAD_STRIDE];

		for (int j = 0; j < 4; j++)
			at[j][q] = times.time[j];
	}
#else
	memcpy(at, slot, 4 * QUADS * sizeof(fs_t));
#endif
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
