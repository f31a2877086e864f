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
	struct graph_order order = {0};
	bool has_loop; /* never: they are broken */
	enum status status;

	if (timing->order)
		return STATUS_OK;
	status = graph_find_order(timing->graph, &task, &order, &has_loop);
	if (status != STATUS_OK) {
		graph_order_release(&order);
		return status;
	}
	free(timing->out_row);
	free(timing->out_arc);
	timing->out_row = order.row;
	timing->out_arc = order.arc;
	timing->order = order.vertex;
	timing->n_levels = order.n_levels;
	timing->level_row = order.level_row;
	return STATUS_OK;
}

/* ---- arcs by place ---- */

/* The possible ones of a vertex are counted, or listed from one place on. */
static int32_t list_arcs(const struct timing_graph *timing, int32_t vertex, const int32_t *place_of,
			 int32_t at)
{
	int32_t n = 0;

	for (int32_t j = timing->out_row[vertex]; j < timing->out_row[vertex + 1]; j++) {
		int32_t arc = timing->out_arc[j];

		if (arc >= timing->n_possible)
			continue;
		if (place_of) {
			timing->place_arc[at + n] = arc;
			timing->place_head[at + n] = place_of[timing->graph->arc_to[arc]];
		}
		n++;
	}
	return n;
}

static void list_places(struct timing_graph *timing, int32_t *place_of, int64_t *first, int parts)
{
	int64_t n = timing->graph->n_vertices;
	const struct far_arcs far = {timing->order,          timing->out_row,
				     timing->out_arc,        timing->graph->arc_to,
				     (const char *)place_of, sizeof *place_of};

	OVER_PARTS(p, parts)
	{
		OVER_PART(i, n, parts, p)
		{
			place_of[timing->order[i]] = (int32_t)i;
			first[p] += list_arcs(timing, timing->order[i], NULL, 0);
		}
	}
	timing->place_row[n] = (int32_t)parts_place(first, parts, 0);
	OVER_PARTS(p, parts)
	{
		int32_t at = (int32_t)first[p];

		OVER_PART(i, n, parts, p)
		{
			ask_for_far_arcs(&far, i, n);
			timing->place_row[i] = at;
			at += list_arcs(timing, timing->order[i], place_of, at);
		}
	}
}

enum status timing_graph_need_places(struct timing_graph *timing)
{
	int64_t n = timing->graph->n_vertices, *first = NULL;
	int32_t *place_of = NULL;
	int parts = far_parts_of(n);
	enum status status;

	TRY(timing_graph_need_order(timing));
	if (timing->place_row)
		return STATUS_OK;
	free(timing->place_arc);
	free(timing->place_head);
	timing->place_arc = timing->place_head = NULL;
	status = ALLOC_UNSET(&place_of, n);
	if (status == STATUS_OK)
		status = ALLOC(&first, parts);
	if (status == STATUS_OK)
		status = ALLOC_UNSET(&timing->place_arc, timing->n_possible);
	if (status == STATUS_OK)
		status = ALLOC_UNSET(&timing->place_head, timing->n_possible);
	if (status == STATUS_OK)
		status = ALLOC_UNSET(&timing->place_row, n + 1);
	if (status == STATUS_OK)
		list_places(timing, place_of, first, parts);
	free(place_of);
	free(first);
	return status;
}
