/*
 * What paths of a graph without a netlist are searched in when a filter leaves some out: a part of
 * it, made once and kept until another is asked for.
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
	struct path_filter filter;         /* of the image */
	struct path_image *image;          /* owned; NULL = none yet */
};

void graph_paths_init(struct graph_paths *paths, struct image *base);
void graph_paths_release(struct graph_paths *paths);
/* What labels of its vertices are of: paths->labels, which is kept. */
enum status graph_paths_need_labels(struct graph_paths *paths);

/* The paths that a filter by vertices (as pins) lets through; forward. Borrowed until the next call.
 * Vertices at which no path begins or ends are named in `warnings`, unless it is NULL. */
enum status graph_path_image(struct graph_paths *paths, const struct path_filter *filter,
			     struct text *warnings, struct task *task, struct path_image **out);

/* The same, owned by the caller. */
enum status graph_new_paths(struct graph_paths *paths, const struct path_filter *filter,
			    struct text *warnings, struct task *task, struct path_image **out);

/* What an exact filter leaves, counted without making it. */
enum status graph_count_paths(struct graph_paths *paths, const struct path_filter *filter,
			      struct product_counts *out);

#endif
