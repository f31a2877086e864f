/*
 * DEF (5.8 and older): where the components and pins of a design lie.
 *
 * Read are DESIGN, UNITS, DIEAREA, ROW, REGIONS, COMPONENTS, PINS, BLOCKAGES, NETS (their
 * connections, not their wires) and GROUPS. Skipped whole: special nets, vias, tracks, fills,
 * properties, scan chains, styles, non-default rules, extensions, and attributes that say nothing
 * of a place. Unknown statements are skipped, with a warning.
 *
 * With a netlist, components and pins are matched with its instances and ports by name. What DEF
 * has and the netlist hasn't is an extra component (fillers, taps); what DEF lacks stays unplaced.
 * Connections are compared, and what is otherwise here is counted: the netlist counts. Without one
 * a netlist is made: a black box for each macro, with the pins that nets connect, in the order in
 * which they are named first; directions come from LEF.
 *
 *  - Names lose DEF's escapes; the divider becomes '/', bus brackets "[" and "]".
 *  - Lengths are rounded to 1/40000 µm (units of 3000, for example, don't divide it); 53 mm is the
 * largest. Without UNITS those of LEF count, else 100 for a µm, as the standard says.
 *  - A macro, site or layer that LEF doesn't describe is added to a copy of the technology by its
 * name; its components are points.
 *  - Without a die that has an area, the die is what rows and placed components cover.
 *  - Pins of the same name but ".extra1" at the end, and further PORTs, are more shapes of one
 * port. Pins of unplaced ports have no shapes.
 *  - In GROUPS, '*' and '%' match any characters; a group without a region says nothing.
 */
#ifndef READ_LAYOUT_DEF_H
#define READ_LAYOUT_DEF_H

#include "base/task.h"
#include "base/text.h"
#include "db/layout/placement.h"

/*
 * Read a DEF file, plain or gzip. Netlist and technology may be NULL; the placement has references
 * to them or to those that were made. Warnings, one line each and a few of each kind with the
 * number of the others, are appended. STATUS_IO, STATUS_BAD_INPUT (with line and column),
 * STATUS_CANCELLED.
 */
enum status def_read(const char *path, struct netlist *netlist, struct technology *technology,
		     struct text *warnings, struct task *task, struct placement **out);

#endif
