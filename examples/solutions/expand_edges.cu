/* Algorithm 3: the same walk, a record for each deviation. */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

#define edge_t struct FS_NAME(deviation_edge)

KERNEL(expand_edges, k, i)
{
	const edge_t *parent = (const edge_t *)k->level + i;
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->graph.weight;
	edge_t *next = (edge_t *)k->next + (i == 0 ? 0 : parent[-1].child_offset);

	for (int32_t v = parent->to; v >= 0; v = k->forest[v] < 0 ? -1 : k->graph.to[k->forest[v]]) {
		for (int32_t e = k->graph.row[v]; e < k->graph.row[v + 1]; e++) {
			int32_t to = k->graph.to[e];
			edge_t child = {parent->level + 1, v, to, (int32_t)(k->first + i), 0, e, 0};

			if (e == k->forest[v] || weight[e] == FS_NONE || dist[to] == FS_NONE)
				continue;
			child.slack = parent->slack + dist[to] + weight[e] - dist[v];
			*next++ = child;
		}
	}
}
