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
}

enum status snap_endpoints_new(struct graph *graph, int64_t serial, struct snap_endpoints **out)
{
	return snap_new((void **)out, sizeof **out, release_endpoints, graph, serial);
}
