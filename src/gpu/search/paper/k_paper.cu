/*
 * The pipeline of [CPG-J] (section IV) and [CPG] (section III) as printed: relaxation with a buffer
 * and a bitmap until no distance changes, one thread a parent, all children written. For teaching,
 * and as the yardstick of the bounded method. Algorithm numbers are those of [CPG-J].
 *
 * What differs from the print: a deviation arc differs from the forest's arc by its id, so parallel
 * arcs are different paths; times are integers, so equal means equal; arcs that reach no endpoint
 * aren't deviations. The host's sort of [CPG] is done by the device; k_edges.cu is for the one that isn't.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/path_walk.h"

/*
 * Algorithm 1, item: state. One whose distance changed offers its tails a new one. Several heads
 * may offer at once: atomicMin of integers, any order. The bitmap entry is its own. Line 5 tests
 * distanceBuffer, and says "a recent update" of it in the text: that is the bitmap.
 */
KERNEL(propagate_distance, k, v)
{
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;
	const fs_t *__restrict__ weight = (const fs_t *)k->in_weight;
	fs_t *buffer = (fs_t *)k->buffer;

	if (!k->bitmap[v])
		return;
	k->bitmap[v] = 0;
	for (int32_t e = k->in_row[v]; e < k->in_row[v + 1]; e++) {
		if (weight[e] != FS_NONE)
			atomic_min_fs(&buffer[k->in_from[e]], (fs_t)(dist[v] + weight[e]));
	}
}

/* The step between two launches of algorithm 1, item: state. Takes a better offer and marks it. */
KERNEL(update_distance, k, v)
{
	fs_t *dist = (fs_t *)k->dist;
	const fs_t *__restrict__ buffer = (const fs_t *)k->buffer;

	if (buffer[v] >= dist[v])
		return;
	dist[v] = buffer[v];
	k->bitmap[v] = 1;
	atomic_add_i32(k->n_changed, 1);
}

/* "Another kernel that traces back edges" (IV-B), item: state. The first arc that explains its
 * distance. */
KERNEL(trace_forest, k, v)
{
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;
	const fs_t *__restrict__ weight = (const fs_t *)k->graph.weight;
	const int32_t *__restrict__ row = k->graph.row;
	int32_t arc = -1;

	for (int32_t e = row[v]; e < row[v + 1] && arc < 0; e++) {
		fs_t d = dist[k->graph.to[e]];

		if (d != FS_NONE && weight[e] != FS_NONE && d + weight[e] == dist[v])
			arc = e;
	}
	k->forest[v] = arc;
}

/* Algorithm 2, item: parent. Counts the deviation arcs along its suffix. */
KERNEL(count_paths, k, i)
{
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, k->first + i, k->from_sources);

	k->n_child[i] = FS_NAME(count_walk)(&k->graph, dist, k->forest, v);
}

/* Algorithm 3, item: parent. Writes a record for each of them, from its own offset on. */
KERNEL(expand_paths, k, i)
{
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;

	FS_NAME(expand_walk)(&k->graph, dist, k->forest, &k->record, k->first + i, k->from_sources,
			     &k->child, k->child_first + k->offset[i]);
}

#if FS_BITS == 32

/* What the recovery of traces needs besides, item: state: arcs from here to the end. */
SWEEP_KERNEL(forest_hops, k, level, v)
{
	int32_t arc = k->forest[v];

	(void)level;
	k->hops[v] = arc < 0 ? 0 : k->hops[k->graph.to[arc]] + 1;
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/paper/k_paper.cu"
#endif
