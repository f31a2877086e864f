/*
 * What comes through an arc of the timing graph: the one place where a delay and a slew are computed, for the
 * sweeps of graph-based analysis and for re-timing a path.
 */
#ifndef GPU_KERNELS_ARC_DELAY_H
#define GPU_KERNELS_ARC_DELAY_H

#include "gpu/kernels/look_up.h"

enum { CORNERS = 4, SPLITS = 2 };

/* What a cell drives at a vertex in a split (fF). */
DEVICE_INLINE double load_at(const struct device_timing *t, int32_t vertex, int split)
{
	int32_t net = t->pin_net[vertex / 2];

	return net < 0 ? 0 : t->load[CORNERS * (int64_t)net + 2 * split + vertex % 2];
}

/* Where the delay of a wire is that goes from a state to a pin: of several drivers each has its own. */
DEVICE_INLINE int64_t wire_place(const struct device_timing *t, int64_t from, int64_t pin)
{
	if (!t->pin_place || !t->pin_place[pin])
		return pin;
	return t->pin_place[pin] + (int64_t)t->pin_place[t->state_vertex[from] / 2];
}

/* What comes through one arc in one split, from a state to a vertex, into a load (fF), which nets don't look at; false when
 * nothing does. */
DEVICE_INLINE bool through_loaded_arc(const struct device_timing *t, int32_t type, int64_t from,
				      int32_t vertex, int split, double load, double slew_in,
				      double *delay, double *slew)
{
	int64_t pin = vertex / 2;
	int corner = 2 * split + vertex % 2;
	const struct device_arc_type *a = &t->tables.type[type < 0 ? 0 : type];

	if (type < 0) {
		int64_t place = CORNERS * wire_place(t, from, pin) + corner;
		double impulse = t->pin_impulse ? t->pin_impulse[place] : 0;

		*delay = t->pin_delay ? t->pin_delay[place] : 0;
		*slew = impulse > 0 ? square_root(slew_in * slew_in + impulse) : slew_in;
		return true;
	}
	if (a->delay[split] < 0)
		return false;
	*slew = 0;
	if (a->slew[split] < 0)
		*delay = look_up(&t->tables, a->delay[split], slew_in, load);
	else
		look_up_both(&t->tables, a->delay[split], a->slew[split], slew_in, load, delay,
			     slew);
	return true;
}

/* The same into the load that is there. */
DEVICE_INLINE bool through_arc(const struct device_timing *t, int32_t type, int64_t from,
			       int32_t vertex, int split, double slew_in, double *delay,
			       double *slew)
{
	return through_loaded_arc(t, type, from, vertex, split,
				  type < 0 ? 0 : load_at(t, vertex, split), slew_in, delay, slew);
}

/* What is annotated goes before what is computed, of an arc by its place and split. */
DEVICE_INLINE double settled_delay(const struct device_timing *t, int64_t arc, double delay)
{
	int32_t given = t->given_delay ? t->given_delay[arc] : DELAY_NONE;

	if (given != DELAY_NONE)
		return given / 1000.0;
	return t->added_delay ? delay + t->added_delay[arc] / 1000.0 : delay;
}

/* A delay that ends at a state, derated. */
DEVICE_INLINE double derated(const struct device_timing *t, int64_t state, bool net, int split,
			     double delay)
{
	int64_t row = t->derate_class ? 8 * (int64_t)t->derate_class[state] : -1;

	return row < 0 ? delay : delay * t->derate[row + 4 * (delay < 0) + 2 * net + split];
}

/* The load of a net: the wire and the pins, that of a single driver only when asked for. */
DEVICE_INLINE void sum_net_load(const struct net_loads_args *k, int64_t net)
{
	int32_t begin = k->net_pin_row[net], end = k->net_pin_row[net + 1];
	int32_t n_drivers = k->net_n_drivers[net];
	/* of several each has the others' pins to drive */
	int32_t first = k->with_drivers || n_drivers > 1 ? begin : begin + n_drivers;

	for (int c = 0; c < CORNERS; c++) {
		double sum = k->net_capacitance ? k->net_capacitance[SPLITS * net + c / 2] : 0;
		bool alone = k->net_flags && k->net_flags[net] & LOAD_WITHOUT_PINS << c / 2;

		for (int32_t j = first; j < end && !alone; j++)
			sum += k->kind_capacitance[CORNERS * (int64_t)k->pin_kind[k->net_pin[j]] +
						   c];
		k->load[CORNERS * net + c] = sum;
	}
}

#endif
