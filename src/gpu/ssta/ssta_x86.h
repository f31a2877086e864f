/*
 * What k_ssta.cu's loops do most, by the vectors of x86: compilers make multiplications of 64 bits and
 * look-ups one by one of them. A 64-bit lane has a 32-bit number in its lower half; what is in the
 * upper one doesn't matter to the multiplications, which leaves Philox six instructions a round.
 *
 * draw_words() and own_delays() of one arc in QUADS quads of samples, for AVX-512 and AVX2.
 */
#ifndef GPU_SSTA_SSTA_X86_H
#define GPU_SSTA_SSTA_X86_H

#include <immintrin.h>

#include "gpu/ssta/device_ssta.h"

/* clang-format off */
#define WIDE  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define HALF __attribute__((target("avx2")))
/* clang-format on */

WIDE static inline __m512i words_512(__m512i a, __m512i b, __m512i key)
{
	return _mm512_ternarylogic_epi64(_mm512_srli_epi64(a, 32), b, key, 0x96); /* xor */
}

/* The words of eight quads from the first one on. */
WIDE static inline void philox_512(uint32_t quad, uint32_t pair, uint32_t domain,
				   const uint32_t key[2], struct ssta_seed seed, __m512i c[4])
{
	const __m512i m0 = _mm512_set1_epi64(0xd2511f53), m1 = _mm512_set1_epi64(0xcd9e8d57);
	const __m512i steps = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	uint32_t k0 = seed.word[0], k1 = seed.word[1];

	c[0] = _mm512_andnot_si512(_mm512_set1_epi64(pair),
				   _mm512_add_epi64(_mm512_set1_epi64(quad), steps));
	c[1] = _mm512_set1_epi64(domain);
	c[2] = _mm512_set1_epi64(key[0]);
	c[3] = _mm512_set1_epi64(key[1]);
	for (int round = 0; round < PHILOX_ROUNDS; round++, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
		__m512i a = _mm512_mul_epu32(m0, c[0]), b = _mm512_mul_epu32(m1, c[2]);

		c[0] = words_512(b, c[1], _mm512_set1_epi64(k0));
		c[1] = b;
		c[2] = words_512(a, c[3], _mm512_set1_epi64(k1));
		c[3] = a;
	}
	if (pair) {
		/* 0 or −1 */
		__m512i flip = _mm512_sub_epi64(
			_mm512_setzero_si512(),
			_mm512_and_si512(_mm512_add_epi64(_mm512_set1_epi64(quad), steps),
					 _mm512_set1_epi64(1)));

		for (int j = 0; j < 4; j++)
			c[j] = _mm512_xor_si512(c[j], flip);
	}
}

WIDE static inline __m512i magnitude_512(const struct normal_piece *table, __m512i word)
{
	__m512i u = _mm512_or_si512(word, _mm512_set1_epi64(1));
	__m512i bits = _mm512_castps_si512(_mm512_cvtepi32_ps(u));
	__m512i number = _mm512_and_si512(_mm512_srli_epi64(bits, 18), _mm512_set1_epi64(0x1fff));
	__m512i piece = _mm512_i64gather_epi64(number, table - NORMAL_FIRST, 8);
	__m512i fall = _mm512_mul_epu32(_mm512_srli_epi64(piece, 32), _mm512_slli_epi32(bits, 14));

	/* the upper half has what is lost in the whole piece, which counts for nothing */
	return _mm512_sub_epi32(piece, _mm512_srli_epi64(fall, 32));
}

WIDE static inline __m256i delay_512(const struct normal_piece *table, const struct drawn *d,
				     __m512i word)
{
	__mmask8 negative = _mm512_test_epi64_mask(word, _mm512_set1_epi64(UINT32_C(0x80000000)));
	__m512i by = _mm512_mask_blend_epi64(negative, _mm512_set1_epi64(d->sigma[0]),
					     _mm512_set1_epi64(d->sigma[1]));
	__m512i product = _mm512_mul_epi32(by, magnitude_512(table, word));
	__m512i sum = _mm512_set1_epi64(
		(int64_t)((uint64_t)(uint32_t)d->nominal << 32 | (0x80000000u - d->early)));

	return _mm512_cvtepi64_epi32(_mm512_srli_epi64(_mm512_add_epi64(product, sum), 32));
}

WIDE static inline void own_delays_512(const struct ssta_samples *s, uint32_t quad,
				       const struct drawn *d, int32_t delay[4][QUADS])
{
	for (uint32_t q = 0; q < QUADS; q += 8) {
		__m512i c[4];

		philox_512(quad + q, SSTA_EVEN && s->is_antithetic ? 1 : 0, d->domain, d->key,
			   s->seed, c);
		for (int j = 0; j < 4; j++)
			_mm256_storeu_si256((__m256i *)&delay[j][q], delay_512(s->table, d, c[j]));
	}
}

/* The delays of words that are there. */
WIDE static inline void word_delays_512(const struct normal_piece *table, const struct drawn *d,
					uint32_t word[4][QUADS], int32_t delay[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		for (int q = 0; q < QUADS; q += 8)
			_mm256_storeu_si256((__m256i *)&delay[j][q],
					    delay_512(table, d,
						      _mm512_cvtepu32_epi64(_mm256_loadu_si256(
							      (const __m256i *)&word[j][q]))));
	}
}

/* ---- AVX2: quads by fours ---- */

HALF static inline __m256i words_256(__m256i a, __m256i b, __m256i key)
{
	return _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(a, 32), b), key);
}

HALF static inline void philox_256(uint32_t quad, uint32_t pair, uint32_t domain,
				   const uint32_t key[2], struct ssta_seed seed, __m256i c[4])
{
	const __m256i m0 = _mm256_set1_epi64x(0xd2511f53), m1 = _mm256_set1_epi64x(0xcd9e8d57);
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
