/*
 * What is touched by one block (struct few_levels). A kernel with struct few_shared among its block's memory does
 *
 *	few_begin(few, b, shared);
 *	while (few_next(few, b, shared, &at)) {
 *		for (int32_t j = b.thread; j < shared->n; j += b.width)
 *			… shared->state[j], touching heads by few_touch()
 *		block_barrier(b);
 *	}
 *
 * Races: flags are only set, all to one value, and read after a barrier. In which order a level's states are listed doesn't
 * matter, as they only read what is of levels before.
 */
#ifndef GPU_KERNELS_FEW_LEVELS_H
#define GPU_KERNELS_FEW_LEVELS_H

#include "gpu/kernels/touched_bits.h"

struct few_shared {
	int32_t n; /* states of the level; there is room for FEW_A_LEVEL */
	int32_t state[FEW_A_LEVEL];
	uint8_t flag[FEW_MOST_LEVELS];
};

struct few_place {
	int32_t level; /* in the order of the sweep: the next one */
	int32_t n;     /* states so far */
};

DEVICE_INLINE int32_t few_level_of(const struct few_levels *few, int64_t state)
{
	int32_t low = 0, high = few->n_levels;

	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		if (few->level_row[middle] <= state)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* A state of a later level. */
DEVICE_INLINE void few_touch(const struct few_levels *few, struct few_shared *shared, int64_t state)
{
	touch(few->bits, state);
	shared->flag[few_level_of(few, state)] = 1;
}

DEVICE_INLINE void few_begin(const struct few_levels *few, struct block b,
			     struct few_shared *shared)
{
	for (int32_t l = b.thread; l < few->n_levels; l += b.width)
		shared->flag[l] = few->flag[l];
	block_barrier(b);
}

/* Item: word of a level, whose states are listed. */
DEVICE_INLINE void few_list(const struct few_levels *few, struct few_shared *shared, int32_t level,
			    int64_t word)
{
	int64_t begin = few->level_row[level], end = few->level_row[level + 1];
	struct touched_item item =
		touched_item(few->bits, begin, end, word - begin / TOUCH_BITS, 0);

	for (; item.bits; item.bits &= item.bits - 1) {
		int32_t at = atomic_add_i32(&shared->n, 1);

		if (at < FEW_A_LEVEL)
			shared->state[at] = (int32_t)(item.first + first_bit_64(item.bits));
	}
}

/* List the states of the next level that has some; false = there is none, or there are too many. */
DEVICE_INLINE bool few_next(const struct few_levels *few, struct block b, struct few_shared *shared,
			    struct few_place *at)
{
	int32_t n = few->n_levels, level = at->level, of;

	while (level < n && !shared->flag[few->mirrored ? n - 1 - level : level])
		level++;
	at->level = level + 1;
	if (level == n)
		return false;
	of = few->mirrored ? n - 1 - level : level;
	if (b.thread == 0)
		shared->n = 0;
	block_barrier(b);
	for (int64_t word = few->level_row[of] / TOUCH_BITS + b.thread;
	     word <= (few->level_row[of + 1] - 1) / TOUCH_BITS; word += b.width)
		few_list(few, shared, of, word);
	block_barrier(b);
	at->n += shared->n;
	if (shared->n <= FEW_A_LEVEL && at->n <= few->most)
		return true;
	if (b.thread == 0)
		*few->left = 1;
	return false;
}

#endif
