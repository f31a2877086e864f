/*
 * Checks of clocks (gpu/checks/clock_checks.h, gpu/checks/skew_checks.h) as OpenSTA writes them: in lists, and each in full. After
 * the last of some comes a blank line; of none there is nothing.
 */
#ifndef REPORT_CLOCK_REPORT_H
#define REPORT_CLOCK_REPORT_H

#include "gpu/checks/clock_checks.h"
#include "gpu/checks/skew_checks.h"
#include "report/report_units.h"

struct clock_report {
	struct text *out; /* borrowed */
	const struct timing *timing;
	const struct state_graph *states;
	const struct constraints *constraints;
	const struct netlist *netlist;
	struct report_units units;
	struct text text; /* owned */
	int width;        /* of a number with the blank before it */
};

#define CLOCK_REPORT_INIT                                                                          \
	{                                                                                          \
		.text = TEXT_INIT                                                                  \
	}

/* When its units are known and the timing has been read. */
void clock_report_begin(struct clock_report *r, const struct timing *timing, struct text *out);
void clock_report_release(struct clock_report *r);

/* The first n. */
void clock_report_pulses(struct clock_report *r, const struct clock_checks *checks, int32_t n,
			 bool verbose);
void clock_report_periods(struct clock_report *r, const struct clock_checks *checks, int32_t n,
			  bool verbose);
void clock_report_skews(struct clock_report *r, const struct skew_checks *checks, int32_t n,
			bool verbose);

#endif
