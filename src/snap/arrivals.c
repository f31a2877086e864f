#include "snap/arrivals.h"

#include <stdlib.h>

static void release(struct snap *snap)
{
	struct snap_arrivals *arrivals = (struct snap_arrivals *)snap;

	free(arrivals->level);
	free(arrivals->row);
}

enum status snap_arrivals_new(struct graph *graph, int64_t serial, struct snap_arrivals **out)
{
	return snap_new((void **)out, sizeof **out, release, graph, serial);
}
