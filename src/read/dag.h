/*
 * Weighted-DAG text: the timing graph of a design without the design.
 *
 *	N                        number of vertices
 *	"name";                  N lines
 *	"u" -> "v", weight;      any number of arcs; parallel arcs are different arcs
 *	source "v", arrival;     optional startpoints, after the arcs; then there must be sinks too
 *	sink "v", required;      optional endpoints
 *
 * Where there are two numbers, "u" -> "v", 12, 9; the first is that of the late split (max: the latest paths
 * against the latest they may come), the second that of the early one (min: the earliest paths against the
 * earliest). A graph is opened for one of both.
 *
 * All numbers are picoseconds. Blank lines are skipped, and those that begin with '#'. gzip is
 * read as it is. A file whose first line is an arc "u v" or "u v weight" is an edge list (dag_edges.c).
 */
#ifndef READ_DAG_H
#define READ_DAG_H

#include "db/graph.h"

/*
 * Read a file into a new closed graph of a split; a number that stands alone is that of both, and a graph of costs is least
 * cost either way. STATUS_BAD_INPUT with file:line:column on the first error; warnings (loops) are appended one a line.
 */
enum status dag_read(const char *path, enum split split, struct text *warnings, struct task *task,
		     struct graph **out);

/* Are the whole lines of the text [begin, end) an edge list, of one arc at least, each between two numbers or two names,
 * as lines of a report aren't? */
bool dag_is_edge_list(const char *begin, const char *end);

#endif
