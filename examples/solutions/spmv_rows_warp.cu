/* A warp a row. Its lanes read entries side by side, and add up what they have. */
#include "gpu/kernel/kernel.h"
#include "gpu/spmv/spmv_args.h"

TEAM_KERNEL(spmv_rows, k, i, t)
{
	float sum = 0;

	for (int32_t e = k->a.row[i] + t.lane; e < k->a.row[i + 1]; e += t.width)
		sum += k->a.value[e] * k->x[k->a.column[e]];
	sum = (float)team_sum_f64(t, sum);
	if (t.lane == 0)
		k->y[i] = sum;
}
