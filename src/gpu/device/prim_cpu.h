/* The primitives of the CPU device; device.h documents what they compute. Host pointers. */
#ifndef GPU_DEVICE_PRIM_CPU_H
#define GPU_DEVICE_PRIM_CPU_H

#include <stdint.h>

#include "base/status.h"
#include "gpu/kernel/cpu_launch.h"

enum status cpu_scan(const int32_t *in, int64_t *out, int64_t n, int n_threads);
int64_t cpu_sum(const int32_t *in, int64_t n, int n_threads);
int32_t cpu_max(const int32_t *in, int64_t n, int n_threads);
enum status cpu_select(const uint8_t *flag, int32_t *out, int64_t *n_out, int64_t n, int n_threads);
enum status cpu_histogram(const int32_t *bin, int64_t n, int32_t *count, int32_t n_bins,
			  int n_threads);
enum status cpu_sort(int key_bits, int n_bits, const void *keys, void *keys_out,
		     const int32_t *values, int32_t *values_out, int64_t n,
		     const struct cpu_launch *launch);

enum status cpu_rows(const int32_t *key, int64_t n, int32_t n_rows, int32_t *row, int32_t *order,
		     const struct cpu_launch *launch);

#endif
