/*
 * Where a merge of two sorted lists is cut, by kernels of more than one file. It has no guard: a
 * kernel file includes it once for each width of times.
 */
#include "gpu/kernel/kernel.h"

/*
 * Searches by a team: each round its lanes look at as many places at once, evenly spread, of which
 * a prefix answers yes. On a GPU a search of a million places is four waits for memory, not
 * twenty; a team of one halves.
 */
struct FS_NAME(range) {
	int64_t low, high;
};

DEVICE_INLINE int64_t FS_NAME(probe)(struct team t, struct FS_NAME(range) r)
{
	return r.low + (r.high - r.low) * (t.lane + 1) / (t.width + 1);
}

/* What is left after the lanes have answered for their probes. Where places are fewer than lanes
 * these look at the same ones, and answer alike. */
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
