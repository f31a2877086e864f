/*
 * SDF (2.1, 3.0; IEEE 1497): delays and checks of a netlist, as annotations.
 *
 * Read are, in each CELL, DELAY (ABSOLUTE and INCREMENT: IOPATH with RETAIN, COND, CONDELSE, INTERCONNECT, PORT,
 * NETDELAY, DEVICE) and TIMINGCHECK (SETUP, HOLD, SETUPHOLD, RECOVERY, REMOVAL, RECREM, SKEW, WIDTH, PERIOD,
 * NOCHANGE). PATHPULSE, LABEL, TIMINGENV and whatever else there is is skipped and counted in a warning.
 *
 *  - An IOPATH without a condition is all arcs between its pins, whatever their condition; CONDELSE is those that
 *    have none. A condition is that of the library's arcs whose sdf_cond is the same but for blanks, or whose `when` is the
 *    same Boolean function.
 *  - Of 1, 2, 3, 6 or 12 values the one of each transition is taken as the standard says; an empty one says nothing.
 *  - A check has one value: that of check_triple, else (where the file leaves it out) that of its own split.
 *  - An early delay is that of RETAIN, where it is less.
 *  - Values of the file that have no effect (no such instance, pin, arc, wire, check, or nothing for a
 *    split in a triple) are warned of, a few of each kind by name.
 *  - SKEW and NOCHANGE are kept, and told of: no such check is made.
 *
 * Names lose SDF's escapes; the divider becomes '/'. Those of wires in a CELL with an instance are of that
 * block. An instance `*` is all instances of the cell's type.
 */
#ifndef READ_SDF_SDF_H
#define READ_SDF_SDF_H

#include "base/task.h"
#include "base/text.h"
#include "db/annotations.h"
#include "db/netlist.h"

enum sdf_triple { SDF_MINIMUM, SDF_TYPICAL, SDF_MAXIMUM };

/* What conditional delays are to arcs that have no condition. */
enum sdf_cond_use {
	SDF_COND_UNUSED,
	SDF_COND_LEAST,   /* the least of them, … */
	SDF_COND_LARGEST, /* … the largest, */
	SDF_COND_WORST,   /* or the least early and the largest late */
};

struct sdf_source {
	const struct netlist *netlist; /* borrowed */
	const struct annotations *old; /* borrowed: the earlier annotations, NULL = none */
	const char *block;             /* borrowed: names are of this block; NULL = of the top */
	enum sdf_triple triple[N_SPLITS];
	/* by split of the check (early: hold and removal): the triple that has its value */
	enum sdf_triple check_triple[N_SPLITS];
	bool increments_alone; /* only those of INCREMENT */
	enum sdf_cond_use cond_use;
};

/*
 * Read a file, plain or gzip. Warnings are appended; *out has the earlier annotations too. STATUS_IO, STATUS_BAD_INPUT
 * (with line and column), STATUS_CANCELLED, STATUS_USAGE when there is no such block.
 */
enum status sdf_read(const char *path, const struct sdf_source *source, struct text *warnings,
		     struct task *task, struct annotations **out);

#endif
