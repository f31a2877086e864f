/*
 * The naive reference of ranks and labels: [CPG-J], section V, on arrays, arc by arc until nothing
 * changes. Written from the paper and the rule's mended form, with none of warpscope's code.
 */
#ifndef TESTS_NAIVE_LABELS_H
#define TESTS_NAIVE_LABELS_H

#include "gpu/labels/labels.h"

/* What it is about: n_edges transitions of n_pins pins; vertices of the graph are n_edges·pin + edge. */
struct naive_space {
	const struct graph *graph;
	int32_t n_pins, n_edges;
	const uint8_t *arc_ok, *source_ok, *sink_ok; /* NULL = all */
};

/* As struct labels_state, after the last step; owned. */
struct naive_labels {
	int32_t *rank, *label;
	uint8_t *verdict, *reach, *source_ok, *sink_ok;
	bool conflict;
};

void naive_labels_make(const struct naive_space *space, struct label_query query,
		       struct naive_labels *out);
void naive_labels_release(struct naive_labels *labels);

#endif
