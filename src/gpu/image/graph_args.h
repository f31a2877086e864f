/* Arguments of k_levelize.cu and k_gather.cu: graphs put into the order in which kernels go through them. */
#ifndef GPU_IMAGE_GRAPH_ARGS_H
#define GPU_IMAGE_GRAPH_ARGS_H

#include <stdint.h>

/* ---- k_levelize.cu ---- */

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

struct level_keys_args {
	const int32_t *out_row; /* [n + 1] */
	const int32_t *level;
	int32_t *key; /* out [n]: 2 level, and one more for states that aren't large */
};

struct turned_keys_args {
	const int32_t *level_row, *in_row; /* of the image that is turned … */
	const int32_t *vertex;             /* … and what each of its states is in the graph */
	int32_t n_vertices;                /* of the graph: others are sinks */
	int32_t n_levels, least; /* the last level becomes this one, and so on to the first */
	int32_t *key; /* out, by vertex: 2 level, and one more for states that aren't large */
};

struct restore_arcs_args {
	const int32_t *row, *to;    /* of an image */
	const int32_t *arc;         /* what each of its arcs is in the graph */
	const int32_t *vertex;      /* what each state is there */
	int32_t n_arcs;             /* of the graph; those of sinks come after them */
	int32_t *from_out, *to_out; /* [n_arcs]: vertices */
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

#endif
