/*
 * Edges of a netlist's timing as OpenSTA has them: from pin to pin, the wires of nets and the timing
 * groups of cells, checks too. Of one between the same pins all transitions belong to it.
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

/* Append those that leave a pin, those that lead to it, those within an instance. */
enum status edges_from(const struct netlist *netlist, int32_t pin, struct edge_list *list);
enum status edges_to(const struct netlist *netlist, int32_t pin, struct edge_list *list);
/* Of wires alone, those that leave a pin. */
enum status edges_by_wire(const struct netlist *netlist, int32_t pin, struct edge_list *list);
enum status edges_within(const struct netlist *netlist, int32_t instance, struct edge_list *list);

/* Its name as an object of scripts: the numbers of its pins and its timing group, so that it is the same whenever it is
 * asked for. Is a name one of an edge that is there? */
void edge_write_name(struct timing_edge edge, struct text *out);
bool edge_parse_name(const struct netlist *netlist, const char *name, struct timing_edge *edge);

/* The first of its arcs of the library; NULL for a wire. */
const struct lib_arc *edge_lib_arc(const struct netlist *netlist, struct timing_edge edge);

#endif
