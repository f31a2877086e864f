#ifndef DB_SLACK_TOTALS_H
#define DB_SLACK_TOTALS_H

#include <stdint.h>

/* Totals over the endpoint pins of a split, each with its worst slack. */
struct slack_totals {
	int64_t wns; /* fs: the least slack, of any sign; FS_NONE_64 = no endpoint has one */
	int64_t tns; /* fs: the sum of negative slacks */
	int32_t n_endpoints, n_violated;
};

#endif
