/*
 * Relations of clock edges: which pair of edges a check compares, what uncertainty there is between
 * them, how far a multicycle path moves the capturing one, and which clocks have no paths between
 * each other. The rules are those of SDC; where these leave a choice, OpenSTA's.
 */
#ifndef DB_STATE_RELATIONS_H
#define DB_STATE_RELATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/keys.h"
#include "base/names.h"
#include "db/constraints.h"

/*
 * The edges that are checked against each other, fs since the beginning of all waveforms, by split:
 * LATE is setup (and recovery), EARLY is hold (and removal). Setup: the pair with the least
 * positive capture − launch over the common period; hold: the one with the least launch − capture
 * that isn't negative. Of several such pairs it is the first in which no edge is before time 0.
 * Of TAU's clocks (clock.one_cycle): setup a period on, hold at the same edge.
 */
struct clock_relation {
	int64_t launch[N_SPLITS], capture[N_SPLITS];
	/* No common period within the cycles that are looked at (see relations.c): the least of
	 * what was found there. */
	bool unsynchronous;
};

/* Launch edge -1: data without a clock, from time 0 to the capturing edge of the second period, and for hold to that of
 * the first pulse, which OpenSTA takes for both. */
void clock_relation(const struct constraints *constraints, int32_t launch_edge,
		    int32_t capture_edge, struct clock_relation *out);

/*
 * Of a clock gate: hold is checked against the edge with which it closes, before that with which it
 * opens next after the launch. *launch_time and *capture_time, fs, are of the pair of edges with the
 * least launch - capture; capture_edge is the closing one, the other edge of its clock opens.
 */
void gating_hold_relation(const struct constraints *constraints, int32_t launch_edge,
			  int32_t capture_edge, int64_t *launch_time, int64_t *capture_time);

/*
 * The uncertainty, ps, of a setup (LATE) or hold (EARLY) check: that between the two edges (-from,
 * -to; the last given), else that of the capturing clock; NOT_GIVEN = none. *inter_clock (may be
 * NULL) tells which. Launch edge -1: no clock.
 */
double clock_uncertainty(const struct constraints *constraints, int32_t launch_edge,
			 int32_t capture_edge, enum split split, bool *inter_clock);

/* Is there a set_clock_groups in which both stand, but in no group together? */
bool clocks_are_exclusive(const struct constraints *constraints, int32_t a, int32_t b);

/*
 * How far multicycle paths move the capturing edge, fs; negative = back. `setup` and `hold` are the
 * EXCEPTION_MULTICYCLEs that the path meets for either split, NULL = none; one that applies to both
 * is in both places and has a hold multiplier of 0. Setup: multiplier − default_cycles periods on (1, of data checks 0). Hold: as
 * far as setup, then multiplier periods back. Periods are the capturing clock's, or the launching
 * one's (of_start; without a launching clock the capturing one's too).
 */
int64_t multicycle_shift(const struct constraints *constraints, int32_t launch_edge,
			 int32_t capture_edge, enum split split, const struct exception *setup,
			 const struct exception *hold, int default_cycles);

/* ---- the same for many pairs ---- */

/* All there is to know about two edges, by the functions above. */
struct clock_pair {
	int32_t launch, capture; /* clock edges */
	bool exclusive;          /* no paths between them */
	struct clock_relation relation;
	double uncertainty[N_SPLITS]; /* ps, NOT_GIVEN = none */
	bool inter_clock[N_SPLITS];
};

struct group_member {
	int32_t set, group;
};

/* Pairs that were asked for, each worked out once; its size is theirs, not the square of the number
 * of clocks. For one thread. */
struct relations {
	const struct constraints *constraints; /* borrowed */
	/* owned: CSR, the groups of each clock in ascending order */
	int32_t *group_row;
	struct group_member *group;
	int32_t n_pairs;
	/* owned [n_pairs]; those with an inter-clock uncertainty are there from the beginning … */
	struct clock_pair *pair;
	bool *known;             /* owned [n_pairs]: … and worked out when they are asked for */
	struct keys edges;       /* launch and capture of each pair */
	struct names group_name; /* owned: the path groups that relations are in */
	int64_t pair_capacity, known_capacity;
};

enum status relations_init(const struct constraints *constraints, struct relations *out);
void relations_release(struct relations *relations);

/* The same as clocks_are_exclusive(). */
bool relations_exclusive(const struct relations *relations, int32_t a, int32_t b);
/* Launch edge -1 = no clock. STATUS_NO_MEMORY. */
enum status relations_pair(struct relations *relations, int32_t launch_edge, int32_t capture_edge,
			   struct clock_pair *out);

#endif
