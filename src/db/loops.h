/* Finding and breaking loops of a graph that is being closed; part of graph_close(). */
#ifndef DB_LOOPS_H
#define DB_LOOPS_H

#include "db/graph.h"

/*
 * Remove the arcs that close a loop in a depth-first search (vertices by id, arcs in their order),
 * with a warning that names one loop and the arcs taken out. Gives an order of what is left, to be
 * released by the caller, also on failure.
 */
enum status graph_break_loops(struct graph *graph, struct text *warnings, struct task *task,
			      struct graph_order *order);

/* The same without breaking anything: *has_loop tells that the order lacks vertices. */
enum status graph_find_order(const struct graph *graph, struct task *task,
			     struct graph_order *order, bool *has_loop);

#endif
