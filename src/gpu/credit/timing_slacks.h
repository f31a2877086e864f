/*
 * The worst slack of each endpoint with credit (CPPR), for all endpoints at once: shown by the
 * summary, histograms of endpoints and report_wns.
 */
#ifndef GPU_CREDIT_TIMING_SLACKS_H
#define GPU_CREDIT_TIMING_SLACKS_H

#include "db/slack_totals.h"
#include "gpu/timing/timing.h"

/* The splits whose endpoints are needed. */
enum slacks_of {
	SLACKS_OF_EARLY = 1 << EARLY,
	SLACKS_OF_LATE = 1 << LATE,
	SLACKS_OF_BOTH = SLACKS_OF_EARLY | SLACKS_OF_LATE,
};

/*
 * Bring timing->slacks up to date for a mode of credit; CREDIT_NONE = before credit. The slack of a
 * sink is the least of all paths to it. Not within another command, as it may search paths
 * backward. `task` can cancel it. Fails as timing_update() and searches do.
 */
enum status timing_need_slacks(struct timing *timing, enum credit_mode mode, enum slacks_of of,
			       struct task *task);

/* Are the slacks of both splits up to date for a mode? */
bool timing_has_slacks(const struct timing *timing, enum credit_mode mode);

/* Copy the slacks to the host, [n_sinks] fs, FS_NONE_64 = unconstrained: with credit (only splits
 * of timing_need_slacks()), and without credit. Either may be NULL. */
enum status timing_read_slacks(struct timing *timing, struct queue *queue, int64_t *with,
			       int64_t *without);

/* Totals over the endpoint pins of a split, with credit (after timing_need_slacks() for the split)
 * or before; a pin counts once, with the worst of its sinks. */
enum status timing_slack_totals(const struct timing *timing, struct queue *queue, enum split split,
				bool before, struct slack_totals *out);

#endif
