/*
 * The exact ranking that an inexact search is compared with: one of the papers' pipelines with a cap on levels, or one that isn't finished (report_levels -errors, view Levels; figure 11 of [CPG-J]).
 */
#ifndef SESSION_EXACT_SEARCH_H
#define SESSION_EXACT_SEARCH_H

#include "session/session.h"

/* Errors of the newest search against the exact ranking of as many paths, by the same conditions. The exact one is searched once and kept until another search begins; without `may_search` errors are against the newest ranking (snap->exact tells). */
enum status session_errors(struct session *session, bool may_search, struct snap_errors **out);
void session_drop_exact(struct session *session);

#endif
