/* All paths of what is open by their slack, with what there is beside them in the same bins. */
#ifndef REPORT_ALL_PATHS_H
#define REPORT_ALL_PATHS_H

#include "gpu/inspect/path_counts.h"
#include "session/session.h"

struct all_paths_query {
	enum split split;
	int32_t level; /* of the paths found that are counted beside; may be LEVEL_NEWEST */
	bool of_query; /* only those that the last find_paths asked for, of its split */
	struct path_counts_query counts;
};

/* Count them. Series are the worst slacks of endpoints before CPPR, and the paths found where these are among them. */
enum status session_all_paths(struct session *session, const struct all_paths_query *query,
			      int64_t serial, struct snap_histogram **out);
/* The same for a reading, while no script runs. */
enum status session_read_all_paths(struct session *session, const struct histogram_request *wanted,
				   struct snap_histogram **out);

#endif
