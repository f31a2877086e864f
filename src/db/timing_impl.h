/* The making of a timing graph, for its own files and cell_exchange.c. */
#ifndef DB_TIMING_IMPL_H
#define DB_TIMING_IMPL_H

#include "db/constants.h"
#include "db/disables.h"
#include "db/timing_graph.h"

/* An arc between two edges of two pins of a master. */
struct master_arc {
	int32_t from, to; /* 2·pin + edge, within the master */
	int32_t type;
	const struct lib_arc *lib; /* of the late half, where it has one; borrowed */
	/* Through a latch: the enable's edge that closes it, as `to`; -1 = through none. */
	int32_t closes;
};

struct master_check {
	struct check check;        /* vertices within the master */
	const struct lib_arc *lib; /* borrowed */
};

/* What each instance of a master brings. */
struct pattern {
	int32_t n_arcs, n_checks;
	struct master_arc *arc;     /* owned */
	struct master_check *check; /* owned */
	int64_t arc_capacity, check_capacity;
	int32_t n_set_reset_arcs;
};

struct timing_builder {
	struct timing_graph *timing;
	const struct netlist *netlist;
	struct task *task;
	struct pattern *pattern; /* owned [n_masters] */
	/* owned [n_libraries]: of each library's tables; both the same, unless conditions scale them otherwise */
	int32_t *first_table[N_SPLITS];
	struct constants constants;
	struct disables disables;
	/* Arcs that constants make impossible: they come last, and must not close loops. Owned. */
	struct master_arc *impossible;
	int64_t n_impossible;
	struct master_arc *latch; /* owned: arcs through latches, by vertices of the netlist */
	int64_t n_latch;
};

/* ---- timing_graph.c ---- */

/* What instances of a master bring, into an empty pattern; its types come after those that the graph has. */
enum status timing_list_pattern(struct timing_builder *b, int32_t master);
void timing_free_pattern(struct pattern *pattern);

/* ---- timing_tables.c ---- */

enum status timing_find_first_tables(struct timing_builder *b);
void timing_free_first_tables(struct timing_builder *b);
/* The tables of all libraries, by timing_find_first_tables(), which it calls. */
enum status timing_add_tables(struct timing_builder *b);
/* The table of a library's in a split; -1 of -1. */
int32_t timing_table_of(const struct timing_builder *b, const struct library *library,
			enum split split, int32_t lut);

/* ---- timing_instances.c ---- */

/* The arcs and checks of all nets and instances, once the patterns of masters are listed. */
enum status timing_add_arcs(struct timing_builder *b);

#endif
