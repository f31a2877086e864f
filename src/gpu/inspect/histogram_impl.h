/* The common part of histograms, independent of the kernel that wrote their values. */
#ifndef GPU_INSPECT_HISTOGRAM_IMPL_H
#define GPU_INSPECT_HISTOGRAM_IMPL_H

#include "gpu/inspect/histogram.h"
#include "gpu/inspect/histogram_args.h"
#include "gpu/timing/result_args.h"

/* Values on the device, owned, and what was read of them. */
struct histogram_values {
	struct queue *queue;
	int64_t n; /* items, also those without a value */
	uint64_t *key, *sorted;
	int32_t *group, *sorted_group, *bin, *count;
	int32_t *series; /* [n_groups] */
	struct value_picks *d_picks;
	uint8_t *d_chosen; /* [n_groups]: those that count; NULL = all */
	int32_t n_groups;
	char *const *name;    /* borrowed [n_groups]; NULL = one without a name */
	int32_t *group_count; /* host, owned [n_groups] */
	int32_t *series_of;   /* host, owned [n_groups] */
	struct value_picks picks;
};

/* Keys, groups and memory for counting them, for n values of n_groups. To be released also when this fails. */
enum status histogram_values_alloc(struct histogram_values *v);
void histogram_values_release(struct histogram_values *v);

/* For the kernel of endpoints' values of a split, with credit where it is known and not to be left out; its outputs and
 * filters are the caller's to set. */
struct endpoint_values_args histogram_endpoint_values(const struct timing *timing, enum split split,
						      bool before);

/* From values that are queued to a snapshot; `ascending` = they are sorted. */
enum status histogram_count(struct histogram_values *v, const struct histogram_query *query,
			    bool ascending, struct snap_histogram *h);

#endif
