/*
 * Walks from where clocks begin: what one vertex leads to is found by threads, round after round, so a walk takes as long
 * as what is walked, which is little of most designs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/far_arcs.h"
#include "db/state/state_impl.h"

enum status state_walk_begin(struct state_walk *walk)
{
	walk->n_parts = host_threads();
	return ALLOC(&walk->found, walk->n_parts);
}

void state_walk_release(struct state_walk *walk)
{
	for (int p = 0; walk->found && p < walk->n_parts; p++)
		free(walk->found[p].vertex);
	free(walk->found);
	free(walk->vertex);
	free(walk->row);
}

enum status state_walk_add(struct state_walk *walk, int32_t vertex)
{
	TRY(APPEND(walk->vertex, walk->n, &walk->capacity, vertex));
	return STATUS_OK;
}

void walk_note_vertex(struct walk_found *found, int32_t vertex)
{
	if (GROW(&found->vertex, &found->capacity, (int64_t)found->n + 1) != STATUS_OK)
		found->lacks_memory = true;
	else
		found->vertex[found->n++] = vertex;
}

static enum status gather_found(struct state_walk *walk, int parts)
{
	int64_t n = walk->n;

	for (int p = 0; p < parts; p++) {
		if (walk->found[p].lacks_memory)
			return status_fail(STATUS_NO_MEMORY, "out of memory");
		n += walk->found[p].n;
	}
	TRY(GROW(&walk->vertex, &walk->capacity, n));
	for (int p = 0; p < parts; p++) {
		struct walk_found *found = &walk->found[p];

		if (found->n)
			memcpy(walk->vertex + walk->n, found->vertex,
			       (size_t)found->n * sizeof *found->vertex);
		walk->n += found->n;
		found->n = 0;
	}
	return STATUS_OK;
}

enum status state_walk_round(struct state_walk *walk, const struct timing_graph *timing,
			     state_walk_fn *step, void *context, bool alone)
{
	int32_t begin = walk->done, n = walk->n - begin;
	const struct far_arcs far = {walk->vertex + begin,  timing->out_row, timing->out_arc,
				     timing->graph->arc_to, walk->head,      walk->head_size};
	int parts = alone ? 1 : parts_of(n);

	TRY(GROW(&walk->row, &walk->row_capacity, (int64_t)walk->n_rounds + 2));
	walk->row[walk->n_rounds] = begin;
	walk->row[++walk->n_rounds] = walk->n;
	OVER_PARTS(p, parts)
	{
		struct walk_found own = walk->found[p]; /* those of threads share lines of memory */

		OVER_PART(i, n, parts, p)
		{
			ask_for_far_arcs(&far, i, n);
			step(context, far.vertex[i], &own);
		}
		walk->found[p] = own;
	}
	walk->done = walk->n;
	return gather_found(walk, parts);
}
