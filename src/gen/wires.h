/*
 * Wires that aren't there yet: the parasitics that the nets of a placement would have.
 */
#ifndef GEN_WIRES_H
#define GEN_WIRES_H

#include "base/task.h"
#include "db/parasitics.h"
#include "db/layout/placement.h"

/* Of a µm of wire along x and y: kΩ and fF. */
struct wire_unit {
	double resistance[2], capacitance[2];
};

struct wire_report {
	int32_t n_nets, n_unplaced;     /* nets with wires; pins that aren't placed */
	double length;                  /* µm */
	double resistance, capacitance; /* kΩ, fF: of all wires together */
};

/*
 * The mean of some routing layers for each direction; of all but the lowest when none are named; a
 * direction that has none takes the other's. A wire has width: resistance of a square by width, and
 * capacitance of area and both edges. STATUS_FAILED for a layer that isn't there or doesn't route,
 * and when LEF gives neither resistance nor capacitance.
 */
enum status wire_unit_of(const struct technology *technology, const char *const *layer,
			 int32_t n_layers, struct wire_unit *unit);

/*
 * Each net with two pins or more as a Steiner tree from its driver: every pin is a node, each piece
 * a resistor with half of its capacitance at either end, rounded to 0.01 Ω and 1 aF. A pin that
 * isn't placed hangs at the first that is, without wire. Nets tied to a constant have none.
 */
enum status estimate_wires(const struct placement *placement, const struct wire_unit *unit,
			   struct task *task, struct wire_report *report, struct parasitics **out);

#endif
