/*
 * Worst slacks of endpoints after common path pessimism removal, for all endpoints at once. A
 * path's credit depends on where it is launched and captured, so one arrival a state isn't enough:
 * each state keeps the worst arrivals from some launching clock nodes (like the arrivals with
 * credit of [CPG-J], but in one forward sweep). Launches from pins of one net have the same last
 * common node with a capture, unless a launching pin is on the capturing path itself: they are a
 * branch, which two of them represent.
 */
#include "gpu/credit/credit_args.h"
#include "gpu/image/credit.h"

#if FS_BITS == 32
/*
 * Item: node. Its branch, the largest credit that there may be, and whether credit grows along the chains down to it, which is what lets a
 * branch's two launches represent the others: one that is left out may be on the capturing chain itself, and
 * then has at least their credit. Any item may set `not_monotone`, all to the same value.
 */
KERNEL(launch_branches, k, i)
{
	const struct device_credit *credit = &k->credit;
	int32_t late = credit->up_late[i], early = credit->up_early[i];
	int32_t up = credit->early_paths ? early : late;
	int64_t here = credit_difference(credit, (int32_t)i);

	atomic_max_64(k->largest, here);
	k->branch[i] = credit_branch(credit, (int32_t)i, up);
	if ((late >= 0 && (credit_difference(credit, late) > here ||
			   !credit_goes_up(credit, (int32_t)i, late))) ||
	    (early >= 0 && (credit_difference(credit, early) > here ||
			    !credit_goes_up(credit, (int32_t)i, early))))
		*k->not_monotone = 1;
}

/* Item: source. States have one at most. */
KERNEL(launch_sources, k, i)
{
	k->source[k->source_state[i]] = (int32_t)i;
}

/* Item: sink. Those of the split are open. */
KERNEL(open_endpoints, k, i)
{
	k->open[i] = k->endpoint[i].split == k->split;
}

/* Item: sink. Several may mark a state, all with the same value. */
KERNEL(launch_marks, k, i)
{
	if (k->open[i])
		k->mark[k->endpoint[i].data] = 1;
}

/* Item: state, after its heads. Floor: 8 bytes a state; per arc 4 streamed and 4 gathered. */
SWEEP_KERNEL(launch_cone, k, level, v)
{
	const struct device_states *s = &k->states;
	int32_t mark = k->mark[v];

	(void)level;
	for (int32_t e = s->row[v]; !mark && e < s->row[v + 1]; e++)
		mark = k->mark[s->to[e]];
	k->mark[v] = mark;
}
#endif

#include "gpu/credit/launches.h"

/* The arrival there launches data. */
DEVICE_INLINE int32_t FS_NAME(launch_begin)(const struct launch_sweep_args *k, int64_t state,
					    int64_t slot)
{
	int64_t at = k->states.arrival[2 * state + k->split];
	int32_t source = k->source[state];
	struct launch_entry entry;

	if (source < 0 || at == FS_NONE_64)
		return 0;
	entry.key = (fs_t)(k->split ? -at : at);
	entry.node = k->credit.source_clock[source];
	return FS_NAME(launch_insert)(&k->launches, slot, 0, 0, entry);
}

/*
 * Item: state, counted from the last, so after its tails. Its list: what is launched there, and the
 * lists of the tails of its data arcs with their delays; the arcs are those of path searches (k_weights.cu).
 * Floor: 4 bytes of source and 1 written a state; of those where data runs, 8 (16 in 64 bits) an entry
 * written, and per arc 12 streamed, 4 gathered and as much for each entry of its tail. leon2's profile: 0.9 GB, 0.2 ms on an
 * H200; measured 3.3 ms on average of both splits. Warps wait for loads (ncu): each of 191 levels is a chain of them, and a barrier.
 */
SWEEP_KERNEL(launch_sweep, k, level, i)
{
	const struct device_states *s = &k->states;
	const struct device_launches *l = &k->launches;
	int64_t v = (int64_t)s->n_states - 1 - i, slot = FS_NAME(launch_slot)(l, v);
	int32_t n;

	(void)level;
	if (slot < 0)
		return;
	n = FS_NAME(launch_begin)(k, v, slot);
	for (int32_t j = s->in_row[v]; s->flags[v] & FLAG_DATA && j < s->in_row[v + 1]; j++) {
		int32_t from = s->arc[s->in_arc[j]];
		int32_t delay = from < 0 ? DELAY_NONE : s->delay[2 * (int64_t)from + k->split];
		int64_t tail = FS_NAME(launch_slot)(l, s->in_from[j]);

		if (delay != DELAY_NONE && tail >= 0)
			n = FS_NAME(launch_take)(l, slot, n, *k->largest, tail,
						 k->split ? -delay : delay);
	}
	l->n[slot] = (uint8_t)n;
}

/* Is there another of its branch that also meets the capture where it was launched? */
DEVICE_INLINE bool FS_NAME(launch_has_twin)(const struct device_launches *l,
					    const struct launch_entry *list, int32_t at,
					    uint64_t met_at_own)
{
	for (int32_t i = 0; i < at; i++) {
		if (met_at_own >> i & 1 &&
		    FS_NAME(launch_branch)(l, list[i * l->n_slots].node) ==
			    FS_NAME(launch_branch)(l, list[at * l->n_slots].node))
			return true;
	}
	return false;
}

/* Of entry `at` of a list and what captures; notes whether they meet where it was launched. */
DEVICE_INLINE int64_t FS_NAME(launch_credit)(const struct device_credit *credit, int32_t node,
				    int32_t capture, int32_t at, uint64_t *met_at_own)
{
	int32_t launch, there;

	if (credit->mode == CREDIT_NONE || node < 0 || capture < 0 ||
	    !credit_meet_nodes(credit, node, capture, &launch, &there))
		return 0;
	*met_at_own |= (uint64_t)(launch == node) << at;
	return credit_of_meeting(credit, launch, there);
}

/*
 * Item: sink. The least slack with credit of its list, if no path that isn't in it can have less: all
 * of them have more than the largest credit beyond the worst, or at least the slack before credit of the list's last entry when it is full, and that of the second of a
 * branch of which both are on the capturing chain, or else a slack with credit of their branch. A list is 64 long at most.
 */
KERNEL(credit_slacks, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_endpoint *e = &k->endpoint[i];
	int64_t required = s->required[2 * ((int64_t)s->first_sink + i) + k->split];
	int64_t window = k->credit.window ? k->credit.window[i] : -1;
	int64_t slot, best = FS_NONE_64, bound = FS_NONE_64;
	const struct launch_entry *list;
	int32_t capture = k->credit.sink_clock[i];
	int32_t close = window >= 0 ? k->credit.close_clock[i] : -1;
	uint64_t met_at_own = 0;

	if (!k->open[i])
		return;
	if (window >= 0 && required != FS_NONE_64)
		required -= s->borrowed[i];
	slot = FS_NAME(launch_slot)(&k->launches, e->data);
	list = (const struct launch_entry *)k->launches.list + slot;
	for (int32_t a = 0; required != FS_NONE_64 && a < k->launches.n[slot]; a++) {
		struct launch_entry entry = list[a * k->launches.n_slots];
		int64_t before = (k->split ? required : -required) + entry.key, after;

		after = before + FS_NAME(launch_credit)(&k->credit, entry.node, capture, a, &met_at_own);
		if (window >= 0) {
			int64_t closes = before + window + FS_NAME(launch_credit)(&k->credit, entry.node,
									 close, a, &met_at_own);

			after = slack_of_latch(after, closes);
			before = slack_of_latch(before, before + window);
		}
		best = after < best ? after : best;
		if (a + 1 == k->launches.most ||
		    (met_at_own >> a & 1 && FS_NAME(launch_has_twin)(&k->launches, list, a, met_at_own)))
			bound = before < bound ? before : bound;
	}
	if (best > bound) {
		atomic_add_i64(k->n_open, 1);
		return;
	}
	k->slack[i] = best;
	k->open[i] = 0;
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/credit/k_launches.cu"
#endif
