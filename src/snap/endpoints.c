#include "snap/endpoints.h"

#include <stdlib.h>

#include "base/grow.h"

static void release_endpoints(struct snap *snap)
{
	struct snap_endpoints *endpoints = (struct snap_endpoints *)snap;

	for (int64_t i = 0; endpoints->row && i < endpoints->n; i++) {
		FREE_ALL(endpoints->row[i].pin, endpoints->row[i].group, endpoints->row[i].clock);
	}
	FREE_ALL(endpoints->row, endpoints->group, endpoints->saved);
}

SNAP_MAKER(endpoints, release_endpoints)

static void release_starts(struct snap *snap)
{
	struct snap_endpoint_starts *starts = (struct snap_endpoint_starts *)snap;

	for (int64_t i = 0; starts->row && i < starts->n; i++)
		free(starts->row[i].pin);
	free(starts->row);
}

SNAP_MAKER(endpoint_starts, release_starts)

static void release_path(struct snap *snap)
{
	struct snap_endpoint_path *path = (struct snap_endpoint_path *)snap;

	snap_drop(&path->path);
}

SNAP_MAKER(endpoint_path, release_path)
