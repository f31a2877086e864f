/*
 * What is known of the wires of a netlist, early and late: the parasitics that files say, and what set_pi_model and
 * set_elmore say instead. Arrays in twos are by split.
 */
#ifndef DB_NET_WIRES_H
#define DB_NET_WIRES_H

#include "db/constraints.h"
#include "db/parasitics.h"

/* NULL = there are none of a kind. */
struct wire_models {
	/* owned [2 n_nets] fF, the pins' with it; NOT_GIVEN = there is no model of the net */
	double *load;
	double *far, *resistance; /* owned [2 n_nets]: fF of the load after kΩ */
	/* owned [2 n_pins] ps from the driver to a load; NOT_GIVEN = none, which in a net with a model is 0 */
	double *elmore;
};

struct net_wires {
	/* owned references, NULL = none; one object where early and late don't differ */
	struct parasitics *parasitics[N_SPLITS];
	struct wire_models models;
};

/* Masks of splits: 1 << enum split. */
enum { BOTH_SPLITS = 1 << EARLY | 1 << LATE };

enum status net_wires_new(struct net_wires **out);
void net_wires_free(struct net_wires *wires); /* NULL is fine */
RELEASER(net_wires_drop, struct net_wires, net_wires_free)

/* Say for some splits what `more` says too, see parasitics_merge(); takes over the reference in any case. */
enum status net_wires_add(struct net_wires *wires, struct parasitics *more, int splits,
			  bool only_adds, const struct netlist *netlist);
/*
 * The capacitance of a net (fF) that its load has in a split: of set_load, of a model, or of parasitics, in this order. *with_pins:
 * those of its pins are in it. wires and constraints may be NULL.
 */
double net_wires_capacitance(const struct net_wires *wires, const struct constraints *constraints,
			     int32_t net, enum split split, bool *with_pins);
/* Nets that have parasitics, or a model, in one split alone: in the split that has none of them slack may be too
 * good. */
int32_t net_wires_n_one_sided(const struct net_wires *wires, enum split without,
			      const struct netlist *netlist);

/* A pi: what is at the driver (fF), and after a resistance (kΩ). */
struct pi_model {
	double near, resistance, far;
};

/* The driver sees that of its net, whose delays become 0. */
enum status net_wires_set_pi(struct net_wires *wires, const struct netlist *netlist, int32_t net,
			     int splits, const struct pi_model *pi);
/* The net of the pin has a model. */
enum status net_wires_set_elmore(struct net_wires *wires, const struct netlist *netlist,
				 int32_t pin, int splits, double delay);
/* Of no wires, NULL, nothing is known. */
bool net_wires_has_model(const struct net_wires *wires, int32_t net, enum split split);
/* Has it parasitics or a model? */
bool net_wires_has_wire(const struct net_wires *wires, int32_t net, enum split split);

/* For netlist_tile()'s copies. */
enum status net_wires_tile(const struct net_wires *wires, const struct netlist *netlist,
			   const struct netlist *tiled, struct net_wires **out);

#endif
