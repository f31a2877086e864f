/*
 * Weighted-DAG text: the timing graph of a design without the design.
 *
 *	N                        number of vertices
 *	"name";                  N lines
 *	"u" -> "v", weight;      any number of arcs; parallel arcs are different arcs
 *	source "v", arrival;     optional startpoints, behind the arcs; then there must be sinks too
 *	sink "v", required;      optional endpoints
 *
 * All numbers are picoseconds. Blank lines are passed over, and those that begin with '#'. gzip is
 * read as it is.
 */
#ifndef READ_DAG_H
#define READ_DAG_H

#include "db/graph.h"

/*
 * Read a file into a new closed graph. STATUS_BAD_INPUT with file:line:column on the first error;
 * warnings (loops) are appended one a line.
 */
enum status dag_read(const char *path, struct text *warnings, struct task *task,
		     struct graph **out);

#endif
