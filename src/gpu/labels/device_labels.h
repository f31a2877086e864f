/* Ranks, labels and product graphs in device memory ([CPG-J], section V). */
#ifndef GPU_LABELS_DEVICE_LABELS_H
#define GPU_LABELS_DEVICE_LABELS_H

#include <stdint.h>

/* The label of the first constraint's pin and of its fan-in cone: the paper's maximum integer. */
#define LABEL_FIRST INT32_MAX
/* The rank of pins from which no endpoint is reached. */
#define RANK_NONE (-1)

/* Whether the filter keeps an arc u→v. */
enum label_verdict {
	VERDICT_NONE,     /* no path may take it, whatever the query */
	VERDICT_SAME,     /* kept: label(u) = label(v) */
	VERDICT_BOUNDARY, /* kept: rank(u) = label(v) */
	VERDICT_CUT,      /* cut: both differ */
	VERDICT_OUTSIDE,  /* cut: u or v has label 0, so isn't in the constrained subgraph */
	N_VERDICTS
};

/* Bits of a state: an end is reached from it by kept arcs; a path reaches it. */
enum { REACH_SUFFIX = 1, REACH_PREFIX = 2 };

/* As source_set or sink_set: no path begins, or ends, there. */
enum { PRODUCT_NOT_ALLOWED = 255 };

/* What a query says of a state: paths must not pass it; else that it is in groups. */
enum product_mark { PRODUCT_EXCLUDED = 1, PRODUCT_GROUPED };

/* A query of a state graph, with sets of the counts of groups that paths have passed at a state: a
 * word a state, bit c = count c is in the set. Sinks' states have only bit 0 of `leaving`, set when
 * they are kept. */
struct device_product {
	int32_t n_states, first_sink, n_sinks;
	int32_t first_at_once;   /* as in struct path_query */
	int32_t transposed;      /* the graph is the transposed one */
	const int32_t *row, *to; /* fan-out */
	const int32_t *in_row;   /* fan-in */
	const int32_t *in_from;  /* [n_arcs] */
	const int32_t *in_arc;   /* [n_arcs]: place in `to` */
	const uint8_t *arc_ok;   /* [n_arcs] by place in `to`; NULL = all */
	/* [n_sinks]: the count that paths have there, or transposed before its vertex;
	 * PRODUCT_NOT_ALLOWED = paths don't end (transposed: begin) there */
	const uint8_t *sink_set;
	const uint64_t *groups; /* [n_states]: bit g = in group g */
	const uint8_t *mark;    /* [n_states]: a product_mark; 0 = in no group */
	const uint64_t *begin;  /* [n_states]: counts with which its sources begin */
	/* [n_states]: counts with which a path can enter the state and go on to an end; transposed:
	 * with which paths leave it. */
	uint64_t *entering;
	uint64_t *leaving; /* [n_states]: counts with which paths leave it and reach an end */
};

#endif
