/*
 * Path searches with conditions: of a graph and a query a graph is made whose paths are exactly
 * those of the first that fulfil the query, one for one. Any search then runs on it as on any other
 * graph.
 *
 * It is the product of the graph with the number of groups (-through lists) that a path has passed:
 * a vertex means (vertex, groups passed), and only those on the way from a source to a sink
 * that are allowed are there. What a path has passed follows from where it has been, so no path
 * comes twice; nothing is decided by ranks or levels, so none is lost and none is wrong.
 *
 * It can be transposed too: then paths run from the base's sinks to its sources with the same
 * slack, and a search that deviates from them keeps its endpoint.
 */
#ifndef DB_PATH_GRAPH_H
#define DB_PATH_GRAPH_H

#include "db/graph.h"

/* Sets of counts passed are words of 64 bits, the highest of which says that a set isn't known yet. */
enum { PATH_GROUPS_MAX = 62 };

/*
 * Which paths. Groups are passed in their order: a path's vertices are gone through from the
 * source's on, and each one passes as many groups in a row, from the first not yet passed on, as it
 * is in. So one vertex may do for several (a net of SDC stands as its driver, which may be in the
 * next list itself), and a group without vertices is never passed.
 */
struct path_query {
	const uint8_t *source_ok; /* [n_sources]: paths may begin there; NULL = at all */
	const uint8_t *sink_ok;   /* [n_sinks]: and end there; NULL = at all */
	const uint8_t *arc_ok;    /* [n_arcs]: and go that way; NULL = any */
	const uint8_t *vertex_ok; /* [n_vertices]: and pass there; NULL = all */
	int32_t n_groups;
	/* [n_vertices]: bit g = the vertex is in group g; NULL when there are no groups */
	const uint64_t *vertex_groups;
	/* [n_sources]: groups that count as passed before the source's own vertex; NULL = 0 */
	const uint8_t *source_passed;
	/* Group 0 must be passed by the second vertex of a path: its source's or the next one. */
	bool first_at_once;
	bool transposed;
};

/*
 * The same query as lists of what is asked for or left out: as long as what the query names, however
 * large the graph is. Each array is in any order; vertices of `grouped` come once, others may again.
 */
struct path_lists {
	bool from, to; /* only the listed sources (sinks) are allowed; else all are */
	bool first_at_once;
	bool transposed;
	int32_t n_groups;
	int32_t n_sources, n_sinks, n_grouped, n_excluded;
	const int32_t *source;   /* [n_sources] */
	const uint8_t *passed;   /* [n_sources]: groups that count as passed, as source_passed */
	const int32_t *sink;     /* [n_sinks] */
	const int32_t *grouped;  /* [n_grouped]: vertices, with bits as vertex_groups */
	const uint64_t *groups;  /* [n_grouped] */
	const int32_t *excluded; /* [n_excluded]: vertices that no path passes */
};

struct path_graph {
	/* Owned reference: closed, without names or netlist; of delays that are computed the arc_type
	 * is the base's arc. Vertices are ordered by (vertex of the
	 * base, groups passed), arcs by (arc of the base, groups passed), sources and sinks as the
	 * base's: so equal paths keep their order. */
	struct graph *graph;
	bool transposed; /* then a source arrives at minus what is required of the base's sink, and so on: paths keep their slack */
	int32_t *vertex; /* owned [n_vertices]: the base's vertex */
	uint8_t *passed; /* owned [n_vertices]: groups passed there, its own among them */
	int32_t *arc;    /* owned [n_arcs]: the base's arc */
	/* owned [n_sources], [n_sinks]: the base's source and sink of each; when transposed the
	 * base's sink of each source and its source of each sink */
	int32_t *source, *sink;
};

void path_graph_free(struct path_graph *path_graph); /* NULL is fine */

/*
 * Why a query has no path: *group is the first that no path from an allowed source reaches
 * and has passed those ahead of it; n_groups when all can be passed but no allowed sink follows. -1:
 * there are paths. Linear in the base. STATUS_NO_MEMORY, STATUS_CANCELLED.
 */
enum status path_query_stuck(const struct graph *base, const struct path_query *query,
			     struct task *task, int32_t *group);

#endif
