/* A directory of design files, and the Tcl that opens it. */
#ifndef FOLDER_H
#define FOLDER_H

#include "base/text.h"

/*
 * Append a command a line that open what is in a directory: its graph, or its libraries, LEF,
 * netlist, constraints, parasitics and placement, whichever there are (.gz too), and the one that
 * finds the first paths. STATUS_BAD_INPUT when there is nothing, or more than one of what there can
 * be one of: then the candidates are named.
 */
enum status folder_write_script(const char *path, struct text *out);

#endif
