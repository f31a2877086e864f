/*
 * expand_edges: algorithm 3 of [CPG-J]. Write its body, then in warpscope: kernel_try expand_edges THIS_FILE
 *
 * Item i: a parent, as in algorithm 2 (kernel_template count_edges says what its children are). Write a record for each of its
 * children to next[], from where those of the parent before it end: level[i - 1].child_offset, or 0 of the first one; in the order of
 * the walk, and of a state's arcs. A child by arc e from v has
 *
 *	level         the parent's + 1
 *	from, to      v and graph.to[e]
 *	parent        k->first + i
 *	child_offset  0
 *	arc           e
 *	slack         the parent's + dist[to] + weight[e] − dist[v]
 *
 *	k->graph, k->dist, k->forest  as in algorithm 2
 *	k->level  [parents] edge_t; child_offset is where the children of a parent end
 *	k->first  int64_t
 *	k->next   [children] edge_t: write them
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

#define edge_t struct FS_NAME(deviation_edge)

KERNEL(expand_edges, k, i)
{
	const edge_t *parent = (const edge_t *)k->level + i;
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->graph.weight;
	edge_t *next = (edge_t *)k->next;

	(void)parent;
	(void)dist;
	(void)weight;
	(void)next;
	/* your body */
}
