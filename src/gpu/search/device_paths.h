/* Summaries of a batch of children and of a merged ranking, which the host reads back. */
#ifndef GPU_SEARCH_DEVICE_PATHS_H
#define GPU_SEARCH_DEVICE_PATHS_H

#include <stdint.h>

/* lower_bound: bins of its histogram of slacks; parents and ranked paths of an item; steps of a
 * walk. */
enum { LOWER_BINS = 1024, LOWER_PARENTS = 256, LOWER_PATHS = 4096, LOWER_STEPS = 16 };

/* A batch of parents, read back before their children are written. */
struct batch_summary {
	int64_t bound;    /* fs, lowered by lower_bound if that ran */
	int64_t n_within; /* children below the bound before it was lowered, as far as counted */
	int64_t n_candidates;     /* deviations of all parents */
	int64_t n_children;       /* of these, the ones below the bound */
	int64_t n_batch_parents;  /* leading parents whose children fit the buffer */
	int64_t n_batch_children; /* their children */
};

/* States and arcs that the walks of all parents visit. */
struct walk_total {
	int64_t n_states, n_arcs;
};

/* The ranking merged with a batch, read back after it. Slacks in fs. */
struct partition_summary {
	int64_t n_merged;    /* length of the merged list */
	int64_t n_taken;     /* paths of it that come from the batch */
	int64_t kth_slack;   /* of the k-th path that counts; FS_NONE if there are fewer */
	int64_t n_below;     /* paths of it below slack_min */
	int64_t first_slack; /* of its first path; FS_NONE if it is empty */
	/* by cut_ranking only, of the batch by slack before credit: */
	int64_t least_slack; /* FS_NONE if the batch is empty */
	int64_t n_useful;    /* children that may come into the ranking by that slack */
};

#endif
