/*
 * What k_ssta.cu's loops do most, by the vectors of x86: compilers make multiplications of 64 bits and
 * look-ups one by one of them. A 64-bit lane has a 32-bit number in its lower half; what is in the
 * upper one doesn't matter to the multiplications, which leaves Philox six instructions a round.
 */
#ifndef GPU_SSTA_SSTA_X86_H
#define GPU_SSTA_SSTA_X86_H

#include <immintrin.h>

#include "gpu/ssta/device_ssta.h"

/* clang-format off */
#define WIDE __attribute__((target(SSTA_AVX_512)))
#define HALF __attribute__((target("avx2")))
#define UNROLLED _Pragma("GCC unroll 8")
/* Compilers don't look through these: a value is in a register, an array in memory. */
#define IN_REGISTER(value) __asm__("" : "+r"(value))
#define IN_MEMORY(array)   __asm__("" : "+m"(array))
/* With instructions mixed before they get registers, in reach of each other: the stages of several steps. */
#if defined(__clang__)
#define IN_STEPS __attribute__((noinline))
#else
#define IN_STEPS __attribute__((noinline, optimize("O3", "schedule-insns", "sched-pressure")))
#endif
/* clang-format on */

/* ---- AVX-512: quads by sixteens ---- */

/*
 * A step is two groups of eight quads. While its words are drawn, the pieces of the step LOOK_LATER before
 * it are looked up and the delays of the step MAKE_LATER before it are made: the three use different parts
 * of a processor, and none waits for the others.
 *
 * A look-up loads eight bytes into a vector. A gather of eight takes as long as Philox for all four words
 * of eight quads on AMD's processors, these loads half of that.
 */
enum { GROUPS = 2, STEPS = QUADS / (8 * GROUPS), LOOK_LATER = 2, MAKE_LATER = 3 };

struct step_512 {
	__m512i u[GROUPS][2]; /* floats of words 2i and 2i + 1 of each quad, side by side */
	uint16_t number[GROUPS][4][8]; /* of pieces, from NORMAL_FIRST on: of word j */
	uint64_t piece[GROUPS][4][8];  /* of ssta_lookups */
};

/* What becomes of the delays: they are stored, or out = at + nominal + delay, or `before` where that is
 * larger (NULL = nothing is). */
enum use_512 { STORED_512, LARGER_32_512, LARGER_64_512 };

struct taken_512 {
	enum use_512 use;
	void *out;               /* delays, or times */
	const void *before, *at; /* times */
	int64_t nominal;         /* of 64 bits; others have it in the delay */
};

/* An arc in a block of samples. */
struct arc_512 {
	const struct philox_keys *keys;
	const uint32_t (*word)[QUADS]; /* NULL = to be drawn */
	struct taken_512 taken;
	__m512i product[GROUPS]; /* of the first round, in the quads of the step to be drawn */
	__m512i domain, key[2];
	__m512i up, down; /* −sigma */
	__m512i half;     /* what ssta_delay() adds to the product */
	bool negates;     /* odd quads are those before them, negated */
};

/* All but its words and what its delays are for. */
WIDE SSTA_HOT void begin_512(struct arc_512 *arc, const struct ssta_samples *s, uint32_t quad,
			     const struct drawn *d)
{
	const uint64_t half = (uint64_t)(uint32_t)d->nominal << 32 | (0x80000000u - d->early);

	arc->keys = &s->keys;
	arc->negates = SSTA_EVEN && s->is_antithetic;
	for (uint32_t g = 0; g < GROUPS; g++) {
		__m512i at = _mm512_add_epi64(_mm512_set1_epi64(quad + 8 * g),
					      _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));

		at = _mm512_andnot_si512(_mm512_set1_epi64(arc->negates), at);
		arc->product[g] = _mm512_mul_epu32(at, _mm512_set1_epi64(PHILOX_M0));
	}
	arc->domain = _mm512_set1_epi64(d->domain);
	arc->key[0] = _mm512_set1_epi64(d->key[0]);
	arc->key[1] = _mm512_set1_epi64(d->key[1]);
	arc->up = _mm512_set1_epi32(-d->sigma[0]);
	arc->down = _mm512_set1_epi32(-d->sigma[1]);
	arc->half = _mm512_set1_epi64((int64_t)half);
}

WIDE SSTA_HOT __m512i xor_512(__m512i a, __m512i b, uint32_t key)
{
	return _mm512_ternarylogic_epi32(a, b, _mm512_set1_epi32((int32_t)key), 0x96);
}

/* philox_round(), of which products a and b are there. */
WIDE SSTA_HOT void mix_512(__m512i c[4], __m512i a, __m512i b, const uint32_t key[2])
{
	c[0] = xor_512(_mm512_srli_epi64(b, 32), c[1], key[0]);
	c[1] = b;
	c[2] = xor_512(_mm512_srli_epi64(a, 32), c[3], key[1]);
	c[3] = a;
}

/* The last round: words 0 and 1 side by side in c[0], 2 and 3 in c[2]. */
WIDE SSTA_HOT void end_512(__m512i c[4], __m512i a, __m512i b, const uint32_t key[2])
{
	const __m512i k0 = _mm512_set1_epi32((int32_t)key[0]),
		      k1 = _mm512_set1_epi32((int32_t)key[1]);

	c[0] = _mm512_mask_ternarylogic_epi32(_mm512_rol_epi64(b, 32), 0x5555, c[1], k0, 0x96);
	c[2] = _mm512_mask_ternarylogic_epi32(_mm512_rol_epi64(a, 32), 0x5555, c[3], k1, 0x96);
}

/* A round of Philox in the quads of a group. */
WIDE SSTA_HOT void round_512(struct arc_512 *arc, int g, int round, __m512i c[4])
{
	const __m512i m0 = _mm512_set1_epi64(PHILOX_M0), m1 = _mm512_set1_epi64(PHILOX_M1);
	const uint32_t *key = arc->keys->of[round];
	__m512i a;

	if (round == 0) {
		c[1] = arc->domain, c[2] = arc->key[0], c[3] = arc->key[1];
		a = arc->product[g];
		arc->product[g] =
			_mm512_add_epi64(a, _mm512_set1_epi64(8 * GROUPS * (int64_t)PHILOX_M0));
	} else {
		a = _mm512_mul_epu32(c[0], m0);
	}
	if (round == PHILOX_ROUNDS - 1)
		end_512(c, a, _mm512_mul_epu32(c[2], m1), key);
	else
		mix_512(c, a, _mm512_mul_epu32(c[2], m1), key);
}

/* Words that are there, side by side. */
WIDE SSTA_HOT __m512i pairs_512(const uint32_t *even, const uint32_t *odd)
{
	__m512i low = _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)even));
	__m512i high = _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)odd));

	return _mm512_or_si512(low, _mm512_slli_epi64(high, 32));
}

/* Words of a group become floats, whose upper bits number the pieces. */
WIDE SSTA_HOT void number_512(const struct arc_512 *arc, __m512i word0, __m512i word2, int g,
			      struct step_512 *step)
{
	/* where the upper halves of words 0, 1, 2 and 3 are */
	static const uint16_t upper[4][8] = {{1, 5, 9, 13, 17, 21, 25, 29},
					     {3, 7, 11, 15, 19, 23, 27, 31},
					     {33, 37, 41, 45, 49, 53, 57, 61},
					     {35, 39, 43, 47, 51, 55, 59, 63}};
	const int64_t flip = arc->negates && !arc->word ? -1 : 0;
	__m512i word[2] = {word0, word2}, number;

	for (int i = 0; i < 2; i++) {
		if (SSTA_EVEN)
			word[i] = _mm512_xor_si512(
				word[i], _mm512_set_epi64(flip, 0, flip, 0, flip, 0, flip, 0));
		word[i] = _mm512_or_si512(word[i], _mm512_set1_epi32(1));
		step->u[g][i] = _mm512_castps_si512(_mm512_cvtepi32_ps(word[i]));
	}
	number = _mm512_permutex2var_epi16(step->u[g][0], _mm512_loadu_si512(upper), step->u[g][1]);
	number = _mm512_and_si512(_mm512_srli_epi16(number, 2), _mm512_set1_epi16(0x1fff));
	_mm512_storeu_si512(step->number[g], number);
}

/* Two pieces, side by side. */
WIDE SSTA_HOT __m128i pieces_512(const uint64_t *piece, uint32_t numbers)
{
	__m128i low = _mm_loadl_epi64((const __m128i *)(piece + (numbers & 0xffff)));

	return _mm_castpd_si128(
		_mm_loadh_pd(_mm_castsi128_pd(low), (const double *)(piece + (numbers >> 16))));
}

/* The pieces of word j of a step's quads. */
WIDE SSTA_HOT void look_512(struct step_512 *step, int j)
{
	const uint64_t *piece = ssta_lookups;

	IN_REGISTER(piece);
	piece -= NORMAL_FIRST;
	for (int g = 0; g < GROUPS; g++) {
		for (int q = 0; q < 8; q += 4) {
			uint64_t number;
			__m256i four;

			memcpy(&number, &step->number[g][j][q], sizeof number);
			IN_REGISTER(number);
			four = _mm256_set_m128i(pieces_512(piece, (uint32_t)(number >> 32)),
						pieces_512(piece, (uint32_t)number));
			_mm256_storeu_si256((__m256i *)&step->piece[g][j][q], four);
		}
	}
}

/* Of words 2i and 2i + 1 in a group of quads: sums whose upper halves are the delays. */
WIDE SSTA_HOT void sums_512(const struct arc_512 *arc, const struct step_512 *step, int g, int i,
			    __m512i sum[2])
{
	const __m512i upper_fraction = _mm512_set1_epi64((int64_t)0x3ffff << 32);
	const __m512i u = step->u[g][i];
	__m512i even = _mm512_loadu_si512(step->piece[g][2 * i]);
	__m512i odd = _mm512_loadu_si512(step->piece[g][2 * i + 1]);
	__m512i by = _mm512_mask_blend_epi32(_mm512_movepi32_mask(u), arc->up, arc->down);

	/* −|z|: the fall times the lower 18 bits of u, at bit 52, is added to −at */
	even = _mm512_madd52hi_epu64(even, _mm512_srli_epi64(even, 34), _mm512_slli_epi64(u, 34));
	odd = _mm512_madd52hi_epu64(odd, _mm512_srli_epi64(odd, 32),
				    _mm512_and_si512(u, upper_fraction));
	sum[0] = _mm512_add_epi64(_mm512_mul_epi32(by, even), arc->half);
	sum[1] = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(by, 32), odd), arc->half);
}

/* Delays of eight samples, `first` of the block. */
WIDE SSTA_HOT void larger_64(const struct taken_512 *taken, int first, __m256i delay)
{
	__m512i time = _mm512_loadu_si512((const int64_t *)taken->at + first);

	time = _mm512_add_epi64(time, _mm512_set1_epi64(taken->nominal));
	time = _mm512_add_epi64(time, _mm512_cvtepi32_epi64(delay));
	if (taken->before)
		time = _mm512_max_epi64(time,
					_mm512_loadu_si512((const int64_t *)taken->before + first));
	_mm512_storeu_si512((int64_t *)taken->out + first, time);
}

/* The same of sixteen. */
WIDE SSTA_HOT void take_512(const struct taken_512 *taken, int first, __m512i delay)
{
	if (taken->use == LARGER_64_512) {
		larger_64(taken, first, _mm512_castsi512_si256(delay));
		larger_64(taken, first + 8, _mm512_extracti64x4_epi64(delay, 1));
		return;
	}
	if (taken->use == LARGER_32_512) {
		delay = _mm512_add_epi32(delay,
					 _mm512_loadu_si512((const int32_t *)taken->at + first));
		if (taken->before)
			delay = _mm512_max_epi32(
				delay, _mm512_loadu_si512((const int32_t *)taken->before + first));
	}
	_mm512_storeu_si512((int32_t *)taken->out + first, delay);
}

/* The delays of words 2i and 2i + 1 of a step's quads, of which q is the first one. */
WIDE SSTA_HOT void make_512(const struct arc_512 *arc, const struct step_512 *step, int q, int i)
{
	const __m512i upper =
		_mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
	__m512i sum[GROUPS][2];

	for (int g = 0; g < GROUPS; g++)
		sums_512(arc, step, g, i, sum[g]);
	for (int j = 0; j < 2; j++)
		take_512(&arc->taken, (2 * i + j) * QUADS + q,
			 _mm512_permutex2var_epi32(sum[0][j], upper, sum[1][j]));
}

/* ssta_delay() of an arc in QUADS quads. */
WIDE SSTA_HOT void run_512(struct arc_512 *arc)
{
	enum { STEP = 8 * GROUPS };
	struct step_512 step[STEPS];
	__m512i c[GROUPS][4];

	IN_MEMORY(step);
	UNROLLED for (int n = 0; n < STEPS + MAKE_LATER; n++)
	{
		const bool draws = n < STEPS, looks = n >= LOOK_LATER && n < LOOK_LATER + STEPS,
			   makes = n >= MAKE_LATER;

		UNROLLED for (int round = 0; round < PHILOX_ROUNDS; round++)
		{
			for (int g = 0; g < GROUPS && draws && !arc->word; g++)
				round_512(arc, g, round, c[g]);
			if (looks && round >= 1 && round <= 4)
				look_512(&step[n - LOOK_LATER], round - 1);
			if (makes && (round == 1 || round == 4))
				make_512(arc, &step[n - MAKE_LATER], (n - MAKE_LATER) * STEP,
					 round == 4);
		}
		for (int g = 0, q = n * STEP; g < GROUPS && draws; g++, q += 8) {
			if (arc->word) {
				c[g][0] = pairs_512(&arc->word[0][q], &arc->word[1][q]);
				c[g][2] = pairs_512(&arc->word[2][q], &arc->word[3][q]);
			}
			number_512(arc, c[g][0], c[g][2], g, &step[n]);
		}
	}
}

/* An arc by words that are there, NULL = by its own. */
WIDE SSTA_HOT void own_512(const struct ssta_samples *s, uint32_t quad, const struct drawn *d,
			   const uint32_t (*word)[QUADS], struct taken_512 taken)
{
	struct arc_512 arc;

	begin_512(&arc, s, quad, d);
	arc.word = word;
	arc.taken = taken;
	run_512(&arc);
}

/* own_delays() of words that are there, or of those that draw_words() draws. */
WIDE IN_STEPS static void own_delays_512(const struct ssta_samples *s, uint32_t quad,
					 const struct drawn *d, uint32_t word[4][QUADS],
					 int32_t delay[4][QUADS])
{
	own_512(s, quad, d, (const uint32_t(*)[QUADS])word,
		(struct taken_512){.use = STORED_512, .out = delay});
}

/* What comes through an arc with words of its own; times have 32 bits, or 64. */
#define TAKE_OWN(bits)                                                                             \
	WIDE IN_STEPS SSTA_UNUSED static void take_own_512_##bits(                                 \
		const struct ssta_samples *s, uint32_t quad, const struct drawn *d,                \
		const struct taken_512 *taken)                                                     \
	{                                                                                          \
		struct taken_512 as = *taken;                                                      \
                                                                                                   \
		as.use = LARGER_##bits##_512;                                                      \
		own_512(s, quad, d, NULL, as);                                                     \
	}
TAKE_OWN(32)
TAKE_OWN(64)

/* ---- AVX2: quads by fours ---- */

HALF static inline __m256i words_256(__m256i a, __m256i b, __m256i key)
{
	return _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(a, 32), b), key);
}

HALF static inline void philox_256(uint32_t quad, uint32_t pair, uint32_t domain,
				   const uint32_t key[2], struct ssta_seed seed, __m256i c[4])
{
	const __m256i m0 = _mm256_set1_epi64x(PHILOX_M0), m1 = _mm256_set1_epi64x(PHILOX_M1);
	const __m256i at =
		_mm256_add_epi64(_mm256_set1_epi64x(quad), _mm256_set_epi64x(3, 2, 1, 0));
	uint32_t k0 = seed.word[0], k1 = seed.word[1];

	c[0] = _mm256_andnot_si256(_mm256_set1_epi64x(pair), at);
	c[1] = _mm256_set1_epi64x(domain);
	c[2] = _mm256_set1_epi64x(key[0]);
	c[3] = _mm256_set1_epi64x(key[1]);
	for (int round = 0; round < PHILOX_ROUNDS; round++, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
		__m256i a = _mm256_mul_epu32(m0, c[0]), b = _mm256_mul_epu32(m1, c[2]);

		c[0] = words_256(b, c[1], _mm256_set1_epi64x(k0));
		c[1] = b;
		c[2] = words_256(a, c[3], _mm256_set1_epi64x(k1));
		c[3] = a;
	}
	if (pair) {
		__m256i flip = _mm256_sub_epi64(_mm256_setzero_si256(),
						_mm256_and_si256(at, _mm256_set1_epi64x(1)));

		for (int j = 0; j < 4; j++)
			c[j] = _mm256_xor_si256(c[j], flip);
	}
}

HALF static inline __m128i delay_256(const struct normal_piece *table, const struct drawn *d,
				     __m256i word)
{
	__m256i u = _mm256_or_si256(word, _mm256_set1_epi64x(1));
	__m256i bits = _mm256_castps_si256(_mm256_cvtepi32_ps(u));
	__m256i number = _mm256_and_si256(_mm256_srli_epi64(bits, 18), _mm256_set1_epi64x(0x1fff));
	__m256i piece =
		_mm256_i64gather_epi64((const long long *)(table - NORMAL_FIRST), number, 8);
	__m256i fall = _mm256_mul_epu32(_mm256_srli_epi64(piece, 32), _mm256_slli_epi32(bits, 14));
	__m256i magnitude = _mm256_sub_epi32(piece, _mm256_srli_epi64(fall, 32));
	__m256i by =
		_mm256_blendv_epi8(_mm256_set1_epi32(d->sigma[0]), _mm256_set1_epi32(d->sigma[1]),
				   _mm256_srai_epi32(word, 31));
	__m256i sum = _mm256_set1_epi64x(
		(int64_t)((uint64_t)(uint32_t)d->nominal << 32 | (0x80000000u - d->early)));

	sum = _mm256_add_epi64(_mm256_mul_epi32(by, magnitude), sum);
	/* the upper halves, side by side */
	return _mm256_castsi256_si128(
		_mm256_permutevar8x32_epi32(sum, _mm256_set_epi32(7, 7, 7, 7, 7, 5, 3, 1)));
}

HALF static inline void own_delays_256(const struct ssta_samples *s, uint32_t quad,
				       const struct drawn *d, int32_t delay[4][QUADS])
{
	for (uint32_t q = 0; q < QUADS; q += 4) {
		__m256i c[4];

		philox_256(quad + q, SSTA_EVEN && s->is_antithetic ? 1 : 0, d->domain, d->key,
			   s->seed, c);
		for (int j = 0; j < 4; j++)
			_mm_storeu_si128((__m128i *)&delay[j][q], delay_256(s->table, d, c[j]));
	}
}

#endif
