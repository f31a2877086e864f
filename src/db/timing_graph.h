/*
 * The timing graph of a netlist: which delays there are and what each is computed from, the checks
 * of its registers, the tables of all libraries in one place. It holds no delay: those come from
 * kernels. What comes along its arcs, and which paths there are, is db/state/state_graph.h's.
 *
 * A vertex is a pin and an edge, 2·pin + edge. Net arcs lead from the drivers of a net to its
 * loads; cell arcs are those of the Liberty timing groups, of the early library for the early split
 * and the late one for the late split (matched by pins, kind and order within the cell; one that
 * has no partner exists in its own split alone). Launch arcs lead from the clock pins of registers
 * to their outputs. Left out are preset and clear arcs and what is disabled. Nothing arrives
 * through arcs that constants make impossible, but slews count those from pins that aren't constant
 * themselves: so do OpenSTA 3's results at multiplexers under case analysis.
 */
#ifndef DB_TIMING_GRAPH_H
#define DB_TIMING_GRAPH_H

#include "base/text.h"
#include "db/constraints.h"
#include "db/derates.h"
#include "db/graph.h"
#include "db/netlist.h"

/* graph->arc_type of a net arc; a cell arc has the number of its arc_type. */
#define ARC_OF_NET (-1)

/* What all instances of a master look up for one arc; -1 = not in this split. */
struct arc_type {
	int32_t delay[N_SPLITS], slew[N_SPLITS]; /* in timing_graph->table */
	bool launches;                           /* from the clock of a register to its output */
	/* What says so, of the late cell if that has it; both live with the netlist. */
	const struct lib_arc *lib;
	const struct library *library;
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
	int32_t operand[2];  /* of index_1 and index_2 */
};

enum check_kind {
	CHECK_SETUP,
	CHECK_HOLD,
	CHECK_RECOVERY,
	CHECK_REMOVAL,
};

/* What a register demands of its data, against one edge of its clock, in one split. */
struct check {
	enum check_kind kind;
	enum split split;
	int32_t clock, data; /* vertices */
	int32_t table;
	int32_t non_sequential; /* 1 = the related pin may have data, then a data check is made; else 0 */
	int32_t arc;            /* of the master, as master_arc_number() has it */
};

/* A driving cell: its arcs in timing_graph->drive, all of them to one edge of a port. */
struct driver {
	int32_t vertex;
	int32_t first, n;
};

struct drive_arc {
	enum split split;
	int32_t delay, slew; /* tables */
	int32_t library;     /* in netlist->library */
	double slew_in;      /* ps */
};

/* A slew that is given, whatever comes through arcs: at a port, or by an ideal clock. */
struct given_slew {
	int32_t vertex;
	double slew[N_SPLITS]; /* ps */
};

struct timing_graph {
	struct netlist *netlist;         /* owned reference */
	struct constraints *constraints; /* owned reference, NULL = none given */
	struct graph *graph;             /* owned, typed arcs */
	int32_t n_possible; /* arcs from here on are those that constants make impossible */
	/* owned: the fan-out CSR of the graph, its vertices in topological order, and where the levels
	 * of these begin [n_levels + 1], see struct graph_order; NULL = not asked for; rows may be forgotten */
	int32_t *out_row, *out_arc, *order;
	int32_t n_levels, *level_row;
	/* owned: the possible arcs by the place of their tail in the order (~arc: it launches), where those of each place begin
	 * [n_vertices + 1], the places of their heads, whether any of a place launches, and the place of each vertex
	 * [n_vertices], for sweeps that read them one after another; NULL = not asked for, or forgotten */
	int32_t *place_row, *place_arc, *place_head, *place_of;
	uint8_t *place_launches;
	int32_t n_placed; /* how often these were made */
	/* owned [n_vertices], NULL = not known: arcs of the longest way to the end, one to a sink's state too;
	 * as long as it is there out_row is */
	int32_t *depth;
	int32_t n_types;
	struct arc_type *type; /* owned [n_types] */
	int32_t n_tables;
	struct table *table; /* owned [n_tables] */
	int64_t n_numbers;
	double *number; /* owned [n_numbers] */
	int32_t n_checks;
	struct check *check; /* owned [n_checks]; those of a pin follow each other */
	int32_t n_drivers, n_drives;
	struct driver *driver;   /* owned */
	struct drive_arc *drive; /* owned */
	int32_t n_slews;
	struct given_slew *slew; /* owned */
	struct derates derates;
	/* Arcs through latches, from data inputs to outputs: after the others in graph->arc_from, arc_to
	 * and arc_type, from graph->n_arcs on, by their heads. Nothing follows them but the states where
	 * data leaves a latch (db/state/state_latches.c). */
	int32_t n_latch_arcs;
	int32_t *latch_closes; /* owned: the enable's vertex with the edge that closes it */
	/* what is left out, for check_setup: preset and clear arcs, arcs and checks that are disabled */
	int32_t n_set_reset_arcs, n_disabled;
	int64_t type_capacity, table_capacity, number_capacity, check_capacity;
	int64_t driver_capacity, drive_capacity, slew_capacity;
};

/*
 * Build it; takes references to both (constraints may be NULL). Broken loops are named in
 * `warnings`.
 */
enum status timing_graph_new(struct netlist *netlist, struct constraints *constraints,
			     struct text *warnings, struct task *task, struct timing_graph **out);
void timing_graph_free(struct timing_graph *timing); /* NULL is fine */
/*
 * By the order, and the sinks that states have put on the graph: `depth`. STATUS_NO_MEMORY.
 */
enum status timing_graph_find_depths(struct timing_graph *timing);
/* Once there is an image (gpu/image/): nothing else needs them. */
void timing_graph_forget_depths(struct timing_graph *timing);
/* What states are made by goes, but for the order, which takes longest to find; later uses ask for it (db/fan_out.h). */
void timing_graph_forget_places(struct timing_graph *timing);
enum status timing_graph_add_slew(struct timing_graph *timing, const struct given_slew *slew);
/* For edits of constraints: the slews that are given at ports, after those that are there; what drives ports again, if
 * that is at the same vertices (*same; else the graph is of no use any more). */
enum status timing_graph_add_port_slews(struct timing_graph *timing);
enum status timing_graph_edit_drivers(struct timing_graph *timing, bool *same);

/* Does an arc lead from the clock of a register to its output? */
static inline bool arc_launches(const struct timing_graph *timing, int32_t arc)
{
	int32_t type = timing->graph->arc_type[arc];

	return type >= 0 && timing->type[type].launches;
}

#endif
