/*
 * Handing on: a driver, not its loads, computes the delays and slews at the loads. With
 * dmp_ceff_elmore each of the driver's arcs has a wave (wave.h), and a load gets the worst delay
 * and the worst slew of all these waves there. Likewise, with any calculator, if libraries have
 * different thresholds, as the conversion depends on the slew of the arc instead of the worst slew;
 * other calculators' waves are just slews.
 */
#ifndef GPU_DELAY_HAND_ON_H
#define GPU_DELAY_HAND_ON_H

#include "gpu/delay/arc_delay.h"
#include "gpu/delay/wave.h"

/* The pi model seen by a driver in a split: of a tree, a network or set_pi_model. Without one (a
 * net without delays, see rc.h), the lumped load, so that the tables give its slew and loads have
 * Elmore's delays. */
DEVICE_INLINE struct device_pi wire_at(const struct device_timing *t, int32_t vertex, int split)
{
	int32_t driver = t->pin_driver ? t->pin_driver[vertex / 2] : -1;
	struct device_pi pi = {0, 0, 0};

	if (driver >= 0 && !t->lumps)
		pi = t->pi[CORNERS * (int64_t)driver + 2 * split + vertex % 2];
	return pi_with_load(pi, load_at(t, vertex, split));
}

/* The wave of a cell's arc into a wire, and the arc's delay; false if the arc has no delay
 * table. */
DEVICE_INLINE bool through_driver(const struct device_timing *t, const struct way *way,
				  const struct device_pi *pi, double slew_in,
				  struct device_wave *wave, double *delay)
{
	const struct device_arc_type *a = &t->tables.type[way->type];
	const struct device_tables tables =
		t->tables; /* arguments whose address is taken would be copied all */
	struct gate gate = {&tables, a->delay[way->split], a->slew[way->split], slew_in,
			    thresholds_at(t, way->vertex, way->split)};

	if (gate.delay < 0)
		return false;
	drive_wire(&gate, pi, t->lumps, wave, delay);
	return true;
}

/* The worst delay and slew at a load so far. */
struct at_load {
	int32_t load, split; /* its vertex */
	int64_t from;        /* the state that drives it */
	double delay, slew;
	double share; /* factor of the next wave's slew in a die (slew_share()) */
	bool any;
};

/* The load of a wire from a state, by the wire's place, with the worst values so far; load −1: the
 * arc isn't a wire. */
DEVICE_INLINE struct at_load load_of(const struct device_timing *t, int64_t from, int32_t place,
				     int split, bool any)
{
	const union device_hand *hand = &t->hand[SPLITS * (int64_t)place + split];

	return (struct at_load){t->is_wire[place] ? t->state_vertex[t->to[place]] : -1,
				split,
				from,
				hand->load.delay,
				hand->load.slew,
				1,
				any};
}

/* One more delay and slew at a load, converted to its thresholds. */
DEVICE_INLINE void add_at_load(const struct device_timing *t, struct at_load *worst,
			       const struct device_thresholds *driver, double delay, double slew)
{
	const struct device_thresholds *at = thresholds_at(t, worst->load, worst->split);
	int split = worst->split;

	if (at != driver)
		convert_to_load(driver, at, worst->load % 2, &delay, &slew);
	if (!worst->any || (split ? delay > worst->delay : delay < worst->delay))
		worst->delay = delay;
	if (!worst->any || (split ? slew > worst->slew : slew < worst->slew))
		worst->slew = slew;
	worst->any = true;
}

/* Elmore's delay to a load, and the slew there as by other calculators. */
DEVICE_INLINE void wire_to(const struct device_timing *t, const struct at_load *to, double slew_in,
			   double *delay, double *slew)
{
	struct way way = {-1, to->load, to->split, -1, to->from};

	through_wire(t, &way, slew_in, delay, slew);
}

/* Add a wave at a load, later by a delay. The variation of its slew in a die propagates along the
 * wire like that of a path. */
DEVICE_INLINE void add_wave(const struct device_timing *t, struct at_load *worst,
			    const struct device_thresholds *driver, const struct device_pi *pi,
			    const struct device_wave *wave, double later)
{
	double delay, slew, own = wave->slew * worst->share;

	wire_to(t, worst, own, &delay, &slew);
	if (!t->lumps) {
		wave_at_load(wave, pi, driver, delay, &delay, &slew);
		slew += own - wave->slew;
	}
	add_at_load(t, worst, driver, later + delay, slew);
}

/* Add the delay and slew at a load of a wire that no cell drives, by Elmore's delay, from the slew
 * at the wire's begin. */
DEVICE_INLINE void add_step(const struct device_timing *t, struct at_load *worst,
			    const struct device_thresholds *driver, double slew_in)
{
	double elmore, slew;

	wire_to(t, worst, slew_in, &elmore, &slew);
	if (!t->lumps && elmore > 0) {
		slew = slew_in + elmore * driver->log_slew / driver->derate;
		elmore *= -driver->log_rest;
	}
	add_at_load(t, worst, driver, elmore, slew);
}

/* Re-time an arc with a path's own slew. The waves stay the graph's, with their effective
 * capacitance and delays of wires; slews differ from the graph's by the difference of the tables'
 * values. The graph's slew gives the graph's results. */
DEVICE_INLINE bool through_hand(const struct device_timing *t, const struct way *way,
				double slew_in, double *delay, double *slew)
{
	const union device_hand *hand = &t->hand[SPLITS * way->place + way->split];
	double graph_slew = t->slew[SPLITS * way->from + way->split], graph_delay = 0,
	       graph_out = 0, ratio = 1;
	struct device_pi pi;

	if (way->type < 0) {
		if (t->pin_class)
			convert_at(t, way, &graph_delay, &ratio);
		*delay = hand->load.delay;
		*slew = hand->load.slew + (slew_in - graph_slew) * ratio;
		return true;
	}
	if (!through_gate(t, way, hand->gate.ceff, slew_in, delay, slew))
		return false;
	through_gate(t, way, hand->gate.ceff, graph_slew, &graph_delay, &graph_out);
	pi = wire_at(t, way->vertex, way->split);
	if (hand->gate.rd > 0 && is_far(&pi))
		*delay = hand->gate.crossing + (*delay - graph_delay);
	*slew = hand->gate.slew + (*slew - graph_out);
	return true;
}

/* The factor of a wave's slew in a die, from the increment of its arc's delay (slew_share()). */
DEVICE_INLINE double share_of_wave(const struct device_timing *t, const struct way *way,
				   const struct device_pi *pi, int32_t increment)
{
	int64_t arc = SPLITS * way->place + way->split;
	const struct device_wave *wave = &t->hand[arc].gate;
	double delay, slew;

	if (!through_gate(t, way, wave->ceff, t->slew[SPLITS * way->from + way->split], &delay,
			  &slew))
		return 1;
	if (wave->rd > 0 && is_far(pi))
		delay = wave->crossing;
	return slew_share(settled_delay(t, arc, delay), increment);
}

/* Re-time an arc with a path's own slew, for any delay calculator. */
DEVICE_INLINE bool through_own(const struct device_timing *t, const struct way *way, double slew_in,
			       double *delay, double *slew)
{
	return t->hand ? through_hand(t, way, slew_in, delay, slew)
		       : through_arc(t, way, slew_in, delay, slew);
}

/* ---- outputs in parallel ---- */

/* Isn't the slew of a state in a split computed: has it no fan-in, or is the slew given? */
DEVICE_INLINE bool slew_may_be_given(const struct device_timing *t, int64_t v, int split)
{
	return t->in_row[v] == t->in_row[v + 1] ||
	       (t->is_given && t->is_given[v] & (SLEW_GIVEN | SLEW_ANNOTATED << split));
}

#define PART_OF_ONE (double)((int64_t)1 << 40)

/* One term of a harmonic sum of parallel outputs, and the sum: relative to the least, in fixed
 * point, so that the result doesn't depend on the order. */
DEVICE_INLINE int64_t harmonic_part(double least, double x)
{
	double ratio = least < x * (1 << 20) ? least / x : 1 << 20;

	return x > 0 ? (int64_t)(ratio * PART_OF_ONE) : 0;
}

DEVICE_INLINE double harmonic_sum(double least, int64_t parts)
{
	return parts > 0 ? least * (PART_OF_ONE / (double)parts) : 0;
}

DEVICE_INLINE double least_positive(double least, double x)
{
	return x > 0 && (x < least || !(least > 0)) ? x : least;
}

/* The slew at a load that outputs drive in parallel. */
DEVICE_INLINE double parallel_slew(const struct device_timing *t, int64_t load, int split)
{
	double least = 0;
	int64_t parts = 0;

	ROLLED
	for (int pass = 0; pass < 2; pass++) {
		ROLLED
		for (int32_t j = t->in_row[load]; j < t->in_row[load + 1]; j++) {
			double slew = t->slew[SPLITS * (int64_t)t->in_from[j] + split];

			if (t->in_type[j] != ARC_OF_NET || !is_parallel(t, t->in_from[j]))
				continue;
			if (pass)
				parts += harmonic_part(least, slew);
			else
				least = least_positive(least, slew);
		}
	}
	return harmonic_sum(least, parts);
}

/* The factor from one output's own slew to that of all together; 1 if its slew is given. */
DEVICE_INLINE double parallel_share(const struct device_timing *t, int64_t output, int split,
				    double together)
{
	double slew = t->slew[SPLITS * output + split];

	return slew > 0 && !slew_may_be_given(t, output, split) ? together / slew : 1;
}

#endif
