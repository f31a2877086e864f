/*
 * Which paths of a ranking a list shows, by pattern and marks, and in the order of which column.
 * Immutable, so the screen can show one list while another one is made.
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
	COLUMN_PARENT, /* rank of the path that this one deviates from; paths without one first */
	COLUMN_CREDIT,
	COLUMN_GRAPH,     /* slack by graph-based analysis, of re-timed paths */
	COLUMN_PESSIMISM, /* re-timed slack minus graph-based slack */
	N_PATH_COLUMNS,
};

struct list_filter {
	atomic_int refs;
	int64_t edition;              /* above 0; two that show the same list have the same */
	struct path_pattern *pattern; /* owned, NULL = every path */
	enum path_column column;
	bool inverted;
	bool only_marked;
	bool only_worst; /* of the matching paths only the worst to each endpoint */
	int64_t n_marks;
	int32_t *mark; /* owned: records of the search, ascending */
};

/* The contents of a filter. */
struct list_filter_parts {
	const char *pattern; /* "" = every path */
	enum path_column column;
	bool inverted, only_marked, only_worst;
	int64_t n_marks;
	const int32_t *mark; /* ascending */
};

/* STATUS_USAGE if the pattern is invalid. The filter gets the edition of `before` (may be NULL) if
 * both list the same paths. */
enum status list_filter_new(const struct list_filter_parts *parts, const struct list_filter *before,
			    struct list_filter **out);
struct list_filter *list_filter_ref(struct list_filter *filter); /* NULL is fine */
void list_filter_unref(struct list_filter *filter);              /* NULL is fine */
RELEASER(list_filter_drop, struct list_filter, list_filter_unref)

/* The contents, borrowed; NULL = all paths by slack. */
struct list_filter_parts list_filter_parts(const struct list_filter *filter);
/* Does it show every path by slack? NULL does. */
bool list_filter_is_plain(const struct list_filter *filter);
/* Is the record marked? */
bool list_filter_has_mark(const struct list_filter *filter, int32_t record);

/* A column's name in commands, "slack", "deviations", …; the column of a name or its prefix, -1 =
 * none. */
const char *path_column_name(enum path_column column);
int path_column_find(const char *name);

#endif
