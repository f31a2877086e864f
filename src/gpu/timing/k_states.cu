/*
 * Arrivals and required times, early and late together, on the state graph: [CPG-J], section II,
 * with a state for each sort of arrival (db/state/state_graph.h). Whole femtoseconds throughout; delays
 * come from the timing graph.
 */
#include "gpu/timing/state_times.h"
#include "gpu/timing/timing_args.h"

enum { SPLITS = 2 };

/* Item: constant delay. */
KERNEL(resolve_constants, k, i)
{
	const struct device_constant *c = &k->given[i];

	for (int split = 0; split < SPLITS; split++) {
		int64_t delay = c->delay[split];

		if (delay != FS_NONE_64 && c->driver >= 0)
			delay += k->extra[SPLITS * (int64_t)c->driver + split];
		k->constant[SPLITS * i + split] = delay;
	}
}

/* Item: state and split. None, for the sweep to find. */
KERNEL(clear_arrivals, k, i)
{
	const struct device_states *s = &k->states;

	s->arrival[i] = is_sink(s, i / SPLITS) ? FS_NONE_64 : flow_unwritten_from(FS_NONE_64);
}

/* Item: state with a given arrival. */
KERNEL(set_seeds, k, i)
{
	const struct device_seed *s = &k->seed[i];

	for (int split = 0; split < SPLITS; split++) {
		int64_t at = s->arrival[split];

		if (at != FS_NONE_64 && s->driver >= 0)
			at += k->extra[SPLITS * (int64_t)s->driver + split];
		k->arrival[SPLITS * (int64_t)s->state + split] = flow_unwritten_from(at);
	}
}

/* Item: a place of the image. Floor: 4 bytes read and 1 written, and 1 gathered. */
KERNEL(place_flags, k, i)
{
	int32_t number = k->number[i];

	k->flags[i] = number < k->n ? k->of_item[number] : 0;
}

/* Item: arc of the image. Where its delay is. Floor: 8 bytes, and 1 to 8 gathered. */
KERNEL(place_delays, k, i)
{
	int32_t number = k->number[i], from = ARC_NOWHERE;

	if (number < k->n && k->passes)
		from = k->passes[number] ? number : ARC_NOWHERE;
	else if (number < k->n)
		from = k->from[number];
	if (from >= 0)
		from = !k->place            ? (int32_t)i
		       : from < k->n_timing ? k->place[from]
					    : k->first_latch + from - k->n_timing;
	k->arc[i] = from;
}

/* Item: arc of the image. Floor: 9 bytes, and 1 gathered. */
KERNEL(data_arcs, k, e)
{
	int32_t to = k->to[e], sink = to - k->first_sink;

	k->is_data[e] = (sink >= 0 && sink < k->n_sinks) ||
			(k->arc[e] >= 0 && k->flags[to] & FLAG_DATA);
}

/* clear_arrivals, set_seeds and set_departures leave it so. */
DEVICE_INLINE void FS_NAME(arrival_sweep_unwrite)(const struct arrival_sweep_args *k, int64_t i)
{
	(void)k;
	(void)i;
}

/*
 * Item: state and split, counted from the last, so after its tails. The latest late or earliest
 * early arrival through its arcs, or what it was given.
 *
 * Floor: 8 bytes written a state and split; per arc 12 streamed, 12 gathered: for 16M arcs and 8.7M
 * states 0.5 GB and 64M gathers, 0.6 ms on an H200. Measured for 180 levels of leon2's profile: 0.56 ms; the
 * sweep of required times, backward, 0.70 ms. With a barrier between levels they were 1.04 and 1.44 ms.
 */
FLOW_SWEEP_KERNEL(arrival_sweep, k, level, i)
{
	const struct device_states *s = &k->states;
	int64_t item = SPLITS * (int64_t)s->n_states - 1 - i, v = item / SPLITS, at;
	bool has_none = i < 0 || is_sink(s, v);

	(void)level;
	at = arrival_at(s, has_none ? -1 : v, has_none ? 0 : (int)(item % SPLITS), true,
			has_none ? FS_NONE_64 : flow_given(s->arrival[item]));
	if (!has_none)
		flow_put_64(&s->arrival[item], at);
}

/* The place of a state among those of a cone, in ascending order; -1 = it isn't there. */
DEVICE_INLINE int32_t place_in_cone(const struct device_references *r, int32_t first, int32_t end,
				    int32_t state)
{
	int32_t stop = end;

	while (first < end) {
		int32_t middle = first + (end - first) / 2;

		if (r->state[middle] < state)
			first = middle + 1;
		else
			end = middle;
	}
	return first < stop && r->state[first] == state ? first : -1;
}

/* The worse of two times of a split, either of which may be missing. */
DEVICE_INLINE int64_t worse_time(int64_t a, int64_t b, int split)
{
	if (a == FS_NONE_64 || b == FS_NONE_64)
		return a == FS_NONE_64 ? b : a;
	return (split ? a > b : a < b) ? a : b;
}

/*
 * Item: cone of a related pin, heads before tails. The worst delay from each state to the pin, and with the
 * arrivals of those where paths begin the worst arrival of each reference. Floor: per state 20 bytes and 16
 * written, per arc 12 streamed, 12 gathered and a binary search; cones are small, and few.
 */
KERNEL(reference_arrivals, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_references *r = &k->references;
	int32_t first = r->row[i], end = r->row[i + 1];

	for (int32_t p = first; p < end; p++) {
		for (int split = 0; split < SPLITS; split++)
			r->onward[SPLITS * (int64_t)p + split] = r->is_end[p] ? 0 : FS_NONE_64;
	}
	for (int32_t p = first; p < end; p++) {
		int32_t state = r->state[p];

		for (int split = 0; split < SPLITS && r->start[p] >= 0; split++) {
			int64_t onward = r->onward[SPLITS * (int64_t)p + split];
			int64_t at = s->arrival[SPLITS * (int64_t)state + split];
			int64_t *out = &r->arrival[SPLITS * (int64_t)r->start[p] + split];

			if (onward != FS_NONE_64 && at != FS_NONE_64)
				*out = worse_time(*out, at + onward, split);
		}
		for (int32_t j = s->in_row[state]; r->start[p] < 0 && j < s->in_row[state + 1];
		     j++) {
			int32_t tail = place_in_cone(r, p + 1, end, s->in_from[j]);

			for (int split = 0; split < SPLITS && tail >= 0; split++) {
				int64_t onward = r->onward[SPLITS * (int64_t)p + split];
				int64_t delay = state_delay(s, s->in_arc[j], split);
				int64_t *out = &r->onward[SPLITS * (int64_t)tail + split];

				if (onward != FS_NONE_64 && delay != FS_NONE_64)
					*out = worse_time(*out, delay + onward, split);
			}
		}
	}
}

/* Item: endpoint. */
KERNEL(check_endpoints, k, i)
{
	const struct device_states *s = &k->states;
	int64_t sink = s->first_sink + i;
	int split = k->endpoint[i].split;

	s->required[SPLITS * sink + split] = endpoint_required(k, i);
	s->required[SPLITS * sink + 1 - split] = FS_NONE_64;
}

DEVICE_INLINE void FS_NAME(required_sweep_unwrite)(const struct required_sweep_args *k,
						   int64_t item)
{
	if (!is_sink(&k->states, item / SPLITS))
		k->states.required[item] = UNWRITTEN_64;
}

/* Item: state and split, after its heads. The least late or greatest early required time through
 * its arcs. Floor: as of arrival_sweep. */
FLOW_TEAM_SWEEP_KERNEL(required_sweep, k, level, item, t)
{
	const struct device_states *s = &k->states;
	int64_t v = item < 0 || is_sink(s, item / SPLITS) ? -1 : item / SPLITS, best;

	(void)level;
	best = required_at(s, v, v < 0 ? 0 : (int)(item % SPLITS), true, t);
	if (v >= 0 && t.lane == 0)
		flow_put_64(&s->required[item], best);
}
