/* Arguments of the kernels for the suffix forest, the levels of paths and the ranking ([CPG-J]). */
#ifndef GPU_SEARCH_SEARCH_ARGS_H
#define GPU_SEARCH_SEARCH_ARGS_H

#include <stdint.h>

#include "gpu/image/device_graph.h"
#include "gpu/search/device_paths.h"

/* ---- k_forest.cu ---- */

struct forest_sweep_args {
	struct device_graph graph;
	struct device_forest forest;
};

struct forest_touched_args {
	struct device_graph graph;
	struct device_forest forest; /* in and out */
	struct touched_states sweep; /* in and out */
	const int32_t *in_row, *in_from;
};

/* ---- k_search.cu ---- */

struct count_sources_args {
	struct device_graph graph;
	const void *dist;
	int64_t bound;
	int32_t first;    /* source of item 0 */
	int32_t *n_child; /* out [items] */
	struct device_caps caps;
};

struct expand_sources_args {
	struct device_graph graph;
	const void *dist;
	int64_t bound;
	int32_t first;
	const int64_t *offset; /* exclusive sum of n_child */
	struct device_records child;
	int64_t child_first; /* the child record at offset 0 */
	struct device_caps caps;
};

struct lower_bound_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;        /* fs, to be lowered; not FS_NONE */
	int64_t most_credit;  /* fs: largest credit of a child; slacks in `top` include credit */
	int32_t first;        /* record of the first parent */
	int32_t from_sources; /* the parents are level 0 */
	int64_t n_parents;
	const void *top; /* [n_top] fs: the ranking's slacks */
	int64_t n_top;
	int64_t k;         /* paths wanted with slack ≥ slack_min */
	int64_t slack_min; /* fs */
	int64_t base;      /* fs: lower bound of the children's slacks */
	int32_t shift;     /* bin width is 1 << shift fs; bound − base ≤ LOWER_BINS << shift */
	int32_t n_steps;   /* states with deviations that a walk visits at most */
	/* [LOWER_BINS + 1]: slacks in each bin, then items done; zeroed before, and again by the
	 * kernel */
	int32_t *bin;
	int64_t *lowered;              /* out: the new bound, for kernels */
	struct batch_summary *summary; /* out: bound, n_within */
};

/* Parents of a tile. */
enum { COUNT_PARENTS = 256 };

struct count_children_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;          /* fs, children must be below; FS_NONE = no bound */
	const int64_t *lowered; /* replaces `bound`, unless NULL */
	int32_t first;          /* record of the first parent */
	int32_t from_sources;   /* the parents are level 0 */
	int64_t n_parents;
	int32_t *n_child; /* out [n_parents]: children below the bound */
	int64_t *offset;  /* out [n_parents]: exclusive sum within its tile; NULL = not wanted */
	int64_t *tile;    /* out [tiles]: children of the tile's parents; NULL = not wanted */
	int64_t *n_candidates;   /* deviations of all parents are added; NULL = not wanted */
	struct device_caps caps; /* with caps, records have sources */
};

struct cut_batch_args {
	const int64_t *offset; /* [n_parents + 1], exclusive sum of n_child */
	int64_t n_parents;
	int64_t room;                  /* children that fit; the first parent's always do */
	struct batch_summary *summary; /* out */
};

/* Cuts a batch like cut_batch, from the sums within tiles by count_children. */
struct place_children_args {
	int64_t *tile;         /* in [tiles]: children of each; out: their exclusive sum */
	const int64_t *offset; /* [n_parents] */
	int64_t n_parents;
	int64_t room;                  /* children that fit; the first parent's always do */
	int64_t *n_candidates;         /* moved to the summary */
	struct batch_summary *summary; /* out */
};

struct expand_children_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;
	const int64_t *lowered; /* as in count_children_args */
	int32_t first;
	int32_t from_sources;
	const int64_t *tile, *offset; /* as place_children leaves them */
	const int32_t *n_child;
	int64_t room; /* children that fit: a parent's are written only if all of them fit */
	struct device_records child;
	int64_t child_first;
	struct device_caps caps;
};

/* What one block can hold. */
enum { SMALL_PARENTS = 512, SMALL_CHILDREN = 2048, SMALL_THREADS = 256 };

struct small_level_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;
	int32_t first;
	int32_t from_sources;
	int32_t n_parents;
	struct device_records child;   /* out, by slack */
	struct batch_summary *summary; /* out: n_candidates, n_children */
	int64_t *n_children; /* out, for kernels: 0 if there are more than SMALL_CHILDREN */
};

struct walk_lengths_args {
	struct count_children_args count; /* without outputs */
	struct walk_total *total;         /* out, zeroed before */
};

struct inherit_sources_args {
	struct device_records child; /* from item 0 on */
	const int32_t *source;       /* by record of the parents */
};

struct slack_keys_args {
	const void *slack; /* fs */
	int64_t base;      /* fs: lower bound of the slacks */
	void *key;         /* out, unsigned of the width of fs_t: slack − base */
	int32_t *index;    /* out: 0, 1, 2, … */
};

struct gather_records_args {
	struct device_records from;
	const int32_t *order;
	struct device_records to;
};

/* ---- k_ranking.cu ---- */

struct partition_ranking_args {
	const void *top; /* fs, ascending: the list so far */
	int64_t n_top;
	const void *level; /* fs, ascending: new slacks, after equal ones of top */
	int64_t n_level;
	const int64_t *level_limit; /* upper limit of n_level; NULL = none */
	int64_t k;
	int64_t slack_min;                 /* fs, paths below don't count among the k */
	struct partition_summary *summary; /* out */
	int64_t *n_merged; /* out: summary's n_merged, for kernels; NULL = not wanted */
};

struct cut_ranking_args {
	const void *slack; /* fs, ascending */
	int64_t n;
	const int64_t *n_chosen; /* length of the list, NULL = n */
	int64_t k;
	int64_t slack_min; /* fs, paths below don't count among the k */
	int64_t end;       /* fs, paths at or above it don't count; FS_NONE = no limit */
	int64_t bound;     /* fs, of children so far */
	const void *level; /* fs, ascending: slacks before credit */
	int64_t n_level;
	struct partition_summary *summary; /* out: all but n_taken */
};

enum { MERGE_TILE = 1024 }; /* outputs of one item of merge_ranking */

struct merge_ranking_args {
	struct device_ranking top;
	int64_t n_top;
	const void *level; /* fs, ascending */
	int64_t n_level;
	const int64_t *level_limit; /* upper limit of n_level; NULL = none */
	int32_t first_record;       /* of the level */
	struct device_ranking out;
	int64_t n_out;               /* paths to write */
	const int64_t *out_limit;    /* upper limit of n_out; NULL = none */
	const int32_t *level_record; /* [n_level] records; NULL = first_record + place */
};

enum { ERROR_TILE = 4096 }; /* ranks of one item of ranking_error */

struct ranking_error_args {
	const void *a, *b; /* fs [n], ascending */
	int64_t n;
	int64_t *largest; /* in and out: max |a[i] − b[i]|, zeroed before */
};

/* ---- k_credit_caps.cu ---- */

struct add_credits_args {
	struct device_graph graph;
	const int32_t *end; /* [n_states]: sink of the state's suffix */
	struct device_credit credit;
	struct device_records record; /* from item 0 on, with sources */
	void *slack;                  /* out [items] fs: with credit */
};

struct gather_ranking_args {
	struct device_ranking from; /* record NULL = first_record + place */
	int32_t first_record;
	const int32_t *order;
	const int64_t *n; /* items to gather, the others are skipped; NULL = all */
	struct device_ranking to;
};

struct record_buckets_args {
	const int32_t *record;       /* [items] */
	const int32_t *source;       /* [first_record]: of records of earlier levels */
	const int32_t *level_source; /* of records from first_record on */
	int32_t first_record;
	const int32_t *bucket; /* [n_sources], ≥ 0 for sources of these records */
	int32_t *key;          /* out [items]: bucket */
	int32_t *index;        /* out: 0, 1, 2, … */
};

struct cap_buckets_args {
	const int32_t *key;   /* [items] buckets, ascending */
	const int32_t *order; /* [items] places in the ranking, ascending within a bucket */
	const void *slack;    /* [items] fs, of the ranking */
	int64_t per_bucket;
	uint8_t *flag; /* out, by place: 1 = among the first per_bucket of its bucket */
	void *bound;   /* out, by bucket, fs: slack of its per_bucket-th path; unchanged without;
			* NULL = not wanted */
};

struct mark_ranked_args {
	const int32_t *record;                   /* [items], of a ranking */
	const struct partition_summary *summary; /* n_merged: paths of the ranking that are kept */
	int32_t first_record;
	int32_t *ranked; /* out, by record from first_record on: 1; zeroed before */
};

struct keep_records_args {
	struct device_records record; /* from item 0 on */
	const int32_t *ranked;        /* [items] */
	const struct partition_summary *summary;
	int64_t bound;
	struct device_caps caps;
	struct device_credit credit;
	uint8_t *flag; /* out [items] */
};

struct renumber_ranking_args {
	int32_t *record; /* in and out [items] */
	int32_t first_record;
	const int32_t *place; /* new places of records from first_record on */
};

#endif
