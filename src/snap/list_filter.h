/*
 * Which paths of a ranking a list shows, and in which order: by pattern, by marks, by column. Never
 * changes once it is made, so that the screen may show one list while another is being made.
 */
#ifndef SNAP_LIST_FILTER_H
#define SNAP_LIST_FILTER_H

#include <stdatomic.h>

#include "base/text.h"
#include "db/path_pattern.h"

#define PATH_COLUMNS "slack|deviations|points|startpoint|endpoint|from|credit|graph|pessimism"

enum path_column {
	COLUMN_SLACK, /* the ranking itself */
	COLUMN_DEVIATIONS,
	COLUMN_POINTS,
	COLUMN_STARTPOINT,
	COLUMN_ENDPOINT,
	COLUMN_PARENT, /* the path that each deviates from; those without one first */
	COLUMN_CREDIT,
	COLUMN_GRAPH,     /* slack by graph-based analysis, of paths re-timed … */
	COLUMN_PESSIMISM, /* … and what that was pessimistic by */
	N_PATH_COLUMNS,
};

struct list_filter {
	atomic_int refs;
	int64_t edition;              /* above 0; two that show the same list have the same */
	struct path_pattern *pattern; /* owned, NULL = every path */
	enum path_column column;
	bool inverted;
	bool only_marked;
	bool only_worst; /* of those that match, the first of the ranking to each endpoint */
	int64_t n_marks;
	int32_t *mark; /* owned: records of the search, ascending */
};

/* What is in a filter. */
struct list_filter_parts {
	const char *pattern; /* "" = every path */
	enum path_column column;
	bool inverted, only_marked, only_worst;
	int64_t n_marks;
	const int32_t *mark; /* ascending */
};

/* STATUS_USAGE when the pattern is invalid. `before` (may be NULL) lends its edition when it shows the
 * same. */
enum status list_filter_new(const struct list_filter_parts *parts, const struct list_filter *before,
			    struct list_filter **out);
struct list_filter *list_filter_ref(struct list_filter *filter); /* NULL is fine */
void list_filter_unref(struct list_filter *filter);              /* NULL is fine */

/* Its parts, borrowed; those of NULL are of all paths by slack. */
struct list_filter_parts list_filter_parts(const struct list_filter *filter);
/* Does it show every path by slack? NULL does. */
bool list_filter_is_plain(const struct list_filter *filter);
/* Is it in there? */
bool list_filter_has_mark(const struct list_filter *filter, int32_t record);

/* "slack", "deviations", … as commands call them, and the column of such a name or its beginning;
 * -1 = none. */
const char *path_column_name(enum path_column column);
int path_column_find(const char *name);

#endif
