/* Which device to open, as a user chooses it: what is known of devices outside of them. */
#ifndef GPU_DEVICE_DEVICE_CONFIG_H
#define GPU_DEVICE_DEVICE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

enum device_kind { DEVICE_AUTO, DEVICE_CPU, DEVICE_CUDA };

enum { MOST_DEVICES = 16 };

struct device_config {
	enum device_kind kind;
	int index;       /* of the GPU; -1 = by the number of the process among its host's */
	int n_threads;   /* of the CPU device; 0 = one per processor */
	bool immediate;  /* CPU: run operations where they are queued (tests, small graphs) */
	bool background; /* CPU: compute at a lower priority than the thread that waits for it */
	int64_t memory_limit; /* bytes; 0 = what there is (on the CPU, four fifths of what is
				 * free) */
	/* Further devices, which share the dies of run_ssta; all else is computed on the first. */
	int n_more;
	struct {
		enum device_kind kind;
		int index;
	} more[MOST_DEVICES - 1];
};

/* How one of the 1 + n_more is opened: several CPU devices share the threads. */
void device_config_of(const struct device_config *config, int number, struct device_config *out);

#endif
