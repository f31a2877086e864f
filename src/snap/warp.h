/* A recorded warp (gpu/device/warp.h) for the screen: summary lines, and a window of its steps. */
#ifndef SNAP_WARP_H
#define SNAP_WARP_H

#include "snap/snap.h"

enum { SNAP_WARP_WIDTH = 32, SNAP_WARP_ROWS = 512, SNAP_WARP_FACTS = 5 };

struct snap_warp_row {
	int32_t place, n_lanes, sectors, least, ways; /* as of struct warp_step */
	bool in_memory;                  /* the step accesses memory: `sectors` is set */
	char what[48];                   /* "load 4 B  graph.to" */
	char lanes[SNAP_WARP_WIDTH + 1]; /* a letter each, as report_warp draws them */
};

REQUEST_BEGIN
struct warp_request {
	int64_t edition; /* a new number requests a new answer */
	int32_t first;   /* step */
	int32_t unused;
};
REQUEST_END

struct snap_warp {
	struct snap snap;                /* its graph is NULL */
	int32_t n_steps;                 /* 0 = nothing is recorded */
	int32_t first, n;                /* of the window */
	char fact[SNAP_WARP_FACTS][160]; /* "" after the last */
	struct snap_warp_row *row;       /* owned [n] */
};

enum status snap_warp_new(int64_t serial, int32_t n, struct snap_warp **out);

#endif
