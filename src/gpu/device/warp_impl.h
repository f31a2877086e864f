/* The recorder of a CPU device, and what it knows of a launch. */
#ifndef GPU_DEVICE_WARP_IMPL_H
#define GPU_DEVICE_WARP_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "gpu/device/warp.h"
#include "gpu/kernel/cpu_launch.h"

struct warp_recorder {
	atomic_bool on;
	pthread_mutex_t lock; /* of all below */
	struct warp_wish wish;
	int64_t n_launches;            /* of the kernel since then */
	struct warp_recording *newest; /* owned */
	enum status status;
	char why[160];
};

struct warp_launch {
	struct device *device;
	enum kernel_id kernel;
	int fs_bits;
	const void *args;
	size_t args_size;
	const int32_t *level_row;
	int64_t n;
	cpu_kernel *run; /* the launch itself */
	const struct cpu_launch *launch;
};

/* Is a launch of this kernel to be recorded? */
static inline bool warp_is_wanted(struct warp_recorder *recorder, enum kernel_id kernel)
{
	return atomic_load_explicit(&recorder->on, memory_order_acquire) &&
	       recorder->wish.kernel == kernel;
}

/* Do the launch, and record it if it is the one. */
void warp_launch(struct warp_recorder *recorder, const struct warp_launch *launch);

/* What the device has in memory, by address; at most `capacity` places, returns how many there are. */
struct memory_place {
	const char *name; /* a string constant */
	uint64_t begin;
};
int64_t device_memory_places(struct device *device, struct memory_place *places, int64_t capacity);

/* Merge what the lanes did into steps; recording->item and the rest that is known before is there. */
struct warp_events;
enum status warp_steps_make(const struct warp_launch *launch, const struct warp_events *events,
			    struct warp_recording *recording);

#endif
