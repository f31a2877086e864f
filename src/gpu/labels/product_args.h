/*
 * Arguments of k_product.cu: the product of a state graph with the count of groups passed, made on
 * the device (defined in db/path_graph.h).
 */
#ifndef GPU_LABELS_PRODUCT_ARGS_H
#define GPU_LABELS_PRODUCT_ARGS_H

#include <stdint.h>

#include "gpu/labels/device_labels.h"

/* ---- k_product.cu ---- */

/* Set word[at[i]] = bits[i] and flag[at[i]] = values[i] for some states, sources or sinks. */
struct product_marks_args {
	const int32_t *at;     /* [items] */
	const uint64_t *bits;  /* [items]; NULL = 0 */
	uint64_t *word;        /* NULL = not set */
	const uint8_t *values; /* [items]; NULL = `value` for all */
	int32_t value;
	uint8_t *flag; /* NULL = not set */
};

struct product_begin_args {
	const int32_t *source;       /* [items]; NULL = item i is source i */
	const int32_t *source_state; /* [sources] */
	const uint8_t *source_set;   /* [sources] */
	int32_t clear;               /* reset the words to zero */
	uint64_t *begin;             /* [n_states] */
};

struct product_limit_args {
	const uint8_t *ok;
	const int32_t *order; /* [items]: index into ok, < 0 = allowed; NULL = the item */
	int32_t yes, no;
	uint8_t *out; /* [items]: `yes` where allowed, else `no` */
};

struct product_complement_args {
	const int32_t *from; /* [items] */
	int32_t *out;
};

struct product_back_args {
	struct device_product p;
};

struct product_forward_args {
	struct device_product p;
	int32_t *n_state; /* out [n_states]: of the product */
};

/* The sets of product_back and product_forward, pushed from the ends on instead of gathered; zeroed
 * before, like n_state. */
struct product_back_push_args {
	struct device_product p;
};

struct product_forward_push_args {
	struct device_product p;
	int32_t *n_state;
};

/* The sets of states outside the swept levels, from the cached cones. */
struct product_back_kept_args {
	const uint8_t *reaches; /* [items]: 1 = reaches an end */
	uint64_t all;           /* the set with the count of all groups */
	uint64_t *entering;     /* out [items] */
};

struct product_forward_kept_args {
	int64_t first;            /* the state of item 0 */
	const uint8_t *reached;   /* [n_states]: 1 = a source reaches it */
	const uint64_t *entering; /* [n_states] */
	uint64_t *leaving;        /* out [n_states], like n_state */
	int32_t *n_state;
};

struct product_keep_args {
	const uint64_t *entering, *leaving; /* [items] */
	uint8_t *reaches, *reached;         /* out [items] */
};

struct product_rows_args {
	const int64_t *first;    /* [n_states + 1] */
	const int32_t *part_row; /* [items]: states of the base */
	int32_t *out;            /* out [items]: first[part_row[i]] */
};

struct product_states_args {
	struct device_product p;
	const int32_t *n_state; /* [n_states] */
	const int64_t *first;   /* [n_states + 1]: where each state's states of the product begin */
	/* out [states of the product]: state of the base; count, of sinks 0; number of arcs */
	int32_t *base;
	uint8_t *passed;
	int32_t *n_arc;
};

struct product_arcs_args {
	struct device_product p;
	const int64_t *first;
	const int32_t *base;
	const uint8_t *passed;
	const int64_t *begin;    /* [states of the product + 1]: their first arcs */
	const int32_t *arc_from; /* [n_arcs]: the arc's number in the original graph */
	int32_t *row;            /* out [states of the product + 1] */
	int32_t *to, *place;     /* out [arcs]: head; place of the base's arc */
	int32_t *from;           /* out [arcs]: arc_from of the base's arc; NULL = not wanted */
};

struct product_sources_args {
	struct device_product p;
	const int64_t *first;
	const int32_t *source_state; /* [items] */
	const uint8_t *source_set;   /* [items]: the count that its paths begin with */
	uint8_t *kept;               /* out [items] */
	int32_t *state;              /* out [items]: of the product, -1 = none */
};

struct product_pins_args {
	const int32_t *base; /* [items]: state of the base; sinks first */
	int32_t n_sinks;
	const int32_t *in_row, *in_from; /* fan-in of the base */
	const int32_t *vertex;           /* [states of the base]: as in struct device_vertices */
	int32_t shift;
	int32_t *seen, *seen_end; /* [pins], zeroed before */
	int32_t *count;           /* [2], zeroed before: pins, and pins where paths end */
};

struct product_present_args {
	struct device_product p;
	const int32_t *n_state; /* [n_states] */
	const int32_t *vertex;  /* these five as in struct product_pins_args */
	int32_t shift;
	int32_t *seen, *seen_end;
	int32_t *count;
};

/* Times of a query's paths, by states of the product. */
struct product_times {
	const void *weight;   /* fs_t [n_arcs] by place in `to` */
	const void *suffix;   /* fs_t [n_states], of all paths; NULL = some ends aren't allowed */
	uint64_t all;         /* the set with the count of all groups */
	const int64_t *first; /* [n_states + 1], as in struct product_states_args */
	void *dist;           /* fs_t [states of the product]: least sum from the state to an end */
};

/* ---- k_product_worst.cu ---- */

struct product_dist_args {
	struct device_product p;
	struct product_times t;
};

struct product_kept_dist_args {
	struct device_product p;
	const void *weight;
	void *suffix; /* out fs_t [n_states] */
};

struct product_seed_args {
	const int32_t *source_state; /* [items] */
	const void *source_weight;   /* fs_t [items] */
	void *prefix;                /* out fs_t [n_states], FS_NONE before */
};

struct product_prefix_args {
	struct device_product p;
	const void *weight;
	void *prefix; /* in and out fs_t [n_states], seeded by product_seed */
};

struct product_worst_source_args {
	struct device_product p;
	struct product_times t;
	const int32_t *source_state;
	const uint8_t *source_set;
	const void *source_weight;
	int64_t *worst; /* in and out fs: least slack, FS_NONE_64 before */
};

struct product_worst_state_args {
	struct device_product p;
	struct product_times t;
	const int32_t *state; /* [items] */
	const void *prefix;
	int64_t *worst; /* likewise */
};

#endif
