/*
 * The ranking: all paths found so far, best first, merged from the levels. Records are numbered
 * level by level and, within a level, in their order, so (slack, record) is the total order of
 * paths and a merge that takes the older list first among equals keeps it.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/search/merge_path.h"
#include "gpu/search/search_args.h"

/* The number of slacks in an ascending list that are below the limit. */
DEVICE_INLINE int64_t FS_NAME(count_below)(struct team t, const fs_t *list, int64_t n,
					   int64_t limit)
{
	struct FS_NAME(range) r;

	r.low = 0;
	r.high = limit == INT64_MIN ? 0 : n;
	while (r.low < r.high)
		r = FS_NAME(narrow)(t, r, list[FS_NAME(probe)(t, r)] < limit);
	return r.low;
}

/* n, or less if an earlier kernel has left a lower limit. */
DEVICE_INLINE int64_t FS_NAME(limited)(int64_t n, const int64_t *limit)
{
	return limit && *limit < n ? *limit : n;
}

/*
 * Item: the only one. The summary of the merged list: its length (the paths below slack_min and k
 * more), the number of new paths, and its last slack, which is the bound once the list is full.
 */
TEAM_KERNEL(partition_ranking, k, i, t)
{
	const fs_t *top = (const fs_t *)k->top;
	const fs_t *level = (const fs_t *)k->level;
	int64_t n_level = FS_NAME(limited)(k->n_level, k->level_limit);
	int64_t n_below = FS_NAME(count_below)(t, top, k->n_top, k->slack_min) +
			  FS_NAME(count_below)(t, level, n_level, k->slack_min);
	int64_t n_all = k->n_top + n_level;
	int64_t limit = n_below + k->k;
	int64_t n = n_all < limit ? n_all : limit;
	int64_t from_top = FS_NAME(merge_partition)(t, top, k->n_top, level, n_level, n);
	int64_t from_level = n - from_top;
	fs_t first = FS_NONE, last = FS_NONE;

	if (t.lane)
		return;
	if (k->n_top > 0)
		first = top[0];
	if (n_level > 0 && level[0] < first)
		first = level[0];
	if (n == limit && n > 0) {
		last = from_top > 0 ? top[from_top - 1] : level[from_level - 1];
		if (from_level > 0 && level[from_level - 1] > last)
			last = level[from_level - 1];
	}
	k->summary[i].n_merged = n;
	k->summary[i].n_taken = from_level;
	k->summary[i].kth_slack = last;
	k->summary[i].n_below = n_below;
	k->summary[i].first_slack = first;
	if (k->n_merged)
		*k->n_merged = n;
}

/*
 * Item: the only one. The summary of a list that is merged already, and n_useful: children whose
 * slack before credit is at or above the k-th slack come after the list (at the bound they may be
 * in it, from the batch that set it).
 */
TEAM_KERNEL(cut_ranking, k, i, t)
{
	const fs_t *list = (const fs_t *)k->slack;
	const fs_t *level = (const fs_t *)k->level;
	int64_t n_list = k->n_chosen ? *k->n_chosen : k->n;
	int64_t n_below = FS_NAME(count_below)(t, list, n_list, k->slack_min);
	int64_t n = FS_NAME(count_below)(t, list, n_list, k->end), useful;
	fs_t last = FS_NONE;

	n_below = n_below < n ? n_below : n;
	if (n - n_below >= k->k) {
		n = n_below + k->k;
		last = list[n - 1];
	}
	useful = last <= k->bound ? last : k->bound + 1;
	useful = FS_NAME(count_below)(t, level, k->n_level, useful);
	if (t.lane)
		return;
	k->summary[i].n_merged = n;
	k->summary[i].kth_slack = last;
	k->summary[i].n_below = n_below;
	k->summary[i].first_slack = n > 0 ? list[0] : FS_NONE;
	k->summary[i].least_slack = k->n_level > 0 ? level[0] : FS_NONE;
	k->summary[i].n_useful = useful;
}

struct FS_NAME(merge_ranking_shared) {
	fs_t slack[MERGE_TILE]; /* the tile's part of top, then its part of the level */
};

/*
 * Item: a tile of MERGE_TILE outputs. Its parts of both lists are found by two searches of each
 * warp, loaded side by side, and merged by each thread for its share of the outputs. Tiles write
 * disjoint outputs.
 * Floor: 8 bytes read and 8 written an output. Measured on an H200, k = 1M of leon2's profile: 17
 * merges of 0.26 GB in 0.36 ms, five times the floor: each tile begins with its searches, five
 * waits for memory.
 */
BLOCK_KERNEL(merge_ranking, k, tile, b, shared)
{
	const fs_t *__restrict__ top = (const fs_t *)k->top.slack;
	const fs_t *__restrict__ level = (const fs_t *)k->level;
	fs_t *out = (fs_t *)k->out.slack;
	int64_t n_all = FS_NAME(limited)(k->n_level, k->level_limit);
	int64_t n_out = FS_NAME(limited)(k->n_out, k->out_limit);
	int64_t begin = tile * MERGE_TILE < n_out ? tile * MERGE_TILE : n_out;
	int64_t end = n_out - begin < MERGE_TILE ? n_out : begin + MERGE_TILE;
	struct team team = block_team(b);
	int64_t top_begin = FS_NAME(merge_partition)(team, top, k->n_top, level, n_all, begin);
	int64_t top_end = FS_NAME(merge_partition)(team, top, k->n_top, level, n_all, end);
	int64_t level_begin = begin - top_begin;
	int32_t n_top = (int32_t)(top_end - top_begin);
	int32_t n = (int32_t)(end - begin), n_level = n - n_top;
	int32_t share = (n + b.width - 1) / b.width;
	int32_t first = b.thread * share < n ? b.thread * share : n;
	int32_t stop = n - first < share ? n : first + share;
	const fs_t *a = shared->slack, *c = shared->slack + n_top;
	int32_t i, j;

	for (int32_t t = b.thread; t < n_top; t += b.width)
		shared->slack[t] = top[top_begin + t];
	for (int32_t t = b.thread; t < n_level; t += b.width)
		shared->slack[n_top + t] = level[level_begin + t];
	block_barrier(b);
	i = (int32_t)FS_NAME(merge_partition)(team_of_one(), a, n_top, c, n_level, first);
	j = first - i;
	for (int32_t o = first; o < stop; o++) {
		bool from_top = j >= n_level || (i < n_top && a[i] <= c[j]);

		out[begin + o] = from_top ? a[i] : c[j];
		k->out.record[begin + o] =
			from_top	  ? k->top.record[top_begin + i]
			: k->level_record ? k->level_record[level_begin + j]
					  : k->first_record + (int32_t)(level_begin + j);
		i += from_top;
		j += !from_top;
	}
}

/* Item: a tile of ERROR_TILE ranks. The largest difference of slack between two lists at the same
 * rank; an integer maximum, so the order of the atomics doesn't matter. Floor: 8 bytes a rank. */
TEAM_KERNEL(ranking_error, k, tile, t)
{
	const fs_t *__restrict__ a = (const fs_t *)k->a;
	const fs_t *__restrict__ b = (const fs_t *)k->b;
	int64_t begin = tile * ERROR_TILE;
	int64_t end = k->n - begin < ERROR_TILE ? k->n : begin + ERROR_TILE;
	int64_t largest = 0;

	for (int64_t r = begin + t.lane; r < end; r += t.width) {
		int64_t error = (int64_t)a[r] - (int64_t)b[r];

		error = error < 0 ? -error : error;
		largest = error > largest ? error : largest;
	}
	largest = team_max(t, largest);
	if (t.lane == 0 && largest > 0)
		atomic_max_64(k->largest, largest);
}

#if FS_BITS == 32
#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_ranking.cu"
#endif
