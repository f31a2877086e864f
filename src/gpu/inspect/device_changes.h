/* How slacks changed between two results. */
#ifndef GPU_INSPECT_DEVICE_CHANGES_H
#define GPU_INSPECT_DEVICE_CHANGES_H

#include <stdint.h>

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

/* [2]: before, now. */
struct change_sums {
	int64_t least[2], most[2]; /* fs; INT64_MAX and INT64_MIN before */
	int64_t tns[2];            /* fs: sum of negative ones; 0 before */
};

struct change_row {
	int32_t entry, sink; /* sink: of the slack now, -1 = none */
	int64_t before, now; /* fs, FS_NONE_64 = none */
};

#endif
