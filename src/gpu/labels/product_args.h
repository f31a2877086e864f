/*
 * Arguments of k_product.cu: the product of a state graph with the number of groups passed, made
 * on the device (db/path_graph.h says what it is).
 */
#ifndef GPU_LABELS_PRODUCT_ARGS_H
#define GPU_LABELS_PRODUCT_ARGS_H

#include <stdint.h>

#include "gpu/labels/device_labels.h"

/* ---- k_product.cu ---- */

/* Some states, sources or sinks get a word, a flag, or both. */
struct product_marks_args {
	const int32_t *at;     /* [items] */
	const uint64_t *bits;  /* [items]; NULL = 0 */
	uint64_t *word;        /* or NULL */
	const uint8_t *values; /* [items]; NULL = value */
	int32_t value;
	uint8_t *flag; /* or NULL */
};

struct product_begin_args {
	const int32_t *source;       /* [items]; NULL = all in turn */
	const int32_t *source_state; /* [sources] */
	const uint8_t *source_set;   /* [sources] */
	int32_t clear;               /* make them zero again */
	uint64_t *begin;             /* [n_states] */
};

struct product_limit_args {
	const uint8_t *ok;
	const int32_t *order; /* [items]: which of ok, < 0 = it is allowed; NULL = in turn */
	int32_t yes, no;
	uint8_t *out; /* [items] */
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

/* The same words, filled from ends on: zero before, as n_state. */
struct product_back_push_args {
	struct device_product p;
};

struct product_forward_push_args {
	struct device_product p;
	int32_t *n_state;
};

/* From the cones that are kept of all paths. */
struct product_back_kept_args {
	const uint8_t *reaches; /* [items]: an end */
	uint64_t all;           /* the number of all groups, as a set */
	uint64_t *entering;     /* out [items] */
};

struct product_forward_kept_args {
	int64_t first;            /* the state of item 0 */
	const uint8_t *reached;   /* [n_states]: by a source */
	const uint64_t *entering; /* [n_states] */
	uint64_t *leaving;        /* out [n_states], as n_state */
	int32_t *n_state;
};

struct product_keep_args {
	const uint64_t *entering, *leaving; /* [items] */
	uint8_t *reaches, *reached;         /* out [items] */
};

struct product_rows_args {
	const int64_t *first;    /* [n_states + 1] */
	const int32_t *part_row; /* [items] */
	int32_t *out;            /* [items]: the first state of the product from there on */
};

struct product_states_args {
	struct device_product p;
	const int64_t *first; /* [n_states + 1]: the first state of the product of each */
	int32_t *base;        /* out [states of the product] */
	uint8_t *passed;      /* out, likewise; of sinks 0 */
	int32_t *n_arc;       /* out, likewise */
};

struct product_arcs_args {
	struct device_product p;
	const int64_t *first;
	const int32_t *base;
	const uint8_t *passed;
	const int64_t *begin;    /* [states of the product + 1]: their first arcs */
	const int32_t *arc_from; /* [n_arcs]: what an arc is called elsewhere */
	int32_t *row;            /* out [states of the product + 1] */
	int32_t *to, *place;     /* out [arcs]: head; place of the base's arc */
	int32_t *from;           /* out [arcs]: arc_from of it; NULL = not wanted */
};

struct product_sources_args {
	struct device_product p;
	const int64_t *first;
	const int32_t *source_state; /* [items] */
	const uint8_t *source_set;   /* [items]: the number it begins with */
	uint8_t *kept;               /* out [items] */
	int32_t *state;              /* out [items]: in the product, -1 = none */
};

struct product_pins_args {
	const int32_t *base; /* [items]: the base's state of each; sinks first */
	int32_t n_sinks;
	const int32_t *in_row, *in_from; /* fan-in of the base */
	const int32_t *vertex;           /* [states of the base]: as in struct device_vertices */
	int32_t shift;
	int32_t *seen, *seen_end; /* [pins], zeroed before */
	int32_t *count;           /* [2], zeroed before: pins, and pins where paths end */
};

struct product_present_args {
	struct device_product p;
	const int32_t *vertex; /* as in struct product_pins_args, also the next three */
	int32_t shift;
	int32_t *seen, *seen_end;
	int32_t *count;
};

/* Times of a query's paths, by states of the product. */
struct product_times {
	const void *weight; /* fs_t [n_arcs] by place in `to` */
	const void
		*suffix; /* fs_t [n_states]: of all paths; NULL = there are ends that don't count */
	uint64_t all;    /* the number of all groups, as a set */
	const int64_t *first; /* [n_states + 1], as in struct product_states_args */
	void *dist;           /* fs_t [states of the product]: the least slack ahead */
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
	void *prefix;                /* fs_t [n_states], FS_NONE before */
};

struct product_prefix_args {
	struct device_product p;
	const void *weight;
	void *prefix; /* fs_t [n_states], as product_seed left them */
};

struct product_worst_source_args {
	struct device_product p;
	struct product_times t;
	const int32_t *source_state;
	const uint8_t *source_set;
	const void *source_weight;
	int64_t *worst; /* FS_NONE_64 before */
};

struct product_worst_state_args {
	struct device_product p;
	struct product_times t;
	const int32_t *state; /* [items] */
	const void *prefix;
	int64_t *worst;
};

#endif
