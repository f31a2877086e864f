/*
 * Breadth-first search and its kin, by frontiers and as products ([SpMV], section 5). What is found (distances, levels, numbers of
 * paths) is the same in any order of threads; the order of a frontier isn't, and it isn't visible.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/spmv/bfs_args.h"

/* ---- frontiers ---- */

/*
 * A frontier is the heads of the arcs out of its vertices, so that an item is one arc, however many arcs a vertex has. What a level takes is a
 * chain of waits: for the count, a head, its distance, a place, the barrier. While a thread waits for the distance it asks for the arcs out of
 * the head too.
 */

enum {
	HEADS_AHEAD = 4, /* of the arcs out of a head, asked for before it is known whether they are wanted */
	HEADS_LARGE = 16, /* heads from which a vertex claims its places alone and its warp copies them */
};

struct frontier_arcs {
	int32_t begin, n, head[HEADS_AHEAD];
};

/* The arcs out of a vertex. */
DEVICE_INLINE struct frontier_arcs frontier_look(const struct lab_graph *graph, int32_t v)
{
	const int32_t *__restrict__ out_to = graph->out_to;
	struct frontier_arcs arcs;

	arcs.begin = graph->out_row[v];
	arcs.n = graph->out_row[v + 1] - arcs.begin;
	UNROLL(HEADS_AHEAD)
	for (int u = 0; u < HEADS_AHEAD; u++)
		arcs.head[u] = u < arcs.n ? out_to[arcs.begin + u] : 0;
	return arcs;
}

#ifdef __CUDACC__

/* Places for n things of each thread that is here; up to HEADS_LARGE − 1 together with the others of the warp: by the bits of n. */
DEVICE_INLINE int32_t frontier_places(int32_t *count, int32_t n, unsigned here)
{
	unsigned lane = threadIdx.x % CUDA_WARP, below = (1u << lane) - 1;
	int leader = __ffs((int)here) - 1;
	int32_t place = 0, total = 0, first = 0, small = n < HEADS_LARGE ? n : 0;

	UNROLL(4)
	for (int bit = 0; bit < 4; bit++) {
		unsigned having = __ballot_sync(here, small >> bit & 1);

		place += __popc(having & below) << bit;
		total += __popc(having) << bit;
	}
	if ((int)lane == leader && total)
		first = atomicAdd(count, total);
	place += __shfl_sync(here, first, leader);
	return n < HEADS_LARGE ? place : atomicAdd(count, n);
}

/* The arcs of the threads that are here and take theirs go to the queue. */
DEVICE_INLINE void frontier_push(const struct lab_graph *graph, const struct frontier_arcs *arcs, bool takes, int32_t *queue, int32_t *count)
{
	const int32_t *__restrict__ out_to = graph->out_to;
	unsigned here = __activemask(), lane = threadIdx.x % CUDA_WARP;
	int32_t n = takes ? arcs->n : 0, place = frontier_places(count, n, here);
	unsigned large = __ballot_sync(here, n >= HEADS_LARGE);

	UNROLL(HEADS_AHEAD)
	for (int u = 0; u < HEADS_AHEAD; u++) {
		if (u < n)
			queue[place + u] = arcs->head[u];
	}
	if (n < HEADS_LARGE) {
		for (int32_t u = HEADS_AHEAD; u < n; u++)
			queue[place + u] = out_to[arcs->begin + u];
	}
	for (; large; large &= large - 1) {
		int of = __ffs((int)large) - 1, width = __popc(here);
		int32_t begin = __shfl_sync(here, arcs->begin, of), to = __shfl_sync(here, place, of), all = __shfl_sync(here, n, of);

		UNROLL(4)
		for (int32_t u = HEADS_AHEAD + __popc(here & ((1u << lane) - 1)); u < all; u += width)
			queue[to + u] = out_to[begin + u];
	}
}

#else

DEVICE_INLINE void frontier_push(const struct lab_graph *graph, const struct frontier_arcs *arcs, bool takes, int32_t *queue, int32_t *count)
{
	int32_t place;

	if (!takes || arcs->n == 0)
		return;
	place = __atomic_fetch_add(count, arcs->n, __ATOMIC_RELAXED);
	for (int32_t u = 0; u < arcs->n; u++)
		queue[place + u] = u < HEADS_AHEAD ? arcs->head[u] : graph->out_to[arcs->begin + u];
}

#endif

/* Item: vertex, or source. Floor: 4 bytes a vertex. */
KERNEL(bfs_begin, k, i)
{
	int32_t v = k->marks && k->source ? k->source[i] : (int32_t)i;
	struct frontier_arcs arcs;
	bool takes;

	if (!k->marks) {
		k->dist[v] = -1;
		return;
	}
	takes = k->source || k->graph.in_row[v + 1] == k->graph.in_row[v];
	/* a source may be in the list twice */
	takes = takes && atomic_swap_i32(&k->dist[v], -1, 0) < 0;
	arcs = frontier_look(&k->graph, v);
	frontier_push(&k->graph, &arcs, takes, k->queue, &k->count[0]);
}

/* Is this arc, of phase `phase`, the one that its head is reached by? */
DEVICE_INLINE bool frontier_takes(const struct lab_frontier *f, int64_t phase, int32_t head)
{
	if (!f->remaining)
		return atomic_swap_i32(&f->dist[head], -1, (int32_t)phase + 1) < 0;
	if (atomic_add_i32(&f->remaining[head], -1) != 1)
		return false;
	f->dist[head] = (int32_t)phase + 1;
	return true;
}

DEVICE_INLINE void frontier_begin_phase(const struct lab_frontier *f, int64_t *phase_at, int64_t phase, int64_t i)
{
	if (i != 0)
		return;
	phase_at[2] = phase + 1;
	f->count[(phase + 2) % LAB_PHASES] = 0;
}

/* By a choice, as an index would have each thread keep a copy of the arguments. */
#define OF_PHASE(pair, phase) ((phase) % 2 ? (pair)[1] : (pair)[0])

/* An arc of the frontier. */
DEVICE_INLINE void frontier_item(const struct lab_frontier *f, int64_t phase, int64_t i)
{
	int32_t head = OF_PHASE(f->queue, phase)[i];
	bool takes = frontier_takes(f, phase, head);
	struct frontier_arcs arcs;

#ifndef __CUDACC__
	if (!takes)
		return;
#endif
	arcs = frontier_look(&f->graph, head);
	frontier_push(&f->graph, &arcs, takes, OF_PHASE(f->queue, phase + 1), &f->count[(phase + 1) % LAB_PHASES]);
}

/* Does a vertex that isn't reached yet look for one that is? Else the arcs of the frontier tell their heads. */
DEVICE_INLINE bool bfs_is_bottom_up(const struct bfs_frontier_args *k, int64_t phase)
{
	if (k->direction != BFS_SWITCHING)
		return k->direction == BFS_BOTTOM_UP;
	return (int64_t)k->frontier.count[phase % LAB_PHASES] * BFS_SWITCH > k->frontier.graph.n_arcs;
}

DEVICE_INLINE int64_t bfs_frontier_items_32(const struct bfs_frontier_args *k, int64_t phase)
{
	int64_t n = k->frontier.count[phase % LAB_PHASES];

	return n && bfs_is_bottom_up(k, phase) ? k->frontier.graph.n : n;
}

/* Is a vertex that arcs lead from to this one at distance `phase`? */
DEVICE_INLINE bool bfs_finds(const struct lab_frontier *f, int64_t phase, int32_t v)
{
	for (int32_t e = f->graph.in_row[v]; e < f->graph.in_row[v + 1]; e++) {
		if (f->dist[f->graph.in_from[e]] == phase)
			return true;
	}
	return false;
}

/* Item: arc of the frontier, or any vertex. Vertices at distance `phase` are complete; others may get theirs meanwhile, which is another
 * number. Floor: of top-down 12 bytes a vertex and 12 an arc, 12 gathered an arc; four trips to memory and a barrier for each level. */
LOOP_KERNEL(bfs_frontier, k, phase, i)
{
	const struct lab_frontier *f = &k->frontier;
	struct frontier_arcs arcs;

	frontier_begin_phase(f, k->phase_at, phase, i);
	if (!bfs_is_bottom_up(k, phase)) {
		frontier_item(f, phase, i);
		return;
	}
	if (f->dist[i] >= 0 || !bfs_finds(f, phase, (int32_t)i))
		return;
	f->dist[i] = (int32_t)phase + 1;
	arcs = frontier_look(&f->graph, (int32_t)i);
	frontier_push(&f->graph, &arcs, true, OF_PHASE(f->queue, phase + 1), &f->count[(phase + 1) % LAB_PHASES]);
}

/* ---- products, as printed ---- */

/* Item: vertex. What has a path of `step` arcs has been visited. Floor: 5 bytes a vertex. */
KERNEL(bfs_visited, k, i)
{
	if (k->y[i] > LAB_FAR)
		atomic_min_32(k->overflow, k->step);
	if (k->y[i] != 0 && !k->visited[i]) {
		k->visited[i] = 1;
		k->dist[i] = k->step;
	}
}

/* Item: BFS_ALL_ITEMS vertices, by a warp. The logical and of all. All threads that find one that isn't visited write the same. Floor: a byte a
 * vertex. */
TEAM_KERNEL(bfs_all, k, i, t)
{
	int32_t begin = (int32_t)i * BFS_ALL_ITEMS;
	int32_t end = k->n - begin < BFS_ALL_ITEMS ? k->n : begin + BFS_ALL_ITEMS;
	int32_t missing = 0;

	for (int32_t v = begin + t.lane; v < end; v += t.width)
		missing += !k->visited[v];
	missing = team_sum(t, missing);
	if (t.lane == 0 && missing)
		*k->all = 0;
}

/* ---- products, repaired ---- */

DEVICE_INLINE uint64_t saturated_sum(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

DEVICE_INLINE int64_t bfs_product_items_32(const struct bfs_product_args *k, int64_t phase)
{
	return k->count[phase % LAB_PHASES] ? k->graph.n : 0;
}

/* Item: vertex. y = Aᵀx with whole numbers; it ends when no path has that length, which without cycles is soon. Floor: 28 bytes a vertex
 * and 4 an arc, 8 gathered an arc; a barrier for each length. */
LOOP_KERNEL(bfs_product, k, phase, i)
{
	const uint64_t *x = OF_PHASE(k->x, phase);
	uint64_t sum = 0;

	if (i == 0) {
		k->phase_at[2] = phase + 1;
		k->count[(phase + 2) % LAB_PHASES] = 0;
	}
	for (int32_t e = k->graph.in_row[i]; e < k->graph.in_row[i + 1]; e++)
		sum = saturated_sum(sum, x[k->graph.in_from[e]]);
	OF_PHASE(k->x, phase + 1)[i] = sum;
	if (sum == 0)
		return;
	k->paths[i] = saturated_sum(k->paths[i], sum);
	if (k->dist[i] < 0)
		k->dist[i] = (int32_t)phase + 1;
	k->count[(phase + 1) % LAB_PHASES] = 1;
}

/* ---- levels ---- */

DEVICE_INLINE int64_t level_frontier_items_32(const struct level_frontier_args *k, int64_t phase)
{
	return k->frontier.count[phase % LAB_PHASES];
}

/* Item: arc out of a vertex whose level is `phase`. A head whose last arc this is goes to the next. Floor: 12 bytes a vertex and 12 an arc, 12
 * gathered an arc. */
LOOP_KERNEL(level_frontier, k, phase, i)
{
	frontier_begin_phase(&k->frontier, k->phase_at, phase, i);
	frontier_item(&k->frontier, phase, i);
}

DEVICE_INLINE int64_t level_product_items_32(const struct level_product_args *k, int64_t phase)
{
	return k->count[phase % LAB_PHASES] ? k->graph.n : 0;
}

/* Item: vertex. A product over (max, +) with all weights 1. Floor: 12 bytes a vertex and 4 an arc, 4 gathered an arc, each phase. */
LOOP_KERNEL(level_product, k, phase, i)
{
	const int32_t *before = OF_PHASE(k->level, phase);
	int32_t level = 0;

	if (i == 0) {
		k->phase_at[2] = phase + 1;
		k->count[(phase + 2) % LAB_PHASES] = 0;
	}
	for (int32_t e = k->graph.in_row[i]; e < k->graph.in_row[i + 1]; e++) {
		int32_t at = before[k->graph.in_from[e]] + 1;

		level = at > level ? at : level;
	}
	OF_PHASE(k->level, phase + 1)[i] = level;
	if (level != before[i])
		k->count[(phase + 1) % LAB_PHASES] = 1;
}

/* ---- shortest paths ---- */

DEVICE_INLINE int64_t shortest_product_items_32(const struct shortest_product_args *k, int64_t phase)
{
	return k->count[phase % LAB_PHASES] ? k->graph.n : 0;
}

/* Item: vertex. A product over (min, +), as Garland's (DAC 2008): the length of a path is summed from its source on, so it is the same in any
 * order. Floor: 12 bytes a vertex and 8 an arc, 4 gathered an arc, each phase. */
LOOP_KERNEL(shortest_product, k, phase, i)
{
	const float *before = OF_PHASE(k->length, phase);
	float least = before[i];

	if (i == 0) {
		k->phase_at[2] = phase + 1;
		k->count[(phase + 2) % LAB_PHASES] = 0;
	}
	for (int32_t e = k->graph.in_row[i]; e < k->graph.in_row[i + 1]; e++) {
		float at = before[k->graph.in_from[e]] + k->graph.in_weight[e];

		least = at < least ? at : least;
	}
	OF_PHASE(k->length, phase + 1)[i] = least;
	if (least < before[i])
		k->count[(phase + 1) % LAB_PHASES] = 1;
}
