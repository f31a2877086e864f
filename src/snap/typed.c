#include "snap/typed.h"

static void release(struct snap *snap)
{
	(void)snap; /* it owns nothing else */
}

enum status snap_typed_new(struct graph *graph, int64_t serial, struct snap_typed **out)
{
	return snap_new((void **)out, sizeof **out, release, graph, serial);
}
