/*
 * The delay and output slew of an arc of the timing graph: the only place where they are computed,
 * for the sweeps of graph-based analysis and for re-timing paths.
 */
#ifndef GPU_DELAY_ARC_DELAY_H
#define GPU_DELAY_ARC_DELAY_H

#include "gpu/delay/delay_args.h"
#include "gpu/delay/look_up.h"

enum { CORNERS = 4, SPLITS = 2 };

#define NO_SLEW (-2 * LARGEST_DELAY_PS) /* less than any slew, also than a negated one */

/* The pi model with the first three admittance moments of a network; without resistance, just its
 * capacitance. */
DEVICE_INLINE struct device_pi reduce_to_pi(double y1, double y2, double y3)
{
	struct device_pi pi = {y1, 0, 0};

	if (y2 < 0 && y3 > 0) {
		pi.c1 = y2 * y2 / y3;
		pi.c2 = y1 - pi.c1;
		pi.r = -y3 * y3 / (y2 * y2 * y2);
	}
	return pi;
}

/* The pi model seen by a driver, for a total load (fF) that may exceed the wire's: a wire load
 * model's wire lacks the load of an output port, as in OpenSTA 3.1. A wire without moments gives
 * the load as a lumped capacitance. */
DEVICE_INLINE struct device_pi pi_with_load(struct device_pi pi, double load)
{
	struct device_pi alone = {load, 0, 0};
	double apart = load - (pi.c1 + pi.c2);

	if (!(pi.c1 + pi.c2 > 0))
		return alone;
	if (apart > load * 1e-9) /* less is rounding: sums in another order */
		pi.c1 += apart;
	return pi;
}

/* The load of a vertex's net in a split (fF). */
DEVICE_INLINE double load_at(const struct device_timing *t, int32_t vertex, int split)
{
	int32_t net = t->pin_net[vertex / 2];

	return net < 0 ? 0 : t->load[CORNERS * (int64_t)net + 2 * split + vertex % 2];
}

/* The index of a wire's delay from a state to a load pin: each of several drivers has its own. */
DEVICE_INLINE int64_t wire_place(const struct device_timing *t, int64_t from, int64_t pin)
{
	if (!t->pin_place || !t->pin_place[pin])
		return pin;
	return t->pin_place[pin] + (int64_t)t->pin_place[t->state_vertex[from] / 2];
}

/* The index of its corner, for a vertex in a split. */
DEVICE_INLINE int64_t wire_corner(const struct device_timing *t, int64_t from, int32_t vertex,
				  int split)
{
	return CORNERS * wire_place(t, from, vertex / 2) + 2 * split + vertex % 2;
}

/* The measurement thresholds of a vertex's library. The index has 32 bits because ptxas 13.0
 * miscompiles the 64-bit product: if a predicate leaves it 0, stale registers are read. */
DEVICE_INLINE const struct device_thresholds *thresholds_at(const struct device_timing *t,
							    int32_t vertex, int split)
{
	int32_t of = t->pin_class ? t->pin_class[SPLITS * (int64_t)(vertex / 2) + split] : 0;

	return &t->thresholds[2 * of + vertex % 2];
}

/* Convert a wire's delay and the slew at its end from the driver's thresholds to the load's, at an
 * edge. */
DEVICE_INLINE void convert_to_load(const struct device_thresholds *driver,
				   const struct device_thresholds *load, int64_t edge,
				   double *delay, double *slew)
{
	double swing = driver->high - driver->low,
	       shift = *slew * ((load->in - driver->out) / swing);

	*delay += edge ? -shift : shift;
	*slew *= ((load->high - load->low) / load->derate) / (swing / driver->derate);
}

/* An arc of the timing graph in a split, from a state to a vertex. */
struct way {
	int32_t type, vertex, split;
	int64_t place, from; /* of its delay; −1 = the state doesn't matter */
};

/* Convert a wire's delay and slew if the libraries at its ends differ. */
DEVICE_INLINE void convert_at(const struct device_timing *t, const struct way *way, double *delay,
			      double *slew)
{
	int32_t from = t->state_vertex[way->from];

	if (t->pin_class[SPLITS * (int64_t)(from / 2) + way->split] !=
	    t->pin_class[SPLITS * (int64_t)(way->vertex / 2) + way->split])
		convert_to_load(thresholds_at(t, from, way->split),
				thresholds_at(t, way->vertex, way->split), way->vertex % 2, delay,
				slew);
}

/* Delay and slew of a wire by Elmore's delay and impulse, for drivers that don't hand on waves
 * (hand_on.h). */
DEVICE_INLINE void through_wire(const struct device_timing *t, const struct way *way,
				double slew_in, double *delay, double *slew)
{
	int64_t at = wire_corner(t, way->from, way->vertex, way->split);
	double impulse = t->pin_impulse ? t->pin_impulse[at] : 0;

	*delay = t->pin_delay ? t->pin_delay[at] : 0;
	*slew = impulse > 0 ? square_root(slew_in * slew_in + impulse) : slew_in;
}

/* Delay and slew of a cell's arc for a load (fF), by its tables; false if it has no delay table. */
DEVICE_INLINE bool through_gate(const struct device_timing *t, const struct way *way, double load,
				double slew_in, double *delay, double *slew)
{
	const struct device_arc_type *a = &t->tables.type[way->type];

	if (a->delay[way->split] < 0)
		return false;
	*slew = 0;
	if (a->slew[way->split] < 0)
		*delay = look_up(&t->tables, a->delay[way->split], slew_in, load);
	else
		look_up_both(&t->tables, a->delay[way->split], a->slew[way->split], slew_in, load,
			     delay, slew);
	return true;
}

/* Delay and slew of an arc, for drivers that don't hand on waves. */
DEVICE_INLINE bool through_arc(const struct device_timing *t, const struct way *way, double slew_in,
			       double *delay, double *slew)
{
	if (way->type >= 0)
		return through_gate(t, way, load_at(t, way->vertex, way->split), slew_in, delay,
				    slew);
	through_wire(t, way, slew_in, delay, slew);
	return true;
}

DEVICE_INLINE bool is_parallel(const struct device_timing *t, int64_t state)
{
	return t->parallel && t->parallel[state];
}

/* The annotated delay of an arc (by place and split), else the computed one with its annotated
 * increment. */
DEVICE_INLINE double settled_delay(const struct device_timing *t, int64_t arc, double delay)
{
	int32_t given = t->given_delay ? t->given_delay[arc] : DELAY_NONE;

	if (given != DELAY_NONE)
		return given / 1000.0;
	if (t->reduction)
		delay += t->reduction[arc];
	return t->added_delay ? delay + t->added_delay[arc] / 1000.0 : delay;
}

/* The derated delay of an arc into a state. */
DEVICE_INLINE double derated(const struct device_timing *t, int64_t state, bool net, int split,
			     double delay)
{
	int64_t row = t->derate_class ? 8 * (int64_t)t->derate_class[state] : -1;

	return row < 0 ? delay : delay * t->derate[row + 4 * (delay < 0) + 2 * net + split];
}

/* The factor for a slew in a die that adds an increment (fs) to the delay of its arc (ps): the slew
 * varies in proportion, and isn't negative. */
DEVICE_INLINE double slew_share(double delay, int32_t increment)
{
	double share = delay > 0 ? 1 + (double)increment / (1000 * delay) : 1;

	return share > 0 ? share : 0;
}

/* The load of a net: wire and pins; a single driver's own pin only if with_drivers. */
DEVICE_INLINE void sum_net_load(const struct net_loads_args *k, int64_t net)
{
	int32_t begin = k->net_pin_row[net], end = k->net_pin_row[net + 1];
	int32_t n_drivers = k->net_n_drivers[net];
	/* each of several drivers has the others' pins as load */
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
