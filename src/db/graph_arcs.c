#include "db/graph_arcs.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"

static struct graph *owner_of(struct graph *graph)
{
	return graph->arcs_of ? graph->arcs_of : graph;
}

/* With the same vertices, and tails and heads of arcs. */
static enum status share_ends(struct graph *graph, struct graph **out)
{
	struct graph *shared;

	TRY(graph_new(graph->name, &shared));
	shared->objective = graph->objective;
	shared->early = graph->early;
	shared->n_vertices = graph->n_vertices;
	shared->n_tiles = graph->n_tiles;
	shared->netlist = netlist_ref(graph->netlist);
	shared->arcs_of = graph_ref(owner_of(graph));
	shared->n_arcs = graph->n_arcs;
	shared->arc_from = graph->arc_from;
	shared->arc_to = graph->arc_to;
	shared->n_broken = graph->n_broken;
	shared->largest_sum = graph->largest_sum;
	*out = shared;
	return STATUS_OK;
}

enum status graph_share_arcs(struct graph *graph, struct graph **out)
{
	TRY(share_ends(graph, out));
	(*out)->arc_type = graph->arc_type;
	return STATUS_OK;
}

enum status graph_extend(struct graph *graph, int32_t n_arcs, struct graph **out)
{
	struct graph *owner = owner_of(graph), *more;
	bool free_to = false;

	TRY(share_ends(graph, &more));
	more->extends = true;
	more->n_arcs = n_arcs;
	more->arc_capacity = more->arc_to_capacity = n_arcs;
	/* else they are copied before one is added */
	more->appends = n_arcs == owner->n_arcs &&
			atomic_compare_exchange_strong(&owner->is_appended, &free_to, true);
	if (more->appends) {
		more->arc_capacity = max_i64(owner->arc_capacity, n_arcs);
		more->arc_to_capacity = max_i64(owner->arc_to_capacity, n_arcs);
	}
	*out = more;
	return STATUS_OK;
}

void graph_leave_arcs(struct graph *graph)
{
	if (graph->appends)
		atomic_store(&graph->arcs_of->is_appended, false);
	graph->appends = false;
	graph_unref(graph->arcs_of);
	graph->arcs_of = NULL;
}

int64_t graph_with_room(int64_t n)
{
	enum { ROOM = 1000, ROOM_PART = 16 };

	return n + n / ROOM_PART + ROOM;
}

enum status graph_own_arcs(struct graph *graph)
{
	int32_t *from = NULL, *to = NULL;
	int64_t capacity = 0, to_capacity = 0;

	TRY(GROW(&from, &capacity, graph_with_room(graph->n_arcs)));
	if (GROW(&to, &to_capacity, graph_with_room(graph->n_arcs)) != STATUS_OK) {
		free(from);
		return STATUS_NO_MEMORY;
	}
	OVER_ITEMS(a, graph->n_arcs)
	{
		from[a] = graph->arc_from[a];
		to[a] = graph->arc_to[a];
	}
	graph_leave_arcs(graph);
	graph->extends = false;
	graph->arc_from = from;
	graph->arc_to = to;
	graph->arc_capacity = capacity;
	graph->arc_to_capacity = to_capacity;
	return STATUS_OK;
}
