/* Finding and breaking loops of a graph that is being closed; part of graph_close(). */
#ifndef DB_LOOPS_H
#define DB_LOOPS_H

#include "db/graph.h"

/*
 * Remove the arcs that close a loop in a depth-first search (vertices by id, arcs in their order),
 * with a warning that names one loop and the removed arcs. With a choice, the last LOOP_BREAK arc
 * of the loop is removed, else the closing arc, or the last arc before it that isn't LOOP_KEEP.
 * Returns an order of the remaining graph, which the caller releases, also on failure.
 */
enum status graph_break_loops(struct graph *graph, const struct loop_choice *choice,
			      struct text *warnings, struct task *task, struct graph_order *order);

/* Find the order without removing arcs; *has_loop: the order lacks vertices. */
enum status graph_find_order(const struct graph *graph, struct task *task,
			     struct graph_order *order, bool *has_loop);

#endif
