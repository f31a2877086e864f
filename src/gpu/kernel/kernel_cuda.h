/* kernel.h for the GPU: entries that launch, with items spread over threads, warps or blocks. */
#ifndef GPU_KERNEL_KERNEL_CUDA_H
#define GPU_KERNEL_KERNEL_CUDA_H

/* Barriers only: without the C++ library of the rest of that header a file compiles in a third of the time. */
#define _CG_LIMIT_INCLUDED_DEPENDENCIES
#include <cooperative_groups.h>

#include "gpu/kernel/cuda_launch.h"

#define DEVICE_INLINE static __device__ __forceinline__
#define DEVICE_CALL   static __device__ __noinline__

/* Of the loop that follows: its rounds side by side. */
#define UNROLL(n) _Pragma("unroll")
/* One after another. */
#define ROLLED _Pragma("unroll 1")
/* Few short ones, which a processor does without jumps too. */
#define STRAIGHT UNROLL

#include "gpu/kernel/kernel_gpu.h"

/* Prefetch a line of memory, without waiting. */
DEVICE_INLINE void ask_for(const void *at)
{
	asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
}

/* The same into the multiprocessor's own cache, which doesn't see what others write. */
DEVICE_INLINE void ask_for_near(const void *at)
{
	asm volatile("prefetch.global.L1 [%0];" ::"l"(at));
}

/* What is here is a branch: no selects that all threads go through. */
#define BRANCH_APART asm volatile("")

/* On the CPU the number of the thread: no kernel that goes by it is launched here. */
DEVICE_INLINE int thread_number(void)
{
	return 0;
}

/* Let the next kernel's blocks come, too. */
DEVICE_INLINE void wait_for_kernel_before(void)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;" ::: "memory");
#endif
}

#define CUDA_THREAD  ((int64_t)blockIdx.x * CUDA_BLOCK + threadIdx.x)
#define CUDA_THREADS ((int64_t)gridDim.x * CUDA_BLOCK)

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

DEVICE_INLINE unsigned cluster_blocks(void)
{
	return cooperative_groups::this_cluster().num_blocks();
}

DEVICE_INLINE void cluster_barrier(void)
{
	cooperative_groups::this_cluster().sync();
}

#else /* a cluster is a block */

DEVICE_INLINE unsigned cluster_blocks(void)
{
	return 1;
}

DEVICE_INLINE void cluster_barrier(void)
{
	__syncthreads();
}

#endif

/* Is the level that begins at this row there, and narrow? */
DEVICE_INLINE bool is_narrow(const int32_t *level_row, int64_t begin, int64_t end, int parts)
{
	return begin < end &&
	       level_row[begin + parts] - level_row[begin] <= SWEEP_NARROW * (int)cluster_blocks();
}

/* The blocks that do a level: a narrow one the first cluster alone. Warps that are neighbours are on
 * different multiprocessors, so that each has a share also of a level with few items. */
DEVICE_INLINE int64_t crew_threads(bool narrow)
{
	return (int64_t)SWEEP_BLOCK * (narrow ? cluster_blocks() : gridDim.x);
}

/* The place of the thread among them, -1 = it isn't one. */
DEVICE_INLINE int64_t crew_thread(bool narrow)
{
	unsigned blocks = narrow ? cluster_blocks() : gridDim.x;
	unsigned warp = threadIdx.x / CUDA_WARP * blocks + blockIdx.x;

	return blockIdx.x < blocks ? (int64_t)warp * CUDA_WARP + threadIdx.x % CUDA_WARP : -1;
}

/* clang-format off */

#define KERNEL_BODY(name, k, i, ...)                                                               \
	DEVICE_INLINE void FS_NAME(name##_item)(const struct name##_args *k, __VA_ARGS__ int64_t i)

/* Blocks that a multiprocessor should have registers for. */
#ifndef CUDA_RESIDENT
#define CUDA_RESIDENT 1
#endif

/* The global function and the entry that launches it; the loop runs FS_NAME(name_item). Blocks come while the kernel before
 * ends, and wait for what it has written. */
#define KERNEL_ENTRY(name, items_per_block, ...)                                                   \
	static __global__ void __launch_bounds__(CUDA_BLOCK, CUDA_RESIDENT)                        \
	FS_NAME(name##_kernel)(const struct name##_args args_, int64_t n)                          \
	{                                                                                          \
		wait_for_kernel_before();                                                          \
		__VA_ARGS__                                                                        \
	}                                                                                          \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *, int64_t n,  \
						    const struct cuda_launch *launch)              \
	{                                                                                          \
		return cuda_launch_items((const void *)FS_NAME(name##_kernel), args, n,            \
					 items_per_block, CUDA_BLOCK, launch);                     \
	}

#define KERNEL(name, k, i)                                                                         \
	KERNEL_BODY(name, k, i, );                                                                 \
	KERNEL_ENTRY(name, CUDA_BLOCK,                                                             \
		for (int64_t i_ = CUDA_THREAD; i_ < n; i_ += CUDA_THREADS)                         \
			FS_NAME(name##_item)(&args_, i_);)                                         \
	KERNEL_BODY(name, k, i, )

#define TEAMS(name, k, i, t, lanes)                                                                \
	KERNEL_BODY(name, k, i, struct team t,);                                                   \
	KERNEL_ENTRY(name, CUDA_BLOCK / lanes,                                                     \
		struct team t_ = {(int)(threadIdx.x % lanes) COMMA lanes};                         \
		for (int64_t i_ = CUDA_THREAD / lanes; i_ < n; i_ += CUDA_THREADS / lanes)         \
			FS_NAME(name##_item)(&args_, t_, i_);)                                     \
	KERNEL_BODY(name, k, i, struct team t,)

#define TEAM_KERNEL(name, k, i, t) TEAMS(name, k, i, t, CUDA_WARP)
#define QUAD_KERNEL(name, k, i, t) TEAMS(name, k, i, t, 4)

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

/* Grids of a round that one kernel launches, a thread each; as many as a block can have, and fewer than the
 * launches that may be pending (2048). */
enum { NESTED_GRIDS = 1024, NESTED_BLOCKS = 4096 };

#if CUDART_VERSION >= 12000

/* Count a launch that failed. */
DEVICE_INLINE void nested_check(int32_t *n_failed)
{
	if (cudaGetLastError() != cudaSuccess)
		atomicAdd(n_failed, 1);
}

/* Of a file that is compiled and linked as relocatable device code. */
#define NESTED_ENTRY(name)                                                                         \
	static __global__ void __launch_bounds__(CUDA_BLOCK)                                       \
	FS_NAME(name##_grid)(const struct name##_args args_, int64_t round_, int64_t grid_, int64_t n_) \
	{                                                                                          \
		__shared__ struct FS_NAME(name##_shared) s_;                                       \
		struct block b_ = {(int)threadIdx.x, CUDA_BLOCK};                                  \
		for (int64_t i_ = blockIdx.x; i_ < n_; i_ += gridDim.x) {                          \
			FS_NAME(name##_item)(&args_, b_, &s_, round_, grid_, i_);                  \
			__syncthreads();                                                           \
		}                                                                                  \
	}                                                                                          \
	static __global__ void __launch_bounds__(NESTED_GRIDS)                                     \
	FS_NAME(name##_round)(const struct name##_args args_, int64_t round_, int64_t first_)      \
	{                                                                                          \
		int64_t grid_ = first_ + threadIdx.x, n_ = 0;                                      \
		if (grid_ < FS_NAME(name##_grids)(&args_, round_))                                 \
			n_ = FS_NAME(name##_items)(&args_, round_, grid_);                         \
		if (n_ > 0) {                                                                      \
			FS_NAME(name##_grid)<<<(unsigned)(n_ < NESTED_BLOCKS ? n_ : NESTED_BLOCKS), \
					       CUDA_BLOCK, 0, cudaStreamFireAndForget>>>(          \
				args_, round_, grid_, n_);                                         \
			nested_check(args_.n_failed);                                              \
		}                                                                                  \
	}                                                                                          \
	static __global__ void FS_NAME(name##_kernel)(const struct name##_args args_, int64_t n)   \
	{                                                                                          \
		for (int64_t round_ = 0; round_ < n; round_++) {                                   \
			int64_t grids_ = FS_NAME(name##_grids)(&args_, round_);                    \
			for (int64_t first_ = 0; first_ < grids_; first_ += NESTED_GRIDS) {        \
				FS_NAME(name##_round)<<<1, NESTED_GRIDS, 0, cudaStreamTailLaunch>>>( \
					args_, round_, first_);                                    \
				nested_check(args_.n_failed);                                      \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *, int64_t n,  \
						    const struct cuda_launch *launch)              \
	{                                                                                          \
		FS_NAME(name##_kernel)<<<1, 1, 0, launch->stream>>>(*(const struct name##_args *)args, n); \
		return cudaGetLastError();                                                         \
	}

#else /* CUDA 11 has no tail launches: a launch of the host for each round, its grids side by side */

#define NESTED_ENTRY(name)                                                                         \
	static __global__ void __launch_bounds__(CUDA_BLOCK)                                       \
	FS_NAME(name##_round)(const struct name##_args args_, int64_t round_)                      \
	{                                                                                          \
		__shared__ struct FS_NAME(name##_shared) s_;                                       \
		struct block b_ = {(int)threadIdx.x, CUDA_BLOCK};                                  \
		int64_t grids_ = FS_NAME(name##_grids)(&args_, round_);                            \
		for (int64_t g_ = blockIdx.y; g_ < grids_; g_ += gridDim.y) {                      \
			int64_t n_ = FS_NAME(name##_items)(&args_, round_, g_);                    \
			for (int64_t i_ = blockIdx.x; i_ < n_; i_ += gridDim.x) {                  \
				FS_NAME(name##_item)(&args_, b_, &s_, round_, g_, i_);             \
				__syncthreads();                                                   \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *, int64_t n,  \
						    const struct cuda_launch *launch)              \
	{                                                                                          \
		for (int64_t round_ = 0; round_ < n; round_++)                                     \
			FS_NAME(name##_round)<<<dim3(64, 64), CUDA_BLOCK, 0, launch->stream>>>(    \
				*(const struct name##_args *)args, round_);                        \
		return cudaGetLastError();                                                         \
	}

#endif

#define NESTED_KERNEL(name, k, round, grid, i, b, shared)                                          \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,);                                                 \
	NESTED_ENTRY(name)                                                                         \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,)

/* The host's entry of a kernel that is one cooperative launch. */
#define SWEEP_LAUNCH(name)                                                                         \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *level_row,    \
						    int64_t n, const struct cuda_launch *launch)   \
	{                                                                                          \
		return cuda_launch_sweep((const void *)FS_NAME(name##_kernel), args, level_row, n, \
					 SWEEP_BLOCK, launch);                                     \
	}

/*
 * One cooperative launch. Between levels is a barrier of the whole grid, which takes a microsecond;
 * from one narrow level to the next the first cluster of blocks goes on alone, whose barrier is
 * shorter. The body does level_ by the threads thread_ of threads_.
 */
#define SWEEP_ENTRY(name, parts, ...)                                                              \
	static __global__ void __launch_bounds__(SWEEP_BLOCK)                                      \
	FS_NAME(name##_kernel)(const struct name##_args args_,                                     \
			       const int32_t *__restrict__ level_row, int64_t n)                   \
	{                                                                                          \
		cooperative_groups::grid_group grid_ = cooperative_groups::this_grid();            \
		bool narrow_ = is_narrow(level_row, 0, n * parts, parts);                          \
		for (int64_t level_ = 0; level_ < n; level_++) {                                   \
			bool next_ = is_narrow(level_row, parts * (level_ + 1), n * parts, parts); \
			int64_t thread_ = crew_thread(narrow_), threads_ = crew_threads(narrow_);  \
			if (thread_ >= 0) {                                                        \
				__VA_ARGS__                                                        \
			}                                                                          \
			if (!narrow_ || !next_)                                                    \
				grid_.sync();                                                      \
			else if (thread_ >= 0)                                                     \
				cluster_barrier();                                                 \
			narrow_ = next_;                                                           \
		}                                                                                  \
	}                                                                                          \
	SWEEP_LAUNCH(name)

/* The same of a flow, whose blocks are in no clusters, so that each multiprocessor has one. */
#define FLOW_LAUNCH(name, block)                                                                   \
	extern "C" cudaError_t FS_NAME(name##_cuda)(const void *args, const int32_t *level_row,    \
						    int64_t n, const struct cuda_launch *launch)   \
	{                                                                                          \
		struct cuda_launch apart = *launch;                                                \
		apart.has_clusters = false;                                                        \
		return cuda_launch_sweep((const void *)FS_NAME(name##_kernel), args, level_row, n, \
					 block, &apart);                                           \
	}

/*
 * One cooperative launch without barriers between levels. Warps take tasks in order, level by level; the body's tasks_
 * are those of level_, and the first of them is the turn of the warp after that of the level before. A warp whose
 * task waits for values has read the rest of what it needs. It can't wait forever: all warps are resident, and of
 * the tasks that are not done the first of all waits for none.
 */
#define FLOW_ENTRY(name, parts, tasks, ...)                                                        \
	static __global__ void __launch_bounds__(SWEEP_BLOCK)                                      \
	FS_NAME(name##_kernel)(const struct name##_args args_,                                     \
			       const int32_t *__restrict__ level_row, int64_t n)                   \
	{                                                                                          \
		int32_t warps_ = gridDim.x * (SWEEP_BLOCK / CUDA_WARP), turn_ = 0;                 \
		int32_t warp_ = threadIdx.x / CUDA_WARP * gridDim.x + blockIdx.x;                  \
		int32_t lane_ = threadIdx.x % CUDA_WARP;                                           \
		for (int64_t i_ = level_row[0] + (int64_t)blockIdx.x * SWEEP_BLOCK + threadIdx.x;  \
		     i_ < level_row[parts * n]; i_ += (int64_t)gridDim.x * SWEEP_BLOCK)            \
			FS_NAME(name##_unwrite)(&args_, i_);                                       \
		cooperative_groups::this_grid().sync();                                            \
		for (int64_t level_ = 0; level_ < n; level_++) {                                   \
			int32_t begin_ = level_row[parts * level_];                                \
			__attribute__((unused)) int32_t middle_ = level_row[parts * level_ + parts - 1]; \
			int32_t end_ = level_row[parts * (level_ + 1)];                            \
			int32_t tasks_ = (tasks);                                                  \
			int32_t task_ = warp_ - turn_ + (warp_ < turn_ ? warps_ : 0);              \
			for (; task_ < tasks_; task_ += warps_) {                                  \
				__VA_ARGS__                                                        \
				__syncwarp();                                                      \
			}                                                                          \
			turn_ = (turn_ + tasks_) % warps_;                                         \
		}                                                                                  \
	}                                                                                          \
	FLOW_LAUNCH(name, SWEEP_BLOCK)

#define FLOW_SWEEP_KERNEL(name, k, level, i)                                                       \
	KERNEL_BODY(name, k, i, int64_t level,);                                                   \
	FLOW_ENTRY(name, 1, (end_ - begin_ + CUDA_WARP - 1) / CUDA_WARP,                           \
		int32_t i_ = begin_ + CUDA_WARP * task_ + lane_;                                   \
		FS_NAME(name##_item)(&args_, level_, i_ < end_ ? i_ : -1);)                        \
	KERNEL_BODY(name, k, i, int64_t level,)

/* The tasks of a level whose items are spread, and one of them: a warp's lanes, in teams. */
#define SPREAD_TASKS                                                                               \
	((end_ - begin_) * spread_team(end_ - begin_, CUDA_WARP * warps_, 0).width                 \
		+ CUDA_WARP - 1) / CUDA_WARP
#define SPREAD_TASK(name)                                                                          \
	struct team t_ = spread_team(end_ - begin_, CUDA_WARP * warps_, threadIdx.x);              \
	int32_t i_ = begin_ + (CUDA_WARP * task_ + lane_) / t_.width;                              \
	FS_NAME(name##_item)(&args_, t_, level_, i_ < end_ ? i_ : -1);

#define FLOW_SPREAD_SWEEP_KERNEL(name, k, level, i, t)                                             \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	FLOW_ENTRY(name, 1, SPREAD_TASKS, SPREAD_TASK(name))                                       \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

/* The same, but a warp takes the next task when it is through with one: for long tasks, as all warps count in one place. */
#define FLOW_TAKEN_ENTRY(name, tasks, ...)                                                         \
	static __global__ void __launch_bounds__(TAKEN_BLOCK)                                      \
	FS_NAME(name##_kernel)(const struct name##_args args_,                                     \
			       const int32_t *__restrict__ level_row, int64_t n)                   \
	{                                                                                          \
		int32_t warps_ = gridDim.x * (TAKEN_BLOCK / CUDA_WARP), before_ = 0;               \
		int32_t lane_ = threadIdx.x % CUDA_WARP;                                           \
		int64_t level_ = 0;                                                                \
		if (blockIdx.x == 0 && threadIdx.x == 0)                                           \
			*args_.taken = 0;                                                          \
		cooperative_groups::this_grid().sync();                                            \
		for (;;) {                                                                         \
			int32_t task_ = lane_ == 0 ? atomicAdd(args_.taken, 1) : 0;                \
			int32_t begin_ = 0, end_ = 0;                                              \
			task_ = __shfl_sync(0xffffffffu, task_, 0) - before_;                      \
			for (; level_ < n; level_++) {                                             \
				begin_ = level_row[level_];                                        \
				end_ = level_row[level_ + 1];                                      \
				if (task_ < (tasks))                                               \
					break;                                                     \
				task_ -= (tasks);                                                  \
				before_ += (tasks);                                                \
			}                                                                          \
			if (level_ >= n)                                                           \
				break;                                                             \
			__VA_ARGS__                                                                \
			__syncwarp();                                                              \
		}                                                                                  \
	}                                                                                          \
	FLOW_LAUNCH(name, TAKEN_BLOCK)

#define FLOW_TAKEN_SWEEP_KERNEL(name, k, level, i, t)                                              \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	FLOW_TAKEN_ENTRY(name, SPREAD_TASKS, SPREAD_TASK(name))                                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define FLOW_TEAM_SWEEP_KERNEL(name, k, level, i, t)                                               \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	FLOW_ENTRY(name, 2, middle_ - begin_ + (end_ - middle_ + CUDA_WARP - 1) / CUDA_WARP,       \
		int32_t small_ = task_ - (middle_ - begin_);                                       \
		int32_t i_ = middle_ + CUDA_WARP * small_ + lane_;                                 \
		bool is_small_ = small_ >= 0;                                                      \
		struct team t_ = {is_small_ ? 0 : lane_ COMMA is_small_ ? 1 : CUDA_WARP};          \
		i_ = is_small_ ? i_ : begin_ + task_;                                              \
		FS_NAME(name##_item)(&args_, t_, level_, i_ < end_ ? i_ : -1);)                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define SWEEP_KERNEL(name, k, level, i)                                                            \
	KERNEL_BODY(name, k, i, int64_t level,);                                                   \
	SWEEP_ENTRY(name, 1,                                                                       \
		int64_t end_ = level_row[level_ + 1];                                              \
		for (int64_t i_ = level_row[level_] + thread_; i_ < end_; i_ += threads_)          \
			FS_NAME(name##_item)(&args_, level_, i_);)                                 \
	KERNEL_BODY(name, k, i, int64_t level,)

#define SPREAD_SWEEP_KERNEL(name, k, level, i, t)                                                  \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	SWEEP_ENTRY(name, 1,                                                                       \
		int64_t begin_ = level_row[level_];                                                \
		int64_t end_ = level_row[level_ + 1];                                              \
		struct team t_ = spread_team(end_ - begin_, threads_, threadIdx.x);                             \
		int64_t before_ = thread_ % CUDA_WARP / t_.width;                                  \
		for (int64_t i_ = begin_ + thread_ / t_.width; i_ - before_ < end_; i_ += threads_ / t_.width) \
			FS_NAME(name##_item)(&args_, t_, level_, i_ < end_ ? i_ : -1);)            \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

/* Warps take large items from the last one on, so that in a small level others take the rest. */
#define TEAM_SWEEP_KERNEL(name, k, level, i, t)                                                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	SWEEP_ENTRY(name, 2,                                                                       \
		struct team alone_ = {0 COMMA 1};                                                  \
		struct team warp_ = {(int)(threadIdx.x % CUDA_WARP) COMMA CUDA_WARP};              \
		int64_t large_ = level_row[2 * level_];                                            \
		int64_t small_ = level_row[2 * level_ + 1];                                        \
		int64_t end_ = level_row[2 * level_ + 2];                                          \
		for (int64_t i_ = small_ + thread_; i_ < end_; i_ += threads_)                     \
			FS_NAME(name##_item)(&args_, alone_, level_, i_);                          \
		large_ += (threads_ - 1 - thread_) / CUDA_WARP;                                    \
		for (int64_t i_ = large_; i_ < small_; i_ += threads_ / CUDA_WARP)                 \
			FS_NAME(name##_item)(&args_, warp_, level_, i_);)                          \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

/*
 * One cooperative launch. Runs of narrow phases are the first cluster's alone; the others wait at the
 * grid's barrier and then find in phase_at where it goes on. There are two of those, one after the
 * other, as the slowest may read one while the next run is through.
 */
#define LOOP_KERNEL(name, k, phase, i)                                                             \
	KERNEL_BODY(name, k, i, int64_t phase,);                                                   \
	static __global__ void __launch_bounds__(SWEEP_BLOCK, 1)                                   \
	FS_NAME(name##_kernel)(const struct name##_args args_, const int32_t *, int64_t n)         \
	{                                                                                          \
		cooperative_groups::grid_group grid_ = cooperative_groups::this_grid();            \
		int64_t phase_ = 0, narrow_ = LOOP_NARROW * (int64_t)cluster_blocks();            \
		int slot_ = 0;                                                                     \
		while (phase_ < n) {                                                               \
			int64_t items_ = FS_NAME(name##_items)(&args_, phase_);                    \
			if (items_ <= 0)                                                           \
				break;                                                             \
			if (items_ > narrow_) {                                                    \
				for (int64_t i_ = crew_thread(false); i_ < items_; i_ += crew_threads(false)) \
					FS_NAME(name##_item)(&args_, phase_, i_);                  \
				phase_++;                                                          \
				grid_.sync();                                                      \
				continue;                                                          \
			}                                                                          \
			grid_.sync(); /* all have seen the counts of this phase */                 \
			if (blockIdx.x < cluster_blocks()) {                                       \
				while (phase_ < n && items_ > 0 && items_ <= narrow_) {            \
					for (int64_t i_ = crew_thread(true); i_ < items_; i_ += crew_threads(true)) \
						FS_NAME(name##_item)(&args_, phase_, i_);          \
					cluster_barrier();                                         \
					items_ = FS_NAME(name##_items)(&args_, ++phase_);          \
				}                                                                  \
				if (blockIdx.x == 0 && threadIdx.x == 0)                           \
					args_.phase_at[slot_] = phase_;                            \
			}                                                                          \
			grid_.sync();                                                              \
			phase_ = args_.phase_at[slot_];                                            \
			slot_ ^= 1;                                                                \
		}                                                                                  \
	}                                                                                          \
	SWEEP_LAUNCH(name)                                                                                          \
	KERNEL_BODY(name, k, i, int64_t phase,)

#define COMMA ,

/* clang-format on */

/* From the second level of caches, not by the first, as without textures before there was any. */
DEVICE_INLINE float load_uncached(const float *at)
{
	return __ldcg(at);
}

/* What other blocks of the launch have written. */
DEVICE_INLINE double load_uncached_f64(const double *at)
{
	return __ldcg(at);
}

/* What isn't read again soon, and so is the first to leave the caches. */
DEVICE_INLINE float load_once(const float *at)
{
	return __ldcs(at);
}

DEVICE_INLINE int32_t load_once_i32(const int32_t *at)
{
	return __ldcs(at);
}

DEVICE_INLINE double square_root(double x)
{
	return sqrt(x);
}

/* From the heap of struct device_ops' kernel_heap. */
DEVICE_INLINE void *heap_alloc(int64_t bytes)
{
	return malloc((size_t)bytes);
}

DEVICE_INLINE void heap_free(void *memory)
{
	free(memory);
}

DEVICE_INLINE int32_t atomic_add_i32(int32_t *at, int32_t value)
{
	return atomicAdd(at, value);
}

/* Put `value` there if it is `wanted`; what was there. */
DEVICE_INLINE int32_t atomic_swap_i32(int32_t *at, int32_t wanted, int32_t value)
{
	return atomicCAS(at, wanted, value);
}

/* The same with a word that leads others to what this thread wrote before; and what such a word leads to. */
DEVICE_INLINE int32_t atomic_publish_i32(int32_t *at, int32_t wanted, int32_t value)
{
	__threadfence();
	return atomicCAS(at, wanted, value);
}

DEVICE_INLINE int32_t load_published_i32(const int32_t *at)
{
	int32_t value = __ldcg(at);

	__threadfence();
	return value;
}

DEVICE_INLINE void atomic_add_i64(int64_t *at, int64_t value)
{
	atomicAdd((unsigned long long *)at, (unsigned long long)value);
}

DEVICE_INLINE void atomic_add_u64(uint64_t *at, uint64_t value)
{
	atomicAdd((unsigned long long *)at, (unsigned long long)value);
}

/* What other threads of the launch may be setting bits of. */
DEVICE_INLINE uint64_t load_shared_u64(const uint64_t *at)
{
	return __ldcg(at);
}

/* The place of the lowest bit that is set; there must be one. */
DEVICE_INLINE int first_bit_64(uint64_t bits)
{
	return __ffsll((long long)bits) - 1;
}

DEVICE_INLINE void atomic_or_u64(uint64_t *at, uint64_t bits)
{
	atomicOr((unsigned long long *)at, (unsigned long long)bits);
}

/* For what is compared with a paper alone: the sum depends on the order. */
DEVICE_INLINE void atomic_add_f64(double *at, double value)
{
	atomicAdd(at, value);
}

DEVICE_INLINE void atomic_min_32(int32_t *at, int32_t value)
{
	atomicMin(at, value);
}

DEVICE_INLINE int32_t count_bits_64(uint64_t bits)
{
	return __popcll(bits);
}

DEVICE_INLINE void atomic_max_32(int32_t *at, int32_t value)
{
	atomicMax(at, value);
}

DEVICE_INLINE void atomic_min_64(int64_t *at, int64_t value)
{
	atomicMin((long long *)at, (long long)value);
}

DEVICE_INLINE void atomic_max_64(int64_t *at, int64_t value)
{
	atomicMax((long long *)at, (long long)value);
}

#endif
