/*
 * Monte-Carlo SSTA ([SSTA]): slacks of endpoints in samples, from the arrivals that k_ssta.cu leaves in slots,
 * and their sums.
 */
#define CUDA_RESIDENT 3
#define LANE_QUADS    1
#include "gpu/ssta/ssta_lanes.h"

#ifndef SSTA_TWICE
#if defined(__CUDACC__) && !defined(KERNEL_WARP)
/* Read here, not where it is used, which would wait for it. */
#define SSTA_EARLY(value) asm volatile("" ::"l"(value))
#else
#define SSTA_EARLY(value) (void)(value)
#endif

SSTA_HOT void make_check(const struct ssta_samples *s, const struct ssta_sink *sink,
			 const struct lane_samples *at, enum vectors vectors,
			 int32_t delta[4][QUADS])
{
	const struct drawn d = {{sink->key[0], sink->key[1]},
				SSTA_CHECK,
				0,
				{sink->sigma[0], sink->sigma[1]},
				0,
				sink->region};

	make_delays(s, s->table, &d, at, vectors, delta);
}
#endif

/* The worst slack of an end in each sample, fs. */
SSTA_HOT void FS_NAME(end_slacks)(const struct ssta_ends_args *k, const struct ssta_end *e,
				  const struct lane_samples *at, enum vectors vectors,
				  int64_t slack[4][QUADS])
{
	const char *slots = FS_NAME(lane_slots)(k->slot, at->part, at->lane);

	for (int32_t i = e->first; i < e->first + e->n; i++) {
		const struct ssta_sink *sink = &k->sink[i];
		const int64_t constant = sink->constant;
		fs_t data[4][QUADS], clock[4][QUADS];
		int32_t delta[4][QUADS];

		SSTA_EARLY(constant);
		if (sink->data >= 0)
			FS_NAME(load_lanes)(slots + FS_NAME(slot_bytes)(&k->samples, sink->data), data);
		else
			FS_NAME(fill_lanes)(data, 0);
		if (sink->clock >= 0)
			FS_NAME(load_lanes)(slots + FS_NAME(slot_bytes)(&k->samples, sink->clock), clock);
		else
			FS_NAME(fill_lanes)(clock, 0);
		if (sink->sigma[0] | sink->sigma[1])
			make_check(&k->samples, sink, at, vectors, delta);
		else
			memset(delta, 0, sizeof delta);
		for (int j = 0; j < 4; j++) {
			SSTA_LOOP
			for (int q = 0; q < QUADS; q++) {
				int64_t value = constant - delta[j][q] - data[j][q] -
						clock[j][q];

				slack[j][q] = i == e->first || value < slack[j][q] ? value
										   : slack[j][q];
			}
		}
	}
}

#ifndef SSTA_TWICE
#define SSTA_TWICE

/* The CPU's loops are vectors of sums, a GPU's lane has one of each. */
#ifdef __CUDACC__
enum { SUMS = 1 };
#else
enum { SUMS = QUADS };
#endif

struct end_sums {
	int64_t sum[N_SSTA_POWERS][SUMS];
	int32_t n_failing, n_large;
};

/* Samples that don't count get a deviation of 0. */
SSTA_HOT void sum_powers(struct end_sums *s, int32_t d[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++) {
			int64_t x = d[j][q], square = x * x;
			int64_t h = square >> 24, l = square & 0xffffff;
			const int of = q % SUMS;

			s->sum[SSTA_D][of] += x;
			s->sum[SSTA_H][of] += h;
			s->sum[SSTA_L][of] += l;
			s->sum[SSTA_DH][of] += (int64_t)(int32_t)x * (int32_t)h;
			s->sum[SSTA_DL][of] += (int64_t)(int32_t)x * (int32_t)l;
			s->sum[SSTA_HH][of] += (int64_t)(int32_t)h * (int32_t)h;
			s->sum[SSTA_HL][of] += (int64_t)(int32_t)h * (int32_t)l;
			s->sum[SSTA_LL][of] += (int64_t)(int32_t)l * (int32_t)l;
		}
	}
}

SSTA_HOT void add_to_sum(struct ssta_sum *to, int64_t value)
{
	atomic_add_u64(&to->low, (uint64_t)value & 0xffffffffu);
	atomic_add_i64(&to->high, value >> 32);
}

/* Where a lane's sample is in the wave. */
SSTA_HOT int32_t sample_of(const struct lane_samples *at, int32_t q, int32_t j)
{
	return (int32_t)at->part * LANE_SAMPLES + 4 * (at->lane + q * QUAD_STRIDE) + j;
}

/* The least slacks so far of the end's group: mostly a slack isn't less. Others lower them meanwhile; then
 * the atomic operation changes nothing. */
SSTA_HOT void load_least(const int64_t *group, const struct lane_samples *at, int64_t least[4][QUADS])
{
	for (int j = 0; j < 4; j++) {
		SSTA_LOOP
		for (int q = 0; q < QUADS; q++)
			least[j][q] = *(const volatile int64_t *)&group[sample_of(at, q, j)];
	}
}

/* Slacks into the wave's arrays, and as deviations from the nominal one. */
SSTA_HOT void keep_slacks(const struct ssta_ends_args *k, const struct ssta_end *e,
			  const struct lane_samples *at, int64_t slack[4][QUADS],
			  int64_t least[4][QUADS], struct end_sums *sums)
{
	const int64_t n = (int64_t)k->samples.n_blocks * SSTA_BLOCK, nominal = e->nominal;
	const int32_t begin = k->begin, end = k->end, number = e->number;
	int64_t *group = k->group + e->group * n;
	int64_t *series = e->series < 0 ? NULL : k->series + e->series * n;
	int32_t d[4][QUADS];

	for (int q = 0; q < QUADS; q++) {
		for (int j = 0; j < 4; j++) {
			int32_t s = sample_of(at, q, j);
			int64_t value = slack[j][q], deviation = value - nominal;
			int64_t key = (int64_t)((uint64_t)value << SSTA_END_BITS) | number;
			bool counts = s >= begin && s < end;
			bool large = deviation >= 1 << 24 || deviation <= -(1 << 24);

			d[j][q] = counts && !large ? (int32_t)deviation : 0;
			sums->n_large += counts && large;
			sums->n_failing += counts && value < 0;
			if (counts && key < least[j][q])
				atomic_min_64(&group[s], key);
			if (counts && series)
				series[s] = value;
		}
	}
	sum_powers(sums, d);
}

#endif /* SSTA_TWICE */

/* An end in a chunk of the blocks. */
SSTA_HOT void FS_NAME(run_end)(const struct ssta_ends_args *k, int64_t i, int32_t lane,
			       struct end_sums *sums, enum vectors vectors)
{
	enum { PARTS = SSTA_BLOCK / LANE_SAMPLES };
	const struct ssta_end *e = &k->ends[i / k->n_chunks];
	int64_t block = i % k->n_chunks * k->chunk, end = block + k->chunk;

	end = end < k->samples.n_blocks ? end : k->samples.n_blocks;
	for (int64_t part = block * PARTS; part < end * PARTS; part++) {
		const struct lane_samples at = lane_samples_of(&k->samples, part, lane);
		int64_t slack[4][QUADS], least[4][QUADS];

		load_least(k->group + e->group * (int64_t)k->samples.n_blocks * SSTA_BLOCK, &at, least);
		FS_NAME(end_slacks)(k, e, &at, vectors, slack);
		keep_slacks(k, e, &at, slack, least, sums);
	}
}

#ifndef __CUDACC__
SSTA_VECTORS(FS_NAME(end_item), FS_NAME(run_end),
	     (const struct ssta_ends_args *k, int64_t i, int32_t lane, struct end_sums *sums), k, i,
	     lane, sums)
#endif

/*
 * Item: end and a chunk of the blocks; a team does these one after another. Floor: 4 bytes a sample and
 * slot, 8 of the group's least.
 */
SSTA_TEAM_KERNEL(ssta_ends, k, i, t)
{
	struct ssta_moments *m = &k->moments[k->ends[i / k->n_chunks].number];
	struct end_sums sums;

	memset(&sums, 0, sizeof sums);
	SSTA_CALL(end_item, run_end, k, i, t.lane, &sums);
	for (int p = 0; p < N_SSTA_POWERS; p++) {
		int64_t sum = 0;

		for (int q = 0; q < SUMS; q++)
			sum += sums.sum[p][q];
		sum = (int64_t)team_sum_u64(t, (uint64_t)sum);
		if (t.lane == 0)
			add_to_sum(&m->sum[p], sum);
	}
	sums.n_failing = team_sum(t, sums.n_failing);
	sums.n_large = team_sum(t, sums.n_large);
	if (t.lane == 0 && sums.n_failing)
		atomic_add_i64(&m->n_failing, sums.n_failing);
	if (t.lane == 0 && sums.n_large)
		atomic_add_i64(&m->n_large, sums.n_large);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/ssta/k_ssta_ends.cu"
#endif
