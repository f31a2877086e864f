#include "snap/warp.h"

#include <stdlib.h>

#include "base/grow.h"

static void release_warp(struct snap *snap)
{
	free(((struct snap_warp *)snap)->row);
}

enum status snap_warp_new(int64_t serial, int32_t n, struct snap_warp **out)
{
	struct snap_warp *warp;

	TRY(snap_new((void **)&warp, sizeof *warp, release_warp, NULL, serial));
	if (ALLOC(&warp->row, n) != STATUS_OK) {
		snap_unref(&warp->snap);
		return STATUS_NO_MEMORY;
	}
	warp->n = n;
	*out = warp;
	return STATUS_OK;
}
