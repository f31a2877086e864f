/* How timing_credit.c and credit_order.c divide the work: which states have nodes; in which segments and ranks. */
#ifndef GPU_CREDIT_TIMING_CREDIT_IMPL_H
#define GPU_CREDIT_TIMING_CREDIT_IMPL_H

#include "gpu/timing/timing_paths.h"
#include "base/bits.h"
#include "base/keys.h"

/* The arrays of nodes on the host, side by side. */
struct node_lists {
	int32_t n;
	int32_t n_states,
		*of_clock; /* owned: the states of clocks; the node of each has its place as number */
	/* owned: of 64 states each, a bit for each that is of a clock, and how many there are before, if there is one */
	uint64_t *is_clock;
	int32_t *before;
	struct keys others; /* owned: struct other_node's, which are few; they come after */
	int32_t *state, *pin, *rank, *segment; /* owned [n]; states by places in the image */
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

/* The node of a state of a clock, -1 = it has none. */
static inline int32_t node_inside(const struct node_lists *l, int32_t state)
{
	uint64_t bits = l->is_clock[state / CLOCK_WORD], own = UINT64_C(1) << state % CLOCK_WORD;

	return bits & own ? l->before[state / CLOCK_WORD] + count_bits(bits & (own - 1)) : -1;
}

/* Of each clock where its network begins: owned by the caller. STATUS_NO_MEMORY. */
enum status credit_find_segments(const struct constraints *constraints, int32_t **segment);
/* Raise the ranks of pins [n_all_pins], which are 0. STATUS_NO_MEMORY. */
enum status credit_find_ranks(const struct timing_image *t, const struct node_lists *l,
			      int32_t *pin_rank);

#endif
