/*
 * Edges of timing as OpenSTA lists them, with their delays, and why some take no part: constraint (set_disable_timing),
 * constant, loop (left out so that there is none), preset and clear arcs.
 */
#ifndef REPORT_EDGE_REPORT_H
#define REPORT_EDGE_REPORT_H

#include "gpu/timing/timing.h"
#include "db/constants.h"
#include "db/disables.h"
#include "db/edges.h"
#include "report/report_units.h"

struct edge_report {
	struct text *out;      /* borrowed */
	struct timing *timing; /* borrowed, read, with arc places and the fan-out */
	const struct timing_graph *graph;
	const struct netlist *netlist;
	struct report_units units;
	struct constants constants; /* owned */
	struct disables disables;   /* owned */
};

/* Release it, also on failure. */
enum status edge_report_begin(struct edge_report *r, struct timing *timing, struct task *task,
			      struct text *out);
void edge_report_release(struct edge_report *r);

/* One with its delays, early:late; `from` and `to` say whether pins at its ends are named with their instances. */
void edge_report_write(const struct edge_report *r, struct timing_edge edge, bool from, bool to);
/* All that take no part, by the names of their pins. STATUS_NO_MEMORY. */
enum status edge_report_disabled(const struct edge_report *r);
/* "A 0": the value of a pin, with its case analysis. */
void edge_report_constant(const struct edge_report *r, int32_t pin);

#endif
