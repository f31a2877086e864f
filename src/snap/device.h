/*
 * The device as a snapshot: why it was chosen, its memory and the profile of its kernels.
 */
#ifndef SNAP_DEVICE_H
#define SNAP_DEVICE_H

#include "snap/snap.h"

struct snap_memory {
	const char *name; /* a string constant */
	int64_t bytes, peak;
};

struct snap_kernel {
	const char *name; /* a string constant */
	int64_t launches, items;
	double ms;
	int64_t streamed, gathered; /* bytes, as in gpu/kernel/kernel_cost.h */
	bool unknown, at_least;     /* the bytes aren't known; they are a lower bound */
};

REQUEST_BEGIN
struct device_request {
	int64_t edition; /* the answer's serial */
	int64_t moment;  /* a new number requests a new answer */
	int32_t shown;   /* 1 = the screen shows the device, so profile it */
	int32_t measure; /* 1 = measure the bandwidth, too */
};
REQUEST_END

struct snap_device {
	struct snap snap; /* its graph is NULL */
	char *name, *why; /* owned */
	char *list;       /* owned: available devices, a line each */
	bool profiled;    /* kernels are being profiled */
	double bandwidth; /* bytes a ms, 0 = not measured */
	int32_t n_memory;
	struct snap_memory *memory; /* owned */
	struct snap_memory total;
	int32_t n_kernels;
	struct snap_kernel *kernel; /* owned, the longest first */
};

/* With room for this many rows. */
enum status snap_device_new(int64_t serial, int32_t n_memory, int32_t n_kernels,
			    struct snap_device **out);

/* Lower bound of the share of the bandwidth that a kernel reached; -1 = not known. */
double snap_kernel_share(const struct snap_kernel *kernel, double bandwidth);

#endif
