/*
 * The random numbers of Monte-Carlo SSTA: nothing is stored, each is a function of what it is for.
 *
 * Philox4x32-7 (Salmon et al., SC 2011; the fewest rounds with which it passes BigCrush): key = the seed, low word first; counter = {sample / 4, what
 * the number is of (enum ssta_domain), key of the arc, low word, high word}. The four words that come
 * out are those of four consecutive samples. One word, as a signed number with bit 0 set, makes one
 * normal number: its sign is that of z, its magnitude is u of normal_table.h; so z and −z are equally
 * likely, and ~word makes −z. No libm.
 *
 * For kernels and for the host.
 */
#ifndef GPU_SSTA_SSTA_DRAW_H
#define GPU_SSTA_SSTA_DRAW_H

#include <stdint.h>
#include <string.h>

#if defined(__CUDACC__) && !defined(KERNEL_WARP)
#define SSTA_INLINE static __host__ __device__ __forceinline__
#else
#define SSTA_INLINE static inline
#endif

/* So that a GPU loads it at once. */
#define SSTA_ALIGNED(n) __attribute__((aligned(n)))

/* clang-format off */
enum ssta_domain { SSTA_ARC, SSTA_CHECK, SSTA_DIE, SSTA_LIBRARY, SSTA_GRID_CELL, SSTA_ROW /* drawn by another row */ };
/* clang-format on */

enum {
	NORMAL_PIECES = 993,     /* of normal_table.h */
	NORMAL_FIRST = 127 << 5, /* the upper bits of 1.0f: piece 0 */
	Z_SHIFT = 26,            /* z is in units of 2^-26 */
	SIGMA_SHIFT =
		6, /* sigmas are in units of 2^-6 fs: the product has 32 bits after the point */
};

#define Z_LARGEST     418104861          /* |z| at most */
#define SIGMA_LARGEST ((int64_t)1 << 30) /* of a sigma, 2^-6 fs: 16.7 ns */

struct SSTA_ALIGNED(8) normal_piece {
	uint32_t at, fall; /* |z| at the beginning, and what is lost up to the end */
};

/* The same as vectors of x86 look it up: −at in the lower 32 bits, fall from bit 34 on (ssta_x86.h). */
extern const uint64_t ssta_lookups[NORMAL_PIECES];

struct ssta_seed {
	uint32_t word[2];
};

SSTA_INLINE uint32_t high_product(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)a * b >> 32);
}

#define PHILOX_M0 0xd2511f53u
#define PHILOX_M1 0xcd9e8d57u

/* One round: c0' = high(M1·c2) ^ c1 ^ k0, c1' = low(M1·c2), c2' = high(M0·c0) ^ c3 ^ k1, c3' =
 * low(M0·c0). */
SSTA_INLINE void philox_round(uint32_t c[4], uint32_t k0, uint32_t k1)
{
	uint64_t a = (uint64_t)PHILOX_M0 * c[0], b = (uint64_t)PHILOX_M1 * c[2];

	c[0] = (uint32_t)(b >> 32) ^ c[1] ^ k0;
	c[1] = (uint32_t)b;
	c[2] = (uint32_t)(a >> 32) ^ c[3] ^ k1;
	c[3] = (uint32_t)a;
}

enum { PHILOX_ROUNDS = 7 };

/* The keys of its rounds, which a GPU's instructions read where the arguments of a kernel are. */
struct philox_keys {
	uint32_t of[PHILOX_ROUNDS][2];
};

SSTA_INLINE struct philox_keys philox_keys(struct ssta_seed seed)
{
	struct philox_keys keys;

	for (uint32_t round = 0; round < PHILOX_ROUNDS; round++) {
		keys.of[round][0] = seed.word[0] + round * 0x9e3779b9u;
		keys.of[round][1] = seed.word[1] + round * 0xbb67ae85u;
	}
	return keys;
}

/* The counter becomes its four words. */
SSTA_INLINE void philox_by_keys(uint32_t c[4], const struct philox_keys *keys)
{
	philox_round(c, keys->of[0][0], keys->of[0][1]);
	philox_round(c, keys->of[1][0], keys->of[1][1]);
	philox_round(c, keys->of[2][0], keys->of[2][1]);
	philox_round(c, keys->of[3][0], keys->of[3][1]);
	philox_round(c, keys->of[4][0], keys->of[4][1]);
	philox_round(c, keys->of[5][0], keys->of[5][1]);
	philox_round(c, keys->of[6][0], keys->of[6][1]);
}

SSTA_INLINE void philox(uint32_t c[4], struct ssta_seed seed)
{
	struct philox_keys keys = philox_keys(seed);

	philox_by_keys(c, &keys);
}

/* |z| of a word, 2^-26. The conversion to float rounds to the nearest, everywhere. */
SSTA_INLINE uint32_t normal_magnitude(const struct normal_piece *table, uint32_t word)
{
	float u = (float)(int32_t)(word | 1);
	struct normal_piece piece;
	uint32_t bits;

	memcpy(&bits, &u, sizeof bits);
	piece = table[(bits >> 18 & 0x1fff) - NORMAL_FIRST];
	return piece.at - high_product(piece.fall, bits << 14);
}

/* Weights of shared factors are in units of 2^-30. A factor's part of z, and the sum of all: 2^-26. */
enum { FACTOR_SHIFT = 30 };

SSTA_INLINE int64_t factor_part(int32_t weight, uint32_t word, uint32_t magnitude)
{
	int64_t part = (int64_t)weight * (int32_t)magnitude;

	return (int32_t)word < 0 ? -part : part;
}

SSTA_INLINE int32_t factor_sum(int64_t parts, int32_t limit)
{
	int64_t z = (parts + (1 << (FACTOR_SHIFT - 1))) >> FACTOR_SHIFT;

	return (int32_t)(z > limit ? limit : z < -limit ? -limit : z);
}

/* z of an arc that has a part of its own beside the shared one, `own` in units of 2^-32. */
SSTA_INLINE int32_t joined_z(int32_t shared, uint32_t word, uint32_t magnitude, uint32_t own)
{
	int32_t part = (int32_t)high_product(magnitude, own);

	return shared + ((int32_t)word < 0 ? -part : part);
}

/*
 * nominal + sigma·|z|, fs, the product rounded half up; with `early` half down, which is what minus the
 * same rounds to.
 */
SSTA_INLINE int32_t ssta_delay(int32_t nominal, int32_t sigma, uint32_t magnitude, uint32_t early)
{
	int64_t sum = (int64_t)((uint64_t)(uint32_t)nominal << 32 | (0x80000000u - early));

	return (int32_t)(((int64_t)sigma * (int32_t)magnitude + sum) >> 32);
}

#endif
