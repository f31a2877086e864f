/*
 * Monte-Carlo SSTA as [SSTA] prints it, to be compared with: a Mersenne twister a lane, Box and Muller's
 * transformation as a kernel of its own, and a kernel that takes the largest of four sums for each gate and
 * die, with what it needs gathered in an array before (threadData). Delays are looked up in tables by gate and
 * input. What it does otherwise than printed: times are whole femtoseconds and not floats; the tables are by gate
 * of the design, as delays depend on slews and loads; two sigmas an input.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/ssta/device_ssta.h"
#include "gpu/ssta/paper/ssta_paper_args.h"

#ifndef PAPER_ONCE
#define PAPER_ONCE

#ifdef __CUDACC__
enum { PAPER_LANES = 1 };
#else
enum { PAPER_LANES = PAPER_CPU_LANES };
#endif

/* The die of a wave that a place in a slot is of. */
DEVICE_INLINE int32_t paper_die(int32_t place)
{
#ifdef __CUDACC__
	return place;
#else
	int32_t in = place % SSTA_BLOCK;

	return place - in + in % (SSTA_BLOCK / 4) * 4 + in / (SSTA_BLOCK / 4);
#endif
}

#if FS_BITS == 32

/* Item: a lane. Floor: 76 bytes. */
KERNEL(paper_seeds, k, i)
{
	uint32_t x = twister_first(k->seed, k->wave, (uint32_t)i);

	for (uint32_t j = 0; j < TWISTER_WORDS; j++) {
		if (j > 0)
			x = twister_seed(x, j);
		k->state[j * TWISTER_LANES + i] = x;
	}
}

/* Item: PAPER_LANES lanes, on a GPU one, on the CPU a loop that vectors are made of. Floor: 4 bytes a number. */
KERNEL(paper_twister, k, i)
{
	uint32_t x[TWISTER_WORDS][PAPER_LANES], a[PAPER_LANES];
	int64_t lane = i * PAPER_LANES;
	int32_t at = k->at;

	for (int32_t l = 0; l < PAPER_LANES; l++)
		a[l] = k->parameter[(lane + l) % TWISTER_PARAMETERS];
	for (int32_t j = 0; j < TWISTER_WORDS; j++)
		for (int32_t l = 0; l < PAPER_LANES; l++)
			x[j][l] = k->state[j * TWISTER_LANES + lane + l];
	for (int64_t n = 0; n < k->n_words; n++) {
		int32_t next = at + 1 < TWISTER_WORDS ? at + 1 : 0;
		int32_t far = at + TWISTER_FAR;

		far = far < TWISTER_WORDS ? far : far - TWISTER_WORDS;
		for (int32_t l = 0; l < PAPER_LANES; l++) {
			x[at][l] = twister_twist(x[at][l], x[next][l], x[far][l], TWISTER_LOWER,
						 a[l]);
			k->number[n * TWISTER_LANES + lane + l] = twister_temper(x[at][l]);
		}
		at = next;
	}
	for (int32_t j = 0; j < TWISTER_WORDS; j++)
		for (int32_t l = 0; l < PAPER_LANES; l++)
			k->state[j * TWISTER_LANES + lane + l] = x[j][l];
}

/* Item: a pair of numbers of a lane. Floor: 16 bytes. */
KERNEL(paper_box_muller, k, i)
{
	uint32_t *pair = k->number + i / TWISTER_LANES * 2 * TWISTER_LANES + i % TWISTER_LANES;
	int32_t z[2];

	twister_normals(pair[0], pair[TWISTER_LANES], z);
	pair[0] = (uint32_t)z[0];
	pair[TWISTER_LANES] = (uint32_t)z[1];
}

/* Item: an input and four dies. Floor: 16 bytes. */
KERNEL(paper_philox, k, i)
{
	const uint32_t *key = k->key + 2 * (i / (TWISTER_LANES / 4));
	uint32_t quad = (uint32_t)(k->first / 4 + i % (TWISTER_LANES / 4));
	uint32_t c[4] = {quad, SSTA_ARC, key[0], key[1]};

	philox(c, k->seed);
	for (int j = 0; j < 4; j++) {
		uint32_t magnitude = normal_magnitude(k->table, c[j]);

		k->number[4 * i + j] = (int32_t)c[j] < 0 ? 0u - magnitude : magnitude;
	}
}

#endif

#define PAPER_NEVER_32 (INT32_MIN / 2)
#define PAPER_NEVER_64 (INT64_MIN / 4)

#endif /* PAPER_ONCE */

/* Item: gate and die. Floor: 4 bytes an input and 24 of what is gathered (with 32 bits). */
KERNEL(paper_gather, k, i)
{
	int64_t g = i / TWISTER_LANES, place = i % TWISTER_LANES;
	const struct paper_gate *gate = &k->gate[g];
	const fs_t *slot = (const fs_t *)k->slot + place;
	struct FS_NAME(paper_data) data;

	data.offset = PAPER_INPUTS * (int32_t)(k->first_gate + g);
	data.flags = gate->early ? PAPER_EARLY : 0;
	for (int j = 0; j < PAPER_INPUTS; j++) {
		int32_t source = gate->source[j];

		data.at[j] = k->pads_zero && !gate->early ? 0 : FS_NAME(PAPER_NEVER);
		if (source == PAPER_ABSENT)
			continue;
		data.flags |= 1 << j;
		data.at[j] = source >= 0 ? slot[(int64_t)source * TWISTER_LANES] : 0;
	}
	((struct FS_NAME(paper_data) *)k->data)[i] = data;
}

/* The largest of four sums goes to the gate's slot; the same without those inputs that aren't there. */
DEVICE_INLINE void FS_NAME(keep_largest)(const struct paper_sta_args *k, int64_t i, int32_t flags,
					 const fs_t sum[PAPER_INPUTS])
{
	int32_t place = (int32_t)(i % TWISTER_LANES);
	int64_t die = k->first + paper_die(place);
	fs_t largest = sum[0], real = FS_NAME(PAPER_NEVER);

	for (int j = 1; j < PAPER_INPUTS; j++)
		largest = sum[j] > largest ? sum[j] : largest;
	for (int j = 0; j < PAPER_INPUTS; j++)
		real = flags >> j & 1 && sum[j] > real ? sum[j] : real;
	if (real < largest && die >= k->begin && die < k->end)
		atomic_add_i64(k->n_raised, 1);
	((fs_t *)k->slot)[(int64_t)k->gate[i / TWISTER_LANES].slot * TWISTER_LANES + place] = largest;
}

/* Item: gate and die. Algorithm 1. Floor: what is gathered, 8 bytes an input from the cache, 4 of the output. */
KERNEL(paper_sta, k, i)
{
	struct FS_NAME(paper_data) data = ((const struct FS_NAME(paper_data) *)k->data)[i];
	fs_t sum[PAPER_INPUTS];

	for (int j = 0; j < PAPER_INPUTS; j++)
		sum[j] = data.at[j] + (fs_t)k->mean[data.offset + j];
	FS_NAME(keep_largest)(k, i, data.flags, sum);
}

/* Item: gate and die. Algorithm 2. Floor: as paper_sta, and 4 bytes an input of the numbers. */
KERNEL(paper_ssta, k, i)
{
	struct FS_NAME(paper_data) data = ((const struct FS_NAME(paper_data) *)k->sta.data)[i];
	int64_t g = i / TWISTER_LANES;
	const uint32_t *number = k->number + PAPER_INPUTS * g * TWISTER_LANES +
				 paper_die((int32_t)(i % TWISTER_LANES));
	fs_t sum[PAPER_INPUTS];

	for (int j = 0; j < PAPER_INPUTS; j++) {
		struct paper_sigma sigma = k->sigma[data.offset + j];
		int32_t z = (int32_t)number[j * TWISTER_LANES];

		sum[j] = data.at[j] + (fs_t)k->sta.mean[data.offset + j] +
			 ssta_delay(0, z < 0 ? sigma.down : sigma.up, (uint32_t)(z < 0 ? -z : z),
				    data.flags / PAPER_EARLY);
	}
	FS_NAME(keep_largest)(&k->sta, i, data.flags, sum);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/ssta/paper/k_ssta_paper.cu"
#endif
