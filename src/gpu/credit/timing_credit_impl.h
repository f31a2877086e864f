/* Shared by timing_credit.c (which states have nodes) and credit_order.c (segments and ranks of
 * nodes). */
#ifndef GPU_CREDIT_TIMING_CREDIT_IMPL_H
#define GPU_CREDIT_TIMING_CREDIT_IMPL_H

#include "gpu/timing/timing_paths.h"
#include "base/bits.h"
#include "base/keys.h"

/* The nodes on the host. */
struct node_lists {
	int32_t n;
	int32_t n_states,
		*of_clock; /* owned [n_states]: states of clocks; node i is of_clock[i]'s */
	/* owned, by words of 64 states: bits of states of clocks; number of such states before the
	 * word, if it has any */
	uint64_t *is_clock;
	int32_t *before;
	struct keys others; /* owned: struct other_node, few; their nodes follow the others */
	int32_t *state, *pin, *rank, *segment; /* owned [n]; states by place in the image */
	uint8_t *edge, *place;                 /* owned [n] */
};

struct other_node {
	int32_t place; /* enum node_place */
	int32_t state;
};

enum { CLOCK_WORD = 64 };

static inline bool has_node(const struct node_lists *l, int32_t state)
{
	return l->is_clock[state / CLOCK_WORD] >> state % CLOCK_WORD & 1;
}

/* The node of a clock's state, -1 = it has none. */
static inline int32_t node_inside(const struct node_lists *l, int32_t state)
{
	uint64_t bits = l->is_clock[state / CLOCK_WORD], own = UINT64_C(1) << state % CLOCK_WORD;

	return bits & own ? l->before[state / CLOCK_WORD] + count_bits(bits & (own - 1)) : -1;
}

/* The segment of each clock, where its network begins; owned by the caller. STATUS_NO_MEMORY. */
enum status credit_find_segments(const struct constraints *constraints, int32_t **segment);
/* Compute the ranks of pins in the clock network, pin_rank[n_all_pins], 0 before. *settled: they follow from the network
 * alone, and not from the order of its states. STATUS_NO_MEMORY. */
enum status credit_find_ranks(const struct timing_image *t, const struct node_lists *l,
			      int32_t *pin_rank, bool *settled);

#endif
