/*
 * spmv_rows: y = A x for a sparse matrix. Write its body, then in warpscope: kernel_try spmv_rows THIS_FILE
 *
 * Item i: row i of A, whose entries are e = a.row[i] … a.row[i + 1] − 1; entry e is in column a.column[e] and has the value
 * a.value[e].
 *
 *	k->a.row     [n_rows + 1] int32_t
 *	k->a.column  [n] int32_t
 *	k->a.value   [n] float
 *	k->x         [n_columns] float
 *	k->y         [n_rows] float: write y[i]
 *
 * Values are small whole numbers here, so that sums are exact in any order.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/spmv/spmv_args.h"

/*
 * A thread has the item. Other shapes of the same kernel, each with its own line in place of the next:
 *
 *	TEAM_KERNEL(spmv_rows, k, i, t)   a warp has it: t.lane is 0 … t.width − 1; team_sum_f64(t, x) adds up the x of all lanes
 *	QUAD_KERNEL(spmv_rows, k, i, t)   four threads have it
 *
 * On the CPU t.width is 1, so write loops as: for (e = first + t.lane; e < end; e += t.width).
 */
KERNEL(spmv_rows, k, i)
{
	/* your body */
}
