/*
 * Constant pins: values of set_case_analysis, ties in the netlist and tie cells, propagated through
 * nets and the functions of cells (of the late library); and the timing arcs that remain possible.
 * States of sequential cells are never constant.
 */
#ifndef DB_CONSTANTS_H
#define DB_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/task.h"
#include "db/constraints.h"
#include "db/function.h"
#include "db/netlist.h"

struct constants {
	/* owned [n_pins]: enum logic; NULL without constants. A case value overrides the pin's
	 * net. */
	int8_t *pin_value;
	int32_t n_constant; /* pins that are 0 or 1 */
};

/* Linear time and memory, none without constants; constraints may be NULL. STATUS_CANCELLED,
 * STATUS_NO_MEMORY. */
enum status constants_find(const struct netlist *netlist, const struct constraints *constraints,
			   struct task *task, struct constants *out);
void constants_release(struct constants *constants);

static inline enum logic constants_of(const struct constants *constants, int32_t pin)
{
	return constants->pin_value ? (enum logic)constants->pin_value[pin] : LOGIC_X;
}

/* Has an instance a constant pin? If not, all its arcs are those of the library. */
bool constants_touch(const struct constants *constants, const struct netlist *netlist,
		     int32_t instance);

/*
 * Can this delay arc or check of an instance take part in timing? Not when one of its ends is
 * constant, when its condition (`when`) is false, when it has none but another arc of its kind
 * between its pins has a condition that is true, when its output isn't driven, or when the output's
 * function, with what is constant put in, depends on `from` not at all or never in the arc's sense.
 * `cell`, of `library`, is the instance's late or early one.
 */
bool arc_is_possible(const struct constants *constants, const struct netlist *netlist,
		     int32_t instance, const struct library *library, const struct lib_cell *cell,
		     const struct lib_arc *arc);

/* The sense of a possible delay arc: its own, or without one that of the function with constants
 * inserted (an exclusive or with a constant 1 inverts). */
enum lib_sense arc_sense_under(const struct constants *constants, const struct netlist *netlist,
			       int32_t instance, const struct library *library,
			       const struct lib_cell *cell, const struct lib_arc *arc);

#endif
