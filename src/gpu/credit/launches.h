/*
 * Operations on lists of launches (struct device_launches), for several kernel files. No guard: a
 * kernel file includes it once for each width of times.
 */
#include "gpu/credit/credit_args.h"
#include "gpu/image/credit.h"

#undef launch_entry
struct FS_NAME(launch_entry) {
	fs_t key;
	int32_t node;
};
#define launch_entry FS_NAME(launch_entry)

/* The branch of a node; if credit isn't monotone, each node is a branch of its own. */
DEVICE_INLINE int32_t FS_NAME(launch_branch)(const struct device_launches *l, int32_t node)
{
	return node < 0 || *l->not_monotone ? node : l->branch[node];
}

/* Ties are broken by node, so that lists don't depend on the order of insertion. */
DEVICE_INLINE bool FS_NAME(launch_is_worse)(const struct launch_entry *a,
					    const struct launch_entry *b)
{
	return a->key < b->key || (a->key == b->key && a->node < b->node);
}

/*
 * Insert an entry into a list of n; returns the new n. Entries better than the worst one by more
 * than the largest credit can't have the least slack at any endpoint and are dropped.
 */
DEVICE_INLINE int32_t FS_NAME(launch_insert)(const struct device_launches *l, int64_t slot,
					     int32_t n, int64_t largest, struct launch_entry entry)
{
	struct launch_entry *list = (struct launch_entry *)l->list + slot;
	int32_t place = n, last = -1, n_branch = 0, branch;

	if (n && entry.key - list[0].key > largest)
		return n;
	branch = n ? FS_NAME(launch_branch)(l, entry.node) : -1;
	for (int32_t i = 0; i < n; i++) {
		struct launch_entry other = list[i * l->n_slots];

		if (place == n && FS_NAME(launch_is_worse)(&entry, &other))
			place = i;
		if (FS_NAME(launch_branch)(l, other.node) != branch)
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
	/* drop the same node's entry, else the branch's second, else the list's last */
	if (n_branch < 2)
		last = n < l->most ? n : l->most - 1;
	if (place > last)
		return n;
	for (int32_t i = last; i > place; i--)
		list[i * l->n_slots] = list[(i - 1) * l->n_slots];
	list[place * l->n_slots] = entry;
	n = last == n ? n + 1 : n;
	while (list[(n - 1) * l->n_slots].key - list[0].key > largest)
		n--;
	return n;
}

/* A whole list, its keys moved by `more`, into an empty one; returns its n. */
DEVICE_INLINE int32_t FS_NAME(launch_copy)(const struct device_launches *l, int64_t slot,
					   int64_t from, fs_t more)
{
	struct launch_entry *to = (struct launch_entry *)l->list + slot;
	const struct launch_entry *list = (const struct launch_entry *)l->list + from;
	int32_t n = l->n[from];

	for (int32_t e = 0; e < n; e += LAUNCHES_AT_ONCE) {
		struct launch_entry entry[LAUNCHES_AT_ONCE];

		for (int32_t i = 0; i < LAUNCHES_AT_ONCE; i++)
			entry[i] = list[(e + i < n ? e + i : 0) * l->n_slots];
		for (int32_t i = 0; i < LAUNCHES_AT_ONCE && e + i < n; i++) {
			entry[i].key += more;
			to[(e + i) * l->n_slots] = entry[i];
		}
	}
	return n;
}

/*
 * Insert the entries of another list, their keys moved by `more`, into a list of n; returns the new n. They are in order, so
 * where one isn't inserted as it is better than all that count, those after it aren't either.
 */
DEVICE_INLINE int32_t FS_NAME(launch_take)(const struct device_launches *l, int64_t slot, int32_t n,
					   int64_t largest, int64_t from, fs_t more)
{
	const struct launch_entry *own = (const struct launch_entry *)l->list + slot;
	const struct launch_entry *list = (const struct launch_entry *)l->list + from;
	int32_t n_from = l->n[from];

	if (n == 0)
		return FS_NAME(launch_copy)(l, slot, from, more);
	for (int32_t e = 0; e < n_from; e++) {
		struct launch_entry entry = list[e * l->n_slots];

		entry.key += more;
		if (entry.key - own[0].key > largest ||
		    (n == l->most &&
		     !FS_NAME(launch_is_worse)(&entry, &own[(n - 1) * l->n_slots])))
			break;
		n = FS_NAME(launch_insert)(l, slot, n, largest, entry);
	}
	return n;
}

/* The slot of a state, -1 = it has no list. */
DEVICE_INLINE int64_t FS_NAME(launch_slot)(const struct device_launches *l, int64_t state)
{
	if (!l->slot)
		return state;
	return l->slot[state + 1] > l->slot[state] ? l->slot[state] : -1;
}
