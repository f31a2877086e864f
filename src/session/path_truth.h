/*
 * The reference of a search by labels (-filter paper and paper-repaired): the exact query of its
 * filter, which marks the rows of its list that are false.
 */
#ifndef SESSION_PATH_TRUTH_H
#define SESSION_PATH_TRUTH_H

#include "session/session.h"

struct path_truth {
	int64_t serial;            /* of the search */
	struct filter_query query; /* owned */
	struct label_counts counts;
};

void path_truth_free(struct path_truth *truth); /* NULL is fine */

/* Of the search that is there, if it is one by labels; else there is none then. */
enum status session_make_truth(struct session *session);
/* Count what of the k worst paths is false or lost; the inquiry is of this query then. */
enum status session_count_false(struct session *session, const struct path_filter *filter,
				const char *words, int64_t k, bool early, struct label_counts *out);
/* Say in rows of the search what is false. */
enum status session_judge_rows(struct session *session, int32_t level, struct snap_rows *rows);

#endif
