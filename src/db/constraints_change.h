/*
 * The difference between two sets of constraints of a netlist, so that only what depends on it is
 * computed again. In doubt `structure` is set, and everything is built again.
 */
#ifndef DB_CONSTRAINTS_CHANGE_H
#define DB_CONSTRAINTS_CHANGE_H

#include "db/constraints.h"

struct constraints_change {
	/* States, arcs, delays or the set of ends may differ. The other members aren't filled
	 * in. */
	bool structure;
	bool clocks;                     /* times of clock edges: periods, waveforms, latencies */
	bool inputs;                     /* arrival times at inputs */
	bool clock_slews;                /* slews of ideal clocks */
	bool port_slews, loads, drivers; /* at ports */
	bool derates;
	bool net_loads; /* of nets: wires */
	bool ends;      /* which ends are false (exception_makes_ends_false()) */
	bool all_ends;  /* required times of all ends; if false, only of ends at these pins: */
	/* owned [n_pins], unordered, with repetitions */
	int32_t n_pins;
	int32_t *pin;
	int64_t pin_capacity;
	/* owned [n_exceptions before]: new number of each, -1 = removed; NULL = unchanged */
	int32_t *exception;
};

/* From `before` to `now`, of one netlist; neither may be NULL. `out` is to be released, also on failure.
 * STATUS_NO_MEMORY. */
enum status constraints_compare(const struct constraints *before, const struct constraints *now,
				struct constraints_change *out);
/* Have two ports, of one or two sets of constraints, the same drivers, the same loads? */
bool constraints_same_drivers(const struct constraints *a, int32_t port_a,
			      const struct constraints *b, int32_t port_b);
bool constraints_same_loads(const struct port_constraint *a, const struct port_constraint *b);
/* Are wires and loads the same? */
bool constraints_keep_wires(const struct constraints *before, const struct constraints *now);
/* Are wires, loads, the timing graph and the inputs of its delays the same, except slews of ideal
 * clocks and the pins of clocks? `any_loop`: the graph has broken loops. */
bool constraints_keep_delays(const struct constraints *before, const struct constraints *now,
			     bool any_loop);
/* Do clocks reach the same pins, and the same ends of data from there? Not if there are path delays, which add ends. */
bool constraints_keep_clocks(const struct constraints *before, const struct constraints *now);
void constraints_change_release(struct constraints_change *change);

#endif
