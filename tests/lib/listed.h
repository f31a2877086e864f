/*
 * Paths of a graph as lists of what they are made of, to compare what a graph made for a path
 * search has with what it should have.
 */
#ifndef TESTS_LIB_LISTED_H
#define TESTS_LIB_LISTED_H

#include "brute.h"
#include "db/path_graph.h"

/* A path from its source to its sink. */
struct listed {
	int32_t source, sink, n_arcs;
	int32_t arc[BRUTE_MAX_POINTS];
	int64_t slack;
};

struct listed listed_path(const struct brute_path *path);
/* The vertex after a number of arcs. */
int32_t listed_vertex(const struct graph *g, const struct listed *path, int32_t step);
/* Are there points of groups first … last − 1 at steps from `step` to `end`, in order? */
bool listed_passes(const struct graph *g, const struct path_query *q, const struct listed *path,
		   int32_t first, int32_t last, int32_t step, int32_t end);
/* Groups that count as passed before the path begins. */
int32_t listed_before(const struct path_query *q, const struct listed *path);

/* For qsort(), by everything. */
int listed_compare(const void *a, const void *b);
/* The same paths in any order? Both are sorted. */
bool listed_same(struct listed *a, int32_t n_a, struct listed *b, int32_t n_b);

/* A path of the graph that was made as one of the base; false when its states aren't what the
 * base's path reaches. */
bool listed_translate(const struct graph *base, const struct path_query *q,
		      const struct path_graph *made, const struct brute_path *path,
		      struct listed *out);

#endif
