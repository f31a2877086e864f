/*
 * Arrivals and required times of single states and endpoints: the one place where they are computed, for the sweeps over all
 * of them and over what an edit has touched. Times are pairs by split.
 */
#ifndef GPU_TIMING_STATE_TIMES_H
#define GPU_TIMING_STATE_TIMES_H

#include "gpu/delay/look_up.h"
#include "gpu/timing/timing_args.h"

/* The delay of an arc in a split, FS_NONE_64 = nothing comes through. */
DEVICE_INLINE int64_t state_delay(const struct device_states *s, int32_t arc, int split)
{
	int32_t from = s->arc[arc], delay;

	if (from < 0)
		return from == ARC_NOWHERE ? FS_NONE_64 : s->constant[2 * (int64_t)~from + split];
	delay = s->delay[2 * (int64_t)from + split];
	return delay == DELAY_NONE ? FS_NONE_64 : delay;
}

DEVICE_INLINE bool is_sink(const struct device_states *s, int64_t state)
{
	return state >= s->first_sink && state < s->first_sink + s->n_sinks;
}

/* What ARCS_AT_ONCE arcs of the fan-in bring from place j on, or `best`. All lanes of the warp wait for it, or none. */
DEVICE_INLINE int64_t arrivals_from(const struct device_states *s, int32_t j, int32_t end,
				    int split, bool flows, int64_t best)
{
	const int32_t *__restrict__ in_from = s->in_from;
	const int32_t *__restrict__ in_arc = s->in_arc;
	const int64_t *from[ARCS_AT_ONCE];
	int64_t at[ARCS_AT_ONCE], delay[ARCS_AT_ONCE];

	for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
		bool is_there = j + a < end;

		from[a] = s->arrival + (is_there ? 2 * (int64_t)in_from[j + a] + split : 0);
		delay[a] = is_there ? state_delay(s, in_arc[j + a], split) : FS_NONE_64;
		at[a] = delay[a] == FS_NONE_64 ? FS_NONE_64 : flow_peek_64(from[a]);
	}
	if (flows)
		flow_wait_64(from, at, ARCS_AT_ONCE);
	for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
		if (!flows)
			at[a] = flow_wait_alone_64(from[a], at[a]);
		if (at[a] == FS_NONE_64)
			continue;
		at[a] += delay[a];
		if (best == FS_NONE_64 || (split ? at[a] > best : at[a] < best))
			best = at[a];
	}
	return best;
}

/* The latest late or earliest early arrival at a state, through its arcs or `best`, which it was given. In a flow all lanes of the
 * warp come here together, also those without a state (−1). */
DEVICE_INLINE int64_t arrival_at(const struct device_states *s, int64_t v, int split, bool flows,
				 int64_t best)
{
	int32_t j = v < 0 ? 0 : s->in_row[v], end = v < 0 ? 0 : s->in_row[v + 1];

	if (ASK_AHEAD && flows && j >= ASK_AHEAD && v >= ASK_AHEAD) {
		ask_for(s->in_row + v - ASK_AHEAD);
		ask_for(s->in_from + j - ASK_AHEAD);
		ask_for(s->in_arc + j - ASK_AHEAD);
	}
	best = arrivals_from(s, j, end, split, flows, best);
	for (j += ARCS_AT_ONCE; j < end; j += ARCS_AT_ONCE)
		best = arrivals_from(s, j, end, split, false, best);
	return best;
}

/* The same of required times, of arcs e, e + stride, …; of early ones the negated, as the greatest is the least of these. */
DEVICE_INLINE int64_t required_from(const struct device_states *s, int32_t e, int32_t end,
				    int stride, int split, bool flows, int64_t best)
{
	const int32_t *__restrict__ to = s->to;
	const int64_t *head[ARCS_AT_ONCE];
	int64_t at[ARCS_AT_ONCE], delay[ARCS_AT_ONCE];

	for (int32_t a = 0; a < ARCS_AT_ONCE; a++, e += stride) {
		int32_t v = e < end ? to[e] : 0;

		head[a] = s->required + 2 * (int64_t)v + split;
		delay[a] = e >= end ? FS_NONE_64 : is_sink(s, v) ? 0 : state_delay(s, e, split);
		at[a] = delay[a] == FS_NONE_64 ? FS_NONE_64 : flow_peek_64(head[a]);
	}
	if (flows)
		flow_wait_64(head, at, ARCS_AT_ONCE);
	for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
		if (!flows)
			at[a] = flow_wait_alone_64(head[a], at[a]);
		if (at[a] == FS_NONE_64)
			continue;
		at[a] = split ? at[a] - delay[a] : delay[a] - at[a];
		best = at[a] < best ? at[a] : best;
	}
	return best;
}

/* The least late or greatest early required time at a state, through its arcs; by all lanes of a team, in each of them. In a flow
 * as arrival_at(). */
DEVICE_INLINE int64_t required_at(const struct device_states *s, int64_t v, int split, bool flows,
				  struct team t)
{
	int32_t e = v < 0 ? 0 : s->row[v] + t.lane, end = v < 0 ? 0 : s->row[v + 1];
	int64_t best = required_from(s, e, end, t.width, split, flows, FS_NONE_64);
	for (e += t.width * ARCS_AT_ONCE; e < end; e += t.width * ARCS_AT_ONCE)
		best = required_from(s, e, end, t.width, split, false, best);
	best = team_min_64(t, best);
	return split || best == FS_NONE_64 ? best : -best;
}

/*
 * The required time of an endpoint in its split. Setup and recovery: early arrival of the clock + constant − check(clock's
 * early slew, data's late slew); hold and removal: late arrival of the clock + check(late slew, early slew).
 */
DEVICE_INLINE int64_t endpoint_required(const struct check_endpoints_args *k, int64_t i)
{
	const struct device_states *s = &k->states;
	const struct device_endpoint *e = &k->endpoint[i];
	int64_t required = e->constant;
	int other = 1 - e->split;

	if (e->clock >= 0 && required != FS_NONE_64) {
		int64_t at = capture_arrival(s, e, other);
		int64_t data = s->arrival[2 * (int64_t)e->data + e->split];

		required = at == FS_NONE_64 || data == FS_NONE_64 ? FS_NONE_64 : required + at;
	}
	if (e->table >= 0 && required != FS_NONE_64) {
		int32_t rounded = check_at(s, &k->tables, e->table, i,
					   k->slew[2 * (int64_t)e->clock_slew + other],
					   k->slew[2 * (int64_t)e->data_slew + e->split],
					   k->is_single ? 1 : e->derate);

		required = rounded == DELAY_NONE ? FS_NONE_64
						 : required + (e->split ? -rounded : rounded);
	}
	return required;
}

#endif
