/* Design rules (gpu/checks/limit_checks.h) as OpenSTA writes them. */
#ifndef REPORT_LIMIT_REPORT_H
#define REPORT_LIMIT_REPORT_H

#include "gpu/checks/limit_checks.h"
#include "report/report_units.h"

struct limit_report {
	struct text *out; /* borrowed */
	const struct netlist *netlist;
	struct report_units units;
	bool verbose;
	bool old_names; /* of slews: "max_transition", as in OpenSTA 2.0 */
};

/* With their title and a blank line after them; nothing of none. */
void limit_report_write(const struct limit_report *r, enum limit_kind kind, enum split split,
			const struct limit_checks *checks);

#endif
