/*
 * Structural Verilog, as tools write netlists: modules with nets, buses, assigns and instances.
 *
 * Understood: both styles of ports, .name(expression) in a header, ranges up or down and negative,
 * bit and part selects, concatenations, replications, constants of all bases, escaped names,
 * supply0 and supply1, declarations with an assignment, connections by name, by position, empty and
 * .name alone, comments, attributes, directives (see verilog_scan.h). x and z connect nothing.
 * Parameters and delays are skipped. A name that wasn't declared is a net of one bit.
 *
 * Errors: behavioural code, operators, gates, specify blocks, arrays of instances, and whatever
 * isn't Verilog; each at its place.
 */
#ifndef READ_VERILOG_VERILOG_H
#define READ_VERILOG_VERILOG_H

#include "base/status.h"
#include "base/task.h"
#include "base/text.h"
#include "db/link/modules.h"

/*
 * Append the modules of a file to those that were read before. A module that is there already is an
 * error that names both places. After an error they are as before.
 */
enum status verilog_read(const char *path, struct modules *modules, struct text *warnings,
			 struct task *task);

#endif
