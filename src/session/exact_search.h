/*
 * The exact ranking that is compared with a search that isn't exact: one of the papers' pipelines
 * with a cap on levels, or one that goes on (report_levels -errors, view Levels; figure 11 of [CPG-J]).
 */
#ifndef SESSION_EXACT_SEARCH_H
#define SESSION_EXACT_SEARCH_H

#include "session/session.h"

/* Errors of the newest search against the exact ranking of as many paths, by the same conditions. That is
 * searched when it isn't there, and kept until another search begins; not `may_search`: then errors are
 * against the newest ranking (snap->exact tells). */
enum status session_errors(struct session *session, bool may_search, struct snap_errors **out);
void session_drop_exact(struct session *session);

#endif
