/*
 * Skew checks of libraries (skew_rising, skew_falling): how much later the clock at a constrained pin may come
 * than that at its related pin. The late arrival of the one is compared with the early one of the other, by
 * the tables' value at the slews of both, derated as checks of data are; conditions aren't looked
 * at. As in OpenSTA there is no credit, and of a constrained pin the worst alone is listed.
 */
#ifndef GPU_CHECKS_SKEW_CHECKS_H
#define GPU_CHECKS_SKEW_CHECKS_H

#include "gpu/timing/timing.h"

struct skew_check {
	int32_t clock, reference;     /* states: at the constrained pin and at the related one */
	int64_t allowed, skew, slack; /* fs */
};

struct skew_checks {
	int32_t n;
	struct skew_check *check; /* owned [n], by slack, then by the constrained pin's name */
	int64_t capacity;
};

/* Does a library that the design has cells of demand any? */
bool skew_checks_demanded(const struct timing *timing);
/* After timing_read(). Release it, also on failure. STATUS_NO_MEMORY. */
enum status skew_checks_find(const struct timing *timing, struct skew_checks *checks);
void skew_checks_release(struct skew_checks *checks);

#endif
