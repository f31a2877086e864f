/*
 * The device image of a path graph: a part of a state graph's paths, or all of them backward, to be
 * searched like any other. gpu/labels/product.c makes it, gpu/timing/timing_paths.c gives it its weights.
 */
#ifndef GPU_IMAGE_PATH_IMAGE_H
#define GPU_IMAGE_PATH_IMAGE_H

#include "db/path_graph.h"
#include "gpu/image/image.h"

struct path_image;

/* Names of the graph's vertices, as those of the base have them. */
typedef enum status path_dress(const void *of, struct path_graph *paths);

struct path_image {
	/* owned; NULL until path_image_need_paths(), and until then the image has no graph, nor
	 * state_vertex. */
	struct path_graph *paths;
	/* host, owned [n_sources], [n_sinks]: as in struct path_graph; NULL until
	 * path_image_need_ends() */
	int32_t *source, *sink;
	struct queue *queue; /* borrowed */
	struct image *image; /* owned */
	/* Of the timing whose times are its weights: the edition of the last product then, 0 = other weights; split and
	 * whether endpoints count of which nothing is demanded. */
	int64_t weighed;
	int weighed_split;
	bool weighed_unconstrained;
	/* device, owned, by arcs of the image and by its sources: the arc of the base's image whose
	 * weight that is, or ~source of the base. d_arc_from is NULL when it is d_place. */
	int32_t *d_arc_from, *d_source_from;
	/* device, owned, by sources and sinks of the image; NULL until asked for: the nodes of the
	 * clock network that launch and capture there, see struct device_credit */
	int32_t *d_source_node, *d_sink_node;
	int32_t *d_end_sink;      /* of those that are sinks in the base: which */
	const struct image *base; /* borrowed: what it is a part of; turned when it is transposed */
	bool transposed;
	int32_t *d_base;   /* device, owned [n_states]: the base's state */
	uint8_t *d_passed; /* device, owned [n_states]: groups passed there; of sinks 0 */
	int32_t *d_place;  /* device, owned [n_arcs]: place of the base's arc */
	int32_t *d_source; /* device, owned [n_sources] or longer: the base's source */
	path_dress *dress; /* NULL = without names */
	const void *dress_of;
};

static inline int32_t path_image_vertices(const struct path_image *p)
{
	return p->image->device.n_states - p->image->device.n_sinks;
}

static inline const int32_t *path_image_arc_from(const struct path_image *p)
{
	return p->d_arc_from ? p->d_arc_from : p->d_place;
}

void path_image_free(struct path_image *paths); /* NULL is fine */

/* Copy its sources and sinks to the host: enough to search and to read rows and traces of paths. */
enum status path_image_need_ends(struct path_image *paths);
/* Copy the path graph to the host, in time and memory linear in its size: for readings of names,
 * fan-outs and arcs. */
enum status path_image_need_paths(struct path_image *paths);
/* Replace vertices that search_traces() gave, n of them, by the base's, and sinks by the base's
 * n_vertices + sink. */
enum status path_image_base_vertices(struct path_image *paths, int32_t *vertex, int64_t n);

#endif
