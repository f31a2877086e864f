/* The tables of an instance's arcs and checks with another cell in its place. */
#ifndef DB_CELL_EXCHANGE_H
#define DB_CELL_EXCHANGE_H

#include "db/replace_cell.h"
#include "db/timing_graph.h"

/* Vertices are 2·pin + edge, within the cell. */
struct exchanged_arc {
	int32_t from, to;
	struct arc_type was, is;
};

struct exchanged_check {
	struct check was; /* its table is the one in timing_graph->table */
	int32_t table;    /* that of the other cell */
};

struct cell_exchange {
	struct netlist *cells; /* owned reference: master 0 is the own cell, master 1 the other */
	int32_t n_arcs, n_checks;
	struct exchanged_arc *arc;     /* owned */
	struct exchanged_check *check; /* owned */
};

/*
 * Compare an instance's cell with another one of the graph's libraries. *fits: arcs and checks of
 * both correspond in order, between the same edges and under the same conditions, so that only
 * tables and capacitances of pins differ; if false, `out` is empty. Also false for latches,
 * non-sequential checks, and if constraints name library cells. STATUS_NO_MEMORY.
 */
enum status cell_exchange_find(const struct timing_graph *graph, int32_t instance,
			       const struct early_late_cell *cell, struct cell_exchange *out,
			       bool *fits);
void cell_exchange_release(struct cell_exchange *exchange);

#endif
