/* Algorithm 2: along the suffix, all arcs but the forest's. */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

#define edge_t struct FS_NAME(deviation_edge)

KERNEL(count_edges, k, i)
{
	edge_t *edge = (edge_t *)k->level + i;
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->graph.weight;
	int32_t n = 0;

	for (int32_t v = edge->to; v >= 0; v = k->forest[v] < 0 ? -1 : k->graph.to[k->forest[v]]) {
		for (int32_t e = k->graph.row[v]; e < k->graph.row[v + 1]; e++)
			n += e != k->forest[v] && weight[e] != FS_NONE && dist[k->graph.to[e]] != FS_NONE;
	}
	edge->child_offset = n;
	k->n_child[i] = n;
}
