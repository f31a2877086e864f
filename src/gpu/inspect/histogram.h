/*
 * How slacks of endpoints and quantities of paths are spread, counted on the device: only
 * the bins are copied to the host. On any queue, while nothing writes what is read, as in
 * timing_read.h and search.h.
 */
#ifndef GPU_INSPECT_HISTOGRAM_H
#define GPU_INSPECT_HISTOGRAM_H

#include "gpu/search/search.h"
#include "gpu/timing/timing.h"
#include "snap/histogram.h"

/*
 * Slacks of the endpoint pins of a split, with credit if such slacks are there (timing_slacks.h) and the
 * query doesn't want those before: each pin counts once, with its worst slack, in the path group
 * of that; of those chosen. STATUS_USAGE when a given width asks for more
 * than HISTOGRAM_BINS; else it fails as the device does.
 */
enum status timing_histogram(struct timing *timing, struct queue *queue,
			     const struct histogram_query *query, int64_t serial,
			     struct snap_histogram **out);

/*
 * Of the paths in the ranking right after a level (LEVEL_NEWEST). They are counted by groups of its sinks once
 * these are known.
 */
enum status search_histogram(struct search *search, int32_t level,
			     const struct histogram_query *query, struct snap_histogram **out);

/*
 * How many paths of the ranking right after a level have a slack below 0, by what their ends belong to:
 * of_sink, host [sinks of the searched graph], has for each sink the place to be counted at, n_places = none.
 */
enum status search_count_failing(struct search *search, int32_t level, const int32_t *of_sink,
				 int32_t n_places, int32_t *count);

/* Names are borrowed as long as the search lives, the other host arrays until this returns. */
enum status search_set_groups(struct search *search, int32_t n_groups, char *const *name,
			      const int32_t *sink_group);
bool search_has_groups(const struct search *search);

#endif
