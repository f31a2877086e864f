/* The fan-out of a timing graph that was read from a snapshot (store/) or has its states already:
 * made on first use. */
#ifndef DB_FAN_OUT_H
#define DB_FAN_OUT_H

#include "db/timing_graph.h"

/* Make out_row and out_arc, if they aren't yet. On the thread that owns the graph.
 * STATUS_NO_MEMORY. */
enum status timing_graph_need_fan_out(struct timing_graph *timing);

/* Also make `order` and `level_row`, for another sweep over the whole graph. */
enum status timing_graph_need_order(struct timing_graph *timing);
/* Also make `place_row` and the arrays that belong to it. */
enum status timing_graph_need_places(struct timing_graph *timing);

#endif
