/*
 * Design rules: slews, loads and fan-outs against the limits of constraints (struct design_limit) and libraries.
 *
 * As in OpenSTA 3 the tightest of all limits that are about a pin counts: the design's, that of its port,
 * instance, master or itself, that of its library pin (default_max_… for outputs), of a port that of the pin
 * that drives it (set_driving_cell), and of slews those of the clocks whose edges or data come there. Slews are checked
 * at all pins, loads and fan-outs at those that drive; nowhere where the pin is constant, disabled by itself
 * (set_disable_timing) or in the network of an ideal clock. At most goes with late values, at least with
 * early ones. A fan-out is the sum of the loads' fanout_load (1 where the library says nothing); ports don't
 * count in it.
 */
#ifndef GPU_CHECKS_LIMIT_CHECKS_H
#define GPU_CHECKS_LIMIT_CHECKS_H

#include "gpu/timing/timing.h"

struct limit_check {
	int32_t pin;
	enum edge edge;             /* of a slew; else RISE */
	double value, limit, slack; /* ps, fF, or a number of loads; slack < 0 = violated */
};

struct limit_checks {
	int32_t n;
	struct limit_check *check; /* owned [n], by slack, then by the pin's name */
};

struct limit_query {
	enum limit_kind kind;
	enum split split; /* LATE: at most */
	int32_t net;      /* at its pins alone; -1 = everywhere */
	bool violated;    /* these alone, all of them; else */
	int32_t most;     /* … the number of the worst */
};

/* What is demanded of a design and how it is, found once for several queries. */
struct limit_finder;

/* The timing is up to date. Reads slews and loads. End it with limit_finder_free(), also on failure. */
enum status limit_finder_new(struct timing *timing, struct task *task, struct limit_finder **out);
void limit_finder_free(struct limit_finder *finder); /* NULL is fine */
RELEASER(limit_finder_drop, struct limit_finder, limit_finder_free)

/* *out is overwritten; release it also on failure. STATUS_NO_MEMORY. */
enum status limit_checks_find(struct limit_finder *finder, const struct limit_query *query,
			      struct limit_checks *out);
void limit_checks_release(struct limit_checks *checks);
/* How many pins violate a limit of a kind, in either split. */
int32_t limit_checks_count(const struct limit_finder *finder, enum limit_kind kind);

/* Does a library that the design has cells of, or a constraint, limit anything of a kind? */
bool limits_exist(const struct timing *timing, enum limit_kind kind);

#endif
