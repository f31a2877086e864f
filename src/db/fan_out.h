/* The fan-out of a timing graph that was read and not built (store/), or that has its states: made when first
 * asked for. */
#ifndef DB_FAN_OUT_H
#define DB_FAN_OUT_H

#include "db/timing_graph.h"

/* Make out_row and out_arc if they aren't there. On the thread that owns the graph. STATUS_NO_MEMORY. */
enum status timing_graph_need_fan_out(struct timing_graph *timing);

/* The same with `order` and `level_row`, for what sweeps over the whole graph once more. */
enum status timing_graph_need_order(struct timing_graph *timing);

/* Some arcs, in their order. */
struct arcs_found {
	int32_t n;
	int64_t capacity;
	int32_t *arc; /* owned */
};

/*
 * Add the possible arcs that leave a vertex, without the fan-out of all: those of nets come first, net by net, then those of
 * instances. Of graphs without sides (n_all_pins = n_pins) and latches. STATUS_NO_MEMORY.
 */
enum status timing_graph_find_arcs(const struct timing_graph *timing, int32_t vertex,
				   struct arcs_found *out);

#endif
