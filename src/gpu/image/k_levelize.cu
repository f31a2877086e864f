/*
 * From an arc list in the order of the host to a graph whose states are numbered by level: rows of
 * sorted arcs, levels by peeling, renumbering.
 *
 * A level is the longest distance to the end of the graph: what [CPG-J] (section V-A) calls the
 * rank. The paper raises ranks by atomicMax until nothing changes; peeling visits each arc once.
 */
#include "gpu/image/device_graph.h"
#include "gpu/image/graph_args.h"
#include "gpu/kernel/kernel.h"

/* Item: row. The inverse of row_bounds. Floor: 4 bytes written an entry. */
KERNEL(row_tails, k, r)
{
	for (int32_t e = k->row[r]; e < k->row[r + 1]; e++)
		k->tail[e] = (int32_t)r;
}

/* What a processor's thread adds to a frontier, many at once: one by one, two threads took three times as long as one, as each
 * waited for the counter. Threads of a GPU have none. */
enum { FOUND_AT_ONCE = 256 };

struct found {
	int32_t n, state[FOUND_AT_ONCE];
};

DEVICE_INLINE void hand_on(struct found *found, int32_t *frontier, int32_t *n_frontier)
{
	int32_t at = found->n ? atomic_add_i32(n_frontier, found->n) : 0;

	for (int32_t i = 0; i < found->n; i++)
		frontier[at + i] = found->state[i];
	found->n = 0;
}

DEVICE_INLINE void find_state(struct found *found, int32_t state, int32_t *frontier,
			      int32_t *n_frontier)
{
	if (!found) {
		frontier[atomic_add_i32(n_frontier, 1)] = state;
		return;
	}
	found->state[found->n++] = state;
	if (found->n == FOUND_AT_ONCE)
		hand_on(found, frontier, n_frontier);
}

DEVICE_INLINE void start_state(const struct levelize_start_args *k, int64_t v, struct found *found)
{
	int32_t degree = k->out_row[v + 1] - k->out_row[v];

	k->remaining[v] = degree;
	k->level[v] = 0;
	if (degree == 0)
		find_state(found, (int32_t)v, k->frontier, k->n_frontier);
}

/* Item: state. The ones without fan-out are level 0 and go to the frontier. */
#ifdef __CUDACC__
KERNEL(levelize_start, k, v)
{
	start_state(k, v, NULL);
}
#else
RANGE_KERNEL(levelize_start, k, begin, end)
{
	struct found found;

	found.n = 0;
	for (int64_t v = begin; v < end; v++)
		start_state(k, v, &found);
	hand_on(&found, k->frontier, k->n_frontier);
}
#endif

#ifndef __CUDACC__
/* A processor goes through a frontier one after another; it asks for what the next items gather, step by step. */
DEVICE_INLINE void ask_for_tails(const struct levelize_step_args *k, int64_t i)
{
	int32_t near;

	if (i + 2 * SOON >= *k->n_frontier)
		return;
	ask_for(&k->in_row[k->frontier[i + 2 * SOON]]);
	ask_for(&k->in_from[k->in_row[k->frontier[i + SOON]]]);
	near = k->in_row[k->frontier[i]];
	for (int32_t j = near; j < k->in_row[k->frontier[i] + 1] && j < near + SOON; j++)
		ask_for(&k->remaining[k->in_from[j]]);
}
#endif

/* The fan-in arcs of a state. */
DEVICE_INLINE void take_arcs(const struct levelize_step_args *k, int32_t v, struct found *found)
{
	const int32_t *__restrict__ in_row = k->in_row;
	const int32_t *__restrict__ in_from = k->in_from;

	for (int32_t j = in_row[v]; j < in_row[v + 1]; j++) {
		int32_t u = in_from[j];

		if (atomic_add_i32(&k->remaining[u], -1) != 1)
			continue;
		k->level[u] = k->next_level;
		find_state(found, u, k->next, k->n_next);
	}
}

/*
 * Item: each n_items'th state of the frontier. Takes its fan-in arcs away; the one that takes a
 * state's last arc gives that state its level. Which one that is depends on the run, the level
 * doesn't: it is one above the highest head. Sorting by (level, id) afterwards makes the numbering
 * repeatable.
 */
#ifdef __CUDACC__
KERNEL(levelize_step, k, item)
{
	for (int64_t i = item; i < *k->n_frontier; i += k->n_items)
		take_arcs(k, k->frontier[i], NULL);
}
#else
RANGE_KERNEL(levelize_step, k, begin, end)
{
	struct found found;

	found.n = 0;
	for (; begin < *k->n_frontier; begin += k->n_items, end += k->n_items) {
		for (int64_t i = begin; i < end && i < *k->n_frontier; i++) {
			ask_for_tails(k, i + SOON);
			take_arcs(k, k->frontier[i], &found);
		}
	}
	hand_on(&found, k->next, k->n_next);
}
#endif

/* Item: state. Within a level the large ones come first. */
KERNEL(level_keys, k, v)
{
	k->key[v] = 2 * k->level[v] + (k->out_row[v + 1] - k->out_row[v] <= LARGE_FAN_OUT);
}

/*
 * Item: state of an image. Keys as of level_keys for the vertices of the graph with each arc the other way, whose levels
 * are those of the image from the last one on: an arc leads to a lower level there, too. Arcs to its sinks don't make a
 * state large. Floor: 12 bytes and a search of the levels a state, 4 scattered.
 */
KERNEL(turned_keys, k, i)
{
	int32_t vertex = k->vertex[i], first = 0, end = k->n_levels;

	if (vertex >= k->n_vertices)
		return;
	while (end - first > 1) {
		int32_t middle = first + (end - first) / 2;

		if (k->level_row[middle] <= i)
			first = middle;
		else
			end = middle;
	}
	k->key[vertex] = 2 * (k->least + k->n_levels - 1 - first) + (k->in_row[i + 1] - k->in_row[i] <= LARGE_FAN_OUT);
}

KERNEL(invert_order, k, i)
{
	k->place[k->order[i]] = (int32_t)i;
}

KERNEL(relabel_arcs, k, a)
{
	k->from[a] = k->place[k->from[a]];
	k->to[a] = k->place[k->to[a]];
}

/* Item: state. The arcs of the graph that an image was made of, in its order, without a copy of the host's. Floor: 8 bytes
 * read an arc, 4 gathered and 8 scattered; for 11M arcs 1.1 GB of sectors, 0.3 ms on an H200. Measured: 0.5. */
KERNEL(restore_arcs, k, i)
{
	int32_t vertex = k->vertex[i];

	for (int32_t e = k->row[i]; e < k->row[i + 1]; e++) {
		int32_t arc = k->arc[e];

		if (arc >= k->n_arcs)
			continue;
		k->from_out[arc] = vertex;
		k->to_out[arc] = k->vertex[k->to[e]];
	}
}
