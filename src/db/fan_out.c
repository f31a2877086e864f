#include "db/fan_out.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "base/task.h"
#include "db/far_arcs.h"
#include "db/loops.h"

enum status timing_graph_need_fan_out(struct timing_graph *timing)
{
	if (timing->out_arc)
		return STATUS_OK;
	free(timing->out_row);
	return graph_fan_out(timing->graph, &timing->out_row, &timing->out_arc);
}

enum status timing_graph_need_order(struct timing_graph *timing)
{
	struct task task = TASK_INIT; /* an edit shows no progress */
	RELEASED_BY(graph_order_release) struct graph_order order = {0};
	bool has_loop; /* never: they are broken */

	if (timing->order)
		return timing_graph_need_fan_out(timing);
	TRY(graph_find_order(timing->graph, &task, &order, &has_loop));
	FREE_ALL(timing->out_row, timing->out_arc);
	timing->n_levels = order.n_levels;
	HAND_OVER(&timing->out_row, order.row);
	HAND_OVER(&timing->out_arc, order.arc);
	HAND_OVER(&timing->order, order.vertex);
	HAND_OVER(&timing->level_row, order.level_row);
	return STATUS_OK;
}

/* ---- arcs by place ---- */

/* The vertices of the first levels are in the order of memory, and take a thread a fraction of the time of others: each has some
 * of all. */
enum { PARTS_OF_THREAD = 8 };

/* What is listed, and where. */
struct places {
	struct timing_graph *timing;
	uint8_t *launches; /* owned: arcs that launch leave each vertex */
	int64_t *first;    /* owned: of each part */
};

static void mark_launches(const struct places *p)
{
	const struct timing_graph *timing = p->timing;

	OVER_ITEMS(a, timing->n_possible)
	{
		if (arc_launches(timing, (int32_t)a))
			__atomic_store_n(&p->launches[timing->graph->arc_from[a]], 1,
					 __ATOMIC_RELAXED);
	}
}

static int32_t count_arcs(const struct timing_graph *timing, int32_t vertex)
{
	int32_t n = 0;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++)
		n += timing->out_arc[j] < timing->n_possible;
	return n;
}

/* The possible ones of a vertex, from one place on; where they end. */
static int32_t list_arcs(const struct places *p, int32_t vertex, int32_t at)
{
	struct timing_graph *timing = p->timing;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j];

		if (arc >= timing->n_possible)
			continue;
		timing->place_arc[at] =
			p->launches[vertex] && arc_launches(timing, arc) ? ~arc : arc;
		timing->place_head[at++] = timing->place_of[timing->graph->arc_to[arc]];
	}
	return at;
}

static void list_places(const struct places *places, int parts)
{
	struct timing_graph *timing = places->timing;
	int64_t n = timing->graph->n_vertices;
	const struct far_arcs far = {timing->order,
				     timing->out_row,
				     timing->out_arc,
				     timing->graph->arc_to,
				     (const char *)timing->place_of,
				     sizeof *timing->place_of};

	mark_launches(places);
	OVER_PARTS(p, parts)
	{
		OVER_PART(i, n, parts, p)
		{
			timing->place_of[timing->order[i]] = (int32_t)i;
			places->first[p] += count_arcs(timing, timing->order[i]);
		}
	}
	timing->place_row[n] = (int32_t)parts_place(places->first, parts, 0);
	OVER_PARTS(p, parts)
	{
		int32_t at = (int32_t)places->first[p];

		OVER_PART(i, n, parts, p)
		{
			ask_for_far_arcs(&far, i, n);
			timing->place_row[i] = at;
			timing->place_launches[i] = places->launches[timing->order[i]];
			at = list_arcs(places, timing->order[i], at);
		}
	}
}

static enum status alloc_places(struct places *places, int parts)
{
	struct timing_graph *timing = places->timing;
	int64_t n = timing->graph->n_vertices;

	TRY(ALLOC(&places->launches, n));
	TRY(ALLOC(&places->first, parts));
	TRY(ALLOC_UNSET(&timing->place_arc, timing->n_possible));
	TRY(ALLOC_UNSET(&timing->place_head, timing->n_possible));
	TRY(ALLOC_UNSET(&timing->place_of, n));
	TRY(ALLOC_UNSET(&timing->place_launches, n));
	return ALLOC_UNSET(&timing->place_row, n + 1);
}

static FREES(places_release, struct places, x->launches, x->first);

enum status timing_graph_need_places(struct timing_graph *timing)
{
	RELEASED_BY(places_release) struct places places = {.timing = timing};
	int parts = far_parts_of(timing->graph->n_vertices);

	parts = parts > 1 ? PARTS_OF_THREAD * parts : 1;
	TRY(timing_graph_need_order(timing));
	if (timing->place_row)
		return STATUS_OK;
	FREE_ALL(timing->place_arc, timing->place_head, timing->place_of, timing->place_launches);
	timing->place_arc = timing->place_head = timing->place_of = NULL;
	timing->place_launches = NULL;
	TRY(alloc_places(&places, parts));
	list_places(&places, parts);
	timing->n_placed++;
	return STATUS_OK;
}
