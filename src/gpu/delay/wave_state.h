/*
 * The delays of arcs into a state and the handing on to its loads, by one lane: for the sweeps over
 * all states (k_wave.cu) and over touched states (k_touched.cu).
 */
#ifndef GPU_DELAY_WAVE_STATE_H
#define GPU_DELAY_WAVE_STATE_H

#include "gpu/delay/hand_on.h"

/* A state and split of a sweep. */
struct swept {
	int64_t v;
	int32_t vertex; /* −1 = of a sink */
	int split;
	int32_t n_arcs, first_arc;   /* into it */
	int32_t n_loads, first_load; /* arcs out of it */
	bool driven;                 /* it has arcs of cells */
	bool keeps;                  /* its slew is given */
	const int32_t *increment;    /* of a die, fs by arc; NULL = slews are nominal */
};

DEVICE_INLINE double sign_of(int split)
{
	return split ? 1 : -1;
}

/* Round and write the delay of fan-in arc j. Returns the slew with the sign of the split, so that
 * the largest is the worst; NO_SLEW = no delay. */
DEVICE_INLINE double settle_arc(const struct device_timing *t, const struct swept *s, int32_t j,
				double delay, double slew)
{
	int64_t arc = SPLITS * (int64_t)t->in_arc[j] + s->split;
	int32_t rounded = round_delay(
		derated(t, s->v, t->in_type[j] < 0, s->split, settled_delay(t, arc, delay)), slew,
		&t->summary->n_bad);

	t->delay[arc] = rounded;
	return rounded == DELAY_NONE ? NO_SLEW : sign_of(s->split) * slew;
}

/* Settle a load's fan-in arc j with the delay and slew handed on to it; with outputs in parallel,
 * with this output's share of the slew. */
DEVICE_INLINE double arrive_at_load(const struct device_timing *t, const struct swept *s, int32_t j,
				    double delay, double slew, double *together)
{
	int32_t output = t->in_from[j];

	if (is_parallel(t, output)) {
		if (*together < 0)
			*together = parallel_slew(t, s->v, s->split);
		slew *= parallel_share(t, output, s->split, *together);
		t->hand[SPLITS * (int64_t)t->in_arc[j] + s->split].load.slew = slew;
	}
	return settle_arc(t, s, j, delay, slew);
}

/* Compute fan-in arc j of a cell and store its wave for handing on. Returns the signed slew,
 * NO_SLEW = no delay. */
DEVICE_INLINE double drive(const struct device_timing *t, const struct swept *s, int32_t j,
			   double slew_in)
{
	struct way way = {t->in_type[j], s->vertex, s->split, t->in_arc[j], t->in_from[j]};
	int64_t arc = SPLITS * way.place + s->split;
	struct device_pi pi = wire_at(t, s->vertex, s->split);
	struct device_wave wave;
	double delay, through;

	if (!through_driver(t, &way, &pi, slew_in, &wave, &delay)) {
		t->delay[arc] = DELAY_NONE;
		return NO_SLEW;
	}
	t->hand[arc].gate = wave;
	through = settle_arc(t, s, j, delay, wave.slew);
	if (s->increment && through != NO_SLEW)
		through *= slew_share(settled_delay(t, arc, delay), s->increment[way.place]);
	return through;
}

/* Hand on to the load of fan-out arc e the worst delay and slew of all waves of the driver's arcs;
 * data of latches may have left a value there already. Without a wave, or with a given slew, the
 * wire's response to the slew as a step; that may be there already, if a cell drives a port. */
DEVICE_INLINE void hand_to(const struct device_timing *t, const struct swept *s, int32_t e)
{
	union device_hand *out = &t->hand[SPLITS * (int64_t)e + s->split];
	bool of_latch = t->is_given && t->is_given[s->v] & SLEW_OF_LATCH << s->split, any = false;
	struct at_load worst = load_of(t, s->v, e, s->split, of_latch);
	const struct device_thresholds *at = thresholds_at(t, s->vertex, s->split);
	struct device_pi pi = wire_at(t, s->vertex, s->split);

	if (worst.load < 0)
		return;
	ROLLED
	for (int32_t j = s->first_arc; j < s->first_arc + s->n_arcs; j++) {
		int64_t arc = SPLITS * (int64_t)t->in_arc[j] + s->split;

		if (t->in_type[j] < 0)
			continue;
		any = true;
		if (s->keeps || t->delay[arc] == DELAY_NONE)
			continue;
		if (s->increment) {
			struct way way = {t->in_type[j], s->vertex, s->split, t->in_arc[j],
					  t->in_from[j]};

			worst.share = share_of_wave(t, &way, &pi, s->increment[way.place]);
		}
		add_wave(t, &worst, at, &pi, &t->hand[arc].gate, 0);
	}
	if (!any && !flow_lacks_f64(out->load.slew))
		return;
	if (!worst.any)
		add_step(t, &worst, at, t->slew[SPLITS * s->v + s->split]);
	flow_put_f64(&out->load.delay, worst.delay);
	flow_put_f64(&out->load.slew, worst.slew);
}

#endif
