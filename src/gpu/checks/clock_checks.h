/*
 * Checks of clock pulses and periods: how long these have to be at the pins that they reach.
 *
 * A pulse at a pin is as long as the early arrival of the edge that closes it less the late arrival of the
 * edge that opens it, and the credit between the two (CREDIT_OPENSTA). Uncertainty doesn't count, as in
 * OpenSTA. What is demanded is set_min_pulse_width's (pin > instance > clock > all, at registers' clock pins;
 * a pin's or instance's at any pin that a clock reaches), else what is annotated, else the library's: min_pulse_width_high and _low,
 * min_period, groups and tables of these, at any pin that a clock reaches; of several the largest.
 */
#ifndef GPU_CHECKS_CLOCK_CHECKS_H
#define GPU_CHECKS_CLOCK_CHECKS_H

#include "gpu/timing/timing.h"

/* A high (RISE) or low pulse of a clock at a pin. All times in fs. */
struct pulse_check {
	int32_t pin, clock;
	enum edge pulse;
	int32_t open, close;           /* states of the two edges */
	int64_t opens, closes, credit; /* closes without the credit */
	int64_t required, width, slack;
};

struct period_check {
	int32_t pin, clock;
	int64_t required, period, slack;
};

struct clock_checks {
	int32_t n_pulses, n_periods;
	struct pulse_check *pulse;   /* owned */
	struct period_check *period; /* owned */
	int64_t pulse_capacity, period_capacity;
};

/* Does a library or a constraint demand any? */
bool clock_checks_exist(const struct timing *timing);
/* After timing_read(). Release it, also on failure. STATUS_NO_MEMORY. */
enum status clock_checks_find(const struct timing *timing, enum credit_mode mode,
			      struct clock_checks *checks);
/* What is annotated of a pulse at a pin (RISE: a high one), or else a library demands, ps; -1 = nothing. After
 * timing_read(). And the same of a period. */
double clock_checks_width(const struct timing *timing, int32_t pin, enum edge pulse);
double clock_checks_period(const struct timing *timing, int32_t pin);
/* Both by slack, then by the pin's name and the clock. Without it they are in no order: for a count. */
void clock_checks_sort(const struct timing *timing, struct clock_checks *checks);
void clock_checks_release(struct clock_checks *checks);

#endif
