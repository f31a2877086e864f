/* Finding and breaking loops of a graph that is being closed; part of graph_close(). */
#ifndef DB_LOOPS_H
#define DB_LOOPS_H

#include "db/graph.h"

/*
 * Remove the arcs that close a loop in a depth-first search (vertices by id, arcs in their order),
 * with a warning that names one loop and the arcs taken out. Gives the fan-out CSR of what is left
 * and a topological order of it, all three for the caller to free(), also on failure.
 */
enum status graph_break_loops(struct graph *graph, struct text *warnings, struct task *task,
			      int32_t **row, int32_t **arc, int32_t **order);

/* The same without breaking anything: *has_loop tells that the order lacks vertices. */
enum status graph_find_order(const struct graph *graph, struct task *task, int32_t **row,
			     int32_t **arc, int32_t **order, bool *has_loop);

#endif
