/* What each kernel of some runs took, and how the bytes that it must move compare with the
 * bandwidth. */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include "gpu/device/device.h"

struct bench_kernels {
	int argc;
	char **argv;
	const char *name;      /* of the device, for the figures */
	struct device *device; /* borrowed */
	double bandwidth;      /* bytes a ms, by bench_kernels_begin() */
};

/* Measure the bandwidth, and keep accounts from now on. */
enum status bench_kernels_begin(struct bench_kernels *kernels, struct queue *queue);
/* No longer; a few figures for each kernel, of one of the runs. `what` begins their names. */
void bench_kernels_end(struct bench_kernels *kernels, const char *what, int runs);

#endif
