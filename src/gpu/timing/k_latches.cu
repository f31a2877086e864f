/*
 * Latches (db/state/state_latches.c): how long each may borrow, what leaves it while it is open, and the
 * required time of its data. Late data counts against the opening edge; what comes after it borrows.
 */
#include "gpu/delay/latch.h"
#include "gpu/timing/timing_args.h"

enum { SPLITS = 2 };

/* Item: latch; see latch_window(). */
KERNEL(latch_windows, k, i)
{
	const struct device_latch *l = &k->latches.latch[i];
	int32_t setup = latch_setup(&k->states, &k->tables, k->slew, l,
				    k->slew[SPLITS * (int64_t)l->data_slew + 1],
				    k->is_single ? 1 : l->derate);

	k->latches.window[i] = latch_window(&k->states, k->endpoint, l, setup);
}

/* The most that a path's slack may get back at one of two edges, fs. */
DEVICE_INLINE int64_t latch_credit(const struct device_states *s, int32_t opens, int32_t closes)
{
	int64_t most = 0;

	for (int i = 0; i < 2; i++) {
		int64_t early = s->arrival[SPLITS * (int64_t)(i ? closes : opens)];
		int64_t late = s->arrival[SPLITS * (int64_t)(i ? closes : opens) + 1];

		if (early != FS_NONE_64 && late != FS_NONE_64 && late - early > most)
			most = late - early;
	}
	return most;
}

/* What leaves by a departure, in the first period of its clock. */
DEVICE_INLINE void latch_leave(const struct latch_departures_args *k,
			       const struct device_departure *d, bool at_most, int64_t out[SPLITS])
{
	const struct device_states *s = &k->states;
	int64_t opening = s->arrival[SPLITS * (int64_t)d->opens], first = FS_NONE_64;

	out[0] = out[1] = FS_NONE_64;
	for (int32_t j = d->first; j < d->first + d->n; j++) {
		int32_t id = k->latches.departing[j];
		const struct device_latch *l = &k->latches.latch[id];
		const struct device_endpoint *e = &k->endpoint[l->sink];
		int64_t opens = latch_opens(s, e), window = k->latches.window[id];
		int64_t late = s->arrival[SPLITS * (int64_t)l->data + 1];
		int64_t early = s->arrival[SPLITS * (int64_t)l->data], last;

		if (early != FS_NONE_64 && (first == FS_NONE_64 || early + l->shift < first))
			first = early + l->shift;
		if (opens == FS_NONE_64 || late == FS_NONE_64 || late <= opens)
			continue;
		last = opens + (window > 0 ? window : 0) +
		       (k->with_credit ? latch_credit(s, e->clock, l->closes) : 0);
		late = (at_most || late > last ? last : late) + l->shift;
		if (out[1] == FS_NONE_64 || late > out[1])
			out[1] = late;
	}
	if (out[1] != FS_NONE_64 && first != FS_NONE_64)
		out[0] = at_most || first < opening ? opening : first;
	for (int split = 0; split < SPLITS && d->edge != FS_NONE_64; split++) {
		if (out[split] != FS_NONE_64)
			out[split] += d->edge - opening;
	}
}

/* Item: departure. Late: the worst data that comes after the opening edge, no later than borrowing allows;
 * nothing without such data. Early, where there is: the first of all data, but no sooner than the opening edge. Credit could allow
 * more borrowing to a path than is known here, so the most there may be is added. */
KERNEL(latch_departures, k, i)
{
	const struct device_departure *d = &k->latches.departure[i];
	int64_t *at = &k->latches.leaves[SPLITS * i], now[SPLITS];

	latch_leave(k, d, false, now);
	if (now[0] == at[0] && now[1] == at[1])
		return;
	if (k->ends)
		latch_leave(k, d, true, now);
	if (now[0] == at[0] && now[1] == at[1])
		return;
	at[0] = now[0];
	at[1] = now[1];
	atomic_add_i32(k->latches.n_changed, 1);
}

/* Item: departure. As the arrival of its state, before the sweep. */
KERNEL(set_departures, k, i)
{
	for (int split = 0; split < SPLITS; split++)
		k->arrival[SPLITS * (int64_t)k->latches.departure[i].state + split] =
			flow_unwritten_from(k->latches.leaves[SPLITS * i + split]);
}

/* Item: latch. From the time at which it opens to that of its worst data, which has no slack while it borrows. */
KERNEL(latch_required, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_latch *l = &k->latches.latch[i];
	int64_t *required = &s->required[SPLITS * ((int64_t)s->first_sink + l->sink) + 1];
	int64_t data = s->arrival[SPLITS * (int64_t)l->data + 1], window = k->latches.window[i];
	int64_t borrowed = 0;

	if (*required != FS_NONE_64 && window < 0) {
		*required += window;
		window = 0;
	}
	if (*required != FS_NONE_64 && data != FS_NONE_64 && data > *required)
		borrowed = data - *required < window ? data - *required : window;
	if (*required != FS_NONE_64)
		*required += borrowed;
	k->latches.sink_window[l->sink] = window;
	k->latches.borrowed[l->sink] = borrowed;
}
