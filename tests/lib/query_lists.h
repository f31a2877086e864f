/* A query of flags as lists, in a shuffled order: what a product on the device is made from. */
#ifndef TESTS_LIB_QUERY_LISTS_H
#define TESTS_LIB_QUERY_LISTS_H

#include "db/path_graph.h"
#include "gpu/image/image.h"

struct query_lists {
	struct path_lists lists; /* lends the arrays; owned by it */
	int32_t *source, *sink, *grouped, *excluded;
	uint8_t *passed;
	uint64_t *groups;
};

void query_lists_make(const struct graph *graph, const struct path_query *query,
		      struct query_lists *out);
void query_lists_release(struct query_lists *lists);

/* Flags of a graph's arcs (host) by place in its image, as label_space_new() and product_space_new() take
 * them; arcs to sinks have 1. Device memory. */
uint8_t *arc_flags_by_place(const struct image *image, const uint8_t *flags);

#endif
