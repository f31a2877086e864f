/*
 * The parasitics of a netlist on the host: for each net that has them, nodes with capacitances to
 * ground and resistors between the nodes. What SPEF says, no more: whether a net is a tree, and
 * what its delays are, is seen on the device. Built by a reader, shared by reference.
 *
 * A net that goes through blocks may have a part in the file of each. Each is an entry, and after them is the
 * one that counts: all of them, joined at pins of blocks (parasitics_merge()).
 * Units: fF, kΩ.
 */
#ifndef DB_PARASITICS_H
#define DB_PARASITICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/status.h"
#include "db/netlist.h"

#define PARASITICS_BLOCK_PIN(pin) (-2 - (pin))

enum { PARASITICS_OF_TOP = -1, PARASITICS_JOINED = -2 };
/* Of a joined entry's parts some may have them: then they count besides. A reduced entry has them, too: it is the pi that the
 * driver sees, and a resistor from the driver to each load whose resistance, times 1 fF, is Elmore's delay. */
enum { PARASITICS_NO_PINS, PARASITICS_ALL_PINS, PARASITICS_SOME_PINS, PARASITICS_REDUCED };

/* Whose an entry is. */
struct parasitics_origin {
	int32_t block; /* of the hierarchy; PARASITICS_OF_TOP; PARASITICS_JOINED */
	int32_t next;  /* of a joined entry its last part, of a part the one before; -1 = none */
	int32_t includes_pins; /* PARASITICS_ALL_PINS: the capacitances of pins are in those of nodes */
};

struct parasitics {
	atomic_int refs;
	char *path;        /* owned */
	int32_t n_nets;    /* nets that have parasitics; entries below are in the file's order */
	int32_t *net;      /* owned [n_nets]: net of the netlist */
	double *total;     /* owned [n_nets]: the capacitance that D_NET states, fF */
	int64_t *node_row; /* owned [n_nets + 1] */
	struct parasitics_origin *origin; /* owned [n_nets] */
	/* owned: pin of the netlist, -1 = an internal node, PARASITICS_BLOCK_PIN() of the hierarchy's */
	int32_t *node_pin;
	/* owned: to ground; a coupling counts in full at its node in each of the two nets */
	double *node_capacitance;
	int64_t *resistor_row;                /* owned [n_nets + 1] */
	int32_t *resistor_from, *resistor_to; /* owned: nodes, counted from the net's first */
	double *resistance;                   /* owned, kΩ */
	int32_t *entry_of_net;                /* owned [netlist->n_nets]: entry above, -1 = none */
	int64_t net_capacity, row_capacity, node_capacity, resistor_capacity;
};

enum status parasitics_new(const char *path, struct parasitics **out);
REFERENCES(parasitics_ref, struct parasitics)
void parasitics_unref(struct parasitics *parasitics); /* NULL is fine */
RELEASER(parasitics_drop, struct parasitics, parasitics_unref)

/*
 * Add the entry of a net, then its nodes and resistors, in any order. A node is numbered within the
 * net, from 0; its capacitance, node_capacitance[node_row[n_nets - 1] + node], is 0 at first and
 * the caller's to set. STATUS_NO_MEMORY for 2^31 − 1 nets, or nodes of a net.
 */
enum status parasitics_add_net(struct parasitics *parasitics, int32_t net, double total);
enum status parasitics_add_node(struct parasitics *parasitics, int32_t pin, int32_t *node);
enum status parasitics_add_resistor(struct parasitics *parasitics, int32_t from, int32_t to,
				    double resistance);
/* Room for that number in all; the caller writes them in place and sets n_nets and the rows after it. */
enum status parasitics_reserve(struct parasitics *parasitics, int64_t n_nets, int64_t n_nodes,
			       int64_t n_resistors);
/* Index the entries by net; a net given twice keeps its last entry. */
enum status parasitics_close(struct parasitics *parasitics, const struct netlist *netlist);

static inline bool parasitics_counts(const struct parasitics *parasitics, int32_t entry)
{
	return parasitics->entry_of_net[parasitics->net[entry]] == entry;
}

/* Are the capacitances of pins in those of an entry's nodes? */
static inline bool parasitics_has_pins(const struct parasitics *parasitics, int32_t entry)
{
	int32_t includes = parasitics->origin[entry].includes_pins;

	return includes == PARASITICS_ALL_PINS || includes == PARASITICS_REDUCED;
}

/*
 * Add what `more` has, which is of one block or the top: net by net in place of what that block had
 * before, or, when it only adds, of nets that had none. *parasitics is changed, or replaced when
 * others refer to it.
 */
enum status parasitics_merge(struct parasitics **parasitics, const struct parasitics *more,
			     bool only_adds, const struct netlist *netlist);

/* The same parasitics for netlist_tile()'s copies of the netlist; those of copy 0 come first. */
enum status parasitics_tile(const struct parasitics *parasitics, const struct netlist *netlist,
			    const struct netlist *tiled, struct parasitics **out);

#endif
