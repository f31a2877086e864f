/* How filter_index.c and filters.c divide the work: where states, sources and sinks are; what a filter
 * makes of them. */
#ifndef DB_STATE_FILTER_INDEX_H
#define DB_STATE_FILTER_INDEX_H

#include "base/keyed.h"
#include "db/state/filters.h"

/* Sources or sinks, ascending by pin and edge or by clock edge, then by themselves. */
struct end_index {
	int32_t n, n_clocked;
	struct keyed *at;      /* owned [n]: by pin and edge */
	struct keyed *clocked; /* owned [n_clocked]: by clock edge */
};

/* The scratch arrays are zero between two filters. */
struct filter_index {
	struct filter_context context; /* without clock edges */
	int32_t n_edges, n_keys;       /* transitions of a pin; pins and edges */
	struct end_index sources, sinks;
	int32_t *first, *next;    /* owned, when the context has none and there is a netlist */
	int32_t *in_row, *in_arc; /* owned: fan-in of the graph, made when first asked for */
	uint64_t *state_groups;   /* owned scratch [n_vertices], made when first asked for */
	uint8_t *source_mark;     /* owned scratch [n_sources] */
	uint8_t *meets;           /* owned scratch [n_pins]: a path starts or ends there */
	uint8_t *instance_meets;  /* owned scratch [n_instances] */
};

/* The states of a pin and edge, one after another; -1 = none (more). */
int32_t filter_index_first(const struct filter_index *index, int32_t key);
int32_t filter_index_next(const struct filter_index *index, int32_t state);
enum status filter_index_need_fan_in(struct filter_index *index);
enum status filter_index_need_groups(struct filter_index *index);

/* Whichever side of a pin it is at. */
static inline int32_t filter_index_key(const struct filter_index *index, int32_t state)
{
	const struct netlist *netlist = index->context.netlist;

	return netlist ? netlist_named_vertex(netlist,
					      graph_netlist_vertex(index->context.graph, state))
		       : state;
}

/* Sides of what a point names, from 0; -1 = no more. */
static inline int32_t filter_index_side(const struct filter_index *index, int32_t id, int side)
{
	int32_t other = id;

	if (side == 0)
		return id;
	if (side == 1 && index->context.netlist)
		other = netlist_driving_side(index->context.netlist, id);
	return other == id ? -1 : other;
}

#endif
