/*
 * How the delays and slews of an edge of timing are looked up, table by table, as OpenSTA's report_dcalc has it: from
 * slews and loads as they are, before derates.
 */
#ifndef REPORT_DCALC_H
#define REPORT_DCALC_H

#include "gpu/timing/timing.h"
#include "db/edges.h"
#include "report/report_units.h"

struct dcalc_report {
	struct text *out;      /* borrowed */
	struct timing *timing; /* borrowed, read */
	enum split split;
	struct report_units units;
};

/* Setup checks are late, hold checks early; in the other split there is nothing of them. Of a wire there is something
 * where it has parasitics. After timing_read() and timing_read_arc_places(). */
enum status dcalc_write(const struct dcalc_report *r, struct timing_edge edge);

/* What OpenSTA calls an arc's role. */
const char *lib_arc_role(const struct library *library, const struct lib_cell *cell,
			 const struct lib_arc *arc);

/* Its transitions, in OpenSTA's order; of a wire (NULL) both edges. Returns how many, at most four. */
struct transition {
	int from, to;
};
int lib_arc_transitions(const struct lib_arc *arc, struct transition out[N_EDGES * N_EDGES]);

/* What the tables of an edge say of one of its transitions: the delay or the check, ps. */
double dcalc_value(const struct dcalc_report *r, struct timing_edge edge, int from, int to);

#endif
