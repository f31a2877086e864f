/* Bits of states that an edit has touched, for the kernels that go by them (struct device_touched). */
#ifndef GPU_KERNELS_TOUCHED_BITS_H
#define GPU_KERNELS_TOUCHED_BITS_H

#include "gpu/kernels/kernel.h"

enum { TOUCH_BITS = 64 };

DEVICE_INLINE void touch(uint64_t *bits, int64_t state)
{
	uint64_t bit = UINT64_C(1) << state % TOUCH_BITS;

	if (!(load_shared_u64(&bits[state / TOUCH_BITS]) & bit))
		atomic_or_u64(&bits[state / TOUCH_BITS], bit);
}

DEVICE_INLINE bool is_touched(const uint64_t *bits, int64_t state)
{
	return bits[state / TOUCH_BITS] >> state % TOUCH_BITS & 1;
}

/*
 * An item of a sweep: a word, and its bits that are of the item's level. A warp shares it: each lane has every width-th of the
 * bits (lane_bits()), or, where states drive many others, all lanes together one after another.
 */
struct touched_item {
	int64_t first; /* the state of bit 0 */
	uint64_t bits;
	bool together;
};

/* Of a word those bits whose places are a lane's: lane, lane + width, … */
DEVICE_INLINE uint64_t lane_bits(struct team team)
{
	return ~UINT64_C(0) / ((UINT64_C(1) << team.width) - 1) << team.lane;
}

/* Item i, of a stretch of states whose items begin at `items`. */
DEVICE_INLINE struct touched_item touched_item(const uint64_t *bits, int64_t begin, int64_t end,
					       int64_t i, int64_t items)
{
	struct touched_item item;
	int64_t word = begin / TOUCH_BITS + (i - items);

	item.first = word * TOUCH_BITS;
	item.together = false;
	item.bits = load_shared_u64(&bits[word]);
	if (item.first < begin)
		item.bits &= ~UINT64_C(0) << (begin - item.first);
	if (item.first + TOUCH_BITS > end)
		item.bits &= ~UINT64_C(0) >> (item.first + TOUCH_BITS - end);
	return item;
}

/* Of a sweep from the last level to the first. */
DEVICE_INLINE struct touched_item touched_before(const uint64_t *bits,
						 const struct touched_words *words, int64_t level,
						 int64_t i)
{
	int64_t of = words->n_levels - 1 - (words->first_level + level);

	return touched_item(bits, words->state_row[of], words->state_row[of + 1], i,
			    words->word_row[words->first_level + level]);
}

/* Of a sweep from the first, whose levels have two parts. */
DEVICE_INLINE struct touched_item touched_behind(const uint64_t *bits,
						 const struct touched_words *words, int64_t level,
						 int64_t i)
{
	int64_t of = 2 * (words->first_level + level);
	bool together = i < words->word_row[of + 1];
	struct touched_item item;

	of += !together;
	item = touched_item(bits, words->state_row[of], words->state_row[of + 1], i,
			    words->word_row[of]);
	item.together = together;
	return item;
}

#endif
