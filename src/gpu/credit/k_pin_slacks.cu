/*
 * Worst slacks of pins after common path pessimism removal: the least over all paths through a
 * state. Any path to the state can continue by any path from it, so this is the least over pairs of
 * a launch before and a capture after it, of which each state keeps the worst few (k_launches.cu;
 * captures are kept the same way by a backward sweep).
 */
#include "gpu/credit/credit_args.h"
#include "gpu/credit/launches.h"

#if FS_BITS == 32
/* Item: node. Captures at pins of one net meet a launch at the same place, unless it is on their own chain. */
KERNEL(capture_branches, k, i)
{
	const struct device_credit *credit = &k->credit;
	int32_t up = credit->early_paths ? credit->up_late[i] : credit->up_early[i];

	k->branch[i] = credit_branch(credit, (int32_t)i, up);
}

/* Item: state. */
KERNEL(pin_marks, k, i)
{
	k->mark[i] = k->open[i];
}

/* Item: state, counted from the last, so after its tails. Floor: as of launch_cone. */
SWEEP_KERNEL(capture_cone, k, level, i)
{
	const struct device_states *s = &k->states;
	int64_t v = (int64_t)s->n_states - 1 - i;
	int32_t mark = k->mark[v];

	(void)level;
	for (int32_t j = s->in_row[v]; !mark && j < s->in_row[v + 1]; j++)
		mark = k->mark[s->in_from[j]];
	k->mark[v] = mark;
}

/*
 * Item: source. Its launching chain gets the slack of what is launched: a pin of the clock network is passed by the
 * paths that are launched downstream of it. The least stays, whatever the order.
 */
KERNEL(clock_slacks, k, i)
{
	const int32_t *up = k->credit.early_paths ? k->credit.up_early : k->credit.up_late;
	int64_t slack = k->slack[k->source_state[i]];

	for (int32_t n = k->credit.source_clock[i]; n >= 0 && slack != FS_NONE_64; n = up[n]) {
		if (k->state[n] >= 0)
			atomic_min_64(&k->slack[k->state[n]], slack);
	}
}

/* Item: state. Of a clock that no launching chain passes nothing is given back: its slack is that before credit. */
KERNEL(clock_rest, k, v)
{
	int64_t arrival = k->states.arrival[2 * v + k->split];
	int64_t required = k->states.required[2 * v + k->split];

	if (k->slack[v] == FS_NONE_64 && !(k->states.flags[v] & FLAG_DATA) &&
	    arrival != FS_NONE_64 && required != FS_NONE_64)
		k->slack[v] = k->split ? required - arrival : arrival - required;
}
#endif

/* What a sink demands. */
DEVICE_INLINE int32_t FS_NAME(capture_begin)(const struct capture_sweep_args *k, int64_t state,
					     int64_t slot)
{
	int64_t sink = state - k->states.first_sink;
	int64_t at = k->states.required[2 * state + k->split];
	struct launch_entry entry;

	if (sink < 0 || sink >= k->states.n_sinks || k->endpoint[sink].split != k->split ||
	    at == FS_NONE_64)
		return 0;
	entry.key = (fs_t)(k->split ? at : -at);
	entry.node = k->credit.sink_clock[sink];
	return FS_NAME(launch_insert)(&k->captures, slot, 0, 0, entry);
}

/*
 * Item: state, after its heads. Its list: of a sink what it demands, else the lists of the heads of its arcs with
 * their delays; the arcs are those of path searches (k_weights.cu). Floor: 1 byte written a state, 8 (16 in 64
 * bits) an entry written, and per arc 12 streamed, 4 gathered and as much for each entry of its head.
 */
SWEEP_KERNEL(capture_sweep, k, level, v)
{
	const struct device_states *s = &k->states;
	const struct device_launches *l = &k->captures;
	int64_t slot = FS_NAME(launch_slot)(l, v);
	int32_t n;

	(void)level;
	if (slot < 0)
		return;
	n = FS_NAME(capture_begin)(k, v, slot);
	for (int32_t e = s->row[v]; e < s->row[v + 1]; e++) {
		int32_t to = s->to[e], from = s->arc[e], delay = 0;
		int64_t head = FS_NAME(launch_slot)(l, to);

		if (to < s->first_sink || to >= s->first_sink + s->n_sinks)
			delay = from < 0 || !(s->flags[to] & FLAG_DATA)
					? DELAY_NONE
					: s->delay[2 * (int64_t)from + k->split];
		if (delay != DELAY_NONE && head >= 0)
			n = FS_NAME(launch_take)(l, slot, n, *k->largest, head,
						 k->split ? -delay : delay);
	}
	l->n[slot] = (uint8_t)n;
}

/* The lists of a state. */
#undef pin_lists
struct FS_NAME(pin_lists) {
	const struct pin_slacks_args *k;
	const struct launch_entry *launch, *capture;
	int32_t n_launches, n_captures;
};
#define pin_lists FS_NAME(pin_lists)

DEVICE_INLINE struct launch_entry FS_NAME(launch_at)(const struct pin_lists *p, int32_t a)
{
	return p->launch[a * p->k->launches.n_slots];
}

DEVICE_INLINE struct launch_entry FS_NAME(capture_at)(const struct pin_lists *p, int32_t c)
{
	return p->capture[c * p->k->captures.n_slots];
}

/* What a launch and a capture get back. Bit 0 of *own: they meet where it was launched; bit 1: where
 * it is captured. */
DEVICE_INLINE int64_t FS_NAME(pair_credit)(const struct pin_lists *p, int32_t a, int32_t c, int *own)
{
	int32_t launch = FS_NAME(launch_at)(p, a).node, capture = FS_NAME(capture_at)(p, c).node;
	int32_t here, there;

	*own = 0;
	if (launch < 0 || capture < 0 ||
	    !credit_meet_nodes(&p->k->credit, launch, capture, &here, &there))
		return 0;
	*own = (here == launch) | (there == capture) << 1;
	return credit_of_meeting(&p->k->credit, here, there);
}

/* The entry before this one of the same branch, -1 = none: there is one at most. */
DEVICE_INLINE int32_t FS_NAME(twin_of)(const struct device_launches *l,
				       const struct launch_entry *list, int32_t at)
{
	int32_t branch = FS_NAME(launch_branch)(l, list[at * l->n_slots].node);

	for (int32_t i = 0; i < at; i++) {
		if (FS_NAME(launch_branch)(l, list[i * l->n_slots].node) == branch)
			return i;
	}
	return -1;
}

/*
 * Slack before credit below which no path can be of a launch or capture that is missing because its branch has
 * two already; FS_NONE_64 = all such paths have the credit of a pair in the lists at least. Of the two of a branch
 * one represents those that are missing if it meets the other side above itself; where both sides are missing, a pair
 * that does so on both sides. a and c are seconds of their branches, or their side isn't missing.
 */
DEVICE_INLINE int64_t FS_NAME(missing_bound)(const struct pin_lists *p, int32_t a, int32_t c,
					     int32_t twin_a, int32_t twin_c, int own)
{
	int64_t before = (int64_t)FS_NAME(launch_at)(p, a).key + FS_NAME(capture_at)(p, c).key;
	int beside = 3, above = 3, both = 3;

	if (own == 0)
		return FS_NONE_64;
	if (twin_a >= 0)
		FS_NAME(pair_credit)(p, twin_a, c, &beside);
	if (twin_c >= 0)
		FS_NAME(pair_credit)(p, a, twin_c, &above);
	if (twin_a >= 0 && own & beside & 1)
		return before;
	if (twin_c >= 0 && own & above & 2)
		return before;
	if (twin_a < 0 || twin_c < 0)
		return FS_NONE_64;
	FS_NAME(pair_credit)(p, twin_a, twin_c, &both);
	return beside && above && both ? before : FS_NONE_64;
}

/* The least slack of the pairs of both lists, and below which no other path's can be. */
DEVICE_INLINE int64_t FS_NAME(least_pair)(const struct pin_lists *p, int64_t *bound)
{
	const struct device_launches *launches = &p->k->launches, *captures = &p->k->captures;
	int64_t best = FS_NONE_64;

	*bound = FS_NONE_64;
	for (int32_t a = 0; a < p->n_launches; a++) {
		int32_t twin_a = FS_NAME(twin_of)(launches, p->launch, a);

		for (int32_t c = 0; c < p->n_captures; c++) {
			int64_t before = (int64_t)FS_NAME(launch_at)(p, a).key +
					 FS_NAME(capture_at)(p, c).key;
			int64_t limit = FS_NONE_64, slack;
			int own;

			if (before >= best && before >= *bound)
				break; /* and so are all that follow */
			slack = before + FS_NAME(pair_credit)(p, a, c, &own);
			best = slack < best ? slack : best;
			if ((a == 0 && c + 1 == captures->most) || (c == 0 && a + 1 == launches->most))
				limit = before;
			else if (twin_a >= 0 || own)
				limit = FS_NAME(missing_bound)(
					p, a, c, twin_a, FS_NAME(twin_of)(captures, p->capture, c), own);
			*bound = limit < *bound ? limit : *bound;
		}
	}
	return best;
}

/*
 * Item: state. The least slack with credit of its lists, if no path that isn't in them can have less: see credit_slacks
 * of k_launches.cu. What is missing as a list is full has at least the slack before credit of its last entry with the
 * worst of the other list.
 */
KERNEL(pin_slacks, k, v)
{
	int64_t launches, captures, best, bound;
	struct pin_lists p;

	if (!k->open[v])
		return;
	launches = FS_NAME(launch_slot)(&k->launches, v);
	captures = FS_NAME(launch_slot)(&k->captures, v);
	p.k = k;
	p.launch = (const struct launch_entry *)k->launches.list + launches;
	p.capture = (const struct launch_entry *)k->captures.list + captures;
	p.n_launches = k->launches.n[launches];
	p.n_captures = k->captures.n[captures];
	best = FS_NAME(least_pair)(&p, &bound);
	k->slack[v] = best < bound ? best : bound;
	if (best > bound)
		atomic_add_i64(k->n_open, 1);
	else
		k->open[v] = 0;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/credit/k_pin_slacks.cu"
#endif
