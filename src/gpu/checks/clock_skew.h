/*
 * Latencies of clocks at the clock pins of registers, and the skew between registers that a path leads from and to.
 *
 * A latency is the arrival less the time of the edge: up to the clock's source, in its network, and, where it is asked
 * for, inside the cell (max_clock_tree_path and min_clock_tree_path of the library). The skew of a clock is that of
 * the pair of launch and capture where it is largest in magnitude: for setup the late latency of the launch less
 * the early one of the capture, less the credit of both, plus the capture's uncertainty; for hold early less late, plus the
 * credit, less the uncertainty. A pair is a launching clock pin and that of a setup or hold check at an end of the
 * launched output's fan-out; exceptions aren't looked at. Of equal pairs of a launch the first by name counts.
 */
#ifndef GPU_CHECKS_CLOCK_SKEW_H
#define GPU_CHECKS_CLOCK_SKEW_H

#include "gpu/timing/timing.h"

struct clock_latency {
	int32_t state;                     /* at the clock pin, -1 = there is none */
	int64_t source, network, internal; /* fs */
};

/* By the clock's edge, the edge at the pin, and split: the least early latency, the largest late one. */
struct clock_latencies {
	struct clock_latency of[N_EDGES][N_EDGES][N_SPLITS];
};

struct clock_skew {
	int32_t launch,
		capture; /* states, -1 = no register's output leads to a register of the clock */
	struct clock_latency from, to;
	int64_t uncertainty, credit, skew; /* fs; the first two as they are added */
};

struct clock_skew_query {
	int32_t clock;
	enum split split; /* LATE: setup */
	enum credit_mode mode;
	bool internal; /* with the delays inside cells */
};

/* All after timing_read(). STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status clock_latencies_find(struct timing *timing, int32_t clock, bool internal,
				 struct clock_latencies *out);
enum status clock_skew_find(struct timing *timing, const struct clock_skew_query *query,
			    struct task *task, struct clock_skew *out);

#endif
