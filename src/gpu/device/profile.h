/*
 * What a device's time goes into, kernel by kernel: launches, items, time and bytes, while it
 * is on. While it is off, a launch only looks at one flag.
 *
 * Times are those of the device: on the CPU of the worker, on a GPU between two events around the
 * launch, so that starting a kernel (some microseconds) counts with it.
 */
#ifndef GPU_DEVICE_PROFILE_H
#define GPU_DEVICE_PROFILE_H

#include "gpu/device/device.h"
#include "gpu/kernel/kernel_cost.h"

struct kernel_profile {
	const char *name; /* a string constant */
	int64_t launches;
	double ms;
	struct kernel_cost cost; /* of all launches */
};

/* Begin or end the keeping of accounts; what was kept stays until it is reset. */
void device_profile(struct device *device, bool on);
/* Measure what only the device knows, by kernels of its own: how far walks go. Else the bytes of what walks are at
 * least those that the accounts have. */
void device_profile_walks(struct device *device, bool on);
void device_profile_reset(struct device *device);

/* What was launched since the last reset, by time, the longest first; at most N_COSTS rows. Returns
 * how many. Launches that no queue_sync() has waited for yet may be missing. */
int device_profile_table(struct device *device, struct kernel_profile rows[N_COSTS]);

/*
 * How many bytes a millisecond the device can read and write: the fastest of some copies of a
 * buffer much larger than its caches, by its own copy and by a kernel. Waits for it; kept, so that
 * only the first call of a device measures. STATUS_DEVICE_MEMORY and what queue_sync() fails with.
 */
enum status device_bandwidth(struct queue *queue, double *bytes_per_ms);
/* What that found, 0 = not measured yet. */
double device_known_bandwidth(struct device *device);

/* Are accounts kept of what this queue does? */
bool queue_profiled(const struct queue *queue);
/* And of its walks? */
bool queue_profiles_walks(const struct queue *queue);
/* A kernel has moved more bytes than its accounts have. */
void queue_lacks_bytes(struct queue *queue, enum kernel_id kernel);
/* What follows in this queue is there for the accounts alone, and not in them, until `off` is
 * false. */
void queue_unprofiled(struct queue *queue, bool off);
/* A kernel has moved these bytes too, as its caller knows by now. */
void queue_add_bytes(struct queue *queue, enum kernel_id kernel, int64_t streamed,
		     int64_t gathered);

#endif
