/*
 * The timing graph of a netlist: which delays there are and what each is computed from, the checks at
 * its endpoints, the tables of all libraries in one place. It holds no delay: those come from kernels.
 *
 * A vertex is a pin and an edge, 2·pin + edge. Net arcs lead from the drivers of a net to its loads;
 * cell arcs are those of the Liberty timing groups, of the early library for the early split and the
 * late one for the late split (matched by pins, kind and order within the cell; one that has no
 * partner exists in its own split alone). Launch arcs begin at clock pins, which are the startpoints
 * of paths; preset and clear arcs are left out.
 */
#ifndef DB_TIMING_GRAPH_H
#define DB_TIMING_GRAPH_H

#include "base/text.h"
#include "db/constraints.h"
#include "db/graph.h"
#include "db/netlist.h"

/* graph->arc_type of a net arc; a cell arc has the number of its arc_type. */
#define ARC_OF_NET (-1)

/* What all instances of a master look up for one arc; -1 = not in this split. */
struct arc_type {
	int32_t delay[N_SPLITS], slew[N_SPLITS]; /* in timing_graph->table */
};

/* What a table is asked with. */
enum table_operand {
	OPERAND_SLEW,  /* of the input; of the related pin (the clock) of a check */
	OPERAND_OTHER, /* the load; the slew of the constrained pin of a check */
};

/* A struct lut whose variables have become operands. */
struct table {
	int64_t first; /* in timing_graph->number: index_1, index_2, values; as in struct lut */
	int32_t n[2];
	int32_t n_points[2]; /* of the axes in number: n, or 0 where there is no axis */
	int32_t operand[2]; /* of index_1 and index_2 */
};

enum endpoint_kind {
	ENDPOINT_SETUP,
	ENDPOINT_HOLD,
	ENDPOINT_RECOVERY,
	ENDPOINT_REMOVAL,
	ENDPOINT_OUTPUT, /* a port with a required time */
	N_ENDPOINT_KINDS
};

/* A sink of the graph: a check or a required time at a port, in one split. */
struct endpoint {
	enum endpoint_kind kind;
	enum split split;
	int32_t clock;	  /* the vertex whose arrival it is checked against, -1 at a port */
	int32_t table;	  /* of the check */
	int64_t constant; /* fs: the port's required time, or the relation of the clock edges */
};

struct timing_graph {
	struct netlist *netlist; /* owned reference */
	struct constraints *constraints; /* owned reference, NULL = none given */
	struct graph *graph;	 /* owned; sources are startpoints, sinks have an endpoint each */
	int32_t n_types;
	struct arc_type *type; /* owned [n_types] */
	int32_t n_tables;
	struct table *table; /* owned [n_tables] */
	int64_t n_numbers;
	double *number;		   /* owned [n_numbers] */
	/* owned [graph->n_sinks]; those of a pin follow each other */
	struct endpoint *endpoint;
	/* what is left out, for check_setup: arcs through latches, preset and clear arcs */
	int32_t n_latch_arcs, n_set_reset_arcs;
	int64_t type_capacity, table_capacity, number_capacity, endpoint_capacity;
};

/*
 * Build it; takes references to both (constraints may be NULL). Broken loops are told in `warnings`.
 * Without constraints it may have no startpoints or no endpoints.
 */
enum status timing_graph_new(struct netlist *netlist, struct constraints *constraints,
			     struct text *warnings, struct task *task, struct timing_graph **out);
void timing_graph_free(struct timing_graph *timing); /* NULL is fine */

#endif
