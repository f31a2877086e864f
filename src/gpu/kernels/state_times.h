/*
 * Arrivals and required times of single states and endpoints: the one place where they are computed, for the sweeps over all
 * of them and over what an edit has touched. Times are pairs by split.
 */
#ifndef GPU_KERNELS_STATE_TIMES_H
#define GPU_KERNELS_STATE_TIMES_H

#include "gpu/kernels/look_up.h"

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

/* The latest late or earliest early arrival at a state, through its arcs or `best`, which it was given. */
DEVICE_INLINE int64_t arrival_at(const struct device_states *s, int64_t v, int split, int64_t best)
{
	const int32_t *__restrict__ in_from = s->in_from;
	const int32_t *__restrict__ in_arc = s->in_arc;

	for (int32_t j = s->in_row[v], end = s->in_row[v + 1]; j < end; j += ARCS_AT_ONCE) {
		int64_t at[ARCS_AT_ONCE], delay[ARCS_AT_ONCE];

		for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
			int32_t place = j + a < end ? j + a : j;

			at[a] = s->arrival[2 * (int64_t)in_from[place] + split];
			delay[a] = state_delay(s, in_arc[place], split);
		}
		for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
			if (at[a] == FS_NONE_64 || delay[a] == FS_NONE_64)
				continue;
			at[a] += delay[a];
			if (best == FS_NONE_64 || (split ? at[a] > best : at[a] < best))
				best = at[a];
		}
	}
	return best;
}

/* The least late or greatest early required time at a state, through its arcs; by all lanes of a team, in each of them. */
DEVICE_INLINE int64_t required_at(const struct device_states *s, int64_t v, int split,
				  struct team t)
{
	const int32_t *__restrict__ to = s->to;
	int64_t best = FS_NONE_64;

	/* early: the greatest is the least of the negated */
	for (int32_t e = s->row[v] + t.lane, end = s->row[v + 1]; e < end;
	     e += t.width * ARCS_AT_ONCE) {
		int64_t r[ARCS_AT_ONCE], delay[ARCS_AT_ONCE];

		for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
			int32_t arc = e + a * t.width < end ? e + a * t.width : e;

			r[a] = s->required[2 * (int64_t)to[arc] + split];
			delay[a] = is_sink(s, to[arc]) ? 0 : state_delay(s, arc, split);
		}
		for (int32_t a = 0; a < ARCS_AT_ONCE; a++) {
			if (r[a] == FS_NONE_64 || delay[a] == FS_NONE_64)
				continue;
			r[a] = split ? r[a] - delay[a] : delay[a] - r[a];
			best = r[a] < best ? r[a] : best;
		}
	}
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
