/*
 * Random numbers of samples that are spread more evenly than independent ones. A word as an unsigned
 * number is a probability: z falls from the largest to the least as it rises. So words of which each
 * stratum of [0, 2^32) has one make stratified normal numbers, and words of a low-discrepancy
 * sequence evenly spread ones. Each is a function of (seed, key, sample) alone, as the independent ones.
 *
 * Stratified (Latin hypercube sampling; McKay, Beckman and Conover, Technometrics 1979): samples come
 * in replicates of n, sample s is number s mod n of replicate s / n, and of each arc a permutation of
 * 0 … n − 1 with a key of its own says in which of n strata the sample's word is; where in it, the word
 * that the sample would have had. The permutation is six rounds of x·odd + key and x ^ x >> half over the bits
 * that n − 1 has, walked on until it is below n (Black and Rogaway, CT-RSA 2002).
 *
 * Sobol (Sobol 1967, by direction numbers of sobol_table.h): of samples 16·i … 16·i + 15, the point is
 * number i of the sequence in each of 16 scramblings of their own, so any first 16·2^m samples are 16
 * nets of 2^m points, and what these differ by is the error. Scrambling is nested and uniform (Owen
 * 1995) in the way of Laine and Karras (EGSR 2011): in a number whose bits are turned round, sums,
 * products with odd numbers and x ^ x·even let a bit depend on those below it alone.
 *
 * For kernels and for the host.
 */
#ifndef GPU_SSTA_SSTA_SAMPLING_H
#define GPU_SSTA_SSTA_SAMPLING_H

#include "gpu/ssta/ssta_draw.h"

/* Philox' second word is the domain and these. */
enum { SSTA_PERMUTATION = 0x100, SSTA_SCRAMBLING = 0x200 };

enum {
	SSTA_SCRAMBLINGS = 16,
	SOBOL_DIMENSIONS = 64,
	SOBOL_BITS = 26, /* of an index: 2^30 samples / 16 */
};

/* How samples are stratified. */
struct ssta_strata {
	uint32_t n;                 /* strata, a multiple of 4; 0 = samples are independent */
	uint32_t mask, half;        /* of the bits of n − 1; half of them, rounded up */
	uint64_t inverse;           /* 2^62 / n, rounded down */
	uint32_t reciprocal, shift; /* quad / (n / 4) = quad · reciprocal >> shift, quad < 2^28 */
};

/* Of which replicate a quad of samples is (Granlund and Montgomery, PLDI 1994). */
SSTA_INLINE uint32_t replicate_of(const struct ssta_strata *s, uint32_t quad)
{
	return (uint32_t)((uint64_t)quad * s->reciprocal >> s->shift);
}

SSTA_INLINE uint32_t permutation_round(const struct ssta_strata *s, uint32_t x, uint32_t by,
				       uint32_t add)
{
	x = (x * (by << 1 | 1) + add) & s->mask;
	return x ^ x >> s->half;
}

/* Where the permutation of 0 … mask has `at`; beyond n too. */
SSTA_INLINE uint32_t permuted_once(const struct ssta_strata *s, uint32_t key_0, uint32_t key_1,
				   uint32_t key_2, uint32_t key_3, uint32_t at)
{
	at = permutation_round(s, at, key_0, key_1 >> 3);
	at = permutation_round(s, at, key_1, key_2 >> 3);
	at = permutation_round(s, at, key_2, key_3 >> 3);
	at = permutation_round(s, at, key_3, key_0 >> 3);
	at = permutation_round(s, at, key_0 >> 7, key_1 >> 8);
	at = permutation_round(s, at, key_1 >> 7, key_2 >> 8);
	return (at + key_3) & s->mask;
}

/* The word of a sample in its stratum, by its independent word. */
SSTA_INLINE uint32_t stratified_word(const struct ssta_strata *s, uint32_t stratum, uint32_t word)
{
	uint64_t at = stratum * s->inverse;
	uint32_t begin = (uint32_t)(at >> 30);

	return begin + high_product((uint32_t)((at + s->inverse) >> 30) - begin, word);
}

/* The permutation's key of an arc in a replicate. */
SSTA_INLINE void permutation_key(struct ssta_seed seed, uint32_t replicate, uint32_t domain,
				 const uint32_t key[2], uint32_t out[4])
{
	out[0] = replicate;
	out[1] = domain | SSTA_PERMUTATION;
	out[2] = key[0];
	out[3] = key[1];
	philox(out, seed);
}

/* The words of a quad of samples become stratified ones. */
SSTA_INLINE void stratify_quad(const struct ssta_strata *s, struct ssta_seed seed, uint32_t quad,
			       uint32_t domain, const uint32_t key[2], uint32_t word[4])
{
	uint32_t replicate = replicate_of(s, quad), p[4];

	permutation_key(seed, replicate, domain, key, p);
	for (uint32_t j = 0; j < 4; j++) {
		uint32_t at = 4 * quad - replicate * s->n + j;

		do {
			at = permuted_once(s, p[0], p[1], p[2], p[3], at);
		} while (at >= s->n);
		word[j] = stratified_word(s, at, word[j]);
	}
}

/* ---- Sobol's sequence ---- */

/* Point i of a dimension, by its SOBOL_BITS direction numbers. */
SSTA_INLINE uint32_t sobol_point(const uint32_t *direction, uint32_t i)
{
	uint32_t point = 0;

	for (uint32_t bit = 0; bit < SOBOL_BITS; bit++)
		point ^= direction[bit] & (0u - (i >> bit & 1));
	return point;
}

SSTA_INLINE uint32_t reversed_bits(uint32_t x)
{
#ifdef __CUDA_ARCH__
	return __brev(x);
#else
	x = x >> 16 | x << 16;
	x = (x & 0xff00ff00u) >> 8 | (x & 0x00ff00ffu) << 8;
	x = (x & 0xf0f0f0f0u) >> 4 | (x & 0x0f0f0f0fu) << 4;
	x = (x & 0xccccccccu) >> 2 | (x & 0x33333333u) << 2;
	return (x & 0xaaaaaaaau) >> 1 | (x & 0x55555555u) << 1;
#endif
}

SSTA_INLINE uint32_t scrambled(uint32_t point, const uint32_t key[4])
{
	uint32_t x = reversed_bits(point);

	x += key[0];
	x ^= x * (key[1] & ~1u);
	x *= key[2] | 1;
	x ^= x * (key[3] & ~1u);
	x += key[1];
	x *= key[3] | 1;
	return reversed_bits(x);
}

/* How sample j of a quad scrambles its point: the four quads of a point differ, those of all points are alike. */
SSTA_INLINE void sobol_scrambling(struct ssta_seed seed, uint32_t quad, uint32_t j, uint32_t domain,
				  const uint32_t key[2], uint32_t c[4])
{
	c[0] = quad % 4 * 4 + j;
	c[1] = domain | SSTA_SCRAMBLING;
	c[2] = key[0];
	c[3] = key[1];
	philox(c, seed);
}

/* The words of a quad of samples: four scramblings of one point. */
SSTA_INLINE void sobol_quad(const uint32_t *direction, struct ssta_seed seed, uint32_t quad,
			    uint32_t domain, const uint32_t key[2], uint32_t word[4])
{
	uint32_t point = sobol_point(direction, quad / 4);

	for (uint32_t j = 0; j < 4; j++) {
		uint32_t c[4];

		sobol_scrambling(seed, quad, j, domain, key, c);
		word[j] = scrambled(point, c);
	}
}

#endif
