/*
 * What kernel.h is for a GPU and for warps that the CPU records: constants, and what lanes do together by the
 * intrinsics of CUDA, in the common subset of C11 and CUDA C++. Included by kernel_cuda.h and kernel_warp.h.
 */
#ifndef GPU_KERNEL_KERNEL_GPU_H
#define GPU_KERNEL_KERNEL_GPU_H

enum { CUDA_BLOCK = 256, CUDA_WARP = 32 };

/* How many arcs of a state a thread reads at once, so that it waits for memory once. */
enum { ARCS_AT_ONCE = 4 };

/* Of 32 items that a team takes side by side, how many a lane has. */
enum { LANE_ITEMS = 1 };

/* May a thread leave out at once what isn't needed? It would only wait for the others of its warp. */
enum { LEAVES_OUT = 0 };

/* How many items before a sweep gets to an entry it asks for it: about as many as are under way. */
enum { ASK_AHEAD = 1 << 16, SOON = 0 };

/* A sweep has one block on each multiprocessor: the fewer blocks, the faster their barrier. */
enum { SWEEP_BLOCK = 1024 };

/* Of sweeps whose tasks are long: of fewer threads each has more registers. */
enum { TAKEN_BLOCK = 512 };

/* Levels of so few items for each block of the cluster are narrow. */
enum { SWEEP_NARROW = 256 };

/* The same of a loop, whose items wait for memory more than for each other. */
enum { LOOP_NARROW = 512 };

/* The widest team that shares an item in a level that leaves threads idle. */
enum { SPREAD_MOST = 8 };

/* As wide a team as leaves no thread idle, so that lanes share an item's work. */
DEVICE_INLINE struct team spread_team(int64_t items, int64_t threads, unsigned thread)
{
	struct team team = {0, 1};

	while (team.width < SPREAD_MOST && 2 * team.width * items <= threads)
		team.width *= 2;
	team.lane = (int)(thread % (unsigned)team.width);
	return team;
}

/* The lanes of a team among those of its warp. */
DEVICE_INLINE unsigned team_mask(struct team team)
{
	unsigned first = threadIdx.x % CUDA_WARP - (unsigned)team.lane;

	return team.width == CUDA_WARP ? 0xffffffffu : ((1u << team.width) - 1) << first;
}

/* The value of all lanes together, in each of them. */
#define TEAM_REDUCTION(name, type, joined)                                                         \
	DEVICE_INLINE type name(struct team team, type value)                                      \
	{                                                                                          \
		for (int step = team.width / 2; step > 0; step /= 2) {                             \
			type other = __shfl_xor_sync(team_mask(team), value, step);                \
                                                                                                   \
			value = joined;                                                            \
		}                                                                                  \
		return value;                                                                      \
	}

TEAM_REDUCTION(team_max, int64_t, other > value ? other : value)
TEAM_REDUCTION(team_min_32, int32_t, other < value ? other : value)
TEAM_REDUCTION(team_min_64, int64_t, other < value ? other : value)
TEAM_REDUCTION(team_sum, int32_t, other + value)
TEAM_REDUCTION(team_max_double, double, other > value ? other : value)
TEAM_REDUCTION(team_sum_u64, uint64_t, other + value)
TEAM_REDUCTION(team_or_u64, uint64_t, other | value)
TEAM_REDUCTION(team_sum_f64, double, other + value)

/* The value of the lanes up to and with this one together. */
#define TEAM_SCAN(name, type, joined)                                                              \
	DEVICE_INLINE type name(struct team team, type value)                                      \
	{                                                                                          \
		for (int step = 1; step < team.width; step *= 2) {                                 \
			type other = __shfl_up_sync(0xffffffffu, value, step);                     \
                                                                                                   \
			if (team.lane >= step)                                                     \
				value = joined;                                                    \
		}                                                                                  \
		return value;                                                                      \
	}

TEAM_SCAN(team_scan_i32, int32_t, value + other)
TEAM_SCAN(team_scan_u64, uint64_t, value + other)
TEAM_SCAN(team_scan_f64, double, value + other)
TEAM_SCAN(team_scan_min_32, int32_t, other < value ? other : value)

/* The value of a lane of a warp. */
#define TEAM_TAKE(name, type)                                                                      \
	DEVICE_INLINE type name(struct team warp, type value, int lane)                            \
	{                                                                                          \
		(void)warp;                                                                        \
		return __shfl_sync(0xffffffffu, value, lane);                                      \
	}

TEAM_TAKE(team_take_i32, int32_t)
TEAM_TAKE(team_take_i64, int64_t)
TEAM_TAKE(team_take_f64, double)

/* The warp that a team is part of. */
DEVICE_INLINE struct team warp_of(struct team team)
{
	struct team warp = {(int)(threadIdx.x % CUDA_WARP), CUDA_WARP};

	(void)team;
	return warp;
}

/* What the lanes of a team have written is there for the others. */
DEVICE_INLINE void team_barrier(struct team team)
{
	__syncwarp(team_mask(team));
}

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

DEVICE_INLINE void block_barrier(struct block block)
{
	(void)block;
	__syncthreads();
}

/* Is this the last of n blocks to come here? What its thread 0 wrote before it came is there for the one that is. `shared` is the block's. */
DEVICE_INLINE bool block_is_last(struct block block, int32_t *counter, int64_t n, int32_t *shared)
{
	if (block.thread == 0) {
		__threadfence();
		*shared = atomicAdd(counter, 1) + 1 == n;
		__threadfence();
	}
	__syncthreads();
	return *shared;
}

#define atomic_min_fs FS_NAME(atomic_min)
#define team_min_fs   FS_NAME(team_min)

#endif
