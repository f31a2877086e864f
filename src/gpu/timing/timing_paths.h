/*
 * What paths of a netlist's timing are searched in: the state graph, a part of it, or all of it
 * backward; with weights of a split, and the clock network for what paths get back of their
 * pessimism. What was made once is kept while the timing is.
 */
#ifndef GPU_TIMING_TIMING_PATHS_H
#define GPU_TIMING_TIMING_PATHS_H

#include "gpu/image/path_image.h"
#include "gpu/labels/product.h"
#include "gpu/timing/timing.h"

/* Which paths: those of a split that a filter lets through (NULL = all), forward or from the endpoints back. */
struct timing_query {
	enum split split;
	bool backward;
	const struct path_filter *filter; /* borrowed */
};

/*
 * The paths of a query, with the weights of its split. Borrowed; it is as it was until the next call for the same direction, or
 * until the timing is. Its path graph is there when path_image_need_paths() is called. Pins of the
 * filter at which no path begins or ends are named in `warnings`, and why there is no path; NULL =
 * unasked for.
 */
enum status timing_path_image(struct timing *timing, const struct timing_query *query,
			      struct text *warnings, struct task *task, struct path_image **out);

/* The same, owned by the caller: it sets the weights and frees it. */
enum status timing_new_paths(struct timing *timing, const struct path_filter *filter, bool backward,
			     struct text *warnings, struct task *task, struct path_image **out);

/* What an exact filter leaves of a split's paths, counted without making it. */
enum status timing_count_paths(struct timing *timing, enum split split,
			       const struct path_filter *filter, struct product_counts *out);

/* Set its weights again, so that only endpoints count of which nothing is demanded, or again only the
 * others. */
enum status timing_weigh_paths(struct timing *timing, struct path_image *paths, enum split split,
			       bool unconstrained);

/* The same by other delays and required times than the graph's. */
struct path_weighing {
	const struct device_states *states;
	int64_t largest; /* no path's sum passes it, fs */
	enum split split;
	bool unconstrained;
};

enum status timing_weigh_by(struct timing *timing, struct path_image *paths,
			    const struct path_weighing *weighing);

/* A filter as a query of the state graph, with the arcs that paths may take (owned by the caller,
 * [n_arcs]; the query doesn't have them yet). Warnings as above. Both to be released also on
 * failure. */
enum status timing_filter_query(struct timing *timing, const struct path_filter *filter,
				struct text *warnings, struct filter_query *query,
				uint8_t **data_arc);

/* What labels of its pins are of: timing->labels, which is kept. */
enum status timing_need_labels(struct timing *timing);

/* Is anything added to the slacks of paths: credit, or what latches borrow? */
bool timing_counts_credit(const struct timing *timing, enum credit_mode mode);

/* The clock network for searches in it, or in the state graph (paths NULL). Borrowed
 * device memory. */
enum status timing_credit(struct timing *timing, enum split split, enum credit_mode mode,
			  struct path_image *paths, struct device_credit *out);

/* The last pin that the clocks of n paths have in common, by their sources and sinks in the
 * searched graph, -1 = none; host arrays. */
enum status timing_common_pins(struct queue *queue, const struct device_credit *credit,
			       const int32_t *source, const int32_t *sink, int64_t n, int32_t *pin);

#endif
