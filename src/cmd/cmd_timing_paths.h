/* What get_property knows of the paths that find_timing_paths gave, and of their points. */
#ifndef CMD_CMD_TIMING_PATHS_H
#define CMD_CMD_TIMING_PATHS_H

#include "session/command.h"

/* Is a name that of a path or a point? An object of the netlist of that name comes first. */
bool is_path_name(const struct call *call, const char *name);

/* The property call->argument[1] of one. STATUS_FAILED for a path of a timing that has changed since, and
 * for a property that it doesn't have. */
enum status write_path_property(struct call *call, const char *name);

#endif
