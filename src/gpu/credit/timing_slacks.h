/*
 * The worst slack of each endpoint with what its paths get back of common path pessimism (CPPR),
 * of all endpoints at once: what the summary, histograms of endpoints and report_wns show.
 */
#ifndef GPU_CREDIT_TIMING_SLACKS_H
#define GPU_CREDIT_TIMING_SLACKS_H

#include "db/slack_totals.h"
#include "gpu/timing/timing.h"

/* Which splits' endpoints are asked about. */
enum slacks_of {
	SLACKS_OF_EARLY = 1 << EARLY,
	SLACKS_OF_LATE = 1 << LATE,
	SLACKS_OF_BOTH = SLACKS_OF_EARLY | SLACKS_OF_LATE,
};

/*
 * Bring timing->slacks up to date for a mode of credit; with CREDIT_NONE they are those before credit. The
 * slack of a sink is the least of all paths to it. Not in the midst of another command, as it
 * may search paths backward. `task` is what can cancel it. Fails as timing_update() and
 * as searches do.
 */
enum status timing_need_slacks(struct timing *timing, enum credit_mode mode, enum slacks_of of,
			       struct task *task);

/* Are they there for a mode, of both splits? */
bool timing_has_slacks(const struct timing *timing, enum credit_mode mode);

/* Copy them to the host, [n_sinks] fs, FS_NONE_64 = unconstrained: with credit (of the splits that
 * timing_need_slacks() was asked for), and without. Either may be NULL. */
enum status timing_read_slacks(struct timing *timing, struct queue *queue, int64_t *with,
			       int64_t *without);

/* Of the endpoint pins of a split, with credit (timing_need_slacks() was asked for it) or before; a pin counts once, with the
 * worst of its sinks. */
enum status timing_slack_totals(const struct timing *timing, struct queue *queue, enum split split,
				bool before, struct slack_totals *out);

#endif
