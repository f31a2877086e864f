/* A timing graph as weighted-DAG text (read/dag.h), as it is or as one of costs alone. */
#ifndef WRITE_DAG_H
#define WRITE_DAG_H

#include "base/output.h"
#include "db/graph.h"

/* No time: the arc, source or sink isn't there. */
#define DAG_NOTHING INT64_MAX

/*
 * What the arcs, sources and sinks of a graph weigh, fs: slack = required − (arrival + Σ delay);
 * for earliest paths all of them are negated. Of a graph of costs (OBJECTIVE_COST) only the delays
 * count, and cost = Σ delay.
 */
struct dag_weights {
	const struct graph *graph; /* borrowed, and so are the arrays */
	const int64_t *delay;      /* [n_arcs] */
	const int64_t *arrival;    /* [n_sources] */
	const int64_t *required;   /* [n_sinks] */
};

/*
 * Vertices and arcs in their order, then sources and sinks. A vertex of which there are several at
 * one pin and edge has their number after its name: "u1/A rise #2". STATUS_FAILED when a name
 * can't be written (it has a quote or an end of a line, or two pins have it) or when nothing is
 * constrained.
 */
enum status dag_write(const char *path, const struct dag_weights *weights, struct task *task);

/*
 * The same paths, in the same order, as a graph without sources and sinks whose weights are not
 * negative, for programs that know shortest paths alone. Each source is a vertex of its own in
 * front of its vertex, each sink one after it; what is on no path is left out, and weights are
 * moved along by potentials, the least slack from each vertex on. So a path costs its slack (or
 * cost) less the least of all, which is *constant, fs. With `comment` the file says so in its head,
 * on lines that begin with '#'. STATUS_FAILED when there is no path.
 */
enum status dag_write_costs(const char *path, const struct dag_weights *weights, bool comment,
			    struct task *task, int64_t *constant);

/* ---- what both need ---- */

/* Names of vertices; those of one pin and edge are numbered. */
struct dag_names {
	const struct graph *graph; /* borrowed */
	const struct output *out;  /* borrowed: for messages */
	int32_t *ordinal;          /* owned [n_vertices], NULL = all names differ */
};

enum status dag_names_init(struct dag_names *names, const struct graph *graph,
			   const struct output *out);
void dag_names_release(struct dag_names *names);
/* Append it in quotes. STATUS_FAILED when it can't be written. */
enum status dag_write_vertex(const struct dag_names *names, int32_t vertex, struct text *out);

#endif
