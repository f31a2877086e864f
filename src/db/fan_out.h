/* The fan-out of a timing graph that was read and not built (store/), or that has its states: made when first
 * asked for. */
#ifndef DB_FAN_OUT_H
#define DB_FAN_OUT_H

#include "db/timing_graph.h"

/* Make out_row and out_arc if they aren't there. On the thread that owns the graph. STATUS_NO_MEMORY. */
enum status timing_graph_need_fan_out(struct timing_graph *timing);

/* The same with `order` and `level_row`, for what sweeps over the whole graph once more. */
enum status timing_graph_need_order(struct timing_graph *timing);
/* The same with `place_row` and what comes with it. */
enum status timing_graph_need_places(struct timing_graph *timing);

#endif
