/* The delays and checks of the design's timing as SDF 3.0 (IEEE 1497). */
#ifndef REPORT_SDF_H
#define REPORT_SDF_H

#include "gpu/timing/timing.h"
#include "base/task.h"

struct sdf_options {
	char divider;     /* between levels of the hierarchy: '/' or '.' */
	int digits;       /* decimals of times; -1 = down to the femtosecond */
	bool typical;     /* the mean of early and late delay stands between them */
	bool gzip;        /* compress, whatever the file is called */
	bool has_version; /* name the program's version */
	const struct annotations *annotations; /* borrowed: of the timing, NULL = none */
};

/*
 * Write all delays of wires and cells and all checks of registers: early and late values as minimum and
 * maximum of triples, in the first library's unit of time, or in ps where SDF has no such unit. Timing must
 * have been read to the host (timing_read(), timing_read_arc_places()).
 *
 * An IOPATH is a pair of pins under one condition (sdf_cond, else `when`), by the edge at the input where the delay to an
 * edge depends on it: of several arcs the least early and the largest late delay counts. A check has one value, that of the
 * slews with which it is made, so that no reader takes a better one for hold; of several with the same condition it is the
 * strictest. Preset and clear arcs have the delays of the slews and loads there, though timing leaves them out. Not in it are
 * internal pins of cells, and what constants and set_disable_timing leave out. STATUS_FAILED when a name can't be
 * written, STATUS_IO.
 */
enum status sdf_write(const char *path, const struct timing *timing,
		      const struct sdf_options *options, struct task *task);

#endif
