/*
 * The merge-path search: where a merge of two sorted lists is split among blocks or threads. No
 * guard: a kernel file includes it once for each width of times.
 */
#include "gpu/kernel/kernel.h"

/*
 * A search by a team for the first place where a monotonic predicate is false: in each round every
 * lane tests one of as many evenly spaced places. On a GPU a million places cost four waits for
 * memory instead of twenty; a team of one bisects.
 */
struct FS_NAME(range) {
	int64_t low, high;
};

DEVICE_INLINE int64_t FS_NAME(probe)(struct team t, struct FS_NAME(range) r)
{
	return r.low + (r.high - r.low) * (t.lane + 1) / (t.width + 1);
}

/* The range that is left once each lane has tested its probe (yes = the predicate holds). If there
 * are fewer places than lanes, several lanes test the same place. */
DEVICE_INLINE struct FS_NAME(range)
	FS_NAME(narrow)(struct team t, struct FS_NAME(range) r, bool yes)
{
	int64_t place = FS_NAME(probe)(t, r);
	struct FS_NAME(range) left;

	left.low = team_max(t, yes ? place + 1 : r.low);
	left.high = team_min_64(t, yes ? r.high : place);
	return left;
}

/* How many of the first `diagonal` outputs of merging a and b come from a (merge path). */
DEVICE_INLINE int64_t FS_NAME(merge_partition)(struct team t, const fs_t *a, int64_t n_a,
					       const fs_t *b, int64_t n_b, int64_t diagonal)
{
	struct FS_NAME(range) r;

	r.low = diagonal > n_b ? diagonal - n_b : 0;
	r.high = diagonal < n_a ? diagonal : n_a;
	while (r.low < r.high) {
		int64_t place = FS_NAME(probe)(t, r);

		r = FS_NAME(narrow)(t, r, a[place] <= b[diagonal - 1 - place]);
	}
	return r.low;
}
