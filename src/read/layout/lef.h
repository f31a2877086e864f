/*
 * LEF (5.8 and older): layers, sites and macros, added to a technology.
 *
 * Read are the database units, the manufacturing grid, of layers the type, direction, pitch, width,
 * resistance and capacitances, sites, and macros with class, size, symmetry, site, pins with their
 * shapes, and obstructions. Skipped whole: vias and rules for them, non-default rules, properties,
 * antenna data, spacing tables, extensions.
 *
 *  - Lengths are rounded to 1/40000 µm; 26 mm is the largest.
 *  - Shapes are counted from the lower left corner: a macro's ORIGIN is added.
 *  - A PATH is a rectangle for each of its segments, a POLYGON is cut into rectangles; one with
 * slanted edges becomes its bounding box, with a warning. A VIA in a port is ignored.
 *  - A layer that shapes name and nothing describes is kept by its name.
 *  - A macro, site or layer described twice is what the last description says; warning for macros.
 *  - Unknown statements are skipped, with a warning.
 */
#ifndef READ_LAYOUT_LEF_H
#define READ_LAYOUT_LEF_H

#include "base/task.h"
#include "base/text.h"
#include "db/layout/technology.h"

/*
 * Read a LEF file, plain or gzip, on top of a technology (NULL = none yet), which stays as it is.
 * Warnings, one line each and a few of each kind with the number of the others, are appended.
 * STATUS_IO, STATUS_BAD_INPUT (with line and column), STATUS_CANCELLED.
 */
enum status lef_read(const char *path, const struct technology *before, struct text *warnings,
		     struct task *task, struct technology **out);

#endif
