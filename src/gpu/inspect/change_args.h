/* Arguments of k_changes.cu, by which slacks of endpoints are compared. */
#ifndef GPU_INSPECT_CHANGE_ARGS_H
#define GPU_INSPECT_CHANGE_ARGS_H

#include <stdint.h>

#include "gpu/inspect/device_changes.h"

struct endpoint_changes_args {
	struct device_slack_pairs pairs;
	uint64_t *key;   /* out [items]: now − before, fs; none where one is missing */
	int32_t *group;  /* out [items]: of that, -1 = none */
	uint64_t *order; /* out [items]: what they are listed by; without both slacks last */
	int32_t *item;   /* out [items]: 0, 1, 2, … */
	int32_t *code;   /* out [items]: -1 = neither slack */
};

struct change_sums_args {
	struct device_slack_pairs pairs;
	int64_t n_items;
	struct change_sums *sums; /* in and out */
};

/* A grid over slacks before (columns) and now (rows); a value beyond it has no cell. */
struct change_cells_args {
	struct device_slack_pairs pairs;
	int64_t low[2], width[2]; /* fs: before, now */
	int32_t n[2];
	int32_t *cell; /* out [items]: row · columns + column, -1 = none */
};

struct change_rows_args {
	struct device_slack_pairs pairs;
	const int32_t *sink; /* [n_now], NULL = there are none */
	const int32_t *item; /* [items]: entries */
	struct change_row *row;
};

#endif
