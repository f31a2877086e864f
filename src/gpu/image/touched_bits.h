/* Bits of states that an edit has touched, for the kernels that go by them (struct device_touched). */
#ifndef GPU_IMAGE_TOUCHED_BITS_H
#define GPU_IMAGE_TOUCHED_BITS_H

#include "gpu/image/device_graph.h"
#include "gpu/kernel/kernel.h"

/* LEVELS_AT_ONCE: of how many levels the first states are read at once, so that a GPU's thread waits for memory twice. */
enum { TOUCH_BITS = 64, LEVELS_AT_ONCE = ARCS_AT_ONCE > 1 ? 15 : 1 };

DEVICE_INLINE void touch(uint64_t *bits, int64_t state)
{
	uint64_t bit = UINT64_C(1) << state % TOUCH_BITS;

	if (!(load_shared_u64(&bits[state / TOUCH_BITS]) & bit))
		atomic_or_u64(&bits[state / TOUCH_BITS], bit);
}

DEVICE_INLINE bool is_touched(const uint64_t *bits, int64_t state)
{
	return load_shared_u64(&bits[state / TOUCH_BITS]) >> state % TOUCH_BITS & 1;
}

/* Of a word those bits whose places are a lane's: lane, lane + width, … */
DEVICE_INLINE uint64_t lane_bits(struct team team)
{
	return ~UINT64_C(0) / ((UINT64_C(1) << team.width) - 1) << team.lane;
}

/* Of the levels in the order of the sweep the place among all, and the other way round. */
DEVICE_INLINE int64_t touched_order(const struct touched_states *touched, int64_t level)
{
	return touched->forward ? touched->n_levels - 1 - level : level;
}

DEVICE_INLINE bool touched_is_of(const struct touched_states *touched, int64_t state, int64_t level)
{
	const int32_t *row = touched->part_row;

	if (level >= touched->n_levels)
		return false;
	row += 2 * touched_order(touched, level);
	return row[0] <= state && state < row[2];
}

/* The level of a state, in the order of the sweep. */
DEVICE_INLINE int64_t touched_level_of(const struct touched_states *touched, int64_t state)
{
	const int32_t *__restrict__ part_row = touched->part_row;
	int32_t low = 0, high = touched->n_levels;

	while (high - low > 1) {
		int32_t step = (high - low + LEVELS_AT_ONCE) / (LEVELS_AT_ONCE + 1), n = 0;

		UNROLL(LEVELS_AT_ONCE)
		for (int32_t j = 1; j <= LEVELS_AT_ONCE; j++) {
			int32_t at = low + j * step;

			n += at < high && part_row[2 * (int64_t)at] <= state;
		}
		low += n * step;
		high = low + step < high ? low + step : high;
	}
	return touched_order(touched, low);
}

/* A state, and its level, which is mostly the one that is guessed: while a sweep goes by them only a later one. */
DEVICE_INLINE void touch_state(const struct touched_states *touched, int64_t state, int64_t guess)
{
	uint64_t bit = UINT64_C(1) << state % TOUCH_BITS;
	uint64_t *word = &touched->bits[state / TOUCH_BITS];

	if (load_shared_u64(word) & bit)
		return;
	atomic_or_u64(word, bit);
	if (touched->levels)
		touch(touched->levels, touched_is_of(touched, state, guess)
					       ? guess
					       : touched_level_of(touched, state));
}

#endif
