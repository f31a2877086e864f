/* Histograms of what a session has: of its newest search, or of the endpoints of its timing. */
#ifndef REPORT_HISTOGRAM_H
#define REPORT_HISTOGRAM_H

#include "gpu/inspect/histogram.h"
#include "session/session.h"

/* Of what was found, in the ranking right after a level, by path group. There must be a search. */
enum status session_path_histogram(struct session *session, int32_t level,
				   const struct histogram_query *query,
				   struct snap_histogram **out);

#endif
