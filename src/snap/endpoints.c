#include "snap/endpoints.h"

#include <stdlib.h>

static void release_endpoints(struct snap *snap)
{
	struct snap_endpoints *endpoints = (struct snap_endpoints *)snap;

	for (int64_t i = 0; endpoints->row && i < endpoints->n; i++) {
		free(endpoints->row[i].pin);
		free(endpoints->row[i].group);
		free(endpoints->row[i].clock);
	}
	free(endpoints->row);
	free(endpoints->group);
	free(endpoints->saved);
}

enum status snap_endpoints_new(struct graph *graph, int64_t serial, struct snap_endpoints **out)
{
	return snap_new((void **)out, sizeof **out, release_endpoints, graph, serial);
}

static void release_starts(struct snap *snap)
{
	struct snap_endpoint_starts *starts = (struct snap_endpoint_starts *)snap;

	for (int64_t i = 0; starts->row && i < starts->n; i++)
		free(starts->row[i].pin);
	free(starts->row);
}

enum status snap_endpoint_starts_new(struct graph *graph, int64_t serial,
				     struct snap_endpoint_starts **out)
{
	return snap_new((void **)out, sizeof **out, release_starts, graph, serial);
}

static void release_path(struct snap *snap)
{
	struct snap_endpoint_path *path = (struct snap_endpoint_path *)snap;

	snap_unref(path->path ? &path->path->snap : NULL);
}

enum status snap_endpoint_path_new(struct graph *graph, int64_t serial,
				   struct snap_endpoint_path **out)
{
	return snap_new((void **)out, sizeof **out, release_path, graph, serial);
}
