/*
 * One deviation level of the bounded method: count, expand, and the keys and moves of compression.
 *
 * As in [CPG-J] (IV-C to IV-E) a level's paths are records of one deviation arc each, the children
 * of a parent are found on a walk along the suffix forest, and counting them first gives each
 * parent its own place to write to. What differs: children at or above the bound are never written,
 * and the walk visits only states that have deviations and stops when none below the bound lies
 * ahead.
 */
#include "gpu/kernels/kernel.h"
#include "gpu/kernels/path_walk.h"

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
	return caps->bucket ? FS_NAME(bound_of_source)(bound, caps, records->source[record])
			    : bound;
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

/* How many children there are on a walk from a state. */
DEVICE_INLINE int32_t FS_NAME(children_from)(const struct device_graph *graph,
					     const struct device_forest *forest, int32_t v,
					     fs_t room)
{
	const int32_t *__restrict__ row = graph->row;
	const int32_t *__restrict__ after = forest->after;
	const fs_t *__restrict__ ahead = (const fs_t *)forest->ahead;
	const fs_t *__restrict__ delta = (const fs_t *)forest->delta;
	int32_t n = 0;

	for (fs_t least = ahead[v]; least < room;) {
		int32_t next = after[v], begin = row[v], end = row[v + 1];

		/* asked for early: the next round needs it first */
		least = next >= 0 ? ahead[next] : FS_NONE;
		for (int32_t e = begin; e < end; e++)
			n += delta[e] < room;
		v = next;
	}
	return n;
}

/* The same walk, and the children go to a table, from place `at` on; where they end. */
DEVICE_INLINE int64_t FS_NAME(write_children)(const struct device_graph *graph,
					   const struct device_forest *forest, int32_t v, fs_t room,
					   fs_t slack, int32_t record,
					   const struct device_records *child, int64_t at)
{
	const int32_t *__restrict__ row = graph->row;
	const int32_t *__restrict__ after = forest->after;
	const fs_t *__restrict__ ahead = (const fs_t *)forest->ahead;
	const fs_t *__restrict__ delta = (const fs_t *)forest->delta;
	fs_t *child_slack = (fs_t *)child->slack;

	for (fs_t least = ahead[v]; least < room;) {
		int32_t next = after[v], begin = row[v], end = row[v + 1];

		least = next >= 0 ? ahead[next] : FS_NONE;
		for (int32_t e = begin; e < end; e++) {
			if (delta[e] >= room)
				continue;
			child_slack[at] = slack + delta[e];
			child->parent[at] = record;
			child->arc[at] = e;
			at++;
		}
		v = next;
	}
	return at;
}

/*
 * Item: parent. Counts its children below the bound, and all its deviations.
 *
 * Floor: 12 bytes a parent, and per state that the walk visits a row, a link and its least delta
 * ahead (16 bytes scattered), then 4 bytes for each of its arcs. Measured on an H200, k = 1M of
 * leon2's profile: 0.92 GB in 0.98 ms, four times the floor: what is gathered comes in sectors of
 * 32 bytes, 2.0 GB of them, and each step of a walk waits for the one before.
 */
KERNEL(count_children, k, i)
{
	int64_t record = k->first + i;
	int64_t bound = FS_NAME(bound_of_record)(k->bound, &k->caps, &k->record, record);
	fs_t room = FS_NAME(room_below)(bound, ((const fs_t *)k->record.slack)[record]);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);

	k->n_candidate[i] = k->forest.n_deviations[v];
	k->n_child[i] = FS_NAME(children_from)(&k->graph, &k->forest, v, room);
}

/*
 * Item: parent. Takes the same walk and writes its children, in the order of the walk, from its own
 * offset on. Floor: that of count_children and 12 bytes a child. Measured likewise: 1.1 ms, of
 * which the walks are most; the writes of neighbouring threads fall into different sectors of three
 * arrays.
 */
KERNEL(expand_children, k, i)
{
	int64_t record = k->first + i;
	fs_t slack = ((const fs_t *)k->record.slack)[record];
	int64_t bound = FS_NAME(bound_of_record)(k->bound, &k->caps, &k->record, record);
	fs_t room = FS_NAME(room_below)(bound, slack);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);

	FS_NAME(write_children)(&k->graph, &k->forest, v, room, slack, (int32_t)record, &k->child,
				k->child_first + k->offset[i]);
}

/* Item: parent. How far the walk of both goes, to count what they read: sums
 * of integers, in any order. */
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
	atomic_add_i64(&k->total->n_states, n_states);
	atomic_add_i64(&k->total->n_arcs, n_arcs);
}

/* Item: record. Its sort key, unsigned because no slack is below the base. */
KERNEL(slack_keys, k, i)
{
	const fs_t *__restrict__ slack = (const fs_t *)k->slack;

	((fs_key_t *)k->key)[i] = (fs_key_t)slack[i] - (fs_key_t)k->base;
	k->index[i] = (int32_t)i;
}

/* Item: place in the new order. Floor: 28 bytes, 12 of them scattered. Measured likewise: 0.36 GB
 * in 0.33 ms, 3.6 times the floor, as each of the scattered four bytes is a sector of 32. */
KERNEL(gather_records, k, i)
{
	int32_t from = k->order[i];

	((fs_t *)k->to.slack)[i] = ((const fs_t *)k->from.slack)[from];
	k->to.parent[i] = k->from.parent[from];
	k->to.arc[i] = k->from.arc[from];
	if (k->to.source)
		k->to.source[i] = k->from.source[from];
}

struct FS_NAME(small_level_shared) {
	fs_t slack[SMALL_CHILDREN];
	int32_t parent[SMALL_CHILDREN], arc[SMALL_CHILDREN], order[SMALL_CHILDREN];
	int64_t n_children[SMALL_THREADS], n_candidates[SMALL_THREADS];
};

/* Each thread's sums become those of all threads up to it. */
DEVICE_INLINE void FS_NAME(add_up)(struct block b, struct FS_NAME(small_level_shared) *shared)
{
	int t = b.thread;

	for (int step = 1; step < b.width; step *= 2) {
		int64_t children, candidates;

		block_barrier(b);
		children = t < step ? 0 : shared->n_children[t - step];
		candidates = t < step ? 0 : shared->n_candidates[t - step];
		block_barrier(b);
		shared->n_children[t] += children;
		shared->n_candidates[t] += candidates;
	}
	block_barrier(b);
}

/* Does child a come after child b? Those from n on aren't there, and come last. */
DEVICE_INLINE bool FS_NAME(comes_behind)(const fs_t *slack, int32_t n, int32_t a, int32_t b)
{
	if (a >= n || b >= n)
		return a > b;
	return slack[a] > slack[b] || (slack[a] == slack[b] && a > b);
}

/* The order of n children by slack, then place: a bitonic sort. */
DEVICE_INLINE void FS_NAME(sort_small)(struct block b, struct FS_NAME(small_level_shared) *shared,
				       int32_t n)
{
	int32_t size = 1, *order = shared->order;

	while (size < n)
		size *= 2;
	for (int32_t t = b.thread; t < size; t += b.width)
		order[t] = t;
	block_barrier(b);
	for (int32_t run = 2; run <= size; run *= 2) {
		for (int32_t step = run / 2; step > 0; step /= 2) {
			for (int32_t t = b.thread; t < size / 2; t += b.width) {
				int32_t i = t / step * 2 * step + t % step, j = i + step;
				int32_t x = order[i], y = order[j];

				if (FS_NAME(comes_behind)(shared->slack, n, x, y) == !(i & run)) {
					order[i] = y;
					order[j] = x;
				}
			}
			block_barrier(b);
		}
	}
}

/*
 * Item: the one item, a level with few parents. Counts, scans, expands and sorts like the kernels
 * for large levels, but in shared memory: what such a level takes is launching and waiting. When
 * the children are too many it only counts. No floor to speak of.
 */
BLOCK_KERNEL(small_level, k, i, b, shared)
{
	const fs_t *slack = (const fs_t *)k->record.slack;
	int32_t share = (k->n_parents + b.width - 1) / b.width;
	int32_t begin = b.thread * share < k->n_parents ? b.thread * share : k->n_parents;
	int32_t end = k->n_parents - begin < share ? k->n_parents : begin + share;
	struct device_records child = {shared->slack, shared->parent, shared->arc, NULL};
	int64_t n = 0, n_candidates = 0, at;

	for (int32_t p = k->first + begin; p < k->first + end; p++) {
		fs_t room = FS_NAME(room_below)(k->bound, slack[p]);
		int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, p, k->from_sources);

		n += FS_NAME(children_from)(&k->graph, &k->forest, v, room);
		n_candidates += k->forest.n_deviations[v];
	}
	shared->n_children[b.thread] = n;
	shared->n_candidates[b.thread] = n_candidates;
	FS_NAME(add_up)(b, shared);
	at = shared->n_children[b.thread] - n;
	n = shared->n_children[b.width - 1];
	if (b.thread == 0) {
		k->summary[i].n_candidates = shared->n_candidates[b.width - 1];
		k->summary[i].n_children = n;
		*k->n_children = n > SMALL_CHILDREN ? 0 : n;
	}
	if (n > SMALL_CHILDREN)
		return;
	for (int32_t p = k->first + begin; p < k->first + end; p++) {
		fs_t room = FS_NAME(room_below)(k->bound, slack[p]);
		int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, p, k->from_sources);

		at = FS_NAME(write_children)(&k->graph, &k->forest, v, room, slack[p], p, &child,
					     at);
	}
	block_barrier(b);
	FS_NAME(sort_small)(b, shared, (int32_t)n);
	for (int32_t t = b.thread; t < n; t += b.width) {
		int32_t from = shared->order[t];

		((fs_t *)k->child.slack)[t] = shared->slack[from];
		k->child.parent[t] = shared->parent[from];
		k->child.arc[t] = shared->arc[from];
	}
}

#if FS_BITS == 32

/* Item: child. It starts where its parent does. Floor: 16 bytes, one of the reads scattered. */
KERNEL(inherit_sources, k, i)
{
	int32_t parent = k->child.parent[i];

	k->child.source[i] = parent < 0 ? k->child.arc[i] : k->source[parent];
}

/* Item: the one item. How many parents, in order, have children that fit into the room;
 * mostly all. */
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
#include "gpu/kernels/k_search.cu"
#endif
