/*
 * The wires of all nets: parasitics as a forest of RC trees, with nodes numbered by depth, so that
 * a sweep over levels does all nets at once; nets that aren't trees are networks (rc_network.h).
 */
#ifndef DB_RC_H
#define DB_RC_H

#include "base/task.h"
#include "base/text.h"
#include "db/constraints.h"
#include "db/netlist.h"
#include "db/net_wires.h"
#include "db/rc_network.h"

/* The net's load excludes its pins; shifted by enum split. */
enum { RC_WITHOUT_PINS = 1 };

/*
 * Node v is connected to parent[v] by resistance[v]; its children are child_row[v] … child_row[v +
 * 1] − 1. Level l (nodes l resistors away from the driver) is level_row[l] … level_row[l + 1] − 1.
 * A net with different early and late wires has a tree for each.
 */
struct rc_forest {
	int32_t n_nodes, n_levels;
	int32_t *level_row;      /* owned [n_levels + 1] */
	int32_t *parent;         /* owned [n_nodes], -1 = a root */
	int32_t *child_row;      /* owned [n_nodes + 1] */
	double *resistance;      /* owned [n_nodes], kΩ */
	double *capacitance;     /* owned [n_nodes], fF, to ground, without pins */
	int32_t *pin;            /* owned [n_nodes], -1 = none; a root's is its driver */
	uint8_t *flags;          /* owned [n_nodes]: RC_ */
	double *net_capacitance; /* owned [2 n_nets], fF: of the wire, also of nets without a tree */
	uint8_t *net_flags;      /* owned [n_nets]: RC_WITHOUT_PINS; NULL = all 0 */
	int32_t n_drivers;       /* pins that drive trees or networks */
	int32_t *pin_driver;     /* owned [n_all_pins]: number of the driver, -1 = none */
	const double *elmore;    /* borrowed [2 n_pins] ps, NULL = none: see struct wire_models */
	/* owned [2 n_drivers]: pi models of nets that have one, all 0 = none; NULL = no net has
	 * one */
	struct pi_model *pi;
	struct rc_networks networks;
	int32_t n_lumped;  /* nets whose parasitics have no resistors */
	int32_t n_untimed; /* other nets with pins that have no delay from a driver */
};

struct rc_nets {
	int32_t n;
	const int32_t *net; /* borrowed [n], each once */
};

/* Anything but the netlist may be NULL. */
struct rc_source {
	const struct parasitics *parasitics[N_SPLITS]; /* borrowed */
	const struct wire_models *models;              /* borrowed: override parasitics */
	/* borrowed: for nets without parasitics, see db/wire_load.h */
	const struct parasitics *guessed[N_SPLITS];
	const struct constraints *constraints; /* borrowed: set_load overrides both */
	const struct netlist *netlist;         /* borrowed */
	const struct rc_nets *only; /* borrowed: the nets whose wires are wanted; NULL = all */
};

/*
 * Build the forest. Parallel resistors are merged, those between a node and itself dropped;
 * capacitance that isn't connected to the driver only adds to its load. A net without resistors, or
 * without a node for its driver, is a lumped capacitance; pins not connected to the driver have no
 * delay: `warnings` names such nets. A net with set_load has that capacitance instead of its
 * parasitics. A pin of a block may have a node to which nothing of the block is connected.
 */
enum status rc_forest_new(const struct rc_source *source, struct text *warnings, struct task *task,
			  struct rc_forest **out);
void rc_forest_free(struct rc_forest *rc); /* NULL is fine */
RELEASER(rc_forest_drop, struct rc_forest, rc_forest_free)

#endif
