/* Ranks, labels and product graphs in device memory ([CPG-J], section V). */
#ifndef GPU_LABELS_DEVICE_LABELS_H
#define GPU_LABELS_DEVICE_LABELS_H

#include <stdint.h>

/* The label of the first constraint's pin and of all that leads to it: the paper's maximum integer. */
#define LABEL_FIRST INT32_MAX
/* The rank of pins that lead to no endpoint. */
#define RANK_NONE (-1)

/* What became of an arc u→v. */
enum label_verdict {
	VERDICT_NONE,     /* no path takes it, whatever the query */
	VERDICT_SAME,     /* kept: label(u) = label(v) */
	VERDICT_BOUNDARY, /* kept: rank(u) = label(v) */
	VERDICT_CUT,      /* neither */
	VERDICT_OUTSIDE,  /* cut: one end has label 0, so it isn't in the constrained subgraph */
	N_VERDICTS
};

/* Which states a sub-forest holds: bit 0 of those that lead to an end by kept arcs, bit 1 of those
 * that paths reach. */
enum { REACH_SUFFIX = 1, REACH_PREFIX = 2 };

/* In a set of a source or sink: no path begins, or ends, there. */
enum { PRODUCT_NOT_ALLOWED = 255 };

/* A query of a state graph, and its sets of numbers of groups passed: words of bits, a word a state.
 * Sinks' states have bit 0 of `leaving` when they are kept, and nothing else. */
struct device_product {
	int32_t n_states, first_sink, n_sinks;
	int32_t first_at_once;   /* as in struct path_query */
	int32_t transposed;      /* the graph is the turned one */
	const int32_t *row, *to; /* fan-out */
	const int32_t *in_row;   /* fan-in */
	const int32_t *in_from;  /* [n_arcs] */
	const int32_t *in_arc;   /* [n_arcs]: place in `to` */
	const uint8_t *arc_ok;   /* [n_arcs] by place in `to`; NULL = all */
	/* [n_sinks]: the number that paths have there, or transposed before the vertex;
	 * PRODUCT_NOT_ALLOWED = they don't end (begin) there */
	const uint8_t *sink_set;
	const uint64_t *groups;  /* [n_states]: bit g = in group g */
	const uint8_t *excluded; /* [n_states]: no path passes there */
	const uint64_t *begin;   /* [n_states]: numbers of its sources */
	/* With which a path reaches a state and then an end; transposed: with which paths leave it. */
	uint64_t *entering;
	uint64_t *leaving; /* with which paths leave it and get to an end */
};

#endif
