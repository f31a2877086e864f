/*
 * The shape of kernels that follow an edit: a sweep that goes to what is touched, and to no level without it.
 *
 *	TOUCHED_SWEEP_KERNEL(name, k, level, v, t) { … }  the touched states v of each level in parallel, levels in the
 *	                                         order of k->sweep (struct touched_states); large ones have a warp each, others
 *	                                         a thread: a team of one
 *
 * The body touches states of later levels (touch_state()) of which it finds that they may be others now. Included after kernel.h.
 *
 * Races: bits of states and levels are only set, by atomic or, those of later levels, and read from the second cache after
 * the barrier that follows. So all that look for the first level after the one that is through find the same, whether or
 * not others compute it already.
 */
#ifndef GPU_TIMING_TOUCHED_SWEEP_H
#define GPU_TIMING_TOUCHED_SWEEP_H

#include "gpu/image/touched_bits.h"

/* The states of a level, the large ones first. */
struct touched_level {
	int64_t begin, middle, end;
};

DEVICE_INLINE struct touched_level touched_level(const struct touched_states *touched,
						 int64_t level)
{
	const int32_t *row = touched->part_row + 2 * touched_order(touched, level);
	struct touched_level of;

	of.begin = row[0];
	of.middle = row[1];
	of.end = row[2];
	return of;
}

/* clang-format off */

#if defined(KERNEL_WARP) || defined(__CUDACC__)

/* A GPU's threads of a level: a warp for each large state, then threads from the word's half on in which the others begin. */
DEVICE_INLINE int64_t touched_first(const struct touched_level *of)
{
	return of->middle / CUDA_WARP * CUDA_WARP;
}

DEVICE_INLINE int64_t touched_threads(const struct touched_states *touched, int64_t level)
{
	struct touched_level of = touched_level(touched, level);

	return CUDA_WARP * (of.middle - of.begin) + of.end - touched_first(&of);
}

#endif

#if defined(KERNEL_WARP)

#define TOUCHED_SWEEP_KERNEL(name, k, level, v, t)                                                 \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,);                                    \
	static int64_t FS_NAME(name##_count)(const void *args, int64_t level_)                     \
	{                                                                                          \
		struct touched_level of_ = touched_level(&((const struct name##_args *)args)->sweep, level_); \
		return of_.end - of_.begin;                                                        \
	}                                                                                          \
	WARP_KERNEL(name, 0, FS_NAME(name##_count),                                                \
		touched_threads(&((const struct name##_args *)w_->args)->sweep, w_->level),        \
		struct touched_level of_ = touched_level(&k_->sweep, w_->level);                   \
		int64_t large_ = CUDA_WARP * (of_.middle - of_.begin);                             \
		bool is_large_ = thread_ < large_;                                                 \
		struct team t_ = {is_large_ ? (int)(thread_ % CUDA_WARP) : 0 COMMA is_large_ ? CUDA_WARP : 1}; \
		int64_t v_ = is_large_ ? of_.begin + thread_ / CUDA_WARP : touched_first(&of_) + thread_ - large_; \
		if ((is_large_ || v_ >= of_.middle) && is_touched(k_->sweep.bits, v_)) {           \
			warp_takes(v_);                                                            \
			FS_NAME(name##_item)(k_, t_, w_->level, v_);                               \
		})                                                                                 \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,)

#elif defined(__CUDACC__)

/* Has the first cluster a thread for each? */
DEVICE_INLINE bool touched_is_narrow(const struct touched_states *touched, int64_t level)
{
	return touched_threads(touched, level) <= crew_threads(true);
}

/* The first level from `level` on that has touched states, or is also wide; n = none. By all threads of a block, which come
 * here again only after a barrier of theirs. */
DEVICE_INLINE int64_t touched_next(const struct touched_states *touched, int64_t level, int64_t n,
				   bool wide)
{
	__shared__ int64_t next;

	if (threadIdx.x < CUDA_WARP) {
		unsigned found = 0;

		for (; level < n; level += CUDA_WARP) {
			int64_t at = level + threadIdx.x;

			found = __ballot_sync(0xffffffffu,
					      at < n && is_touched(touched->levels, at) &&
						      !(wide && touched_is_narrow(touched, at)));
			if (found)
				break;
		}
		if (threadIdx.x == 0)
			next = found ? level + __ffs((int)found) - 1 : n;
	}
	__syncthreads();
	return next;
}

/*
 * One cooperative launch, with a barrier of the grid after each level that has touched states. From one of these that is
 * narrow to the next the first cluster goes on alone, to the first that is wide, which the others then find too.
 */
#define TOUCHED_SWEEP_KERNEL(name, k, level, v, t)                                                 \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,);                                    \
	DEVICE_INLINE void FS_NAME(name##_level)(const struct name##_args *k_, int64_t level_,     \
						 int64_t thread_, int64_t threads_)                \
	{                                                                                          \
		struct touched_level of_ = touched_level(&k_->sweep, level_);                      \
		struct team alone_ = {0, 1};                                                       \
		struct team warp_ = {(int)(threadIdx.x % CUDA_WARP), CUDA_WARP};                   \
		for (int64_t v_ = touched_first(&of_) + thread_; v_ < of_.end; v_ += threads_) {   \
			if (v_ >= of_.middle && is_touched(k_->sweep.bits, v_))                    \
				FS_NAME(name##_item)(k_, alone_, level_, v_);                      \
		}                                                                                  \
		__syncwarp();                                                                      \
		for (int64_t v_ = of_.begin + (threads_ - 1 - thread_) / CUDA_WARP; v_ < of_.middle; \
		     v_ += threads_ / CUDA_WARP) {                                                 \
			if (is_touched(k_->sweep.bits, v_))                                        \
				FS_NAME(name##_item)(k_, warp_, level_, v_);                       \
		}                                                                                  \
	}                                                                                          \
	static __global__ void __launch_bounds__(SWEEP_BLOCK, 1)                                   \
	FS_NAME(name##_kernel)(const struct name##_args args_, const int32_t *, int64_t n)         \
	{                                                                                          \
		cooperative_groups::grid_group grid_ = cooperative_groups::this_grid();            \
		int64_t level_ = touched_next(&args_.sweep, 0, n, false);                          \
		while (level_ < n) {                                                               \
			bool narrow_ = touched_is_narrow(&args_.sweep, level_), runs_;             \
			int64_t thread_ = crew_thread(narrow_), threads_ = crew_threads(narrow_);  \
			do {                                                                       \
				if (thread_ >= 0)                                                  \
					FS_NAME(name##_level)(&args_, level_, thread_, threads_);  \
				runs_ = narrow_ && thread_ >= 0;                                   \
				if (runs_) {                                                       \
					cluster_barrier();                                         \
					level_ = touched_next(&args_.sweep, level_ + 1, n, false); \
					runs_ = level_ < n && touched_is_narrow(&args_.sweep, level_); \
				}                                                                  \
			} while (runs_);                                                           \
			grid_.sync();                                                              \
			if (!narrow_ || thread_ < 0)                                               \
				level_ = touched_next(&args_.sweep, level_ + 1, n, narrow_);       \
		}                                                                                  \
	}                                                                                          \
	SWEEP_LAUNCH(name)                                                                         \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,)

#else

enum { TOUCHED_CHUNK = CPU_SMALL_LEVEL / TOUCH_BITS }; /* words */

static inline int64_t touched_next(const struct touched_states *touched, int64_t level, int64_t n)
{
	while (level < n) {
		uint64_t bits = load_shared_u64(&touched->levels[level / TOUCH_BITS]) >>
				level % TOUCH_BITS;

		if (bits)
			return level + first_bit_64(bits);
		level = (level / TOUCH_BITS + 1) * TOUCH_BITS;
	}
	return n;
}

/* Of a word the bits that are of a level. */
static inline uint64_t touched_word(const struct touched_states *touched,
				    const struct touched_level *of, int64_t word)
{
	int64_t first = TOUCH_BITS * word;
	uint64_t bits = load_shared_u64(&touched->bits[word]);

	if (first < of->begin)
		bits &= ~UINT64_C(0) << (of->begin - first);
	if (first + TOUCH_BITS > of->end)
		bits &= ~UINT64_C(0) >> (first + TOUCH_BITS - of->end);
	return bits;
}

/* Are they more than one thread does faster alone? */
static inline bool touched_are_many(const struct touched_states *touched,
				    const struct touched_level *of)
{
	int64_t n = 0;

	for (int64_t w = of->begin / TOUCH_BITS; TOUCH_BITS * w < of->end && n <= CPU_SMALL_LEVEL; w++)
		n += count_bits_64(touched_word(touched, of, w));
	return n > CPU_SMALL_LEVEL;
}

#define TOUCHED_SWEEP_KERNEL(name, k, level, v, t)                                                 \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,);                                    \
	static void FS_NAME(name##_words)(const struct name##_args *k_, const struct touched_level *of_, \
					  int64_t level_, int64_t word_, int64_t end_)             \
	{                                                                                          \
		for (; word_ < end_; word_++) {                                                    \
			uint64_t bits_ = touched_word(&k_->sweep, of_, word_);                     \
			for (; bits_; bits_ &= bits_ - 1)                                          \
				FS_NAME(name##_item)(k_, team_of_one(), level_, TOUCH_BITS * word_ + first_bit_64(bits_)); \
		}                                                                                  \
	}                                                                                          \
	KERNEL_ENTRY(name,                                                                         \
		for (int64_t level_ = touched_next(&k_->sweep, launch->first, n);                  \
		     level_ < n && !cpu_launch_cancelled(launch);                                  \
		     level_ = touched_next(&k_->sweep, level_ + 1, n)) {                           \
			struct touched_level of_ = touched_level(&k_->sweep, level_);              \
			int64_t begin_ = of_.begin / TOUCH_BITS, end_ = (of_.end - 1) / TOUCH_BITS + 1; \
			if (launch->n_threads == 1 || !touched_are_many(&k_->sweep, &of_)) {       \
				FS_NAME(name##_words)(k_, &of_, level_, begin_, end_);             \
				continue;                                                          \
			}                                                                          \
			_Pragma("omp parallel for schedule(dynamic, 1) num_threads(launch->n_threads)") \
			for (int64_t c_ = begin_; c_ < end_; c_ += TOUCHED_CHUNK) {                \
				int64_t stop_ = end_ - c_ < TOUCHED_CHUNK ? end_ : c_ + TOUCHED_CHUNK; \
				if (!cpu_launch_cancelled(launch))                                 \
					FS_NAME(name##_words)(k_, &of_, level_, c_, stop_);        \
			}                                                                          \
		})                                                                                 \
	KERNEL_BODY(name, k, v, struct team t, int64_t level,)

#endif

/* clang-format on */

#endif
