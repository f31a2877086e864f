/*
 * kernel.h for warps that the CPU device records: the code that a GPU runs, a lane at a time. Compilers put a call before
 * each load and store, as for ThreadSanitizer, and at the beginning of each block of code, as for coverage; here these
 * calls are the recorder's.
 */
#ifndef GPU_KERNEL_KERNEL_WARP_H
#define GPU_KERNEL_KERNEL_WARP_H

#include <string.h>

#include "gpu/kernel/warp_code.h"

/* clang-format off */

#define WARP_HOOK(name) __asm__(".weak __tsan_" #name "\n.set __tsan_" #name ", warp_hook_" #name);
WARP_HOOK(read1) WARP_HOOK(read2) WARP_HOOK(read4) WARP_HOOK(read8) WARP_HOOK(read16)
WARP_HOOK(write1) WARP_HOOK(write2) WARP_HOOK(write4) WARP_HOOK(write8) WARP_HOOK(write16)
WARP_HOOK(unaligned_read2) WARP_HOOK(unaligned_read4) WARP_HOOK(unaligned_read8) WARP_HOOK(unaligned_read16)
WARP_HOOK(unaligned_write2) WARP_HOOK(unaligned_write4) WARP_HOOK(unaligned_write8) WARP_HOOK(unaligned_write16)
WARP_HOOK(read_range) WARP_HOOK(write_range)
WARP_HOOK(memcpy) WARP_HOOK(memset) WARP_HOOK(memmove)
WARP_HOOK(init) WARP_HOOK(func_entry) WARP_HOOK(func_exit)
__asm__(".weak __sanitizer_cov_trace_pc\n.set __sanitizer_cov_trace_pc, warp_hook_trace_pc");

#ifdef __clang__ /* which copies structs by these, without a call before */
#define WARP_COPY(name) __asm__(".weak " #name "\n.set " #name ", warp_hook_" #name);
WARP_COPY(memcpy) WARP_COPY(memset) WARP_COPY(memmove)
#endif

#define DEVICE_INLINE static inline __attribute__((always_inline, unused))
#define DEVICE_CALL DEVICE_INLINE
#define UNROLL(n)
#define ROLLED
#define STRAIGHT(n)
#define __align__(n) __attribute__((aligned(n)))

struct warp_place { unsigned x; };
#define threadIdx ((struct warp_place){warp_thread()})

/* A value of any kind by way of 64 bits. */
#define WARP_SHUFFLE(mask, value, source) __extension__({                                          \
	__typeof__((value) + 0) warp_value_ = (value);                                             \
	uint64_t warp_bits_ = 0;                                                                   \
	memcpy(&warp_bits_, &warp_value_, sizeof warp_value_);                                     \
	warp_bits_ = warp_shuffle((mask), warp_bits_, (source));                                   \
	memcpy(&warp_value_, &warp_bits_, sizeof warp_value_);                                     \
	warp_value_; })
#define WARP_LANE ((int)(warp_thread() % 32))
#define __shfl_sync(mask, value, source)   WARP_SHUFFLE(mask, value, source)
#define __shfl_xor_sync(mask, value, step) WARP_SHUFFLE(mask, value, WARP_LANE ^ (step))
#define __shfl_up_sync(mask, value, step)                                                          \
	WARP_SHUFFLE(mask, value, WARP_LANE < (int)(step) ? WARP_LANE : WARP_LANE - (int)(step))
#define __ballot_sync(mask, value) warp_ballot((mask), (int)(value) != 0)
#define __any_sync(mask, value)    (warp_ballot((mask), (int)(value) != 0) != 0)
#define __activemask()             warp_active()
#define __syncthreads()            warp_barrier()
#define __syncwarp(mask)           ((void)warp_ballot((mask), false))
#define __threadfence()            ((void)0)
#define __ffs(bits)                __builtin_ffs((int)(bits))
#define __popc(bits)               __builtin_popcount(bits)
#define atomicAdd(at, value) \
	((__typeof__(*(at)))warp_atomic(WARP_ADD, (at), sizeof *(at), (uint64_t)(value), 0))

#define COMMA ,

#define KERNEL_BODY(name, k, i, ...)                                                               \
	DEVICE_INLINE void FS_NAME(name##_item)(const struct name##_args *k, __VA_ARGS__ int64_t i)

#define WARP_KERNEL(name, size, items, threads, ...)                                               \
	static int64_t FS_NAME(name##_threads)(const struct warp_work *w_)                         \
	{                                                                                          \
		return (threads);                                                                  \
	}                                                                                          \
	static void FS_NAME(name##_run)(const struct warp_work *w_)                                \
	{                                                                                          \
		const struct name##_args *k_ = (const struct name##_args *)w_->args;               \
		int64_t thread_ = w_->thread;                                                      \
		if (thread_ < FS_NAME(name##_threads)(w_)) {                                       \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}                                                                                          \
	extern const struct warp_code FS_NAME(name##_warp);                                        \
	const struct warp_code FS_NAME(name##_warp) = {FS_NAME(name##_run), FS_NAME(name##_threads), size, items};

#define KERNEL(name, k, i)                                                                         \
	KERNEL_BODY(name, k, i, );                                                                 \
	WARP_KERNEL(name, 0, NULL, w_->n,                                                          \
		warp_takes(thread_);                                                               \
		FS_NAME(name##_item)(k_, thread_);)                                                \
	KERNEL_BODY(name, k, i, )

#define TEAMS(name, k, i, t, lanes)                                                                \
	KERNEL_BODY(name, k, i, struct team t,);                                                   \
	WARP_KERNEL(name, 0, NULL, w_->n * (lanes),                                                \
		struct team t_ = {(int)(thread_ % (lanes)) COMMA (lanes)};                         \
		warp_takes(thread_ / (lanes));                                                     \
		FS_NAME(name##_item)(k_, t_, thread_ / (lanes));)                                  \
	KERNEL_BODY(name, k, i, struct team t,)

#define TEAM_KERNEL(name, k, i, t) TEAMS(name, k, i, t, CUDA_WARP)
#define QUAD_KERNEL(name, k, i, t) TEAMS(name, k, i, t, 4)

#define BLOCK_KERNEL(name, k, i, b, shared)                                                        \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,);           \
	WARP_KERNEL(name, sizeof(struct FS_NAME(name##_shared)), NULL, w_->n * CUDA_BLOCK,         \
		struct block b_ = {(int)(thread_ % CUDA_BLOCK) COMMA CUDA_BLOCK};                  \
		warp_takes(thread_ / CUDA_BLOCK);                                                  \
		FS_NAME(name##_item)(k_, b_, (struct FS_NAME(name##_shared) *)w_->shared, thread_ / CUDA_BLOCK);) \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,)

#define SWEEP_KERNEL(name, k, level, i)                                                            \
	KERNEL_BODY(name, k, i, int64_t level,);                                                   \
	WARP_KERNEL(name, 0, NULL, w_->end - w_->begin,                                            \
		warp_takes(w_->begin + thread_);                                                   \
		FS_NAME(name##_item)(k_, w_->level, w_->begin + thread_);)                         \
	KERNEL_BODY(name, k, i, int64_t level,)

#define SPREAD_SWEEP_KERNEL(name, k, level, i, t)                                                  \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	WARP_KERNEL(name, 0, NULL, whole_warps((w_->end - w_->begin) * warp_spread(w_, 0).width),  \
		struct team t_ = warp_spread(w_, thread_);                                         \
		int64_t i_ = w_->begin + thread_ / t_.width;                                       \
		if (i_ < w_->end)                                                                  \
			warp_takes(i_);                                                            \
		FS_NAME(name##_item)(k_, t_, w_->level, i_ < w_->end ? i_ : -1);)                  \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

/* Warps of large items are numbered first. */
#define TEAM_SWEEP_KERNEL(name, k, level, i, t)                                                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	WARP_KERNEL(name, 0, NULL, CUDA_WARP * (w_->middle - w_->begin) + w_->end - w_->middle,    \
		int64_t large_ = CUDA_WARP * (w_->middle - w_->begin);                             \
		bool is_large_ = thread_ < large_;                                                 \
		struct team t_ = {is_large_ ? (int)(thread_ % CUDA_WARP) : 0 COMMA is_large_ ? CUDA_WARP : 1}; \
		int64_t i_ = is_large_ ? w_->begin + thread_ / CUDA_WARP : w_->middle + thread_ - large_; \
		warp_takes(i_);                                                                    \
		FS_NAME(name##_item)(k_, t_, w_->level, i_);)                                      \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define FLOW_SWEEP_KERNEL(name, k, level, i)           SWEEP_KERNEL(name, k, level, i)
#define FLOW_TEAM_SWEEP_KERNEL(name, k, level, i, t)   TEAM_SWEEP_KERNEL(name, k, level, i, t)
#define FLOW_SPREAD_SWEEP_KERNEL(name, k, level, i, t) SPREAD_SWEEP_KERNEL(name, k, level, i, t)
#define FLOW_TAKEN_SWEEP_KERNEL(name, k, level, i, t)  SPREAD_SWEEP_KERNEL(name, k, level, i, t)

#define LOOP_KERNEL(name, k, phase, i)                                                             \
	KERNEL_BODY(name, k, i, int64_t phase,);                                                   \
	static int64_t FS_NAME(name##_count)(const void *args, int64_t phase_)                     \
	{                                                                                          \
		return FS_NAME(name##_items)((const struct name##_args *)args, phase_);            \
	}                                                                                          \
	WARP_KERNEL(name, 0, FS_NAME(name##_count), w_->n,                                         \
		warp_takes(thread_);                                                               \
		FS_NAME(name##_item)(k_, w_->level, thread_);)                                     \
	KERNEL_BODY(name, k, i, int64_t phase,)

/* Rounds as phases of a loop, of each its first grid. */
#define NESTED_KERNEL(name, k, round, grid, i, b, shared)                                          \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,);                                                 \
	static int64_t FS_NAME(name##_count)(const void *args, int64_t round_)                     \
	{                                                                                          \
		return FS_NAME(name##_items)((const struct name##_args *)args, round_, 0);         \
	}                                                                                          \
	WARP_KERNEL(name, sizeof(struct FS_NAME(name##_shared)), FS_NAME(name##_count), w_->n * CUDA_BLOCK, \
		struct block b_ = {(int)(thread_ % CUDA_BLOCK) COMMA CUDA_BLOCK};                  \
		warp_takes(thread_ / CUDA_BLOCK);                                                  \
		FS_NAME(name##_item)(k_, b_, (struct FS_NAME(name##_shared) *)w_->shared,          \
				     w_->level, 0, thread_ / CUDA_BLOCK);)                         \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,)

/* clang-format on */

DEVICE_INLINE int thread_number(void)
{
	return 0;
}

DEVICE_INLINE void ask_for(const void *at)
{
	warp_prefetch(at);
}

DEVICE_INLINE void ask_for_near(const void *at)
{
	ask_for(at);
}

#define BRANCH_APART (void)0

/* The recorder's, as what the lanes write is undone; it is freed with the recording's lanes. */
DEVICE_INLINE void *heap_alloc(int64_t bytes)
{
	return warp_heap_alloc(bytes);
}

DEVICE_INLINE void heap_free(void *memory)
{
	(void)memory;
}

#include "gpu/kernel/kernel_gpu.h"

/* As many threads as warps have that these are of. */
DEVICE_INLINE int64_t whole_warps(int64_t threads)
{
	return (threads + CUDA_WARP - 1) / CUDA_WARP * CUDA_WARP;
}

/* The team of a thread of a level: a narrow one is the first cluster's alone. */
DEVICE_INLINE struct team warp_spread(const struct warp_work *w, int64_t thread)
{
	int64_t items = w->end - w->begin;
	bool narrow = items <= SWEEP_NARROW * WARP_CLUSTER;

	return spread_team(items,
			   (int64_t)SWEEP_BLOCK * (narrow ? WARP_CLUSTER : WARP_MULTIPROCESSORS),
			   (unsigned)thread);
}

DEVICE_INLINE float load_uncached(const float *at)
{
	return *at;
}

DEVICE_INLINE double load_uncached_f64(const double *at)
{
	return *at;
}

DEVICE_INLINE float load_once(const float *at)
{
	return *at;
}

DEVICE_INLINE int32_t load_once_i32(const int32_t *at)
{
	return *at;
}

DEVICE_INLINE double square_root(double x)
{
	return __builtin_sqrt(x);
}

DEVICE_INLINE int32_t atomic_add_i32(int32_t *at, int32_t value)
{
	return (int32_t)warp_atomic(WARP_ADD, at, 4, (uint64_t)value, 0);
}

DEVICE_INLINE int32_t atomic_swap_i32(int32_t *at, int32_t wanted, int32_t value)
{
	return (int32_t)warp_atomic(WARP_SWAP, at, 4, (uint64_t)value, (uint64_t)wanted);
}

DEVICE_INLINE int32_t atomic_publish_i32(int32_t *at, int32_t wanted, int32_t value)
{
	return atomic_swap_i32(at, wanted, value);
}

DEVICE_INLINE int32_t load_published_i32(const int32_t *at)
{
	return *at;
}

DEVICE_INLINE void atomic_add_i64(int64_t *at, int64_t value)
{
	warp_atomic(WARP_ADD, at, 8, (uint64_t)value, 0);
}

DEVICE_INLINE void atomic_add_u64(uint64_t *at, uint64_t value)
{
	warp_atomic(WARP_ADD, at, 8, value, 0);
}

DEVICE_INLINE uint64_t load_shared_u64(const uint64_t *at)
{
	return *at;
}

DEVICE_INLINE int first_bit_64(uint64_t bits)
{
	return __builtin_ctzll(bits);
}

DEVICE_INLINE void atomic_or_u64(uint64_t *at, uint64_t bits)
{
	warp_atomic(WARP_OR, at, 8, bits, 0);
}

DEVICE_INLINE void atomic_add_f64(double *at, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	warp_atomic(WARP_ADD_DOUBLE, at, 8, bits, 0);
}

DEVICE_INLINE int32_t count_bits_64(uint64_t bits)
{
	return __builtin_popcountll(bits);
}

DEVICE_INLINE void atomic_min_32(int32_t *at, int32_t value)
{
	warp_atomic(WARP_MIN, at, 4, (uint64_t)value, 0);
}

DEVICE_INLINE void atomic_max_32(int32_t *at, int32_t value)
{
	warp_atomic(WARP_MAX, at, 4, (uint64_t)value, 0);
}

DEVICE_INLINE void atomic_min_64(int64_t *at, int64_t value)
{
	warp_atomic(WARP_MIN, at, 8, (uint64_t)value, 0);
}

DEVICE_INLINE void atomic_max_64(int64_t *at, int64_t value)
{
	warp_atomic(WARP_MAX, at, 8, (uint64_t)value, 0);
}

#endif
