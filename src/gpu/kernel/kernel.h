/*
 * How a kernel is written once and runs on both devices. Included by k_*.cu alone.
 *
 * A kernel file is in the common subset of C11 and CUDA C++. nvcc compiles it for the GPU, the
 * C compiler for the CPU with OpenMP. A kernel is
 *
 *	KERNEL(name, k, i) { … }                 one item a thread
 *	TEAM_KERNEL(name, k, i, t) { … }         one item a warp; t.lane of t.width
 *	QUAD_KERNEL(name, k, i, t) { … }         the same by four threads
 *	BLOCK_KERNEL(name, k, i, b, shared) { … } one item a block; b.thread of b.width, shared
 *	                                         memory of type struct name_shared
 *	SWEEP_KERNEL(name, k, level, i) { … }    items of a level in parallel, levels in order
 *	TEAM_SWEEP_KERNEL(name, k, level, i, t)  the same with each level in two parts, whose items
 *	                                         have a warp each, or a thread: a team of one
 *	SPREAD_SWEEP_KERNEL(name, k, level, i, t) a sweep in which items of a level with few of them
 *	                                         have several threads each; i is −1 in lanes of a warp that have none
 *	TOUCHED_SWEEP_KERNEL(name, k, level, v, t)  a sweep that goes only to the states and levels that an edit has
 *	                                         touched (touched_sweep.h)
 *	FLOW_SWEEP_KERNEL(name, k, level, i), FLOW_TEAM_SWEEP_KERNEL, FLOW_SPREAD_SWEEP_KERNEL, FLOW_TAKEN_SWEEP_KERNEL
 *	                                         sweeps without a barrier between levels: items wait for the values of
 *	                                         earlier ones that they read (flow.h)
 *	LOOP_KERNEL(name, k, phase, i) { … }     items of a phase in parallel, phases in order, as many
 *	                                         as name_items(k, phase) says when the one before is
 *	                                         through; none ends it
 *
 *	NESTED_KERNEL(name, k, round, grid, i, b, shared) { … }  rounds in order, in each of them grids side by
 *	                                         side, whose items have a block each; n rounds are
 *	                                         launched, and on a GPU a kernel launches their grids
 *
 * On the CPU alone RANGE_KERNEL(name, k, begin, end) has several items at once, for bodies with vectors or with lists of their own.
 *
 * A loop is launched for at most n phases. Its args have `int64_t *phase_at` [2] for the kernel's own
 * use; FS_NAME(name_items) is a DEVICE_INLINE int64_t of (k, phase), defined before the body, and has to
 * be the same for all threads until the phase is through.
 *
 * A flow sweep has FS_NAME(name_unwrite)(k, i), which marks what item i will hand on; on a GPU it runs for all items before the
 * first level.
 *
 * That of a FLOW_TAKEN_SWEEP_KERNEL has `int32_t *taken` [1] among its args instead, for the kernel's own use: its warps take the
 * next task when they are through with one, which pays where tasks are long.
 *
 * A nested kernel has FS_NAME(name_grids)(k, round) and FS_NAME(name_items)(k, round, grid), and `int32_t
 * *n_failed` among its args: how many grids could not be launched is added there.
 *
 * DEVICE_INLINE begins a function that kernels call; DEVICE_CALL one that is large and not copied to where it is called.
 * A file that defines CUDA_RESIDENT before this header says how many blocks of its kernels a multiprocessor should have
 * registers for: fewer registers a thread, at best without spills (nvcc -Xptxas -v).
 *
 * where k is a `const struct name_args *` and i an int64_t. On the CPU teams and blocks have width
 * 1, so lane loops run whole, shuffles are the identity and barriers are nothing.
 *
 * A file with times ends by including itself once more with FS_BITS 64; see any of them. In it
 * times are fs_t, "no time" is FS_NONE, and helper functions are called FS_NAME(helper).
 *
 * Rules for bodies: no libm, no float atomics; `__restrict__` only on local copies of pointers, and
 * never on arrays that the same launch writes; a race is argued for in the kernel's comment.
 */
#ifndef GPU_KERNEL_KERNEL_H
#define GPU_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FS_PASTE_2(name, bits) name##_##bits
#define FS_PASTE(name, bits)   FS_PASTE_2(name, bits)
#define FS_NAME(name)          FS_PASTE(name, FS_BITS)
#define FS_NONE                FS_NAME(FS_NONE)
#define fs_t                   FS_NAME(fs)
#define fs_key_t               FS_NAME(fs_key)

typedef int32_t fs_32;
typedef int64_t fs_64;
typedef uint32_t fs_key_32;
typedef uint64_t fs_key_64;

struct team {
	int lane, width;
};

struct block {
	int thread, width;
};

#if defined(KERNEL_WARP)
#include "gpu/kernel/kernel_ids.h"
#include "gpu/kernel/kernel_warp.h"
#elif defined(__CUDACC__)
#include "gpu/kernel/kernel_cuda.h"
#else
#include "gpu/kernel/kernel_cpu.h"
#endif

#include "gpu/kernel/flow.h"

#endif

#ifndef FS_BITS
#define FS_BITS 32
#endif
