/* Which of a design's delays and checks are annotated, counted and listed as by OpenSTA 2.0. */
#ifndef REPORT_ANNOTATED_H
#define REPORT_ANNOTATED_H

#include "base/task.h"
#include "base/text.h"
#include "db/annotations.h"
#include "db/constraints.h"

/* What an arc is: a timing group of a library between two pins, a wire, a pulse or a period of a pin. */
enum annotated_role {
	ROLE_CELL,
	ROLE_NET,
	ROLE_FROM_INPUT,
	ROLE_TO_OUTPUT,
	ROLE_SETUP,
	ROLE_HOLD,
	ROLE_RECOVERY,
	ROLE_REMOVAL,
	ROLE_NOCHANGE,
	ROLE_WIDTH,
	ROLE_PERIOD,
	ROLE_SKEW,
	N_ROLES
};

enum {
	ROLES_OF_DELAYS = 1 << ROLE_SETUP, /* numbers from here on are checks' */
	ALL_DELAYS = ROLES_OF_DELAYS - 1,
	ALL_CHECKS = (1 << N_ROLES) - ROLES_OF_DELAYS
};

struct annotated_options {
	const struct netlist *netlist;         /* borrowed */
	const struct constraints *constraints; /* borrowed, NULL = none */
	const struct annotations *annotations; /* borrowed, NULL = none */
	int roles;                             /* mask of 1 << role: delays or checks */
	bool lists_annotated, lists_others;    /* each by name */
	bool constants;                        /* count those at constant pins apart */
	int64_t most_lines;                    /* of a list, 0 = all */
};

/* An arc of several transitions is annotated when one of them is. */
enum status annotated_report(const struct annotated_options *options, struct task *task,
			     struct text *out);

#endif
