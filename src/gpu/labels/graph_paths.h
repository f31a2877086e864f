/*
 * Path filters for a graph without a netlist: the part of the graph that a filter keeps, in which
 * paths are searched. It is cached until another filter is used.
 */
#ifndef GPU_LABELS_GRAPH_PATHS_H
#define GPU_LABELS_GRAPH_PATHS_H

#include "gpu/labels/labels.h"
#include "gpu/labels/product.h"
#include "db/state/filters.h"
#include "gpu/image/path_image.h"

struct graph_paths {
	struct image *base;                /* borrowed */
	struct label_space *labels;        /* owned; NULL = not made yet */
	struct product_space *product;     /* owned; NULL = not made yet */
	struct product_arrivals *arrivals; /* owned; the same */
	struct filter_index *index;        /* owned; NULL = not made yet */
	struct path_filter filter;         /* of `image` */
	struct path_image *image;          /* owned; NULL = none yet */
};

void graph_paths_init(struct graph_paths *paths, struct image *base);
void graph_paths_release(struct graph_paths *paths);
/* Make paths->labels, the label space of the graph. */
enum status graph_paths_need_labels(struct graph_paths *paths);

/* The part of the graph with the paths that pass a filter by vertices (as pins); forward. Borrowed
 * until the next call. Warns of vertices at which no path begins or ends, unless `warnings` is
 * NULL. */
enum status graph_path_image(struct graph_paths *paths, const struct path_filter *filter,
			     struct text *warnings, struct task *task, struct path_image **out);

/* Likewise, but owned by the caller. */
enum status graph_new_paths(struct graph_paths *paths, const struct path_filter *filter,
			    struct text *warnings, struct task *task, struct path_image **out);

/* Count the part by an exact filter without making it. */
enum status graph_count_paths(struct graph_paths *paths, const struct path_filter *filter,
			      struct product_counts *out);

#endif
