/*
 * Worst slacks of endpoints after common path pessimism is removed, of all endpoints at once. What a
 * path gets back depends on where it was launched and captured, so one arrival a state isn't enough:
 * each keeps the worst arrival of some launching clock nodes (as the arrivals with credit of [CPG-J],
 * but in one sweep forward). Launches from pins of one net meet a capture at the same place, unless they
 * share the captured pin: they are a branch, of which two stand for all.
 */
#include "gpu/kernels/credit.h"

/*
 * Item: node. Its branch, the largest credit that there may be, and whether credit grows along the chains down to it, which is what lets a
 * branch's two launches stand for the others: one that is left out may be on the capturing chain itself, and
 * then has at least their credit. Any item may set `odd`, all to the same value.
 */
KERNEL(launch_branches, k, i)
{
	const struct device_credit *credit = &k->credit;
	int32_t late = credit->up_late[i], early = credit->up_early[i];
	int32_t up = credit->early_paths ? early : late;
	int64_t here = credit_difference(credit, (int32_t)i);

	atomic_max_64(k->largest, here);
	k->branch[i] = up >= 0 && credit->family[up] == credit->family[i] ? up : (int32_t)i;
	if ((late >= 0 && (credit_difference(credit, late) > here ||
			   credit->rank[late] <= credit->rank[i])) ||
	    (early >= 0 && (credit_difference(credit, early) > here ||
			    credit->rank[early] <= credit->rank[i])))
		*k->odd = 1;
}

/* Item: source. States have one at most. */
KERNEL(launch_sources, k, i)
{
	k->source[k->source_state[i]] = (int32_t)i;
}

/* Of entries with the same key the node decides, so that lists don't depend on the order. */
DEVICE_INLINE bool launch_is_worse(const struct launch_entry *a, const struct launch_entry *b)
{
	return a->key < b->key || (a->key == b->key && a->node < b->node);
}

/*
 * Put an entry into a list of n; the new n. What is better than the worst by more than the largest credit
 * can't have the least slack at any endpoint, so it is left out.
 */
DEVICE_INLINE int32_t launch_insert(struct launch_entry *list, int32_t n, int32_t most,
				    int64_t largest, struct launch_entry entry)
{
	int32_t place = n, last = -1, n_branch = 0;

	if (n && entry.key - list[0].key > largest)
		return n;
	for (int32_t i = 0; i < n; i++) {
		struct launch_entry other = list[i];

		if (place == n && launch_is_worse(&entry, &other))
			place = i;
		if (other.branch != entry.branch)
			continue;
		if (other.node == entry.node) {
			if (place == n)
				return n; /* it comes later from the same node */
			last = i;
			n_branch = 2;
			break;
		}
		n_branch++;
		last = i;
	}
	/* what goes: the same node's entry, or the branch's second, or the list's last */
	if (n_branch < 2)
		last = n < most ? n : most - 1;
	if (place > last)
		return n;
	for (int32_t i = last; i > place; i--)
		list[i] = list[i - 1];
	list[place] = entry;
	n = last == n ? n + 1 : n;
	while (list[n - 1].key - list[0].key > largest)
		n--;
	return n;
}

/* The slot of a state, -1 = it has no list. */
DEVICE_INLINE int64_t launch_slot(const struct device_launches *l, int64_t state)
{
	if (!l->slot)
		return state;
	return l->slot[state + 1] > l->slot[state] ? l->slot[state] : -1;
}

/* The arrival there launches data. */
DEVICE_INLINE int32_t launch_begin(const struct launch_sweep_args *k, int64_t state,
				   struct launch_entry *list)
{
	int64_t at = k->states.arrival[2 * state + k->split];
	int32_t source = k->source[state];
	struct launch_entry entry;

	if (source < 0 || at == FS_NONE_64)
		return 0;
	entry.key = k->split ? -at : at;
	entry.node = k->credit.source_clock[source];
	entry.branch = entry.node < 0 || *k->odd ? entry.node : k->branch[entry.node];
	return launch_insert(list, 0, k->launches.most, 0, entry);
}

/*
 * Item: state, counted from the last, so behind its tails. Its list: what is launched there, and the
 * lists of the tails of its data arcs with their delays; the arcs are those of path searches (k_weights.cu).
 * Floor: 4 bytes of source and 1 written a state; of those where data runs, 16 an entry written, and per arc 12
 * streamed, 4 gathered and 16 for each entry of its tail.
 */
SWEEP_KERNEL(launch_sweep, k, level, i)
{
	const struct device_states *s = &k->states;
	const struct device_launches *l = &k->launches;
	int64_t v = (int64_t)s->n_states - 1 - i, slot = launch_slot(l, v);
	struct launch_entry *list = l->list + slot * l->most;
	int32_t n;

	(void)level;
	if (slot < 0)
		return;
	n = launch_begin(k, v, list);
	for (int32_t j = s->in_row[v]; s->flags[v] & FLAG_DATA && j < s->in_row[v + 1]; j++) {
		int32_t from = s->arc[s->in_arc[j]];
		int32_t delay = from < 0 ? DELAY_NONE : s->delay[2 * (int64_t)from + k->split];
		int64_t tail = launch_slot(l, s->in_from[j]);

		if (delay == DELAY_NONE || tail < 0)
			continue;
		for (int32_t e = 0; e < l->n[tail]; e++) {
			struct launch_entry entry = l->list[tail * l->most + e];

			entry.key += k->split ? -delay : delay;
			n = launch_insert(list, n, l->most, *k->largest, entry);
		}
	}
	l->n[slot] = (uint8_t)n;
}

/* Item: sink. Those of the split are open. */
KERNEL(open_endpoints, k, i)
{
	k->open[i] = k->endpoint[i].split == k->split;
}

/* Is there another of its branch that also meets the capture where it was launched? */
DEVICE_INLINE bool launch_has_twin(const struct launch_entry *list, int32_t at, uint64_t met_at_own)
{
	for (int32_t i = 0; i < at; i++) {
		if (met_at_own >> i & 1 && list[i].branch == list[at].branch)
			return true;
	}
	return false;
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
	int64_t slot, best = FS_NONE_64, bound = FS_NONE_64;
	const struct launch_entry *list;
	int32_t capture = k->credit.sink_clock[i];
	uint64_t met_at_own = 0;

	if (!k->open[i])
		return;
	slot = launch_slot(&k->launches, e->data);
	list = k->launches.list + slot * k->launches.most;
	for (int32_t a = 0; required != FS_NONE_64 && a < k->launches.n[slot]; a++) {
		int64_t before = (k->split ? required : -required) + list[a].key, credit = 0;
		int32_t launch, there;

		if (list[a].node >= 0 && capture >= 0 &&
		    credit_meet_nodes(&k->credit, list[a].node, capture, &launch, &there)) {
			credit = credit_of_meeting(&k->credit, launch, there);
			met_at_own |= (uint64_t)(launch == list[a].node) << a;
		}
		best = before + credit < best ? before + credit : best;
		if (a + 1 == k->launches.most ||
		    (met_at_own >> a & 1 && launch_has_twin(list, a, met_at_own)))
			bound = before < bound ? before : bound;
	}
	if (best > bound) {
		atomic_add_i64(k->n_open, 1);
		return;
	}
	k->slack[i] = best;
	k->open[i] = 0;
}

/* Item: sink. Several may mark a state, all with the same value. */
KERNEL(launch_marks, k, i)
{
	if (k->open[i])
		k->mark[k->endpoint[i].data] = 1;
}

/* Item: state, behind its heads. Floor: 8 bytes a state; per arc 4 streamed and 4 gathered. */
SWEEP_KERNEL(launch_cone, k, level, v)
{
	const struct device_states *s = &k->states;
	int32_t mark = k->mark[v];

	(void)level;
	for (int32_t e = s->row[v]; !mark && e < s->row[v + 1]; e++)
		mark = k->mark[s->to[e]];
	k->mark[v] = mark;
}
