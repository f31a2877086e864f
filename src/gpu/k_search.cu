/*
 * One deviation level of the bounded method: count, expand, and the keys and moves of compression.
 *
 * As in seed 000 (IV-C to IV-E) a level's paths are records of one deviation arc each, the children
 * of a parent are found on a walk along the suffix forest, and counting them first gives each parent
 * its own place to write to. What differs: children at or above the bound are never written, and the
 * walk visits only states that have deviations and stops when none below the bound lies ahead.
 */
#include "gpu/kernel.h"

/* Where the walk for the children of a record starts: behind its deviation arc. */
DEVICE_INLINE int32_t FS_NAME(head_state)(const struct device_graph *graph, const int32_t *arc,
					  int64_t record, int32_t from_sources)
{
	int32_t a = arc[record];

	return from_sources ? graph->source_state[a] : graph->to[a];
}

/* What a child may cost: deltas below this stay under the bound. Finite bounds are below FS_NONE
 * and slacks above −2^(FS_BITS − 3), so this can't overflow. */
DEVICE_INLINE fs_t FS_NAME(room_below)(int64_t bound, fs_t slack)
{
	return bound == FS_NONE ? FS_NONE : (fs_t)bound - slack;
}

/* The bound of the paths from a source: everybody's, or that of its bucket if it is lower. */
DEVICE_INLINE int64_t FS_NAME(bound_of_source)(int64_t bound, const struct device_caps *caps,
					       int32_t source)
{
	int64_t own;

	if (!caps->bucket)
		return bound;
	own = ((const fs_t *)caps->bound)[caps->bucket[source]];
	return own < bound ? own : bound;
}

/* Likewise of the children of a record, which has a source when there are caps. */
DEVICE_INLINE int64_t FS_NAME(bound_of_record)(int64_t bound, const struct device_caps *caps,
					       const struct device_records *records,
					       int64_t record)
{
	return caps->bucket ? FS_NAME(bound_of_source)(bound, caps, records->source[record]) : bound;
}

DEVICE_INLINE fs_t FS_NAME(source_slack)(const struct device_graph *graph, const fs_t *dist,
					 int64_t source)
{
	fs_t d = dist[graph->source_state[source]];
	fs_t w = ((const fs_t *)graph->source_weight)[source];

	return d == FS_NONE || w == FS_NONE ? FS_NONE : d + w;
}

/* May the best path of a source, of this slack, become a record? */
DEVICE_INLINE bool FS_NAME(source_counts)(int64_t bound, const struct device_caps *caps,
					  int32_t source, fs_t slack)
{
	if (caps->bucket && caps->bucket[source] < 0)
		return false;
	return slack < FS_NAME(bound_of_source)(bound, caps, source);
}

/* Item: source. Is its best path there and below the bound? */
KERNEL(count_sources, k, i)
{
	int32_t source = k->first + (int32_t)i;
	fs_t slack = FS_NAME(source_slack)(&k->graph, (const fs_t *)k->dist, source);

	k->n_child[i] = FS_NAME(source_counts)(k->bound, &k->caps, source, slack);
}

/* Item: source. Writes the level-0 record of its best path at its own offset. */
KERNEL(expand_sources, k, i)
{
	int32_t source = k->first + (int32_t)i;
	fs_t slack = FS_NAME(source_slack)(&k->graph, (const fs_t *)k->dist, source);
	int64_t at = k->child_first + k->offset[i];

	if (!FS_NAME(source_counts)(k->bound, &k->caps, source, slack))
		return;
	((fs_t *)k->child.slack)[at] = slack;
	k->child.parent[at] = -1;
	k->child.arc[at] = source;
}

/*
 * Item: parent. Counts its children below the bound, and all its deviations.
 *
 * Floor: 12 bytes a parent, and per state that the walk visits a row, a link and its least delta
 * ahead (16 bytes scattered), then 4 bytes for each of its arcs.
 */
KERNEL(count_children, k, i)
{
	const int32_t *__restrict__ row = k->graph.row;
	const int32_t *__restrict__ after = k->forest.after;
	const fs_t *__restrict__ ahead = (const fs_t *)k->forest.ahead;
	const fs_t *__restrict__ delta = (const fs_t *)k->forest.delta;
	int64_t record = k->first + i;
	int64_t bound = FS_NAME(bound_of_record)(k->bound, &k->caps, &k->record, record);
	fs_t room = FS_NAME(room_below)(bound, ((const fs_t *)k->record.slack)[record]);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);
	int32_t n = 0;

	k->n_candidate[i] = k->forest.n_deviations[v];
	for (fs_t least = ahead[v]; least < room;) {
		int32_t next = after[v], begin = row[v], end = row[v + 1];

		/* asked for early: the next round needs it first */
		least = next >= 0 ? ahead[next] : FS_NONE;
		for (int32_t e = begin; e < end; e++)
			n += delta[e] < room;
		v = next;
	}
	k->n_child[i] = n;
}

/*
 * Item: parent. Takes the same walk and writes its children, in the order of the walk, from its own
 * offset on. Floor: that of count_children and 12 bytes a child.
 */
KERNEL(expand_children, k, i)
{
	const int32_t *__restrict__ row = k->graph.row;
	const int32_t *__restrict__ after = k->forest.after;
	const fs_t *__restrict__ ahead = (const fs_t *)k->forest.ahead;
	const fs_t *__restrict__ delta = (const fs_t *)k->forest.delta;
	fs_t *child_slack = (fs_t *)k->child.slack;
	int64_t record = k->first + i;
	fs_t slack = ((const fs_t *)k->record.slack)[record];
	int64_t bound = FS_NAME(bound_of_record)(k->bound, &k->caps, &k->record, record);
	fs_t room = FS_NAME(room_below)(bound, slack);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);
	int64_t at = k->child_first + k->offset[i];

	for (fs_t least = ahead[v]; least < room;) {
		int32_t next = after[v], begin = row[v], end = row[v + 1];

		least = next >= 0 ? ahead[next] : FS_NONE;
		for (int32_t e = begin; e < end; e++) {
			if (delta[e] >= room)
				continue;
			child_slack[at] = slack + delta[e];
			k->child.parent[at] = (int32_t)record;
			k->child.arc[at] = e;
			at++;
		}
		v = next;
	}
}

/* Item: parent. How far the walk of both goes, for who wants to know what they have to read: sums of
 * integers, in any order. */
KERNEL(walk_lengths, k, i)
{
	const struct count_children_args *c = &k->count;
	const fs_t *ahead = (const fs_t *)c->forest.ahead;
	int64_t record = c->first + i;
	int64_t bound = FS_NAME(bound_of_record)(c->bound, &c->caps, &c->record, record);
	fs_t room = FS_NAME(room_below)(bound, ((const fs_t *)c->record.slack)[record]);
	int32_t v = FS_NAME(head_state)(&c->graph, c->record.arc, record, c->from_sources);
	int64_t n_states = 0, n_arcs = 0;

	while (v >= 0 && ahead[v] < room) {
		n_states++;
		n_arcs += c->graph.row[v + 1] - c->graph.row[v];
		v = c->forest.after[v];
	}
	atomic_add_64(&k->total->n_states, n_states);
	atomic_add_64(&k->total->n_arcs, n_arcs);
}

/* Item: record. Its sort key, unsigned because no slack lies below the base. */
KERNEL(slack_keys, k, i)
{
	const fs_t *__restrict__ slack = (const fs_t *)k->slack;

	((fs_key_t *)k->key)[i] = (fs_key_t)slack[i] - (fs_key_t)k->base;
	k->index[i] = (int32_t)i;
}

/* Item: place in the new order. */
KERNEL(gather_records, k, i)
{
	int32_t from = k->order[i];

	((fs_t *)k->to.slack)[i] = ((const fs_t *)k->from.slack)[from];
	k->to.parent[i] = k->from.parent[from];
	k->to.arc[i] = k->from.arc[from];
	if (k->to.source)
		k->to.source[i] = k->from.source[from];
}

#if FS_BITS == 32

/* Item: child. It starts where its parent does. Floor: 16 bytes, one of the reads scattered. */
KERNEL(inherit_sources, k, i)
{
	int32_t parent = k->child.parent[i];

	k->child.source[i] = parent < 0 ? k->child.arc[i] : k->source[parent];
}

/* Item: the one item. How many parents, in order, have children that fit into the room; mostly all. */
KERNEL(cut_batch, k, i)
{
	int64_t low = k->n_parents > 0, high = k->n_parents;

	if (k->offset[high] <= k->room)
		low = high;
	while (low < high) {
		int64_t middle = low + (high - low + 1) / 2;

		if (k->offset[middle] <= k->room)
			low = middle;
		else
			high = middle - 1;
	}
	k->summary[i].n_children = k->offset[k->n_parents];
	k->summary[i].n_batch_parents = low;
	k->summary[i].n_batch_children = k->offset[low];
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/k_search.cu"
#endif
