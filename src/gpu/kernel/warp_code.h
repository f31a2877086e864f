/*
 * What a kernel that is compiled for recorded warps (kernel_warp.h) and the recorder (gpu/device/warp_lanes.c) know of each
 * other: the entry of a lane, and what a lane does that other lanes or the recorder have a part in.
 */
#ifndef GPU_KERNEL_WARP_CODE_H
#define GPU_KERNEL_WARP_CODE_H

#include <stddef.h>
#include <stdint.h>

/* The GPU whose threads are recorded: an H100 SXM. Only sweeps that spread a level's items depend on it. */
enum { WARP_MULTIPROCESSORS = 132, WARP_CLUSTER = 16 };

/* What one launch, or one level of it, has for its threads. */
struct warp_work {
	const void *args;
	int64_t n;                  /* items of the launch, or of the phase of a loop */
	int64_t level;              /* or phase */
	int64_t begin, middle, end; /* of a sweep: the level's items; large ones end at `middle` */
	int64_t thread;             /* which one this is */
	void *shared;               /* of the block */
};

struct warp_code {
	void (*run)(const struct warp_work *work);           /* one lane */
	int64_t (*n_threads)(const struct warp_work *work);  /* that have an item */
	size_t shared_size;                                  /* 0 = no block */
	int64_t (*n_items)(const void *args, int64_t phase); /* of a loop, else NULL */
};

/* The lane works on this item from now on. */
void warp_takes(int64_t item);
unsigned warp_thread(void);

/* The value that lane `source` of the warp hands in, when all of the mask have; one's own if it isn't in the mask. */
uint64_t warp_shuffle(unsigned mask, uint64_t value, int source);
unsigned warp_ballot(unsigned mask, int value);
unsigned warp_active(void);
void warp_barrier(void);
void warp_prefetch(const void *at);
/* Memory until the lanes have ended, NULL when there is none left. */
void *warp_heap_alloc(int64_t bytes);
/* What was there; kind is WARP_ADD … */
enum warp_atomic { WARP_ADD, WARP_SWAP, WARP_OR, WARP_MIN, WARP_MAX, WARP_ADD_DOUBLE };
uint64_t warp_atomic(enum warp_atomic kind, void *at, int bytes, uint64_t value, uint64_t wanted);

#endif
