/* How modules are read: one file after another, or those of a folder, which have to be one netlist. */
#ifndef CMD_VERILOG_FILES_H
#define CMD_VERILOG_FILES_H

#include "session/command.h"

struct session;

/* Of read_verilog. */
extern const struct option verilog_options[];
/* It. STATUS_BAD_INPUT, with the question in the checklist, where files with -disjoint are more than one netlist. */
enum status verilog_read_files(struct call *call);
/* Modules that link_design gave back are read again. A file that is about to be read (NULL = none) brings its own. */
enum status verilog_need_modules(struct session *session, const char *path);

#endif
