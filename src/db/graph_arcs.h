/* Arcs that several graphs of pins have in common, so that none is copied. */
#ifndef DB_GRAPH_ARCS_H
#define DB_GRAPH_ARCS_H

#include "db/graph.h"

/* A new one with the vertices and arcs of a closed graph, whose arrays both have then, and without sources and sinks.
 * STATUS_NO_MEMORY. */
enum status graph_share_arcs(struct graph *graph, struct graph **out);
/*
 * A new one with the vertices and the first n_arcs arcs of a graph, to which others are added by
 * graph_add_typed_arc(). Ends of arcs are in arrays that both have as long as those that are added fit after all of the
 * other's, where one graph at a time has its own; types are for the caller to make. STATUS_NO_MEMORY.
 */
enum status graph_extend(struct graph *graph, int32_t n_arcs, struct graph **out);
/* Copy what is another graph's before an arc is added. STATUS_NO_MEMORY. */
enum status graph_own_arcs(struct graph *graph);
/* Give it back: arrays of arcs are none of its own then. */
void graph_leave_arcs(struct graph *graph);
/* Of an array that may grow a little: pages that nothing is written to need no memory. */
int64_t graph_with_room(int64_t n);

#endif
