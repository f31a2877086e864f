/* Paths of a search re-timed; see timing_retime.h. */
#ifndef GPU_SEARCH_SEARCH_RETIME_H
#define GPU_SEARCH_SEARCH_RETIME_H

#include "gpu/delay/timing_retime.h"
#include "gpu/search/search.h"

struct retime_query {
	const struct device_retiming *retiming;
	const struct path_image *paths; /* what is searched; NULL = the state graph */
};

struct retimed_paths {
	int64_t n;
	struct retimed_path *path; /* owned [n]; sources and sinks are those of the state graph */
	int64_t *
		bound; /* owned [n] fs: slack by the search's weights, with credit; not with points */
	/* With points, owned: those of path i are offset[i] …, the last of them is the sink's state. */
	int64_t *offset;
	struct retimed_point *point; /* states are those of the state graph's image */
};

void retimed_paths_release(struct retimed_paths *paths);

/*
 * Re-time n paths of a search's newest ranking from one on, without points; or those of n records (host), with points.
 * It runs on the search's view queue. STATUS_BAD_INPUT when a delay or slew isn't a sensible number. Release `out` on
 * failure too; it is zeroed first.
 */
enum status search_retime(struct search *search, const struct retime_query *query, int64_t first,
			  int64_t n, struct retimed_paths *out);
enum status search_retime_records(struct search *search, const struct retime_query *query,
				  const int32_t *record, int64_t n, struct retimed_paths *out);

/* What AOCV derates a path by, into the row that shows it. */
void retimed_path_measures(const struct retimed_path *path, struct snap_row *row);

#endif
