/*
 * What follows from an edit, and no more: delays and slews, arrivals, ends and required times of the states that it touched,
 * and of those that are reached from there by something that is another value than before. Each is computed as the
 * sweeps over all of them do it (arc_delay.h, state_times.h), from the same operands, so no bit differs from theirs.
 *
 * Races: states of a level only read what is of levels before; bits are set as touched_sweep.h says.
 */
#include "gpu/delay/wave_state.h"
#include "gpu/timing/state_times.h"
#include "gpu/timing/touched_args.h"
#include "gpu/timing/touched_sweep.h"

DEVICE_INLINE int64_t size_of(int64_t fs)
{
	return fs < 0 ? -fs : fs;
}

DEVICE_INLINE void note_growth(int64_t *at, int64_t before, int64_t now)
{
	if (now > before)
		atomic_max_64(at, now - before);
}

/* Item: a place and what is put there; one that is named twice has the same value. Floor: 12 bytes. */
KERNEL(put_arcs, k, i)
{
	k->arc[k->place[i]] = k->value[i];
}

/* Item: endpoint. Floor: 40 bytes. */
KERNEL(put_ends, k, i)
{
	struct device_endpoint *e = &k->endpoint[i];

	e->constant = k->constant[i];
	if (k->derate)
		e->derate = k->derate[i];
	if (k->group)
		e->group = k->group[i];
}

/* Item: endpoint that is listed. Floor: its bytes twice, and 4. */
KERNEL(put_listed, k, i)
{
	k->endpoint[k->sink[i]] = k->value[i];
}

/* Item: state. */
KERNEL(touch_states, k, i)
{
	int32_t state = k->state[i];

	if (k->own.bits)
		touch_state(&k->own, state, 0);
	for (int32_t e = k->heads.bits ? k->row[state] : 0; k->heads.bits && e < k->row[state + 1];
	     e++) {
		int32_t head = k->to[e];

		if (head < k->first_sink || head >= k->first_sink + k->n_sinks)
			touch_state(&k->heads, head, 0);
	}
}

/* Item: endpoint. Floor: 12 of its bytes, and two words that are mostly near. */
KERNEL(capture_bits, k, i)
{
	const struct device_endpoint *e = &k->endpoint[i];

	if (e->clock >= 0)
		touch(k->captures, e->clock);
	if (e->clock_slew >= 0)
		touch(k->slew_captures, e->clock_slew);
}

/* Item: net. */
KERNEL(touched_loads, k, i)
{
	sum_net_load(&k->loads, k->net[i]);
}

/* Item: state of which no slew is given any more. */
KERNEL(touched_slews, k, i)
{
	for (int split = 0; split < SPLITS; split++)
		k->slew[SPLITS * (int64_t)k->state[i] + split] = 0;
}

/* ---- delays and slews ---- */

/* What comes along the arc at a place of the fan-in; its delay is written. NO_SLEW = nothing. */
DEVICE_INLINE double through_touched(const struct device_timing *t, const struct swept *s,
				     int32_t j)
{
	struct way way = {t->in_type[j], s->vertex, s->split, t->in_arc[j], t->in_from[j]};
	int64_t arc = SPLITS * (int64_t)way.place + s->split;
	double slew_in = t->slew[SPLITS * (int64_t)way.from + s->split], delay, slew, together = -1;

	if (t->hand && way.type >= 0)
		return drive(t, s, j, slew_in);
	if (t->hand)
		return arrive_at_load(t, s, j, t->hand[arc].load.delay, t->hand[arc].load.slew,
				      &together);
	if (through_arc(t, &way, slew_in, &delay, &slew))
		return settle_arc(t, s, j, delay, slew);
	t->delay[arc] = DELAY_NONE;
	return NO_SLEW;
}

DEVICE_INLINE struct swept swept_of(const struct device_timing *t, int64_t v, int split)
{
	struct swept s = {.v = v, .vertex = t->state_vertex[v], .split = split};

	s.first_arc = t->in_row[v];
	s.n_arcs = t->in_row[v + 1] - s.first_arc;
	s.keeps = slew_may_be_given(t, v, split);
	return s;
}

enum { OTHER_DELAY = 1, OTHER_SLEW = 2 };

/* The delays into a state, and its slew: which of them are others? By one lane. */
DEVICE_INLINE int touched_delays(const struct delay_touched_args *k, int64_t v, int split,
				 int64_t *growth)
{
	const struct device_timing *t = &k->timing;
	struct swept s = swept_of(t, v, split);
	double worst = NO_SLEW, *slew_at = &t->slew[SPLITS * v + split];
	int changed = 0;

	for (int32_t j = s.first_arc; j < s.first_arc + s.n_arcs; j++) {
		const int32_t *at = &t->delay[SPLITS * (int64_t)t->in_arc[j] + split];
		int32_t before = *at;
		double there = through_touched(t, &s, j);

		worst = there > worst ? there : worst;
		if (*at == before)
			continue;
		if (*at != DELAY_NONE)
			note_growth(growth, before == DELAY_NONE ? 0 : size_of(before),
				    size_of(*at));
		changed = OTHER_DELAY;
	}
	if (s.keeps)
		return changed;
	worst = worst == NO_SLEW ? 0 : sign_of(split) * worst + 0.0;
	if (worst == *slew_at)
		return changed;
	*slew_at = worst;
	return changed | OTHER_SLEW;
}

/* Hand on to a load what a state's waves are there: is that another than before? */
DEVICE_INLINE bool touched_load(const struct device_timing *t, int64_t v, int32_t e)
{
	bool changed = false;

	for (int split = 0; split < SPLITS; split++) {
		union device_hand *out = &t->hand[SPLITS * (int64_t)e + split];
		double delay = out->load.delay, slew = out->load.slew;
		struct swept s = swept_of(t, v, split);

		hand_to(t, &s, e);
		changed |= delay != out->load.delay || slew != out->load.slew;
	}
	return changed;
}

/* A state of the state graph into which a delay is another. */
DEVICE_INLINE void touch_times(const struct delay_touched_args *k, int64_t level, int32_t state)
{
	const struct device_states *s = &k->states;
	int64_t tails = k->sweep.n_levels - level;

	touch_state(&k->touched.arrival, state, level);
	for (int32_t j = s->in_row[state]; j < s->in_row[state + 1]; j++) {
		touch_state(&k->touched.required, s->in_from[j], tails);
		touch(k->touched.weights, s->in_from[j]);
	}
}

/* The ends at a state of the state graph whose slew is another. */
DEVICE_INLINE void touch_ends(const struct device_states *s, const struct device_touched *touched,
			      int32_t state)
{
	/* sinks come last */
	for (int32_t e = s->row[state + 1] - 1; e >= s->row[state] && is_sink(s, s->to[e]); e--)
		touch(touched->ends, s->to[e] - s->first_sink);
}

/* What follows from other delays into a state of the timing graph, or another slew. By one lane. */
DEVICE_INLINE void touch_behind(const struct delay_touched_args *k, int64_t level, int64_t v,
				int64_t changed)
{
	int32_t state = !changed ? -1 : k->first ? k->first[v] : (int32_t)v;

	for (; state >= 0; state = k->first ? k->next[state] : -1) {
		if (changed & OTHER_DELAY)
			touch_times(k, level, state);
		if (changed & OTHER_SLEW)
			touch_ends(&k->states, &k->touched, state);
	}
	if (changed & OTHER_SLEW && is_touched(k->touched.slew_captures, v))
		atomic_max_32(k->touched.all_ends, 1);
}

/* Item: touched state of the timing graph, after its tails. Floor: that of delay_sweep, or of wave_sweep. */
TOUCHED_SWEEP_KERNEL(delay_touched, k, level, v, t)
{
	const struct device_timing *d = &k->timing;
	int64_t *growth = &k->touched.growth[level], changed = 0;

	if (t.lane == 0) {
		changed = touched_delays(k, v, 0, growth) | touched_delays(k, v, 1, growth);
		touch_behind(k, level, v, changed);
	}
	changed = team_max(t, changed);
	team_barrier(t); /* the waves of all arcs are there */
	for (int32_t e = k->row[v] + t.lane; e < k->row[v + 1]; e += t.width) {
		int32_t head = k->to[e];
		bool is_sink = head >= d->first_sink && head < d->first_sink + d->n_sinks;
		bool hands = d->hand && !is_sink && d->is_wire[e];

		if (hands ? touched_load(d, v, e) : !is_sink && changed & OTHER_SLEW)
			touch_state(&k->sweep, head, level + 1);
	}
}

/* ---- arrivals ---- */

/* The arrival that a state was given, FS_NONE_64 = none. */
DEVICE_INLINE int64_t seed_at(const struct arrival_touched_args *k, int64_t state, int split)
{
	int32_t low = 0, high = k->n_seeds;
	int64_t at;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (k->seed[middle].state < state)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == k->n_seeds || k->seed[low].state != state)
		return FS_NONE_64;
	at = k->seed[low].arrival[split];
	return at != FS_NONE_64 && k->seed[low].driver >= 0
		       ? at + k->extra[SPLITS * (int64_t)k->seed[low].driver + split]
		       : at;
}

DEVICE_INLINE int64_t both_sizes(const int64_t at[SPLITS])
{
	return (at[0] == FS_NONE_64 ? 0 : size_of(at[0])) +
	       (at[1] == FS_NONE_64 ? 0 : size_of(at[1]));
}

/* The arrivals of a state: are they others? By one lane. */
DEVICE_INLINE bool touched_arrivals(const struct arrival_touched_args *k, int64_t v)
{
	const struct device_states *s = &k->states;
	int64_t old[SPLITS], now[SPLITS];

	for (int split = 0; split < SPLITS; split++) {
		old[split] = s->arrival[SPLITS * v + split];
		now[split] =
			arrival_at(s, v, split, false,
				   s->flags[v] & FLAG_SEEDED ? seed_at(k, v, split) : FS_NONE_64);
		s->arrival[SPLITS * v + split] = now[split];
	}
	if (now[0] == old[0] && now[1] == old[1])
		return false;
	if (s->flags[v] & FLAG_START)
		note_growth(&k->touched.growth[k->growth], both_sizes(old), both_sizes(now));
	if (is_touched(k->touched.captures, v))
		atomic_max_32(k->touched.all_ends, 1);
	return true;
}

/* Item: touched state, after its tails. Floor: that of arrival_sweep. */
TOUCHED_SWEEP_KERNEL(arrival_touched, k, level, v, t)
{
	const struct device_states *s = &k->states;
	bool changed = team_max(t, t.lane == 0 && touched_arrivals(k, v));

	for (int32_t e = s->row[v] + t.lane; changed && e < s->row[v + 1]; e += t.width) {
		if (is_sink(s, s->to[e]))
			touch(k->touched.ends, s->to[e] - s->first_sink);
		else
			touch_state(&k->sweep, s->to[e], level + 1);
	}
}

/* ---- ends and required times ---- */

DEVICE_INLINE void check_again(const struct check_touched_args *k, int64_t sink)
{
	const struct device_states *s = &k->check.states;
	const struct device_endpoint *e = &k->check.endpoint[sink];
	int64_t now = endpoint_required(&k->check, sink);
	int64_t *at = &s->required[SPLITS * (s->first_sink + sink) + e->split];

	if (now == *at)
		return;
	if (now != FS_NONE_64)
		note_growth(&k->touched.growth[k->growth], *at == FS_NONE_64 ? 0 : size_of(*at),
			    size_of(now));
	*at = now;
	touch_state(&k->touched.required, e->data, 1);
	touch(k->touched.weights, e->data);
}

/* Item: word of sinks, a bit a lane. Floor: 8 bytes a word; for a sink that is touched that of check_endpoints. */
TEAM_KERNEL(check_touched, k, i, t)
{
	uint64_t bits = *k->touched.all_ends ? ~UINT64_C(0) : k->touched.ends[i];

	for (bits &= lane_bits(t); bits; bits &= bits - 1) {
		int64_t sink = TOUCH_BITS * i + first_bit_64(bits);

		if (sink < k->check.states.n_sinks)
			check_again(k, sink);
	}
}

/* Item: touched state, after its heads. Floor: that of required_sweep. */
TOUCHED_SWEEP_KERNEL(required_touched, k, level, v, t)
{
	const struct device_states *s = &k->states;
	bool changed = false;

	for (int split = 0; split < SPLITS && !is_sink(s, v); split++) {
		int64_t old = s->required[SPLITS * v + split];
		int64_t now = required_at(s, v, split, false, t);

		changed |= now != old;
		if (t.lane == 0 && now != old)
			s->required[SPLITS * v + split] = now;
	}
	for (int32_t j = s->in_row[v] + t.lane; changed && j < s->in_row[v + 1]; j += t.width)
		touch_state(&k->sweep, s->in_from[j], level + 1);
}
