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
 *
 * -exclude: none of its pins with their transitions, the first and the last one among them.
 */
#ifndef DB_STATE_FILTERS_H
#define DB_STATE_FILTERS_H

#include "db/constraints.h"
#include "db/graph.h"
#include "db/netlist.h"
#include "db/path_graph.h"

/* What a filter is about; all borrowed. Without a netlist the graph's vertices are the pins, and have
 * no transitions. */
struct filter_context {
	const struct graph *graph;
	const struct netlist *netlist;
	/* The states of each pin and edge, as in a state_graph; NULL = not listed, or a state is the vertex of its
	 * pin and edge. Of these tag_of [n_vertices] says by -1 which are none; NULL = all are states. */
	const int32_t *first, *next, *tag_of;
	/* [n_sources], [n_sinks]: 2·clock + edge, −1 = none; NULL = none at all */
	const int32_t *source_clock_edge, *sink_clock_edge;
	/* [n_vertices], as in a state_graph; NULL = none. Outputs don't mean data that begins
	 * elsewhere at their instance. */
	const uint8_t *state_flags;
};

/* A filter as lists. */
struct filter_lists {
	struct path_lists lists;                     /* lends the arrays below */
	int32_t *source, *sink, *grouped, *excluded; /* owned */
	uint8_t *passed;                             /* owned */
	uint64_t *groups;                            /* owned */
	int64_t source_capacity, sink_capacity, grouped_capacity, excluded_capacity;
	/* Pins of -from where no path starts and of -to where none ends, whatever their
	 * transitions; owned, each once. Pins of an instance that another one given matches are
	 * left out: a cell is given as its pins. */
	int32_t n_not_from, n_not_to;
	int32_t *not_from, *not_to;
	int64_t not_from_capacity, not_to_capacity;
};

/* Where the states, sources and sinks of pins and clocks are. It is made once for a graph, by time
 * linear in it but for a sort of its ends by pins, most of which are in order; a filter then takes what its lists have. */
struct filter_index;

/* Keeps what is borrowed in the context but for the clock edges, which are copied.
 * STATUS_NO_MEMORY. */
enum status filter_index_new(const struct filter_context *context, struct filter_index **out);
void filter_index_free(struct filter_index *index); /* NULL is fine */

/* STATUS_BAD_INPUT for more lists than PATH_GROUPS_MAX, STATUS_NO_MEMORY. To be released also on
 * failure. */
enum status filter_find(struct filter_index *index, const struct path_filter *filter,
			struct filter_lists *out);
void filter_lists_release(struct filter_lists *lists);

struct filter_query {
	/* Lends the arrays below, as far as the filter asks for them; the caller may add arc_ok and
	 * transposed. */
	struct path_query query;
	uint8_t *source_ok, *source_passed, *sink_ok; /* owned */
	uint8_t *vertex_ok;                           /* owned */
	uint64_t *vertex_groups;                      /* owned */
	int32_t n_not_from, n_not_to;                 /* as in the lists; owned */
	int32_t *not_from, *not_to;
};

/* The same with a word or flag for each vertex, source and sink, to look paths up in. Lists
 * give what their pins are; what isn't a startpoint or an endpoint moves over. */
enum status filter_spread(struct filter_lists *lists, const struct graph *graph,
			  struct filter_query *out);
/* Both at once, of a graph that is asked once. STATUS_BAD_INPUT for more lists than PATH_GROUPS_MAX, STATUS_NO_MEMORY. */
enum status filter_to_query(const struct path_filter *filter, const struct filter_context *context,
			    struct filter_query *out);
void filter_query_release(struct filter_query *query);

/* "-through a and 2 more" */
void filter_write_list(const char *option, const struct point_list *list,
		       const struct filter_context *context, struct text *out);
/* Why a filter has no path, as a sentence without a full stop: "no path that has passed -through a
 * reaches -through b". `group` is that of path_query_stuck(). */
void filter_write_stuck(const struct path_filter *filter, const struct filter_context *context,
			const struct path_query *query, int32_t group, struct text *out);
/* The same as a warning, if there is none yet, when the filter's exact query has no path.
 * STATUS_NO_MEMORY,
 * STATUS_CANCELLED. */
enum status filter_warn_empty(const struct path_filter *filter,
			      const struct filter_context *context, const struct path_query *query,
			      struct task *task, struct text *warnings);

#endif
