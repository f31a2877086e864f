/*
 * Timing edges as in OpenSTA: wires from pin to pin, and timing groups of cells, checks, too. An
 * edge has all transitions between its two pins.
 */
#ifndef DB_EDGES_H
#define DB_EDGES_H

#include "base/text.h"
#include "db/netlist.h"

enum { EDGE_OF_WIRE = -1 };

struct timing_edge {
	int32_t from, to; /* pins of the netlist */
	int32_t group;    /* lib_arc.group within the cell, or EDGE_OF_WIRE */
};

struct edge_list {
	int32_t n;
	struct timing_edge *edge; /* owned */
	int64_t capacity;
};

void edge_list_release(struct edge_list *list);

/* Append the edges that leave a pin, that lead to it, that are within an instance. */
enum status edges_from(const struct netlist *netlist, int32_t pin, struct edge_list *list);
enum status edges_to(const struct netlist *netlist, int32_t pin, struct edge_list *list);
/* Append only the wires that leave a pin. */
enum status edges_by_wire(const struct netlist *netlist, int32_t pin, struct edge_list *list);
enum status edges_within(const struct netlist *netlist, int32_t instance, struct edge_list *list);

/* The name of an edge as an object of scripts, made of the numbers of its pins and timing group, so
 * that it doesn't change; the edge of such a name, false = there is none. */
void edge_write_name(struct timing_edge edge, struct text *out);
bool edge_parse_name(const struct netlist *netlist, const char *name, struct timing_edge *edge);

/* The first library arc of an edge; NULL for a wire. */
const struct lib_arc *edge_lib_arc(const struct netlist *netlist, struct timing_edge edge);

#endif
