/* How a kernel is launched on the CPU: what dev_cpu.c hands to the entry of a kernel. */
#ifndef GPU_KERNEL_CPU_LAUNCH_H
#define GPU_KERNEL_CPU_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct cpu_launch {
	int n_threads;
	const atomic_bool *cancel; /* borrowed; NULL = nothing cancels */
	int64_t first;             /* level of a sweep or phase of a loop to begin with */
};

typedef void cpu_kernel(const void *args, const int32_t *level_row, int64_t n,
			const struct cpu_launch *launch);

enum {
	CPU_SMALL_LEVEL = 512,    /* items of a sweep's level that one thread does faster alone */
	CPU_LARGEST_CHUNK = 4096, /* items between two looks at the cancel flag */
	CPU_SMALLEST_CHUNK = 64,
};

static inline bool cpu_launch_cancelled(const struct cpu_launch *launch)
{
	return launch->cancel && atomic_load_explicit(launch->cancel, memory_order_relaxed);
}

/* Items a chunk: some 16 chunks a thread for balance, within the limits above. */
static inline int64_t cpu_launch_chunk(const struct cpu_launch *launch, int64_t n)
{
	int64_t chunk = n / (16 * (int64_t)launch->n_threads);

	if (chunk > CPU_LARGEST_CHUNK)
		return CPU_LARGEST_CHUNK;
	return chunk < CPU_SMALLEST_CHUNK ? CPU_SMALLEST_CHUNK : chunk;
}

/* Is a sweep over n items in this many levels worth more than one thread? */
static inline bool cpu_launch_worth(const struct cpu_launch *launch, int64_t n, int64_t n_levels)
{
	return launch->n_threads > 1 && n / n_levels > CPU_SMALL_LEVEL / 4;
}

#endif
