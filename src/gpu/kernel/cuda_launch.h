/* How a kernel is launched on the GPU: what dev_cuda.c hands to the entry of a kernel. */
#ifndef GPU_KERNEL_CUDA_LAUNCH_H
#define GPU_KERNEL_CUDA_LAUNCH_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a sweep's blocks are placed on the GPU; 0 = not worked out yet. */
struct cuda_sweep_plan {
	unsigned blocks, cluster;
};

struct cuda_launch {
	cudaStream_t stream;
	int multiprocessors;
	bool has_clusters;
	/* borrowed: of the kernel that is launched, kept for the next time; only sweeps use it */
	struct cuda_sweep_plan *plan;
};

typedef cudaError_t cuda_kernel(const void *args, const int32_t *level_row, int64_t n,
				const struct cuda_launch *launch);

/* Blocks of a grid for n items: enough to fill the GPU, then its threads take several items. */
static inline unsigned cuda_launch_blocks(const struct cuda_launch *launch, int64_t n,
					  int64_t items_per_block)
{
	int64_t wanted = (n + items_per_block - 1) / items_per_block;
	int64_t most = 32 * (int64_t)launch->multiprocessors;

	return (unsigned)(wanted < most ? wanted : most);
}

/* Launch function(args, n) with enough blocks for n items, which may come while the kernel before ends. */
cudaError_t cuda_launch_items(const void *function, const void *args, int64_t n,
			      int64_t items_per_block, int block, const struct cuda_launch *launch);

/* Launch function(args, level_row, n_levels) cooperatively: a block on each multiprocessor, in
 * clusters. The block is as large at each launch of a function. */
cudaError_t cuda_launch_sweep(const void *function, const void *args, const int32_t *level_row,
			      int64_t n_levels, int block, const struct cuda_launch *launch);

#ifdef __cplusplus
}
#endif

#endif
