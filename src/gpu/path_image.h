/*
 * The device image of a path graph: a part of a state graph's paths, or all of them backward, to be
 * searched like any other. algo/timing_paths.c gives it its weights.
 */
#ifndef GPU_PATH_IMAGE_H
#define GPU_PATH_IMAGE_H

#include "db/path_graph.h"
#include "gpu/image.h"

struct path_image {
	struct path_graph *paths; /* owned */
	struct queue *queue;      /* borrowed */
	struct image *image;      /* owned */
	/* device, owned, by arcs of the image and by its sources: the arc of the base's image whose
	 * weight that is, or ~source of the base */
	int32_t *d_arc_from, *d_source_from;
	/* device, owned, by sources and sinks of the image; NULL until asked for: the nodes of the
	 * clock network that launch and capture there, see struct device_credit */
	int32_t *d_source_node, *d_sink_node;
};

/* Upload; takes the path graph, also on failure. `base` is the image of its base. */
enum status path_image_new(struct queue *queue, const struct image *base, struct path_graph *paths,
			   struct path_image **out);
void path_image_free(struct path_image *paths); /* NULL is fine */

#endif
