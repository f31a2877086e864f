/*
 * The exact ranking that an inexact search is compared with: one of the papers' pipelines with a cap on levels, or one that isn't finished (report_levels -errors, view Levels; figure 11 of [CPG-J]).
 */
#ifndef SESSION_EXACT_SEARCH_H
#define SESSION_EXACT_SEARCH_H

#include "session/search.h"

/* Errors of the newest search against the exact ranking with the same k and filter, which is
 * searched once and kept until another search begins. Without `may_search` they may be against the
 * newest ranking (see snap->exact). */
enum status session_errors(struct session *session, bool may_search, struct snap_errors **out);
void session_drop_exact(struct session *session);

#endif
