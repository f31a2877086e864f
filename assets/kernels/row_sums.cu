/*
 * row_sums: algorithm 1 of [Density], along rows. Write its body, then in warpscope: kernel_try row_sums THIS_FILE
 *
 * Item i: a row of bins. Write to each entry map[i * bins.columns + u] the sum of from's entries of the row from u = 0 up to it.
 *
 *	k->bins.columns  int32_t
 *	k->from          [rows][columns] uint64_t
 *	k->map           [rows][columns] uint64_t, out
 */
#include "gpu/density/density_args.h"
#include "gpu/kernel/kernel.h"

/*
 * A thread has the item. Other shapes:
 *
 *	TEAM_KERNEL(row_sums, k, i, t)             a warp has it: team_scan_u64(t, x) is the sum of x over the lanes up to and with this
 *	                                           one, team_sum_u64(t, x) that of all lanes
 *	BLOCK_KERNEL(row_sums, k, i, b, shared)    a block has it: b.thread of b.width. Shared memory is
 *	                                           struct FS_NAME(row_sums_shared) { … }; before the kernel; block_barrier(b) waits for
 *	                                           all threads; block_team(b) is the warp of a thread, for the functions above
 *
 * On the CPU t.width and b.width are 1. All lanes of a warp have to reach its sums, and all threads of a block its barriers.
 */
KERNEL(row_sums, k, i)
{
	const uint64_t *from = (const uint64_t *)k->from + i * k->bins.columns;
	uint64_t *row = (uint64_t *)k->map + i * k->bins.columns;

	(void)from, (void)row;
	/* your body */
}
