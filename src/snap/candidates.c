#include "snap/candidates.h"

#include <stdlib.h>

static void release(struct snap *snap)
{
	struct snap_candidates *candidates = (struct snap_candidates *)snap;

	for (int64_t i = 0; candidates->name && i < candidates->n; i++)
		free(candidates->name[i]);
	free(candidates->name);
}

SNAP_MAKER(candidates, release)
