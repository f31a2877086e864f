/*
 * What follows from an edit, and no more: delays and slews, arrivals, ends and required times of the states that it touched,
 * and of those that are reached from there by something that is another value than before. Each is computed as the
 * sweeps over all of them do it (arc_delay.h, state_times.h), from the same operands, so no bit differs from theirs.
 *
 * Races: states of a level only read what is of levels before; bits of later levels are set by atomic or, and several
 * threads may set one.
 */
#include "gpu/kernels/arc_delay.h"
#include "gpu/kernels/few_levels.h"
#include "gpu/kernels/state_times.h"

#define NO_SLEW_YET (-2 * LARGEST_DELAY_PS)

DEVICE_INLINE int64_t size_of(int64_t fs)
{
	return fs < 0 ? -fs : fs;
}

DEVICE_INLINE void note_growth(int64_t *at, int64_t before, int64_t now)
{
	if (now > before)
		atomic_max_64(at, now - before);
}

/* Item: state, after its heads. Its level if sinks that are gone (of which nothing is demanded) weren't there. Floor: 12
 * bytes a state, 4 streamed and 4 gathered an arc. */
TEAM_SWEEP_KERNEL(live_levels, k, level, v, t)
{
	const struct device_states *s = &k->states;
	int32_t own =
		is_sink(s, v) && k->endpoint[v - s->first_sink].constant == FS_NONE_64 ? -1 : 0;
	int64_t most;

	(void)level;
	for (int32_t e = s->row[v] + t.lane; e < s->row[v + 1]; e += t.width)
		own = k->level[s->to[e]] + 1 > own ? k->level[s->to[e]] + 1 : own;
	most = team_max(t, own);
	if (t.lane)
		return;
	k->level[v] = (int32_t)most;
	atomic_max_32(k->largest, (int32_t)most);
}

/* Item: arc that is cut or passes again; one that is named twice has the same value. Floor: 12 bytes. */
KERNEL(put_arcs, k, i)
{
	k->arc[k->place[i]] = k->value[i];
}

/* Item: state; the same. Floor: 6 bytes. */
KERNEL(put_flags, k, i)
{
	k->flags[k->state[i]] = k->value[i];
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

	if (k->own)
		touch(k->own, state);
	for (int32_t e = k->heads ? k->row[state] : 0; k->heads && e < k->row[state + 1]; e++) {
		int32_t head = k->to[e];

		if (head < k->first_sink || head >= k->first_sink + k->n_sinks)
			touch(k->heads, head);
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

/* Item: word. Flags the levels of its bits. Floor: 8 bytes. */
KERNEL(touched_levels, k, i)
{
	const struct few_levels *few = &k->few;
	uint64_t bits = few->bits[i];

	while (bits) {
		int32_t level = few_level_of(few, TOUCH_BITS * i + first_bit_64(bits));
		int64_t end = few->level_row[level + 1] - TOUCH_BITS * i;

		few->flag[level] = 1;
		bits &= end < TOUCH_BITS ? ~UINT64_C(0) << end : 0;
	}
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

/* The delays into a state, and its slew; 1 when a delay is another, 2 when the slew is. */
DEVICE_INLINE int touched_delays(const struct delay_touched_args *k, int64_t v, int split,
				 int64_t *growth)
{
	const struct device_timing *t = &k->timing;
	int32_t begin = t->in_row[v], end = t->in_row[v + 1], vertex = t->state_vertex[v];
	int kept = t->is_given ? t->is_given[v] : 0;
	bool given = begin == end || kept & (SLEW_GIVEN | SLEW_ANNOTATED << split);
	double sign = split ? 1 : -1, worst = NO_SLEW_YET, *slew_at = &t->slew[SPLITS * v + split];
	int changed = 0;

	for (int32_t j = begin; j < end; j++) {
		int32_t type = t->in_type[j], rounded = DELAY_NONE;
		int64_t arc = SPLITS * (int64_t)t->in_arc[j] + split;
		int32_t *at = &t->delay[arc];
		double delay, slew;

		if (through_arc(t, type, t->in_from[j], vertex, split,
				t->slew[SPLITS * (int64_t)t->in_from[j] + split], &delay, &slew))
			rounded = round_delay(
				derated(t, v, type < 0, split, settled_delay(t, arc, delay)), slew,
				&t->summary->n_bad);
		if (rounded != DELAY_NONE && sign * slew > worst)
			worst = sign * slew;
		if (rounded == *at)
			continue;
		if (rounded != DELAY_NONE)
			note_growth(growth, *at == DELAY_NONE ? 0 : size_of(*at), size_of(rounded));
		*at = rounded;
		changed = 1;
	}
	if (given)
		return changed;
	worst = worst == NO_SLEW_YET ? 0 : sign * worst + 0.0;
	if (worst == *slew_at)
		return changed;
	*slew_at = worst;
	return changed | 2;
}

/* A state of the state graph into which a delay is another. */
DEVICE_INLINE void touch_times(const struct delay_touched_args *k, int32_t state)
{
	const struct device_states *s = &k->states;

	touch(k->touched.arrival, state);
	for (int32_t j = s->in_row[state]; j < s->in_row[state + 1]; j++) {
		touch(k->touched.required, s->in_from[j]);
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

/* By all lanes of a team. few: by one block; NULL = by a sweep. */
DEVICE_INLINE void touch_behind_slew(const struct delay_touched_args *k, int64_t v, struct team t,
				     const struct few_levels *few, struct few_shared *shared)
{
	const struct device_timing *d = &k->timing;

	for (int32_t e = k->row[v] + t.lane; e < k->row[v + 1]; e += t.width) {
		int32_t head = k->to[e];

		if (head >= d->first_sink && head < d->first_sink + d->n_sinks)
			continue;
		if (few)
			few_touch(few, shared, head);
		else
			touch(k->touched.delay, head);
	}
	if (t.lane == 0 && is_touched(k->touched.slew_captures, v))
		atomic_max_32(k->touched.all_ends, 1);
}

/* The delays into a state of the timing graph, its slew, and what follows from that, but for touch_behind_slew(): is that to
 * be done? */
DEVICE_INLINE bool touched_state(const struct delay_touched_args *k, int64_t v, int64_t *growth)
{
	int changed = touched_delays(k, v, 0, growth) | touched_delays(k, v, 1, growth);
	int32_t state = !changed ? -1 : k->first ? k->first[v] : (int32_t)v;

	for (; state >= 0; state = k->first ? k->next[state] : -1) {
		if (changed & 1)
			touch_times(k, state);
		if (changed & 2)
			touch_ends(&k->states, &k->touched, state);
	}
	return changed & 2;
}

/*
 * Item: word of states of the timing graph, after its tails. Floor: 8 bytes a word; for a state that is touched that of
 * delay_sweep. For an edit near the ends the sweep is the barriers of its levels: all from the first that the edit touches
 * are gone through.
 */
TEAM_SWEEP_KERNEL(delay_touched, k, level, i, t)
{
	struct touched_item item = touched_before(k->touched.delay, &k->words, level, i);
	int64_t *growth = &k->touched.growth[k->words.first_level + level];

	for (item.bits &= lane_bits(t); item.bits; item.bits &= item.bits - 1) {
		int64_t v = item.first + first_bit_64(item.bits);

		if (touched_state(k, v, growth))
			touch_behind_slew(k, v, team_of_one(), NULL, NULL);
	}
}

struct FS_NAME(delay_few_shared) {
	struct few_shared few;
};

/* Item: the one item. The same where few are touched (few_levels.h); what drives many others is left to a warp (~v). */
BLOCK_KERNEL(delay_few, k, i, b, shared)
{
	struct few_shared *s = &shared->few;
	struct few_place at = {0, 0};
	struct team t = block_team(b);

	(void)i;
	few_begin(&k->few, b, s);
	while (few_next(&k->few, b, s, &at)) {
		int64_t *growth = &k->of.touched.growth[at.level - 1];

		for (int32_t j = b.thread; j < s->n; j += b.width) {
			int32_t v = s->state[j];

			if (!touched_state(&k->of, v, growth))
				continue;
			if (k->of.row[v + 1] - k->of.row[v] <= LARGE_FAN_OUT)
				touch_behind_slew(&k->of, v, team_of_one(), &k->few, s);
			else
				s->state[j] = ~v;
		}
		block_barrier(b);
		for (int32_t j = b.thread / t.width; j < s->n; j += b.width / t.width) {
			if (s->state[j] < 0)
				touch_behind_slew(&k->of, ~s->state[j], t, &k->few, s);
		}
		block_barrier(b);
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

/* The arrivals of a state, and what follows from them, but for touch_heads(): is that to be done? */
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

/* By all lanes of a team. */
DEVICE_INLINE void touch_heads(const struct arrival_touched_args *k, int64_t v, struct team t,
			       const struct few_levels *few, struct few_shared *shared)
{
	const struct device_states *s = &k->states;

	for (int32_t e = s->row[v] + t.lane; e < s->row[v + 1]; e += t.width) {
		if (is_sink(s, s->to[e]))
			touch(k->touched.ends, s->to[e] - s->first_sink);
		else if (few)
			few_touch(few, shared, s->to[e]);
		else
			touch(k->touched.arrival, s->to[e]);
	}
}

/* Item: word of states, after its tails. Floor: 8 bytes a word, and for a state that is touched that of arrival_sweep. */
TEAM_SWEEP_KERNEL(arrival_touched, k, level, i, t)
{
	struct touched_item item = touched_before(k->touched.arrival, &k->words, level, i);

	for (item.bits &= lane_bits(t); item.bits; item.bits &= item.bits - 1) {
		int64_t v = item.first + first_bit_64(item.bits);

		if (touched_arrivals(k, v))
			touch_heads(k, v, team_of_one(), NULL, NULL);
	}
}

struct FS_NAME(arrival_few_shared) {
	struct few_shared few;
};

/* Item: the one item. The same where few are touched (few_levels.h); what drives many others is left to a warp (~v). */
BLOCK_KERNEL(arrival_few, k, i, b, shared)
{
	const int32_t *row = k->of.states.row;
	struct few_shared *s = &shared->few;
	struct few_place at = {0, 0};
	struct team t = block_team(b);

	(void)i;
	few_begin(&k->few, b, s);
	while (few_next(&k->few, b, s, &at)) {
		for (int32_t j = b.thread; j < s->n; j += b.width) {
			int32_t v = s->state[j];

			if (!touched_arrivals(&k->of, v))
				continue;
			if (row[v + 1] - row[v] <= LARGE_FAN_OUT)
				touch_heads(&k->of, v, team_of_one(), &k->few, s);
			else
				s->state[j] = ~v;
		}
		block_barrier(b);
		for (int32_t j = b.thread / t.width; j < s->n; j += b.width / t.width) {
			if (s->state[j] < 0)
				touch_heads(&k->of, ~s->state[j], t, &k->few, s);
		}
		block_barrier(b);
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
	touch(k->touched.required, e->data);
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

/* Item: word of states, after its heads; each state by a warp where these are many. Floor: 8 bytes a word, and for a state that is
 * touched that of required_sweep. */
TEAM_SWEEP_KERNEL(required_touched, k, level, i, t)
{
	const struct device_states *s = &k->states;
	struct touched_item item = touched_behind(k->touched.required, &k->words, level, i);
	struct team own = item.together ? t : team_of_one();

	item.bits &= item.together ? ~UINT64_C(0) : lane_bits(t);
	for (; item.bits; item.bits &= item.bits - 1) {
		int64_t v = item.first + first_bit_64(item.bits);
		bool changed = false;

		for (int split = 0; split < SPLITS && !is_sink(s, v); split++) {
			int64_t old = s->required[SPLITS * v + split];
			int64_t now = required_at(s, v, split, false, own);

			changed |= now != old;
			if (own.lane == 0 && now != old)
				s->required[SPLITS * v + split] = now;
		}
		for (int32_t j = s->in_row[v] + own.lane; changed && j < s->in_row[v + 1];
		     j += own.width)
			touch(k->touched.required, s->in_from[j]);
	}
}
