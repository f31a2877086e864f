/*
 * Timing of a placement that is being made: wires as estimate_parasitics would have them, slacks, and from these how hard nets pull.
 */
#ifndef CMD_PLACE_TIMING_H
#define CMD_PLACE_TIMING_H

#include "db/layout/placement.h"
#include "db/slack_totals.h"
#include "session/session.h"

struct place_timing {
	float *weight;              /* owned [nets of the netlist] */
	float *momentum;            /* owned [the same] */
	struct slack_totals totals; /* setup, of the last update */
};

/* Can a placement be timed? STATUS_FAILED without a library, without wires in LEF, or where no endpoint has a setup slack. */
enum status place_timing_check(struct session *session);
/* All weights are 1. */
enum status place_timing_begin(const struct netlist *netlist, struct place_timing *out);
void place_timing_end(struct place_timing *timing); /* all zero is fine */

/*
 * Make the session's wires and timing those of the placement. Weights follow the slacks as in DREAMPlace 4.0 (P. Liao et al., "DREAMPlace 4.0:
 * timing-driven global placement with momentum-based net weighting", DATE 2022): with c the slack of a net by the worst of all, from 0 to 1,
 *
 *	m' = m / 2 + c / 2,  w' = w (1 + m'), at most PLACE_MOST_WEIGHT
 */
#define PLACE_MOST_WEIGHT 6
enum status place_timing_update(struct session *session, struct placement *placement,
				struct place_timing *timing);

#endif
