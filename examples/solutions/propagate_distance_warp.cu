/* A warp a state. All lanes have seen the bit before lane 0 clears it. */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

TEAM_KERNEL(propagate_distance, k, v, t)
{
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->in_weight;
	fs_t *buffer = (fs_t *)k->buffer;
	bool changed = k->bitmap[v] != 0;

	team_barrier(t);
	if (!changed)
		return;
	if (t.lane == 0)
		k->bitmap[v] = 0;
	for (int32_t e = k->in_row[v] + t.lane; e < k->in_row[v + 1]; e += t.width) {
		if (weight[e] != FS_NONE)
			atomic_min_fs(&buffer[k->in_from[e]], (fs_t)(dist[v] + weight[e]));
	}
}
