/*
 * Slacks of endpoints now against those before, counted, sorted and binned on the device: only the rows, bins and
 * cells asked for are copied to the host.
 */
#ifndef GPU_INSPECT_SLACK_CHANGES_H
#define GPU_INSPECT_SLACK_CHANGES_H

#include "gpu/inspect/device_changes.h"
#include "gpu/timing/timing.h"
#include "snap/changes.h"

/* Of one split; device memory, owned. */
struct slack_changes {
	struct queue *queue; /* borrowed */
	struct device_slack_pairs pairs;
	int64_t *d_before;
	uint64_t *d_now, *d_key, *d_order, *d_sorted;
	int32_t *d_group, *d_sink, *d_key_group, *d_item, *d_sorted_item, *d_code, *d_count;
	struct change_sums *d_sums;
	struct change_totals totals;
};

struct compared_slacks {
	const int64_t *slack; /* borrowed, host [n], fs */
	int64_t n;
};

/*
 * Against before.slack[n], fs, FS_NONE_64 = none: entries are the sinks of the state graph, of which the first of each
 * pin represents it (timing.h), then n − n_sinks that have no slack now. With credit if such slacks are there
 * (timing_slacks.h), or before it. On any queue between two updates of the timing. Fails as the device does; to be
 * released also then.
 */
enum status slack_changes_of_timing(struct timing *timing, struct queue *queue, enum split split,
				    bool without_credit, struct compared_slacks before,
				    struct slack_changes *out);
/* The same of slacks now and their groups, now.n ≤ before.n. */
enum status slack_changes_of_slacks(struct queue *queue, struct compared_slacks now,
				    const int32_t *group, struct compared_slacks before,
				    struct slack_changes *out);
void slack_changes_release(struct slack_changes *changes);

/* n rows of a list from `first` on, which are there. */
enum status slack_changes_rows(const struct slack_changes *changes, enum change_list list,
			       int64_t first, int64_t n, struct change_row *row);
/* Differences by group of the slack now, of entries with both slacks. Names are borrowed until this
 * returns. */
enum status slack_changes_histogram(const struct slack_changes *changes,
				    const struct histogram_query *query, int32_t n_groups,
				    char *const *name, int64_t serial, struct snap_histogram **out);
/* Entries with both slacks in cells of low + i · width of each axis (before, now): count [n[1]][n[0]]. */
enum status slack_changes_cells(const struct slack_changes *changes, const int64_t low[2],
				const int64_t width[2], const int32_t n[2], int32_t *count);

#endif
