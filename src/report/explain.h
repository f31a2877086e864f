/* Why paths are listed where they are, and what keeps others out of the list. */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "session/command.h"
#include "report/path_find.h"

/* "set_false_path, FILE:LINE" */
void explain_write_exception(const struct constraints *constraints, int32_t number,
			     struct text *out);

/* What the slack and rank of the path at a rank of the ranking are made of; and the delay of each point. */
enum status explain_listed(struct call *call, int64_t rank, bool arithmetic);

/*
 * Say where the worst path that fits a filter (in words: these options) is in the list; or what keeps it out: the conditions of
 * find_paths, of labels the arc that they cut, or how far it is beyond the k-th; or why there is none. Then
 * what the labels that were asked for do to it, and which path of its endpoint is listed.
 */
enum status explain_described(struct call *call, const struct path_filter *filter,
			      const char *words, enum split split);

/*
 * Say what takes away all paths that fit a filter in a split: constraints are left out until there
 * is one. The timing is up to date, and nothing of it changes.
 */
enum status explain_absence(struct call *call, const struct path_filter *filter, enum split split);

#endif
