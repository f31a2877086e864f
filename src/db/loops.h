/* Finding and breaking loops of a graph that is being closed; part of graph_close(). */
#ifndef DB_LOOPS_H
#define DB_LOOPS_H

#include "db/graph.h"

/*
 * Remove the arcs that close a loop in a depth-first search (vertices by id, arcs in their order),
 * with a warning that names one loop and the arcs taken out. With a choice it is the last arc of the loop that is
 * LOOP_BREAK, else the one that closes it or the last before that isn't LOOP_KEEP. Gives an order of what is left, to be
 * released by the caller, also on failure.
 */
enum status graph_break_loops(struct graph *graph, const struct loop_choice *choice,
			      struct text *warnings, struct task *task, struct graph_order *order);

/* The same without breaking anything: *has_loop tells that the order lacks vertices. */
enum status graph_find_order(const struct graph *graph, struct task *task,
			     struct graph_order *order, bool *has_loop);

#endif
