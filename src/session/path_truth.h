/*
 * The ground truth of a search by labels (-filter paper and paper-repaired): the exact query of its
 * filter, by which false paths are marked in its list.
 */
#ifndef SESSION_PATH_TRUTH_H
#define SESSION_PATH_TRUTH_H

#include "session/search.h"

struct path_truth {
	int64_t serial;            /* of the search; 0 = none */
	struct filter_query query; /* owned */
	struct label_counts counts;
};

PART_DATA(struct path_truth, session_truth, path_truth_part)

/* Make it for the newest search if that is by labels; else drop it. */
enum status session_make_truth(struct session *session);
void session_drop_truth(struct session *session);
/* Count the false and the lost of the k worst paths; begins an inquiry for this filter. */
enum status session_count_false(struct session *session, const struct path_filter *filter,
				const char *words, int64_t k, bool early, struct label_counts *out);
/* Mark the false paths in rows of the search. */
enum status session_mark_false_rows(struct session *session, int32_t level, struct snap_rows *rows);

#endif
