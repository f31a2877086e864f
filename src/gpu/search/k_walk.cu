/*
 * The walk of one thread of a level's kernels, for the screen to explain: its states along the
 * suffix forest and the arcs that it visits ([CPG-J], IV-C and IV-D).
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/list_args.h"

/*
 * Item: the only one. Walks from a state to the end of its suffix, counts the deviations, writes
 * the first n_arcs of them (with `all` of all arcs), and after these the wanted one. Costs are
 * computed from the distances, which all methods have.
 *
 * Floor: none that matters; a walk of one thread, some hundred states.
 */
KERNEL(walk_suffix, k, i)
{
	const int32_t *__restrict__ row = k->graph.row;
	const int32_t *__restrict__ to = k->graph.to;
	const fs_t *__restrict__ weight = (const fs_t *)k->graph.weight;
	const fs_t *__restrict__ dist = (const fs_t *)k->dist;
	struct walk_summary s = {dist[k->state], 0, 0, 0, -1, 0};
	int32_t v = k->state;

	while (v >= 0 && s.n_states < k->max_states) {
		int32_t follow = k->forest[v];

		for (int32_t e = row[v]; e < row[v + 1]; e++) {
			struct walk_arc a = {0,     weight[e],  0,           e, v,
					     to[e], s.n_states, e == follow, -1};
			fs_t d = dist[a.head];

			if (d == FS_NONE || weight[e] == FS_NONE || (a.in_forest && !k->all))
				continue;
			a.dist = d;
			a.delta = (int64_t)d + weight[e] - dist[v];
			if (!a.in_forest && (k->room == FS_NONE || a.delta < k->room))
				a.place = s.n_below++;
			if (e == k->wanted) {
				s.wanted = a.place;
				k->arc[k->n_arcs] = a;
			}
			if (s.n_listed < k->n_arcs)
				k->arc[s.n_listed++] = a;
			s.n_deviations += !a.in_forest;
		}
		s.n_states++;
		v = follow < 0 ? -1 : to[follow];
	}
	k->summary[i] = s;
}

#if FS_BITS == 32

/* Item: rank. Writes it if the record is the wanted one: at most one item does. */
KERNEL(find_record, k, i)
{
	if (k->ranking_record[i] == k->record)
		*k->rank = (int32_t)i;
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_walk.cu"
#endif
