/*
 * The lanes of one warp, or the threads of the block that it belongs to, run by the CPU one at a time: each a thread
 * that gives its turn away where it waits for others, at a shuffle or a barrier. What they load and store is
 * noted; what they have written is undone afterwards, so that the launch can follow as if nothing had happened.
 */
#ifndef GPU_DEVICE_WARP_LANES_H
#define GPU_DEVICE_WARP_LANES_H

#include "base/status.h"
#include "gpu/device/warp.h"
#include "gpu/kernel/warp_code.h"

enum {
	WARP_LANES = 32,
	WARP_BLOCK = 256,      /* threads of a block */
	WARP_EVENTS = 1 << 17, /* of a lane that are noted, then no more */
	WARP_MARK = 255,       /* beside enum warp_what: a block of code begins */
};

/* Something that a lane did; in the order in which it did it. */
struct warp_event {
	uint64_t code; /* where, as an address of the program */
	uint64_t at;   /* an address; in shared memory counted from its beginning */
	int32_t bytes;
	uint8_t what; /* enum warp_what */
	bool shared;  /* the block's memory */
};

struct warp_events {
	struct warp_event *event; /* owned */
	int64_t n, capacity;
	int64_t item; /* that the lane worked on, -1 = none */
	bool cut;     /* there were more than WARP_EVENTS */
};

/*
 * Run threads 32 warp … 32 warp + 31 of `work`, or their whole block, of code that may read `args_size` bytes of
 * arguments. With events NULL nothing is noted, and what they write stays; else events[32] are zeroed before and released by the caller also after a failure: STATUS_NO_MEMORY,
 * STATUS_FAILED without threads or when lanes wait for each other forever.
 */
enum status warp_lanes_run(const struct warp_code *code, const struct warp_work *work, int64_t warp,
			   size_t args_size, struct warp_events *events);

#endif
