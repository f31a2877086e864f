/*
 * Rectilinear Steiner trees: the wires of one net. Exact for up to three places; beyond, a minimum
 * spanning tree whose edges that run together are joined, so never longer than that tree.
 */
#ifndef GEN_STEINER_H
#define GEN_STEINER_H

#include <stdint.h>

#include "base/status.h"

/* Used for net after net, so that nothing is allocated for most. */
struct steiner {
	int32_t n;       /* nodes: the places given, then those that were added */
	int32_t *x, *y;  /* owned */
	int32_t *parent; /* owned: -1 for node 0, the root; a parent may have a larger number */
	/* Owned: children of a node as a list, first_child and then next. */
	int32_t *first_child, *next;
	int64_t capacity;
	/* what finding a spanning tree takes; owned */
	int64_t *way;
	int32_t *order, *near;
	struct steiner_edge *edge;
	int64_t way_capacity, order_capacity, edge_capacity;
	int64_t n_edges;
};

void steiner_release(struct steiner *steiner);

/* Room for n places, which the caller then writes to x and y; n > 0. */
enum status steiner_begin(struct steiner *steiner, int32_t n);
/* Make the tree of the n places, rooted at place 0. */
enum status steiner_build(struct steiner *steiner);

#endif
