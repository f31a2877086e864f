/*
 * The device image of a timing graph: uploaded once, levelised and sorted by kernels, and then read
 * by every algorithm. Signs are chosen here, so that in all objectives a path's slack is its
 * source's weight plus the weights of its arcs, least first (see struct device_graph).
 */
#ifndef GPU_IMAGE_IMAGE_H
#define GPU_IMAGE_IMAGE_H

#include "db/graph.h"
#include "gpu/device/device.h"
#include "gpu/image/device_graph.h"
#include "gpu/kernel/values.h"

/* fs: sums along paths below this are kept in 32 bits. 32 bits
 * then hold every slack, distance and difference of two with room for the sentinel. */
#define LARGEST_SUM_32 (INT64_C(1) << 29)

/* A suffix forest, and the numbers of the weights it was computed from (see struct image); device.dist NULL = none. */
struct image_forest {
	struct device_forest device; /* owned */
	int64_t n_renewed, n_changes;
};

struct image {
	struct graph *graph;        /* owned reference; NULL once it isn't searched any more */
	struct queue *queue;        /* borrowed: where the image was built and is freed */
	int fs_bits;                /* 32 when all path sums fit, else 64 */
	bool late;                  /* late paths: weights are negated delays */
	struct device_graph device; /* device pointers, owned */
	int32_t n_levels;
	int32_t *level_row;   /* owned, host [n_levels + 1] */
	int32_t *d_level_row; /* device, owned */
	/* The same with each level in two parts, states of large fan-out first (LARGE_FAN_OUT): host and
	 * device, owned [2 n_levels + 1] */
	int32_t *part_row, *d_part_row;
	/* host [n_states], owned: the vertex of a state; n_vertices + s for the state of sink s. Of a
	 * turned image NULL, unless the device computes in the host's memory. */
	int32_t *state_vertex;
	/* device, owned: the same, or that array itself where the device computes in the host's memory */
	int32_t *d_vertex;
	/* host [n_states], owned: the other way round; NULL until image_need_states() where
	 * state_vertex is */
	int32_t *vertex_state;
	int64_t state_capacity, vertex_capacity;
	/* The fan-in graph, made when first asked for: device, owned */
	int32_t *d_in_row;  /* [n_states + 1] */
	int32_t *d_in_from; /* [n_arcs] */
	int32_t *d_in_arc;  /* [n_arcs]: the arc at each of its places */
	void *d_in_weight;  /* [n_arcs] fs; NULL when the weights have changed since */
	/* device, owned [n_arcs]: the graph's arc of each arc; those of sinks are numbered after them */
	int32_t *d_arc;
	/*
	 * A search that ends leaves its suffix forest to the next one, if keeps_forest. n_renewed counts how often all weights were
	 * written, n_changes how often some of them were; `changed` has the states with a changed arc since change number
	 * changes_from.
	 */
	bool keeps_forest;
	struct image_forest kept; /* owned */
	int64_t n_renewed, n_changes, changes_from;
	struct touched_states
		changed; /* bits and levels: device, owned, in one piece; NULL = none have changed yet */
};

/* Bytes of a time on this image's device arrays. */
static inline int64_t image_fs_size(const struct image *image)
{
	return image->fs_bits / 8;
}

/* "No time" in this image's build of the kernels. */
static inline int64_t image_fs_none(const struct image *image)
{
	return image->fs_bits == 32 ? FS_NONE_32 : FS_NONE_64;
}

/* Upload a closed graph and levelise it, unless its depths are known; takes a reference to it. */
enum status image_build(struct queue *queue, struct graph *graph, struct image **out);
/* Memory that an image no longer used hands to the next one; zeroed = none. */
struct image_left {
	/* Arrays of the host, of no content: owned, as long as the capacities. */
	int32_t *state_vertex, *vertex_state;
	int64_t state_capacity, vertex_capacity;
	/* device, owned [n_arcs], NULL = not left: the ends of the graph's arcs */
	int32_t *d_from, *d_to;
	int32_t n_arcs;
};

void image_left_release(struct queue *queue, struct image_left *left);
void image_left_drop_arcs(struct queue *queue, struct image_left *left); /* these only */

/* What an image is made from. */
struct image_source {
	struct graph *graph; /* closed */
	/* When the host knows them, else NULL: how far from the end vertices are, by arcs to sinks too, and its fan-out
	 * rows: [n_vertices], [n_vertices + 1] */
	const int32_t *depth, *out_row;
	struct image_left
		*left; /* its arrays of the host are taken, also on failure; NULL = none */
	const struct image_left
		*arcs; /* the first n_same arcs of the graph are among those of it; NULL = none */
	int32_t n_same;
	struct image *turned; /* of the graph with each arc the other way; NULL = none */
	bool leaves_numbers;  /* which states vertices are needn't be copied to the host */
};

/* The same from these. */
enum status image_build_from(struct queue *queue, const struct image_source *source,
			     struct image **out);
void image_free(struct image *image); /* NULL is fine */
/* Free it, but put into *left (whose old content is freed) what the next image can use; with_arcs also its arcs, if the
 * device has memory of its own and room for them. */
void image_leave(struct image *image, bool with_arcs, struct image_left *left);
/* Only its arcs and levels are read from now on: free the kept forest and the reference to the graph. NULL is
 * fine. */
void image_end_searches(struct image *image);

/* Make vertex_state. */
enum status image_need_states(struct image *image);

/* Make d_in_row, d_in_from and d_in_arc; d_in_weight too. */
enum status image_need_fan_in(struct image *image);
enum status image_need_fan_in_weights(struct image *image);

/* ---- image_forest.c ---- */

/* To be called before all weights are written, of this width and sign: makes room, and drops what was computed from the old
 * ones. */
enum status image_renew_weights(struct image *image, int fs_bits, bool late);

void image_forest_free(struct queue *queue, struct image_forest *forest);
/* The kept forest, if all weights have not been rewritten since; `changed` may have states in which some have. It becomes the
 * caller's. */
bool image_take_forest(struct image *image, bool with_ends, struct image_forest *out);
/* Leave one to the next search, which takes what it owns. */
void image_leave_forest(struct image *image, struct image_forest *forest);
/* Have weights changed since it was made? Then `changed` tells which. */
bool image_forest_is_old(const struct image *image, const struct image_forest *forest);
/* The work queued so far brings the forest up to date with the weights. */
void image_forest_is_new(struct image *image, struct image_forest *forest);

/* To be called before some weights are changed, of states whose bits are then set in `changed`, which this allocates. */
enum status image_need_changes(struct image *image);
void image_change_weights(struct image *image);
/* 64-bit words for the bits of an image's states, and of its levels. */
int64_t image_state_words(const struct image *image);
int64_t image_level_words(const struct image *image);
/* Such words at d_words, zeroed, those of states before those of levels; forward: for a sweep from the last level on. */
struct touched_states image_touched(const struct image *image, uint64_t *d_words, bool forward);

#endif
