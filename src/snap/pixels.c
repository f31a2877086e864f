#include "snap/pixels.h"

#include <stdlib.h>

static void release(struct snap *snap)
{
	free(((struct snap_pixels *)snap)->pixel);
}

enum status snap_pixels_new(int64_t serial, const struct frame_query *query,
			    struct snap_pixels **out)
{
	TRY(snap_new((void **)out, sizeof **out, release, NULL, serial));
	(*out)->query = *query;
	return STATUS_OK;
}
