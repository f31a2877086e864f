/*
 * The naive reference of path search: every path of a small graph, in the order that warpscope
 * promises. Written from the definition, with none of warpscope's code.
 */
#ifndef TESTS_LIB_BRUTE_H
#define TESTS_LIB_BRUTE_H

#include <stdint.h>

#include "db/graph.h"

enum { BRUTE_MAX_PATHS = 4096, BRUTE_MAX_POINTS = 24 };

struct brute_path {
	int64_t slack;
	int32_t source, sink;
	int32_t n_arcs;
	int32_t arc[BRUTE_MAX_POINTS]; /* of the graph, in path order */
	int32_t n_deviations;
	int32_t parent;   /* index in brute.path */
	int32_t rank;     /* in brute.order */
	int32_t step;     /* along the parent's suffix, where it deviates */
	int32_t position; /* among the branches of that vertex */
};

struct brute {
	const struct graph *graph;
	int32_t n;
	struct brute_path path[BRUTE_MAX_PATHS];
	int32_t order[BRUTE_MAX_PATHS]; /* path indices, best first */
};

/* Enumerate and order all paths; false when there are more than BRUTE_MAX_PATHS. */
bool brute_run(struct brute *brute, const struct graph *graph);

/*
 * A random closed graph of up to `most` (at most 64) vertices: ties, zero deltas, parallel arcs,
 * isolated vertices, several sources and sinks at one vertex, or none at all. Times are multiples
 * of `scale`.
 */
struct graph *brute_random_graph(int most, int64_t scale, struct task *task);

#endif
