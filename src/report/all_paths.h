/* All paths of what is open by their slack, counted on demand and kept for the screen. */
#ifndef REPORT_ALL_PATHS_H
#define REPORT_ALL_PATHS_H

#include "gpu/inspect/path_counts.h"
#include "session/session.h"

struct all_paths {
	enum split split;
	bool of_query; /* only those that the last find_paths asked for */
	struct path_counts counts;
};

/* Of a split, or of what the last find_paths asked for, whose split it then is; session->all_paths. */
enum status session_count_all_paths(struct session *session, enum split split, bool of_query,
				    const struct path_counts_query *query);

#endif
