/*
 * The wires as trees: parasitics turned into a forest of RC trees, one for each net that has one,
 * with nodes numbered by their depth, so that a sweep over levels does all nets at once.
 */
#ifndef DB_RC_H
#define DB_RC_H

#include "base/task.h"
#include "base/text.h"
#include "db/constraints.h"
#include "db/netlist.h"
#include "db/parasitics.h"

/*
 * Node v hangs at parent[v] by resistance[v]; its children are child_row[v] … child_row[v + 1] − 1.
 * Level l (nodes l resistors away from the driver) is level_row[l] … level_row[l + 1] − 1.
 */
struct rc_forest {
	int32_t n_nodes, n_levels;
	int32_t *level_row;      /* owned [n_levels + 1] */
	int32_t *parent;         /* owned [n_nodes], -1 = a root */
	int32_t *child_row;      /* owned [n_nodes + 1] */
	double *resistance;      /* owned [n_nodes], kΩ */
	double *capacitance;     /* owned [n_nodes], fF, to ground, without pins */
	int32_t *pin;            /* owned [n_nodes], -1 = none; a root's is its driver */
	double *net_capacitance; /* owned [n_nets], fF: of the wire, also of nets without a tree */
	int32_t n_lumped;        /* nets with parasitics that are no tree */
};

/*
 * Build it. A net that is no tree, has not one driver, or misses a pin that is connected, is named
 * in `warnings` and keeps its capacitance alone; one with a set_load has that capacitance instead
 * of its parasitics. Either of parasitics and constraints may be NULL.
 */
enum status rc_forest_new(const struct parasitics *parasitics,
			  const struct constraints *constraints, const struct netlist *netlist,
			  struct text *warnings, struct task *task, struct rc_forest **out);
void rc_forest_free(struct rc_forest *rc); /* NULL is fine */

#endif
