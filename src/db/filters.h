/*
 * What -from, -through and -to mean on a graph whose vertices are states: from a path_filter, which
 * speaks of pins and clocks, to a path_query, which speaks of vertices, sources and sinks.
 *
 * -from: a startpoint with the transition of its pin, or the edge of the clock that launches there;
 * an output of a startpoint's instance means the paths from there that leave by it (-from u/Q: u/CK
 * to u/Q and on), and -through counts from that output on.
 *
 * -through: any of a list's pins with their transitions, list after list.
 *
 * -to: an endpoint with the transition of its pin, or the clock edge that captures there; and in
 * any case one of to_edges at the endpoint.
 */
#ifndef DB_FILTERS_H
#define DB_FILTERS_H

#include "db/constraints.h"
#include "db/graph.h"
#include "db/netlist.h"
#include "db/path_graph.h"

/* What a filter is about; all borrowed. */
struct filter_context {
	const struct graph *graph;
	const struct netlist *netlist;
	const int32_t *state_vertex; /* [n_vertices]: pin and edge of each, 2·pin + edge */
	/* [n_sources], [n_sinks]: 2·clock + edge, −1 = none; NULL = none at all */
	const int32_t *source_clock_edge, *sink_clock_edge;
	/* [n_vertices], as in a state_graph; NULL = none. Outputs don't stand for data that begins
	 * elsewhere at their instance. */
	const uint8_t *state_flags;
};

struct filter_query {
	/* Lends the arrays below, as far as the filter asks for them; the caller may add arc_ok and
	 * transposed. */
	struct path_query query;
	uint8_t *source_ok, *source_passed, *sink_ok; /* owned */
	uint64_t *vertex_groups;                      /* owned */
	/* Pins of -from where no path starts and of -to where none ends, whatever their
	 * transitions; owned, each once. Pins of an instance that another one given matches are
	 * left out: a cell is given as its pins. */
	int32_t n_not_from, n_not_to;
	int32_t *not_from, *not_to;
	int64_t not_from_capacity, not_to_capacity;
};

/* STATUS_BAD_INPUT for more lists than PATH_GROUPS_MAX, STATUS_NO_MEMORY. */
enum status filter_to_query(const struct path_filter *filter, const struct filter_context *context,
			    struct filter_query *out);
void filter_query_release(struct filter_query *query);

#endif
