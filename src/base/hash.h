/*
 * Hashes of what files say, for tables that find it again. They depend on numbers that each process
 * draws at random, so no file can be written whose names collide. Nothing that comes out
 * may depend on them: not an order of slots, nor a hash itself.
 *
 * What is hashed meets a key before each multiplication, as in wyhash with secret constants: with
 * fixed ones, or a key that only comes first, there are names that collide under every key.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>
#include <string.h>

enum { N_HASH_KEYS = 4 };

/* Set before main(), then never. */
extern uint64_t hash_key[N_HASH_KEYS];

/* Both halves of a product. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_load(const char *p, size_t n)
{
	uint64_t word = 0;

	memcpy(&word, p, n);
	return word;
}

/* Sixteen bytes a step; the last ones may be taken twice. */
static inline uint64_t hash_bytes(const void *data, int64_t length)
{
	const char *p = data;
	uint64_t h = hash_key[0], a = 0, b = 0;
	int64_t n = length;

	for (; n > 16; n -= 16, p += 16)
		h = hash_fold(hash_load(p, 8) ^ hash_key[1], hash_load(p + 8, 8) ^ h);
	if (n >= 8) {
		a = hash_load(p, 8);
		b = hash_load(p + n - 8, 8);
	} else if (n >= 4) {
		a = hash_load(p, 4);
		b = hash_load(p + n - 4, 4);
	} else if (n > 0) {
		a = hash_load(p, 1) << 16 | hash_load(p + n / 2, 1) << 8 | hash_load(p + n - 1, 1);
	}
	h = hash_fold(a ^ hash_key[1], b ^ h);
	return hash_fold(h ^ hash_key[2], (uint64_t)length ^ hash_key[3]);
}

/* A number more; begin with 0. */
static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
	return hash_fold(hash ^ hash_key[0], number ^ hash_key[1]);
}

/* Two numbers of 32 bits as one. */
static inline uint64_t hash_pair(int32_t a, int32_t b)
{
	return (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
}

#endif
