/*
 * The worst slack of each endpoint with what its paths get back of common path pessimism (CPPR),
 * of all endpoints at once: what the summary, histograms of endpoints and report_wns show.
 */
#ifndef ALGO_TIMING_SLACKS_H
#define ALGO_TIMING_SLACKS_H

#include "algo/timing.h"

/*
 * Bring timing->slacks up to date for a mode of credit; with CREDIT_NONE they are those before credit. The
 * slack of a sink is the least of all paths to it. Not in the midst of another command, as it
 * may search paths backward. `task` is what can cancel it. Fails as timing_update() and
 * as searches do.
 */
enum status timing_need_slacks(struct timing *timing, enum credit_mode mode, struct task *task);

/* Are they there for a mode? */
bool timing_has_slacks(const struct timing *timing, enum credit_mode mode);

/* May paths get credit at all? If not, slacks with credit are those without. Makes the
 * clock network. */
enum status timing_has_credit(struct timing *timing, bool *has);

/* Copy them to the host, [n_sinks] fs, FS_NONE_64 = unconstrained: with credit (they are there), and
 * without. Either may be NULL. */
enum status timing_read_slacks(struct timing *timing, struct queue *queue, int64_t *with,
			       int64_t *without);

/* Of the endpoint pins of a split: the worst slack and the sum of negative ones, fs. */
struct slack_totals {
	int64_t wns; /* the least, whatever its sign; FS_NONE_64 = no endpoint has any */
	int64_t tns;
	int32_t n_endpoints, n_violated;
};

/* From slacks of sinks; those of a pin follow each other, and a pin counts once. */
void slack_totals_of(const struct state_graph *states, const int64_t *slack, enum split split,
		     struct slack_totals *out);

#endif
