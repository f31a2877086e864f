/*
 * The `.timing` files of the TAU 2015 contest: what surrounds a design, a line each.
 *
 *	clock PORT PERIOD [LOW]   an input port; LOW is the part of the period, in per cent, that
 *	                          the clock is low (50 when left out): it rises at 0 and falls at
 *	                          PERIOD × (1 − LOW / 100)
 *	at PORT ER EF LR LF       arrival at an input, early rise, early fall, late rise, late fall
 *	slew PORT ER EF LR LF     slew at an input
 *	rat PORT ER EF LR LF      required time at an output
 *	load PORT C               capacitance outside of an output, all edges
 *
 * Numbers are in the units of the netlist's first library (ps and fF in the contest's); without a
 * library in ps and fF. An empty line says nothing; of two settings the last counts, but a
 * port has one clock.
 *
 * What the reference tables show of the meaning, in all of the contest's designs that have them:
 * arrivals, slews, required times and loads at the ports are these numbers, unscaled. A setup check
 * adds one period: required = early arrival at the clock pin + PERIOD − setup; a hold check adds
 * none: late arrival + hold. s27: 276.287 + period 1 = 277.287, less setup 30.219 is 247.068.
 * Required times of outputs are absolute, without a period. The falling edge of a clock arrives as
 * its `at` line says; the clock line's LOW doesn't enter. It is 50 in every file, also where the
 * period is 1, so it is a percentage; that it is the low part is only the custom.
 */
#ifndef READ_TAU_H
#define READ_TAU_H

#include "base/task.h"
#include "base/text.h"
#include "db/constraints.h"
#include "db/netlist.h"

/*
 * Read constraints, plain or gzip. A port that the netlist doesn't have, a line about the wrong
 * kind of port, a period that isn't positive, a negative slew or load: STATUS_BAD_INPUT with line
 * and column. Also STATUS_IO, STATUS_CANCELLED. Inputs without an arrival and outputs without a
 * required time get a warning, as nothing is timed there.
 */
enum status tau_read(const char *path, const struct netlist *netlist, struct text *warnings,
		     struct task *task, struct constraints **out);

#endif
