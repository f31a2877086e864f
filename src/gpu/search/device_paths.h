/* What a level of paths leaves for the host: how many there are, and where they are cut. */
#ifndef GPU_SEARCH_DEVICE_PATHS_H
#define GPU_SEARCH_DEVICE_PATHS_H

#include <stdint.h>

/* How many bounds are tried at once, how much of both an item has, and how many steps of a walk are enough. */
enum { LOWER_BINS = 1024, LOWER_PARENTS = 256, LOWER_PATHS = 4096, LOWER_STEPS = 16 };

/* What the host reads back before it expands. */
struct batch_summary {
	int64_t bound;            /* where it was lowered, … */
	int64_t n_within;         /* … and how many children were below it before */
	int64_t n_candidates;     /* all deviations of all parents */
	int64_t n_children;       /* those below the bound */
	int64_t n_batch_parents;  /* the parents whose children fit … */
	int64_t n_batch_children; /* … and how many these are */
};

/* What the walks of count_children and expand_children come by, all parents together. */
struct walk_total {
	int64_t n_states, n_arcs;
};

/* What the host reads back after each batch. */
struct partition_summary {
	int64_t n_merged;    /* length of the merged list */
	int64_t n_taken;     /* how many of them come from the new list */
	int64_t kth_slack;   /* of the last one within the limit; FS_NONE while there are fewer */
	int64_t n_below;     /* how many of them are below slack_min */
	int64_t first_slack; /* of its first one; FS_NONE when it is empty */
	/* only by cut_ranking, of the level before credit: */
	int64_t least_slack; /* FS_NONE when it is empty */
	int64_t n_useful;    /* how many come before the list's end, or may already be in it */
};

#endif
