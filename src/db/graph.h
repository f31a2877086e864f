/*
 * A timing graph on the host: vertices with names, delay arcs between them, sources (startpoints
 * with an arrival) and sinks (endpoints with a required time).
 *
 * A graph is built by the graph_add_ functions, closed once by graph_close(), and never changes
 * after that, so snapshots on any thread may share it (graph_ref()).
 *
 * Arcs keep the order in which they were added: that order is what tells parallel arcs and equal
 * choices apart, everywhere.
 */
#ifndef DB_GRAPH_H
#define DB_GRAPH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "base/task.h"
#include "base/text.h"
#include "db/netlist.h"

/* The order of paths. */
enum objective {
	/* With sources and sinks: slack = required − (arrival + Σ delay), least first. */
	OBJECTIVE_SLACK,
	/* Without: cost = Σ weight from any vertex without fan-in to any without fan-out, least
	 * first. */
	OBJECTIVE_COST,
};

struct graph {
	atomic_int refs;
	char *name; /* owned: title on the screen */
	enum objective objective;
	bool early; /* slack = arrival + Σ delay − required: earliest paths (OBJECTIVE_SLACK alone) */
	int32_t n_vertices;
	int32_t n_tiles;    /* copies of one graph side by side, 1 when not tiled */
	struct names names; /* of the first copy: n_vertices / n_tiles of them */
	/* owned reference, or NULL: of a graph of pins, whose vertices have no other names; vertex
	 * v is edge w % 2 of pin w / 2, w = graph_netlist_vertex(v) */
	struct netlist *netlist;
	/* owned unless arcs_of is set [n_vertices], NULL = all are the same */
	int32_t *netlist_vertex;
	/* owned reference, or NULL: for a part of a graph without a netlist, that graph; vertex v
	 * has the name of its vertex named_vertex[v] */
	struct graph *named_by;
	int32_t *named_vertex; /* owned [n_vertices] */
	/* owned reference, or NULL: the graph whose arrays of arcs and netlist_vertex are shared, see
	 * graph_share_arcs() */
	struct graph *arcs_of;
	int32_t n_arcs;
	int32_t *arc_from, *arc_to; /* owned [n_arcs] */
	int64_t *arc_delay;         /* owned [n_arcs] fs, or NULL when delays are computed */
	/* owned [n_arcs], or NULL when the delays were given: what they are computed from, see
	 * db/timing_graph.h */
	int32_t *arc_type;
	int32_t n_sources;
	int32_t *source_vertex;  /* owned [n_sources] */
	int64_t *source_arrival; /* owned [n_sources], fs */
	int32_t n_sinks;
	int32_t *sink_vertex;   /* owned [n_sinks] */
	int64_t *sink_required; /* owned [n_sinks], fs */
	int32_t n_broken;       /* arcs left out because they closed a loop */
	/* fs: upper bound of the sums of absolute values along a path, with its source and sink */
	int64_t largest_sum;
	/* Made by closing, until graph_forget_depths(): the longest distance to an end in arcs,
	 * with one to each sink's own state; and the rows of graph_fan_out(). */
	int32_t *depth;   /* owned [n_vertices], NULL = not known */
	int32_t *out_row; /* owned [n_vertices + 1], likewise */
	int64_t arc_capacity, arc_to_capacity, arc_delay_capacity, arc_type_capacity;
	int64_t source_capacity, source_arrival_capacity;
	int64_t sink_capacity, sink_required_capacity;
};

/* In a graph of pins: the netlist's vertex, 2·pin + edge. */
static inline int32_t graph_netlist_vertex(const struct graph *graph, int32_t vertex)
{
	return graph->netlist_vertex ? graph->netlist_vertex[vertex] : vertex;
}

/* The side of a pin that a vertex is of (db/netlist.h); its pin. */
static inline int32_t graph_side(const struct graph *graph, int32_t vertex)
{
	return graph_netlist_vertex(graph, vertex) / N_EDGES;
}

static inline int32_t graph_pin(const struct graph *graph, int32_t vertex)
{
	return netlist_named_pin(graph->netlist, graph_side(graph, vertex));
}

/* In a graph without a netlist: the vertex of the graph that was read. */
static inline int32_t graph_read_vertex(const struct graph *graph, int32_t vertex)
{
	return graph->named_by ? graph->named_vertex[vertex] : vertex;
}

/* An address that identifies the design: the same for all its graphs. */
static inline const void *graph_design(const struct graph *graph)
{
	return graph->netlist    ? (const void *)graph->netlist
	       : graph->named_by ? graph->named_by
				 : graph;
}

/*
 * Vertices so that arcs lead from earlier ones to later ones, level by level: no arcs run within a level,
 * and each vertex of it has a predecessor in the level before. Zeroed, it is empty.
 */
struct graph_order {
	int32_t *row, *arc; /* owned: the fan-out CSR, see graph_fan_out() */
	int32_t *vertex;    /* owned */
	int32_t n_levels;
	int32_t *level_row; /* owned [n_levels + 1]: where levels begin in vertex */
	int64_t level_capacity;
};

void graph_order_release(struct graph_order *order);

enum status graph_new(const char *name, struct graph **out);
/* The netlist's vertices: *out [n_vertices], owned by the caller. STATUS_NO_MEMORY. */
enum status graph_list_netlist_vertices(const struct graph *graph, int32_t **out);
/* A new graph that shares the vertices and arcs of a closed one, without sources and sinks.
 * STATUS_NO_MEMORY. */
enum status graph_share_arcs(struct graph *graph, struct graph **out);
REFERENCES(graph_ref, struct graph)
void graph_unref(struct graph *graph); /* NULL is fine */
RELEASER(graph_drop, struct graph, graph_unref)

/* STATUS_NO_MEMORY beyond 2^31 − 1 of a kind. Times in fs, |time| < FS_INPUT_LIMIT. */
enum status graph_add_vertex(struct graph *graph, const char *name, int64_t length, bool *added);
enum status graph_add_arc(struct graph *graph, int32_t from, int32_t to, int64_t delay);
/* An arc whose delay is computed. All arcs of a graph are of one sort. */
/* Room for n arcs whose delays are computed. STATUS_NO_MEMORY. */
enum status graph_need_arcs(struct graph *graph, int64_t n);
enum status graph_add_typed_arc(struct graph *graph, int32_t from, int32_t to, int32_t type);
enum status graph_add_source(struct graph *graph, int32_t vertex, int64_t arrival);
enum status graph_add_sink(struct graph *graph, int32_t vertex, int64_t required);

/*
 * Finish a graph: break loops, choose the objective, supply the sources and sinks of a graph that
 * has none, and bound the path sums. Warnings (one line each, loops) are appended to `warnings`.
 * STATUS_BAD_INPUT when there are sources without sinks or the reverse, or when sums could pass
 * 64 bit.
 */
enum status graph_close(struct graph *graph, struct text *warnings, struct task *task);
/* Free `depth` and `out_row`, which image_build() uses. Not while another thread builds an
 * image. */
void graph_forget_depths(struct graph *graph);
/* How loops are broken: `find` is called if there is one, with the order so far, and sets enum
 * loop_arc for each arc [n_arcs]. Each loop must have an arc that isn't LOOP_KEEP. */
enum loop_arc { LOOP_ANY, LOOP_KEEP, LOOP_BREAK /* rather than others */, N_LOOP_ARCS };

struct loop_choice {
	enum status (*find)(const void *context, const struct graph_order *order, uint8_t *arc);
	const void *context;
};

/* Likewise, and returns the order, which the caller releases, also on failure. choice: NULL = all
 * arcs are LOOP_ANY. */
enum status graph_close_ordered(struct graph *graph, const struct loop_choice *choice,
				struct text *warnings, struct task *task,
				struct graph_order *order);

/*
 * For a graph made of walks in another graph, `base`: allocate exactly these numbers of objects,
 * uninitialised, for the caller to write (with arc_type if typed), then close it without a search
 * for loops. It gets the base's objective and bound of path sums, so each of its paths, forward or
 * backward, must have the times of a path of the base. Its vertices have no names. STATUS_NO_MEMORY
 * also if there are too many to search.
 */
enum status graph_reserve(struct graph *graph, int64_t n_vertices, int64_t n_arcs,
			  int32_t n_sources, int32_t n_sinks, bool typed);
void graph_close_within(struct graph *graph, const struct graph *base);

/* A new closed graph of n copies of a closed one, side by side and unconnected. */
enum status graph_tile(const struct graph *graph, int32_t n, struct task *task, struct graph **out);

/* Append the name of a vertex; copies of a tiled graph are called t0/name, t1/name, … */
void graph_write_name(const struct graph *graph, int32_t vertex, struct text *out);
/* The vertex of a name, of a graph that was read; -1 = there is none. */
int32_t graph_find_vertex(const struct graph *graph, const char *name);

/* CSR of the arcs by their tail: arc[row[v]] … arc[row[v + 1] − 1] leave v, in arc order. Both
 * arrays become the caller's to free(). */
enum status graph_fan_out(const struct graph *graph, int32_t **row, int32_t **arc);

#endif
