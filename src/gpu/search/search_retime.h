/* Re-timing the paths of a search (see timing_retime.h). */
#ifndef GPU_SEARCH_SEARCH_RETIME_H
#define GPU_SEARCH_SEARCH_RETIME_H

#include "base/order.h"
#include "gpu/delay/timing_retime.h"
#include "gpu/search/search.h"

struct retime_query {
	const struct device_retiming *retiming;
	const struct path_image *paths; /* owner of the searched image; NULL = the state graph's */
};

struct retimed_paths {
	int64_t n;
	struct retimed_path *path; /* owned [n]; sources and sinks are those of the state graph */
	int64_t *bound; /* without points, owned [n] fs: slack by the search's weights and credit */
	/* With points, owned [n + 1]: path i has points offset[i] … offset[i + 1] − 1, the last is
	 * the sink's state. */
	int64_t *offset;
	struct retimed_point *point; /* states are those of the state graph's image */
};

void retimed_paths_release(struct retimed_paths *paths);

/* Their order (ORDER()) but for what the search found first. */
static inline int retimed_path_order(const struct retimed_path *x, const struct retimed_path *y)
{
	return ORDER(x->slack, y->slack) ?: ORDER(x->graph_slack, y->graph_slack)
		?: ORDER(x->sink, y->sink);
}

/*
 * Re-time the first n paths of a search's newest ranking, without points; or those of n records
 * (host array), with points. Runs on the search's view queue. STATUS_BAD_INPUT: a delay or slew
 * isn't finite or is out of range. Release `out` on failure too; it is zeroed first.
 */
enum status search_retime(struct search *search, const struct retime_query *query, int64_t n,
			  struct retimed_paths *out);
enum status search_retime_records(struct search *search, const struct retime_query *query,
				  const int32_t *record, int64_t n, struct retimed_paths *out);

/* Copy the AOCV depth and distance of a path to its row. */
void retimed_path_measures(const struct retimed_path *path, struct snap_row *row);

#endif
