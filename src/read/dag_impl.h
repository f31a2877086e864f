/* What the files of the reader of weighted-DAG text share. */
#ifndef READ_DAG_IMPL_H
#define READ_DAG_IMPL_H

#include "base/input.h"
#include "db/graph.h"
#include "read/dag.h"

/* Bytes of a chunk: for tests, which make it small. */
extern int64_t dag_chunk_size;

/*
 * Read what threads can take apart by themselves: blocks of plain lines, from after the number of vertices
 * on. It stops where there are none any more, at the file's end (*more is false) or in front of a line that is
 * to be read by itself, as what is wrong with it.
 */
enum status dag_read_blocks(struct input *in, struct graph *graph, enum split split,
			    int32_t n_vertices, bool *more);

/* Is the line [begin, end) an arc of an edge list? Then add it and all that follow; `warnings` gets a line if weights are
 * missing. */
bool dag_is_edge(const char *begin, const char *end);
enum status dag_read_edges(struct input *in, const char *begin, const char *end,
			   struct graph *graph, struct text *warnings);

#endif
