#include "snap/warp.h"

#include <stdlib.h>

#include "base/grow.h"

SNAP_OWNS(warp, snap->row)

enum status snap_warp_new(int64_t serial, int32_t n, struct snap_warp **out)
{
	SNAP_HELD struct snap_warp *warp = NULL;

	TRY(snap_new((void **)&warp, sizeof *warp, release_warp, NULL, serial));
	TRY(ALLOC(&warp->row, n));
	warp->n = n;
	HAND_OVER(out, warp);
	return STATUS_OK;
}
