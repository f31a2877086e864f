/*
 * By dmp_ceff_elmore a driver hands on what is at its loads: through each of its arcs a wave (wave.h) and what that is at each
 * load, of which the worst delay and the worst slew count. Likewise where libraries have different thresholds, as what is converted
 * depends on the slew of the arc, not on the worst; then by other calculators waves are slews.
 */
#ifndef GPU_DELAY_HAND_ON_H
#define GPU_DELAY_HAND_ON_H

#include "gpu/delay/arc_delay.h"
#include "gpu/delay/wave.h"

/* What a driver sees of its wire in a split: the pi of a tree, of a network or of set_pi_model. Without one (where a net
 * lacks delays, see rc.h) its load alone, so that tables say what comes out, and loads have Elmore's delays. */
DEVICE_INLINE struct device_pi wire_at(const struct device_timing *t, int32_t vertex, int split)
{
	int32_t driver = t->pin_driver ? t->pin_driver[vertex / 2] : -1;
	struct device_pi pi = {0, 0, 0};

	if (driver >= 0 && !t->lumps)
		pi = t->pi[CORNERS * (int64_t)driver + 2 * split + vertex % 2];
	return pi_with_load(pi, load_at(t, vertex, split));
}

/* The wave of a cell's arc into a wire; false when nothing comes through. */
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

/* The worst at a load so far. */
struct at_load {
	int32_t load, split; /* its vertex */
	int64_t from;        /* the state that drives it */
	double delay, slew;
	double share; /* of the slew of the next wave: what a die makes of it */
	bool any;
};

/* The load of a wire from a state, by the wire's place, with what is handed on so far; load −1: the arc is no wire. */
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

/* A wave at a load, that much later. What its slew is more or less in a die goes on along the wire as that of a path does. */
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

/* What a slew makes of a wire that no cell drives, whose load has Elmore's delay. */
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

/* What a path's own slew makes of an arc, whose waves are those of the graph: by their effective capacitance and the delays of
 * wires, and slews that differ from the graph's as those of the tables do. The graph's own slew makes what the graph has. */
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

/* What a die makes of the slew of an arc's wave, by what it makes of the delay. */
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

/* The same, whatever calculates delays. */
DEVICE_INLINE bool through_own(const struct device_timing *t, const struct way *way, double slew_in,
			       double *delay, double *slew)
{
	return t->hand ? through_hand(t, way, slew_in, delay, slew)
		       : through_arc(t, way, slew_in, delay, slew);
}

/* ---- outputs in parallel ---- */

/* Does a state keep the slew that it has in a split, if it has one? */
DEVICE_INLINE bool slew_may_be_given(const struct device_timing *t, int64_t v, int split)
{
	return t->in_row[v] == t->in_row[v + 1] ||
	       (t->is_given && t->is_given[v] & (SLEW_GIVEN | SLEW_ANNOTATED << split));
}

#define PART_OF_ONE (double)((int64_t)1 << 40)

/* What one of several has in a harmonic sum, and that: by the least, in whole parts, so that it is the same in any order. */
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

/* The slew that outputs have together that drive a load in parallel. */
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

/* What of the slew of an output that leaves; one that is given is that of all. */
DEVICE_INLINE double parallel_share(const struct device_timing *t, int64_t output, int split,
				    double together)
{
	double slew = t->slew[SPLITS * output + split];

	return slew > 0 && !slew_may_be_given(t, output, split) ? together / slew : 1;
}

#endif
