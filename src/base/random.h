/*
 * Random numbers that are a function of a seed and of what they are for, so that they don't depend
 * on the order in which they are drawn. The mixing is that of SplitMix64 (Steele, Lea, Flood: Fast
 * Splittable Pseudorandom Number Generators, 2014).
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* A random number of a number. */
static inline uint64_t random_mix(uint64_t z)
{
	z += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Draw number `draw` for item `item`. */
static inline uint64_t random_bits(uint64_t seed, uint64_t item, uint64_t draw)
{
	return random_mix(random_mix(seed ^ (draw * 0xd1342543de82ef95)) ^ item);
}

/* From 0 to below 1. */
static inline double random_unit(uint64_t bits)
{
	return (double)(bits >> 11) * (1.0 / 9007199254740992.0);
}

/* From 0 to n − 1. */
static inline int64_t random_below(uint64_t bits, int64_t n)
{
	return (int64_t)(((bits >> 32) * (uint64_t)n) >> 32);
}

#endif
