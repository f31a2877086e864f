/* Lists of the worst launches of each state, for the slacks of endpoints and of pins with credit. */
#ifndef GPU_CREDIT_TIMING_SLACKS_IMPL_H
#define GPU_CREDIT_TIMING_SLACKS_IMPL_H

#include "gpu/credit/credit_args.h"
#include "gpu/timing/timing.h"

/* Entries of a list in each round, at most 64 (k_launches.cu). */
extern const int32_t launching_lengths[SLACK_ROUNDS];

/* Bytes that all lists together may have. */
#define MOST_LIST_BYTES (INT64_C(2) << 30)

/* Of one split; device memory, owned. */
struct launching {
	struct timing *timing;
	struct task *task;
	enum split split;
	enum credit_mode mode;
	struct device_credit credit; /* borrowed arrays */
	int32_t *branch, *not_monotone;
	int32_t *source; /* [n_states] */
	int32_t *mark;   /* [n_states] */
	int64_t *slot;   /* [n_states + 1] */
	int32_t *row;    /* levels of states in reverse order */
	uint8_t *open;   /* [n_sinks], or of pins [n_states] */
	int64_t *d_n_open, *largest;
	struct device_launches lists;
};

/* Allocate and fill all but `lists` and `open`; timing, split and credit are set before. Release
 * also on failure. */
enum status launching_prepare(struct launching *l);
void launching_release(struct launching *l);

/* Do n_slots lists of `most` entries fit MOST_LIST_BYTES? */
bool launching_fits(int64_t n_slots, int32_t most, int fs_bits);
/* Allocate lists of lists->most entries in place of the earlier ones. */
enum status launching_alloc(struct queue *queue, int64_t n_slots, int fs_bits,
			    struct device_launches *lists);

#endif
