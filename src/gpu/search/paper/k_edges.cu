/*
 * Algorithms 2 and 3 of [CPG-J] and [CPG] on records as printed (table I): an array of structures, of which
 * a level that the host has sorted is uploaded and the next one is downloaded. The host's part is in
 * gpu/search/paper/search_host.c.
 *
 * What differs from the print: a record also has its arc (28 bytes instead of 24), since parallel arcs have
 * the same ends; and it keeps where its children end, by a scan of an array beside it. Algorithm 3
 * takes the offset of the parent before, as printed.
 *
 * Next to k_paper.cu, whose columns are 12 bytes a path: a warp that reads one field of 32 neighbours here
 * touches 28 sectors of 32 bytes where it needs 4.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/path_walk.h"

#define edge_t struct FS_NAME(deviation_edge)

/* Level 0, item: source. The virtual edge to its state, for its best path. Floor: 28 bytes written, 16
 * read, 8 of them scattered. */
KERNEL(source_edges, k, i)
{
	int32_t source = k->first + (int32_t)i;
	fs_t slack = FS_NAME(source_slack)(&k->graph, (const fs_t *)k->dist, source);
	edge_t edge = {0, -1, k->graph.source_state[source], -1, 0, source, slack};

	if (slack != FS_NONE)
		((edge_t *)k->next)[k->offset[i]] = edge;
}

/* Algorithm 2, item: parent. The edge is its own. */
KERNEL(count_edges, k, i)
{
	edge_t *edge = (edge_t *)k->level + i;
	int32_t n = FS_NAME(count_walk)(&k->graph, (const fs_t *)k->dist, k->forest, edge->to);

	edge->child_offset = n;
	k->n_child[i] = n;
}

/* "After prefix scan", item: parent. Where its children end. Floor: 8 bytes read, 4 read and written of a
 * sector each. */
KERNEL(offset_edges, k, i)
{
	edge_t *edge = (edge_t *)k->level + i;

	edge->child_offset = (int32_t)(k->offset[i] + edge->child_offset);
}

/* Algorithm 3, item: parent. Writes its children, where those of the parent before it end. */
KERNEL(expand_edges, k, i)
{
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;
	const fs_t *__restrict__ weight = (const fs_t *)k->graph.weight;
	const edge_t *parent = (const edge_t *)k->level + i;
	int64_t at = i == 0 ? 0 : parent[-1].child_offset;
	int32_t v = parent->to;

	for (;;) {
		for (int32_t e = k->graph.row[v]; e < k->graph.row[v + 1]; e++) {
			int32_t to = k->graph.to[e];
			edge_t child = {parent->level + 1, v, to, (int32_t)(k->first + i), 0, e, 0};

			if (!FS_NAME(is_deviation)(&k->graph, dist, e, k->forest[v]))
				continue;
			child.slack = parent->slack + dist[to] + weight[e] - dist[v];
			((edge_t *)k->next)[at++] = child;
		}
		if (k->forest[v] < 0)
			return;
		v = k->graph.to[k->forest[v]];
	}
}

/* Item: edge of a level that is sorted. What the ranking and all that reads it need of it. Floor: 28 bytes
 * read, 12 written. */
KERNEL(take_edges, k, i)
{
	edge_t edge = ((const edge_t *)k->edge)[i];

	((fs_t *)k->to.slack)[i] = edge.slack;
	k->to.parent[i] = edge.parent < 0 ? -1 : k->first_parent + edge.parent;
	k->to.arc[i] = edge.arc;
}

#undef edge_t

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/paper/k_edges.cu"
#endif
