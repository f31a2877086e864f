/*
 * Reading what lies around a pin: the arcs into it or out of it, or the pins of its cell or net,
 * with times and slacks, by slack. The order is made on the device; only the lines asked for are
 * copied to the host. The same for a graph whose delays were given.
 */
#ifndef GPU_INSPECT_CONE_H
#define GPU_INSPECT_CONE_H

#include "gpu/timing/timing.h"
#include "snap/cone.h"

struct cone_query {
	int32_t vertex; /* of the timing graph, either edge of the pin; or of the graph */
	enum cone_side side;
	enum split split;  /* of a netlist */
	int64_t slack_max; /* fs: lines above are left out; CONE_NOTHING = none is */
	int64_t first, n;  /* lines */
	bool credited;     /* slacks with credit, which are there (timing_pin_slacks.h) */
};

/* Fill a snapshot. The timing is up to date, with required times (timing_need_required()); any queue. A vertex that isn't there has no points. */
enum status timing_cone(struct timing *timing, struct queue *queue, const struct cone_query *query,
			struct snap_cone *snap);

/* How far all vertices of a graph are from its sources, and from its sinks. */
struct graph_times {
	struct image *image;      /* borrowed */
	int64_t *prefix, *suffix; /* device, owned [n_states] fs */
	int32_t *place;           /* owned, host [n_vertices]: their states */
};

/* Computed on the image's queue. */
enum status graph_times_new(struct image *image, struct graph_times **out);
void graph_times_free(struct graph_times *times); /* NULL is fine */
RELEASER(graph_times_drop, struct graph_times, graph_times_free)

/* Slacks of vertices (of a graph of costs the least cost of a path through each), host [n], fs,
 * FS_NONE_64 = no path. */
enum status graph_slacks(struct graph_times *times, struct queue *queue, const int32_t *vertex,
			 int64_t n, int64_t *slack);

/* The same for a graph; it has the sides CONE_FANIN and CONE_FANOUT. */
enum status graph_cone(struct graph_times *times, struct queue *queue,
		       const struct cone_query *query, struct snap_cone *snap);

#endif
