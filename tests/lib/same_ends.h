/* Ends of a timing that was edited against those of one that was built, on the host and as kernels have them. */
#ifndef TESTS_LIB_SAME_ENDS_H
#define TESTS_LIB_SAME_ENDS_H

#include "gpu/timing/timing.h"
#include "db/state/state_graph.h"
#include "gpu/device/device.h"

/* In their order: relations, groups, slacks, sources, levels. The first difference is printed. */
bool same_ends(struct queue *queue, const struct timing *edited, const struct timing *built);

#endif
