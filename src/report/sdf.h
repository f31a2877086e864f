/* The delays and checks of the design's timing as SDF 3.0 (IEEE 1497). */
#ifndef REPORT_SDF_H
#define REPORT_SDF_H

#include "algo/timing.h"
#include "base/task.h"

struct sdf_options {
	char divider;     /* between levels of the hierarchy: '/' or '.' */
	int digits;       /* decimals of times; -1 = down to the femtosecond */
	bool typical;     /* the mean of early and late delay stands between them */
	bool gzip;        /* compress, whatever the file is called */
	bool has_version; /* name the program's version */
};

/*
 * Write all delays of wires and cells and all checks of registers: early and late values as minimum and
 * maximum of triples, in the first library's unit of time, or in ps where SDF has no such unit. Timing must
 * have been read to the host (timing_read(), timing_read_arc_places()).
 *
 * An IOPATH is a pair of pins under one condition (`when`), by the edge at the input where the delay to an edge
 * depends on it: of several arcs the least early and the largest late delay counts. A check has one value, that of the slews with
 * which it is made, so that no reader takes a better one for hold; of several conditions in the library it is the
 * strictest. Not in it are
 * preset and clear arcs, internal pins of cells, minimum periods and pulse widths. STATUS_FAILED when a name can't be
 * written, STATUS_IO.
 */
enum status sdf_write(const char *path, const struct timing *timing,
		      const struct sdf_options *options, struct task *task);

#endif
