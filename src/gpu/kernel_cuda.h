/* kernel.h for the GPU: entries that launch, with items spread over threads, warps or blocks. */
#ifndef GPU_KERNEL_CUDA_H
#define GPU_KERNEL_CUDA_H

#include <cooperative_groups.h>

#include "gpu/cuda_launch.h"

/* clang-format off */

#define DEVICE_INLINE static __device__ __forceinline__

enum { CUDA_BLOCK = 256, CUDA_WARP = 32 };

/* How many arcs of a state a thread reads at once, so that it waits for memory once. */
enum { ARCS_AT_ONCE = 4 };

/* How many items before a sweep gets to an entry it asks for it: about as many as are under way. */
enum { ASK_AHEAD = 1 << 16 };

/* Bring a line of memory near; nobody waits for it. */
DEVICE_INLINE void ask_for(const void *at)
{
	asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
}

#define CUDA_THREAD ((int64_t)blockIdx.x * CUDA_BLOCK + threadIdx.x)
#define CUDA_THREADS ((int64_t)gridDim.x * CUDA_BLOCK)

#define KERNEL_BODY(name, k, i, ...)                                                               \
	DEVICE_INLINE void FS_NAME(name##_item)(const struct name##_args *k, __VA_ARGS__ int64_t i)

/* The global function and the entry that launches it; the loop runs FS_NAME(name_item). */
#define KERNEL_ENTRY(name, items_per_block, ...)                                                   \
	static __global__ void __launch_bounds__(CUDA_BLOCK)                                       \
	FS_NAME(name##_kernel)(const struct name##_args args_, int64_t n)                          \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}                                                                                          \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *, int64_t n,  \
						    const struct cuda_launch *launch)              \
	{                                                                                          \
		FS_NAME(name##_kernel)<<<cuda_launch_blocks(launch, n, items_per_block),           \
					 CUDA_BLOCK, 0, launch->stream>>>(                         \
			*(const struct name##_args *)args, n);                                     \
		return cudaGetLastError();                                                         \
	}

#define KERNEL(name, k, i)                                                                         \
	KERNEL_BODY(name, k, i, );                                                                 \
	KERNEL_ENTRY(name, CUDA_BLOCK,                                                             \
		for (int64_t i_ = CUDA_THREAD; i_ < n; i_ += CUDA_THREADS)                         \
			FS_NAME(name##_item)(&args_, i_);)                                         \
	KERNEL_BODY(name, k, i, )

#define TEAM_KERNEL(name, k, i, t)                                                                 \
	KERNEL_BODY(name, k, i, struct team t,);                                                   \
	KERNEL_ENTRY(name, CUDA_BLOCK / CUDA_WARP,                                                 \
		struct team t_ = {(int)(threadIdx.x % CUDA_WARP) COMMA CUDA_WARP};                 \
		for (int64_t i_ = CUDA_THREAD / CUDA_WARP; i_ < n; i_ += CUDA_THREADS / CUDA_WARP) \
			FS_NAME(name##_item)(&args_, t_, i_);)                                     \
	KERNEL_BODY(name, k, i, struct team t,)

#define BLOCK_KERNEL(name, k, i, b, shared)                                                        \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,);           \
	KERNEL_ENTRY(name, 1,                                                                      \
		__shared__ struct FS_NAME(name##_shared) s_;                                       \
		struct block b_ = {(int)threadIdx.x COMMA CUDA_BLOCK};                             \
		for (int64_t i_ = blockIdx.x; i_ < n; i_ += gridDim.x) {                           \
			FS_NAME(name##_item)(&args_, b_, &s_, i_);                                 \
			__syncthreads();                                                           \
		})                                                                                 \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,)

/* One cooperative launch; a grid barrier between levels. The body does level_. */
#define SWEEP_ENTRY(name, ...)                                                                     \
	static __global__ void __launch_bounds__(CUDA_BLOCK)                                       \
	FS_NAME(name##_kernel)(const struct name##_args args_,                                     \
			       const int32_t *__restrict__ level_row, int64_t n)                   \
	{                                                                                          \
		cooperative_groups::grid_group grid = cooperative_groups::this_grid();             \
		for (int64_t level_ = 0; level_ < n; level_++) {                                   \
			__VA_ARGS__                                                                \
			grid.sync();                                                               \
		}                                                                                  \
	}                                                                                          \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *level_row,    \
						    int64_t n, const struct cuda_launch *launch)   \
	{                                                                                          \
		return cuda_launch_sweep((const void *)FS_NAME(name##_kernel), args, level_row, n, \
					 CUDA_BLOCK, launch);                                      \
	}

#define SWEEP_KERNEL(name, k, level, i)                                                            \
	KERNEL_BODY(name, k, i, int64_t level,);                                                   \
	SWEEP_ENTRY(name,                                                                          \
		int64_t end_ = level_row[level_ + 1];                                              \
		for (int64_t i_ = level_row[level_] + CUDA_THREAD; i_ < end_; i_ += CUDA_THREADS)  \
			FS_NAME(name##_item)(&args_, level_, i_);)                                 \
	KERNEL_BODY(name, k, i, int64_t level,)

/* Warps take large items from the last one on, so that in a small level others take the rest. */
#define TEAM_SWEEP_KERNEL(name, k, level, i, t)                                                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	SWEEP_ENTRY(name,                                                                          \
		struct team alone_ = {0 COMMA 1};                                                  \
		struct team warp_ = {(int)(threadIdx.x % CUDA_WARP) COMMA CUDA_WARP};              \
		int64_t large_ = level_row[2 * level_];                                            \
		int64_t small_ = level_row[2 * level_ + 1];                                        \
		int64_t end_ = level_row[2 * level_ + 2];                                          \
		for (int64_t i_ = small_ + CUDA_THREAD; i_ < end_; i_ += CUDA_THREADS)             \
			FS_NAME(name##_item)(&args_, alone_, level_, i_);                          \
		large_ += (CUDA_THREADS - 1 - CUDA_THREAD) / CUDA_WARP;                            \
		for (int64_t i_ = large_; i_ < small_; i_ += CUDA_THREADS / CUDA_WARP)             \
			FS_NAME(name##_item)(&args_, warp_, level_, i_);)                          \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define COMMA ,

/* clang-format on */

/* The value of all lanes together, in each of them. */
#define TEAM_REDUCTION(name, type, joined)                                                         \
	DEVICE_INLINE type name(struct team team, type value)                                      \
	{                                                                                          \
		for (int step = team.width / 2; step > 0; step /= 2) {                             \
			type other = __shfl_xor_sync(0xffffffffu, value, step);                    \
                                                                                                   \
			value = joined;                                                            \
		}                                                                                  \
		return value;                                                                      \
	}

TEAM_REDUCTION(team_max, int64_t, other > value ? other : value)
TEAM_REDUCTION(team_min_32, int32_t, other < value ? other : value)
TEAM_REDUCTION(team_min_64, int64_t, other < value ? other : value)
TEAM_REDUCTION(team_sum, int32_t, other + value)

DEVICE_INLINE struct team team_of_one(void)
{
	struct team team = {0, 1};

	return team;
}

/* The warp of a thread of a block. */
DEVICE_INLINE struct team block_team(struct block block)
{
	struct team team = {block.thread % CUDA_WARP, CUDA_WARP};

	return team;
}

DEVICE_INLINE void block_barrier(struct block)
{
	__syncthreads();
}

DEVICE_INLINE double square_root(double x)
{
	return sqrt(x);
}

DEVICE_INLINE int32_t atomic_add_i32(int32_t *at, int32_t value)
{
	return atomicAdd(at, value);
}

DEVICE_INLINE void atomic_add_64(int64_t *at, int64_t value)
{
	atomicAdd((unsigned long long *)at, (unsigned long long)value);
}

DEVICE_INLINE void atomic_min_32(int32_t *at, int32_t value)
{
	atomicMin(at, value);
}

DEVICE_INLINE void atomic_min_64(int64_t *at, int64_t value)
{
	atomicMin((long long *)at, (long long)value);
}

DEVICE_INLINE void atomic_max_64(int64_t *at, int64_t value)
{
	atomicMax((long long *)at, (long long)value);
}

#define atomic_min_fs FS_NAME(atomic_min)
#define team_min_fs   FS_NAME(team_min)

#endif
