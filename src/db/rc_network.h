/*
 * Wires that are no trees: meshes, and nets with several drivers, as networks of conductances, one for each driver, that are
 * ready to be eliminated. The driver's node is ground, the others are in an order of minimum degree, and where elimination adds
 * a conductance there is one of 0.
 *
 * Elmore's delays are the solution x of G·x = C, the second moments that of G·x = C∘D.
 */
#ifndef DB_RC_NETWORK_H
#define DB_RC_NETWORK_H

#include "db/parasitics.h"

/* What nodes are for: << enum split. */
enum {
	RC_GIVES = 1,         /* the split's delays are those of this node's net */
	RC_INCLUDES_PINS = 4, /* its capacitance has that of its pin */
	RC_DRIVES = 16,       /* it is a root, and its pin drives this tree */
	RC_IS_DELAY = 64,     /* its resistance, times 1 fF, is the delay itself */
};

struct rc_network {
	int32_t first, n; /* nodes, without that of the driver */
	int32_t driver;   /* a pin */
	int32_t splits;   /* a mask: what it is for */
	double capacitance; /* fF, of the driver's node and of what nothing connects to it, without pins */
};

struct rc_network_node {
	double ground;      /* 1/kΩ to the driver's node */
	double capacitance; /* fF, to ground, without pins */
	int32_t pin;        /* -1 = none */
	int32_t place;      /* of its delays: that of its pin, or after those of all pins */
	int32_t link;       /* its first; the last one's end where the next node's begin */
	int32_t flags;      /* RC_ */
};

/* To a node that is eliminated later; those of a node are in that order. */
struct rc_network_link {
	double conductance; /* 1/kΩ */
	int32_t node;
	int32_t unused;
};

/*
 * Where a pin has several drivers, its delays are in places after those of all pins, one for each driver, in the order in which
 * these are in netlist.net_pin.
 */
struct rc_networks {
	int32_t n, n_nodes, n_links;
	struct rc_network *network;   /* owned [n] */
	struct rc_network_node *node; /* owned [n_nodes + 1]: the last one for its link alone */
	struct rc_network_link *link; /* owned [n_links] */
	/* owned [n_all_pins]: of a pin with several drivers its first place, of such a driver its number among them; NULL = all
	 * 0: each pin has its own place */
	int32_t *pin_place;
	int32_t *place_pin; /* owned [n_places]: whose a place after those of all pins is */
	int32_t n_places;
};

void rc_networks_release(struct rc_networks *networks);

/* A driver and what is connected to it. Nodes are those of the parasitics' entry. */
struct rc_network_source {
	const struct parasitics *parasitics; /* borrowed, as all below */
	int32_t entry;
	int32_t n;            /* nodes that are connected, that of the driver first */
	const int32_t *node;  /* [n] */
	const int32_t *flags; /* [n]: RC_GIVES, RC_INCLUDES_PINS */
	const int32_t *place; /* by node: where it is in `node`; -1 = nowhere */
	const int32_t *row,
		*resistor; /* by node: the resistors there, counted from the entry's first */
	int32_t driver;    /* a pin */
	double apart;      /* fF, of nodes that aren't connected */
	int32_t rank;      /* of several drivers of the net; -1 = each pin has one */
	int splits;        /* a mask */
};

struct rc_network_maker;

enum status rc_network_maker_new(const struct netlist *netlist, struct rc_networks *networks,
				 struct rc_network_maker **out);
void rc_network_maker_free(struct rc_network_maker *maker); /* NULL is fine */
/* Where elimination would fill a network too much, nothing is added, and *why says so. STATUS_NO_MEMORY. */
enum status rc_network_add(struct rc_network_maker *maker, const struct rc_network_source *source,
			   const char **why);
/* When all are added. */
enum status rc_network_close(struct rc_network_maker *maker);

#endif
