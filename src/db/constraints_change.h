/*
 * What one set of constraints of a netlist changes of another, so that all that follows from the rest can stay.
 * Where it isn't certain, structure counts as changed: then everything is built again.
 */
#ifndef DB_CONSTRAINTS_CHANGE_H
#define DB_CONSTRAINTS_CHANGE_H

#include "db/constraints.h"

struct constraints_change {
	/* States, arcs, delays or which ends there are may be others. The rest isn't filled in. */
	bool structure;
	bool clocks;      /* when edges of clocks come: periods, waveforms, latencies */
	bool inputs;      /* arrival times at inputs */
	bool clock_slews; /* slews of ideal clocks */
	bool port_slews, loads, drivers; /* at ports */
	bool derates;
	bool net_loads; /* of nets: wires */
	bool ends;      /* which ends there are, by exceptions that ask where paths end alone */
	bool all_ends;  /* required times of any end; else … */
	/* … that at these pins; owned, in no order, some more than once */
	int32_t n_pins;
	int32_t *pin;
	int64_t pin_capacity;
	/* owned [n_exceptions before]: the number of each now, -1 = it is gone; NULL = all have theirs */
	int32_t *exception;
};

/* From `before` to `now`, of one netlist; neither may be NULL. `out` is to be released, also on failure.
 * STATUS_NO_MEMORY. */
enum status constraints_compare(const struct constraints *before, const struct constraints *now,
				struct constraints_change *out);
/* Of a port of one and a port of another, or of the same. */
bool constraints_same_drivers(const struct constraints *a, int32_t port_a,
			      const struct constraints *b, int32_t port_b);
bool constraints_same_loads(const struct port_constraint *a, const struct port_constraint *b);
/* Are wires and loads the same? */
bool constraints_keep_wires(const struct constraints *before, const struct constraints *now);
/* Are wires, loads, the timing graph and what its delays are computed from the same, but for slews of ideal clocks and
 * where clocks are? `any_loop`: loops of it are broken. */
bool constraints_keep_delays(const struct constraints *before, const struct constraints *now,
			     bool any_loop);
/* Is it one of such exceptions alone, and of required times? */
bool constraints_change_is_of_ends(const struct constraints_change *change);
/* Do clocks reach the same pins, and the same ends of data from there? Not if there are path delays, which add ends. */
bool constraints_keep_clocks(const struct constraints *before, const struct constraints *now);
void constraints_change_release(struct constraints_change *change);

#endif
