/*
 * Mersenne twisters (Matsumoto and Nishimura, ACM TOMACS 1998) as [SSTA] has them: one a lane, each with its own
 * parameters (Dynamic Creation of Pseudorandom Number Generators, 1998; reference [28] of [SSTA]) and its own state, and
 * Box and Muller's normal numbers. MT19937 is the same functions with other constants, which
 * tests/ssta/t_twister.c holds against its published numbers.
 *
 * A lane's twister has a state of 607 bits: 19 words, of the first only the upper 31 bits. Its parameter is a of
 * the recurrence, twister_table.h: 256 of them, found by tests/ssta/t_twister.c, so that the characteristic
 * polynomial is irreducible and, as 2^607 − 1 is prime, the period 2^607 − 1. Tempering is MT19937's for all,
 * where Dynamic Creation would look for masks of their own too.
 *
 * For kernels and for the host; no libm: logarithm and sine are polynomials of floats, so that the same bits come out
 * everywhere.
 */
#ifndef GPU_SSTA_PAPER_SSTA_TWISTER_H
#define GPU_SSTA_PAPER_SSTA_TWISTER_H

#include "gpu/ssta/ssta_draw.h"

enum {
	TWISTER_WORDS = 19,
	TWISTER_FAR = 9,
	TWISTER_PARAMETERS = 256,
	TWISTER_LANES = 4096, /* of the dies of a wave: die mod 4096 */
};

#define TWISTER_LOWER 0x00000001u /* the bits that the next word adds to the upper ones of a word */

/* x[k + n] of x[k], x[k + 1] and x[k + m]. */
SSTA_INLINE uint32_t twister_twist(uint32_t here, uint32_t next, uint32_t far, uint32_t lower,
				   uint32_t a)
{
	uint32_t mixed = (here & ~lower) | (next & lower);

	return far ^ mixed >> 1 ^ (mixed & 1 ? a : 0);
}

SSTA_INLINE uint32_t twister_temper(uint32_t x)
{
	x ^= x >> 11;
	x ^= x << 7 & 0x9d2c5680u;
	x ^= x << 15 & 0xefc60000u;
	return x ^ x >> 18;
}

/* Word i of a state, of the one before; word 0 is the seed. */
SSTA_INLINE uint32_t twister_seed(uint32_t before, uint32_t i)
{
	return 1812433253u * (before ^ before >> 30) + i;
}

/* What the lane of a wave of dies begins with: mixed, so that neighbours aren't alike. */
SSTA_INLINE uint32_t twister_first(struct ssta_seed seed, uint32_t wave, uint32_t lane)
{
	uint64_t x = ((uint64_t)seed.word[1] << 32 | seed.word[0]) +
		     ((uint64_t)wave << 32 | (lane + 1)) * UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(x ^ x >> 31);
}

/* ---- Box and Muller ---- */

/* −2·ln(u) for u = (word + 1) / 2^32 rounded to a float: ln(m) by 2·atanh((m − 1) / (m + 1)) around 1. */
SSTA_INLINE float twister_log(uint32_t word)
{
	float u = (float)word + 1.0f, m, t, s;
	uint32_t bits;
	int32_t e;

	memcpy(&bits, &u, sizeof bits);
	e = (int32_t)(bits >> 23) - 127;
	bits = (bits & 0x7fffff) | 127u << 23;
	memcpy(&m, &bits, sizeof m); /* 1 ≤ m < 2 */
	if (m > 1.41421356f) {
		m *= 0.5f;
		e++;
	}
	t = (m - 1.0f) / (m + 1.0f);
	s = t * t;
	t = t * (2.0f + s * (0.666666667f + s * (0.4f + s * (0.285714286f + s * 0.222222222f))));
	return -2.0f * ((float)(e - 32) * 0.693147181f + t);
}

/* cos and sin of 2π·word / 2^32: the quadrant by the upper bits, an odd and an even polynomial within ±π/4. */
SSTA_INLINE void twister_circle(uint32_t word, float *cosine, float *sine)
{
	uint32_t quadrant = (word + 0x20000000u) >> 30;
	int32_t part = (int32_t)(word - (quadrant << 30));
	float x = (float)part * 1.46291808e-9f, s = x * x, c; /* 2π / 2^32 */

	c = 1.0f + s * (-0.5f + s * (4.16666667e-2f + s * (-1.38888889e-3f + s * 2.48015873e-5f)));
	x = x + x * s * (-1.66666667e-1f + s * (8.33333333e-3f + s * -1.98412698e-4f));
	*cosine = quadrant == 0 ? c : quadrant == 1 ? -x : quadrant == 2 ? -c : x;
	*sine = quadrant == 0 ? x : quadrant == 1 ? c : quadrant == 2 ? -x : -c;
}

/* |z| of pairs is at most √(2·ln 2^32) = 6.66. */
#define TWISTER_Z_LARGEST ((int64_t)447000000) /* 2^-26 */

/* Two words to two normal numbers, 2^-26. √ is rounded correctly on both devices. */
SSTA_INLINE void twister_normals(uint32_t first, uint32_t second, int32_t z[2])
{
#ifdef __CUDA_ARCH__
	float radius = __fsqrt_rn(twister_log(first)), cosine, sine;
#else
	float radius = __builtin_sqrtf(twister_log(first)), cosine, sine;
#endif

	twister_circle(second, &cosine, &sine);
	z[0] = (int32_t)(radius * cosine * 67108864.0f);
	z[1] = (int32_t)(radius * sine * 67108864.0f);
}

#endif
