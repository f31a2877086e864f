/*
 * The pins that a clock reaches from its sources through wires and cells, up to clock pins of
 * registers, and by which edges; needs no delays. Generated clocks on the way don't stop it.
 */
#ifndef DB_CLOCK_REACH_H
#define DB_CLOCK_REACH_H

#include "base/task.h"
#include "db/constraints.h"
#include "db/netlist.h"

/* Bits: of the clock's edge and the edge at a pin. */
#define CLOCK_REACH_BIT(clock_edge, edge) (1U << ((clock_edge)*N_EDGES + (edge)))

/* Set the bits of all pins that these edges (bits 1 << edge) of a clock reach in reached[n_pins].
 * STATUS_CANCELLED, STATUS_NO_MEMORY. */
enum status clock_reach_add(const struct netlist *netlist, const struct constraints *constraints,
			    const struct clock *clock, unsigned edges, struct task *task,
			    uint8_t *reached);

#endif
