#include "db/edges.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

FREES(edge_list_release, struct edge_list, x->edge);

/* ---- wires ---- */

static bool is_load(const struct netlist *netlist, int32_t pin)
{
	return !netlist_drives(netlist, pin) || netlist_pin_direction(netlist, pin) == LIB_INOUT;
}

static enum status add(struct edge_list *list, struct timing_edge edge)
{
	return APPEND(list->edge, list->n, &list->capacity, edge);
}

/* Of all wires of a pin's net those that leave it, or that lead to it. */
static enum status add_wires(const struct netlist *netlist, int32_t pin, bool leaving,
			     struct edge_list *list)
{
	int32_t net = netlist->pin_net[pin];

	if (net < 0 || !(leaving ? netlist_may_drive(netlist, pin) : is_load(netlist, pin)))
		return STATUS_OK;
	for (int32_t i = netlist->net_pin_row[net]; i < netlist->net_pin_row[net + 1]; i++) {
		int32_t other = netlist->net_pin[i];

		if (other == pin)
			continue;
		if (leaving && is_load(netlist, other))
			TRY(add(list, (struct timing_edge){pin, other, EDGE_OF_WIRE}));
		else if (!leaving && netlist_may_drive(netlist, other))
			TRY(add(list, (struct timing_edge){other, pin, EDGE_OF_WIRE}));
	}
	return STATUS_OK;
}

/* ---- cells ---- */

/* A group may have several arcs between two pins, which then follow each other. */
static enum status add_once(struct edge_list *list, int32_t before, struct timing_edge edge)
{
	for (int32_t i = before; i < list->n; i++) {
		const struct timing_edge *other = &list->edge[i];

		if (other->from == edge.from && other->to == edge.to && other->group == edge.group)
			return STATUS_OK;
	}
	return add(list, edge);
}

/* Of an instance, those from a pin (-1 = any) to a pin. */
static enum status add_arcs(const struct netlist *netlist, int32_t instance, int32_t from,
			    int32_t to, struct edge_list *list)
{
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);
	int32_t first = netlist->instance_pin[instance], before = list->n;

	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];
		struct timing_edge edge = {first + arc->from, first + arc->to, arc->group};

		if ((from < 0 || edge.from == from) && (to < 0 || edge.to == to))
			TRY(add_once(list, before, edge));
	}
	return STATUS_OK;
}

enum status edges_from(const struct netlist *netlist, int32_t pin, struct edge_list *list)
{
	TRY(add_wires(netlist, pin, true, list));
	return netlist->pin_instance[pin] < 0
		       ? STATUS_OK
		       : add_arcs(netlist, netlist->pin_instance[pin], pin, -1, list);
}

enum status edges_to(const struct netlist *netlist, int32_t pin, struct edge_list *list)
{
	TRY(add_wires(netlist, pin, false, list));
	return netlist->pin_instance[pin] < 0
		       ? STATUS_OK
		       : add_arcs(netlist, netlist->pin_instance[pin], -1, pin, list);
}

enum status edges_by_wire(const struct netlist *netlist, int32_t pin, struct edge_list *list)
{
	return add_wires(netlist, pin, true, list);
}

enum status edges_within(const struct netlist *netlist, int32_t instance, struct edge_list *list)
{
	return add_arcs(netlist, instance, -1, -1, list);
}

/* ---- one ---- */

const struct lib_arc *edge_lib_arc(const struct netlist *netlist, struct timing_edge edge)
{
	int32_t instance = netlist->pin_instance[edge.from], first;
	const struct library *library;
	const struct lib_cell *cell;

	if (edge.group == EDGE_OF_WIRE || instance < 0)
		return NULL;
	cell = netlist_lib_cell(netlist, instance, LATE, &library);
	first = netlist->instance_pin[instance];
	for (int32_t a = 0; cell && a < cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[cell->first_arc + a];

		if (first + arc->from == edge.from && first + arc->to == edge.to &&
		    arc->group == edge.group)
			return arc;
	}
	return NULL;
}

static bool edge_is_there(const struct netlist *netlist, struct timing_edge edge)
{
	if (edge.from < 0 || edge.from >= netlist->n_pins || edge.to < 0 ||
	    edge.to >= netlist->n_pins)
		return false;
	if (edge.group != EDGE_OF_WIRE)
		return edge_lib_arc(netlist, edge);
	return netlist->pin_net[edge.from] >= 0 &&
	       netlist->pin_net[edge.from] == netlist->pin_net[edge.to] && edge.from != edge.to &&
	       netlist_may_drive(netlist, edge.from) && is_load(netlist, edge.to);
}

/* ---- names ---- */

static const char prefix[] = "timing_edge:";

void edge_write_name(struct timing_edge edge, struct text *out)
{
	text_printf(out, "%s%" PRId32 ".%" PRId32 ".", prefix, edge.from, edge.to);
	if (edge.group == EDGE_OF_WIRE)
		text_add(out, "w");
	else
		text_printf(out, "%" PRId32, edge.group);
}

bool edge_parse_name(const struct netlist *netlist, const char *name, struct timing_edge *edge)
{
	RELEASED_BY(text_release) struct text again = TEXT_INIT;
	bool same;

	*edge = (struct timing_edge){-1, -1, EDGE_OF_WIRE};
	if (!netlist || strncmp(name, prefix, sizeof prefix - 1) != 0)
		return false;
	if (sscanf(name + sizeof prefix - 1, "%9" SCNd32 ".%9" SCNd32 ".%9" SCNd32, &edge->from,
		   &edge->to, &edge->group) < 2)
		return false;
	edge_write_name(*edge, &again);
	same = strcmp(text_string(&again), name) == 0;
	return same && edge_is_there(netlist, *edge);
}
