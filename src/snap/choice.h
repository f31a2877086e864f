/*
 * Which paths of a ranking a list shows, and in which order: by pattern, by marks, by column. Never
 * changes once it is made, so that the screen may show one list while another is being made.
 */
#ifndef SNAP_CHOICE_H
#define SNAP_CHOICE_H

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

struct path_choice {
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

/* What is in a choice. */
struct choice_parts {
	const char *pattern; /* "" = every path */
	enum path_column column;
	bool inverted, only_marked, only_worst;
	int64_t n_marks;
	const int32_t *mark; /* ascending */
};

/* STATUS_USAGE when the pattern is none. `before` (may be NULL) lends its edition when it shows the
 * same. */
enum status path_choice_new(const struct choice_parts *parts, const struct path_choice *before,
			    struct path_choice **out);
struct path_choice *path_choice_ref(struct path_choice *choice); /* NULL is fine */
void path_choice_unref(struct path_choice *choice);              /* NULL is fine */

/* Its parts, borrowed; those of NULL are of all paths by slack. */
struct choice_parts path_choice_parts(const struct path_choice *choice);
/* Does it show every path by slack? NULL does. */
bool path_choice_is_plain(const struct path_choice *choice);
/* Is it in there? */
bool path_choice_has_mark(const struct path_choice *choice, int32_t record);

/* "slack", "deviations", … as commands call them, and the column of such a name or its beginning;
 * -1 = none. */
const char *path_column_name(enum path_column column);
int path_column_find(const char *name);

#endif
