#include "snap/arrivals.h"

#include <stdlib.h>

static void release(struct snap *snap)
{
	struct snap_arrivals *arrivals = (struct snap_arrivals *)snap;

	free(arrivals->level);
	free(arrivals->row);
}

SNAP_MAKER(arrivals, release)
