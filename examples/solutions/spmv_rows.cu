/* A thread a row. Its lanes read from rows of their own: of each sector of 32 bytes one entry at a time. */
#include "gpu/kernel/kernel.h"
#include "gpu/spmv/spmv_args.h"

KERNEL(spmv_rows, k, i)
{
	float sum = 0;

	for (int32_t e = k->a.row[i]; e < k->a.row[i + 1]; e++)
		sum += k->a.value[e] * k->x[k->a.column[e]];
	k->y[i] = sum;
}
