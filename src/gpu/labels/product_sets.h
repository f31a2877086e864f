/*
 * Sets of counts of groups passed, as words of bits, for k_product.cu and k_product_worst.cu.
 * Device code.
 */
#ifndef GPU_LABELS_PRODUCT_SETS_H
#define GPU_LABELS_PRODUCT_SETS_H

#include "gpu/kernel/kernel.h"
#include "gpu/labels/device_labels.h"

/* The set after a state of these groups is passed: each count rises while its next group is among
 * them. */
DEVICE_INLINE uint64_t product_enter(uint64_t set, uint64_t groups)
{
	while (set & groups)
		set = (set & ~groups) | (set & groups) << 1;
	return set;
}

/* The inverse: all counts that become one of the set there. */
DEVICE_INLINE uint64_t product_before(uint64_t set, uint64_t groups)
{
	uint64_t before = set & ~groups, more = before >> 1 & groups;

	while (more & ~before) {
		before |= more;
		more = before >> 1 & groups;
	}
	return before;
}

/* The subset with which paths may take an arc (by place) to its head. */
DEVICE_INLINE uint64_t product_admitted(const struct device_product *p, uint64_t set, int32_t arc,
					int32_t head)
{
	if (p->arc_ok && !p->arc_ok[arc])
		return 0;
	if (p->first_at_once && set & 1 && !(p->groups[head] & 1))
		set &= ~(uint64_t)1;
	return set;
}

DEVICE_INLINE int32_t product_is_sink(const struct device_product *p, int32_t state)
{
	return state >= p->first_sink && state < p->first_sink + p->n_sinks;
}

/* The set of a source_set or sink_set. */
DEVICE_INLINE uint64_t product_end(uint8_t set)
{
	return set == PRODUCT_NOT_ALLOWED ? 0 : (uint64_t)1 << set;
}

/* The set of counts at the head of an arc for paths that take it with one count (a bit): before the
 * head's own groups, or transposed when they leave it. */
DEVICE_INLINE uint64_t product_taken(const struct device_product *p, int32_t state, uint64_t bit,
				     int32_t arc)
{
	int32_t to = p->to[arc];

	if (p->transposed)
		bit = product_before(bit, p->groups[state]);
	if (product_is_sink(p, to))
		return bit & p->entering[to] && p->leaving[to] ? 1 : 0;
	bit = product_admitted(p, bit, arc, p->transposed ? state : to);
	return bit & (p->transposed ? p->leaving[to] : p->entering[to]);
}

/* The state of the product for a state and a count (a bit). */
DEVICE_INLINE int32_t product_state(const struct device_product *p, const int64_t *first, int32_t state,
				    uint64_t bit)
{
	if (product_is_sink(p, state))
		return (int32_t)first[state];
	if (!p->transposed)
		bit = product_enter(bit, p->groups[state]);
	return (int32_t)first[state] + count_bits_64(p->leaving[state] & (bit - 1));
}

#endif
