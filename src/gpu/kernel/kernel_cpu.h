/* kernel.h for the CPU: an item is an iteration of an OpenMP loop. */
#ifndef GPU_KERNEL_KERNEL_CPU_H
#define GPU_KERNEL_KERNEL_CPU_H

#ifdef _OPENMP
#include <omp.h>
#endif

#include <stdlib.h>

#include "gpu/kernel/cpu_launch.h"

/* clang-format off */

#define DEVICE_INLINE static inline
#define DEVICE_CALL   static inline
#define UNROLL(n)
#define ROLLED
#define STRAIGHT(n) UNROLL_BY(GCC unroll n)
#define UNROLL_BY(...) _Pragma(#__VA_ARGS__)

/* ASK_AHEAD: how far beyond an item that a GPU's thread has memory is asked for; SOON: how many items ahead where a
 * processor's thread goes through them. 0 = not at all. */
enum { ARCS_AT_ONCE = 1, ASK_AHEAD = 0, SOON = 8 };

/* May a thread leave out at once what isn't needed? On a GPU it would only wait for the others of its warp. */
enum { LEAVES_OUT = 1 };

/* Of 32 items that a team takes side by side, how many a lane has. */
enum { LANE_ITEMS = 32 };

/* The number of the thread that this item runs on. */
DEVICE_INLINE int thread_number(void)
{
#ifdef _OPENMP
	return omp_get_thread_num();
#else
	return 0;
#endif
}

DEVICE_INLINE void ask_for(const void *at)
{
	__builtin_prefetch(at);
}

DEVICE_INLINE void ask_for_near(const void *at)
{
	ask_for(at);
}

#define BRANCH_APART (void)0

#define KERNEL_ENTRY(name, ...)                                                                    \
	cpu_kernel FS_NAME(name##_cpu);                                                            \
	void FS_NAME(name##_cpu)(const void *args, const int32_t *level_row, int64_t n,            \
				 const struct cpu_launch *launch)                                  \
	{                                                                                          \
		const struct name##_args *k_ = (const struct name##_args *)args;                   \
		(void)level_row;                                                                   \
		__VA_ARGS__                                                                        \
	}

/* Names with an underscore at the end can't meet the ones that a kernel gives its parameters. */

/* Chunks c_ … end_ − 1 of all items, which the threads take one after another; none once cancelled. */
#define CPU_CHUNKS(...)                                                                            \
	int64_t chunk_ = cpu_launch_chunk(launch, n);                                              \
	_Pragma("omp parallel for schedule(dynamic, 1) num_threads(launch->n_threads) if (chunk_ < n)") \
	for (int64_t c_ = 0; c_ < n; c_ += chunk_) {                                               \
		int64_t end_ = n - c_ < chunk_ ? n : c_ + chunk_;                                  \
		if (cpu_launch_cancelled(launch))                                                  \
			continue;                                                                  \
		__VA_ARGS__                                                                        \
	}

#define CPU_ITEMS(...) CPU_CHUNKS(for (int64_t i_ = c_; i_ < end_; i_++) {__VA_ARGS__})

/* Levels in order, with their numbers of rows; runs of small ones by one thread, because waking the others
 * costs more. */
#define CPU_LEVELS(parts, ...)                                                                          \
	const int64_t parts_ = (parts);                                                            \
	_Pragma("omp parallel num_threads(launch->n_threads) if (cpu_launch_worth(launch, level_row[parts_ * n], n))") \
	for (int64_t run_ = launch->first, level_ = run_; run_ < n; level_ = run_) {                              \
		int64_t begin_ = level_row[parts_ * level_], end_ = level_row[parts_ * (level_ + 1)];                  \
		while (run_ < n && level_row[parts_ * (run_ + 1)] - level_row[parts_ * run_] <= CPU_SMALL_LEVEL)       \
			run_++;                                                                    \
		if (run_ > level_) {                                                               \
			_Pragma("omp single")                                                      \
			for (; level_ < run_; level_++) {                                          \
				begin_ = level_row[parts_ * level_];                                        \
				end_ = level_row[parts_ * (level_ + 1)];                                      \
				for (int64_t i_ = begin_; i_ < end_ && !cpu_launch_cancelled(launch); i_++) { \
					__VA_ARGS__                                                \
				}                                                                  \
			}                                                                          \
		} else {                                                                           \
			run_++;                                                                    \
			_Pragma("omp for schedule(dynamic, 1)")                                    \
			for (int64_t c_ = begin_; c_ < end_; c_ += CPU_SMALL_LEVEL) {              \
				int64_t stop_ = end_ - c_ < CPU_SMALL_LEVEL ? end_ : c_ + CPU_SMALL_LEVEL; \
				if (cpu_launch_cancelled(launch))                                  \
					continue;                                                  \
				for (int64_t i_ = c_; i_ < stop_; i_++) {                          \
					__VA_ARGS__                                                \
				}                                                                  \
			}                                                                          \
		}                                                                                  \
	}

#define KERNEL_BODY(name, k, i, ...)                                                               \
	static inline void FS_NAME(name##_item)(const struct name##_args *k, __VA_ARGS__ int64_t i)

#define KERNEL(name, k, i)                                                                         \
	KERNEL_BODY(name, k, i, );                                                                 \
	KERNEL_ENTRY(name, CPU_ITEMS(FS_NAME(name##_item)(k_, i_);))                               \
	KERNEL_BODY(name, k, i, )

/* Items from `begin` to `end` − 1 at once, for a body that has vectors; on a GPU the kernel is another. */
#define RANGE_KERNEL(name, k, begin, end)                                                          \
	static inline void FS_NAME(name##_range)(const struct name##_args *k, int64_t begin, int64_t end); \
	KERNEL_ENTRY(name, CPU_CHUNKS(FS_NAME(name##_range)(k_, c_, end_);))                       \
	static inline void FS_NAME(name##_range)(const struct name##_args *k, int64_t begin, int64_t end)

#define TEAM_KERNEL(name, k, i, t)                                                                 \
	KERNEL_BODY(name, k, i, struct team t,);                                                   \
	KERNEL_ENTRY(name, CPU_ITEMS(FS_NAME(name##_item)(k_, (struct team){0, 1}, i_);))          \
	KERNEL_BODY(name, k, i, struct team t,)

#define QUAD_KERNEL(name, k, i, t) TEAM_KERNEL(name, k, i, t)

#define BLOCK_KERNEL(name, k, i, b, shared)                                                        \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,);           \
	KERNEL_ENTRY(name, CPU_ITEMS(struct FS_NAME(name##_shared) s_;                             \
				     FS_NAME(name##_item)(k_, (struct block){0, 1}, &s_, i_);))    \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,)

#define SWEEP_KERNEL(name, k, level, i)                                                            \
	KERNEL_BODY(name, k, i, int64_t level,);                                                   \
	KERNEL_ENTRY(name, CPU_LEVELS(1, FS_NAME(name##_item)(k_, level_, i_);))                      \
	KERNEL_BODY(name, k, i, int64_t level,)

#define TEAM_SWEEP_KERNEL(name, k, level, i, t)                                                    \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	KERNEL_ENTRY(name, CPU_LEVELS(2,                                                           \
		FS_NAME(name##_item)(k_, (struct team){0, 1}, level_, i_);))                       \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define SPREAD_SWEEP_KERNEL(name, k, level, i, t)                                                  \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,);                                    \
	KERNEL_ENTRY(name, CPU_LEVELS(1,                                                           \
		FS_NAME(name##_item)(k_, (struct team){0, 1}, level_, i_);))                       \
	KERNEL_BODY(name, k, i, struct team t, int64_t level,)

#define FLOW_SWEEP_KERNEL(name, k, level, i)           SWEEP_KERNEL(name, k, level, i)
#define FLOW_TEAM_SWEEP_KERNEL(name, k, level, i, t)   TEAM_SWEEP_KERNEL(name, k, level, i, t)
#define FLOW_SPREAD_SWEEP_KERNEL(name, k, level, i, t) SPREAD_SWEEP_KERNEL(name, k, level, i, t)
#define FLOW_TAKEN_SWEEP_KERNEL(name, k, level, i, t)  SPREAD_SWEEP_KERNEL(name, k, level, i, t)

/* Phases in order until one has no items; small ones by one thread. */
#define LOOP_KERNEL(name, k, phase, i)                                                             \
	KERNEL_BODY(name, k, i, int64_t phase,);                                                   \
	KERNEL_ENTRY(name,                                                                         \
		for (int64_t phase_ = launch->first; phase_ < n && !cpu_launch_cancelled(launch); phase_++) {  \
			int64_t items_ = FS_NAME(name##_items)(k_, phase_);                        \
			if (items_ <= 0)                                                           \
				break;                                                             \
			int64_t chunk_ = cpu_launch_chunk(launch, items_);                         \
			_Pragma("omp parallel for schedule(dynamic, 1) num_threads(launch->n_threads) if (items_ > CPU_SMALL_LEVEL)") \
			for (int64_t c_ = 0; c_ < items_; c_ += chunk_) {                          \
				int64_t end_ = items_ - c_ < chunk_ ? items_ : c_ + chunk_;        \
				for (int64_t i_ = c_; i_ < end_; i_++)                             \
					FS_NAME(name##_item)(k_, phase_, i_);                      \
			}                                                                          \
		})                                                                                 \
	KERNEL_BODY(name, k, i, int64_t phase,)

/* Rounds in order; the threads share their grids, or, where these are few, the items of each. */
#define NESTED_KERNEL(name, k, round, grid, i, b, shared)                                          \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,);                                                 \
	KERNEL_ENTRY(name,                                                                         \
		for (int64_t round_ = launch->first; round_ < n; round_++) {                                 \
			int64_t grids_ = FS_NAME(name##_grids)(k_, round_);                        \
			bool many_ = grids_ >= launch->n_threads;                                  \
			_Pragma("omp parallel for schedule(dynamic, 1) num_threads(launch->n_threads) if (many_)") \
			for (int64_t g_ = 0; g_ < grids_; g_++) {                                  \
				int64_t items_ = FS_NAME(name##_items)(k_, round_, g_);            \
				_Pragma("omp parallel for schedule(dynamic, 1) num_threads(launch->n_threads) if (!many_)") \
				for (int64_t i_ = 0; i_ < items_; i_++) {                          \
					struct FS_NAME(name##_shared) s_;                          \
					if (cpu_launch_cancelled(launch))                          \
						continue;                                          \
					FS_NAME(name##_item)(k_, (struct block){0, 1}, &s_, round_, g_, i_); \
				}                                                                  \
			}                                                                          \
		})                                                                                 \
	KERNEL_BODY(name, k, i, struct block b, struct FS_NAME(name##_shared) *shared,             \
		    int64_t round, int64_t grid,)

/* clang-format on */

#define TEAM_REDUCTION(name, type)                                                                 \
	static inline type name(struct team team, type value)                                      \
	{                                                                                          \
		(void)team;                                                                        \
		return value;                                                                      \
	}

TEAM_REDUCTION(team_max, int64_t)
TEAM_REDUCTION(team_min_32, int32_t)
TEAM_REDUCTION(team_min_64, int64_t)
TEAM_REDUCTION(team_sum, int32_t)
TEAM_REDUCTION(team_max_double, double)
TEAM_REDUCTION(team_sum_u64, uint64_t)
TEAM_REDUCTION(team_or_u64, uint64_t)
TEAM_REDUCTION(team_sum_f64, double)
/* up to and with this lane */
TEAM_REDUCTION(team_scan_i32, int32_t)
TEAM_REDUCTION(team_scan_u64, uint64_t)
TEAM_REDUCTION(team_scan_f64, double)
TEAM_REDUCTION(team_scan_min_32, int32_t)

#define TEAM_TAKE(name, type)                                                                      \
	static inline type name(struct team warp, type value, int lane)                            \
	{                                                                                          \
		(void)warp, (void)lane;                                                            \
		return value;                                                                      \
	}

TEAM_TAKE(team_take_i32, int32_t)
TEAM_TAKE(team_take_i64, int64_t)
TEAM_TAKE(team_take_f64, double)

static inline struct team warp_of(struct team team)
{
	return team;
}

static inline void team_barrier(struct team team)
{
	(void)team;
}

static inline struct team team_of_one(void)
{
	return (struct team){0, 1};
}

static inline struct team block_team(struct block block)
{
	(void)block;
	return team_of_one();
}

static inline void block_barrier(struct block block)
{
	(void)block;
}

/* Is this the last of n blocks to come here? What others wrote before they came is there for the one that is. `shared` is the block's. */
static inline bool block_is_last(struct block block, int32_t *counter, int64_t n, int32_t *shared)
{
	(void)block;
	*shared = __atomic_add_fetch(counter, 1, __ATOMIC_ACQ_REL) == n;
	return *shared;
}

DEVICE_INLINE float load_uncached(const float *at)
{
	return *at;
}

/* What other blocks of the launch have written. */
DEVICE_INLINE double load_uncached_f64(const double *at)
{
	return *at;
}

/* Correctly rounded, as everywhere; x must not be negative. */
DEVICE_INLINE double square_root(double x)
{
	return __builtin_sqrt(x);
}

DEVICE_INLINE int32_t atomic_add_i32(int32_t *at, int32_t value)
{
	return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}

/* Memory that a kernel allocates, NULL when there is none left; another launch may free it. */
DEVICE_INLINE void *heap_alloc(int64_t bytes)
{
	return malloc((size_t)bytes);
}

DEVICE_INLINE void heap_free(void *memory)
{
	free(memory);
}

/* Put `value` there if it is `wanted`; what was there. */
DEVICE_INLINE int32_t atomic_swap_i32(int32_t *at, int32_t wanted, int32_t value)
{
	__atomic_compare_exchange_n(at, &wanted, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return wanted;
}

/* The same with a word that leads others to what this thread wrote before; and what such a word leads to. */
DEVICE_INLINE int32_t atomic_publish_i32(int32_t *at, int32_t wanted, int32_t value)
{
	__atomic_compare_exchange_n(at, &wanted, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return wanted;
}

DEVICE_INLINE int32_t load_published_i32(const int32_t *at)
{
	return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

DEVICE_INLINE void atomic_add_i64(int64_t *at, int64_t value)
{
	__atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}

DEVICE_INLINE void atomic_add_u64(uint64_t *at, uint64_t value)
{
	__atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}

/* What other threads of the launch may be setting bits of. */
DEVICE_INLINE uint64_t load_shared_u64(const uint64_t *at)
{
	return __atomic_load_n(at, __ATOMIC_RELAXED);
}

/* The place of the lowest bit that is set; there must be one. */
DEVICE_INLINE int first_bit_64(uint64_t bits)
{
	return __builtin_ctzll(bits);
}

DEVICE_INLINE void atomic_or_u64(uint64_t *at, uint64_t bits)
{
	__atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
}

/* For what is compared with a paper alone: the sum depends on the order. */
DEVICE_INLINE void atomic_add_f64(double *at, double value)
{
	double seen, sum;

	__atomic_load(at, &seen, __ATOMIC_RELAXED);
	do
		sum = seen + value;
	while (!__atomic_compare_exchange(at, &seen, &sum, true, __ATOMIC_RELAXED,
					  __ATOMIC_RELAXED));
}

DEVICE_INLINE void atomic_min_32(int32_t *at, int32_t value)
{
	int32_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (value < seen && !__atomic_compare_exchange_n(at, &seen, value, true,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

DEVICE_INLINE int32_t count_bits_64(uint64_t bits)
{
	return __builtin_popcountll(bits);
}

DEVICE_INLINE void atomic_max_32(int32_t *at, int32_t value)
{
	int32_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (value > seen && !__atomic_compare_exchange_n(at, &seen, value, true,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

DEVICE_INLINE void atomic_min_64(int64_t *at, int64_t value)
{
	int64_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (value < seen && !__atomic_compare_exchange_n(at, &seen, value, true,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

DEVICE_INLINE void atomic_max_64(int64_t *at, int64_t value)
{
	int64_t seen = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (value > seen && !__atomic_compare_exchange_n(at, &seen, value, true,
							    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

#define atomic_min_fs FS_NAME(atomic_min)
#define team_min_fs   FS_NAME(team_min)

#endif
