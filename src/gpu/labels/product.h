/*
 * The part of a graph that a path query asks for, made on the device: a path graph
 * (db/path_graph.h) as the image of a search. Nothing of the graph's size is done on the host, and nothing is copied there until path_image_need_paths().
 */
#ifndef GPU_LABELS_PRODUCT_H
#define GPU_LABELS_PRODUCT_H

#include "gpu/labels/labels.h"
#include "gpu/image/path_image.h"

/* What is kept of a graph between queries. */
struct product_space {
	struct image *image; /* of all of the graph: borrowed, or of the turned graph and owned */
	bool transposed;
	struct queue *queue; /* borrowed */
	/* device, owned by arcs and sources of the turned image: see d_arc_from and d_source_from of a path_image; NULL unless it is turned */
	int32_t *d_arc_from, *d_source_from;
	int32_t *d_mirror; /* device, owned [n_levels + 1]: the levels from the last on */
	uint8_t *d_arc_ok; /* device, owned [n_arcs] by place; NULL = all */
	/* device, owned [n_states]: as in struct device_product; zero between queries but for the
	 * last three */
	uint64_t *d_groups, *d_begin;
	uint8_t *d_excluded;
	uint64_t *d_entering, *d_leaving;
	int32_t *d_n_state; /* device, owned [n_states] */
	int64_t *d_first;   /* device, owned [n_states + 1] */
	/* device, owned [n_sources], [n_sinks]: as in struct device_product */
	uint8_t *d_source_set, *d_sink_set;
	uint8_t *d_source_kept;  /* device, owned [n_sources] */
	int32_t *d_source_state; /* device, owned [n_sources] */
	/* device, owned [n_states]: cones of all paths; NULL = not made yet, or turned */
	uint8_t *d_reaches, *d_reached;
	bool is_dirty; /* a query went wrong: they aren't zero */
	int32_t few;   /* ends are few below one in `few` of all; 0 = always, on each device */
};

/*
 * arc_ok: host [n_arcs of the graph], arcs that paths may take; NULL = all. Transposed: for queries
 * that are, a turned image is made of the graph, by time and memory linear in it; the weights are those of
 * the graph's host side.
 */
enum status product_space_new(struct image *image, const uint8_t *arc_ok, bool transposed,
			      struct product_space **out);
void product_space_free(struct product_space *space); /* NULL is fine */

/* Arcs and ends of the graph that paths may take, instead of those that lists and space allow: device
 * memory, borrowed. */
struct product_limits {
	const uint8_t *arc_ok;    /* [n_arcs] by place in the graph's image */
	const uint8_t *source_ok; /* [n_sources] */
	const uint8_t *sink_ok;   /* [n_sinks] */
};

/*
 * The paths of a query, which is transposed when the space is. limits: NULL = none. The weights of the
 * image are those of the base now, in `fs_bits` of the base. Vertices of the path graph are numbered by
 * the base's states, in the order of levels. STATUS_NO_MEMORY,
 * also for more than 2^31 − 1 of something; STATUS_BAD_INPUT for more than PATH_GROUPS_MAX groups; STATUS_CANCELLED.
 */
enum status product_new(struct product_space *space, const struct path_lists *query,
			const struct product_limits *limits, struct task *task,
			struct path_image **out);

/* Of what product_new() made, forward: how many pins are left, of the space's, and at how many paths end. */
enum status product_count_pins(const struct path_image *image, const struct label_space *space,
			       int32_t *n_pins, int32_t *n_ends);

/*
 * Of all paths of a space's graph, which isn't turned, by the weights of its arcs (by place) and sources: the
 * least slack ahead of each state, and the least of paths from sources to it. They are of these weights, so
 * the owner, if it keeps them between queries, frees them when the weights change.
 */
struct product_arrivals {
	struct queue *queue; /* borrowed */
	int fs_bits;
	bool owned;                   /* the weights are */
	void *weight, *source_weight; /* device, fs_t [n_arcs], [n_sources] */
	void *suffix, *prefix;        /* device, owned, fs_t [n_states] */
	int32_t *d_seen;              /* device, owned scratch [2 pins]; NULL = not made yet */
};

/* On failure the weights stay the caller's. STATUS_NO_MEMORY, STATUS_DEVICE. */
enum status product_arrivals_new(const struct product_space *space, int fs_bits, void *weight,
				 void *source_weight, bool owned, struct product_arrivals **out);
void product_arrivals_free(struct product_arrivals *arrivals); /* NULL is fine */

/* What a query leaves: pins that its paths pass, pins where they end, and the least slack. */
struct product_counts {
	int32_t n_pins, n_ends;
	bool has_paths;
	int64_t worst; /* fs */
};

/* Of a space that isn't turned: what product_new(), product_count_pins() and a search of one path would find,
 * without the part. Errors as product_new(). */
enum status product_count(struct product_space *space, const struct path_lists *query,
			  struct product_arrivals *kept, const struct label_space *pins,
			  struct product_counts *out);

#endif
