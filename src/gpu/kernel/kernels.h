/*
 * The kernels' names and argument structs: plain C, read by the host and by both compilers.
 *
 * All pointers are device memory, borrowed. Arrays of times are `void *` because one struct serves
 * the 32-bit and the 64-bit build of a kernel: their items are fs_t (see kernel.h), which the
 * comment says as "fs". Single times are int64_t here.
 */
#ifndef GPU_KERNEL_KERNELS_H
#define GPU_KERNEL_KERNELS_H

#include <stdint.h>

#include "gpu/density/density_args.h"
#include "gpu/frame/frame_args.h"
#include "gpu/spmv/spmv_args.h"
#include "gpu/ssta/ssta_args.h"
#include "gpu/ssta/ssta_cone_args.h"

enum kernel_id {
#define K(name, shape, wide) KERNEL_ID_##name,
#include "gpu/kernel/kernels.def"
#undef K
	N_KERNELS
};

/* "No time": unreachable, no such deviation, no bound. Only tested, never added to. */
#define FS_NONE_32 INT32_MAX
#define FS_NONE_64 INT64_MAX

/* What all bytes of a double are that a flow sweep has not written yet (flow.h). */
#define UNWRITTEN_BYTE_F64 0xff

/*
 * The state graph. States are numbered by level, level 0 first, where the level of a state is its
 * longest distance (in arcs) to the end of the graph; level 0 holds the dead ends and after them
 * one state for each sink. Arcs are sorted by their tail and, within a tail, in the order of the
 * host graph; sink arcs, which carry the required time, come last.
 */
struct device_graph {
	int32_t n_states, n_arcs, n_sources, n_sinks;
	int32_t first_sink;          /* the state of sink 0 */
	const int32_t *row;          /* [n_states + 1] */
	const int32_t *to;           /* [n_arcs] */
	const void *weight;          /* [n_arcs] fs, FS_NONE = as if it weren't there */
	const int32_t *source_state; /* [n_sources] */
	const void *source_weight;   /* [n_sources] fs: a path's slack starts from it; FS_NONE =
				      * no path starts here */
};

/*
 * Of two arcs 2 i and 2 i + 1: the cost of deviating by each, FS_NONE for forest arcs and those that reach no end, with
 * the sign bit at the last arc of a state. And of the state that has deviation arcs of which the first is one of the
 * two: it has at least two arcs, so there is one such state at most.
 */
struct forest_slot_32 {
	int32_t ahead; /* fs: least cost of any deviation from that state on */
	int32_t next; /* the first arc of the next state on its suffix that has deviation arcs, -1 */
	int32_t cost[2]; /* fs */
} __attribute__((aligned(16)));

struct forest_slot_64 {
	int64_t ahead;
	int32_t next, unused;
	int64_t cost[2];
} __attribute__((aligned(16)));

/* Slots after the last that are there to be read. */
enum { SLOTS_BEYOND = 2 };

/* Bytes of the slots of n arcs; times have fs bytes. */
static inline int64_t forest_slots_bytes(int64_t n_arcs, int64_t fs)
{
	int64_t size = fs == 4 ? sizeof(struct forest_slot_32) : sizeof(struct forest_slot_64);

	return (n_arcs / 2 + 1 + SLOTS_BEYOND) * size;
}

/* The suffix forest, and what a walk along it needs. */
struct device_forest {
	void *dist;      /* [n_states] fs: least slack of any suffix, FS_NONE = no end reached */
	int32_t *forest; /* [n_states]: the arc to follow, -1 at the end */
	int32_t *hops;   /* [n_states]: arcs from here to the end */
	int32_t *n_deviations; /* [n_states]: deviation arcs from here to the end */
	int32_t *first; /* [n_states]: the first arc of the first state from this one on that has
			 * deviation arcs, -1 = there is none */
	void *slot;     /* [forest_slots_bytes()] struct forest_slot_32 or _64 */
	int32_t *end; /* [n_states]: the sink at the end of the suffix, -1 = no end reached; NULL =
		       * not wanted */
};

/* Implicit paths. A path is its parent up to the tail of `arc`, then the arc, then the suffix. */
struct device_records {
	void *slack;     /* fs */
	int32_t *parent; /* a record of the level before, -1 in level 0 */
	int32_t *arc;    /* the deviation arc; in level 0 the source */
	int32_t *source; /* where it starts; NULL = not kept, the chain of parents tells */
};

/* The best paths so far, by (slack, record). Slacks of records are before credit, these with it. */
struct device_ranking {
	void *slack; /* fs */
	int32_t *record;
};

/* Sources in buckets, of each of which a limited number of paths counts. */
struct device_caps {
	const int32_t *bucket; /* [n_sources], -1 = no path starts here; NULL = no caps */
	const void *bound; /* [buckets] fs: paths of the bucket must be below, FS_NONE = no bound */
};

/* What a path's slack gets back for the clock network that its launch and its capture share, both
 * of which it was charged for as if they could differ. */
enum credit_mode {
	CREDIT_NONE,
	/* At the last common pin of one segment, whatever the transitions there: the lesser late − early of the
	 * launch chain's node and the capture chain's. */
	CREDIT_OPENSTA,
	/* At that where the transitions agree: late − early of the launch chain's
	 * node, and for late paths less the same at the root of that chain. */
	CREDIT_TAU,
};

/*
 * The clock network, as nodes with predecessors. For late paths the launch chain goes by up_late
 * and the capture chain by up_early, for early ones the other way round. Differences below 0 are 0.
 *
 * All nodes of a pin have the same rank, and rank[up] > rank[n] in a segment: stepping back the one of less rank
 * then finds the last common pin. A credit must stay below 2^(bits of a time − 3) fs.
 *
 * A chain has a segment for each source on its way: of the clock itself, of its master, … Clocks that begin at one
 * pin share theirs if their masters do. A master's segment has a smaller number than those after it. Chains that reach a pin
 * on different ways, in different segments, have only what is upstream of both in common, however often they meet
 * again. The source of a generated clock has a node in both.
 */
struct device_credit {
	int32_t mode;        /* enum credit_mode; with CREDIT_NONE only latches are looked at */
	int32_t early_paths; /* hold instead of setup */
	int32_t transposed;  /* the searched graph's sinks are the sources below, and the reverse */
	const int32_t *source_clock; /* [sources]: the node that launches, -1 = none: no credit */
	const int32_t *sink_clock;   /* [sinks]: the node that captures, -1 = none */
	const int32_t *up_late;      /* [nodes]: where its late arrival came from, -1 = a root */
	const int32_t *up_early;     /* [nodes]: likewise its early one */
	const int32_t *pin;          /* [nodes] */
	const int32_t *rank;         /* [nodes] */
	const int32_t *segment;      /* [nodes] */
	const uint8_t *place;        /* [nodes]: enum node_place */
	const uint8_t *edge;         /* [nodes]: its transition */
	const int64_t *late, *early; /* [nodes] fs: arrivals */
	int64_t most;                /* fs: no credit of clocks is more; 0 = that isn't known */
	/*
	 * Late data of latches is compared with the opening edge, and may borrow up to `window` after it: within
	 * it has no slack, beyond it's short of what comes later. By sinks of the state graph, of which
	 * end_sink (NULL = the same) has those of the searched graph's ends.
	 */
	const int64_t *window;      /* fs, -1 = no latch; NULL = there are none */
	const int32_t *close_clock; /* the node that closes, -1 = none */
	const int32_t *end_sink;
};

/* Is anything added to slacks? */
#define CREDIT_COUNTS(credit) ((credit)->mode != CREDIT_NONE || (credit)->window)

/* Where a clock goes on after a node. There is credit if that is inside for the launch or the capture. */
enum node_place {
	NODE_INSIDE,
	NODE_AS_DATA, /* a generated clock that launches itself, at its source */
	NODE_OUTSIDE, /* of the design, likewise */
	N_NODE_PLACES,
};

/* ---- k_levelize.cu ---- */

struct row_bounds_args {
	const int32_t *key; /* [n_keys], ascending, 0 ≤ key < n_rows */
	int32_t n_keys, n_rows;
	int32_t *row; /* out [n_rows + 1] */
};

struct row_tails_args {
	const int32_t *row; /* [items + 1] */
	int32_t *tail;      /* out: tail[e] = the row that holds e */
};

struct levelize_start_args {
	const int32_t *out_row; /* [n + 1] */
	int32_t *remaining;     /* out [n]: fan-out arcs whose head has no level yet */
	int32_t *level;         /* out [n] */
	int32_t *frontier;      /* out: the states without fan-out, in any order */
	int32_t *n_frontier;    /* counter, zeroed before */
};

struct levelize_step_args {
	const int32_t *in_row, *in_from; /* fan-in CSR */
	const int32_t *frontier;
	const int32_t *n_frontier; /* how many these are */
	int64_t n_items;           /* of the launch: item i takes i, i + n_items, … of them */
	int32_t next_level;
	int32_t *remaining;
	int32_t *level;
	int32_t *next;   /* out: the frontier of the next level, in any order */
	int32_t *n_next; /* counter, zeroed before */
};

/* A state that drives more others than this is large: in a sweep over fan-outs a warp's, because
 * one thread would take longer with it than all the others with their level. */
enum { LARGE_FAN_OUT = 8 };

struct level_keys_args {
	const int32_t *out_row; /* [n + 1] */
	const int32_t *level;
	int32_t *key; /* out [n]: 2 level, and one more for states that aren't large */
};

struct restore_arcs_args {
	const int32_t *row, *to;    /* of an image */
	const int32_t *arc;         /* what each of its arcs is in the graph */
	const int32_t *vertex;      /* what each state is there */
	int32_t n_arcs;             /* of the graph; those of sinks come after them */
	int32_t *from_out, *to_out; /* [n_arcs]: vertices */
};

struct iota_args {
	int32_t *out; /* out[i] = i */
};

struct invert_order_args {
	const int32_t *order; /* a permutation */
	int32_t *place;       /* out: place[order[i]] = i */
};

struct relabel_arcs_args {
	const int32_t *place; /* new number of each state */
	int32_t *from, *to;   /* in and out */
};

/* ---- k_gather.cu ---- */

struct gather_arcs_args {
	const int32_t *order;     /* order[i] = the arc that moves to place i */
	const int32_t *from, *to; /* either may be NULL with its output */
	const void *weight;       /* fs, likewise */
	int32_t *from_out, *to_out;
	void *weight_out;
};

struct fill_times_args {
	void *out; /* fs */
	int64_t value;
};

struct copy_words_args {
	const int64_t *from;
	int64_t *to;
};

/* ---- k_forest.cu ---- */

struct forest_sweep_args {
	struct device_graph graph;
	struct device_forest forest;
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
	int64_t child_first; /* where offset 0 goes */
	struct device_caps caps;
};

/* How many bounds are tried at once, how much of both an item has, and how many steps of a walk are enough. */
enum { LOWER_BINS = 1024, LOWER_PARENTS = 256, LOWER_PATHS = 4096, LOWER_STEPS = 16 };

struct batch_summary;

struct lower_bound_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;        /* to be lowered, not FS_NONE */
	int64_t most_credit;  /* that a child's slack may get, fs; the ranking's have theirs */
	int32_t first;        /* record of the first parent */
	int32_t from_sources; /* the parents are level 0 */
	int64_t n_parents;
	const void *top; /* [n_top] fs: the ranking's slacks */
	int64_t n_top;
	int64_t k;         /* paths wanted, … */
	int64_t slack_min; /* … with at least this slack */
	int64_t base;      /* no child's slack is below */
	int32_t shift;     /* bound − base ≤ LOWER_BINS << shift */
	int32_t n_steps;   /* states with deviations that a walk visits at most */
	int32_t *
		bin; /* [LOWER_BINS + 1], zeroed, as it is left: slacks in each, and how many items are done */
	int64_t *lowered;              /* out: the new bound, for kernels */
	struct batch_summary *summary; /* out: bound, n_within */
};

/* Parents of a tile. */
enum { COUNT_PARENTS = 256 };

struct count_children_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;          /* children must be below; FS_NONE of the build = no bound */
	const int64_t *lowered; /* NULL, or where the bound is instead */
	int32_t first;          /* record of the first parent */
	int32_t from_sources;   /* the parents are level 0 */
	int64_t n_parents;
	int32_t *n_child; /* out [n_parents]: children below the bound */
	int64_t *
		offset; /* out [n_parents]: those of the parents before in the tile; NULL = not wanted */
	int64_t *tile;           /* out [tiles]: those of a tile; NULL = not wanted */
	int64_t *n_candidates;   /* NULL, or counted on: all deviations of the parents */
	struct device_caps caps; /* with them, records have sources */
};

/* What the host reads back before it expands. */
struct batch_summary {
	int64_t bound;            /* where it was lowered, … */
	int64_t n_within;         /* … and how many children were below it before */
	int64_t n_candidates;     /* all deviations of all parents */
	int64_t n_children;       /* those below the bound */
	int64_t n_batch_parents;  /* the parents whose children fit … */
	int64_t n_batch_children; /* … and how many these are */
};

struct cut_batch_args {
	const int64_t *offset; /* [n_parents + 1], exclusive sum of n_child */
	int64_t n_parents;
	int64_t room;                  /* for children; the first parent's always fit */
	struct batch_summary *summary; /* out */
};

/* The same from what count_children counts. */
struct place_children_args {
	int64_t *tile;         /* [tiles] children of each; out: of those before */
	const int64_t *offset; /* [n_parents] */
	int64_t n_parents;
	int64_t room;                  /* for children; the first parent's always fit */
	int64_t *n_candidates;         /* moved to the summary */
	struct batch_summary *summary; /* out */
};

struct expand_children_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	int64_t bound;
	const int64_t *lowered; /* as count_children */
	int32_t first;
	int32_t from_sources;
	const int64_t *tile, *offset; /* as place_children leaves them */
	const int32_t *n_child;
	int64_t room; /* for children: of parents whose children don't fit none are written */
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
	int64_t *n_children;           /* out, where kernels find it: 0 when they are more
			      * than SMALL_CHILDREN */
};

/* What the walks of count_children and expand_children come by, all parents together. */
struct walk_total {
	int64_t n_states, n_arcs;
};

struct walk_lengths_args {
	struct count_children_args count; /* with nothing to write to */
	struct walk_total *total;         /* zeroed before */
};

struct inherit_sources_args {
	struct device_records child; /* from item 0 on */
	const int32_t *source;       /* of their parents' records */
};

struct slack_keys_args {
	const void *slack; /* fs */
	int64_t base;      /* no slack is below */
	void *key;         /* out, unsigned of the width of fs_t: slack − base */
	int32_t *index;    /* out: 0, 1, 2, … */
};

struct gather_records_args {
	struct device_records from;
	const int32_t *order;
	struct device_records to;
};

/* ---- k_ranking.cu ---- */

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

struct partition_ranking_args {
	const void *top; /* fs, ascending: the list so far */
	int64_t n_top;
	const void *level; /* fs, ascending: new slacks, after equal ones of top */
	int64_t n_level;
	const int64_t *level_limit; /* but no more than that; NULL = no limit */
	int64_t k;
	int64_t slack_min;                 /* paths below don't count among the k */
	struct partition_summary *summary; /* out */
	int64_t *n_merged; /* out: its n_merged, where kernels find it; NULL = not wanted */
};

struct cut_ranking_args {
	const void *slack; /* fs, ascending */
	int64_t n;
	const int64_t *n_chosen; /* its length, NULL = n */
	int64_t k;
	int64_t slack_min; /* paths below don't count among the k */
	int64_t end;       /* paths from here on don't count at all; FS_NONE = no limit */
	int64_t bound;     /* of children before */
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
	const int64_t *level_limit; /* but no more than that; NULL = no limit */
	int32_t first_record;       /* of the level */
	struct device_ranking out;
	int64_t n_out;               /* wanted */
	const int64_t *out_limit;    /* likewise */
	const int32_t *level_record; /* of each of the level; NULL = first_record + its place */
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
	const int32_t *end; /* of the forest */
	struct device_credit credit;
	struct device_records record; /* from item 0 on, with sources */
	void *slack;                  /* out [items] fs: with credit */
};

struct gather_ranking_args {
	struct device_ranking from; /* record NULL = first_record + place */
	int32_t first_record;
	const int32_t *order;
	const int64_t *n; /* items from here on are nothing; NULL = all are something */
	struct device_ranking to;
};

struct record_buckets_args {
	const int32_t *record;       /* [items] */
	const int32_t *source;       /* of records below first_record … */
	const int32_t *level_source; /* … and, from 0 again, of the others */
	int32_t first_record;
	const int32_t *bucket; /* of sources, ≥ 0 for these */
	int32_t *key;          /* out [items] */
	int32_t *index;        /* out: 0, 1, 2, … */
};

struct cap_buckets_args {
	const int32_t *key;   /* [items] buckets, ascending */
	const int32_t *order; /* [items] places in the ranking, ascending within a bucket */
	const void *slack;    /* [items] fs, of the ranking */
	int64_t per_bucket;
	uint8_t *flag; /* out, by place: it counts */
	void *bound;   /* out, by bucket, fs: the slack of the last one that counts, where there are
			* as many; NULL = not wanted */
};

struct mark_ranked_args {
	const int32_t *record;                   /* [items], of a ranking */
	const struct partition_summary *summary; /* how many of it stay */
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

/* ---- k_trace.cu ---- */

struct path_row {
	int64_t slack;    /* fs, with credit */
	int64_t credit;   /* fs, of clocks */
	int64_t borrowed; /* fs: what a latch's data borrows besides */
	int32_t record;
	int32_t n_deviations;
	int32_t parent_rank; /* rank of the parent in this list from 0, -1 = it isn't there */
	int32_t source, sink;
	int32_t n_points;    /* vertices of the path */
	int32_t rank;        /* in this list, from 0 */
	int64_t graph_slack; /* fs: by graph-based analysis, of a path re-timed; else 0 */
};

struct path_rows_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking;
	int64_t n_ranking;
	int64_t first;        /* rank of item 0 */
	struct path_row *row; /* out [items] */
	struct device_credit credit;
	const int32_t *order; /* [items]: ranks from `first` on, NULL = 0, 1, 2, … */
	/* Of a ranking by own slacks, else NULL: its paths [ranks], and where each record stands, -1 = nowhere. */
	const struct retimed_path *own;
	const int32_t *rank_of;
};

enum path_quantity { PATH_SLACK, PATH_POINTS, PATH_DEVIATIONS };

struct path_values_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	struct device_ranking ranking; /* from item 0 on */
	int32_t quantity;              /* enum path_quantity */
	const int32_t *sink_group;     /* [n_sinks]; where it is NULL, … */
	const int32_t *source_group; /* … [n_sources]; and where that is too, all are in group 0 */
	const uint8_t *chosen;       /* [groups]: those that count, NULL = all */
	uint64_t *key;               /* out [items]: value */
	int32_t *group;              /* out [items], -1 = it doesn't count */
};

struct trace_lengths_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path; /* [items] records */
	int32_t *length;     /* out [items]: points, the sink's state included */
};

struct trace_points_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *path;
	const int64_t *offset; /* exclusive sum of length */
	int32_t late;          /* arrivals fall as the weights grow */
	int32_t *state;        /* out; NULL = not wanted, nor deviates */
	int32_t *arc;          /* out: the arc into the point; the source at the first */
	uint8_t *deviates;     /* out: that arc is a deviation */
	int64_t *arrival; /* out, fs; at the sink's state: its required time; NULL = not wanted */
};

struct flag_through_args {
	struct device_graph graph;
	struct device_forest forest;
	struct device_records record;
	const int32_t *ranking_record; /* [items] */
	const uint8_t *wanted;         /* [n_states] */
	uint8_t *flag;                 /* out [items] */
};

struct flag_children_args {
	struct device_records record;
	const int32_t *ranking_record;
	int32_t parent;
	uint8_t *flag; /* out [items] */
};

struct child_row {
	int64_t slack; /* fs */
	int32_t rank;
	int32_t tail; /* the state where it leaves its parent */
};

struct child_rows_args {
	struct device_graph graph;
	struct device_records record;
	const int32_t *ranking_record;
	const int32_t *rank;       /* [items] */
	struct child_row *row;     /* out [items] */
	const void *ranking_slack; /* fs; NULL = the records' */
};

/* The arguments of the other kernels. */
#include "gpu/timing/arrival_args.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/timing/timing_args.h"
#include "gpu/delay/retime_args.h"
#include "gpu/labels/label_args.h"
#include "gpu/labels/product_args.h"
#include "gpu/inspect/inspect_args.h"
#include "gpu/inspect/change_args.h"
#include "gpu/image/tag_set_args.h"

#endif
