#include "db/fan_out.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/task.h"
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
