/*
 * The ways that the lanes of a warp took through the code: its blocks, in the order of their addresses, and for each the
 * first one that all ways from it come through, where lanes that went apart meet (its immediate post-dominator).
 */
#ifndef GPU_DEVICE_WARP_FLOW_H
#define GPU_DEVICE_WARP_FLOW_H

#include "base/status.h"
#include "gpu/device/warp_lanes.h"

struct warp_flow {
	int32_t n;       /* blocks that a lane was in; n itself is the end */
	uint64_t *block; /* owned [n]: addresses, ascending */
	int32_t *meet;   /* owned [n] */
};

/* Of events[32]. STATUS_NO_MEMORY, and STATUS_FAILED for more than 4096 blocks. */
enum status warp_flow_make(const struct warp_events *events, struct warp_flow *out);
void warp_flow_release(struct warp_flow *flow);
/* The block of an address that is one's beginning. */
int32_t warp_flow_block(const struct warp_flow *flow, uint64_t address);

#endif
