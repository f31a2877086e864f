#include "db/fan_out.h"

#include <stdlib.h>

enum status timing_graph_need_fan_out(struct timing_graph *timing)
{
	if (timing->out_arc)
		return STATUS_OK;
	free(timing->out_row);
	return graph_fan_out(timing->graph, &timing->out_row, &timing->out_arc);
}
