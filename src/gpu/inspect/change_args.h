/* Argument structs of k_changes.cu, by which slacks of endpoints are compared; included by kernels.h. */
#ifndef GPU_INSPECT_CHANGE_ARGS_H
#define GPU_INSPECT_CHANGE_ARGS_H

/* An entry is an endpoint that has a slack now, before, or both; others have none of either. */
enum change_kind { CHANGE_OTHER, CHANGE_NEW, CHANGE_GONE, CHANGE_SAME };

/* code = 9 · (before: none, negative, not negative) + 3 · (now: the same) + (worse, equal, better; of one
 * slack alone equal). */
enum { CHANGE_CODES = 27 };

/* Slacks before, [n] fs, and now, as keys of endpoint_values, of the first n_now entries; the others
 * have none now. */
struct device_slack_pairs {
	int64_t n, n_now;
	const int64_t *before; /* FS_NONE_64 = none */
	const uint64_t *now;   /* [n_now] */
	const int32_t *group;  /* [n_now]: of the slack now */
};

struct endpoint_changes_args {
	struct device_slack_pairs pairs;
	uint64_t *key;   /* out [items]: now − before, fs; none where one is missing */
	int32_t *group;  /* out [items]: of that, -1 = none */
	uint64_t *order; /* out [items]: what they are listed by; without both slacks last */
	int32_t *item;   /* out [items]: 0, 1, 2, … */
	int32_t *code;   /* out [items]: -1 = neither slack */
};

/* [2]: before, now. */
struct change_sums {
	int64_t least[2], most[2]; /* fs; INT64_MAX and INT64_MIN before */
	int64_t tns[2];            /* fs: sum of negative ones; 0 before */
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

struct change_row {
	int32_t entry, sink; /* sink: of the slack now, -1 = none */
	int64_t before, now; /* fs, FS_NONE_64 = none */
};

struct change_rows_args {
	struct device_slack_pairs pairs;
	const int32_t *sink; /* [n_now], NULL = there are none */
	const int32_t *item; /* [items]: entries */
	struct change_row *row;
};

#endif
