/*
 * What a path query asks of a graph, made on one core of the host: the reference of gpu/labels/product.c and of
 * path_query_stuck().
 */
#ifndef TESTS_LIB_PATH_PRODUCT_H
#define TESTS_LIB_PATH_PRODUCT_H

#include "db/path_graph.h"

/*
 * Time and memory are linear in the base and in what comes out of it. A query that no path fulfils
 * gives a graph without vertices. STATUS_NO_MEMORY, also for more than 2^31 − 1 of something;
 * STATUS_BAD_INPUT for more than PATH_GROUPS_MAX groups; STATUS_CANCELLED.
 *
 * Transposed, arrivals and required times change their roles and signs, so that a path's slack
 * (or cost) stays what it is: a source has minus the required time of the base's sink.
 */
enum status path_graph_new(const struct graph *base, const struct path_query *query,
			   struct task *task, struct path_graph **out);

#endif
