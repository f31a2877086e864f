/*
 * The path graph of a query (db/path_graph.h), made on the device as an image for searches. The
 * host does no work and gets no copy proportional to the graph until path_image_need_paths().
 */
#ifndef GPU_LABELS_PRODUCT_H
#define GPU_LABELS_PRODUCT_H

#include "gpu/labels/labels.h"
#include "gpu/image/path_image.h"

/* Data of a graph kept between queries. */
struct product_space {
	struct image *image; /* of the whole graph: borrowed, or if transposed owned */
	bool transposed;
	struct queue *queue; /* borrowed */
	/* device, owned, by arc and source of the transposed image: as in struct path_image; NULL
	 * unless transposed */
	int32_t *d_arc_from, *d_source_from;
	int32_t *d_mirror; /* device, owned [n_levels + 1]: the levels in reverse order */
	/* device [n_arcs] by place, borrowed: arcs that paths may take; NULL = all. Transposed it is
	 * d_turned_ok, owned. */
	const uint8_t *d_arc_ok;
	uint8_t *d_turned_ok;
	/* device, owned [n_states]: as in struct device_product; the first three are zero between
	 * queries */
	uint64_t *d_groups, *d_begin;
	uint8_t *d_mark;
	uint64_t *d_entering, *d_leaving;
	int32_t *d_n_state; /* device, owned [n_states] */
	int64_t *d_first;   /* device, owned [n_states + 1] */
	/* device, owned [n_sources], [n_sinks]: as in struct device_product */
	uint8_t *d_source_set, *d_sink_set;
	uint8_t *d_source_kept;  /* device, owned [n_sources] */
	int32_t *d_source_state; /* device, owned [n_sources] */
	/* device, owned [n_states]: 1 = reaches an end, is reached by a source; NULL = not made
	 * yet, or transposed */
	uint8_t *d_reaches, *d_reached;
	bool is_dirty; /* a failed query has left d_groups, d_begin or d_mark non-zero */
	int32_t few;   /* on a CPU, push from ends if fewer than 1/`few` of all; 0 = always push */
};

/*
 * d_arc_ok: device [n_arcs of the image] by place, borrowed, arcs that paths may take; NULL = all.
 * transposed: the space is for transposed queries and makes a transposed image, in linear time and
 * memory, with the weights of the graph on the host.
 */
enum status product_space_new(struct image *image, const uint8_t *d_arc_ok, bool transposed,
			      struct product_space **out);
void product_space_free(struct product_space *space); /* NULL is fine */
RELEASER(product_space_drop, struct product_space, product_space_free)

/* Arcs, sources and sinks that paths may use, instead of those of the query's lists and the space:
 * device memory, borrowed. */
struct product_limits {
	const uint8_t *arc_ok;    /* [n_arcs] by place in the graph's image */
	const uint8_t *source_ok; /* [n_sources] */
	const uint8_t *sink_ok;   /* [n_sinks] */
};

/*
 * The path graph of a query, which must be transposed if the space is. limits: NULL = none. The
 * image copies the base's current weights and fs_bits. Vertices of the path graph are numbered by
 * the base's states, in the order of levels. STATUS_NO_MEMORY, also for more than 2^31 − 1 states
 * or arcs; STATUS_BAD_INPUT for more than PATH_GROUPS_MAX groups; STATUS_CANCELLED.
 */
enum status product_new(struct product_space *space, const struct path_lists *query,
			const struct product_limits *limits, struct task *task,
			struct path_image **out);

/* In a forward result of product_new(): the number of pins of `space` that have states, and of pins
 * where paths end. */
enum status product_count_pins(const struct path_image *image, const struct label_space *space,
			       int32_t *n_pins, int32_t *n_ends);

/*
 * For all paths of a space that isn't transposed, by these weights of arcs (by place) and sources:
 * the least sum from each state to a sink, and from sources to each state. An owner that keeps them
 * between queries must free them when the weights change.
 */
struct product_arrivals {
	struct queue *queue; /* borrowed */
	int fs_bits;
	bool owned;                   /* weight and source_weight are owned, else borrowed */
	void *weight, *source_weight; /* device, fs_t [n_arcs], [n_sources] */
	void *suffix, *prefix;        /* device, owned, fs_t [n_states] */
	int32_t *d_seen;              /* device, owned scratch [2 pins]; NULL = not made yet */
};

/* On failure the weights stay the caller's. STATUS_NO_MEMORY, STATUS_DEVICE. */
enum status product_arrivals_new(const struct product_space *space, int fs_bits, void *weight,
				 void *source_weight, bool owned, struct product_arrivals **out);
void product_arrivals_free(struct product_arrivals *arrivals); /* NULL is fine */
RELEASER(product_arrivals_drop, struct product_arrivals, product_arrivals_free)

/* Results of a query: pins on its paths, pins where they end, and the worst slack. */
struct product_counts {
	int32_t n_pins, n_ends;
	bool has_paths;
	int64_t worst; /* fs */
};

/* The results that product_new(), product_count_pins() and a search for one path would give,
 * without making the path graph; the space must not be transposed. Errors as product_new(). */
enum status product_count(struct product_space *space, const struct path_lists *query,
			  struct product_arrivals *kept, const struct label_space *pins,
			  struct product_counts *out);

#endif
