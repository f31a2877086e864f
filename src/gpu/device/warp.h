/*
 * One warp of a launch, as its 32 threads see it: which item each has, and what it loads and stores, step by step. The
 * CPU device records it by running the code that a GPU runs, a lane at a time, just before the launch itself.
 *
 * A step is an instruction that reaches memory or other lanes, done by all lanes that are at it. Lanes that are at different
 * places wait for those that are at the first one, as on a GPU: loops are left together, branches done one after the other.
 */
#ifndef GPU_DEVICE_WARP_H
#define GPU_DEVICE_WARP_H

#include "gpu/device/device.h"

enum {
	WARP_WIDTH = 32,
	WARP_SECTOR = 32, /* bytes that memory moves at once */
	WARP_LINE = 128,  /* of a cache */
	WARP_STEPS = 1 << 16,
};

enum warp_what { WARP_LOAD, WARP_STORE, WARP_ATOMIC, WARP_PREFETCH, WARP_SHUFFLE, WARP_BARRIER };

/* Which warp to record. */
struct warp_wish {
	enum kernel_id kernel;
	int64_t warp;
	int64_t level; /* of a sweep, or phase of a loop; -1 = the first of those with the most items, of a sweep
			 * without its ends, which have little to do */
	int64_t launch; /* of the kernel, from 0; -1 = the first of those with the most items */
};

struct warp_step {
	uint8_t what;           /* enum warp_what */
	bool shared;            /* the block's memory, not the device's */
	int32_t bytes;          /* that each lane loads or stores; of shuffles and barriers 0 */
	int32_t place;          /* number of the instruction, in the order of the code, from 0 */
	int32_t array;          /* of the recording, -1 = none */
	uint32_t active;        /* a bit a lane */
	int32_t sectors, lines; /* that are touched, in the device's memory */
	int32_t least;          /* sectors that the bytes would fit in */
	int32_t wanted;         /* bytes, each counted once */
	int32_t ways; /* in shared memory: words of one bank, which come one after another */
	int64_t index[WARP_WIDTH]; /* of the array, in units of `bytes` from its beginning */
};

/* An array of the device, and all of the warp's steps there. */
struct warp_array {
	char name[48]; /* as in the kernel's arguments, or as report_device calls its memory */
	uint64_t begin;
	uint64_t base;            /* where its memory begins, which a GPU aligns to lines */
	int64_t n_steps, n_lanes; /* loads, stores and atomics; the lanes' that took part */
	int64_t sectors, lines, least, wanted;
};

struct warp_recording {
	struct warp_wish wish;
	int fs_bits;
	int64_t launch, n_launches; /* this one of … */
	int64_t level,
		n_levels; /* -1 = it isn't a sweep; phases of a loop are counted as they come */
	int64_t n_items, n_warps; /* of the launch, level or phase */
	bool cut;                 /* there was more than can be recorded */
	int64_t item[WARP_WIDTH]; /* -1 = none */
	int64_t n_events[WARP_WIDTH];
	int32_t n_steps, n_places, n_arrays;
	struct warp_step *step;         /* owned */
	struct warp_array *array;       /* owned */
	int64_t lane_steps;             /* lanes that took part, over all steps */
	int64_t sectors, least, wanted; /* of loads, stores and atomics in the device's memory */
};

/* Does this build record warps? Compilers that can't say where memory is used can't. */
bool device_can_record(const struct device *device);

/*
 * From now on record launches of this kernel, or no longer (NULL), and forget what was recorded. STATUS_NO_DEVICE on a GPU,
 * and in a build without recorder.
 */
enum status device_record_warp(struct device *device, const struct warp_wish *wish);

/*
 * What was recorded so far, now the caller's; waits for nothing. NULL when nothing was: launches and levels seen are in
 * *seen then. Gives what recording failed with.
 */
enum status device_take_warp(struct device *device, struct warp_recording **out, int64_t *seen);
void warp_recording_free(struct warp_recording *recording); /* NULL is fine */
RELEASER(warp_recording_drop, struct warp_recording, warp_recording_free)

#endif
