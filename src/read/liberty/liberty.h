/*
 * Liberty (.lib): cell libraries with NLDM tables, plain or gzip.
 *
 * What is read, and what is skipped:
 *	- cells with pins, buses (type groups, slices such as A[3:0]) and bundles, ff, latch and
 *	  statetable groups, pg_pins; of a cell described twice the last description counts, with a
 *	  warning. test_cell and scaled_cell are skipped;
 *	- functions, three_state and `when`. One that can't be read is left out with a warning;
 *	- all timing groups of all types, arc by arc: a related_pin that is a bus of the same width
 *	  goes bit by bit, related_bus_pins and other widths give all pairs. Of preset only the
 *	  rising and of clear only the falling edge is taken. A related pin that is not there: a
 *	  warning, and the arc is left out;
 *	- tables of up to two axes over slews and the load; others are left out with a warning. The
 *	  linear model (intrinsic_rise, rise_resistance) becomes a table of two points over the load
 *	  with slew 0;
 *	- generated_clock groups; wire_load groups (no default_wire_load: it isn't applied);
 *	- power, noise, current sources: skipped. include_file is refused.
 * What could make slack worse and is left out is noted in the cell (lib_cell.left_out): timing groups of unknown types or
 * without related pins, tables that aren't taken, k_ factors where the default conditions aren't nominal, …
 */
#ifndef READ_LIBERTY_LIBERTY_H
#define READ_LIBERTY_LIBERTY_H

#include "base/task.h"
#include "base/text.h"
#include "db/library.h"

/*
 * Read a file into a new closed library, in the units of db/timing.h. STATUS_BAD_INPUT with
 * file:line:column on the first error; warnings are appended one a line, a few of each kind.
 */
enum status liberty_read(const char *path, struct text *warnings, struct task *task,
			 struct library **out);

#endif
