/* Explanations of a search's steps: text, pseudocode, and the numbers of one thread. */
#ifndef UI_VIEWS_EXPLAIN_H
#define UI_VIEWS_EXPLAIN_H

#include "base/text.h"
#include "snap/timeline.h"

/* The numbers that explain a step. */
enum explain_about {
	ABOUT_NOTHING,
	ABOUT_FOREST, /* a vertex's arcs, and the forest's arc */
	ABOUT_SOURCE, /* a source's worst path */
	ABOUT_COUNT,  /* a parent's deviations, and those below the bound */
	ABOUT_PLACES, /* the places of a parent's children */
	ABOUT_WRITE,  /* the records written for them */
	ABOUT_KEPT,   /* the records kept */
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
	const char *code; /* lines of at most 36 columns; '>' marks those of this step */
	const char *text; /* one paragraph */
};

/* The entry for the step at the cursor; NULL before the first step, if search is NULL, or if none
 * fits. */
const struct explanation *explain_find(const struct snap_search *search, int64_t cursor);

/* ---- explain_numbers.c ---- */

/* The numbers of the step, and of one of its threads by `walk` (NULL = not read yet). */
void explain_numbers(const struct snap_search *search, int64_t cursor,
		     const struct explanation *explanation, const struct snap_walk *walk,
		     struct text *out);

#endif
