#include "db/fan_out.h"

enum status timing_graph_need_fan_out(struct timing_graph *timing)
{
	if (timing->out_row)
		return STATUS_OK;
	return graph_fan_out(timing->graph, &timing->out_row, &timing->out_arc);
}
