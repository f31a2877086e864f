#include "snap/pixels.h"

#include <stdlib.h>

static void release(struct snap *snap)
{
	struct snap_pixels *pixels = (struct snap_pixels *)snap;

	free(pixels->pixel);
	snap_drop(&pixels->forces);
	netlist_unref(pixels->netlist);
}

enum status snap_pixels_new(int64_t serial, const struct frame_query *query,
			    struct snap_pixels **out)
{
	TRY(snap_new((void **)out, sizeof **out, release, NULL, serial));
	(*out)->query = *query;
	(*out)->picked = -1;
	return STATUS_OK;
}
