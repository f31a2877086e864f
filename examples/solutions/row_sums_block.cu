/* A block a row: tiles of an entry a thread, sums of warps through shared memory. */
#include "gpu/density/density_args.h"
#include "gpu/kernel/kernel.h"

struct FS_NAME(row_sums_shared) {
	uint64_t warp[8];
};

BLOCK_KERNEL(row_sums, k, i, b, shared)
{
	const uint64_t *from = (const uint64_t *)k->from + i * k->bins.columns;
	uint64_t *row = (uint64_t *)k->map + i * k->bins.columns, before = 0;
	struct team t = block_team(b);
	int warp = b.thread / t.width, n_warps = b.width / t.width;

	for (int32_t tile = 0; tile < k->bins.columns; tile += b.width) {
		int32_t u = tile + b.thread;
		uint64_t own = u < k->bins.columns ? from[u] : 0, sum = before + team_scan_u64(t, own);

		if (t.lane == t.width - 1)
			shared->warp[warp] = sum - before;
		block_barrier(b);
		for (int w = 0; w < n_warps; w++) {
			if (w < warp)
				sum += shared->warp[w];
			before += shared->warp[w];
		}
		if (u < k->bins.columns)
			row[u] = sum;
		block_barrier(b);
	}
}
