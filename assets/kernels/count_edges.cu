/*
 * count_edges: algorithm 2 of [CPG-J]. Write its body, then in warpscope: kernel_try count_edges THIS_FILE
 *
 * Item i: a parent, level[i], which is a path that ends its own part at state level[i].to and then follows the suffix forest: from
 * state v along arc forest[v] to state graph.to[forest[v]], until forest[v] is −1. Each arc of a state on that way that isn't its
 * forest arc, and still reaches an end, is a deviation, and so a child. Count them, and write the number to level[i].child_offset and
 * to n_child[i].
 *
 *	k->graph.row     [states + 1] int32_t: arcs out of v are e = row[v] … row[v + 1] − 1
 *	k->graph.to      [arcs] int32_t
 *	k->graph.weight  [arcs] fs_t, FS_NONE = the arc isn't there
 *	k->dist          [states] fs_t, FS_NONE = it reaches no end
 *	k->forest        [states] int32_t: an arc, −1 at the end
 *	k->level         [parents] edge_t: level, from, to, parent, child_offset, arc, slack (table I of the paper, and the arc)
 *	k->n_child       [parents] int32_t
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"

#define edge_t struct FS_NAME(deviation_edge)

KERNEL(count_edges, k, i)
{
	edge_t *edge = (edge_t *)k->level + i;
	const fs_t *dist = (const fs_t *)k->dist;
	const fs_t *weight = (const fs_t *)k->graph.weight;

	(void)edge;
	(void)dist;
	(void)weight;
	/* your body */
}
