/* Arguments of the kernels of the published path searches: k_paper.cu, k_edges.cu, k_fused.cu, k_dynamic.cu. Included by kernels.h. */
#ifndef GPU_SEARCH_PAPER_PAPER_ARGS_H
#define GPU_SEARCH_PAPER_PAPER_ARGS_H

#include <stdint.h>

#include "gpu/search/block_scan.h"
#include "gpu/search/search_args.h"

/* ---- k_paper.cu ---- */

struct propagate_distance_args {
	const int32_t *in_row, *in_from;
	const void *in_weight;
	const void *dist;
	void *buffer;    /* in and out [n_states] fs */
	uint8_t *bitmap; /* in and out [n_states]: 1 = distance changed in the step before */
};

struct update_distance_args {
	void *dist;
	const void *buffer;
	uint8_t *bitmap;
	int32_t *n_changed; /* counter, zeroed before */
};

struct trace_forest_args {
	struct device_graph graph;
	const void *dist;
	int32_t *forest; /* out */
};

struct forest_hops_args {
	struct device_graph graph;
	const int32_t *forest;
	int32_t *hops; /* out */
};

struct count_paths_args {
	struct device_graph graph;
	const void *dist;
	const int32_t *forest;
	struct device_records record;
	int32_t first;
	int32_t from_sources;
	int32_t *n_child; /* out [items] */
};

struct expand_paths_args {
	struct device_graph graph;
	const void *dist;
	const int32_t *forest;
	struct device_records record;
	int32_t first;
	int32_t from_sources;
	const int64_t *offset;
	struct device_records child;
	int64_t child_first;
};

/* Table I of [CPG-J] and [CPG], by the width of times: the fields of a deviation edge, and the arc, since
 * parallel arcs have the same `from` and `to`. */
struct deviation_edge_32 {
	int32_t level;
	int32_t from, to;     /* states; -1 = none: level 0 deviates from nothing */
	int32_t parent;       /* in the level before; -1 = none */
	int32_t child_offset; /* number of children; then the place where they end */
	int32_t arc;          /* in level 0 the source */
	int32_t slack;        /* fs */
};

struct deviation_edge_64 {
	int32_t level;
	int32_t from, to;
	int32_t parent;
	int32_t child_offset;
	int32_t arc;
	int64_t slack;
};

/* ---- k_edges.cu ---- */

struct source_edges_args {
	struct device_graph graph;
	const void *dist;
	int32_t first; /* source */
	const int64_t *offset;
	void *next; /* out: edges */
};

struct count_edges_args {
	struct device_graph graph;
	const void *dist;
	const int32_t *forest;
	void *level;      /* in and out [items]: edges, child_offset = children */
	int32_t *n_child; /* out [items] */
};

struct offset_edges_args {
	const int64_t *offset; /* [items]: where its children begin */
	void *level;           /* in and out [items]: child_offset = where they end */
};

struct expand_edges_args {
	struct device_graph graph;
	const void *dist;
	const int32_t *forest;
	const void *level; /* edges [first + items] */
	int64_t first;
	void *next; /* out: edges */
};

struct take_edges_args {
	const void *edge;
	int32_t first_parent; /* record of the first edge of the level before */
	struct device_records to;
};

enum {
	FUSED_PARENTS = 512, /* of a block; a power of 2 */
	FUSED_TILE =
		1024, /* children that a block sorts at once, and outputs of a block that merges */
};

/* The parents of a batch. */
struct fused_parents {
	struct device_graph graph;
	const void *dist;
	const int32_t *forest;
	struct device_records record;
	int32_t first; /* record of parent 0; if the children are level 0, its source */
	int32_t level; /* of the children */
	int64_t n;
};

/* ---- k_fused.cu ---- */

struct allocate_and_scan_args {
	struct fused_parents parents;
	int32_t scan;     /* enum block_scan; the sums are the same */
	int64_t *offset;  /* out [parents]: where their children begin within the block */
	int64_t *n_child; /* out [items]: children of each block */
};

struct place_blocks_args {
	const int64_t *offset, *n_child; /* of allocate_and_scan */
	int64_t n_parents;
	int64_t n_before; /* children of earlier batches: block 0; parents' blocks are 1, 2, … */
	int64_t room;     /* further children that fit; the first parent's always do */
	int64_t *begin;   /* out [blocks + 2]: where each block's children begin; the end of all */
	struct batch_summary *summary; /* out */
};

/* Sorted children by slack and where their records are. */
struct device_sorted {
	void *slack;    /* fs */
	int32_t *place; /* within the block */
	int32_t *block;
};

struct expand_and_merge_args {
	struct fused_parents parents; /* those whose children fit */
	const int64_t *offset;
	const int64_t *begin;
	int64_t n_blocks;            /* of parents; items are n_blocks + 1 */
	int64_t n_child;             /* with those of earlier batches */
	struct device_records child; /* out, after those of earlier batches */
	struct device_sorted sorted; /* out: in sorted runs of up to FUSED_TILE */
	int64_t *run; /* out [n_child / FUSED_TILE + n_blocks + 2]: begins of runs; the end */
};

struct merge_blocks_args {
	struct device_sorted in, out;
	const int64_t *run; /* [n_runs + 1], ascending */
	int64_t n_runs;
	int64_t stride;  /* original runs in each run that is merged now */
	int64_t n_pairs; /* of 2 · stride original runs; items are n_child / FUSED_TILE + n_pairs */
};

struct reorder_children_args {
	struct device_sorted sorted;
	const int64_t *begin;
	struct device_records child, to;
};

/* ---- k_dynamic.cu ---- */

struct allocate_and_expand_args {
	struct fused_parents parents;
	int32_t scan;              /* enum block_scan */
	int64_t *offset, *n_child; /* out: as in allocate_and_scan_args */
	void **memory; /* out [items]: children of each block, in the device's heap; NULL = none */
	int32_t *n_failed; /* in and out: adds the blocks whose children don't fit into the heap */
};

struct take_blocks_args {
	struct expand_and_merge_args merge; /* without parents, offset; n_blocks: those that fit */
	void *const *memory;                /* [items − 1] */
};

struct drop_blocks_args {
	void **memory; /* [items], NULL afterwards */
};

/* Items: the rounds of the tree. */
struct merge_tree_args {
	struct device_sorted sorted[2]; /* round r merges from sorted[r & 1] into the other one */
	const int64_t *run;             /* [n_runs + 1], ascending */
	int64_t n_runs;
	int32_t *n_failed; /* in and out: adds the grids that the GPU couldn't launch */
};

#endif
