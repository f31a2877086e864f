/* What get_property knows of the edges that get_timing_edges gave. */
#ifndef CMD_CMD_EDGES_H
#define CMD_CMD_EDGES_H

#include "session/command.h"

/* Is a name that of an edge? */
bool is_edge_name(const struct call *call, const char *name);

/* The property call->argument[1] of one. STATUS_FAILED for one that it doesn't have. */
enum status write_edge_property(struct call *call, const char *name);

#endif
