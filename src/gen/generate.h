/*
 * A netlist like real ones, of any size, straight into memory: the same for the same library,
 * profile, number of gates and seed.
 *
 * Instances form a row, in which neighbours belong together; a placement winds the row over the
 * die. It is cut into windows with their share of registers and gates, these into clusters of so
 * many logic levels; gates get levels, and each input a driver of a lower level, at a distance
 * along the row that follows a power law, so that the wiring obeys Rent's rule. The first input of
 * a gate of level n comes from level n − 1. Drivers that have no sink yet are preferred, few have
 * many sinks.
 */
#ifndef GEN_GENERATE_H
#define GEN_GENERATE_H

#include "base/task.h"
#include "db/constraints.h"
#include "db/netlist.h"
#include "gen/profile.h"

struct generate_options {
	struct profile profile; /* gates, pins, ports and registers are exact */
	uint64_t seed;
	int32_t n_clocks;      /* domains, at least 1 */
	double period;         /* ps of the first clock, 0 = about what its logic needs … */
	bool wires;            /* … with the wires that it will have */
	struct library *late;  /* borrowed */
	struct library *early; /* borrowed, NULL = the late one serves both */
};

enum { MOST_GENERATED_CLOCKS = 64 };

/*
 * Ports clk0 …, in[i], out[i]; instances u (gates), r (registers) and ck (clock buffers) with their
 * number in the row. Constraints: clocks whose periods are one, two, three … times the first one's,
 * all starting at 0 and propagated; input and output delays of a fifth of the first period.
 * STATUS_FAILED when the figures can't be met (too few gates, inputs beyond 1 to 4 a gate);
 * STATUS_NO_MEMORY, STATUS_CANCELLED.
 */
enum status generate_netlist(const struct generate_options *options, struct task *task,
			     struct netlist **netlist, struct constraints **constraints);

#endif
