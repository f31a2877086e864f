/*
 * States in layers: below those that there would be if no exception kept paths apart, and on top those of what has begun
 * one, found from the pins that exceptions name on, in their cones only. Where nothing leads to a state below any more it
 * has no tag, and arcs that nothing passes are ARC_BLOCKED. So other exceptions change what is on top and little of what is
 * below, whatever the size of the design. Where vertices have one state below at most, these are the vertices of the timing
 * graph, and their arcs that graph's.
 *
 * All numbers follow only from constraints and netlist: what is on top is found by one thread, from its beginnings on by
 * the number of the states below, then along the order in which nothing comes before what leads to it. A state graph that
 * is made again by state_graph_layer_again() is the one that state_graph_new() makes.
 */
#ifndef DB_STATE_STATE_LAYERS_H
#define DB_STATE_STATE_LAYERS_H

#include "db/state/state_cuts.h"

struct state_layers {
	bool is_flat;    /* below states are vertices */
	bool tried_flat; /* states that are vertices were tried first */
	bool shares;     /* somewhere clocks and data share delays */
	bool has_delays; /* of the exceptions: then more paths begin */
	/* Of what is below, which comes first. */
	int32_t n_below, n_arcs_below, n_tags, n_constants, n_progress, n_progress_items, n_seeds;
	struct seed *seed; /* owned */
	/* What the upper layer has changed below, in this order; owned. */
	int32_t n_states, n_arcs;
	struct cut_state *state; /* by state */
	struct cut_arc *arc;
	int32_t *row,
		*out_arc; /* owned: the CSR of arcs by tail; NULL = not made yet, or it is the timing graph's */
	int64_t state_capacity, arc_capacity;
	int64_t vertex_capacity; /* of the graph's netlist_vertex */
};

/* May states be in layers? *may. STATUS_NO_MEMORY. */
enum status state_may_layer(const struct state_builder *b, bool *may);
/* What is there is what is below, made as if there were no exceptions. *done = false: what these begin is too much for
 * one thread, and the states are of no use. STATUS_NO_MEMORY. */
enum status state_layer(struct state_builder *b, bool tried_flat, bool *done);
/* The states of a design without such exceptions are what is below. */
enum status state_begin_layers(struct state_builder *b, bool tried_flat);
/* Put others in place of what is on top, and of ends; before: by which constraints both were made. *done = false: it is too
 * much, or needs no layers, and the states are of no use. */
enum status state_layer_with_ends(struct state_builder *b, const struct constraints *before,
				  bool *done);
/* Arrivals have changed: so do those below. Layers are given up where some aren't there. */
void state_layers_take_seeds(struct state_graph *states);
void state_layers_free(struct state_layers *layers); /* NULL is fine */

#endif
