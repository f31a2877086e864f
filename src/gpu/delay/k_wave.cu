/*
 * Delays and slews with handing on to loads (hand_on.h): by dmp_ceff_elmore, or with different
 * thresholds. A wave takes thousands of operations, so the lanes of a warp divide among them the
 * cells' arcs of its states, then the loads that these drive.
 */
#define DRIVE_CALL DEVICE_INLINE

#include "gpu/delay/delay_args.h"
#include "gpu/delay/wave_state.h"

/* What the lanes of a warp share out: one list, of which each lane has brought a part. */
struct shared_list {
	struct team warp;
	int32_t begin, end, n; /* this lane's part; all */
};

DEVICE_INLINE struct shared_list share_list(struct team warp, int32_t n)
{
	int32_t end = team_scan_i32(warp, n);
	struct shared_list out = {warp, end - n, end, team_take_i32(warp, end, warp.width - 1)};

	return out;
}

/* The lane that has brought an item of the list. */
DEVICE_INLINE int bringer_of(const struct shared_list *list, int32_t x)
{
	int lane = 0;

	for (int step = list->warp.width / 2; step > 0; step /= 2)
		lane += team_take_i32(list->warp, list->begin, lane + step) <= x ? step : 0;
	return lane;
}

/* The largest that lanes have found for items from `base` on, an item a lane, of those that this lane has brought. */
DEVICE_INLINE double largest_of_own(const struct shared_list *list, int32_t base, int bringer,
				    double value)
{
	struct team warp = list->warp;
	int32_t last = (list->end < base + warp.width ? list->end - base : warp.width) - 1;
	bool has_some = list->end > base && list->begin <= base + last && list->begin < list->end;

	ROLLED
	for (int step = 1; step < warp.width; step *= 2) {
		int from = warp.lane < step ? 0 : warp.lane - step;
		double other = team_take_f64(warp, value, from);
		int whose = team_take_i32(warp, bringer, from);

		value = whose == bringer && other > value ? other : value;
	}
	value = team_take_f64(warp, value, has_some ? last : 0);
	return has_some ? value : NO_SLEW;
}

DEVICE_INLINE struct swept swept_at(const struct delay_sweep_args *k, int64_t level, int64_t item)
{
	const struct device_timing *t = &k->timing;
	int64_t v = item / SPLITS;
	bool is_sink = v >= t->first_sink && level + 1 == k->n_levels;
	struct swept out;

	out.v = v;
	out.vertex = is_sink ? -1 : t->state_vertex[v];
	out.split = (int)(item % SPLITS);
	out.driven = out.keeps = false;
	out.increment = NULL;
	out.first_arc = t->in_row[v];
	out.n_arcs = t->in_row[v + 1] - out.first_arc;
	out.first_load = t->row[v];
	out.n_loads = is_sink ? 0 : t->row[v + 1] - out.first_load;
	return out;
}

/* The worst of what is handed on to the states of a warp; each lane takes the arcs into its own. */
DEVICE_INLINE double arrive(const struct device_timing *t, struct team warp, struct swept *s,
			    double worst)
{
	int32_t most = (int32_t)team_max(warp, s->n_arcs);
	double together = -1, there;

	ROLLED
	for (int32_t a = 0; a < most; a++) {
		int32_t j = s->first_arc + a, type = a < s->n_arcs ? t->in_type[j] : ARC_OF_SINK;
		int64_t arc = SPLITS * (int64_t)(a < s->n_arcs ? t->in_arc[j] : 0) + s->split;
		const double *from[2] = {&t->hand[arc].load.delay, &t->hand[arc].load.slew};
		double value[2] = {0, 0};

		for (int i = 0; i < 2 && type == ARC_OF_NET; i++)
			value[i] = flow_peek_f64(from[i]);
		flow_wait_f64(from, value, 2);
		s->driven |= type >= 0;
		if (a < s->n_arcs && type == ARC_OF_SINK)
			t->delay[arc] = 0;
		if (type != ARC_OF_NET)
			continue;
		there = arrive_at_load(t, s, j, value[0], value[1], &together);
		worst = there > worst ? there : worst;
	}
	return worst;
}

/* The worst of what comes through cells to the states of a warp, whose lanes share their arcs. */
DEVICE_INLINE double drive_all(const struct delay_sweep_args *k, struct team warp, int64_t level,
			       int64_t item, const struct swept *own, double worst)
{
	const struct device_timing *t = &k->timing;
	struct shared_list arcs = share_list(warp, own->driven ? own->n_arcs : 0);

	ROLLED
	for (int32_t base = 0; base < arcs.n; base += warp.width) {
		int32_t x = base + warp.lane;
		int lane = bringer_of(&arcs, x);
		struct swept s = swept_at(k, level, team_take_i64(warp, item, lane));
		int32_t j = s.first_arc + x - team_take_i32(warp, arcs.begin, lane);
		bool takes = x < arcs.n && t->in_type[j] >= 0;
		const double *from =
			t->slew + (takes ? SPLITS * (int64_t)t->in_from[j] + s.split : 0);
		double slew_in = takes ? flow_peek_f64(from) : 0, through = NO_SLEW, there;

		s.increment = own->increment;
		flow_wait_f64(&from, &slew_in, 1);
		if (takes)
			through = drive(t, &s, j, slew_in);
		team_barrier(warp);
		there = largest_of_own(&arcs, base, lane, through);
		worst = there > worst ? there : worst;
	}
	return worst;
}

/* To all loads of the states of a warp, whose lanes share them. */
DEVICE_INLINE void hand_on(const struct delay_sweep_args *k, struct team warp, int64_t level,
			   int64_t item, const struct swept *own)
{
	struct shared_list loads = share_list(warp, own->n_loads);

	team_barrier(warp);
	ROLLED
	for (int32_t base = 0; base < loads.n; base += warp.width) {
		int32_t x = base + warp.lane;
		int lane = bringer_of(&loads, x);
		struct swept s = swept_at(k, level, team_take_i64(warp, item, lane));
		int32_t e = s.first_load + x - team_take_i32(warp, loads.begin, lane);

		s.keeps = team_take_i32(warp, own->keeps, lane);
		s.increment = own->increment;
		if (x < loads.n)
			hand_to(&k->timing, &s, e);
		team_barrier(warp);
	}
}

/* One item of the sweeps below, −1 in a lane that has none; of a team that has one the first lane brings it. A state's slews in a
 * die go by increments, if there are any. */
DEVICE_INLINE void wave_item(const struct delay_sweep_args *k, int64_t level, int64_t i,
			     struct team team, bool flows, const int32_t *increment)
{
	const struct device_timing *t = &k->timing;
	bool has_one = i >= 0 && team.lane == 0;
	int64_t item = has_one ? SPLITS * (int64_t)t->n_states - 1 - i : 0;
	struct team warp = warp_of(team);
	struct swept own = swept_at(k, level, item);
	double worst = NO_SLEW;

	own.increment = increment;
	own.n_arcs = has_one ? own.n_arcs : 0;
	own.n_loads = has_one ? own.n_loads : 0;
	if (has_one && !flows && t->is_given && t->is_given[own.v] & SLEW_OF_LATCH << own.split)
		worst = sign_of(own.split) * t->slew[item];
	worst = arrive(t, warp, &own, worst);
	worst = drive_all(k, warp, level, item, &own, worst);
	own.keeps =
		has_one && slew_may_be_given(t, own.v, own.split) && !flow_lacks_f64(t->slew[item]);
	/* + 0: of 0 and −0 either may have been the largest */
	if (has_one && !own.keeps)
		flow_put_f64(&t->slew[item],
			     worst == NO_SLEW ? 0 : sign_of(own.split) * worst + 0.0);
	hand_on(k, warp, level, item, &own);
}

/*
 * By dmp_ceff_elmore: as delay_sweep, but a driver hands on to its loads what is there. All of hand is UNWRITTEN_BYTE_F64
 * before, too.
 *
 * Floor per arc and split: some 4 rounds of Newton's method for the wave, each of two look-ups and 6 exponentials of 13
 * multiplications, and per arc, and once more per arc and load, three crossings of 3 rounds with 2 to 6 of these: 1.5 K
 * operations in double precision, uncontracted. For the 11M arcs of leon2's profile 60 G, 3.5 ms on an H200. Measured: 126 copies
 * of the bundled design (1.6M cells, 19M waves of 2.8 rounds) 20.8 ms; that was 25.6 in clusters, which left 20 of 132
 * multiprocessors without a block, with blocks of 1024 and with drive_wire() apart. What takes the rest, by the samples of 24
 * copies: 37 % wait for values of earlier levels, of which 70 of 89 are narrow, 27 % for operations before them, 15 % for
 * instructions that aren't in the nearest cache; 21 of 32 lanes work.
 */
FLOW_TAKEN_SWEEP_KERNEL(wave_sweep, k, level, i, team)
{
	wave_item(&k->sweep, level, i, team, true, NULL);
}

/* The same level by level, as delay_levels. Floor: a grid barrier of 1 µs a level more; in a die whose slews deviate with its
 * delays 4 bytes an arc and a look-up for each of its loads. */
SPREAD_SWEEP_KERNEL(wave_levels, k, level, i, team)
{
	wave_item(&k->sweep, level, i, team, false, k->increment);
}
