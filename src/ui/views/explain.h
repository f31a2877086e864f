/* What a step of a search does: in words, as pseudocode, and in numbers for one of its threads. */
#ifndef UI_VIEWS_EXPLAIN_H
#define UI_VIEWS_EXPLAIN_H

#include "base/text.h"
#include "snap/timeline.h"

/* Which numbers belong to a step. */
enum explain_about {
	ABOUT_NOTHING,
	ABOUT_FOREST, /* of a vertex: its arcs, and the one to follow */
	ABOUT_SOURCE, /* of a source: its best path */
	ABOUT_COUNT,  /* of a parent: its deviations, and which are below the bound */
	ABOUT_PLACES, /* … where its children go */
	ABOUT_WRITE,  /* … what it writes there */
	ABOUT_KEPT,   /* … and which of them stay */
};

/*
 * An entry of the table in explain.c, which is all that a method with other steps has to add to.
 * The first entry that fits a step is its.
 */
struct explanation {
	const char *method; /* NULL = any */
	const char *label;  /* of the step; "nothing left": a scan that ended the search */
	enum { AT_ANY_LEVEL, AT_LEVEL_0 } level;
	enum explain_about about;
	const char *title;
	const char *code; /* lines of 36 columns at most; those that begin with '>' are done now */
	const char *text; /* one paragraph */
};

/* Of the step at the cursor; NULL before the first, or when search is NULL, or no entry fits. */
const struct explanation *explain_find(const struct snap_search *search, int64_t cursor);

/* ---- explain_numbers.c ---- */

/* What the step did, by numbers; walk says what one of its threads did (NULL = not read yet). */
void explain_numbers(const struct snap_search *search, int64_t cursor,
		     const struct explanation *explanation, const struct snap_walk *walk,
		     struct text *out);

#endif
