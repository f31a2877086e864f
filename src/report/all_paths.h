/* All paths of what is open by their slack, with what there is beside them. */
#ifndef REPORT_ALL_PATHS_H
#define REPORT_ALL_PATHS_H

#include "gpu/inspect/path_counts.h"
#include "session/session.h"

struct all_paths {
	enum split split;
	bool of_query; /* only those that the last find_paths asked for; their split it is then */
	struct path_counts counts;
	/* In the same bins, NULL = there are none: worst slacks of endpoints before CPPR, and the paths found. */
	struct snap_histogram *endpoints, *found;
};

/* With split and of_query set and nothing else: count them. To be released also when this fails. */
enum status session_count_all_paths(struct session *session, const struct path_counts_query *query,
				    struct all_paths *all);
void all_paths_release(struct all_paths *all);
/* The same for a reading, while no script runs. */
enum status session_read_all_paths(struct session *session, const struct histogram_request *wanted,
				   struct snap_histogram **out);

#endif
