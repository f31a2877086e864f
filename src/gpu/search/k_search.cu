/*
 * One deviation level of the bounded method: count, expand, and the keys and moves of compression.
 *
 * As in [CPG-J] (IV-C to IV-E) a level's paths are records of one deviation arc each, the children
 * of a parent are found on a walk along the suffix forest, and counting them first gives each
 * parent its own place to write to. What differs: children at or above the bound are never written,
 * and the walk visits only states that have deviations and stops when none below the bound lies
 * ahead.
 */
#include "base/order.h"
#include "gpu/search/forest_slots.h"
#include "gpu/search/path_walk.h"
#include "gpu/search/search_args.h"

/* The room for a child's cost: costs below it keep the slack below the bound. Finite bounds are
 * below FS_NONE and slacks above −2^(FS_BITS − 3), so this can't overflow. */
DEVICE_INLINE fs_t FS_NAME(room_below)(int64_t bound, fs_t slack)
{
	return bound == FS_NONE ? FS_NONE : (fs_t)bound - slack;
}

/* The bound of the paths from a source: the given one, or that of its bucket if it is lower. */
DEVICE_INLINE int64_t FS_NAME(bound_of_source)(int64_t bound, const struct device_caps *caps,
					       int32_t source)
{
	int64_t own;

	if (!caps->bucket)
		return bound;
	own = ((const fs_t *)caps->bound)[caps->bucket[source]];
	return own < bound ? own : bound;
}

/* The bound of the children of a record. Records have sources if there are caps. */
DEVICE_INLINE int64_t FS_NAME(bound_of_record)(int64_t bound, const struct device_caps *caps,
					       const struct device_records *records, int64_t record)
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

/* Item: source. 1 if it has a path whose slack is below the bound, else 0. */
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

/* The number of children on a walk from a state. */
DEVICE_INLINE int32_t FS_NAME(children_from)(const struct device_forest *forest, int32_t v,
					     fs_t room)
{
	struct FS_NAME(visit) at = FS_NAME(visit_at)(forest->slot, forest->first[v]);
	int32_t n = 0;

	while (at.ahead < room) {
		struct FS_NAME(visit) next = FS_NAME(visit_at)(forest->slot, at.next);

		EACH_COST(forest->slot, at, room, e, cost, n += cost < room;);
		at = next;
	}
	return n;
}

/* Write the children on that walk to a table, from place `at` on; returns the place after them. */
DEVICE_INLINE int64_t FS_NAME(write_children)(const struct device_forest *forest, int32_t v,
					      fs_t room, fs_t slack, int32_t record,
					      const struct device_records *child, int64_t at)
{
	struct FS_NAME(visit) visit = FS_NAME(visit_at)(forest->slot, forest->first[v]);
	fs_t *child_slack = (fs_t *)child->slack;

	while (visit.ahead < room) {
		struct FS_NAME(visit) next = FS_NAME(visit_at)(forest->slot, visit.next);

		EACH_COST(
			forest->slot, visit, room, e, cost, if (cost < room) {
				child_slack[at] = slack + cost;
				child->parent[at] = record;
				child->arc[at] = e;
				at++;
			});
		visit = next;
	}
	return at;
}

/* Each thread's number becomes the sum of those of all threads up to it. */
DEVICE_INLINE void FS_NAME(add_up)(struct block b, int64_t *n)
{
	for (int step = 1; step < b.width; step *= 2) {
		int64_t other;

		block_barrier(b);
		other = b.thread < step ? 0 : n[b.thread - step];
		block_barrier(b);
		n[b.thread] += other;
	}
	block_barrier(b);
}

struct FS_NAME(lower_bound_shared) {
	int32_t bin[LOWER_BINS];
	int64_t n[LOWER_PARENTS];
	int32_t is_last;
};

/* Count a slack plus credit, which is below the bound, in its bin. A slack of the ranking may be
 * below the base: bin 0. */
DEVICE_INLINE void FS_NAME(count_slack)(const struct lower_bound_args *k, int32_t *bin, fs_t slack,
					int64_t credit)
{
	int64_t above = slack + credit - k->base;

	if (slack >= k->slack_min)
		atomic_add_i32(&bin[above > 0 ? above >> k->shift : 0], 1);
}

/* Count the slacks of a parent's children on the first n_steps states of its walk. */
DEVICE_INLINE void FS_NAME(count_slacks)(const struct lower_bound_args *k, int32_t *bin,
					 int64_t record)
{
	fs_t slack = ((const fs_t *)k->record.slack)[record];
	fs_t room = FS_NAME(room_below)(k->bound - k->most_credit, slack);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);
	struct FS_NAME(visit) at = FS_NAME(visit_at)(k->forest.slot, k->forest.first[v]);

	for (int step = 0; step < k->n_steps && at.ahead < room; step++) {
		struct FS_NAME(visit) next = FS_NAME(visit_at)(k->forest.slot, at.next);

		EACH_COST(
			k->forest.slot, at, room, e, cost, if (cost < room) {
				FS_NAME(count_slack)(k, bin, slack + cost, k->most_credit);
			});
		at = next;
	}
}

/* By one block: the lowest upper edge of a bin with k paths below it becomes the bound; clears the
 * bins. */
DEVICE_INLINE void FS_NAME(choose_bound)(const struct lower_bound_args *k, struct block b,
					 struct FS_NAME(lower_bound_shared) * shared)
{
	int32_t share = LOWER_BINS / b.width, first = b.thread * share, at = first;
	int64_t n = 0, all, bound = k->bound;

	for (int32_t t = first; t < first + share; t++)
		n += flow_peek_32(&k->bin[t]);
	shared->n[b.thread] = n;
	FS_NAME(add_up)(b, shared->n);
	n = shared->n[b.thread] - n; /* of those before */
	all = shared->n[b.width - 1];
	if (n < k->k && shared->n[b.thread] >= k->k) {
		while (n < k->k)
			n += flow_peek_32(&k->bin[at++]);
		n = k->base + ((int64_t)at << k->shift);
		bound = n < bound ? n : bound;
		*k->lowered = k->summary->bound = bound;
	}
	if (b.thread == 0) {
		if (all < k->k)
			*k->lowered = k->summary->bound = bound;
		k->summary->n_within = all - k->n_top;
		k->bin[LOWER_BINS] = 0;
	}
	for (int32_t t = first; t < first + share; t++)
		k->bin[t] = 0;
}

/*
 * Item: a tile of parents; after these, a tile of the ranking. The last item to finish lowers the
 * bound so that k paths are below it, of the ranking and of the children on the first steps of each
 * walk: children at or above it can't be among the k best, so they needn't be written and sorted. A
 * child counts with the largest credit there is.
 *
 * Floor: that of count_children, and 4 bytes a path of the ranking. Measured likewise, 5 levels:
 * 0.59 ms. With whole walks it is 0.89 ms, and what is written then is a fifth less, which takes
 * less time than that.
 */
BLOCK_KERNEL(lower_bound, k, i, b, shared)
{
	int64_t n_tiles = (k->n_parents + LOWER_PARENTS - 1) / LOWER_PARENTS;
	int64_t begin = i < n_tiles ? i * LOWER_PARENTS : (i - n_tiles) * LOWER_PATHS;
	int64_t end = i < n_tiles ? begin + LOWER_PARENTS : begin + LOWER_PATHS;
	int64_t n = i < n_tiles ? k->n_parents : k->n_top;

	for (int32_t t = b.thread; t < LOWER_BINS; t += b.width)
		shared->bin[t] = 0;
	block_barrier(b);
	for (int64_t j = begin + b.thread; j < end && j < n; j += b.width) {
		fs_t slack;

		if (i < n_tiles) {
			FS_NAME(count_slacks)(k, shared->bin, k->first + j);
			continue;
		}
		slack = ((const fs_t *)k->top)[j];
		if (slack < (fs_t)k->bound)
			FS_NAME(count_slack)(k, shared->bin, slack, 0);
	}
	block_barrier(b);
	for (int32_t t = b.thread; t < LOWER_BINS; t += b.width) {
		if (shared->bin[t])
			atomic_add_i32(&k->bin[t], shared->bin[t]);
	}
	block_barrier(b);
	if (block_is_last(b, &k->bin[LOWER_BINS],
			  n_tiles + (k->n_top + LOWER_PATHS - 1) / LOWER_PATHS, &shared->is_last))
		FS_NAME(choose_bound)(k, b, shared);
}

struct FS_NAME(count_children_shared) {
	int64_t n_candidates;
	int64_t n[COUNT_PARENTS];
};

/*
 * Item: tile of parents. Counts the children of each below the bound, and the deviations of all, and scans the counts.
 *
 * Floor: 16 bytes a parent and 12 scattered, and per state that the walk visits a slot of 16 bytes, with the costs of its
 * first arcs. Each step of a walk waits for the one before, and a tile for its longest: 11 levels of
 * k = 100K take 0.29 ms on an H200, although most have few parents. Measured there, k = 1M of leon2's profile, 14 levels: 0.53 ms.
 */
BLOCK_KERNEL(count_children, k, i, b, shared)
{
	int64_t given = k->lowered ? *k->lowered : k->bound;
	int32_t share = COUNT_PARENTS / b.width;
	int64_t begin = i * COUNT_PARENTS + (int64_t)b.thread * share;
	int64_t end = k->n_parents - begin < share ? k->n_parents : begin + share;
	int64_t n_candidates = 0, n = 0, before;

	if (b.thread == 0)
		shared->n_candidates = 0;
	for (int64_t p = begin; p < end; p++) {
		int64_t record = k->first + p;
		int64_t bound = FS_NAME(bound_of_record)(given, &k->caps, &k->record, record);
		fs_t room = FS_NAME(room_below)(bound, ((const fs_t *)k->record.slack)[record]);
		int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);

		n_candidates += k->forest.n_deviations[v];
		k->n_child[p] = FS_NAME(children_from)(&k->forest, v, room);
		n += k->n_child[p];
	}
	shared->n[b.thread] = n;
	FS_NAME(add_up)(b, shared->n);
	before = shared->n[b.thread] - n;
	for (int64_t p = begin; p < end && k->offset; p++) {
		k->offset[p] = before;
		before += k->n_child[p];
	}
	n_candidates = (int64_t)team_sum_u64(block_team(b), (uint64_t)n_candidates);
	if (block_team(b).lane == 0)
		atomic_add_i64(&shared->n_candidates, n_candidates);
	block_barrier(b);
	if (b.thread > 0)
		return;
	if (k->tile)
		k->tile[i] = shared->n[b.width - 1];
	if (k->n_candidates)
		atomic_add_i64(k->n_candidates, shared->n_candidates);
}

/*
 * Item: parent. Repeats the walk and writes its children, in the order of the walk, from its own
 * offset on. Floor: that of count_children and 12 bytes a child. Measured likewise: 0.76 ms; the
 * writes of neighbouring threads fall into different sectors of three arrays.
 */
KERNEL(expand_children, k, i)
{
	int64_t record = k->first + i, given = k->lowered ? *k->lowered : k->bound;
	fs_t slack = ((const fs_t *)k->record.slack)[record];
	int64_t bound = FS_NAME(bound_of_record)(given, &k->caps, &k->record, record);
	fs_t room = FS_NAME(room_below)(bound, slack);
	int32_t v = FS_NAME(head_state)(&k->graph, k->record.arc, record, k->from_sources);
	int64_t at = k->tile[i / COUNT_PARENTS] + k->offset[i];

	if (at + k->n_child[i] <= k->room)
		FS_NAME(write_children)
	(&k->forest, v, room, slack, (int32_t)record, &k->child, k->child_first + at);
}

/* Item: parent. Adds up the states and arcs that its walk visits, for the profile: sums of
 * integers, in any order. */
KERNEL(walk_lengths, k, i)
{
	const struct count_children_args *c = &k->count;
	int64_t record = c->first + i;
	int64_t given = c->lowered ? *c->lowered : c->bound;
	int64_t bound = FS_NAME(bound_of_record)(given, &c->caps, &c->record, record);
	fs_t room = FS_NAME(room_below)(bound, ((const fs_t *)c->record.slack)[record]);
	int32_t v = FS_NAME(head_state)(&c->graph, c->record.arc, record, c->from_sources);
	int64_t n_states = 0, n_arcs = 0;

	struct FS_NAME(visit) at = FS_NAME(visit_at)(c->forest.slot, c->forest.first[v]);

	while (at.ahead < room) {
		n_states++;
		EACH_COST(c->forest.slot, at, room, e, cost, n_arcs += cost >= 0;);
		at = FS_NAME(visit_at)(c->forest.slot, at.next);
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

/* Sort n pairs of a slack and a number, which differ, by both: a bitonic sort by a block, of pairs that it shares. */
DEVICE_INLINE void FS_NAME(sort_pairs)(struct block b, fs_t *slack, int32_t *number, int32_t n)
{
	int32_t size = 1;

	while (size < n)
		size *= 2;
	for (int32_t t = n + b.thread; t < size; t += b.width) {
		slack[t] = FS_NONE;
		number[t] = INT32_MAX;
	}
	block_barrier(b);
	for (int32_t run = 2; run <= size; run *= 2) {
		for (int32_t step = run / 2; step > 0; step /= 2) {
			for (int32_t t = b.thread; t < size / 2; t += b.width) {
				int32_t i = t / step * 2 * step + t % step, j = i + step;
				fs_t x = slack[i], y = slack[j];
				int32_t p = number[i], q = number[j];

				if ((x > y || (x == y && p > q)) == !(i & run)) {
					slack[i] = y;
					slack[j] = x;
					number[i] = q;
					number[j] = p;
				}
			}
			block_barrier(b);
		}
	}
}

struct FS_NAME(small_level_shared) {
	fs_t slack[SMALL_CHILDREN];
	int32_t parent[SMALL_CHILDREN], arc[SMALL_CHILDREN], order[SMALL_CHILDREN];
	int64_t n_children[SMALL_THREADS], n_candidates[SMALL_THREADS];
};

/*
 * Item: the only one, a level with few parents. Counts, scans, expands and sorts like the kernels
 * for large levels, but in shared memory and one launch, since launches and waits are the cost of
 * such a level. If there are too many children, it only counts. The floor is negligible.
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

		n += FS_NAME(children_from)(&k->forest, v, room);
		n_candidates += k->forest.n_deviations[v];
	}
	shared->n_children[b.thread] = n;
	shared->n_candidates[b.thread] = n_candidates;
	FS_NAME(add_up)(b, shared->n_children);
	FS_NAME(add_up)(b, shared->n_candidates);
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

		at = FS_NAME(write_children)(&k->forest, v, room, slack[p], p, &child, at);
	}
	block_barrier(b);
	for (int32_t t = b.thread; t < n; t += b.width)
		shared->order[t] = t;
	FS_NAME(sort_pairs)(b, shared->slack, shared->order, (int32_t)n);
	for (int32_t t = b.thread; t < n; t += b.width) {
		int32_t from = shared->order[t];

		((fs_t *)k->child.slack)[t] = shared->slack[t];
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
	int64_t n = k->n_parents;

	if (k->offset[n] > k->room)
		n = FIRST_NOT(p, n > 0, n, k->offset[p + 1] <= k->room);
	k->summary[i].n_children = k->offset[k->n_parents];
	k->summary[i].n_batch_parents = n;
	k->summary[i].n_batch_children = k->offset[n];
}

/* The tile's children don't all fit into the room, those before it do. */
DEVICE_INLINE void cut_tile(const struct place_children_args *k, int64_t tile, int64_t all)
{
	int64_t first = tile * COUNT_PARENTS, last = first + COUNT_PARENTS - 1, n;

	last = last < k->n_parents ? last : k->n_parents - 1;
	n = FIRST_NOT(p, first, last, k->tile[tile] + k->offset[p + 1] <= k->room);
	k->summary->n_batch_parents = n > 0 ? n : 1;
	k->summary->n_batch_children = n > 0                ? k->tile[tile] + k->offset[n]
				       : k->n_parents > 1 ? k->offset[1]
							  : all;
}

struct FS_NAME(place_children_shared) {
	int64_t n[COUNT_PARENTS];
};

/* Item: the one item. Scans what tiles have, to places; then as cut_batch. Floor: 24 bytes a tile. */
BLOCK_KERNEL(place_children, k, i, b, shared)
{
	int64_t n_tiles = (k->n_parents + COUNT_PARENTS - 1) / COUNT_PARENTS;
	int64_t share = (n_tiles + b.width - 1) / b.width, begin = b.thread * share;
	int64_t end = n_tiles - begin < share ? n_tiles : begin + share;
	int64_t n = 0, at, all;

	for (int64_t t = begin; t < end; t++)
		n += k->tile[t];
	shared->n[b.thread] = n;
	FS_NAME(add_up)(b, shared->n);
	all = shared->n[b.width - 1];
	at = shared->n[b.thread] - n;
	for (int64_t t = begin; t < end; t++) {
		n = k->tile[t];
		k->tile[t] = at;
		if (at <= k->room && k->room < at + n)
			cut_tile(k, t, all);
		at += n;
	}
	if (b.thread > 0)
		return;
	k->summary[i].n_children = all;
	if (all <= k->room) {
		k->summary[i].n_batch_parents = k->n_parents;
		k->summary[i].n_batch_children = all;
	}
	k->summary[i].n_candidates = *k->n_candidates;
	*k->n_candidates = 0; /* to count on from */
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_search.cu"
#endif
