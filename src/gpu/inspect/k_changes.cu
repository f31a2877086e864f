/* Slacks of endpoints now against those that were saved. */
#include "gpu/inspect/change_args.h"
#include "gpu/kernel/kernel.h"

/* The slack of an entry now, fs. */
DEVICE_INLINE int64_t pair_now(const struct device_slack_pairs *p, int64_t i)
{
	return i < p->n_now ? (int64_t)(p->now[i] ^ VALUE_SIGN) : FS_NONE_64;
}

/* None, negative, not negative. */
DEVICE_INLINE int32_t change_sign(int64_t slack)
{
	return slack == FS_NONE_64 ? 0 : slack < 0 ? 1 : 2;
}

/* Kinds one after another, by value in each, but gains from the largest down, after what comes first; what is beyond
 * ±2^60 fs (19 minutes) is as far. */
DEVICE_INLINE uint64_t change_order(int32_t kind, bool first, int64_t value)
{
	const int64_t most = ((int64_t)1 << 60) - 1;

	value = value > most ? most : value < -most ? -most : value;
	value = kind == CHANGE_OTHER && value > 0 ? most + 1 - value : value;
	value -= first ? 2 * most + 1 : 0;
	return ((uint64_t)kind << 62) + (uint64_t)(value + 3 * most + 1);
}

/* Item: entry. The largest loss of those that fail now and didn't before comes first, then of the others, then gains, what
 * is new and what is gone, by slack, and what is the same. Floor: 36 bytes written, 20 read. */
KERNEL(endpoint_changes, k, i)
{
	int64_t before = k->pairs.before[i], now = pair_now(&k->pairs, i), change = FS_NONE_64;
	int32_t kind = before == FS_NONE_64 ? CHANGE_NEW : CHANGE_GONE, code = 1;
	int64_t value = before == FS_NONE_64 ? now : before;
	bool none = before == FS_NONE_64 && now == FS_NONE_64;
	bool both = before != FS_NONE_64 && now != FS_NONE_64;

	if (none) {
		kind = CHANGE_SAME;
		value = 1;
	} else if (both) {
		value = change = now - before;
		kind = change == 0 ? CHANGE_SAME : CHANGE_OTHER;
		code = change < 0 ? 0 : change == 0 ? 1 : 2;
	}
	k->key[i] = (uint64_t)change ^ VALUE_SIGN;
	k->group[i] = both ? k->pairs.group[i] : -1;
	k->order[i] = change_order(kind, both && before >= 0 && now < 0, value);
	k->item[i] = (int32_t)i;
	k->code[i] = none ? -1 : 9 * change_sign(before) + 3 * change_sign(now) + code;
}

/* Item: a share of the entries, every n_items-th. Sums are whole numbers, so no order matters. */
KERNEL(change_sums, k, i)
{
	const int64_t none[2] = {INT64_MAX, INT64_MIN};
	struct change_sums mine = {{none[0], none[0]}, {none[1], none[1]}, {0, 0}};

	for (int64_t e = i; e < k->pairs.n; e += k->n_items) {
		int64_t slack[2];

		slack[0] = k->pairs.before[e];
		slack[1] = pair_now(&k->pairs, e);
		for (int s = 0; s < 2; s++) {
			if (slack[s] == FS_NONE_64)
				continue;
			mine.least[s] = slack[s] < mine.least[s] ? slack[s] : mine.least[s];
			mine.most[s] = slack[s] > mine.most[s] ? slack[s] : mine.most[s];
			mine.tns[s] += slack[s] < 0 ? slack[s] : 0;
		}
	}
	for (int s = 0; s < 2; s++) {
		if (mine.least[s] == none[0])
			continue;
		atomic_min_64(&k->sums->least[s], mine.least[s]);
		atomic_max_64(&k->sums->most[s], mine.most[s]);
		atomic_add_i64(&k->sums->tns[s], mine.tns[s]);
	}
}

/* Item: entry. Its cell of the scatter plot. Floor: 20 bytes. */
KERNEL(change_cells, k, i)
{
	int64_t slack[2], place[2];
	bool inside = true;

	slack[0] = k->pairs.before[i];
	slack[1] = pair_now(&k->pairs, i);
	for (int s = 0; s < 2; s++) {
		place[s] = slack[s] == FS_NONE_64 || slack[s] < k->low[s]
				   ? -1
				   : (slack[s] - k->low[s]) / k->width[s];
		inside = inside && place[s] >= 0 && place[s] < k->n[s];
	}
	k->cell[i] = inside ? (int32_t)(place[1] * k->n[0] + place[0]) : -1;
}

/* Item: one of the rows asked for. */
KERNEL(change_rows, k, i)
{
	int32_t entry = k->item[i];
	struct change_row *row = &k->row[i];

	row->entry = entry;
	row->sink = k->sink && entry < k->pairs.n_now ? k->sink[entry] : -1;
	row->before = k->pairs.before[entry];
	row->now = pair_now(&k->pairs, entry);
}
