#include "snap/arrivals.h"

SNAP_OWNS(arrivals, snap->level, snap->row)

SNAP_MAKER(arrivals, release_arrivals)
