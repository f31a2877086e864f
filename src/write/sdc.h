/* The constraints of a netlist as SDC. */
#ifndef WRITE_SDC_H
#define WRITE_SDC_H

#include "base/task.h"
#include "base/text.h"
#include "db/constraints.h"

struct sdc_write_options {
	bool gzip;  /* compress, whatever the file is called */
	int digits; /* decimals of numbers; -1 = as many as make up the number */
};

/*
 * In the units of the first library, objects by their flat names, in the order in which the
 * constraints have them: read back they are the same, and are written the same again. Cells and
 * nets that were named stand as their pins and drivers where they don't make up a whole cell.
 *
 * Constraints of a part of the design that doesn't exist any more aren't written. A required time
 * (TAU's rat) is written as an output delay of the first clock, which demands the same of all that
 * clocks launch; without any clock it is a path delay. Warnings, one a line: what can't be said so.
 * With fewer digits than numbers have, what is read back isn't the same.
 */
enum status sdc_write(const char *path, const struct constraints *constraints,
		      const struct netlist *netlist, const struct sdc_write_options *options,
		      struct text *warnings, struct task *task);

#endif
